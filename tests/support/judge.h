#pragma once

#include <string>
#include <vector>

#include "profile/table_profile.h"

#include "support/run_rule.h"

namespace ddblint::test {

inline constexpr double kGigabyte = 1024.0 * 1024 * 1024;

/// Runs one rule on a definition with a profile made by hand.
inline RuleRun judge(const std::string& code, const std::string& definition,
                     const TableProfile& profile) {
  return RuleRun(*find_rule(code), "t.yaml", definition, {},
                 [&profile](const Definitions&) { return std::vector{profile}; });
}

}  // namespace ddblint::test
