#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "data/records.h"
#include "workload/trace_json.h"

// The plain trace: a request a line, as CSV or JSON lines, for whatever can log its requests
// (docs/traces.md). Its columns may be called by any of several names, in any case.

namespace ddblint {

enum class TraceColumn : std::uint8_t {
  time,
  operation,
  table,
  index,
  key,
  sort_key,
  units,
  read_units,
  write_units,
  items,
  consistency,
  throttled,
  error,
  other,
};
inline constexpr std::size_t kTraceColumns = static_cast<std::size_t>(TraceColumn::other);

/// The column that a name stands for.
TraceColumn trace_column(std::string_view name);

class PlainTraceReader {
 public:
  explicit PlainTraceReader(TraceWriter& writer) : writer_(writer) {}

  /// True for an object that names an operation and a time or a key.
  bool is_request(JsonObject record);
  void read(JsonObject record, std::uint64_t line);
  /// A record of a CSV file.
  void read(std::string_view record, const std::shared_ptr<const RecordContext>& context,
            std::uint64_t line);

 private:
  TraceColumn column_at(std::size_t place, std::string_view name);
  void read_row(std::uint64_t line);
  bool read_time(TraceRequest& request, std::uint64_t line);
  bool read_cost(TraceRequest& request, bool transactional, std::uint64_t line);
  [[nodiscard]] double amount(TraceColumn column, double absent) const;
  [[nodiscard]] MilliUnits least_units(bool write, bool transactional) const;
  [[nodiscard]] bool has(TraceColumn column) const { return !at(column).empty(); }
  [[nodiscard]] std::string_view at(TraceColumn column) const {
    return row_[static_cast<std::size_t>(column)];
  }
  void put(TraceColumn column, std::string_view name, std::string_view value);

  TraceWriter& writer_;
  /// Values of the row at hand; empty where there are none.
  std::array<std::string_view, kTraceColumns> row_{};
  KeyValues values_;
  /// Names of the last JSON row by their places: rows are mostly alike.
  std::vector<std::pair<std::string, TraceColumn>> names_;
  std::shared_ptr<const RecordContext> context_;
  std::vector<TraceColumn> columns_;
};

}  // namespace ddblint
