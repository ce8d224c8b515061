#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/config.h"
#include "source/diagnostic.h"
#include "syntax/node.h"

namespace ddblint {

/// Keys that a mapping may have.
using Keys = std::vector<std::string_view>;

/// Reads mappings that people wrote by hand. A field that is absent or null is empty; a wrong one
/// is reported at its place and left out.
class FieldReader {
 public:
  explicit FieldReader(Diagnostics diagnostics = {}) : diagnostics_(std::move(diagnostics)) {}

  void report(Span span, std::string message);
  /// Reports that a rule is set a second time under another name.
  void report_repeated(const RuleInfo& rule, const Node& key, Span first);
  /// Reports keys that are not known in `where`, with the nearest one. `unread` keys are those of
  /// later versions.
  void check_keys(const Node& mapping, std::string_view where, const Keys& known,
                  const Keys& unread = {});
  /// One text.
  std::string text(const Node& mapping, std::string_view key);
  /// One text, or a list of them.
  std::vector<std::string> texts(const Node& mapping, std::string_view key);
  /// A date, written YYYY-MM-DD.
  std::optional<std::chrono::year_month_day> date(const Node& mapping, std::string_view key);
  /// One text, or a list of them, each with its place.
  std::vector<const Node*> text_nodes(const Node& mapping, std::string_view key);
  /// Rules as written, one or a list, whether they exist or not.
  std::vector<RuleName> rule_names(const Node& mapping, std::string_view key);
  /// How much was reported so far.
  [[nodiscard]] std::size_t mistakes() const { return diagnostics_.size(); }
  /// What was reported.
  Diagnostics take() { return std::move(diagnostics_); }

 private:
  Diagnostics diagnostics_;
};

/// YYYY-MM-DD.
std::string date_text(std::chrono::year_month_day date);

/// `, did you mean "X"?` for a name that no rule has, or nothing.
std::string rule_hint(std::string_view name);

}  // namespace ddblint
