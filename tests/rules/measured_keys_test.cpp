// What data make of suspicions about keys, on profiles made by hand.

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
  CHECK(run.withdrawn().empty());
  return run.findings().front();
}

const Measurement& number(const Finding& finding, const std::string& name) {
  for (const Measurement& each : finding.measurements) {
    if (each.name == name) return each;
  }
  FAIL("no measurement " + name);
  return finding.measurements.front();
}

TEST_CASE("few values that gather items are measured, and the name says no more") {
  const auto status = test::table_of("status", "id");
  const TableProfile small = ProfileBuilder("T", 300).key({"status"}, 4, 0.62, {"id"});
  const RuleRun run = judge("DDB101", status, small);
  const Finding& finding = only(run);
  CHECK(finding.evidence == Evidence::measured);
  CHECK(finding.severity == Severity::info);
  CHECK(finding.message ==
        "partition key `status` has 4 distinct values in 300 items, and `OPEN` holds 62 % of them: "
        "it throttles above 1,613 writes or 4,839 reads a second");
  CHECK(number(finding, "distinct-values").value == 4);
  CHECK(number(finding, "distinct-values").unit == "values");
  CHECK(number(finding, "hottest-share").value == 0.62);
  CHECK(number(finding, "break-even-writes").value == Approx(1612.9).epsilon(1e-4));

  const TableProfile large =
      ProfileBuilder("T", 20'000'000, 11 * kGigabyte).key({"status"}, 4, 0.62, {"id"});
  const RuleRun heavy = judge("DDB101", status, large);
  CHECK(only(heavy).severity == Severity::warning);
  CHECK(only(heavy).message.find("4 distinct values in 20 M items") != std::string::npos);

  // 900 values, evenly used: it takes 900,000 writes a second to throttle one of them.
  const TableProfile even =
      ProfileBuilder("T", 20'000'000, 11 * kGigabyte).key({"pk"}, 900, 1.0 / 900, {"id"});
  const RuleRun spread = judge("DDB101", test::table_of("pk", "id"), even);
  CHECK(only(spread).severity == Severity::info);
}

TEST_CASE("many values withdraw the suspicion of the same key") {
  const TableProfile profile =
      ProfileBuilder("T", 2'100'000).key({"status"}, 1'200'000, 1e-5, {"id"});
  const RuleRun run = judge("DDB101", test::table_of("status", "id"), profile);
  CHECK(run.findings().empty());
  REQUIRE(run.withdrawn().size() == 1);
  CHECK(run.withdrawn().front().withdrawn_because == "1.2 M distinct values in 2.1 M items");
  CHECK(run.withdrawn().front().evidence == Evidence::suspected);
  CHECK(run.withdrawn().front().table == "T");
  // Nothing was suspected, nothing is withdrawn.
  const TableProfile plain =
      ProfileBuilder("T", 2'100'000).key({"customer"}, 1'200'000, 1e-5, {"id"});
  const RuleRun silent = judge("DDB101", test::table_of("customer", "id"), plain);
  CHECK(silent.findings().empty());
  CHECK(silent.withdrawn().empty());
}

TEST_CASE("a small table is innocent") {
  const TableProfile countries = ProfileBuilder("T", 200).key({"country"}, 200, 0.005, {"id"});
  const RuleRun lookup = judge("DDB101", test::table_of("country", "id"), countries);
  CHECK(lookup.findings().empty());
  REQUIRE(lookup.withdrawn().size() == 1);
  CHECK(lookup.withdrawn().front().withdrawn_because == "200 distinct values in 200 items");

  const TableProfile customers =
      ProfileBuilder("T", 4000).key({"customer_id"}, 200, 0.006, {"order"});
  CHECK(judge("DDB101", test::table_of("customer_id", "order"), customers).findings().empty());
  // One tenant in five has nearly everything: 30 values cannot spread that.
  const TableProfile tenants = ProfileBuilder("T", 9000).key({"tenant_id"}, 30, 0.4, {"order"});
  const RuleRun uneven = judge("DDB101", test::table_of("tenant_id", "order"), tenants);
  CHECK(only(uneven).severity == Severity::info);
}

TEST_CASE("a sample is judged in three ways") {
  const auto status = test::table_of("status", "id");
  const auto plain = test::table_of("shop", "id");
  const auto sample = [](const std::string& key, Drawn drawn, ValueCounts counts) {
    return ProfileBuilder("T", counts.rows)
        .sampled(drawn)
        .key({key}, static_cast<double>(counts.distinct), 0.3, {"id"})
        .counts(counts);
  };
  const ValueCounts few{.rows = 5000, .distinct = 6, .once = 0, .twice = 0};
  const ValueCounts open{.rows = 60, .distinct = 40, .once = 25, .twice = 10};
  const ValueCounts many{.rows = 1000, .distinct = 700, .once = 500, .twice = 120};

  const TableProfile low = sample("status", Drawn::random, few);
  const RuleRun found = judge("DDB101", status, low);
  CHECK(only(found).evidence == Evidence::measured);
  // The data do not tell how large the table is: the name's word stands.
  CHECK(only(found).severity == Severity::warning);
  CHECK(only(found).message.find("6 distinct values in a sample of 5,000 items") !=
        std::string::npos);
  const TableProfile low_plain = sample("shop", Drawn::random, few);
  CHECK(only(judge("DDB101", plain, low_plain)).severity == Severity::info);

  const TableProfile head = sample("status", Drawn::file_head, few);
  const RuleRun drifting = judge("DDB101", status, head);
  CHECK(only(drifting).evidence == Evidence::suspected);
  CHECK(only(drifting).severity == Severity::info);
  const TableProfile head_plain = sample("shop", Drawn::file_head, few);
  CHECK(judge("DDB101", plain, head_plain).findings().empty());

  const TableProfile untold = sample("status", Drawn::random, open);
  const RuleRun left = judge("DDB101", status, untold);
  CHECK(only(left).evidence == Evidence::suspected);
  CHECK(only(left).severity == Severity::info);
  REQUIRE(only(left).notes.size() == 1);
  CHECK(
      only(left).notes.front().find("the data do not settle it: 40 distinct values in a sample of "
                                    "60 items") == 0);

  const TableProfile enough = sample("status", Drawn::random, many);
  CHECK(judge("DDB101", status, enough).findings().empty());
  CHECK(judge("DDB101", status, enough).withdrawn().size() == 1);
}

TEST_CASE("data that say nothing replace nothing") {
  const TableProfile empty = ProfileBuilder("T", 0).key({"status"}, 0, 0, {"id"});
  const RuleRun run = judge("DDB101", test::table_of("status", "id"), empty);
  CHECK(only(run).evidence == Evidence::suspected);
  CHECK(only(run).severity == Severity::warning);
  // What was measured is another key.
  const TableProfile other = ProfileBuilder("T", 900).key({"order"}, 900, 0.001, {"id"});
  const RuleRun unbound = judge("DDB101", test::table_of("status", "id"), other);
  CHECK(only(unbound).severity == Severity::warning);
}

TEST_CASE("the remedy names what the data prove better") {
  const TableProfile profile = ProfileBuilder("T", 50'000)
                                   .key({"status"}, 4, 0.62, {"id"})
                                   .attribute("status", 4, 0.62, Shape::enumeration)
                                   .attribute("customer_id", 9000, 0.002)
                                   .attribute("price", 40'000, 0.001, Shape::number)
                                   .attribute("region_id", 12, 0.2);
  const RuleRun run = judge("DDB101", test::table_of("status", "id"), profile);
  const std::string& remedy = only(run).remedy;
  CHECK(remedy.find("lead with `customer_id` (9,000 distinct values, the most frequent on 0.2 % of "
                    "the items)") == 0);
  CHECK(remedy.find("price") == std::string::npos);
  CHECK(remedy.find("region_id") == std::string::npos);
}

TEST_CASE("an index is judged over its own entries") {
  const auto definition = test::table_of("id", "", test::index_of("state"));
  const TableProfile profile = ProfileBuilder("T", 100'000)
                                   .key({"id"}, 100'000, 1e-5)
                                   .key({"state"}, 3, 0.5, {}, "by-state", 40'000);
  const RuleRun run = judge("DDB201", definition, profile);
  CHECK(only(run).index == "by-state");
  CHECK(only(run).message ==
        "partition key `state` of index `by-state` has 3 distinct values in 40,000 items, and "
        "`OPEN` holds 50 % of them: it throttles above 2,000 writes or 6,000 reads a second, and a "
        "throttled index throttles the table's writes");
  CHECK(judge("DDB101", definition, profile).findings().empty());
  CHECK(judge("DDB203", definition, profile).findings().empty());
}

TEST_CASE("a hot value is told from a hot table") {
  const auto definition = test::table_of("device", "at");
  const auto with = [](double share, double bytes) {
    return ProfileBuilder("T", 1'000'000, bytes).key({"device"}, 5000, share, {"at"});
  };
  const TableProfile hot = with(0.81, 50e6);
  const RuleRun run = judge("DDB105", definition, hot);
  CHECK(only(run).severity == Severity::info);
  CHECK(only(run).evidence == Evidence::measured);
  CHECK(only(run).message ==
        "partition key `device` has 5,000 distinct values in 1 M items, but `OPEN` holds 81 % of "
        "them: it throttles above 1,235 writes or 3,704 reads a second");
  const TableProfile heavy = with(0.81, 11 * kGigabyte);
  CHECK(only(judge("DDB105", definition, heavy)).severity == Severity::warning);
  const TableProfile even = with(0.79, 11 * kGigabyte);
  CHECK(judge("DDB105", definition, even).findings().empty());

  // A random sample must show it beyond its error; the first rows cannot.
  ProfileBuilder sample("T", 1000);
  sample.sampled(Drawn::random).key({"device"}, 100, 0.82, {"at"});
  sample.last_key().hottest_share = {.value = 0.82, .low = 0.79, .high = 0.85};
  CHECK(judge("DDB105", definition, sample).findings().empty());
  sample.last_key().hottest_share.low = 0.801;
  CHECK(judge("DDB105", definition, sample).findings().size() == 1);
  sample.sampled(Drawn::file_head);
  CHECK(judge("DDB105", definition, sample).findings().empty());
}

TEST_CASE("dates are keys of their own kind") {
  const auto definition = test::table_of("date", "id");
  const auto with = [](double distinct, Shape shape, std::int64_t granularity) {
    return ProfileBuilder("T", 50'000)
        .key({"date"}, distinct, 1 / distinct, {"id"})
        .attribute("date", distinct, 1 / distinct, shape, granularity);
  };
  const TableProfile days = with(365, Shape::date, 86'400);
  CHECK(only(judge("DDB104", definition, days)).evidence == Evidence::measured);
  CHECK(only(judge("DDB104", definition, days)).severity == Severity::info);
  CHECK(judge("DDB101", definition, days).findings().empty());
  const TableProfile hours = with(8000, Shape::time_bucket, 3600);
  CHECK(only(judge("DDB104", definition, hours)).evidence == Evidence::measured);

  const TableProfile seconds = with(49'000, Shape::timestamp, 1);
  CHECK(judge("DDB104", definition, seconds).findings().empty());
  CHECK(judge("DDB104", definition, seconds).withdrawn().size() == 1);
  const TableProfile minutes = with(20'000, Shape::time_bucket, 60);
  CHECK(judge("DDB104", definition, minutes).findings().empty());
  const TableProfile calendar = with(50'000, Shape::date, 86'400);
  CHECK(judge("DDB104", definition, calendar).findings().empty());
  CHECK(judge("DDB104", definition, calendar).withdrawn().front().withdrawn_because ==
        "50,000 distinct values in 50,000 items");

  ProfileBuilder sharded =
      ProfileBuilder("T", 50'000).key({"date"}, 600, 0.01, {"id"}).attribute("date", 600, 0.01);
  sharded.profile().shard_suffixes.push_back(
      {.attribute = "date", .separator = ".", .shards = 20, .effective_shards = 20});
  CHECK(judge("DDB104", definition, sharded).withdrawn().front().withdrawn_because ==
        "its values carry a shard number, 20 of them");
}

TEST_CASE("a sequence is information until reads went elsewhere") {
  ProfileBuilder builder("T", 10'000);
  builder.key({"pk"}, 10'000, 1e-4).attribute("pk", 10'000, 1e-4, Shape::sequence);
  builder.profile().sequences.push_back({.attribute = "pk",
                                         .prefix = "ORD-",
                                         .density = 1,
                                         .monotonicity = 0.99,
                                         .kind = "dense",
                                         .rows = 10'000});
  const RuleRun alone = judge("DDB102", test::table_of("pk"), builder);
  CHECK(only(alone).severity == Severity::info);
  CHECK(only(alone).evidence == Evidence::measured);
  CHECK(
      only(alone).message ==
      "partition key `pk` holds consecutive numbers behind `ORD-` (10,000 of 10,000 items): reads "
      "that do not know the number need an index or a scan");
  for (const std::string& note : only(alone).notes)
    CHECK(note.find("hot") == note.find("hot key: "));

  builder.key({"number"}, 10'000, 1e-4, {}, "by-number").attribute("number", 10'000, 1e-4);
  const auto indexed = test::table_of("pk", "", test::index_of("number"));
  CHECK(only(judge("DDB102", indexed, builder)).severity == Severity::warning);
  // An index by customer groups items, it does not tell them apart.
  builder.last_key().distinct.value = 700;
  CHECK(only(judge("DDB102", indexed, builder)).severity == Severity::info);

  const TableProfile uuids = ProfileBuilder("T", 10'000)
                                 .key({"row_id"}, 10'000, 1e-4)
                                 .attribute("row_id", 10'000, 1e-4, Shape::uuid4);
  const RuleRun withdrawn = judge("DDB102", test::table_of("row_id"), uuids);
  CHECK(withdrawn.findings().empty());
  CHECK(withdrawn.withdrawn().size() == 1);
}

TEST_CASE("a digest is proved by its input") {
  ProfileBuilder builder("T", 10'000);
  builder.key({"k"}, 10'000, 1e-4).attribute("k", 10'000, 1e-4, Shape::digest);
  DigestFact fact{.attribute = "k",
                  .of = {"customer_id"},
                  .function = "md5",
                  .encoding = "hex",
                  .cut = "first 8 hex digits",
                  .matched = 10'000,
                  .tested = 10'000};
  builder.profile().digests.push_back(fact);
  const RuleRun run = judge("DDB103", test::table_of("k"), builder);
  CHECK(only(run).evidence == Evidence::proved);
  CHECK(only(run).severity == Severity::warning);
  CHECK(only(run).message ==
        "partition key `k` equals `md5(customer_id)` (hex, first 8 hex digits) in 10,000 of 10,000 "
        "items: DynamoDB hashes every partition key itself, so this adds work and spreads nothing "
        "better");
  CHECK(only(run).remedy == "use `customer_id` itself as the partition key");

  builder.attribute("customer_id", 10'000, 1e-4).profile().attributes["customer_id"].largest = 3000;
  CHECK(only(judge("DDB103", test::table_of("k"), builder)).severity == Severity::info);

  builder.profile().digests.front().shard_suffix = true;
  CHECK(judge("DDB103", test::table_of("k"), builder).findings().empty());

  // A name alone, and data that neither prove nor refute it.
  builder.profile().digests.clear();
  builder.profile().keys.front().key.partition.front().name = "pk_hash";
  builder.attribute("pk_hash", 10'000, 1e-4, Shape::digest);
  const RuleRun salted = judge("DDB103", test::table_of("pk_hash"), builder);
  CHECK(only(salted).evidence == Evidence::suspected);
  CHECK(only(salted).severity == Severity::warning);
  builder.profile().attributes["pk_hash"].shape->shape = Shape::uuid4;
  CHECK(judge("DDB103", test::table_of("pk_hash"), builder).withdrawn().size() == 1);
}

}  // namespace
}  // namespace ddblint
