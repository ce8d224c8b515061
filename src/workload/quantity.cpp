#include "workload/quantity.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "source/text.h"

namespace ddblint {
namespace {

struct Unit {
  std::string_view name;
  double factor;
};

constexpr double kMinute = 60;
constexpr double kHour = 3600;
constexpr double kDay = 86400;
constexpr double kYear = 365.25 * kDay;

/// Seconds of a unit of time. `m` is missing on purpose: it may be a minute or a month.
constexpr std::array kTimes = {
    Unit{"s", 1},
    Unit{"sec", 1},
    Unit{"secs", 1},
    Unit{"second", 1},
    Unit{"seconds", 1},
    Unit{"min", kMinute},
    Unit{"mins", kMinute},
    Unit{"minute", kMinute},
    Unit{"minutes", kMinute},
    Unit{"h", kHour},
    Unit{"hr", kHour},
    Unit{"hour", kHour},
    Unit{"hours", kHour},
    Unit{"d", kDay},
    Unit{"day", kDay},
    Unit{"days", kDay},
    Unit{"w", 7 * kDay},
    Unit{"week", 7 * kDay},
    Unit{"weeks", 7 * kDay},
    Unit{"month", kYear / 12},
    Unit{"months", kYear / 12},
    Unit{"y", kYear},
    Unit{"yr", kYear},
    Unit{"year", kYear},
    Unit{"years", kYear},
};

constexpr std::array kSizes = {
    Unit{"b", 1},
    Unit{"byte", 1},
    Unit{"bytes", 1},
    Unit{"k", 1024},
    Unit{"kb", 1024},
    Unit{"kib", 1024},
    Unit{"mb", 1024.0 * 1024},
    Unit{"mib", 1024.0 * 1024},
    Unit{"gb", 1024.0 * 1024 * 1024},
    Unit{"gib", 1024.0 * 1024 * 1024},
};

constexpr std::array kMagnitudes = {
    Unit{"k", 1e3},        Unit{"thousand", 1e3}, Unit{"M", 1e6},       Unit{"million", 1e6},
    Unit{"millions", 1e6}, Unit{"bn", 1e9},       Unit{"billion", 1e9}, Unit{"billions", 1e9},
};

/// What may stand between a rate's number and its unit of time.
constexpr std::array<std::string_view, 12> kRequests = {
    "request", "requests", "req", "reqs",      "read", "reads",
    "write",   "writes",   "op",  "operation", "ops",  "operations"};

constexpr std::array<std::string_view, 5> kPerSecond = {"rps", "qps", "tps", "wps", "ops/s"};

template <std::size_t N>
const Unit* find(const std::array<Unit, N>& units, std::string_view name) {
  const auto lower = to_lower(name);
  const auto found = std::ranges::find_if(
      units, [&](const Unit& unit) { return unit.name == name || to_lower(unit.name) == lower; });
  // A lone letter is as it is written: `M` is a million, `m` nothing.
  const bool same = found != units.end() && (name.size() > 1 || found->name == name ||
                                             to_lower(found->name) == found->name);
  return same ? &*found : nullptr;
}

template <std::size_t N>
std::vector<std::string_view> names_of(const std::array<Unit, N>& units) {
  std::vector<std::string_view> names;
  names.reserve(units.size());
  for (const Unit& unit : units) names.push_back(unit.name);
  return names;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Looks at a text from left to right.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : rest_(trim(text)) {}

  [[nodiscard]] bool done() const { return rest_.empty(); }
  [[nodiscard]] std::string_view rest() const { return rest_; }

  bool take(char c) {
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    rest_ = trim(rest_);
    return true;
  }

  /// The letters that stand here, or nothing.
  [[nodiscard]] std::string_view word() const {
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    std::size_t size = 0;
    while (size < rest_.size() && letter(rest_[size])) ++size;
    return rest_.substr(0, size);
  }

  void skip(std::size_t size) {
    rest_.remove_prefix(size);
    rest_ = trim(rest_);
  }

  /// The bytes of a number: digits and what may stand between them.
  std::string_view digits() {
    std::size_t size = 0;
    if (size < rest_.size() && (rest_[size] == '-' || rest_[size] == '+')) ++size;
    const auto part = [](char c) { return is_digit(c) || c == '.' || c == ',' || c == '_'; };
    while (size < rest_.size() && part(rest_[size])) ++size;
    size = exponent_end(size);
    const std::string_view number = rest_.substr(0, size);
    rest_.remove_prefix(size);
    rest_ = trim(rest_);
    return number;
  }

 private:
  /// Where an exponent ends that begins at `at`, or `at` when none does.
  [[nodiscard]] std::size_t exponent_end(std::size_t at) const {
    if (at == 0 || at >= rest_.size() || (rest_[at] != 'e' && rest_[at] != 'E')) return at;
    std::size_t end = at + 1;
    if (end < rest_.size() && (rest_[end] == '+' || rest_[end] == '-')) ++end;
    if (end >= rest_.size() || !is_digit(rest_[end])) return at;
    while (end < rest_.size() && is_digit(rest_[end])) ++end;
    return end;
  }

  std::string_view rest_;
};

/// True when `,` and `_` stand before groups of three digits only, and before the point.
bool grouped_by_thousands(std::string_view number) {
  const std::size_t whole_end = std::min(number.find_first_of(".eE"), number.size());
  if (number.find_first_of(",_", whole_end) != std::string_view::npos) return false;
  std::size_t group = 0;
  bool first = true;
  for (const char c : number.substr(0, whole_end)) {
    if (is_digit(c)) {
      ++group;
    } else if (c == ',' || c == '_') {
      if (group == 0 || (first ? group > 3 : group != 3)) return false;
      group = 0;
      first = false;
    }
  }
  return first || group == 3;
}

std::unexpected<std::string> error(std::string message) {
  return std::unexpected(std::move(message));
}

/// The number at the cursor, without a magnitude.
std::expected<double, std::string> take_plain_number(Cursor& cursor, std::string_view whole) {
  const std::string_view written = cursor.digits();
  if (std::ranges::none_of(written, is_digit)) {
    return error(fmt::format("`{}` is not a number", shown_expression(whole)));
  }
  if (!grouped_by_thousands(written)) {
    return error(
        fmt::format("`{}`: a comma stands before three digits (1,000); write fractions "
                    "with a point",
                    shown_expression(whole)));
  }
  std::string plain;
  std::ranges::copy_if(written.substr(written.front() == '+' ? 1 : 0), std::back_inserter(plain),
                       [](char c) { return c != ',' && c != '_'; });
  double value = 0;
  const auto [end, code] = std::from_chars(plain.data(), plain.data() + plain.size(), value);
  if (code != std::errc() || end != plain.data() + plain.size()) {
    return error(fmt::format("`{}` is not a number", shown_expression(whole)));
  }
  return value;
}

/// The number at the cursor, its magnitude included.
std::expected<double, std::string> take_number(Cursor& cursor, std::string_view whole) {
  auto value = take_plain_number(cursor, whole);
  const Unit* magnitude = find(kMagnitudes, cursor.word());
  if (!value || magnitude == nullptr) return value;
  cursor.skip(cursor.word().size());
  return *value * magnitude->factor;
}

std::string bytes_text(double bytes) {
  return bytes >= 1024 ? fmt::format("{:.6g} KB", bytes / 1024) : fmt::format("{:.6g} B", bytes);
}

/// Takes `/`, `per`, `a` or `an`.
bool take_per(Cursor& cursor) {
  if (cursor.take('/')) return true;
  const std::string word = to_lower(cursor.word());
  if (word != "per" && word != "a" && word != "an" && word != "each") return false;
  cursor.skip(word.size());
  return true;
}

std::string without_unit(std::string_view text) {
  const auto number = trim(text);
  return fmt::format("`{0}` has no unit of time; write `{0}/s` (or /min, /h, /day)",
                     shown_expression(number));
}

/// Seconds of the unit of time at the cursor.
std::expected<double, std::string> take_time(Cursor& cursor, std::string_view whole) {
  const std::string_view word = cursor.word();
  if (word == "m" || word == "M") {
    return error(fmt::format("`{}`: m may be a minute or a month; write min or month",
                             shown_expression(whole)));
  }
  const Unit* unit = find(kTimes, word);
  if (unit == nullptr && word.empty()) return error(without_unit(whole.substr(0, whole.find('/'))));
  if (unit == nullptr) {
    std::string hint = did_you_mean(word, names_of(kTimes));
    if (hint.empty()) hint = "; units are s, min, h, day, week, month, year";
    return error(fmt::format("`{}` is no unit of time{}", shown_expression(cursor.rest()), hint));
  }
  cursor.skip(word.size());
  return unit->factor;
}

/// Seconds of what stands behind a rate's number.
std::expected<double, std::string> take_rate_unit(Cursor& cursor, std::string_view whole) {
  const std::string word = to_lower(cursor.word());
  if (std::ranges::find(kPerSecond, word) != kPerSecond.end()) {
    cursor.skip(word.size());
    return 1;
  }
  if (std::ranges::find(kRequests, word) != kRequests.end()) cursor.skip(word.size());
  if (cursor.done()) return error(without_unit(whole));
  if (!take_per(cursor)) {
    return error(
        fmt::format("`{}`: `{}` cannot be read; a rate is a number and a unit of time, "
                    "as 5000/s or 3 million/day",
                    shown_expression(whole), shown_expression(cursor.rest())));
  }
  return take_time(cursor, whole);
}

std::expected<void, std::string> must_be_done(const Cursor& cursor, std::string_view whole) {
  if (cursor.done()) return {};
  return error(fmt::format("`{}`: `{}` is too much", shown_expression(whole),
                           shown_expression(cursor.rest())));
}

}  // namespace

std::expected<double, std::string> read_number(std::string_view text) {
  Cursor cursor(text);
  const auto value = take_number(cursor, text);
  if (!value) return value;
  if (!cursor.done()) {
    return error(fmt::format("`{}` is not a number", shown_expression(text)));
  }
  return value;
}

std::expected<double, std::string> read_rate(std::string_view text) {
  Cursor cursor(text);
  const auto value = take_number(cursor, text);
  if (!value) return value;
  const auto seconds = take_rate_unit(cursor, text);
  if (!seconds) return seconds;
  if (const auto done = must_be_done(cursor, text); !done) return error(done.error());
  if (*value < 0) return error(fmt::format("`{}`: a rate is not negative", shown_expression(text)));
  const double rate = *value / *seconds;
  if (!(rate <= kHighestRate)) {
    return error(
        fmt::format("`{}` is more than all of Amazon's own tables together have had "
                    "(151 million/s)",
                    shown_expression(text)));
  }
  return rate;
}

std::expected<double, std::string> read_item_size(std::string_view text) {
  Cursor cursor(text);
  const auto value = take_plain_number(cursor, text);
  if (!value) return value;
  if (cursor.done()) {
    return error(
        fmt::format("`{0}` has no unit; write `{0} B` or `{0} KB`", shown_expression(trim(text))));
  }
  const std::string_view word = cursor.word();
  const Unit* unit = find(kSizes, word);
  if (unit == nullptr) {
    std::string hint = did_you_mean(word, {"B", "bytes", "KB", "KiB", "MB", "MiB"});
    if (hint.empty()) hint = "; units are B, KB and MB";
    return error(fmt::format("`{}` is no unit of size{}", shown_expression(cursor.rest()), hint));
  }
  cursor.skip(word.size());
  if (const auto done = must_be_done(cursor, text); !done) return error(done.error());
  const double bytes = *value * unit->factor;
  if (!(bytes > 0)) return error(fmt::format("`{}`: an item has a size", shown_expression(text)));
  if (bytes > kMaxItemBytes) {
    return error(fmt::format("`{}` is {}; an item has at most 400 KB", shown_expression(text),
                             bytes_text(bytes)));
  }
  return bytes;
}

std::expected<double, std::string> read_share(std::string_view text) {
  Cursor cursor(text);
  const auto value = take_number(cursor, text);
  if (!value) return value;
  const bool percent = cursor.take('%');
  if (const auto done = must_be_done(cursor, text); !done) return error(done.error());
  const double share = percent ? *value / 100 : *value;
  if (!(share > 0)) return error(fmt::format("`{}`: a share is over 0", shown_expression(text)));
  if (share <= 1) return share;
  const bool meant_percent = !percent && share <= 100;
  return error(fmt::format("`{}` is more than the whole, which is 1 or 100%{}",
                           shown_expression(text),
                           meant_percent ? fmt::format("; is `{}%` meant?", trim(text)) : ""));
}

}  // namespace ddblint
