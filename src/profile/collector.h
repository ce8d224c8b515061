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

// From the items of one batch to its hashed keys, on the thread that parsed it.

namespace ddblint {

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

/// Finds the key attributes in items. One a thread.
class KeyCollector {
 public:
  /// `primaries`: whole primary keys are wanted too.
  KeyCollector(const KeyPlan& plan, bool primaries);

  /// The names of all key attributes, each once: what the items must be read with
  /// (ParseOptions::wanted).
  [[nodiscard]] std::vector<std::string> names() const;
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
    std::uint64_t hash = 0;
    bool is_hashed = false;
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
  /// A key of several attributes in the making.
  std::string joined_;
  std::string buffer_;
};

}  // namespace ddblint
