#include "data/json_quick.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "data/item_size.h"
#include "data/json_text.h"
#include "data/json_walker.h"
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

/// True when a quoted text that begins here is the name of a type.
bool is_type_name(const char* text) {
  constexpr std::string_view kFirst = "SNBML";
  const std::string_view start(text, 5);
  if (kFirst.find(start.front()) == std::string_view::npos) return false;
  const std::size_t size = start.find('"');
  return size != std::string_view::npos && type_named(start.substr(0, size)).has_value();
}

/// From a value's opening brace to its text, and to a boolean or null.
constexpr std::uint32_t kValue = 6;
constexpr std::uint32_t kLiteral = 8;
/// Quotes of a type and a text: between the braces of a value.
constexpr std::uint32_t kTextQuotes = 4;

/// Size of a number that has 24 readable bytes from its begin; nothing when it is none.
std::optional<std::uint32_t> size_of_number(std::string_view text) {
  const std::uint32_t size = short_number_size(text);
  return size != 0 ? size : checked_number_size(text);
}

}  // namespace

void QuickReader::start(std::string_view text, const BracketIndex& index, ParsedItems& items) {
  text_ = text.data();
  text_size_ = static_cast<std::uint32_t>(text.size());
  escapes_ = index.escapes();
  items_ = &items;
  slash_from_ = slash_ = 0;
}

bool QuickReader::has_escape(std::uint32_t begin, std::uint32_t end) {
  if (begin < slash_from_ || slash_ < begin) {
    slash_from_ = begin;
    slash_ = next_escape(begin);
  }
  return slash_ < end;
}

/// Where the next backslash stands from a place on; the text's end when there is none.
std::uint32_t QuickReader::next_escape(std::uint32_t from) const {
  const auto first = std::ranges::lower_bound(escapes_, from - from % BracketIndex::kBlock);
  for (const std::uint32_t block : std::span(first, escapes_.end())) {
    const std::uint32_t begin = std::max(block, from);
    const std::uint32_t end = std::min(block + BracketIndex::kBlock, text_size_);
    const std::size_t at = std::string_view(text_ + begin, end - begin).find('\\');
    if (at != std::string_view::npos) return begin + static_cast<std::uint32_t>(at);
  }
  return text_size_;
}

QuickReader::Answer QuickReader::record(Token open, std::uint32_t begin, std::uint32_t end) {
  if (open->at != begin || open[1].at >= end) return {};
  const std::size_t before = items_->attributes.size();
  if (!kWrapped.fits(load_word(text_ + begin))) {
    const Answer answer = item(open, end);
    if (answer.after == nullptr || answer.after[-1].at + 1 == end) return answer;
    items_->attributes.cut(before);
    return {};
  }
  // An attribute that is called `Item` has a type's name here.
  constexpr std::uint32_t kItem = 8;
  if (open[1].at != begin + kItem || is_type_name(text_ + begin + kItem + 2)) return {};
  Answer answer = item(open + 1, end);
  if (answer.after == nullptr) return {};
  if (!is_next(answer.after, '}') || answer.after->at + 1 != end) {
    items_->attributes.cut(before);
    return {};
  }
  ++answer.after;
  answer.wrapped = true;
  return answer;
}

QuickReader::Answer QuickReader::item(Token open, std::uint32_t end) {
  end_ = end;
  if (text_[open->at] != '{' || text_[open->at + 1] != '"') return {};
  size_ = measured_ = 0;
  numbers_.count = others_.count = 0;
  new_item();
  if (open->at < slash_from_) slash_ = open->at;
  const std::size_t before = items_->attributes.size();
  const Token after =
      wanted_.all() ? members<Of::whole_item>(open, 0) : nameless_members<Of::item>(open, 0);
  if (after != nullptr && measure()) return {.after = after, .size = size_ + measured_};
  items_->attributes.cut(before);
  return {};
}

void QuickReader::new_item() {
  if (wanted_.all()) {
    marks_.new_item();
  } else if (++item_ == 0) {
    std::ranges::fill(seen_in_, 0U);
    item_ = 1;
  }
}

/// Reads and marks the name of a member; `before` is the bracket before it.
inline QuickReader::Name QuickReader::name_at(std::uint32_t begin, Token before,
                                              std::uint32_t object, unsigned depth) {
  const std::uint32_t open = before[1].at;
  if (!ends_name(before) || (open > slash_ && has_escape(begin, open))) return {};
  const std::string_view name(text_ + begin, open - 2 - begin);
  const auto [is_new, wanted, number] = marks_.mark(name, object, depth);
  return {.text = name, .is_new = is_new, .wanted = wanted, .number = number};
}

/// True when a name and the begin of a typed value stand between a bracket and the next.
inline bool QuickReader::ends_name(Token before) const {
  return load_half(text_ + before[1].at - 2) == kTyped && before[1].quotes - before->quotes == 2;
}

/// What stands at and behind the brace that ends a value.
inline QuickReader::Follows QuickReader::what_follows(std::uint32_t close) const {
  const std::uint32_t bytes = load_half(text_ + close);
  if ((bytes & kAnotherMask) == kAnother) return Follows::another;
  return (bytes & kClosedMask) == kClosed ? Follows::closed : Follows::unusual;
}

/// Bytes of a scalar if it is a text; 0 for all else, which is put aside.
template <QuickReader::Of kOf>
inline std::size_t QuickReader::text_size_or_aside(Token open, const Name& name) {
  const std::uint32_t begin = open->at + kValue;
  const std::uint32_t end = open[1].at - 1;
  // Products and sums: a compiler may make branches of choices.
  const std::uint32_t type = load_half(text_ + begin - 4);
  const auto is_text = std::size_t{type == kText} & std::size_t{text_[end] == '"'} &
                       std::size_t{open[1].quotes - open->quotes == kTextQuotes};
  const auto is_number = std::size_t{type == kNumber};
  numbers_.members[numbers_.count] = {.open = open, .attribute = attribute_};
  numbers_.count += is_number;
  others_.members[others_.count] = {.open = open, .attribute = attribute_};
  others_.count += 1 - is_text - is_number;
  const std::size_t size = end - begin;
  if constexpr (kOf == Of::whole_item) {
    // What is put aside is corrected when it is measured.
    Attribute& attribute = items_->attributes.append();
    attribute.name = name.text;
    attribute.type =
        static_cast<ValueType>(is_number * static_cast<std::size_t>(ValueType::number));
    attribute.name_number = name.number;
    attribute.value = {text_ + begin, size};
    attribute.size = static_cast<std::uint32_t>(size * is_text);
    attribute.wanted = name.wanted;
    ++attribute_;
  }
  return size * is_text;
}

/// Reads the members of an item of which all are wanted, or of a map in it; the bracket after its
/// closing brace.
template <QuickReader::Of kOf>
QuickReader::Token QuickReader::members(Token open, unsigned depth) {
  const std::uint32_t object = marks_.new_object();
  std::size_t size = 0;
  if constexpr (kOf == Of::whole_item) {
    attribute_ = items_->attributes.size();
  }
  std::uint32_t begin = open->at + 2;
  // The least member has two brackets, and its object's end is the third.
  for (Token before = open; before[3].at < end_; begin = before->at + 3) {
    const Name name = name_at(begin, before, object, depth);
    if (!name.is_new) return nullptr;
    size += name.text.size() + (kOf == Of::map ? kElementSize : 0);
    const std::uint32_t close = before[2].at;
    Follows follows = what_follows(close);
    if (follows != Follows::unusual && close <= slash_) {
      size += text_size_or_aside<kOf>(before + 1, name);
      if (is_full() && !measure()) return nullptr;
      before += 2;
    } else {
      const Token after =
          kOf == Of::map ? typed_value(before + 1, depth) : attribute(name, before + 1);
      if (after == nullptr || after->at >= end_) return nullptr;
      before = after - 1;
      follows = what_follows(before->at);
    }
    if (follows == Follows::closed) {
      size_ += size;
      return before + 2;
    }
    if (follows == Follows::unusual) return nullptr;
  }
  return nullptr;
}

/// Reads the members of an item of which some are wanted, or of a map in it; the bracket after its
/// closing brace. Of a usual member that is not wanted only the places are looked at.
template <QuickReader::Of kOf>
QuickReader::Token QuickReader::nameless_members(Token open, unsigned depth) {
  constexpr std::size_t kBesideName = kOf == Of::map ? kElementSize : 0;
  std::size_t size = 0;
  std::uint32_t begin = open->at + 2;
  for (Token before = open; before[3].at < end_; begin = before->at + 3) {
    const std::uint32_t value = before[1].at;
    const std::uint32_t close = before[2].at;
    Follows follows = what_follows(close);
    const bool is_scalar = follows != Follows::unusual && close <= slash_ && ends_name(before);
    const bool may_be_wanted = kOf == Of::item && wanted_.may_end(text_[value - 3]);
    if (is_scalar && !may_be_wanted) {
      size += value - 2 - begin + kBesideName + text_size_or_aside<kOf>(before + 1, {});
      if (is_full() && !measure()) return nullptr;
      before += 2;
    } else {
      const auto [after, name_size] = nameless_member<kOf>(before, begin, depth);
      if (after == nullptr || after->at >= end_) return nullptr;
      size += name_size + kBesideName;
      before = after - 1;
      follows = what_follows(before->at);
    }
    if (follows == Follows::unusual) return nullptr;
    if (follows == Follows::closed) {
      size_ += size;
      return before + 2;
    }
  }
  return nullptr;
}

/// Reads a member that is wanted or unusual; `before` is the bracket before it.
template <QuickReader::Of kOf>
QuickReader::Passed QuickReader::nameless_member(Token before, std::uint32_t begin,
                                                 unsigned depth) {
  const std::uint32_t open = before[1].at;
  if (!ends_name(before) || (open > slash_ && has_escape(begin, open))) return {};
  const std::string_view name(text_ + begin, open - 2 - begin);
  if constexpr (kOf == Of::item) {
    if (name.empty()) return {};
    const std::uint16_t place = wanted_.place_of_readable(name);
    if (place != Attribute::kUnasked) {
      const bool again = std::exchange(seen_in_[place], item_) == item_;
      if (again) return {};
      return {wanted_value({.text = name, .wanted = place}, before + 1), name.size()};
    }
  }
  return {typed_value(before + 1, depth), name.size()};
}

/// Adds the sizes of the members that were put aside; false when one is not what it should be.
bool QuickReader::measure() {
  for (std::size_t i = 0; i < numbers_.count; ++i) {
    const auto [open, number] = numbers_.members[i];
    const std::uint32_t begin = open->at + kValue;
    const auto size = size_of_number({text_ + begin, open[1].at - 1 - begin});
    if (!size) return false;
    measured_ += *size;
    if (wanted_.all()) items_->attributes[number].size += *size;
  }
  for (std::size_t i = 0; i < others_.count; ++i) {
    if (!measure_other(others_.members[i])) return false;
  }
  numbers_.count = others_.count = 0;
  return true;
}

bool QuickReader::measure_other(Member member) {
  const std::uint32_t open = member.open->at;
  const std::uint32_t close = member.open[1].at;
  Attribute read{.name = {}, .type = ValueType::binary, .value = {}, .size = kBooleanSize};
  if (load_half(text_ + open + 2) == kBinary) {
    read.value = {text_ + open + kValue, close - 1 - (open + kValue)};
    const auto size = text_[close - 1] == '"' ? base64_size(read.value) : std::nullopt;
    if (!size) return false;
    read.size = *size;
  } else {
    const std::uint64_t word = load_word(text_ + open);
    const std::string_view text(text_ + open + kLiteral, close - (open + kLiteral));
    read.type = kNull.fits(word) ? ValueType::null : ValueType::boolean;
    if (read.type == ValueType::boolean) {
      if (!kBoolean.fits(word) || (text != "true" && text != "false")) return false;
      read.value = text;
    } else if (text != "true") {
      return false;
    }
  }
  measured_ += read.size;
  if (!wanted_.all()) return true;
  // One that is part of another is put aside only inside maps, and then adds to its size.
  Attribute& attribute = items_->attributes[member.attribute];
  attribute.size += read.size;
  if (attribute.value.data() == text_ + open + kValue) {
    attribute.type = read.type;
    attribute.value = read.value;
  }
  return true;
}

/// Reads the value of an attribute that is wanted; the bracket after it.
QuickReader::Token QuickReader::wanted_value(const Name& name, Token open) {
  const std::uint32_t begin = open->at + kValue;
  const std::uint32_t end = open[1].at - 1;
  if (load_half(text_ + open->at + 2) == kText && text_[end] == '"' && text_[end + 1] == '}' &&
      open[1].quotes - open->quotes == kTextQuotes && end < slash_) {
    const std::string_view text(text_ + begin, end - begin);
    size_ += text.size();
    Attribute& attribute = items_->attributes.append();
    attribute.name = name.text;
    attribute.type = ValueType::string;
    attribute.name_number = 0;
    attribute.value = text;
    attribute.size = static_cast<std::uint32_t>(text.size());
    attribute.wanted = name.wanted;
    return open + 2;
  }
  if (!measure()) return nullptr;
  const std::uint64_t before = size_ + measured_;
  const Token after = typed_value(open, 0);
  if (after == nullptr || !measure()) return nullptr;
  const ValueType type = type_of(load_word(text_ + open->at));
  items_->attributes.push_back({.name = name.text,
                                .type = type,
                                .value = value_text(open, type),
                                .size = static_cast<std::uint32_t>(size_ + measured_ - before),
                                .wanted = name.wanted});
  return after;
}

/// Reads a value of an item of which all are wanted; the bracket after it.
QuickReader::Token QuickReader::attribute(const Name& name, Token open) {
  const ValueType type = type_of(load_word(text_ + open->at));
  items_->attributes.push_back({.name = name.text,
                                .type = type,
                                .name_number = name.number,
                                .value = {},
                                .size = 0,
                                .wanted = name.wanted});
  const std::uint64_t before = size_;
  const Token after = typed_value(open, 0);
  if (after == nullptr) return nullptr;
  Attribute& attribute = items_->attributes[attribute_++];
  attribute.value = value_text(open, type);
  attribute.size += static_cast<std::uint32_t>(size_ - before);
  return after;
}

/// The text of a value that was read.
std::string_view QuickReader::value_text(Token open, ValueType type) {
  switch (type) {
    case ValueType::string:
    case ValueType::number:
    case ValueType::binary:
      return *decoded(open->at + kValue, open[1].at - 1);
    case ValueType::boolean:
      return {text_ + open->at + kLiteral, open[1].at - (open->at + kLiteral)};
    default:
      return {};
  }
}

/// Reads a value; the bracket after it.
QuickReader::Token QuickReader::typed_value(Token open, unsigned depth) {
  const std::uint64_t word = load_word(text_ + open->at);
  if (kScalar.fits(word)) return scalar(open);
  if (kBoolean.fits(word)) return literal(open, false);
  if (kNull.fits(word)) return literal(open, true);
  Token after = nullptr;
  if (kMap.fits(word)) {
    after = map(open + 1, depth);
  } else if (kList.fits(word)) {
    after = list(open + 1, depth);
  } else if (kSet.fits(word)) {
    after = set(open);
  }
  return after != nullptr && is_next(after, '}') ? after + 1 : nullptr;
}

QuickReader::Token QuickReader::scalar(Token open) {
  const std::uint32_t close = open[1].at;
  const bool is_usual = close < end_ && text_[close] == '}' && text_[close - 1] == '"' &&
                        open[1].quotes - open->quotes == kTextQuotes;
  if (!is_usual) return nullptr;
  const std::optional<std::string_view> text = decoded(open->at + kValue, close - 1);
  if (!text) return nullptr;
  const char letter = text_[open->at + 2];
  std::optional<std::uint32_t> size;
  if (letter == 'S') size = static_cast<std::uint32_t>(text->size());
  if (letter == 'N') size = size_of_number(*text);
  if (letter == 'B') size = base64_size(*text);
  if (!size) return nullptr;
  size_ += *size;
  return open + 2;
}

QuickReader::Token QuickReader::literal(Token open, bool is_null) {
  const std::uint32_t begin = open->at + kLiteral;
  const std::uint32_t close = open[1].at;
  if (close < begin || close >= end_ || text_[close] != '}') return nullptr;
  const std::string_view text(text_ + begin, close - begin);
  if (text != "true" && (text != "false" || is_null)) return nullptr;
  size_ += kBooleanSize;
  return open + 2;
}

QuickReader::Token QuickReader::map(Token open, unsigned depth) {
  size_ += kContainerSize;
  const char first = text_[open->at + 1];
  if (first == '}') return open + 2;
  if (first != '"' || depth >= kDepth) return nullptr;
  return wanted_.all() ? members<Of::map>(open, depth + 1)
                       : nameless_members<Of::map>(open, depth + 1);
}

QuickReader::Token QuickReader::list(Token bracket, unsigned depth) {
  size_ += kContainerSize;
  if (text_[bracket->at + 1] == ']') return bracket + 2;
  if (depth >= kDepth) return nullptr;
  std::uint32_t place = bracket->at + 1;
  for (Token element = bracket + 1; element->at == place && text_[place] == '{';) {
    const Token after = typed_value(element, depth + 1);
    if (after == nullptr) return nullptr;
    size_ += kElementSize;
    if (is_next(after, ']')) return after + 1;
    place = after[-1].at + 1;
    if (text_[place++] != ',') return nullptr;
    element = after;
  }
  return nullptr;
}

/// Reads a set; the bracket after that which ends it.
QuickReader::Token QuickReader::set(Token open) {
  constexpr std::string_view kLetters = "SNB";
  constexpr std::array kElements = {ValueType::string, ValueType::number, ValueType::binary};
  const std::size_t kind = kLetters.find(text_[open->at + 2]);
  std::uint32_t at = open[1].at + 1;
  const std::uint32_t end = open[2].at;
  const bool is_usual = kind != std::string_view::npos && end < end_ && text_[end] == ']';
  if (!is_usual || (end > slash_ && has_escape(at, end))) return nullptr;
  while (at < end && text_[at] == '"') {
    const std::string_view rest(text_ + at + 1, end - at - 1);
    const std::size_t length = rest.find('"');
    if (length == std::string_view::npos) return nullptr;
    const auto size = scalar_size(kElements[kind], rest.substr(0, length));
    if (!size) return nullptr;
    size_ += *size;
    at += static_cast<std::uint32_t>(length) + 2;
    if (at == end) return open + 3;
    if (text_[at++] != ',') return nullptr;
  }
  return nullptr;
}

/// The text between two places; nothing when it has a wrong escape.
std::optional<std::string_view> QuickReader::unescaped(std::uint32_t begin, std::uint32_t end) {
  const std::string_view written(text_ + begin, end - begin);
  if (!has_escape(begin, end)) return written;
  const std::expected<std::string_view, std::string> text = unescape(written, items_->decoded);
  return text ? std::optional(*text) : std::nullopt;
}

}  // namespace ddblint
