#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <ranges>
#include <vector>

#include "schema/terraform/function_table.h"
#include "schema/terraform/unicode.h"
#include "source/utf8.h"

namespace ddblint {
namespace {

using Bounds = std::vector<std::size_t>;

Value truth(bool value) { return Value::boolean(value); }
Value text(std::string_view value) { return Value::string(std::string(value)); }

std::string_view text_of(FunctionArguments arguments, std::size_t i) { return arguments[i].text(); }

Value unknown_characters() {
  return open_result("its characters cannot be told apart without all of Unicode");
}

Value unknown_case() { return open_result("the case of its letters is not known"); }

using CaseMap = std::optional<char32_t> (*)(char32_t);

template <CaseMap kMap>
FunctionResult map_case(FunctionArguments arguments) {
  const std::string_view from = text_of(arguments, 0);
  std::string out;
  for (std::size_t at = 0; at < from.size();) {
    const CodePoint next = code_point_at(from, at);
    const auto mapped = kMap(next.point);
    if (!mapped) return unknown_case();
    append_utf8(out, *mapped);
    at += next.size;
  }
  return Value::string(std::move(out));
}

/// What stands between words for `title`: white space, and ASCII that is neither letter nor digit
/// nor underscore.
bool separates_words(char32_t point) {
  if (point >= 0x80) return is_space(point);
  const bool digit = point >= '0' && point <= '9';
  const bool letter = lower_case(point) != upper_case(point);
  return !digit && !letter && point != '_';
}

FunctionResult title(FunctionArguments arguments) {
  const std::string_view from = text_of(arguments, 0);
  std::string out;
  bool first = true;
  for (std::size_t at = 0; at < from.size();) {
    const CodePoint next = code_point_at(from, at);
    const auto mapped = upper_case(next.point);
    if (!mapped) return unknown_case();
    append_utf8(out, first ? *mapped : next.point);
    first = separates_words(next.point);
    at += next.size;
  }
  return Value::string(std::move(out));
}

FunctionResult chomp(FunctionArguments arguments) {
  std::string_view rest = text_of(arguments, 0);
  while (rest.ends_with('\n') || rest.ends_with('\r')) rest.remove_suffix(1);
  return text(rest);
}

FunctionResult starts_with(FunctionArguments arguments) {
  return truth(text_of(arguments, 0).starts_with(text_of(arguments, 1)));
}

FunctionResult ends_with(FunctionArguments arguments) {
  return truth(text_of(arguments, 0).ends_with(text_of(arguments, 1)));
}

FunctionResult contains(FunctionArguments arguments) {
  return truth(text_of(arguments, 0).contains(text_of(arguments, 1)));
}

FunctionResult indent(FunctionArguments arguments) {
  const double spaces = arguments[0].number();
  const std::string_view from = text_of(arguments, 1);
  if (spaces < 0) return fail("the number of spaces must not be negative");
  const auto lines = static_cast<double>(std::ranges::count(from, '\n'));
  if (lines * spaces > kMaxText) return fail("the result is longer than {} bytes", kMaxText);
  std::string out;
  for (const char c : from) {
    out += c;
    if (c == '\n') out.append(static_cast<std::size_t>(spaces), ' ');
  }
  return Value::string(std::move(out));
}

FunctionResult join(FunctionArguments arguments) {
  const std::string_view separator = text_of(arguments, 0);
  std::string out;
  bool first = true;
  for (const Value& list : arguments.subspan(1)) {
    for (const Value& item : list.items()) {
      if (item.is_null()) return fail("an element is null");
      if (!first) out += separator;
      first = false;
      out += item.text();
      if (out.size() > kMaxText) return bounded_text(std::move(out));
    }
  }
  return Value::string(std::move(out));
}

FunctionResult split(FunctionArguments arguments) {
  const std::string_view separator = text_of(arguments, 0);
  const std::string_view from = text_of(arguments, 1);
  ValueList parts;
  std::size_t at = 0;
  while (parts.size() <= kMaxItems) {
    // Without a separator, every code point is a part.
    std::size_t end = from.find(separator, at);
    if (separator.empty()) {
      if (at == from.size()) return Value::list(std::move(parts));
      end = at + code_point_at(from, at).size;
    }
    parts.push_back(text(from.substr(at, end - at)));
    if (end == std::string_view::npos) return Value::list(std::move(parts));
    at = end + separator.size();
  }
  return fail("more than {} parts", kMaxItems);
}

FunctionResult reverse(FunctionArguments arguments) {
  const std::string_view from = text_of(arguments, 0);
  const auto bounds = character_bounds(from);
  if (!bounds) return unknown_characters();
  std::string out;
  for (std::size_t i = bounds->size() - 1; i > 0; --i) {
    out += from.substr((*bounds)[i - 1], (*bounds)[i] - (*bounds)[i - 1]);
  }
  return Value::string(std::move(out));
}

// A negative offset counts from the end, a negative length takes all that is left.
FunctionResult substr(FunctionArguments arguments) {
  const std::string_view from = text_of(arguments, 0);
  const auto bounds = character_bounds(from);
  if (!bounds) return unknown_characters();
  const auto count = static_cast<double>(bounds->size() - 1);
  const double offset = arguments[1].number();
  const double begin = std::clamp(offset < 0 ? count + offset : offset, 0.0, count);
  const double length = arguments[2].number();
  // Terraform takes all characters for none where the offset is negative.
  const bool rest = length < 0 || (length == 0 && offset < 0);
  const double end = rest ? count : std::min(begin + length, count);
  const std::size_t first = (*bounds)[static_cast<std::size_t>(begin)];
  return text(from.substr(first, (*bounds)[static_cast<std::size_t>(end)] - first));
}

std::string_view without_front(std::string_view from, const std::function<bool(char32_t)>& drop) {
  while (!from.empty()) {
    const CodePoint next = code_point_at(from, 0);
    if (!drop(next.point)) break;
    from.remove_prefix(next.size);
  }
  return from;
}

std::string_view without_back(std::string_view from, const std::function<bool(char32_t)>& drop) {
  while (!from.empty()) {
    std::size_t at = from.size() - 1;
    while (at > 0 && (static_cast<unsigned char>(from[at]) & 0xC0U) == 0x80) --at;
    if (!drop(code_point_at(from, at).point)) break;
    from = from.substr(0, at);
  }
  return from;
}

FunctionResult trim(FunctionArguments arguments) {
  const std::string_view cut = text_of(arguments, 1);
  std::vector<char32_t> points;
  for (std::size_t at = 0; at < cut.size();) {
    const CodePoint next = code_point_at(cut, at);
    points.push_back(next.point);
    at += next.size;
  }
  std::ranges::sort(points);
  const auto drop = [&](char32_t point) { return std::ranges::binary_search(points, point); };
  return text(without_back(without_front(text_of(arguments, 0), drop), drop));
}

FunctionResult trim_space(FunctionArguments arguments) {
  return text(without_back(without_front(text_of(arguments, 0), is_space), is_space));
}

FunctionResult trim_prefix(FunctionArguments arguments) {
  std::string_view from = text_of(arguments, 0);
  const std::string_view prefix = text_of(arguments, 1);
  if (from.starts_with(prefix)) from.remove_prefix(prefix.size());
  return text(from);
}

FunctionResult trim_suffix(FunctionArguments arguments) {
  std::string_view from = text_of(arguments, 0);
  const std::string_view suffix = text_of(arguments, 1);
  if (from.ends_with(suffix)) from.remove_suffix(suffix.size());
  return text(from);
}

/// A path without `.`, `..`, and slashes that say nothing.
std::string clean_path(std::string_view path) {
  const bool rooted = path.starts_with('/');
  std::vector<std::string_view> parts;
  for (const auto piece : std::views::split(path, '/')) {
    const std::string_view part(piece.begin(), piece.end());
    if (part.empty() || part == ".") continue;
    if (part != "..") {
      parts.push_back(part);
    } else if (!parts.empty() && parts.back() != "..") {
      parts.pop_back();
    } else if (!rooted) {
      parts.push_back(part);
    }
  }
  std::string out = rooted ? "/" : "";
  for (const std::string_view part : parts) {
    if (!out.empty() && !out.ends_with('/')) out += '/';
    out += part;
  }
  return out.empty() ? "." : out;
}

FunctionResult dirname(FunctionArguments arguments) {
  const std::string_view path = text_of(arguments, 0);
  return Value::string(clean_path(path.substr(0, path.rfind('/') + 1)));
}

FunctionResult basename(FunctionArguments arguments) {
  std::string_view path = text_of(arguments, 0);
  if (path.empty()) return text(".");
  while (path.ends_with('/')) path.remove_suffix(1);
  if (path.empty()) return text("/");
  return text(path.substr(path.rfind('/') + 1));
}

constexpr std::array kFunctions = {
    Function{"basename", "s", basename},
    Function{"chomp", "s", chomp},
    Function{"dirname", "s", dirname},
    Function{"endswith", "ss", ends_with},
    Function{"indent", "is", indent},
    Function{"join", "!sL+", join},
    Function{"lower", "s", map_case<lower_case>},
    Function{"split", "ss", split},
    Function{"startswith", "ss", starts_with},
    Function{"strcontains", "ss", contains},
    Function{"strrev", "s", reverse},
    Function{"substr", "sii", substr},
    Function{"title", "s", title},
    Function{"trim", "ss", trim},
    Function{"trimprefix", "ss", trim_prefix},
    Function{"trimspace", "s", trim_space},
    Function{"trimsuffix", "ss", trim_suffix},
    Function{"upper", "s", map_case<upper_case>},
};

}  // namespace

std::span<const Function> string_functions() { return kFunctions; }

}  // namespace ddblint
