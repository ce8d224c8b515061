#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "workload/pattern_parts.h"
#include "workload/quantity.h"
#include <fmt/format.h>

#include "source/text.h"

namespace ddblint {
namespace {

/// More shards than this are a mistake: every read of a key asks all of them.
constexpr double kMostShards = 1e6;

/// Digest functions by the names that profiles give them, and the recipes of sums and products.
const std::vector<std::string_view>& functions() {
  static const std::vector<std::string_view> kFunctions = {"md5",           "sha1",
                                                           "sha224",        "sha256",
                                                           "sha384",        "sha512",
                                                           "crc32",         "crc32c",
                                                           "adler32",       "djb2",
                                                           "java",          "murmur2",
                                                           "murmur3_32",    "murmur3_128",
                                                           "xxh32",         "xxh64",
                                                           "xxh3",          "xxh128",
                                                           "fnv1_32",       "fnv1_64",
                                                           "fnv1a_32",      "fnv1a_64",
                                                           "uuid3",         "uuid5",
                                                           "modulo",        "code-point-product",
                                                           "code-point-sum"};
  return kFunctions;
}

class ShardingReader {
 public:
  explicit ShardingReader(PatternFields& fields) : fields_(fields) {}

  std::optional<StatedSharding> read(const Node& entry);

 private:
  bool read_key(const Node& entry, StatedSharding& result);
  bool read_shards(const Node& entry, StatedSharding& result);
  bool read_suffix(const Node& entry, StatedSharding& result);
  bool read_function(const Node& suffix, StatedSharding& result);

  PatternFields& fields_;
};

bool ShardingReader::read_key(const Node& entry, StatedSharding& result) {
  const Stated key = fields_.word(entry, "key");
  if (key.absent() && value_of(entry, "key") != nullptr) return false;
  if (key.text != "table") result.index = key.text;
  result.attribute = fields_.word(entry, "attribute");
  if (!result.attribute.absent()) return true;
  if (value_of(entry, "attribute") == nullptr) {
    fields_.report(entry.span,
                   "an entry of `sharding` needs `attribute`: the key attribute that "
                   "carries the suffix");
  }
  return false;
}

bool ShardingReader::read_shards(const Node& entry, StatedSharding& result) {
  const Node* value = value_of(entry, "shards");
  if (value == nullptr) {
    fields_.report(entry.span, "an entry of `sharding` needs `shards`: how many there are");
    return false;
  }
  const auto shards = fields_.quantity(entry, "shards", read_number);
  if (!shards) return false;
  if (!(*shards >= 1) || *shards > kMostShards || std::floor(*shards) != *shards) {
    fields_.report(value->span, "`shards` is a whole number from 1 to 1,000,000");
    return false;
  }
  result.shards = static_cast<std::int64_t>(*shards);
  return true;
}

bool ShardingReader::read_function(const Node& suffix, StatedSharding& result) {
  fields_.check_keys(suffix, "`suffix`", {"function", "of"});
  const Node* function = value_of(suffix, "function");
  result.of = fields_.words(suffix, "of").value_or(std::vector<Stated>{});
  if (function == nullptr) {
    fields_.report(suffix.span, "`suffix` needs `function`, or is random");
    return false;
  }
  if (result.of.empty()) {
    fields_.report(suffix.span,
                   "`suffix` needs `of`: the attributes that the function is applied "
                   "to");
  }
  // Profiles spell these two with underscores.
  std::string name = function->is_scalar() ? to_lower(function->text) : std::string();
  if (name.starts_with("code_point_")) std::ranges::replace(name, '_', '-');
  if (std::ranges::find(functions(), name) != functions().end()) {
    result.function = std::move(name);
  } else if (const auto chosen = fields_.choice(*function, "function", functions())) {
    result.function = functions().at(*chosen);
  }
  return !result.function.empty() && !result.of.empty();
}

bool ShardingReader::read_suffix(const Node& entry, StatedSharding& result) {
  const Node* suffix = value_of(entry, "suffix");
  if (suffix == nullptr) return true;
  if (suffix->is_mapping()) return read_function(*suffix, result);
  if (suffix->is_scalar() && to_lower(suffix->text) == "random") return true;
  fields_.report(suffix->span, "`suffix` is random, or a mapping with `function` and `of`");
  return false;
}

std::optional<StatedSharding> ShardingReader::read(const Node& entry) {
  if (!fields_.expect_mapping(entry,
                              "an entry of `sharding` is a mapping with `attribute` and "
                              "`shards`")) {
    return std::nullopt;
  }
  fields_.check_keys(entry, "an entry of `sharding`",
                     {"key", "attribute", "shards", "separator", "suffix"});
  StatedSharding result;
  result.span = entry.span;
  const bool key = read_key(entry, result);
  const bool shards = read_shards(entry, result);
  const bool suffix = read_suffix(entry, result);
  if (const Node* separator = value_of(entry, "separator")) {
    // An empty or blank separator is one, too.
    if (separator->is_scalar()) {
      result.separator = separator->text;
    } else {
      fields_.report(separator->span, "`separator` takes a text");
    }
  }
  // Without its number or its function a suffix says nothing that can be reckoned with.
  return key && shards && suffix ? std::optional(std::move(result)) : std::nullopt;
}

}  // namespace

std::vector<StatedSharding> read_sharding(PatternFields& fields, const Node& mapping) {
  std::vector<StatedSharding> result;
  const Node* value = value_of(mapping, "sharding");
  if (value == nullptr) return result;
  ShardingReader reader(fields);
  std::set<std::pair<std::string, std::string>> seen;
  for (const Node* entry : value->is_sequence() ? value->items : std::span(&value, 1)) {
    auto sharding = reader.read(*entry);
    if (!sharding) continue;
    if (!seen.emplace(sharding->index, sharding->attribute.text).second) {
      fields.report(sharding->attribute.span,
                    fmt::format("the suffix of `{}` stands twice in `sharding`",
                                shown_expression(sharding->attribute.text)));
      continue;
    }
    result.push_back(std::move(*sharding));
  }
  return result;
}

}  // namespace ddblint
