#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/data_files.h"
#include "data/item.h"
#include "profile/facts.h"
#include "profile/key_plan.h"
#include "sketch/cardinality.h"
#include "sketch/estimate.h"
#include "sketch/log_histogram.h"
#include "sketch/mixture.h"

// What data says about one table: the figures that rules judge and reports print. Made by
// summarise() from the mergeable measurements (measurements.h); nothing here can be merged.

namespace ddblint {

/// How the rows came out of the table.
enum class Drawn {
  whole,      ///< the data are the table
  random,     ///< each item had the same chance
  scan_head,  ///< the first items of a scan or export: whole item collections in hash order
  file_head,  ///< the first rows of a file in its own order
};
std::string_view to_string(Drawn drawn);

/// A value with its count.
struct TopValue {
  std::string value;
  /// The value is longer than what is shown.
  bool cut = false;
  /// True counts lie between low and high.
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  /// Of the items that have the attribute or key; for a sample the point estimate.
  double share = 0;
};

/// What was read.
struct ProfileSource {
  std::size_t files = 0;
  /// Bytes on disk, and unpacked.
  std::uint64_t bytes = 0;
  std::uint64_t unpacked = 0;
  std::uint64_t items = 0;
  std::uint64_t bad_items = 0;
  /// Records that take an item away (streams, incremental exports).
  std::uint64_t removals = 0;
  /// The records are changes of items over time: an item may come several times.
  bool changes = false;
  Drawn drawn = Drawn::whole;
  /// Items of the table, where the data are a sample and it is known.
  std::optional<std::uint64_t> population;
  /// All files stand in DynamoDB's own order (exports, scans): their order is no load order.
  bool hash_order = false;
  /// All files are examples of a model: their values tell, their numbers do not.
  bool examples = false;
  /// The reading was stopped before its end.
  bool partial = false;
  /// What the files are: "DynamoDB JSON lines", "CSV with ','" ...
  std::vector<std::string> formats;

  [[nodiscard]] bool sampled() const { return drawn != Drawn::whole; }
};

struct AttributeProfile {
  std::string name;
  std::uint64_t present = 0;
  /// By ValueType.
  std::array<std::uint64_t, kValueTypes> types{};
  /// Distinct scalar values: of the data, or of the table when the data are a sample.
  Estimate distinct;
  /// The counts behind it, for judge_cardinality; of rows with pairwise different partition keys
  /// when the data are the head of a scan.
  ValueCounts counts;
  std::vector<TopValue> top;
  /// Bytes of the values.
  std::uint64_t largest = 0;
  std::uint64_t total_bytes = 0;
  std::optional<ShapeFact> shape;
  /// Spearman's rank correlation with the order of the files; nothing where order tells nothing.
  std::optional<double> monotonicity;
  /// Integers: numbers present per number in the range.
  std::optional<double> density;
  /// Smallest and greatest of the sampled values: of numbers by value, of dates and times by text;
  /// empty otherwise.
  std::string minimum;
  std::string maximum;
};

struct Quantiles {
  double p50 = 0;
  double p90 = 0;
  double p99 = 0;
  double max = 0;
};

/// A named item collection.
struct NamedCollection {
  /// The value; of several attributes with their names: `tenant=a, user=42`.
  std::string key;
  std::uint64_t items = 0;
  std::uint64_t bytes = 0;
};

/// How the items of one load file follow each other.
struct LoadOrder {
  std::string path;
  std::uint64_t window = 1000;
  std::uint64_t windows = 0;
  /// Median distinct partition keys of a window, and how many there would be in random order.
  double distinct_keys = 0;
  double expected_keys = 0;
  /// Median over the windows of 1 / (sum of squared shares), over the items of a window: 1 = every
  /// item on a key of its own.
  double effective_parallelism = 0;
};

struct KeyProfile {
  PlannedKey key;
  /// Items that have all attributes of the key, in their types.
  std::uint64_t items = 0;
  /// Items without one of its attributes.
  std::uint64_t missing = 0;
  /// Items in which one of its attributes has another type than the definition's, with an example
  /// `attribute: N instead of S`.
  std::uint64_t mistyped = 0;
  std::string mistyped_example;
  /// Empty strings or bytes in a key attribute; values over 2,048 (partition) or 1,024 (sort)
  /// bytes.
  std::uint64_t empty = 0;
  std::uint64_t too_long = 0;

  /// Distinct partition key values, of the table when the data are a sample.
  Estimate distinct;
  ValueCounts counts;
  /// Values as NamedCollection has them.
  std::vector<TopValue> top;
  /// Share of the items on the hottest value.
  Estimate hottest_share;
  /// 1 / sum of squared shares: keys that would carry the same when evenly used.
  Estimate effective_keys;
  /// Item collections: sizes over the distinct partition keys. Whole-data figures; of a sample they
  /// are lower bounds and `collections_whole` is false, except for scan_head.
  Estimate collections;
  bool collections_whole = true;
  Quantiles collection_items;
  Quantiles collection_bytes;
  std::vector<LogHistogram::Bucket> collection_decades;
  std::vector<NamedCollection> largest;
  std::optional<TwoPopulations> populations;
  /// Items that repeat a primary key; only of the table's own key, when its sort key is known.
  std::optional<Estimate> duplicates;
  /// A few primary keys that stand more than once.
  std::vector<std::string> duplicate_examples;
  /// One a file that has an order of its own.
  std::vector<LoadOrder> load_order;
  /// Sort keys inside the hottest collection.
  std::optional<ShapeFact> hottest_sort_shape;
};

/// Two or three attributes together, as the partition key that a table or index could have instead.
/// Figures are of the subject's sampled rows: counted where these are all of its items, else with
/// the interval that a uniform sample of rows gives.
struct CombinationProfile {
  /// The index that it could be the key of; empty for the table.
  std::string index{};
  /// By name.
  std::vector<std::string> attributes;
  /// Distinct values among all items of the table or index. No more than the product of the parts'.
  Estimate distinct;
  /// Of the sampled rows, for judge_cardinality.
  ValueCounts counts{};
  Estimate hottest_share;
  /// 1 / sum of squared shares.
  Estimate effective_keys{};
  /// Items that have all of them.
  std::uint64_t items = 0;
  /// It has all partition attributes that the key has now.
  bool extends_key = false;
  /// Nearly every item has a value of its own (nine values for ten items or more): it names the
  /// item, and is no group that a query could ask for.
  bool names_items = false;
};

struct TableProfile {
  KeyPlan plan;
  ProfileSource source;
  /// Sum of the items' sizes by DynamoDB's rules.
  std::uint64_t item_bytes = 0;
  LogHistogram item_sizes;
  /// Items over 400 KB, and from 300 KB on; the largest with its primary key.
  std::uint64_t items_over_limit = 0;
  std::uint64_t items_near_limit = 0;
  NamedCollection largest_item;
  /// By name.
  std::map<std::string, AttributeProfile, std::less<>> attributes;
  /// Values of attributes beyond the number that is followed, if any.
  std::uint64_t attributes_left_out = 0;
  std::vector<KeyProfile> keys;
  std::vector<CombinationProfile> combinations;
  std::vector<DigestFact> digests;
  std::vector<SequenceFact> sequences;
  std::vector<ShardSuffixFact> shard_suffixes;
  std::vector<EntityFact> entities;
  std::vector<MixedFormatFact> mixed_formats;
  /// Rows behind the facts above.
  std::size_t sampled_rows = 0;
  /// What a sketch took over, for people: "distinct values of `sk`: 262,144 of them kept".
  std::vector<std::string> notes;

  [[nodiscard]] const AttributeProfile* attribute(std::string_view name) const;
  /// The profile of the table's key (empty name) or of an index.
  [[nodiscard]] const KeyProfile* key(std::string_view index) const;
  /// Bytes that the whole table has: item_bytes, or scaled by the population for a sample; nothing
  /// when a sample's population is unknown.
  [[nodiscard]] std::optional<double> table_bytes() const;
};

}  // namespace ddblint
