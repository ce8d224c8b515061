#pragma once

#include <string_view>

#include "syntax/node.h"

namespace ddblint {

/// True for the names of HCL files: .tf, .tofu, .tfvars.
bool named_hcl(std::string_view path);

/// Parses a text as HCL where the name says so, else as JSON or YAML. There the first byte decides:
/// what begins like a JSON document is read as JSON, and where that fails and the file is not
/// called .json, as YAML.
Tree parse(FileId file, std::string_view path, std::string_view text);

/// One or more JSON documents, one after another. Reports and skips comments and trailing commas.
Tree parse_json(FileId file, std::string_view text);

/// One or more YAML 1.1 documents, with anchors and merge keys resolved.
Tree parse_yaml(FileId file, std::string_view text);

/// One HCL file (native syntax) as a mapping of attributes and blocks. A block that cannot be read
/// is reported and left out or marked incomplete; those after it are read.
Tree parse_hcl(FileId file, std::string_view text);

/// A text that holds HCL's template language (`a-${b}`), as JSON syntax has it: a quoted scalar, or
/// an expression. The whole node, and everything in it, has the place `span`; what cannot be read
/// is reported there. The node lives in `tree`.
const Node* parse_hcl_template(Tree& tree, Span span, std::string_view text);

/// A text that is one HCL expression, as a variable's value on a command line; places as above.
const Node* parse_hcl_expression(Tree& tree, Span span, std::string_view text);

/// True when a text holds marks of a template language ({{ }}, {% %}, <% %>), so that it only
/// becomes YAML or JSON after rendering.
bool looks_templated(std::string_view text);

}  // namespace ddblint
