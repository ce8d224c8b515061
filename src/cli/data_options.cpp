#include "cli/data_options.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "source/text.h"

namespace ddblint {
namespace {

std::unexpected<std::string> refused(std::string_view what, std::string_view text) {
  return std::unexpected(fmt::format("takes {}, not \"{}\"", what, text));
}

/// A number at the beginning of a text, which it is taken from; nothing when there is none.
std::optional<double> take_number(std::string_view& text) {
  double number = 0;
  const auto read =
      std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  if (read.ec != std::errc() || !std::isfinite(number) || number < 0) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
  return number;
}

/// The factor of a unit of bytes; nothing when it is none.
std::optional<double> factor_of(std::string_view unit) {
  constexpr std::string_view kLetters = "bkmgt";
  const std::string name = to_lower(unit);
  if (name.empty()) return 1;
  const std::size_t power = kLetters.find(name.front());
  if (power == std::string_view::npos) return std::nullopt;
  const std::string_view rest = std::string_view(name).substr(1);
  const bool known = rest.empty() || (power > 0 && (rest == "b" || rest == "ib"));
  if (!known) return std::nullopt;
  return std::pow(1024.0, static_cast<double>(power));
}

}  // namespace

bool BadItemsLimit::exceeded(std::uint64_t bad, std::uint64_t records) const {
  if (!share) return bad > items;
  return static_cast<double>(bad) > *share * static_cast<double>(records);
}

std::expected<std::uint64_t, std::string> parse_size(std::string_view text) {
  std::string_view rest = trim(text);
  const auto number = take_number(rest);
  const auto factor = factor_of(trim(rest));
  constexpr double kMost = 9.2e18;
  if (!number || !factor || *number * *factor > kMost || *number * *factor < 1) {
    return refused("a size such as 512MB or 2GB", text);
  }
  return static_cast<std::uint64_t>(*number * *factor);
}

std::expected<std::uint64_t, std::string> parse_count(std::string_view text) {
  std::string digits(trim(text));
  std::erase(digits, ',');
  std::uint64_t count = 0;
  const char* end = digits.data() + digits.size();
  const auto read = std::from_chars(digits.data(), end, count);
  if (read.ec != std::errc() || read.ptr != end) return refused("a number of items", text);
  return count;
}

std::expected<BadItemsLimit, std::string> parse_bad_items(std::string_view text) {
  constexpr std::string_view kWhat = "a number of items or a percentage such as 0.1%";
  std::string_view rest = trim(text);
  if (!rest.ends_with('%')) {
    const auto items = parse_count(rest);
    if (!items) return refused(kWhat, text);
    return BadItemsLimit{.items = *items, .share = std::nullopt};
  }
  const auto percent = take_number(rest);
  if (!percent || trim(rest) != "%" || *percent > 100) return refused(kWhat, text);
  return BadItemsLimit{.items = 0, .share = *percent / 100};
}

std::expected<Drawn, std::string> parse_drawn(std::string_view text) {
  if (text == "random") return Drawn::random;
  if (text == "scan-head") return Drawn::scan_head;
  if (text == "file-head") return Drawn::file_head;
  return std::unexpected(fmt::format("takes random, scan-head or file-head, not \"{}\"{}", text,
                                     did_you_mean(text, {"random", "scan-head", "file-head"})));
}

std::expected<char, std::string> parse_delimiter(std::string_view text) {
  if (text == "tab" || text == "\\t" || text == "\t") return '\t';
  if (text == "space" || text == " ") return ' ';
  constexpr std::string_view kKnown = ",;:|";
  if (text.size() == 1 && kKnown.find(text.front()) != std::string_view::npos) return text.front();
  return refused("one of , ; : | or the words tab and space", text);
}

}  // namespace ddblint
