#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>

#include "workload/pattern_fields.h"
#include "workload/pattern_reader.h"
#include <fmt/format.h>

#include "source/text.h"

namespace ddblint {
namespace {

class FacetReader {
 public:
  FacetReader(std::string_view table, std::span<const FacetKey> keys)
      : table_(table), keys_(keys) {}

  void read(const Node& facet);
  ReadPatterns take() { return {.set = std::move(set_), .diagnostics = fields_.take()}; }
  void refuse(const Node& facets) { fields_.report(facets.span, "TableFacets is a list"); }

 private:
  void read_key(const Node& facet, AccessPattern& pattern);
  [[nodiscard]] const FacetKey* key_with(const std::string& partition,
                                         const std::string& sort) const;
  void read_attributes(const Node& facet, AccessPattern& pattern);

  PatternFields fields_;
  std::string_view table_;
  std::span<const FacetKey> keys_;
  PatternSet set_;
};

/// The key schema whose attributes are called so; labels are those of the table's own key.
const FacetKey* FacetReader::key_with(const std::string& partition, const std::string& sort) const {
  if (keys_.empty()) return nullptr;
  const auto found = std::ranges::find_if(keys_, [&](const FacetKey& key) {
    return key.partition == partition && (key.sort == sort || sort.empty());
  });
  return found == keys_.end() ? &keys_.front() : &*found;
}

void FacetReader::read_key(const Node& facet, AccessPattern& pattern) {
  const Node* alias = value_of(facet, "KeyAttributeAlias");
  Stated partition;
  Stated sort;
  if (alias != nullptr &&
      fields_.expect_mapping(*alias, "KeyAttributeAlias is a mapping with PartitionKeyAlias")) {
    partition = fields_.word(*alias, "PartitionKeyAlias");
    sort = fields_.word(*alias, "SortKeyAlias");
  }
  const FacetKey* key = key_with(partition.text, sort.text);
  if (key != nullptr) {
    const Span place = partition.absent() ? facet.span : partition.span;
    pattern.index = {.text = key->index, .span = place};
    partition = {.text = key->partition, .span = place};
    sort = {.text = key->sort, .span = sort.absent() ? place : sort.span};
  }
  if (partition.absent()) {
    pattern.whole = false;
    return;
  }
  pattern.equals.push_back({.attribute = partition});
}

void FacetReader::read_attributes(const Node& facet, AccessPattern& pattern) {
  auto names = fields_.words(facet, "NonKeyAttributes");
  // Without a list the facet shows whatever its items have.
  if (!names || names->empty()) return;
  pattern.attributes = std::move(names);
}

void FacetReader::read(const Node& facet) {
  if (!fields_.expect_mapping(facet, "a facet is a mapping with FacetName")) return;
  AccessPattern pattern;
  pattern.span = facet.span;
  pattern.name = fields_.word(facet, "FacetName");
  if (pattern.name.absent()) {
    pattern.name = {.text = fmt::format("facet {}", set_.patterns.size() + 1), .span = facet.span};
  }
  pattern.operation = Operation::query;
  pattern.operation_span = pattern.name.span;
  pattern.table = {.text = std::string(table_), .span = pattern.name.span};
  read_key(facet, pattern);
  read_attributes(facet, pattern);
  set_.patterns.push_back(std::move(pattern));
}

}  // namespace

ReadPatterns read_facets(const Node& facets, std::string_view table,
                         std::span<const FacetKey> keys) {
  FacetReader reader(table, keys);
  if (facets.is_null()) return reader.take();
  if (facets.is_sequence()) {
    for (const Node* facet : facets.items) reader.read(*facet);
  } else {
    reader.refuse(facets);
  }
  ReadPatterns result = reader.take();
  result.set.table.text = table;
  return result;
}

}  // namespace ddblint
