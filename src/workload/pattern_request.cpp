// Requests of the data plane, as the CLI and the SDKs send them. Single operations, the entries of
// batches and the actions of transactions have their parameters in common, so that all are read by
// the same few functions from a mapping.

#include "workload/pattern_request.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <unordered_set>
#include <utility>

#include "workload/expression.h"
#include "workload/pattern_fields.h"
#include "workload/pattern_place.h"
#include "workload/pattern_reader.h"
#include <fmt/format.h>

#include "source/text.h"

namespace ddblint {
namespace {

/// The service takes no longer expression.
/// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
constexpr std::size_t kMaxExpressionBytes = 4096;

/// Operations that run PartiQL, and the parameter with their statements.
struct StatementOperation {
  std::string_view name;
  std::string_view list;
};
constexpr std::array kStatementOperations = {
    StatementOperation{"ExecuteStatement", ""},
    StatementOperation{"BatchExecuteStatement", "Statements"},
    StatementOperation{"ExecuteTransaction", "TransactStatements"},
};

const StatementOperation* statement_operation(std::string_view name) {
  const auto found = std::ranges::find_if(kStatementOperations, [&](const auto& operation) {
    return to_lower(operation.name) == to_lower(name);
  });
  return found == kStatementOperations.end() ? nullptr : &*found;
}

class RequestReader {
 public:
  explicit RequestReader(Operation operation) : operation_(operation) {}

  void read(const Node& parameters);
  void read_statements(const Node& parameters, const StatementOperation& operation);
  ReadRequest take() { return {.patterns = std::move(patterns_), .diagnostics = fields_.take()}; }

 private:
  const Node* known(const Node& parameters, std::string_view name);
  std::optional<Stated> text(const Node& parameters, std::string_view name);
  std::optional<TokenReader> expression(const Node& parameters, std::string_view name);
  void finish(TokenReader& reader);

  void read_target(const Node& parameters);
  void read_key(const Node& parameters);
  void read_conditions(const Node& parameters);
  void read_key_condition(const Node& parameters);
  void read_legacy_conditions(const Node& parameters);
  void read_filter(const Node& parameters);
  void read_attributes(const Node& parameters);
  void read_sets(const Node& parameters);
  void read_unique(const Node& parameters);
  void read_consistency(const Node& parameters);
  void read_one(const Node& parameters);
  void read_statement_of(const Node& holder);

  void read_batch(const Node& parameters);
  void read_batch_table(const Node& table, const Node& entries);
  void read_transaction(const Node& parameters);
  void read_action(const Node& action, std::map<std::string, AccessPattern>& tables);

  void begin(const Node& place);
  void add_names(const Node& mapping, std::vector<Stated>& names) const;

  PatternFields fields_;
  Operation operation_;
  /// The one that is read now.
  AccessPattern pattern_;
  std::vector<AccessPattern> patterns_;
};

void RequestReader::begin(const Node& place) {
  pattern_ = {};
  pattern_.operation = operation_;
  pattern_.operation_span = place.span;
  pattern_.span = place.span;
}

/// A parameter's value; one that is not known makes the pattern a part of what it is.
const Node* RequestReader::known(const Node& parameters, std::string_view name) {
  const Node* value = value_of(parameters, name);
  if (value != nullptr && value->is_expression()) {
    pattern_.whole = false;
    return nullptr;
  }
  return value;
}

std::optional<Stated> RequestReader::text(const Node& parameters, std::string_view name) {
  const Node* value = known(parameters, name);
  if (value == nullptr) return std::nullopt;
  if (value->is_scalar() && !trim(value->text).empty()) {
    return Stated{.text = std::string(value->text), .span = value->span};
  }
  fields_.report(value->span, fmt::format("{} takes a text", name));
  return std::nullopt;
}

std::optional<TokenReader> RequestReader::expression(const Node& parameters,
                                                     std::string_view name) {
  const auto written = text(parameters, name);
  if (!written) return std::nullopt;
  if (written->text.size() > kMaxExpressionBytes) {
    fields_.report(written->span,
                   fmt::format("{} is longer than the 4 KB that the service takes", name));
    pattern_.whole = false;
    return std::nullopt;
  }
  const Node* names = value_of(parameters, "ExpressionAttributeNames");
  const auto resolve =
      [this, names, span = written->span](std::string_view alias) -> std::optional<std::string> {
    if (names != nullptr && names->is_expression()) return std::nullopt;
    const Node* attribute = names == nullptr ? nullptr : names->find(fmt::format("#{}", alias));
    if (attribute != nullptr && attribute->is_scalar()) return std::string(attribute->text);
    fields_.report(span, fmt::format("`#{}` is not among the ExpressionAttributeNames",
                                     shown_expression(alias)));
    return std::nullopt;
  };
  // The text of a node lives as long as its tree.
  const Node* value = parameters.find(name);
  return TokenReader(value->text, Grammar::expression, TextPlace(value->text, value->span),
                     resolve);
}

void RequestReader::finish(TokenReader& reader) {
  if (!reader.failed() && !reader.at_end()) reader.unexpected();
  if (reader.failed() || reader.unresolved()) pattern_.whole = false;
  fields_.add(reader.take_diagnostics());
}

void RequestReader::read_target(const Node& parameters) {
  const auto table = text(parameters, "TableName");
  if (table) {
    pattern_.table = *table;
  } else if (value_of(parameters, "TableName") == nullptr) {
    fields_.report(parameters.span, "a request names its table, and this one has no TableName");
  }
  if (const auto index = text(parameters, "IndexName")) pattern_.index = *index;
}

void RequestReader::add_names(const Node& mapping, std::vector<Stated>& names) const {
  std::unordered_set<std::string> seen;
  for (const Stated& name : names) seen.insert(name.text);
  for (const Member& member : mapping.members) {
    if (!member.key->is_scalar() || member.key->text.empty()) continue;
    Stated name = {.text = std::string(member.key->text), .span = member.key->span};
    if (seen.insert(name.text).second) names.push_back(std::move(name));
  }
}

void RequestReader::read_key(const Node& parameters) {
  const Node* key = known(parameters, "Key");
  if (key == nullptr) {
    if (value_of(parameters, "Key") == nullptr) {
      fields_.report(parameters.span,
                     fmt::format("a {} names its item by Key", to_string(operation_)));
    }
    return;
  }
  if (!fields_.expect_mapping(*key, "Key is a mapping from key attributes to values")) return;
  std::vector<Stated> names;
  add_names(*key, names);
  for (Stated& name : names) pattern_.equals.push_back({.attribute = std::move(name)});
}

void RequestReader::read_key_condition(const Node& parameters) {
  auto reader = expression(parameters, "KeyConditionExpression");
  if (!reader) return;
  const auto requirements = ddblint::read_condition(*reader);
  finish(*reader);
  for (const Requirement& requirement : requirements) {
    const bool serves = requirement.certain && requirement.kind != Requirement::Kind::other;
    if (serves || reader->failed()) continue;
    fields_.report(
        requirement.attribute.span.valid() ? requirement.attribute.span : parameters.span,
        "a key condition has equalities and a range, all of them joined by AND");
    break;
  }
  take_requirements(requirements, pattern_);
}

// The older form: {"Artist": {"ComparisonOperator": "EQ", "AttributeValueList": [...]}}.
void RequestReader::read_legacy_conditions(const Node& parameters) {
  const Node* conditions = known(parameters, "KeyConditions");
  if (conditions == nullptr || !fields_.expect_mapping(*conditions, "KeyConditions is a mapping")) {
    return;
  }
  static const std::map<std::string_view, RangeKind> kRanges = {
      {"LT", RangeKind::less},         {"LE", RangeKind::at_most},
      {"GT", RangeKind::greater},      {"GE", RangeKind::at_least},
      {"BETWEEN", RangeKind::between}, {"BEGINS_WITH", RangeKind::begins_with}};
  constexpr std::size_t kMostKeyAttributes = 8;
  if (conditions->members.size() > kMostKeyAttributes) {
    fields_.report(conditions->span, "a key has at most 8 attributes");
    return;
  }
  std::vector<Requirement> requirements;
  for (const Member& member : conditions->members) {
    const Node* comparison = value_of(*member.value, "ComparisonOperator");
    Requirement requirement;
    requirement.attribute = {.text = std::string(member.key->text), .span = member.key->span};
    const std::string_view word = comparison == nullptr ? "" : comparison->text;
    const auto range = kRanges.find(word);
    if (word == "EQ") {
      requirement.kind = Requirement::Kind::equal;
    } else if (range != kRanges.end()) {
      requirement.kind = Requirement::Kind::range;
      requirement.range = range->second;
    } else {
      fields_.report(comparison == nullptr ? member.key->span : comparison->span,
                     "a key condition compares by EQ, LT, LE, GT, GE, BETWEEN or BEGINS_WITH");
      continue;
    }
    requirements.push_back(std::move(requirement));
  }
  take_requirements(requirements, pattern_);
}

void RequestReader::read_filter(const Node& parameters) {
  if (auto reader = expression(parameters, "FilterExpression")) {
    for (const Requirement& requirement : ddblint::read_condition(*reader)) {
      add_once(pattern_.filter, requirement.attribute);
    }
    finish(*reader);
  }
  for (const std::string_view legacy : {"QueryFilter", "ScanFilter"}) {
    if (const Node* filter = known(parameters, legacy)) add_names(*filter, pattern_.filter);
  }
}

void RequestReader::read_conditions(const Node& parameters) {
  if (operation_ == Operation::query) {
    read_key_condition(parameters);
    read_legacy_conditions(parameters);
  }
  read_filter(parameters);
}

void RequestReader::read_attributes(const Node& parameters) {
  if (auto reader = expression(parameters, "ProjectionExpression")) {
    auto names = read_projection(*reader);
    finish(*reader);
    const bool all_known = !reader->failed() && !reader->unresolved();
    if (all_known) pattern_.attributes = std::move(names);
  }
  const Node* legacy = known(parameters, "AttributesToGet");
  if (legacy != nullptr && legacy->is_sequence()) {
    std::vector<Stated> names;
    for (const Node* name : legacy->items) {
      if (name->is_scalar()) add_once(names, {std::string(name->text), name->span});
    }
    pattern_.attributes = std::move(names);
  }
  const auto select = text(parameters, "Select");
  if (select && select->text == "COUNT") pattern_.attributes = std::vector<Stated>{};
  const bool all = select && select->text == "ALL_ATTRIBUTES";
  pattern_.as_projected = !pattern_.index.absent() && !pattern_.attributes && !all;
}

void RequestReader::read_sets(const Node& parameters) {
  if (auto reader = expression(parameters, "UpdateExpression")) {
    auto names = read_update(*reader);
    finish(*reader);
    if (!reader->failed() && !reader->unresolved()) pattern_.sets = std::move(names);
  }
  if (const Node* legacy = known(parameters, "AttributeUpdates")) {
    std::vector<Stated> names;
    add_names(*legacy, names);
    pattern_.sets = std::move(names);
  }
}

// A put on the condition that its key is not there yet must not overwrite.
void RequestReader::read_unique(const Node& parameters) {
  auto reader = expression(parameters, "ConditionExpression");
  if (!reader) return;
  for (const Requirement& requirement : ddblint::read_condition(*reader)) {
    if (requirement.certain && requirement.absent && pattern_.unique.absent()) {
      pattern_.unique = requirement.attribute;
    }
  }
  finish(*reader);
}

void RequestReader::read_consistency(const Node& parameters) {
  const Node* value = known(parameters, "ConsistentRead");
  if (value == nullptr || !value->is_scalar()) return;
  const auto strong = as_boolean(value->text);
  if (!strong) return;
  pattern_.consistency = *strong ? Consistency::strong : Consistency::eventual;
  pattern_.consistency_span = value->span;
}

void RequestReader::read_one(const Node& parameters) {
  begin(parameters);
  read_target(parameters);
  switch (operation_) {
    case Operation::query:
    case Operation::scan:
      read_conditions(parameters);
      break;
    case Operation::put_item:
      read_unique(parameters);
      break;
    default:
      read_key(parameters);
  }
  if (operation_ == Operation::update_item) read_sets(parameters);
  if (!is_write(operation_)) {
    read_attributes(parameters);
    read_consistency(parameters);
  }
  patterns_.push_back(std::move(pattern_));
}

void RequestReader::read_batch_table(const Node& table, const Node& entries) {
  begin(table);
  pattern_.table = {.text = std::string(table.text), .span = table.span};
  const bool reads = operation_ == Operation::batch_get_item;
  const Node* list = reads ? known(entries, "Keys") : &entries;
  if (list == nullptr || !list->is_sequence()) {
    fields_.report(entries.span, reads ? "a table of BatchGetItem has a list of Keys"
                                       : "a table of BatchWriteItem has a list of requests");
    return;
  }
  pattern_.items = static_cast<double>(list->items.size());
  std::vector<Stated> names;
  for (const Node* entry : list->items) {
    const Node* removed = reads ? nullptr : value_of(*entry, "DeleteRequest");
    const Node* key = removed == nullptr ? nullptr : value_of(*removed, "Key");
    if (reads) key = entry;
    if (key != nullptr && names.empty()) add_names(*key, names);
  }
  for (Stated& name : names) pattern_.equals.push_back({.attribute = std::move(name)});
  if (reads) {
    read_attributes(entries);
    read_consistency(entries);
  }
  patterns_.push_back(std::move(pattern_));
}

void RequestReader::read_batch(const Node& parameters) {
  begin(parameters);
  const Node* requests = known(parameters, "RequestItems");
  if (requests == nullptr) {
    if (pattern_.whole) fields_.report(parameters.span, "a batch has RequestItems");
    if (!pattern_.whole) patterns_.push_back(std::move(pattern_));
    return;
  }
  if (!fields_.expect_mapping(*requests, "RequestItems is a mapping from tables to requests")) {
    return;
  }
  for (const Member& member : requests->members) read_batch_table(*member.key, *member.value);
}

// A transaction's actions on one table are one pattern: they cost and heat together.
void RequestReader::read_action(const Node& action, std::map<std::string, AccessPattern>& tables) {
  if (action.members.empty()) {
    fields_.report(action.span, "an action of a transaction is a mapping");
    return;
  }
  const Node& kind = *action.members.front().key;
  const Node& parameters = *action.members.front().value;
  const std::vector<std::string_view> known_actions =
      operation_ == Operation::transact_get_items
          ? std::vector<std::string_view>{"Get"}
          : std::vector<std::string_view>{"Put", "Update", "Delete", "ConditionCheck"};
  if (std::ranges::find(known_actions, kind.text) == known_actions.end()) {
    fields_.report(kind.span, fmt::format("unknown action `{}`{}", shown_expression(kind.text),
                                          did_you_mean(kind.text, known_actions)));
    return;
  }
  begin(action);
  read_target(parameters);
  if (kind.text != "Put") read_key(parameters);
  if (kind.text == "Put") read_unique(parameters);
  if (kind.text == "Update") read_sets(parameters);
  if (kind.text == "Get") read_attributes(parameters);
  const auto [place, fresh] = tables.try_emplace(pattern_.table.text, pattern_);
  AccessPattern& whole = place->second;
  whole.items = whole.items.value_or(0) + 1;
  if (fresh) return;
  // What not all of its actions have in common is not stated.
  if (whole.equals.empty()) whole.equals = std::move(pattern_.equals);
  if (whole.unique.absent()) whole.unique = std::move(pattern_.unique);
  if (whole.sets && pattern_.sets) {
    for (const Stated& name : *pattern_.sets) add_once(*whole.sets, name);
  } else {
    whole.sets.reset();
  }
  if (whole.attributes && pattern_.attributes) {
    for (const Stated& name : *pattern_.attributes) add_once(*whole.attributes, name);
  } else {
    whole.attributes.reset();
  }
  whole.whole = whole.whole && pattern_.whole;
}

void RequestReader::read_transaction(const Node& parameters) {
  begin(parameters);
  const Node* actions = known(parameters, "TransactItems");
  if (actions == nullptr) {
    if (pattern_.whole) fields_.report(parameters.span, "a transaction has TransactItems");
    if (!pattern_.whole) patterns_.push_back(std::move(pattern_));
    return;
  }
  if (!actions->is_sequence()) {
    fields_.report(actions->span, "TransactItems is a list of actions");
    return;
  }
  std::map<std::string, AccessPattern> tables;
  for (const Node* action : actions->items) read_action(*action, tables);
  for (auto& [table, pattern] : tables) patterns_.push_back(std::move(pattern));
}

void RequestReader::read(const Node& parameters) {
  switch (operation_) {
    case Operation::batch_get_item:
    case Operation::batch_write_item:
      read_batch(parameters);
      break;
    case Operation::transact_get_items:
    case Operation::transact_write_items:
      read_transaction(parameters);
      break;
    default:
      read_one(parameters);
  }
}

void RequestReader::read_statement_of(const Node& holder) {
  begin(holder);
  const auto statement = text(holder, "Statement");
  if (!statement) {
    if (pattern_.whole) fields_.report(holder.span, "a request of PartiQL has a Statement");
    return;
  }
  ReadPatterns read = read_statement(statement->text, statement->span);
  fields_.add(std::move(read.diagnostics));
  for (AccessPattern& pattern : read.set.patterns) {
    pattern_ = std::move(pattern);
    // As in all of a command, its values are those of an example.
    for (EqualCondition& equal : pattern_.equals) equal.value.reset();
    if (!is_write(pattern_.operation)) read_consistency(holder);
    patterns_.push_back(std::move(pattern_));
  }
}

void RequestReader::read_statements(const Node& parameters, const StatementOperation& operation) {
  if (operation.list.empty()) {
    read_statement_of(parameters);
    return;
  }
  begin(parameters);
  const Node* list = known(parameters, operation.list);
  if (list == nullptr) {
    if (pattern_.whole) {
      fields_.report(parameters.span, fmt::format("{} has {}", operation.name, operation.list));
    }
    return;
  }
  for (const Node* entry : list->is_sequence() ? list->items : std::span(&list, 1)) {
    read_statement_of(*entry);
  }
}

}  // namespace

bool is_request(std::string_view operation) {
  return operation_from(operation).has_value() || statement_operation(operation) != nullptr;
}

ReadRequest read_request(std::string_view operation, const Node& parameters) {
  const auto known = operation_from(operation);
  RequestReader reader(known.value_or(Operation::query));
  if (known) {
    reader.read(parameters);
  } else if (const StatementOperation* statements = statement_operation(operation)) {
    reader.read_statements(parameters, *statements);
  }
  return reader.take();
}

}  // namespace ddblint
