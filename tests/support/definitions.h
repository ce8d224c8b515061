#pragma once

#include <string>

namespace ddblint::test {

/// A template with one table, prod-orders by name.
inline const std::string kOrders =
    "Resources:\n"
    "  Orders:\n"
    "    Type: AWS::DynamoDB::Table\n"
    "    Properties:\n"
    "      TableName: prod-orders\n"
    "      BillingMode: PAY_PER_REQUEST\n"
    "      AttributeDefinitions: [{AttributeName: customer, AttributeType: S}]\n"
    "      KeySchema: [{AttributeName: customer, KeyType: HASH}]\n";

/// A second table, to be added to the template.
inline const std::string kLines =
    "  Lines:\n"
    "    Type: AWS::DynamoDB::Table\n"
    "    Properties:\n"
    "      BillingMode: PAY_PER_REQUEST\n"
    "      AttributeDefinitions: [{AttributeName: id, AttributeType: S}]\n"
    "      KeySchema: [{AttributeName: id, KeyType: HASH}]\n";

/// A data model of AWS's assistant with two tables, of which one has items.
inline std::string data_model(const std::string& access_patterns = {}) {
  return R"({
  "tables": [
    {"TableName": "Users", "BillingMode": "PAY_PER_REQUEST",
     "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
     "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}]},
    {"TableName": "Orders", "BillingMode": "PAY_PER_REQUEST",
     "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
     "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}]}
  ],
  "items": {"Users": [{"PutRequest": {"Item": {"id": {"S": "u1"}}}},
                      {"PutRequest": {"Item": {"id": {"S": "u2"}}}}]},
  "access_patterns": [)" +
         access_patterns + R"(]
})";
}

}  // namespace ddblint::test
