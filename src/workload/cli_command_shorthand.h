#pragma once

#include <optional>
#include <string_view>

#include "source/diagnostic.h"
#include "syntax/node.h"

namespace ddblint {

/// The AWS CLI's shorthand for structures (`Id={S=1},Name={S=x}`) as nodes of `tree`. Places are
/// offsets in `text`, `offset` added. Nothing after a mistake, which is reported in `tree`.
/// https://docs.aws.amazon.com/cli/latest/userguide/cli-usage-shorthand.html
const Node* parse_shorthand(Tree& tree, std::string_view text, std::size_t offset);

}  // namespace ddblint
