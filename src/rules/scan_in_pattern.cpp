#include <optional>

#include "design/units.h"
#include <fmt/format.h>

#include "rules/asked.h"
#include "rules/detectors.gen.h"
#include "rules/figures.h"

namespace ddblint {
namespace {

/// A scan, or a statement that the service can only answer by one.
bool scans(const ServedPattern& served) {
  const AccessPattern& pattern = *served.pattern;
  if (pattern.operation == Operation::scan) return true;
  const Service* asked = served.asked();
  return is_partiql(pattern) && asked != nullptr && asked->how == How::scan;
}

Finding of_pattern(const Subject& subject, const Rule& rule, const ServedPattern& served) {
  const AccessPattern& pattern = *served.pattern;
  const double rate = pattern.reads.highest().value_or(0);
  const std::string what =
      pattern.index.absent() ? "the table" : fmt::format("index `{}`", pattern.index.text);
  Finding finding = make_stated(
      rule, Evidence::structural, served, pattern.operation_span,
      fmt::format("{} scans {}{}, up to {}: every request reads all of it, whatever it returns",
                  pattern_text(pattern), what,
                  pattern.operation == Operation::scan
                      ? ""
                      : ", since its statement gives no equality on the partition key",
                  rate_text(rate)));
  finding.label = "reads everything";
  finding.measurements = {measurement("scans", rate, "requests/s")};
  const auto bytes = subject.profile == nullptr ? std::nullopt : subject.profile->table_bytes();
  if (bytes && pattern.index.absent()) {
    const double units = page_units(*bytes, pattern.effective_consistency());
    finding.notes.push_back(fmt::format("the table has {} by its data: one scan reads {} units",
                                        bytes_text(*bytes), count_text(units)));
    finding.measurements.push_back(measurement("read-units-per-scan", units, "read units"));
  }
  const Service* other = other_service(served);
  const Service* asked = served.asked();
  const bool own = asked != nullptr && gives_partition(pattern, schema_of(subject.table, *asked));
  finding.remedy =
      own ? "query it in place of scanning: the pattern gives the partition key"
      : other != nullptr
          ? fmt::format("query {}: the pattern gives what its key needs", key_text(*other))
          : "give such requests a key: an index on what they filter by, or a table of the answers "
            "kept up to date by a stream; `request-path: false` says that no user waits for it";
  return finding;
}

std::optional<Finding> of_trace(const Subject& subject, const Rule& rule, const TracedKeyUse& use) {
  const TraceSummary& trace = *subject.workload->trace;
  if (use.scans < static_cast<std::uint64_t>(rule.integer("min-traced-scans")) || !trace.begin) {
    return std::nullopt;
  }
  const auto hours = static_cast<double>(*trace.end - *trace.begin + 1) / 3600;
  const auto requests = use.gets + use.queries + use.scans;
  Finding finding = make_finding(
      rule, Evidence::measured, subject.table.id_span,
      fmt::format("the trace has {} scans of {} in {:.1f} hours, among {} reads of it",
                  count_text(static_cast<double>(use.scans)),
                  use.key.index.empty() ? "the table" : fmt::format("index `{}`", use.key.index),
                  hours, count_text(static_cast<double>(requests))));
  finding.label = "scanned";
  finding.index = use.key.index;
  finding.measurements = {measurement("scans", static_cast<double>(use.scans), "requests")};
  if (use.read_units.value > 0) {
    finding.measurements.push_back({.name = "read-units",
                                    .value = use.read_units.value,
                                    .low = use.read_units.low,
                                    .high = use.read_units.high,
                                    .unit = "read units"});
  }
  finding.remedy =
      "find who scans: each page of a scan is a request; give it a key, or an export where it "
      "needs all items";
  return finding;
}

}  // namespace

Findings scan_in_pattern(const Subject& subject, const Rule& rule) {
  Findings findings;
  if (subject.workload == nullptr) return findings;
  for (const ServedPattern& served : serving_of(subject).patterns) {
    const AccessPattern& pattern = *served.pattern;
    if (!pattern.request_path || !pattern.reads.highest() || !scans(served)) continue;
    findings.push_back(of_pattern(subject, rule, served));
  }
  if (subject.workload->trace) {
    for (const TracedKeyUse& use : subject.workload->trace->keys) {
      if (auto finding = of_trace(subject, rule, use)) findings.push_back(std::move(*finding));
    }
  }
  return findings;
}

}  // namespace ddblint
