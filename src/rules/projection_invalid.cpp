#include <algorithm>

#include <fmt/format.h>

#include "rules/detectors.gen.h"
#include "rules/wording.h"
#include "source/text.h"

namespace ddblint {
namespace {

using Names = std::vector<Setting<std::string>>;

// Limits of the service, from the references of the page.
constexpr std::size_t kMostPerIndex = 20;
constexpr std::size_t kMostPerTable = 100;

/// A projection and the index it belongs to.
struct Projected {
  const Projection* projection;
  std::string index;
  /// Where the index is named.
  Span place;
};

std::vector<Projected> every_projection(const Table& table) {
  std::vector<Projected> all;
  for (const auto* list : {&table.global_indexes, &table.local_indexes}) {
    for (const Index& index : list->items) {
      all.push_back({&index.projection, name_of(index), place_of(index)});
    }
  }
  for (const VectorIndex& index : table.vector_indexes.items) {
    all.push_back({&index.projection, index.name.value_or(""),
                   index.name.absent() ? index.span : index.name.span()});
  }
  return all;
}

bool is_type(std::string_view type) {
  return type == "ALL" || type == "KEYS_ONLY" || type == "INCLUDE";
}

/// Collects what is wrong with the projections of one table.
class Checker {
 public:
  explicit Checker(const Rule& rule) : rule_(rule) {}

  void check(const Projected& projected);
  void check_total(const Table& table);
  Findings take() { return std::move(findings_); }

 private:
  void check_type(const Projected& projected);
  void check_names(const Projected& projected);
  Finding& add(const std::string& index, Span span, std::string message);

  const Rule& rule_;
  Findings findings_;
};

Finding& Checker::add(const std::string& index, Span span, std::string message) {
  Finding finding = make_finding(rule_, Evidence::structural, span, std::move(message));
  finding.index = index;
  findings_.push_back(std::move(finding));
  return findings_.back();
}

void Checker::check(const Projected& projected) {
  const auto& [projection, index, place] = projected;
  if (!projection->span.valid()) {
    Finding& finding = add(index, place, fmt::format("index `{}` has no projection", index));
    finding.label = "no `Projection`";
    finding.remedy = "add `Projection` with the type `ALL`, `KEYS_ONLY` or `INCLUDE`";
    return;
  }
  check_type(projected);
  if (projection->non_key_attributes.whole()) check_names(projected);
}

void Checker::check_type(const Projected& projected) {
  const auto& [projection, index, place] = projected;
  const Setting<std::string>& type = projection->type;
  if (type.absent()) {
    Finding& finding = add(index, projection->span,
                           fmt::format("the projection of index `{}` has no type", index));
    finding.label = "no `ProjectionType`";
    finding.remedy = "write `ALL`, `KEYS_ONLY` or `INCLUDE`: there is no default";
  } else if (type.known() && !is_type(type.value())) {
    Finding& finding =
        add(index, type.span(), fmt::format("`{}` is no type of a projection", type.value()));
    finding.label = "not a type";
    const auto near = nearest(type.value(), {"ALL", "KEYS_ONLY", "INCLUDE"});
    finding.remedy =
        near.empty() ? "write `ALL`, `KEYS_ONLY` or `INCLUDE`" : fmt::format("write `{}`", near);
  }
}

void Checker::check_names(const Projected& projected) {
  const auto& [projection, index, place] = projected;
  const Names& names = projection->non_key_attributes.items;
  const Setting<std::string>& type = projection->type;
  if (type.is("INCLUDE") && names.empty()) {
    Finding& finding = add(index, type.span(),
                           fmt::format("index `{}` includes attributes and names none", index));
    finding.label = "no `NonKeyAttributes`";
    finding.remedy = "list the attributes, or write `KEYS_ONLY`";
  } else if (!names.empty() && (type.is("ALL") || type.is("KEYS_ONLY"))) {
    Finding& finding =
        add(index, projection->non_key_attributes.span,
            fmt::format("index `{}` names attributes, which the type `{}` does not take", index,
                        type.value()));
    finding.label = "only with `INCLUDE`";
    finding.remedy = "write `INCLUDE`, or delete `NonKeyAttributes`";
    finding.related.push_back({type.span(), "the type"});
  }
  if (names.size() > kMostPerIndex) {
    Finding& finding = add(index, names[kMostPerIndex].span(),
                           fmt::format("index `{}` names {} attributes and may name {}", index,
                                       names.size(), kMostPerIndex));
    finding.label = fmt::format("number {}", kMostPerIndex + 1);
    finding.remedy = "project `ALL`, or leave out what no query reads";
  }
  for (auto again = names.begin(); again != names.end(); ++again) {
    if (!again->known()) continue;
    const auto first = std::find_if(names.begin(), again, [&](const Setting<std::string>& name) {
      return name.is(again->value());
    });
    if (first == again) continue;
    Finding& finding = add(index, again->span(),
                           fmt::format("index `{}` projects `{}` twice", index, again->value()));
    finding.label = "again";
    finding.attribute = again->value();
    finding.remedy = "name it once";
  }
}

/// Over all global and local indexes that include; a name counts once for each of them.
void Checker::check_total(const Table& table) {
  std::size_t total = 0;
  const Setting<std::string>* first_over = nullptr;
  for (const auto* list : {&table.global_indexes, &table.local_indexes}) {
    for (const Index& index : list->items) {
      const Names& names = index.projection.non_key_attributes.items;
      if (!index.projection.type.is("INCLUDE")) continue;
      if (total <= kMostPerTable && total + names.size() > kMostPerTable) {
        first_over = &names[kMostPerTable - total];
      }
      total += names.size();
    }
  }
  if (first_over == nullptr) return;
  Finding& finding = add(
      "", first_over->span(),
      fmt::format("the indexes name {} attributes in all and may name {}", total, kMostPerTable));
  finding.label = fmt::format("number {}", kMostPerTable + 1);
  finding.measurements = {
      exact("projected-attributes", static_cast<std::int64_t>(total), "attributes")};
  finding.remedy = "project `ALL` or `KEYS_ONLY` in some indexes: only `INCLUDE` counts";
}

}  // namespace

Findings projection_invalid(const Subject& subject, const Rule& rule) {
  Checker checker(rule);
  for (const Projected& projected : every_projection(subject.table)) checker.check(projected);
  checker.check_total(subject.table);
  return checker.take();
}

}  // namespace ddblint
