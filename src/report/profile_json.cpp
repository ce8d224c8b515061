#include <cmath>

#include <nlohmann/json.hpp>

#include "report/json_places.h"
#include "report/profile_report.h"

namespace ddblint {
namespace {

using Json = nlohmann::ordered_json;

Json estimate_json(const Estimate& estimate) {
  return {{"estimate", json_number(estimate.value)},
          {"low", json_number(estimate.low)},
          {"high", json_number(estimate.high)},
          {"exact", estimate.exact}};
}

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

template <class List, class ToJson>
Json list_json(const List& list, ToJson to_json) {
  Json out = Json::array();
  for (const auto& one : list) out.push_back(to_json(one));
  return out;
}

Json top_json(const TopValue& top) {
  return {{"value", top.value},
          {"count", top.low + (top.high - top.low) / 2},
          {"low", top.low},
          {"high", top.high},
          {"share", json_number(top.share)},
          {"cut", top.cut}};
}

Json shape_json(const std::optional<ShapeFact>& shape) {
  if (!shape) return {};
  return {{"name", to_string(shape->shape)},
          {"share", json_number(shape->share)},
          {"detail", text_or_null(shape->detail)},
          {"granularity", shape->granularity == 0 ? Json() : Json(shape->granularity)},
          {"time_ordered", shape->time_ordered}};
}

Json attribute_json(const AttributeProfile& attribute) {
  Json types = Json::object();
  for (std::size_t i = 0; i < kValueTypes; ++i) {
    if (attribute.types[i] == 0) continue;
    types[std::string(to_string(static_cast<ValueType>(i)))] = attribute.types[i];
  }
  return {{"present", attribute.present},
          {"types", std::move(types)},
          {"distinct", estimate_json(attribute.distinct)},
          {"top", list_json(attribute.top, top_json)},
          {"shape", shape_json(attribute.shape)},
          {"order",
           {{"monotonicity", or_null(attribute.monotonicity)},
            {"density", or_null(attribute.density)}}},
          {"minimum", text_or_null(attribute.minimum)},
          {"maximum", text_or_null(attribute.maximum)},
          {"bytes", {{"total", attribute.total_bytes}, {"largest", attribute.largest}}}};
}

Json quantiles_json(const Quantiles& quantiles) {
  return {{"p50", json_number(quantiles.p50)},
          {"p90", json_number(quantiles.p90)},
          {"p99", json_number(quantiles.p99)},
          {"max", json_number(quantiles.max)}};
}

Json named_json(const NamedCollection& named) {
  return {{"key", named.key}, {"items", named.items}, {"bytes", named.bytes}};
}

Json collections_json(const KeyProfile& key) {
  Json populations;
  if (key.populations) {
    populations = {{"small", json_number(key.populations->small)},
                   {"big", json_number(key.populations->big)},
                   {"big_share", json_number(key.populations->big_share)},
                   {"split", key.populations->split},
                   {"by_gap", key.populations->by_gap}};
  }
  return {{"count", json_number(key.collections.value)},
          {"low", json_number(key.collections.low)},
          {"high", json_number(key.collections.high)},
          {"exact", key.collections.exact},
          {"whole", key.collections_whole},
          {"relative_error", LogHistogram::kRelativeError},
          {"items", quantiles_json(key.collection_items)},
          {"bytes", quantiles_json(key.collection_bytes)},
          {"histogram", list_json(key.collection_decades,
                                  [](const LogHistogram::Bucket& bucket) {
                                    return Json{{"from", bucket.from},
                                                {"to", bucket.to},
                                                {"count", bucket.count}};
                                  })},
          {"largest", list_json(key.largest, named_json)},
          {"populations", std::move(populations)}};
}

Json order_json(const LoadOrder& order) {
  return {{"path", order.path},
          {"window", order.window},
          {"windows", order.windows},
          {"distinct_keys", json_number(order.distinct_keys)},
          {"expected_keys", json_number(order.expected_keys)},
          {"effective_parallelism", json_number(order.effective_parallelism)}};
}

/// All files together, each by its windows, and every file.
Json load_order_json(const std::vector<LoadOrder>& files) {
  if (files.empty()) return {};
  double windows = 0;
  double distinct = 0;
  double expected = 0;
  double parallelism = 0;
  for (const LoadOrder& one : files) {
    const auto weight = static_cast<double>(one.windows);
    windows += weight;
    distinct += weight * one.distinct_keys;
    expected += weight * one.expected_keys;
    parallelism += weight * one.effective_parallelism;
  }
  // Without windows nothing is known: not finite, so null.
  return {{"window", files.front().window},
          {"windows", json_number(windows)},
          {"distinct_keys", json_number(distinct / windows)},
          {"expected_keys", json_number(expected / windows)},
          {"effective_parallelism", json_number(parallelism / windows)},
          {"files", list_json(files, order_json)}};
}

Json names_json(const std::vector<PlannedAttribute>& attributes) {
  return list_json(attributes, [](const PlannedAttribute& one) { return Json(one.name); });
}

Json key_types_json(const PlannedKey& key) {
  Json types = Json::object();
  for (const auto* attributes : {&key.partition, &key.sort}) {
    for (const PlannedAttribute& one : *attributes) types[one.name] = text_or_null(one.type);
  }
  return types;
}

Json duplicates_json(const KeyProfile& key) {
  if (!key.duplicates) return {};
  Json duplicates = estimate_json(*key.duplicates);
  duplicates["examples"] = key.duplicate_examples;
  return duplicates;
}

Json counts_json(const ValueCounts& counts) {
  return {{"rows", counts.rows},
          {"distinct", counts.distinct},
          {"once", counts.once},
          {"twice", counts.twice}};
}

Json key_json(const KeyProfile& key) {
  const PlannedKey& planned = key.key;
  return {{"subject", planned.index.empty() ? "table" : planned.index},
          {"index", text_or_null(planned.index)},
          {"local", planned.local},
          {"partition_key", names_json(planned.partition)},
          {"sort_key", names_json(planned.sort)},
          {"types", key_types_json(planned)},
          {"items", key.items},
          {"missing", key.missing},
          {"mistyped", key.mistyped},
          {"mistyped_example", text_or_null(key.mistyped_example)},
          {"empty", key.empty},
          {"too_long", key.too_long},
          {"distinct", estimate_json(key.distinct)},
          {"seen", counts_json(key.counts)},
          {"top", list_json(key.top, top_json)},
          {"hottest_share", estimate_json(key.hottest_share)},
          {"effective_keys", estimate_json(key.effective_keys)},
          {"collections", collections_json(key)},
          {"duplicates", duplicates_json(key)},
          {"load_order", load_order_json(key.load_order)},
          {"hottest_sort_shape", shape_json(key.hottest_sort_shape)}};
}

Json combination_json(const CombinationProfile& combination) {
  return {{"subject", combination.index.empty() ? "table" : combination.index},
          {"index", text_or_null(combination.index)},
          {"attributes", combination.attributes},
          {"extends_key", combination.extends_key},
          {"names_items", combination.names_items},
          {"distinct", estimate_json(combination.distinct)},
          {"seen", counts_json(combination.counts)},
          {"hottest_share", estimate_json(combination.hottest_share)},
          {"effective_keys", estimate_json(combination.effective_keys)},
          {"items", combination.items}};
}

Json digest_json(const DigestFact& fact) {
  return {{"attribute", fact.attribute},
          {"of", fact.of},
          {"separator", text_or_null(fact.separator)},
          {"function", fact.function},
          {"encoding", text_or_null(fact.encoding)},
          {"cut", text_or_null(fact.cut)},
          {"joined_to_input", fact.joined_to_input},
          {"shard_suffix", fact.shard_suffix},
          {"matched", fact.matched},
          {"tested", fact.tested},
          {"false_positive", fact.false_positive}};
}

Json sequence_json(const SequenceFact& fact) {
  return {{"attribute", fact.attribute},
          {"prefix", text_or_null(fact.prefix)},
          {"kind", text_or_null(fact.kind)},
          {"density", json_number(fact.density)},
          {"increment", fact.increment},
          {"monotonicity", or_null(fact.monotonicity)},
          {"rows", fact.rows},
          {"exceptions", fact.exceptions}};
}

Json shards_json(const ShardSuffixFact& fact) {
  Json better;
  if (!fact.better_function.empty()) {
    better = {{"function", fact.better_function},
              {"of", fact.better_of},
              {"hottest_share", json_number(fact.better_hottest_share)}};
  }
  return {{"attribute", fact.attribute},
          {"separator", text_or_null(fact.separator)},
          {"leading", fact.leading},
          {"logical_keys", fact.logical_keys},
          {"shards", fact.shards},
          {"lowest", fact.lowest},
          {"hottest_share", json_number(fact.hottest_share)},
          {"effective_shards", json_number(fact.effective_shards)},
          {"rows", fact.rows},
          {"function", text_or_null(fact.function)},
          {"of", fact.of},
          {"matched", fact.matched},
          {"tested", fact.tested},
          {"median_items", json_number(fact.median_items)},
          {"better", std::move(better)}};
}

Json entity_json(const EntityFact& fact) {
  const bool same = fact.kind == EntityFact::Kind::same_prefix;
  return {{"kind", same ? "same_prefix" : "two_formats"},
          {"type_attribute", fact.type_attribute},
          {"types", same ? Json::array({fact.first_type, fact.second_type})
                         : Json::array({fact.first_type})},
          {"formats", same ? Json::array({fact.first_format})
                           : Json::array({fact.first_format, fact.second_format})},
          {"rows", {fact.first_rows, fact.second_rows}}};
}

Json mixed_json(const MixedFormatFact& fact) {
  return {{"attribute", fact.attribute},
          {"kind", fact.kind},
          {"examples", {fact.first_example, fact.second_example}},
          {"rows", {fact.first_rows, fact.second_rows}}};
}

Json source_json(const ProfileSource& source) {
  return {{"files", source.files},
          {"bytes", source.bytes},
          {"unpacked", source.unpacked},
          {"items", source.items},
          {"bad_items", source.bad_items},
          {"removals", source.removals},
          {"changes", source.changes},
          {"sampled", source.sampled()},
          {"drawn", to_string(source.drawn)},
          {"population", or_null(source.population)},
          {"hash_order", source.hash_order},
          {"partial", source.partial},
          {"formats", source.formats}};
}

Json sizes_json(const TableProfile& profile) {
  const LogHistogram& sizes = profile.item_sizes;
  const bool any = sizes.count() > 0;
  return {{"total", profile.item_bytes},
          {"p50", any ? Json(sizes.quantile(0.5)) : Json()},
          {"p99", any ? Json(sizes.quantile(0.99)) : Json()},
          {"max", any ? Json(sizes.maximum()) : Json()},
          {"relative_error", LogHistogram::kRelativeError},
          {"over_limit", profile.items_over_limit},
          {"near_limit", profile.items_near_limit},
          {"largest", profile.largest_item.bytes == 0 ? Json() : named_json(profile.largest_item)}};
}

std::string_view kind_name(DataProblem::Kind kind) {
  switch (kind) {
    case DataProblem::Kind::missing_file:
      return "missing_file";
    case DataProblem::Kind::wrong_content:
      return "wrong_content";
    case DataProblem::Kind::unreadable:
      return "unreadable";
  }
  return {};
}

std::string_view kind_name(BadRecordKind kind) {
  switch (kind) {
    case BadRecordKind::not_json:
      return "not_json";
    case BadRecordKind::not_an_item:
      return "not_an_item";
    case BadRecordKind::bad_value:
      return "bad_value";
    case BadRecordKind::invalid_utf8:
      return "invalid_utf8";
    case BadRecordKind::too_long:
      return "too_long";
    case BadRecordKind::too_deep:
      return "too_deep";
    case BadRecordKind::wrong_columns:
      return "wrong_columns";
    case BadRecordKind::not_ion:
      return "not_ion";
  }
  return {};
}

Json diagnostics_json(const ProfileReport& report) {
  Json out = Json::array();
  for (const DataProblem& problem : report.problems) {
    out.push_back({{"path", text_or_null(problem.path)},
                   {"line", nullptr},
                   {"column", nullptr},
                   {"message", problem.message},
                   {"kind", kind_name(problem.kind)},
                   {"count", 1}});
  }
  for (const BadRecords& bad : report.bad) {
    out.push_back({{"path", text_or_null(bad.path)},
                   {"line", bad.line == 0 ? Json() : Json(bad.line)},
                   {"column", nullptr},
                   {"message", bad.message},
                   {"kind", kind_name(bad.kind)},
                   {"count", bad.count}});
  }
  return out;
}

}  // namespace

std::string render_profile_json(const ProfileReport& report) {
  const TableProfile& profile = report.profile;
  Json attributes = Json::object();
  for (const auto& [name, one] : profile.attributes) attributes[name] = attribute_json(one);
  Json notes = report.left_out;
  for (const std::string& note : profile.notes) notes.push_back(note);
  return json_text({{"schema_version", "1.0"},
                    {"table", text_or_null(profile.plan.table)},
                    {"source", source_json(profile.source)},
                    {"item_sizes", sizes_json(profile)},
                    {"attributes", std::move(attributes)},
                    {"attributes_left_out", profile.attributes_left_out},
                    {"keys", list_json(profile.keys, key_json)},
                    {"combinations", list_json(profile.combinations, combination_json)},
                    {"digests", list_json(profile.digests, digest_json)},
                    {"sequences", list_json(profile.sequences, sequence_json)},
                    {"shard_suffixes", list_json(profile.shard_suffixes, shards_json)},
                    {"entities", list_json(profile.entities, entity_json)},
                    {"mixed_formats", list_json(profile.mixed_formats, mixed_json)},
                    {"sampled_rows", profile.sampled_rows},
                    {"notes", std::move(notes)},
                    {"diagnostics", diagnostics_json(report)}});
}

}  // namespace ddblint
