#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rules/catalogue.h"
#include "rules/detector.h"
#include "rules/names.h"
#include "subject/subject.h"

// What the rules that go by names have in common: which keys to judge, and how sure a name makes.

namespace ddblint {

/// A key that a rule on names judges: the table's, or a global index's.
struct NamedKey {
  const KeySchema* schema = nullptr;
  /// Null for the table's own key.
  const Index* index = nullptr;

  /// The partition attributes as a message shows them: `a`, or `a` and `b`.
  [[nodiscard]] std::string shown() const;
  /// " of index `name`", or nothing for the table's key.
  [[nodiscard]] std::string owner() const;
  /// The index's name; empty for the table, and where it is open.
  [[nodiscard]] std::string index_name() const;
  [[nodiscard]] bool simple() const {
    return schema->partition.size() == 1 && schema->sort.empty();
  }
};

/// The keys that a rule applies to and whose names can say something: every partition attribute has
/// a known name that is not generic (pk, id, hashKey), joins no values (`user#date`) and is not in
/// the rule's `ignore-names`. Empty for most tables, so that no word list need be compiled.
std::vector<NamedKey> named_keys(const Subject& subject, const Rule& rule);

/// True when the rule's `ignore-names` has a name, in any spelling.
bool is_ignored(const Rule& rule, std::string_view name);
/// True for names that single-table designs and examples give to any key.
bool is_generic_name(std::string_view name);
/// True when the last word says that the value identifies one thing: id, uuid, guid, arn.
bool is_identifier(std::string_view name);

/// The lists `strong`, `usual` and `joined-with` of one page.
class NameJudge {
 public:
  explicit NameJudge(const RuleInfo& page) : page_(page) {}

  /// Warning for a strong name, info for a usual one; nothing when the name matches neither, or
  /// when what stands before its last word is in `joined-with` (`userId_date` is more than a date).
  [[nodiscard]] std::optional<Severity> judge(std::string_view name) const;

 private:
  const RuleInfo& page_;
};

/// True when DDB102's lists name the attribute; some of its names are sequences only when they hold
/// numbers (a DNA sequence is a string).
bool is_sequence(const RuleInfo& page, const KeyElement& element);

/// The entry of a word list that a name matches, as WordMatcher has it. Compiles only the entries
/// whose first or last word is the name's: usually none, and a few us then, not the 300 of a whole
/// list.
std::optional<std::string_view> match_words(std::span<const std::string_view> entries,
                                            std::string_view name);

/// A word list of a page; empty when it has none of that name.
std::span<const std::string_view> word_list(const RuleInfo& page, std::string_view list);

/// True when an entry matches in a table's name or id at any place, not only at the end.
bool table_mentions(const Table& table, std::span<const std::string_view> entries);
/// True when a table is named after many of what the name's last word is: `Categories`, `category`.
bool table_lists(const Table& table, std::string_view name);

/// A suspicion about a key, at its first partition attribute, with index and attribute set.
Finding suspect(const Rule& rule, const NamedKey& key, Severity severity, std::string message);

}  // namespace ddblint
