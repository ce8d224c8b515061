#include "rules/engine.h"

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>
#include <xxhash.h>

#include "rules/dialect_words.h"

namespace ddblint {
namespace {

const RuleSetting& setting_of(const RuleSettings& settings, const RuleInfo& rule) {
  static const RuleSetting kOn{};
  static const RuleSetting kOff{.enabled = false, .severity = {}, .options = {}};
  const auto found = settings.find(rule.code);
  if (found != settings.end()) return found->second;
  return rule.on_by_default ? kOn : kOff;
}

using Literal = Assignment::value_type;

bool has(const Assignment& assignment, const Literal& literal) {
  const auto found = assignment.find(literal.first);
  return found != assignment.end() && found->second == literal.second;
}

/// The conditions that tell the variants of a finding from all others, as few as a greedy choice
/// gives: "IsProd is true and HasIndex is false".
std::string describe(const std::vector<const Assignment*>& holding,
                     std::vector<const Assignment*> others) {
  std::string text;
  while (!others.empty()) {
    const Literal* best = nullptr;
    std::ptrdiff_t most = 0;
    for (const Literal& literal : *holding.front()) {
      const auto lacks = [&](const Assignment* other) { return !has(*other, literal); };
      if (std::ranges::any_of(holding, lacks)) continue;
      const std::ptrdiff_t excluded = std::ranges::count_if(others, lacks);
      if (excluded > most) {
        best = &literal;
        most = excluded;
      }
    }
    // No conjunction names all of them: one is named instead, with what they share so far.
    if (best == nullptr && holding.size() > 1) {
      const std::string rest = describe({holding.front()}, std::move(others));
      return text.empty() ? rest : fmt::format("{} and {}", text, rest);
    }
    if (best == nullptr) break;
    text += fmt::format("{}{} is {}", text.empty() ? "" : " and ", best->first, best->second);
    std::erase_if(others, [&](const Assignment* other) { return !has(*other, *best); });
  }
  return text;
}

/// What makes two findings of different variants the same one.
auto identity(const Finding& finding) {
  return std::tie(finding.rule->code, finding.span, finding.message, finding.index,
                  finding.attribute, finding.withdrawn_because);
}

/// One finding and the variants it was found in.
struct Held {
  Finding finding;
  std::vector<const Assignment*> variants;
};

void collect(std::vector<Held>& held, Finding finding, const Assignment& when) {
  const auto same = std::find_if(held.begin(), held.end(), [&](const Held& other) {
    return identity(other.finding) == identity(finding);
  });
  if (same == held.end()) {
    held.push_back({.finding = std::move(finding), .variants = {&when}});
  } else if (same->variants.back() != &when) {
    same->variants.push_back(&when);
  }
}

void finish(Finding& finding, const Table& table, const RuleSetting& setting) {
  if (setting.severity) finding.severity = *setting.severity;
  finding.table = table.id;
  finding.table_span = table.id_span;
  finding.table_name = table.name.value_or(table.id);
  // In a long list of resources nothing else beside the place says which one is meant.
  const bool listed =
      table.dialect == Dialect::terraform_plan || table.dialect == Dialect::terraform_state;
  if (listed && finding.span != table.id_span) {
    finding.related.push_back({table.id_span, "of this table"});
  }
  if (table.declared.valid()) finding.related.push_back({table.declared, "declared here"});
  if (table.called.valid()) finding.related.push_back({table.called, "called here"});
  finding.fingerprint = fingerprint_of(finding);
}

/// A table with a subject for each of its variants, in their order, which all rules share.
struct BoundTable {
  const TableDefinition& definition;
  std::vector<std::optional<RelationalSource>> sources;
  std::vector<Subject> subjects;
};

BoundTable bind(const TableDefinition& definition, const Definitions& definitions,
                const Known& known) {
  BoundTable bound{.definition = definition, .sources = {}, .subjects = {}};
  const std::string& id = definition.first().id;
  const bool alone = definitions.tables.size() == 1;
  bound.sources.reserve(definition.variants.size());
  bound.subjects.reserve(definition.variants.size());
  for (const auto& variant : definition.variants) {
    const auto& source = bound.sources.emplace_back(
        known.sources.empty() ? std::nullopt : find_source(variant.table, known.sources, alone));
    bound.subjects.push_back({.table = variant.table,
                              .siblings = definitions.siblings,
                              .source = source ? &*source : nullptr,
                              .profile = known.profile(id),
                              .workload = known.workload(id)});
  }
  return bound;
}

void run_rule(const DetectorEntry& entry, const BoundTable& bound, const RuleSettings& settings,
              RuleResults& out) {
  const TableDefinition& definition = bound.definition;
  const RuleInfo& info = *find_rule(entry.code);
  const RuleSetting& setting = setting_of(settings, info);
  if (!setting.enabled) return;
  if (info.requests_only && !is_request(definition.first().dialect)) return;
  const Rule rule{.info = info, .options = setting.options};
  std::vector<Held> held;
  for (std::size_t i = 0; i < definition.variants.size(); ++i) {
    for (auto& finding : entry.detect(bound.subjects[i], rule)) {
      collect(held, std::move(finding), definition.variants[i].when);
    }
  }
  for (auto& [finding, variants] : held) {
    if (variants.size() < definition.variants.size()) {
      std::vector<const Assignment*> others;
      for (const auto& variant : definition.variants) {
        const bool among = std::ranges::find(variants, &variant.when) != variants.end();
        if (!among) others.push_back(&variant.when);
      }
      finding.notes.push_back(
          fmt::format("this holds when {}", describe(variants, std::move(others))));
    }
    speak_dialect(finding, definition.first());
    finish(finding, definition.first(), setting);
    Findings& kind = finding.withdrawn_because.empty() ? out.findings : out.withdrawn;
    kind.push_back(std::move(finding));
  }
}

}  // namespace

const TableProfile* Known::profile(std::string_view table) const {
  const auto found = std::ranges::find_if(
      profiles, [table](const TableProfile& each) { return each.plan.table == table; });
  return found == profiles.end() ? nullptr : &*found;
}

const Workload* Known::workload(std::string_view table) const {
  const auto found = std::ranges::find(workloads, table, &Workload::table);
  return found == workloads.end() ? nullptr : &*found;
}

bool rule_enabled(const RuleSettings& settings, const RuleInfo& rule) {
  return setting_of(settings, rule).enabled;
}

RuleResults run_rules(const Definitions& definitions, const RuleSettings& settings,
                      const Known& known) {
  RuleResults results;
  for (const auto& definition : definitions.tables) {
    const BoundTable bound = bind(definition, definitions, known);
    for (const auto& entry : detectors()) run_rule(entry, bound, settings, results);
  }
  sort_findings(results.findings);
  sort_findings(results.withdrawn);
  return results;
}

Findings findings_of(const Diagnostics& diagnostics, const RuleSettings& settings) {
  Findings findings;
  for (const auto& diagnostic : diagnostics) {
    const bool duplicate = diagnostic.kind == DiagnosticKind::duplicate_key;
    const RuleInfo& rule = *find_rule(duplicate ? "DDB002" : "DDB001");
    const RuleSetting& setting = setting_of(settings, rule);
    if (!setting.enabled) continue;
    Finding finding;
    finding.rule = &rule;
    finding.severity = setting.severity.value_or(rule.severity);
    finding.evidence = Evidence::structural;
    finding.message = diagnostic.message;
    finding.span = diagnostic.span;
    if (diagnostic.related.valid()) {
      finding.related.push_back({diagnostic.related, diagnostic.related_message});
    }
    finding.fingerprint = fingerprint_of(finding);
    findings.push_back(std::move(finding));
  }
  return findings;
}

void sort_findings(Findings& findings) {
  const auto rank = [](const Finding& finding) {
    return std::tie(finding.span, finding.path, finding.rule->code, finding.message, finding.table,
                    finding.index, finding.attribute);
  };
  std::ranges::sort(findings, {}, rank);
}

std::string fingerprint_of(const Finding& finding) {
  // The separator is no character of a name, so that no two subjects run together.
  const std::string key = fmt::format("v1\x1f{}\x1f{}\x1f{}\x1f{}", finding.rule->code,
                                      finding.table_name, finding.index, finding.attribute);
  return fmt::format("{:016x}", XXH3_64bits(key.data(), key.size()));
}

}  // namespace ddblint
