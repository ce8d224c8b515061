#include "rules/key_names.h"

#include <array>

#include <catch2/catch.hpp>

#include "rules/engine.h"
#include "syntax/parse.h"

using namespace ddblint;

namespace {

const RuleInfo& page(std::string_view code) {
  const RuleInfo* found = find_rule(code);
  REQUIRE(found != nullptr);
  return *found;
}

/// "warning", "info" or "-": what a page's lists say of a name.
std::string_view verdict(std::string_view code, std::string_view name) {
  const auto severity = NameJudge(page(code)).judge(name);
  return severity ? to_string(*severity) : "-";
}

/// The names that the entries of a page's two lists stand for, without those that are exceptions.
std::vector<std::string> names_in(std::string_view code) {
  std::vector<std::string> names;
  for (const char* list : {"strong", "usual", "sequence", "sequence-if-number"}) {
    for (const std::string_view entry : word_list(page(code), list)) {
      if (!entry.starts_with('!')) names.push_back(normalise_name(entry));
    }
  }
  return names;
}

Table named(std::string_view id) {
  Table table;
  table.id = std::string(id);
  return table;
}

}  // namespace

TEST_CASE("the generic names of keys say nothing", "[key_names]") {
  for (const char* name : {"pk",       "PK",      "sk",           "Pk",
                           "pk1",      "GSI1PK",  "gsi1_pk",      "gsi1pk",
                           "GSI1-PK",  "GSI2SK",  "gsi_pk",       "LSI1SK",
                           "hash_key", "HashKey", "partitionKey", "partition_key",
                           "id",       "ID",      "key",          "name",
                           "data",     "#"}) {
    CAPTURE(name);
    CHECK(is_generic_name(name));
  }
  for (const char* name : {"status", "pkStatus", "orderId", "keyType", "gsiStatus", "skill"}) {
    CAPTURE(name);
    CHECK_FALSE(is_generic_name(name));
  }
}

TEST_CASE("an identifier ends in a word for one", "[key_names]") {
  CHECK(is_identifier("statusId"));
  CHECK(is_identifier("id"));
  CHECK(is_identifier("order_uuid"));
  CHECK_FALSE(is_identifier("grid"));
  CHECK_FALSE(is_identifier("idType"));
}

TEST_CASE("the last word decides about few values", "[key_names]") {
  CHECK(verdict("DDB101", "orderStatus") == "warning");
  CHECK(verdict("DDB101", "customer_status") == "warning");
  CHECK(verdict("DDB101", "isActive") == "warning");
  CHECK(verdict("DDB101", "__typename") == "warning");
  CHECK(verdict("DDB101", "department") == "info");
  for (const char* name : {"status_id", "statusUpdatedAt", "statusDate", "state", "oauth_state",
                           "prototype", "isbn", "lastActive", "date_deleted", "is_verified_at",
                           "featureFlag", "userId_status", "city", "email"}) {
    CAPTURE(name);
    CHECK(verdict("DDB101", name) == "-");
  }
}

TEST_CASE("a date is a date when nothing finer or longer is said", "[key_names]") {
  CHECK(verdict("DDB104", "date") == "warning");
  CHECK(verdict("DDB104", "hour_bucket") == "warning");
  CHECK(verdict("DDB104", "orderDate") == "info");
  CHECK(verdict("DDB104", "dateOfBirth") == "info");
  for (const char* name :
       {"timestamp", "created_at", "createdAt", "event_ts", "epoch_ms", "dateTime", "update",
        "candidate", "lastUpdatedDate", "DeviceIDDate", "user_date", "requests_per_day"}) {
    CAPTURE(name);
    CHECK(verdict("DDB104", name) == "-");
  }
}

TEST_CASE("hashes that are names or secrets are not hashed twice", "[key_names]") {
  CHECK(verdict("DDB103", "password_hash") == "warning");
  CHECK(verdict("DDB103", "customerIdHash") == "info");
  for (const char* name :
       {"geohash", "contentHash", "file_hash", "commit_sha", "tx_hash", "tokenHash", "api_key_hash",
        "session_id_hash", "hash_key", "email_hash"}) {
    CAPTURE(name);
    CHECK(verdict("DDB103", name) == "-");
  }
}

TEST_CASE("no name belongs to the lists of two rules", "[key_names]") {
  for (const char* owner : {"DDB101", "DDB102", "DDB103", "DDB104"}) {
    const std::vector<std::string> names = names_in(owner);
    REQUIRE(names.size() > 20);
    for (const char* other : {"DDB101", "DDB103", "DDB104"}) {
      if (std::string_view(owner) == other) continue;
      const NameJudge judge(page(other));
      for (const std::string& name : names) {
        CAPTURE(owner, other, name);
        CHECK_FALSE(judge.judge(name));
      }
    }
  }
}

TEST_CASE("matching with a look at the words first is the same as with the whole list",
          "[key_names]") {
  for (const char* code : {"DDB101", "DDB103", "DDB104"}) {
    for (const char* list : {"strong", "usual", "joined-with"}) {
      const auto entries = word_list(page(code), list);
      const WordMatcher whole(entries);
      for (const char* other : {"DDB101", "DDB102", "DDB103", "DDB104"}) {
        for (const std::string& name : names_in(other)) {
          CAPTURE(code, list, name);
          CHECK(match_words(entries, name) == whole.match(name));
          CHECK(match_words(entries, "last_" + name) == whole.match("last_" + name));
          CHECK(match_words(entries, name + "_id") == whole.match(name + "_id"));
        }
      }
    }
  }
  CHECK(match_words(word_list(page("DDB101"), "strong"), "") == std::nullopt);
  CHECK(match_words({}, "status") == std::nullopt);
}

TEST_CASE("a table's name is searched as a whole", "[key_names]") {
  constexpr std::array<std::string_view, 2> entries = {"log", "!order log"};
  const std::span<const std::string_view> words = entries;
  CHECK(table_mentions(named("DeviceLogTable"), words));
  CHECK(table_mentions(named("Log"), words));
  CHECK_FALSE(table_mentions(named("Catalog"), words));
  CHECK_FALSE(table_mentions(named("OrderLogTable"), words));
  CHECK_FALSE(table_mentions(named(""), words));
}

TEST_CASE("a table can be the list of what its key names", "[key_names]") {
  CHECK(table_lists(named("CategoriesTable"), "category"));
  CHECK(table_lists(named("OrderStatuses"), "orderStatus"));
  CHECK(table_lists(named("Types"), "type"));
  CHECK_FALSE(table_lists(named("CategoryTable"), "category"));
  CHECK_FALSE(table_lists(named("Orders"), "status"));
}

TEST_CASE("names in ignore-names are left alone in any spelling", "[key_names]") {
  constexpr std::string_view text = R"({
  "TableName": "Orders",
  "AttributeDefinitions": [{"AttributeName": "orderStatus", "AttributeType": "S"}],
  "KeySchema": [{"AttributeName": "orderStatus", "KeyType": "HASH"}]
})";
  const Tree tree = parse_json(static_cast<FileId>(0), text);
  const Definitions definitions = read_definitions(tree, "table.json", text, {});
  REQUIRE(definitions.tables.size() == 1);
  const Subject subject{definitions.tables[0].first(), definitions.siblings};
  const auto judged = [&](const char* ignored) {
    const OptionValues options = {{"ignore-names", ignored}};
    return named_keys(subject, Rule{page("DDB101"), options}).size();
  };
  CHECK(judged("") == 1);
  CHECK(judged("status") == 1);
  CHECK(judged("order_status") == 0);
  CHECK(judged("kind, orderStatus") == 0);
  const OptionValues defaults;
  CHECK(named_keys(subject, Rule{page("DDB201"), defaults}).empty());
}
