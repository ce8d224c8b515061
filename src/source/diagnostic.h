#pragma once

#include <string>
#include <vector>

#include "source/span.h"

namespace ddblint {

/// What a reader found wrong with an input; each kind is raised as the rule of that name.
enum class DiagnosticKind {
  unreadable_input,  ///< DDB001: bytes that are not what they should be
  duplicate_key,     ///< DDB002: a mapping names one key twice
};

/// What is wrong at a place. A reader reports it and goes on.
struct Diagnostic {
  DiagnosticKind kind = DiagnosticKind::unreadable_input;
  Span span = {};
  std::string message = {};
  /// An earlier place that explains this one (the first of two equal keys), if any.
  Span related = {};
  std::string related_message = {};
};

using Diagnostics = std::vector<Diagnostic>;

}  // namespace ddblint
