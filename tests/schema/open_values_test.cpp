#include "schema/open_values.h"

#include <string>

#include "schema/reading.h"
#include "support/catch.h"

using ddblint::open_values;
using ddblint::orders;
using ddblint::read;
using ddblint::Reading;

TEST_CASE("what is known gives no open value", "[open_values]") {
  CHECK(open_values(read(orders("      TableName: x\n"))).empty());
}

TEST_CASE("every open value is listed with its expression and reason", "[open_values]") {
  const Reading reading = read(
      orders("      TableName: !Ref N\n"
             "      BillingMode: !GetAtt A.B\n"
             "      ProvisionedThroughput: {ReadCapacityUnits: !Ref R, WriteCapacityUnits: 1}\n"
             "      LocalSecondaryIndexes: !GetAtt C.D\n"
             "      GlobalSecondaryIndexes:\n"
             "        - IndexName: g\n"
             "          KeySchema: [{AttributeName: !Ref K, KeyType: HASH}]\n"
             "          Projection: {ProjectionType: !Ref P}\n"));
  CHECK(open_values(reading) ==
        "Orders.name: !Ref N: nothing in the template is called N\n"
        "Orders.global_indexes[g].key: !Ref K: nothing in the template is called K\n"
        "Orders.global_indexes[g].projection: !Ref P: nothing in the template is called P\n"
        "Orders.local_indexes: !GetAtt C.D: an attribute of a resource is known after deployment\n"
        "Orders.billing_mode: !GetAtt A.B: an attribute of a resource is known after deployment\n"
        "Orders.throughput: !Ref R: nothing in the template is called R\n");
  CHECK(reading.source(reading.found.open.at(0).span) == "!Ref N");
}

TEST_CASE("an open value of several variants is listed once", "[open_values]") {
  const Reading reading =
      read(orders("      TableName: !Ref N\n      BillingMode: !If [C, a, b]\n"));
  CHECK(reading.found.tables.at(0).variants.size() == 2);
  CHECK(reading.found.open.size() == 1);
}
