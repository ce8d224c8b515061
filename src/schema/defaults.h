#pragma once

#include "schema/model.h"

namespace ddblint {

/// The table with what the service does where the definition says nothing: provisioned mode (SAM's
/// simple table: on-demand without a throughput), class STANDARD, a KMS key where encryption is on,
/// and all else off. Settings that change nothing go: throughputs of zero in on-demand mode, the
/// limit -1, the warm throughput that every table starts with, and what a switched-off setting
/// carries. Two definitions of the same table are equal after this. A value that is filled in has
/// no span; what is unknown stays so.
Table with_service_defaults(Table table);

}  // namespace ddblint
