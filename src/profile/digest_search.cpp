#include "profile/digest_search.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>

#include "profile/scalars.h"

#include "source/text.h"

// All functions of all inputs are calculated for one row and compared with the targets of that row;
// what fits there is tested on the other rows and nearly always ends at the second. So the work is
// that of one row: with 60 attributes some 500,000 digests for pairs, 10,000 without. A proof is
// believed when the chance that any of the T comparisons fits by accident, T * 2^(-b * m), is below
// 1e-9: b bits of the target, m matching rows with pairwise different inputs. Residues of few
// values carry fewer bits than their modulus says; there the bits are those of the collisions that
// really occur, -log2(sum of squared shares).

namespace ddblint {

namespace {

constexpr std::size_t kMostProbes = 6;
/// Bytes that one proof may hash, and the longest value that is taken in pairs.
constexpr std::size_t kMostBytes = 32U << 20U;
constexpr std::size_t kLongestInPair = 256;
constexpr std::size_t kMostInPairs = 48;
/// The rest of the target's own value as an input.
constexpr std::size_t kRest = SIZE_MAX;

enum class Normal { raw, lower, upper, trimmed, utf16 };

struct Input {
  std::vector<std::size_t> columns;
  std::string_view separator;
  Normal normal = Normal::raw;
};

/// How a digest was turned into the target's values.
struct View {
  enum class Kind { first_digits, last_digits, integer, residue };
  Kind kind = Kind::first_digits;
  unsigned integer = 0;
  std::uint64_t modulus = 0;
  std::uint64_t lowest = 0;
};

struct Hypothesis {
  const Input* input = nullptr;
  const DigestFunction* function = nullptr;
  const ShardFormula* formula = nullptr;
  View view;
};

std::optional<std::string_view> text_at(const Column& column, std::size_t row) {
  const auto& value = column.values[row];
  if (!value || !is_scalar(value->type) || value->text.empty()) return std::nullopt;
  return value->text;
}

std::string to_upper(std::string_view text) {
  std::string upper(text);
  for (char& c : upper) c = is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c;
  return upper;
}

/// The text as .NET and Windows hash it: UTF-16, the lower byte first. What is no UTF-8 is left as
/// it is, and then fits nothing.
void append_utf16(std::string& to, std::string_view text) {
  const auto unit = [&to](std::uint32_t value) {
    to.push_back(static_cast<char>(value & 0xffU));
    to.push_back(static_cast<char>(value >> 8U));
  };
  for (std::size_t at = 0; at < text.size();) {
    const auto lead = static_cast<unsigned char>(text[at]);
    const std::size_t size = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    std::uint32_t code = size == 1 ? lead : lead & (0x7fU >> size);
    for (std::size_t i = 1; i < size && at + i < text.size(); ++i) {
      code = code << 6U | (static_cast<unsigned char>(text[at + i]) & 0x3fU);
    }
    at += size;
    if (code < 0x10000) {
      unit(code);
    } else {
      unit(0xd800U + (code - 0x10000U) / 0x400U);
      unit(0xdc00U + code % 0x400U);
    }
  }
}

void append_normalised(std::string& to, std::string_view text, Normal normal) {
  switch (normal) {
    case Normal::raw:
      to += text;
      break;
    case Normal::lower:
      to += to_lower(text);
      break;
    case Normal::upper:
      to += to_upper(text);
      break;
    case Normal::trimmed:
      to += trim(text);
      break;
    case Normal::utf16:
      append_utf16(to, text);
      break;
  }
}

/// The text that is hashed; nothing when a part of it is missing in the row.
std::optional<std::string> input_text(const Input& input, const DigestTarget& target,
                                      const SampledRows& rows, std::size_t row) {
  std::string text;
  for (std::size_t i = 0; i < input.columns.size(); ++i) {
    const std::size_t column = input.columns[i];
    const auto part = column == kRest ? target.rest[row] : text_at(rows.columns[column], row);
    if (!part) return std::nullopt;
    if (i > 0) text += input.separator;
    append_normalised(text, *part, input.normal);
  }
  return text;
}

bool digits_match(std::string_view digest, std::string_view target, View::Kind kind) {
  if (target.size() > digest.size()) return false;
  return kind == View::Kind::first_digits ? digest.starts_with(target) : digest.ends_with(target);
}

bool matches(const Digest& digest, const TargetValue& value, const View& view) {
  switch (view.kind) {
    case View::Kind::first_digits:
    case View::Kind::last_digits:
      return digits_match(to_hex(digest), value.digits, view.kind);
    case View::Kind::integer:
      return integer_of(digest, view.integer) == value.number;
    case View::Kind::residue:
      return residue_of(digest, view.integer, view.modulus) == value.number.magnitude - view.lowest;
  }
  return false;
}

bool holds(const Hypothesis& hypothesis, std::string_view text, const TargetValue& value) {
  if (hypothesis.formula == nullptr) {
    return matches(hypothesis.function->compute(text), value, hypothesis.view);
  }
  return hypothesis.formula->compute(text, hypothesis.view.modulus) ==
         value.number.magnitude - hypothesis.view.lowest;
}

/// Bits that a row's match is worth.
double bits_of(const DigestTarget& target, const View& view,
               const std::map<std::uint64_t, std::uint64_t>& residues, std::uint64_t matched) {
  if (view.kind == View::Kind::residue) {
    double chance = 0;
    for (const auto& [residue, rows] : residues) {
      const double share = static_cast<double>(rows) / static_cast<double>(matched);
      chance += share * share;
    }
    return -std::log2(std::min(chance, 1.0));
  }
  if (view.kind == View::Kind::integer) return 24;
  const auto first = std::find_if(target.values.begin(), target.values.end(),
                                  [](const auto& value) { return value.has_value(); });
  return 4.0 * static_cast<double>((*first)->digits.size());
}

/// The rows of one hypothesis.
struct Trial {
  std::uint64_t matched = 0;
  std::uint64_t tested = 0;
  double false_positive = 1;
};

/// Tests a hypothesis on all rows, each input once; an input that fails in one row fails.
std::optional<Trial> test(const Hypothesis& hypothesis, const DigestTarget& target,
                          const SampledRows& rows, double hypotheses) {
  const auto allowed =
      static_cast<std::uint64_t>((1 - kMatchingShare) * static_cast<double>(rows.rows));
  struct Outcome {
    bool matches = true;
    std::uint64_t value = 0;
  };
  std::unordered_map<std::string, Outcome> outcomes;
  std::uint64_t failed = 0;
  std::size_t bytes = 0;
  for (std::size_t row = 0; row < rows.rows && bytes < kMostBytes; ++row) {
    if (!target.values[row]) continue;
    auto text = input_text(*hypothesis.input, target, rows, row);
    if (!text) continue;
    bytes += text->size();
    const bool fits = holds(hypothesis, *text, *target.values[row]);
    const auto [it, fresh] = outcomes.try_emplace(std::move(*text));
    if (fresh) it->second.value = target.values[row]->number.magnitude;
    if (!fits && it->second.matches) {
      it->second.matches = false;
      if (++failed > allowed) return std::nullopt;
    }
  }
  Trial trial{.matched = outcomes.size() - failed, .tested = outcomes.size()};
  if (trial.matched < kFewestMatches ||
      static_cast<double>(trial.matched) < kMatchingShare * static_cast<double>(trial.tested)) {
    return std::nullopt;
  }
  std::map<std::uint64_t, std::uint64_t> residues;
  for (const auto& [text, outcome] : outcomes) {
    if (outcome.matches) ++residues[outcome.value];
  }
  const double bits = bits_of(target, hypothesis.view, residues, trial.matched);
  trial.false_positive =
      std::min(1.0, hypotheses * std::exp2(-bits * static_cast<double>(trial.matched)));
  if (trial.false_positive > kFalsePositiveBudget) return std::nullopt;
  return trial;
}

/// Divisors that the greatest residue allows: the next number, and the usual ones beyond it. A
/// digest comes near the greatest residue that its divisor allows; a formula need not.
std::vector<std::uint64_t> moduli_of(const DigestTarget& target, std::uint64_t lowest) {
  constexpr std::array<std::uint64_t, 22> kUsual = {2,   3,   4,   5,    8,    10,   12,  16,
                                                    20,  24,  32,  50,   64,   100,  128, 200,
                                                    256, 500, 512, 1000, 1024, 10000};
  constexpr std::size_t kMost = 8;
  const std::uint64_t least = target.greatest - lowest + 1;
  std::vector<std::uint64_t> moduli;
  if (least >= 2) moduli.push_back(least);
  for (const std::uint64_t modulus : kUsual) {
    if (modulus > least && moduli.size() < kMost) moduli.push_back(modulus);
  }
  return moduli;
}

using IntegerViews = std::array<std::optional<DigestInteger>, kIntegerViews>;
using ResidueViews = std::array<std::optional<std::uint64_t>, kIntegerViews>;

/// Views of the digest with that number.
template <typename Views>
struct Remembered {
  std::uint64_t digest_number = 0;
  Views values{};
};

/// The first rows with different values: most false hypotheses end there, before anything is
/// counted.
std::vector<std::size_t> check_rows(const DigestTarget& target) {
  constexpr std::size_t kMost = 5;
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < target.values.size() && rows.size() < kMost; ++row) {
    const auto& value = target.values[row];
    if (!value) continue;
    const bool known = std::any_of(rows.begin(), rows.end(), [&](std::size_t other) {
      return target.values[other]->digits == value->digits &&
             target.values[other]->number == value->number;
    });
    if (!known) rows.push_back(row);
  }
  return rows;
}

class Search {
 public:
  Search(std::span<const DigestTarget> targets, const SampledRows& rows)
      : targets_(targets), rows_(rows), proofs_(targets.size()), tried_(targets.size(), 0.0) {
    for (const DigestTarget& target : targets) {
      checks_.push_back(check_rows(target));
      for (const std::uint64_t lowest : {0U, 1U}) {
        const bool possible = target.encoding == DigestEncoding::residue && target.least >= lowest;
        moduli_.push_back(possible ? moduli_of(target, lowest) : std::vector<std::uint64_t>{});
      }
    }
  }

  std::vector<DigestProof> run() {
    for (const std::size_t row : probes()) {
      probe(row, single_inputs());
      for (std::size_t i = 0; i < targets_.size(); ++i) {
        if (!targets_[i].rest.empty()) probe_rest(row, i);
      }
    }
    for (const std::size_t row : probes()) {
      if (has_open_strong_target(row)) probe_pairs(row);
    }
    std::vector<DigestProof> found;
    for (auto& proof : proofs_) {
      if (proof) found.push_back(std::move(*proof));
    }
    return found;
  }

 private:
  /// Rows to begin with: each target has a value in one of them, and they have many attributes.
  [[nodiscard]] std::vector<std::size_t> probes() const {
    constexpr std::size_t kLook = 200;
    std::vector<std::size_t> chosen;
    for (std::size_t i = 0; i < targets_.size() && chosen.size() < kMostProbes; ++i) {
      const auto& values = targets_[i].values;
      if (proofs_[i] || std::any_of(chosen.begin(), chosen.end(),
                                    [&](std::size_t row) { return values[row].has_value(); })) {
        continue;
      }
      std::size_t best = SIZE_MAX;
      std::size_t best_present = 0;
      for (std::size_t row = 0, seen = 0; row < values.size() && seen < kLook; ++row) {
        if (!values[row]) continue;
        ++seen;
        const std::size_t present = present_at(row);
        if (present > best_present) {
          best = row;
          best_present = present;
        }
      }
      if (best != SIZE_MAX) chosen.push_back(best);
    }
    return chosen;
  }

  [[nodiscard]] std::size_t present_at(std::size_t row) const {
    return static_cast<std::size_t>(
        std::count_if(rows_.columns.begin(), rows_.columns.end(),
                      [&](const Column& column) { return text_at(column, row).has_value(); }));
  }

  static bool is_strong(const DigestTarget& target) {
    return target.encoding != DigestEncoding::residue;
  }

  [[nodiscard]] bool has_open_strong_target(std::size_t row) const {
    for (std::size_t i = 0; i < targets_.size(); ++i) {
      if (!proofs_[i] && is_strong(targets_[i]) && targets_[i].values[row]) return true;
    }
    return false;
  }

  /// Every column in every normal form that changes any of its values.
  const std::vector<Input>& single_inputs() {
    if (!singles_.empty()) return singles_;
    for (std::size_t i = 0; i < rows_.columns.size(); ++i) {
      for (const Normal normal :
           {Normal::raw, Normal::lower, Normal::upper, Normal::trimmed, Normal::utf16}) {
        if (changes(rows_.columns[i], normal)) {
          singles_.push_back({.columns = {i}, .separator = "", .normal = normal});
        }
      }
    }
    return singles_;
  }

  static bool changes(const Column& column, Normal normal) {
    if (normal == Normal::raw || normal == Normal::utf16) return true;
    return std::any_of(column.values.begin(), column.values.end(), [&](const auto& value) {
      if (!value || value->type != ValueType::string) return false;
      const std::string_view text = value->text;
      if (normal == Normal::trimmed) return trim(text).size() != text.size();
      return std::any_of(text.begin(), text.end(), normal == Normal::lower ? is_upper : is_lower);
    });
  }

  void probe(std::size_t row, const std::vector<Input>& inputs) {
    for (const Input& input : inputs) {
      const auto text = input_text(input, targets_.front(), rows_, row);
      if (text) compare_all(row, input, *text);
    }
  }

  void probe_rest(std::size_t row, std::size_t target) {
    if (proofs_[target] || !targets_[target].values[row]) return;
    for (const Normal normal : {Normal::raw, Normal::lower, Normal::upper}) {
      const Input input{.columns = {kRest}, .separator = "", .normal = normal};
      const auto text = input_text(input, targets_[target], rows_, row);
      if (!text) continue;
      for (const DigestFunction& function : digest_functions()) {
        if (!may_fit(targets_[target], row, function)) continue;
        const Digest digest = function.compute(*text);
        ++digest_number_;
        compare(row, target, input, function, digest, to_hex(digest));
      }
    }
  }

  void compare_all(std::size_t row, const Input& input, std::string_view text) {
    for (const DigestFunction& function : digest_functions()) {
      if (input.columns.size() > 1 && !function.tried_on_pairs) continue;
      if (!any_fits(row, function, input)) continue;
      const Digest digest = function.compute(text);
      ++digest_number_;
      const std::string digits = to_hex(digest);
      for (std::size_t i = 0; i < targets_.size(); ++i) {
        if (is_open(row, i, input) && may_fit(targets_[i], row, function) &&
            !is_itself(targets_[i], row, text)) {
          compare(row, i, input, function, digest, digits);
        }
      }
    }
    if (input.columns.size() > 1) return;
    for (const ShardFormula& formula : shard_formulas()) compare_formula(row, input, formula, text);
  }

  [[nodiscard]] bool is_open(std::size_t row, std::size_t i, const Input& input) const {
    const DigestTarget& target = targets_[i];
    if (proofs_[i] || !target.values[row]) return false;
    if (input.columns.size() > 1 && !is_strong(target)) return false;
    return std::find(input.columns.begin(), input.columns.end(), target.column) ==
           input.columns.end();
  }

  /// The shard in an attribute of its own: simple functions give back a single digit, modulo 12.
  static bool is_itself(const DigestTarget& target, std::size_t row, std::string_view text) {
    if (target.encoding != DigestEncoding::residue) return false;
    const auto number = read_integer(text);
    return number && static_cast<std::uint64_t>(*number) == target.values[row]->number.magnitude;
  }

  static bool may_fit(const DigestTarget& target, std::size_t row, const DigestFunction& function) {
    if (target.uuid != function.makes_uuid) return false;
    return target.values[row]->digits.size() <= 2 * function.size;
  }

  [[nodiscard]] bool any_fits(std::size_t row, const DigestFunction& function,
                              const Input& input) const {
    for (std::size_t i = 0; i < targets_.size(); ++i) {
      if (is_open(row, i, input) && may_fit(targets_[i], row, function)) return true;
    }
    return false;
  }

  /// The integers of the digest at hand, calculated once for all targets.
  const IntegerViews& integers_of(const Digest& digest) {
    if (integers_.digest_number == digest_number_) return integers_.values;
    integers_.digest_number = digest_number_;
    for (unsigned view = 0; view < kIntegerViews; ++view) {
      integers_.values[view] = integer_of(digest, view);
    }
    return integers_.values;
  }

  /// Its residues, likewise.
  const ResidueViews& residues_of(const Digest& digest, std::uint64_t modulus) {
    auto& residues = residues_[modulus];
    if (residues.digest_number == digest_number_) return residues.values;
    residues.digest_number = digest_number_;
    for (unsigned view = 0; view < kIntegerViews; ++view) {
      residues.values[view] = residue_of(digest, view, modulus);
    }
    return residues.values;
  }

  void compare(std::size_t row, std::size_t i, const Input& input, const DigestFunction& function,
               const Digest& digest, std::string_view digits) {
    const DigestTarget& target = targets_[i];
    if (target.encoding == DigestEncoding::residue) {
      compare_residues(row, i, input, function, digest);
      return;
    }
    const TargetValue& value = *target.values[row];
    if (target.encoding == DigestEncoding::decimal) {
      tried_[i] += kIntegerViews;
      const auto& integers = integers_of(digest);
      for (unsigned view = 0; view < kIntegerViews; ++view) {
        if (integers[view] == value.number) {
          prove(i, {.input = &input,
                    .function = &function,
                    .view = {.kind = View::Kind::integer, .integer = view}});
        }
      }
      return;
    }
    tried_[i] += 2;
    for (const View::Kind kind : {View::Kind::first_digits, View::Kind::last_digits}) {
      if (digits_match(digits, value.digits, kind)) {
        prove(i, {.input = &input, .function = &function, .view = {.kind = kind}});
      }
    }
  }

  void compare_residues(std::size_t row, std::size_t i, const Input& input,
                        const DigestFunction& function, const Digest& digest) {
    const std::uint64_t number = targets_[i].values[row]->number.magnitude;
    for (unsigned lowest = 0; lowest <= 1; ++lowest) {
      const std::uint64_t next = targets_[i].greatest - lowest + 1;
      for (const std::uint64_t modulus : moduli_[i * 2 + lowest]) {
        if (modulus * 2 > next * 3) break;
        tried_[i] += kIntegerViews;
        const auto& residues = residues_of(digest, modulus);
        for (unsigned view = 0; view < kIntegerViews; ++view) {
          if (residues[view] == number - lowest) {
            prove(i, {.input = &input,
                      .function = &function,
                      .view = {.kind = View::Kind::residue,
                               .integer = view,
                               .modulus = modulus,
                               .lowest = lowest}});
          }
        }
      }
    }
  }

  void compare_formula(std::size_t row, const Input& input, const ShardFormula& formula,
                       std::string_view text) {
    for (std::size_t i = 0; i < targets_.size(); ++i) {
      if (targets_[i].encoding != DigestEncoding::residue || !is_open(row, i, input) ||
          is_itself(targets_[i], row, text)) {
        continue;
      }
      const std::uint64_t number = targets_[i].values[row]->number.magnitude;
      for (unsigned lowest = 0; lowest <= 1; ++lowest) {
        for (const std::uint64_t modulus : moduli_[i * 2 + lowest]) {
          tried_[i] += 1;
          if (formula.compute(text, modulus) != number - lowest) continue;
          prove(i, {.input = &input,
                    .formula = &formula,
                    .view = {.kind = View::Kind::residue, .modulus = modulus, .lowest = lowest}});
        }
      }
    }
  }

  void probe_pairs(std::size_t row) {
    constexpr std::array<std::string_view, 9> kSeparators = {"",  "-", "_", ":", "|",
                                                             "#", ".", "/", ","};
    const std::vector<std::size_t> columns = columns_for_pairs(row);
    for (const std::size_t first : columns) {
      for (const std::size_t second : columns) {
        if (first == second) continue;
        for (const std::string_view separator : kSeparators) {
          const Input input{.columns = {first, second}, .separator = separator};
          compare_all(row, input, *input_text(input, targets_.front(), rows_, row));
        }
      }
    }
  }

  [[nodiscard]] std::vector<std::size_t> columns_for_pairs(std::size_t row) const {
    std::vector<std::size_t> columns;
    for (std::size_t i = 0; i < rows_.columns.size() && columns.size() < kMostInPairs; ++i) {
      const auto text = text_at(rows_.columns[i], row);
      if (!text || text->size() > kLongestInPair) continue;
      const auto& values = rows_.columns[i].values;
      const bool varies = std::any_of(values.begin(), values.end(), [&](const auto& value) {
        return value && value->text != *text;
      });
      if (varies) columns.push_back(i);
    }
    return columns;
  }

  /// Two of a few rows are enough to see that nothing is there: one may be an exception.
  [[nodiscard]] bool fails_early(std::size_t i, const Hypothesis& hypothesis) const {
    const DigestTarget& target = targets_[i];
    unsigned failed = 0;
    for (const std::size_t row : checks_[i]) {
      const auto text = input_text(*hypothesis.input, target, rows_, row);
      if (text && !holds(hypothesis, *text, *target.values[row])) ++failed;
      if (failed == 2) return true;
    }
    return false;
  }

  void prove(std::size_t i, const Hypothesis& hypothesis) {
    if (proofs_[i] || fails_early(i, hypothesis)) return;
    // What is still to be tried on this row counts as tried.
    constexpr double kAtLeast = 1e6;
    const auto trial = test(hypothesis, targets_[i], rows_, std::max(tried_[i], kAtLeast));
    if (!trial) return;
    DigestProof proof{
        .target = i,
        .separator = std::string(hypothesis.input->separator),
        .function = std::string(hypothesis.formula == nullptr ? hypothesis.function->name
                                                              : hypothesis.formula->name),
        .cut = cut_of(i, hypothesis),
        .modulus = hypothesis.view.modulus,
        .lowest = hypothesis.view.lowest,
        .matched = trial->matched,
        .tested = trial->tested,
        .false_positive = trial->false_positive};
    for (const std::size_t column : hypothesis.input->columns) {
      if (column != kRest) proof.of.push_back(column);
    }
    proofs_[i] = std::move(proof);
  }

  [[nodiscard]] std::string cut_of(std::size_t i, const Hypothesis& hypothesis) const;

  std::span<const DigestTarget> targets_;
  const SampledRows& rows_;
  std::vector<std::optional<DigestProof>> proofs_;
  /// Comparisons made a target.
  std::vector<double> tried_;
  /// Of each target, for the lowest residue 0 and 1.
  std::vector<std::vector<std::uint64_t>> moduli_;
  std::vector<Input> singles_;
  std::vector<std::vector<std::size_t>> checks_;
  std::uint64_t digest_number_ = 0;
  Remembered<IntegerViews> integers_;
  std::unordered_map<std::uint64_t, Remembered<ResidueViews>> residues_;
};

/// "first 8 hex digits" where the target is shorter than the digest.
std::string digits_cut(const DigestTarget& target, const Hypothesis& hypothesis) {
  const auto value = std::find_if(target.values.begin(), target.values.end(),
                                  [](const auto& present) { return present.has_value(); });
  const std::size_t digits = (*value)->digits.size();
  if (digits >= 2 * hypothesis.function->size) return "";
  const bool hex = target.encoding == DigestEncoding::hex;
  const bool first = hypothesis.view.kind == View::Kind::first_digits;
  return std::string(first ? "first " : "last ") + std::to_string(hex ? digits : digits / 2) +
         (hex ? " hex digits" : " bytes");
}

std::string Search::cut_of(std::size_t i, const Hypothesis& hypothesis) const {
  const View& view = hypothesis.view;
  std::vector<std::string> parts;
  if (hypothesis.formula != nullptr) {
    parts.emplace_back(hypothesis.formula->variant);
  } else {
    const bool integer = view.kind == View::Kind::integer || view.kind == View::Kind::residue;
    parts.emplace_back(hypothesis.function->variant);
    parts.push_back(integer ? std::string(integer_view_name(view.integer))
                            : digits_cut(targets_[i], hypothesis));
  }
  if (view.modulus != 0) {
    parts.push_back("modulo " + std::to_string(view.modulus) +
                    (view.lowest == 1 ? ", plus 1" : ""));
  }
  constexpr std::array<std::string_view, 5> kNormal = {"", "of the lower-case text",
                                                       "of the upper-case text",
                                                       "of the trimmed text", "of the UTF-16 text"};
  parts.emplace_back(kNormal[static_cast<std::size_t>(hypothesis.input->normal)]);
  std::string cut;
  for (const std::string& part : parts) {
    if (part.empty()) continue;
    if (!cut.empty()) cut += ", ";
    cut += part;
  }
  return cut;
}

}  // namespace

std::string_view to_string(DigestEncoding encoding) {
  switch (encoding) {
    case DigestEncoding::hex:
      return "hex";
    case DigestEncoding::base64:
      return "base64";
    case DigestEncoding::base64url:
      return "base64url";
    case DigestEncoding::base32:
      return "base32";
    case DigestEncoding::base32hex:
      return "base32hex";
    case DigestEncoding::base32_crockford:
      return "Crockford base32";
    case DigestEncoding::decimal:
    case DigestEncoding::residue:
      return "decimal";
  }
  return "";
}

std::vector<DigestProof> search_digests(std::span<const DigestTarget> targets,
                                        const SampledRows& rows) {
  if (targets.empty()) return {};
  return Search(targets, rows).run();
}

}  // namespace ddblint
