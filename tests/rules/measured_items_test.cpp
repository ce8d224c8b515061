// Rules that only data decide, on profiles made by hand.

#include <string>

#include "support/catch.h"
#include "support/judge.h"
#include "support/profile_builder.h"
#include "support/run_rule.h"

namespace ddblint {
namespace {

using test::judge;
using test::kGigabyte;
using test::ProfileBuilder;
using test::RuleRun;

const Finding& only(const RuleRun& run) {
  INFO(run.rendered());
  REQUIRE(run.findings().size() == 1);
  return run.findings().front();
}

bool silent(const RuleRun& run) {
  INFO(run.rendered());
  return run.findings().empty() && run.withdrawn().empty();
}

TEST_CASE("two populations of collections need shards only when the big ones are big") {
  const auto definition = test::table_of("customer", "order");
  const auto with = [](TwoPopulations populations, double bytes) {
    ProfileBuilder builder("T", 1'000'000, bytes);
    builder.key({"customer"}, 50'000, 0.01, {"order"});
    builder.last_key().populations = populations;
    return builder;
  };
  const TwoPopulations seed{.small = 10, .big = 10'000, .big_share = 0.002, .split = 500};
  const RuleRun run = judge("DDB107", definition, with(seed, 1e8));
  CHECK(only(run).severity == Severity::info);
  CHECK(only(run).message ==
        "the item collections of `customer` fall in two populations: 99.8 % of them hold about 10 "
        "items, 0.2 % about 10,000, so no one number of shards fits both");
  CHECK(only(run).remedy.find("more than 500 items") != std::string::npos);
  CHECK(only(judge("DDB107", definition, with(seed, 1.2e12))).severity == Severity::warning);
  // Many huge and a few tiny, or huge ones that are not: one number fits.
  CHECK(silent(judge("DDB107", definition,
                     with({.small = 10, .big = 10'000, .big_share = 0.6, .split = 500}, 1e8))));
  CHECK(silent(judge("DDB107", definition,
                     with({.small = 1, .big = 40, .big_share = 0.1, .split = 5}, 1e8))));
  ProfileBuilder sample = with(seed, 1e8);
  sample.sampled(Drawn::random, 10'000'000);
  CHECK(silent(judge("DDB107", definition, sample)));
}

TEST_CASE("shards that do not spread, and shards that nobody needs") {
  const auto definition = test::table_of("pk", "sk");
  const auto with = [](ShardSuffixFact fact) {
    ProfileBuilder builder("T", 20'000);
    builder.key({"pk"}, 400, 0.3, {"sk"});
    fact.attribute = "pk";
    builder.profile().shard_suffixes.push_back(std::move(fact));
    return builder;
  };
  const ShardSuffixFact product{.logical_keys = 2,
                                .shards = 200,
                                .hottest_share = 0.67,
                                .effective_shards = 2.1,
                                .rows = 20'000,
                                .function = "code_point_product",
                                .of = {"order_id"},
                                .matched = 20'000,
                                .tested = 20'000,
                                .median_items = 10'000,
                                .better_function = "crc32",
                                .better_of = "order_id",
                                .better_hottest_share = 0.0067};
  const RuleRun run = judge("DDB108", definition, with(product));
  CHECK(only(run).evidence == Evidence::proved);
  CHECK(only(run).severity == Severity::warning);
  CHECK(
      only(run).message ==
      "the shard numbers in `pk` (the product of code points of `order_id`) do not spread: of 200 "
      "shards the fullest has 67 % of the items, as if there were 2");
  CHECK(only(run).remedy.find("crc32 of `order_id`, modulo 200") != std::string::npos);

  ShardSuffixFact random{.logical_keys = 40,
                         .shards = 10,
                         .hottest_share = 0.11,
                         .effective_shards = 9.9,
                         .rows = 20'000,
                         .median_items = 500};
  CHECK(silent(judge("DDB108", definition, with(random))));
  CHECK(only(judge("DDB110", definition, with(random))).severity == Severity::info);
  random.function = "crc32";
  CHECK(silent(judge("DDB110", definition, with(random))));
  random.function.clear();
  random.median_items = 5000;
  CHECK(silent(judge("DDB110", definition, with(random))));
  // Too few rows a shard say nothing.
  random.effective_shards = 8;
  random.rows = 500;
  CHECK(silent(judge("DDB108", definition, with(random))));
}

TEST_CASE("a hot collection that grows at one end") {
  const auto definition = test::table_of("device", "at");
  const auto with = [](double share, double bytes, Shape shape) {
    ProfileBuilder builder("T", 1'000'000, bytes);
    builder.key({"device"}, 5000, share, {"at"});
    builder.last_key().hottest_sort_shape =
        ShapeFact{.shape = shape, .share = 1, .time_ordered = shape != Shape::uuid4};
    return builder;
  };
  CHECK(only(judge("DDB112", definition, with(0.85, 1e8, Shape::timestamp))).severity ==
        Severity::info);
  CHECK(only(judge("DDB112", definition, with(0.85, 20 * kGigabyte, Shape::ulid))).severity ==
        Severity::warning);
  // Large without being most.
  CHECK(only(judge("DDB112", definition, with(0.3, 50 * kGigabyte, Shape::ulid))).severity ==
        Severity::warning);
  CHECK(silent(judge("DDB112", definition, with(0.3, 1e8, Shape::timestamp))));
  CHECK(silent(judge("DDB112", definition, with(0.85, 1e8, Shape::uuid4))));
  CHECK(silent(judge("DDB112", definition, with(0.85, 1e8, Shape::uuid1))));
}

TEST_CASE("attributes that spread a key together") {
  ProfileBuilder builder("T", 50'000);
  builder.key({"country"}, 12, 0.3, {"sk"})
      .attribute("country", 12, 0.3, Shape::enumeration)
      .attribute("shop", 700, 0.01)
      .attribute("price", 9000, 0.01, Shape::number)
      .attribute("sk", 50'000, 2e-5);
  const auto pair = [](const std::string& other, double distinct) {
    return CombinationProfile{.attributes = {"country", other},
                              .distinct = Estimate::counted(static_cast<std::uint64_t>(distinct)),
                              .counts = {},
                              .hottest_share = {.value = 0.004, .low = 0.004, .high = 0.004},
                              .items = 50'000,
                              .extends_key = true};
  };
  const auto named = [](CombinationProfile combination) {
    combination.names_items = true;
    return combination;
  };
  builder.profile().combinations = {named(pair("sk", 50'000)), pair("price", 30'000),
                                    pair("shop", 4000)};
  const auto definition = test::table_of("country", "sk");
  const RuleRun run = judge("DDB113", definition, builder);
  CHECK(only(run).severity == Severity::info);
  CHECK(only(run).remedy ==
        "make `country` and `shop`, joined, the partition key, if all reads know them");
  // One attribute is enough: DDB101 names it.
  builder.attribute("customer_id", 20'000, 1e-4);
  CHECK(silent(judge("DDB113", definition, builder)));
}

TEST_CASE("a time series is told by its moments") {
  ProfileBuilder builder("T", 100'000);
  builder.key({"sensor"}, 500, 0.01, {"at"}).attribute("at", 90'000, 1e-4, Shape::timestamp);
  builder.last_key().collection_items.p50 = 200;
  const auto definition = test::table_of("sensor", "at");
  CHECK(only(judge("DDB114", definition, builder)).evidence == Evidence::measured);
  builder.last_key().collection_items.p50 = 20;
  CHECK(silent(judge("DDB114", definition, builder)));
  builder.last_key().collection_items.p50 = 200;
  const auto expiring = test::table_of(
      "sensor", "at", "      TimeToLiveSpecification: { AttributeName: ttl, Enabled: true }\n");
  CHECK(silent(judge("DDB114", expiring, builder)));
  builder.profile().attributes["at"].shape = ShapeFact{.shape = Shape::text, .share = 1};
  CHECK(silent(judge("DDB114", definition, builder)));
}

TEST_CASE("what is not in an index") {
  const auto definition = test::table_of("id", "", test::index_of("owner"));
  const auto with = [](std::uint64_t entries) {
    ProfileBuilder builder("T", 10'000);
    builder.key({"id"}, 10'000, 1e-4).key({"owner"}, 50, 0.02, {}, "by-owner", 10'000);
    builder.last_key().items = entries;
    return builder;
  };
  const RuleRun sparse = judge("DDB211", definition, with(400));
  CHECK(only(sparse).severity == Severity::info);
  CHECK(only(sparse).message ==
        "index `by-owner` is sparse: 9,600 of 10,000 items (96 %) have no entry in it, since they "
        "lack its key");
  CHECK(only(judge("DDB211", definition, with(0))).message ==
        "none of 10,000 items has the key of index `by-owner`: the index is empty");
  CHECK(silent(judge("DDB211", definition, with(6000))));
}

TEST_CASE("local indexes and large collections") {
  const std::string local =
      "      LocalSecondaryIndexes:\n        - IndexName: by-name\n"
      "          Projection: { ProjectionType: ALL }\n          KeySchema:\n"
      "            - { AttributeName: user, KeyType: HASH }\n"
      "            - { AttributeName: name, KeyType: RANGE }\n";
  const auto with = [](double gigabytes) {
    ProfileBuilder builder("T", 1'000'000, 100 * kGigabyte);
    builder.key({"user"}, 5000, 0.1, {"id"});
    builder.last_key().largest = {
        {.key = "big", .items = 1000, .bytes = static_cast<std::uint64_t>(gigabytes * kGigabyte)}};
    return builder;
  };
  const auto plain = test::table_of("user", "id");
  const auto capped = test::table_of("user", "id", local);
  CHECK(only(judge("DDB210", capped, with(11))).severity == Severity::error);
  CHECK(only(judge("DDB210", capped, with(6))).severity == Severity::warning);
  CHECK(only(judge("DDB210", capped, with(0.1))).severity == Severity::info);
  CHECK(only(judge("DDB210", capped, with(0.1))).evidence == Evidence::measured);
  CHECK(silent(judge("DDB403", capped, with(11))));
  CHECK(only(judge("DDB403", plain, with(11))).severity == Severity::warning);
  CHECK(only(judge("DDB403", plain, with(6))).severity == Severity::info);
  CHECK(silent(judge("DDB403", plain, with(4))));

  // A random sample is scaled; the first rows of a file are no measure.
  ProfileBuilder sample = with(0.6);
  sample.sampled(Drawn::random, 20'000'000);
  CHECK(only(judge("DDB403", plain, sample)).severity == Severity::warning);
  CHECK(only(judge("DDB403", plain, sample)).message.find("about 12 GB") != std::string::npos);
  sample.last_key().largest.front().items = 20;
  CHECK(silent(judge("DDB403", plain, sample)));
  sample.last_key().largest.front().items = 1000;
  sample.sampled(Drawn::file_head);
  CHECK(silent(judge("DDB403", plain, sample)));
}

TEST_CASE("the order of a load") {
  const auto definition = test::table_of("user", "id");
  const auto with = [](double keys, double expected, double bytes) {
    ProfileBuilder builder("T", 1'000'000, bytes);
    builder.key({"user"}, 9000, 0.001, {"id"});
    builder.last_key().load_order = {{.path = "load.jsonl",
                                      .windows = 1000,
                                      .distinct_keys = keys,
                                      .expected_keys = expected,
                                      .effective_parallelism = 0.01}};
    return builder;
  };
  const RuleRun run = judge("DDB401", definition, with(4, 940, 5e8));
  CHECK(only(run).severity == Severity::warning);
  CHECK(
      only(run).message ==
      "`load.jsonl` is ordered by `user`, one key after another: 1,000 of its items in a row have "
      "4 keys where a random order has 940, so a load in this order keeps one partition busy and "
      "the others idle");
  CHECK(only(run).notes.front() ==
        "at one partition's 1,000 write units a second its 1 M units take 17 minutes");
  CHECK(silent(judge("DDB401", definition, with(60, 940, 5e8))));
  CHECK(silent(judge("DDB401", definition, with(12, 14, 5e8))));
}

TEST_CASE("items by their size") {
  const auto definition = test::table_of("id");
  ProfileBuilder builder("T", 1000);
  builder.key({"id"}, 1000, 0.001);
  TableProfile& profile = builder.profile();
  profile.item_sizes.add(2000, 1000);
  CHECK(silent(judge("DDB402", definition, profile)));
  profile.item_sizes.add(150'000, 1100);
  CHECK(only(judge("DDB402", definition, profile)).severity == Severity::info);
  profile.items_near_limit = 3;
  profile.largest_item = {.key = "big", .items = 1, .bytes = 350 * 1024};
  CHECK(only(judge("DDB402", definition, profile)).severity == Severity::warning);
  profile.items_over_limit = 1;
  CHECK(only(judge("DDB402", definition, profile)).severity == Severity::error);
}

TEST_CASE("key values that the table refuses, or takes for others") {
  const auto definition = test::table_of("id", "", test::index_of("amount"));
  ProfileBuilder builder("T", 1000);
  builder.key({"id"}, 1000, 0.001).key({"amount"}, 1000, 0.001, {}, "by-amount");
  CHECK(silent(judge("DDB404", definition, builder)));
  CHECK(silent(judge("DDB406", definition, builder)));
  builder.last_key().mistyped = 3;
  builder.last_key().mistyped_example = "amount: S instead of N";
  CHECK(silent(judge("DDB404", definition, builder)));
  CHECK(only(judge("DDB406", definition, builder)).severity == Severity::error);
  CHECK(only(judge("DDB406", definition, builder)).attribute == "amount");
  builder.profile().keys.front().empty = 2;
  builder.profile().keys.front().too_long = 1;
  CHECK(judge("DDB404", definition, builder).findings().size() == 2);
  builder.profile().keys.front().empty = 0;
  builder.profile().keys.front().too_long = 0;
  builder.profile().mixed_formats = {{.attribute = "id",
                                      .kind = "case",
                                      .first_example = "a-1",
                                      .second_example = "A-1",
                                      .first_rows = 900,
                                      .second_rows = 100}};
  CHECK(only(judge("DDB404", definition, builder)).severity == Severity::warning);
  builder.profile().mixed_formats.front().kind = "format";
  CHECK(only(judge("DDB404", definition, builder)).severity == Severity::info);
  // Spellings of what is no key do not matter to DynamoDB.
  builder.profile().mixed_formats.front().attribute = "note";
  CHECK(silent(judge("DDB404", definition, builder)));
}

TEST_CASE("a key that stands twice in a load") {
  const auto definition = test::table_of("user", "at");
  ProfileBuilder builder("T", 1000);
  builder.key({"user"}, 100, 0.02, {"at"});
  CHECK(silent(judge("DDB405", definition, builder)));
  builder.last_key().duplicates = Estimate::counted(0);
  CHECK(silent(judge("DDB405", definition, builder)));
  builder.last_key().duplicates = Estimate::counted(1);
  CHECK(only(judge("DDB405", definition, builder)).severity == Severity::error);
  CHECK(
      only(judge("DDB405", definition, builder)).message ==
      "1 of 1,000 items repeats the primary key of another: each overwrites it, and one of the two "
      "is lost");
  builder.last_key().duplicates = Estimate{.value = 40, .low = 12, .high = 90};
  CHECK(only(judge("DDB405", definition, builder)).severity == Severity::warning);
  builder.last_key().duplicates = Estimate{.value = 40, .low = 0, .high = 90};
  CHECK(silent(judge("DDB405", definition, builder)));
  builder.last_key().duplicates = Estimate::counted(5);
  builder.profile().source.changes = true;
  CHECK(silent(judge("DDB405", definition, builder)));
  builder.profile().source.changes = false;
  builder.profile().source.hash_order = true;
  CHECK(silent(judge("DDB405", definition, builder)));
}

TEST_CASE("a time to live that nothing expires by") {
  const auto definition = test::table_of(
      "id", "", "      TimeToLiveSpecification: { AttributeName: ttl, Enabled: true }\n");
  const auto with = [](ValueType type, const std::string& value) {
    ProfileBuilder builder("T", 1000);
    builder.key({"id"}, 1000, 0.001).attribute("ttl", 900, 0.01, Shape::integer);
    AttributeProfile& ttl = builder.profile().attributes["ttl"];
    ttl.types = {};
    ttl.types.at(static_cast<std::size_t>(type)) = ttl.present;
    ttl.top = {{.value = value, .share = 0.01}};
    return builder;
  };
  const auto number = ValueType::number;
  CHECK(silent(judge("DDB407", definition, with(number, "1800000000"))));
  CHECK(only(judge("DDB407", definition, with(number, "1800000000000")))
            .message.find("counts milliseconds") != std::string::npos);
  CHECK(only(judge("DDB407", definition, with(number, "20270301"))).message.find("YYYYMMDD") !=
        std::string::npos);
  CHECK(only(judge("DDB407", definition, with(ValueType::string, "2027-03-01"))).evidence ==
        Evidence::measured);
  ProfileBuilder nowhere("T", 1000);
  nowhere.key({"id"}, 1000, 0.001);
  CHECK(only(judge("DDB407", definition, nowhere)).message ==
        "time to live reads `ttl`, which is on none of 1,000 items, so nothing ever expires");
  ProfileBuilder young("T", 20);
  young.key({"id"}, 20, 0.05);
  CHECK(silent(judge("DDB407", definition, young)));
}

TEST_CASE("entities that collide") {
  ProfileBuilder builder("T", 1000);
  builder.key({"pk"}, 1000, 0.001, {"sk"});
  const auto definition = test::table_of("pk", "sk");
  CHECK(silent(judge("DDB408", definition, builder)));
  builder.profile().entities = {{.kind = EntityFact::Kind::same_prefix,
                                 .type_attribute = "type",
                                 .first_type = "order",
                                 .second_type = "invoice",
                                 .first_format = "ID#{}",
                                 .first_rows = 500,
                                 .second_rows = 500}};
  CHECK(only(judge("DDB408", definition, builder)).severity == Severity::warning);
}

}  // namespace
}  // namespace ddblint
