#include <algorithm>

#include <fmt/format.h>

#include "rules/asked.h"
#include "rules/detectors.gen.h"
#include "rules/figures.h"
#include "rules/wording.h"

namespace ddblint {
namespace {

/// True when a pattern asks the index, or would do so if it said which key it means.
bool used_by_patterns(const std::vector<ServedPattern>& served, const Index& index) {
  return std::ranges::any_of(served, [&index](const ServedPattern& pattern) {
    if (!is_read(*pattern.pattern)) return false;
    const Service* asked = pattern.asked();
    if (asked != nullptr && asked->index == &index) return true;
    if (asked != nullptr && asked->by_key()) return false;
    return pattern.best() != nullptr && pattern.best()->index == &index;
  });
}

/// What the trace says of an index.
enum class Traced { used, unused, untold };

Traced traced(const Subject& subject, const Rule& rule, const std::string& index) {
  if (!subject.workload->trace) return Traced::untold;
  const TraceSummary& trace = *subject.workload->trace;
  const TracedKeyUse* use = trace.key(index);
  if (use == nullptr) return Traced::untold;
  if (use->gets + use->queries + use->scans > 0) return Traced::used;
  if (trace.writes_only || !trace.begin) return Traced::untold;
  const std::int64_t hours = (*trace.end - *trace.begin) / 3600;
  return hours >= rule.integer("min-trace-hours") ? Traced::unused : Traced::untold;
}

Finding describe(const Subject& subject, const Rule& rule, const Index& index, bool by_trace,
                 bool by_patterns) {
  std::string who = by_patterns ? "no access pattern" : "no request of the trace";
  if (by_trace && by_patterns) who = "no access pattern and no request of the trace";
  Finding finding =
      make_finding(rule, by_trace ? Evidence::measured : Evidence::structural, place_of(index),
                   fmt::format("{} reads index `{}`: its writes and its storage are paid for "
                               "nothing",
                               who, name_of(index)));
  finding.index = name_of(index);
  finding.label = "not read";
  if (by_trace) {
    const TraceSummary& trace = *subject.workload->trace;
    const double days = static_cast<double>(*trace.end - *trace.begin) / 86400;
    finding.measurements = {measurement("reads", 0.0, "requests")};
    finding.notes.push_back(fmt::format("the trace spans {:.1f} days", days));
  }
  if (!by_trace) {
    finding.notes.emplace_back(
        "a trace of some days, or the index's ConsumedReadCapacityUnits, would prove it");
  }
  finding.remedy = "make sure that nothing else reads it, then delete it; one index at a time";
  return finding;
}

}  // namespace

Findings unused_index(const Subject& subject, const Rule& rule) {
  Findings findings;
  if (subject.workload == nullptr) return findings;
  const Workload& workload = *subject.workload;
  const std::vector<ServedPattern>& served = serving_of(subject).patterns;
  const bool stated = workload.complete && std::ranges::any_of(workload.patterns, is_read);
  for (const auto* list : {&subject.table.global_indexes, &subject.table.local_indexes}) {
    for (const Index& index : list->items) {
      if (!index.name.known()) continue;
      const bool by_patterns = stated && !used_by_patterns(served, index);
      const Traced trace = traced(subject, rule, index.name.value());
      const bool by_trace = trace == Traced::unused;
      // Either witness that saw a read is believed.
      if (trace == Traced::used || (stated && !by_patterns)) continue;
      if (by_patterns || by_trace) {
        findings.push_back(describe(subject, rule, index, by_trace, by_patterns));
      }
    }
  }
  return findings;
}

}  // namespace ddblint
