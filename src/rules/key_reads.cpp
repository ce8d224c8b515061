#include "rules/key_reads.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "rules/asked.h"
#include "rules/figures.h"

namespace ddblint {
namespace {

bool asks(const ServedPattern& served, const Index* index) {
  const Service* asked = served.asked();
  if (asked != nullptr && asked->by_key()) return asked->index == index;
  // A pattern that leaves its index out is answered by the key schema that can.
  return served.best() != nullptr && served.best()->by_key() && served.best()->index == index;
}

/// An update or a deletion that gives the table's key.
bool knows_key(const Subject& subject, const AccessPattern& pattern, const Index* index) {
  const bool changes =
      pattern.operation == Operation::update_item || pattern.operation == Operation::delete_item;
  return index == nullptr && changes && gives_partition(pattern, subject.table.key);
}

std::optional<KeyReads> by_patterns(const Subject& subject, const Index* index) {
  bool reads = false;
  for (const ServedPattern& served : serving_of(subject).patterns) {
    const AccessPattern& pattern = *served.pattern;
    const bool knows = knows_key(subject, pattern, index);
    if (!is_read(pattern) && !knows) continue;
    reads = true;
    if (knows || asks(served, index)) {
      return KeyReads{
          .verdict = ReadsByKey::some, .who = pattern_text(pattern), .place = pattern.name.span};
    }
  }
  if (!reads || !subject.workload->complete) return std::nullopt;
  return KeyReads{.verdict = ReadsByKey::none, .who = "no access pattern"};
}

std::optional<KeyReads> by_trace(const Subject& subject, const Index* index) {
  if (!subject.workload->trace || subject.workload->trace->writes_only) return std::nullopt;
  const TraceSummary& trace = *subject.workload->trace;
  std::uint64_t reads = 0;
  for (const TracedKeyUse& use : trace.keys) reads += use.gets + use.queries;
  const TracedKeyUse* use = trace.key(index == nullptr ? "" : index->name.value_or(""));
  if (use == nullptr || reads == 0) return std::nullopt;
  if (use->gets + use->queries > 0) {
    return KeyReads{.verdict = ReadsByKey::some,
                    .who = fmt::format("{} reads of the trace",
                                       count_text(static_cast<double>(use->gets + use->queries)))};
  }
  return KeyReads{
      .verdict = ReadsByKey::none,
      .who = fmt::format("none of {} reads of the trace", count_text(static_cast<double>(reads)))};
}

}  // namespace

KeyReads reads_by(const Subject& subject, const Index* index) {
  if (subject.workload == nullptr) return {};
  const auto stated = by_patterns(subject, index);
  // A read that one witness saw, the other need not have seen.
  if (stated && stated->verdict == ReadsByKey::some) return *stated;
  const auto traced = by_trace(subject, index);
  if (traced && traced->verdict == ReadsByKey::some) return *traced;
  if (stated) return *stated;
  return traced.value_or(KeyReads{});
}

std::vector<std::string> attributes_known_to_reads(const Subject& subject) {
  std::map<std::string, double> rates;
  if (subject.workload != nullptr) {
    for (const AccessPattern& pattern : subject.workload->patterns) {
      if (!is_read(pattern)) continue;
      for (const auto& equal : pattern.equals) {
        rates[equal.attribute.text] += pattern.reads.highest().value_or(0);
      }
    }
  }
  std::vector<std::pair<double, std::string>> ranked;
  ranked.reserve(rates.size());
  for (const auto& [name, rate] : rates) ranked.emplace_back(-rate, name);
  std::ranges::sort(ranked);
  std::vector<std::string> names;
  names.reserve(ranked.size());
  for (auto& [rate, name] : ranked) names.push_back(std::move(name));
  return names;
}

bool always_given(const Subject& subject, const std::vector<std::string>& attributes) {
  if (subject.workload == nullptr || !subject.workload->complete) return false;
  bool any = false;
  for (const AccessPattern& pattern : subject.workload->patterns) {
    if (!is_read(pattern) || pattern.operation == Operation::scan) continue;
    any = true;
    const bool all = std::ranges::all_of(attributes, [&pattern](const std::string& name) {
      return std::ranges::any_of(pattern.equals, [&name](const EqualCondition& equal) {
        return equal.attribute.text == name;
      });
    });
    if (!all) return false;
  }
  return any;
}

}  // namespace ddblint
