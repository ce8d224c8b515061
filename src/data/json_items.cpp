#include "data/json_items.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "data/json_text.h"
#include <fmt/format.h>

#include "source/utf8.h"

namespace ddblint {
namespace {

/// Text and index of a group stay in the second-level cache.
constexpr std::size_t kGroupBytes = std::size_t{16} << 10U;

/// Names of members that tell what an object is.
enum Member : std::uint8_t {
  member_item,
  member_key,
  member_keys,
  member_new_image,
  member_old_image,
  member_metadata,
  member_dynamodb,
  member_event_name,
  member_kinesis,
  member_data,
  member_put_request,
  member_delete_request,
  member_put,
  member_delete,
  member_update,
  member_condition_check,
  member_get,
};
constexpr std::size_t kMembers = member_get + 1;
constexpr std::array<std::string_view, kMembers> kMemberNames = {
    "Item",     "Key",       "Keys",    "NewImage",       "OldImage",   "Metadata",
    "dynamodb", "eventName", "kinesis", "data",           "PutRequest", "DeleteRequest",
    "Put",      "Delete",    "Update",  "ConditionCheck", "Get",
};

/// Members that stand beside an Item in requests and answers.
constexpr std::array<std::string_view, 12> kBesideItem = {
    "TableName",
    "ConsumedCapacity",
    "ItemCollectionMetrics",
    "ResponseMetadata",
    "$metadata",
    "ConditionExpression",
    "ExpressionAttributeNames",
    "ExpressionAttributeValues",
    "ReturnValues",
    "ReturnConsumedCapacity",
    "ReturnItemCollectionMetrics",
    "ReturnValuesOnConditionCheckFailure",
};

/// True for what may stand between two records of a group.
bool stands_between(char c) { return c == '\n' || c == '\r' || c == ' ' || c == '\t' || c == ','; }

}  // namespace

/// The members of an object that matter, and what its values look like.
struct JsonItems::Envelope {
  std::array<Token, kMembers> value{};
  std::size_t members = 0;
  std::size_t beside = 0;
  std::size_t typed = 0;
  std::size_t objects = 0;
  /// The token after the object.
  Token after = nullptr;

  [[nodiscard]] bool has(Member member) const { return value[member] != nullptr; }
  /// True when nothing but `count` named members and what stands beside an item is there.
  [[nodiscard]] bool only(std::size_t count) const { return members == count + beside; }
};

JsonItems::JsonItems(WantedNames wanted, bool numbered)
    : wanted_(std::move(wanted)), quick_(wanted_, numbered), walker_(wanted_) {}

void JsonItems::parse(const Batch& batch, ParsedItems& items) {
  items.clear();
  batch_ = &batch;
  items_ = &items;
  plain_file_ = batch.context && batch.context->format == DataFormat::plain_json;
  for (std::size_t i = 0; i < batch.records.size();) {
    const Group group = group_from(i);
    parse_group(group);
    i = group.last;
  }
}

JsonItems::Group JsonItems::group_from(std::size_t first) const {
  const std::vector<Batch::Record>& records = batch_->records;
  const std::size_t begin = records[first].begin;
  std::size_t end = begin + records[first].length;
  std::size_t last = first + 1;
  while (last < records.size()) {
    const std::size_t next_end = std::size_t{records[last].begin} + records[last].length;
    if (next_end - begin > kGroupBytes) break;
    const char* const bytes = batch_->bytes.data();
    if (!std::all_of(bytes + end, bytes + records[last].begin, stands_between)) break;
    end = next_end;
    ++last;
  }
  return {first, last};
}

void JsonItems::parse_group(Group group) {
  const Batch::Record& first = batch_->records[group.first];
  const Batch::Record& last = batch_->records[group.last - 1];
  const std::string_view text(batch_->bytes.data() + first.begin,
                              std::size_t{last.begin} + last.length - first.begin);
  find_brackets(text);
  const Bracket* bracket = brackets_.begin();
  Token token = nullptr;
  for (record_ = group.first; record_ < group.last; ++record_) {
    const std::uint32_t begin = batch_->records[record_].begin - first.begin;
    const std::uint32_t end = begin + batch_->records[record_].length;
    if (has_brackets_) {
      bracket = bracket_at(bracket, begin);
      if (read_quickly(bracket, begin, end)) continue;
    }
    // The index of all tokens is made where the first record asks for it.
    if (token == nullptr) {
      if (const IndexError error = index_.index(text); error != IndexError::none) {
        if (group.last - group.first == 1) {
          unindexed(record_, text, error);
        } else {
          // One record spoils the index of all.
          parse_each({.first = record_, .last = group.last});
        }
        return;
      }
      walker_.start(text, index_, *items_);
      token = index_.begin();
    }
    if (*token < begin) token = std::lower_bound(token, index_.end(), begin);
    const std::size_t items_before = items_->items.size();
    const std::size_t attributes_before = items_->attributes.size();
    walker_.enter(token, end);
    if (whole_record(token)) {
      token = walker_.token();
      continue;
    }
    items_->items.resize(items_before);
    items_->attributes.cut(attributes_before);
    if (group.last - group.first == 1) {
      reject(record_, text, begin);
    } else {
      // A quote too many in one record would turn those after it inside out.
      parse_each({.first = record_, .last = group.last});
    }
    return;
  }
}

/// Indexes each record of a group alone.
void JsonItems::parse_each(Group group) {
  for (std::size_t i = group.first; i < group.last; ++i) parse_group({.first = i, .last = i + 1});
}

/// Gets ready for the quick reader, unless it declined all of late.
void JsonItems::find_brackets(std::string_view text) {
  constexpr std::size_t kPatience = 8;
  constexpr std::size_t kPause = 128;
  if (++groups_declined_ > kPause) groups_declined_ = 0;
  has_brackets_ = !plain_file_ && groups_declined_ <= kPatience && brackets_.index(text);
  if (has_brackets_) quick_.start(text, brackets_, *items_);
}

const Bracket* JsonItems::bracket_at(const Bracket* from, std::uint32_t offset) const {
  if (from->at >= offset) return from;
  return std::ranges::lower_bound(from, brackets_.end(), offset, {}, &Bracket::at);
}

bool JsonItems::read_quickly(const Bracket*& bracket, std::uint32_t begin, std::uint32_t end) {
  const std::size_t first = items_->attributes.size();
  const QuickReader::Answer quick = quick_.record(bracket, begin, end);
  if (quick.after == nullptr) return false;
  groups_declined_ = 0;
  count(quick.wrapped ? RecordForm::item : RecordForm::typed);
  emit(first, quick.size, {});
  bracket = quick.after;
  return true;
}

void JsonItems::reject(std::size_t record, std::string_view text, std::uint32_t offset) {
  const WalkError& error = walker_.error();
  const std::string_view before = text.substr(offset, error.at - offset);
  const auto lines = std::count(before.begin(), before.end(), '\n');
  items_->bad.push_back(
      {error.kind, batch_->records[record].line + static_cast<std::uint64_t>(lines),
       error.path.empty() ? error.message
                          : fmt::format("attribute `{}`: {}", error.path, error.message)});
}

void JsonItems::unindexed(std::size_t record, std::string_view text, IndexError error) {
  BadRecord bad{BadRecordKind::not_json, batch_->records[record].line, {}};
  if (const std::optional<std::size_t> at = invalid_utf8(text)) {
    const std::string_view before = text.substr(0, *at);
    bad.kind = BadRecordKind::invalid_utf8;
    bad.line += static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n'));
    bad.message = fmt::format("byte 0x{:02x} is not UTF-8", static_cast<unsigned char>(text[*at]));
  } else if (error == IndexError::unclosed_string) {
    bad.message = "a string is not closed";
  } else if (error == IndexError::control_character) {
    bad.message = "a control character inside a string, where JSON wants an escape";
  } else {
    bad.message = "nothing stands here";
  }
  items_->bad.push_back(std::move(bad));
}

bool JsonItems::whole_record(Token token) {
  const char first = walker_.byte(token);
  if (first == '[') {
    if (!list(token)) return false;
  } else if (first == '{') {
    if (!object(token)) return false;
  } else {
    return walker_.fail(BadRecordKind::not_an_item, token,
                        "an item is a JSON object, and this is none");
  }
  if (*walker_.token() >= walker_.end()) return true;
  return walker_.fail(BadRecordKind::not_json, walker_.token(),
                      "something stands after the end of the object");
}

bool JsonItems::list(Token token) {
  walker_.restart(token + 1);
  if (walker_.byte(token + 1) == ']') {
    walker_.restart(token + 2);
    return true;
  }
  while (true) {
    const Token at = walker_.token();
    if (!object(at)) return false;
    const Token after = walker_.token();
    if (walker_.byte(after) == ',') {
      walker_.restart(after + 1);
    } else if (walker_.byte(after) == ']') {
      walker_.restart(after + 1);
      return true;
    } else {
      return walker_.fail(BadRecordKind::not_json, after, "`,` or `]` was expected");
    }
  }
}

bool JsonItems::parse_inside(std::string_view text, ParsedItems& items, std::size_t record,
                             bool plain_file) {
  static constexpr std::uint32_t kStart = 0;
  items_ = &items;
  plain_file_ = plain_file;
  record_ = record;
  if (index_.index(text) != IndexError::none) {
    return walker_.fail(BadRecordKind::not_json, &kStart, "bytes that are no JSON");
  }
  walker_.start(text, index_, items);
  find_brackets(text);
  walker_.enter(index_.begin(), static_cast<std::uint32_t>(text.size()));
  return whole_record(index_.begin());
}

bool JsonItems::object(Token token) {
  if (walker_.byte(token) != '{') {
    return walker_.fail(BadRecordKind::not_an_item, token,
                        "an item is a JSON object, and this is none");
  }
  if (walker_.byte(token + 1) == '}') {
    return walker_.fail(BadRecordKind::not_an_item, token, "an object without attributes");
  }
  if (walker_.looks_typed(token + 3)) {
    count(RecordForm::typed);
    if (typed(token, {})) return true;
    return plain_file_ && plain(token, {});
  }
  const bool item = walker_.byte(token + 3) == '{' && walker_.is_name(token + 1, "Item");
  if (item && walker_.looks_typed(token + 6)) {
    count(RecordForm::item);
    return typed(token + 3, {}) && rest_of_object();
  }
  return enveloped(token);
}

bool JsonItems::rest_of_object() {
  while (walker_.byte(walker_.token()) == ',') {
    walker_.restart(walker_.token() + 1);
    if (!walker_.skip_member()) return false;
  }
  if (walker_.byte(walker_.token()) != '}') {
    return walker_.fail(BadRecordKind::not_json, walker_.token(), "`,` or `}` was expected");
  }
  walker_.restart(walker_.token() + 1);
  return true;
}

bool JsonItems::enveloped(Token token) {
  const std::optional<Envelope> envelope = envelope_at(token);
  if (!envelope || !form_of(*envelope, token)) return false;
  walker_.restart(envelope->after);
  return true;
}

std::optional<JsonItems::Envelope> JsonItems::envelope_at(Token token) {
  Envelope envelope;
  walker_.restart(token);
  if (walker_.byte(token + 1) == '}') {
    envelope.after = token + 2;
    return envelope;
  }
  while (walker_.byte(walker_.token()) != '}') {
    const Token name = walker_.token() + 1;
    const Token value = name + 2;
    walker_.restart(name);
    if (!walker_.skip_member()) return std::nullopt;
    const char after = walker_.byte(walker_.token());
    if (after != ',' && after != '}') {
      walker_.fail(BadRecordKind::not_json, walker_.token(), "`,` or `}` was expected");
      return std::nullopt;
    }
    ++envelope.members;
    if (walker_.byte(value) == '{') ++envelope.objects;
    if (walker_.looks_typed(value)) ++envelope.typed;
    const auto is_this = [&](std::string_view known) { return walker_.is_name(name, known); };
    const auto known = std::find_if(kMemberNames.begin(), kMemberNames.end(), is_this);
    if (known != kMemberNames.end()) {
      envelope.value[static_cast<std::size_t>(known - kMemberNames.begin())] = value;
    } else if (std::any_of(kBesideItem.begin(), kBesideItem.end(), is_this)) {
      ++envelope.beside;
    }
  }
  envelope.after = walker_.token() + 1;
  return envelope;
}

bool JsonItems::form_of(const Envelope& envelope, Token token) {
  const auto object_in = [&](Member member) {
    return envelope.has(member) && walker_.byte(envelope.value[member]) == '{';
  };
  if (object_in(member_dynamodb)) {
    count(RecordForm::stream);
    return stream_record(envelope);
  }
  if (object_in(member_kinesis)) {
    count(RecordForm::kinesis);
    return kinesis_record(envelope);
  }
  const std::size_t images = (envelope.has(member_keys) ? 1U : 0U) +
                             (envelope.has(member_new_image) ? 1U : 0U) +
                             (envelope.has(member_old_image) ? 1U : 0U);
  if (images > 0 && envelope.only(images + (envelope.has(member_metadata) ? 1U : 0U))) {
    count(RecordForm::incremental_export);
    return export_record(envelope);
  }
  for (const Member member : {member_put_request, member_delete_request, member_put, member_delete,
                              member_update, member_condition_check, member_get}) {
    if (!object_in(member) || envelope.members != 1) continue;
    const std::optional<Envelope> inner = envelope_at(envelope.value[member]);
    if (!inner) return false;
    if (!inner->has(member_item) && !inner->has(member_key)) continue;
    count(RecordForm::request);
    return request(*inner, member == member_delete_request || member == member_delete,
                   member == member_condition_check || member == member_get);
  }
  if (envelope.has(member_item) && envelope.only(1) && (object_in(member_item) || !plain_file_)) {
    count(RecordForm::item);
    return image(envelope.value[member_item], {});
  }
  return bare(envelope, token);
}

bool JsonItems::request(const Envelope& envelope, bool removes, bool reads) {
  if (reads) return true;
  if (envelope.has(member_item)) return image(envelope.value[member_item], {});
  return image(envelope.value[member_key], {.removed = removes, .keys_only = !removes});
}

bool JsonItems::export_record(const Envelope& envelope) {
  if (envelope.has(member_new_image)) return image(envelope.value[member_new_image], {});
  const Member left = envelope.has(member_keys) ? member_keys : member_old_image;
  return image(envelope.value[left], {.removed = true, .keys_only = false});
}

bool JsonItems::stream_record(const Envelope& outer) {
  const Token token = outer.value[member_dynamodb];
  const std::optional<Envelope> change = envelope_at(token);
  if (!change) return false;
  const bool removed =
      outer.has(member_event_name) && walker_.is_name(outer.value[member_event_name], "REMOVE");
  if (change->has(member_new_image) && !removed) {
    return image(change->value[member_new_image], {});
  }
  if (change->has(member_keys)) {
    return image(change->value[member_keys], {.removed = removed, .keys_only = !removed});
  }
  return walker_.fail(BadRecordKind::not_an_item, token, "a stream record without Keys");
}

bool JsonItems::kinesis_record(const Envelope& outer) {
  const Token token = outer.value[member_kinesis];
  const std::optional<Envelope> inner = envelope_at(token);
  if (!inner) return false;
  const Token data = inner->has(member_data) ? inner->value[member_data] : token;
  const std::optional<std::string_view> text = walker_.string_of(data);
  if (!text) return false;
  const std::expected<std::string, std::string> bytes = decode_base64(*text);
  if (!bytes) {
    return walker_.fail(BadRecordKind::bad_value, data, "kinesis.data: " + bytes.error());
  }
  char* const memory = items_->decoded.take(bytes->size() + Batch::kPadding);
  std::copy(bytes->begin(), bytes->end(), memory);
  std::fill_n(memory + bytes->size(), Batch::kPadding, '\0');
  // Its numbers would be taken for ours.
  if (!inner_) inner_ = std::make_unique<JsonItems>(wanted_, false);
  if (inner_->parse_inside({memory, bytes->size()}, *items_, record_, plain_file_)) return true;
  const WalkError& error = inner_->walker_.error();
  return walker_.fail(error.kind, data, "kinesis.data: " + error.message);
}

bool JsonItems::bare(const Envelope& envelope, Token token) {
  const bool all_typed = envelope.typed == envelope.members;
  const bool is_typed =
      plain_file_ ? all_typed : envelope.typed > 0 || envelope.objects == envelope.members;
  count(is_typed ? RecordForm::typed : RecordForm::plain);
  return is_typed ? typed(token, {}) : plain(token, {});
}

bool JsonItems::image(Token token, Place place) {
  if (walker_.byte(token) != '{') {
    return walker_.fail(BadRecordKind::not_an_item, token,
                        "an item is a JSON object, and this is none");
  }
  if (walker_.byte(token + 1) == '}') {
    return walker_.fail(BadRecordKind::not_an_item, token, "an object without attributes");
  }
  if (walker_.looks_typed(token + 3)) return typed(token, place);
  const std::optional<Envelope> envelope = envelope_at(token);
  if (!envelope) return false;
  const bool is_typed = envelope->typed > 0 || envelope->objects == envelope->members;
  return is_typed ? typed(token, place) : plain(token, place);
}

bool JsonItems::typed(Token token, Place place) {
  const std::size_t first = items_->attributes.size();
  if (has_brackets_) {
    const Bracket* const open = bracket_at(brackets_.begin(), *token);
    const QuickReader::Answer quick = quick_.item(open, walker_.end());
    if (quick.after != nullptr) {
      groups_declined_ = 0;
      walker_.restart(std::upper_bound(token, index_.end(), quick.after[-1].at));
      emit(first, quick.size, place);
      return true;
    }
  }
  walker_.restart(token);
  if (!walker_.typed_item()) {
    items_->attributes.cut(first);
    return false;
  }
  emit(first, walker_.size(), place);
  return true;
}

bool JsonItems::plain(Token token, Place place) {
  const std::size_t first = items_->attributes.size();
  walker_.restart(token);
  if (!walker_.plain_item()) {
    items_->attributes.cut(first);
    return false;
  }
  emit(first, walker_.size(), place);
  return true;
}

void JsonItems::emit(std::size_t first, std::uint64_t size, Place place) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  Item& item = items_->items.emplace_back();
  item.first = static_cast<std::uint32_t>(first);
  item.count = static_cast<std::uint32_t>(items_->attributes.size() - first);
  item.size = static_cast<std::uint32_t>(std::min(size, kMost));
  item.record = static_cast<std::uint32_t>(record_);
  item.removed = place.removed;
  item.keys_only = place.keys_only;
}

}  // namespace ddblint
