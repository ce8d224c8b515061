#include "rules/key_names.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <unordered_map>

#include <fmt/format.h>

#include "rules/wording.h"

namespace ddblint {
namespace {

constexpr std::array<std::string_view, 26> kGenericNames = {"pk",           "sk",
                                                            "id",           "key",
                                                            "name",         "data",
                                                            "value",        "hash",
                                                            "hash_key",     "range_key",
                                                            "sort_key",     "part_key",
                                                            "partition",    "partition_key",
                                                            "primary_key",  "p_key",
                                                            "pkey",         "index_key",
                                                            "gsi_key",      "gsi",
                                                            "gsi_hash_key", "gsi_partition_key",
                                                            "hk",           "hkey",
                                                            "uuid",         "guid"};

/// Characters that people put between the parts of a composite value, and so into its name.
constexpr std::string_view kJoiners = "#|+/:&~";

/// `gsi1_pk`, `lsi2_sk`, `gsi_pk`, `pk1`: the keys of a single-table design.
bool is_numbered_key(std::string_view normalised) {
  const auto letters = normalised.substr(0, normalised.find_first_of("0123456789"));
  if (letters == "pk" || letters == "sk") return letters.size() < normalised.size();
  return (normalised.starts_with("gsi") || normalised.starts_with("lsi")) &&
         (normalised.ends_with("_pk") || normalised.ends_with("_sk"));
}

template <class Range>
bool among(const Range& range, std::string_view text) {
  return std::ranges::find(range, text) != std::ranges::end(range);
}

/// True when a comma-joined list holds the name in any spelling.
bool listed(std::string_view list, std::string_view name) {
  const std::string wanted = normalise_name(name);
  for (std::size_t begin = 0; begin < list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    if (normalise_name(list.substr(begin, end - begin)) == wanted) return true;
    begin = end + 1;
  }
  return false;
}

bool says_something(const KeyElement& element, const Rule& rule) {
  if (!element.name.known()) return false;
  const std::string& name = element.name.value();
  return !is_generic_name(name) && name.find_first_of(kJoiners) == std::string::npos &&
         !is_ignored(rule, name);
}

bool is_worth_judging(const KeySchema& schema, const Rule& rule) {
  return schema.known() && !schema.partition.empty() &&
         std::ranges::all_of(schema.partition, [&](const KeyElement& element) {
           return says_something(element, rule);
         });
}

std::string_view first_word(std::string_view normalised) {
  return normalised.substr(0, normalised.find('_'));
}

std::string_view last_word(std::string_view normalised) {
  return normalised.substr(normalised.rfind('_') + 1);
}

/// False when an entry cannot match. Pages write entries in lower case, so that it is a look at
/// bytes.
bool may_match(std::string_view entry, std::string_view normalised) {
  if (entry.starts_with('!')) entry.remove_prefix(1);
  return entry.ends_with('*') ? entry.starts_with(first_word(normalised))
                              : entry.ends_with(last_word(normalised));
}

std::string_view without_last_word(std::string_view normalised) {
  return normalised.substr(0, std::min(normalised.rfind('_'), normalised.size()));
}

std::string plural(std::string_view word) {
  if (word.ends_with('y')) return fmt::format("{}ies", word.substr(0, word.size() - 1));
  return fmt::format("{}{}", word, word.ends_with('s') || word.ends_with('x') ? "es" : "s");
}

/// A table's physical name and logical id, as far as they are known.
std::vector<std::string> names_of(const Table& table) {
  std::vector<std::string> names;
  if (table.name.known()) names.push_back(normalise_name(table.name.value()));
  if (!table.id.empty()) names.push_back(normalise_name(table.id));
  return names;
}

/// The candidate that matches. The same few names stand in most tables, and compiling the patterns
/// is what costs, so answers are kept: by the content of the question, up to a bound.
std::optional<std::string_view> match_candidates(const std::vector<std::string_view>& candidates,
                                                 const std::string& normalised) {
  constexpr std::size_t kMaxAnswers = 4096;
  thread_local std::unordered_map<std::string, std::string> answers;
  const std::string question = fmt::format("{}\n{}", normalised, fmt::join(candidates, "\n"));
  auto answer = answers.find(question);
  if (answer == answers.end()) {
    if (answers.size() >= kMaxAnswers) answers.clear();
    const auto match = WordMatcher(candidates).match(normalised);
    answer = answers.emplace(question, match.value_or("")).first;
  }
  const auto entry = std::ranges::find(candidates, answer->second);
  return entry == candidates.end() ? std::nullopt : std::optional(*entry);
}

/// Entries match the ends of names, so each leading run of words is tried.
bool mentions(std::string_view normalised, std::span<const std::string_view> entries) {
  for (std::size_t end = 0; end < normalised.size(); ++end) {
    end = std::min(normalised.find('_', end), normalised.size());
    if (match_words(entries, normalised.substr(0, end))) return true;
  }
  return false;
}

}  // namespace

std::string NamedKey::shown() const {
  std::string names;
  for (const KeyElement& element : schema->partition) {
    if (!names.empty()) names += &element == &schema->partition.back() ? " and " : ", ";
    names += fmt::format("`{}`", element.name.value());
  }
  return names;
}

std::string NamedKey::owner() const {
  if (index == nullptr) return "";
  return fmt::format(" of index `{}`", name_of(*index));
}

std::string NamedKey::index_name() const {
  return index == nullptr ? "" : index->name.value_or("");
}

bool is_ignored(const Rule& rule, std::string_view name) {
  const auto option = rule.options.find("ignore-names");
  return option != rule.options.end() && listed(option->second, name);
}

std::vector<NamedKey> named_keys(const Subject& subject, const Rule& rule) {
  std::vector<NamedKey> keys;
  if (rule.info.applies_to == AppliesTo::table) {
    keys.push_back({&subject.table.key, nullptr});
  } else {
    for (const Index& index : subject.table.global_indexes.items)
      keys.push_back({&index.key, &index});
  }
  std::erase_if(keys, [&](const NamedKey& key) { return !is_worth_judging(*key.schema, rule); });
  return keys;
}

bool is_generic_name(std::string_view name) {
  const std::string normalised = normalise_name(name);
  return normalised.empty() || among(kGenericNames, normalised) || is_numbered_key(normalised);
}

bool is_identifier(std::string_view name) {
  const std::string normalised = normalise_name(name);
  const std::string_view last = last_word(normalised);
  return last == "id" || last == "uuid" || last == "guid" || last == "arn";
}

std::optional<Severity> NameJudge::judge(std::string_view name) const {
  const auto strong = word_list(page_, "strong");
  // In one list, so that `!` entries hold for both.
  std::vector<std::string_view> entries(strong.begin(), strong.end());
  const auto usual = word_list(page_, "usual");
  entries.insert(entries.end(), usual.begin(), usual.end());
  const auto entry = match_words(entries, name);
  if (!entry) return std::nullopt;
  const std::string normalised = normalise_name(name);
  const std::string_view before = without_last_word(normalised);
  const bool joined =
      before != normalised && match_words(word_list(page_, "joined-with"), before).has_value();
  if (joined) return std::nullopt;
  return among(strong, *entry) ? Severity::warning : Severity::info;
}

std::optional<std::string_view> match_words(std::span<const std::string_view> entries,
                                            std::string_view name) {
  const std::string normalised = normalise_name(name);
  std::vector<std::string_view> candidates;
  std::ranges::copy_if(entries, std::back_inserter(candidates),
                       [&](std::string_view entry) { return may_match(entry, normalised); });
  const bool can_match = std::ranges::any_of(
      candidates, [](std::string_view entry) { return !entry.starts_with('!'); });
  return can_match ? match_candidates(candidates, normalised) : std::nullopt;
}

bool is_sequence(const RuleInfo& page, const KeyElement& element) {
  const std::string& name = element.name.value();
  return match_words(word_list(page, "sequence"), name).has_value() ||
         (element.type.is("N") &&
          match_words(word_list(page, "sequence-if-number"), name).has_value());
}

std::span<const std::string_view> word_list(const RuleInfo& page, std::string_view list) {
  const auto found = std::ranges::find(page.words, list, &WordList::name);
  return found == page.words.end() ? std::span<const std::string_view>() : found->entries;
}

bool table_mentions(const Table& table, std::span<const std::string_view> entries) {
  return std::ranges::any_of(names_of(table),
                             [&](const std::string& name) { return mentions(name, entries); });
}

bool table_lists(const Table& table, std::string_view name) {
  const std::string normalised = normalise_name(name);
  const std::string many = plural(last_word(normalised));
  const std::array<std::string_view, 1> entry = {many};
  return table_mentions(table, entry);
}

Finding suspect(const Rule& rule, const NamedKey& key, Severity severity, std::string message) {
  const KeyElement& first = key.schema->partition.front();
  Finding finding = make_finding(rule, Evidence::suspected, first.name.span(), std::move(message));
  finding.severity = severity;
  finding.attribute = first.name.value();
  if (key.index != nullptr) finding.index = key.index->name.value_or("");
  return finding;
}

}  // namespace ddblint
