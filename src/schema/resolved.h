#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "schema/setting.h"
#include "syntax/node.h"

namespace ddblint {

/// A value after its expressions were evaluated as far as they can be.
struct Resolved {
  enum class Kind {
    absent,   ///< not written, or stated to be nothing
    unknown,  ///< an expression that stays open
    scalar,   ///< text
    tree,     ///< a list or mapping to descend into
    list,     ///< a list of texts that a function made
  };
  Kind kind = Kind::absent;
  Span span;
  std::string text;
  bool quoted = false;
  const Node* node = nullptr;
  std::vector<std::string> list;
  Unknown unknown;
};

/// How a dialect turns nodes into values.
struct Resolver {
  /// The value of a node; null is absent.
  std::function<Resolved(const Node*)> value;
  /// The value at a key of a mapping; what is open stays open.
  std::function<Resolved(const Resolved&, std::string_view)> member;
};

/// Takes every node as it stands: for tools' output, and for trees that were evaluated before. An
/// expression node is unknown; its `text` is the expression, its `tag` the reason.
Resolver literal_resolver();

/// Looks up members by the names that the service has for them in trees that write these in camel
/// case: `sseSpecification` for `SSESpecification`.
Resolver camel_case(Resolver resolver);

}  // namespace ddblint
