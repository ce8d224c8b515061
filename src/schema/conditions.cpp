// Which combinations of conditions can hold together. Conditions compare parameters with texts, so
// they are correlated: with IsProd = (Env == prod) and IsDev = (Env == dev) not both can hold. The
// explorer evaluates the conditions of one resource under a partial choice of parameter values;
// when it meets a parameter that has not been chosen, it branches over the values that can make a
// difference (allowed values, default, texts compared with, and one other). What cannot be
// evaluated is a free choice of its own. A scenario also remembers what it makes of the parameters:
// where HasIndex means that IndexKey is not '', a reference to IndexKey is not its default ''
// either. Where the combinations are too many, those are explored that differ from the parameters'
// defaults in one parameter: each of them can hold, though not all are seen.

#include <algorithm>
#include <unordered_set>

#include "schema/template.h"

namespace ddblint {
namespace {

/// Evaluations of one resource's conditions before only those near the defaults are looked at.
constexpr int kMaxEvaluations = 256;
/// Functions evaluated for one resource, against lists of aliases of lists of aliases.
constexpr int kMaxSteps = 1'000'000;
/// Nesting of conditions that name conditions.
constexpr int kMaxConditionDepth = 32;

/// A value that no text of the template equals begins with this.
constexpr char kOther = '\x01';
/// The key of a free choice begins with this; no parameter's name does.
constexpr char kFree = '\x02';

/// Collects what a subtree mentions; aliased nodes are entered once.
class Mentions {
 public:
  std::set<std::string> conditions;

  void visit(const Node* node) {
    if (node == nullptr || (node->aliased && !seen_.insert(node).second)) return;
    if (const auto call = as_intrinsic(*node)) {
      const Node& argument = *call->argument;
      const bool names_condition = call->name == "If" && argument.items.size() == 3;
      if (names_condition) conditions.emplace(argument.items[0]->text);
    }
    for (const Node* item : node->items) visit(item);
    for (const auto& member : node->members) {
      if (!beside_the_model(member.key->text)) visit(member.value);
    }
  }

 private:
  /// Conditions that decide nothing the model holds would only multiply the scenarios.
  static bool beside_the_model(std::string_view key) {
    return key == "Tags" || key == "ResourcePolicy" || key == "KinesisStreamSpecification" ||
           key == "ImportSourceSpecification" || key == "Metadata";
  }

  std::unordered_set<const Node*> seen_;
};

/// The texts that conditions compare each parameter with.
std::map<std::string, std::set<std::string>> compared_texts(const Node* conditions) {
  std::map<std::string, std::set<std::string>> result;
  std::vector<const Node*> open{conditions};
  std::unordered_set<const Node*> seen;
  while (!open.empty()) {
    const Node* node = open.back();
    open.pop_back();
    if (node == nullptr || (node->aliased && !seen.insert(node).second)) continue;
    const auto call = as_intrinsic(*node);
    if (call && call->name == "Equals" && call->argument->items.size() == 2) {
      for (const int i : {0, 1}) {
        const Node* left = call->argument->items[static_cast<std::size_t>(i)];
        const Node* right = call->argument->items[static_cast<std::size_t>(1 - i)];
        const auto reference = as_intrinsic(*left);
        if (reference && reference->name == "Ref" && !as_intrinsic(*right)) {
          result[std::string(reference->argument->text)].emplace(right->text);
        }
      }
    }
    for (const Node* item : node->items) open.push_back(item);
    for (const auto& member : node->members) open.push_back(member.value);
  }
  return result;
}

class Explorer {
 public:
  Explorer(const Template& source, const LoopVariables& loop, std::set<std::string> conditions)
      : source_(source),
        loop_(loop),
        wanted_(std::move(conditions)),
        compared_(compared_texts(source.section("Conditions"))) {}

  /// Scenarios that can hold: all of them, or those near the defaults when there are too many.
  Scenarios run();

 private:
  using Truth = std::optional<bool>;
  /// Values of parameters, and of free choices.
  using Choices = std::map<std::string, std::string>;

  void explore();
  void explore_near_defaults();
  void explore_from(Choices choices);
  std::optional<Assignment> assignment();
  void keep(Assignment assignment);
  [[nodiscard]] Scenario scenario(const Assignment& assignment,
                                  const std::vector<Choices>& leaves) const;
  [[nodiscard]] std::string default_of(const std::string& variable,
                                       const std::vector<std::string>& values) const;
  Truth condition(const std::string& name, int depth);
  Truth evaluate(const Node& node, int depth);
  Truth all_or_any(const Node& list, bool all, int depth);
  Truth equals(const Node& node, const Node& list);
  std::optional<std::string> operand(const Node& node);
  [[nodiscard]] std::vector<std::string> domain(const std::string& parameter) const;
  [[nodiscard]] bool chosen(const std::string& parameter) const;
  Truth free_choice(const std::string& key);

  const Template& source_;
  const LoopVariables& loop_;
  std::set<std::string> wanted_;
  std::map<std::string, std::set<std::string>> compared_;
  /// Parameter values chosen so far; free choices have keys that no parameter has.
  Choices choice_;
  /// Conditions evaluated under these choices: conditions name conditions, many times over.
  Assignment known_;
  /// Conditions whose evaluation has begun: one that is met again refers to itself.
  std::set<std::string> entered_;
  /// What the evaluation needs to know next, and its values.
  std::string needed_;
  std::vector<std::string> needed_values_;
  /// Every assignment found, with the choices that lead to it.
  std::map<Assignment, std::vector<Choices>> found_;
  int evaluations_ = 0;
  int steps_ = 0;
};

Scenarios Explorer::run() {
  explore();
  Scenarios result{.items = {}, .all = evaluations_ <= kMaxEvaluations};
  if (!result.all) {
    found_.clear();
    choice_.clear();
    explore_near_defaults();
  }
  result.items.reserve(found_.size());
  for (const auto& [assignment, leaves] : found_) {
    result.items.push_back(scenario(assignment, leaves));
  }
  return result;
}

void Explorer::keep(Assignment assignment) { found_[std::move(assignment)].push_back(choice_); }

// A parameter keeps its default unless every way to the assignment chose something else for it.
Scenario Explorer::scenario(const Assignment& assignment,
                            const std::vector<Choices>& leaves) const {
  Scenario result{.conditions = assignment, .parameters = {}};
  for (const auto& [name, chosen_value] : leaves.front()) {
    if (name.front() == kFree || source_.parameter(name) == nullptr) continue;
    std::set<std::string> values;
    bool unchosen = false;
    for (const auto& leaf : leaves) {
      const auto value = leaf.find(name);
      unchosen = unchosen || value == leaf.end();
      if (value != leaf.end()) values.insert(value->second);
    }
    const Node* fallback = source_.parameter(name)->find("Default");
    const bool has_default = fallback != nullptr && !fallback->is_mapping();
    if (unchosen || (has_default && values.contains(std::string(fallback->text)))) continue;
    const bool single = values.size() == 1 && !values.begin()->starts_with(kOther);
    result.parameters[name] = single ? std::optional(*values.begin()) : std::nullopt;
  }
  return result;
}

// The truth of every wanted condition under the choices made so far; nothing, with `needed_` set,
// when another choice has to be made first.
std::optional<Assignment> Explorer::assignment() {
  needed_.clear();
  known_.clear();
  Assignment result;
  for (const auto& name : wanted_) {
    const Truth truth = condition(name, 0);
    if (!truth) return std::nullopt;
    result[name] = *truth;
  }
  return result;
}

void Explorer::explore() {
  if (++evaluations_ > kMaxEvaluations) return;
  if (auto complete = assignment()) {
    keep(std::move(*complete));
    return;
  }
  const std::string name = needed_;
  for (const auto& value : std::vector<std::string>(needed_values_)) {
    choice_[name] = value;
    explore();
  }
  choice_.erase(name);
}

void Explorer::explore_near_defaults() {
  explore_from({});
  const Choices defaults = choice_;
  for (const auto& [name, value] : defaults) {
    const bool free = name.front() == kFree;
    const auto values = free ? std::vector<std::string>{"false", "true"} : domain(name);
    for (const auto& other : values) {
      if (other == value) continue;
      Choices near = defaults;
      near[name] = other;
      explore_from(std::move(near));
    }
  }
}

// Keeps the one assignment that these choices, and defaults for whatever else is needed, lead to.
void Explorer::explore_from(Choices choices) {
  choice_ = std::move(choices);
  auto complete = assignment();
  while (!complete) {
    choice_[needed_] = default_of(needed_, needed_values_);
    complete = assignment();
  }
  keep(std::move(*complete));
}

std::string Explorer::default_of(const std::string& variable,
                                 const std::vector<std::string>& values) const {
  const Node* declaration = source_.parameter(variable);
  const Node* fallback = declaration == nullptr ? nullptr : declaration->find("Default");
  return fallback != nullptr && !fallback->text.empty() ? std::string(fallback->text)
                                                        : values.front();
}

bool Explorer::chosen(const std::string& parameter) const {
  return source_.options().parameters.contains(parameter) || loop_.contains(parameter);
}

std::vector<std::string> Explorer::domain(const std::string& parameter) const {
  std::set<std::string> values;
  bool closed = false;
  if (const Node* declaration = source_.parameter(parameter)) {
    if (const Node* allowed = declaration->find("AllowedValues")) {
      for (const Node* value : allowed->items) values.emplace(value->text);
      closed = !values.empty();
    }
    const Node* fallback = declaration->find("Default");
    if (fallback != nullptr && fallback->is_scalar()) values.emplace(fallback->text);
  }
  if (!closed) {
    if (const auto texts = compared_.find(parameter); texts != compared_.end()) {
      values.insert(texts->second.begin(), texts->second.end());
    }
    values.insert(kOther + parameter);
  }
  return {values.begin(), values.end()};
}

Explorer::Truth Explorer::free_choice(const std::string& key) {
  const auto made = choice_.find(kFree + key);
  if (made != choice_.end()) return made->second == "true";
  needed_ = kFree + key;
  needed_values_ = {"false", "true"};
  return std::nullopt;
}

Explorer::Truth Explorer::condition(const std::string& name, int depth) {
  if (const auto known = known_.find(name); known != known_.end()) return known->second;
  const Node* conditions = source_.section("Conditions");
  const Node* definition = conditions == nullptr ? nullptr : conditions->find(name);
  const bool circular = !entered_.insert(name).second;
  const bool open = definition == nullptr || circular;
  const Truth truth = open ? free_choice(name) : evaluate(*definition, depth + 1);
  if (!circular) entered_.erase(name);
  if (truth) known_[name] = *truth;
  return truth;
}

Explorer::Truth Explorer::evaluate(const Node& node, int depth) {
  const auto call = as_intrinsic(node);
  if (!call || depth > kMaxConditionDepth || ++steps_ > kMaxSteps)
    return free_choice(source_.expression(node));
  const Node& argument = *call->argument;
  if (call->name == "Condition") return condition(std::string(argument.text), depth + 1);
  if (call->name == "Not" && argument.items.size() == 1) {
    const Truth inner = evaluate(*argument.items[0], depth + 1);
    return inner ? Truth(!*inner) : inner;
  }
  if (call->name == "And") return all_or_any(argument, true, depth);
  if (call->name == "Or") return all_or_any(argument, false, depth);
  if (call->name == "Equals" && argument.items.size() == 2) return equals(node, argument);
  return free_choice(source_.expression(node));
}

Explorer::Truth Explorer::all_or_any(const Node& list, bool all, int depth) {
  for (const Node* item : list.items) {
    const Truth truth = evaluate(*item, depth + 1);
    if (!truth) return truth;
    if (*truth != all) return !all;
  }
  return all;
}

Explorer::Truth Explorer::equals(const Node& node, const Node& list) {
  const auto left = operand(*list.items[0]);
  if (!left && !needed_.empty()) return std::nullopt;
  const auto right = operand(*list.items[1]);
  if (!right && !needed_.empty()) return std::nullopt;
  if (!left || !right) return free_choice(source_.expression(node));
  return *left == *right;
}

// The text of one side of Equals; nothing when it stays open or needs a choice first.
std::optional<std::string> Explorer::operand(const Node& node) {
  const auto call = as_intrinsic(node);
  const bool literal = !call && node.is_scalar() && node.text.find('$') == std::string_view::npos;
  if (literal) return std::string(node.text);
  if (call && call->name == "Ref") {
    const std::string name(call->argument->text);
    if (const auto made = choice_.find(name); made != choice_.end()) return made->second;
    if (!chosen(name)) {
      needed_ = name;
      needed_values_ = domain(name);
      return std::nullopt;
    }
  }
  Scenario here;
  for (const auto& [name, value] : choice_) {
    const bool concrete = !value.starts_with(kOther);
    here.parameters[name] = concrete ? std::optional(value) : std::nullopt;
  }
  const Resolved value = Evaluator(source_, here, loop_).resolve(&node);
  if (value.kind != Resolved::Kind::scalar) return std::nullopt;
  return value.text;
}

}  // namespace

Scenarios feasible_scenarios(const Template& source, const Node& resource,
                             const LoopVariables& loop, std::string_view required) {
  Mentions mentions;
  mentions.visit(&resource);
  if (!required.empty()) mentions.conditions.emplace(required);
  if (mentions.conditions.empty()) return {.items = {Scenario{}}, .all = true};
  Scenarios scenarios = Explorer(source, loop, mentions.conditions).run();
  std::erase_if(scenarios.items, [required](const Scenario& scenario) {
    const auto needed = scenario.conditions.find(std::string(required));
    return needed != scenario.conditions.end() && !needed->second;
  });
  return scenarios;
}

}  // namespace ddblint
