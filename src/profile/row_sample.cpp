#include "profile/row_sample.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

namespace ddblint {
namespace {

std::size_t bytes_of(const RowSample::Row& row) {
  return sizeof(RowSample::Row) + row.text.size() + row.values.size() * sizeof(RowSample::Value);
}

}  // namespace

void RowSample::add(Row row) {
  bytes_ += bytes_of(row);
  rows_.push_back(std::move(row));
  shrink();
}

void RowSample::merge(std::vector<Row> rows, unsigned level) {
  level_ = std::max(level_, level);
  std::ranges::move(rows, std::back_inserter(rows_));
  std::erase_if(rows_, [this](const Row& row) { return !takes(row.hash); });
  bytes_ = 0;
  for (const Row& row : rows_) bytes_ += bytes_of(row);
  shrink();
}

void RowSample::shrink() {
  while ((rows_.size() > kMostRows || bytes_ > kMostBytes) && level_ < 63) {
    ++level_;
    std::erase_if(rows_, [this](const Row& row) { return !takes(row.hash); });
    bytes_ = 0;
    for (const Row& row : rows_) bytes_ += bytes_of(row);
  }
}

void append_value(RowSample::Row& row, std::uint32_t attribute, const Attribute& value) {
  const std::string_view kept = value.value.substr(0, RowSample::kValueBytes);
  row.values.push_back({.attribute = attribute,
                        .type = value.type,
                        .cut = kept.size() < value.value.size(),
                        .begin = static_cast<std::uint32_t>(row.text.size()),
                        .length = static_cast<std::uint32_t>(kept.size())});
  row.text += kept;
}

SampledRows as_columns(const RowSample& sample, const std::vector<std::string>& names,
                       std::span<const std::uint32_t> rank) {
  std::vector<const RowSample::Row*> order;
  order.reserve(sample.rows().size());
  for (const auto& row : sample.rows()) order.push_back(&row);
  std::ranges::sort(order, {}, [rank](const RowSample::Row* row) {
    return std::tuple(rank[row->file], row->record, row->hash);
  });
  SampledRows rows{.rows = order.size(), .items = 0, .ordered = false, .columns = {}};
  std::map<std::string_view, std::vector<std::optional<SampledValue>>> columns;
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (const auto& value : order[i]->values) {
      auto& column = columns[names[value.attribute]];
      if (column.empty()) column.resize(order.size());
      if (value.cut) continue;
      column[i] =
          SampledValue{.type = value.type,
                       .text = std::string_view(order[i]->text).substr(value.begin, value.length)};
    }
  }
  rows.columns.reserve(columns.size());
  for (auto& [name, values] : columns) {
    rows.columns.push_back(
        {.name = name, .values = std::move(values), .present = 0, .distinct = 0});
  }
  return rows;
}

}  // namespace ddblint
