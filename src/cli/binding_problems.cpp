#include "cli/binding_problems.h"

#include <utility>

#include <fmt/format.h>

#include "rules/catalogue.h"
#include "rules/engine.h"

namespace ddblint {
namespace {

Finding finding_at(std::string_view code, Severity severity, Span place, std::string message) {
  Finding finding = input_finding(code, {}, std::move(message));
  finding.severity = severity;
  finding.span = place;
  finding.fingerprint = fingerprint_of(finding);
  return finding;
}

}  // namespace

void BindingProblems::fail(BoundKind kind, const Binding& binding, std::string_view path,
                           const std::string& message) {
  failed = true;
  if (const Span place = binding.place_of(path); place.valid()) {
    findings.push_back(finding_at("DDB001", Severity::error, place, message));
  } else {
    errors.push_back(fmt::format("--{}: {}", to_string(kind), message));
  }
}

void BindingProblems::no_table(Span place, std::string message) {
  failed = true;
  findings.push_back(finding_at("DDB003", Severity::error, place, std::move(message)));
}

void BindingProblems::no_table_for_this(Span place, std::string message) {
  findings.push_back(finding_at("DDB003", Severity::info, place, std::move(message)));
}

void BindingProblems::raise(Finding finding, std::size_t config) {
  raised.push_back({.finding = std::move(finding), .config = config});
}

void BindingProblems::raise(const Diagnostics& found, std::size_t config, Severity most) {
  for (Finding& finding : findings_of(found, {})) {
    raised.push_back({.finding = std::move(finding), .config = config, .most = most});
  }
  diagnostics.insert(diagnostics.end(), found.begin(), found.end());
}

Finding input_finding(std::string_view code, std::string path, std::string message) {
  Finding finding;
  finding.rule = find_rule(code);
  finding.path = std::move(path);
  finding.message = std::move(message);
  return finding;
}

}  // namespace ddblint
