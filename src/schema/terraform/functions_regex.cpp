#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <re2/re2.h>

#include "schema/terraform/function_table.h"
#include "schema/terraform/unicode.h"

// Terraform's patterns are those of Go, which are RE2's but for one spelling of named groups. A
// search takes time linear in the text; searching for all matches can take a search a match, so
// that product is bounded.

namespace ddblint {
namespace {

using Groups = std::vector<re2::StringPiece>;

/// Bytes that the searches of one call may look at.
constexpr std::size_t kMaxSearched = std::size_t{1} << 28U;

/// `(?<name>` as `(?P<name>`, the only spelling that every RE2 knows.
std::string with_named_groups(std::string_view pattern) {
  std::string out;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    out += pattern[i];
    if (pattern[i] == '\\' && i + 1 < pattern.size()) {
      out += pattern[++i];
    } else if (pattern.substr(i).starts_with("(?<")) {
      out += "?P";
      ++i;
    }
  }
  return out;
}

/// A compiled pattern. `why` says what is wrong with one that is not.
class Pattern {
 public:
  explicit Pattern(std::string_view text)
      : regex_(with_named_groups(text), options()), names_(regex_.CapturingGroupNames()) {}

  [[nodiscard]] bool ok() const { return regex_.ok(); }
  [[nodiscard]] const std::string& why() const { return regex_.error(); }
  [[nodiscard]] std::size_t groups() const {
    return static_cast<std::size_t>(regex_.NumberOfCapturingGroups());
  }
  /// The names of groups, by number.
  [[nodiscard]] const std::map<int, std::string>& names() const { return names_; }
  [[nodiscard]] bool mixes_names() const { return !names_.empty() && names_.size() < groups(); }

  [[nodiscard]] bool match(std::string_view text, std::size_t from, Groups& out) const {
    out.assign(groups() + 1, {});
    return regex_.Match(re2::StringPiece(text.data(), text.size()), from, text.size(),
                        re2::RE2::UNANCHORED, out.data(), static_cast<int>(out.size()));
  }

 private:
  static re2::RE2::Options options() {
    re2::RE2::Options options;
    options.set_log_errors(false);
    return options;
  }

  re2::RE2 regex_;
  std::map<int, std::string> names_;
};

std::size_t begin_of(const re2::StringPiece& match, std::string_view text) {
  return static_cast<std::size_t>(match.data() - text.data());
}

/// The offset behind the code point at an offset; one beyond the end at the end.
std::size_t after(std::string_view text, std::size_t at) {
  return at < text.size() ? at + code_point_at(text, at).size : at + 1;
}

/// Calls `take` with each match that does not overlap the one before. False when it is too much
/// work.
bool for_each_match(const Pattern& pattern, std::string_view text,
                    const std::function<void(const Groups&)>& take) {
  Groups groups;
  std::size_t searched = 0;
  for (std::size_t at = 0; at <= text.size();) {
    searched += text.size() - at + 1;
    if (searched > kMaxSearched) return false;
    if (!pattern.match(text, at, groups)) return true;
    const std::size_t begin = begin_of(groups[0], text);
    const std::size_t end = begin + groups[0].size();
    take(groups);
    at = end > at ? end : after(text, at);
  }
  return true;
}

Value group_value(const re2::StringPiece& group) {
  if (group.data() == nullptr) return Value::null();
  return Value::string(std::string(group.data(), group.size()));
}

/// A match as its pattern wants it: the text, the groups, or the groups by name.
Value match_value(const Pattern& pattern, const Groups& groups) {
  if (groups.size() == 1) return group_value(groups[0]);
  if (pattern.names().empty()) {
    ValueList out;
    for (std::size_t i = 1; i < groups.size(); ++i) out.push_back(group_value(groups[i]));
    return Value::list(std::move(out));
  }
  ValueMap out;
  for (const auto& [number, name] : pattern.names()) {
    out.emplace_back(name, group_value(groups[static_cast<std::size_t>(number)]));
  }
  return Value::map(std::move(out));
}

std::expected<void, std::string> check(const Pattern& pattern) {
  if (!pattern.ok()) return fail("invalid pattern: {}", pattern.why());
  if (pattern.mixes_names()) return fail("the pattern mixes named and unnamed groups");
  return {};
}

FunctionResult regex(FunctionArguments arguments) {
  const Pattern pattern(arguments[0].text());
  if (auto good = check(pattern); !good) return std::unexpected(std::move(good.error()));
  Groups groups;
  if (!pattern.match(arguments[1].text(), 0, groups)) return fail("the pattern does not match");
  return match_value(pattern, groups);
}

FunctionResult regex_all(FunctionArguments arguments) {
  const Pattern pattern(arguments[0].text());
  if (auto good = check(pattern); !good) return std::unexpected(std::move(good.error()));
  const std::string_view text = arguments[1].text();
  ValueList out;
  std::size_t last_end = std::string_view::npos;
  const bool done = for_each_match(pattern, text, [&](const Groups& groups) {
    const std::size_t begin = begin_of(groups[0], text);
    // Nothing right behind a match is no match of its own.
    if (!groups[0].empty() || begin != last_end) out.push_back(match_value(pattern, groups));
    last_end = begin + groups[0].size();
  });
  if (!done || out.size() > kMaxItems) return fail("too many matches");
  return Value::list(std::move(out));
}

bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Reads `name` or `{name}` behind a dollar sign; empty when there is none.
std::string_view group_name(std::string_view& rest) {
  const bool braces = rest.starts_with('{');
  const std::string_view body = rest.substr(braces ? 1 : 0);
  std::size_t size = 0;
  while (size < body.size() && is_name(body[size])) ++size;
  if (size == 0 || (braces && !body.substr(size).starts_with('}'))) return {};
  rest.remove_prefix(size + (braces ? 2 : 0));
  return body.substr(0, size);
}

/// Appends what a group matched, by its number or name; nothing when there is no such group.
void append_group(std::string& out, std::string_view name, const Pattern& pattern,
                  const Groups& groups) {
  const bool number = name.find_first_not_of("0123456789") == std::string_view::npos;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const auto named = pattern.names().find(static_cast<int>(i));
    const bool same = number ? fmt::format("{}", i) == name
                             : named != pattern.names().end() && named->second == name;
    if (same && groups[i].data() != nullptr) out.append(groups[i].data(), groups[i].size());
    if (same) return;
  }
}

/// A replacement with its `$1`, `${name}` and `$$` filled in.
void append_expanded(std::string& out, std::string_view replacement, const Pattern& pattern,
                     const Groups& groups) {
  while (!replacement.empty()) {
    const std::size_t dollar = std::min(replacement.find('$'), replacement.size());
    out += replacement.substr(0, dollar);
    replacement.remove_prefix(dollar);
    if (replacement.empty()) return;
    replacement.remove_prefix(1);
    if (replacement.starts_with('$')) {
      out += '$';
      replacement.remove_prefix(1);
    } else if (const auto name = group_name(replacement); !name.empty()) {
      append_group(out, name, pattern, groups);
    } else {
      out += '$';
    }
  }
}

FunctionResult replace_pattern(std::string_view text, std::string_view pattern_text,
                               std::string_view replacement) {
  const Pattern pattern(pattern_text);
  if (!pattern.ok()) return fail("invalid pattern: {}", pattern.why());
  std::string out;
  std::size_t last_end = 0;
  const bool done = for_each_match(pattern, text, [&](const Groups& groups) {
    if (out.size() > kMaxText) return;
    const std::size_t begin = begin_of(groups[0], text);
    const std::size_t end = begin + groups[0].size();
    out += text.substr(last_end, begin - last_end);
    if (end > last_end || begin == 0) append_expanded(out, replacement, pattern, groups);
    last_end = end;
  });
  if (!done) return fail("too many matches");
  if (out.size() <= kMaxText) out += text.substr(last_end);
  return bounded_text(std::move(out));
}

FunctionResult replace_text(std::string_view text, std::string_view from, std::string_view to) {
  std::string out;
  std::size_t at = 0;
  while (at <= text.size() && out.size() <= kMaxText) {
    // The empty text stands before every code point and at the end.
    const std::size_t found = text.find(from, at);
    if (found == std::string_view::npos) break;
    out += text.substr(at, found - at);
    out += to;
    at = found + from.size();
    if (!from.empty()) continue;
    const std::size_t next = after(text, at);
    if (at < text.size()) out += text.substr(at, next - at);
    at = next;
  }
  if (at < text.size() && out.size() <= kMaxText) out += text.substr(at);
  return bounded_text(std::move(out));
}

FunctionResult replace(FunctionArguments arguments) {
  const std::string_view text = arguments[0].text();
  const std::string_view from = arguments[1].text();
  const std::string_view to = arguments[2].text();
  if (from.size() > 1 && from.starts_with('/') && from.ends_with('/')) {
    return replace_pattern(text, from.substr(1, from.size() - 2), to);
  }
  return replace_text(text, from, to);
}

constexpr std::array kFunctions = {
    Function{"regex", "ss", regex},
    Function{"regexall", "ss", regex_all},
    Function{"replace", "sss", replace},
};

}  // namespace

std::span<const Function> regex_functions() { return kFunctions; }

}  // namespace ddblint
