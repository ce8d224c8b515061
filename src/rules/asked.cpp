#include "rules/asked.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "rules/figures.h"
#include "rules/wording.h"

namespace ddblint {
namespace {

Span name_span(const AccessPattern& pattern) {
  return pattern.name.span.valid() ? pattern.name.span : pattern.span;
}

}  // namespace

const Service* other_service(const ServedPattern& served) {
  const Service* asked = served.asked();
  const auto other = std::ranges::find_if(served.services, [asked](const Service& service) {
    return &service != asked && service.by_key();
  });
  return other == served.services.end() ? nullptr : &*other;
}

std::string pattern_text(const AccessPattern& pattern) {
  if (!pattern.name.absent()) return fmt::format("pattern `{}`", pattern.name.text);
  return fmt::format("a pattern with {}", to_string(pattern.operation));
}

std::string key_text(const Service& service) {
  if (service.index == nullptr) return "the table's key";
  return fmt::format("index `{}`", name_of(*service.index));
}

std::string index_of(const Service& service) {
  return service.index == nullptr ? "" : service.index->name.value_or("");
}

Span place_of(const Service& service, const Table& table) {
  if (service.index != nullptr) return place_of(*service.index);
  const auto& partition = table.key.partition;
  return partition.empty() ? table.id_span : partition.front().name.span();
}

std::string rate_text(double per_second) {
  if (per_second >= 1) return count_text(per_second) + " a second";
  if (per_second * 60 >= 1) return count_text(per_second * 60) + " a minute";
  if (per_second * 3600 >= 1) return count_text(per_second * 3600) + " an hour";
  return count_text(std::max(1.0, per_second * 86400)) + " a day";
}

bool is_read(const AccessPattern& pattern) { return !is_write(pattern.operation); }

bool is_partiql(const AccessPattern& pattern) {
  return !pattern.statement.empty() && !pattern.statement.starts_with("aws ");
}

bool gives_partition(const AccessPattern& pattern, const KeySchema& schema) {
  const auto given = [&pattern](const KeyElement& element) {
    return std::ranges::any_of(pattern.equals, [&element](const EqualCondition& equal) {
      return element.name.is(equal.attribute.text);
    });
  };
  return !schema.partition.empty() && std::ranges::all_of(schema.partition, given);
}

Finding make_stated(const Rule& rule, Evidence evidence, const ServedPattern& served, Span span,
                    std::string message) {
  const AccessPattern& pattern = *served.pattern;
  Finding finding =
      make_finding(rule, evidence, span.valid() ? span : name_span(pattern), std::move(message));
  finding.index = pattern.index.text;
  return finding;
}

Span place_among(const AccessPattern& pattern, const std::vector<std::string>& names) {
  const auto named = [&names](const Stated& word) {
    return std::ranges::find(names, word.text) != names.end();
  };
  if (pattern.range && named(pattern.range->attribute)) return pattern.range->attribute.span;
  for (const auto& equal : pattern.equals) {
    if (named(equal.attribute)) return equal.attribute.span;
  }
  if (pattern.attributes) {
    const auto word = std::ranges::find_if(*pattern.attributes, named);
    if (word != pattern.attributes->end()) return word->span;
  }
  return name_span(pattern);
}

}  // namespace ddblint
