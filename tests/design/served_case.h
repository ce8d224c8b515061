#pragma once

#include <string>
#include <utility>
#include <vector>

#include "design/key_load.h"
#include "design/serving.h"
#include "workload/workload.h"

#include "schema/siblings.h"
#include "subject/subject.h"

// Tables and patterns made by hand, for the tests of this room.

namespace ddblint::test {

using Names = std::vector<std::string>;

inline Setting<std::string> word(const std::string& text) { return {text, Span{}}; }

inline KeyElement element(const std::string& name, const std::string& role,
                          const std::string& type = "S") {
  return {.name = word(name), .role = word(role), .type = word(type), .span = {}};
}

inline KeySchema key_of(const Names& partition, const Names& sort = {}) {
  KeySchema key;
  for (const auto& name : partition) key.partition.push_back(element(name, "HASH"));
  for (const auto& name : sort) key.sort.push_back(element(name, "RANGE"));
  key.elements.items = key.partition;
  key.elements.items.insert(key.elements.items.end(), key.sort.begin(), key.sort.end());
  return key;
}

inline Index global_index(const std::string& name, const Names& partition, const Names& sort = {},
                          const std::string& projection = "ALL", const Names& non_key = {}) {
  Index index;
  index.name = word(name);
  index.key = key_of(partition, sort);
  index.projection.type = word(projection);
  for (const auto& attribute : non_key) {
    index.projection.non_key_attributes.items.push_back(word(attribute));
  }
  return index;
}

inline std::vector<EqualCondition> equals(const Names& names) {
  std::vector<EqualCondition> result;
  for (const auto& name : names) result.push_back({.attribute = {.text = name}});
  return result;
}

inline std::vector<Stated> stated(const Names& names) {
  std::vector<Stated> result;
  for (const auto& name : names) result.push_back({.text = name});
  return result;
}

inline AccessPattern pattern_of(Operation operation, const Names& equal,
                                const std::string& index = "") {
  AccessPattern pattern;
  pattern.name.text = "p";
  pattern.operation = operation;
  pattern.equals = equals(equal);
  pattern.index.text = index;
  return pattern;
}

/// A table with what is known of it.
class ServedCase {
 public:
  explicit ServedCase(KeySchema key) {
    table.id = "T";
    table.key = std::move(key);
  }

  [[nodiscard]] Subject subject() const {
    return {.table = table,
            .siblings = siblings,
            .profile = profiled ? &profile : nullptr,
            .workload = &workload};
  }
  /// The only pattern of the workload, served.
  [[nodiscard]] ServedPattern served(AccessPattern pattern) {
    workload.patterns = {std::move(pattern)};
    return serve(subject()).front();
  }

  Table table;
  Workload workload;
  TableProfile profile;
  bool profiled = false;
  Siblings siblings;
};

}  // namespace ddblint::test
