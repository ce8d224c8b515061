#include "rules/detector.h"

#include <cassert>

#include "syntax/node.h"

namespace ddblint {
namespace {

std::string_view value_of(const Rule& rule, std::string_view option) {
  if (const auto set = rule.options.find(option); set != rule.options.end()) return set->second;
  for (const auto& declared : rule.info.options) {
    if (declared.name == option) return declared.default_value;
  }
  assert(false && "the page declares no such option");
  return {};
}

}  // namespace

std::int64_t Rule::integer(std::string_view option) const {
  return as_integer(value_of(*this, option)).value_or(0);
}

bool Rule::boolean(std::string_view option) const {
  return as_boolean(value_of(*this, option)).value_or(false);
}

std::span<const std::string_view> Rule::words(std::string_view list) const {
  for (const auto& candidate : info.words) {
    if (candidate.name == list) return candidate.entries;
  }
  return {};
}

Finding make_finding(const Rule& rule, Evidence evidence, Span span, std::string message) {
  Finding finding;
  finding.rule = &rule.info;
  finding.severity = rule.info.severity;
  finding.evidence = evidence;
  finding.span = span;
  finding.message = std::move(message);
  return finding;
}

}  // namespace ddblint
