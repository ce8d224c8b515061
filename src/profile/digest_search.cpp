#include "profile/digest_search.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "profile/digest_hypothesis.h"
#include "profile/scalars.h"

// All functions of all inputs are calculated for one row and compared with the targets of that row;
// what fits there is tested on the other rows and nearly always ends at the second. So the work is
// that of one row: with 60 attributes some 500,000 digests for pairs, 10,000 without.

namespace ddblint {

namespace {

constexpr std::size_t kMostProbes = 6;
/// The longest value that is taken in pairs.
constexpr std::size_t kLongestInPair = 256;
constexpr std::size_t kMostInPairs = 48;

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
      : targets_(targets),
        rows_(rows),
        proofs_(targets.size()),
        tried_(targets.size(), 0.0),
        singles_(single_inputs(rows)) {
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
      probe(row, singles_);
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

  void probe(std::size_t row, const std::vector<DigestInput>& inputs) {
    for (const DigestInput& input : inputs) {
      const auto text = input_text(input, targets_.front(), rows_, row);
      if (text) compare_all(row, input, *text);
    }
  }

  void probe_rest(std::size_t row, std::size_t target) {
    if (proofs_[target] || !targets_[target].values[row]) return;
    for (const TextForm normal : {TextForm::raw, TextForm::lower, TextForm::upper}) {
      const DigestInput input{.columns = {kRest}, .separator = "", .normal = normal};
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

  void compare_all(std::size_t row, const DigestInput& input, std::string_view text) {
    for (const DigestFunction& function : digest_functions()) {
      if (input.columns.size() > 1 && !function.tried_on_pairs) continue;
      if (!any_fits(row, function, input)) continue;
      const Digest digest = function.compute(text);
      ++digest_number_;
      std::string digits;
      for (std::size_t i = 0; i < targets_.size(); ++i) {
        if (is_open(row, i, input) && may_fit(targets_[i], row, function) &&
            !is_itself(targets_[i], row, text)) {
          if (digits.empty() && has_digits(targets_[i])) digits = to_hex(digest);
          compare(row, i, input, function, digest, digits);
        }
      }
    }
    if (input.columns.size() > 1) return;
    for (const ShardFormula& formula : shard_formulas()) compare_formula(row, input, formula, text);
  }

  [[nodiscard]] bool is_open(std::size_t row, std::size_t i, const DigestInput& input) const {
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

  static bool has_digits(const DigestTarget& target) {
    return is_strong(target) && target.encoding != DigestEncoding::decimal;
  }

  static bool may_fit(const DigestTarget& target, std::size_t row, const DigestFunction& function) {
    if (target.uuid != function.makes_uuid) return false;
    return target.values[row]->digits.size() <= 2 * function.size;
  }

  [[nodiscard]] bool any_fits(std::size_t row, const DigestFunction& function,
                              const DigestInput& input) const {
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

  void compare(std::size_t row, std::size_t i, const DigestInput& input,
               const DigestFunction& function, const Digest& digest, std::string_view digits) {
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
                    .view = {.kind = DigestView::Kind::integer, .integer = view}});
        }
      }
      return;
    }
    tried_[i] += 2;
    for (const DigestView::Kind kind :
         {DigestView::Kind::first_digits, DigestView::Kind::last_digits}) {
      if (digits_match(digits, value.digits, kind)) {
        prove(i, {.input = &input, .function = &function, .view = {.kind = kind}});
      }
    }
  }

  void compare_residues(std::size_t row, std::size_t i, const DigestInput& input,
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
                      .view = {.kind = DigestView::Kind::residue,
                               .integer = view,
                               .modulus = modulus,
                               .lowest = lowest}});
          }
        }
      }
    }
  }

  void compare_formula(std::size_t row, const DigestInput& input, const ShardFormula& formula,
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
                    .view = {
                        .kind = DigestView::Kind::residue, .modulus = modulus, .lowest = lowest}});
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
          const DigestInput input{.columns = {first, second}, .separator = separator};
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
  [[nodiscard]] bool fails_early(std::size_t i, const DigestHypothesis& hypothesis) const {
    const DigestTarget& target = targets_[i];
    unsigned failed = 0;
    for (const std::size_t row : checks_[i]) {
      const auto text = input_text(*hypothesis.input, target, rows_, row);
      if (text && !holds(hypothesis, *text, *target.values[row])) ++failed;
      if (failed == 2) return true;
    }
    return false;
  }

  void prove(std::size_t i, const DigestHypothesis& hypothesis) {
    if (proofs_[i] || fails_early(i, hypothesis)) return;
    // What is still to be tried on this row counts as tried.
    constexpr double kAtLeast = 1e6;
    const auto trial = try_on_all(hypothesis, targets_[i], rows_, std::max(tried_[i], kAtLeast));
    if (!trial) return;
    DigestProof proof{
        .target = i,
        .separator = std::string(hypothesis.input->separator),
        .function = std::string(hypothesis.formula == nullptr ? hypothesis.function->name
                                                              : hypothesis.formula->name),
        .cut = cut_of(targets_[i], hypothesis),
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

  std::span<const DigestTarget> targets_;
  const SampledRows& rows_;
  std::vector<std::optional<DigestProof>> proofs_;
  /// Comparisons made a target.
  std::vector<double> tried_;
  /// Of each target, for the lowest residue 0 and 1.
  std::vector<std::vector<std::uint64_t>> moduli_;
  std::vector<DigestInput> singles_;
  std::vector<std::vector<std::size_t>> checks_;
  std::uint64_t digest_number_ = 0;
  Remembered<IntegerViews> integers_;
  std::unordered_map<std::uint64_t, Remembered<ResidueViews>> residues_;
};

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
