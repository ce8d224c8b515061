#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "rules/catalogue.h"
#include "rules/finding.h"
#include "subject/subject.h"

namespace ddblint {

/// The values of one rule's options, by name; what is not set has the page's default.
using OptionValues = std::map<std::string, std::string, std::less<>>;

/// A rule as a detector sees it: its page and the options of this run.
struct Rule {
  const RuleInfo& info;
  const OptionValues& options;

  /// An option's value; the option must exist on the page.
  [[nodiscard]] std::int64_t integer(std::string_view option) const;
  [[nodiscard]] bool boolean(std::string_view option) const;
  /// A word list of the page; empty when the page has none of that name.
  [[nodiscard]] std::span<const std::string_view> words(std::string_view list) const;
};

/// A detector: what one rule finds on one subject. It sets evidence, message, span and what else it
/// knows; rule, table and default severity are filled in by the engine.
using Detector = Findings (*)(const Subject& subject, const Rule& rule);

/// A finding with the rule's default severity.
Finding make_finding(const Rule& rule, Evidence evidence, Span span, std::string message);

/// One rule with its detector.
struct DetectorEntry {
  std::string_view code;
  Detector detect;
};

/// The detectors of all rules, by code (generated).
std::span<const DetectorEntry> detectors();

}  // namespace ddblint
