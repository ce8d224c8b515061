#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/item.h"
#include "data/records.h"
#include "profile/counts.h"
#include "profile/key_plan.h"

// From the items of one batch to columns of hashed values, on the thread that parsed it. Columns,
// because a sketch that takes the values of one attribute together stays in the cache.

namespace ddblint {

/// A hashed value; the text is a view into the batch.
struct CollectedValue {
  std::uint64_t hash = 0;
  std::uint32_t size = 0;
  ValueType type = ValueType::string;
  std::string_view text;
};

/// A key of one item.
struct CollectedKey {
  std::uint64_t partition = 0;
  /// Of partition and sort attributes together; 0 when nobody wants it.
  std::uint64_t primary = 0;
  std::uint32_t item_size = 0;
  std::string_view text;
};

/// What a batch shows of one key.
struct CollectedKeys : KeyCounts {
  std::vector<CollectedKey> keys;

  void clear();
};

/// Hash of a scalar value by type and meaning: 1, 1.0 and 1E0 agree, "1" and 1 do not. Nothing for
/// lists, maps, sets and null.
std::optional<std::uint64_t> hash_value(const Attribute& attribute, std::string& buffer);

/// Finds the key attributes in items. One a thread.
class KeyCollector {
 public:
  /// `primaries`: whole primary keys are wanted too.
  KeyCollector(const KeyPlan& plan, bool primaries);

  /// The keys of a batch, one entry of the result for each key of the plan.
  const std::vector<CollectedKeys>& collect(const ParsedItems& items);
  /// The primary key of an item as people write it.
  [[nodiscard]] std::string primary_text(const ParsedItems& items, const Item& item) const;

 private:
  /// Where the key attributes of a plan stand among the distinct names.
  struct KeyPlaces {
    std::vector<std::size_t> partition;
    std::vector<std::size_t> sort;
  };
  struct Name : PlannedAttribute {
    /// Nothing: any type that a key can have.
    std::optional<ValueType> value_type;
  };
  struct Seen {
    const Attribute* attribute = nullptr;
    std::optional<std::uint64_t> hash;
  };

  std::size_t place_of(const PlannedAttribute& attribute);
  void look(const ParsedItems& items, const Item& item);
  void add(std::size_t key, const Item& item);
  bool usable(std::size_t place, std::size_t limit, CollectedKeys& out) const;
  static void note_mistyped(const Name& name, ValueType type, CollectedKeys& out);
  std::uint64_t hash(std::size_t place);
  std::string_view joined(const std::vector<std::size_t>& places);

  KeyPlan plan_;
  bool primaries_ = false;
  std::vector<Name> names_;
  std::vector<KeyPlaces> places_;
  std::vector<Seen> seen_;
  std::vector<CollectedKeys> out_;
  TextArena texts_;
  std::string buffer_;
};

/// The attributes of a batch as columns. One a thread.
class ColumnCollector {
 public:
  struct Column : AttributeCounts {
    std::string name;
    std::vector<CollectedValue> values;
  };

  static constexpr std::size_t kMostColumns = 1024;
  static constexpr std::uint32_t kNoColumn = 0xFFFFFFFFU;

  /// Fills the columns anew; those with `present` 0 do not occur in the batch.
  std::vector<Column>& collect(const ParsedItems& items);
  /// The column of each attribute of the batch, in the order of ParsedItems::attributes; kNoColumn
  /// for names beyond kMostColumns.
  [[nodiscard]] const std::vector<std::uint32_t>& column_of() const { return column_of_; }
  /// Values of the batch whose name has no column.
  [[nodiscard]] std::uint64_t left_out() const { return left_out_; }

 private:
  /// What a name is told apart by: its length, its first and its last eight bytes; they are all of
  /// it up to 16 bytes, so that a look-up need not touch the column.
  struct NameSlot {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    std::size_t length = 0;
    std::uint32_t column = kNoColumn;
  };
  /// Four slots a column, so that a name is found at the first or second of them.
  static constexpr std::size_t kNameSlots = 4 * kMostColumns;

  std::uint32_t column(std::string_view name);

  std::vector<Column> columns_;
  std::vector<std::uint32_t> column_of_;
  /// Open addressing with linear probing; kNoColumn marks an empty slot.
  std::vector<NameSlot> slots_ = std::vector<NameSlot>(kNameSlots);
  std::uint64_t left_out_ = 0;
  std::string buffer_;
};

}  // namespace ddblint
