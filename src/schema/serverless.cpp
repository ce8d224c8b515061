#include "schema/serverless.h"

#include <vector>

#include <fmt/format.h>

#include "source/text.h"

namespace ddblint {
namespace {

/// Variables that refer to variables, deeper than this, are a circle.
constexpr int kMaxVariableDepth = 16;
/// Variables in one text, with those that they refer to.
constexpr int kMaxVariables = 1000;

class Variables {
 public:
  Variables(const Node& document, const ReadOptions& options)
      : document_(document), options_(options) {}

  ServerlessValue text(std::string_view source, int depth) const;

 private:
  ServerlessValue variable(std::string_view body, int depth) const;
  ServerlessValue address(std::string_view word, int depth) const;
  ServerlessValue node_value(const Node* node, std::string_view name, int depth) const;
  const Node* path(std::string_view keys) const;
  std::optional<std::string> bound(std::string_view name) const;

  const Node& document_;
  const ReadOptions& options_;
  mutable int variables_ = 0;
};

ServerlessValue known(std::string text) { return {nullptr, std::move(text), {}}; }
ServerlessValue open(std::string why) { return {nullptr, std::nullopt, std::move(why)}; }

/// Offset of the brace that closes the `${` at `begin`, or npos.
std::size_t closing_brace(std::string_view text, std::size_t begin) {
  int depth = 0;
  for (std::size_t i = begin; i < text.size(); ++i) {
    if (text.substr(i).starts_with("${")) ++depth;
    if (text[i] == '}' && --depth == 0) return i;
  }
  return std::string_view::npos;
}

bool is_variable(std::string_view body) {
  for (const std::string_view source :
       {"self:", "opt:", "sls:", "env:", "param:", "file(", "ssm:", "ssm(", "cf:", "cf(", "cf.",
        "s3:", "aws:", "git:", "strToBool(", "output:"}) {
    if (body.starts_with(source)) return true;
  }
  return false;
}

/// Splits a variable's body at the commas that separate fallbacks.
std::vector<std::string_view> alternatives(std::string_view body) {
  std::vector<std::string_view> parts;
  int depth = 0;
  char quote = '\0';
  std::size_t begin = 0;
  for (std::size_t i = 0; i < body.size(); ++i) {
    const char c = body[i];
    if (quote != '\0') {
      if (c == quote) quote = '\0';
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == '{' || c == '(') {
      ++depth;
    } else if (c == '}' || c == ')') {
      --depth;
    } else if (c == ',' && depth == 0) {
      parts.push_back(trim(body.substr(begin, i - begin)));
      begin = i + 1;
    }
  }
  parts.push_back(trim(body.substr(begin)));
  return parts;
}

ServerlessValue Variables::text(std::string_view source, int depth) const {
  if (depth > kMaxVariableDepth || ++variables_ > kMaxVariables) {
    return open("its variables refer to each other");
  }
  std::string result;
  while (true) {
    const auto begin = source.find("${");
    result += source.substr(0, begin);
    if (begin == std::string_view::npos) return known(std::move(result));
    const auto close = closing_brace(source, begin);
    if (close == std::string_view::npos) return known(result + std::string(source.substr(begin)));
    const auto body = trim(source.substr(begin + 2, close - begin - 2));
    const bool whole = result.empty() && close + 1 == source.size();
    if (is_variable(body)) {
      ServerlessValue value = variable(body, depth);
      if (whole || (!value.text && value.node == nullptr)) return value;
      if (!value.text) return open(fmt::format("{} is no text", body));
      result += *value.text;
    } else {
      result += source.substr(begin, close + 1 - begin);
    }
    source.remove_prefix(close + 1);
  }
}

// The first of the alternatives that is known decides; an open one that could be known at
// deployment hides those after it only when it has no fallback.
ServerlessValue Variables::variable(std::string_view body, int depth) const {
  ServerlessValue first;
  for (const auto word : alternatives(body)) {
    ServerlessValue value = address(word, depth + 1);
    if (value.text || value.node != nullptr) return value;
    if (first.why.empty()) first = std::move(value);
  }
  return first;
}

ServerlessValue Variables::address(std::string_view word, int depth) const {
  if (word.size() >= 2 && (word.front() == '\'' || word.front() == '"')) {
    return text(word.substr(1, word.size() - 2), depth);
  }
  if (word.starts_with("${")) return text(word, depth);
  if (word.starts_with("self:")) {
    const ServerlessValue keys = text(word.substr(5), depth);
    return keys.text ? node_value(path(*keys.text), *keys.text, depth) : keys;
  }
  const auto colon = word.find(':');
  const auto source = word.substr(0, colon);
  const auto name = colon == std::string_view::npos ? std::string_view() : word.substr(colon + 1);
  if (colon == std::string_view::npos && !is_variable(word)) return known(std::string(word));
  const bool given = source == "opt" || source == "param" || source == "env" || word == "sls:stage";
  if (const auto value = bound(name); given && value) return known(*value);
  if (word == "sls:stage" || word == "opt:stage") {
    const Node* stage = path("provider.stage");
    if (word == "sls:stage" && stage == nullptr) return known("dev");
    if (word == "sls:stage") return node_value(stage, "provider.stage", depth);
  }
  if (word == "aws:region") return node_value(path("provider.region"), "provider.region", depth);
  if (source == "param") {
    const Node* value = path(fmt::format("params.default.{}", name));
    if (value != nullptr) return node_value(value, name, depth);
  }
  return open(fmt::format("{} is given when the service is deployed", word));
}

ServerlessValue Variables::node_value(const Node* node, std::string_view name, int depth) const {
  if (node == nullptr || node->is_null()) return open(fmt::format("self:{} is not set", name));
  if (node->is_scalar() && node->tag.empty()) return text(node->text, depth);
  return {node, std::nullopt, {}};
}

const Node* Variables::path(std::string_view keys) const {
  const Node* at = &document_;
  while (at != nullptr && !keys.empty()) {
    const auto dot = keys.find('.');
    const auto key = keys.substr(0, dot);
    const auto index = as_integer(key);
    if (at->is_sequence() && index && *index >= 0 &&
        static_cast<std::size_t>(*index) < at->items.size()) {
      at = at->items[static_cast<std::size_t>(*index)];
    } else {
      at = at->find(key);
    }
    keys = dot == std::string_view::npos ? std::string_view() : keys.substr(dot + 1);
  }
  return at;
}

std::optional<std::string> Variables::bound(std::string_view name) const {
  const auto found = options_.parameters.find(std::string(name));
  if (found == options_.parameters.end()) return std::nullopt;
  return found->second;
}

}  // namespace

ServerlessValue resolve_serverless(const Node& document, std::string_view text,
                                   const ReadOptions& options) {
  return Variables(document, options).text(text, 0);
}

}  // namespace ddblint
