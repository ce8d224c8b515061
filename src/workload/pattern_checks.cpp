#include "workload/pattern_checks.h"

#include <fmt/format.h>

namespace ddblint {
namespace {

bool one_item(Operation operation) {
  return operation == Operation::get_item || operation == Operation::put_item ||
         operation == Operation::update_item || operation == Operation::delete_item;
}

bool transaction(Operation operation) {
  return operation == Operation::transact_get_items || operation == Operation::transact_write_items;
}

bool reads_many(Operation operation) {
  return operation == Operation::query || operation == Operation::scan;
}

/// Items that one request has at most; 0 = as many as there are.
/// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html
double most_items(Operation operation) {
  constexpr double kBatchGet = 100;
  constexpr double kBatchWrite = 25;
  constexpr double kTransaction = 100;
  if (one_item(operation)) return 1;
  if (operation == Operation::batch_get_item) return kBatchGet;
  if (operation == Operation::batch_write_item) return kBatchWrite;
  return transaction(operation) ? kTransaction : 0;
}

class OperationCheck {
 public:
  OperationCheck(PatternFields& fields, const Node& mapping, AccessPattern& pattern)
      : fields_(fields), mapping_(mapping), pattern_(pattern) {}

  void run() {
    range_and_filter();
    items();
    consistency();
    writes();
    index();
  }

 private:
  [[nodiscard]] bool has(std::string_view key) const { return value_of(mapping_, key) != nullptr; }

  template <class... Words>
  void report(std::string_view key, fmt::format_string<Words...> format, Words&&... words) {
    fields_.report(mapping_.member(key)->key->span,
                   fmt::format(format, std::forward<Words>(words)...));
  }

  void range_and_filter();
  void items();
  void consistency();
  void writes();
  void index();

  PatternFields& fields_;
  const Node& mapping_;
  AccessPattern& pattern_;
};

void OperationCheck::range_and_filter() {
  const Operation operation = pattern_.operation;
  if (reads_many(operation)) return;
  const std::string_view why =
      is_write(operation) ? "writes items by their whole keys" : "reads items by their whole keys";
  for (const std::string_view key : {"range", "filter", "passes"}) {
    if (has(key)) report(key, "`{}` is for Query and Scan: {} {}", key, to_string(operation), why);
  }
  pattern_.range.reset();
  pattern_.filter.clear();
  pattern_.passes.reset();
}

void OperationCheck::items() {
  const double most = most_items(pattern_.operation);
  if (most == 0 || !pattern_.items || *pattern_.items <= most) return;
  const Node* returns = value_of(mapping_, "returns");
  const Node* items = returns == nullptr ? nullptr : value_of(*returns, "items");
  if (items == nullptr) return;
  fields_.report(items->span,
                 fmt::format("a {} has at most {} item{}", to_string(pattern_.operation), most,
                             most == 1 ? "" : "s"));
  pattern_.items.reset();
}

void OperationCheck::consistency() {
  if (!pattern_.consistency || !has("consistency")) return;
  const Operation operation = pattern_.operation;
  const Consistency stated = *pattern_.consistency;
  if (transaction(operation)) {
    if (stated == Consistency::transactional) return;
    fields_.report(pattern_.consistency_span,
                   fmt::format("a {} is transactional", to_string(operation)));
  } else if (is_write(operation) && stated != Consistency::transactional) {
    fields_.report(pattern_.consistency_span,
                   fmt::format("`consistency: {}` is for reads; a {} is written once for all",
                               to_string(stated), to_string(operation)));
  } else if (stated == Consistency::transactional && !one_item(operation)) {
    fields_.report(pattern_.consistency_span,
                   fmt::format("a {} cannot be in a transaction", to_string(operation)));
  } else {
    return;
  }
  pattern_.consistency.reset();
}

void OperationCheck::writes() {
  const Operation operation = pattern_.operation;
  const bool updates =
      operation == Operation::update_item || operation == Operation::transact_write_items;
  if (has("sets") && !updates) {
    report("sets", "`sets` is for updates: a {} changes no single attributes",
           to_string(operation));
    pattern_.sets.reset();
  }
  if (has("unique") && !is_write(operation)) {
    report("unique", "`unique` is for writes: a {} cannot overwrite", to_string(operation));
    pattern_.unique = {};
  }
  const Node* returns = value_of(mapping_, "returns");
  const Member* attributes = returns == nullptr ? nullptr : returns->member("attributes");
  if (attributes != nullptr && is_write(operation)) {
    fields_.report(attributes->key->span,
                   "`attributes` are what a read needs; `sets` names what an update changes");
    pattern_.attributes.reset();
  }
}

void OperationCheck::index() {
  if (pattern_.index.absent() || reads_many(pattern_.operation)) return;
  fields_.report(pattern_.index.span,
                 fmt::format("only Query and Scan go to an index; a {} goes to the table",
                             to_string(pattern_.operation)));
  pattern_.index = {};
}

}  // namespace

void check_operation(PatternFields& fields, const Node& mapping, AccessPattern& pattern) {
  OperationCheck(fields, mapping, pattern).run();
}

}  // namespace ddblint
