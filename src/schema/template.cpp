#include "schema/template.h"

#include <algorithm>
#include <cctype>
#include <unordered_map>

#include "source/text.h"

namespace ddblint {
namespace {

/// Resources that loops may expand to in one file, and rounds that they may take.
constexpr std::size_t kMaxExpanded = 10'000;

constexpr std::string_view kForEach = "Fn::ForEach::";

class Expansion {
 public:
  explicit Expansion(const Template& source) : source_(source) {}

  void mapping(const Node& node, const LoopVariables& loop, int depth);
  Resources take() { return std::move(result_); }

 private:
  void loop(const Node& arguments, const LoopVariables& outer, int depth);
  using Values = std::optional<std::vector<std::string>>;
  Values values(const Node& collection, const LoopVariables& loop) const;

  const Template& source_;
  Resources result_;
  std::size_t rounds_ = 0;
};

void replace_all(std::string& text, std::string_view mark, std::string_view value) {
  for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark, at)) {
    text.replace(at, mark.size(), value);
    at += value.size();
  }
}

std::string substitute(std::string_view text, const LoopVariables& loop) {
  std::string result(text);
  for (const auto& [name, value] : loop) {
    if (!value) continue;
    replace_all(result, "${" + name + "}", *value);
    // Logical ids are of letters and digits: this form leaves out all else.
    std::string plain = *value;
    std::erase_if(plain, [](unsigned char c) { return std::isalnum(c) == 0; });
    replace_all(result, "&{" + name + "}", plain);
  }
  return result;
}

void Expansion::mapping(const Node& node, const LoopVariables& loop_variables, int depth) {
  constexpr int kMaxLoopDepth = 8;
  if (depth > kMaxLoopDepth) return;
  std::unordered_map<std::string_view, const Node*> last;
  for (const auto& member : node.members) last[member.key->text] = member.key;
  for (const auto& member : node.members) {
    // Of equal keys the last one counts.
    if (!member.key->is_scalar() || last[member.key->text] != member.key) continue;
    if (depth > 0 && result_.items.size() >= kMaxExpanded) {
      result_.cut = member.key;
      return;
    }
    if (member.key->text.starts_with(kForEach)) {
      loop(*member.value, loop_variables, depth);
    } else if (member.value->is_mapping()) {
      result_.items.push_back({.id = substitute(member.key->text, loop_variables),
                               .key = member.key,
                               .node = member.value,
                               .loop = loop_variables});
    }
  }
}

void Expansion::loop(const Node& arguments, const LoopVariables& outer, int depth) {
  const bool well_formed = arguments.items.size() == 3 && arguments.items[0]->is_scalar() &&
                           arguments.items[2]->is_mapping();
  if (!well_formed) return;
  const Node& body = *arguments.items[2];
  const auto all = values(*arguments.items[1], outer);
  LoopVariables inner = outer;
  std::optional<std::string>& variable = inner[std::string(arguments.items[0]->text)];
  variable.reset();
  if (!all) mapping(body, inner, depth + 1);
  for (const auto& value : all.value_or(std::vector<std::string>())) {
    if (++rounds_ > kMaxExpanded) {
      result_.cut = arguments.items[0];
      return;
    }
    variable = value;
    mapping(body, inner, depth + 1);
  }
}

// The texts that a loop runs over; nothing when one of them is not known.
Expansion::Values Expansion::values(const Node& collection,
                                    const LoopVariables& loop_variables) const {
  const Scenario none;
  const Evaluator evaluator(source_, none, loop_variables);
  const Resolved whole = evaluator.resolve(&collection);
  if (whole.kind == Resolved::Kind::list) return whole.list;
  if (whole.kind != Resolved::Kind::tree) return std::nullopt;
  std::vector<std::string> result;
  for (const Node* item : whole.node->items) {
    const Resolved value = evaluator.resolve(item);
    if (value.kind == Resolved::Kind::list) {
      result.insert(result.end(), value.list.begin(), value.list.end());
    } else if (value.kind == Resolved::Kind::scalar) {
      result.push_back(value.text);
    } else {
      return std::nullopt;
    }
  }
  return result;
}

}  // namespace

std::optional<Intrinsic> as_intrinsic(const Node& node) {
  if (!node.tag.empty()) return Intrinsic{node.tag.substr(1), &node};
  if (!node.is_mapping() || node.members.size() != 1 || !node.members[0].key->is_scalar()) {
    return std::nullopt;
  }
  const auto& member = node.members[0];
  const auto name = member.key->text;
  if (name == "Ref") return Intrinsic{name, member.value};
  if (name == "Condition" && member.value->is_scalar()) return Intrinsic{name, member.value};
  if (name.starts_with("Fn::") && !name.starts_with(kForEach)) {
    return Intrinsic{name.substr(4), member.value};
  }
  return std::nullopt;
}

Template::Template(const Node& root, const Node& document, std::string_view text, Dialect dialect,
                   const ReadOptions& options)
    : root_(root), document_(document), text_(text), dialect_(dialect), options_(options) {}

std::string Template::expression(const Node& node) const {
  return shown_expression(text_.substr(node.span.begin, node.span.end - node.span.begin));
}

const Node* Template::parameter(std::string_view name) const {
  const Node* parameters = section("Parameters");
  return parameters == nullptr ? nullptr : parameters->find(name);
}

bool Template::has_resource(std::string_view name) const {
  const Node* resources = section("Resources");
  return resources != nullptr && resources->find(name) != nullptr;
}

Resources resources_of(const Template& source) {
  const Node* resources = source.section("Resources");
  if (resources == nullptr) return {};
  Expansion expansion(source);
  expansion.mapping(*resources, {}, 0);
  return expansion.take();
}

}  // namespace ddblint
