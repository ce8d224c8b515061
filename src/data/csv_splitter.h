#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "data/splitter.h"

namespace ddblint {

/// No record can be longer, whatever is asked for: their places are 32 bits.
inline constexpr std::size_t kLongestRecord = std::size_t{1} << 30U;

/// Cuts CSV at the line ends that are not in quotes. Blank lines are no records.
class CsvSplitter final : public Splitter {
 public:
  /// `header`: the first record is none. `notes`: what is wrong with it, told as bad records.
  CsvSplitter(char delimiter, std::size_t limit, bool header, std::vector<BadRecord> notes)
      : delimiter_(delimiter),
        limit_(std::min(limit, kLongestRecord)),
        header_(header),
        notes_(std::move(notes)) {}

  std::size_t split(std::string_view bytes, bool last, std::vector<Batch::Record>& records,
                    std::vector<BadRecord>& bad) override;

 private:
  /// What looking for the end of a record came to.
  enum class Found : std::uint8_t { end, more_bytes, too_long, unclosed };

  bool begin(std::string_view bytes, bool last, std::vector<BadRecord>& bad);
  Found find_end(std::string_view bytes, bool last);
  bool follow_quotes(std::string_view window, bool final);
  Found at_end_of(std::string_view window, bool last, bool full);
  void take_record(std::string_view bytes, std::vector<Batch::Record>& records);
  void give_up(std::string_view bytes, Found found, std::vector<BadRecord>& bad);
  void skip_line(std::string_view bytes);
  void start_record(std::size_t at);

  char delimiter_;
  std::size_t limit_;
  bool header_;
  std::vector<BadRecord> notes_;
  bool begun_ = false;
  /// Inside a line that is too long: everything up to its end is left out.
  bool skipping_ = false;
  std::uint64_t line_ = 1;
  // Offsets in the bytes at hand: of the record, its end, what was looked at, the last opening
  // quote.
  std::size_t record_ = 0;
  std::size_t end_ = 0;
  std::size_t seen_ = 0;
  std::size_t quote_ = 0;
  bool in_quotes_ = false;
  /// True when the record has quoted fields.
  bool quoted_ = false;
  /// Offset of the first quote at or behind `seen_`, where that is known.
  std::optional<std::size_t> next_quote_;
};

}  // namespace ddblint
