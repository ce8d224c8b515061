#include "rules/figures.h"

#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "source/text.h"

namespace ddblint {
namespace {

/// One digit behind the point below ten, none above; no `.0`.
std::string short_number(double number) {
  const double tenths = std::round(number * 10) / 10;
  if (tenths < 10 && tenths != std::floor(tenths)) return fmt::format("{:.1f}", tenths);
  return grouped(std::llround(number));
}

}  // namespace

std::string count_text(double number) {
  if (number < 0.9995e6) return grouped(std::llround(number));
  const bool billions = number >= 0.9995e9;
  return fmt::format("{} {}", short_number(number / (billions ? 1e9 : 1e6)), billions ? "G" : "M");
}

std::string mean_text(double number) {
  return number < 10 ? short_number(number) : count_text(number);
}

std::string percent(double share) {
  const double percent = share * 100;
  if (percent <= 0) return "0 %";
  if (percent < 0.01) return "less than 0.01 %";
  if (percent < 1) return fmt::format("{:.2g} %", percent);
  if (percent < 100 && percent > 99.9) return "more than 99.9 %";
  if (percent > 99 && percent < 100) return fmt::format("{:.1f} %", percent);
  return short_number(percent) + " %";
}

std::string bytes_text(double bytes) {
  constexpr std::array<std::string_view, 5> kUnits = {"bytes", "KB", "MB", "GB", "TB"};
  std::size_t unit = 0;
  while (bytes >= 1024 && unit + 1 < kUnits.size()) {
    bytes /= 1024;
    ++unit;
  }
  return fmt::format("{} {}", short_number(bytes), kUnits.at(unit));
}

std::string counted(double number, std::string_view singular, std::string_view plural) {
  return fmt::format("{} {}", count_text(number), number == 1 ? singular : plural);
}

Measurement measurement(std::string name, const Estimate& estimate, std::string unit) {
  return {.name = std::move(name),
          .value = estimate.value,
          .low = estimate.low,
          .high = estimate.high,
          .unit = std::move(unit)};
}

Measurement measurement(std::string name, double value, std::string unit) {
  return {.name = std::move(name),
          .value = value,
          .low = value,
          .high = value,
          .unit = std::move(unit)};
}

}  // namespace ddblint
