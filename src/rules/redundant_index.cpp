#include <optional>

#include <fmt/format.h>

#include "rules/detectors.gen.h"
#include "rules/index_cover.h"
#include "rules/wording.h"

// An index is redundant when another key schema finds the same items in the same order and carries
// what the index carries. Each index is compared with the others of its kind and with the table,
// and reported once, for the strongest reason.

namespace ddblint {
namespace {

/// Why an index could go.
struct Reason {
  Severity severity = Severity::info;
  std::string message;
  std::string remedy;
  std::string note;
  /// What could serve its queries.
  Related other;
};

Related defined(const Index& other) {
  return {place_of(other), fmt::format("`{}` is defined here", name_of(other))};
}

Reason same_key(const Index& index, const Index& other) {
  return {.severity = Severity::warning,
          .message = fmt::format("index `{}` has the key of `{}`, which carries all that it does, "
                                 "so each write pays for the same entry twice",
                                 name_of(index), name_of(other)),
          .remedy = fmt::format("send its queries to `{}` and delete it", name_of(other)),
          .note = {},
          .other = defined(other)};
}

Reason key_prefix(const Index& index, const Index& other) {
  return {.message = fmt::format("the key of index `{}` is the beginning of the key of `{}`, whose "
                                 "queries may leave the rest of the sort key out",
                                 name_of(index), name_of(other)),
          .remedy = fmt::format("send its queries to `{}` and delete it", name_of(other)),
          .note = fmt::format("items that lack a sort attribute of `{}` are in `{}` alone",
                              name_of(other), name_of(index)),
          .other = defined(other)};
}

Reason different_projections(const Index& index, const Index& other) {
  return {.message = fmt::format("indexes `{}` and `{}` have the same key and carry different "
                                 "attributes, so each write pays for two entries",
                                 name_of(other), name_of(index)),
          .remedy = "let one index carry the attributes of both",
          .note = {},
          .other = defined(other)};
}

/// What the others of its kind make of the index at `at`. Of two equal ones the later could go.
std::optional<Reason> against_others(const std::vector<Index>& indexes, std::size_t at) {
  const Index& index = indexes[at];
  std::optional<Reason> reason;
  for (std::size_t i = 0; i < indexes.size(); ++i) {
    const Index& other = indexes[i];
    if (i == at || !projection_known(index) || !projection_known(other)) continue;
    const bool same = relate(index.key, other.key) == KeyRelation::same;
    const bool prefix = relate(index.key, other.key) == KeyRelation::prefix;
    const bool covered = covers(other, index);
    const bool covering = covers(index, other);
    if (same && covered && (i < at || !covering)) return same_key(index, other);
    if (reason) continue;
    if (prefix && covered) reason = key_prefix(index, other);
    if (same && !covered && !covering && i < at) reason = different_projections(index, other);
  }
  return reason;
}

std::optional<Reason> against_table(const Index& index, const Table& table, bool global) {
  const KeyRelation relation = relate(index.key, table.key);
  if (relation == KeyRelation::none) return std::nullopt;
  const bool same = relation == KeyRelation::same;
  return Reason{
      .severity = same && !global ? Severity::warning : Severity::info,
      .message =
          fmt::format("index `{}` {}: it answers no query that the table cannot", name_of(index),
                      same ? "has the table's own key" : "has the table's partition key alone"),
      .remedy = "send its queries to the table and delete it",
      .note = global ? "a copy can be meant: its reads have a throughput of their own" : "",
      .other = {table.key.elements.span, "the table's key"}};
}

std::optional<Reason> against_locals(const Index& index, const Table& table) {
  for (const Index& local : table.local_indexes.items) {
    if (relate(index.key, local.key) != KeyRelation::same) continue;
    return Reason{
        .message = fmt::format("global index `{}` has the key of local index `{}`: they find the "
                               "same items in the same order",
                               name_of(index), name_of(local)),
        .remedy = "keep the one whose reads you need",
        .note =
            "the local index serves strongly consistent reads and caps each item collection at "
            "10 GB; the reads of the global one have a throughput of their own",
        .other = defined(local)};
  }
  return std::nullopt;
}

std::optional<Reason> reason_to_drop(const Table& table, const std::vector<Index>& indexes,
                                     std::size_t at, bool global) {
  auto among_others = against_others(indexes, at);
  if (among_others && among_others->severity == Severity::warning) return among_others;
  if (auto reason = against_table(indexes[at], table, global)) return reason;
  if (among_others || !global) return among_others;
  return against_locals(indexes[at], table);
}

Finding report(const Rule& rule, const Index& index, Reason reason) {
  Finding finding =
      make_finding(rule, Evidence::structural, place_of(index), std::move(reason.message));
  finding.severity = reason.severity;
  finding.label = "could go";
  finding.remedy = std::move(reason.remedy);
  finding.index = name_of(index);
  if (!reason.note.empty()) finding.notes.push_back(std::move(reason.note));
  finding.related.push_back(std::move(reason.other));
  return finding;
}

}  // namespace

Findings redundant_index(const Subject& subject, const Rule& rule) {
  Findings findings;
  const auto look = [&](const std::vector<Index>& indexes, bool global) {
    for (std::size_t i = 0; i < indexes.size(); ++i) {
      auto reason = reason_to_drop(subject.table, indexes, i, global);
      if (reason) findings.push_back(report(rule, indexes[i], std::move(*reason)));
    }
  };
  look(subject.table.global_indexes.items, true);
  look(subject.table.local_indexes.items, false);
  return findings;
}

}  // namespace ddblint
