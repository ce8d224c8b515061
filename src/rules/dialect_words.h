#pragma once

#include "rules/finding.h"
#include "schema/model.h"

namespace ddblint {

/// Detectors speak of settings in CloudFormation's words, between backquotes. Says the same in the
/// words of the dialect that the table is defined in.
void speak_dialect(Finding& finding, const Table& table);

}  // namespace ddblint
