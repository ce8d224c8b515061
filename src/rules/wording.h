#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "rules/finding.h"
#include "schema/model.h"

// Words that the messages of several rules share.

namespace ddblint {

/// An index's name for a message: its value, or the expression as written.
std::string name_of(const Index& index);

/// Where an index is named; the whole index when it has no name.
Span place_of(const Index& index);

/// Names in backquotes, joined: `a`, `b` and `c`.
std::string quoted_list(std::span<const std::string> names);

/// A number without uncertainty, as stated by a definition or counted in it.
Measurement exact(std::string name, std::int64_t number, std::string unit);

}  // namespace ddblint
