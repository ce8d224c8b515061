#include "schema/terraform/evaluator.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "schema/terraform/functions.h"
#include "source/text.h"

namespace ddblint {
namespace {

using Outcome = std::expected<Value, std::string>;

/// A value heavier than this is refused; the largest real ones are some thousand.
constexpr std::size_t kMaxWeight = 500'000;
/// A function looks at so much of its arguments in the time of one step.
constexpr std::size_t kWeightOfStep = 16;
/// Longest text, in bytes.
constexpr std::size_t kMaxText = 1'000'000;

/// Counts one level of nesting while it lives.
class Level {
 public:
  explicit Level(Budget& budget) : budget_(budget) { --budget_.depth; }
  ~Level() { ++budget_.depth; }
  Level(const Level&) = delete;
  Level& operator=(const Level&) = delete;

 private:
  Budget& budget_;
};

/// What a `for` or a template's loop runs over; nothing for what has no elements.
std::optional<std::vector<std::pair<Value, Value>>> entries_of(const Value& collection) {
  std::vector<std::pair<Value, Value>> entries;
  if (collection.is(Value::Kind::list)) {
    for (const Value& item : collection.items()) {
      const auto index = static_cast<double>(entries.size());
      entries.emplace_back(collection.is_set() ? item : Value::number(index), item);
    }
    return entries;
  }
  if (!collection.is(Value::Kind::map)) return std::nullopt;
  for (const auto& [key, item] : collection.members()) {
    entries.emplace_back(Value::string(key, item.span()), item);
  }
  return entries;
}

Outcome compare(std::string_view op, double left, double right) {
  if (op == "<") return Value::boolean(left < right);
  if (op == "<=") return Value::boolean(left <= right);
  if (op == ">") return Value::boolean(left > right);
  return Value::boolean(left >= right);
}

Outcome calculate(std::string_view op, double left, double right) {
  if (op == "+") return Value::number(left + right);
  if (op == "-") return Value::number(left - right);
  if (op == "*") return Value::number(left * right);
  if (right == 0) return std::unexpected("division by zero");
  return Value::number(op == "/" ? left / right : std::fmod(left, right));
}

/// `&&` and `||`: one side alone may decide.
Outcome combine(std::string_view op, const Value& left, const Value& right) {
  const bool decisive = op == "||";
  for (const Value* side : {&left, &right}) {
    const auto truth = as_truth(*side);
    if (!truth && !side->is_unknown()) return std::unexpected("not a truth value");
    if (truth && *truth == decisive) return Value::boolean(decisive);
  }
  if (left.is_unknown()) return left;
  if (right.is_unknown()) return right;
  return Value::boolean(!decisive);
}

const Value* first_unknown(const Value& a, const Value& b) {
  if (a.is_unknown()) return &a;
  return b.is_unknown() ? &b : nullptr;
}

Outcome apply(std::string_view op, const Value& left, const Value& right) {
  if (op == "==" || op == "!=") {
    if (const Value* open = first_unknown(left, right)) return *open;
    if (!left.wholly_known() || !right.wholly_known()) {
      return Value::unknown({.expression = "", .why = "a part of what is compared is not known"});
    }
    return Value::boolean((left == right) == (op == "=="));
  }
  if (const Value* open = first_unknown(left, right)) return *open;
  const auto a = as_number(left);
  const auto b = as_number(right);
  if (!a || !b) return std::unexpected(fmt::format("`{}` needs numbers", op));
  const bool comparison = op.front() == '<' || op.front() == '>';
  return comparison ? compare(op, *a, *b) : calculate(op, *a, *b);
}

}  // namespace

Value literal_value(const Node& node) {
  switch (node.kind) {
    case Node::Kind::null:
      return Value::null(node.span);
    case Node::Kind::scalar: {
      if (!node.quoted) {
        if (node.text == "true" || node.text == "false") {
          return Value::boolean(node.text == "true", node.span);
        }
        if (const auto number = as_number(Value::string(std::string(node.text)))) {
          return Value::number(*number, node.span);
        }
      }
      return Value::string(std::string(node.text), node.span);
    }
    case Node::Kind::sequence: {
      ValueList items;
      items.reserve(node.items.size());
      for (const Node* item : node.items) items.push_back(literal_value(*item));
      return Value::list(std::move(items), node.span);
    }
    case Node::Kind::mapping: {
      ValueMap members;
      for (const auto& [key, value] : node.members) {
        members.emplace_back(std::string(key->text), literal_value(*value));
      }
      return Value::map(std::move(members), node.span);
    }
    case Node::Kind::expression:
      break;
  }
  return Value::unknown({.expression = "", .why = "an expression"}, node.span);
}

Value HclEvaluator::open(const Node& node, std::string why) const {
  return Value::unknown(
      {.expression = shown_expression(sources_.text(node.span)), .why = std::move(why)}, node.span);
}

Value HclEvaluator::evaluate(const Node& node) {
  Outcome result = value(node);
  return result ? *std::move(result) : open(node, std::move(result.error()));
}

void HclEvaluator::bind(std::string name, Value value) {
  bindings_.emplace_back(std::move(name), std::move(value));
}

const Value* HclEvaluator::bound(std::string_view name) const {
  const auto found = std::find_if(bindings_.rbegin(), bindings_.rend(),
                                  [&](const auto& binding) { return binding.first == name; });
  return found == bindings_.rend() ? nullptr : &found->second;
}

HclEvaluator::Outcome HclEvaluator::value(const Node& node) {
  if (budget_.steps == 0 || budget_.depth == 0) {
    return open(node, "too much to evaluate: it is nested too deeply, or names itself");
  }
  --budget_.steps;
  const Level level(budget_);
  if (node.is_null() || node.is_scalar()) return literal_value(node);
  Outcome result = node.is_sequence()  ? tuple(node)
                   : node.is_mapping() ? object(node)
                                       : expression(node);
  if (result && result->weight() > kMaxWeight) return open(node, "its value is too large");
  return result;
}

HclEvaluator::Outcome HclEvaluator::expression(const Node& node) {
  switch (node.op) {
    case Op::variable:
    case Op::attribute:
    case Op::index:
      return traversal(node);
    case Op::splat:
      return splat(node);
    case Op::splat_item:
      return splat_items_.empty() ? Outcome(open(node, "a splat")) : splat_items_.back();
    case Op::call:
      return call(node);
    case Op::unary:
      return unary(node);
    case Op::binary:
      return binary(node);
    case Op::conditional:
      return conditional(node);
    case Op::for_list:
      return for_list(node);
    case Op::for_object:
      return for_object(node);
    case Op::parentheses:
      return value(*node.items[0]);
    case Op::interpolation:
      return text(node);
    case Op::template_for:
      return text_loop(node);
    case Op::invalid:
    case Op::none:
      break;
  }
  return open(node, "it could not be read");
}

HclEvaluator::Outcome HclEvaluator::tuple(const Node& node) {
  ValueList items;
  items.reserve(node.items.size());
  for (const Node* item : node.items) {
    Outcome element = value(*item);
    if (!element) return element;
    items.push_back(*std::move(element));
  }
  return Value::list(std::move(items), node.span);
}

HclEvaluator::Outcome HclEvaluator::object(const Node& node) {
  ValueMap members;
  members.reserve(node.members.size());
  for (const auto& [key, item] : node.members) {
    Outcome name = key->is_expression() ? value(*key) : Value::string(std::string(key->text));
    if (!name) return name;
    if (name->is_unknown()) return name;
    auto text = as_text(*name);
    if (!text) return std::unexpected("a key must be a text");
    Outcome member = value(*item);
    if (!member) return member;
    members.emplace_back(*std::move(text), *std::move(member));
  }
  return Value::map(std::move(members), node.span);
}

HclEvaluator::Outcome HclEvaluator::traversal(const Node& node) {
  std::vector<Value> steps;
  const Node* root = &node;
  while (root->op == Op::attribute || root->op == Op::index) {
    if (root->op == Op::attribute) {
      steps.push_back(Value::string(std::string(root->text)));
    } else {
      Outcome key = value(*root->items[1]);
      if (!key) return key;
      steps.push_back(*std::move(key));
    }
    root = root->items[0];
  }
  std::ranges::reverse(steps);
  Reference start;
  const bool name = root->op == Op::variable;
  const Value* local = name ? bound(root->text) : nullptr;
  if (local != nullptr) {
    start.value = *local;
  } else if (name) {
    start = names_(*root, steps);
  } else {
    Outcome source = value(*root);
    if (!source) return source;
    start.value = *std::move(source);
  }
  for (std::size_t i = start.steps; i < steps.size(); ++i) {
    Outcome next = step(start.value, steps[i]);
    if (!next) return next;
    start.value = *std::move(next);
  }
  if (start.value.is_unknown()) {
    return Value::unknown(
        {.expression = shown_expression(sources_.text(node.span)), .why = start.value.reason().why},
        node.span);
  }
  // An element that a loop hands out stands where it was written; anything else stands here.
  const bool of_loop = local != nullptr && !steps.empty();
  return of_loop ? start.value : start.value.at(node.span);
}

HclEvaluator::Outcome HclEvaluator::step(const Value& from, const Value& key) const {
  if (from.is_unknown()) return from;
  if (key.is_unknown()) return key;
  if (from.is(Value::Kind::map)) {
    const auto name = as_text(key);
    const Value* found = name ? from.find(*name) : nullptr;
    if (found != nullptr) return *found;
    return std::unexpected(fmt::format("there is no attribute `{}`", name.value_or("")));
  }
  if (from.is(Value::Kind::list)) {
    const auto index = as_number(key);
    const bool inside = index && *index >= 0 && *index < static_cast<double>(from.items().size());
    if (!inside) return std::unexpected("the index is out of range");
    return from.items()[static_cast<std::size_t>(*index)];
  }
  return std::unexpected(from.is_null() ? "it is null" : "it has no attributes");
}

HclEvaluator::Outcome HclEvaluator::splat(const Node& node) {
  Outcome source = value(*node.items[0]);
  if (!source || source->is_unknown()) return source;
  ValueList from;
  if (source->is(Value::Kind::list)) {
    from = source->items();
  } else if (!source->is_null()) {
    from.push_back(*source);
  }
  ValueList items;
  for (Value& item : from) {
    splat_items_.push_back(std::move(item));
    Outcome element = value(*node.items[1]);
    splat_items_.pop_back();
    if (!element) return element;
    items.push_back(*std::move(element));
  }
  return Value::list(std::move(items), node.span);
}

// `try` gives the first argument that can be evaluated; `can` tells whether one can.
HclEvaluator::Outcome HclEvaluator::first_success(const Node& node) {
  const bool can = node.text == "can";
  for (const Node* argument : node.items) {
    Outcome result = value(*argument);
    if (result && can && !result->is_unknown()) return Value::boolean(true, node.span);
    if (result) return result;
  }
  if (can) return Value::boolean(false, node.span);
  return std::unexpected("none of the arguments of `try` can be evaluated");
}

HclEvaluator::Outcome HclEvaluator::call(const Node& node) {
  if (node.text == "try" || node.text == "can") return first_success(node);
  ValueList arguments;
  arguments.reserve(node.items.size());
  for (const Node* item : node.items) {
    Outcome argument = value(*item);
    if (!argument) return argument;
    arguments.push_back(*std::move(argument));
  }
  if (node.tag == "..." && !arguments.empty()) {
    Value last = std::move(arguments.back());
    arguments.pop_back();
    if (last.is_unknown()) return last;
    if (!last.is(Value::Kind::list)) return std::unexpected("`...` needs a list");
    arguments.insert(arguments.end(), last.items().begin(), last.items().end());
  }
  // A call may look at all of its arguments, however little was written.
  std::size_t weight = 0;
  for (const Value& argument : arguments) weight += argument.weight();
  budget_.steps -= std::min(budget_.steps, weight / kWeightOfStep);
  Outcome result = call_function(node.text, arguments);
  if (!result) return std::unexpected(fmt::format("{}: {}", node.text, result.error()));
  // What a function itself leaves open has no expression yet.
  const bool own = result->is_unknown() && result->reason().expression.empty();
  return own ? open(node, result->reason().why) : result->at(node.span);
}

HclEvaluator::Outcome HclEvaluator::unary(const Node& node) {
  Outcome operand = value(*node.items[0]);
  if (!operand || operand->is_unknown()) return operand;
  if (node.text == "!") {
    const auto truth = as_truth(*operand);
    if (!truth) return std::unexpected("`!` needs a truth value");
    return Value::boolean(!*truth, node.span);
  }
  const auto number = as_number(*operand);
  if (!number) return std::unexpected("`-` needs a number");
  return Value::number(-*number, node.span);
}

HclEvaluator::Outcome HclEvaluator::binary(const Node& node) {
  Outcome left = value(*node.items[0]);
  if (!left) return left;
  Outcome right = value(*node.items[1]);
  if (!right) return right;
  const bool logical = node.text == "&&" || node.text == "||";
  Outcome result = logical ? combine(node.text, *left, *right) : apply(node.text, *left, *right);
  if (result) return result->at(node.span);
  return result;
}

HclEvaluator::Outcome HclEvaluator::conditional(const Node& node) {
  Outcome condition = value(*node.items[0]);
  if (!condition) return condition;
  const auto branch = [&](std::size_t index) -> Outcome {
    return index < node.items.size() ? value(*node.items[index]) : Value::string("", node.span);
  };
  if (condition->is_unknown()) {
    const Outcome then = branch(1);
    const Outcome otherwise = branch(2);
    if (then && otherwise && then->wholly_known() && *then == *otherwise) return then;
    return open(node, condition->reason().why);
  }
  const auto truth = as_truth(*condition);
  if (!truth) return std::unexpected("a condition must be true or false");
  return branch(*truth ? 1 : 2);
}

HclEvaluator::Outcome HclEvaluator::within(const Node& loop, const std::pair<Value, Value>& entry,
                                           const Node& node) {
  const bool keyed = !loop.items[0]->is_null();
  if (keyed) bind(std::string(loop.items[0]->text), entry.first);
  bind(std::string(loop.items[1]->text), entry.second);
  Outcome result = value(node);
  unbind();
  if (keyed) unbind();
  return result;
}

std::expected<HclEvaluator::Entries, HclEvaluator::Outcome> HclEvaluator::entries(
    const Node& loop, std::size_t condition) {
  Outcome collection = value(*loop.items[2]);
  if (!collection || collection->is_unknown()) return std::unexpected(collection);
  auto all = entries_of(*collection);
  if (!all) return std::unexpected(Outcome(std::unexpected("a `for` needs a list or a map")));
  if (loop.items.size() <= condition) return *std::move(all);
  Entries chosen;
  for (auto& entry : *all) {
    Outcome result = within(loop, entry, *loop.items[condition]);
    if (!result) return std::unexpected(result);
    if (result->is_unknown()) {
      return std::unexpected(Outcome(open(loop, "its condition is not known")));
    }
    const auto truth = as_truth(*result);
    if (!truth) {
      return std::unexpected(
          Outcome(std::unexpected("the condition of a `for` must be true or false")));
    }
    if (*truth) chosen.push_back(std::move(entry));
  }
  return chosen;
}

HclEvaluator::Outcome HclEvaluator::for_list(const Node& node) {
  const auto chosen = entries(node, 4);
  if (!chosen) return chosen.error();
  ValueList items;
  for (const auto& entry : *chosen) {
    Outcome item = within(node, entry, *node.items[3]);
    if (!item) return item;
    items.push_back(*std::move(item));
  }
  return Value::list(std::move(items), node.span);
}

HclEvaluator::Outcome HclEvaluator::for_object(const Node& node) {
  const auto chosen = entries(node, 5);
  if (!chosen) return chosen.error();
  const bool grouped = node.tag == "...";
  std::map<std::string, ValueList> groups;
  for (const auto& entry : *chosen) {
    Outcome key = within(node, entry, *node.items[3]);
    if (!key || key->is_unknown()) return key;
    const auto name = as_text(*key);
    if (!name) return std::unexpected("a key must be a text");
    Outcome item = within(node, entry, *node.items[4]);
    if (!item) return item;
    ValueList& group = groups[*name];
    if (!grouped && !group.empty()) {
      return std::unexpected(fmt::format("key `{}` comes twice", *name));
    }
    group.push_back(*std::move(item));
  }
  ValueMap members;
  for (auto& [key, group] : groups) {
    Value member = grouped ? Value::list(std::move(group), node.span) : std::move(group.front());
    members.emplace_back(key, std::move(member));
  }
  return Value::map(std::move(members), node.span);
}

HclEvaluator::Outcome HclEvaluator::text(const Node& node) {
  std::string result;
  std::string why;
  for (const Node* item : node.items) {
    Outcome part = value(*item);
    if (!part) return part;
    if (part->is_unknown()) {
      if (why.empty()) why = part->reason().why;
      continue;
    }
    const auto piece = as_text(*part);
    if (!piece) return std::unexpected("only texts and numbers can stand in a text");
    result += *piece;
    if (result.size() > kMaxText) return std::unexpected("the text is too long");
  }
  if (!why.empty()) return open(node, std::move(why));
  return Value::string(std::move(result), node.span);
}

HclEvaluator::Outcome HclEvaluator::text_loop(const Node& node) {
  const auto chosen = entries(node, node.items.size());
  if (!chosen) return chosen.error();
  std::string result;
  for (const auto& entry : *chosen) {
    Outcome piece = within(node, entry, *node.items[3]);
    if (!piece || piece->is_unknown()) return piece;
    const auto words = as_text(*piece);
    if (!words) return std::unexpected("only texts and numbers can stand in a text");
    result += *words;
    if (result.size() > kMaxText) return std::unexpected("the text is too long");
  }
  return Value::string(std::move(result), node.span);
}

}  // namespace ddblint
