#include "source/text.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

namespace ddblint {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

enum class Letter { upper, lower, digit, other };

/// ASCII only: bytes of other scripts count as lower-case letters and stay as they are.
Letter letter_of(char c) {
  if (c >= 'A' && c <= 'Z') return Letter::upper;
  if (c >= '0' && c <= '9') return Letter::digit;
  if ((c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0x80) return Letter::lower;
  return Letter::other;
}

/// True when a word begins at `at`, given that neither it nor the byte before is a separator.
bool begins_word(std::string_view name, std::size_t at) {
  const Letter before = letter_of(name[at - 1]);
  const Letter here = letter_of(name[at]);
  if (here == Letter::digit) return false;
  if (before == Letter::digit) return true;
  if (here != Letter::upper) return false;
  if (before == Letter::lower) return true;
  return at + 1 < name.size() && letter_of(name[at + 1]) == Letter::lower;
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0U : 1U)});
      const bool swapped = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
                           lower(a[i - 2]) == lower(b[j - 1]);
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    std::swap(before_last, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

std::string_view nearest(std::string_view word, const std::vector<std::string_view>& candidates) {
  constexpr std::size_t kLongestWord = 100;  // the distance is quadratic
  if (word.size() > kLongestWord) return {};
  std::string_view best;
  std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const auto candidate : candidates) {
    if (candidate.size() > kLongestWord) continue;
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& candidates) {
  const auto best = nearest(word, candidates);
  return best.empty() ? std::string() : fmt::format(", did you mean \"{}\"?", best);
}

std::string to_lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), lower);
  return result;
}

std::string grouped(std::int64_t number) {
  std::string text = fmt::format("{}", number);
  const std::size_t first_digit = number < 0 ? 1 : 0;
  for (std::size_t at = text.size(); at > first_digit + 3;) {
    at -= 3;
    text.insert(at, 1, ',');
  }
  return text;
}

std::string_view trim(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string shown_expression(std::string_view source) {
  constexpr std::size_t kLongest = 160;
  std::string result;
  for (const char c : source) {
    const bool blank = c == ' ' || c == '\n' || c == '\r' || c == '\t';
    if (!blank) {
      result += c;
    } else if (!result.empty() && result.back() != ' ') {
      result += ' ';
    }
    if (result.size() > kLongest) {
      // Never cut inside a character.
      while (!result.empty() && (static_cast<unsigned char>(result.back()) & 0xC0U) == 0x80U) {
        result.pop_back();
      }
      result.pop_back();
      return result + "...";
    }
  }
  return std::string(trim(result));
}

std::string normalise_name(std::string_view name) {
  std::string result;
  result.reserve(name.size() + 8);
  for (std::size_t at = 0; at < name.size(); ++at) {
    const Letter here = letter_of(name[at]);
    if (here == Letter::other) continue;
    const bool after_separator = at > 0 && letter_of(name[at - 1]) == Letter::other;
    if (!result.empty() && (after_separator || begins_word(name, at))) result += '_';
    result += here == Letter::upper ? static_cast<char>(name[at] - 'A' + 'a') : name[at];
  }
  return result;
}

}  // namespace ddblint
