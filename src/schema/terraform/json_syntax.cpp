#include "schema/terraform/module.h"
#include "schema/terraform/node_maker.h"
#include "syntax/parse.h"

// Terraform's JSON syntax (https://developer.hashicorp.com/terraform/language/syntax/json): what is
// a block is told by the section, not by the notation. A block of several of one type is a list, or
// a mapping by label; every text is a template. A key `//` is a comment.

namespace ddblint {
namespace {

/// How many labels the blocks of a section have.
int labels_of(std::string_view section) {
  if (section == "resource" || section == "data") return 2;
  if (section == "locals" || section == "terraform" || section == "moved" || section == "import") {
    return 0;
  }
  return 1;
}

class Converter {
 public:
  explicit Converter(Tree& tree) : tree_(tree), maker_(tree) {}

  const Node* body(const Node& document);

 private:
  /// Adds every block of a section, labels first.
  void blocks(const Node& type, const Node& value, int labels, std::vector<const Node*>& path,
              std::vector<Member>& out);
  const Node* block(const Node& value, const std::vector<const Node*>& labels, bool variable);
  const Node* value(const Node& node);

  Tree& tree_;
  NodeMaker maker_;
};

const Node* Converter::value(const Node& node) {
  if (node.is_scalar()) {
    return node.quoted ? parse_hcl_template(tree_, node.span, node.text) : &node;
  }
  if (node.is_sequence()) {
    std::vector<const Node*> items;
    for (const Node* item : node.items) items.push_back(value(*item));
    return maker_.sequence(items, node.span);
  }
  if (!node.is_mapping()) return &node;
  std::vector<Member> members;
  for (const auto& [key, item] : node.members) {
    if (key->text != "//") members.push_back({.key = key, .value = value(*item)});
  }
  return maker_.mapping(members, node.span);
}

const Node* Converter::block(const Node& value, const std::vector<const Node*>& labels,
                             bool variable) {
  std::vector<Member> members;
  for (const auto& [key, item] : value.members) {
    if (key->text == "//") continue;
    if (key->text == "dynamic") {
      std::vector<const Node*> path;
      blocks(*key, *item, 1, path, members);
    } else if (key->text == "content") {
      members.push_back({.key = key, .value = block(*item, {}, false)});
    } else if (variable && key->text == "type" && item->is_scalar()) {
      members.push_back({.key = key, .value = parse_hcl_expression(tree_, item->span, item->text)});
    } else {
      members.push_back({.key = key, .value = this->value(*item)});
    }
  }
  Node* result = maker_.mapping(members, value.span);
  result->block = true;
  result->complete = value.complete;
  result->items = maker_.sequence(labels, value.span)->items;
  return result;
}

void Converter::blocks(const Node& type, const Node& value, int labels,
                       std::vector<const Node*>& path, std::vector<Member>& out) {
  if (value.is_sequence()) {
    for (const Node* item : value.items) blocks(type, *item, labels, path, out);
    return;
  }
  if (!value.is_mapping()) return;
  if (labels == 0) {
    out.push_back({.key = &type, .value = block(value, path, type.text == "variable")});
    return;
  }
  for (const auto& [key, item] : value.members) {
    if (key->text == "//") continue;
    path.push_back(key);
    blocks(type, *item, labels - 1, path, out);
    path.pop_back();
  }
}

const Node* Converter::body(const Node& document) {
  std::vector<Member> members;
  for (const auto& [key, item] : document.members) {
    if (key->text == "//") continue;
    std::vector<const Node*> path;
    blocks(*key, *item, labels_of(key->text), path, members);
  }
  return maker_.mapping(members, document.span);
}

}  // namespace

const Node* body_of_json(Tree& tree, const Node& document) {
  return Converter(tree).body(document);
}

}  // namespace ddblint
