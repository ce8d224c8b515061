// The binary form of a profile (docs/profile-format.md): a magic word, the version, the length and
// a checksum of the body, then the body, written with the room sketch's archive. What is read is
// trusted in nothing: every length is compared with the bytes that are there, every number with
// what the writer can have meant.

#include "sketch/archive.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "profile/measurements.h"
#include "profile/state.h"
#include "sketch/hash.h"
#include <fmt/format.h>

namespace ddblint {
namespace {

constexpr std::string_view kMagic = "ddblint profile\n";
constexpr std::uint64_t kVersion = 2;
/// Version 1 had other counters of frequent values, and never left development.
constexpr std::uint64_t kOldestVersion = 2;
constexpr std::size_t kHeaderBytes = kMagic.size() + 24;

constexpr std::size_t kMostText = 1U << 20U;
constexpr std::size_t kMostInputs = 1U << 24U;
constexpr std::size_t kMostKeys = 64;
constexpr std::size_t kMostKeyAttributes = 8;
constexpr std::size_t kMostProblems = 1U << 20U;

void save(ArchiveWriter& out, const std::vector<PlannedAttribute>& attributes) {
  out.varint(attributes.size());
  for (const auto& attribute : attributes) {
    out.text(attribute.name);
    out.text(attribute.type);
  }
}

std::vector<PlannedAttribute> load_attributes(ArchiveReader& in) {
  std::vector<PlannedAttribute> attributes(in.count(kMostKeyAttributes, 2));
  for (auto& attribute : attributes) {
    attribute.name = in.text(kMostText);
    attribute.type = in.text(kMostText);
  }
  return attributes;
}

void save(ArchiveWriter& out, const KeyPlan& plan) {
  out.text(plan.table);
  out.text(plan.ttl_attribute);
  out.varint(plan.keys.size());
  for (const PlannedKey& key : plan.keys) {
    out.text(key.index);
    out.byte(key.local ? 1 : 0);
    save(out, key.partition);
    save(out, key.sort);
  }
}

KeyPlan load_plan(ArchiveReader& in) {
  KeyPlan plan;
  plan.table = in.text(kMostText);
  plan.ttl_attribute = in.text(kMostText);
  plan.keys.resize(in.count(kMostKeys, 4));
  for (PlannedKey& key : plan.keys) {
    key.index = in.text(kMostText);
    key.local = in.byte() != 0;
    key.partition = load_attributes(in);
    key.sort = load_attributes(in);
    if (key.partition.empty()) in.fail("a key without a partition attribute");
  }
  return plan;
}

void save(ArchiveWriter& out, const InputIdentity& input) {
  out.text(input.path);
  out.varint(input.bytes);
  out.varint(input.unpacked);
  out.varint(input.items);
  out.varint(input.records);
  out.fixed64(input.seed);
  out.fixed64(input.fingerprint);
  out.byte(static_cast<std::uint8_t>(input.order));
  out.byte(input.changes ? 1 : 0);
  out.text(input.format);
  out.varint(input.windows);
  out.number(input.window_keys);
  out.number(input.window_parallelism);
}

RecordOrder order_of(std::uint8_t byte) {
  switch (static_cast<RecordOrder>(byte)) {
    case RecordOrder::file:
    case RecordOrder::examples:
      return static_cast<RecordOrder>(byte);
    case RecordOrder::hash:
      break;
  }
  return RecordOrder::hash;
}

InputIdentity load_input(ArchiveReader& in) {
  InputIdentity input;
  input.path = in.text(kMostText);
  input.bytes = in.varint();
  input.unpacked = in.varint();
  input.items = in.varint();
  input.records = in.varint();
  input.seed = in.fixed64();
  input.fingerprint = in.fixed64();
  input.order = order_of(in.byte());
  input.changes = in.byte() != 0;
  input.format = in.text(kMostText);
  input.windows = in.varint();
  input.window_keys = in.number();
  input.window_parallelism = in.number();
  return input;
}

bool alike(const DistinctSample& one, const DistinctSample& other) {
  return one.capacity() == other.capacity() && one.text_limit() == other.text_limit();
}

bool alike(const DistinctValues& one, const DistinctValues& other) {
  return one.capacity() == other.capacity();
}

bool alike(const HeavyHitters& one, const HeavyHitters& other) {
  return one.slots() == other.slots() && one.text_limit() == other.text_limit();
}

bool alike(const FrequentValues& one, const FrequentValues& other) {
  return one.slots() == other.slots() && one.text_limit() == other.text_limit();
}

bool alike(const LogHistogram& /*one*/, const LogHistogram& /*other*/) { return true; }

/// Loads a sketch in place of one of the right capacity; any other one is refused.
template <class Sketch>
void load_into(ArchiveReader& in, Sketch& sketch) {
  if (!in.ok()) return;
  auto loaded = Sketch::load(in);
  if (!loaded) {
    in.fail(loaded.error());
    return;
  }
  if (!alike(*loaded, sketch)) {
    in.fail("a sketch of another size than the profile's");
    return;
  }
  sketch = std::move(*loaded);
}

void save(ArchiveWriter& out, const KeyMeasurements& key) {
  key.partition.save(out);
  out.byte(key.primary ? 1 : 0);
  if (key.primary) key.primary->save(out);
  key.by_items.save(out);
  key.by_bytes.save(out);
  out.varint(key.items);
  out.varint(key.missing);
  out.varint(key.mistyped);
  out.text(key.mistyped_example);
  out.varint(key.empty);
  out.varint(key.too_long);
}

void load_into(ArchiveReader& in, KeyMeasurements& key) {
  load_into(in, key.partition);
  const bool primary = in.byte() != 0;
  if (primary != key.primary.has_value()) in.fail("a key with other sketches than its kind has");
  if (key.primary) load_into(in, *key.primary);
  load_into(in, key.by_items);
  load_into(in, key.by_bytes);
  key.items = in.varint();
  key.missing = in.varint();
  key.mistyped = in.varint();
  key.mistyped_example = in.text(kMostText);
  key.empty = in.varint();
  key.too_long = in.varint();
}

void save(ArchiveWriter& out, const AttributeMeasurements& attribute) {
  out.varint(attribute.present);
  for (const std::uint64_t count : attribute.types) out.varint(count);
  out.varint(attribute.bytes);
  out.varint(attribute.largest);
  attribute.values.save(out);
  attribute.frequent.save(out);
}

void load_into(ArchiveReader& in, AttributeMeasurements& attribute) {
  attribute.present = in.varint();
  for (std::uint64_t& count : attribute.types) count = in.varint();
  attribute.bytes = in.varint();
  attribute.largest = in.varint();
  load_into(in, attribute.values);
  load_into(in, attribute.frequent);
}

/// The order in which a profile is written, so that equal profiles are equal bytes, whatever
/// threads and parts they come from: inputs by path, attributes by name, rows by place.
struct WritingOrder {
  std::vector<std::uint32_t> inputs;
  std::vector<std::uint32_t> attributes;
  std::vector<const RowSample::Row*> rows;
  /// Places in the order above, by number.
  std::vector<std::uint32_t> input_rank;
  std::vector<std::uint32_t> attribute_rank;
};

std::vector<std::uint32_t> numbers_below(std::size_t count) {
  std::vector<std::uint32_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0U);
  return numbers;
}

std::vector<std::uint32_t> inverse(const std::vector<std::uint32_t>& order) {
  std::vector<std::uint32_t> rank(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) rank[order[i]] = static_cast<std::uint32_t>(i);
  return rank;
}

WritingOrder writing_order(const Measurements::State& state) {
  WritingOrder order;
  order.inputs = numbers_below(state.inputs.size());
  std::ranges::sort(order.inputs, {}, [&](std::uint32_t i) {
    return std::tie(state.inputs[i].path, state.inputs[i].fingerprint);
  });
  order.attributes = numbers_below(state.names.size());
  std::ranges::sort(order.attributes, {},
                    [&](std::uint32_t i) { return std::string_view(state.names.names()[i]); });
  order.input_rank = inverse(order.inputs);
  order.attribute_rank = inverse(order.attributes);
  order.rows.reserve(state.rows.rows().size());
  for (const auto& row : state.rows.rows()) order.rows.push_back(&row);
  std::ranges::sort(order.rows, {}, [&](const RowSample::Row* row) {
    return std::tuple(order.input_rank[row->file], row->record, row->hash);
  });
  return order;
}

void save(ArchiveWriter& out, const RowSample& rows, const WritingOrder& order) {
  out.byte(static_cast<std::uint8_t>(rows.level()));
  out.varint(order.rows.size());
  for (const RowSample::Row* row : order.rows) {
    out.fixed64(row->hash);
    out.varint(order.input_rank[row->file]);
    out.varint(row->record);
    out.text(row->text);
    out.varint(row->values.size());
    for (const RowSample::Value& value : row->values) {
      out.varint(order.attribute_rank[value.attribute]);
      out.byte(static_cast<std::uint8_t>(value.type));
      out.byte(value.cut ? 1 : 0);
      out.varint(value.length);
    }
  }
}

RowSample::Row load_row(ArchiveReader& in, std::size_t files, std::size_t attributes) {
  RowSample::Row row;
  row.hash = in.fixed64();
  row.file = static_cast<std::uint32_t>(in.varint(files - 1, "number of a file"));
  row.record = in.varint();
  row.text = in.text(RowSample::kMostBytes);
  row.values.resize(in.count(attributes, 4));
  std::uint64_t begin = 0;
  for (RowSample::Value& value : row.values) {
    value.attribute =
        static_cast<std::uint32_t>(in.varint(attributes - 1, "number of an attribute"));
    const std::uint8_t type = in.byte();
    if (type >= kValueTypes) in.fail("an unknown type of value");
    value.type = static_cast<ValueType>(type % kValueTypes);
    value.cut = in.byte() != 0;
    value.begin = static_cast<std::uint32_t>(begin);
    value.length =
        static_cast<std::uint32_t>(in.varint(row.text.size() - begin, "length of a value"));
    begin += value.length;
  }
  return row;
}

void load_into(ArchiveReader& in, RowSample& rows, std::size_t files, std::size_t attributes) {
  const unsigned level = in.byte();
  if (level > 63) in.fail("a level beyond 63");
  const std::size_t count = in.count(RowSample::kMostRows, 12);
  if (count > 0 && (files == 0 || attributes == 0)) in.fail("rows of no file or no attribute");
  std::vector<RowSample::Row> loaded;
  for (std::size_t i = 0; i < count && in.ok(); ++i) {
    loaded.push_back(load_row(in, files, attributes));
  }
  if (in.ok()) rows.merge(std::move(loaded), level);
}

void save(ArchiveWriter& out, const std::map<BadRecordKind, BadRecords>& bad) {
  out.varint(bad.size());
  for (const auto& [kind, records] : bad) {
    out.byte(static_cast<std::uint8_t>(kind));
    out.varint(records.count);
    out.text(records.path);
    out.varint(records.line);
    out.text(records.message);
  }
}

void load_into(ArchiveReader& in, std::map<BadRecordKind, BadRecords>& bad) {
  const std::size_t count = in.count(kBadRecordKinds, 5);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint8_t kind = in.byte();
    if (kind >= kBadRecordKinds) in.fail("an unknown kind of bad record");
    BadRecords records;
    records.kind = static_cast<BadRecordKind>(kind % kBadRecordKinds);
    records.count = in.varint();
    records.path = in.text(kMostText);
    records.line = in.varint();
    records.message = in.text(kMostText);
    bad[records.kind] = std::move(records);
  }
}

void save(ArchiveWriter& out, const std::vector<DataProblem>& problems) {
  std::vector<const DataProblem*> order;
  order.reserve(problems.size());
  for (const auto& problem : problems) order.push_back(&problem);
  std::ranges::sort(order, {}, [](const DataProblem* problem) {
    return std::tie(problem->path, problem->message);
  });
  out.varint(order.size());
  for (const DataProblem* problem : order) {
    out.byte(static_cast<std::uint8_t>(problem->kind));
    out.text(problem->path);
    out.text(problem->message);
  }
}

void load_into(ArchiveReader& in, std::vector<DataProblem>& problems) {
  problems.resize(in.count(kMostProblems, 3));
  for (DataProblem& problem : problems) {
    const std::uint8_t kind = in.byte();
    if (kind > static_cast<std::uint8_t>(DataProblem::Kind::unreadable)) {
      in.fail("an unknown kind of problem");
    }
    problem.kind = static_cast<DataProblem::Kind>(kind % 3);
    problem.path = in.text(kMostText);
    problem.message = in.text(kMostText);
  }
}

void save(ArchiveWriter& out, const Measurements::State& state) {
  save(out, state.plan);
  out.varint(state.capacities.partition_keys);
  out.varint(state.capacities.primary_keys);
  out.varint(state.capacities.attribute_values);
  out.byte(state.capacities.keys_only ? 1 : 0);
  out.varint(state.inputs.size());
  const WritingOrder order = writing_order(state);
  for (const std::uint32_t i : order.inputs) save(out, state.inputs[i]);
  out.varint(state.items);
  out.varint(state.removals);
  out.varint(state.item_bytes);
  state.item_sizes.save(out);
  out.varint(state.items_over_limit);
  out.varint(state.items_near_limit);
  out.text(state.largest_item.key);
  out.varint(state.largest_item.bytes);
  for (const auto& key : state.keys) save(out, key);
  out.varint(state.names.size());
  for (const std::uint32_t i : order.attributes) {
    out.text(state.names.names()[i]);
    save(out, state.attributes[i]);
  }
  out.varint(state.values_left_out);
  save(out, state.rows, order);
  out.byte(state.counted_repeats ? 1 : 0);
  out.varint(state.counted_repeats.value_or(0));
  save(out, state.bad);
  save(out, state.problems);
  out.varint(state.promised_items);
  out.byte(state.partial ? 1 : 0);
}

/// The capacities of a profile are powers of two that for_memory() can give, so that a damaged one
/// asks for no more memory than a sound one.
Capacities load_capacities(ArchiveReader& in) {
  Capacities sizes;
  const auto capacity = [&in] {
    const std::uint64_t value = in.varint(kMostKept, "capacity of a sketch");
    if (!std::has_single_bit(value)) in.fail("a capacity that is no power of two");
    return value;
  };
  sizes.partition_keys = capacity();
  sizes.primary_keys = capacity();
  sizes.attribute_values = capacity();
  sizes.keys_only = in.byte() != 0;
  return sizes;
}

void load_attributes(ArchiveReader& in, Measurements::State& state) {
  const std::size_t count = in.count(kMostAttributes, 8);
  for (std::size_t i = 0; i < count && in.ok(); ++i) {
    const auto number = state.names.number(in.text(kMostText));
    if (number != i) in.fail("an attribute named twice");
    state.attributes.emplace_back(state.capacities.attribute_values);
    load_into(in, state.attributes.back());
  }
}

void load_rest(ArchiveReader& in, Measurements::State& state) {
  const std::size_t inputs = in.count(kMostInputs, 30);
  for (std::size_t i = 0; i < inputs && in.ok(); ++i) state.inputs.push_back(load_input(in));
  state.items = in.varint();
  state.removals = in.varint();
  state.item_bytes = in.varint();
  load_into(in, state.item_sizes);
  state.items_over_limit = in.varint();
  state.items_near_limit = in.varint();
  state.largest_item.key = in.text(kMostText);
  state.largest_item.bytes = in.varint();
  state.largest_item.items = state.largest_item.bytes > 0 ? 1 : 0;
  for (auto& key : state.keys) load_into(in, key);
  load_attributes(in, state);
  state.values_left_out = in.varint();
  load_into(in, state.rows, state.inputs.size(), state.names.size());
  const bool counted = in.byte() != 0;
  const std::uint64_t repeats = in.varint();
  if (counted) state.counted_repeats = repeats;
  load_into(in, state.bad);
  load_into(in, state.problems);
  state.promised_items = in.varint();
  state.partial = in.byte() != 0;
  in.expect_end();
}

}  // namespace

std::string Measurements::save() const {
  ArchiveWriter body;
  ddblint::save(body, *state_);
  ArchiveWriter header;
  header.fixed64(kVersion);
  header.fixed64(body.bytes().size());
  header.fixed64(hash_bytes(body.bytes()));
  return std::string(kMagic) + header.bytes() + body.bytes();
}

std::expected<Measurements, std::string> Measurements::load(std::string_view bytes) {
  if (!bytes.starts_with(kMagic)) return std::unexpected("it is no ddblint profile");
  if (bytes.size() < kHeaderBytes) return std::unexpected("it breaks off in its header");
  ArchiveReader header(bytes.substr(kMagic.size(), kHeaderBytes - kMagic.size()));
  const std::uint64_t version = header.fixed64();
  const std::uint64_t length = header.fixed64();
  const std::uint64_t checksum = header.fixed64();
  if (version > kVersion) {
    return std::unexpected(
        fmt::format("it has version {}, and this ddblint reads up to version {}: use a newer one",
                    version, kVersion));
  }
  if (version < kOldestVersion) {
    return std::unexpected(
        fmt::format("it has version {}, which is no longer read: measure again", version));
  }
  const std::string_view body = bytes.substr(kHeaderBytes);
  if (body.size() != length) {
    return std::unexpected(fmt::format("it should have {} bytes and has {}: it was cut or joined",
                                       length + kHeaderBytes, bytes.size()));
  }
  if (hash_bytes(body) != checksum) return std::unexpected("its checksum is wrong: it is damaged");
  ArchiveReader in(body);
  KeyPlan plan = load_plan(in);
  const Capacities sizes = load_capacities(in);
  if (!in.ok()) return std::unexpected(in.error());
  Measurements measurements;
  measurements.state_ = std::make_unique<State>(std::move(plan), sizes);
  load_rest(in, *measurements.state_);
  if (!in.ok()) return std::unexpected(in.error());
  return measurements;
}

}  // namespace ddblint
