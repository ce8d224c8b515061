#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "source/span.h"

namespace ddblint {

/// Why a value is not known: the expression as written, and a sentence for people.
struct Unknown {
  std::string expression;
  std::string why;
};

/// What a definition says of one setting: nothing (absent), a value, or an expression that only the
/// deployment can evaluate (unknown). Unknown is never guessed.
template <class T>
class Setting {
 public:
  Setting() = default;
  Setting(T value, Span span) : value_(std::move(value)), span_(span) {}
  Setting(Unknown unknown, Span span) : unknown_(std::move(unknown)), span_(span) {}

  /// The file does not state it.
  [[nodiscard]] bool absent() const { return !value_ && !unknown_; }
  /// Stated, and its value is known.
  [[nodiscard]] bool known() const { return value_.has_value(); }
  /// Stated by an expression that stays open.
  [[nodiscard]] bool unknown() const { return unknown_.has_value(); }
  /// True when the value is known and equals `other`.
  [[nodiscard]] bool is(const T& other) const { return value_ && *value_ == other; }
  /// The value; only when known.
  [[nodiscard]] const T& value() const { return *value_; }
  [[nodiscard]] T value_or(const T& other) const { return value_ ? *value_ : other; }
  [[nodiscard]] const Unknown& why_unknown() const { return *unknown_; }
  /// Where it is stated; invalid when absent.
  [[nodiscard]] Span span() const { return span_; }

 private:
  std::optional<T> value_;
  std::optional<Unknown> unknown_;
  Span span_;
};

/// A list of a definition. Absent and empty differ from unknown: an unknown list, or one with an
/// element that is an expression, may hold more than `items`.
template <class T>
struct Listed {
  std::vector<T> items;
  /// Where the list is written; invalid when absent.
  Span span;
  /// Set when the list itself is an expression.
  std::optional<Unknown> unknown;
  /// Set when at least one element is an expression: `items` holds the others.
  std::optional<Unknown> unknown_element;

  [[nodiscard]] bool absent() const { return !span.valid() && items.empty() && !unknown; }
  /// True when `items` is all there is.
  [[nodiscard]] bool whole() const { return !unknown && !unknown_element; }
};

}  // namespace ddblint
