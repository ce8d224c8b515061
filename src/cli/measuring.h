#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profile/measurements.h"

#include "cli/options.h"

// What `profile`, `merge` and `check --data` share: from words of a command line to measurements.

namespace ddblint {

/// True for the name of a saved profile (.ddbprofile).
bool named_profile(std::string_view path);

/// Reads a saved profile. The error is a whole message.
std::expected<Measurements, std::string> load_profile(const std::string& path);

/// Reads saved profiles and puts them together, at least one. The error is a whole message.
std::expected<Measurements, std::string> merge_profiles(const std::vector<std::string>& paths);

/// Reads data by the options: shows progress, and stops at Ctrl-C with what was read by then.
/// The error is a whole message: nothing could be measured.
std::expected<Measurements, std::string> measure_data(const std::vector<std::string>& words,
                                                      const KeyPlan& plan, const Options& options);

/// The same for the examples that a definition keeps.
Measurements measure_examples(DataFile examples, const KeyPlan& plan, const Options& options);

/// How the data are to be taken. `items`: what the definition says of the table's size.
SummaryOptions summary_options(const DataOptions& options, std::optional<std::uint64_t> items);

/// A message when more records are bad than the options allow; empty otherwise.
std::string too_many_bad(const Measurements& measurements, const DataOptions& options);

}  // namespace ddblint
