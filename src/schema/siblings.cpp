#include "schema/siblings.h"

#include <utility>

namespace ddblint {
namespace {

/// The text of a setting; of an open one, its expression.
std::string symbolic(const Setting<std::string>& setting) {
  return setting.unknown() ? setting.why_unknown().expression : setting.value_or("");
}

}  // namespace

void split_resource_id(std::string_view text, ScalingTarget& target) {
  constexpr std::string_view kPrefix = "table/";
  constexpr std::string_view kIndex = "/index/";
  if (!text.starts_with(kPrefix)) return;
  text.remove_prefix(kPrefix.size());
  const auto index = text.find(kIndex);
  if (index != std::string_view::npos) target.index = text.substr(index + kIndex.size());
  auto table = text.substr(0, index);
  if (table.starts_with("${") && table.ends_with('}')) {
    table = table.substr(2, table.size() - 3);
    table = table.substr(0, table.find('.'));
  }
  target.table_id = table;
}

void read_sibling(Fields& fields, const Resolved& arguments, Siblings& out) {
  const Setting<std::string> dimension = fields.text(arguments, "scalableDimension");
  if (dimension.value_or("").starts_with("dynamodb:")) {
    ScalingTarget target;
    target.span = dimension.span();
    target.read = dimension.value().ends_with("ReadCapacityUnits");
    target.write = dimension.value().ends_with("WriteCapacityUnits");
    target.resource = fields.text(arguments, "resourceId");
    // Other controllers write the acronym in capitals.
    if (target.resource.absent()) target.resource = fields.text(arguments, "resourceID");
    split_resource_id(symbolic(target.resource), target);
    out.scaling.push_back(std::move(target));
  }
  if (fields.text(arguments, "namespace").is("AWS/DynamoDB")) {
    Setting<std::string> metric = fields.text(arguments, "metricName");
    const Span place = metric.span();
    if (!metric.absent()) out.alarms.push_back({.metric = std::move(metric), .span = place});
  }
}

}  // namespace ddblint
