#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "source/text.h"

namespace ddblint {

/// The word lists of rule pages, compiled to one RE2 set. An entry is words separated by blanks:
///   `status`      the name ends in this word (orderStatus, status)
///   `=type`       the whole name is this
///   `is *`        the name begins with this word and goes on
///   `* of birth`  the same as without the star
///   `!exit status` never a match, whatever else matches
class WordMatcher {
 public:
  explicit WordMatcher(std::span<const std::string_view> entries);
  ~WordMatcher();
  WordMatcher(WordMatcher&&) noexcept;
  WordMatcher& operator=(WordMatcher&&) noexcept;
  WordMatcher(const WordMatcher&) = delete;
  WordMatcher& operator=(const WordMatcher&) = delete;

  /// The entry that matches a name, in any spelling; nothing when none does or one with `!` does.
  [[nodiscard]] std::optional<std::string_view> match(std::string_view name) const;

 private:
  struct Compiled;
  std::unique_ptr<Compiled> compiled_;
};

}  // namespace ddblint
