#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ddblint {

/// A word of a shell's command line.
struct ShellWord {
  /// Without quotes and escapes.
  std::string text = {};
  std::size_t begin = 0;
  std::size_t end = 0;
  /// The bytes from `begin` to `end` are the text itself; quotes around it are not among them.
  bool exact = true;
  /// A variable or another command's output is in it, so that its text is not known.
  bool unknown = false;
  /// It ends a command: a line end, `;`, `&&`, `||`, `|`.
  bool separator = false;
  /// A quote of it is not closed.
  bool open = false;
};

/// The words of one or several commands, as POSIX shells read them; a line goes on behind `\`, and
/// behind `^` or a backquote, as other shells have it.
std::vector<ShellWord> shell_words(std::string_view text);

}  // namespace ddblint
