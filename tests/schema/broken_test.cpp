// A table that a wrong indentation cuts is not judged by half; those before it are.

#include <string>

#include "schema/reading.h"
#include "support/catch.h"

namespace ddblint {
namespace {

const std::string kWhole =
    "Resources:\n"
    "  First:\n"
    "    Type: AWS::DynamoDB::Table\n"
    "    Properties:\n"
    "      KeySchema: [{AttributeName: id, KeyType: HASH}]\n"
    "  Second:\n"
    "    Type: AWS::DynamoDB::Table\n"
    "    Properties:\n"
    "      KeySchema: [{AttributeName: id, KeyType: HASH}]\n";

std::size_t tables_in(const std::string& text) { return read(text).found.tables.size(); }

TEST_CASE("a line that is indented too little cuts the table it was meant for") {
  CHECK(tables_in(kWhole) == 2);
  CHECK(tables_in(kWhole + "     BillingMode: PAY_PER_REQUEST\n") == 1);
  CHECK(tables_in(kWhole + "   BillingMode: PAY_PER_REQUEST\n") == 1);
}

TEST_CASE("a line that stands outside the table leaves it whole") {
  CHECK(tables_in(kWhole + " Other:\n  x: 1\n") == 2);
}

}  // namespace
}  // namespace ddblint
