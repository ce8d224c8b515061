#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace ddblint {

/// Spearman's rank correlation of pairs, ties with average ranks; pairs with a missing side do not
/// count. Nothing with fewer than 20 pairs or when one side is constant.
std::optional<double> spearman(const std::vector<std::optional<std::int64_t>>& first,
                               const std::vector<std::optional<std::int64_t>>& second);

}  // namespace ddblint
