#include "rules/key_heat.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>

#include "design/serving_of.h"
#include <fmt/format.h>

#include "rules/figures.h"

namespace ddblint {
namespace {

/// Mean of a Poisson variable that exceeds 1,000 with a probability of 10^-9, over 1,000.
constexpr double kSafeLoad = 0.822;

std::string utc_text(std::int64_t seconds) {
  namespace chrono = std::chrono;
  const chrono::sys_seconds time{chrono::seconds{seconds}};
  const auto day = chrono::floor<chrono::days>(time);
  const chrono::year_month_day date{day};
  const chrono::hh_mm_ss clock{time - day};
  return fmt::format("{}-{:02}-{:02} {:02}:{:02}:{:02} UTC", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     clock.hours().count(), clock.minutes().count(), clock.seconds().count());
}

/// The busiest value of a trace; nothing when no value of the key was told.
std::optional<KeyHeat> traced(const Subject& subject, const NamedKey& key) {
  if (subject.workload == nullptr || !subject.workload->trace) return std::nullopt;
  const TracedKeyUse* use = subject.workload->trace->key(key.index_name());
  if (use == nullptr || use->hottest.empty()) return std::nullopt;
  const auto near = [](const TracedKey& value) {
    return std::max(value.peak_reads.units.value / kPartitionReads,
                    value.peak_writes.units.value / kPartitionWrites);
  };
  const TracedKey& hottest = *std::ranges::max_element(use->hottest, {}, near);
  KeyHeat heat{.key = key,
               .witness = Witness::trace,
               .reads = hottest.peak_reads.units,
               .writes = hottest.peak_writes.units,
               .value = hottest.key,
               .throttled = hottest.throttled};
  const Peak& peak = heat.by_writes() ? hottest.peak_writes : hottest.peak_reads;
  heat.share = (heat.by_writes() ? hottest.write_share : hottest.read_share).value;
  heat.at = peak.at;
  heat.window = peak.window;
  return heat;
}

/// True when a report is about a key: by its resource, `table` or `table/index`.
bool is_about(const InsightReport& report, const NamedKey& key) {
  const auto slash = report.resource.find('/');
  const std::string index = slash == std::string::npos ? "" : report.resource.substr(slash + 1);
  return index == key.index_name();
}

/// The busiest contributor of a report on accessed keys that surely passed a limit.
std::optional<KeyHeat> reported(const Subject& subject, const NamedKey& key) {
  if (subject.workload == nullptr) return std::nullopt;
  std::optional<KeyHeat> hottest;
  for (const InsightReport& report : subject.workload->insights) {
    const bool accessed = report.kind_known && report.kind == InsightKind::accessed_pk;
    if (!accessed || !is_about(report, key)) continue;
    for (const InsightContributor& contributor : report.contributors) {
      const double minute = insight_minute(contributor.highest, report.period);
      if (judge_insight_minute(minute) == InsightVerdict::below) continue;
      // 3 x writes + reads = all of it in writes at most, and beyond one limit's worth of reads
      // the rest must be writes, or the other way round.
      const double each = minute / 60;
      const double all_writes = each / 3;
      const double rest = std::max(0.0, each - kPartitionReads) / 3;
      KeyHeat heat{.key = key,
                   .witness = Witness::insight,
                   .writes = {.value = all_writes, .low = rest, .high = all_writes},
                   .value = contributor.key,
                   .at = contributor.at,
                   .window = 60};
      if (!hottest || heat.writes.high > hottest->writes.high) hottest = std::move(heat);
    }
  }
  return hottest;
}

std::optional<KeyHeat> stated(const std::vector<KeyLoad>& loads, const NamedKey& key) {
  const auto load = std::ranges::find(loads, key.index, &KeyLoad::index);
  if (load == loads.end() || load->parts.empty()) return std::nullopt;
  KeyHeat heat{.key = key,
               .witness = load->of == "trace" ? Witness::trace : Witness::stated,
               .reads = load->peak_reads,
               .writes = load->peak_writes,
               .value = load->key,
               .of = load->of,
               .stated_at = load->parts.front().served->pattern->name.span};
  const double total = heat.by_writes() ? load->total_writes.value : load->total_reads.value;
  if (total > 0) heat.share = std::min(1.0, heat.units().value / total);
  return heat;
}

std::vector<KeyHeat> heats_of(const Subject& subject, const std::vector<NamedKey>& keys) {
  std::vector<KeyHeat> heats;
  if (subject.workload == nullptr) return heats;
  const std::vector<KeyLoad>& loads = serving_of(subject).loads;
  for (const NamedKey& key : keys) {
    auto heat = traced(subject, key);
    if (!heat) heat = reported(subject, key);
    if (!heat) heat = stated(loads, key);
    if (heat) heats.push_back(std::move(*heat));
  }
  return heats;
}

/// Keys whose partition attributes are all known.
std::vector<NamedKey> known_keys(const Subject& subject, bool table, bool indexes) {
  std::vector<NamedKey> keys;
  const auto add = [&keys](const KeySchema& schema, const Index* index) {
    const bool named = std::ranges::all_of(
        schema.partition, [](const KeyElement& element) { return element.name.known(); });
    if (schema.known() && !schema.partition.empty() && named) keys.push_back({&schema, index});
  };
  if (table) add(subject.table.key, nullptr);
  if (indexes) {
    for (const Index& index : subject.table.global_indexes.items) add(index.key, &index);
  }
  return keys;
}

}  // namespace

bool KeyHeat::by_writes() const {
  return writes.value / kPartitionWrites >= reads.value / kPartitionReads;
}

double KeyHeat::limit() const { return by_writes() ? kPartitionWrites : kPartitionReads; }

std::vector<KeyHeat> key_heats(const Subject& subject, const Rule& rule) {
  const bool table = rule.info.applies_to == AppliesTo::table;
  std::vector<NamedKey> keys = known_keys(subject, table, !table);
  std::erase_if(keys, [&rule](const NamedKey& key) {
    return std::ranges::any_of(key.schema->partition, [&rule](const KeyElement& element) {
      return is_ignored(rule, element.name.value());
    });
  });
  return heats_of(subject, keys);
}

std::vector<KeyHeat> key_heats(const Subject& subject) {
  return heats_of(subject, known_keys(subject, true, true));
}

std::string peak_text(const KeyHeat& heat) {
  const std::string units = fmt::format("{} {} units", count_text(heat.units().value),
                                        heat.by_writes() ? "write" : "read");
  if (heat.at == 0) return units + " a second";
  if (heat.window == 1) return fmt::format("{} in the second from {}", units, utc_text(heat.at));
  return fmt::format("{} a second on average over {} seconds from {}", units, heat.window,
                     utc_text(heat.at));
}

std::string value_text(const KeyHeat& heat) {
  return heat.value.empty() ? "the busiest value" : fmt::format("`{}`", heat.value);
}

std::string witness_text(Witness witness) {
  switch (witness) {
    case Witness::trace:
      return "the trace";
    case Witness::insight:
      return "the Contributor Insights report";
    case Witness::stated:
      break;
  }
  return "the stated rates";
}

Severity severity_of(const KeyHeat& heat) {
  if (!heat.over()) return Severity::info;
  return heat.witness != Witness::stated && heat.surely_over() ? Severity::error
                                                               : Severity::warning;
}

void relate_pattern(Finding& finding, const KeyHeat& heat) {
  if (heat.stated_at.valid()) finding.related.push_back({heat.stated_at, "adds most to it"});
}

Measurement peak_measurement(const KeyHeat& heat) {
  const Bounded& units = heat.units();
  return {.name = heat.by_writes() ? "peak-writes" : "peak-reads",
          .value = units.value,
          .low = units.low,
          // Where nothing bounds it from above, what is known is the value.
          .high = std::isfinite(units.high) ? units.high : units.value,
          .unit = heat.by_writes() ? "write units/s" : "read units/s"};
}

double shards_for(double units, double limit) { return std::ceil(units / (kSafeLoad * limit)); }

}  // namespace ddblint
