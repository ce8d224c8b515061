#include "syntax/parse.h"

#include "source/text.h"

namespace ddblint {

bool looks_templated(std::string_view text) {
  const auto holds = [text](std::string_view mark) {
    return text.find(mark) != std::string_view::npos;
  };
  return holds("{{") || holds("{%") || holds("<%");
}

bool named_hcl(std::string_view path) {
  return path.ends_with(".tf") || path.ends_with(".tofu") || path.ends_with(".tfvars");
}

Tree parse(FileId file, std::string_view path, std::string_view text) {
  if (named_hcl(path)) return parse_hcl(file, text);
  auto begin = text;
  if (begin.starts_with("\xEF\xBB\xBF")) begin.remove_prefix(3);
  begin = begin.substr(std::min(begin.find_first_not_of(" \t\r\n"), begin.size()));
  const bool named_json = path.ends_with(".json") || path.ends_with(".template");
  const bool json = begin.starts_with('{') || begin.starts_with('[') || path.ends_with(".json");
  if (!json) return parse_yaml(file, text);
  Tree tree = parse_json(file, text);
  if (tree.complete || named_json) return tree;
  // A YAML file may begin with a flow collection.
  Tree yaml = parse_yaml(file, text);
  return yaml.complete ? std::move(yaml) : std::move(tree);
}

}  // namespace ddblint
