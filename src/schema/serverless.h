#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "schema/reader.h"

namespace ddblint {

/// A text of a Serverless file after its `${...}` variables were evaluated.
struct ServerlessValue {
  /// The whole text was one variable that names a part of the file.
  const Node* node = nullptr;
  /// The text, when every variable in it is known.
  std::optional<std::string> text;
  /// Why it is not known.
  std::string why;
};

/// Evaluates `${self:...}`, `${opt:...}`, `${param:...}`, `${sls:stage}`, `${env:...}` with their
/// fallbacks; `--parameter` binds opt, param and env. CloudFormation's own `${AWS::...}` and
/// `${Name}` are left as they are.
ServerlessValue resolve_serverless(const Node& document, std::string_view text,
                                   const ReadOptions& options);

}  // namespace ddblint
