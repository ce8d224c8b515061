#include "rules/dialect_words.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace ddblint {
namespace {

/// One setting in the words of the dialects.
struct Word {
  std::string_view cloudformation;
  std::string_view terraform;
  /// Crossplane and Pulumi, which spell the provider's arguments in camel case.
  std::string_view provider;
  /// ACK, and Pulumi's aws-native.
  std::string_view service;
};

constexpr std::array kWords = {
    Word{"BillingMode: PAY_PER_REQUEST", "billing_mode = \"PAY_PER_REQUEST\"",
         "billingMode: PAY_PER_REQUEST", "billingMode: PAY_PER_REQUEST"},
    Word{"AttributeDefinitions", "attribute", "attribute", "attributeDefinitions"},
    Word{"AttributeName", "name", "name", "attributeName"},
    Word{"KeySchema", "hash_key", "hashKey", "keySchema"},
    Word{"KeyType", "key_type", "keyType", "keyType"},
    Word{"KeyType: HASH", "hash_key", "hashKey", "keyType: HASH"},
    Word{"KeyType: RANGE", "range_key", "rangeKey", "keyType: RANGE"},
    Word{"IndexName", "name", "name", "indexName"},
    Word{"Projection", "projection_type", "projectionType", "projection"},
    Word{"ProjectionType", "projection_type", "projectionType", "projectionType"},
    Word{"NonKeyAttributes", "non_key_attributes", "nonKeyAttributes", "nonKeyAttributes"},
    Word{"ProvisionedThroughput", "read_capacity` and `write_capacity",
         "readCapacity` and `writeCapacity", "provisionedThroughput"},
    Word{"OnDemandThroughput", "on_demand_throughput", "onDemandThroughput", "onDemandThroughput"},
    Word{"StreamSpecification", "stream_enabled", "streamEnabled", "streamSpecification"},
    Word{"StreamEnabled", "stream_enabled", "streamEnabled", "streamEnabled"},
    Word{"StreamViewType", "stream_view_type", "streamViewType", "streamViewType"},
    Word{"StreamViewType: NEW_AND_OLD_IMAGES", "stream_view_type = \"NEW_AND_OLD_IMAGES\"",
         "streamViewType: NEW_AND_OLD_IMAGES", "streamViewType: NEW_AND_OLD_IMAGES"},
    Word{"TimeToLiveSpecification", "ttl", "ttl", "timeToLive"},
    Word{"PointInTimeRecoverySpecification: {PointInTimeRecoveryEnabled: true}",
         "point_in_time_recovery { enabled = true }", "pointInTimeRecovery: {enabled: true}",
         "continuousBackups: {pointInTimeRecoveryEnabled: true}"},
    Word{"ContributorInsightsSpecification: {Enabled: true}", "aws_dynamodb_contributor_insights",
         "ContributorInsights", "contributorInsights: ENABLE"},
    Word{"KMSMasterKeyId", "kms_key_arn", "kmsKeyArn", "kmsMasterKeyID"},
    Word{"DeletionProtectionEnabled: true", "deletion_protection_enabled = true",
         "deletionProtectionEnabled: true", "deletionProtectionEnabled: true"},
    Word{"AWS::ApplicationAutoScaling::ScalableTarget", "aws_appautoscaling_target", "Target",
         "ScalableTarget"},
};

using Column = std::string_view Word::*;

/// The column of a table's dialect, or null where CloudFormation's words, which are those of the
/// service's API, are right.
Column column_of(const Table& table) {
  switch (table.dialect) {
    case Dialect::terraform:
    case Dialect::terraform_plan:
    case Dialect::terraform_state:
      return &Word::terraform;
    case Dialect::crossplane:
      return &Word::provider;
    case Dialect::pulumi:
      return table.resource_type.starts_with("aws-native") ? &Word::service : &Word::provider;
    case Dialect::ack:
      return &Word::service;
    default:
      return nullptr;
  }
}

std::string spoken(std::string_view text, Column column) {
  std::string result;
  while (!text.empty()) {
    const auto open = text.find('`');
    const auto close = open == std::string_view::npos ? open : text.find('`', open + 1);
    if (close == std::string_view::npos) break;
    const std::string_view quoted = text.substr(open + 1, close - open - 1);
    const auto word = std::ranges::find(kWords, quoted, &Word::cloudformation);
    result += text.substr(0, open + 1);
    result += word == kWords.end() ? quoted : (*word).*column;
    result += '`';
    text.remove_prefix(close + 1);
  }
  return result.append(text);
}

}  // namespace

void speak_dialect(Finding& finding, const Table& table) {
  const Column column = column_of(table);
  if (column == nullptr) return;
  // A name of the user's that happens to be such a word stays.
  const auto speak = [&](std::string& text) {
    const bool names_it = std::ranges::any_of(kWords, [&](const Word& word) {
      return word.cloudformation == finding.attribute || word.cloudformation == finding.index;
    });
    if (!names_it) text = spoken(text, column);
  };
  speak(finding.message);
  speak(finding.label);
  speak(finding.remedy);
  std::ranges::for_each(finding.notes, speak);
  std::ranges::for_each(finding.related, speak, &Related::message);
}

}  // namespace ddblint
