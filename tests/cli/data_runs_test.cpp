// Options about data through the program: spilling, delimiters and headers of CSV, and that no
// value of the data gets out where none shall.

#include <filesystem>
#include <string>

#include <nlohmann/json.hpp>

#include "support/catch.h"
#include "support/scratch.h"

namespace ddblint {
namespace {

using nlohmann::json;
using test::holds;
using test::Result;
using test::Scratch;

const std::string kTable =
    "Resources:\n"
    "  Orders:\n"
    "    Type: AWS::DynamoDB::Table\n"
    "    Properties:\n"
    "      BillingMode: PAY_PER_REQUEST\n"
    "      AttributeDefinitions:\n"
    "        - {AttributeName: status, AttributeType: S}\n"
    "        - {AttributeName: number, AttributeType: N}\n"
    "        - {AttributeName: day, AttributeType: S}\n"
    "      KeySchema:\n"
    "        - {AttributeName: status, KeyType: HASH}\n"
    "        - {AttributeName: number, KeyType: RANGE}\n"
    "      GlobalSecondaryIndexes:\n"
    "        - IndexName: by-day\n"
    "          KeySchema: [{AttributeName: day, KeyType: HASH}]\n"
    "          Projection: {ProjectionType: KEYS_ONLY}\n";

TEST_CASE("duplicates that are spilled are counted, and the folder is left as it was") {
  const Scratch dir;
  std::string text;
  for (int i = 0; i < 5000; ++i) {
    text += R"({"Item":{"id":{"S":")" + std::to_string(i % 4000) + "\"}}}\n";
  }
  dir.write("data.jsonl", text);
  std::filesystem::create_directory(dir.path() / "spill");
  const Result result = dir.run("profile -f json --keys id --spill spill --memory 64MB data.jsonl");
  CHECK(result.code == 0);
  CHECK(json::parse(result.out)["keys"][0]["duplicates"]["estimate"] == 1000);
  CHECK(std::filesystem::is_empty(dir.path() / "spill"));
  const Result nowhere = dir.run("profile --keys id --spill nowhere data.jsonl 2>&1");
  CHECK(nowhere.code == 2);
  CHECK(holds(nowhere.out, "nowhere"));
}

TEST_CASE("CSV is read with the delimiter and the header that are given") {
  const Scratch dir;
  dir.write("data.csv", "a|1;x\nb|2;y\nc|3;z\n");
  const Result bars = dir.run("profile -f json --csv-delimiter '|' --csv-header id,rest data.csv");
  CHECK(bars.code == 0);
  const json profile = json::parse(bars.out);
  CHECK(profile["source"]["items"] == 3);
  CHECK(profile["source"]["formats"] == json({"CSV with '|'"}));
  CHECK(profile["attributes"]["id"]["present"] == 3);
  CHECK(profile["attributes"]["rest"]["present"] == 3);
  const Result semicolons = dir.run("profile -f json --csv-delimiter ';' data.csv");
  CHECK(json::parse(semicolons.out)["source"]["items"] == 2);
  CHECK(json::parse(semicolons.out)["attributes"].contains("a|1"));
}

TEST_CASE("no value of the data is in any output when none shall be") {
  const Scratch dir;
  dir.write("tables.yaml", kTable);
  std::string text;
  // Findings quote values: a hot key, two spellings, duplicates, dates, another type, bad records.
  for (int i = 0; i < 2000; ++i) {
    const std::string status = i % 10 == 0 ? "SECRET" + std::to_string(i) : "SECRETHOT";
    const std::string day = "SECRET-2024-01-0" + std::to_string(1 + i % 9);
    text += R"({"Item":{"status":{"S":")" + status + R"("},"number":{"N":")" +
            std::to_string(7'700'000 + i / 2) + R"("},"day":{"S":")" + day +
            R"("},"note":{"S":"SECRETnote"}}})" + "\n";
  }
  text += R"({"Item":{"status":{"S":"secrethot"},"number":{"N":"77001"},"day":{"N":"77002"}}})"
          "\n";
  text += R"({"Item":{"status":{"S":"SECRETbad"},"number":{"N":"SECRETno"}}})"
          "\n";
  dir.write("data.jsonl", text);
  const auto silent = [](const std::string& out) {
    return !holds(out, "SECRET") && !holds(out, "secrethot") && !holds(out, "77001") &&
           !holds(out, "77002") && !holds(out, "2024-01-0");
  };
  for (const std::string format : {"text", "json", "sarif", "concise"}) {
    INFO(format);
    const Result result =
        dir.run("check --no-values --verbose --data data.jsonl tables.yaml 2>&1 -f " + format);
    CHECK(holds(result.out, "DDB"));
    INFO(result.out);
    CHECK(silent(result.out));
  }
  for (const std::string format : {"text", "json"}) {
    const Result result =
        dir.run("profile --no-values --table tables.yaml data.jsonl 2>&1 -f " + format);
    INFO(result.out);
    CHECK(holds(result.out, "by-day"));
    CHECK(silent(result.out));
  }
  // The same run tells them where it may.
  CHECK(holds(dir.run("check --data data.jsonl tables.yaml 2>&1").out, "SECRETHOT"));
}

}  // namespace
}  // namespace ddblint
