#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "schema/reader.h"
#include "syntax/node.h"

namespace ddblint {

/// A resource of the AWS provider, from a configuration, a plan or a state.
struct ProviderResource {
  /// As Terraform prints it: `module.a.aws_dynamodb_table.orders["x"]`.
  std::string address;
  /// `aws_dynamodb_table` ..., or the registry's name of a module that makes a table.
  std::string_view type;
  /// The name's own token.
  Span id_span;
  Span span;
  /// The outermost module call it comes by; invalid in the root module.
  Span called;
  /// Evaluated arguments; blocks are lists of mappings. Null when there are none.
  const Node* arguments = nullptr;
  /// Argument to the address of the table that its expression refers to, without instance key.
  std::map<std::string, std::string, std::less<>> references;
};

/// True for the types that `read_provider_resources` looks at.
bool is_relevant_resource(std::string_view type);

/// Reads the tables among the resources of one deployment, joins what other resources say about
/// them (global secondary indexes, replicas, contributor insights), and collects scaling targets
/// and alarms.
void read_provider_resources(std::span<const ProviderResource> resources, Dialect dialect,
                             Definitions& out);

}  // namespace ddblint
