#pragma once

#include <string>
#include <string_view>

#include "report/profile_report.h"

// The parts of a profile's text. Only for the .cpp files of this room.

namespace ddblint {

/// A value between backquotes, no longer than a line can bear.
std::string value_phrase(std::string_view value, bool unicode);

/// What the data say of one key, with its charts.
std::string key_section(const KeyProfile& key, const TableProfile& profile,
                        const ProfileStyle& style);
/// A table of the attributes.
std::string attributes_section(const TableProfile& profile, const ProfileStyle& style);
/// Digests, sequences, shard numbers and their like, one paragraph each.
std::string facts_section(const TableProfile& profile, const ProfileStyle& style);

}  // namespace ddblint
