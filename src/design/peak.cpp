#include "design/peak.h"

#include <algorithm>

#include "design/bounded.h"
#include "design/key_spread.h"
#include "design/read_cost.h"
#include "design/units.h"

namespace ddblint {
namespace {

/// Requests per second at the highest: an average is no more than a low bound of it.
Bounded highest(const Rate& rate) {
  if (rate.peak) return exactly(*rate.peak);
  return rate.average ? at_least(*rate.average) : exactly(0);
}

/// The least that one request reads: one step for each item, or for each shard.
Bounded least_read(const AccessPattern& pattern, const Service& service) {
  const double price = read_price(pattern.effective_consistency());
  const double requests =
      service.how == How::query || service.how == How::scan ? 1 : items_named(pattern).low;
  return at_least(price * requests * service.fan_out);
}

Bounded least_written(const AccessPattern& pattern, const Service& service) {
  if (service.how != How::write) return at_least(0);
  const bool transactional = pattern.effective_consistency() == Consistency::transactional;
  return at_least(write_price(transactional) * items_named(pattern).low);
}

/// The hottest peaks that a trace has of a key schema.
std::optional<PeakPerKey> traced_peak(const Subject& subject, const Service& service) {
  if (subject.workload == nullptr || !subject.workload->trace) return std::nullopt;
  const bool own = service.index == nullptr || service.local;
  if (!own && !service.index->name.known()) return std::nullopt;
  const TracedKeyUse* use = subject.workload->trace->key(own ? "" : service.index->name.value());
  if (use == nullptr || use->hottest.empty()) return std::nullopt;
  PeakPerKey peak{.of = "trace"};
  double hottest = -1;
  for (const TracedKey& key : use->hottest) {
    const auto take = [](Bounded& most, const Bounded& units) {
      if (units.value > most.value) most = units;
    };
    take(peak.reads, key.peak_reads.units);
    take(peak.writes, key.peak_writes.units);
    // The key that is nearest to a limit gives its name.
    const double heat = std::max(key.peak_reads.units.value / kPartitionReads,
                                 key.peak_writes.units.value / kPartitionWrites);
    if (heat <= hottest) continue;
    hottest = heat;
    peak.key = key.key;
  }
  return peak;
}

}  // namespace

std::optional<PatternLoad> load_of(const AccessPattern& pattern, const Service& service) {
  if (pattern.reads.absent() && pattern.writes.absent()) return std::nullopt;
  const Bounded read = service.read_units ? *service.read_units : least_read(pattern, service);
  const Bounded written =
      service.write_units ? *service.write_units : least_written(pattern, service);
  return PatternLoad{.reads = product(highest(pattern.reads), read),
                     .writes = product(highest(pattern.writes), written)};
}

std::optional<PeakPerKey> peak_on(const Subject& subject, const AccessPattern& pattern,
                                  const Service& service) {
  const bool keyed = service.by_key() || service.how == How::write || service.how == How::maintain;
  if (!keyed) return std::nullopt;
  if (pattern.keys.kind == KeyDistribution::Kind::from_trace) return traced_peak(subject, service);
  const auto load = load_of(pattern, service);
  if (!load) return std::nullopt;
  const auto spread = key_spread(subject, pattern, service);
  if (!spread) return std::nullopt;
  return PeakPerKey{.reads = product(load->reads, spread->share),
                    .writes = product(load->writes, spread->share),
                    .share = spread->share,
                    .of = spread->of,
                    .key = spread->key};
}

std::optional<Service> service_on(const ServedPattern& served, const Index* index) {
  const auto here = [index](const Service& service) {
    return (service.local ? nullptr : service.index) == index;
  };
  const Service* best = served.best();
  const bool serves = best != nullptr && here(*best);
  const bool writes = is_write(served.pattern->operation) || !served.pattern->writes.absent();
  if (!serves && !writes) return std::nullopt;
  Service result{.index = index, .how = How::maintain, .read_units = exactly(0)};
  if (serves) {
    result = *best;
    result.index = index;
    result.local = false;
  }
  result.write_units = exactly(0);
  for (const Service& service : served.services) {
    if (!here(service) || !result.write_units) continue;
    result.write_units = service.write_units ? sum(*result.write_units, *service.write_units)
                                             : std::optional<Bounded>();
  }
  return result;
}

std::optional<PeakPerKey> peak_of(const Subject& subject, const ServedPattern& served) {
  const Service* best = served.best();
  if (best == nullptr) return std::nullopt;
  const auto service = service_on(served, best->local ? nullptr : best->index);
  return service ? peak_on(subject, *served.pattern, *service) : std::nullopt;
}

}  // namespace ddblint
