#pragma once

#include <string>
#include <string_view>

#include "report/report.h"

namespace ddblint {

/// Markdown for a terminal: headings strong, paragraphs and list entries wrapped at 80 columns,
/// code blocks and tables as they stand and set in. Reads what rule pages use, not all of Markdown.
std::string markdown_text(std::string_view markdown, const TextStyle& style);

}  // namespace ddblint
