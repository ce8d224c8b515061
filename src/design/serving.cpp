#include "design/serving.h"

#include <algorithm>
#include <tuple>

#include "design/bounded.h"
#include "design/item_bytes.h"
#include "design/key_match.h"
#include "design/key_spread.h"
#include "design/peak.h"
#include "design/read_cost.h"
#include "design/units.h"
#include "design/write_cost.h"
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ddblint {
namespace {

bool gets(Operation operation) {
  return operation == Operation::get_item || operation == Operation::batch_get_item ||
         operation == Operation::transact_get_items;
}

std::string quoted(const std::vector<std::string>& names) {
  return fmt::format("`{}`", fmt::join(names, "`, `"));
}

bool global(const Service& service) { return service.index != nullptr && !service.local; }

/// One pattern against one key schema.
class Matching {
 public:
  Matching(const Subject& subject, const AccessPattern& pattern)
      : subject_(subject), pattern_(pattern) {}

  [[nodiscard]] Service against(const Index* index, bool local) const {
    Service service{.index = index, .local = local};
    service.asked = index == nullptr
                        ? pattern_.index.absent()
                        : !pattern_.index.absent() && index->name.is(pattern_.index.text);
    if (!key_known(schema_of(subject_.table, service))) return service;
    return is_write(pattern_.operation) ? write(std::move(service)) : read(std::move(service));
  }

 private:
  [[nodiscard]] Service write(Service service) const {
    service.read_units = exactly(0);
    if (service.index != nullptr) {
      service.how = service.asked ? How::impossible : How::maintain;
      if (service.asked) service.why = "a write goes to the table, not to an index";
      service.write_units = index_write_units(subject_, pattern_, *service.index);
      return service;
    }
    service.how = How::write;
    service.write_units = table_write_units(subject_, pattern_);
    if (!pattern_.reads.absent()) service.read_units = one_item_read();
    return service;
  }

  [[nodiscard]] Service read(Service service) const {
    const KeySchema& schema = schema_of(subject_.table, service);
    const KeyMatch match = match_key(schema, pattern_);
    // What keeps this key from serving may stand where the pattern could not be read.
    const bool enough = gets(pattern_.operation) ? match.whole : match.partition;
    const bool scans = pattern_.operation == Operation::scan;
    if (!pattern_.whole && !enough && !scans) return service;
    service.write_units = exactly(0);
    if (!pattern_.writes.absent()) {
      service.write_units = service.index == nullptr
                                ? table_write_units(subject_, pattern_)
                                : index_write_units(subject_, pattern_, *service.index);
    }
    if (pattern_.operation != Operation::scan) service.missing = match.missing;
    service.filtered = match.filtered;
    service.why = refusal(service, schema, match);
    service.how = service.why.empty() ? how(match) : How::impossible;
    if (service.how == How::impossible) return service;
    note_projection(service);
    if (service.by_key()) service.fan_out = shards_asked(service);
    if (service.how == How::query) service.fan_out *= values_asked(pattern_, schema);
    return with_read_cost(std::move(service), subject_, pattern_, match);
  }

  [[nodiscard]] How how(const KeyMatch& match) const {
    if (gets(pattern_.operation)) return How::get;
    const bool by_key = pattern_.operation == Operation::query && match.partition;
    return by_key ? How::query : How::scan;
  }

  /// Why the service refuses the request; empty when it does not. A query without its partition key
  /// is refused, too, but a scan would answer it.
  [[nodiscard]] std::string refusal(const Service& service, const KeySchema& schema,
                                    const KeyMatch& match) const {
    if (gets(pattern_.operation)) return refusal_of_get(service, match);
    const Consistency consistency = pattern_.effective_consistency();
    if (consistency == Consistency::transactional) {
      return fmt::format("a {} cannot be part of a transaction: TransactGetItems gets single items",
                         to_string(pattern_.operation));
    }
    if (consistency == Consistency::strong && global(service)) {
      return "a global index is eventually consistent: it refuses strongly consistent reads";
    }
    if (pattern_.operation == Operation::scan || !match.partition) return {};
    return refusal_of_query(schema);
  }

  [[nodiscard]] std::string refusal_of_get(const Service& service, const KeyMatch& match) const {
    const auto operation = to_string(pattern_.operation);
    if (service.index != nullptr) {
      return match.partition
                 ? fmt::format("{} reads the table alone; a Query of the index would answer",
                               operation)
                 : fmt::format("{} reads the table alone", operation);
    }
    if (match.whole) return {};
    std::vector<std::string> names;
    for (const std::string& name : names_of(subject_.table.key)) {
      if (equality_on(pattern_, name) == nullptr) names.push_back(name);
    }
    return fmt::format("{} needs the whole primary key: {} {} not given", operation, quoted(names),
                       names.size() == 1 ? "is" : "are");
  }

  [[nodiscard]] std::string refusal_of_query(const KeySchema& schema) const {
    for (const Stated& attribute : pattern_.filter) {
      if (element_of(schema, attribute.text) != nullptr) {
        return fmt::format(
            "a filter of a Query cannot name an attribute of the key that it asks: `{}`",
            attribute.text);
      }
    }
    for (const KeyElement& element : schema.elements.items) {
      const RangeCondition* range = range_on(pattern_, element.name.value());
      if (range == nullptr || range->kind != RangeKind::begins_with) continue;
      if (!element.type.is("N")) continue;
      return fmt::format("begins_with is for strings and binary values: `{}` is a number",
                         element.name.value());
    }
    return {};
  }

  /// What the request needs and the index does not have.
  void note_projection(Service& service) const {
    if (service.index == nullptr) return;
    const Projected part = projected(subject_.table, *service.index);
    if (!part.known || part.all) return;
    service.partial = !pattern_.attributes;
    std::vector<std::string> needed = service.filtered;
    const auto add = [&needed](const std::vector<Stated>& attributes) {
      for (const Stated& attribute : attributes) needed.push_back(attribute.text);
    };
    add(pattern_.filter);
    if (pattern_.attributes) add(*pattern_.attributes);
    for (std::string& name : needed) {
      if (part.holds(name)) continue;
      const bool told = std::ranges::find(service.unprojected, name) != service.unprojected.end();
      if (!told) service.unprojected.push_back(std::move(name));
    }
  }

  /// One shard where the pattern gives all that its suffix is computed from, else all of them.
  [[nodiscard]] double shards_asked(const Service& service) const {
    const StatedSharding* sharding = sharding_of(subject_, service);
    if (sharding == nullptr) return 1;
    const bool computed = !sharding->function.empty() && !sharding->of.empty() &&
                          std::ranges::all_of(sharding->of, [&](const Stated& attribute) {
                            return equality_on(pattern_, attribute.text) != nullptr;
                          });
    return computed ? 1 : static_cast<double>(sharding->shards);
  }

  /// What a write reads beside, where its rate of reads is stated.
  [[nodiscard]] std::optional<Bounded> one_item_read() const {
    const auto item = item_bytes(subject_, pattern_);
    if (!item) return std::nullopt;
    return units_of_gets(items_named(pattern_), read_steps(*item),
                         pattern_.effective_consistency());
  }

  const Subject& subject_;
  const AccessPattern& pattern_;
};

/// Whether a service answers at all, and without reading everything where that was not asked for.
bool answers_well(const Service& service, const AccessPattern& pattern) {
  const bool scan = service.how == How::scan && pattern.operation == Operation::scan;
  return service.by_key() || service.how == How::write || scan;
}

/// Smaller is better: by key before scans, then by units, and where they are unknown by what is
/// read in vain.
auto rank(const Service& service) {
  const bool known = service.read_units && service.read_units->value < kUnbounded;
  return std::tuple(service.how == How::scan, !service.unprojected.empty() && !service.local,
                    known ? service.read_units->value : kUnbounded, service.filtered.size(),
                    service.fan_out);
}

std::optional<std::size_t> choose(const ServedPattern& served) {
  const auto& services = served.services;
  const auto asked = std::ranges::find_if(services, &Service::asked);
  if (asked != services.end()) {
    if (asked->how == How::unknown) return std::nullopt;
    if (answers_well(*asked, *served.pattern)) {
      return static_cast<std::size_t>(asked - services.begin());
    }
  } else if (!served.whole) {
    return std::nullopt;  // what it asks may be there
  }
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < services.size(); ++i) {
    const How how = services[i].how;
    const bool can = services[i].by_key() || how == How::scan || how == How::write;
    if (can && (!best || rank(services[i]) < rank(services[*best]))) best = i;
  }
  return best;
}

}  // namespace

std::string_view to_string(How how) {
  switch (how) {
    case How::get:
      return "get";
    case How::query:
      return "query";
    case How::scan:
      return "scan";
    case How::write:
      return "write";
    case How::maintain:
      return "maintain";
    case How::impossible:
      return "impossible";
    case How::unknown:
      return "unknown";
  }
  return {};
}

const KeySchema& schema_of(const Table& table, const Service& service) {
  return service.index == nullptr ? table.key : service.index->key;
}

const Service* ServedPattern::asked() const {
  const auto found = std::ranges::find_if(services, &Service::asked);
  return found == services.end() ? nullptr : &*found;
}

std::vector<ServedPattern> serve(const Subject& subject) {
  std::vector<ServedPattern> result;
  if (subject.workload == nullptr) return result;
  const Table& table = subject.table;
  result.reserve(subject.workload->patterns.size());
  for (const AccessPattern& pattern : subject.workload->patterns) {
    const Matching matching(subject, pattern);
    ServedPattern served{.pattern = &pattern};
    served.services.push_back(matching.against(nullptr, false));
    for (const Index& index : table.global_indexes.items) {
      served.services.push_back(matching.against(&index, false));
    }
    for (const Index& index : table.local_indexes.items) {
      served.services.push_back(matching.against(&index, true));
    }
    served.whole = table.global_indexes.whole() && table.local_indexes.whole() &&
                   std::ranges::none_of(served.services, [](const Service& service) {
                     return service.how == How::unknown ||
                            (service.index != nullptr && !service.index->name.known());
                   });
    served.chosen = choose(served);
    served.peak = peak_of(subject, served);
    result.push_back(std::move(served));
  }
  return result;
}

}  // namespace ddblint
