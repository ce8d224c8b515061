// Top-level values of text Ion end at the bracket that closes them, or where another begins. The
// splitter follows brackets, quotes and comments and nothing else; whether a value is well formed
// the parser says. After damage it finds its feet at the next line: a short string holds no line
// end, and exports begin each line with $ion_1_0, which no value can hold.

#include <algorithm>
#include <array>

#include "data/ion.h"
#include <fmt/format.h>

namespace ddblint {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kVersion = "$ion_1_0";
constexpr std::string_view kBinaryMarker{"\xE0\x01\x00\xEA", 4};
constexpr std::size_t kLongestRecord = std::size_t{1} << 30U;

bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

class IonSplitter final : public Splitter {
 public:
  explicit IonSplitter(std::size_t limit) : limit_(std::min(limit, kLongestRecord)) {}

  std::size_t split(std::string_view bytes, bool last, std::vector<Batch::Record>& records,
                    std::vector<BadRecord>& bad) override;

 private:
  enum class In : std::uint8_t {
    value,  ///< outside of all that follows
    line_comment,
    block_comment,
    string,
    symbol,
    long_string,
    lob,
    lob_string,
    skipped_line,  ///< behind a record that is too long
  };

  void finish();
  bool step();
  bool step_value();
  bool step_slash();
  bool step_quote();
  bool step_brace();
  bool step_string(char quote);
  bool step_block_comment();
  bool step_lob();
  void step_to_line_end();
  bool step_long_string();
  void open(In in, std::size_t size);
  void close_bracket();
  /// A byte that belongs to a value.
  void touch();
  void emit(std::size_t end);
  void bound_record();
  void give_up_long();
  void advance(std::size_t size);
  /// True when the bytes at hand begin with `text`; nothing when more bytes must tell.
  [[nodiscard]] std::optional<bool> follows(std::string_view text) const;

  std::size_t limit_;
  // Of the call at hand.
  std::string_view bytes_;
  bool last_ = false;
  std::vector<Batch::Record>* records_ = nullptr;
  std::vector<BadRecord>* bad_ = nullptr;

  bool begun_ = false;
  In in_ = In::value;
  /// Open brackets.
  std::size_t depth_ = 0;
  std::uint64_t line_ = 1;
  std::size_t at_ = 0;
  // The value that is being read.
  bool in_record_ = false;
  std::size_t begin_ = 0;
  std::uint64_t begin_line_ = 1;
  /// Behind its last byte that is no blank or comment.
  std::size_t end_ = 0;
};

std::size_t IonSplitter::split(std::string_view bytes, bool last,
                               std::vector<Batch::Record>& records, std::vector<BadRecord>& bad) {
  bytes_ = bytes;
  last_ = last;
  records_ = &records;
  bad_ = &bad;
  if (!begun_) {
    if (bytes.size() < kByteOrderMark.size() && !last) return 0;
    begun_ = true;
    if (bytes.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
  }
  do {
    while (at_ < bytes.size() && step()) {
    }
    bound_record();
    if (last && at_ == bytes.size()) finish();
    // What was given up as too long is gone through again from there.
  } while (last && at_ < bytes.size());
  const std::size_t used = in_record_ ? begin_ : at_;
  at_ -= used;
  end_ -= std::min(end_, used);
  begin_ = 0;
  return used;
}

/// Nothing follows: what is open ends here.
void IonSplitter::finish() {
  if (in_ == In::block_comment) {
    bad_->push_back({BadRecordKind::not_ion, line_, "a comment that is never closed"});
  }
  emit(end_);
}

/// Goes on by some bytes; false when more bytes must tell what these are.
bool IonSplitter::step() {
  switch (in_) {
    case In::value:
      return step_value();
    case In::line_comment:
    case In::skipped_line:
      step_to_line_end();
      return true;
    case In::block_comment:
      return step_block_comment();
    case In::string:
    case In::lob_string:
      return step_string('"');
    case In::symbol:
      return step_string('\'');
    case In::long_string:
      return step_long_string();
    case In::lob:
      return step_lob();
  }
  return true;
}

bool IonSplitter::step_value() {
  if (depth_ == 0) bound_record();
  if (in_ != In::value) return true;
  const char c = bytes_[at_];
  if (is_blank(c)) {
    advance(1);
    return true;
  }
  if (c == '/') return step_slash();
  if (c == '"' || c == '\'') return step_quote();
  if (c == '{') return step_brace();
  if (c == '[' || c == '(') {
    open(In::value, 1);
    ++depth_;
    return true;
  }
  if (c == '}' || c == ']' || c == ')') {
    close_bracket();
    return true;
  }
  if (c == '$' && depth_ > 0 && at_ > begin_ && bytes_[at_ - 1] == '\n') {
    const auto version = follows(kVersion);
    if (!version) return false;
    if (*version) {
      if (at_ - begin_ > limit_) {
        give_up_long();
      } else {
        emit(end_);
      }
      return true;
    }
  }
  if (depth_ == 0 && in_record_ && end_ < at_ && c != ':' &&
      !bytes_.substr(begin_, end_ - begin_).ends_with("::")) {
    emit(end_);
    return true;
  }
  touch();
  advance(1);
  end_ = at_;
  return true;
}

bool IonSplitter::step_slash() {
  const auto line = follows("//");
  if (!line) return false;
  if (*line || follows("/*") == true) {
    in_ = *line ? In::line_comment : In::block_comment;
    advance(2);
    return true;
  }
  touch();
  advance(1);
  end_ = at_;
  return true;
}

bool IonSplitter::step_quote() {
  if (bytes_[at_] == '"') {
    open(In::string, 1);
    return true;
  }
  const auto is_long = follows("'''");
  if (!is_long) return false;
  open(*is_long ? In::long_string : In::symbol, *is_long ? 3 : 1);
  return true;
}

bool IonSplitter::step_brace() {
  const auto lob = follows("{{");
  if (!lob) return false;
  open(*lob ? In::lob : In::value, *lob ? 2 : 1);
  if (!*lob) ++depth_;
  return true;
}

/// Begins something that brackets or quotes enclose: at the top level a new value, unless it is
/// annotated.
void IonSplitter::open(In in, std::size_t size) {
  if (depth_ == 0 && in_record_ && !bytes_.substr(begin_, end_ - begin_).ends_with("::")) {
    emit(end_);
    // Giving up what is too long moves on.
    if (in_ != In::value) return;
  }
  touch();
  in_ = in;
  advance(size);
  end_ = at_;
}

void IonSplitter::close_bracket() {
  touch();
  advance(1);
  end_ = at_;
  if (depth_ > 0) --depth_;
  if (depth_ == 0) emit(end_);
}

bool IonSplitter::step_string(char quote) {
  const char c = bytes_[at_];
  if (c == '\\') {
    if (at_ + 1 == bytes_.size() && !last_) return false;
    const auto crlf = follows("\\\r\n");
    if (!crlf) return false;
    advance(std::min<std::size_t>(*crlf ? 3 : 2, bytes_.size() - at_));
  } else if (c == quote) {
    advance(1);
    in_ = in_ == In::lob_string ? In::lob : In::value;
  } else if (c == '\n') {
    // Never closed; the parser will say so.
    end_ = at_;
    emit(end_);
    return true;
  } else {
    const std::array<char, 3> stops = {quote, '\\', '\n'};
    const std::size_t stop =
        bytes_.find_first_of(std::string_view(stops.data(), stops.size()), at_ + 1);
    at_ = std::min(stop, bytes_.size());
  }
  end_ = at_;
  return true;
}

bool IonSplitter::step_long_string() {
  if (bytes_[at_] == '\\') {
    if (at_ + 1 == bytes_.size() && !last_) return false;
    advance(std::min<std::size_t>(2, bytes_.size() - at_));
  } else {
    const auto closes = follows("'''");
    if (!closes) return false;
    if (*closes) in_ = In::value;
    advance(*closes ? 3 : 1);
  }
  end_ = at_;
  return true;
}

bool IonSplitter::step_block_comment() {
  const auto closes = follows("*/");
  if (!closes) return false;
  if (*closes) in_ = In::value;
  advance(*closes ? 2 : 1);
  return true;
}

bool IonSplitter::step_lob() {
  const auto closes = follows("}}");
  if (!closes) return false;
  const bool quote = bytes_[at_] == '"';
  advance(*closes ? 2 : 1);
  end_ = at_;
  if (quote) in_ = In::lob_string;
  if (*closes) {
    in_ = In::value;
    if (depth_ == 0) emit(end_);
  }
  return true;
}

void IonSplitter::step_to_line_end() {
  at_ = std::min(bytes_.find('\n', at_), bytes_.size());
  if (at_ < bytes_.size()) in_ = In::value;
}

void IonSplitter::touch() {
  if (in_record_) return;
  in_record_ = true;
  begin_ = at_;
  begin_line_ = line_;
  end_ = at_;
}

void IonSplitter::emit(std::size_t end) {
  if (!in_record_) return;
  if (end - begin_ > limit_) return give_up_long();
  const std::string_view text = bytes_.substr(begin_, end - begin_);
  if (text != kVersion) {
    records_->push_back({.begin = static_cast<std::uint32_t>(begin_),
                         .length = static_cast<std::uint32_t>(text.size()),
                         .line = begin_line_});
  }
  in_record_ = false;
  in_ = In::value;
  depth_ = 0;
}

/// Keeps what must come again within the limit.
void IonSplitter::bound_record() {
  if (!in_record_ || at_ - begin_ <= limit_) return;
  const bool behind =
      depth_ == 0 && (in_ == In::value || in_ == In::line_comment || in_ == In::block_comment);
  if (!behind || end_ - begin_ > limit_) return give_up_long();
  // Blanks and comments follow: what could come after so many is no part of it.
  const In in = in_;
  emit(end_);
  in_ = in;
}

/// Leaves out a record, and the line in which it got too long. All that is decided by its first
/// `limit_` bytes, so that the pieces do not matter.
void IonSplitter::give_up_long() {
  bad_->push_back(
      {BadRecordKind::too_long, begin_line_, fmt::format("a record longer than {} bytes", limit_)});
  at_ = begin_ + limit_;
  line_ = begin_line_ +
          static_cast<std::uint64_t>(std::ranges::count(bytes_.substr(begin_, limit_), '\n'));
  in_record_ = false;
  depth_ = 0;
  in_ = In::skipped_line;
}

void IonSplitter::advance(std::size_t size) {
  line_ += static_cast<std::uint64_t>(std::ranges::count(bytes_.substr(at_, size), '\n'));
  at_ += size;
}

std::optional<bool> IonSplitter::follows(std::string_view text) const {
  const std::string_view here = bytes_.substr(at_, text.size());
  if (here.size() < text.size() && !last_ && text.starts_with(here)) return std::nullopt;
  return here == text;
}

/// Says that a file is binary Ion, once, and takes all of its bytes.
class BinaryIon final : public Splitter {
 public:
  std::size_t split(std::string_view bytes, bool /*last*/, std::vector<Batch::Record>& /*records*/,
                    std::vector<BadRecord>& bad) override {
    if (!told_) {
      bad.push_back({BadRecordKind::not_ion, 1, "this is binary Ion; only text Ion is read"});
    }
    told_ = true;
    return bytes.size();
  }

 private:
  bool told_ = false;
};

/// Leaves out blanks and comments.
std::string_view skip_blanks(std::string_view text) {
  while (!text.empty()) {
    if (is_blank(text.front())) {
      text.remove_prefix(1);
    } else if (text.starts_with("//")) {
      text.remove_prefix(std::min(text.find('\n'), text.size()));
    } else if (text.starts_with("/*")) {
      const std::size_t end = text.find("*/", 2);
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 2);
    } else {
      break;
    }
  }
  return text;
}

}  // namespace

bool is_binary_ion(std::string_view head) { return head.starts_with(kBinaryMarker); }

bool looks_like_ion(std::string_view head) {
  if (is_binary_ion(head)) return true;
  if (head.starts_with(kByteOrderMark)) head.remove_prefix(kByteOrderMark.size());
  head = skip_blanks(head);
  if (head.starts_with(kVersion)) return true;
  if (!head.starts_with('{')) return false;
  head = skip_blanks(head.substr(1));
  // A field's name without quotes, or in single ones: JSON has neither.
  if (head.starts_with('\'')) return true;
  std::size_t size = 0;
  while (size < head.size() &&
         (head[size] == '_' || head[size] == '$' || (head[size] >= 'a' && head[size] <= 'z') ||
          (head[size] >= 'A' && head[size] <= 'Z') ||
          (size > 0 && head[size] >= '0' && head[size] <= '9'))) {
    ++size;
  }
  return size > 0 && skip_blanks(head.substr(size)).starts_with(':');
}

std::unique_ptr<Splitter> make_ion_splitter(std::string_view head, const RecordOptions& options,
                                            RecordContext& context) {
  context.format = DataFormat::ion;
  context.described = is_binary_ion(head) ? "binary Ion" : "Ion";
  if (is_binary_ion(head)) return std::make_unique<BinaryIon>();
  return std::make_unique<IonSplitter>(options.record_limit);
}

}  // namespace ddblint
