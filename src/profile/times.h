#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profile/column.h"

// Dates and times in values: texts in the usual formats, and numbers counted from 1970.

namespace ddblint {

/// Which number of 01/02/2024 is the day.
enum class DayOrder { day_first, month_first };

/// What a time is written in.
enum class TimeFormat {
  day,          ///< 2024-01-15, 2016-07-1, 2024/01/15, 2024.01.15
  day_compact,  ///< 20240115
  day_named,    ///< 01SEP2016, 1-Sep-2016, Sep 1, 2016
  day_slashed,  ///< 15/01/2024, 01/15/24, 15.1.2024
  month,        ///< 2024-01
  month_compact,
  quarter,  ///< 2024-Q1
  week,     ///< 2024-W03, 2024-W03-1
  ordinal,  ///< 2024-015
  year,
  date_time,          ///< 2024-01-15T10:30:00Z, 2016-05-17 01.36.45
  date_time_compact,  ///< 2024011510, 20240115T103000Z
  date_time_named,    ///< Mon, 15 Jan 2024 10:30:00 GMT
};

/// One text read as a time.
struct TimeText {
  TimeFormat format = TimeFormat::day;
  /// Milliseconds since 1970; of the beginning, for a period.
  std::int64_t milliseconds = 0;
  /// Seconds of the finest field that is written; 0 below a second.
  std::int64_t unit = 86400;
  /// The text may well be something else: 20240115, 2024-01, 2024-015, 10/11/12.
  bool ambiguous = false;
};

/// Reads a text as a date or time; nothing when it is none or the calendar has no such day.
std::optional<TimeText> read_time(std::string_view text, DayOrder order = DayOrder::day_first);

/// True when a text, or what follows one of its separators up to the end, is a date or time that
/// has more than bare digits: `CUST#1#2024-01-15`, not `ORD-2024`.
bool ends_in_time(std::string_view text);

/// What the times of a column are.
struct TimeColumn {
  /// "day, YYYY-MM-DD", "milliseconds since 1970".
  std::string detail{};
  /// Seconds of a step; 1 for a second and below, 0 when unknown.
  std::int64_t granularity = 0;
  /// The values name a period (day, hour), not an instant.
  bool whole_days = false;
  std::uint64_t matched = 0;
  std::uint64_t looked_at = 0;
  /// Of each row, milliseconds since 1970.
  std::vector<std::optional<std::int64_t>> milliseconds{};
};

/// Reads a column as times when nearly all values are. Numbers and bare digits need evidence: a
/// telling name, or another column of the same rows with the same times. `strip` characters are
/// skipped at the beginning of each text.
std::optional<TimeColumn> find_times(const Column& column, const SampledRows& rows,
                                     std::size_t strip = 0);

/// The column that says best when rows were made; nothing when none is a time of the rows.
struct TimeAxis {
  std::string_view attribute{};
  std::vector<std::optional<std::int64_t>> milliseconds{};
};
std::optional<TimeAxis> best_time_axis(const SampledRows& rows, std::string_view except);

}  // namespace ddblint
