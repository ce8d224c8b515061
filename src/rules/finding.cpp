#include "rules/finding.h"

namespace ddblint {

std::string_view to_string(Severity severity) {
  switch (severity) {
    case Severity::info:
      return "info";
    case Severity::warning:
      return "warning";
    case Severity::error:
      return "error";
  }
  return "";
}

std::string_view to_string(Evidence evidence) {
  switch (evidence) {
    case Evidence::suspected:
      return "suspected";
    case Evidence::structural:
      return "structural";
    case Evidence::measured:
      return "measured";
    case Evidence::proved:
      return "proved";
  }
  return "";
}

std::optional<Severity> severity_from(std::string_view text) {
  for (const auto severity : {Severity::info, Severity::warning, Severity::error}) {
    if (text == to_string(severity)) return severity;
  }
  return std::nullopt;
}

std::optional<Evidence> evidence_from(std::string_view text) {
  for (const auto evidence :
       {Evidence::suspected, Evidence::structural, Evidence::measured, Evidence::proved}) {
    if (text == to_string(evidence)) return evidence;
  }
  return std::nullopt;
}

}  // namespace ddblint
