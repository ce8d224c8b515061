#pragma once

#include "data/item.h"

#include "syntax/node.h"

namespace ddblint {

/// The items of a list in a syntax tree: each typed DynamoDB JSON (or the same in YAML, where texts
/// need no quotes), alone or in `Item` or `PutRequest: {Item}`. Views live as long as the tree. An
/// item's `record`, from 0, and a bad one's `line`, from 1, are its place in the list: a tree knows
/// spans and no lines.
ParsedItems parse_node_items(const Node& list);

}  // namespace ddblint
