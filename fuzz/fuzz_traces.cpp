// Bytes as the records of a trace: whatever they are, reading ends, bounds are in order, nothing is
// counted twice, and neither the size of the pieces nor of the memory changes what is counted
// exactly. The first byte chooses the pieces.

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "data/records.h"
#include "workload/trace_counts.h"
#include "workload/trace_parser.h"
#include "workload/trace_statement.h"
#include "workload/trace_time.h"

#include "source/byte_stream.h"

namespace {

using namespace ddblint;

void require(bool holds) {
  if (!holds) std::abort();
}

const std::vector<TracePlan>& plans() {
  static const std::vector<TracePlan> kPlans = {
      {.table = "music",
       .names = {"Music"},
       .keys = {{.partition = {"Artist"}, .sort = {"SongTitle"}},
                {.index = "ByAlbum", .partition = {"AlbumTitle"}, .sort = {"Year"}}}},
      {.table = "any", .keys = {{.partition = {"pk"}}}}};
  return kPlans;
}

struct Read {
  std::vector<TraceSummary> tables;
  std::uint64_t bad = 0;
  std::size_t insights = 0;
};

Read read(std::string_view bytes, std::size_t batch_bytes, std::uint64_t memory) {
  const TracePlans known(plans());
  TraceParser parser(known);
  TraceCounts counts(plans(), memory);
  Read result;
  auto stream = open_bytes(bytes);
  if (!stream) return result;
  RecordOptions options;
  options.batch_bytes = batch_bytes;
  DataFile file;
  file.path = "a-PKC.json";
  RecordReader reader(std::move(*stream), file, options);
  Batch batch;
  ParsedTrace parsed;
  for (auto more = reader.next(batch); more && *more; more = reader.next(batch)) {
    parser.parse(batch, "a-PKC.json", parsed);
    counts.add(parsed);
    result.bad += parsed.bad.size();
    result.insights += parsed.insights.size();
    for (const BadTraceRecord& bad : parsed.bad) require(bad.line > 0 && !bad.message.empty());
  }
  result.tables = counts.summarise(10);
  return result;
}

void check(const Bounded& amount) {
  require(amount.low <= amount.high);
  require(amount.value >= amount.low && amount.value <= amount.high);
}

void check(const TraceSummary& summary) {
  for (const TracedKeyUse& use : summary.keys) {
    require(use.hottest.size() <= 10);
    require(use.gets + use.queries + use.scans + use.writes <= summary.events);
    check(use.read_units);
    check(use.write_units);
    for (const TracedKey& key : use.hottest) {
      check(key.read_units);
      check(key.write_units);
      check(key.peak_reads.units);
      check(key.peak_writes.units);
      check(key.read_share);
      check(key.write_share);
      require(key.peak_writes.units.low <= key.write_units.low);
      require(key.read_units.low <= use.read_units.low);
      require(!key.sort_key_monotonicity || *key.sort_key_monotonicity >= 0.5);
    }
  }
}

void check_same(const Read& first, const Read& second) {
  require(first.bad == second.bad);
  require(first.insights == second.insights);
  for (std::size_t i = 0; i < first.tables.size(); ++i) {
    const TraceSummary& a = first.tables[i];
    const TraceSummary& b = second.tables[i];
    require(a.records == b.records && a.events == b.events && a.expired == b.expired);
    require(a.begin == b.begin && a.end == b.end);
    for (std::size_t k = 0; k < a.keys.size(); ++k) {
      require(a.keys[k].writes == b.keys[k].writes);
      require(a.keys[k].without_key == b.keys[k].without_key);
      require(a.keys[k].write_units.value == b.keys[k].write_units.value);
      require(a.keys[k].read_units.value == b.keys[k].read_units.value);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  constexpr std::uint64_t kMemory = std::uint64_t{1} << 20U;
  const Read whole = read(bytes, kMemory, kMemory);
  for (const TraceSummary& summary : whole.tables) check(summary);
  check_same(whole, read(bytes, 16 + 8 * std::size_t{data[0]}, kMemory));
  const Read small = read(bytes, kMemory, 1024);
  for (const TraceSummary& summary : small.tables) check(summary);
  read_traced_statement(bytes);
  const auto time = read_trace_time(bytes);
  require(!time || (*time >= 0 && *time <= kLatestTime));
  return 0;
}
