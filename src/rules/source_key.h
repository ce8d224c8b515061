#pragma once

#include <span>
#include <string>

#include "rules/finding.h"
#include "subject/subject.h"

// What the rules about keys that come from a relational database have in common.

namespace ddblint {

/// What fills a column, as an apposition to its name: "an identity column", "a column that sequence
/// `s` fills".
std::string filled_by(const Generator& generator);

/// The index whose partition key begins with the first column of a unique key; null when there is
/// none.
const Index* index_on(const Subject& subject, const RelationalKey& key);

/// Adds a place of the relational schema to a finding, if it is known.
void relate(Finding& finding, Span place, std::string message);

}  // namespace ddblint
