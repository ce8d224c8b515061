#include <fmt/format.h>
#include <fmt/ranges.h>

#include "report/phrases.h"
#include "report/profile_sections.h"
#include "report/quantities.h"
#include "report/style.h"
#include "report/width.h"

namespace ddblint {
namespace {

std::string quoted(std::string_view text) { return fmt::format("`{}`", text); }

std::string names_phrase(const std::vector<std::string>& names) {
  std::vector<std::string> parts;
  parts.reserve(names.size());
  for (const std::string& name : names) parts.push_back(quoted(name));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string matches_phrase(std::uint64_t matched, std::uint64_t tested) {
  return fmt::format("{} of {}", count_phrase(matched), counted(tested, "value"));
}

std::string phrase(const DigestFact& fact) {
  std::string how = fact.encoding;
  if (!fact.cut.empty()) how += (how.empty() ? "" : ", ") + fact.cut;
  if (!fact.separator.empty()) how += fmt::format(", joined by {}", quoted(fact.separator));
  if (fact.joined_to_input) how += ", beside its own input";
  if (fact.shard_suffix) how += ", as a shard number";
  return fmt::format("{} is {} of {} ({}): {} recomputed", quoted(fact.attribute), fact.function,
                     names_phrase(fact.of), how, matches_phrase(fact.matched, fact.tested));
}

std::string phrase(const SequenceFact& fact) {
  std::string text = fmt::format("{} is a sequence", quoted(fact.attribute));
  if (!fact.prefix.empty()) text += fmt::format(" behind {}", quoted(fact.prefix));
  if (!fact.kind.empty()) text += fmt::format(" ({})", fact.kind);
  if (fact.increment != 1) text += fmt::format(" in steps of {}", fact.increment);
  text += fmt::format(": {} of its range is taken", share_phrase(fact.density));
  if (fact.monotonicity)
    text += fmt::format(", it follows the order of the items by {:.2f}", *fact.monotonicity);
  return text + fmt::format("; {} looked at, {} of another form", counted(fact.rows, "row"),
                            count_phrase(fact.exceptions));
}

std::string phrase(const ShardSuffixFact& fact) {
  std::string text = fmt::format("{} carries a shard number {} {}", quoted(fact.attribute),
                                 fact.leading ? "before" : "behind", quoted(fact.separator));
  text += fmt::format(": {}, {} to {}, on {}; the hottest has {}, as even as {}",
                      counted(fact.shards, "shard"), fact.lowest,
                      fact.lowest + static_cast<std::int64_t>(fact.shards) - 1,
                      counted(fact.logical_keys, "logical key"), share_phrase(fact.hottest_share),
                      number_phrase(fact.effective_shards));
  if (!fact.function.empty()) {
    text += fmt::format("; it is {} of {} in {}", fact.function, names_phrase(fact.of),
                        matches_phrase(fact.matched, fact.tested));
  }
  if (!fact.better_function.empty()) {
    text += fmt::format("; {} of {} would give the hottest {}", fact.better_function,
                        quoted(fact.better_of), share_phrase(fact.better_hottest_share));
  }
  return text;
}

std::string phrase(const EntityFact& fact) {
  if (fact.kind == EntityFact::Kind::same_prefix) {
    return fmt::format("items of {} {} and {} ({} and {} rows) have keys of one form, {}",
                       quoted(fact.type_attribute), quoted(fact.first_type),
                       quoted(fact.second_type), count_phrase(fact.first_rows),
                       count_phrase(fact.second_rows), quoted(fact.first_format));
  }
  return fmt::format("items of {} {} have keys of two forms, {} ({} rows) and {} ({} rows)",
                     quoted(fact.type_attribute), quoted(fact.first_type),
                     quoted(fact.first_format), count_phrase(fact.first_rows),
                     quoted(fact.second_format), count_phrase(fact.second_rows));
}

std::string phrase(const MixedFormatFact& fact) {
  return fmt::format("{} is spelt in two ways ({}): {} ({} rows) and {} ({} rows)",
                     quoted(fact.attribute), fact.kind, quoted(fact.first_example),
                     count_phrase(fact.first_rows), quoted(fact.second_example),
                     count_phrase(fact.second_rows));
}

template <class Facts>
std::string paragraphs(const Facts& facts, const ProfileStyle& style) {
  std::string out;
  for (const auto& fact : facts) out += wrapped("  - ", phrase(fact), style.columns);
  return out;
}

/// A key with a value for nearly every item needs no other attribute.
bool needs_none(const KeyProfile& key) {
  return key.distinct.value >= 0.95 * static_cast<double>(key.items);
}

/// The combinations for one key; those that are left out stand in the JSON.
std::string combinations_of(const KeyProfile& key, const TableProfile& profile,
                            const ProfileStyle& style) {
  constexpr std::size_t kShown = 8;
  Grid grid(2, {1, 2, 3});
  std::size_t shown_rows = 0;
  for (const CombinationProfile& one : profile.combinations) {
    if (one.index != key.key.index || one.names_items || shown_rows == kShown) continue;
    if (shown_rows++ == 0) grid.add({"attributes together", "distinct", "hottest", "as even as"});
    std::vector<std::string> names;
    names.reserve(one.attributes.size());
    for (const std::string& name : one.attributes) names.push_back(shown(name));
    grid.add({fmt::format("{}", fmt::join(names, " + ")), short_estimate_phrase(one.distinct),
              interval_phrase(one.hottest_share), short_estimate_phrase(one.effective_keys)});
  }
  if (shown_rows == 0) return {};
  const std::string of =
      key.key.index.empty() ? "" : fmt::format(" of index {}", shown(key.key.index));
  return fmt::format("{}\n{}\n", paint("Other partition keys" + of, Ink::strong, style.text),
                     grid.text());
}

std::string combinations(const TableProfile& profile, const ProfileStyle& style) {
  std::string out;
  for (const KeyProfile& key : profile.keys) {
    if (!needs_none(key)) out += combinations_of(key, profile, style);
  }
  return out;
}

}  // namespace

std::string facts_section(const TableProfile& profile, const ProfileStyle& style) {
  const std::string facts =
      paragraphs(profile.digests, style) + paragraphs(profile.sequences, style) +
      paragraphs(profile.shard_suffixes, style) + paragraphs(profile.entities, style) +
      paragraphs(profile.mixed_formats, style);
  return combinations(profile, style) + section_of("What the values are", facts, style.text);
}

}  // namespace ddblint
