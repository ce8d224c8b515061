#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ddblint {

/// What `*`, `?`, `[` and their like mean in a Glob.
enum class GlobSyntax : std::uint8_t {
  /// gitignore(5): `\` escapes, `**` crosses '/', nothing else does. A bad `[` matches nothing.
  path,
  /// A plain name: neither `\` nor '/' is special. A `[` that is never closed is itself.
  name,
};

/// One compiled wildcard pattern. Matching takes no memory and never backtracks exponentially.
class Glob {
 public:
  Glob() = default;
  Glob(std::string_view pattern, GlobSyntax syntax);

  /// True when the pattern matches the whole of `text`.
  [[nodiscard]] bool matches(std::string_view text) const;

 private:
  enum class Kind : std::uint8_t {
    byte,      ///< exactly `Atom::byte`
    any,       ///< one byte
    one_of,    ///< one byte of `sets_[Atom::set]`
    star,      ///< any number of bytes
    any_dirs,  ///< any number of whole directories, each with its '/'
    never,     ///< no byte at all: the pattern is malformed
  };
  struct Atom {
    Kind kind = Kind::byte;
    char byte = 0;
    std::uint16_t set = 0;
  };

  std::size_t add_stars(std::string_view pattern, std::size_t at);
  std::size_t add_bracket(std::string_view pattern, std::size_t at);
  std::size_t add_escaped(std::string_view pattern, std::size_t at);
  [[nodiscard]] bool accepts(const Atom& atom, char byte) const;
  [[nodiscard]] bool may_cross(char byte) const {
    return byte != '/' || syntax_ == GlobSyntax::name;
  }

  std::vector<Atom> atoms_;
  std::vector<std::bitset<256>> sets_;
  GlobSyntax syntax_ = GlobSyntax::path;
};

/// What a list of patterns says about a path.
enum class Verdict : std::uint8_t { undecided, ignored, kept };

/// Ordered gitignore patterns, all relative to one directory.
class PatternList {
 public:
  /// The patterns of a whole .gitignore file; LF or CRLF, with or without a byte order mark.
  static PatternList parse(std::string_view text);

  /// Appends one line of a .gitignore file, without its line end. Comments and blanks add nothing.
  void add(std::string_view line);
  [[nodiscard]] bool empty() const { return patterns_.empty(); }
  /// The verdict of the last pattern that matches `path` itself; parents are not looked at.
  [[nodiscard]] Verdict decide(std::string_view path, bool is_directory) const;
  /// True when `path` or one of its parent directories is ignored.
  [[nodiscard]] bool covers(std::string_view path, bool is_directory) const;

 private:
  /// How a pattern is compared. Most lines of most files are plain names or `*.ext`.
  enum class Form : std::uint8_t { plain_name, name_ending, name_glob, path_glob };
  struct Pattern {
    Form form = Form::plain_name;
    bool negated = false;
    bool directory_only = false;
    std::string text;  ///< of plain_name and name_ending
    Glob glob;         ///< of name_glob and path_glob

    [[nodiscard]] bool matches(std::string_view path, std::string_view name) const;
  };

  std::vector<Pattern> patterns_;
};

}  // namespace ddblint
