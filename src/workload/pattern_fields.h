#pragma once

#include <expected>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "workload/pattern.h"

#include "source/diagnostic.h"
#include "syntax/node.h"

namespace ddblint {

/// Reads the mappings of a pattern file. A field that is absent or null is empty; a wrong one is
/// reported at its place and left out.
class PatternFields {
 public:
  explicit PatternFields(Diagnostics diagnostics = {}) : diagnostics_(std::move(diagnostics)) {}

  void report(Span span, std::string message);
  /// Reports a place that contradicts an earlier one.
  void report(Span span, std::string message, Span related, std::string related_message);
  /// True for a mapping; anything else is reported as `what` it should be.
  bool expect_mapping(const Node& node, std::string_view what);
  /// Reports keys that are not known in `where`, with the nearest one.
  void check_keys(const Node& mapping, std::string_view where,
                  const std::vector<std::string_view>& known);
  /// One word with its place.
  Stated word(const Node& mapping, std::string_view key);
  /// One word, or a list of them; nothing when the key is not there.
  std::optional<std::vector<Stated>> words(const Node& mapping, std::string_view key);
  std::optional<bool> boolean(const Node& mapping, std::string_view key);
  /// One scalar that `read` understands.
  std::optional<double> quantity(
      const Node& mapping, std::string_view key,
      const std::function<std::expected<double, std::string>(std::string_view)>& read);
  /// A number that is at least `lowest`.
  std::optional<double> number(const Node& mapping, std::string_view key, double lowest);
  /// Which of some words stands there, as its position.
  std::optional<std::size_t> choice(const Node& node, std::string_view key,
                                    const std::vector<std::string_view>& words);

  /// What was reported.
  Diagnostics take() { return std::move(diagnostics_); }
  /// Adds what another reader reported.
  void add(Diagnostics diagnostics);

 private:
  /// A scalar with a text in it; what is not is reported.
  std::optional<Stated> stated(const Node& node, std::string_view key, std::string_view wanted);

  Diagnostics diagnostics_;
};

/// The value of a mapping's key; null also where the value is null.
const Node* value_of(const Node& mapping, std::string_view key);

}  // namespace ddblint
