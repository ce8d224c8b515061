#include "workload/stream_records.h"

#include <algorithm>

#include "data/item_size.h"
#include <fmt/format.h>

namespace ddblint {
namespace {

constexpr std::uint64_t kWriteUnitBytes = 1024;
/// DynamoDB nests values 32 deep.
constexpr int kDeepest = 64;

MilliUnits write_units(std::uint64_t bytes) {
  return std::max<std::uint64_t>(1, (bytes + kWriteUnitBytes - 1) / kWriteUnitBytes) * kOneUnit;
}

std::optional<std::uint64_t> value_size(const JsonElement& typed, int depth);

std::optional<std::uint64_t> members_size(JsonObject object, std::uint64_t each, int depth) {
  std::uint64_t sum = 0;
  for (const auto [name, value] : object) {
    const auto size = value_size(value, depth);
    if (!size) return std::nullopt;
    sum += each + name.size() + *size;
  }
  return sum;
}

std::optional<std::uint64_t> elements_size(JsonArray array, int depth) {
  std::uint64_t sum = 0;
  for (const JsonElement element : array) {
    const auto size = value_size(element, depth);
    if (!size) return std::nullopt;
    sum += kElementSize + *size;
  }
  return sum;
}

std::optional<std::uint64_t> set_size(JsonArray array, ValueType type) {
  std::uint64_t sum = 0;
  for (const JsonElement element : array) {
    const auto text = as_string(element);
    const auto size = text ? scalar_size(type, *text) : std::nullopt;
    if (!size) return std::nullopt;
    sum += *size;
  }
  return sum;
}

std::optional<std::uint64_t> container_size(std::string_view type, const JsonElement& value,
                                            int depth) {
  if (depth >= kDeepest) return std::nullopt;
  const auto object = as_object(value);
  const auto array = as_array(value);
  std::optional<std::uint64_t> inside;
  if (type == "M" && object) {
    inside = members_size(*object, kElementSize, depth + 1);
  } else if (type == "L" && array) {
    inside = elements_size(*array, depth + 1);
  } else if (type == "SS" && array) {
    return set_size(*array, ValueType::string);
  } else if (type == "NS" && array) {
    return set_size(*array, ValueType::number);
  } else if (type == "BS" && array) {
    return set_size(*array, ValueType::binary);
  }
  if (!inside) return std::nullopt;
  return *inside + kContainerSize;
}

std::optional<std::uint64_t> value_size(const JsonElement& typed, int depth) {
  const auto object = as_object(typed);
  if (!object || object->size() != 1) return std::nullopt;
  const auto first = object->begin();
  const std::string_view type = first.key();
  if (type == "BOOL" || type == "NULL") return kBooleanSize;
  const auto text = as_string(first.value());
  if (!text) return container_size(type, first.value(), depth);
  if (type == "S") return text->size();
  if (type == "N") return scalar_size(ValueType::number, *text);
  if (type == "B") return scalar_size(ValueType::binary, *text);
  return std::nullopt;
}

bool has_all(const TracedKeyPlan& key, const KeyValues& values) {
  const auto given = [&values](const std::string& name) {
    return value_of(values, name).has_value();
  };
  return std::ranges::all_of(key.partition, given) && std::ranges::all_of(key.sort, given);
}

bool same_key(const TracedKeyPlan& key, const KeyValues& first, const KeyValues& second) {
  const auto same = [&](const std::string& name) {
    return value_of(first, name) == value_of(second, name);
  };
  return std::ranges::all_of(key.partition, same) && std::ranges::all_of(key.sort, same);
}

/// The table that a record names by ARN or name; empty when it names none.
std::string_view table_of(JsonObject record) {
  const std::string_view arn = string_member(record, "eventSourceARN");
  if (arn.find(":table/") != std::string_view::npos) return arn;
  return string_member(record, "tableName");
}

bool is_expiry(JsonObject record) {
  const auto identity = object_member(record, "userIdentity");
  return identity && string_member(*identity, "type") == "Service" &&
         string_member(*identity, "principalId") == "dynamodb.amazonaws.com";
}

}  // namespace

std::optional<std::uint64_t> typed_item_size(JsonObject item) { return members_size(item, 0, 0); }

struct StreamReader::Change {
  TraceTime time = kNoTime;
  bool insert = false;
  bool remove = false;
  bool expiry = false;
  MilliUnits units = kOneUnit;
  bool lower_bound = false;
};

bool StreamReader::is_change(JsonObject record) {
  const auto change = object_member(record, "dynamodb");
  return change && object_member(*change, "Keys").has_value();
}

bool StreamReader::read_image(JsonObject change, std::string_view name, Image& image) {
  image.values.clear();
  image.known = false;
  image.size = 0;
  const auto object = object_member(change, name);
  if (!object) return true;
  const auto size = typed_item_size(*object);
  if (!size) return false;
  add_key_values(*object, writer_.parsed().texts, image.values);
  image.object = *object;
  image.size = *size;
  image.known = true;
  return true;
}

void StreamReader::read(JsonObject record, TraceFormat format, std::uint64_t line) {
  writer_.format(format);
  writer_.begin_record(string_member(record, "eventID"));
  const JsonObject inner = *object_member(record, "dynamodb");
  const std::string_view name = string_member(record, "eventName");
  Change change{.insert = name == "INSERT", .remove = name == "REMOVE"};
  if (!change.insert && !change.remove && name != "MODIFY") {
    return writer_.bad(TraceProblemKind::bad_operation, line,
                       fmt::format("eventName `{}` is none of INSERT, MODIFY, REMOVE", name));
  }
  if (const auto time = member(inner, "ApproximateCreationDateTime")) {
    const auto read = as_time(*time);
    if (!read) {
      return writer_.bad(
          TraceProblemKind::bad_time, line,
          fmt::format("ApproximateCreationDateTime {} is no time", shown_json(*time)));
    }
    change.time = *read;
  }
  const JsonObject keys = *object_member(inner, "Keys");
  const auto key_size = typed_item_size(keys);
  if (!key_size || !read_image(inner, "NewImage", new_) || !read_image(inner, "OldImage", old_)) {
    return writer_.bad(TraceProblemKind::bad_record, line,
                       "an image with a value that is none of DynamoDB's");
  }
  keys_.clear();
  add_key_values(keys, writer_.parsed().texts, keys_);
  change.expiry = change.remove && is_expiry(record);
  change.units = write_units(std::max({*key_size, new_.size, old_.size}));
  change.lower_bound = (!change.insert && !old_.known) || (!change.remove && !new_.known);
  const std::string_view table = table_of(record);
  const auto& plans =
      table.empty() ? writer_.plans().find_by_key(keys_) : writer_.plans().find(table);
  if (table.empty() && plans.empty()) {
    return writer_.bad(TraceProblemKind::no_table, line,
                       "the record names no table, and its keys are those of no single one");
  }
  if (plans.empty()) writer_.unplanned(table, change.time);
  for (const std::uint32_t plan : plans) write(change, plan);
  writer_.end_record();
}

void StreamReader::write(const Change& change, std::uint32_t plan) {
  if (change.expiry) {
    writer_.parsed().events.push_back({.kind = TraceEventKind::expired, .plan = plan});
    return;
  }
  const auto& schemas = writer_.plans().plan(plan).keys;
  if (schemas.empty()) return;
  writer_.request_of(plan, 0,
                     {.kind = TraceEventKind::write,
                      .time = change.time,
                      .low = change.units,
                      .high = change.units,
                      .lower_bound = change.lower_bound,
                      .values = &keys_});
  for (std::uint32_t schema = 1; schema < schemas.size(); ++schema) derive(change, plan, schema);
  if (change.lower_bound && schemas.size() > 1) writer_.left_out(LeftOut::no_images);
}

void StreamReader::derive(const Change& change, std::uint32_t plan, std::uint32_t schema) {
  const TracedKeyPlan& key = writer_.plans().plan(plan).keys[schema];
  const bool before = old_.known && has_all(key, old_.values);
  const bool after = new_.known && has_all(key, new_.values);
  const bool old_unknown = !change.insert && !old_.known;
  const bool new_unknown = !change.remove && !new_.known;
  if (after && old_unknown) return derived(change, plan, schema, new_, false);
  if (before && new_unknown) return derived(change, plan, schema, old_, false);
  if (before && after && same_key(key, old_.values, new_.values)) {
    if (same(old_, new_)) return;
    return derived(change, plan, schema, old_.size > new_.size ? old_ : new_, false);
  }
  if (before) derived(change, plan, schema, old_, true);
  if (after) derived(change, plan, schema, new_, true);
}

void StreamReader::derived(const Change& change, std::uint32_t plan, std::uint32_t schema,
                           const Image& image, bool sure) {
  writer_.request_of(plan, schema,
                     {.kind = TraceEventKind::derived_write,
                      .time = change.time,
                      .low = sure ? kOneUnit : 0,
                      .high = write_units(image.size),
                      .lower_bound = false,
                      .values = &image.values});
}

/// Attributes in any order; inside values the order counts, which errs to the side of a write.
bool StreamReader::same(const Image& first, const Image& second) const {
  if (first.size != second.size || first.object.size() != second.object.size()) return false;
  return std::ranges::all_of(first.object, [&second](const auto& attribute) {
    JsonElement other;
    return second.object.at_key(attribute.key).get(other) == simdjson::SUCCESS &&
           simdjson::minify(attribute.value) == simdjson::minify(other);
  });
}

}  // namespace ddblint
