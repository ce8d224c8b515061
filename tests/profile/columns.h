#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "profile/column.h"

namespace ddblint {

/// Sampled rows for tests; owns the texts.
class Rows {
 public:
  /// The whole data unless `items` says that there are more.
  explicit Rows(std::size_t rows, std::uint64_t items = 0) {
    rows_.rows = rows;
    rows_.items = items == 0 ? rows : items;
  }

  /// A column whose values a function of the row makes; an empty optional is a missing value.
  Rows& add(std::string_view name,
            const std::function<std::optional<std::string>(std::size_t)>& value,
            ValueType type = ValueType::string) {
    Column column;
    column.name = keep(std::string(name));
    std::unordered_set<std::string> distinct;
    std::size_t present = 0;
    for (std::size_t row = 0; row < rows_.rows; ++row) {
      auto text = value(row);
      if (!text) {
        column.values.emplace_back();
        continue;
      }
      ++present;
      distinct.insert(*text);
      column.values.push_back(SampledValue{.type = type, .text = keep(std::move(*text))});
    }
    const double scale = static_cast<double>(rows_.items) / static_cast<double>(rows_.rows);
    column.present = static_cast<std::uint64_t>(static_cast<double>(present) * scale);
    // Unique values stay unique in the whole data, repeated ones do not grow.
    const bool unique = distinct.size() * 1000 >= present * 999;
    column.distinct = static_cast<double>(distinct.size()) * (unique ? scale : 1.0);
    rows_.columns.push_back(std::move(column));
    return *this;
  }
  Rows& numbers(std::string_view name, const std::function<std::int64_t(std::size_t)>& value) {
    return add(
        name, [&](std::size_t row) { return std::to_string(value(row)); }, ValueType::number);
  }
  Rows& ordered() {
    rows_.ordered = true;
    return *this;
  }

  [[nodiscard]] SampledRows& table() { return rows_; }
  [[nodiscard]] const Column& column(std::size_t index = 0) const { return rows_.columns[index]; }
  [[nodiscard]] const Column& column(std::string_view name) const { return *rows_.find(name); }

 private:
  std::string_view keep(std::string text) {
    texts_.push_back(std::move(text));
    return texts_.back();
  }

  std::deque<std::string> texts_;
  SampledRows rows_;
};

/// A number with leading zeros.
inline std::string padded(std::uint64_t number, std::size_t width) {
  std::string text = std::to_string(number);
  return text.size() < width ? std::string(width - text.size(), '0') + text : text;
}

/// `size` random characters of an alphabet.
inline std::string random_text(std::mt19937_64& random, std::size_t size,
                               std::string_view alphabet = "0123456789abcdef") {
  std::string text;
  for (std::size_t i = 0; i < size; ++i) text.push_back(alphabet[random() % alphabet.size()]);
  return text;
}

/// A random UUID of a version.
inline std::string random_uuid(std::mt19937_64& random, char version = '4') {
  std::string text = random_text(random, 36);
  for (const std::size_t dash : {8, 13, 18, 23}) text[dash] = '-';
  text[14] = version;
  text[19] = "89ab"[random() % 4];
  return text;
}

/// A calendar day counted from 2024-01-01.
struct Day {
  int year = 0;
  unsigned month = 0;
  unsigned day = 0;
};
inline Day day_of(int days) {
  using namespace std::chrono;
  const year_month_day date(sys_days(2024y / January / 1) + std::chrono::days(days));
  return {static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
          static_cast<unsigned>(date.day())};
}
/// It as 2024-01-15, with any separator.
inline std::string day_text(int days, std::string_view separator = "-") {
  const Day day = day_of(days);
  std::string text = std::to_string(day.year);
  text += separator;
  text += padded(day.month, 2);
  text += separator;
  return text + padded(day.day, 2);
}

}  // namespace ddblint
