#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/bracket_index.h"
#include "data/item.h"
#include "data/json_index.h"
#include "data/json_names.h"
#include "data/json_quick.h"
#include "data/json_walker.h"
#include "data/records.h"

namespace ddblint {

/// What a record turned out to be.
enum class RecordForm : std::uint8_t {
  item,                ///< {"Item": {...}}: an export, get-item, put-item
  typed,               ///< an item's attributes, typed
  plain,               ///< an item without types
  incremental_export,  ///< {"Metadata": ..., "Keys": ..., "NewImage": ..., "OldImage": ...}
  stream,              ///< {"eventName": ..., "dynamodb": {...}}
  kinesis,             ///< {"kinesis": {"data": "..."}}
  request,             ///< {"PutRequest": ...}, {"Delete": ...}
};
inline constexpr std::size_t kRecordForms = 7;

/// Turns records of JSON into items. What a record is, is told from itself; the file's format only
/// decides between typed and plain where both are possible:
///  - in a file of DynamoDB JSON, an object is typed when any of its values is, or when all are
///    objects (so that {"a": {}} is an error and not a map);
///  - in a plain file it is typed only when all of its values are.
class JsonItems {
 public:
  /// `numbered`: attributes get name numbers.
  explicit JsonItems(WantedNames wanted, bool numbered = true);
  JsonItems(const JsonItems&) = delete;
  JsonItems& operator=(const JsonItems&) = delete;
  JsonItems(JsonItems&&) = delete;
  JsonItems& operator=(JsonItems&&) = delete;
  ~JsonItems() = default;

  /// As ItemParser::parse.
  void parse(const Batch& batch, ParsedItems& items);
  /// How many records of each form were met since the construction.
  [[nodiscard]] const std::array<std::size_t, kRecordForms>& forms() const { return forms_; }

 private:
  using Token = JsonWalker::Token;
  struct Envelope;
  struct Place {
    bool removed = false;
    bool keys_only = false;
  };

  /// Records of a batch whose index is made at once, small enough for the caches.
  struct Group {
    std::size_t first = 0;
    std::size_t last = 0;  // one beyond
  };
  Group group_from(std::size_t first) const;
  void parse_group(Group group);
  void parse_each(Group group);
  void find_brackets(std::string_view text);
  [[nodiscard]] const Bracket* bracket_at(const Bracket* from, std::uint32_t offset) const;
  bool read_quickly(const Bracket*& bracket, std::uint32_t begin, std::uint32_t end);
  void unindexed(std::size_t record, std::string_view text, IndexError error);
  void reject(std::size_t record, std::string_view text, std::uint32_t offset);

  /// Reads a text that stood inside a record; the items are the record's.
  bool parse_inside(std::string_view text, ParsedItems& items, std::size_t record, bool plain_file);
  bool whole_record(Token token);
  bool list(Token token);
  bool object(Token token);
  bool rest_of_object();
  bool enveloped(Token token);
  bool form_of(const Envelope& envelope, Token token);
  bool bare(const Envelope& envelope, Token token);
  bool stream_record(const Envelope& outer);
  bool export_record(const Envelope& envelope);
  bool request(const Envelope& envelope, bool removes, bool reads);
  bool kinesis_record(const Envelope& outer);
  bool image(Token token, Place place);
  bool typed(Token token, Place place);
  bool plain(Token token, Place place);
  void emit(std::size_t first, std::uint64_t size, Place place);
  std::optional<Envelope> envelope_at(Token token);
  void count(RecordForm form) { ++forms_[static_cast<std::size_t>(form)]; }

  WantedNames wanted_;
  JsonIndex index_;
  BracketIndex brackets_;
  QuickReader quick_;
  bool has_brackets_ = false;
  /// Groups since the quick reader last accepted an item.
  std::size_t groups_declined_ = 0;
  JsonWalker walker_;
  const Batch* batch_ = nullptr;
  ParsedItems* items_ = nullptr;
  bool plain_file_ = false;
  std::size_t record_ = 0;
  std::array<std::size_t, kRecordForms> forms_{};
  /// For JSON inside base64 inside JSON.
  std::unique_ptr<JsonItems> inner_;
};

}  // namespace ddblint
