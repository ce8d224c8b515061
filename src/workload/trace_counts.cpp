#include "workload/trace_counts.h"

#include <algorithm>

#include "sketch/hash.h"
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ddblint {
namespace {

constexpr std::size_t kMostNames = 64;
constexpr std::size_t kPrefetchAhead = 12;
/// Memory of an id: its place in the order and two slots.
constexpr std::uint64_t kIdBytes = 24;
/// Memory of a value of a DistinctSample without text, whose table is at most half full.
constexpr std::uint64_t kDistinctBytes = 96;
constexpr std::size_t kFewestDistinct = 256;
constexpr std::size_t kMostDistinct = 16384;
constexpr std::uint64_t kReads = 0x52;
constexpr std::uint64_t kWrites = 0x57;

std::size_t schemas_of(std::span<const TracePlan> plans) {
  std::size_t count = 0;
  for (const TracePlan& plan : plans) count += plan.keys.size();
  return count;
}

bool is_read(TraceEventKind kind) {
  return kind == TraceEventKind::get || kind == TraceEventKind::query ||
         kind == TraceEventKind::scan;
}

bool is_request(TraceEventKind kind) { return is_read(kind) || kind == TraceEventKind::write; }

/// What a whole schema has in a second is counted like a key.
std::uint64_t whole(std::uint32_t schema) { return mix(schema); }

std::uint64_t one_way(std::uint64_t key, bool reads) {
  return combine(key, reads ? kReads : kWrites);
}

void add_to(UnitBounds& sum, const TraceEvent& event) {
  sum.low += event.low;
  sum.high += event.high;
}

double units(MilliUnits amount) {
  return static_cast<double>(amount) / static_cast<double>(kOneUnit);
}

Bounded bounded(UnitBounds amount) {
  return {.value = units(amount.low), .low = units(amount.low), .high = units(amount.high)};
}

Bounded share(UnitBounds part, UnitBounds all) {
  if (all.high == 0) return {};
  const auto ratio = [](MilliUnits a, MilliUnits b) {
    return b == 0 ? 1.0 : std::min(1.0, static_cast<double>(a) / static_cast<double>(b));
  };
  const double value = all.low == 0 ? 0 : ratio(part.low, all.low);
  const double low = ratio(part.low, all.high);
  return {.value = value, .low = low, .high = std::max(value, ratio(part.high, all.low))};
}

Peak peak_of(const HighestSecond& highest) {
  return {.units = bounded(highest.units), .at = highest.at, .window = 1};
}

/// A key that went and came again within a second may have had more in that second than was counted
/// since it came.
UnitBounds at_least(UnitBounds all, const HighestSecond& highest) {
  return {std::max(all.low, highest.units.low), all.high};
}

TracedKey traced(const CountedKey& key, UnitBounds all_reads, UnitBounds all_writes) {
  const UnitBounds reads = at_least(key.reads, key.highest_read);
  const UnitBounds writes = at_least(key.writes, key.highest_write);
  TracedKey told{.key = key.text,
                 .read_units = bounded(reads),
                 .write_units = bounded(writes),
                 .reads = key.read_requests,
                 .writes = key.write_requests,
                 .throttled = key.throttled,
                 .peak_reads = peak_of(key.highest_read),
                 .peak_writes = peak_of(key.highest_write),
                 .read_share = share(reads, all_reads),
                 .write_share = share(writes, all_writes)};
  told.sort_key_steps = key.steps.up() + key.steps.down();
  if (told.sort_key_steps >= kFewestSteps) {
    told.sort_key_monotonicity = static_cast<double>(std::max(key.steps.up(), key.steps.down())) /
                                 static_cast<double>(told.sort_key_steps);
  }
  return told;
}

std::string_view called(TraceFormat format) {
  switch (format) {
    case TraceFormat::cloudtrail:
      return "CloudTrail data events";
    case TraceFormat::streams:
      return "DynamoDB Streams records";
    case TraceFormat::kinesis:
      return "Kinesis records";
    case TraceFormat::plain_json:
      return "JSON trace";
    case TraceFormat::csv:
      return "CSV trace";
    case TraceFormat::insights:
      break;
  }
  return "Contributor Insights reports";
}

std::string_view reason(LeftOut why) {
  switch (why) {
    case LeftOut::management:
      return "management events and digests, which ask no table";
    case LeftOut::other_source:
      return "events of other services";
    case LeftOut::other_call:
      return "data events that ask no table, such as reads of a stream";
    case LeftOut::failed:
      return "calls that were refused before they cost anything";
    case LeftOut::redacted:
      return "statements that could not be read";
    case LeftOut::no_images:
      break;
  }
  return "changes without both images, whose index writes are known only in part";
}

}  // namespace

TraceCounts::TraceCounts(std::span<const TracePlan> plans, std::uint64_t memory)
    : plans_(plans),
      memory_(memory),
      seconds_(memory / 2),
      keys_(memory / 8 * 3, schemas_of(plans)),
      ids_(memory / 16 / kIdBytes) {
  const std::size_t schemas = schemas_of(plans);
  const std::uint64_t values = memory / 16 / kDistinctBytes / std::max<std::size_t>(schemas, 1);
  const auto capacity = std::clamp<std::uint64_t>(values, kFewestDistinct, kMostDistinct);
  tables_.reserve(plans.size());
  schemas_.reserve(schemas);
  for (const TracePlan& plan : plans) {
    tables_.push_back({.first_schema = schemas_.size()});
    for (std::size_t i = 0; i < plan.keys.size(); ++i) schemas_.emplace_back(capacity);
  }
}

void TraceCounts::add(const ParsedTrace& parsed) {
  for (std::size_t i = 0; i < kLeftOut; ++i) left_out_[i] += parsed.left_out[i];
  for (std::size_t i = 0; i < kTraceFormats; ++i) formats_[i] = formats_[i] || parsed.formats[i];
  records_ += parsed.records.size();
  for (const TraceRecord& record : parsed.records) {
    if (record.id != 0) {
      ++ids_seen_;
      if (!ids_.add(record.id)) {
        ++repeated_;
        continue;
      }
    }
    for (std::uint32_t i = record.first; i < record.first + record.count; ++i) {
      if (i + kPrefetchAhead < parsed.events.size()) prefetch(parsed.events[i + kPrefetchAhead]);
      add(parsed.events[i]);
    }
  }
}

void TraceCounts::prefetch(const TraceEvent& event) const {
  if (event.key == 0) return;
  keys_.prefetch(event.key);
  if (event.time == kNoTime) return;
  const auto second = static_cast<std::uint32_t>(event.time / kMicroseconds);
  seconds_.prefetch(one_way(event.key, is_read(event.kind)), second);
}

void TraceCounts::add(const TraceEvent& event) {
  if (event.kind == TraceEventKind::unplanned) {
    ++unplanned_events_;
    if (unplanned_.size() < kMostNames && !unplanned_.contains(event.text)) {
      unplanned_.emplace(event.text);
    }
    return;
  }
  Table& table = tables_[event.plan];
  if (event.kind == TraceEventKind::expired) {
    ++table.expired;
    return;
  }
  if (event.time != kNoTime) {
    table.begin = table.begin == kNoTime ? event.time : std::min(table.begin, event.time);
    table.end = std::max(table.end, event.time);
  }
  if (event.kind == TraceEventKind::unknown_index) {
    ++table.events;
    ++table.unknown_indexes;
    if (table.index_names.size() < kMostNames) table.index_names.emplace(event.text);
    return;
  }
  if (is_request(event.kind)) ++table.events;
  table.lower_bounds = table.lower_bounds || event.lower_bound;
  const std::size_t number = table.first_schema + event.schema;
  count(event, schemas_[number]);
  count_key(event, schemas_[number], static_cast<std::uint32_t>(number));
}

void TraceCounts::count(const TraceEvent& event, Schema& schema) {
  switch (event.kind) {
    case TraceEventKind::get:
      ++schema.gets;
      break;
    case TraceEventKind::query:
      ++schema.queries;
      break;
    case TraceEventKind::scan:
      ++schema.scans;
      break;
    case TraceEventKind::write:
      ++schema.writes;
      break;
    default:
      schema.derived += event.low > 0 ? 1U : 0U;
  }
  schema.throttled += event.throttled ? 1U : 0U;
  add_to(is_read(event.kind) ? schema.read_units : schema.write_units, event);
}

void TraceCounts::count_key(const TraceEvent& event, Schema& schema, std::uint32_t number) {
  const bool reads = is_read(event.kind);
  const bool timed = event.time != kNoTime;
  const auto second = timed ? static_cast<std::uint32_t>(event.time / kMicroseconds) : 0U;
  const auto in_second = [&](std::uint64_t key) {
    return seconds_.add(one_way(key, reads), second, event.low, event.high);
  };
  if (timed) {
    (reads ? schema.highest_read : schema.highest_write).see(in_second(whole(number)), second);
  }
  if (event.key == 0) {
    ++schema.without_key;
    return;
  }
  schema.distinct.add(event.key);
  CountedKey& key = keys_.at(event.key, number, event.text);
  add_to(reads ? key.reads : key.writes, event);
  if (reads) {
    ++key.read_requests;
  } else if (event.low > 0 || event.kind == TraceEventKind::write) {
    ++key.write_requests;
  }
  key.throttled += event.throttled ? 1U : 0U;
  if (!reads) key.steps.see(event.sort, event.time);
  if (timed) (reads ? key.highest_read : key.highest_write).see(in_second(event.key), second);
}

std::vector<const CountedKey*> TraceCounts::hottest_of(std::size_t schema,
                                                       std::size_t count) const {
  std::vector<const CountedKey*> keys;
  for (const CountedKey& key : keys_.keys()) {
    if (key.schema == schema) keys.push_back(&key);
  }
  const auto by = [](auto amount) {
    return [amount](const CountedKey* a, const CountedKey* b) {
      const MilliUnits first = amount(*a);
      const MilliUnits second = amount(*b);
      return first == second ? a->hash < b->hash : first > second;
    };
  };
  // Counted, not possible: a key that came late may have had anything up to the floor.
  const auto highest = by([](const CountedKey& key) {
    return std::max(3 * key.highest_write.units.low, key.highest_read.units.low);
  });
  const auto load = by([](const CountedKey& key) { return 3 * key.writes.low + key.reads.low; });
  const std::size_t most = std::min(count, keys.size());
  const auto middle = keys.begin() + static_cast<std::ptrdiff_t>((most + 1) / 2);
  const auto end = keys.begin() + static_cast<std::ptrdiff_t>(most);
  std::partial_sort(keys.begin(), middle, keys.end(), highest);
  std::partial_sort(middle, end, keys.end(), load);
  keys.resize(most);
  std::ranges::sort(keys, highest);
  return keys;
}

TracedKeyUse TraceCounts::use_of(std::size_t number, const TracedKeyPlan& plan,
                                 std::size_t hottest) const {
  const Schema& schema = schemas_[number];
  const Estimate distinct = schema.distinct.distinct();
  TracedKeyUse use{
      .key = plan,
      .gets = schema.gets,
      .queries = schema.queries,
      .scans = schema.scans,
      .writes = schema.writes,
      .derived_writes = schema.derived,
      .throttled = schema.throttled,
      .read_units = bounded(schema.read_units),
      .write_units = bounded(schema.write_units),
      .without_key = schema.without_key,
      .peak_reads = peak_of(schema.highest_read),
      .peak_writes = peak_of(schema.highest_write),
      .distinct = {.value = distinct.value, .low = distinct.low, .high = distinct.high}};
  for (const CountedKey* key : hottest_of(number, hottest)) {
    use.hottest.push_back(traced(*key, schema.read_units, schema.write_units));
  }
  return use;
}

std::vector<std::string> TraceCounts::notes_of(const Table& table) const {
  std::vector<std::string> notes;
  for (std::size_t i = 0; i < kLeftOut; ++i) {
    if (left_out_[i] == 0) continue;
    notes.push_back(fmt::format("{} {}", left_out_[i], reason(static_cast<LeftOut>(i))));
  }
  if (table.unknown_indexes > 0) {
    notes.push_back(fmt::format("{} requests by an index that the definition has not: {}",
                                table.unknown_indexes, fmt::join(table.index_names, ", ")));
  }
  constexpr double kMegabyte = 1024 * 1024;
  const double memory = static_cast<double>(memory_) / kMegabyte;
  if (keys_.purged()) {
    notes.push_back(
        fmt::format("more keys than {:.4g} MiB hold: of those that came late, what "
                    "they had before lies within the bounds",
                    memory));
  }
  if (seconds_.purged()) {
    notes.push_back(
        fmt::format("more seconds of keys than {:.4g} MiB hold: events that came late "
                    "widen the bounds of peaks",
                    memory));
  }
  if (ids_seen_ - repeated_ > ids_.capacity()) {
    notes.push_back(
        fmt::format("a record that came again after {} others counts twice", ids_.capacity()));
  }
  return notes;
}

std::vector<TraceSummary> TraceCounts::summarise(std::size_t hottest) const {
  std::uint64_t events = unplanned_events_;
  for (const Table& table : tables_) events += table.events;
  const auto has = [this](TraceFormat format) {
    return formats_[static_cast<std::size_t>(format)];
  };
  std::vector<TraceSummary> summaries;
  summaries.reserve(plans_.size());
  for (std::size_t i = 0; i < plans_.size(); ++i) {
    const Table& table = tables_[i];
    TraceSummary& summary = summaries.emplace_back();
    summary.plan = plans_[i];
    for (std::size_t f = 0; f < kTraceFormats; ++f) {
      if (formats_[f]) summary.formats.emplace_back(called(static_cast<TraceFormat>(f)));
    }
    summary.records = records_;
    summary.events = table.events;
    summary.other_tables = events - table.events;
    summary.repeated = repeated_;
    summary.expired = table.expired;
    if (table.begin != kNoTime) {
      summary.begin = table.begin / kMicroseconds;
      summary.end = table.end / kMicroseconds;
    }
    summary.lower_bounds = table.lower_bounds;
    summary.writes_only = (has(TraceFormat::streams) || has(TraceFormat::kinesis)) &&
                          !has(TraceFormat::cloudtrail) && !has(TraceFormat::plain_json) &&
                          !has(TraceFormat::csv);
    for (std::size_t k = 0; k < plans_[i].keys.size(); ++k) {
      summary.keys.push_back(use_of(table.first_schema + k, plans_[i].keys[k], hottest));
    }
    summary.notes = notes_of(table);
  }
  return summaries;
}

std::vector<std::string> TraceCounts::unplanned() const {
  return {unplanned_.begin(), unplanned_.end()};
}

}  // namespace ddblint
