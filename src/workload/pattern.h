#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "source/span.h"

// How a table is asked: access patterns as teams state them, in whatever form they came (a pattern
// file, Workbench facets, a data model's commands, PartiQL). Every member knows its place. What is
// not stated is absent; nothing is assumed here.

namespace ddblint {

/// A data-plane operation. Statements of PartiQL become the operation that the service runs for
/// them.
enum class Operation : std::uint8_t {
  get_item,
  batch_get_item,
  transact_get_items,
  query,
  scan,
  put_item,
  update_item,
  delete_item,
  batch_write_item,
  transact_write_items,
};

/// The API's name: GetItem, Query ...
std::string_view to_string(Operation operation);
/// From the API's name in any case; nothing when there is no such operation.
std::optional<Operation> operation_from(std::string_view name);
/// True for operations that change items.
bool is_write(Operation operation);

/// A word of a pattern with its place: an attribute, an index, a table.
struct Stated {
  std::string text = {};
  Span span = {};

  [[nodiscard]] bool absent() const { return text.empty(); }
};

/// Equality on one attribute.
struct EqualCondition {
  Stated attribute = {};
  /// The value where every request gives the same one; absent = it varies.
  std::optional<std::string> value = {};
  /// How many values one request asks for: more than one for `IN (?, ?)`.
  std::size_t values = 1;
};

/// How a range looks at its attribute.
enum class RangeKind : std::uint8_t { less, at_most, greater, at_least, between, begins_with };
/// As pattern files write it: `<`, `<=`, `>`, `>=`, `between`, `begins_with`.
std::string_view to_string(RangeKind kind);

struct RangeCondition {
  Stated attribute = {};
  /// Absent where a source tells a range but not which.
  std::optional<RangeKind> kind = {};
};

enum class Consistency : std::uint8_t { eventual, strong, transactional };
std::string_view to_string(Consistency consistency);

/// Requests per second.
struct Rate {
  std::optional<double> average = {};
  std::optional<double> peak = {};
  Span span = {};

  [[nodiscard]] bool absent() const { return !average && !peak; }
  /// The peak, or the average as its lower bound; nothing when neither is stated.
  [[nodiscard]] std::optional<double> highest() const { return peak ? peak : average; }
};

/// How requests spread over the values of the partition key.
struct KeyDistribution {
  enum class Kind : std::uint8_t { unstated, uniform, zipf, hot, from_data, from_trace };

  Kind kind = Kind::unstated;
  /// zipf: the exponent.
  double exponent = 0;
  /// hot: `share` of the requests (0 to 1) go to `of` values evenly.
  double share = 0;
  double of = 1;
  /// uniform, zipf: how many values there are, where it is stated.
  std::optional<double> values = {};
  Span span = {};
};

/// One access pattern.
struct AccessPattern {
  Stated name = {};
  Operation operation = Operation::query;
  Span operation_span = {};
  /// The statement or command that it was read from; empty when there is none.
  std::string statement = {};
  /// Physical name or logical id; absent = the table that the file is bound to.
  Stated table = {};
  /// Absent = the table itself.
  Stated index = {};
  /// For a write: the key attributes that it gives.
  std::vector<EqualCondition> equals = {};
  std::optional<RangeCondition> range = {};
  /// More ranges, on other attributes. A statement does not say which of its ranges is meant for
  /// the sort key: one on it serves, all others filter.
  std::vector<RangeCondition> further_ranges = {};
  /// Attributes of a filter, which is applied after reading.
  std::vector<Stated> filter = {};
  /// Items that one request returns (after the filter) or writes.
  std::optional<double> items = {};
  /// Share of the items read that pass the filter (0 to 1), where it is stated.
  std::optional<double> passes = {};
  /// Attributes that the request needs; nothing = all of the item.
  std::optional<std::vector<Stated>> attributes = {};
  /// A read of an index that takes whatever is projected there: it needs no more, and how much of
  /// it is not stated. `attributes` is then nothing.
  bool as_projected = false;
  /// An update: the attributes it sets or removes; nothing = not stated.
  std::optional<std::vector<Stated>> sets = {};
  /// Bytes of one item.
  std::optional<double> item_size = {};
  std::optional<Consistency> consistency = {};
  Span consistency_span = {};
  /// Requests that read, and requests that write.
  Rate reads = {};
  Rate writes = {};
  KeyDistribution keys = {};
  /// This write must not overwrite: the attribute that is to be unique.
  Stated unique = {};
  /// False for what no user waits for: exports, nightly jobs.
  bool request_path = true;
  /// False where a part of it stands elsewhere (a command's `file://`), so that a condition that is
  /// not here may well be there.
  bool whole = true;
  /// The whole pattern.
  Span span = {};

  /// The stated consistency, or what the operation has by default: eventual reads, transactional
  /// transactions.
  [[nodiscard]] Consistency effective_consistency() const;
};

/// A shard suffix that the key already carries.
struct StatedSharding {
  /// Name of an index; empty = the table.
  std::string index = {};
  Stated attribute = {};
  std::int64_t shards = 0;
  std::string separator = {};
  /// Empty = random; else a digest function, `code-point-product` or `code-point-sum`.
  std::string function = {};
  /// The attributes that the function is applied to.
  std::vector<Stated> of = {};
  Span span = {};
};

/// The patterns of one file.
struct PatternSet {
  /// The table that the file names; absent when it names none.
  Stated table = {};
  std::vector<AccessPattern> patterns = {};
  std::vector<StatedSharding> sharding = {};
};

}  // namespace ddblint
