#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "data/item.h"

namespace ddblint {

/// The tokens of one value of text Ion. The first thing that is wrong is kept in `failure`, and
/// whoever sees it stops.
class IonScanner {
 public:
  /// What is wrong and where.
  struct Failure {
    BadRecordKind kind = BadRecordKind::not_ion;
    std::size_t at = 0;
    std::string message;
  };

  explicit IonScanner(std::string_view text) : text_(text) {}

  [[nodiscard]] const std::optional<Failure>& failure() const { return failure_; }
  /// Keeps the first failure; always false.
  bool fail(BadRecordKind kind, std::string message);
  [[nodiscard]] std::size_t at() const { return at_; }
  void go_to(std::size_t at) { at_ = at; }

  /// Leaves out blanks and comments.
  void skip_blanks();
  /// The byte at hand, 0 at the end.
  [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  [[nodiscard]] bool at_end() const { return at_ >= text_.size(); }
  [[nodiscard]] bool starts(std::string_view text) const {
    return text_.substr(at_).starts_with(text);
  }
  /// Goes behind `text` when it stands here, after blanks.
  bool take(std::string_view text);
  bool expect(std::string_view text);

  /// A symbol without quotes; empty when none stands here.
  std::string_view identifier();
  /// A short or long string, or a symbol in quotes; decoded. Valid until the next call.
  std::optional<std::string_view> quoted();
  /// The text of a number in DynamoDB's spelling: 103. gives 103, 6d2 gives 6E2, 0x10 gives 16.
  /// Valid until the next call.
  std::optional<std::string_view> number();
  /// The base64 of a blob without blanks. Valid until the next call.
  std::optional<std::string_view> blob();
  /// A field's name, without the colon behind it. Valid until the next call.
  std::optional<std::string_view> field_name();
  /// What stands here, for messages.
  [[nodiscard]] std::string shown() const;

 private:
  bool short_text(char quote);
  bool long_text();
  bool escape();
  bool code_point(std::size_t digits);
  std::optional<char32_t> hex(std::size_t digits);
  std::string_view number_token();
  std::optional<std::string_view> decimal(std::string_view token);
  std::optional<std::string_view> radix(std::string_view token, bool negative);

  std::string_view text_;
  std::size_t at_ = 0;
  std::optional<Failure> failure_;
  std::string decoded_;
};

}  // namespace ddblint
