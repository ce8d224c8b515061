#pragma once

#include "schema/model.h"

namespace ddblint {

/// The table with what the service, or the tool that calls it, does where the definition says
/// nothing: the default billing mode, class STANDARD, a KMS key where encryption is on, and all
/// else off. Settings that change nothing go: throughputs of zero in on-demand mode, the limit -1,
/// the warm throughput that every table starts with, and what a switched-off setting carries. Two
/// definitions of the same table are equal after this. A value that is filled in has no span; what
/// is unknown stays so.
Table with_service_defaults(Table table);

}  // namespace ddblint
