#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "workload/expression_tokens.h"
#include "workload/pattern.h"
#include "workload/pattern_place.h"

#include "source/diagnostic.h"

// Conditions, projections and updates, as the API's expressions and PartiQL write them: a recursive
// descent over tokens, O(n), depth bounded. A condition becomes a flat list of what it asks of each
// attribute; only what every item must fulfil is `certain`, so that nothing under OR or NOT is ever
// taken for a key condition. Of a path (`a.b[0]`) its first name counts, which is the attribute.

namespace ddblint {

/// What a condition asks of one attribute.
struct Requirement {
  enum class Kind : std::uint8_t { equal, range, other };

  Kind kind = Kind::other;
  Stated attribute = {};
  /// range: which.
  RangeKind range = RangeKind::less;
  /// equal: the literal that is written there.
  std::optional<std::string> literal = {};
  /// equal: how many values IN lists.
  std::size_t values = 1;
  /// Not under OR or NOT.
  bool certain = true;
  /// It asks that the attribute is not there: attribute_not_exists, IS MISSING.
  bool absent = false;
};

/// Reads tokens one by one. The first mistake is reported and ends the reading: what follows is
/// taken for the end.
class TokenReader {
 public:
  /// Name of an alias `#n`; nothing when it is not known.
  using Names = std::function<std::optional<std::string>(std::string_view)>;

  TokenReader(std::string_view text, Grammar grammar, TextPlace place, Names names = {});

  [[nodiscard]] const ExpressionToken& peek(std::size_t ahead = 0) const;
  ExpressionToken take();
  /// Takes a symbol or keyword if it is the next.
  bool accept(std::string_view symbol);
  bool accept_word(std::string_view word);
  /// Takes it, or reports that it is missing.
  bool expect(std::string_view symbol);
  bool expect_word(std::string_view word);
  /// Reports the next token as one that cannot stand here.
  void unexpected();
  void fail(const ExpressionToken& at, std::string message);
  /// A path; its attribute, and whether it is the attribute itself and not a part of it. Absent
  /// where the alias is not known.
  struct Path {
    Stated attribute = {};
    bool whole = true;
    /// The path stands there, although its alias is not known.
    bool unresolved = false;
  };
  Path path();
  /// Skips what brackets hold, from an opening one to its closing one.
  void skip_brackets();

  [[nodiscard]] bool failed() const { return failed_; }
  [[nodiscard]] bool at_end() const { return peek().kind == ExpressionToken::Kind::end; }
  [[nodiscard]] Grammar grammar() const { return grammar_; }
  [[nodiscard]] Span place(const ExpressionToken& token) const {
    return place_.at(token.begin, token.end);
  }
  /// An alias was met that is not known.
  [[nodiscard]] bool unresolved() const { return unresolved_; }
  Diagnostics take_diagnostics() { return std::move(diagnostics_); }

 private:
  std::string_view text_;
  Grammar grammar_;
  TextPlace place_;
  Names names_;
  std::vector<ExpressionToken> tokens_;
  std::size_t at_ = 0;
  bool failed_ = false;
  bool unresolved_ = false;
  Diagnostics diagnostics_;
};

/// Reads one condition and leaves the reader behind it.
std::vector<Requirement> read_condition(TokenReader& reader);

/// The attributes of a list of paths, each once.
std::vector<Stated> read_projection(TokenReader& reader);

/// The attributes that an update expression sets, adds to or removes, each once.
std::vector<Stated> read_update(TokenReader& reader);

/// Sorts requirements into a pattern: certain equalities, certain ranges (two sides of one
/// attribute are one `between`), and everything else as filter.
void take_requirements(const std::vector<Requirement>& requirements, AccessPattern& pattern);

/// Adds a name that is not in the list yet.
void add_once(std::vector<Stated>& names, const Stated& name);

}  // namespace ddblint
