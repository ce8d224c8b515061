#pragma once

#include <string>
#include <string_view>

#include "report/report.h"

// Phrases that several reports share. All are safe on a terminal.

namespace ddblint {

/// A number for people: whole ones with grouped digits, others to four digits.
std::string number_phrase(double number);

/// `path:line:column` of the place where a span begins; `span` must be valid.
std::string place_phrase(const SourceSet& sources, Span span);

/// `path:line:column`, or the bare path where there is no span; empty without either.
std::string place_phrase(const SourceSet& sources, const Finding& finding);

/// `severity[CODE]`, painted and linked as the style wants it.
std::string kind_phrase(const Finding& finding, const TextStyle& style);

/// `path:line:column: Table.field: why`, a whole line.
std::string open_value_line(const SourceSet& sources, const OpenValue& value);

/// A title, lines under it and a blank line; nothing without lines.
std::string section_of(std::string_view title, const std::string& lines, const TextStyle& style);

/// The line that closes a report, with what is hidden.
std::string summary_line(const Summary& summary);

}  // namespace ddblint
