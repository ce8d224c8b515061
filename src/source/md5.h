#pragma once

#include <expected>
#include <string>
#include <string_view>

namespace ddblint {

/// The MD5 (RFC 1321) of some bytes, as raw 16 bytes; the error is a sentence.
std::expected<std::string, std::string> md5_of(std::string_view bytes);

}  // namespace ddblint
