#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "data/item.h"
#include "profile/counts.h"

// From the items of one batch to columns of hashed values, on the thread that parsed it. Columns,
// because a sketch that takes the values of one attribute together stays in the cache, and because
// the values of one attribute are alike, so that a processor guesses right what is done with each.
// Of a value there is only its hash and its place: that is all that most are ever asked for.

namespace ddblint {

/// The attributes of a batch as columns. One a thread.
class ColumnCollector {
 public:
  struct Column : AttributeCounts {
    std::string name;
    /// Of its scalar values, in the order of the items.
    std::vector<std::uint64_t> hashes;
    /// Where each of these stands in ParsedItems::attributes.
    std::vector<std::uint32_t> places;
  };

  static constexpr std::size_t kMostColumns = 1024;
  static constexpr std::uint32_t kNoColumn = 0xFFFFFFFFU;

  /// Fills the columns anew; those with `present` 0 do not occur in the batch. `readable` is memory
  /// in which most of the names lie; those in it are found faster.
  const std::vector<Column>& collect(const ParsedItems& items, std::string_view readable);
  [[nodiscard]] const std::vector<Column>& columns() const { return columns_; }
  /// The column of each of the attributes; kNoColumn for those whose name has none.
  [[nodiscard]] const std::vector<std::uint32_t>& column_of() const { return column_of_; }
  /// Values of the batch whose name has no column.
  [[nodiscard]] std::uint64_t left_out() const { return left_out_; }

 private:
  /// What a name is told apart by: its length and its first bytes, zeros behind them; they are all
  /// of it up to 16 bytes, so that a look-up need not touch the column.
  struct NameStart {
    // No array: that is compared by a call.
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    std::size_t length = 0;

    friend bool operator==(const NameStart&, const NameStart&) = default;
  };
  struct NameSlot {
    NameStart start;
    std::uint32_t column = kNoColumn;
  };
  /// Four slots a column, so that a name is found at the first or second of them.
  static constexpr std::size_t kNameSlots = 4 * kMostColumns;
  /// The column of a name by its number.
  struct Numbered {
    std::uint32_t name_number = 0;
    std::uint32_t column = kNoColumn;
  };

  static NameStart start_of(std::string_view name, std::string_view readable);
  /// The column of an attribute; kNoColumn for those beyond kMostColumns.
  std::uint32_t column_of(const Attribute& attribute, std::string_view readable) {
    Numbered& known = numbered_[attribute.name_number % kNameSlots];
    if (known.name_number != attribute.name_number || known.name_number == 0) {
      known = {attribute.name_number, column(attribute.name, readable)};
    }
    return known.column;
  }
  [[gnu::noinline]] std::uint32_t column(std::string_view name, std::string_view readable);
  /// Counts and hashes what the columns got since they were measured.
  void measure(const AttributeList& attributes);
  void measure(Column& column, const AttributeList& attributes);

  std::vector<Column> columns_;
  /// Open addressing with linear probing; kNoColumn marks an empty slot.
  std::vector<NameSlot> slots_ = std::vector<NameSlot>(kNameSlots);
  std::vector<Numbered> numbered_ = std::vector<Numbered>(kNameSlots);
  std::vector<std::uint32_t> column_of_;
  std::uint64_t left_out_ = 0;
  std::string buffer_;
};

}  // namespace ddblint
