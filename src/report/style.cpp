#include "report/style.h"

#include <fmt/format.h>

namespace ddblint {
namespace {

/// Parameters of the ANSI sequence that selects a colour.
std::string_view ansi_of(Ink ink) {
  switch (ink) {
    case Ink::plain:
      return "";
    case Ink::strong:
      return "1";
    case Ink::gutter:
      return "1;34";
    case Ink::error:
      return "1;31";
    case Ink::warning:
      return "1;33";
    case Ink::info:
      return "1;36";
  }
  return "";
}

}  // namespace

Ink ink_of(Severity severity) {
  switch (severity) {
    case Severity::error:
      return Ink::error;
    case Severity::warning:
      return Ink::warning;
    case Severity::info:
      return Ink::info;
  }
  return Ink::plain;
}

std::string paint(std::string_view text, Ink ink, const TextStyle& style) {
  const std::string_view ansi = ansi_of(ink);
  if (!style.color || ansi.empty() || text.empty()) return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", ansi, text);
}

std::string linked(std::string_view text, std::string_view url, const TextStyle& style) {
  if (!style.hyperlinks || url.empty()) return std::string(text);
  return fmt::format("\x1b]8;;{}\x1b\\{}\x1b]8;;\x1b\\", url, text);
}

}  // namespace ddblint
