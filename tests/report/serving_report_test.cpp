#include "report/serving_report.h"

#include "served_fixture.h"
#include <nlohmann/json.hpp>

#include "support/catch.h"

namespace ddblint {
namespace {

using nlohmann::json;
using report_test::Shown;

TEST_CASE("served patterns as JSON have what json.md says, with bounds beside") {
  const Shown shown;
  const json document =
      json::parse(render_inspect_json(SourceSet{}, {}, std::span(&shown.served(), 1)));
  const json& query = document["patterns"][0];
  CHECK(query["name"] == "orders of a customer");
  CHECK(query["best"]["index"].is_null());
  const json& table = query["served_by"][0];
  CHECK(table["table"] == "T");
  CHECK(table["index"].is_null());
  CHECK(table["how"] == "query");
  CHECK(table["read_units"] == 6);
  CHECK(table["write_units"] == 0);
  CHECK(table["pages"] == 1);
  CHECK(query["peak_per_key"]["reads"] == 1500);
  CHECK(query["peak_per_key"]["writes"] == 0);
  CHECK(query["peak_per_key"]["of"] == "stated");
  const json& open = document["patterns"][1];
  CHECK(open["served_by"][1]["read_units_high"].is_null());
  CHECK(open["served_by"][1]["unprojected"] == json::array({"total"}));
  CHECK(open["best"]["index"] == "by-status");
  CHECK(open["peak_per_key"]["key"] == "OPEN");
  CHECK(document["patterns"][2]["served_by"][1]["how"] == "maintain");
  CHECK(document["patterns"][3]["served_by"][1]["how"] == "impossible");
  CHECK(document["patterns"][3]["best"]["how"] == "scan");
  CHECK(document["loads"][0]["index"].is_null());
  CHECK(document["loads"][1]["index"] == "by-status");
}

TEST_CASE("served patterns as text: the matrix, the requests, what to know, the busiest keys") {
  const Shown shown;
  const std::string text = render_serving_text(std::span(&shown.served(), 1), TextStyle{});
  INFO(text);
  const auto has = [&text](std::string_view part) { return text.find(part) != std::string::npos; };
  CHECK(text.starts_with("T\n  pattern"));
  CHECK(has("orders of a customer  *query 6 R"));
  CHECK(has("place an order        *write 2 W"));
  CHECK(has("-!"));
  CHECK(has("5.0 % of the requests, stated"));
  CHECK(has("  - fresh, by-status: a global index is eventually consistent"));
  CHECK(has("  - open orders, by-status: not projected: total, to be read from the table"));
  CHECK(has("stated: OPEN\n"));
  CHECK(has("\n  by-status (status)  "));
  CHECK(has("no rate is stated"));
  CHECK(text.find(" \n") == std::string::npos);
  CHECK(text.back() == '\n');
}

}  // namespace
}  // namespace ddblint
