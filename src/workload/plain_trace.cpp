#include "workload/plain_trace.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "data/csv_fields.h"
#include "data/json_text.h"
#include "workload/trace_time.h"
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "source/text.h"

namespace ddblint {
namespace {

struct ColumnName {
  std::string_view name;
  TraceColumn column;
};

/// As normalise_name() writes them.
constexpr std::array<ColumnName, 56> kColumnNames = {{
    {"time", TraceColumn::time},
    {"timestamp", TraceColumn::time},
    {"ts", TraceColumn::time},
    {"at", TraceColumn::time},
    {"event_time", TraceColumn::time},
    {"date_time", TraceColumn::time},
    {"datetime", TraceColumn::time},
    {"operation", TraceColumn::operation},
    {"op", TraceColumn::operation},
    {"action", TraceColumn::operation},
    {"event_name", TraceColumn::operation},
    {"api", TraceColumn::operation},
    {"table", TraceColumn::table},
    {"table_name", TraceColumn::table},
    {"index", TraceColumn::index},
    {"index_name", TraceColumn::index},
    {"gsi", TraceColumn::index},
    {"key", TraceColumn::key},
    {"partition_key", TraceColumn::key},
    {"partition", TraceColumn::key},
    {"hash_key", TraceColumn::key},
    {"pk", TraceColumn::key},
    {"sort_key", TraceColumn::sort_key},
    {"range_key", TraceColumn::sort_key},
    {"sk", TraceColumn::sort_key},
    {"units", TraceColumn::units},
    {"capacity", TraceColumn::units},
    {"capacity_units", TraceColumn::units},
    {"consumed_units", TraceColumn::units},
    {"consumed_capacity", TraceColumn::units},
    {"read_units", TraceColumn::read_units},
    {"read_capacity_units", TraceColumn::read_units},
    {"consumed_read_units", TraceColumn::read_units},
    {"rcu", TraceColumn::read_units},
    {"rru", TraceColumn::read_units},
    {"write_units", TraceColumn::write_units},
    {"write_capacity_units", TraceColumn::write_units},
    {"consumed_write_units", TraceColumn::write_units},
    {"wcu", TraceColumn::write_units},
    {"wru", TraceColumn::write_units},
    {"items", TraceColumn::items},
    {"item_count", TraceColumn::items},
    {"count", TraceColumn::items},
    {"consistency", TraceColumn::consistency},
    {"consistent", TraceColumn::consistency},
    {"consistent_read", TraceColumn::consistency},
    {"strong", TraceColumn::consistency},
    {"strongly_consistent", TraceColumn::consistency},
    {"throttled", TraceColumn::throttled},
    {"error", TraceColumn::error},
    {"error_code", TraceColumn::error},
    {"exception", TraceColumn::error},
    {"eventtime", TraceColumn::time},
    {"tablename", TraceColumn::table},
    {"indexname", TraceColumn::index},
    {"sortkey", TraceColumn::sort_key},
}};

struct KnownOperation {
  std::string_view name;
  TraceEventKind kind;
  bool transactional;
};

/// Without blanks, lines and case.
constexpr std::array<KnownOperation, 24> kOperations = {{
    {"get", TraceEventKind::get, false},
    {"getitem", TraceEventKind::get, false},
    {"read", TraceEventKind::get, false},
    {"batchget", TraceEventKind::get, false},
    {"batchgetitem", TraceEventKind::get, false},
    {"transactget", TraceEventKind::get, true},
    {"transactgetitem", TraceEventKind::get, true},
    {"transactgetitems", TraceEventKind::get, true},
    {"query", TraceEventKind::query, false},
    {"scan", TraceEventKind::scan, false},
    {"put", TraceEventKind::write, false},
    {"putitem", TraceEventKind::write, false},
    {"update", TraceEventKind::write, false},
    {"updateitem", TraceEventKind::write, false},
    {"delete", TraceEventKind::write, false},
    {"deleteitem", TraceEventKind::write, false},
    {"write", TraceEventKind::write, false},
    {"insert", TraceEventKind::write, false},
    {"remove", TraceEventKind::write, false},
    {"batchwrite", TraceEventKind::write, false},
    {"batchwriteitem", TraceEventKind::write, false},
    {"transactwrite", TraceEventKind::write, true},
    {"transactwriteitem", TraceEventKind::write, true},
    {"transactwriteitems", TraceEventKind::write, true},
}};

const KnownOperation* operation_of(std::string_view text) {
  constexpr std::size_t kLongest = 32;
  std::array<char, kLongest> word{};
  std::size_t size = 0;
  for (const char c : text) {
    if (c == '_' || c == '-' || c == ' ') continue;
    if (size == word.size()) return nullptr;
    word[size++] = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  const auto found =
      std::ranges::find(kOperations, std::string_view(word.data(), size), &KnownOperation::name);
  return found == kOperations.end() ? nullptr : &*found;
}

std::optional<double> number_of(std::string_view text) {
  text = trim(text);
  double number = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || rest != text.data() + text.size()) return std::nullopt;
  return number;
}

bool says_yes(std::string_view text) {
  const std::string word = to_lower(trim(text));
  return word == "true" || word == "yes" || word == "1" || word == "strong";
}

bool is_throttle(std::string_view error) {
  return error.find("Throttl") != std::string_view::npos ||
         error.find("ThroughputExceeded") != std::string_view::npos ||
         error.find("RequestLimitExceeded") != std::string_view::npos;
}

}  // namespace

TraceColumn trace_column(std::string_view name) {
  const std::string normal = normalise_name(trim(name));
  const auto found = std::ranges::find(kColumnNames, std::string_view(normal), &ColumnName::name);
  return found == kColumnNames.end() ? TraceColumn::other : found->column;
}

TraceColumn PlainTraceReader::column_at(std::size_t place, std::string_view name) {
  if (place < names_.size() && names_[place].first == name) return names_[place].second;
  constexpr std::size_t kMostNames = 256;
  const TraceColumn column = trace_column(name);
  if (place < names_.size()) {
    names_[place] = {std::string(name), column};
  } else if (names_.size() < kMostNames) {
    names_.emplace_back(name, column);
  }
  return column;
}

bool PlainTraceReader::is_request(JsonObject record) {
  bool operation = false;
  bool more = false;
  std::size_t place = 0;
  for (const auto& field : record) {
    const TraceColumn column = column_at(place++, field.key);
    operation = operation || column == TraceColumn::operation;
    more = more || column == TraceColumn::time || column == TraceColumn::key;
  }
  return operation && more;
}

void PlainTraceReader::put(TraceColumn column, std::string_view name, std::string_view value) {
  if (column == TraceColumn::other) {
    values_.push_back({name, value});
  } else if (row_[static_cast<std::size_t>(column)].empty()) {
    row_[static_cast<std::size_t>(column)] = value;
  }
}

void PlainTraceReader::read(JsonObject record, std::uint64_t line) {
  row_.fill({});
  values_.clear();
  std::size_t place = 0;
  TextArena& texts = writer_.parsed().texts;
  for (const auto& field : record) {
    const TraceColumn column = column_at(place++, field.key);
    if (const auto value = key_value(field.value, texts)) {
      put(column, field.key, *value);
    } else if (const auto object = as_object(field.value); object && column == TraceColumn::key) {
      add_key_values(*object, texts, values_);
    } else if (as_flag(field.value)) {
      put(column, field.key, "true");
    }
  }
  writer_.format(TraceFormat::plain_json);
  read_row(line);
}

void PlainTraceReader::read(std::string_view record,
                            const std::shared_ptr<const RecordContext>& context,
                            std::uint64_t line) {
  if (context != context_) {
    context_ = context;
    columns_.clear();
    columns_.reserve(context->columns.size());
    for (const std::string& name : context->columns) columns_.push_back(trace_column(name));
  }
  row_.fill({});
  values_.clear();
  writer_.format(TraceFormat::csv);
  writer_.begin_record({});
  if (std::ranges::find(columns_, TraceColumn::operation) == columns_.end()) {
    return writer_.bad(
        TraceProblemKind::unknown_record, line,
        fmt::format("no column of the header is an operation: {}",
                    shown_text(fmt::format("{}", fmt::join(context->columns, ", ")))));
  }
  CsvFields fields(record, context->delimiter);
  std::size_t place = 0;
  while (const auto field = fields.next()) {
    if (place == columns_.size()) {
      return writer_.bad(TraceProblemKind::bad_record, line, "more fields than the header has");
    }
    const std::string_view value = decode(*field, writer_.parsed().texts);
    put(columns_[place], context->columns[place], value);
    ++place;
  }
  read_row(line);
}

void PlainTraceReader::read_row(std::uint64_t line) {
  writer_.begin_record({});
  const KnownOperation* const operation = operation_of(at(TraceColumn::operation));
  if (operation == nullptr) {
    return writer_.bad(TraceProblemKind::bad_operation, line,
                       fmt::format("`{}` is no operation", shown_text(at(TraceColumn::operation))));
  }
  TraceRequest request{.kind = operation->kind, .index = at(TraceColumn::index)};
  if (!read_time(request, line) || !read_cost(request, operation->transactional, line)) return;
  request.throttled = says_yes(at(TraceColumn::throttled)) || is_throttle(at(TraceColumn::error));
  request.values = &values_;
  request.key = at(TraceColumn::key);
  request.sort = at(TraceColumn::sort_key);
  if (!has(TraceColumn::table) && writer_.plans().find({}).empty()) {
    return writer_.bad(TraceProblemKind::no_table, line,
                       "the request names no table, and there is more than one");
  }
  writer_.request(at(TraceColumn::table), request);
  writer_.end_record();
}

bool PlainTraceReader::read_time(TraceRequest& request, std::uint64_t line) {
  const std::string_view text = at(TraceColumn::time);
  if (text.empty()) return true;
  const auto time = read_trace_time(text);
  if (!time) {
    writer_.bad(TraceProblemKind::bad_time, line, fmt::format("`{}` is no time", shown_text(text)));
    return false;
  }
  request.time = *time;
  return true;
}

/// A number of units or items; -1 when the text is none.
double PlainTraceReader::amount(TraceColumn column, double absent) const {
  if (!has(column)) return absent;
  const double number = number_of(at(column)).value_or(-1);
  return number >= 0 && number <= kMostUnits ? number : -1;
}

bool PlainTraceReader::read_cost(TraceRequest& request, bool transactional, std::uint64_t line) {
  const bool write = request.kind == TraceEventKind::write;
  const TraceColumn own = write ? TraceColumn::write_units : TraceColumn::read_units;
  const TraceColumn stated = has(own) ? own : TraceColumn::units;
  const double units = amount(stated, 0);
  const double items = amount(TraceColumn::items, 1);
  if (units < 0 || items < 0) {
    const TraceColumn wrong = units < 0 ? stated : TraceColumn::items;
    writer_.bad(TraceProblemKind::bad_units, line,
                fmt::format("`{}` is no number of {}", shown_text(at(wrong)),
                            units < 0 ? "units" : "items"));
    return false;
  }
  if (has(stated)) {
    request.low = static_cast<MilliUnits>(std::llround(units * kOneUnit));
  } else {
    // A query reads its items together: many may fit into one unit.
    const bool each = write || request.kind == TraceEventKind::get;
    const auto times = static_cast<MilliUnits>(each ? std::max(items, 1.0) : 1.0);
    request.low = times * least_units(write, transactional);
    request.lower_bound = true;
  }
  request.high = request.low;
  return true;
}

/// What one item costs at least.
MilliUnits PlainTraceReader::least_units(bool write, bool transactional) const {
  const std::string_view stated = at(TraceColumn::consistency);
  if (transactional || to_lower(stated) == "transactional") return kTransactionUnits;
  return write || says_yes(stated) ? kOneUnit : kHalfUnit;
}

}  // namespace ddblint
