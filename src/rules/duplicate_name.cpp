#include <fmt/format.h>

#include "rules/detectors.gen.h"

namespace ddblint {
namespace {

Finding repeated(const Rule& rule, const Setting<std::string>& first,
                 const Setting<std::string>& again, std::string_view what) {
  Finding finding = make_finding(
      rule, Evidence::structural, again.span(),
      fmt::format("{} `{}` is defined twice, so the table cannot be created", what, again.value()));
  finding.label = "again";
  finding.related.push_back({first.span(), "first defined here"});
  return finding;
}

/// Two definitions that also differ in type are a contradiction, which DDB603 reports.
bool contradict(const AttributeDefinition& a, const AttributeDefinition& b) {
  return a.type.known() && b.type.known() && !a.type.is(b.type.value());
}

void check_attributes(const Table& table, const Rule& rule, Findings& findings) {
  const auto& all = table.attributes.items;
  for (std::size_t i = 1; i < all.size(); ++i) {
    for (std::size_t first = 0; first < i; ++first) {
      if (!all[i].name.known() || !all[first].name.is(all[i].name.value())) continue;
      if (!contradict(all[first], all[i])) {
        Finding finding = repeated(rule, all[first].name, all[i].name, "attribute");
        finding.attribute = all[i].name.value();
        finding.remedy = "keep one of the two";
        findings.push_back(std::move(finding));
      }
      break;
    }
  }
}

/// The names of all indexes: the three kinds share one name space.
std::vector<const Setting<std::string>*> index_names(const Table& table) {
  std::vector<const Setting<std::string>*> names;
  names.reserve(table.global_indexes.items.size() + table.local_indexes.items.size() +
                table.vector_indexes.items.size());
  for (const Index& index : table.global_indexes.items) names.push_back(&index.name);
  for (const Index& index : table.local_indexes.items) names.push_back(&index.name);
  for (const VectorIndex& index : table.vector_indexes.items) names.push_back(&index.name);
  return names;
}

}  // namespace

Findings duplicate_name(const Subject& subject, const Rule& rule) {
  Findings findings;
  check_attributes(subject.table, rule, findings);
  const auto names = index_names(subject.table);
  for (std::size_t i = 1; i < names.size(); ++i) {
    for (std::size_t first = 0; first < i; ++first) {
      if (!names[i]->known() || !names[first]->is(names[i]->value())) continue;
      Finding finding = repeated(rule, *names[first], *names[i], "index");
      finding.index = names[i]->value();
      finding.remedy = "give it another name, or delete it if it is a copy";
      findings.push_back(std::move(finding));
      break;
    }
  }
  return findings;
}

}  // namespace ddblint
