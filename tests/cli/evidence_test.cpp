// What data prove of heat, and what `--min-evidence` leaves of it.

#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <openssl/evp.h>

#include "support/catch.h"
#include "support/scratch.h"

namespace ddblint {
namespace {

using Json = nlohmann::json;
using test::Scratch;

std::string table_by(const std::string& key) {
  return fmt::format(
      "Resources:\n  T:\n    Type: AWS::DynamoDB::Table\n    Properties:\n"
      "      BillingMode: PAY_PER_REQUEST\n"
      "      AttributeDefinitions: [{{AttributeName: {0}, AttributeType: S}}, "
      "{{AttributeName: id, AttributeType: S}}]\n"
      "      KeySchema: [{{AttributeName: {0}, KeyType: HASH}}, "
      "{{AttributeName: id, KeyType: RANGE}}]\n",
      key);
}

std::string sha256(const std::string& text) {
  std::vector<unsigned char> digest(32);
  EVP_Digest(text.data(), text.size(), digest.data(), nullptr, EVP_sha256(), nullptr);
  std::string hex;
  for (const unsigned char byte : digest) hex += fmt::format("{:02x}", byte);
  return hex;
}

/// Rows of which nine in ten have one status, with sort keys in no order.
std::string hot_rows(int rows) {
  std::string text;
  for (int i = 0; i < rows; ++i) {
    text += fmt::format(R"({{"status":"{}","id":"{}"}})", i % 10 == 0 ? "OPEN" : "DONE",
                        sha256(fmt::format("{}", i)).substr(0, 20)) +
            "\n";
  }
  return text;
}

/// The findings about one table and its rows.
Json findings(const Scratch& dir, const std::string& more) {
  const auto result = dir.run("check t.yaml --data rows.jsonl -f json --exit-zero " + more);
  return Json::parse(result.out)["findings"];
}

int rank(const std::string& evidence) {
  const std::vector<std::string> order = {"suspected", "structural", "measured", "proved"};
  int at = 0;
  while (order[static_cast<std::size_t>(at)] != evidence) ++at;
  return at;
}

/// Every level shows exactly what is at least as sure: nothing stronger hides behind what is
/// weaker.
void check_levels(const Scratch& dir, const std::string& more) {
  const Json all = findings(dir, more);
  for (const std::string level : {"suspected", "structural", "measured", "proved"}) {
    Json expected = Json::array();
    for (const Json& finding : all) {
      if (rank(finding["evidence"]) >= rank(level)) expected.push_back(finding);
    }
    INFO(level);
    CHECK(findings(dir, more + " --min-evidence " + level) == expected);
  }
}

TEST_CASE("heat of small data is information, with the rate from which on it is harm", "[cli]") {
  for (const int rows : {200, 2000}) {
    const Scratch dir;
    dir.write("t.yaml", table_by("status"));
    dir.write("rows.jsonl", hot_rows(rows));
    const Json all = findings(dir, "");
    std::vector<std::string> codes;
    for (const Json& finding : all) {
      codes.push_back(finding["code"]);
      CHECK(finding["evidence"] == "measured");
      // A strong name would be a warning; the data are far from any limit.
      CHECK(finding["severity"] == "info");
      double writes = 0;
      for (const Json& one : finding["measurements"]) {
        if (one["name"] == "break-even-writes") writes = one["value"];
      }
      CHECK(writes == Approx(1000 / 0.9));
    }
    CHECK(codes == std::vector<std::string>{"DDB101", "DDB105"});
    CHECK(dir.run("check t.yaml --data rows.jsonl").out.find("over 10 GB") != std::string::npos);
    check_levels(dir, "");
  }
}

TEST_CASE("the same rows as a sample of much are a warning", "[cli]") {
  const Scratch dir;
  dir.write("t.yaml", table_by("status"));
  dir.write("rows.jsonl", hot_rows(2000));
  const std::string sampled = "--sampled=2000000000 --sample random";
  const Json all = findings(dir, sampled);
  std::vector<std::string> codes;
  for (const Json& finding : all) {
    codes.push_back(finding["code"]);
    CHECK(finding["severity"] == "warning");
  }
  CHECK(codes == std::vector<std::string>{"DDB101", "DDB105", "DDB403"});
  check_levels(dir, sampled);
}

TEST_CASE("a proof and a suspicion about different things stand beside each other", "[cli]") {
  const Scratch dir;
  dir.write("t.yaml", table_by("email_hash"));
  std::string text;
  for (int i = 0; i < 500; ++i) {
    const std::string email = fmt::format("u{}@example.org", i * 7919);
    text += fmt::format(R"({{"email_hash":"{}","id":"{}","email":"{}"}})", sha256(email), i % 7,
                        email) +
            "\n";
  }
  dir.write("rows.jsonl", text);
  const Json proved = findings(dir, "--min-evidence proved");
  REQUIRE(proved.size() == 1);
  CHECK(proved.front()["code"] == "DDB103");
  check_levels(dir, "");
}

}  // namespace
}  // namespace ddblint
