// Evaluation of CloudFormation's intrinsic functions, as far as the template alone allows. What
// only the deployment knows stays unknown, with the expression and the reason; nothing is guessed.

#include <algorithm>

#include <fmt/format.h>

#include "schema/serverless.h"
#include "schema/template.h"
#include "source/text.h"

namespace ddblint {
namespace {

/// Nested calls deeper than this stay unknown.
constexpr int kMaxCalls = 64;
/// Calls for one table; a table of a hundred indexes takes some hundreds.
constexpr int kMaxCallsInAll = 100'000;

Resolved scalar(const Node& node, std::string text) {
  Resolved result;
  result.kind = Resolved::Kind::scalar;
  result.span = node.span;
  result.text = std::move(text);
  result.quoted = true;
  result.node = &node;
  return result;
}

Resolved text_list(const Node& node, std::vector<std::string> list) {
  Resolved result;
  result.kind = Resolved::Kind::list;
  result.span = node.span;
  result.list = std::move(list);
  return result;
}

std::vector<std::string> split_text(std::string_view text, std::string_view separator) {
  std::vector<std::string> parts;
  for (auto at = text.find(separator); at != std::string_view::npos && !separator.empty();
       at = text.find(separator)) {
    parts.emplace_back(text.substr(0, at));
    text.remove_prefix(at + separator.size());
  }
  parts.emplace_back(text);
  return parts;
}

/// The value of a parameter, which its declaration (if any) may make a list.
Resolved parameter_value(const Node& node, const Node* declaration, std::string_view text) {
  const Node* type = declaration == nullptr ? nullptr : declaration->find("Type");
  const auto kind = type == nullptr ? std::string_view() : type->text;
  const bool is_list = kind == "CommaDelimitedList" || kind.starts_with("List<");
  if (!is_list) return scalar(node, std::string(text));
  auto parts = split_text(text, ",");
  for (auto& part : parts) part = std::string(trim(part));
  return text_list(node, std::move(parts));
}

constexpr std::string_view kOpenLoop = "the loop runs over what is known only at deployment";

bool is_pseudo_parameter(std::string_view name) { return name.starts_with("AWS::"); }

}  // namespace

Resolved Evaluator::open(const Node& node, std::string why) const {
  Resolved result;
  result.kind = Resolved::Kind::unknown;
  result.span = node.span;
  result.unknown = {.expression = template_.expression(node), .why = std::move(why)};
  return result;
}

Resolved Evaluator::resolve(const Node* node, int depth) const {
  if (node == nullptr || (node->is_null() && node->tag.empty())) return {};
  if (depth > kMaxCalls) return open(*node, "the expression is nested too deeply");
  if (++calls_ > kMaxCallsInAll) return open(*node, "the expressions are too large");
  if (const auto intrinsic = as_intrinsic(*node)) return call(*node, *intrinsic, depth);
  if (node->is_scalar()) return resolve_scalar(*node, depth);
  Resolved result;
  result.kind = Resolved::Kind::tree;
  result.span = node->span;
  result.node = node;
  return result;
}

Resolved Evaluator::resolve_scalar(const Node& node, int depth) const {
  if (node.text.find("${") == std::string_view::npos) {
    Resolved result = scalar(node, std::string(node.text));
    result.quoted = node.quoted;
    return result;
  }
  std::string text(node.text);
  for (const auto& [name, value] : loop_) {
    const std::string mark = "${" + name + "}";
    for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark, at)) {
      if (!value) return open(node, std::string(kOpenLoop));
      text.replace(at, mark.size(), *value);
      at += value->size();
    }
  }
  if (template_.dialect() != Dialect::serverless) return scalar(node, std::move(text));
  Resolved result = serverless(node, text, depth);
  const bool left_over =
      result.kind == Resolved::Kind::scalar && result.text.find("${") != std::string::npos;
  return left_over ? open(node, "a variable that only the deployment resolves") : result;
}

Resolved Evaluator::get(const Resolved& mapping, std::string_view key) const {
  if (mapping.kind == Resolved::Kind::unknown) return mapping;
  if (mapping.kind != Resolved::Kind::tree) return {};
  if (const Node* value = mapping.node->find(key)) return resolve(value);
  // A macro or loop inside a mapping may add any key.
  for (const auto& member : mapping.node->members) {
    if (member.key->is_scalar() && member.key->text.starts_with("Fn::")) {
      return open(*mapping.node, fmt::format("{} may add it at deployment", member.key->text));
    }
  }
  return {};
}

Resolved Evaluator::call(const Node& node, const Intrinsic& intrinsic, int depth) const {
  const Node& argument = *intrinsic.argument;
  const auto name = intrinsic.name;
  if (name == "Ref") return ref(node, argument.text);
  if (name == "Sub") return sub(node, argument, depth);
  if (name == "Join") return join(node, argument, depth);
  if (name == "If") return choose(node, argument, depth);
  if (name == "FindInMap") return find_in_map(node, argument, depth);
  if (name == "Select") return select(node, argument, depth);
  if (name == "Split") return split(node, argument, depth);
  if (name == "GetAtt") return open(node, "an attribute of a resource is known after deployment");
  if (name == "ImportValue") return open(node, "the export of another stack");
  if (name == "Transform") return open(node, "a macro that runs at deployment");
  return open(node, fmt::format("{} is evaluated at deployment", name));
}

Resolved Evaluator::ref(const Node& node, std::string_view name) const {
  if (name == "AWS::NoValue") return {};
  const std::string key(name);
  if (const auto loop = loop_.find(key); loop != loop_.end()) {
    return loop->second ? scalar(node, *loop->second) : open(node, std::string(kOpenLoop));
  }
  const Node* declaration = template_.parameter(name);
  if (const auto bound = template_.options().parameters.find(key);
      bound != template_.options().parameters.end()) {
    return parameter_value(node, declaration, bound->second);
  }
  if (const auto value = scenario_.parameters.find(key); value != scenario_.parameters.end()) {
    if (value->second) return parameter_value(node, declaration, *value->second);
    return open(node, fmt::format("the conditions rule out the default of parameter {}", name));
  }
  if (is_pseudo_parameter(name)) return open(node, fmt::format("{} is set at deployment", name));
  if (declaration != nullptr) return parameter(node, name, *declaration);
  if (template_.has_resource(name)) {
    return open(node, fmt::format("the name of resource {} is known after deployment", name));
  }
  return open(node, fmt::format("nothing in the template is called {}", name));
}

Resolved Evaluator::parameter(const Node& node, std::string_view name,
                              const Node& declaration) const {
  const Node* type = declaration.find("Type");
  const auto kind = type == nullptr ? std::string_view() : type->text;
  if (kind.starts_with("AWS::SSM::Parameter::Value")) {
    return open(node, fmt::format("parameter {} is read from the parameter store", name));
  }
  const Node* fallback = declaration.find("Default");
  if (fallback == nullptr || (!fallback->is_scalar() && !fallback->is_null())) {
    return open(node, fmt::format("parameter {} has no default", name));
  }
  return parameter_value(node, &declaration, fallback->text);
}

Resolved Evaluator::sub_variable(const Node& node, const std::string& name, const Node* variables,
                                 int depth) const {
  if (variables != nullptr) {
    if (const Node* value = variables->find(name)) return resolve(value, depth + 1);
  }
  if (name.find('.') != std::string::npos && !loop_.contains(name)) {
    return open(node, "an attribute of a resource is known after deployment");
  }
  return ref(node, name);
}

Resolved Evaluator::sub(const Node& node, const Node& argument, int depth) const {
  const bool with_variables = argument.is_sequence() && argument.items.size() == 2;
  const Node& pattern = with_variables ? *argument.items[0] : argument;
  if (!pattern.is_scalar()) return open(node, "Sub needs a text");
  std::string text(pattern.text);
  if (template_.dialect() == Dialect::serverless) {
    Resolved inner = serverless(pattern, text, depth);
    if (inner.kind != Resolved::Kind::scalar) return open(node, inner.unknown.why);
    text = std::move(inner.text);
  }
  std::string result;
  std::string_view rest = text;
  for (auto at = rest.find("${"); at != std::string_view::npos; at = rest.find("${")) {
    const auto close = rest.find('}', at);
    if (close == std::string_view::npos) break;
    result += rest.substr(0, at);
    const std::string name(trim(rest.substr(at + 2, close - at - 2)));
    rest.remove_prefix(close + 1);
    if (name.starts_with('!')) {  // ${!Literal} is the text ${Literal}
      result += "${" + name.substr(1) + "}";
      continue;
    }
    const Resolved value =
        sub_variable(node, name, with_variables ? argument.items[1] : nullptr, depth);
    if (value.kind != Resolved::Kind::scalar) {
      return open(node,
                  value.kind == Resolved::Kind::unknown ? value.unknown.why : name + " is no text");
    }
    result += value.text;
  }
  result += rest;
  return scalar(node, std::move(result));
}

std::optional<std::vector<std::string>> Evaluator::texts(const Resolved& value, int depth) const {
  if (value.kind == Resolved::Kind::list) return value.list;
  if (value.kind != Resolved::Kind::tree || !value.node->is_sequence()) return std::nullopt;
  std::vector<std::string> result;
  for (const Node* item : value.node->items) {
    const Resolved element = resolve(item, depth + 1);
    if (element.kind == Resolved::Kind::absent) continue;
    if (element.kind == Resolved::Kind::list) {
      result.insert(result.end(), element.list.begin(), element.list.end());
    } else if (element.kind == Resolved::Kind::scalar) {
      result.push_back(element.text);
    } else {
      return std::nullopt;
    }
  }
  return result;
}

Resolved Evaluator::join(const Node& node, const Node& argument, int depth) const {
  if (argument.items.size() != 2) return open(node, "Join needs a separator and a list");
  const auto parts = texts(resolve(argument.items[1], depth + 1), depth);
  if (!parts) return open(node, "a part of the Join is known only at deployment");
  return scalar(node, fmt::format("{}", fmt::join(*parts, argument.items[0]->text)));
}

Resolved Evaluator::select(const Node& node, const Node& argument, int depth) const {
  if (argument.items.size() != 2) return open(node, "Select needs an index and a list");
  const Resolved position = resolve(argument.items[0], depth + 1);
  const auto parts = texts(resolve(argument.items[1], depth + 1), depth);
  const auto index = as_integer(position.text).value_or(-1);
  const bool valid = parts && index >= 0 && static_cast<std::size_t>(index) < parts->size();
  if (!valid) return open(node, "the Select cannot be evaluated here");
  return scalar(node, (*parts)[static_cast<std::size_t>(index)]);
}

Resolved Evaluator::split(const Node& node, const Node& argument, int depth) const {
  if (argument.items.size() != 2) return open(node, "Split needs a separator and a text");
  const Resolved value = resolve(argument.items[1], depth + 1);
  if (value.kind != Resolved::Kind::scalar) return open(node, "the text to split is not known");
  return text_list(node, split_text(value.text, argument.items[0]->text));
}

Resolved Evaluator::find_in_map(const Node& node, const Node& argument, int depth) const {
  if (argument.items.size() < 3) return open(node, "FindInMap needs a map and two keys");
  const Node* at = template_.section("Mappings");
  for (std::size_t i = 0; i < 3; ++i) {
    const Resolved key = resolve(argument.items[i], depth + 1);
    if (key.kind != Resolved::Kind::scalar) {
      return open(node, key.kind == Resolved::Kind::unknown ? key.unknown.why
                                                            : "a key of FindInMap is no text");
    }
    at = at == nullptr ? nullptr : at->find(key.text);
  }
  if (at != nullptr) return resolve(at, depth + 1);
  // The language extensions allow a default as a fourth argument.
  if (argument.items.size() == 4 && argument.items[3]->is_mapping()) {
    if (const Node* fallback = argument.items[3]->find("DefaultValue")) {
      return resolve(fallback, depth + 1);
    }
  }
  return open(node, "the map has no such entry");
}

Resolved Evaluator::choose(const Node& node, const Node& argument, int depth) const {
  if (argument.items.size() != 3) return open(node, "If needs a condition and two values");
  const auto truth = scenario_.conditions.find(std::string(argument.items[0]->text));
  if (truth == scenario_.conditions.end()) {
    return open(node, fmt::format("condition {} is open", argument.items[0]->text));
  }
  return resolve(argument.items[truth->second ? 1 : 2], depth + 1);
}

Resolved Evaluator::serverless(const Node& node, std::string_view text, int depth) const {
  const auto value = resolve_serverless(template_.document(), text, template_.options());
  if (value.node != nullptr && value.node->span.begin != node.span.begin) {
    return resolve(value.node, depth + 8);
  }
  if (value.text) return scalar(node, *value.text);
  return open(node, value.why);
}

}  // namespace ddblint
