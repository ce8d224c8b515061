#include "rules/names.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <re2/re2.h>
#include <re2/set.h>

// Every entry becomes one pattern over normalised names, and all patterns of a list become one RE2
// set: a name costs one pass of the set's automaton, however long the list is. Building the set is
// the dear part (some 100 us for 100 entries), so callers build it only when there is a name to
// test.

namespace ddblint {
namespace {

/// How an entry wants to match, apart from its words.
struct Entry {
  bool never = false;
  bool whole = false;
  bool begins = false;
  std::string words;
};

Entry parse_entry(std::string_view text) {
  Entry entry;
  if (text.starts_with('!')) {
    entry.never = true;
    text.remove_prefix(1);
  }
  if (text.starts_with('=')) {
    entry.whole = true;
    text.remove_prefix(1);
  }
  entry.begins = text.ends_with('*');
  // The star of `* of birth` is no letter, so it vanishes here.
  entry.words = normalise_name(text);
  return entry;
}

std::string pattern_of(const Entry& entry) {
  const std::string words = RE2::QuoteMeta(entry.words);
  if (entry.begins) return "^" + words + "_";
  return (entry.whole ? "^" : "(?:^|_)") + words + "$";
}

}  // namespace

struct WordMatcher::Compiled {
  RE2::Set set;
  std::vector<std::string_view> entries;
  std::vector<bool> never;

  Compiled() : set(options(), RE2::UNANCHORED) {}

  static RE2::Options options() {
    RE2::Options options;
    // Names may hold any bytes, and patterns are quoted: there is nothing to decode or to report.
    options.set_encoding(RE2::Options::EncodingLatin1);
    options.set_log_errors(false);
    return options;
  }
};

WordMatcher::WordMatcher(std::span<const std::string_view> entries)
    : compiled_(std::make_unique<Compiled>()) {
  for (const std::string_view text : entries) {
    const Entry entry = parse_entry(text);
    if (entry.words.empty() || compiled_->set.Add(pattern_of(entry), nullptr) < 0) continue;
    compiled_->entries.push_back(text);
    compiled_->never.push_back(entry.never);
  }
  compiled_->set.Compile();
}

WordMatcher::~WordMatcher() = default;
WordMatcher::WordMatcher(WordMatcher&&) noexcept = default;
WordMatcher& WordMatcher::operator=(WordMatcher&&) noexcept = default;

std::optional<std::string_view> WordMatcher::match(std::string_view name) const {
  std::vector<int> hits;
  const std::string normalised = normalise_name(name);
  if (compiled_->entries.empty() || !compiled_->set.Match(normalised, &hits)) return std::nullopt;
  const auto never = [this](int hit) { return compiled_->never[static_cast<std::size_t>(hit)]; };
  if (std::ranges::any_of(hits, never)) return std::nullopt;
  return compiled_->entries[static_cast<std::size_t>(std::ranges::min(hits))];
}

}  // namespace ddblint
