#include "profile/digest_hypothesis.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <unordered_map>
#include <utility>

#include "profile/scalars.h"

#include "source/text.h"

namespace ddblint {

namespace {

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

void append_normalised(std::string& to, std::string_view text, TextForm normal) {
  switch (normal) {
    case TextForm::raw:
      to += text;
      break;
    case TextForm::lower:
      to += to_lower(text);
      break;
    case TextForm::upper:
      to += to_upper(text);
      break;
    case TextForm::trimmed:
      to += trim(text);
      break;
    case TextForm::utf16:
      append_utf16(to, text);
      break;
  }
}

bool matches(const Digest& digest, const TargetValue& value, const DigestView& view) {
  switch (view.kind) {
    case DigestView::Kind::first_digits:
    case DigestView::Kind::last_digits:
      return digits_match(to_hex(digest), value.digits, view.kind);
    case DigestView::Kind::integer:
      return integer_of(digest, view.integer) == value.number;
    case DigestView::Kind::residue:
      return residue_of(digest, view.integer, view.modulus) == value.number.magnitude - view.lowest;
  }
  return false;
}

bool changes(const Column& column, TextForm normal) {
  if (normal == TextForm::raw || normal == TextForm::utf16) return true;
  return std::any_of(column.values.begin(), column.values.end(), [&](const auto& value) {
    if (!value || value->type != ValueType::string) return false;
    const std::string_view text = value->text;
    if (normal == TextForm::trimmed) return trim(text).size() != text.size();
    return std::any_of(text.begin(), text.end(), normal == TextForm::lower ? is_upper : is_lower);
  });
}

/// "first 8 hex digits" where the target is shorter than the digest.
std::string digits_cut(const DigestTarget& target, const DigestHypothesis& hypothesis) {
  const auto value = std::find_if(target.values.begin(), target.values.end(),
                                  [](const auto& present) { return present.has_value(); });
  const std::size_t digits = (*value)->digits.size();
  if (digits >= 2 * hypothesis.function->size) return "";
  const bool hex = target.encoding == DigestEncoding::hex;
  const bool first = hypothesis.view.kind == DigestView::Kind::first_digits;
  return std::string(first ? "first " : "last ") + std::to_string(hex ? digits : digits / 2) +
         (hex ? " hex digits" : " bytes");
}

/// Bytes that one proof may hash.
constexpr std::size_t kMostBytes = 32U << 20U;

/// Bits that a row's match is worth.
double bits_of(const DigestTarget& target, const DigestView& view,
               const std::map<std::uint64_t, std::uint64_t>& residues, std::uint64_t matched) {
  if (view.kind == DigestView::Kind::residue) {
    double chance = 0;
    for (const auto& [residue, rows] : residues) {
      const double share = static_cast<double>(rows) / static_cast<double>(matched);
      chance += share * share;
    }
    return -std::log2(std::min(chance, 1.0));
  }
  if (view.kind == DigestView::Kind::integer) return 24;
  const auto first = std::find_if(target.values.begin(), target.values.end(),
                                  [](const auto& value) { return value.has_value(); });
  return 4.0 * static_cast<double>((*first)->digits.size());
}

}  // namespace

std::optional<std::string_view> text_at(const Column& column, std::size_t row) {
  const auto& value = column.values[row];
  if (!value || !is_scalar(value->type) || value->text.empty()) return std::nullopt;
  return value->text;
}

std::vector<DigestInput> single_inputs(const SampledRows& rows) {
  std::vector<DigestInput> singles;
  for (std::size_t i = 0; i < rows.columns.size(); ++i) {
    for (const TextForm normal :
         {TextForm::raw, TextForm::lower, TextForm::upper, TextForm::trimmed, TextForm::utf16}) {
      if (changes(rows.columns[i], normal)) {
        singles.push_back({.columns = {i}, .separator = "", .normal = normal});
      }
    }
  }
  return singles;
}

std::optional<std::string> input_text(const DigestInput& input, const DigestTarget& target,
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

bool digits_match(std::string_view digest, std::string_view target, DigestView::Kind kind) {
  if (target.size() > digest.size()) return false;
  return kind == DigestView::Kind::first_digits ? digest.starts_with(target)
                                                : digest.ends_with(target);
}

bool holds(const DigestHypothesis& hypothesis, std::string_view text, const TargetValue& value) {
  if (hypothesis.formula == nullptr) {
    return matches(hypothesis.function->compute(text), value, hypothesis.view);
  }
  return hypothesis.formula->compute(text, hypothesis.view.modulus) ==
         value.number.magnitude - hypothesis.view.lowest;
}

std::string cut_of(const DigestTarget& target, const DigestHypothesis& hypothesis) {
  const DigestView& view = hypothesis.view;
  std::vector<std::string> parts;
  if (hypothesis.formula != nullptr) {
    parts.emplace_back(hypothesis.formula->variant);
  } else {
    const bool integer =
        view.kind == DigestView::Kind::integer || view.kind == DigestView::Kind::residue;
    parts.emplace_back(hypothesis.function->variant);
    parts.push_back(integer ? std::string(integer_view_name(view.integer))
                            : digits_cut(target, hypothesis));
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

std::optional<DigestTrial> try_on_all(const DigestHypothesis& hypothesis,
                                      const DigestTarget& target, const SampledRows& rows,
                                      double hypotheses) {
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
  DigestTrial trial{.matched = outcomes.size() - failed, .tested = outcomes.size()};
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

}  // namespace ddblint
