#pragma once

#include <string_view>

#include "syntax/node.h"

namespace ddblint {

/// Parses a text as JSON or YAML. The first byte decides: what begins like a JSON document is read
/// as JSON, and where that fails and the file is not called .json, as YAML.
Tree parse(FileId file, std::string_view path, std::string_view text);

/// One or more JSON documents, one after another. Reports and skips comments and trailing commas.
Tree parse_json(FileId file, std::string_view text);

/// One or more YAML 1.1 documents, with anchors and merge keys resolved.
Tree parse_yaml(FileId file, std::string_view text);

/// True when a text holds marks of a template language ({{ }}, {% %}, <% %>), so that it only
/// becomes YAML or JSON after rendering.
bool looks_templated(std::string_view text);

}  // namespace ddblint
