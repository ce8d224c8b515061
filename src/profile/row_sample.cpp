#include "profile/row_sample.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

namespace ddblint {
namespace {

/// Longer texts are given back rather than kept for other rows.
constexpr std::size_t kSpareBytes = 1024;

std::size_t bytes_of(const RowSample::Row& row) {
  return sizeof(RowSample::Row) + row.text.size() + row.values.size() * sizeof(RowSample::Value);
}

}  // namespace

void RowSample::add(const Row& row) {
  bytes_ += bytes_of(row);
  if (spare_.empty()) {
    rows_.push_back(row);
  } else {
    rows_.push_back(std::move(spare_.back()));
    spare_.pop_back();
    rows_.back() = row;
  }
  shrink();
}

void RowSample::merge(std::vector<Row> rows, unsigned level) {
  level_ = std::max(level_, level);
  std::ranges::move(rows, std::back_inserter(rows_));
  drop();
  shrink();
}

void RowSample::drop() {
  const auto dropped =
      std::ranges::partition(rows_, [this](const Row& row) { return takes(row.hash); });
  for (Row& row : dropped) {
    if (row.text.capacity() <= kSpareBytes) spare_.push_back(std::move(row));
  }
  rows_.erase(dropped.begin(), dropped.end());
  bytes_ = 0;
  for (const Row& row : rows_) bytes_ += bytes_of(row);
}

void RowSample::shrink() {
  while ((rows_.size() > kMostRows || bytes_ > kMostBytes) && level_ < 63) {
    ++level_;
    drop();
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
  std::vector<std::vector<std::optional<SampledValue>>> columns(names.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (const auto& value : order[i]->values) {
      auto& column = columns[value.attribute];
      if (column.empty()) column.resize(order.size());
      if (value.cut) continue;
      column[i] =
          SampledValue{.type = value.type,
                       .text = std::string_view(order[i]->text).substr(value.begin, value.length)};
    }
  }
  rows.columns.reserve(columns.size());
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].empty()) continue;
    rows.columns.push_back(
        {.name = names[i], .values = std::move(columns[i]), .present = 0, .distinct = 0});
  }
  std::ranges::sort(rows.columns, {}, &Column::name);
  return rows;
}

}  // namespace ddblint
