#pragma once

#include <string>
#include <vector>

#include "design/serving.h"

#include "subject/subject.h"

// Whether anybody asks by a key: what access patterns and traces settle about it. An update or a
// deletion has to know the table's key as a read does; a put makes it.

namespace ddblint {

enum class ReadsByKey {
  untold,  ///< nothing is known, or not all of it
  none,    ///< patterns or a trace with reads, and none of them by the key
  some,
};

/// Who reads by the key of the table, or of an index.
struct KeyReads {
  ReadsByKey verdict = ReadsByKey::untold;
  /// One who does, or what says that nobody does: "pattern `orders of a day`", "no access pattern".
  std::string who = {};
  Span place = {};
};
KeyReads reads_by(const Subject& subject, const Index* index);

/// The attributes that the reads give with equality, those of the most requests first.
std::vector<std::string> attributes_known_to_reads(const Subject& subject);

/// True when every query of complete patterns gives all these attributes with equality, and there
/// is at least one.
bool always_given(const Subject& subject, const std::vector<std::string>& attributes);

}  // namespace ddblint
