#include "design/write_cost.h"

#include <algorithm>

#include "design/bounded.h"
#include "design/item_bytes.h"
#include "design/key_match.h"
#include "design/read_cost.h"
#include "design/units.h"

namespace ddblint {
namespace {

bool transactional(const AccessPattern& pattern) {
  return pattern.effective_consistency() == Consistency::transactional;
}

/// True when the table's key, which never changes, has all attributes of an index's key.
bool key_is_fixed(const Table& table, const Index& index) {
  return key_known(index.key) &&
         std::ranges::all_of(names_of(index.key), [&](const std::string& name) {
           return element_of(table.key, name) != nullptr;
         });
}

/// Share of the written items that are in the index: all, if the write gives its whole key.
Bounded entering_share(const Subject& subject, const AccessPattern& pattern, const Index& index) {
  const bool given = key_known(index.key) &&
                     std::ranges::all_of(names_of(index.key), [&](const std::string& name) {
                       return equality_on(pattern, name) != nullptr ||
                              element_of(subject.table.key, name) != nullptr;
                     });
  return given ? exactly(1) : indexed_share(subject, index);
}

/// An update that states what it sets.
Bounded update_writes(const Subject& subject, const AccessPattern& pattern, const Index& index) {
  bool key = false;
  bool part = false;
  const Projected has = projected(subject.table, index);
  for (const Stated& attribute : *pattern.sets) {
    key = key || element_of(index.key, attribute.text) != nullptr;
    part = part || has.holds(attribute.text);
  }
  // The first value of a key puts an entry, removing it takes one away: one write, not two.
  if (key) return bounded(2, 1, 2);
  const Bounded share = indexed_share(subject, index);
  if (part) return share;
  return has.known || pattern.sets->empty() ? exactly(0) : bounded(share.value, 0, share.high);
}

}  // namespace

std::optional<Bounded> table_write_units(const Subject& subject, const AccessPattern& pattern) {
  const auto item = item_bytes(subject, pattern);
  if (!item) return std::nullopt;
  return product(product(items_named(pattern), write_steps(*item)),
                 write_price(transactional(pattern)));
}

Bounded entry_writes(const Subject& subject, const AccessPattern& pattern, const Index& index) {
  if (!key_known(index.key)) return bounded(1, 0, 2);
  const bool updates = pattern.operation == Operation::update_item ||
                       pattern.operation == Operation::transact_write_items;
  if (updates && pattern.sets) return update_writes(subject, pattern, index);
  const Bounded share = entering_share(subject, pattern, index);
  if (pattern.operation == Operation::delete_item) return share;
  // A write that must not overwrite finds no entry to change.
  const bool fresh = pattern.operation == Operation::put_item && !pattern.unique.absent();
  if (fresh) return share;
  return bounded(share.value, 0, key_is_fixed(subject.table, index) ? 1 : 2);
}

// The service changes an index after the transaction, at the plain price.
std::optional<Bounded> index_write_units(const Subject& subject, const AccessPattern& pattern,
                                         const Index& index) {
  const Bounded writes = product(items_named(pattern), entry_writes(subject, pattern, index));
  if (writes.high == 0) return exactly(0);
  const auto item = item_bytes(subject, pattern);
  if (!item) return std::nullopt;
  return product(writes, write_steps(entry_bytes(subject, index, *item)));
}

}  // namespace ddblint
