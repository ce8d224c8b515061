#include "profile/times.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <numeric>
#include <set>

#include "profile/order.h"
#include "profile/scalars.h"

// A column read as times. Texts with a separator prove themselves; bare digits and counts since
// 1970 do not: one ten-digit number in eight is a plausible second. They are believed only with a
// telling name or beside a column that has the same times in words.

namespace ddblint {

namespace {

constexpr double kNearlyAll = 0.98;
constexpr std::int64_t kDay = 86400;
/// 1990-01-01 and 2050-01-01 in seconds since 1970.
constexpr std::int64_t kEarliest = 631'152'000;
constexpr std::int64_t kLatest = 2'524'608'000;

const std::vector<std::string_view> kTimeWords = {
    "time",    "date",     "at",      "ts",        "ttl",     "epoch",    "expire",
    "expires", "expiry",   "expired", "timestamp", "created", "updated",  "modified",
    "deleted", "inserted", "when",    "since",     "until",   "day",      "hour",
    "minute",  "second",   "seconds", "millis",    "ms",      "datetime", "expiration",
    "dt",      "on",       "day1",    "bucket",    "period"};
const std::vector<std::string_view> kMadeWords = {"created", "inserted",   "ordered",
                                                  "placed",  "registered", "creation"};
const std::vector<std::string_view> kOtherMomentWords = {
    "birth", "birthday", "dob", "expires", "expiry", "ttl", "expire", "born", "deleted", "due"};

bool is_present(const std::optional<SampledValue>& value) {
  return value && is_scalar(value->type) && !value->text.empty();
}

/// How many different values of an ambiguous format are needed before it is believed without a
/// telling name: random 8-digit numbers are days in 4 of 10,000 cases; months have only twelve
/// numbers, so a thirteenth consecutive number would betray a counter.
std::size_t needed_distinct(TimeFormat format) {
  switch (format) {
    case TimeFormat::month:
    case TimeFormat::day_compact:
    case TimeFormat::day_slashed:
    case TimeFormat::date_time_compact:
      return 3;
    case TimeFormat::month_compact:
    case TimeFormat::ordinal:
      return 13;
    default:
      return SIZE_MAX;
  }
}

std::string_view describe(TimeFormat format) {
  switch (format) {
    case TimeFormat::day:
      return "day, YYYY-MM-DD";
    case TimeFormat::day_compact:
      return "day, YYYYMMDD";
    case TimeFormat::day_named:
      return "day with the month's name";
    case TimeFormat::day_slashed:
      return "day, D/M/YYYY";
    case TimeFormat::month:
      return "month, YYYY-MM";
    case TimeFormat::month_compact:
      return "month, YYYYMM";
    case TimeFormat::quarter:
      return "quarter";
    case TimeFormat::week:
      return "week, YYYY-Www";
    case TimeFormat::ordinal:
      return "day of the year, YYYY-DDD";
    case TimeFormat::year:
      return "year";
    case TimeFormat::date_time:
      return "date and time";
    case TimeFormat::date_time_compact:
      return "date and time, bare digits";
    case TimeFormat::date_time_named:
      return "date and time with the month's name";
  }
  return "";
}

bool is_period(TimeFormat format) {
  return format == TimeFormat::month || format == TimeFormat::month_compact ||
         format == TimeFormat::quarter || format == TimeFormat::week || format == TimeFormat::year;
}

/// The greatest usual step that divides all distances; the written unit when there are too few
/// different times to tell.
std::int64_t step_of(const std::vector<std::optional<std::int64_t>>& times, std::int64_t unit) {
  constexpr std::array<std::int64_t, 7> kSteps = {7 * kDay, kDay, 3600, 900, 300, 60, 1};
  constexpr std::size_t kEnough = 6;
  std::set<std::int64_t> distinct;
  std::optional<std::int64_t> first;
  std::int64_t common = 0;
  for (const auto& time : times) {
    if (!time) continue;
    if (!first) first = time;
    common = std::gcd(common, std::llabs(*time - *first));
    if (distinct.size() < kEnough) distinct.insert(*time);
  }
  const std::int64_t written = std::max<std::int64_t>(unit, 1);
  if (distinct.size() < kEnough) return written;
  for (const std::int64_t step : kSteps) {
    if (common % (step * 1000) == 0) return std::max(step, written);
  }
  return 1;
}

struct Reading {
  TimeFormat format = TimeFormat::day;
  std::uint64_t matched = 0;
  std::uint64_t looked_at = 0;
  std::size_t distinct = 0;
  bool ambiguous = false;
  std::int64_t unit = kDay;
  std::vector<std::optional<std::int64_t>> times;
};

/// The values read in one order of day and month; the format that most have is kept.
Reading read_column(const Column& column, DayOrder order, std::size_t strip) {
  std::map<TimeFormat, std::uint64_t> formats;
  std::vector<std::optional<TimeText>> texts(column.values.size());
  Reading reading;
  for (std::size_t row = 0; row < column.values.size(); ++row) {
    const auto& value = column.values[row];
    if (!is_present(value) || value->text.size() < strip) continue;
    ++reading.looked_at;
    texts[row] = read_time(value->text.substr(strip), order);
    if (texts[row]) ++formats[texts[row]->format];
    // A column that is none is left early.
    constexpr std::uint64_t kGlance = 32;
    if (reading.looked_at == kGlance && formats.empty()) return reading;
  }
  if (formats.empty()) return reading;
  const auto most = std::max_element(formats.begin(), formats.end(),
                                     [](auto& a, auto& b) { return a.second < b.second; });
  reading.format = most->first;
  reading.matched = most->second;
  reading.times.resize(column.values.size());
  std::set<std::int64_t> distinct;
  for (std::size_t row = 0; row < texts.size(); ++row) {
    if (!texts[row] || texts[row]->format != reading.format) continue;
    reading.times[row] = texts[row]->milliseconds;
    reading.unit =
        std::min(reading.unit == kDay ? texts[row]->unit : reading.unit, texts[row]->unit);
    reading.ambiguous = reading.ambiguous || texts[row]->ambiguous;
    if (distinct.size() < 64) distinct.insert(texts[row]->milliseconds);
  }
  reading.distinct = distinct.size();
  return reading;
}

bool nearly_all(std::uint64_t matched, std::uint64_t looked_at) {
  return matched > 0 && static_cast<double>(matched) >= kNearlyAll * static_cast<double>(looked_at);
}

std::optional<TimeColumn> find_text_times(const Column& column, std::size_t strip) {
  Reading reading = read_column(column, DayOrder::day_first, strip);
  bool month_first = false;
  if (reading.format == TimeFormat::day_slashed || reading.matched < reading.looked_at) {
    Reading other = read_column(column, DayOrder::month_first, strip);
    if (other.matched > reading.matched) {
      reading = std::move(other);
      month_first = true;
    }
  }
  if (!nearly_all(reading.matched, reading.looked_at)) return std::nullopt;
  if (reading.ambiguous && reading.distinct < needed_distinct(reading.format) &&
      !name_has_word(column.name, kTimeWords) &&
      !name_has_word(column.name, {"month", "year", "week", "yr", "yyyymm", "ym"})) {
    return std::nullopt;
  }
  TimeColumn found{.detail = std::string(describe(reading.format)),
                   .matched = reading.matched,
                   .looked_at = reading.looked_at,
                   .milliseconds = std::move(reading.times)};
  if (month_first && reading.format == TimeFormat::day_slashed) found.detail = "day, M/D/YYYY";
  found.granularity =
      is_period(reading.format) ? reading.unit : step_of(found.milliseconds, reading.unit);
  found.whole_days = !is_period(reading.format) && found.granularity >= kDay;
  return found;
}

/// What a count since 1970 counts.
struct EpochUnit {
  std::string_view detail;
  std::int64_t milliseconds_times_1000;  ///< of one count, in microseconds
  bool needs_name;                       ///< too small to be told from any other number
};
constexpr std::array<EpochUnit, 7> kEpochUnits = {{
    {"seconds since 1970", 1'000'000, false},
    {"milliseconds since 1970", 1'000, false},
    {"microseconds since 1970", 1, false},
    {"nanoseconds since 1970", 0, false},
    {"minutes since 1970", 60'000'000, true},
    {"hours since 1970", 3'600'000'000, true},
    {"days since 1970", 86'400'000'000, true},
}};

/// Milliseconds since 1970 of a count, if it lies between 1990 and 2050.
std::optional<std::int64_t> epoch_time(std::int64_t count, const EpochUnit& unit) {
  const std::int64_t micros = unit.milliseconds_times_1000;
  if (count <= 0) return std::nullopt;
  if (micros != 0 && count > kLatest * 1'000'000 / micros) return std::nullopt;
  const std::int64_t time = micros == 0 ? count / 1'000'000 : count * micros / 1000;
  if (time < kEarliest * 1000 || time >= kLatest * 1000) return std::nullopt;
  return time;
}

struct Span {
  std::int64_t low = INT64_MAX;
  std::int64_t high = INT64_MIN;
};
Span span_of(const std::vector<std::optional<std::int64_t>>& times) {
  Span span;
  for (const auto& time : times) {
    if (!time) continue;
    span.low = std::min(span.low, *time);
    span.high = std::max(span.high, *time);
  }
  return span;
}

/// True when another column tells the same times: in the same order, over the same stretch.
bool another_column_agrees(const Column& column, const SampledRows& rows,
                           const std::vector<std::optional<std::int64_t>>& times) {
  const Span own = span_of(times);
  for (const Column& other : rows.columns) {
    if (other.name == column.name) continue;
    const auto found = find_text_times(other, 0);
    if (!found) continue;
    const Span span = span_of(found->milliseconds);
    const double slack = 0.1 * static_cast<double>(own.high - own.low) + 86'400'000.0;
    if (std::abs(static_cast<double>(own.low - span.low)) > slack ||
        std::abs(static_cast<double>(own.high - span.high)) > slack) {
      continue;
    }
    const auto correlation = spearman(times, found->milliseconds);
    if (correlation && *correlation >= 0.9) return true;
  }
  return false;
}

std::optional<TimeColumn> read_epoch(const Column& column, const EpochUnit& unit,
                                     std::size_t strip) {
  TimeColumn found{.detail = std::string(unit.detail)};
  found.milliseconds.resize(column.values.size());
  for (std::size_t row = 0; row < column.values.size(); ++row) {
    const auto& value = column.values[row];
    if (!is_present(value) || value->text.size() < strip) continue;
    ++found.looked_at;
    const auto count = read_integer(value->text.substr(strip));
    if (count) found.milliseconds[row] = epoch_time(*count, unit);
    if (found.milliseconds[row]) ++found.matched;
    if (found.looked_at == 32 && found.matched == 0) return std::nullopt;
  }
  if (!nearly_all(found.matched, found.looked_at)) return std::nullopt;
  return found;
}

/// Words of a name that say what is counted, for the counts that are small numbers.
bool name_tells(std::string_view name, const EpochUnit& unit) {
  if (!unit.needs_name) return name_has_word(name, kTimeWords);
  if (unit.detail.starts_with("days")) {
    return name_has_word(name, {"day", "days", "date", "epochday", "dt"});
  }
  if (unit.detail.starts_with("hours")) {
    return name_has_word(name, {"hour", "hours", "bucket", "epochhour"});
  }
  return name_has_word(name, {"minute", "minutes", "epochminute"});
}

/// Counts that no name explains. Of seconds and finer: whole minutes, hours or days, which at least
/// eight different numbers are by accident in less than 60^-8 of the cases. Of milliseconds and
/// microseconds also: all within ten years of our time, which is a thousandth of the numbers that
/// long.
bool speak_for_themselves(const std::vector<std::optional<std::int64_t>>& times,
                          const EpochUnit& unit) {
  constexpr std::size_t kEnough = 8;
  constexpr std::int64_t kMinute = 60'000;
  constexpr std::int64_t kTenYears = 3653 * kDay * 1000;
  constexpr std::int64_t kSince = 1'104'537'600'000;  // 2005
  constexpr std::int64_t kUntil = 2'051'222'400'000;  // 2035
  if (unit.needs_name) return false;
  std::set<std::int64_t> distinct;
  bool whole = true;
  for (const auto& time : times) {
    if (!time) continue;
    whole = whole && *time % kMinute == 0;
    if (distinct.size() < kEnough) distinct.insert(*time);
  }
  if (distinct.size() < kEnough) return false;
  if (whole) return true;
  const Span span = span_of(times);
  // Nanoseconds are as long as the numbers of snowflake generators.
  const bool fine = unit.milliseconds_times_1000 == 1000 || unit.milliseconds_times_1000 == 1;
  return fine && span.low >= kSince && span.high < kUntil && span.high - span.low <= kTenYears;
}

std::optional<TimeColumn> find_epoch_times(const Column& column, const SampledRows& rows,
                                           std::size_t strip) {
  for (const EpochUnit& unit : kEpochUnits) {
    auto found = read_epoch(column, unit, strip);
    if (!found) continue;
    // Durations and counters have these names, too; times do not stand alone.
    const bool told = name_tells(column.name, unit);
    if (!told && !speak_for_themselves(found->milliseconds, unit) &&
        !another_column_agrees(column, rows, found->milliseconds)) {
      continue;
    }
    const std::int64_t written =
        std::max<std::int64_t>(unit.milliseconds_times_1000 / 1'000'000, 1);
    found->granularity = step_of(found->milliseconds, written);
    found->whole_days = found->granularity >= kDay;
    return found;
  }
  return std::nullopt;
}

}  // namespace

std::optional<TimeColumn> find_times(const Column& column, const SampledRows& rows,
                                     std::size_t strip) {
  if (auto found = find_text_times(column, strip)) return found;
  return find_epoch_times(column, rows, strip);
}

std::optional<TimeAxis> best_time_axis(const SampledRows& rows, std::string_view except) {
  std::optional<TimeAxis> best;
  bool best_made = false;
  for (const Column& column : rows.columns) {
    if (column.name == except || name_has_word(column.name, kOtherMomentWords)) continue;
    const bool made = name_has_word(column.name, kMadeWords);
    if (best && (best_made || !made)) continue;
    auto found = find_times(column, rows);
    if (!found || found->matched < 20) continue;
    best = TimeAxis{.attribute = column.name, .milliseconds = std::move(found->milliseconds)};
    best_made = made;
  }
  return best;
}

}  // namespace ddblint
