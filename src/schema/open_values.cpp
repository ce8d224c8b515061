#include "schema/open_values.h"

#include <set>

#include <fmt/format.h>

namespace ddblint {
namespace {

class Collector {
 public:
  explicit Collector(std::vector<OpenValue>& out) : out_(out) {}

  void table(const Table& table);

 private:
  template <class T>
  void setting(std::string_view field, const Setting<T>& value) {
    if (value.unknown()) add(field, value.why_unknown(), value.span());
  }
  template <class T>
  void list(std::string_view field, const Listed<T>& value) {
    if (value.unknown) add(field, *value.unknown, value.span);
    if (value.unknown_element) add(field, *value.unknown_element, value.span);
  }
  void add(std::string_view field, const Unknown& unknown, Span span);
  void key(std::string_view field, const KeySchema& schema);
  void index(std::string_view kind, const Index& index);
  void throughput(std::string_view field, const Throughput& value);

  std::vector<OpenValue>& out_;
  std::string table_;
  std::set<std::pair<std::string, Span>> seen_;
};

void Collector::add(std::string_view field, const Unknown& unknown, Span span) {
  std::string what = fmt::format("{}.{}", table_, field);
  if (!seen_.emplace(what, span).second) return;
  std::string why = unknown.why;
  if (!unknown.expression.empty()) why = fmt::format("{}: {}", unknown.expression, unknown.why);
  out_.push_back({.what = std::move(what), .why = std::move(why), .span = span});
}

void Collector::key(std::string_view field, const KeySchema& schema) {
  list(field, schema.elements);
  for (const auto& element : schema.elements.items) {
    setting(field, element.name);
    setting(field, element.role);
  }
}

void Collector::throughput(std::string_view field, const Throughput& value) {
  if (value.unknown) add(field, *value.unknown, value.span);
  setting(field, value.read);
  setting(field, value.write);
}

void Collector::index(std::string_view kind, const Index& index) {
  const std::string name = fmt::format("{}[{}]", kind, index.name.value_or("?"));
  setting(name + ".name", index.name);
  key(name + ".key", index.key);
  setting(name + ".projection", index.projection.type);
  list(name + ".non_key_attributes", index.projection.non_key_attributes);
  throughput(name + ".throughput", index.throughput);
}

void Collector::table(const Table& table) {
  table_ = table.id;
  setting("name", table.name);
  list("attributes", table.attributes);
  for (const auto& attribute : table.attributes.items) {
    setting("attributes", attribute.name);
    setting("attributes", attribute.type);
  }
  key("key", table.key);
  list("global_indexes", table.global_indexes);
  for (const auto& item : table.global_indexes.items) index("global_indexes", item);
  list("local_indexes", table.local_indexes);
  for (const auto& item : table.local_indexes.items) index("local_indexes", item);
  list("vector_indexes", table.vector_indexes);
  setting("billing_mode", table.billing_mode);
  throughput("throughput", table.throughput);
  setting("point_in_time_recovery", table.point_in_time_recovery);
  setting("encryption", table.encryption);
  setting("deletion_protection", table.deletion_protection);
  setting("ttl_enabled", table.ttl_enabled);
  setting("ttl_attribute", table.ttl_attribute);
  setting("stream_enabled", table.stream_enabled);
  setting("stream_view", table.stream_view);
  setting("table_class", table.table_class);
  list("replicas", table.replicas);
}

}  // namespace

void add_open_values(Definitions& definitions) {
  for (const auto& definition : definitions.tables) {
    Collector collector(definitions.open);
    for (const auto& variant : definition.variants) collector.table(variant.table);
  }
}

}  // namespace ddblint
