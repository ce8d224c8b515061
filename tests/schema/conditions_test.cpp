#include <string>

#include "schema/reading.h"
#include "support/catch.h"

using ddblint::assignments;
using ddblint::complaints;
using ddblint::names;
using ddblint::orders;
using ddblint::read;
using ddblint::Reading;
using ddblint::ReadOptions;
using ddblint::shown;

namespace {

constexpr const char* kBefore = R"(Parameters:
  Env: {Type: String, Default: dev}
  Stage: {Type: String, AllowedValues: [dev, prod]}
  Bare: {Type: String}
Conditions:
  Prod: !Equals [!Ref Env, prod]
  Dev: !Equals [dev, !Ref Env]
  StageProd: !Equals [!Ref Stage, prod]
  StageDev: !Equals [!Ref Stage, dev]
  NotProd: !Not [!Condition Prod]
  Either: !Or [!Condition Prod, !Condition Dev]
  Both: !And [!Condition Prod, !Condition Dev]
  Region: !Equals [!Ref AWS::Region, us-east-1]
  SameRegion: !Equals [!Ref AWS::Region, us-east-1]
  Long: {"Fn::And": [{"Fn::Not": [{Condition: Dev}]}, {"Fn::Or": [{Condition: Prod}, {Condition: Region}]}]}
  Always: !Equals [a, a]
  Circle: !Not [!Condition Circle]
)";

/// The variants of a table whose settings use these conditions, one setting a condition.
std::string variants(const std::vector<std::string>& conditions, const ReadOptions& options = {}) {
  static constexpr const char* kSettings[] = {"TableName", "BillingMode", "TableClass"};
  std::string properties;
  for (std::size_t i = 0; i < conditions.size(); ++i) {
    properties += fmt::format("      {}: !If [{}, a, b]\n", kSettings[i], conditions[i]);
  }
  const Reading reading = read(orders(properties, kBefore), options);
  return reading.found.tables.empty() ? "none" : assignments(reading.found.tables[0]);
}

}  // namespace

TEST_CASE("a table without conditions has one variant", "[conditions]") {
  CHECK(variants({}) == "\n");
}

TEST_CASE("If gives each side in its own variant", "[conditions]") {
  const Reading reading = read(orders("      TableName: !If [Prod, big, small]\n", kBefore));
  const auto& variants = reading.found.tables.at(0).variants;
  REQUIRE(variants.size() == 2);
  CHECK(variants[0].when == ddblint::Assignment{{"Prod", false}});
  CHECK(variants[0].table.name.is("small"));
  CHECK(reading.source(variants[0].table.name.span()) == "small");
  CHECK(variants[1].when == ddblint::Assignment{{"Prod", true}});
  CHECK(variants[1].table.name.is("big"));
}

TEST_CASE("conditions on one parameter never hold together when they cannot", "[conditions]") {
  CHECK(variants({"Prod", "Dev"}) ==
        "Dev=false Prod=false\nDev=false Prod=true\nDev=true Prod=false\n");
  CHECK(variants({"Prod", "NotProd"}) == "NotProd=false Prod=true\nNotProd=true Prod=false\n");
}

TEST_CASE("allowed values close a parameter", "[conditions]") {
  CHECK(variants({"StageProd", "StageDev"}) ==
        "StageDev=false StageProd=true\nStageDev=true StageProd=false\n");
}

TEST_CASE("nested conditions", "[conditions]") {
  CHECK(variants({"Either", "Prod"}) ==
        "Either=false Prod=false\nEither=true Prod=false\nEither=true Prod=true\n");
  CHECK(variants({"Both"}) == "\n");
  CHECK(variants({"Always"}) == "\n");
  CHECK(variants({"Long", "Dev"}) ==
        "Dev=false Long=false\nDev=false Long=true\nDev=true Long=false\n");
}

TEST_CASE("equal comparisons with what is open have equal truth", "[conditions]") {
  CHECK(variants({"Region", "SameRegion"}) ==
        "Region=false SameRegion=false\nRegion=true SameRegion=true\n");
}

TEST_CASE("a condition that is not defined, or names itself, is a free choice", "[conditions]") {
  CHECK(variants({"Unheard"}) == "Unheard=false\nUnheard=true\n");
  CHECK(variants({"Circle"}) == "Circle=false\nCircle=true\n");
}

TEST_CASE("a bound parameter decides its conditions", "[conditions]") {
  const ReadOptions prod{.parameters = {{"Env", "prod"}}};
  CHECK(variants({"Prod", "Dev"}, prod) == "\n");
  const Reading reading = read(orders("      TableName: !If [Prod, big, small]\n", kBefore), prod);
  CHECK(reading.table().name.is("big"));
}

TEST_CASE("a condition of the resource itself", "[conditions]") {
  const auto with = [](const std::string& condition, const std::string& properties,
                       const ReadOptions& options = {}) {
    return read(std::string(kBefore) +
                    "Resources:\n  T:\n    Type: AWS::DynamoDB::Table\n    Condition: " +
                    condition + "\n    Properties:\n" + properties,
                options);
  };
  CHECK(assignments(with("Prod", "      TableName: x\n").found.tables.at(0)) == "\n");
  const Reading both = with("Prod", "      TableName: !If [Dev, d, !If [Prod, p, n]]\n");
  CHECK(assignments(both.found.tables.at(0)) == "\n");
  CHECK(both.table().name.is("p"));
  CHECK(with("Both", "      TableName: x\n").found.tables.empty());
  CHECK(
      with("Dev", "      TableName: x\n", {.parameters = {{"Env", "prod"}}}).found.tables.empty());
  CHECK(with("Unheard", "      TableName: x\n").found.tables.size() == 1);
}

TEST_CASE("If takes away properties, elements and whole lists", "[conditions]") {
  const Reading reading =
      read(orders("      BillingMode: !If [Prod, PROVISIONED, !Ref AWS::NoValue]\n"
                  "      LocalSecondaryIndexes: !If [Prod, [{IndexName: l}], !Ref AWS::NoValue]\n"
                  "      GlobalSecondaryIndexes:\n"
                  "        - {IndexName: always}\n"
                  "        - Fn::If: [Prod, {IndexName: big}, {Ref: AWS::NoValue}]\n",
                  kBefore));
  CHECK(complaints(reading).empty());
  const auto& variants = reading.found.tables.at(0).variants;
  REQUIRE(variants.size() == 2);
  CHECK(variants[0].table.billing_mode.absent());
  CHECK(variants[0].table.local_indexes.absent());
  CHECK(names(variants[0].table.global_indexes) == "always");
  CHECK(variants[1].table.billing_mode.is("PROVISIONED"));
  CHECK(names(variants[1].table.local_indexes) == "l");
  CHECK(names(variants[1].table.global_indexes) == "always big");
}

TEST_CASE("properties chosen by a condition", "[conditions]") {
  const Reading reading = read(std::string(kBefore) +
                               "Resources:\n  T:\n    Type: AWS::DynamoDB::Table\n"
                               "    Properties: !If [Prod, {TableName: p}, {TableName: d}]\n");
  const auto& variants = reading.found.tables.at(0).variants;
  REQUIRE(variants.size() == 2);
  CHECK(variants[0].table.name.is("d"));
  CHECK(variants[1].table.name.is("p"));
}

TEST_CASE("only the conditions that tell variants apart are named", "[conditions]") {
  CHECK(variants({"Prod", "Both", "Always"}) == "Prod=false\nProd=true\n");
}

TEST_CASE("a condition that rules out a default leaves the parameter to what fits",
          "[conditions]") {
  const Reading reading = read(orders("      TableName: !If [Prod, !Ref Env, none]\n", kBefore));
  const auto& variants = reading.found.tables.at(0).variants;
  REQUIRE(variants.size() == 2);
  CHECK(variants[1].table.name.is("prod"));
}

TEST_CASE("conditions too many to try end in time, with some variants", "[conditions]") {
  std::string before = "Parameters:\n";
  std::string conditions = "Conditions:\n";
  std::string indexes = "      GlobalSecondaryIndexes:\n";
  for (int i = 0; i < 40; ++i) {
    before += fmt::format("  P{}: {{Type: String, Default: 'no'}}\n", i);
    conditions += fmt::format("  C{}: !Equals [!Ref P{}, 'yes']\n", i, i);
    indexes += fmt::format("        - !If [C{}, {{IndexName: i{}}}, !Ref AWS::NoValue]\n", i, i);
  }
  const Reading reading = read(orders(indexes, before + conditions));
  const auto& variants = reading.found.tables.at(0).variants;
  CHECK(variants.size() > 1);
  bool none = false;
  for (const auto& variant : variants) none = none || variant.table.global_indexes.items.empty();
  CHECK(none);
}
