// Prints what ddblint reads out of HCL, for tests/tools/compare_hcl.mjs. Standard input holds cases
// with a NUL behind each: a letter and the text of a file. A line is written for each: {"errors":
// [..], "tree": ..}. After `f` the tree has the form of hcl2json; after `e` it is that of the first
// attribute's expression: [operation, its text, operands ...].

#include <cstdlib>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "syntax/parse.h"

namespace {

using ddblint::Node;
using ddblint::Op;
using nlohmann::json;

class Dump {
 public:
  explicit Dump(std::string_view text) : text_(text) {}

  json body(const Node& node) const {
    json out = json::object();
    for (const auto& member : node.members) {
      const std::string key(member.key->text);
      if (member.value->block) {
        json* place = &out[key];
        for (const Node* label : member.value->items) place = &(*place)[std::string(label->text)];
        place->push_back(body(*member.value));
      }
    }
    for (const auto& member : node.members) {
      if (!member.value->block) out[std::string(member.key->text)] = value(*member.value);
    }
    return out;
  }

  json expression(const Node& node) const {
    switch (node.kind) {
      case Node::Kind::null:
        return {"literal", "null"};
      case Node::Kind::scalar:
        return node.quoted ? json{"string"} : json{"literal", node.text};
      case Node::Kind::sequence:
        return operation("tuple", node);
      case Node::Kind::mapping: {
        json out = {"object", source(node)};
        for (const auto& member : node.members) {
          out.push_back(key_expression(*member.key));
          out.push_back(expression(*member.value));
        }
        return out;
      }
      case Node::Kind::expression:
        break;
    }
    switch (node.op) {
      case Op::variable:
        return {"variable", node.text};
      case Op::attribute:
        return {"attribute", expression(*node.items[0]), node.text};
      case Op::index:
        if (node.items[1]->is_scalar()) {
          return {"index", expression(*node.items[0]), "literal"};
        }
        return operation("index", node);
      case Op::splat:
        return operation("splat", node);
      case Op::splat_item:
        return {"item"};
      case Op::call:
        return operation("call " + std::string(node.text) + std::string(node.tag), node);
      case Op::unary:
      case Op::binary:
        return operation(std::string(node.text), node);
      case Op::conditional: {
        json out = operation("conditional", node);
        if (node.items.size() == 2) out.push_back(json{"string"});
        return out;
      }
      case Op::for_list:
      case Op::for_object:
      case Op::template_for:
        return for_expression(node);
      case Op::parentheses:
        return {"parentheses", expression(*node.items[0])};
      case Op::interpolation: {
        json out = {"template"};
        for (const Node* item : node.items) out.push_back(expression(*item));
        return out;
      }
      case Op::none:
      case Op::invalid:
        break;
    }
    return "invalid";
  }

 private:
  // As hcl2json takes it: with a parenthesis that follows.
  std::string source(const Node& node, bool more = false) const {
    std::size_t end = node.span.end;
    if (more && end < text_.size() && text_[end] == ')') ++end;
    return std::string(text_.substr(node.span.begin, end - node.span.begin));
  }

  // As hcl2json writes text: so that it cannot be taken for a sequence.
  static std::string escaped(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const bool sign = text[i] == '$' || text[i] == '%';
      if (sign && text.substr(i + 1).starts_with('{')) out += text[i];
      out += text[i];
    }
    return out;
  }

  static json literal(std::string_view text) {
    if (text == "true" || text == "false") return text == "true";
    return std::strtod(std::string(text).c_str(), nullptr);
  }

  std::string wrapped(const Node& node) const { return "${" + source(node, true) + "}"; }

  json value(const Node& node) const {
    switch (node.kind) {
      case Node::Kind::null:
        return nullptr;
      case Node::Kind::scalar:
        return node.quoted ? json(escaped(node.text)) : literal(node.text);
      case Node::Kind::sequence: {
        json out = json::array();
        for (const Node* item : node.items) out.push_back(value(*item));
        return out;
      }
      case Node::Kind::mapping: {
        json out = json::object();
        for (const auto& member : node.members) out[key(*member.key)] = value(*member.value);
        return out;
      }
      case Node::Kind::expression:
        break;
    }
    if (node.op == Op::interpolation) return part(node);
    if (node.op == Op::unary && node.items[0]->is_scalar() && !node.items[0]->quoted) {
      const json operand = literal(node.items[0]->text);
      return node.text == "!" ? json(!operand.get<bool>()) : json(-operand.get<double>());
    }
    return wrapped(node);
  }

  std::string key(const Node& node) const {
    const Node* root = &node;
    while (root->op == Op::attribute || (root->op == Op::index && root->items[1]->is_scalar())) {
      root = root->items[0];
    }
    return root->op == Op::variable ? source(node, true) : part(node);
  }

  std::string part(const Node& node) const {
    if (node.is_scalar()) {
      if (node.quoted) return escaped(node.text);
      // A word as a key, or a number.
      if (node.text[0] < '0' || node.text[0] > '9') return std::string(node.text);
      const double number = std::strtod(std::string(node.text).c_str(), nullptr);
      const auto whole = static_cast<std::int64_t>(number);
      return number == static_cast<double>(whole) ? std::to_string(whole) : std::string(node.text);
    }
    if (node.op == Op::interpolation) {
      std::string out;
      for (const Node* item : node.items) out += part(*item);
      return out;
    }
    if (node.op == Op::conditional) {
      const std::string no = node.items.size() > 2 ? part(*node.items[2]) : "";
      return "%{if " + source(*node.items[0], true) + "}" + part(*node.items[1]) +
             (no.empty() ? "" : "%{else}" + no) + "%{endif}";
    }
    if (node.op == Op::template_for) {
      const std::string names =
          node.items[0]->is_null() ? "" : std::string(node.items[0]->text) + ", ";
      return "%{for " + names + std::string(node.items[1]->text) + " in " +
             source(*node.items[2], true) + "}" + part(*node.items[3]) + "%{endfor}";
    }
    return wrapped(node);
  }

  json operation(const std::string& name, const Node& node) const {
    json out = {name, source(node)};
    for (const Node* item : node.items) out.push_back(expression(*item));
    return out;
  }

  json for_expression(const Node& node) const {
    const std::string names = "for " + std::string(node.items[0]->text) + "," +
                              std::string(node.items[1]->text) + std::string(node.tag);
    json out = {names, source(node)};
    for (const Node* item : node.items.subspan(2)) out.push_back(expression(*item));
    return out;
  }

  json key_expression(const Node& node) const {
    const bool word =
        node.is_scalar() && !node.quoted && (node.text[0] < '0' || node.text[0] > '9');
    if (word) return {"key"};
    return {"key", expression(node)};
  }

  std::string_view text_;
};

json answer(char kind, std::string_view text) {
  const ddblint::Tree tree = ddblint::parse_hcl(ddblint::FileId{0}, text);
  json out = {{"errors", json::array()}};
  for (const auto& diagnostic : tree.diagnostics) {
    // Two equal keys of an object, not of a body, are no mistake to Terraform.
    if (!diagnostic.message.starts_with("key ")) out["errors"].push_back(diagnostic.message);
  }
  if (!out["errors"].empty()) return out;
  const Node& root = *tree.documents.front();
  const Dump dump(text);
  out["tree"] = kind == 'e' ? dump.expression(*root.members[0].value) : dump.body(root);
  return out;
}

}  // namespace

int main() {
  const std::string input((std::istreambuf_iterator<char>(std::cin)), {});
  std::string_view rest = input;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\0'), rest.size());
    std::cout << answer(rest[0], rest.substr(1, end - 1)).dump() << '\n';
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}
