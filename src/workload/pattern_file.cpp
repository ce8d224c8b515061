// A pattern file is one mapping (docs/access-patterns.md). A pattern whose operation cannot be read
// is left out, since nothing else says what it does; every other mistake takes away only the field
// that it is in.

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

#include "workload/pattern_checks.h"
#include "workload/pattern_fields.h"
#include "workload/pattern_parts.h"
#include "workload/pattern_reader.h"
#include "workload/quantity.h"
#include <fmt/format.h>

#include "source/text.h"

namespace ddblint {
namespace {

/// What patterns have that do not say it themselves.
struct Defaults {
  std::optional<double> item_size = {};
  std::optional<Consistency> consistency = {};
  Span consistency_span = {};
  std::optional<KeyDistribution> keys = {};
  std::optional<bool> request_path = {};
};

bool begins_with_word(std::string_view text, std::string_view word) {
  return text.size() > word.size() && to_lower(text.substr(0, word.size())) == to_lower(word);
}

/// PartiQL has a blank behind its verb; the API's names have none.
bool is_statement(std::string_view operation) {
  const std::string_view text = trim(operation);
  constexpr std::array<std::string_view, 5> kVerbs = {"SELECT", "INSERT", "UPDATE", "DELETE",
                                                      "EXISTS"};
  const auto begins = [&](std::string_view verb) { return begins_with_word(text, verb); };
  return text.find_first_of(" \t\r\n") != std::string_view::npos &&
         std::ranges::any_of(kVerbs, begins);
}

std::vector<std::string_view> operation_names() {
  std::vector<std::string_view> names;
  for (auto operation = Operation::get_item;;
       operation = static_cast<Operation>(static_cast<unsigned>(operation) + 1)) {
    names.push_back(to_string(operation));
    if (operation == Operation::transact_write_items) return names;
  }
}

std::string unknown_operation(std::string_view text) {
  const std::string shown = shown_expression(text);
  for (const std::string_view statement :
       {"ExecuteStatement", "BatchExecuteStatement", "ExecuteTransaction"}) {
    if (to_lower(text) == to_lower(statement)) {
      return fmt::format("`{}` runs PartiQL: write the statement itself as the operation", shown);
    }
  }
  std::string hint = did_you_mean(text, operation_names());
  if (hint.empty()) hint = "; it is the name of a data-plane operation, as Query, or PartiQL";
  return fmt::format("unknown operation `{}`{}", shown, hint);
}

class PatternFileReader {
 public:
  explicit PatternFileReader(const Tree& tree) : fields_(tree.diagnostics) {}

  void read(const Tree& tree, FileId file);
  ReadPatterns take() { return {.set = std::move(set_), .diagnostics = fields_.take()}; }

 private:
  void read_root(const Node& root);
  void read_defaults(const Node& value);
  void read_patterns(const Node& root);
  void read_pattern(const Node& node);
  std::optional<AccessPattern> operation(const Node& node);
  void read_name(const Node& node, AccessPattern& pattern);
  void read_target(const Node& node, AccessPattern& pattern);
  void read_word(const Node& node, std::string_view key, Stated& place);
  void read_conditions(const Node& node, AccessPattern& pattern);
  void read_returns(const Node& node, AccessPattern& pattern);
  void read_settings(const Node& node, bool write, AccessPattern& pattern);
  void take_defaults(AccessPattern& pattern) const;

  PatternFields fields_;
  PatternSet set_;
  Defaults defaults_;
  std::unordered_map<std::string, Span> names_;
};

void PatternFileReader::read(const Tree& tree, FileId file) {
  if (tree.documents.size() > 1) {
    fields_.report(tree.documents[1]->span,
                   "a pattern file is one document; here a second one begins");
  }
  if (!tree.complete && tree.documents.empty()) return;
  const Node* root = tree.documents.empty() ? nullptr : tree.documents.front();
  if (root == nullptr || root->is_null()) {
    fields_.report(root == nullptr ? Span{.file = file} : root->span,
                   "a pattern file needs `patterns`");
  } else if (fields_.expect_mapping(*root, "a pattern file is a mapping with `patterns`")) {
    read_root(*root);
  }
}

void PatternFileReader::read_root(const Node& root) {
  fields_.check_keys(root, "a pattern file", {"table", "defaults", "patterns", "sharding"});
  set_.table = fields_.word(root, "table");
  if (const Node* defaults = value_of(root, "defaults")) read_defaults(*defaults);
  read_patterns(root);
  set_.sharding = read_sharding(fields_, root);
}

void PatternFileReader::read_defaults(const Node& value) {
  if (!fields_.expect_mapping(value, "`defaults` takes a mapping, as { item-size: 1.2 KB }")) {
    return;
  }
  fields_.check_keys(value, "`defaults`", {"item-size", "consistency", "keys", "request-path"});
  defaults_.item_size = fields_.quantity(value, "item-size", read_item_size);
  defaults_.keys = read_keys(fields_, value);
  defaults_.request_path = fields_.boolean(value, "request-path");
  defaults_.consistency = read_consistency(fields_, value);
  if (!defaults_.consistency) return;
  defaults_.consistency_span = value.find("consistency")->span;
  if (defaults_.consistency == Consistency::transactional) {
    fields_.report(defaults_.consistency_span,
                   "the default consistency is that of reads: eventual or strong");
    defaults_.consistency.reset();
  }
}

void PatternFileReader::read_patterns(const Node& root) {
  const Node* patterns = value_of(root, "patterns");
  if (patterns == nullptr) {
    const bool only_sharding = value_of(root, "sharding") != nullptr;
    if (!only_sharding) fields_.report(root.span, "a pattern file needs `patterns`");
  } else if (!patterns->is_sequence()) {
    fields_.report(patterns->span, "`patterns` takes a list of patterns");
  } else {
    for (const Node* node : patterns->items) {
      if (fields_.expect_mapping(*node, "a pattern is a mapping with `name` and `operation`")) {
        read_pattern(*node);
      }
    }
  }
}

void PatternFileReader::read_pattern(const Node& node) {
  fields_.check_keys(
      node, "a pattern",
      {"name", "operation", "table", "index", "equals", "range", "filter", "passes", "returns",
       "item-size", "consistency", "rate", "keys", "sets", "unique", "request-path"});
  auto base = operation(node);
  const bool known = base.has_value();
  // The rest of a pattern without an operation is read for its mistakes alone.
  AccessPattern pattern = std::move(base).value_or(AccessPattern{});
  pattern.span = node.span;
  read_name(node, pattern);
  read_target(node, pattern);
  read_conditions(node, pattern);
  read_returns(node, pattern);
  // Of an operation that is not known both rates can be right.
  read_settings(node, !known || is_write(pattern.operation), pattern);
  if (!known) return;
  check_operation(fields_, node, pattern);
  take_defaults(pattern);
  set_.patterns.push_back(std::move(pattern));
}

std::optional<AccessPattern> PatternFileReader::operation(const Node& node) {
  const Node* value = value_of(node, "operation");
  if (value == nullptr) {
    const Span place = node.members.empty() ? node.span : node.members.front().key->span;
    fields_.report(place, "a pattern needs `operation`");
    return std::nullopt;
  }
  const Stated word = fields_.word(node, "operation");
  if (word.absent()) return std::nullopt;
  if (is_statement(word.text)) {
    ReadPatterns read = read_statement(word.text, word.span);
    fields_.add(std::move(read.diagnostics));
    if (read.set.patterns.empty()) return std::nullopt;
    return std::move(read.set.patterns.front());
  }
  const auto known = operation_from(trim(word.text));
  if (!known) {
    fields_.report(word.span, unknown_operation(trim(word.text)));
    return std::nullopt;
  }
  AccessPattern pattern;
  pattern.operation = *known;
  pattern.operation_span = word.span;
  return pattern;
}

void PatternFileReader::read_name(const Node& node, AccessPattern& pattern) {
  pattern.name = fields_.word(node, "name");
  if (pattern.name.absent()) {
    const Span place = node.members.empty() ? node.span : node.members.front().key->span;
    if (value_of(node, "name") == nullptr) fields_.report(place, "a pattern needs `name`");
    pattern.name = {.text = fmt::format("pattern {}", set_.patterns.size() + 1), .span = place};
    return;
  }
  const auto [first, fresh] = names_.try_emplace(pattern.name.text, pattern.name.span);
  if (!fresh) {
    fields_.report(pattern.name.span,
                   fmt::format("two patterns are called `{}`", shown_expression(pattern.name.text)),
                   first->second, "the first one");
  }
}

// What a statement says, a field beside it may repeat but not change.
void PatternFileReader::read_word(const Node& node, std::string_view key, Stated& place) {
  Stated word = fields_.word(node, key);
  if (word.absent()) return;
  if (!place.absent() && place.text != word.text) {
    fields_.report(word.span,
                   fmt::format("`{}` is `{}` here and `{}` in the statement", key,
                               shown_expression(word.text), shown_expression(place.text)));
    return;
  }
  place = std::move(word);
}

void PatternFileReader::read_target(const Node& node, AccessPattern& pattern) {
  read_word(node, "table", pattern.table);
  read_word(node, "index", pattern.index);
}

void PatternFileReader::read_conditions(const Node& node, AccessPattern& pattern) {
  if (auto equals = read_equals(fields_, node)) pattern.equals = std::move(*equals);
  if (auto range = read_range(fields_, node)) pattern.range = std::move(*range);
  if (auto filter = fields_.words(node, "filter")) pattern.filter = std::move(*filter);
  pattern.passes = fields_.quantity(node, "passes", read_share);
  if (pattern.passes && pattern.filter.empty()) {
    fields_.report(node.member("passes")->key->span,
                   "`passes` is the share of items that pass the filter, and there is no `filter`");
    pattern.passes.reset();
  }
  if (!pattern.range) return;
  const auto same = std::ranges::find(pattern.equals, pattern.range->attribute.text,
                                      [](const EqualCondition& e) { return e.attribute.text; });
  if (same == pattern.equals.end()) return;
  fields_.report(pattern.range->attribute.span,
                 fmt::format("`{}` has an equality already, so that a range has no sense",
                             shown_expression(pattern.range->attribute.text)),
                 same->attribute.span, "the equality");
  pattern.range.reset();
}

void PatternFileReader::read_returns(const Node& node, AccessPattern& pattern) {
  const Node* returns = value_of(node, "returns");
  if (returns == nullptr) return;
  if (!fields_.expect_mapping(*returns,
                              "`returns` takes a mapping with `items` and "
                              "`attributes`")) {
    return;
  }
  fields_.check_keys(*returns, "`returns`", {"items", "attributes"});
  pattern.items = fields_.number(*returns, "items", 0);
  if (auto attributes = fields_.words(*returns, "attributes")) {
    pattern.attributes = std::move(attributes);
  }
}

void PatternFileReader::read_settings(const Node& node, bool write, AccessPattern& pattern) {
  pattern.item_size = fields_.quantity(node, "item-size", read_item_size);
  if (const auto consistency = read_consistency(fields_, node)) {
    pattern.consistency = consistency;
    pattern.consistency_span = node.find("consistency")->span;
  }
  Rates rates = read_rates(fields_, node, write);
  pattern.reads = rates.reads;
  pattern.writes = rates.writes;
  if (const auto keys = read_keys(fields_, node)) pattern.keys = *keys;
  if (auto sets = fields_.words(node, "sets")) pattern.sets = std::move(sets);
  if (Stated unique = fields_.word(node, "unique"); !unique.absent()) {
    pattern.unique = std::move(unique);
  }
  pattern.request_path =
      fields_.boolean(node, "request-path").value_or(defaults_.request_path.value_or(true));
}

void PatternFileReader::take_defaults(AccessPattern& pattern) const {
  if (!pattern.item_size) pattern.item_size = defaults_.item_size;
  if (pattern.keys.kind == KeyDistribution::Kind::unstated && defaults_.keys) {
    pattern.keys = *defaults_.keys;
  }
  const bool plain_read =
      !is_write(pattern.operation) && pattern.operation != Operation::transact_get_items;
  if (!pattern.consistency && defaults_.consistency && plain_read) {
    pattern.consistency = defaults_.consistency;
    pattern.consistency_span = defaults_.consistency_span;
  }
}

}  // namespace

ReadPatterns read_pattern_file(const Tree& tree, FileId file) {
  PatternFileReader reader(tree);
  reader.read(tree, file);
  return reader.take();
}

}  // namespace ddblint
