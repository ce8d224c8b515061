// The access patterns of a data model as the DynamoDB MCP server writes it: `pattern` (a number or
// a range of numbers), `description`, `table`, `index`, `dynamodb_operation`, `implementation` (AWS
// CLI commands) and `reason` (why there is none). The commands say most, and count; table, index
// and operation fill in where there is no command.

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <utility>

#include "workload/pattern_fields.h"
#include "workload/pattern_reader.h"
#include <fmt/format.h>

#include "source/text.h"

namespace ddblint {
namespace {

/// The model's own short names of transactions and batches.
constexpr std::array<std::pair<std::string_view, Operation>, 4> kShortNames = {{
    {"transactwrite", Operation::transact_write_items},
    {"transactget", Operation::transact_get_items},
    {"batchget", Operation::batch_get_item},
    {"batchwrite", Operation::batch_write_item},
}};

std::optional<Operation> operation_of(std::string_view name) {
  if (const auto operation = operation_from(trim(name))) return operation;
  const std::string lower = to_lower(trim(name));
  const auto* found =
      std::ranges::find(kShortNames, lower, &decltype(kShortNames)::value_type::first);
  return found == kShortNames.end() ? std::nullopt : std::optional(found->second);
}

bool has_text(const Node& entry, std::string_view key) {
  const Node* value = value_of(entry, key);
  return value != nullptr && value->is_scalar() && !trim(value->text).empty();
}

class ModelPatternReader {
 public:
  void read(const Node& entry);
  ReadPatterns take() { return {.set = std::move(set_), .diagnostics = fields_.take()}; }
  void refuse(const Node& patterns) { fields_.report(patterns.span, "access_patterns is a list"); }

 private:
  void read_commands(const Node& entry, const Stated& name);
  void read_operation(const Node& entry, const Stated& name);
  void complete(const Node& entry, const Stated& name, AccessPattern pattern);
  static Stated name_of(const Node& entry, std::size_t number);
  Stated word(const Node& entry, std::string_view key);

  PatternFields fields_;
  PatternSet set_;
  std::size_t number_ = 0;
};

/// Number and description, which is what people know a pattern by.
Stated ModelPatternReader::name_of(const Node& entry, std::size_t number) {
  const Node* pattern = value_of(entry, "pattern");
  const Node* description = value_of(entry, "description");
  std::string text = pattern != nullptr && pattern->is_scalar() ? std::string(trim(pattern->text))
                                                                : std::to_string(number);
  Span place = pattern != nullptr ? pattern->span : entry.span;
  if (description != nullptr && description->is_scalar() && !trim(description->text).empty()) {
    text += fmt::format(": {}", trim(description->text));
    if (pattern == nullptr) place = description->span;
  }
  return {.text = std::move(text), .span = place};
}

/// One word; the word null is how some models write that there is none.
Stated ModelPatternReader::word(const Node& entry, std::string_view key) {
  Stated word = fields_.word(entry, key);
  if (to_lower(trim(word.text)) == "null") word = {};
  return word;
}

void ModelPatternReader::complete(const Node& entry, const Stated& name, AccessPattern pattern) {
  pattern.name = name;
  pattern.span = entry.span;
  Stated table = word(entry, "table");
  Stated index = word(entry, "index");
  if (pattern.table.absent()) pattern.table = std::move(table);
  // A command that names no index reads the table, whatever the entry says.
  const bool reads_index =
      pattern.operation == Operation::query || pattern.operation == Operation::scan;
  if (pattern.statement.empty() && reads_index) pattern.index = std::move(index);
  set_.patterns.push_back(std::move(pattern));
}

void ModelPatternReader::read_commands(const Node& entry, const Stated& name) {
  const Node* implementation = entry.find("implementation");
  ReadPatterns read = read_command(implementation->text, implementation->span);
  fields_.add(std::move(read.diagnostics));
  const bool several = read.set.patterns.size() > 1;
  for (AccessPattern& pattern : read.set.patterns) {
    Stated own = name;
    if (several) {
      own.text += fmt::format(" ({} of {})", to_string(pattern.operation), pattern.table.text);
    }
    complete(entry, own, std::move(pattern));
  }
}

void ModelPatternReader::read_operation(const Node& entry, const Stated& name) {
  const Stated stated = word(entry, "dynamodb_operation");
  if (stated.absent()) {
    if (!has_text(entry, "reason")) {
      fields_.report(entry.span,
                     "an access pattern has an `implementation` or a `dynamodb_operation`");
    }
    return;
  }
  const auto operation = operation_of(stated.text);
  if (!operation) {
    fields_.report(stated.span,
                   fmt::format("unknown operation `{}`", shown_expression(stated.text)));
    return;
  }
  AccessPattern pattern;
  pattern.operation = *operation;
  pattern.operation_span = stated.span;
  // An operation without its command: what it asks for stands in prose, if anywhere.
  pattern.whole = false;
  complete(entry, name, std::move(pattern));
}

void ModelPatternReader::read(const Node& entry) {
  ++number_;
  if (!fields_.expect_mapping(entry, "an access pattern is a mapping with `implementation`"))
    return;
  const Stated name = name_of(entry, number_);
  if (has_text(entry, "implementation")) {
    read_commands(entry, name);
  } else {
    read_operation(entry, name);
  }
}

}  // namespace

ReadPatterns read_model_patterns(const Node& patterns) {
  ModelPatternReader reader;
  if (patterns.is_null()) return reader.take();
  if (patterns.is_sequence()) {
    for (const Node* entry : patterns.items) reader.read(*entry);
  } else {
    reader.refuse(patterns);
  }
  return reader.take();
}

}  // namespace ddblint
