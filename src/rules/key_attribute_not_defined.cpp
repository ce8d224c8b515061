#include <algorithm>

#include <fmt/format.h>

#include "rules/detectors.gen.h"
#include "rules/key_schemas.h"
#include "source/text.h"

namespace ddblint {
namespace {

using Names = std::vector<std::string_view>;

/// The names that the definitions give; nothing when there may be more.
std::optional<Names> defined_names(const Listed<AttributeDefinition>& attributes) {
  if (!attributes.whole()) return std::nullopt;
  Names names;
  for (const auto& attribute : attributes.items) {
    if (attribute.name.unknown()) return std::nullopt;
    if (attribute.name.known()) names.emplace_back(attribute.name.value());
  }
  return names;
}

/// Reports the names that one schema uses and the definitions lack, each once.
class Checker {
 public:
  Checker(const Table& table, const Rule& rule, Names defined)
      : table_(table), rule_(rule), defined_(std::move(defined)) {}

  template <class Element>
  void check(const std::vector<Element>& schema, const std::string& index, std::string_view role) {
    Names reported;
    for (const Element& element : schema) {
      if (!element.name.known()) continue;
      const std::string& name = element.name.value();
      if (holds(defined_, name) || holds(reported, name)) continue;
      reported.emplace_back(name);
      findings_.push_back(describe(element.name, index, role));
    }
  }

  Findings take() { return std::move(findings_); }

 private:
  static bool holds(const Names& names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
  }
  [[nodiscard]] Finding describe(const Setting<std::string>& attribute, const std::string& index,
                                 std::string_view role) const;

  const Table& table_;
  const Rule& rule_;
  Names defined_;
  Findings findings_;
};

Finding Checker::describe(const Setting<std::string>& attribute, const std::string& index,
                          std::string_view role) const {
  const std::string& name = attribute.value();
  Finding finding = make_finding(
      rule_, Evidence::structural, attribute.span(),
      fmt::format("`{}`, {}, has no attribute definition, so the table cannot be created", name,
                  role));
  finding.label = "not defined";
  finding.index = index;
  finding.attribute = name;
  const auto near = nearest(name, defined_);
  finding.remedy = near.empty() ? fmt::format(
                                      "add `{}` to `AttributeDefinitions` with its type, "
                                      "`S`, `N` or `B`",
                                      name)
                                : fmt::format(
                                      "write `{}` if that is meant, or add `{}` to "
                                      "`AttributeDefinitions`",
                                      near, name);
  if (table_.attributes.span.valid()) {
    finding.related.push_back({table_.attributes.span, "the attributes that are defined"});
  }
  return finding;
}

}  // namespace

Findings key_attribute_not_defined(const Subject& subject, const Rule& rule) {
  const Table& table = subject.table;
  auto defined = defined_names(table.attributes);
  if (!defined || taken_from_source(table)) return {};
  Checker checker(table, rule, std::move(*defined));
  for (const OwnedKey& key : every_key(table)) {
    checker.check(key.schema->elements.items, key.index_name(),
                  fmt::format("a key attribute of {}", key.owner()));
  }
  for (const VectorIndex& index : table.vector_indexes.items) {
    const std::string name = index.name.value_or("");
    checker.check(index.search_schema.items, name,
                  fmt::format("in the search schema of vector index `{}`", name));
  }
  return checker.take();
}

}  // namespace ddblint
