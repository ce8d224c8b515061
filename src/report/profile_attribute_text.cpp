#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "report/profile_sections.h"
#include "report/quantities.h"
#include "report/style.h"
#include "report/width.h"

namespace ddblint {
namespace {

/// Names and shapes beyond these are cut; a top value has what the line leaves.
constexpr std::size_t kNameColumns = 28;
constexpr std::size_t kShapeColumns = 34;
constexpr std::size_t kLeastTopColumns = 16;

std::string types_phrase(const AttributeProfile& attribute) {
  std::vector<std::pair<std::uint64_t, ValueType>> types;
  for (std::size_t i = 0; i < kValueTypes; ++i) {
    if (attribute.types[i] > 0) types.emplace_back(attribute.types[i], static_cast<ValueType>(i));
  }
  std::ranges::sort(types, [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  if (types.size() == 1) return std::string(to_string(types.front().second));
  std::vector<std::string> parts;
  parts.reserve(types.size());
  for (const auto& [count, type] : types) {
    parts.push_back(fmt::format(
        "{} {}", to_string(type),
        share_phrase(static_cast<double>(count) / static_cast<double>(attribute.present))));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string shape_phrase(const AttributeProfile& attribute) {
  if (!attribute.shape) return {};
  const ShapeFact& shape = *attribute.shape;
  std::string text = shape.detail.empty() ? std::string(to_string(shape.shape)) : shape.detail;
  if (shape.share > 0 && shape.share < 0.9995) text += ", " + share_phrase(shape.share);
  return text;
}

bool scalar(const AttributeProfile& attribute) { return attribute.distinct.value > 0; }

/// The most frequent value where values repeat, else the range of the values.
std::string top_phrase(const AttributeProfile& attribute, std::size_t columns, bool unicode) {
  const bool repeats = !attribute.top.empty() && attribute.top.front().high > 1;
  if (!repeats) {
    if (attribute.minimum.empty()) return {};
    return fitted(attribute.minimum + " .. " + attribute.maximum, columns, unicode);
  }
  const TopValue& top = attribute.top.front();
  const std::string share = " " + share_phrase(top.share);
  return fitted(top.value + (top.cut ? "..." : ""), columns - std::min(columns, share.size()),
                unicode) +
         share;
}

double items_of(const TableProfile& profile) {
  return static_cast<double>(std::max<std::uint64_t>(profile.source.items, 1));
}

}  // namespace

std::string attributes_section(const TableProfile& profile, const ProfileStyle& style) {
  if (profile.attributes.empty()) return {};
  std::vector<std::vector<std::string>> rows = {
      {"attribute", "present", "type", "distinct", "shape"}};
  for (const auto& [name, one] : profile.attributes) {
    rows.push_back({fitted(name, kNameColumns, style.unicode),
                    share_phrase(static_cast<double>(one.present) / items_of(profile)),
                    types_phrase(one), scalar(one) ? short_estimate_phrase(one.distinct) : "",
                    fitted(shape_phrase(one), kShapeColumns, style.unicode)});
  }
  std::size_t used = 2;
  for (std::size_t column = 0; column < rows.front().size(); ++column) {
    std::size_t widest = 0;
    for (const auto& row : rows) widest = std::max(widest, shown_columns(row[column]));
    used += widest + 2;
  }
  const std::size_t room =
      std::max(kLeastTopColumns, style.columns - std::min(style.columns, used));
  rows.front().emplace_back("top value, or range");
  auto row = rows.begin() + 1;
  for (const auto& [name, one] : profile.attributes) {
    (row++)->push_back(top_phrase(one, room, style.unicode));
  }
  Grid grid(2, {1, 3});
  for (auto& cells : rows) grid.add(std::move(cells));
  std::string out = paint("Attributes", Ink::strong, style.text) + "\n" + grid.text();
  if (profile.attributes_left_out > 0) {
    out += fmt::format("  and values of further attributes, which are not followed: {}\n",
                       count_phrase(profile.attributes_left_out));
  }
  return out + "\n";
}

}  // namespace ddblint
