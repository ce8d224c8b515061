#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schema/setting.h"

// Values of Terraform's language. A value never changes once it is made, and copies share what is
// large. Every value carries the place it was written at, also inside lists and maps that came here
// through locals, variables and modules. Unknown is a value like any other: what is computed from
// it is unknown as well, unless the result does not depend on it.

namespace ddblint {

class Value;

/// Elements of a list, set or tuple.
using ValueList = std::vector<Value>;
/// Entries of a map or object, sorted by key, each key once.
using ValueMap = std::vector<std::pair<std::string, Value>>;

/// One value.
class Value {
 public:
  enum class Kind { null, unknown, boolean, number, string, list, map };

  /// Null.
  Value() = default;
  static Value null(Span span = {});
  static Value unknown(Unknown reason, Span span = {});
  static Value boolean(bool truth, Span span = {});
  static Value number(double number, Span span = {});
  static Value string(std::string text, Span span = {});
  static Value list(ValueList items, Span span = {});
  /// A list without order and repetition: its elements are sorted and made unique.
  static Value set(ValueList items, Span span = {});
  /// Entries in any order; of equal keys the last one holds.
  static Value map(ValueMap members, Span span = {});

  [[nodiscard]] Kind kind() const { return kind_; }
  [[nodiscard]] bool is(Kind kind) const { return kind_ == kind; }
  [[nodiscard]] bool is_null() const { return kind_ == Kind::null; }
  [[nodiscard]] bool is_unknown() const { return kind_ == Kind::unknown; }
  [[nodiscard]] bool is_set() const { return set_; }
  /// True when neither the value nor anything in it is unknown.
  [[nodiscard]] bool wholly_known() const;
  [[nodiscard]] Span span() const { return span_; }
  /// The same value, written elsewhere.
  [[nodiscard]] Value at(Span span) const;

  /// How much it would be written out, in units of about a word. What is shared counts each time,
  /// so that a few lines of lists of lists cannot pass for little.
  [[nodiscard]] std::size_t weight() const { return weight_; }

  /// Only for their kinds.
  [[nodiscard]] bool truth() const { return truth_; }
  [[nodiscard]] double number() const { return number_; }
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] const ValueList& items() const { return *items_; }
  [[nodiscard]] const ValueMap& members() const { return *members_; }
  [[nodiscard]] const Unknown& reason() const { return *reason_; }

  /// The entry of a map, or null when there is none or this is no map.
  [[nodiscard]] const Value* find(std::string_view key) const;

  /// Equal kind and content; places do not count. An unknown equals nothing.
  friend bool operator==(const Value& a, const Value& b);

 private:
  Kind kind_ = Kind::null;
  bool truth_ = false;
  bool set_ = false;
  double number_ = 0;
  std::size_t weight_ = 1;
  Span span_;
  std::string text_;
  std::shared_ptr<const ValueList> items_;
  std::shared_ptr<const ValueMap> members_;
  std::shared_ptr<const Unknown> reason_;
};

/// A number as Terraform writes it into a string: without exponent, without trailing zeros.
std::string number_text(double number);
/// A primitive as a string, as interpolation does it; nothing for lists, maps, null and unknown.
std::optional<std::string> as_text(const Value& value);
/// A number, or a string that is one.
std::optional<double> as_number(const Value& value);
/// A truth value, or a string that is one ("true", "false", "1", "0").
std::optional<bool> as_truth(const Value& value);

/// Brings elements into the order of a set: numbers by size, strings by bytes, null at the end.
bool value_less(const Value& a, const Value& b);

}  // namespace ddblint
