#include "rules/scaling.h"

#include <string_view>

// A target names its table by a resource id that is often put together at deployment. What cannot
// be told apart counts as a match, so that rules about missing scaling stay silent.

namespace ddblint {
namespace {

bool composed(std::string_view text) { return text.find("${") != std::string_view::npos; }

/// The table's part of `table/NAME` or `table/NAME/index/INDEX`.
std::string_view table_part(std::string_view resource) {
  resource.remove_prefix(resource.find('/') + 1);
  return resource.substr(0, resource.find('/'));
}

bool may_name(const ScalingTarget& target, const Table& table) {
  if (target.resource.known() && table.name.known()) {
    return table_part(target.resource.value()) == table.name.value();
  }
  if (target.table_id.empty() || is_instance_of(table.id, target.table_id)) return true;
  if (!table.name.unknown()) return false;
  const auto& expression = table.name.why_unknown().expression;
  return composed(target.table_id) || expression.find(target.table_id) != std::string::npos;
}

bool may_name(const ScalingTarget& target, const Index* index) {
  if (target.resource.known()) {
    const std::string& resource = target.resource.value();
    const bool of_index = resource.find("/index/") != std::string::npos;
    if (index == nullptr || !of_index) return index == nullptr && !of_index;
    return index->name.unknown() || resource.ends_with("/index/" + index->name.value_or(""));
  }
  if (target.table_id.empty()) return true;
  if (index == nullptr || target.index.empty()) return index == nullptr && target.index.empty();
  return index->name.unknown() || composed(target.index) || index->name.is(target.index);
}

}  // namespace

Scaled scaled(const Subject& subject, const Index* index) {
  const Throughput& own = index == nullptr ? subject.table.throughput : index->throughput;
  Scaled result{.read = own.scales_read, .write = own.scales_write};
  for (const auto& target : subject.siblings.scaling) {
    if (!may_name(target, subject.table) || !may_name(target, index)) continue;
    result.read = result.read || target.read;
    result.write = result.write || target.write;
  }
  return result;
}

}  // namespace ddblint
