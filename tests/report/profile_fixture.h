#pragma once

#include <string>

#include "report/profile_report.h"

namespace ddblint::report_test {

inline Estimate about(double value, double low, double high) {
  return {.value = value, .low = low, .high = high, .exact = false};
}

inline AttributeProfile attribute(std::string name, std::uint64_t strings, double distinct) {
  AttributeProfile out;
  out.name = std::move(name);
  out.present = strings;
  out.types[static_cast<std::size_t>(ValueType::string)] = strings;
  out.distinct = Estimate::counted(static_cast<std::uint64_t>(distinct));
  return out;
}

/// The key of orders: customers with very different numbers of orders.
inline KeyProfile customer_key() {
  KeyProfile key;
  key.key.partition = {{"customer_id", "S"}};
  key.key.sort = {{"order_date", "S"}};
  key.items = 12'000;
  key.missing = 2;
  key.mistyped = 1;
  key.mistyped_example = "customer_id: N instead of S";
  key.distinct = Estimate::counted(1204);
  key.counts = {.rows = 12'000, .distinct = 1204, .once = 700, .twice = 100};
  key.top = {{"C-1", false, 6000, 6000, 0.5}, {"C-22", false, 300, 300, 0.025}};
  key.hottest_share = {.value = 0.5, .low = 0.5, .high = 0.5, .exact = true};
  key.effective_keys = {.value = 3.98, .low = 3.98, .high = 3.98, .exact = true};
  key.collections = Estimate::counted(1204);
  key.collection_items = {.p50 = 3, .p90 = 20, .p99 = 80, .max = 6000};
  key.collection_bytes = {.p50 = 900, .p90 = 6000, .p99 = 30'000, .max = 2'000'000};
  key.collection_decades = {{1, 1, 700}, {2, 10, 400}, {11, 100, 103}, {1001, 10'000, 1}};
  key.largest = {{"C-1", 6000, 2'000'000}};
  key.populations = TwoPopulations{.small = 3, .big = 6000, .big_share = 0.001, .split = 500};
  key.duplicates = Estimate::counted(4);
  key.duplicate_examples = {"customer_id=C-1, order_date=2014-07-09"};
  key.load_order = {{"a.jsonl", 1000, 6, 4, 987, 0.004}, {"b.jsonl", 1000, 2, 950, 987, 0.9}};
  key.hottest_sort_shape = ShapeFact{.shape = Shape::date, .share = 1};
  return key;
}

/// A profile in which everything says something.
inline ProfileReport full_report() {
  ProfileReport report;
  TableProfile& profile = report.profile;
  profile.plan.table = "Orders";
  profile.source.files = 2;
  profile.source.bytes = 1'300'000;
  profile.source.unpacked = 9'000'000;
  profile.source.items = 12'003;
  profile.source.bad_items = 3;
  profile.source.formats = {"DynamoDB JSON lines"};
  profile.item_bytes = 3'500'000;
  profile.item_sizes.add(290, 12'002);
  profile.item_sizes.add(410'000);
  profile.items_over_limit = 1;
  profile.items_near_limit = 1;
  profile.largest_item = {"customer_id=C-7, order_date=2014-07-10", 1, 410'000};

  AttributeProfile status = attribute("status", 12'000, 3);
  status.top = {{"SHIPPED", false, 9720, 9720, 0.81}};
  status.shape = ShapeFact{.shape = Shape::enumeration, .share = 1};
  AttributeProfile total = attribute("total", 12'003, 0);
  total.types = {};
  total.types[static_cast<std::size_t>(ValueType::number)] = 11'900;
  total.types[static_cast<std::size_t>(ValueType::string)] = 103;
  total.distinct = about(9000, 8800, 9200);
  total.minimum = "1.5";
  total.maximum = "99999";
  total.shape = ShapeFact{.shape = Shape::number, .share = 0.99};
  total.monotonicity = 0.01;
  total.density = 0.5;
  AttributeProfile order = attribute("order_number", 12'003, 12'003);
  order.top = {{"ORD-000001", false, 1, 1, 1.0 / 12'003}};
  order.minimum = "ORD-000001";
  order.maximum = "ORD-012003";
  order.shape = ShapeFact{.shape = Shape::prefixed_sequence,
                          .share = 1,
                          .detail = "prefix `ORD-`, 6 digits",
                          .granularity = 0,
                          .time_ordered = true};
  for (const auto& one : {status, total, order}) profile.attributes[one.name] = one;
  profile.attributes_left_out = 7;

  KeyProfile index = customer_key();
  index.key = {"by-status", false, {{"status", ""}}, {}};
  index.distinct = about(3.2e6, 3.1e6, 3.3e6);
  index.hottest_share = about(0.81, 0.8, 0.82);
  index.effective_keys = about(1.5, 1.4, 1.6);
  index.top = {{std::string(300, 'x'), true, 9000, 9100, 0.75}, {"NEW", false, 900, 1000, 0.08}};
  index.collections_whole = false;
  index.duplicates.reset();
  index.load_order.clear();
  index.populations.reset();
  profile.keys = {customer_key(), index};
  CombinationProfile both;
  both.attributes = {"customer_id", "status"};
  both.distinct = Estimate::counted(2400);
  both.hottest_share = about(0.2, 0.19, 0.21);
  both.effective_keys = about(31, 29, 33);
  both.counts = {.rows = 10'000, .distinct = 2400, .once = 100, .twice = 90};
  both.items = 12'000;
  both.extends_key = true;
  CombinationProfile three = both;
  three.index = "by-status";
  three.attributes = {"customer_id", "status", "total"};
  three.distinct = about(9000, 7100, 12'000);
  profile.combinations = {both, three};
  profile.digests = {
      {"cust_hash", {"customer_id"}, "", "md5", "hex", "", false, false, 12'000, 12'000, 1e-30}};
  profile.sequences = {{"order_number", "ORD-", 0.98, 1, 0.99, "dense", 12'003, 2}};
  ShardSuffixFact shards;
  shards.attribute = "pk";
  shards.separator = ".";
  shards.shards = 200;
  shards.logical_keys = 12;
  shards.hottest_share = 0.03;
  shards.effective_shards = 88.5;
  shards.function = "code_point_product";
  shards.of = {"order_id"};
  shards.matched = shards.tested = 5000;
  shards.better_function = "crc32";
  shards.better_of = "order_id";
  shards.better_hottest_share = 0.006;
  profile.shard_suffixes = {shards};
  profile.entities = {
      {EntityFact::Kind::same_prefix, "type", "USER", "UNIT", "U#{digits}", "", 10, 20},
      {EntityFact::Kind::two_formats, "type", "USER", "", "U#{digits}", "{digits}", 10, 20}};
  profile.mixed_formats = {{"customer_id", "case", "C-1", "c-1", 11'000, 1000}};
  profile.sampled_rows = 10'000;
  profile.notes = {"distinct values of `sk`: 262,144 of them kept"};

  report.bad = {{BadRecordKind::not_json, 2, "a.jsonl", 17, "the string \"C-1 is not closed"},
                {BadRecordKind::bad_value, 1, "b.jsonl", 3, "`total` is no number: C-99"}};
  report.problems = {{DataProblem::Kind::missing_file, "export/data/x.json.gz",
                      "the manifest names it, but it is not there"}};
  report.left_out = {"index `by-day` is not measured: its key is an expression"};
  return report;
}

}  // namespace ddblint::report_test
