#pragma once

#include <string>
#include <vector>

#include "design/serving_of.h"

#include "rules/detector.h"
#include "subject/subject.h"

// What the rules on access patterns have in common: what patterns and key schemas are called, and
// where findings about them point.

namespace ddblint {

/// The first other key schema that answers it by its key; null when there is none.
const Service* other_service(const ServedPattern& served);

/// "pattern `orders of a customer`".
std::string pattern_text(const AccessPattern& pattern);
/// "the table's key", "index `by-status`".
std::string key_text(const Service& service);
/// The index's name; empty for the table and without a known name.
std::string index_of(const Service& service);
/// Where a key schema stands in the definition.
Span place_of(const Service& service, const Table& table);
/// "5,000 a second", "3 a minute", "12 a day": in the unit that gives it whole numbers.
std::string rate_text(double per_second);
/// True for operations that read.
bool is_read(const AccessPattern& pattern);
/// True for a statement of PartiQL: without its key, the service scans for it.
bool is_partiql(const AccessPattern& pattern);
/// True when a pattern gives equality on every partition attribute of a key.
bool gives_partition(const AccessPattern& pattern, const KeySchema& schema);

/// A finding about a pattern, at a place of its file; its index is the one that the pattern asks.
Finding make_stated(const Rule& rule, Evidence evidence, const ServedPattern& served, Span span,
                    std::string message);
/// The place of the first of some stated words that is among `names`; else the whole pattern's
/// name.
Span place_among(const AccessPattern& pattern, const std::vector<std::string>& names);

}  // namespace ddblint
