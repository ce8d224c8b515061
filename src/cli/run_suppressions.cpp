#include "cli/run_suppressions.h"

#include <iterator>
#include <utility>

#include "cli/append.h"

namespace ddblint {

RunSuppressions::RunSuppressions(const Inputs& inputs, std::span<const RuleSettings> settings,
                                 std::chrono::year_month_day today)
    : inputs_(inputs), settings_(settings), today_(today) {
  for (const auto& config : inputs.configs) {
    Shared shared{.suppressions = config_suppressions(config->config)};
    shared.own = shared.suppressions.size();
    shared_.push_back(std::move(shared));
  }
}

void RunSuppressions::add(std::span<const PatternComments> comments) {
  for (const PatternComments& file : comments) {
    comments_.push_back(file);
    for (Shared& shared : shared_) append(shared.suppressions, file.suppressions);
  }
}

FoundSuppressions RunSuppressions::written_in(const Input& input) const {
  FoundSuppressions own =
      comment_suppressions(inputs_.sources.file(input.file), input.file, input.tree);
  for (const auto& block : input.definitions.metadata) {
    FoundSuppressions more = metadata_suppressions(*block.node, block.table_id);
    append(own.suppressions, std::move(more.suppressions));
    append(own.diagnostics, std::move(more.diagnostics));
  }
  return own;
}

// A comment silences findings of the whole unit: a table of a configuration may get its key from
// another file.
void RunSuppressions::apply(Unit unit, std::deque<FileResult>& results) const {
  std::vector<FoundSuppressions> found;
  std::vector<Suppression> written;
  for (const std::size_t i : unit) {
    const Input& input = inputs_.files[i];
    found.push_back(input.parsed ? written_in(input) : FoundSuppressions{});
    append(written, found.back().suppressions);
  }
  for (const std::size_t i : unit) {
    FileResult& result = results[i];
    // Together, so that a finding that a comment and the config silence makes both of them used.
    std::vector<Suppression> all = shared_[inputs_.files[i].config].suppressions;
    const auto shared_count = static_cast<std::ptrdiff_t>(all.size());
    append(all, std::move(written));
    auto applied = apply_suppressions(std::move(result.findings), all, inputs_.sources, today_);
    result.findings = std::move(applied.kept);
    result.suppressed = applied.suppressed;
    result.shared.assign(all.begin(), all.begin() + shared_count);
    written.assign(all.begin() + shared_count, all.end());
  }
  auto rest = std::span<const Suppression>(written);
  for (std::size_t k = 0; k < unit.size(); ++k) {
    const Input& input = inputs_.files[unit[k]];
    const auto own = rest.first(found[k].suppressions.size());
    rest = rest.subspan(own.size());
    if (input.context) continue;
    const RuleSettings& settings = settings_[input.config];
    Findings& findings = results[unit[k]].findings;
    append(findings, findings_of(found[k].diagnostics, settings));
    // Only a file that was read to its end can tell that a suppression silences nothing.
    if (input.tree.complete) append(findings, audit({own.begin(), own.end()}, settings));
  }
}

void RunSuppressions::note_used(std::size_t config, const std::vector<Suppression>& shared) {
  std::vector<Suppression>& known = shared_[config].suppressions;
  for (std::size_t i = 0; i < shared.size(); ++i) known[i].used = known[i].used || shared[i].used;
}

// A config's entries may be meant for files that this run did not look at, and a pattern file's
// comments for tables among them; then only what is wrong in itself is told.
Findings RunSuppressions::audit_shared(bool whole) const {
  Findings out;
  const auto tell = [&out](Findings findings, bool also_unused) {
    for (Finding& finding : findings) {
      if (finding.rule->code != "DDB010" || also_unused) out.push_back(std::move(finding));
    }
  };
  for (std::size_t i = 0; i < shared_.size(); ++i) {
    const auto& all = shared_[i].suppressions;
    const auto end = all.begin() + static_cast<std::ptrdiff_t>(shared_[i].own);
    tell(audit({all.begin(), end}, settings_[i]), whole);
  }
  std::size_t first = 0;
  for (const PatternComments& file : comments_) {
    std::vector<Suppression> suppressions = file.suppressions;
    for (std::size_t k = 0; k < suppressions.size(); ++k) {
      for (const Shared& shared : shared_) {
        suppressions[k].used =
            suppressions[k].used || shared.suppressions[shared.own + first + k].used;
      }
    }
    first += suppressions.size();
    tell(audit(suppressions, settings_[file.config]), file.whole);
  }
  return out;
}

Findings RunSuppressions::audit(const std::vector<Suppression>& suppressions,
                                const RuleSettings& settings) const {
  Findings findings;
  if (suppressions.empty()) return findings;
  for (auto& finding : audit_suppressions(suppressions, enabled_rules(settings), today_)) {
    const auto setting = settings.find(finding.rule->code);
    if (setting != settings.end() && !setting->second.enabled) continue;
    if (setting != settings.end() && setting->second.severity) {
      finding.severity = *setting->second.severity;
    }
    finding.fingerprint = fingerprint_of(finding);
    findings.push_back(std::move(finding));
  }
  return findings;
}

std::vector<const RuleInfo*> enabled_rules(const RuleSettings& settings) {
  std::vector<const RuleInfo*> rules;
  for (const auto& rule : catalogue()) {
    if (rule_enabled(settings, rule)) rules.push_back(&rule);
  }
  return rules;
}

}  // namespace ddblint
