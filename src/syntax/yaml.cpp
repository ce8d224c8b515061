// YAML with places, over libyaml's events. libyaml gives places in characters, the tree has bytes:
// a cursor walks the text along with the events, so the whole costs O(n). Anchors are resolved to
// the node itself, never copied; merge keys copy entries, up to a bound; nesting is bounded. When
// libyaml stops at an error, what was open is closed as incomplete and reading goes on at the next
// document. At a byte that YAML forbids libyaml gives nothing at all; then a copy without such
// bytes is read.

#include <algorithm>
#include <cstring>
#include <unordered_map>

#include <fmt/format.h>
#include <yaml.h>

#include "source/utf8.h"
#include "syntax/builder.h"
#include "syntax/parse.h"

namespace ddblint {
namespace {

/// Entries that merge keys may copy in one file, against files made to explode.
constexpr std::size_t kMaxMergedEntries = 100'000;

/// Byte offset of a character index, for indices that mostly grow.
class CharacterCursor {
 public:
  CharacterCursor(std::string_view text, std::size_t base) : text_(text), byte_(base) {}

  std::size_t byte_at(std::size_t character) {
    while (character_ < character && byte_ < text_.size()) {
      ++byte_;
      while (byte_ < text_.size() && is_continuation(byte_)) ++byte_;
      ++character_;
    }
    while (character_ > character) {
      --byte_;
      while (is_continuation(byte_)) --byte_;
      --character_;
    }
    return byte_;
  }

 private:
  [[nodiscard]] bool is_continuation(std::size_t i) const {
    return (static_cast<unsigned char>(text_[i]) & 0xC0U) == 0x80U;
  }

  std::string_view text_;
  std::size_t byte_;
  std::size_t character_ = 0;
};

/// A mapping or sequence whose end has not come yet.
struct Frame {
  Node* node = nullptr;
  std::size_t mark = 0;
  /// Where the last child as written (an alias, not what it names) ends.
  std::uint32_t end = 0;
  /// A mapping's key that waits for its value.
  const Node* key = nullptr;
  std::vector<Member> merged;
};

/// Frees what libyaml allocated for an event.
struct Event {
  yaml_event_t raw{};
  Event() = default;
  ~Event() { yaml_event_delete(&raw); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
};

std::string_view view(const yaml_char_t* text, std::size_t length) {
  return {reinterpret_cast<const char*>(text), length};
}

std::string_view view(const yaml_char_t* text) {
  return text == nullptr ? std::string_view()
                         : view(text, std::strlen(reinterpret_cast<const char*>(text)));
}

/// Reads the documents from one offset up to the end or the first error.
class YamlParser {
 public:
  YamlParser(FileId file, std::string_view text, std::size_t base, Tree& tree,
             std::size_t& merged_entries)
      : text_(text),
        tree_(tree),
        builder_(tree, file),
        cursor_(text, base),
        merged_entries_(merged_entries) {
    yaml_parser_initialize(&parser_);
    const auto rest = text.substr(base);
    yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(rest.data()),
                                 rest.size());
    yaml_parser_set_encoding(&parser_, YAML_UTF8_ENCODING);
  }
  ~YamlParser() { yaml_parser_delete(&parser_); }
  YamlParser(const YamlParser&) = delete;
  YamlParser& operator=(const YamlParser&) = delete;

  /// Offset of the error that stopped the reading; nothing at the end of the text.
  std::optional<std::size_t> run();
  /// True when the text holds a byte that YAML forbids; then nothing is reported.
  [[nodiscard]] bool refused() const { return parser_.error == YAML_READER_ERROR; }

 private:
  bool handle(const yaml_event_t& event);
  void open(const yaml_event_t& event, Node::Kind kind, std::string_view tag,
            std::string_view anchor);
  void close(const yaml_event_t& event);
  void scalar(const yaml_event_t& event);
  void alias(const yaml_event_t& event);
  /// Adds a node, written up to `end`, to what is open.
  void add(const Node* node, std::uint32_t end);
  void merge(Frame& frame, const Node& value);
  void merge_one(std::vector<Member>& merged, const Node& value);
  void close_broken(std::size_t at);
  void report_error(std::size_t at);
  Span event_span(const yaml_event_t& event) {
    const std::size_t begin = cursor_.byte_at(event.start_mark.index);
    return builder_.span(begin, cursor_.byte_at(event.end_mark.index));
  }

  std::string_view text_;
  Tree& tree_;
  TreeBuilder builder_;
  CharacterCursor cursor_;
  std::size_t& merged_entries_;
  yaml_parser_t parser_{};
  std::vector<Frame> frames_;
  [[nodiscard]] std::size_t column(std::size_t at) const {
    const std::size_t line_end =
        at == 0 ? std::string_view::npos : text_.find_last_of("\n\r", at - 1);
    return line_end == std::string_view::npos ? at : at - line_end - 1;
  }

  /// Collections that ended since the last event of another kind.
  struct Closed {
    Node* node = nullptr;
    /// Where the key begins whose value it is.
    std::size_t owner = 0;
  };
  std::vector<Closed> just_closed_;
  std::unordered_map<std::string, Node*> anchors_;
  std::optional<std::size_t> stopped_;
};

std::optional<std::size_t> YamlParser::run() {
  bool more = true;
  while (more) {
    Event event;
    if (yaml_parser_parse(&parser_, &event.raw) == 0) {
      stopped_ = cursor_.byte_at(parser_.problem_mark.index);
      if (!refused()) report_error(*stopped_);
      more = false;
    } else {
      more = handle(event.raw);
    }
  }
  if (stopped_) {
    tree_.complete = false;
    close_broken(*stopped_);
  }
  return stopped_;
}

bool YamlParser::handle(const yaml_event_t& event) {
  const bool closes = event.type == YAML_SEQUENCE_END_EVENT || event.type == YAML_MAPPING_END_EVENT;
  if (!closes) just_closed_.clear();
  switch (event.type) {
    case YAML_STREAM_END_EVENT:
      return false;
    case YAML_DOCUMENT_START_EVENT:
      anchors_.clear();
      break;
    case YAML_SCALAR_EVENT:
      scalar(event);
      break;
    case YAML_ALIAS_EVENT:
      alias(event);
      break;
    case YAML_SEQUENCE_START_EVENT:
      open(event, Node::Kind::sequence, view(event.data.sequence_start.tag),
           view(event.data.sequence_start.anchor));
      break;
    case YAML_MAPPING_START_EVENT:
      open(event, Node::Kind::mapping, view(event.data.mapping_start.tag),
           view(event.data.mapping_start.anchor));
      break;
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
      close(event);
      break;
    case YAML_NO_EVENT:
    case YAML_STREAM_START_EVENT:
    case YAML_DOCUMENT_END_EVENT:
      break;
  }
  return !stopped_;
}

void YamlParser::open(const yaml_event_t& event, Node::Kind kind, std::string_view tag,
                      std::string_view anchor) {
  Node* node = tree_.make();
  node->kind = kind;
  node->complete = false;
  node->span = event_span(event);
  if (tag.size() > 1 && tag.starts_with('!')) node->tag = tree_.keep(tag);
  if (!anchor.empty()) anchors_[std::string(anchor)] = node;
  if (frames_.size() >= kMaxDepth) {
    builder_.report(node->span.begin, node->span.begin + 1,
                    fmt::format("nested more than {} levels deep", kMaxDepth));
    stopped_ = node->span.begin;
    return;
  }
  frames_.push_back(
      {.node = node,
       .mark = kind == Node::Kind::mapping ? builder_.member_mark() : builder_.item_mark(),
       .end = 0,
       .key = nullptr,
       .merged = {}});
}

void YamlParser::close(const yaml_event_t& event) {
  Frame frame = std::move(frames_.back());
  frames_.pop_back();
  Node& node = *frame.node;
  const Frame* parent = frames_.empty() ? nullptr : &frames_.back();
  const Node* owner = parent == nullptr        ? &node
                      : parent->key != nullptr ? parent->key
                                               : parent->node;
  just_closed_.push_back({&node, owner->span.begin});
  // The end of a block collection is the token after it; the node itself ends with its last child.
  const Span end = event_span(event);
  node.span.end = std::max(node.span.end, end.begin != end.end ? end.end : frame.end);
  if (node.is_mapping()) {
    builder_.close_mapping(node, frame.mark, frame.merged);
  } else {
    builder_.close_sequence(node, frame.mark);
  }
  node.complete = true;
  add(&node, node.span.end);
}

void YamlParser::scalar(const yaml_event_t& event) {
  const auto& data = event.data.scalar;
  Node* node = tree_.make();
  node->span = event_span(event);
  const auto tag = view(data.tag);
  node->quoted = data.style != YAML_PLAIN_SCALAR_STYLE || tag == YAML_STR_TAG;
  const auto text = view(data.value, data.length);
  const bool null_word =
      text.empty() || text == "~" || text == "null" || text == "Null" || text == "NULL";
  node->kind = !node->quoted && tag.empty() && null_word ? Node::Kind::null : Node::Kind::scalar;
  // A plain scalar on one line is its own bytes; others are kept decoded.
  const auto own = text_.substr(node->span.begin, node->span.end - node->span.begin);
  node->text = own == text ? own : tree_.keep(text);
  if (tag.size() > 1 && tag.starts_with('!')) node->tag = tree_.keep(tag);
  // Block scalars end where the next token begins: leave out the blank lines between.
  while (node->span.end > node->span.begin &&
         std::string_view(" \t\r\n").find(text_[node->span.end - 1]) != std::string_view::npos) {
    --node->span.end;
  }
  const auto anchor = view(data.anchor);
  if (!anchor.empty()) anchors_[std::string(anchor)] = node;
  add(node, node->span.end);
}

void YamlParser::alias(const yaml_event_t& event) {
  const Span span = event_span(event);
  const auto name = view(event.data.alias.anchor);
  const auto found = anchors_.find(std::string(name));
  if (found != anchors_.end() && found->second->complete) {
    found->second->aliased = true;
    add(found->second, span.end);
    return;
  }
  builder_.report(span.begin, span.end,
                  found == anchors_.end()
                      ? fmt::format("alias `*{}` names no anchor", name)
                      : fmt::format("alias `*{}` stands inside its own anchor", name));
  Node* node = tree_.make();
  node->span = span;
  add(node, span.end);
}

void YamlParser::add(const Node* node, std::uint32_t end) {
  if (frames_.empty()) {
    tree_.documents.push_back(node);
    return;
  }
  Frame& frame = frames_.back();
  frame.end = end;
  if (frame.node->is_sequence()) {
    builder_.push_item(node);
  } else if (frame.key == nullptr) {
    frame.key = node;
    if (!node->is_scalar() && !node->is_null()) {
      builder_.report(node->span.begin, std::min(node->span.end, node->span.begin + 1),
                      "this key is not text but a list or a mapping");
    }
  } else {
    const bool is_merge = frame.key->text == "<<" && !frame.key->quoted;
    if (is_merge) {
      merge(frame, *node);
    } else {
      builder_.push_member({frame.key, node});
    }
    frame.key = nullptr;
  }
}

void YamlParser::merge(Frame& frame, const Node& value) {
  if (!value.is_sequence()) {
    merge_one(frame.merged, value);
    return;
  }
  // Of several merged mappings the first wins, and of equal entries the last: so backwards.
  for (auto item = value.items.rbegin(); item != value.items.rend(); ++item) {
    merge_one(frame.merged, **item);
  }
}

void YamlParser::merge_one(std::vector<Member>& merged, const Node& value) {
  if (stopped_) return;
  if (!value.is_mapping()) {
    builder_.report(value.span.begin, value.span.end, "a merge key needs a mapping");
    return;
  }
  merged_entries_ += value.members.size();
  if (merged_entries_ > kMaxMergedEntries) {
    builder_.report(value.span.begin, value.span.begin + 1,
                    fmt::format("merge keys copy more than {} entries", kMaxMergedEntries));
    stopped_ = value.span.begin;
    return;
  }
  merged.insert(merged.end(), value.members.begin(), value.members.end());
}

// Closes what the error left open, from the inside out; every such node stays marked incomplete.
void YamlParser::close_broken(std::size_t at) {
  // A wrong indentation first ends the collections above it. What stands deeper than the key of
  // such a collection was meant to be part of it.
  for (const auto& [node, owner] : just_closed_) {
    if (column(at) > column(owner)) node->complete = false;
  }
  while (!frames_.empty()) {
    Frame frame = std::move(frames_.back());
    frames_.pop_back();
    Node& node = *frame.node;
    node.span.end = std::max(node.span.end, static_cast<std::uint32_t>(at));
    if (node.is_mapping()) {
      if (frame.key != nullptr) {
        Node* missing = tree_.make();
        missing->complete = false;
        missing->span = builder_.span(frame.key->span.end, frame.key->span.end);
        builder_.push_member({frame.key, missing});
      }
      builder_.close_mapping(node, frame.mark, frame.merged);
    } else {
      builder_.close_sequence(node, frame.mark);
    }
    add(&node, node.span.end);
  }
}

void YamlParser::report_error(std::size_t at) {
  std::string message = "this is not YAML: ";
  message += parser_.problem == nullptr ? "out of memory" : parser_.problem;
  if (parser_.context != nullptr) message += fmt::format(" ({})", parser_.context);
  builder_.report(at, std::min(at + 1, text_.size()), std::move(message));
}

/// Where the next document begins behind an error; npos when none does.
std::size_t next_document(std::string_view text, std::size_t base, std::size_t stopped) {
  for (auto at = text.find("---", stopped); at != std::string_view::npos;
       at = text.find("---", at + 1)) {
    if (at > base && (text[at - 1] == '\n' || text[at - 1] == '\r')) return at;
  }
  return std::string_view::npos;
}

/// Reads all documents; false when the text holds a byte that YAML forbids.
bool read_documents(FileId file, std::string_view text, Tree& tree) {
  std::size_t base = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  std::size_t merged_entries = 0;
  while (base != std::string_view::npos) {
    YamlParser parser(file, text, base, tree, merged_entries);
    const auto stopped = parser.run();
    if (parser.refused()) return false;
    if (!stopped || merged_entries > kMaxMergedEntries) break;
    base = next_document(text, base, *stopped);
  }
  return true;
}

/// A copy with `_` for every byte of what YAML forbids: ill-formed UTF-8, control characters and
/// U+FFFE, U+FFFF.
std::string without_forbidden(std::string_view text) {
  std::string out(text);
  for (auto bad = invalid_utf8(out); bad;) {
    out[*bad] = '_';
    const auto next = invalid_utf8(std::string_view(out).substr(*bad));
    bad = next ? std::optional(*bad + *next) : std::nullopt;
  }
  const auto byte = [&out](std::size_t i) { return static_cast<unsigned char>(out[i]); };
  for (std::size_t i = 0; i < out.size(); ++i) {
    const bool blank = byte(i) == '\t' || byte(i) == '\n' || byte(i) == '\r';
    std::size_t length = (byte(i) < 0x20 && !blank) || byte(i) == 0x7F ? 1 : 0;
    if (byte(i) == 0xC2 && byte(i + 1) < 0xA0 && byte(i + 1) != 0x85) length = 2;
    if (byte(i) == 0xEF && byte(i + 1) == 0xBF && byte(i + 2) >= 0xBE) length = 3;
    std::fill_n(out.begin() + static_cast<std::ptrdiff_t>(i), length, '_');
  }
  return out;
}

}  // namespace

Tree parse_yaml(FileId file, std::string_view text) {
  Tree tree;
  if (read_documents(file, text, tree)) return tree;
  Tree readable;
  const auto copy = readable.keep(without_forbidden(text));
  const auto at = static_cast<std::size_t>(std::ranges::mismatch(text, copy).in1 - text.begin());
  TreeBuilder(readable, file)
      .report(
          at, std::min(at + 1, text.size()),
          invalid_utf8(text) == at ? "this byte is not UTF-8" : "a control character is not YAML");
  read_documents(file, copy, readable);
  return readable;
}

}  // namespace ddblint
