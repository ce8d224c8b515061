#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "schema/reader.h"
#include "source/source_file.h"
#include "syntax/node.h"

// A folder of Terraform files is a module. From its root module a configuration is evaluated as
// far as it can be without a deployment: variables have the values that were given, those of
// terraform.tfvars and *.auto.tfvars, or their defaults; count and for_each over known values make
// instances, dynamic blocks make blocks, and local modules are entered with their inputs bound.
// What stays open is unknown with its reason.

namespace ddblint {

/// The files of one folder.
struct ModuleFolder {
  std::string path;
  /// Bodies of its configuration files, in the order of their names.
  std::vector<const Node*> bodies;
  /// Bodies of its terraform.tfvars and *.auto.tfvars; later ones override earlier ones.
  std::vector<const Node*> values;
};

/// Gives the folder of a path as a module call names it, or null where there is none.
using FindFolder = std::function<const ModuleFolder*(const std::string& path)>;

/// True when the bytes of a Terraform file can hold a table, or call a folder that does; a cheap
/// look that never says no where `read_terraform` would find one.
bool could_make_table(std::string_view bytes);

/// The path of a local module's folder, seen from the folder that calls it; empty when the source
/// is none of this kind.
std::string local_module_path(std::string_view caller, std::string_view source);

/// The local modules that a folder calls, as paths.
std::vector<std::string> local_modules(const ModuleFolder& folder);

/// Reads every table of a configuration, from its root module down.
Definitions read_terraform(const ModuleFolder& root, const FindFolder& find,
                           const SourceSet& sources, const ReadOptions& options);

/// Turns a file of Terraform's JSON syntax into the body that native syntax would give: known
/// sections become blocks with labels, texts become templates. New nodes live in `tree`.
const Node* body_of_json(Tree& tree, const Node& document);

}  // namespace ddblint
