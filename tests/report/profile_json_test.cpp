#include <limits>

#include "profile_fixture.h"
#include <nlohmann/json.hpp>

#include "support/catch.h"

using namespace ddblint;
using namespace ddblint::report_test;
using nlohmann::json;

namespace {

json json_of(const ProfileReport& report) { return json::parse(render_profile_json(report)); }

}  // namespace

TEST_CASE("a profile has the promised keys in JSON", "[report]") {
  const json document = json_of(full_report());
  CHECK(document["schema_version"] == "1.0");
  CHECK(document["table"] == "Orders");
  CHECK(document["source"]["files"] == 2);
  CHECK(document["source"]["items"] == 12'003);
  CHECK(document["source"]["sampled"] == false);
  CHECK(document["source"]["population"].is_null());
  const json& status = document["attributes"]["status"];
  CHECK(status["present"] == 12'000);
  CHECK(status["types"] == json({{"S", 12'000}}));
  CHECK(status["distinct"] == json({{"estimate", 3}, {"low", 3}, {"high", 3}, {"exact", true}}));
  CHECK(status["top"][0]["value"] == "SHIPPED");
  CHECK(status["top"][0]["count"] == 9720);
  CHECK(status["shape"]["name"] == "enumeration");
  CHECK(status["order"]["density"].is_null());
  CHECK(document["attributes"]["total"]["order"]["density"] == 0.5);
  CHECK(document["attributes"]["total"]["types"] == json({{"S", 103}, {"N", 11'900}}));
  const json& key = document["keys"][0];
  CHECK(key["subject"] == "table");
  CHECK(key["partition_key"] == json({"customer_id"}));
  CHECK(key["sort_key"] == json({"order_date"}));
  CHECK(key["collections"]["count"] == 1204);
  CHECK(key["collections"]["relative_error"] == LogHistogram::kRelativeError);
  CHECK(key["collections"]["items"]["max"] == 6000);
  CHECK(key["duplicates"]["estimate"] == 4);
  CHECK(key["duplicates"]["exact"] == true);
  CHECK(document["keys"][1]["subject"] == "by-status");
  CHECK(document["keys"][1]["types"]["status"].is_null());
  CHECK(document["keys"][1]["duplicates"].is_null());
  CHECK(document["keys"][1]["load_order"].is_null());
  CHECK(document["digests"][0]["of"] == json({"customer_id"}));
  CHECK(document["digests"][0]["matched"] == 12'000);
  CHECK(document["entities"][0]["types"] == json({"USER", "UNIT"}));
  CHECK(document["entities"][1]["types"] == json({"USER"}));
  CHECK(document["diagnostics"].size() == 3);
  CHECK(document["diagnostics"][1]["line"] == 17);
  CHECK(document["diagnostics"][1]["count"] == 2);
}

TEST_CASE("the load order of a table is that of its files, by their windows", "[report]") {
  const json order = json_of(full_report())["keys"][0]["load_order"];
  CHECK(order["window"] == 1000);
  CHECK(order["windows"] == 8);
  CHECK(order["distinct_keys"].get<double>() == Approx((6 * 4 + 2 * 950) / 8.0));
  CHECK(order["effective_parallelism"].get<double>() == Approx((6 * 0.004 + 2 * 0.9) / 8));
  CHECK(order["files"].size() == 2);
}

TEST_CASE("a sample tells how it was drawn, and what is not known is null", "[report]") {
  ProfileReport report;
  report.profile.source.drawn = Drawn::scan_head;
  report.profile.source.population = 2'100'000;
  KeyProfile key;
  key.distinct.high = std::numeric_limits<double>::infinity();
  report.profile.keys = {key};
  const json document = json_of(report);
  CHECK(document["table"].is_null());
  CHECK(document["source"]["sampled"] == true);
  CHECK(document["source"]["drawn"] == "scan-head");
  CHECK(document["source"]["population"] == 2'100'000);
  CHECK(document["item_sizes"]["p50"].is_null());
  CHECK(document["item_sizes"]["largest"].is_null());
  CHECK(document["keys"][0]["distinct"]["high"].is_null());
}

TEST_CASE("digests in place of values leak none of them", "[report]") {
  const ProfileReport hidden = without_values(full_report());
  const std::string text =
      render_profile_json(hidden) +
      render_profile_text(hidden, {.text = {}, .columns = 100, .unicode = true});
  for (const std::string value :
       {"SHIPPED", "C-1", "C-22", "C-7", "2014-07", "ORD-0", "ORD-", "99999", "C-99", "c-1", "USER",
        "UNIT", "xxx", "NEW", "U#{", "1.5\""}) {
    INFO(value);
    CHECK(text.find(value) == std::string::npos);
  }
  // What stays tells keys apart, and is the same for the same value.
  const json shown = json_of(hidden);
  CHECK(shown["keys"][0]["top"][0]["value"] ==
        shown["keys"][0]["collections"]["largest"][0]["key"]);
  CHECK(shown["keys"][0]["top"][0]["value"] != shown["keys"][0]["top"][1]["value"]);
  CHECK(shown["keys"][0]["top"][0]["value"].get<std::string>().size() == 11);
  CHECK(shown["attributes"].contains("order_number"));
}
