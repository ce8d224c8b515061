#include "workload/trace_time.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>

namespace ddblint {
namespace {

/// From here on a number counts milliseconds, microseconds, nanoseconds: as seconds it would lie
/// beyond the year 5000, and as the finer unit it lies before 1974.
constexpr double kFirstMilliseconds = 1e11;
constexpr double kFirstMicroseconds = 1e14;
constexpr double kFirstNanoseconds = 1e17;
constexpr double kThousand = 1000;
constexpr double kMillion = 1e6;

constexpr TraceTime kMinute = 60;
constexpr TraceTime kHour = 3600;
constexpr TraceTime kDay = 86400;

std::optional<TraceTime> in_range(TraceTime time) {
  if (time < 0 || time > kLatestTime) return std::nullopt;
  return time;
}

/// Reads the parts of a date from the left.
class Digits {
 public:
  explicit Digits(std::string_view text) : rest_(text) {}

  /// Just so many digits.
  std::optional<int> take(std::size_t count) {
    if (rest_.size() < count) return std::nullopt;
    int value = 0;
    for (const char c : rest_.substr(0, count)) {
      if (c < '0' || c > '9') return std::nullopt;
      value = value * 10 + (c - '0');
    }
    rest_.remove_prefix(count);
    return value;
  }
  bool skip(std::string_view any) {
    if (rest_.empty() || any.find(rest_.front()) == std::string_view::npos) return false;
    rest_.remove_prefix(1);
    return true;
  }
  /// Microseconds of a fraction of any length.
  TraceTime fraction() {
    TraceTime value = 0;
    TraceTime scale = kMicroseconds;
    while (!rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9') {
      scale /= 10;
      value += (rest_.front() - '0') * scale;
      rest_.remove_prefix(1);
    }
    return value;
  }
  [[nodiscard]] bool ended() const { return rest_.empty(); }
  [[nodiscard]] char front() const { return rest_.empty() ? '\0' : rest_.front(); }

 private:
  std::string_view rest_;
};

/// Seconds of `hh:mm` or `hhmm` behind a sign, of `Z`, or 0 of nothing.
std::optional<TraceTime> offset(Digits& digits) {
  if (digits.ended()) return 0;
  if (digits.skip("Zz")) return digits.ended() ? std::optional<TraceTime>(0) : std::nullopt;
  const TraceTime sign = digits.front() == '-' ? -1 : 1;
  if (!digits.skip("+-")) return std::nullopt;
  const std::optional<int> hours = digits.take(2);
  digits.skip(":");
  const std::optional<int> minutes = digits.ended() ? 0 : digits.take(2);
  if (!hours || !minutes || !digits.ended() || *hours > 14 || *minutes > 59) return std::nullopt;
  return sign * (*hours * kHour + *minutes * kMinute);
}

/// Days since 1970 of `yyyy-mm-dd`.
std::optional<TraceTime> day(Digits& digits) {
  const std::optional<int> year = digits.take(4);
  if (!digits.skip("-/")) return std::nullopt;
  const std::optional<int> month = digits.take(2);
  if (!digits.skip("-/")) return std::nullopt;
  const std::optional<int> number = digits.take(2);
  if (!year || !month || !number) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year{*year},
                                         std::chrono::month{static_cast<unsigned>(*month)},
                                         std::chrono::day{static_cast<unsigned>(*number)}};
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days{date}.time_since_epoch().count();
}

std::optional<TraceTime> read_iso(std::string_view text) {
  Digits digits(text);
  const std::optional<TraceTime> days = day(digits);
  if (!days || !digits.skip("Tt ")) return std::nullopt;
  const std::optional<int> hours = digits.take(2);
  if (!digits.skip(":")) return std::nullopt;
  const std::optional<int> minutes = digits.take(2);
  const std::optional<int> seconds = digits.skip(":") ? digits.take(2) : std::optional<int>(0);
  if (!hours || !minutes || !seconds || *hours > 23 || *minutes > 59 || *seconds > 60) {
    return std::nullopt;
  }
  const TraceTime fraction = digits.skip(".,") ? digits.fraction() : 0;
  digits.skip(" ");
  const std::optional<TraceTime> shift = offset(digits);
  if (!shift) return std::nullopt;
  const TraceTime whole =
      *days * kDay + *hours * kHour + *minutes * kMinute + std::min(*seconds, 59) - *shift;
  return in_range(whole * kMicroseconds + fraction);
}

}  // namespace

std::optional<TraceTime> trace_time_of(std::int64_t number) {
  const auto size = static_cast<double>(number);
  if (number < 0) return std::nullopt;
  if (size >= kFirstNanoseconds) return in_range(number / 1000);
  if (size >= kFirstMicroseconds) return in_range(number);
  if (size >= kFirstMilliseconds) return in_range(number * 1000);
  return in_range(number * kMicroseconds);
}

std::optional<TraceTime> trace_time_of(double number) {
  const bool sound = number >= 0 && number < 1e19;
  if (!sound) return std::nullopt;
  double microseconds = number * kMillion;
  if (number >= kFirstMilliseconds) microseconds = number * kThousand;
  if (number >= kFirstMicroseconds) microseconds = number;
  if (number >= kFirstNanoseconds) microseconds = number / kThousand;
  return in_range(static_cast<TraceTime>(std::llround(microseconds)));
}

std::optional<TraceTime> read_trace_time(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  const char* const end = text.data() + text.size();
  std::int64_t whole = 0;
  if (const auto [rest, error] = std::from_chars(text.data(), end, whole);
      error == std::errc() && rest == end) {
    return trace_time_of(whole);
  }
  double number = 0;
  if (const auto [rest, error] = std::from_chars(text.data(), end, number);
      error == std::errc() && rest == end) {
    return trace_time_of(number);
  }
  return read_iso(text);
}

}  // namespace ddblint
