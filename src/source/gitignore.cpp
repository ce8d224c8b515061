// Gitignore patterns. A pattern becomes a flat row of atoms, and one loop walks atoms and text
// together. Only two places are ever worth going back to: the last `*` (taking one byte more) and
// the last `**/` (skipping one directory more), because whatever an earlier one could still reach,
// the later one reaches too. Cost: at most atoms x bytes for a `*`, times directories for `**`.

#include "source/gitignore.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <ranges>
#include <utility>

namespace ddblint {
namespace {

constexpr std::string_view kWildcards = "*?[\\";

using ByteSet = std::bitset<256>;

std::size_t index_of(char byte) { return static_cast<unsigned char>(byte); }

void add_range(ByteSet& set, char low, char high) {
  for (std::size_t byte = index_of(low); byte <= index_of(high); ++byte) set.set(byte);
}

/// The members of `[:name:]` in ASCII, as pairs of first and last byte; empty = no such class.
std::string_view class_ranges(std::string_view name) {
  using Entry = std::pair<std::string_view, std::string_view>;
  static constexpr std::array<Entry, 12> kClasses{{
      {"alnum", "09AZaz"},
      {"alpha", "AZaz"},
      {"blank", "\t\t  "},
      {"cntrl", "\x01\x1f\x7f\x7f"},
      {"digit", "09"},
      {"graph", "!~"},
      {"lower", "az"},
      {"print", " ~"},
      {"punct", "!/:@[`{~"},
      {"space", "\t\r  "},
      {"upper", "AZ"},
      {"xdigit", "09AFaf"},
  }};
  const auto* found = std::ranges::find(kClasses, name, &Entry::first);
  return found == kClasses.end() ? std::string_view{} : found->second;
}

/// Reads one bracket expression.
class BracketReader {
 public:
  /// `at` is the place behind the '[' in `text`.
  BracketReader(std::string_view text, std::size_t at, bool escapes)
      : text_(text), at_(at), escapes_(escapes) {}

  /// Reads to behind the ']'; false when the expression is malformed.
  bool read() {
    const bool negated = at_ < text_.size() && (text_[at_] == '!' || text_[at_] == '^');
    if (negated) ++at_;
    // A ']' that comes first is a member.
    const std::size_t first = at_;
    while (at_ < text_.size() && (text_[at_] != ']' || at_ == first)) {
      if (!(is_class() ? read_class() : read_member())) return false;
    }
    if (at_ == text_.size()) return false;
    if (negated) set_.flip();
    ++at_;
    return true;
  }
  [[nodiscard]] std::size_t at() const { return at_; }
  [[nodiscard]] const ByteSet& set() const { return set_; }

 private:
  [[nodiscard]] bool is_class() const {
    if (!text_.substr(at_).starts_with("[:")) return false;
    const std::size_t close = text_.find(']', at_ + 2);
    return close != std::string_view::npos && close > at_ + 2 && text_[close - 1] == ':';
  }

  bool read_class() {
    const std::size_t close = text_.find(']', at_ + 2);
    const std::string_view ranges = class_ranges(text_.substr(at_ + 2, close - at_ - 3));
    for (std::size_t i = 0; i < ranges.size(); i += 2) add_range(set_, ranges[i], ranges[i + 1]);
    low_.reset();
    at_ = close + 1;
    return !ranges.empty();
  }

  bool read_member() {
    const bool range = text_[at_] == '-' && low_ && at_ + 1 < text_.size() && text_[at_ + 1] != ']';
    if (range) ++at_;
    if (escapes_ && text_[at_] == '\\') ++at_;
    if (at_ == text_.size()) return false;
    const char member = text_[at_++];
    add_range(set_, range ? *low_ : member, member);
    low_ = range ? std::nullopt : std::optional(member);
    return true;
  }

  std::string_view text_;
  std::size_t at_;
  bool escapes_;
  ByteSet set_;
  /// The last single byte, which a '-' would make the start of a range.
  std::optional<char> low_;
};

/// Cuts the spaces at the end of a line, but not one that a backslash protects.
std::string_view without_trailing_spaces(std::string_view line) {
  const std::size_t kept = line.find_last_not_of(' ') + 1;
  const std::size_t slashes = kept - (line.substr(0, kept).find_last_not_of('\\') + 1);
  return line.substr(0, kept + slashes % 2);
}

}  // namespace

Glob::Glob(std::string_view pattern, GlobSyntax syntax) : syntax_(syntax) {
  for (std::size_t at = 0; at < pattern.size();) {
    switch (pattern[at]) {
      case '*':
        at = add_stars(pattern, at);
        break;
      case '?':
        atoms_.push_back({.kind = Kind::any});
        ++at;
        break;
      case '[':
        at = add_bracket(pattern, at);
        break;
      case '\\':
        at = add_escaped(pattern, at);
        break;
      default:
        atoms_.push_back({.byte = pattern[at++]});
    }
  }
}

std::size_t Glob::add_stars(std::string_view pattern, std::size_t at) {
  const std::size_t end = std::min(pattern.find_first_not_of('*', at), pattern.size());
  // Git compares what precedes the first wildcard on its own, so `**` right behind it counts as a
  // whole segment although the manual says otherwise: `a**/b` matches `ab` and `ax/y/b`.
  const bool starts_segment =
      at == 0 || pattern[at - 1] == '/' || pattern.find_first_of(kWildcards) == at;
  const bool ends_segment = end == pattern.size() || pattern[end] == '/';
  if (syntax_ == GlobSyntax::name || end - at < 2 || !starts_segment || !ends_segment) {
    atoms_.push_back({.kind = Kind::star});
    return end;
  }
  atoms_.push_back({.kind = Kind::any_dirs});
  if (end < pattern.size()) return end + 1;
  atoms_.push_back({.kind = Kind::star});
  return end;
}

std::size_t Glob::add_bracket(std::string_view pattern, std::size_t at) {
  const bool path = syntax_ == GlobSyntax::path;
  BracketReader reader(pattern, at + 1, path);
  if (!reader.read() || sets_.size() > std::numeric_limits<std::uint16_t>::max()) {
    atoms_.push_back({.kind = path ? Kind::never : Kind::byte, .byte = '['});
    return path ? pattern.size() : at + 1;
  }
  atoms_.push_back({.kind = Kind::one_of, .set = static_cast<std::uint16_t>(sets_.size())});
  sets_.push_back(reader.set());
  return reader.at();
}

std::size_t Glob::add_escaped(std::string_view pattern, std::size_t at) {
  if (syntax_ == GlobSyntax::path && ++at == pattern.size()) {
    atoms_.push_back({.kind = Kind::never});
    return at;
  }
  atoms_.push_back({.byte = pattern[at]});
  return at + 1;
}

bool Glob::accepts(const Atom& atom, char byte) const {
  switch (atom.kind) {
    case Kind::byte:
      return atom.byte == byte;
    case Kind::any:
      return may_cross(byte);
    case Kind::one_of:
      return may_cross(byte) && sets_[atom.set][index_of(byte)];
    default:
      return false;
  }
}

bool Glob::matches(std::string_view text) const {
  struct Retry {
    std::size_t atom;
    std::size_t at;
  };
  std::optional<Retry> star;
  std::optional<Retry> dirs;
  std::size_t atom = 0;
  std::size_t at = 0;
  while (atom < atoms_.size() || at < text.size()) {
    const Kind kind = atom < atoms_.size() ? atoms_[atom].kind : Kind::never;
    if (kind == Kind::star) {
      star = Retry{.atom = ++atom, .at = at};
    } else if (kind == Kind::any_dirs) {
      dirs = Retry{.atom = ++atom, .at = at};
      star.reset();
    } else if (kind != Kind::never && at < text.size() && accepts(atoms_[atom], text[at])) {
      ++atom;
      ++at;
    } else if (star && star->at < text.size() && may_cross(text[star->at])) {
      atom = star->atom;
      at = ++star->at;
    } else if (dirs) {
      const std::size_t slash = text.find('/', dirs->at);
      if (slash == std::string_view::npos) return false;
      atom = dirs->atom;
      at = dirs->at = slash + 1;
      star.reset();
    } else {
      return false;
    }
  }
  return true;
}

PatternList PatternList::parse(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  PatternList list;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    list.add(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return list;
}

void PatternList::add(std::string_view line) {
  if (line.starts_with('#')) return;
  line = without_trailing_spaces(line);
  Pattern pattern;
  pattern.negated = line.starts_with('!');
  if (pattern.negated) line.remove_prefix(1);
  pattern.directory_only = line.ends_with('/');
  if (pattern.directory_only) line.remove_suffix(1);
  if (line.empty()) return;
  const bool anchored = line.contains('/');
  if (line.starts_with('/')) line.remove_prefix(1);
  const std::size_t wildcard = line.find_first_of(kWildcards);
  if (anchored) {
    pattern.form = Form::path_glob;
    pattern.glob = Glob(line, GlobSyntax::path);
  } else if (wildcard == std::string_view::npos) {
    pattern.text = line;
  } else if (line[0] == '*' && line.find_first_of(kWildcards, 1) == std::string_view::npos) {
    pattern.form = Form::name_ending;
    pattern.text = line.substr(1);
  } else {
    pattern.form = Form::name_glob;
    pattern.glob = Glob(line, GlobSyntax::path);
  }
  patterns_.push_back(std::move(pattern));
}

bool PatternList::Pattern::matches(std::string_view path, std::string_view name) const {
  switch (form) {
    case Form::plain_name:
      return name == text;
    case Form::name_ending:
      return name.ends_with(text);
    case Form::name_glob:
      return glob.matches(name);
    case Form::path_glob:
      return glob.matches(path);
  }
  return false;
}

Verdict PatternList::decide(std::string_view path, bool is_directory) const {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  for (const Pattern& pattern : std::views::reverse(patterns_)) {
    if (pattern.directory_only && !is_directory) continue;
    if (pattern.matches(path, name)) return pattern.negated ? Verdict::kept : Verdict::ignored;
  }
  return Verdict::undecided;
}

bool PatternList::covers(std::string_view path, bool is_directory) const {
  for (std::size_t slash = path.find('/'); slash != std::string_view::npos;
       slash = path.find('/', slash + 1)) {
    if (decide(path.substr(0, slash), true) == Verdict::ignored) return true;
  }
  return decide(path, is_directory) == Verdict::ignored;
}

}  // namespace ddblint
