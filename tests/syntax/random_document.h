#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "source/utf8.h"

namespace ddblint {

/// Makes random documents, and writes them as JSON and YAML in random styles.
class RandomDocument {
 public:
  using Value = nlohmann::json;

  explicit RandomDocument(std::uint32_t seed) : random_(seed) {}

  /// Any value, nested at most `depth` levels.
  Value value(int depth = 4) { return depth > 0 && chance(2) ? container(depth) : scalar(); }

  /// A list or a mapping.
  Value container(int depth) {
    const std::size_t size = below(5);
    if (chance(2)) {
      Value list = Value::array();
      for (std::size_t i = 0; i < size; ++i) list.push_back(value(depth - 1));
      return list;
    }
    Value mapping = Value::object();
    for (std::size_t i = 0; i < size; ++i) mapping[text()] = value(depth - 1);
    return mapping;
  }

  /// The value as JSON with random blanks and escapes.
  std::string json(const Value& value) {
    if (value.is_object()) {
      std::string out = "{" + blanks();
      std::string_view comma;
      for (const auto& [key, item] : value.items()) {
        out += fmt::format("{}{}{}{}:{}{}{}", comma, blanks(), json_string(key), blanks(), blanks(),
                           json(item), blanks());
        comma = ",";
      }
      return out + "}";
    }
    if (value.is_array()) {
      std::string out = "[" + blanks();
      std::string_view comma;
      for (const auto& item : value) {
        out += fmt::format("{}{}{}{}", comma, blanks(), json(item), blanks());
        comma = ",";
      }
      return out + "]";
    }
    return value.is_string() ? json_string(value.get<std::string>()) : value.dump();
  }

  /// The value as a YAML document: block and flow style, any indentation, comments, quoting.
  std::string yaml(const Value& value) {
    end_ = chance(3) ? "\r\n" : "\n";
    std::string out = chance(3) ? "---" + line_end() : std::string();
    out += comment_lines(0);
    if (is_block(value)) {
      block(value, 0, out);
    } else {
      out += flow(value) + line_end();
    }
    return out;
  }

 private:
  std::size_t below(std::size_t limit) { return random_() % limit; }
  bool chance(std::size_t one_in) { return below(one_in) == 0; }

  Value scalar() {
    switch (below(6)) {
      case 0:
        return nullptr;
      case 1:
        return chance(2);
      case 2:
        return static_cast<std::int64_t>(random_()) - 2'000'000'000;
      case 3:
        return static_cast<double>(static_cast<std::int32_t>(random_())) / 1024.0;
      default:
        return text();
    }
  }

  std::string text() {
    if (chance(2)) return plain_word();
    static constexpr char32_t kPoints[] = {
        U'a', U'Z', U' ',      U'"',      U'\\',         U'/',      U'\n',  U'\t',
        U':', U'#', U'-',      U'\'',     U'{',          U',',      U'&',   U'*',
        U'!', U'%', U'\u00e9', U'\u4e2d', U'\U0001F600', U'\u2028', U'\x01'};
    std::string out;
    const std::size_t size = below(8);
    for (std::size_t i = 0; i < size; ++i) append_utf8(out, kPoints[below(std::size(kPoints))]);
    return out;
  }

  std::string plain_word() {
    static constexpr std::string_view kWords[] = {
        "Type",      "AWS::DynamoDB::Table", "id",         "true", "null", "12", "a b", "x-y",
        "caf\u00e9", "\u4e2d\u6587",         "\U0001F600", "~",    "yes",  "a.b"};
    return std::string(kWords[below(std::size(kWords))]) + (chance(2) ? "" : "7");
  }

  std::string blanks() {
    static constexpr std::string_view kBlanks[] = {"", "", " ", "\n", "\t", "\r\n", "  "};
    return std::string(kBlanks[below(std::size(kBlanks))]);
  }

  std::string json_string(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
      const auto byte = static_cast<unsigned char>(c);
      if (c == '"' || c == '\\') {
        out += '\\';
        out += c;
      } else if (byte < 0x20 || (byte < 0x80 && chance(20))) {
        out += fmt::format("\\u{:04x}", byte);
      } else if (c == '/' && chance(2)) {
        out += "\\/";
      } else {
        out += c;
      }
    }
    return out + '"';
  }

  std::string line_end() {
    return (chance(6) ? "  # note: \U0001F600" : chance(8) ? "  " : "") + std::string(end_);
  }

  std::string comment_lines(std::size_t indent) {
    std::string out;
    while (chance(6))
      out += chance(2) ? std::string(end_) : std::string(indent, ' ') + "# \u00e9" + end_;
    return out;
  }

  /// Not every text can stand without quotes; these can, also inside flow style.
  static bool may_be_plain(std::string_view text) {
    if (text.empty() || text == "null" || text == "~") return false;
    bool inner_blank = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const char c = text[i];
      const auto byte = static_cast<unsigned char>(c);
      const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          (c >= '0' && c <= '9') || byte >= 0x80 || c == '_' || c == '.';
      const bool inner = i > 0 && i + 1 < text.size() && (c == '-' || c == ' ');
      // A colon is plain between letters, in block style.
      if (!letter && !inner) return false;
      inner_blank = inner_blank || c == ' ';
    }
    // U+2028 breaks a line in YAML 1.1.
    return text.find("\u2028") == std::string_view::npos;
  }

  std::string yaml_string(const std::string& text, bool key) {
    const bool simple = text.find_first_of("\n\t\x01") == std::string::npos &&
                        text.find("\u2028") == std::string::npos;
    if (may_be_plain(text) && !chance(4)) return text;
    if (simple && chance(2)) {
      std::string out = "'";
      for (const char c : text) {
        if (c == '\'') out += '\'';
        out += c;
      }
      return out + "'";
    }
    std::string out = "\"";
    for (std::size_t i = 0; i < text.size(); ++i) {
      const char c = text[i];
      if (text.compare(i, 3, "\u2028") == 0) {
        out += "\\L";
        i += 2;
      } else if (c == '"' || c == '\\') {
        out += '\\';
        out += c;
      } else if (c == '\n') {
        out += "\\n";
      } else if (c == '\t') {
        out += key || chance(2) ? "\\t" : "\\x09";
      } else if (c == '\x01') {
        out += "\\x01";
      } else {
        out += c;
      }
    }
    return out + '"';
  }

  std::string yaml_scalar(const Value& value) {
    if (value.is_null()) return chance(2) ? "null" : "~";
    return value.is_string() ? yaml_string(value.get<std::string>(), false) : value.dump();
  }

  bool is_block(const Value& value) {
    return value.is_structured() && !value.empty() && !chance(4);
  }

  std::string flow_blank() { return chance(5) ? "  " : chance(8) ? std::string(end_) + " " : ""; }

  std::string flow(const Value& value) {
    if (!value.is_structured()) return yaml_scalar(value);
    const bool list = value.is_array();
    std::string out = list ? "[" : "{";
    std::string comma;
    for (const auto& [key, item] : value.items()) {
      out += comma + flow_blank();
      if (!list) out += yaml_string(key, true) + ": ";
      out += flow(item) + flow_blank();
      comma = ", ";
    }
    return out + (list ? "]" : "}");
  }

  /// The item behind `- ` or `key:` at an indentation.
  void child(const Value& value, std::size_t indent, bool in_list, std::string& out) {
    if (is_block(value)) {
      out += line_end();
      const bool indentless = value.is_array() && !in_list && chance(2);
      block(value, indent + (indentless ? 0 : 1 + below(4)), out);
    } else {
      out += " " + flow(value) + line_end();
    }
  }

  void block(const Value& value, std::size_t indent, std::string& out) {
    for (const auto& [key, item] : value.items()) {
      out += comment_lines(indent);
      out += std::string(indent, ' ');
      out += value.is_array() ? "-" : yaml_string(key, true) + ":";
      child(item, indent, value.is_array(), out);
    }
  }

  std::mt19937 random_;
  const char* end_ = "\n";
};

}  // namespace ddblint
