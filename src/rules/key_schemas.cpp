#include "rules/key_schemas.h"

#include <algorithm>

#include <fmt/format.h>

#include "rules/wording.h"

namespace ddblint {

std::string OwnedKey::owner() const {
  if (index == nullptr) return "the table";
  return index->name.absent() ? "an index" : fmt::format("index `{}`", name_of(*index));
}

std::string OwnedKey::index_name() const { return index == nullptr ? "" : name_of(*index); }

Span OwnedKey::place(const Table& table) const {
  return index == nullptr ? table.id_span : place_of(*index);
}

std::vector<OwnedKey> every_key(const Table& table) {
  std::vector<OwnedKey> keys = {{.schema = &table.key}};
  for (const Index& index : table.global_indexes.items) {
    keys.push_back({.schema = &index.key, .index = &index});
  }
  for (const Index& index : table.local_indexes.items) {
    keys.push_back({.schema = &index.key, .index = &index, .local = true});
  }
  return keys;
}

bool settled(const KeySchema& schema) {
  return schema.elements.whole() &&
         std::ranges::all_of(schema.elements.items, [](const KeyElement& element) {
           return element.name.known() && (element.role.is("HASH") || element.role.is("RANGE"));
         });
}

bool taken_from_source(const Table& table) {
  return table.global() && table.attributes.absent() && table.key.elements.absent();
}

KeyNames names_in_keys(const Table& table) {
  KeyNames result;
  const auto add = [&result](const auto& list) {
    result.whole = result.whole && list.whole();
    for (const auto& element : list.items) {
      if (element.name.known()) result.names.emplace_back(element.name.value());
      result.whole = result.whole && element.name.known();
    }
  };
  result.whole =
      table.global_indexes.whole() && table.local_indexes.whole() && table.vector_indexes.whole();
  for (const OwnedKey& key : every_key(table)) add(key.schema->elements);
  for (const VectorIndex& index : table.vector_indexes.items) add(index.search_schema);
  return result;
}

}  // namespace ddblint
