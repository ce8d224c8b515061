#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/key_names.h"
#include "subject/subject.h"

// Attributes that would make a better partition key than the one that was measured, by the same
// data. Whether reads know them, data cannot tell; the remedies say so.

namespace ddblint {

/// A possible partition key with what the data say of it.
struct BetterKey {
  std::vector<std::string> attributes;
  double distinct = 0;
  double hottest_share = 0;
  /// A combination with all attributes of the present key.
  bool extends_key = false;

  /// "`customer_id` (41,203 distinct values, the most frequent on 0.3 %)".
  [[nodiscard]] std::string text() const;
};

/// Single attributes, the best first: on nearly every item, an identifier by name or shape, many
/// values, and none of them on more than a fortieth of the items or a quarter of `hottest_share`.
std::vector<BetterKey> better_attributes(const Subject& subject, const KeySchema& instead_of,
                                         double hottest_share);

/// The best combination of attributes by the same measure, for the table (empty `index`) or an
/// index: one that extends the present key before others, two attributes before three. Nothing when
/// none was measured that is good.
std::optional<BetterKey> better_combination(const Subject& subject, const KeySchema& instead_of,
                                            std::string_view index, double hottest_share);

/// True for shapes whose values each identify one thing.
bool identifies(Shape shape);

}  // namespace ddblint
