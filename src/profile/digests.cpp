#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "profile/analyses.h"
#include "profile/digest_search.h"
#include "profile/identifiers.h"
#include "profile/scalars.h"

// Which columns, and which parts of their values beside a separator, have the form of a digest; the
// search (digest_search.h) then proves or forgets them. A form costs little, so it is wide.

namespace ddblint {

namespace {

constexpr std::size_t kMostTargets = 256;
constexpr double kOfTheForm = 0.999;
constexpr std::uint64_t kGreatestResidue = 9999;

using Texts = std::vector<std::optional<std::string_view>>;

Texts texts_of(const Column& column) {
  Texts texts(column.values.size());
  for (std::size_t row = 0; row < texts.size(); ++row) {
    const auto& value = column.values[row];
    if (value && is_scalar(value->type) && !value->text.empty()) texts[row] = value->text;
  }
  return texts;
}

std::size_t count_present(const Texts& texts) {
  return static_cast<std::size_t>(
      std::count_if(texts.begin(), texts.end(), [](const auto& text) { return text.has_value(); }));
}

bool nearly_all(std::size_t part, std::size_t all) {
  return all > 0 && static_cast<double>(part) >= kOfTheForm * static_cast<double>(all);
}

/// True when at least `wanted` different texts occur.
bool has_distinct(const Texts& texts, std::size_t wanted) {
  std::set<std::string_view> distinct;
  for (const auto& text : texts) {
    if (text) distinct.insert(*text);
    if (distinct.size() >= wanted) return true;
  }
  return false;
}

/// Fills a target with the values that a reading takes; nothing when too few are of the form.
template <typename Read>
std::optional<DigestTarget> target_of(const Texts& texts, DigestEncoding encoding, Read read) {
  const std::size_t present = count_present(texts);
  if (present < kFewestMatches) return std::nullopt;
  DigestTarget target{.encoding = encoding};
  target.values.reserve(texts.size());
  std::size_t others = 0;
  for (const auto& text : texts) {
    auto& value = target.values.emplace_back();
    if (!text) continue;
    value = read(*text);
    // Most columns show at once that they are none.
    if (!value && !nearly_all(present - ++others, present)) return std::nullopt;
  }
  if (present - others < kFewestMatches) return std::nullopt;
  return target;
}

/// Hexadecimal digits in lower case, without 0x, braces and the dashes of a UUID.
std::string plain_hex(std::string_view text) {
  if (text.starts_with("0x") || text.starts_with("0X")) text.remove_prefix(2);
  if (text.size() == 38 && text.front() == '{' && text.back() == '}') text = text.substr(1, 36);
  const bool dashes =
      text.size() == 36 && text[8] == '-' && text[13] == '-' && text[18] == '-' && text[23] == '-';
  std::string digits;
  digits.reserve(text.size());
  for (const char c : text) {
    if (dashes && c == '-') continue;
    digits.push_back(is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c);
  }
  return digits;
}

/// Digits of one length; where leading zeros were dropped, of 8 or 16 digits.
std::optional<DigestTarget> hex_target(const Texts& texts, std::size_t shortest) {
  std::size_t least = SIZE_MAX;
  std::size_t most = 0;
  bool letters = false;
  auto target = target_of(texts, DigestEncoding::hex,
                          [&](std::string_view text) -> std::optional<TargetValue> {
                            if (text.size() < shortest || text.size() > 130) return std::nullopt;
                            std::string digits = plain_hex(text);
                            if (!all_hex(digits)) return std::nullopt;
                            least = std::min(least, digits.size());
                            most = std::max(most, digits.size());
                            letters = letters || !all_digits(digits);
                            return TargetValue{.digits = std::move(digits)};
                          });
  if (!target || !letters) return std::nullopt;
  if (least != most && ((most != 8 && most != 16) || most - least > 4)) return std::nullopt;
  for (auto& value : target->values) {
    if (value) value->digits.insert(0, most - value->digits.size(), '0');
  }
  return target;
}

/// The values of digits by character; kNoDigit for all others.
using DigitValues = std::array<std::uint8_t, 256>;
constexpr std::uint8_t kNoDigit = 0xFF;

constexpr std::uint8_t& value_at(DigitValues& values, char c) {
  return values[static_cast<unsigned char>(c)];
}

constexpr DigitValues base64_values() {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  DigitValues values{};
  values.fill(kNoDigit);
  for (std::size_t i = 0; i < kDigits.size(); ++i) {
    value_at(values, kDigits[i]) = static_cast<std::uint8_t>(i);
  }
  value_at(values, '+') = value_at(values, '-') = 62;
  value_at(values, '/') = value_at(values, '_') = 63;
  return values;
}

/// The digits of base 32 in order: those of RFC 4648, its hexadecimal ones, and Crockford's.
constexpr std::string_view kBase32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
constexpr std::string_view kBase32Hex = "0123456789ABCDEFGHIJKLMNOPQRSTUV";
constexpr std::string_view kCrockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

constexpr DigitValues base32_values(std::string_view alphabet) {
  DigitValues values{};
  values.fill(kNoDigit);
  for (std::size_t i = 0; i < alphabet.size(); ++i) {
    const char c = alphabet[i];
    value_at(values, c) = static_cast<std::uint8_t>(i);
    if (is_upper(c)) value_at(values, static_cast<char>(c - 'A' + 'a')) = value_at(values, c);
  }
  return values;
}

/// The bytes of a text as hexadecimal digits, `width` bits a character; bits that fill no byte are
/// left out. Nothing when a character is no digit.
std::optional<std::string> packed_digits(std::string_view text, unsigned width,
                                         const DigitValues& values) {
  constexpr std::string_view kHex = "0123456789abcdef";
  while (text.ends_with('=')) text.remove_suffix(1);
  std::string digits(text.size() * width / 8 * 2, '0');
  auto at = digits.begin();
  std::uint32_t word = 0;
  unsigned bits = 0;
  for (const char c : text) {
    const std::uint8_t digit = values[static_cast<unsigned char>(c)];
    if (digit == kNoDigit) return std::nullopt;
    word = word << width | digit;
    bits += width;
    if (bits < 8) continue;
    bits -= 8;
    *at++ = kHex[word >> (bits + 4) & 15U];
    *at++ = kHex[word >> bits & 15U];
  }
  return digits;
}

std::optional<DigestTarget> base64_target(const Texts& texts, std::size_t shortest) {
  constexpr DigitValues kValues = base64_values();
  std::size_t length = 0;
  bool url = false;
  auto target = target_of(texts, DigestEncoding::base64,
                          [&](std::string_view text) -> std::optional<TargetValue> {
                            if (text.size() < shortest || text.size() > 88) return std::nullopt;
                            if (length == 0) length = text.size();
                            if (text.size() != length) return std::nullopt;
                            auto digits = packed_digits(text, 6, kValues);
                            if (!digits) return std::nullopt;
                            url = url || text.find_first_of("-_") != std::string_view::npos;
                            return TargetValue{.digits = std::move(*digits)};
                          });
  if (target && url) target->encoding = DigestEncoding::base64url;
  return target;
}

/// Texts of one length in one case, as an encoder writes them.
std::optional<DigestTarget> base32_target(const Texts& texts, std::size_t shortest,
                                          DigestEncoding encoding, std::string_view alphabet) {
  const DigitValues values = base32_values(alphabet);
  std::size_t length = 0;
  bool upper = false;
  bool lower = false;
  auto target =
      target_of(texts, encoding, [&](std::string_view text) -> std::optional<TargetValue> {
        if (text.size() < shortest || text.size() > 104) return std::nullopt;
        if (length == 0) length = text.size();
        if (text.size() != length) return std::nullopt;
        auto digits = packed_digits(text, 5, values);
        if (!digits) return std::nullopt;
        upper = upper || std::ranges::any_of(text, is_upper);
        lower = lower || std::ranges::any_of(text, is_lower);
        return TargetValue{.digits = std::move(*digits)};
      });
  if (upper && lower) return std::nullopt;
  return target;
}

/// Whole numbers, with a sign, up to 64 bits.
std::optional<DigestInteger> read_digest_integer(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  if (!all_digits(text) || text.size() > 20) return std::nullopt;
  std::uint64_t number = 0;
  for (const char c : text) {
    const auto digit = static_cast<std::uint64_t>(c - '0');
    if (number > (UINT64_MAX - digit) / 10) return std::nullopt;
    number = number * 10 + digit;
  }
  return DigestInteger{.magnitude = number, .negative = negative};
}

std::optional<DigestTarget> number_target(const Texts& texts) {
  std::uint64_t least = UINT64_MAX;
  std::uint64_t greatest = 0;
  bool negative = false;
  auto target = target_of(texts, DigestEncoding::decimal,
                          [&](std::string_view text) -> std::optional<TargetValue> {
                            const auto number = read_digest_integer(text);
                            if (!number) return std::nullopt;
                            least = std::min(least, number->magnitude);
                            greatest = std::max(greatest, number->magnitude);
                            negative = negative || number->negative;
                            return TargetValue{.number = *number};
                          });
  if (!target) return std::nullopt;
  constexpr std::uint64_t kLarge = 1U << 24U;
  if (greatest >= kLarge) return target;
  if (negative || greatest > kGreatestResidue) return std::nullopt;
  std::vector<bool> seen(kGreatestResidue + 1);
  for (const auto& value : target->values) {
    if (value) seen[value->number.magnitude] = true;
  }
  // A shard holds many rows.
  const auto distinct = static_cast<std::size_t>(std::ranges::count(seen, true));
  if (distinct < 2 || distinct * 2 > count_present(texts)) return std::nullopt;
  target->encoding = DigestEncoding::residue;
  target->least = least;
  target->greatest = greatest;
  return target;
}

void add_forms(std::vector<DigestTarget>& targets, std::size_t column, const Texts& texts,
               const Texts& rest) {
  constexpr std::size_t kShortestHex = 4;
  constexpr std::size_t kShortestHexPart = 2;
  constexpr std::size_t kShortestPacked = 10;
  const auto add = [&](std::optional<DigestTarget> target) {
    if (!target || targets.size() >= kMostTargets) return false;
    target->column = column;
    target->rest = rest;
    targets.push_back(std::move(*target));
    return true;
  };
  const bool distinct = has_distinct(texts, kFewestMatches);
  const bool part = !rest.empty();
  if (distinct && add(hex_target(texts, part ? kShortestHexPart : kShortestHex))) return;
  if (add(number_target(texts)) || !distinct) return;
  // One text can be of several of these; the search tells.
  add(base64_target(texts, kShortestPacked));
  add(base32_target(texts, kShortestPacked, DigestEncoding::base32, kBase32));
  add(base32_target(texts, kShortestPacked, DigestEncoding::base32hex, kBase32Hex));
  add(base32_target(texts, kShortestPacked, DigestEncoding::base32_crockford, kCrockford));
}

/// True when the separator stands in nearly all of the texts; ends at the few that show it not to.
bool nearly_all_have(const Texts& texts, char separator, std::size_t present) {
  std::size_t without = 0;
  for (const auto& text : texts) {
    if (!text || text->find(separator) != std::string_view::npos) continue;
    if (!nearly_all(present - ++without, present)) return false;
  }
  return true;
}

/// The parts before the first and behind the last of a separator.
void add_parts(std::vector<DigestTarget>& targets, std::size_t column, const Texts& texts,
               std::size_t present) {
  constexpr std::string_view kSeparators = ".#-_:|/";
  for (const char separator : kSeparators) {
    if (!nearly_all_have(texts, separator, present)) continue;
    Texts head(texts.size());
    Texts after_head(texts.size());
    Texts tail(texts.size());
    Texts before_tail(texts.size());
    for (std::size_t row = 0; row < texts.size(); ++row) {
      const std::size_t first = texts[row] ? texts[row]->find(separator) : std::string_view::npos;
      if (first == std::string_view::npos) continue;
      const std::size_t last = texts[row]->rfind(separator);
      head[row] = texts[row]->substr(0, first);
      after_head[row] = texts[row]->substr(first + 1);
      tail[row] = texts[row]->substr(last + 1);
      before_tail[row] = texts[row]->substr(0, last);
    }
    add_forms(targets, column, head, after_head);
    add_forms(targets, column, tail, before_tail);
  }
}

/// Random and timed identifiers are no digests; named UUIDs are.
enum class Identity { none, named_uuid, other };
Identity identity_of(const Column& column) {
  const auto fact = find_identifiers(column);
  if (!fact) return Identity::none;
  const bool named = fact->detail == "UUID version 3" || fact->detail == "UUID version 5";
  return named ? Identity::named_uuid : Identity::other;
}

std::vector<DigestTarget> targets_of(const SampledRows& rows) {
  std::vector<DigestTarget> targets;
  for (std::size_t i = 0; i < rows.columns.size(); ++i) {
    const Texts texts = texts_of(rows.columns[i]);
    const std::size_t present = count_present(texts);
    const Identity identity = identity_of(rows.columns[i]);
    if (present < kFewestMatches || identity == Identity::other) continue;
    const std::size_t before = targets.size();
    add_forms(targets, i, texts, {});
    if (identity == Identity::named_uuid) {
      for (std::size_t t = before; t < targets.size(); ++t) targets[t].uuid = true;
    } else {
      add_parts(targets, i, texts, present);
    }
  }
  return targets;
}

/// True when the value of the input stands in what is beside the digest.
bool input_is_beside(const DigestTarget& target, const Column& input) {
  std::size_t beside = 0;
  std::size_t all = 0;
  for (std::size_t row = 0; row < target.rest.size(); ++row) {
    if (!target.rest[row] || !input.values[row]) continue;
    ++all;
    if (target.rest[row]->find(input.values[row]->text) != std::string_view::npos) ++beside;
  }
  return nearly_all(beside, all);
}

DigestFact fact_of(const DigestProof& proof, const DigestTarget& target, const SampledRows& rows) {
  DigestFact fact{.attribute = std::string(rows.columns[target.column].name),
                  .separator = proof.separator,
                  .function = proof.function,
                  .encoding = std::string(to_string(target.encoding)),
                  .cut = proof.cut,
                  .matched = proof.matched,
                  .tested = proof.tested,
                  .false_positive = proof.false_positive};
  for (const std::size_t column : proof.of) fact.of.emplace_back(rows.columns[column].name);
  if (proof.of.empty()) fact.of.push_back(fact.attribute);
  fact.joined_to_input =
      proof.of.empty() ||
      (proof.of.size() == 1 && input_is_beside(target, rows.columns[proof.of.front()]));
  fact.shard_suffix = target.encoding == DigestEncoding::residue && !fact.joined_to_input;
  return fact;
}

}  // namespace

std::vector<DigestFact> find_digests(const SampledRows& rows) {
  const std::vector<DigestTarget> targets = targets_of(rows);
  std::vector<DigestFact> facts;
  for (const DigestProof& proof : search_digests(targets, rows)) {
    DigestFact fact = fact_of(proof, targets[proof.target], rows);
    // Sums and products of code points are shards, not digests. The rest of a number is what
    // calendars and check digits have, too; only a key with shards gives it a meaning.
    const bool is_hash = digest_function(fact.function) != nullptr;
    if (fact.function == "modulo" || (!is_hash && !fact.shard_suffix)) continue;
    const bool known = std::any_of(facts.begin(), facts.end(), [&](const DigestFact& other) {
      return other.attribute == fact.attribute && other.of == fact.of &&
             other.function == fact.function;
    });
    if (!known) facts.push_back(std::move(fact));
  }
  return facts;
}

}  // namespace ddblint
