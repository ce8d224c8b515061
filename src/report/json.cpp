#include <nlohmann/json.hpp>

#include "report/json_places.h"
#include "report/report.h"

namespace ddblint {
namespace {

using Json = nlohmann::ordered_json;

Json summary_json(const Summary& summary) {
  return {{"files", summary.files},        {"tables", summary.tables},
          {"errors", summary.errors},      {"warnings", summary.warnings},
          {"info", summary.info},          {"suppressed", summary.suppressed},
          {"baselined", summary.baselined}};
}

Json finding_location(const SourceSet& sources, const Finding& finding) {
  if (finding.span.valid() || finding.path.empty()) return location_json(sources, finding.span);
  const Json beginning = {{"line", 1}, {"column", 1}, {"offset", 0}};
  return {{"path", finding.path}, {"start", beginning}, {"end", beginning}};
}

Json related_json(const SourceSet& sources, const Finding& finding) {
  Json list = Json::array();
  for (const Related& related : finding.related) {
    list.push_back(
        {{"message", related.message}, {"location", location_json(sources, related.span)}});
  }
  return list;
}

Json measurements_json(const Finding& finding) {
  Json list = Json::array();
  for (const Measurement& measured : finding.measurements) {
    list.push_back({{"name", measured.name},
                    {"value", json_number(measured.value)},
                    {"low", json_number(measured.low)},
                    {"high", json_number(measured.high)},
                    {"unit", text_or_null(measured.unit)}});
  }
  return list;
}

Json finding_json(const SourceSet& sources, const Finding& finding) {
  return {{"code", finding.rule->code},
          {"slug", finding.rule->slug},
          {"severity", to_string(finding.severity)},
          {"evidence", to_string(finding.evidence)},
          {"message", finding.message},
          {"url", rule_url(*finding.rule)},
          {"fingerprint", finding.fingerprint},
          {"table", text_or_null(finding.table)},
          {"index", text_or_null(finding.index)},
          {"attribute", text_or_null(finding.attribute)},
          {"location", finding_location(sources, finding)},
          {"related", related_json(sources, finding)},
          {"measurements", measurements_json(finding)},
          {"remedy", text_or_null(finding.remedy)},
          {"label", text_or_null(finding.label)},
          {"notes", finding.notes}};
}

Json withdrawn_json(const Withdrawn& withdrawn) {
  return {{"code", withdrawn.code},
          {"table", text_or_null(withdrawn.table)},
          {"index", text_or_null(withdrawn.index)},
          {"because", withdrawn.because}};
}

Json bound_json(const BoundFiles& bound) {
  return {{"table", bound.table},
          {"kind", bound.kind},
          {"paths", bound.paths},
          {"amount", text_or_null(bound.amount)}};
}

}  // namespace

std::string render_json(const CheckReport& report) {
  const SourceSet& sources = *report.sources;
  Json findings = Json::array();
  for (const Finding& finding : report.findings) {
    findings.push_back(finding_json(sources, finding));
  }
  Json withdrawn = Json::array();
  for (const Withdrawn& one : report.withdrawn) withdrawn.push_back(withdrawn_json(one));
  Json bound = Json::array();
  for (const BoundFiles& one : report.bound) bound.push_back(bound_json(one));
  Json diagnostics = Json::array();
  for (const Diagnostic& one : report.diagnostics) {
    diagnostics.push_back(diagnostic_json(sources, one));
  }
  Json document = {{"schema_version", "1.0"},
                   {"tool", {{"name", "ddblint"}, {"version", tool_version()}}},
                   {"summary", summary_json(report.summary)},
                   {"findings", std::move(findings)},
                   {"withdrawn", std::move(withdrawn)},
                   {"bound", std::move(bound)},
                   {"diagnostics", std::move(diagnostics)}};
  for (const OpenValue& value : report.open) {
    document["unknown"].push_back(open_value_json(sources, value));
  }
  return json_text(document);
}

}  // namespace ddblint
