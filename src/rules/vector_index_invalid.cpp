#include <algorithm>

#include <fmt/format.h>

#include "rules/detectors.gen.h"
#include "rules/wording.h"
#include "source/text.h"

namespace ddblint {
namespace {

// Limits of the service, from the references of the page.
constexpr std::size_t kMostIndexes = 5;
constexpr std::int64_t kMostDimensions = 4096;
constexpr std::size_t kMostHash = 1;
constexpr std::size_t kMostFilters = 18;

Span place_of(const VectorIndex& index) {
  return index.name.absent() ? index.span : index.name.span();
}

/// Collects what is wrong with the vector indexes of one table.
class Checker {
 public:
  explicit Checker(const Rule& rule) : rule_(rule) {}

  void check_table(const Table& table);
  void check_index(const VectorIndex& index);
  void check_same_dimensions(const std::vector<VectorIndex>& indexes);
  Findings take() { return std::move(findings_); }

 private:
  void check_distance(const VectorIndex& index);
  void check_roles(const VectorIndex& index);
  void check_count(const VectorIndex& index, const std::string& role, std::size_t most);
  Finding& add(const VectorIndex& index, Span span, std::string message, std::string label,
               std::string remedy);

  const Rule& rule_;
  Findings findings_;
};

Finding& Checker::add(const VectorIndex& index, Span span, std::string message, std::string label,
                      std::string remedy) {
  Finding finding = make_finding(rule_, Evidence::structural, span, std::move(message));
  finding.index = index.name.value_or("");
  finding.label = std::move(label);
  finding.remedy = std::move(remedy);
  findings_.push_back(std::move(finding));
  return findings_.back();
}

void Checker::check_table(const Table& table) {
  const auto& indexes = table.vector_indexes.items;
  if (table.provisioned()) {
    const bool stated = table.billing_mode.known();
    Finding& finding =
        add(indexes.front(), place_of(indexes.front()),
            fmt::format("vector index `{}` needs an on-demand table, and this one is provisioned{}",
                        indexes.front().name.value_or(""),
                        stated ? "" : ", since no billing mode is stated"),
            "only on demand", "set `BillingMode: PAY_PER_REQUEST`");
    if (stated) finding.related.push_back({table.billing_mode.span(), "provisioned"});
  }
  if (indexes.size() > kMostIndexes) {
    const VectorIndex& first_over = indexes[kMostIndexes];
    add(first_over, place_of(first_over),
        fmt::format("the table has {} vector indexes and may have {}", indexes.size(),
                    kMostIndexes),
        fmt::format("number {}", kMostIndexes + 1), "delete some");
  }
}

void Checker::check_index(const VectorIndex& index) {
  const Setting<std::int64_t>& dimensions = index.dimensions;
  if (dimensions.known() && (dimensions.value() < 1 || dimensions.value() > kMostDimensions)) {
    add(index, dimensions.span(),
        fmt::format("a vector has {} dimensions, outside 1 to {}", grouped(dimensions.value()),
                    grouped(kMostDimensions)),
        "out of range", "use a model, or an output size of it, within the range");
  }
  check_distance(index);
  check_roles(index);
  check_count(index, "HASH", kMostHash);
  check_count(index, "INLINE_FILTER", kMostFilters);
}

void Checker::check_distance(const VectorIndex& index) {
  const Setting<std::string>& distance = index.distance_function;
  if (!distance.known()) return;
  const std::vector<std::string_view> functions = {"COSINE", "DOT_PRODUCT", "EUCLIDEAN"};
  if (std::ranges::find(functions, distance.value()) != functions.end()) return;
  const auto near = nearest(distance.value(), functions);
  add(index, distance.span(),
      fmt::format("`{}` is no distance function of a vector index", distance.value()),
      "not a function",
      near.empty() ? "write `COSINE`, `DOT_PRODUCT` or `EUCLIDEAN`"
                   : fmt::format("write `{}`", near));
}

void Checker::check_roles(const VectorIndex& index) {
  for (const SearchElement& element : index.search_schema.items) {
    if (!element.role.known() || element.role.is("HASH") || element.role.is("INLINE_FILTER")) {
      continue;
    }
    add(index, element.role.span(),
        fmt::format("`{}` is no role in a search schema", element.role.value()), "no role",
        "write `HASH` for the attribute that partitions the index, `INLINE_FILTER` for others");
  }
}

void Checker::check_count(const VectorIndex& index, const std::string& role, std::size_t most) {
  std::size_t count = 0;
  const SearchElement* first_over = nullptr;
  for (const SearchElement& element : index.search_schema.items) {
    if (element.role.is(role) && ++count == most + 1) first_over = &element;
  }
  if (first_over == nullptr) return;
  add(index, first_over->role.span(),
      fmt::format("the search schema of vector index `{}` has {} {} attributes and may have {}",
                  index.name.value_or(""), count, role, most),
      fmt::format("number {}", most + 1), "leave some out");
}

/// All vectors of one attribute have one length.
void Checker::check_same_dimensions(const std::vector<VectorIndex>& indexes) {
  for (auto later = indexes.begin(); later != indexes.end(); ++later) {
    if (!later->vector_attribute.known() || !later->dimensions.known()) continue;
    const std::string& attribute = later->vector_attribute.value();
    const auto first = std::find_if(indexes.begin(), later, [&](const VectorIndex& index) {
      return index.vector_attribute.is(attribute) && index.dimensions.known();
    });
    if (first == later || first->dimensions.is(later->dimensions.value())) continue;
    Finding& finding =
        add(*later, later->dimensions.span(),
            fmt::format("the vectors of `{}` have {} dimensions here and {} in another index",
                        attribute, grouped(later->dimensions.value()),
                        grouped(first->dimensions.value())),
            "another number",
            "give all indexes on one attribute the same dimensions, or use another attribute");
    finding.attribute = attribute;
    finding.related.push_back({first->dimensions.span(), "first stated here"});
  }
}

}  // namespace

Findings vector_index_invalid(const Subject& subject, const Rule& rule) {
  const auto& indexes = subject.table.vector_indexes.items;
  if (indexes.empty()) return {};
  Checker checker(rule);
  checker.check_table(subject.table);
  for (const VectorIndex& index : indexes) checker.check_index(index);
  checker.check_same_dimensions(indexes);
  return checker.take();
}

}  // namespace ddblint
