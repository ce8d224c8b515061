#include "design/read_cost.h"

#include <algorithm>
#include <cmath>

#include "design/bounded.h"
#include "design/item_bytes.h"
#include "design/units.h"

namespace ddblint {
namespace {

/// A read with all that its cost depends on.
class ReadCost {
 public:
  ReadCost(const Subject& subject, const AccessPattern& pattern, const KeyMatch& match,
           Service service)
      : subject_(subject), pattern_(pattern), match_(match), out_(std::move(service)) {}

  Service found() {
    const auto item = item_bytes(subject_, pattern_);
    if (out_.how == How::get) {
      get(item);
    } else {
      out_.items_read = out_.how == How::scan ? scanned() : queried();
      if (item && out_.items_read) page(*item, *out_.items_read);
    }
    if (item) fetch(*item);
    return std::move(out_);
  }

 private:
  [[nodiscard]] Consistency consistency() const { return pattern_.effective_consistency(); }
  [[nodiscard]] bool filters() const { return !out_.filtered.empty() || !pattern_.filter.empty(); }

  /// Of all shards but one, a get finds nothing and costs the least.
  void get(const std::optional<ItemBytes>& item) {
    const Bounded items = items_named(pattern_);
    out_.items_read = items;
    out_.pages = std::max(1.0, std::ceil(items.value / kBatchGetItems));
    if (!item) return;
    const Bounded found = units_of_gets(items, read_steps(*item), consistency());
    const Bounded empty = product(items, (out_.fan_out - 1) * read_price(consistency()));
    out_.read_units = sum(found, empty);
  }

  /// Items that a query reads, of all shards together.
  [[nodiscard]] std::optional<Bounded> queried() const {
    const bool one = match_.whole && out_.index == nullptr;
    if (one) return exactly(values_asked(pattern_, subject_.table.key));
    if (!filters() && pattern_.items) return exactly(*pattern_.items);
    if (pattern_.passes && pattern_.items && out_.filtered.empty() && *pattern_.passes > 0) {
      return exactly(*pattern_.items / *pattern_.passes);
    }
    const double returned = pattern_.items.value_or(0);
    if (const auto collection = collection_items()) {
      const Bounded all = product(*collection, out_.fan_out);
      const double high = std::max(all.high, returned);
      if (match_.narrowed) return bounded(returned, returned, high);
      return bounded(all.value, std::max(all.low, returned), high);
    }
    if (pattern_.items) return at_least(returned);
    return std::nullopt;
  }

  /// Items of one value of the partition key. Where requests follow the items, a large collection
  /// is asked more often: its mean is that over items, sum of squares / sum.
  [[nodiscard]] std::optional<Bounded> collection_items() const {
    const KeySchema& schema = schema_of(subject_.table, out_);
    const KeyProfile* profile = measured_key(subject_, schema, out_.index);
    if (profile == nullptr || profile->distinct.low < 1) return std::nullopt;
    const auto items = items_of(*profile);
    if (!items) return std::nullopt;
    if (const auto fixed = fixed_collection(schema, *profile, *items)) return fixed;
    const double mean = *items / profile->distinct.value;
    const bool even = pattern_.keys.kind == KeyDistribution::Kind::uniform;
    const Bounded over_keys =
        bounded(mean, *items / profile->distinct.high, *items / profile->distinct.low);
    if (even || profile->effective_keys.low <= 0) return over_keys;
    const double over_items = *items / profile->effective_keys.value;
    const bool as_data = pattern_.keys.kind == KeyDistribution::Kind::from_data;
    return bounded(as_data ? over_items : mean, over_keys.low,
                   std::max(over_keys.high, *items / profile->effective_keys.low));
  }

  /// The collection of a value that every request gives.
  [[nodiscard]] std::optional<Bounded> fixed_collection(const KeySchema& schema,
                                                        const KeyProfile& profile,
                                                        double items) const {
    const bool fixed = std::ranges::all_of(schema.partition, [&](const KeyElement& element) {
      const EqualCondition* equal = equality_on(pattern_, element.name.value());
      return equal != nullptr && equal->value;
    });
    if (!fixed) return std::nullopt;
    const double scale = items / static_cast<double>(profile.items);
    if (schema.partition.size() == 1) {
      const EqualCondition* equal = equality_on(pattern_, schema.partition.front().name.value());
      const auto top = std::ranges::find(profile.top, *equal->value, &TopValue::value);
      if (top != profile.top.end() && !top->cut) {
        return bounded(top->share * items, static_cast<double>(top->low) * scale,
                       std::max(static_cast<double>(top->high) * scale, top->share * items));
      }
    }
    return bounded(items / profile.distinct.value, 0, profile.hottest_share.high * items);
  }

  /// Items of a key schema in the whole table.
  [[nodiscard]] std::optional<double> items_of(const KeyProfile& profile) const {
    const auto items = static_cast<double>(profile.items);
    const ProfileSource& source = subject_.profile->source;
    if (!source.sampled()) return items;
    if (!source.population || source.items == 0) return std::nullopt;
    return items * static_cast<double>(*source.population) / static_cast<double>(source.items);
  }

  /// Items that a scan reads.
  [[nodiscard]] std::optional<Bounded> scanned() const {
    const bool scan = pattern_.operation == Operation::scan;
    if (scan && pattern_.items && !filters()) return exactly(*pattern_.items);
    if (const auto items = table_items(subject_)) {
      if (out_.index == nullptr) return exactly(*items);
      return product(indexed_share(subject_, *out_.index), *items);
    }
    if (scan && pattern_.items && pattern_.passes && *pattern_.passes > 0) {
      return exactly(*pattern_.items / *pattern_.passes);
    }
    if (pattern_.items) return at_least(*pattern_.items);
    return std::nullopt;
  }

  void page(const ItemBytes& item, const Bounded& items) {
    const Bounded bytes =
        out_.index == nullptr ? item.mean : entry_bytes(subject_, *out_.index, item).mean;
    const auto shard = [&](double count, double size) {
      return paged_read(count / out_.fan_out, size, consistency());
    };
    const PagedRead read = shard(items.value, bytes.value);
    out_.pages = read.pages;
    out_.read_units = product(
        bounded(read.units, shard(items.low, bytes.low).units, shard(items.high, bytes.high).units),
        out_.fan_out);
  }

  /// One more read of the table for each item: of all that are read where a filter needs them.
  /// Without named attributes a local index fetches nothing by itself.
  void fetch(const ItemBytes& item) {
    if ((out_.unprojected.empty() && !out_.partial) || !out_.items_read) return;
    const Bounded& read = *out_.items_read;
    const double returned = std::min(pattern_.items.value_or(0), read.low);
    const Bounded items = filters() ? bounded(read.value, returned, read.high) : read;
    Bounded units = units_of_gets(items, read_steps(item), consistency());
    if (out_.unprojected.empty() && out_.local) units = bounded(0, 0, units.high);
    out_.fetch_units = units;
    if (out_.local && out_.read_units) out_.read_units = sum(*out_.read_units, units);
  }

  const Subject& subject_;
  const AccessPattern& pattern_;
  const KeyMatch& match_;
  Service out_;
};

}  // namespace

Service with_read_cost(Service service, const Subject& subject, const AccessPattern& pattern,
                       const KeyMatch& match) {
  return ReadCost(subject, pattern, match, std::move(service)).found();
}

Bounded units_of_gets(const Bounded& items, const Bounded& steps, Consistency consistency) {
  return product(product(items, steps), read_price(consistency));
}

Bounded items_named(const AccessPattern& pattern) {
  double listed = 1;
  for (const EqualCondition& equal : pattern.equals) listed *= static_cast<double>(equal.values);
  const auto up_to = [&](double limit) {
    if (pattern.items) return exactly(std::max(1.0, *pattern.items));
    return listed > 1 ? exactly(listed) : bounded(1, 1, limit);
  };
  switch (pattern.operation) {
    case Operation::batch_get_item:
      return up_to(kBatchGetItems);
    case Operation::batch_write_item:
      return up_to(kBatchWriteItems);
    case Operation::transact_get_items:
    case Operation::transact_write_items:
      return up_to(kTransactItems);
    default:
      return exactly(1);
  }
}

}  // namespace ddblint
