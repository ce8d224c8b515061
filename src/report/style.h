#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "report/report.h"

namespace ddblint {

/// What a piece of text is, which decides its colour.
enum class Ink : std::uint8_t { plain, strong, gutter, error, warning, info };

/// The ink of a severity.
Ink ink_of(Severity severity);

/// A text in its colour, or as it stands without colours. The text must be safe already (`shown`).
std::string paint(std::string_view text, Ink ink, const TextStyle& style);

/// A text that links to an address on terminals that know OSC 8, or as it stands.
std::string linked(std::string_view text, std::string_view url, const TextStyle& style);

}  // namespace ddblint
