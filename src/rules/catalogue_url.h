#pragma once

#include <string_view>

namespace ddblint {

/// Where the rule pages can be read, with a final '/'; set when the project is built.
std::string_view rule_pages_url();

}  // namespace ddblint
