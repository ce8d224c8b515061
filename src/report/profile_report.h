#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "profile/measurements.h"
#include "profile/table_profile.h"

#include "report/report.h"
#include "report/without_values.h"

namespace ddblint {

/// All that `profile` and `merge` have to say.
struct ProfileReport {
  TableProfile profile;
  /// Records that are no items, one entry a kind.
  std::vector<BadRecords> bad;
  /// What was wrong with whole files.
  std::vector<DataProblem> problems;
  /// What of a definition's keys is not measured, and why; sentences.
  std::vector<std::string> left_out;
};

/// How a profile is shown as text.
struct ProfileStyle {
  TextStyle text;
  /// Of the terminal.
  std::size_t columns = 100;
  /// Bars of blocks; else of ASCII.
  bool unicode = false;
};

/// The figures for people, with small charts.
std::string render_profile_text(const ProfileReport& report, const ProfileStyle& style);
/// The `profile` object of json.md.
std::string render_profile_json(const ProfileReport& report);

/// What is wrong with records of a kind, without what stands there: "is not JSON".
std::string_view describe(BadRecordKind kind);

/// The report with digests in place of values; see without_values.h.
ProfileReport without_values(ProfileReport report);

}  // namespace ddblint
