#pragma once

#include <string>
#include <string_view>

#include "report/report.h"

namespace ddblint {

/// Markdown for a terminal: headings strong, paragraphs and list entries wrapped at 80 columns,
/// code blocks and tables as they stand and set in. Reads what rule pages use, not all of Markdown.
std::string markdown_text(std::string_view markdown, const TextStyle& style);

/// A text wrapped at 80 columns: the first line begins with `first`, the others with `rest`.
std::string wrapped(std::string_view text, std::string_view first, std::string_view rest);

}  // namespace ddblint
