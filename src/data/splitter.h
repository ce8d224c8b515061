#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "data/item.h"
#include "data/records.h"

namespace ddblint {

/// Finds where records begin and end in the bytes of one file, piece by piece. The records do not
/// depend on how the bytes were cut into pieces.
class Splitter {
 public:
  Splitter() = default;
  Splitter(const Splitter&) = delete;
  Splitter& operator=(const Splitter&) = delete;
  Splitter(Splitter&&) = delete;
  Splitter& operator=(Splitter&&) = delete;
  virtual ~Splitter() = default;

  /// Cuts whole records out of `bytes` and appends them to `records`, their begins counted from the
  /// first byte of `bytes`; appends to `bad` what can be no record. Returns how many bytes are done
  /// with; the rest must come again, at the same front of the next piece, with more bytes behind
  /// them. That rest is never longer than RecordOptions::record_limit. `last`: nothing follows, and
  /// everything is used up. The first piece begins with the first byte of the file.
  virtual std::size_t split(std::string_view bytes, bool last, std::vector<Batch::Record>& records,
                            std::vector<BadRecord>& bad) = 0;
};

}  // namespace ddblint
