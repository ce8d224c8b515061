#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "source/line_map.h"

// Cuts a dump into statements and passes on those that define something. A dump is mostly data, so
// what matters is to pass over data fast and never to keep it.
//
// The idea: bytes lie in a window that slides over the file. Every decision at a byte looks at most
// kAhead bytes forward and kBehind bytes back, and is only taken when so many are there (or the
// file ends); everything that can be longer (a string, a comment, COPY data, a statement) is a
// state. So the statements do not depend on how the bytes were cut into pieces, and memory is
// bounded by the window and one statement of at most kMaxStatementBytes.

namespace ddblint {

/// A statement longer than this is cut off: beyond it lie partitions and storage clauses.
inline constexpr std::size_t kMaxStatementBytes = 1U << 20U;

/// A CREATE or ALTER statement.
struct SqlStatement {
  /// From the begin of its first line on, or a bounded part of it, to its end.
  std::string text;
  /// Where the statement itself begins in `text`.
  std::size_t begin = 0;
  /// Place of the first byte of `text` in the file.
  LineColumn place;
  std::uint64_t offset = 0;
  /// `text` was cut off at kMaxStatementBytes.
  bool cut = false;
  /// A backslash in a plain string escapes what follows.
  bool backslash_escapes = false;
};

/// Feed it a file's bytes (UTF-8) in any pieces, then call finish.
class SqlScanner {
 public:
  using Take = std::function<void(const SqlStatement&)>;

  /// `take` is called for each CREATE and ALTER statement; the statement is valid during the call.
  explicit SqlScanner(Take take) : take_(std::move(take)) {}

  void feed(std::string_view bytes);
  void finish();

  /// After finish: the line at which a string, comment or block of data begins that the end of the
  /// file cut short; 0 when there is none.
  [[nodiscard]] std::uint32_t unclosed_line() const { return unclosed_line_; }

 private:
  enum class State {
    between,        ///< before a statement
    code,           ///< inside one, outside of everything below
    line,           ///< a line to skip: a comment amid code, or a client's command
    block_comment,  ///< up to */
    quoted,         ///< up to quote_
    alternative,    ///< Oracle's q'[...]': up to quote_ and '
    dollar,         ///< PostgreSQL's $tag$: up to tag_
    copy_data,      ///< the lines after COPY ... FROM stdin
  };
  /// How a statement ends.
  enum class Ending {
    semicolon,  ///< at its first one
    line,       ///< or at the line's end: SET and USE, which clients let end there
    block,      ///< only where a client's line or a new statement ends it: PL/SQL, T-SQL bodies
  };

  void run(bool last);
  void step(std::size_t stop);
  void step_between(std::size_t stop);
  void step_code(std::size_t stop);
  void step_special(char c);
  void step_quoted(std::size_t stop);
  void step_dollar(std::size_t stop);
  void step_block_comment(std::size_t stop);
  void step_line(std::size_t stop);
  void step_copy_data(std::size_t stop);

  [[nodiscard]] std::string_view ahead() const;
  [[nodiscard]] char behind(std::size_t bytes) const;
  [[nodiscard]] std::uint64_t position() const { return base_ + at_; }

  bool client_line();
  void begin_statement();
  void semicolon();
  [[nodiscard]] bool begins_block();
  bool line_ends_statement();
  [[nodiscard]] bool new_statement_here(std::string_view rest, std::size_t indent) const;
  void end_statement();
  void capture();
  void open_comment();
  void open_quote(char quote);
  void open_dollar();
  bool open_bracket();
  void enter(State state);
  void leave() { state_ = return_to_; }
  void new_line();
  LineColumn place_of(std::uint64_t offset);

  Take take_;
  std::string window_;
  /// Offset in the file of the window's first byte.
  std::uint64_t base_ = 0;
  /// Where the scanner stands in the window.
  std::size_t at_ = 0;

  State state_ = State::between;
  /// The state that the end of a string or comment goes back to.
  State return_to_ = State::between;
  char quote_ = 0;
  bool escapes_ = false;
  std::string tag_;
  std::uint32_t opened_line_ = 0;
  std::uint32_t unclosed_line_ = 0;

  Ending ending_ = Ending::semicolon;
  bool capturing_ = false;
  /// It is known whether the statement is a block.
  bool judged_ = false;
  /// In a block: nothing but blanks and comments since a semicolon.
  bool after_semicolon_ = false;
  SqlStatement statement_;
  /// Offset in the file up to which `statement_.text` has been copied.
  std::uint64_t copied_ = 0;
  /// The first word of the statement, in lower case.
  std::string first_word_;
  /// MySQL's DELIMITER; empty = the semicolon.
  std::string delimiter_;
  /// Strings have backslash escapes: MySQL, or PostgreSQL told so.
  bool mysql_ = false;
  bool nonstandard_ = false;

  std::uint32_t line_ = 1;
  std::uint64_t line_start_ = 0;
  /// Code points of the current line before `counted_to_`.
  std::uint64_t counted_to_ = 0;
  std::uint32_t columns_ = 0;
};

}  // namespace ddblint
