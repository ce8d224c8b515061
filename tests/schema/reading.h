#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "schema/reader.h"
#include "support/catch.h"
#include "syntax/parse.h"

namespace ddblint {

/// A text with all that was read from it.
struct Reading {
  std::unique_ptr<const std::string> text;
  Tree tree;
  Definitions found;

  /// The n-th table's first variant.
  [[nodiscard]] const Table& table(std::size_t n = 0) const { return found.tables.at(n).first(); }
  [[nodiscard]] std::string_view source(Span span) const {
    return std::string_view(*text).substr(span.begin, span.end - span.begin);
  }
};

/// Reads a text. Checks that the cheap look agrees, and that every place lies in the text.
inline Reading read(std::string text, const ReadOptions& options = {},
                    std::string_view path = "template.yaml") {
  Reading reading;
  reading.text = std::make_unique<const std::string>(std::move(text));
  reading.tree = parse(FileId{0}, path, *reading.text);
  reading.found = read_definitions(reading.tree, path, *reading.text, options);
  if (!reading.found.tables.empty()) CHECK(could_define_table(*reading.text));
  for (const auto& definition : reading.found.tables) {
    CHECK_FALSE(definition.variants.empty());
    for (const auto& variant : definition.variants) {
      CHECK(variant.table.span.valid());
      CHECK(variant.table.span.end <= reading.text->size());
      CHECK(variant.table.id_span.valid());
    }
  }
  return reading;
}

/// A setting as text: `-` absent, `?expression` unknown, or its value.
template <class T>
std::string shown(const Setting<T>& setting) {
  if (setting.absent()) return "-";
  if (setting.unknown()) return "?" + setting.why_unknown().expression;
  return fmt::format("{}", setting.value());
}

/// A key as text: `pk:S/HASH sk:N/RANGE`.
inline std::string shown(const KeySchema& key) {
  if (key.elements.unknown) return "?" + key.elements.unknown->expression;
  std::vector<std::string> parts;
  for (const auto& element : key.elements.items) {
    parts.push_back(
        fmt::format("{}:{}/{}", shown(element.name), shown(element.type), shown(element.role)));
  }
  if (key.elements.unknown_element) parts.push_back("?" + key.elements.unknown_element->expression);
  return fmt::format("{}", fmt::join(parts, " "));
}

/// Names of a list's items, with `?` where the list or an element is open.
template <class Item>
std::string names(const Listed<Item>& list) {
  std::vector<std::string> parts;
  for (const auto& item : list.items) parts.push_back(shown(item.name));
  if (list.unknown) parts.push_back("?" + list.unknown->expression);
  if (list.unknown_element) parts.push_back("?" + list.unknown_element->expression);
  return fmt::format("{}", fmt::join(parts, " "));
}

/// All that tells two readings of a table apart, as text.
inline std::string summary(const Table& table) {
  std::string out = fmt::format(
      "{} {} name={} key={} billing={} rcu={} wcu={} pitr={} sse={} "
      "ttl={}/{} stream={} class={} protect={}",
      table.resource_type, table.id, shown(table.name), shown(table.key), shown(table.billing_mode),
      shown(table.throughput.read), shown(table.throughput.write),
      shown(table.point_in_time_recovery), shown(table.encryption), shown(table.ttl_enabled),
      shown(table.ttl_attribute), shown(table.stream_view), shown(table.table_class),
      shown(table.deletion_protection));
  for (const auto* indexes : {&table.global_indexes, &table.local_indexes}) {
    out += fmt::format(" [{}", names(*indexes));
    for (const auto& index : indexes->items) {
      out += fmt::format("; {} {} {} {}", shown(index.key), shown(index.projection.type),
                         shown(index.throughput.read), shown(index.throughput.write));
    }
    out += "]";
  }
  return out;
}

/// `A=true B=false` for each variant, one a line.
inline std::string assignments(const TableDefinition& definition) {
  std::string out;
  for (const auto& variant : definition.variants) {
    std::vector<std::string> parts;
    for (const auto& [name, truth] : variant.when)
      parts.push_back(fmt::format("{}={}", name, truth));
    out += fmt::format("{}\n", fmt::join(parts, " "));
  }
  return out;
}

/// `what: message` of each complaint, one a line; `what` is the source at its place.
inline std::string complaints(const Reading& reading) {
  std::string out;
  for (const auto& diagnostic : reading.found.diagnostics) {
    out += fmt::format("{}: {}\n", reading.source(diagnostic.span), diagnostic.message);
  }
  return out;
}

/// `what: why` of each open value, one a line.
inline std::string open_values(const Reading& reading) {
  std::string out;
  for (const auto& value : reading.found.open)
    out += fmt::format("{}: {}\n", value.what, value.why);
  return out;
}

/// A template with one table, `Orders`, whose properties begin with these lines (indented by six)
/// and go on with key `id`.
inline std::string orders(std::string_view properties, std::string_view before = "") {
  return fmt::format(
      "{}Resources:\n  Orders:\n    Type: AWS::DynamoDB::Table\n    Properties:\n{}"
      "      AttributeDefinitions: [{{AttributeName: id, AttributeType: S}}]\n"
      "      KeySchema: [{{AttributeName: id, KeyType: HASH}}]\n",
      before, properties);
}

}  // namespace ddblint
