// HCL's templates: quoted strings, heredocs, and texts without quotes. First the text becomes a
// flat row of parts (literals, interpolations, directives), as strip markers and the indentation of
// heredocs work on that row; then the directives nest. A string without escapes and interpolations,
// nearly every one, is a view of the source and has no parts.

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "source/utf8.h"
#include "syntax/hcl_parser.h"

namespace ddblint {

/// A template while it is read.
struct HclParser::TemplateText {
  TemplateMode mode = TemplateMode::quoted;
  std::size_t begin = 0;
  std::size_t at = 0;
  std::string_view marker = {};
  bool line_start = true;
  bool strip_next = false;
};

namespace {

using namespace std::string_view_literals;

// Unicode's blank space.
constexpr auto kWideBlanks = std::to_array<std::string_view>(
    {"\u0085", "\u00A0", "\u1680", "\u2000", "\u2001", "\u2002", "\u2003", "\u2004", "\u2005",
     "\u2006", "\u2007", "\u2008", "\u2009", "\u200A", "\u2028", "\u2029", "\u202F", "\u205F",
     "\u3000"});

constexpr std::string_view kBlanks = " \t\n\v\f\r";

// How many bytes of blank space a text begins or ends with, of one character.
std::size_t blank_in_front(std::string_view text) {
  if (text.empty()) return 0;
  if (static_cast<unsigned char>(text.front()) < 0x80) {
    return kBlanks.find(text.front()) == std::string_view::npos ? 0 : 1;
  }
  const auto* wide = std::ranges::find_if(
      kWideBlanks, [text](std::string_view blank) { return text.starts_with(blank); });
  return wide == kWideBlanks.end() ? 0 : wide->size();
}

std::size_t blank_behind(std::string_view text) {
  if (text.empty()) return 0;
  if (static_cast<unsigned char>(text.back()) < 0x80) {
    return kBlanks.find(text.back()) == std::string_view::npos ? 0 : 1;
  }
  const auto* wide = std::ranges::find_if(
      kWideBlanks, [text](std::string_view blank) { return text.ends_with(blank); });
  return wide == kWideBlanks.end() ? 0 : wide->size();
}

void trim_front(std::string_view& text) {
  while (const std::size_t blank = blank_in_front(text)) text.remove_prefix(blank);
}

void trim_back(std::string_view& text) {
  while (const std::size_t blank = blank_behind(text)) text.remove_suffix(blank);
}

// What ends the fast run through a quoted string.
constexpr std::array<bool, 256> kSpecial = [] {
  std::array<bool, 256> special = {};
  for (const char c : "\"\\$%\r\n"sv) special[static_cast<unsigned char>(c)] = true;
  return special;
}();

constexpr bool is_special(char c) { return kSpecial[static_cast<unsigned char>(c)]; }

}  // namespace

const Node* HclParser::text_node(std::string_view text, Span span) {
  Node* node = make(Node::Kind::scalar);
  node->quoted = true;
  node->text = text;
  node->span = span;
  return node;
}

// The bytes themselves; complains where they are not UTF-8.
std::string_view HclParser::checked(std::size_t begin, std::size_t end) {
  const auto text = scanner_.text().substr(begin, end - begin);
  if (const auto bad = well_formed_ ? std::nullopt : invalid_utf8(text)) {
    complain(begin + *bad, begin + *bad + 1, "this byte is not UTF-8");
  }
  return text;
}

HclValue HclParser::string(std::size_t depth) {
  const auto text = scanner_.text();
  const std::size_t begin = scanner_.token().begin;
  std::size_t at = begin + 1;
  while (at < text.size() && !is_special(text[at])) ++at;
  if (at < text.size() && text[at] == '"') {
    const Node* node = text_node(checked(begin + 1, at), builder_.span(begin, at + 1));
    scanner_.jump(at + 1);
    return {.node = node};
  }
  TemplateText whole{.mode = TemplateMode::quoted, .begin = begin, .at = begin + 1};
  const std::size_t mark = parts_.size();
  if (!parts(whole, depth)) return {};
  meld(mark);
  const HclValue value = assemble(mark, begin, whole.at, depth);
  if (value) scanner_.jump(whole.at);
  return value;
}

HclValue HclParser::heredoc(std::size_t depth) {
  const HclToken opening = scanner_.token();
  const auto mark_text = scanner_.token_text();
  TemplateText whole{.mode = TemplateMode::heredoc,
                     .begin = opening.begin,
                     .at = opening.end,
                     .marker = hcl_marker_name(mark_text)};
  const std::size_t mark = parts_.size();
  if (!parts(whole, depth)) return {};
  if (mark_text[2] == '-') indent(mark);
  meld(mark);
  const HclValue value = assemble(mark, opening.begin, whole.at, depth);
  if (value) scanner_.jump(whole.at);
  return value;
}

const Node* HclParser::lone_template() {
  TemplateText whole{.mode = TemplateMode::bare};
  const std::size_t size = scanner_.text().size();
  HclValue value;
  if (parts(whole, 0)) {
    meld(0);
    value = assemble(0, 0, size, 0);
  }
  return finish_lone(value);
}

// Cuts the template into parts; `at` is behind its end then.
bool HclParser::parts(TemplateText& text, std::size_t depth) {
  const bool newlines = scanner_.set_newlines(false);
  while (!failing_ && !at_template_end(text)) {
    const char c = scanner_.at(text.at);
    if ((c == '$' || c == '%') && scanner_.at(text.at + 1) == '{') {
      if (!sequence(text, depth)) return false;
      text.line_start = false;
    } else {
      literal_part(text);
    }
  }
  scanner_.set_newlines(newlines);
  return !failing_;
}

// Passes the end of the template. A failure ends it, too.
bool HclParser::at_template_end(TemplateText& text) {
  const auto source = scanner_.text();
  const bool over = text.at >= source.size();
  if (text.mode == TemplateMode::bare) return over;
  if (text.mode == TemplateMode::heredoc) {
    const auto marker = text.line_start ? hcl_marker_at(source, text.at, text.marker) : HclMarker();
    if (marker.end != std::string_view::npos) {
      text.at = marker.end;
      if (source.find('\n', marker.end) == std::string_view::npos) {
        complain(marker.begin, marker.end, "a line break must follow the end of a heredoc");
      }
      return true;
    }
    if (!over) return false;
    const std::size_t line = source.find('\n', text.begin);
    fail(text.begin, line, fmt::format("this heredoc is not closed by a line `{}`", text.marker));
    return true;
  }
  const char c = scanner_.at(text.at);
  if (c == '"') {
    ++text.at;
    return true;
  }
  if (!over && c != '\n' && c != '\r') return false;
  fail(text.begin, text.at, "this string is not closed");
  return true;
}

// Behind a `$` or `%` that begins no sequence, or behind an escaped brace.
std::size_t HclParser::behind_sign(std::size_t at, bool& escaped) const {
  const bool doubled = scanner_.at(at + 1) == scanner_.at(at) && scanner_.at(at + 2) == '{';
  escaped = escaped || doubled;
  return at + (doubled ? 3 : 1);
}

// To the next sequence, the end of the string, or behind the end of the line.
std::size_t HclParser::literal_end(const TemplateText& text, bool& escaped) {
  const bool quoted = text.mode == TemplateMode::quoted;
  const std::size_t size = scanner_.text().size();
  std::size_t at = text.at;
  while (at < size) {
    const char c = scanner_.at(at);
    if (!is_special(c)) {
      ++at;
    } else if (c == '$' || c == '%') {
      if (scanner_.at(at + 1) == '{') break;
      at = behind_sign(at, escaped);
    } else if (quoted) {
      if (c != '\\') break;
      escaped = true;
      const bool broken = scanner_.at(at + 1) == '\n' || scanner_.at(at + 1) == '\r';
      at += broken ? 1U : 2U;
    } else {
      if (c == '\r' && text.mode == TemplateMode::heredoc && scanner_.at(at + 1) != '\n') {
        complain(at, at + 1, "a carriage return stands in HCL only before a line feed");
      }
      ++at;
      if (c == '\n') break;
    }
  }
  return std::min(at, size);
}

void HclParser::literal_part(TemplateText& text) {
  const std::size_t begin = text.at;
  bool escaped = false;
  text.at = literal_end(text, escaped);
  auto literal = checked(begin, text.at);
  text.line_start = literal.ends_with('\n');
  if (escaped) literal = decode(begin, text.at, text.mode);
  if (std::exchange(text.strip_next, false)) trim_front(literal);
  parts_.push_back({.begin = begin, .end = text.at, .text = literal});
}

std::string_view HclParser::decode(std::size_t begin, std::size_t end, TemplateMode mode) {
  const auto source = scanner_.text();
  std::string out;
  out.reserve(end - begin);
  for (std::size_t i = begin; i < end;) {
    const char c = source[i];
    if (c == '\\' && mode == TemplateMode::quoted) {
      i = decode_escape(i, end, out);
    } else if ((c == '$' || c == '%') && i + 2 < end && source[i + 1] == c &&
               source[i + 2] == '{') {
      out += c;
      out += '{';
      i += 3;
    } else {
      out += c;
      ++i;
    }
  }
  return tree_.keep(out);
}

// `at` is the backslash; the result is the offset behind the escape.
std::size_t HclParser::decode_escape(std::size_t at, std::size_t end, std::string& out) {
  static constexpr std::string_view kNames = "nrt\"\\";
  static constexpr std::string_view kValues = "\n\r\t\"\\";
  const char name = at + 1 < end ? scanner_.at(at + 1) : '\0';
  if (const auto found = kNames.find(name); found != std::string_view::npos) {
    out += kValues[found];
    return at + 2;
  }
  const std::size_t digits = name == 'u' ? 4 : 8;
  std::uint32_t point = 0;
  if (name == 'u' || name == 'U') {
    const auto hex = scanner_.text().substr(at + 2, std::min(digits, end - at - 2));
    const auto [stop, error] = std::from_chars(hex.data(), hex.data() + hex.size(), point, 16);
    if (hex.size() < digits || error != std::errc() || stop != hex.data() + digits) {
      complain(at, at + 2, fmt::format("\\{} needs {} hexadecimal digits", name, digits));
    } else if (point > 0x10FFFF || (point >= 0xD800 && point < 0xE000)) {
      complain(at, at + 2 + digits, "there is no such character");
    } else {
      append_utf8(out, point);
    }
    return std::min(at + 2 + digits, end);
  }
  complain(at, std::min(at + 2, end), "unknown escape in a string: write \\\\ for a backslash");
  return at + 1;
}

// `${ value }` or `%{ directive }`.
bool HclParser::sequence(TemplateText& text, std::size_t depth) {
  TemplatePart part{.begin = text.at};
  const bool value = scanner_.at(text.at) == '$';
  const bool strip = scanner_.at(text.at + 2) == '~';
  if (strip && !text.strip_next && !parts_.empty() && parts_.back().end == text.at &&
      parts_.back().kind == TemplatePart::Kind::literal) {
    trim_back(parts_.back().text);
  }
  scanner_.set_newlines(false);
  scanner_.jump(text.at + (strip ? 3 : 2));
  if (value) {
    part.kind = TemplatePart::Kind::value;
    part.intro.collection = expression(depth + 1);
    if (!part.intro.collection) return false;
  } else if (!directive(part, depth + 1)) {
    return false;
  }
  const bool strip_close = scanner_.is(Kind::strip_close);
  if (!strip_close && !scanner_.is(Kind::brace_close)) {
    unexpected(value ? "`}` at the end of the interpolation (a `$${` is the text `${`)"
                     : "`}` at the end of the directive");
    return false;
  }
  text.strip_next = strip_close;
  text.at = part.end = scanner_.token().end;
  parts_.push_back(part);
  return true;
}

bool HclParser::directive(TemplatePart& part, std::size_t depth) {
  using Part = TemplatePart::Kind;
  if (scanner_.is_word("for")) {
    part.kind = Part::for_begin;
    part.intro = for_intro(depth);
    return static_cast<bool>(part.intro.collection);
  }
  if (scanner_.is_word("if")) {
    scanner_.next();
    part.kind = Part::if_begin;
    part.intro.collection = expression(depth);
    return static_cast<bool>(part.intro.collection);
  }
  if (scanner_.is_word("else")) {
    part.kind = Part::if_else;
  } else if (scanner_.is_word("endif")) {
    part.kind = Part::if_end;
  } else if (scanner_.is_word("endfor")) {
    part.kind = Part::for_end;
  } else {
    unexpected("`if`, `else`, `endif`, `for` or `endfor` behind `%{`");
    return false;
  }
  scanner_.next();
  return true;
}

// Takes the smallest indentation of a `<<-` heredoc's lines off all of them. Lines of blanks do not
// count and stay.
void HclParser::indent(std::size_t mark) {
  std::size_t smallest = std::string_view::npos;
  const auto each_line = [&](auto&& action) {
    bool line_start = true;
    for (std::size_t i = mark; i < parts_.size(); ++i) {
      auto& part = parts_[i];
      auto trimmed = part.text;
      trim_front(trimmed);
      const bool blank = trimmed.empty() && part.text.ends_with('\n');
      if (line_start && !blank) action(part, part.text.size() - trimmed.size());
      line_start = part.text.ends_with('\n');
    }
  };
  each_line(
      [&](const TemplatePart&, std::size_t blanks) { smallest = std::min(smallest, blanks); });
  each_line([&](TemplatePart& part, std::size_t) {
    part.text.remove_prefix(std::min(smallest, part.text.size()));
  });
}

// Makes one literal of neighbours: a longer view where they are neighbours in memory, too.
void HclParser::meld(std::size_t mark) {
  const auto literal = [this](std::size_t i) {
    return i < parts_.size() && parts_[i].kind == TemplatePart::Kind::literal;
  };
  std::size_t out = mark;
  for (std::size_t i = mark; i < parts_.size();) {
    TemplatePart part = parts_[i++];
    std::string joined;
    while (part.kind == TemplatePart::Kind::literal && literal(i)) {
      const auto& next = parts_[i++];
      part.end = next.end;
      if (joined.empty() && part.text.data() + part.text.size() == next.text.data()) {
        part.text = {part.text.data(), part.text.size() + next.text.size()};
      } else {
        if (joined.empty()) joined = part.text;
        joined += next.text;
      }
    }
    if (!joined.empty()) part.text = tree_.keep(joined);
    parts_[out++] = part;
  }
  parts_.resize(out);
}

// The value with another place, if there is one.
HclValue HclParser::placed(const HclValue& value, std::size_t begin, std::size_t end) {
  if (!value) return {};
  Node* node = tree_.make();
  *node = *value.node;
  node->span = builder_.span(begin, end);
  return {node, value.height};
}

// The parts since the mark as one node, with their places from `begin` to `end`.
HclValue HclParser::assemble(std::size_t mark, std::size_t begin, std::size_t end,
                             std::size_t depth) {
  using Part = TemplatePart::Kind;
  const std::size_t count = parts_.size() - mark;
  HclValue value;
  if (count == 0) {
    value.node = text_node({}, builder_.span(begin, end));
  } else if (count == 1 && parts_[mark].kind == Part::literal) {
    value.node = text_node(parts_[mark].text, builder_.span(begin, end));
  } else if (count == 1 && parts_[mark].kind == Part::value) {
    value = parts_[mark].intro.collection;
  } else {
    std::size_t at = mark;
    value = branch(at, depth);
    if (value && at < parts_.size()) {
      fail(parts_[at].begin, parts_[at].end, "this directive closes none that is open");
      value = {};
    }
    value = placed(value, begin, end);
  }
  parts_.resize(mark);
  return value;
}

// The parts up to a directive that ends or divides one, as one node.
HclValue HclParser::branch(std::size_t& at, std::size_t depth) {
  using Part = TemplatePart::Kind;
  if (depth >= kMaxDepth) return too_deep();
  const std::size_t first = at;
  const std::size_t mark = builder_.item_mark();
  std::size_t height = 0;
  for (; at < parts_.size(); ++at) {
    const auto& part = parts_[at];
    HclValue value;
    if (part.kind == Part::literal) {
      value.node = text_node(part.text, builder_.span(part.begin, part.end));
    } else if (part.kind == Part::value) {
      value = part.intro.collection;
    } else if (part.kind == Part::if_begin) {
      value = conditional(at, depth + 1);
    } else if (part.kind == Part::for_begin) {
      value = repetition(at, depth + 1);
    } else {
      break;
    }
    if (!value) return {};
    builder_.push_item(value.node);
    height = std::max(height, value.height);
  }
  if (at == first) {
    // The place behind the directive; a whole template has none before it only when it is broken.
    const std::size_t end = at == 0 ? 0 : parts_[at - 1].end;
    return {.node = text_node({}, builder_.span(end, end))};
  }
  Node* node = make(Node::Kind::expression);
  node->op = Op::interpolation;
  node->span = builder_.span(parts_[first].begin, parts_[at - 1].end);
  builder_.close_sequence(*node, mark);
  if (node->items.size() == 1 && node->items.front()->quoted) return {node->items.front(), 1};
  if (depth + height >= kMaxDepth) return too_deep();
  return {node, height + 1};
}

// From `%{ if }` to `%{ endif }`; `at` stands on that then.
HclValue HclParser::conditional(std::size_t& at, std::size_t depth) {
  using Part = TemplatePart::Kind;
  const TemplatePart opening = parts_[at++];
  const auto is = [&](Part kind) { return at < parts_.size() && parts_[at].kind == kind; };
  const HclValue yes = branch(at, depth);
  if (!yes) return {};
  HclValue no;
  if (is(Part::if_else)) {
    ++at;
    no = branch(at, depth);
    if (!no) return {};
  }
  if (!is(Part::if_end)) {
    fail(opening.begin, opening.end, "this `%{ if }` is not closed by `%{ endif }`");
    return {};
  }
  const auto& condition = opening.intro.collection;
  HclValue value = no ? join(Op::conditional, {}, 0, {condition, yes, no}, depth)
                      : join(Op::conditional, {}, 0, {condition, yes}, depth);
  return placed(value, opening.begin, parts_[at].end);
}

// From `%{ for }` to `%{ endfor }`; `at` stands on that then.
HclValue HclParser::repetition(std::size_t& at, std::size_t depth) {
  const TemplatePart opening = parts_[at++];
  const HclValue body = branch(at, depth);
  if (!body) return {};
  if (at >= parts_.size() || parts_[at].kind != TemplatePart::Kind::for_end) {
    fail(opening.begin, opening.end, "this `%{ for }` is not closed by `%{ endfor }`");
    return {};
  }
  const auto& intro = opening.intro;
  const HclValue value =
      join(Op::template_for, {}, 0,
           {{.node = intro.key}, {.node = intro.name}, intro.collection, body}, depth);
  return placed(value, opening.begin, parts_[at].end);
}

}  // namespace ddblint
