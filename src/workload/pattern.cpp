#include "workload/pattern.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ddblint {
namespace {

constexpr std::array<std::pair<Operation, std::string_view>, 10> kOperations = {{
    {Operation::get_item, "GetItem"},
    {Operation::batch_get_item, "BatchGetItem"},
    {Operation::transact_get_items, "TransactGetItems"},
    {Operation::query, "Query"},
    {Operation::scan, "Scan"},
    {Operation::put_item, "PutItem"},
    {Operation::update_item, "UpdateItem"},
    {Operation::delete_item, "DeleteItem"},
    {Operation::batch_write_item, "BatchWriteItem"},
    {Operation::transact_write_items, "TransactWriteItems"},
}};

bool equal_but_for_case(std::string_view left, std::string_view right) {
  const auto lower = [](char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
  };
  return std::ranges::equal(left, right, {}, lower, lower);
}

}  // namespace

std::string_view to_string(Operation operation) {
  return std::ranges::find(kOperations, operation, &decltype(kOperations)::value_type::first)
      ->second;
}

std::optional<Operation> operation_from(std::string_view name) {
  const auto* found = std::ranges::find_if(
      kOperations, [&](const auto& entry) { return equal_but_for_case(entry.second, name); });
  if (found == kOperations.end()) return std::nullopt;
  return found->first;
}

bool is_write(Operation operation) { return operation >= Operation::put_item; }

std::string_view to_string(RangeKind kind) {
  switch (kind) {
    case RangeKind::less:
      return "<";
    case RangeKind::at_most:
      return "<=";
    case RangeKind::greater:
      return ">";
    case RangeKind::at_least:
      return ">=";
    case RangeKind::between:
      return "between";
    case RangeKind::begins_with:
      return "begins_with";
  }
  return {};
}

std::string_view to_string(Consistency consistency) {
  switch (consistency) {
    case Consistency::eventual:
      return "eventual";
    case Consistency::strong:
      return "strong";
    case Consistency::transactional:
      return "transactional";
  }
  return {};
}

Consistency AccessPattern::effective_consistency() const {
  if (operation == Operation::transact_get_items || operation == Operation::transact_write_items) {
    return Consistency::transactional;
  }
  return consistency.value_or(Consistency::eventual);
}

}  // namespace ddblint
