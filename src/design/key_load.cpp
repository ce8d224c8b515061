#include "design/key_load.h"

#include <algorithm>
#include <map>

#include "design/bounded.h"
#include "design/key_match.h"
#include "design/units.h"

namespace ddblint {
namespace {

using Side = Bounded PeakPerKey::*;

/// How near a peak is to a limit of its partition: 1 = at it.
double heat(const PeakPerKey& peak) {
  return std::max(peak.reads.value / kPartitionReads, peak.writes.value / kPartitionWrites);
}

Bounded greater(const Bounded& a, const Bounded& b) {
  return {.value = std::max(a.value, b.value),
          .low = std::max(a.low, b.low),
          .high = std::max(a.high, b.high)};
}

/// Peaks of parts by their busiest values; the empty text stands for those that are not known.
/// What a trace measured holds the requests of all patterns: it counts once.
std::map<std::string, Bounded> by_value(const std::vector<LoadPart>& parts, Side side) {
  std::map<std::string, Bounded> sums;
  Bounded traced;
  for (const LoadPart& part : parts) {
    if (part.peak.of == "trace") {
      traced = greater(traced, part.peak.*side);
    } else {
      Bounded& known = sums[part.peak.key];
      known = part.peak.key.empty() ? Bounded{.value = known.value + (part.peak.*side).value,
                                              .low = std::max(known.low, (part.peak.*side).low),
                                              .high = known.high + (part.peak.*side).high}
                                    : sum(known, part.peak.*side);
    }
  }
  Bounded& unknown = sums[""];
  unknown = {.value = std::max(unknown.value, traced.value),
             .low = std::max(unknown.low, traced.low),
             .high = std::max(unknown.high, traced.high)};
  return sums;
}

Bounded together(const std::vector<LoadPart>& parts, Side side) {
  const auto sums = by_value(parts, side);
  Bounded busiest;
  for (const auto& [key, load] : sums) {
    if (!key.empty()) busiest = greater(busiest, load);
  }
  const Bounded& unknown = sums.at("");
  return {.value = busiest.value + unknown.value,
          .low = std::max(busiest.low, unknown.low),
          .high = busiest.high + unknown.high};
}

std::optional<double> break_even(const Bounded& peak, const Bounded& total, double limit) {
  if (peak.value <= 0 || total.value <= 0) return std::nullopt;
  return limit * total.value / peak.value;
}

std::string_view why_left_out(const AccessPattern& pattern, const Service& service) {
  if (pattern.keys.kind == KeyDistribution::Kind::from_trace) return "no trace has its keys";
  if (pattern.reads.absent() && pattern.writes.absent()) return "no rate is stated";
  if (service.how == How::scan) return "it reads every key";
  return "how its requests spread over the keys is not known";
}

KeyLoad load_on(const Subject& subject, const std::vector<ServedPattern>& patterns,
                const Index* index) {
  KeyLoad load{.index = index};
  for (const ServedPattern& served : patterns) {
    const auto service = service_on(served, index);
    if (!service) continue;
    const AccessPattern& pattern = *served.pattern;
    auto peak = peak_on(subject, pattern, *service);
    if (!peak) {
      load.left_out.push_back({.served = &served, .why = why_left_out(pattern, *service)});
      continue;
    }
    const bool traced = peak->of == "trace";
    load.parts.push_back(
        {.served = &served,
         .peak = std::move(*peak),
         .total = traced ? std::optional<PatternLoad>() : load_of(pattern, *service)});
  }
  return load;
}

void add_up(KeyLoad& load) {
  std::ranges::sort(load.parts, [](const LoadPart& a, const LoadPart& b) {
    const double left = heat(a.peak);
    const double right = heat(b.peak);
    return left != right ? left > right : a.served < b.served;
  });
  bool traced = false;
  for (const LoadPart& part : load.parts) {
    traced = traced || !part.total;
    if (!part.total) continue;
    load.total_reads = sum(load.total_reads, part.total->reads);
    load.total_writes = sum(load.total_writes, part.total->writes);
  }
  load.peak_reads = together(load.parts, &PeakPerKey::reads);
  load.peak_writes = together(load.parts, &PeakPerKey::writes);
  if (load.parts.empty()) return;
  load.key = load.parts.front().peak.key;
  load.of = load.parts.front().peak.of;
  if (traced) return;
  load.break_even_reads = break_even(load.peak_reads, load.total_reads, kPartitionReads);
  load.break_even_writes = break_even(load.peak_writes, load.total_writes, kPartitionWrites);
}

}  // namespace

std::vector<KeyLoad> key_loads(const Subject& subject, const std::vector<ServedPattern>& served) {
  std::vector<KeyLoad> loads;
  const auto add = [&](const KeySchema& schema, const Index* index) {
    if (!key_known(schema)) return;
    KeyLoad load = load_on(subject, served, index);
    if (load.parts.empty() && load.left_out.empty()) return;
    add_up(load);
    loads.push_back(std::move(load));
  };
  add(subject.table.key, nullptr);
  for (const Index& index : subject.table.global_indexes.items) add(index.key, &index);
  return loads;
}

}  // namespace ddblint
