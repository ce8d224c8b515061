#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "source/span.h"

namespace ddblint {

struct RuleInfo;

/// How much harm a finding means. Ordered.
enum class Severity { info, warning, error };

/// How sure a finding is, and by what. Ordered: better evidence replaces weaker evidence.
enum class Evidence {
  suspected,   ///< a name or a shape suggests it
  structural,  ///< the definition alone proves it
  measured,    ///< data or a workload shows it, with a number and a bound
  proved,      ///< recomputed exactly
};

std::string_view to_string(Severity severity);
std::string_view to_string(Evidence evidence);
std::optional<Severity> severity_from(std::string_view text);
std::optional<Evidence> evidence_from(std::string_view text);

/// A second place that explains a finding.
struct Related {
  Span span;
  std::string message;
};

/// A number behind a finding, with its bounds.
struct Measurement {
  std::string name;
  double value = 0;
  double low = 0;
  double high = 0;
  std::string unit;
};

/// What a rule found: one fact, where it stands, why it hurts, what to do.
struct Finding {
  const RuleInfo* rule = nullptr;
  Severity severity = Severity::warning;
  Evidence evidence = Evidence::structural;
  /// One sentence: the fact and its consequence; no final period, names in backquotes.
  std::string message;
  /// The place, as small as it can be; invalid when there is none.
  Span span;
  /// A few words beside the caret.
  std::string label;
  std::vector<Related> related;
  std::vector<Measurement> measurements;
  /// What to do instead.
  std::string remedy;
  /// Further sentences: why, or which evidence would settle it.
  std::vector<std::string> notes;

  /// The better evidence that withdraws this suspicion (`1.2 M distinct values in 2.1 M items`);
  /// such a finding is told as withdrawn and counts for nothing. Empty for all others.
  std::string withdrawn_because;

  /// Table id and where it stands, filled in by the engine.
  std::string table;
  Span table_span;
  /// Physical name of the table where known, else its id: the stable half of the fingerprint.
  std::string table_name;
  std::string index;
  std::string attribute;
  /// Path shown when there is no span (a directory without tables).
  std::string path;
  /// Stable over edits: rule, table and subject; filled in by the engine.
  std::string fingerprint;
};

using Findings = std::vector<Finding>;

}  // namespace ddblint
