#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ddblint {

/// A token of HCL native syntax. Of strings and heredocs only the opening is a token: their inside
/// is a language of its own.
struct HclToken {
  enum class Kind : std::uint8_t {
    end,
    newline,
    identifier,
    number,
    quote,
    heredoc,      ///< `<<NAME` or `<<-NAME` with its line break
    strip_close,  ///< `~}`
    brace_open,
    brace_close,
    bracket_open,
    bracket_close,
    paren_open,
    paren_close,
    dot,
    comma,
    colon,
    double_colon,
    ellipsis,
    arrow,
    equals,
    question,
    logical_or,
    logical_and,
    equal,
    not_equal,
    less,
    less_equal,
    greater,
    greater_equal,
    plus,
    minus,
    star,
    slash,
    percent,
    bang,
    invalid,  ///< no token; an unclosed comment reaches to the end of the text
  };

  Kind kind = Kind::end;
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// Cuts HCL into tokens, one at a time. Blanks and comments are skipped; line breaks are tokens
/// only where they mean something.
class HclScanner {
 public:
  explicit HclScanner(std::string_view text);

  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] const HclToken& token() const { return token_; }
  [[nodiscard]] bool is(HclToken::Kind kind) const { return token_.kind == kind; }
  /// True when the token is this identifier.
  [[nodiscard]] bool is_word(std::string_view word) const {
    return is(HclToken::Kind::identifier) && token_text() == word;
  }
  [[nodiscard]] std::string_view token_text() const {
    return text_.substr(token_.begin, token_.end - token_.begin);
  }
  /// Where the last token ended that was passed.
  [[nodiscard]] std::size_t passed() const { return passed_; }
  /// The byte at an offset; 0 behind the end.
  [[nodiscard]] char at(std::size_t offset) const {
    return offset < text_.size() ? text_[offset] : '\0';
  }

  /// Passes the token.
  void next();
  /// Passes all up to an offset: what the parser read without tokens.
  void jump(std::size_t offset);
  /// Goes back to a token that was passed.
  void back(const HclToken& token);
  /// Says whether line breaks are tokens from the next token on; returns what held before.
  bool set_newlines(bool tokens);
  /// Passes line breaks.
  void skip_newlines();

 private:
  void scan();
  void symbol(std::size_t begin);
  void number(std::size_t begin);
  bool identifier(std::size_t begin);
  bool heredoc(std::size_t begin);
  [[nodiscard]] std::size_t skip(std::size_t begin) const;
  [[nodiscard]] std::size_t comment_end(std::size_t begin) const;
  void set(HclToken::Kind kind, std::size_t begin, std::size_t end) { token_ = {kind, begin, end}; }

  std::string_view text_;
  HclToken token_;
  std::size_t passed_ = 0;
  bool newlines_ = true;
};

/// The end of the identifier that begins at an offset; the offset itself when there is none.
std::size_t hcl_identifier_end(std::string_view text, std::size_t begin);

/// Where the marker stands that closes a heredoc, on a line of its own: offsets of its word, looked
/// for from the start of a line on. Both are npos when there is none.
struct HclMarker {
  std::size_t begin = std::string_view::npos;
  std::size_t end = std::string_view::npos;
};
HclMarker find_hcl_marker(std::string_view text, std::size_t line, std::string_view name);
/// The same for one line.
HclMarker hcl_marker_at(std::string_view text, std::size_t line, std::string_view name);
/// `NAME` of `<<-NAME` with its line break.
std::string_view hcl_marker_name(std::string_view opening);

/// How far a line is indented: its blanks.
std::size_t hcl_indentation(std::string_view text, std::size_t line);
/// Where the line of an offset begins.
std::size_t hcl_line_begin(std::string_view text, std::size_t offset);

/// Where reading can go on after a body's item was broken: at the end of its line or at the next
/// line that looks like an item of the same body or one further out. Brackets are counted from
/// `begin` on, where the item begins; the result is not before `failed`.
std::size_t hcl_resume(std::string_view text, std::size_t begin, std::size_t failed);

}  // namespace ddblint
