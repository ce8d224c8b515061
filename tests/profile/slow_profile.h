#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

// The slow, obvious reference of a profile: everything in maps, from items as nlohmann documents.

namespace ddblint::test {

using Json = nlohmann::json;

struct SlowKey {
  /// By the text of the partition key: items.
  std::map<std::string, std::uint64_t> items;
  std::map<std::string, std::uint64_t> bytes;
  std::map<std::pair<std::string, std::string>, std::uint64_t> primary;
  std::uint64_t missing = 0;
  std::uint64_t mistyped = 0;
};

/// Size by DynamoDB's rules of a typed value; of strings, numbers that are short integers,
/// booleans, null, lists and maps of them.
inline std::uint64_t slow_size(const Json& typed) {
  const std::string type = typed.begin().key();
  const Json& value = typed.begin().value();
  if (type == "S") return value.get<std::string>().size();
  if (type == "N") {
    std::string digits = value.get<std::string>();
    const bool negative = digits.starts_with('-');
    if (negative) digits.erase(0, 1);
    while (digits.size() > 1 && digits.ends_with('0')) digits.pop_back();
    return (digits.size() + 1) / 2 + 1 + (negative ? 1 : 0);
  }
  if (type == "BOOL" || type == "NULL") return 1;
  std::uint64_t size = 3;
  for (const auto& [key, child] : value.items()) {
    size += 1 + slow_size(child) + (type == "M" ? key.size() : 0);
  }
  return size;
}

inline std::uint64_t slow_item_size(const Json& item) {
  std::uint64_t size = 0;
  for (const auto& [name, value] : item.items()) size += name.size() + slow_size(value);
  return size;
}

/// `partition` and `sort` are names of string attributes; an empty sort is none.
inline SlowKey slow_key(const std::vector<Json>& items, const std::string& partition,
                        const std::string& sort) {
  SlowKey key;
  for (const Json& item : items) {
    bool missing = false;
    bool mistyped = false;
    for (const std::string& name : {partition, sort}) {
      if (name.empty() || missing || mistyped) continue;
      if (!item.contains(name)) {
        missing = true;
      } else {
        mistyped = !item[name].contains("S");
      }
    }
    key.missing += missing ? 1 : 0;
    key.mistyped += mistyped ? 1 : 0;
    if (missing || mistyped) continue;
    const std::string value = item[partition]["S"];
    ++key.items[value];
    key.bytes[value] += slow_item_size(item);
    ++key.primary[{value, sort.empty() ? std::string() : item[sort]["S"].get<std::string>()}];
  }
  return key;
}

/// Median over full windows of distinct values, as the profile defines it: the value of rank
/// ceil(n / 2).
inline std::uint64_t slow_window_keys(const std::vector<std::string>& keys, std::size_t window) {
  std::vector<std::uint64_t> distinct;
  for (std::size_t at = 0; at + window <= keys.size(); at += window) {
    const auto from = keys.begin() + static_cast<std::ptrdiff_t>(at);
    distinct.push_back(
        std::set<std::string>(from, from + static_cast<std::ptrdiff_t>(window)).size());
  }
  std::sort(distinct.begin(), distinct.end());
  return distinct.empty() ? 0 : distinct[(distinct.size() + 1) / 2 - 1];
}

}  // namespace ddblint::test
