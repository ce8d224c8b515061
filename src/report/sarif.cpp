#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "report/json_places.h"
#include "report/report.h"
#include "report/sarif_rules.h"

// SARIF 2.1.0 as GitHub's code scanning reads it: every required property, results by severity
// since only the first ones are kept, and the fingerprint that GitHub itself would compute.

namespace ddblint {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kSchema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
constexpr std::string_view kProjectUrl = "https://github.com/ddblint/ddblint";
constexpr std::string_view kRoot = "%SRCROOT%";
/// Code scanning refuses a run with more results.
constexpr std::size_t kMaxResults = 25000;

/// A path as a relative URI reference: all but unreserved characters and '/' is encoded.
std::string percent_encoded(std::string_view path) {
  constexpr std::string_view kPlain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
  std::string uri;
  for (const char c : path) {
    if (kPlain.contains(c)) {
      uri += c;
    } else {
      uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return uri;
}

/// Square brackets and backslashes end a link's text.
std::string link_text(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

class SarifWriter {
 public:
  explicit SarifWriter(const CheckReport& report)
      : report_(report), sources_(*report.sources), rules_(sarif_rules(report)) {}

  Json document() {
    Json rules = Json::array();
    for (const RuleInfo* rule : rules_) rules.push_back(sarif_rule_json(*rule));
    Json results = all_results();
    Json driver = {{"name", "ddblint"},
                   {"version", tool_version()},
                   {"semanticVersion", tool_version()},
                   {"informationUri", kProjectUrl},
                   {"rules", std::move(rules)}};
    Json root = {{"description", {{"text", "The root of the repository."}}}};
    Json run = {{"tool", {{"driver", std::move(driver)}}},
                {"automationDetails", {{"id", "ddblint/"}}},
                {"columnKind", "unicodeCodePoints"},
                {"originalUriBaseIds", {{kRoot, std::move(root)}}},
                {"invocations", Json::array({invocation()})},
                {"results", std::move(results)}};
    return {{"$schema", kSchema}, {"version", "2.1.0"}, {"runs", Json::array({std::move(run)})}};
  }

 private:
  Json all_results() {
    Json results = Json::array();
    std::size_t left_out = 0;
    for (const Severity severity : {Severity::error, Severity::warning, Severity::info}) {
      for (const Finding& finding : report_.findings) {
        if (finding.severity != severity) continue;
        if (!has_place(finding)) {
          notifications_.push_back(finding_notification(finding));
        } else if (results.size() < kMaxResults) {
          results.push_back(result(finding));
        } else {
          ++left_out;
        }
      }
    }
    if (left_out > 0) {
      const std::string message =
          fmt::format("Results left out: {}. Code scanning takes {}.", left_out, kMaxResults);
      notifications_.push_back(notification(Severity::warning, message));
    }
    return results;
  }

  static bool has_place(const Finding& finding) {
    return finding.span.valid() || !finding.path.empty();
  }

  Json result(const Finding& finding) {
    Json location = {{"physicalLocation",
                      finding.span.valid() ? physical_location(finding.span)
                                           : Json{{"artifactLocation", artifact(finding.path)}}}};
    Json result = {{"ruleId", finding.rule->code},
                   {"ruleIndex", sarif_rule_index(rules_, *finding.rule)},
                   {"level", sarif_level(finding.severity)},
                   {"message", {{"text", message_text(finding)}}},
                   {"locations", Json::array({std::move(location)})}};
    Json related = related_locations(finding);
    if (!related.empty()) result["relatedLocations"] = std::move(related);
    if (finding.span.valid()) {
      result["partialFingerprints"]["primaryLocationLineHash"] = line_hash(finding.span);
    }
    if (!finding.fingerprint.empty()) {
      result["partialFingerprints"]["ddblint/v1"] = finding.fingerprint;
    }
    result["properties"] = {{"evidence", to_string(finding.evidence)}};
    return result;
  }

  /// The finding in sentences, the first of them the alert's title; related places are links.
  static std::string message_text(const Finding& finding) {
    std::string text = sentence_of(finding.message);
    for (const std::string& note : finding.notes) text += " " + sentence_of(note);
    if (!finding.remedy.empty()) text += " " + sentence_of(finding.remedy);
    std::size_t id = 0;
    std::string links;
    for (const Related& related : finding.related) {
      if (!related.span.valid()) continue;
      links += id == 0 ? " See " : ", ";
      links += fmt::format("[{}]({})", link_text(related.message), ++id);
    }
    return links.empty() ? text : text + links + ".";
  }

  [[nodiscard]] Json related_locations(const Finding& finding) const {
    Json locations = Json::array();
    for (const Related& related : finding.related) {
      if (!related.span.valid()) continue;
      locations.push_back({{"id", locations.size() + 1},
                           {"physicalLocation", physical_location(related.span)},
                           {"message", {{"text", sentence_of(related.message)}}}});
    }
    return locations;
  }

  [[nodiscard]] Json artifact(std::string_view path) const {
    const std::string in_repository =
        report_.repository_path ? report_.repository_path(path) : std::string(path);
    // What lies outside of the repository has no place below its root.
    if (in_repository.starts_with('/')) {
      return {{"uri", "file://" + percent_encoded(in_repository)}};
    }
    return {{"uri", percent_encoded(in_repository)}, {"uriBaseId", kRoot}};
  }

  /// The place of a span, up to the end of its first line: an annotation appears only where all
  /// lines of a region are in the change.
  [[nodiscard]] Json physical_location(Span span) const {
    const LineMap& lines = sources_.file(span.file).lines();
    const LineColumn begin = lines.at(span.begin);
    const std::uint32_t held = lines.ordinal_at(span.begin);
    const std::uint32_t line_end =
        lines.line_begin(held) + static_cast<std::uint32_t>(lines.line_text(held).size());
    const LineColumn end = lines.at(std::min(span.end, std::max(line_end, span.begin)));
    return {{"artifactLocation", artifact(sources_.file(span.file).path())},
            {"region",
             {{"startLine", begin.line},
              {"startColumn", begin.column},
              {"endLine", begin.line},
              {"endColumn", std::max(end.column, begin.column + 1)}}}};
  }

  std::string line_hash(Span span) {
    auto known = hashes_.find(span.file);
    if (known == hashes_.end()) {
      known = hashes_.emplace(span.file, github_line_hashes(sources_.file(span.file).text())).first;
    }
    return known->second[sources_.file(span.file).lines().ordinal_at(span.begin) - 1];
  }

  static Json notification(Severity severity, std::string_view message) {
    return {{"level", sarif_level(severity)}, {"message", {{"text", message}}}};
  }

  [[nodiscard]] Json finding_notification(const Finding& finding) const {
    Json entry = notification(finding.severity, message_text(finding));
    entry["associatedRule"] = {{"id", finding.rule->code},
                               {"index", sarif_rule_index(rules_, *finding.rule)}};
    return entry;
  }

  Json invocation() {
    for (const Diagnostic& diagnostic : report_.diagnostics) {
      Json entry = notification(Severity::warning, sentence_of(diagnostic.message));
      if (diagnostic.span.valid()) {
        entry["locations"] =
            Json::array({{{"physicalLocation", physical_location(diagnostic.span)}}});
      }
      notifications_.push_back(std::move(entry));
    }
    return {{"executionSuccessful", true},
            {"toolExecutionNotifications", std::move(notifications_)}};
  }

  const CheckReport& report_;
  const SourceSet& sources_;
  std::vector<const RuleInfo*> rules_;
  Json notifications_ = Json::array();
  std::map<FileId, std::vector<std::string>> hashes_;
};

}  // namespace

std::string render_sarif(const CheckReport& report) {
  return json_text(SarifWriter(report).document());
}

}  // namespace ddblint
