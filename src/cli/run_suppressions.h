#pragma once

#include <chrono>
#include <deque>
#include <span>
#include <vector>

#include "cli/file_result.h"
#include "cli/inputs.h"
#include "cli/pattern_bindings.h"
#include "config/config.h"
#include "rules/engine.h"

namespace ddblint {

/// The suppressions of a run: those of its configs and pattern files, which many inputs share, and
/// those written in the inputs.
class RunSuppressions {
 public:
  /// `settings`: one a config.
  RunSuppressions(const Inputs& inputs, std::span<const RuleSettings> settings,
                  std::chrono::year_month_day today);

  /// Takes in the comments of pattern files, before anything is judged.
  void add(std::span<const PatternComments> comments);
  /// Takes away what is silenced in a unit, and adds what is wrong with the suppressions written in
  /// it. For any thread.
  void apply(Unit unit, std::deque<FileResult>& results) const;
  /// Remembers which shared suppressions silenced something in a file of a config.
  void note_used(std::size_t config, const std::vector<Suppression>& shared);
  /// What is wrong with the shared ones. `whole`: the run looked at all that its configs speak of,
  /// so that one that silences nothing is too many.
  [[nodiscard]] Findings audit_shared(bool whole) const;

 private:
  /// Those that all files of a config share: the config's own, then the pattern files'.
  struct Shared {
    std::vector<Suppression> suppressions;
    std::size_t own = 0;
  };

  [[nodiscard]] FoundSuppressions written_in(const Input& input) const;
  [[nodiscard]] Findings audit(const std::vector<Suppression>& suppressions,
                               const RuleSettings& settings) const;

  const Inputs& inputs_;
  std::span<const RuleSettings> settings_;
  std::chrono::year_month_day today_;
  std::vector<Shared> shared_;
  std::vector<PatternComments> comments_;
};

/// The rules that some settings let run.
std::vector<const RuleInfo*> enabled_rules(const RuleSettings& settings);

}  // namespace ddblint
