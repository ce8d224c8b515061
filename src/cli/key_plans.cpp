#include "cli/key_plans.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>

#include <fmt/format.h>

namespace ddblint {
namespace {

std::string subject_of(const std::string& index) {
  return index.empty() ? "the key of the table" : fmt::format("index `{}`", index);
}

std::string type_of(const KeyElement& element) {
  const std::string type = element.type.value_or("");
  return type == "S" || type == "N" || type == "B" ? type : std::string();
}

/// The attributes; nothing when one of them is not known.
std::optional<std::vector<PlannedAttribute>> attributes_of(
    const std::vector<KeyElement>& elements) {
  std::vector<PlannedAttribute> attributes;
  for (const KeyElement& element : elements) {
    if (!element.name.known() || element.name.value().empty()) return std::nullopt;
    attributes.push_back({element.name.value(), type_of(element)});
  }
  return attributes;
}

/// The keys of one variant.
class Planner {
 public:
  explicit Planner(const Table& table) {
    plan_.plan.table = table.id;
    if (table.ttl_attribute.known() && !table.ttl_enabled.is(false)) {
      plan_.plan.ttl_attribute = table.ttl_attribute.value();
    }
    add("", table.key, false);
    add_all(table.global_indexes, false);
    add_all(table.local_indexes, true);
  }

  KeysToMeasure take() { return std::move(plan_); }

 private:
  void add_all(const Listed<Index>& indexes, bool local) {
    if (!indexes.whole()) {
      plan_.left_out.push_back(
          fmt::format("{} indexes that stand behind an expression are not measured",
                      local ? "local" : "global"));
    }
    for (const Index& index : indexes.items) {
      if (index.name.known() && !index.name.value().empty()) {
        add(index.name.value(), index.key, local);
      } else {
        plan_.left_out.emplace_back("an index whose name is not known is not measured");
      }
    }
  }

  void add(const std::string& index, const KeySchema& schema, bool local) {
    // Two keys of one name could not be told apart.
    if (!names_.insert(index).second) return;
    auto partition = attributes_of(schema.partition);
    auto sort = attributes_of(schema.sort);
    if (!schema.known() || !partition || !sort || partition->empty()) {
      plan_.left_out.push_back(
          fmt::format("{} is not measured: its attributes are not all known", subject_of(index)));
      return;
    }
    plan_.plan.keys.push_back({index, local, std::move(*partition), std::move(*sort)});
  }

  KeysToMeasure plan_;
  std::set<std::string> names_;
};

const PlannedKey* find(const KeyPlan& plan, const std::string& index) {
  const auto found = std::ranges::find(plan.keys, index, &PlannedKey::index);
  return found == plan.keys.end() ? nullptr : &*found;
}

/// Adds what another variant of the table says.
void merge(KeysToMeasure& into, KeysToMeasure&& other, std::set<std::string>& changing) {
  for (PlannedKey& key : other.plan.keys) {
    const PlannedKey* known = find(into.plan, key.index);
    if (known == nullptr) {
      into.plan.keys.push_back(std::move(key));
    } else if (!same_attributes(*known, key)) {
      changing.insert(key.index);
    }
  }
  for (std::string& sentence : other.left_out) {
    if (std::ranges::find(into.left_out, sentence) == into.left_out.end()) {
      into.left_out.push_back(std::move(sentence));
    }
  }
}

}  // namespace

bool same_attributes(const PlannedKey& a, const PlannedKey& b) {
  const auto same = [](const auto& x, const auto& y) {
    return std::ranges::equal(x, y, {}, &PlannedAttribute::name, &PlannedAttribute::name);
  };
  return same(a.partition, b.partition) && same(a.sort, b.sort);
}

KeysToMeasure keys_of(const TableDefinition& definition) {
  KeysToMeasure keys = Planner(definition.first()).take();
  std::set<std::string> changing;
  for (std::size_t i = 1; i < definition.variants.size(); ++i) {
    merge(keys, Planner(definition.variants[i].table).take(), changing);
  }
  for (const std::string& index : changing) {
    keys.left_out.push_back(
        fmt::format("{} is not measured: conditions change it", subject_of(index)));
  }
  std::erase_if(keys.plan.keys,
                [&changing](const PlannedKey& key) { return changing.contains(key.index); });
  return keys;
}

KeyPlan plan_of(const std::vector<std::string>& names) {
  KeyPlan plan;
  if (names.empty()) return plan;
  PlannedKey key;
  key.partition = {{names.front(), ""}};
  for (std::size_t i = 1; i < names.size(); ++i) key.sort.push_back({names[i], ""});
  plan.keys = {std::move(key)};
  return plan;
}

}  // namespace ddblint
