#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "profile/table_profile.h"

// Profiles made by hand, for detectors: figures that no small file of data would give.

namespace ddblint::test {

class ProfileBuilder {
 public:
  explicit ProfileBuilder(const std::string& table, std::uint64_t items, double bytes = 1e6) {
    profile_.plan.table = table;
    profile_.source.items = items;
    profile_.source.files = 1;
    profile_.item_bytes = static_cast<std::uint64_t>(bytes);
    profile_.sampled_rows = static_cast<std::size_t>(std::min<std::uint64_t>(items, 10'000));
  }

  /// The rows are a sample of a table of so many items; 0 = nobody knows.
  ProfileBuilder& sampled(Drawn drawn, std::uint64_t population = 0) {
    profile_.source.drawn = drawn;
    if (population > 0) profile_.source.population = population;
    return *this;
  }

  /// A key of the table (no index) or of an index, on `items` items (0 = all).
  ProfileBuilder& key(const std::vector<std::string>& partition, double distinct, double hottest,
                      const std::vector<std::string>& sort = {}, const std::string& index = "",
                      std::uint64_t items = 0) {
    KeyProfile key;
    key.key.index = index;
    for (const auto& name : partition) key.key.partition.push_back({name, "S"});
    for (const auto& name : sort) key.key.sort.push_back({name, "S"});
    key.items = items == 0 ? profile_.source.items : items;
    key.missing = profile_.source.items - key.items;
    key.distinct = {.value = distinct, .low = distinct, .high = distinct, .exact = true};
    key.counts = {.rows = key.items, .distinct = static_cast<std::uint64_t>(distinct)};
    key.hottest_share = {.value = hottest, .low = hottest, .high = hottest, .exact = true};
    key.top.push_back({.value = "OPEN",
                       .low = static_cast<std::uint64_t>(hottest * static_cast<double>(key.items)),
                       .high = static_cast<std::uint64_t>(hottest * static_cast<double>(key.items)),
                       .share = hottest});
    key.collections = key.distinct;
    profile_.keys.push_back(std::move(key));
    return *this;
  }
  /// What was last added.
  KeyProfile& last_key() { return profile_.keys.back(); }

  ProfileBuilder& counts(ValueCounts counts) {
    profile_.keys.back().counts = counts;
    return *this;
  }

  ProfileBuilder& attribute(const std::string& name, double distinct, double hottest,
                            Shape shape = Shape::text, std::int64_t granularity = 0) {
    AttributeProfile& attribute = profile_.attributes[name];
    attribute.name = name;
    attribute.present = profile_.source.items;
    attribute.types.at(static_cast<std::size_t>(ValueType::string)) = attribute.present;
    attribute.distinct = {.value = distinct, .low = distinct, .high = distinct, .exact = true};
    attribute.top.push_back({.value = "x", .share = hottest});
    attribute.shape = ShapeFact{.shape = shape, .share = 1, .granularity = granularity};
    attribute.shape->time_ordered = shape == Shape::timestamp || shape == Shape::date ||
                                    shape == Shape::sequence || shape == Shape::ulid;
    return *this;
  }

  TableProfile& profile() { return profile_; }
  operator TableProfile() const { return profile_; }  // NOLINT(google-explicit-constructor)

 private:
  TableProfile profile_;
};

/// A template with one table `T`: key attributes, more lines of its properties.
inline std::string table_of(const std::string& partition, const std::string& sort = "",
                            const std::string& more = "") {
  std::string text =
      "Resources:\n  T:\n    Type: AWS::DynamoDB::Table\n    Properties:\n"
      "      BillingMode: PAY_PER_REQUEST\n      KeySchema:\n"
      "        - { AttributeName: " +
      partition + ", KeyType: HASH }\n";
  if (!sort.empty()) text += "        - { AttributeName: " + sort + ", KeyType: RANGE }\n";
  return text + more;
}

/// A global index `by-<partition>` for `more` of table_of.
inline std::string index_of(const std::string& partition, const std::string& sort = "") {
  std::string text = "      GlobalSecondaryIndexes:\n        - IndexName: by-" + partition +
                     "\n          Projection: { ProjectionType: ALL }\n          KeySchema:\n"
                     "            - { AttributeName: " +
                     partition + ", KeyType: HASH }\n";
  if (!sort.empty()) text += "            - { AttributeName: " + sort + ", KeyType: RANGE }\n";
  return text;
}

}  // namespace ddblint::test
