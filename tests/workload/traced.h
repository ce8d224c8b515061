#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "workload/trace_reader.h"
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "support/catch.h"
#include "support/scratch.h"

namespace ddblint::test {

/// The table of the samples: Music with an index.
inline TracePlan music_plan() {
  return {.table = "music",
          .names = {"Music"},
          .keys = {{.partition = {"Artist"}, .sort = {"SongTitle"}},
                   {.index = "ByAlbum", .partition = {"AlbumTitle"}, .sort = {"Year"}}}};
}

inline Traces read_all(const std::vector<std::string>& words, const std::vector<TracePlan>& plans,
                       const TraceOptions& options = {}) {
  auto traces = read_traces(words, plans, options);
  INFO((traces ? std::string() : traces.error()));
  REQUIRE(traces.has_value());
  return std::move(*traces);
}

/// Reads one file of this content.
inline Traces read_text(std::string_view text, const std::vector<TracePlan>& plans,
                        const std::string& name = "trace.json", const TraceOptions& options = {}) {
  const Scratch scratch;
  scratch.write(name, std::string(text));
  return read_all({scratch.file(name)}, plans, options);
}

inline std::string sample(const std::string& name) {
  return std::string(DDBLINT_PROJECT_DIR) + "/testdata/traces/" + name;
}

inline const TracedKey* find_key(const TracedKeyUse& use, std::string_view key) {
  for (const TracedKey& one : use.hottest) {
    if (one.key == key) return &one;
  }
  return nullptr;
}

inline std::string described(const Bounded& amount) {
  return fmt::format("{}[{},{}]", amount.value, amount.low, amount.high);
}

inline std::string described(const TracedKey& key) {
  return fmt::format("  {} r{} {} w{} {} t{} pr{}@{} pw{}@{} m{}/{} s{} {}\n", key.key, key.reads,
                     described(key.read_units), key.writes, described(key.write_units),
                     key.throttled, described(key.peak_reads.units), key.peak_reads.at,
                     described(key.peak_writes.units), key.peak_writes.at,
                     key.sort_key_monotonicity.value_or(-1), key.sort_key_steps,
                     described(key.read_share), described(key.write_share));
}

/// All that traces say, to compare two readings.
inline std::string described(const Traces& traces) {
  std::string text;
  for (const TraceSummary& table : traces.tables) {
    text += fmt::format(
        "{} files {} records {} bad {} events {} other {} repeated {} expired {} "
        "{}..{} {} {}\n",
        table.plan.table, table.files, table.records, table.bad_records, table.events,
        table.other_tables, table.repeated, table.expired, table.begin.value_or(-1),
        table.end.value_or(-1), table.lower_bounds, table.writes_only);
    for (const std::string& note : table.notes) text += note + "\n";
    for (const TracedKeyUse& use : table.keys) {
      text += fmt::format("{}: g{} q{} s{} w{} d{} t{} {} {} -{} {}@{} {}@{} {}\n", use.key.index,
                          use.gets, use.queries, use.scans, use.writes, use.derived_writes,
                          use.throttled, described(use.read_units), described(use.write_units),
                          use.without_key, described(use.peak_reads.units), use.peak_reads.at,
                          described(use.peak_writes.units), use.peak_writes.at,
                          described(use.distinct));
      for (const TracedKey& key : use.hottest) text += described(key);
    }
  }
  for (const TraceProblem& problem : traces.problems) {
    text +=
        fmt::format("{}:{}: {} x{}\n", problem.path, problem.line, problem.message, problem.count);
  }
  for (const std::string& name : traces.unplanned) text += name + "\n";
  return text;
}

}  // namespace ddblint::test
