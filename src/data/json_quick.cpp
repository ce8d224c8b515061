#include "data/json_quick.h"

#include <bit>
#include <cstring>

#include "data/item_size.h"
#include "data/json_text.h"
#include "data/number_size.h"

namespace ddblint {
namespace {

/// Deeper items are left to the walker.
constexpr unsigned kDepth = 16;

using Bytes = std::array<char, 8>;

/// Eight bytes; a question mark stands for any byte.
struct Pattern {
  constexpr explicit Pattern(Bytes bytes) {
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      if (bytes[i] == '?') continue;
      mask |= std::uint64_t{0xFF} << 8 * i;
      word |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << 8 * i;
    }
  }
  [[nodiscard]] constexpr bool fits(std::uint64_t bytes) const { return (bytes & mask) == word; }

  std::uint64_t mask = 0;
  std::uint64_t word = 0;
};

/// From a value's brace on.
constexpr Pattern kScalar({'{', '"', '?', '"', ':', '"', '?', '?'});
constexpr Pattern kMap({'{', '"', 'M', '"', ':', '{', '?', '?'});
constexpr Pattern kList({'{', '"', 'L', '"', ':', '[', '?', '?'});
constexpr Pattern kSet({'{', '"', '?', 'S', '"', ':', '[', '?'});
constexpr Pattern kBoolean({'{', '"', 'B', 'O', 'O', 'L', '"', ':'});
constexpr Pattern kNull({'{', '"', 'N', 'U', 'L', 'L', '"', ':'});
/// A record's begin.
constexpr Pattern kWrapped({'{', '"', 'I', 't', 'e', 'm', '"', ':'});

/// Four bytes as load_half() gives them.
consteval std::uint32_t half(std::array<char, 4> bytes) {
  std::uint32_t word = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    word |= std::uint32_t{static_cast<unsigned char>(bytes[i])} << 8 * i;
  }
  return word;
}

/// From the quote that ends a name on.
constexpr std::uint32_t kTyped = half({'"', ':', '{', '"'});
/// From the letter of a type to the quote that begins the value.
constexpr std::uint32_t kText = half({'S', '"', ':', '"'});
constexpr std::uint32_t kNumber = half({'N', '"', ':', '"'});
constexpr std::uint32_t kBinary = half({'B', '"', ':', '"'});
/// From the brace that ends a value on: another member, or the end of the object.
constexpr std::uint32_t kAnother = half({'}', ',', '"', 0});
constexpr std::uint32_t kAnotherMask = 0xFFFFFFU;
constexpr std::uint32_t kClosed = half({'}', '}', 0, 0});
constexpr std::uint32_t kClosedMask = 0xFFFFU;

/// The type of a value by its first bytes.
ValueType type_of(std::uint64_t word) {
  const auto letter = static_cast<char>(word >> 16U & 0xFFU);
  if (kScalar.fits(word)) {
    if (letter == 'S') return ValueType::string;
    return letter == 'N' ? ValueType::number : ValueType::binary;
  }
  if (kBoolean.fits(word)) return ValueType::boolean;
  if (kNull.fits(word)) return ValueType::null;
  if (kMap.fits(word)) return ValueType::map;
  if (kList.fits(word)) return ValueType::list;
  if (letter == 'S') return ValueType::string_set;
  return letter == 'N' ? ValueType::number_set : ValueType::binary_set;
}

/// Size of a number that has 24 readable bytes from its begin; nothing when it is none.
std::optional<std::uint32_t> number_size(std::string_view text) {
  const std::uint32_t size = short_number_size(text);
  return size != 0 ? size : checked_number_size(text);
}

}  // namespace

void QuickReader::start(std::string_view text, ParsedItems& items) {
  text_ = text.data();
  text_size_ = static_cast<std::uint32_t>(text.size());
  items_ = &items;
  slash_from_ = slash_ = 0;
}

bool QuickReader::has_escape(std::uint32_t begin, std::uint32_t end) {
  if (begin < slash_from_ || slash_ < begin) {
    const void* const found = std::memchr(text_ + begin, '\\', text_size_ - begin);
    slash_from_ = begin;
    slash_ = found == nullptr ? text_size_
                              : static_cast<std::uint32_t>(static_cast<const char*>(found) - text_);
  }
  return slash_ < end;
}

QuickReader::Answer QuickReader::record(Token open, std::uint32_t end) {
  if (open[4] >= end) return {};
  const bool wrapped = kWrapped.fits(load_word(text_ + open[0]));
  if (!wrapped) {
    const Answer answer = item(open, end);
    return answer.after != nullptr && *answer.after >= end ? answer : Answer{};
  }
  // An attribute that is called `Item` has a type's name here.
  constexpr std::string_view kTypes = "SNBML";
  if (text_[open[3]] != '{' || kTypes.find(text_[open[4] + 1]) != std::string_view::npos) return {};
  const std::size_t before = items_->attributes.size();
  Answer answer = item(open + 3, end);
  if (answer.after == nullptr) return {};
  if (byte(answer.after) != '}' || answer.after[1] < end) {
    items_->attributes.resize(before);
    return {};
  }
  ++answer.after;
  answer.wrapped = true;
  return answer;
}

QuickReader::Answer QuickReader::item(Token open, std::uint32_t end) {
  end_ = end;
  if (byte(open) != '{' || byte(open + 1) != '"') return {};
  size_ = 0;
  numbers_.count = others_.count = 0;
  marks_.new_item();
  if (*open < slash_from_) slash_ = *open;
  const std::size_t before = items_->attributes.size();
  const Token after = members<true>(open + 1, 0);
  if (after != nullptr && measure()) return {after, size_};
  items_->attributes.resize(before);
  return {};
}

/// Reads and marks the name of the member at a token.
inline QuickReader::Name QuickReader::name_at(Token at, std::uint32_t object, unsigned depth) {
  const std::uint32_t begin = at[0] + 1;
  const std::uint32_t colon = at[1];
  if (load_half(text_ + colon - 1) != kTyped) return {};
  if (colon > slash_ && has_escape(begin, colon)) return {};
  const std::string_view name(text_ + begin, colon - 1 - begin);
  const std::uint64_t hash = hash_name(name);
  return {name, hash, marks_.mark(hash, object, depth)};
}

/// What stands at and behind the brace that ends a value.
inline QuickReader::Follows QuickReader::what_follows(std::uint32_t close) const {
  const std::uint32_t bytes = load_half(text_ + close);
  if ((bytes & kAnotherMask) == kAnother) return Follows::another;
  // The brace of an empty map ends no scalar.
  const bool is_closed = (bytes & kClosedMask) == kClosed && text_[close - 1] != '{';
  return is_closed ? Follows::closed : Follows::unusual;
}

/// Bytes of a scalar if it is a text; 0 for all else, which is put aside.
inline std::size_t QuickReader::text_size_or_aside(Member member) {
  const auto [colon, close] = member;
  // Products and sums: a compiler may make branches of choices.
  const std::uint32_t type = load_half(text_ + colon + 3);
  const auto is_text = std::size_t{type == kText} & std::size_t{text_[close - 1] == '"'};
  const auto is_number = std::size_t{type == kNumber};
  numbers_.members[numbers_.count] = member;
  numbers_.count += is_number;
  others_.members[others_.count] = member;
  others_.count += 1 - is_text - is_number;
  return (close - colon - 8) * is_text;
}

/// Reads members from the first name on; the token after the closing brace.
template <bool kTop>
QuickReader::Token QuickReader::members(Token at, unsigned depth) {
  const std::uint32_t object = marks_.new_object();
  std::size_t size = 0;
  // The least member has seven tokens, and its object's end is the eighth.
  while (at[7] < end_) {
    const Name name = name_at(at, object, depth);
    if (name.mark == NameMarks::Mark::again) return nullptr;
    size += name.text.size() + (kTop ? 0 : kElementSize);
    const std::uint32_t close = at[6];
    Follows follows = what_follows(close);
    if (follows != Follows::unusual && name.mark == NameMarks::Mark::plain && close <= slash_) {
      size += text_size_or_aside({at[1], close});
      if (((numbers_.count | others_.count) & Aside::kMost) != 0 && !measure()) return nullptr;
      at += 7;
    } else {
      at = other_member(at, name, depth);
      if (at == nullptr) return nullptr;
      follows = what_follows(at[-1]);
    }
    ++at;
    if (follows == Follows::closed) {
      size_ += size;
      return at;
    }
  }
  return nullptr;
}

/// Reads a member that is wanted or no scalar; the token after its value, if a member or the end of
/// the object follows.
QuickReader::Token QuickReader::other_member(Token at, const Name& name, unsigned depth) {
  const Token after = name.mark == NameMarks::Mark::wanted ? wanted_value(name.text, name.hash, at)
                                                           : typed_value(at + 2, depth);
  const bool fits =
      after != nullptr && *after < end_ && what_follows(after[-1]) != Follows::unusual;
  return fits ? after : nullptr;
}

/// Adds the sizes of the members that were put aside; false when one is not what it should be.
bool QuickReader::measure() {
  for (std::size_t i = 0; i < numbers_.count; ++i) {
    const auto [colon, close] = numbers_.members[i];
    const auto size = number_size({text_ + colon + 7, close - colon - 8});
    if (!size) return false;
    size_ += *size;
  }
  for (std::size_t i = 0; i < others_.count; ++i) {
    const auto size = other_size(others_.members[i]);
    if (!size) return false;
    size_ += *size;
  }
  numbers_.count = others_.count = 0;
  return true;
}

std::optional<std::uint32_t> QuickReader::other_size(Member member) const {
  const auto [colon, close] = member;
  if (load_half(text_ + colon + 3) == kBinary) {
    return base64_size({text_ + colon + 7, close - colon - 8});
  }
  const std::uint64_t word = load_word(text_ + colon + 1);
  const std::string_view text(text_ + colon + 9, close - colon - 9);
  const bool is_literal =
      kBoolean.fits(word) ? text == "true" || text == "false" : kNull.fits(word) && text == "true";
  return is_literal ? std::optional(kBooleanSize) : std::nullopt;
}

/// Reads the value of an attribute whose name may be wanted; the token after it.
QuickReader::Token QuickReader::wanted_value(std::string_view name, std::uint64_t hash, Token at) {
  const Token open = at + 2;
  if (!wanted_.has(name, hash)) return typed_value(open, 0);
  const std::uint32_t begin = at[1] + 7;
  const std::uint32_t end = at[6] - 1;
  if (load_half(text_ + begin - 4) == kText && text_[end] == '"' && text_[end + 1] == '}' &&
      end < slash_) {
    const std::string_view text(text_ + begin, end - begin);
    size_ += text.size();
    items_->attributes.push_back(
        {name, ValueType::string, text, static_cast<std::uint32_t>(text.size())});
    return at + 7;
  }
  if (!measure()) return nullptr;
  const std::uint64_t before = size_;
  const Token after = typed_value(open, 0);
  if (after == nullptr || !measure()) return nullptr;
  const ValueType type = type_of(load_word(text_ + *open));
  items_->attributes.push_back(
      {name, type, value_text(open, type), static_cast<std::uint32_t>(size_ - before)});
  return after;
}

/// The text of a value that was read.
std::string_view QuickReader::value_text(Token open, ValueType type) {
  switch (type) {
    case ValueType::string:
    case ValueType::number:
    case ValueType::binary:
      return *decoded(open[3] + 1, open[4] - 1);
    case ValueType::boolean:
      return {text_ + open[3], open[4] - open[3]};
    default:
      return {};
  }
}

/// Reads a value; the token after it.
QuickReader::Token QuickReader::typed_value(Token open, unsigned depth) {
  const std::uint64_t word = load_word(text_ + *open);
  if (kScalar.fits(word)) return scalar(open);
  if (kBoolean.fits(word)) return literal(open, false);
  Token after = nullptr;
  const char first = byte(open + 4);
  if (kMap.fits(word)) {
    size_ += kContainerSize;
    if (first == '}') {
      after = open + 5;
    } else if (first == '"' && depth < kDepth) {
      after = members<false>(open + 4, depth + 1);
    }
  } else if (kList.fits(word)) {
    size_ += kContainerSize;
    if (first == ']') {
      after = open + 5;
    } else if (depth < kDepth) {
      after = list(open + 4, depth + 1);
    }
  } else if (kSet.fits(word)) {
    const char letter = text_[*open + 2];
    if (letter == 'S') after = set(open + 4, ValueType::string);
    if (letter == 'N') after = set(open + 4, ValueType::number);
    if (letter == 'B') after = set(open + 4, ValueType::binary);
  } else if (kNull.fits(word)) {
    return literal(open, true);
  }
  return after != nullptr && byte(after) == '}' ? after + 1 : nullptr;
}

QuickReader::Token QuickReader::scalar(Token open) {
  const std::uint32_t close = open[4];
  if (byte(open + 4) != '}' || text_[close - 1] != '"') return nullptr;
  const std::optional<std::string_view> text = decoded(*open + 6, close - 1);
  if (!text) return nullptr;
  const char letter = text_[*open + 2];
  std::optional<std::uint32_t> size;
  if (letter == 'S') size = static_cast<std::uint32_t>(text->size());
  if (letter == 'N') size = number_size(*text);
  if (letter == 'B') size = base64_size(*text);
  if (!size) return nullptr;
  size_ += *size;
  return open + 5;
}

QuickReader::Token QuickReader::literal(Token open, bool is_null) {
  const std::string_view text(text_ + open[3], open[4] - open[3]);
  if (byte(open + 4) != '}' || (text != "true" && (text != "false" || is_null))) return nullptr;
  size_ += kBooleanSize;
  return open + 5;
}

/// Reads elements from the first one on; the token after the bracket.
QuickReader::Token QuickReader::list(Token at, unsigned depth) {
  while (true) {
    if (byte(at) != '{') return nullptr;
    const Token after = typed_value(at, depth);
    if (after == nullptr) return nullptr;
    size_ += kElementSize;
    at = after + 1;
    const char next = byte(after);
    if (next == ']') return at;
    if (next != ',') return nullptr;
  }
}

QuickReader::Token QuickReader::set(Token at, ValueType element) {
  while (true) {
    const char next = byte(at + 1);
    const bool fits = byte(at) == '"' && (next == ',' || next == ']') && text_[at[1] - 1] == '"';
    if (!fits) return nullptr;
    const std::optional<std::string_view> text = decoded(at[0] + 1, at[1] - 1);
    const std::optional<std::uint32_t> size = text ? scalar_size(element, *text) : std::nullopt;
    if (!size) return nullptr;
    size_ += *size;
    at += 2;
    if (next == ']') return at;
  }
}

/// The text between two places; nothing when it has a wrong escape.
std::optional<std::string_view> QuickReader::unescaped(std::uint32_t begin, std::uint32_t end) {
  const std::string_view written(text_ + begin, end - begin);
  if (!has_escape(begin, end)) return written;
  const std::expected<std::string_view, std::string> text = unescape(written, items_->decoded);
  return text ? std::optional(*text) : std::nullopt;
}

}  // namespace ddblint
