#include "schema/terraform/value.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>

#include "schema/terraform/number_text.h"

namespace ddblint {
namespace {

/// Enough to be refused, and far from overflow.
constexpr std::size_t kHeaviest = 1'000'000'000;

/// The place of a kind in a set: unknown comes after all values, and null at the end.
int rank(const Value& value) {
  if (value.is_null()) return 101;
  return value.is_unknown() ? 100 : static_cast<int>(value.kind());
}

std::size_t text_weight(std::string_view text) { return 1 + text.size() / 8; }

}  // namespace

Value Value::null(Span span) {
  Value value;
  value.span_ = span;
  return value;
}

Value Value::unknown(Unknown reason, Span span) {
  Value value = null(span);
  value.kind_ = Kind::unknown;
  value.reason_ = std::make_shared<const Unknown>(std::move(reason));
  return value;
}

Value Value::boolean(bool truth, Span span) {
  Value value = null(span);
  value.kind_ = Kind::boolean;
  value.truth_ = truth;
  return value;
}

Value Value::number(double number, Span span) {
  Value value = null(span);
  value.kind_ = Kind::number;
  value.number_ = number;
  return value;
}

Value Value::string(std::string text, Span span) {
  Value value = null(span);
  value.kind_ = Kind::string;
  value.weight_ = text_weight(text);
  value.text_ = std::move(text);
  return value;
}

Value Value::list(ValueList items, Span span) {
  Value value = null(span);
  value.kind_ = Kind::list;
  for (const Value& item : items) value.weight_ = std::min(kHeaviest, value.weight_ + item.weight_);
  value.items_ = std::make_shared<const ValueList>(std::move(items));
  return value;
}

Value Value::set(ValueList items, Span span) {
  std::ranges::sort(items, value_less);
  items.erase(std::unique(items.begin(), items.end()), items.end());
  Value value = list(std::move(items), span);
  value.set_ = true;
  return value;
}

Value Value::map(ValueMap members, Span span) {
  const bool ordered = std::ranges::adjacent_find(members, std::ranges::greater_equal(),
                                                  &ValueMap::value_type::first) == members.end();
  if (!ordered) {
    std::map<std::string, Value> last;
    for (auto& [key, item] : members) last.insert_or_assign(std::move(key), std::move(item));
    members.assign(std::make_move_iterator(last.begin()), std::make_move_iterator(last.end()));
  }
  Value value = null(span);
  value.kind_ = Kind::map;
  for (const auto& [key, item] : members) {
    value.weight_ = std::min(kHeaviest, value.weight_ + text_weight(key) + item.weight_);
  }
  value.members_ = std::make_shared<const ValueMap>(std::move(members));
  return value;
}

bool Value::wholly_known() const {
  if (kind_ == Kind::unknown) return false;
  if (kind_ == Kind::list) return std::ranges::all_of(*items_, &Value::wholly_known);
  if (kind_ != Kind::map) return true;
  return std::ranges::all_of(*members_, [](const auto& m) { return m.second.wholly_known(); });
}

Value Value::at(Span span) const {
  Value copy = *this;
  copy.span_ = span;
  return copy;
}

const Value* Value::find(std::string_view key) const {
  if (kind_ != Kind::map) return nullptr;
  const auto found = std::lower_bound(members_->begin(), members_->end(), key,
                                      [](const auto& m, auto k) { return m.first < k; });
  return found != members_->end() && found->first == key ? &found->second : nullptr;
}

bool operator==(const Value& a, const Value& b) {
  if (a.kind_ != b.kind_) return false;
  switch (a.kind_) {
    case Value::Kind::null:
      return true;
    case Value::Kind::unknown:
      return false;
    case Value::Kind::boolean:
      return a.truth_ == b.truth_;
    case Value::Kind::number:
      return a.number_ == b.number_;
    case Value::Kind::string:
      return a.text_ == b.text_;
    case Value::Kind::list:
      return *a.items_ == *b.items_;
    case Value::Kind::map:
      return *a.members_ == *b.members_;
  }
  return false;
}

std::string number_text(double number) {
  if (!std::isfinite(number)) return number < 0 ? "-Inf" : "+Inf";
  return fixed_text(shortest_decimal(number));
}

std::optional<std::string> as_text(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::string:
      return value.text();
    case Value::Kind::number:
      return number_text(value.number());
    case Value::Kind::boolean:
      return value.truth() ? "true" : "false";
    default:
      return std::nullopt;
  }
}

std::optional<double> as_number(const Value& value) {
  if (value.is(Value::Kind::number)) return value.number();
  if (!value.is(Value::Kind::string)) return std::nullopt;
  std::string_view text = value.text();
  const bool signed_text = text.starts_with('+') || text.starts_with('-');
  const std::string_view size = text.substr(signed_text ? 1 : 0);
  // What from_chars takes beyond that ("inf", "nan") is no number here.
  if (size.empty() || !std::string_view("0123456789.").contains(size.front())) return std::nullopt;
  if (text.starts_with('+')) text = size;
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<bool> as_truth(const Value& value) {
  if (value.is(Value::Kind::boolean)) return value.truth();
  if (!value.is(Value::Kind::string)) return std::nullopt;
  if (value.text() == "true" || value.text() == "1") return true;
  if (value.text() == "false" || value.text() == "0") return false;
  return std::nullopt;
}

bool value_less(const Value& a, const Value& b) {
  if (a.kind() != b.kind()) return rank(a) < rank(b);
  if (a.is(Value::Kind::number)) return a.number() < b.number();
  if (a.is(Value::Kind::string)) return a.text() < b.text();
  if (a.is(Value::Kind::boolean)) return !a.truth() && b.truth();
  if (a.is(Value::Kind::list)) {
    return std::ranges::lexicographical_compare(a.items(), b.items(), value_less);
  }
  if (!a.is(Value::Kind::map)) return false;
  return std::ranges::lexicographical_compare(a.members(), b.members(),
                                              [](const auto& left, const auto& right) {
                                                if (left.first != right.first)
                                                  return left.first < right.first;
                                                return value_less(left.second, right.second);
                                              });
}

}  // namespace ddblint
