#include <algorithm>
#include <array>
#include <chrono>

#include "profile/scalars.h"
#include "profile/times.h"

// One text read as a time: a cursor that takes fields, one function a family of formats, and the
// calendar's word on the day. About 20 ns a text that is none.

namespace ddblint {

namespace {

constexpr std::int64_t kDay = 86400;
constexpr int kFirstYear = 1900;
constexpr int kLastYear = 2199;
/// Bare digits are dates only in years that data of a running system has.
constexpr int kFirstBareYear = 1970;
constexpr int kLastBareYear = 2069;

constexpr std::array<std::string_view, 12> kMonths = {
    "january", "february", "march",     "april",   "may",      "june",
    "july",    "august",   "september", "october", "november", "december"};
constexpr std::array<std::string_view, 7> kDays = {"monday", "tuesday",  "wednesday", "thursday",
                                                   "friday", "saturday", "sunday"};

class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {}

  [[nodiscard]] bool done() const { return at_ == text_.size(); }
  [[nodiscard]] char peek() const { return done() ? '\0' : text_[at_]; }
  bool take(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  char take_one_of(std::string_view set) {
    const char c = peek();
    if (c == '\0' || set.find(c) == std::string_view::npos) return '\0';
    ++at_;
    return c;
  }
  void skip(std::string_view set) {
    while (take_one_of(set) != '\0') {
    }
  }
  /// A number of `least` to `most` digits, all that stand there.
  std::optional<int> number(std::size_t least, std::size_t most) {
    std::size_t end = at_;
    int value = 0;
    while (end < text_.size() && end - at_ < most && is_digit(text_[end])) {
      value = value * 10 + (text_[end] - '0');
      ++end;
    }
    if (end - at_ < least) return std::nullopt;
    at_ = end;
    return value;
  }
  /// The letters that stand here, in lower case; at most nine.
  std::string letters() {
    std::string word;
    while (is_letter(peek()) && word.size() < 10) {
      const char c = text_[at_++];
      word.push_back(is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c);
    }
    return word;
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

struct Date {
  int year = 0;
  int month = 1;
  int day = 1;
};

std::optional<std::int64_t> days_since_1970(const Date& date) {
  if (date.year < kFirstYear || date.year > kLastYear || date.month < 1 || date.day < 1) {
    return std::nullopt;
  }
  const std::chrono::year_month_day day{std::chrono::year{date.year},
                                        std::chrono::month{static_cast<unsigned>(date.month)},
                                        std::chrono::day{static_cast<unsigned>(date.day)}};
  if (!day.ok()) return std::nullopt;
  return std::chrono::sys_days(day).time_since_epoch().count();
}

/// The number of a word among names, whole or cut to three letters, from 1.
template <std::size_t N>
std::optional<int> named(std::string_view word, const std::array<std::string_view, N>& names) {
  for (std::size_t i = 0; i < N; ++i) {
    const bool cut = word.size() == 3 || word == "sept";
    if (word == names[i] || (cut && names[i].substr(0, word.size()) == word)) {
      return static_cast<int>(i) + 1;
    }
  }
  return std::nullopt;
}

std::optional<TimeText> of_day(TimeFormat format, const Date& date) {
  const auto days = days_since_1970(date);
  if (!days) return std::nullopt;
  return TimeText{.format = format, .milliseconds = *days * kDay * 1000, .unit = kDay};
}

std::optional<TimeText> ambiguous(std::optional<TimeText> time) {
  if (time) time->ambiguous = true;
  return time;
}

struct Clock {
  std::int64_t milliseconds = 0;
  std::int64_t unit = 3600;
};

/// The zone at the end: Z, GMT, UTC, +01:00, -0530, +01; its offset in milliseconds.
std::optional<std::int64_t> read_zone(Cursor& cursor) {
  cursor.skip(" ");
  if (cursor.done()) return 0;
  if (is_letter(cursor.peek())) {
    const std::string word = cursor.letters();
    return word == "z" || word == "gmt" || word == "utc" ? std::optional<std::int64_t>(0)
                                                         : std::nullopt;
  }
  const char sign = cursor.take_one_of("+-");
  if (sign == '\0') return std::nullopt;
  const auto hours = cursor.number(2, 2);
  cursor.take(':');
  const int minutes = cursor.number(2, 2).value_or(0);
  if (!hours || *hours > 14 || minutes > 59) return std::nullopt;
  const std::int64_t offset = (*hours * 60LL + minutes) * 60'000LL;
  return sign == '-' ? -offset : offset;
}

/// A fraction of a second, in milliseconds.
std::optional<std::int64_t> read_fraction(Cursor& cursor) {
  std::int64_t milliseconds = 0;
  int digits = 0;
  for (; is_digit(cursor.peek()) && digits < 9; ++digits) {
    const int digit = cursor.take_one_of("0123456789") - '0';
    if (digits < 3) milliseconds = milliseconds * 10 + digit;
  }
  if (digits == 0) return std::nullopt;
  for (int i = digits; i < 3; ++i) milliseconds *= 10;
  return milliseconds;
}

/// HH, HH:MM, HH:MM:SS, HH.MM.SS, with a fraction, AM or PM and a zone, up to the end.
std::optional<Clock> read_clock(Cursor& cursor) {
  const auto hour = cursor.number(1, 2);
  if (!hour || *hour > 24) return std::nullopt;
  Clock clock{.milliseconds = *hour * 3'600'000LL, .unit = 3600};
  if (const char mark = cursor.take_one_of(":.-"); mark != '\0') {
    const auto minute = cursor.number(2, 2);
    if (!minute || *minute > 59) return std::nullopt;
    clock.milliseconds += *minute * 60'000LL;
    clock.unit = 60;
    if (cursor.take(mark)) {
      const auto second = cursor.number(2, 2);
      if (!second || *second > 60) return std::nullopt;
      clock.milliseconds += *second * 1000LL;
      clock.unit = 1;
      if (cursor.take_one_of(".,") != '\0') {
        const auto fraction = read_fraction(cursor);
        if (!fraction) return std::nullopt;
        clock.milliseconds += *fraction;
        clock.unit = 0;
      }
    }
  }
  const auto zone = read_zone(cursor);
  if (!zone || !cursor.done()) return std::nullopt;
  clock.milliseconds -= *zone;
  return clock;
}

std::optional<TimeText> with_clock(std::optional<TimeText> day, Cursor& cursor, TimeFormat format) {
  const auto clock = read_clock(cursor);
  if (!day || !clock) return std::nullopt;
  day->format = format;
  day->milliseconds += clock->milliseconds;
  day->unit = clock->unit;
  return day;
}

/// 2024-W03, 2024-W03-1: the Monday of week 1 is that of the week with 4 January.
std::optional<TimeText> read_week(Cursor& cursor, int year) {
  const auto week = cursor.number(2, 2);
  if (!week || *week < 1 || *week > 53) return std::nullopt;
  int weekday = 1;
  if (!cursor.done()) {
    cursor.take('-');
    weekday = cursor.number(1, 1).value_or(0);
    if (weekday < 1 || weekday > 7) return std::nullopt;
  }
  const auto fourth = days_since_1970({.year = year, .month = 1, .day = 4});
  if (!fourth || !cursor.done()) return std::nullopt;
  // 1970-01-01 was a Thursday, day 3 from Monday.
  const std::int64_t monday = *fourth - (((*fourth + 3) % 7) + 7) % 7;
  const std::int64_t day = monday + (*week - 1) * 7LL + (weekday - 1);
  return TimeText{.format = TimeFormat::week, .milliseconds = day * kDay * 1000, .unit = 7 * kDay};
}

/// 2024-Q1, behind the Q.
std::optional<TimeText> read_quarter(Cursor& cursor, int year) {
  const auto quarter = cursor.number(1, 1);
  if (!quarter || *quarter > 4 || *quarter < 1 || !cursor.done()) return std::nullopt;
  auto time = of_day(TimeFormat::quarter, {.year = year, .month = *quarter * 3 - 2});
  if (time) time->unit = 90 * kDay;
  return time;
}

/// 2024-015: the day of the year.
std::optional<TimeText> of_ordinal(int year, int day) {
  const int days = std::chrono::year{year}.is_leap() ? 366 : 365;
  if (day < 1 || day > days) return std::nullopt;
  auto time = of_day(TimeFormat::ordinal, {.year = year});
  if (time) time->milliseconds += (day - 1) * kDay * 1000;
  return ambiguous(time);
}

/// 2024-01.
std::optional<TimeText> of_month(int year, int month) {
  auto time = of_day(TimeFormat::month, {.year = year, .month = month});
  if (time) time->unit = 30 * kDay;
  return ambiguous(time);
}

/// What begins with a year and a separator.
std::optional<TimeText> read_year_first(std::string_view text) {
  Cursor cursor(text);
  const int year = cursor.number(4, 4).value_or(0);
  const char separator = cursor.take_one_of("-/._");
  if (cursor.take_one_of("Ww") != '\0') return read_week(cursor, year);
  if (separator == '\0') return std::nullopt;
  if (cursor.take_one_of("Qq") != '\0') return read_quarter(cursor, year);
  const int second = cursor.number(1, 3).value_or(0);
  if (cursor.done()) {
    if (text.size() == 8) return of_ordinal(year, second);
    return text.size() == 7 ? of_month(year, second) : std::nullopt;
  }
  const auto day = cursor.take(separator) ? cursor.number(1, 2) : std::nullopt;
  if (!day) return std::nullopt;
  auto time = of_day(TimeFormat::day, {.year = year, .month = second, .day = *day});
  if (cursor.done()) return time;
  if (cursor.take_one_of("Tt _-") == '\0') return std::nullopt;
  return with_clock(time, cursor, TimeFormat::date_time);
}

/// 01/02/2024, 1.2.2024, 01/02/24, also with a clock.
std::optional<TimeText> read_year_last(std::string_view text, DayOrder order) {
  Cursor cursor(text);
  const auto first = cursor.number(1, 2);
  const char separator = cursor.take_one_of("/.-");
  const auto second = cursor.number(1, 2);
  if (!first || separator == '\0' || !second || !cursor.take(separator)) return std::nullopt;
  const auto year = cursor.number(2, 4);
  // Versions and addresses have dots between small numbers.
  const bool short_year = year && *year < 100 && separator == '/';
  if (!year || (*year < 1000 && !short_year)) return std::nullopt;
  const bool day_first = order == DayOrder::day_first;
  auto time = of_day(TimeFormat::day_slashed, {.year = short_year ? 2000 + *year : *year,
                                               .month = day_first ? *second : *first,
                                               .day = day_first ? *first : *second});
  if (short_year) time = ambiguous(time);
  if (cursor.done()) return time;
  cursor.take(',');
  if (cursor.take_one_of(" T_") == '\0') return std::nullopt;
  return with_clock(time, cursor, TimeFormat::date_time);
}

/// 01SEP2016, 1 Sep 2016, Sep 1, 2016, Mon, 15 Jan 2024 10:30:00 GMT.
std::optional<TimeText> read_named(std::string_view text) {
  Cursor cursor(text);
  std::string word = cursor.letters();
  if (named(word, kDays)) {
    cursor.skip(", ");
    word = cursor.letters();
  }
  auto month = named(word, kMonths);
  if (!word.empty() && !month) return std::nullopt;
  cursor.skip(" -");
  const auto day = cursor.number(1, 2);
  cursor.skip(" -,/");
  if (!month) month = named(cursor.letters(), kMonths);
  if (!month || !day) return std::nullopt;
  cursor.skip(" -,./");
  const auto year = cursor.number(2, 4);
  if (!year || (*year > 99 && *year < 1000)) return std::nullopt;
  auto time = of_day(TimeFormat::day_named,
                     {.year = *year < 100 ? 2000 + *year : *year, .month = *month, .day = *day});
  if (cursor.done()) return time;
  if (cursor.take_one_of(" T,") == '\0') return std::nullopt;
  cursor.skip(" ");
  return with_clock(time, cursor, TimeFormat::date_time_named);
}

int digits_at(std::string_view text, std::size_t at, std::size_t count) {
  int value = 0;
  for (const char c : text.substr(at, count)) value = value * 10 + (c - '0');
  return value;
}

/// The bare digits of a compact form, without a mark between day and clock.
struct Compact {
  std::string digits;
  bool marked = false;
};

std::optional<Compact> compact_digits(std::string_view text) {
  if (text.back() == 'Z') text.remove_suffix(1);
  Compact found{.digits = std::string(text), .marked = false};
  if (text.size() > 9 && std::string_view("T-_ ").find(text[8]) != std::string_view::npos) {
    found.digits.erase(8, 1);
    found.marked = true;
  }
  if (!all_digits(found.digits) || found.digits.size() < 4) return std::nullopt;
  return found;
}

/// The clock of 2024011510, 202401151030, 20240115103000 and 20240115103000123.
std::optional<Clock> compact_clock(std::string_view digits) {
  const std::size_t size = digits.size();
  if (size != 10 && size != 12 && size != 14 && size != 17) return std::nullopt;
  const int hour = digits_at(digits, 8, 2);
  const int minute = size > 10 ? digits_at(digits, 10, 2) : 0;
  const int second = size > 12 ? digits_at(digits, 12, 2) : 0;
  if (hour > 23 || minute > 59 || second > 60) return std::nullopt;
  Clock clock{.milliseconds = ((hour * 60LL + minute) * 60 + second) * 1000, .unit = 3600};
  if (size == 17) clock.milliseconds += digits_at(digits, 14, 3);
  if (size > 10) clock.unit = size == 12 ? 60 : 1;
  if (size == 17) clock.unit = 0;
  return clock;
}

/// 2024, 202401, 20240115, 2024011510, 20240115103000 and 20240115T103000Z.
std::optional<TimeText> read_compact(std::string_view text) {
  const auto compact = compact_digits(text);
  if (!compact) return std::nullopt;
  const std::string_view digits = compact->digits;
  const int year = digits_at(digits, 0, 4);
  if (year < kFirstBareYear || year > kLastBareYear) return std::nullopt;
  const bool year_alone = digits.size() == 4;
  if (year_alone || digits.size() == 6) {
    auto time = of_day(year_alone ? TimeFormat::year : TimeFormat::month_compact,
                       {.year = year, .month = year_alone ? 1 : digits_at(digits, 4, 2)});
    if (time) time->unit = (year_alone ? 365 : 30) * kDay;
    return ambiguous(time);
  }
  if (digits.size() < 8) return std::nullopt;
  auto time =
      of_day(TimeFormat::day_compact,
             {.year = year, .month = digits_at(digits, 4, 2), .day = digits_at(digits, 6, 2)});
  if (!time) return std::nullopt;
  time->ambiguous = !compact->marked;
  if (digits.size() == 8) return time;
  const auto clock = compact_clock(digits);
  if (!clock) return std::nullopt;
  time->format = TimeFormat::date_time_compact;
  time->milliseconds += clock->milliseconds;
  time->unit = clock->unit;
  return time;
}

}  // namespace

std::optional<TimeText> read_time(std::string_view text, DayOrder order) {
  constexpr std::size_t kLongest = 48;
  if (text.size() < 4 || text.size() > kLongest) return std::nullopt;
  const auto digit = [&](std::size_t at) { return at < text.size() && is_digit(text[at]); };
  if (digit(0) && digit(1) && digit(2) && digit(3)) {
    if (text.size() == 4 || digit(4)) return read_compact(text);
    return read_year_first(text);
  }
  if (digit(0)) {
    if (auto time = read_year_last(text, order)) return time;
  }
  if (digit(0) || is_letter(text[0])) return read_named(text);
  return std::nullopt;
}

bool ends_in_time(std::string_view text) {
  const auto is_time = [](std::string_view tail) {
    if (all_digits(tail)) return false;
    const auto time = read_time(tail);
    return time && time->format != TimeFormat::ordinal;
  };
  if (is_time(text)) return true;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    if (is_separator(text[i]) && is_time(text.substr(i + 1))) return true;
  }
  return false;
}

}  // namespace ddblint
