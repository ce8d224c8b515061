#include <algorithm>

#include <fmt/format.h>

#include "rules/asked.h"
#include "rules/detectors.gen.h"
#include "rules/wording.h"

namespace ddblint {
namespace {

std::string instead(const AccessPattern& pattern, const Service* other) {
  if (pattern.operation != Operation::query) {
    return "give the whole primary key of the table, or make it a Query";
  }
  if (other != nullptr) {
    return other->index == nullptr
               ? "ask the table itself, whose key answers it"
               : fmt::format("name {} in the request: its key answers it", key_text(*other));
  }
  if (pattern.equals.empty()) {
    return "say which attribute such a request knows, and make it the partition key of the table "
           "or of a global index";
  }
  std::vector<std::string> known;
  known.reserve(pattern.equals.size());
  for (const auto& equal : pattern.equals) known.push_back(equal.attribute.text);
  return fmt::format(
      "a global index with {} as partition key answers it, if the values of that "
      "spread the load",
      quoted_list(known));
}

Finding describe(const Subject& subject, const Rule& rule, const ServedPattern& served,
                 const Service& asked) {
  const AccessPattern& pattern = *served.pattern;
  const Service* other = other_service(served);
  const std::string refused =
      asked.how == How::impossible
          ? asked.why
          : fmt::format("it gives no equality on {} of {}, so the service refuses it",
                        quoted_list(asked.missing), key_text(asked));
  Finding finding = make_stated(rule, Evidence::structural, served, pattern.operation_span,
                                fmt::format("{} cannot be a {}: {}", pattern_text(pattern),
                                            to_string(pattern.operation), refused));
  const bool query = pattern.operation == Operation::query;
  if (query && other == nullptr && served.whole && served.services.size() > 1) {
    finding.message += ", and no index answers it either";
  }
  // With a key schema that answers, the pattern file may just have left the index out.
  finding.severity = other == nullptr && served.whole ? Severity::error : Severity::warning;
  finding.label = asked.missing.empty() ? "not the whole key" : "no equality on the partition key";
  finding.related.push_back({place_of(asked, subject.table), "the key that it asks"});
  finding.remedy = instead(pattern, other);
  return finding;
}

}  // namespace

Findings pattern_without_key_equality(const Subject& subject, const Rule& rule) {
  Findings findings;
  for (const ServedPattern& served : serving_of(subject).patterns) {
    const AccessPattern& pattern = *served.pattern;
    if (!is_read(pattern) || pattern.operation == Operation::scan) continue;
    const Service* asked = served.asked();
    if (asked == nullptr || is_partiql(pattern)) continue;
    const bool query = pattern.operation == Operation::query;
    const bool keyless = query && asked->how == How::scan;
    // Why a query is refused that gives its partition key, other rules tell.
    if (keyless || (!query && asked->how == How::impossible)) {
      findings.push_back(describe(subject, rule, served, *asked));
    }
  }
  return findings;
}

}  // namespace ddblint
