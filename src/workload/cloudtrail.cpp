#include "workload/cloudtrail.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "data/json_text.h"
#include "workload/trace_statement.h"
#include <fmt/format.h>

#include "source/text.h"

namespace ddblint {
namespace {

constexpr std::string_view kSource = "dynamodb.amazonaws.com";

enum class Form : std::uint8_t { single, batch, transaction, statements };

struct KnownCall {
  std::string_view name;
  Form form;
  TraceEventKind kind;
  bool transactional;
};

constexpr std::array<KnownCall, 13> kCalls = {{
    {"GetItem", Form::single, TraceEventKind::get, false},
    {"PutItem", Form::single, TraceEventKind::write, false},
    {"UpdateItem", Form::single, TraceEventKind::write, false},
    {"DeleteItem", Form::single, TraceEventKind::write, false},
    {"Query", Form::single, TraceEventKind::query, false},
    {"Scan", Form::single, TraceEventKind::scan, false},
    {"BatchGetItem", Form::batch, TraceEventKind::get, false},
    {"BatchWriteItem", Form::batch, TraceEventKind::write, false},
    {"TransactGetItems", Form::transaction, TraceEventKind::get, true},
    {"TransactWriteItems", Form::transaction, TraceEventKind::write, true},
    {"ExecuteStatement", Form::statements, TraceEventKind::query, false},
    {"BatchExecuteStatement", Form::statements, TraceEventKind::query, false},
    {"ExecuteTransaction", Form::statements, TraceEventKind::query, true},
}};

/// Errors that say that a limit of capacity was met. ThrottlingError and ThrottlingException,
/// ProvisionedThroughputExceeded and ...Exception are both written.
constexpr std::array<std::string_view, 3> kThrottles = {"ProvisionedThroughputExceeded",
                                                        "Throttling", "RequestLimitExceeded"};
/// Errors of calls that never came to the table, and cost nothing.
constexpr std::array<std::string_view, 10> kRefused = {
    "AccessDenied",        "Unauthorized",     "Validation",   "ResourceNotFound",
    "UnrecognizedClient",  "InvalidSignature", "ExpiredToken", "MissingAuthentication",
    "IncompleteSignature", "Serialization"};

template <std::size_t kSize>
bool has_any(std::string_view text, const std::array<std::string_view, kSize>& words) {
  return std::ranges::any_of(
      words, [text](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

MilliUnits least_units(TraceEventKind kind, bool transactional, bool strong) {
  if (transactional) return kTransactionUnits;
  if (kind == TraceEventKind::write) return kOneUnit;
  return strong ? kOneUnit : kHalfUnit;
}

/// The reasons of a cancelled transaction, one for each of its items: `... [None,
/// ThrottlingError]`.
std::vector<std::string_view> cancellation_reasons(std::string_view message) {
  std::vector<std::string_view> reasons;
  const std::size_t open = message.rfind('[');
  if (open == std::string_view::npos) return reasons;
  std::string_view rest = message.substr(open + 1);
  rest = rest.substr(0, rest.find(']'));
  while (!rest.empty()) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    reasons.push_back(trim(rest.substr(0, comma)));
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  return reasons;
}

std::optional<MilliUnits> units_member(JsonObject object, std::string_view name) {
  const auto found = member(object, name);
  const std::optional<double> number = found ? as_number(*found) : std::nullopt;
  // What is no number at all is in no range.
  const bool sound = number && *number >= 0 && *number <= kMostUnits;
  if (!sound) return std::nullopt;
  return static_cast<MilliUnits>(std::llround(*number * kOneUnit));
}

/// The consumed capacity of a call, where the event has it.
std::optional<JsonObject> consumed_capacity(JsonObject event) {
  for (const std::string_view holder : {"responseElements", "additionalEventData"}) {
    const auto outer = object_member(event, holder);
    if (!outer) continue;
    const auto found = object_member(*outer, "consumedCapacity");
    if (found) return found;
  }
  return std::nullopt;
}

}  // namespace

struct CloudTrailReader::Call {
  const KnownCall& known;
  JsonObject event;
  JsonObject parameters;
  TraceTime time;
  /// The whole call was, or the items whose reasons say so.
  bool throttled = false;
  std::vector<std::string_view> reasons = {};

  [[nodiscard]] bool throttled_at(std::size_t item) const {
    return throttled || (item < reasons.size() && has_any(reasons[item], kThrottles));
  }
};

bool CloudTrailReader::is_event(JsonObject record) {
  return !string_member(record, "eventSource").empty() &&
         !string_member(record, "eventName").empty() && member(record, "eventTime").has_value();
}

void CloudTrailReader::read(JsonObject event, std::uint64_t line) {
  writer_.format(TraceFormat::cloudtrail);
  writer_.begin_record(string_member(event, "eventID"));
  const std::string_view name = string_member(event, "eventName");
  const auto known = std::ranges::find(kCalls, name, &KnownCall::name);
  if (string_member(event, "eventSource") != kSource) {
    writer_.left_out(LeftOut::other_source);
  } else if (known == kCalls.end()) {
    const bool data = string_member(event, "eventCategory") == "Data";
    writer_.left_out(data ? LeftOut::other_call : LeftOut::management);
  } else if (has_any(string_member(event, "errorCode"), kRefused)) {
    writer_.left_out(LeftOut::failed);
  } else {
    const auto time = as_time(*member(event, "eventTime"));
    const auto parameters = object_member(event, "requestParameters");
    if (!time) {
      return writer_.bad(
          TraceProblemKind::bad_time, line,
          fmt::format("eventTime {} is no time", shown_json(*member(event, "eventTime"))));
    }
    if (!parameters) {
      return writer_.bad(TraceProblemKind::bad_record, line,
                         fmt::format("a {} without requestParameters", name));
    }
    return data_event({.known = *known, .event = event, .parameters = *parameters, .time = *time},
                      line);
  }
  writer_.end_record();
}

void CloudTrailReader::data_event(const Call& plain, std::uint64_t line) {
  Call call = plain;
  call.throttled = has_any(string_member(call.event, "errorCode"), kThrottles);
  call.reasons = cancellation_reasons(string_member(call.event, "errorMessage"));
  bool read = false;
  switch (call.known.form) {
    case Form::single:
      read = single(call);
      break;
    case Form::batch:
      read = batch(call);
      break;
    case Form::transaction:
      read = transaction(call);
      break;
    case Form::statements:
      read = statements(call);
      break;
  }
  if (read) return writer_.end_record();
  writer_.bad(TraceProblemKind::no_table, line,
              fmt::format("a {} whose requestParameters name no table", call.known.name));
}

void CloudTrailReader::send(const Call& call, std::string_view table, TraceRequest request) {
  request.time = call.time;
  if (request.index.empty()) request.index = index_name(table);
  const auto resources = array_member(call.event, "resources");
  if (resources && !table.starts_with("arn:")) {
    for (const JsonElement resource : *resources) {
      const auto holder = as_object(resource);
      const std::string_view arn = holder ? string_member(*holder, "ARN") : "";
      if (!arn.empty() && table_name(arn) == table) {
        return writer_.request(arn, request);
      }
    }
  }
  writer_.request(table, request);
}

bool CloudTrailReader::single(const Call& call) {
  const std::string_view table = string_member(call.parameters, "tableName");
  if (table.empty()) return false;
  const auto strong = member(call.parameters, "consistentRead");
  const MilliUnits least = least_units(call.known.kind, false, strong && as_flag(*strong));
  TraceRequest request{.kind = call.known.kind,
                       .index = string_member(call.parameters, "indexName"),
                       .low = least,
                       .high = least,
                       .lower_bound = true,
                       .throttled = call.throttled};
  if (const auto capacity = consumed_capacity(call.event)) {
    const auto own = object_member(*capacity, "table");
    const auto total = units_member(*capacity, "capacityUnits");
    const auto part = own ? units_member(*own, "capacityUnits") : std::nullopt;
    const bool write = call.known.kind == TraceEventKind::write;
    if (write && part) {
      request.low = request.high = *part;
      request.lower_bound = false;
    } else if (total) {
      // The total of a write has the writes of indexes in it.
      request.low = write ? std::min(least, *total) : *total;
      request.high = *total;
      request.lower_bound = false;
    }
  }
  values_.clear();
  if (!read_values(call.parameters)) {
    condition_values(call.parameters);
    legacy_conditions(call.parameters);
  }
  request.values = &values_;
  send(call, table, request);
  return true;
}

/// Values of `key`, or of `item` where it has values and not only names.
bool CloudTrailReader::read_values(JsonObject holder) {
  for (const std::string_view name : {"key", "item"}) {
    const auto object = object_member(holder, name);
    if (!object) continue;
    add_key_values(*object, writer_.parsed().texts, values_);
    return true;
  }
  return false;
}

/// `#n = :v` pairs of a KeyConditionExpression whose values stand beside it.
void CloudTrailReader::condition_values(JsonObject parameters) {
  const std::string_view expression = string_member(parameters, "keyConditionExpression");
  const auto values = object_member(parameters, "expressionAttributeValues");
  if (expression.empty() || !values) return;
  const auto names = object_member(parameters, "expressionAttributeNames");
  constexpr std::string_view kBetween = " \t\r\n()";
  for (std::size_t at = expression.find('='); at != std::string_view::npos;
       at = expression.find('=', at + 1)) {
    if (at == 0 || expression[at - 1] == '<' || expression[at - 1] == '>') continue;
    const std::size_t name_end = expression.find_last_not_of(kBetween, at - 1);
    const std::size_t value_begin = expression.find_first_not_of(kBetween, at + 1);
    if (name_end == std::string_view::npos || value_begin == std::string_view::npos) continue;
    const std::size_t before = expression.find_last_of(kBetween, name_end);
    const std::size_t name_begin = before == std::string_view::npos ? 0 : before + 1;
    std::string_view name = expression.substr(name_begin, name_end + 1 - name_begin);
    const std::string_view rest = expression.substr(value_begin);
    const std::string_view placeholder = rest.substr(0, rest.find_first_of(kBetween));
    JsonElement found;
    if (name.starts_with('#') && names) {
      if (names->at_key(name).get(found) != simdjson::SUCCESS) continue;
      name = as_string(found).value_or("");
    }
    if (values->at_key(placeholder).get(found) != simdjson::SUCCESS) continue;
    const auto value = key_value(found, writer_.parsed().texts);
    if (value) values_.push_back({name, *value});
  }
}

/// The older form: `keyConditions: {"pk": {"comparisonOperator": "EQ", "attributeValueList":
/// [v]}}`.
void CloudTrailReader::legacy_conditions(JsonObject parameters) {
  const auto conditions = object_member(parameters, "keyConditions");
  if (!conditions) return;
  for (const auto [name, element] : *conditions) {
    const auto condition = as_object(element);
    if (!condition || string_member(*condition, "comparisonOperator") != "EQ") continue;
    const auto list = array_member(*condition, "attributeValueList");
    if (!list || list->size() != 1) continue;
    const auto value = key_value(list->at(0).value_unsafe(), writer_.parsed().texts);
    if (value) values_.push_back({name, *value});
  }
}

bool CloudTrailReader::batch(const Call& call) {
  const auto tables = object_member(call.parameters, "requestItems");
  if (!tables) return false;
  for (const auto [table, value] : *tables) batch_table(call, table, value);
  return true;
}

void CloudTrailReader::batch_table(const Call& call, std::string_view table, JsonElement value) {
  const auto holder = as_object(value);
  const auto list = holder ? array_member(*holder, "keys") : as_array(value);
  const auto strong = holder ? member(*holder, "consistentRead") : std::nullopt;
  const MilliUnits least = least_units(call.known.kind, false, strong && as_flag(*strong));
  const TraceRequest request{.kind = call.known.kind,
                             .low = least,
                             .high = least,
                             .lower_bound = true,
                             .throttled = call.throttled};
  if (!list) return send(call, table, request);
  for (const JsonElement element : *list) {
    TraceRequest one = request;
    values_.clear();
    if (const auto object = as_object(element)) batch_element(*object);
    one.values = &values_;
    send(call, table, one);
  }
}

/// A key itself, `{"key": {...}}`, or a request around one: `{"putRequest": {"key": {...}}}`.
void CloudTrailReader::batch_element(JsonObject element) {
  for (const std::string_view name : {"putRequest", "deleteRequest"}) {
    const auto inner = object_member(element, name);
    if (!inner) continue;
    if (!read_values(*inner)) add_key_values(*inner, writer_.parsed().texts, values_);
    return;
  }
  if (!read_values(element)) add_key_values(element, writer_.parsed().texts, values_);
}

bool CloudTrailReader::transaction(const Call& call) {
  auto items = array_member(call.parameters, "requestItems");
  if (!items) items = array_member(call.parameters, "transactItems");
  if (!items) return false;
  std::size_t place = 0;
  for (const JsonElement element : *items) {
    const bool throttled = call.throttled_at(place++);
    const auto item = as_object(element);
    if (!item || !transaction_item(call, *item, throttled)) return false;
  }
  return true;
}

bool CloudTrailReader::transaction_item(const Call& call, JsonObject item, bool throttled) {
  // As the API has it, the operation is a name around the rest.
  for (const std::string_view name : {"put", "update", "delete", "conditionCheck", "get"}) {
    const auto inner = object_member(item, name);
    if (inner && !string_member(*inner, "tableName").empty()) item = *inner;
  }
  values_.clear();
  read_values(item);
  const TraceRequest request{.kind = call.known.kind,
                             .low = kTransactionUnits,
                             .high = kTransactionUnits,
                             .lower_bound = true,
                             .throttled = throttled,
                             .values = &values_};
  const std::string_view table = string_member(item, "tableName");
  if (table.empty()) return false;
  send(call, table, request);
  return true;
}

bool CloudTrailReader::statements(const Call& call) {
  if (!string_member(call.parameters, "statement").empty()) {
    statement(call, call.parameters, call.throttled);
    return true;
  }
  auto items = array_member(call.parameters, "requestItems");
  for (const std::string_view name : {"statements", "transactStatements"}) {
    if (!items) items = array_member(call.parameters, name);
  }
  if (!items) return false;
  std::size_t place = 0;
  for (const JsonElement element : *items) {
    const bool throttled = call.throttled_at(place++);
    if (const auto item = as_object(element)) statement(call, *item, throttled);
  }
  return true;
}

void CloudTrailReader::statement(const Call& call, JsonObject holder, bool throttled) {
  const auto read = read_traced_statement(string_member(holder, "statement"));
  if (!read) return writer_.left_out(LeftOut::redacted);
  auto strong = member(holder, "consistentRead");
  if (!strong) strong = member(call.parameters, "consistentRead");
  const MilliUnits least =
      least_units(read->kind, call.known.transactional, strong && as_flag(*strong));
  values_.clear();
  for (const auto& [name, value] : read->equals) values_.push_back({name, value});
  send(call, read->table,
       {.kind = read->kind,
        .index = read->index,
        .low = least,
        .high = least,
        .lower_bound = true,
        .throttled = throttled,
        .values = &values_});
}

}  // namespace ddblint
