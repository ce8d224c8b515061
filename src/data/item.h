#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ddblint {

/// Type of an attribute's value, as DynamoDB stores it.
enum class ValueType : std::uint8_t {
  string,
  number,
  binary,
  boolean,
  null,
  list,
  map,
  string_set,
  number_set,
  binary_set,
};
inline constexpr std::size_t kValueTypes = 10;

/// DynamoDB's letters: S, N, B, BOOL, NULL, L, M, SS, NS, BS.
std::string_view to_string(ValueType type);

/// One top-level attribute of an item. Views live as long as the batch and the ParsedItems.
struct Attribute {
  static constexpr std::uint16_t kUnasked = 0xFFFF;

  std::string_view name;
  ValueType type = ValueType::string;
  /// The same for the same name in all batches of a parser; 0 when it was not looked up.
  std::uint32_t name_number = 0;
  /// S: the text, decoded. N: the number as written. B: base64 as written. BOOL: `true`, `false`.
  /// Empty for NULL, lists, maps and sets.
  std::string_view value;
  /// Bytes of the value by DynamoDB's rules (item_size.h), without the name.
  std::uint32_t size = 0;
  /// Its place in ParseOptions::wanted; kUnasked when it does not stand there.
  std::uint16_t wanted = kUnasked;
};

/// One item: a range of ParsedItems::attributes.
struct Item {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
  /// Names and values, by DynamoDB's rules, in bytes.
  std::uint32_t size = 0;
  /// Position of the record in its batch, from 0; with the batch's first record it is the place in
  /// the file.
  std::uint32_t record = 0;
  /// True when the record takes the item away (a REMOVE of a stream, a DeleteRequest, a deletion of
  /// an incremental export): only its key is there.
  bool removed = false;
  /// True when only the key is known though the item exists: a stream of view KEYS_ONLY or
  /// OLD_IMAGE, an Update of a transaction. Its size is that of the key.
  bool keys_only = false;
};

/// Kinds of records that are not items; the first of each kind in a run is shown with its place.
enum class BadRecordKind : std::uint8_t {
  not_json,     ///< syntax
  not_an_item,  ///< JSON of another shape
  bad_value,    ///< a typed value that is none: {"S": 1}, {"X": "a"}, a number of 39 digits
  invalid_utf8,
  too_long,  ///< a record over the limit
  too_deep,
  wrong_columns,  ///< CSV with more fields than the header
  not_ion,
};
inline constexpr std::size_t kBadRecordKinds = 8;

struct BadRecord {
  BadRecordKind kind = BadRecordKind::not_json;
  /// Line of the file, from 1.
  std::uint64_t line = 0;
  /// One sentence: what is wrong, with what stands there.
  std::string message;
};

/// A stretch of memory for texts that must be decoded; views into it stay valid until clear().
class TextArena {
 public:
  /// Room for `size` bytes.
  char* take(std::size_t size);
  void clear();

 private:
  std::vector<std::vector<char>> blocks_;
  std::size_t block_ = 0;
  std::size_t used_ = 0;
};

/// Attributes one after another; reused from batch to batch. Appending one is a few instructions in
/// place, where a compiler would call a vector's push_back.
class AttributeList {
 public:
  void push_back(const Attribute& attribute) { append() = attribute; }
  /// Appends one whose members all have yet to be set: one by one, where time counts. A compiler
  /// copies a whole attribute by words that are wider than what was just written, and then a
  /// processor waits.
  Attribute& append() {
    if (size_ == room_) grow();
    return memory_[size_++];
  }
  /// Keeps the first `size` ones.
  void cut(std::size_t size) { size_ = size; }
  void clear() { size_ = 0; }
  [[nodiscard]] std::size_t size() const { return size_; }
  Attribute& operator[](std::size_t place) { return memory_[place]; }
  const Attribute& operator[](std::size_t place) const { return memory_[place]; }
  [[nodiscard]] const Attribute* begin() const { return memory_.get(); }
  [[nodiscard]] const Attribute* end() const { return memory_.get() + size_; }

 private:
  void grow();

  std::unique_ptr<Attribute[]> memory_;
  std::size_t size_ = 0;
  std::size_t room_ = 0;
};

/// The items of one batch; reused from batch to batch.
struct ParsedItems {
  std::vector<Item> items;
  AttributeList attributes;
  std::vector<BadRecord> bad;
  TextArena decoded;

  void clear();
};

}  // namespace ddblint
