#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sketch/estimate.h"

// What the analyses say of values. Every fact carries the numbers it rests on.

namespace ddblint {

/// The shapes of json.md, in its order and spelling (to_string).
enum class Shape {
  enumeration,
  boolean,
  date,
  time_bucket,
  timestamp,
  sequence,
  prefixed_sequence,
  snowflake,
  uuid1,
  uuid4,
  uuid6,
  uuid7,
  ulid,
  ksuid,
  digest,
  email,
  integer,
  number,
  text,
  binary,
  mixed,
};
std::string_view to_string(Shape shape);

/// What most values of an attribute look like.
struct ShapeFact {
  Shape shape = Shape::mixed;
  /// Share of the sampled values that look like it.
  double share = 0;
  /// More, for people: "UUID version 4", "day, YYYY-MM-DD", "prefix `ORD-`, 6 digits"; may be
  /// empty.
  std::string detail{};
  /// Dates and times: seconds of a step; 86400 for a day, 0 when unknown or none.
  std::int64_t granularity = 0;
  /// Values that grow with time when they are made: timestamps, dates, sequences, uuid1, 6, 7,
  /// ulid, ksuid, snowflake.
  bool time_ordered = false;
};

/// Integers that an engine gave out one after the other.
struct SequenceFact {
  std::string attribute{};
  std::string prefix{};
  /// Numbers present per number in the range (1 = none is missing), after the increment.
  double density = 0;
  std::int64_t increment = 1;
  /// Spearman's rank correlation with the order of the file or the best time attribute; nothing
  /// where there is no order.
  std::optional<double> monotonicity{};
  /// `dense`, `cached` (gaps of caches), `blocks` (several instances), `snowflake`.
  std::string kind{};
  /// Rows looked at, and rows that are not of the form.
  std::uint64_t rows = 0;
  std::uint64_t exceptions = 0;
};

/// An attribute that was recomputed from others.
struct DigestFact {
  std::string attribute{};
  /// The inputs, in order.
  std::vector<std::string> of{};
  std::string separator{};
  /// md5, sha1, sha224, sha256, sha384, sha512, crc32, crc32c, adler32, murmur3_32, murmur3_128,
  /// murmur2, xxh32, xxh64, xxh3, fnv1_32, fnv1a_32, fnv1_64, fnv1a_64, java, djb2, uuid3, uuid5
  std::string function{};
  /// hex, base64, base64url, base32, base32hex, Crockford base32, decimal, and how it was cut:
  /// "first 8 hex digits", "modulo 200".
  std::string encoding{};
  std::string cut{};
  /// The digest stands before or behind its own input, which is in the value too (`a1b2#customer`).
  bool joined_to_input = false;
  /// The digest is only a suffix in [0, modulus) of a key that begins with something else.
  bool shard_suffix = false;
  std::uint64_t matched = 0;
  std::uint64_t tested = 0;
  /// Bound of the chance that anything fits by accident.
  double false_positive = 0;
};

/// A partition key that carries a shard number.
struct ShardSuffixFact {
  std::string attribute{};
  std::string separator{};
  /// Where the number stands: behind (`2014-07-09.113`) or before the rest.
  bool leading = false;
  /// Logical keys (what stands beside the number), and the shards they use.
  std::uint64_t logical_keys = 0;
  std::uint64_t shards = 0;
  std::int64_t lowest = 0;
  /// Of the logical keys that have at least 100 items a shard, or else of all together.
  double hottest_share = 0;
  /// Shards that would carry the same when evenly used.
  double effective_shards = 0;
  /// Rows behind these figures.
  std::uint64_t rows = 0;
  /// The function that was recognised: as in DigestFact, or code_point_product, code_point_sum;
  /// empty when none was (random, or of something unknown).
  std::string function{};
  std::vector<std::string> of{};
  std::uint64_t matched = 0;
  std::uint64_t tested = 0;
  /// Median items of a logical key and of a shard of it.
  double median_items = 0;
  /// A function that passes on the same rows, with its measured hottest share: `crc32` of
  /// `order_id`.
  std::string better_function{};
  std::string better_of{};
  double better_hottest_share = 0;
};

/// Several kinds of items in one table.
struct EntityFact {
  /// Two entity types whose keys have the same form, or one with two forms of keys.
  enum class Kind { same_prefix, two_formats };
  Kind kind = Kind::same_prefix;
  /// The attribute that names the type.
  std::string type_attribute{};
  std::string first_type{};
  std::string second_type{};  ///< same_prefix only
  std::string first_format{};
  std::string second_format{};  ///< two_formats only
  std::uint64_t first_rows = 0;
  std::uint64_t second_rows = 0;
};

/// Key values in more than one spelling.
struct MixedFormatFact {
  std::string attribute{};
  /// `case`, `padding`, `white space`, `format`.
  std::string kind{};
  std::string first_example{};
  std::string second_example{};
  std::uint64_t first_rows = 0;
  std::uint64_t second_rows = 0;
};

}  // namespace ddblint
