#include <string>

#include "workload/pattern_text.h"

#include "support/catch.h"

namespace ddblint {
namespace {

using namespace workload_test;

std::string shown(const std::string& patterns) {
  const Document document(patterns, "model.json");
  const ReadPatterns read = read_model_patterns(*document.tree.documents.at(0));
  return patterns_text(read.set.patterns) + document.shown(read.diagnostics);
}

TEST_CASE("a data model's commands are read", "[model_patterns]") {
  CHECK(shown(R"([
    {"pattern": "1", "description": "User by id", "table": "Users", "index": null,
     "dynamodb_operation": "GetItem",
     "implementation": "aws dynamodb get-item --table-name Users --key '{\"user_id\":{\"S\":\"u1\"}}'"},
    {"pattern": "2-3", "description": "User by mail", "table": "Users", "index": "ByEmail",
     "dynamodb_operation": "Query",
     "implementation": "aws dynamodb query --table-name Users --index-name ByEmail --key-condition-expression '#e = :e' --expression-attribute-names '{\"#e\":\"email\"}' --expression-attribute-values '{\":e\":{\"S\":\"a@b\"}}'"},
    {"pattern": "4", "description": "Search", "reason": "runs in OpenSearch"}
  ])") ==
        "GetItem name=1: User by id table=Users equals=[user_id]\n"
        "Query name=2-3: User by mail table=Users index=ByEmail equals=[email] as-projected\n");
}

TEST_CASE("an operation without a command is a part of a pattern", "[model_patterns]") {
  CHECK(
      shown(
          R"([{"pattern": "1", "table": "T", "index": "null", "dynamodb_operation": "TransactWrite"},
    {"pattern": "2", "table": "T", "index": "I", "dynamodb_operation": "Query", "implementation": ""}])") ==
      "TransactWriteItems name=1 table=T partly\nQuery name=2 table=T index=I partly\n");
}

TEST_CASE("several commands of one pattern are told apart", "[model_patterns]") {
  CHECK(
      shown(
          R"([{"description": "swap", "implementation": "aws dynamodb get-item --table-name A --key id={S=1}; aws dynamodb delete-item --table-name B --key id={S=1}"}])") ==
      "GetItem name=1: swap (GetItem of A) table=A equals=[id]\n"
      "DeleteItem name=1: swap (DeleteItem of B) table=B equals=[id]\n");
}

TEST_CASE("what is wrong in a data model's patterns", "[model_patterns]") {
  CHECK(shown(R"({"a": 1})") == "1:1 <{\"a\": 1}> access_patterns is a list\n");
  CHECK(shown("[5]") ==
        "1:2 <5> an access pattern is a mapping with `implementation`, not a text\n");
  CHECK(shown(R"([{"pattern": "1"}])") ==
        "1:2 <{\"pattern\": \"1\"}> an access pattern has an `implementation` or a "
        "`dynamodb_operation`\n");
  CHECK(shown(R"([{"pattern": "1", "dynamodb_operation": "Merge"}])") ==
        "1:41 <\"Merge\"> unknown operation `Merge`\n");
  CHECK(shown(R"([{"pattern": "1", "implementation": "aws dynamodb scan --tabl-name T"}])") ==
        "Scan name=1\n"
        "1:38 <aws dynamodb scan --tabl-name T> a request names its table, and this one has no "
        "TableName\n"
        "1:56 <--tabl-name> unknown option `--tabl-name`, did you mean \"table-name\"?\n");
}

}  // namespace
}  // namespace ddblint
