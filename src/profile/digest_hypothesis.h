#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profile/column.h"
#include "profile/digest_functions.h"
#include "profile/digest_search.h"

// How a value may have been calculated: the forms of what was hashed, the function, and the forms
// that its result was written in. The search (digest_search.cpp) asks which of these hold.
//
// A proof is believed when the chance that any of the T comparisons fits by accident, T * 2^(-b *
// m), is below 1e-9: b bits of the target, m matching rows with pairwise different inputs. Residues
// of few values carry fewer bits than their modulus says; there the bits are those of the
// collisions that really occur, -log2(sum of squared shares).

namespace ddblint {

/// The rest of the target's own value as an input.
inline constexpr std::size_t kRest = SIZE_MAX;

/// What was done to a text before it was hashed.
enum class TextForm { raw, lower, upper, trimmed, utf16 };

/// What was hashed: one attribute, or several with a separator between them.
struct DigestInput {
  std::vector<std::size_t> columns;
  std::string_view separator;
  TextForm normal = TextForm::raw;
};

/// How a digest was turned into the target's values.
struct DigestView {
  enum class Kind { first_digits, last_digits, integer, residue };
  Kind kind = Kind::first_digits;
  unsigned integer = 0;
  std::uint64_t modulus = 0;
  std::uint64_t lowest = 0;
};

/// One way of calculating: a function with a view of its digest, or a formula.
struct DigestHypothesis {
  const DigestInput* input = nullptr;
  const DigestFunction* function = nullptr;
  const ShardFormula* formula = nullptr;
  DigestView view;
};

/// The text of a scalar value; nothing where there is none or it is empty.
std::optional<std::string_view> text_at(const Column& column, std::size_t row);

/// Every column in every normal form that changes any of its values.
std::vector<DigestInput> single_inputs(const SampledRows& rows);

/// The text that is hashed; nothing when a part of it is missing in the row.
std::optional<std::string> input_text(const DigestInput& input, const DigestTarget& target,
                                      const SampledRows& rows, std::size_t row);

/// True when the digits of a digest begin or end with those of a target.
bool digits_match(std::string_view digest, std::string_view target, DigestView::Kind kind);

/// True when a value is what the hypothesis makes of a text.
bool holds(const DigestHypothesis& hypothesis, std::string_view text, const TargetValue& value);

/// What was done beside hashing, for people: "first 8 hex digits, of the lower-case text".
std::string cut_of(const DigestTarget& target, const DigestHypothesis& hypothesis);

/// How many rows, with pairwise different inputs, one hypothesis was tested on and explains.
struct DigestTrial {
  std::uint64_t matched = 0;
  std::uint64_t tested = 0;
  double false_positive = 1;
};

/// Tests a hypothesis on all rows, each input once; an input that fails in one row fails. Nothing
/// when it is not proved: `hypotheses` is how many were tried.
std::optional<DigestTrial> try_on_all(const DigestHypothesis& hypothesis,
                                      const DigestTarget& target, const SampledRows& rows,
                                      double hypotheses);

}  // namespace ddblint
