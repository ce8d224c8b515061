// Where a value ends is told by its quotes and brackets. Blocks of 64 bytes are turned into one
// word for each of them, a bit a byte, eight bytes at a time; the bits between quotes come by a
// prefix sum modulo 2 (G. Langdale and D. Lemire, "Parsing gigabytes of JSON per second", 2019),
// and the depth by counting bits. Blocks with a backslash or a line end inside a string, which are
// few, and ends of pieces go byte by byte: both ways stop at the same places.

#include "data/json_splitter.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "data/json_shape.h"
#include "data/json_text.h"
#include <fmt/format.h>

namespace ddblint {
namespace {

constexpr std::string_view kBlank = " \t\r\n";

/// True for some bytes.
using ByteTable = std::array<bool, 256>;
consteval ByteTable table_of(std::string_view bytes) {
  ByteTable table{};
  for (const char c : bytes) table[static_cast<unsigned char>(c)] = true;
  return table;
}
constexpr ByteTable kIsBlank = table_of(kBlank);
/// What ends a run of dull bytes.
constexpr ByteTable kStopsInString = table_of("\"\\\n");
constexpr ByteTable kStopsOutside = table_of("\"{}[]");

std::size_t run(std::string_view bytes, std::size_t at, const ByteTable& stops) {
  while (at < bytes.size() && !stops[static_cast<unsigned char>(bytes[at])]) ++at;
  return at;
}

constexpr std::size_t kBlock = 64;

/// A bit for each of 64 bytes.
using Bits = std::uint64_t;

/// Eight bytes, the first one lowest.
std::uint64_t load(const char* bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  if constexpr (std::endian::native == std::endian::big) word = std::byteswap(word);
  return word;
}

/// A bit for each of eight bytes that equals the byte of which `pattern` is made.
Bits equal_bytes(std::uint64_t word, std::uint64_t pattern) {
  constexpr std::uint64_t kLow = 0x7F7F7F7F7F7F7F7F;
  // Multiplied, bit 8 * i comes to stand at 56 + i.
  constexpr std::uint64_t kGather = 0x0102040810204080;
  const std::uint64_t other = word ^ pattern;
  const std::uint64_t zero = ~(((other & kLow) + kLow) | other | kLow);
  return ((zero >> 7U) * kGather) >> 56U;
}

constexpr std::uint64_t pattern_of(char c) {
  return 0x0101010101010101 * static_cast<unsigned char>(c);
}

struct BlockBits {
  Bits quotes = 0;
  Bits escapes = 0;
  Bits line_ends = 0;
  Bits opening = 0;
  Bits closing = 0;
};

BlockBits bits_of(const char* block) {
  BlockBits bits;
  for (unsigned i = 0; i < kBlock; i += 8) {
    const std::uint64_t word = load(block + i);
    // Both kinds of brackets differ in this bit alone.
    const std::uint64_t bracket = word | pattern_of(' ');
    bits.quotes |= equal_bytes(word, pattern_of('"')) << i;
    bits.escapes |= equal_bytes(word, pattern_of('\\')) << i;
    bits.line_ends |= equal_bytes(word, pattern_of('\n')) << i;
    bits.opening |= equal_bytes(bracket, pattern_of('{')) << i;
    bits.closing |= equal_bytes(bracket, pattern_of('}')) << i;
  }
  return bits;
}

/// Each bit is the sum, modulo 2, of those up to it.
Bits sums_modulo_2(Bits bits) {
  for (unsigned step = 1; step < kBlock; step *= 2) bits ^= bits << step;
  return bits;
}

std::size_t ones(Bits bits) { return static_cast<std::size_t>(std::popcount(bits)); }

/// The position of the bracket at which `depth` becomes zero; kBlock when there is none.
std::size_t where_closed(std::size_t depth, Bits opening, Bits closing) {
  for (std::size_t closed = 1; closing != 0; ++closed, closing &= closing - 1) {
    const Bits last = closing & (~closing + 1);
    if (depth + ones(opening & (last - 1)) == closed) {
      return static_cast<std::size_t>(std::countr_zero(last));
    }
  }
  return kBlock;
}

std::uint64_t count_line_ends(std::string_view text) {
  std::uint64_t count = 0;
  for (; text.size() >= kBlock; text.remove_prefix(kBlock)) {
    for (unsigned i = 0; i < kBlock; i += 8) {
      count += ones(equal_bytes(load(text.data() + i), pattern_of('\n')));
    }
  }
  return count + static_cast<std::uint64_t>(std::ranges::count(text, '\n'));
}

std::string too_long(std::size_t limit) {
  return fmt::format("longer than {} bytes; an item of DynamoDB has at most 400 KB", limit);
}

}  // namespace

/// False, and nothing is done, for a block that must be gone through byte by byte.
bool JsonNesting::pass_block(std::string_view bytes) {
  BlockBits bits = bits_of(bytes.data() + seen_);
  const Bits inside = sums_modulo_2(bits.quotes) ^ (in_string_ ? ~Bits{0} : 0);
  if (bits.escapes != 0 || (bits.line_ends & inside) != 0) return false;
  bits.opening &= ~inside;
  bits.closing &= ~inside;
  const std::size_t closed = ones(bits.closing);
  const std::size_t end =
      closed < depth_ ? kBlock : where_closed(depth_, bits.opening, bits.closing);
  if (end < kBlock) {
    seen_ += end + 1;
    depth_ = 0;
    in_string_ = false;
  } else {
    seen_ += kBlock;
    depth_ = depth_ + ones(bits.opening) - closed;
    in_string_ = inside >> (kBlock - 1) != 0;
  }
  return true;
}

void JsonNesting::take(char c) {
  ++seen_;
  if (c == '"') {
    in_string_ = !in_string_;
  } else if (c == '{' || c == '[') {
    ++depth_;
  } else if (depth_ > 0) {
    --depth_;
  }
}

JsonNesting::State JsonNesting::advance(std::string_view bytes) {
  // A piece can be shorter than the last one, whose bytes it begins with.
  if (bytes.size() <= seen_) return State::open;
  std::size_t by_bytes_to = 0;
  while (true) {
    while (depth_ > 0 && seen_ >= by_bytes_to && bytes.size() - seen_ >= kBlock) {
      if (!pass_block(bytes)) by_bytes_to = seen_ + kBlock;
      if (depth_ == 0) return State::whole;
    }
    seen_ = run(bytes, seen_, in_string_ ? kStopsInString : kStopsOutside);
    if (seen_ >= bytes.size()) return State::open;
    const char c = bytes[seen_];
    if (c == '\n') return State::broken;
    if (c == '\\') {
      if (seen_ + 1 == bytes.size()) return State::open;
      seen_ += 2;
      continue;
    }
    take(c);
    if (!in_string_ && depth_ == 0) return State::whole;
  }
}

std::size_t JsonLineSplitter::split(std::string_view bytes, bool last,
                                    std::vector<Batch::Record>& records,
                                    std::vector<BadRecord>& bad) {
  std::size_t at = 0;
  while (at < bytes.size()) {
    const std::size_t newline = bytes.find('\n', at);
    const bool whole = newline != std::string_view::npos;
    const std::size_t end = whole ? newline : bytes.size();
    if (!whole && !last && !skipping_ && end - at <= record_limit_) break;
    if (!skipping_) add(bytes, at, end, records, bad);
    skipping_ = !whole;
    if (whole) ++line_;
    at = whole ? end + 1 : end;
  }
  return at;
}

void JsonLineSplitter::add(std::string_view bytes, std::size_t begin, std::size_t end,
                           std::vector<Batch::Record>& records, std::vector<BadRecord>& bad) const {
  if (end - begin > record_limit_) {
    bad.push_back({BadRecordKind::too_long, line_, too_long(record_limit_)});
    return;
  }
  while (end > begin && kIsBlank[static_cast<unsigned char>(bytes[end - 1])]) --end;
  if (begin == end) return;
  Batch::Record& record = records.emplace_back();
  record.begin = static_cast<std::uint32_t>(begin);
  record.length = static_cast<std::uint32_t>(end - begin);
  record.line = line_;
}

JsonDocumentSplitter::JsonDocumentSplitter(std::size_t record_limit)
    : record_limit_(record_limit) {}

std::size_t JsonDocumentSplitter::split(std::string_view bytes, bool last,
                                        std::vector<Batch::Record>& records,
                                        std::vector<BadRecord>& bad) {
  bytes_ = bytes;
  last_ = last;
  at_ = 0;
  counted_ = 0;
  records_ = &records;
  bad_ = &bad;
  while (step() == Step::on) {
  }
  if (last && levels_.size() > 1) {
    at_ = bytes.size();
    reject(BadRecordKind::not_json, "the file ends inside a document");
    levels_ = {Level::documents};
  }
  line_of(at_);
  return at_;
}

std::uint64_t JsonDocumentSplitter::line_of(std::size_t place) {
  const std::string_view passed = bytes_.substr(counted_, place - counted_);
  line_ += count_line_ends(passed);
  counted_ = place;
  return line_;
}

void JsonDocumentSplitter::reject(BadRecordKind kind, std::string message) {
  bad_->push_back({kind, line_of(at_), std::move(message)});
}

JsonDocumentSplitter::Step JsonDocumentSplitter::recover(std::string message) {
  reject(BadRecordKind::not_json, std::move(message));
  levels_ = {Level::documents};
  nesting_.reset();
  skip_ = Skip::line;
  recovering_ = true;
  return Step::on;
}

JsonDocumentSplitter::Step JsonDocumentSplitter::step() {
  if (skip_ != Skip::nothing) return skip();
  at_ = std::min(bytes_.find_first_not_of(kBlank, at_), bytes_.size());
  if (at_ == bytes_.size()) return Step::wait;
  const char c = bytes_[at_];
  const Level level = levels_.back();
  switch (level) {
    case Level::documents:
      return in_documents(c);
    case Level::pages:
    case Level::records:
      return in_array(c, level);
    case Level::container:
    case Level::tables:
      break;
  }
  return in_object(c, level);
}

JsonDocumentSplitter::Step JsonDocumentSplitter::in_documents(char c) {
  if (c == '{') return object();
  if (c == '[') {
    levels_.push_back(Level::pages);
    ++at_;
    return Step::on;
  }
  if (recovering_ && (c == ',' || c == ']' || c == '}')) {
    ++at_;
    return Step::on;
  }
  return recover(
      fmt::format("`{}` stands where an object was expected", shown_text(bytes_.substr(at_, 1))));
}

JsonDocumentSplitter::Step JsonDocumentSplitter::in_array(char c, Level level) {
  constexpr std::size_t kMostLevels = 16;
  switch (c) {
    case ']':
      levels_.pop_back();
      ++at_;
      return Step::on;
    case ',':
      ++at_;
      return Step::on;
    case '{':
      return level == Level::pages ? object() : record();
    case '[':
      if (levels_.size() < kMostLevels) {
        levels_.push_back(Level::pages);
        ++at_;
        return Step::on;
      }
      break;
    case '}':
    case ':':
      return recover(fmt::format("`{}` stands where an object was expected", c));
    default:
      break;
  }
  reject(BadRecordKind::not_an_item, "an item is a JSON object, and this is none");
  skip_from(c);
  return Step::on;
}

JsonDocumentSplitter::Step JsonDocumentSplitter::in_object(char c, Level level) {
  switch (c) {
    case '}':
      levels_.pop_back();
      ++at_;
      return Step::on;
    case ',':
      ++at_;
      return Step::on;
    case '"':
      return member(level);
    default:
      return recover(fmt::format("a name in double quotes was expected, not `{}`",
                                 shown_text(bytes_.substr(at_, 1))));
  }
}

JsonDocumentSplitter::Step JsonDocumentSplitter::object() {
  const std::size_t look = std::min(kShapeBytes, record_limit_);
  const std::string_view start = bytes_.substr(at_, look);
  switch (json_shape(start, last_ || start.size() == look)) {
    case JsonShape::unsure:
      return Step::wait;
    case JsonShape::record:
      return record();
    case JsonShape::container:
      break;
  }
  levels_.push_back(Level::container);
  ++at_;
  return Step::on;
}

JsonDocumentSplitter::Step JsonDocumentSplitter::record() {
  const std::string_view rest = bytes_.substr(at_);
  const JsonNesting::State state = nesting_.advance(rest);
  const std::size_t length = nesting_.seen();
  if (state == JsonNesting::State::broken && length <= record_limit_) {
    return recover("a string runs over the end of its line");
  }
  if (length > record_limit_) {
    reject(BadRecordKind::too_long, too_long(record_limit_));
    if (state == JsonNesting::State::whole) {
      at_ += length;
      nesting_.reset();
    } else {
      skip_ = Skip::nested;
    }
    return Step::on;
  }
  if (state == JsonNesting::State::open) {
    return last_ ? recover("the file ends inside an object") : Step::wait;
  }
  records_->push_back(
      {static_cast<std::uint32_t>(at_), static_cast<std::uint32_t>(length), line_of(at_)});
  at_ += length;
  nesting_.reset();
  return Step::on;
}

JsonDocumentSplitter::Step JsonDocumentSplitter::member(Level level) {
  // No more than may be waited for, so that all pieces are told the same.
  const std::string_view rest = bytes_.substr(at_, record_limit_ + 1);
  JsonNesting name;
  const JsonNesting::State state = name.advance(rest);
  if (state == JsonNesting::State::broken) return recover("a string runs over the end of its line");
  const std::size_t colon = state == JsonNesting::State::open
                                ? std::string_view::npos
                                : rest.find_first_not_of(kBlank, name.seen());
  const std::size_t value =
      colon == std::string_view::npos ? colon : rest.find_first_not_of(kBlank, colon + 1);
  if (value == std::string_view::npos) {
    const bool waits = !last_ && rest.size() <= record_limit_;
    return waits ? Step::wait : recover("a name without a value");
  }
  if (rest[colon] != ':') return recover("`:` was expected after a name");
  const char first = rest[value];
  at_ += value;
  const MemberRole role = level == Level::tables
                              ? (first == '[' ? MemberRole::records : MemberRole::other)
                              : member_role(rest.substr(1, name.seen() - 2), first);
  if (role == MemberRole::other) {
    skip_from(first);
    return Step::on;
  }
  levels_.push_back(role == MemberRole::tables ? Level::tables : Level::records);
  ++at_;
  return Step::on;
}

void JsonDocumentSplitter::skip_from(char first) {
  const bool nested = first == '"' || first == '{' || first == '[';
  skip_ = nested ? Skip::nested : Skip::scalar;
  nesting_.reset();
}

JsonDocumentSplitter::Step JsonDocumentSplitter::skip() {
  const std::string_view rest = bytes_.substr(at_);
  if (skip_ == Skip::nested) {
    const JsonNesting::State state = nesting_.advance(rest);
    const std::size_t seen = nesting_.seen();
    if (state == JsonNesting::State::broken) {
      at_ += seen;
      return recover("a string runs over the end of its line");
    }
    at_ += seen;
    nesting_.forget(seen);
    if (state == JsonNesting::State::open) return Step::wait;
    nesting_.reset();
  } else {
    const std::size_t end = rest.find_first_of(skip_ == Skip::line ? "\n" : " \t\r\n,]}");
    at_ += std::min(end, rest.size());
    if (end == std::string_view::npos) return Step::wait;
  }
  skip_ = Skip::nothing;
  return Step::on;
}

}  // namespace ddblint
