#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <unordered_map>

#include "schema/terraform/function_table.h"
#include "source/utf8.h"
#include "syntax/parse.h"

namespace ddblint {
namespace {

using Kind = Value::Kind;

// --- JSON out

void append_json_string(std::string& out, std::string_view text) {
  constexpr std::string_view kPlain = "bfnrt\"\\";
  constexpr std::string_view kRaw = "\b\f\n\r\t\"\\";
  out += '"';
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (const auto at = kRaw.find(c); at != std::string_view::npos) {
      out += '\\';
      out += kPlain[at];
    } else if (static_cast<unsigned char>(c) < 0x20 || c == '<' || c == '>' || c == '&') {
      // As Go does, so that the text can stand in HTML.
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else if (text.substr(i).starts_with("\u2028") || text.substr(i).starts_with("\u2029")) {
      out += text[i + 2] == '\xA8' ? "\\u2028" : "\\u2029";
      i += 2;
    } else {
      out += c;
    }
  }
  out += '"';
}

void append_json(std::string& out, const Value& value) {
  if (out.size() > kMaxText) return;
  if (value.is(Kind::string)) {
    append_json_string(out, value.text());
  } else if (value.is(Kind::list)) {
    char before = '[';
    for (const Value& item : value.items()) {
      out += before;
      before = ',';
      append_json(out, item);
    }
    out += value.items().empty() ? "[]" : "]";
  } else if (value.is(Kind::map)) {
    char before = '{';
    for (const auto& [key, item] : value.members()) {
      out += before;
      before = ',';
      append_json_string(out, key);
      out += ':';
      append_json(out, item);
    }
    out += value.members().empty() ? "{}" : "}";
  } else {
    out += as_text(value).value_or("null");
  }
}

FunctionResult json_encode(FunctionArguments arguments) {
  return bounded_text(json_text(arguments[0]));
}

// --- JSON and YAML in

Value json_scalar(const Node& node) {
  if (!node.quoted) {
    if (node.text == "true" || node.text == "false") return Value::boolean(node.text == "true");
    if (const auto number = as_number(Value::string(std::string(node.text)))) {
      return Value::number(*number);
    }
  }
  return Value::string(std::string(node.text));
}

bool is_any(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, text) != words.end();
}

/// `0x1F` and `0o17`.
std::optional<double> prefixed_integer(std::string_view text) {
  const int base = text.starts_with("0x") ? 16 : text.starts_with("0o") ? 8 : 0;
  if (base == 0) return std::nullopt;
  std::uint64_t value = 0;
  const auto [end, error] =
      std::from_chars(text.data() + 2, text.data() + text.size(), value, base);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return static_cast<double>(value);
}

bool begins_like_date(std::string_view text) {
  return text.size() > 4 && text.find_first_not_of("0123456789") == 4 && text[4] == '-';
}

Value yaml_scalar(const Node& node) {
  const std::string_view text = node.text;
  if (!node.quoted) {
    if (is_any(text, {"y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"})) {
      return Value::boolean(true);
    }
    if (is_any(text,
               {"n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"})) {
      return Value::boolean(false);
    }
    if (begins_like_date(text)) return open_result("a date in YAML");
    if (const auto number = as_number(Value::string(std::string(text)))) {
      return Value::number(*number);
    }
    if (const auto number = prefixed_integer(text)) return Value::number(*number);
  }
  return Value::string(std::string(text));
}

/// Makes values of a tree. An aliased node is made once, however often it stands somewhere.
class Decoder {
 public:
  explicit Decoder(Value (*scalar)(const Node&)) : scalar_(scalar) {}

  FunctionResult value(const Node& node) {
    if (!node.aliased) return fresh(node);
    const auto known = made_.find(&node);
    if (known != made_.end()) return known->second;
    FunctionResult made = fresh(node);
    if (made) made_.emplace(&node, *made);
    return made;
  }

 private:
  FunctionResult fresh(const Node& node) {
    if (!node.tag.empty()) return fail("the tag {} has no meaning here", node.tag);
    if (node.is_null()) return Value::null();
    if (node.is_scalar()) return scalar_(node);
    return node.is_sequence() ? list(node) : map(node);
  }

  FunctionResult list(const Node& node) {
    ValueList items;
    for (const Node* item : node.items) {
      FunctionResult made = value(*item);
      if (!made) return made;
      items.push_back(*std::move(made));
    }
    return Value::list(std::move(items));
  }

  FunctionResult map(const Node& node) {
    ValueMap members;
    for (const Member& member : node.members) {
      if (!member.key->is_scalar()) return fail("a key is no string");
      FunctionResult made = value(*member.value);
      if (!made) return made;
      members.emplace_back(std::string(member.key->text), *std::move(made));
    }
    return Value::map(std::move(members));
  }

  Value (*scalar_)(const Node&);
  std::unordered_map<const Node*, Value> made_;
};

FunctionResult decoded(const Tree& tree, Value (*scalar)(const Node&)) {
  for (const Diagnostic& diagnostic : tree.diagnostics) {
    if (diagnostic.kind == DiagnosticKind::unreadable_input) return fail("{}", diagnostic.message);
  }
  if (tree.documents.size() != 1 || !tree.complete) return fail("one document is needed");
  return Decoder(scalar).value(*tree.documents.front());
}

FunctionResult json_decode(FunctionArguments arguments) {
  return decoded(parse_json(kNoFile, arguments[0].text()), json_scalar);
}

FunctionResult yaml_decode(FunctionArguments arguments) {
  return decoded(parse_yaml(kNoFile, arguments[0].text()), yaml_scalar);
}

// --- CSV

/// Reads records as RFC 4180 has them. Empty lines are none.
class CsvReader {
 public:
  using Record = std::vector<std::string>;

  explicit CsvReader(std::string_view text) : rest_(text) {}

  /// The next record, nothing at the end, or what is wrong.
  std::expected<std::optional<Record>, std::string> next() {
    while (end_of_line()) {
    }
    if (rest_.empty()) return std::nullopt;
    Record record;
    do {
      auto field = rest_.starts_with('"') ? quoted() : plain();
      if (!field) return std::unexpected(std::move(field.error()));
      record.push_back(*std::move(field));
    } while (eat(","));
    if (!rest_.empty() && !end_of_line()) return fail("text behind a quoted field");
    return record;
  }

 private:
  bool eat(std::string_view what) {
    if (!rest_.starts_with(what)) return false;
    rest_.remove_prefix(what.size());
    return true;
  }
  bool end_of_line() { return eat("\r\n") || eat("\n"); }

  std::expected<std::string, std::string> plain() {
    std::size_t end = std::min(rest_.find_first_of(",\n"), rest_.size());
    const bool line_end = end < rest_.size() ? rest_[end] == '\n' : true;
    if (line_end && end > 0 && rest_[end - 1] == '\r') --end;
    std::string field(rest_.substr(0, end));
    if (field.contains('"')) return fail("a quote in an unquoted field");
    rest_.remove_prefix(end);
    if (rest_ == "\r") rest_ = {};
    return field;
  }

  std::expected<std::string, std::string> quoted() {
    rest_.remove_prefix(1);
    std::string field;
    while (!rest_.empty()) {
      if (eat("\"\"")) {
        field += '"';
      } else if (eat("\"")) {
        return field;
      } else if (eat("\r\n")) {
        field += '\n';
      } else {
        field += rest_.front();
        rest_.remove_prefix(1);
      }
    }
    return fail("a quoted field without end");
  }

  std::string_view rest_;
};

FunctionResult csv_decode(FunctionArguments arguments) {
  CsvReader reader(arguments[0].text());
  const auto header = reader.next();
  if (!header) return std::unexpected(header.error());
  if (!*header) return fail("there is no line with the names of the columns");
  const CsvReader::Record& names = **header;
  CsvReader::Record sorted = names;
  std::ranges::sort(sorted);
  if (std::ranges::adjacent_find(sorted) != sorted.end()) return fail("two columns have one name");
  ValueList rows;
  std::size_t weight = 0;
  for (;;) {
    auto record = reader.next();
    if (!record) return std::unexpected(std::move(record.error()));
    if (!*record) return Value::list(std::move(rows));
    if ((*record)->size() != names.size()) return fail("a line has another number of fields");
    ValueMap row;
    for (std::size_t i = 0; i < names.size(); ++i) {
      row.emplace_back(names[i], Value::string(std::move((**record)[i])));
    }
    rows.push_back(Value::map(std::move(row)));
    weight += rows.back().weight();
    if (weight > 10 * kMaxItems) return fail("too many lines");
  }
}

// --- Base 64 and URLs

constexpr std::string_view kBase64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

FunctionResult base64_encode(FunctionArguments arguments) {
  const std::string& from = arguments[0].text();
  std::string out;
  for (std::size_t i = 0; i < from.size(); i += 3) {
    const std::size_t taken = std::min<std::size_t>(3, from.size() - i);
    std::uint32_t bits = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      bits = bits << 8U | (j < taken ? static_cast<unsigned char>(from[i + j]) : 0U);
    }
    for (std::size_t j = 0; j < 4; ++j) {
      out += j <= taken ? kBase64[bits >> (18 - 6 * j) & 63U] : '=';
    }
  }
  return bounded_text(std::move(out));
}

FunctionResult base64_decode(FunctionArguments arguments) {
  std::string from = arguments[0].text();
  std::erase_if(from, [](char c) { return c == '\n' || c == '\r'; });
  if (from.size() % 4 != 0) return fail("not base 64");
  const std::size_t padding = from.ends_with("==") ? 2 : from.ends_with('=') ? 1 : 0;
  from.resize(from.size() - padding);
  std::string out;
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const char c : from) {
    const auto digit = kBase64.find(c);
    if (digit == std::string_view::npos) return fail("not base 64");
    bits = (bits << 6U | static_cast<std::uint32_t>(digit)) & 0xFFFFFFU;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out += static_cast<char>(bits >> count & 0xFFU);
  }
  if (invalid_utf8(out)) return fail("what it encodes is not UTF-8");
  return Value::string(std::move(out));
}

FunctionResult url_encode(FunctionArguments arguments) {
  std::string out;
  for (const char c : arguments[0].text()) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (letter || (c >= '0' && c <= '9') || std::string_view("-_.~").contains(c)) {
      out += c;
    } else if (c == ' ') {
      out += '+';
    } else {
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return bounded_text(std::move(out));
}

FunctionResult url_decode(FunctionArguments arguments) {
  std::string_view rest = arguments[0].text();
  std::string out;
  for (; !rest.empty(); rest.remove_prefix(1)) {
    if (rest.front() != '%') {
      out += rest.front() == '+' ? ' ' : rest.front();
      continue;
    }
    unsigned char byte = 0;
    const std::string_view digits = rest.substr(1, 2);
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
    if (error != std::errc() || end != rest.data() + 3) return fail("a malformed `%` sequence");
    out += static_cast<char>(byte);
    rest.remove_prefix(2);
  }
  if (invalid_utf8(out)) return open_result("what it encodes is not UTF-8");
  return Value::string(std::move(out));
}

constexpr std::array kFunctions = {
    Function{"base64decode", "s", base64_decode}, Function{"base64encode", "s", base64_encode},
    Function{"csvdecode", "s", csv_decode},       Function{"jsondecode", "s", json_decode},
    Function{"jsonencode", "!x", json_encode},    Function{"urldecode", "s", url_decode},
    Function{"urlencode", "s", url_encode},       Function{"yamldecode", "s", yaml_decode},
};

}  // namespace

std::string json_text(const Value& value) {
  std::string out;
  append_json(out, value);
  return out;
}

std::span<const Function> encoding_functions() { return kFunctions; }

}  // namespace ddblint
