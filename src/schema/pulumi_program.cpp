#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "schema/pulumi.h"
#include "schema/pulumi_table.h"
#include "source/text.h"

// Values of a Pulumi program: `${name}` is a variable, a setting of the config or a resource, and
// `${name.property}` looks into it. References nest; depth and number of evaluations are bounded,
// since a few lines can name each other endlessly.

namespace ddblint {
namespace {

constexpr int kMaxReferences = 50;
constexpr int kMaxCalls = 200'000;

Resolved open_value(const Node& node, std::string expression, std::string why) {
  Resolved result;
  result.kind = Resolved::Kind::unknown;
  result.span = node.span;
  result.unknown = {.expression = std::move(expression), .why = std::move(why)};
  return result;
}

class Program {
 public:
  Program(const Node& document, const ReadOptions& options)
      : document_(document), options_(options) {}

  [[nodiscard]] Resolved value(const Node* node) const { return value(node, 0); }
  [[nodiscard]] Resolver resolver() const {
    return {.value = [this](const Node* node) { return value(node); },
            .member = [this](const Resolved& mapping, std::string_view key) -> Resolved {
              if (mapping.kind == Resolved::Kind::unknown) return mapping;
              if (mapping.kind != Resolved::Kind::tree) return {};
              return value(mapping.node->find(key));
            }};
  }

 private:
  [[nodiscard]] Resolved value(const Node* node, int depth) const;
  [[nodiscard]] Resolved text(const Node& node, int depth) const;
  [[nodiscard]] Resolved reference(const Node& node, std::string_view path, int depth) const;
  [[nodiscard]] std::optional<Resolved> setting(const Node& node, std::string_view name,
                                                int depth) const;
  [[nodiscard]] Resolved property(const Node& node, const Node& resource, std::string_view path,
                                  int depth) const;

  const Node& document_;
  const ReadOptions& options_;
  mutable int calls_ = 0;
};

/// The `fn::` call that a mapping is, or null.
const Member* call_of(const Node& node) {
  if (!node.is_mapping()) return nullptr;
  for (const auto& member : node.members) {
    if (to_lower(member.key->text.substr(0, 4)) == "fn::") return &member;
  }
  return nullptr;
}

Resolved Program::value(const Node* node, int depth) const {
  Resolved result = literal_resolver().value(node);
  if (result.kind == Resolved::Kind::scalar) return text(*node, depth);
  if (result.kind != Resolved::Kind::tree) return result;
  const Member* call = call_of(*node);
  if (call == nullptr) return result;
  // A secret is its value, hidden from the logs only.
  const bool secret = to_lower(call->key->text) == "fn::secret" && depth < kMaxReferences;
  if (secret) return value(call->value, depth + 1);
  return open_value(*node, std::string(call->key->text), "evaluated at deployment");
}

// `$${` stands for `${`.
Resolved Program::text(const Node& node, int depth) const {
  const std::string_view source = node.text;
  Resolved result;
  result.kind = Resolved::Kind::scalar;
  result.span = node.span;
  result.quoted = node.quoted;
  for (std::size_t at = 0; at < source.size();) {
    const auto mark = source.find("${", at);
    const auto end = mark == std::string_view::npos ? mark : source.find('}', mark);
    if (end == std::string_view::npos) {
      result.text += source.substr(at);
      break;
    }
    if (mark > at && source[mark - 1] == '$') {
      result.text.append(source.substr(at, mark - at)).append("{");
      at = mark + 2;
      continue;
    }
    result.text += source.substr(at, mark - at);
    Resolved part = reference(node, source.substr(mark + 2, end - mark - 2), depth);
    const bool whole = mark == 0 && end + 1 == source.size();
    if (whole) return part;
    if (part.kind != Resolved::Kind::scalar) {
      auto why = part.kind == Resolved::Kind::unknown ? part.unknown.why : "not a text";
      return open_value(node, std::string(source), std::move(why));
    }
    result.text += part.text;
    at = end + 1;
  }
  return result;
}

Resolved Program::reference(const Node& node, std::string_view path, int depth) const {
  std::string expression = fmt::format("${{{}}}", path);
  if (depth >= kMaxReferences || ++calls_ > kMaxCalls) {
    return open_value(node, std::move(expression), "references nest too deep");
  }
  const auto name = path.substr(0, path.find_first_of(".["));
  const auto rest = path.substr(name.size());
  if (rest.empty()) {
    if (auto found = setting(node, name, depth)) {
      if (found->kind == Resolved::Kind::unknown) found->unknown.expression = expression;
      if (found->kind == Resolved::Kind::scalar) found->span = node.span;
      return *std::move(found);
    }
  }
  const Node* resources = document_.find("resources");
  const Node* resource = resources == nullptr ? nullptr : resources->find(name);
  if (resource == nullptr || !rest.starts_with('.')) {
    return open_value(node, std::move(expression), "known at deployment only");
  }
  return property(node, *resource, rest.substr(1), depth);
}

// The value of a config setting or a variable, or nothing when there is none of this name.
std::optional<Resolved> Program::setting(const Node& node, std::string_view name, int depth) const {
  if (const auto given = options_.parameters.find(std::string(name));
      given != options_.parameters.end()) {
    Resolved result;
    result.kind = Resolved::Kind::scalar;
    result.span = node.span;
    result.text = given->second;
    return result;
  }
  if (const Node* variables = document_.find("variables")) {
    if (const Node* found = variables->find(name)) return value(found, depth + 1);
  }
  for (const std::string_view section : {"config", "configuration"}) {
    const Node* config = document_.find(section);
    const Node* found = config == nullptr ? nullptr : config->find(name);
    if (found == nullptr) continue;
    if (found->is_scalar()) return literal_resolver().value(found);
    const Node* stated = found->find("value");
    if (stated == nullptr) stated = found->find("default");
    if (stated != nullptr) return literal_resolver().value(stated);
    return open_value(node, "", "a setting of the config without a default");
  }
  return std::nullopt;
}

// What a resource states itself is known; the rest are outputs.
Resolved Program::property(const Node& node, const Node& resource, std::string_view path,
                           int depth) const {
  const Node* properties = resource.find("properties");
  const Node* stated = properties == nullptr ? nullptr : properties->find(path);
  if (stated != nullptr) {
    Resolved found = value(stated, depth + 1);
    found.span = node.span;
    if (found.kind == Resolved::Kind::scalar) return found;
  }
  return open_value(node, std::string(node.text), "an output of another resource");
}

}  // namespace

bool read_pulumi_program(const Node& document, const ReadOptions& options, Definitions& out) {
  const Node* resources = document.find("resources");
  if (resources == nullptr || !resources->is_mapping()) return false;
  const Program program(document, options);
  PulumiTables tables(program.resolver(), out);
  bool found = false;
  for (const auto& member : resources->members) {
    const Node* type = member.value->find("type");
    const Node* properties = member.value->find("properties");
    if (type == nullptr || properties == nullptr || !member.value->complete) continue;
    PulumiResource resource{.kind = pulumi_kind(type->text),
                            .type = std::string(type->text),
                            .id = std::string(member.key->text),
                            .id_span = member.key->span,
                            .span = member.value->span,
                            .arguments = program.value(properties)};
    if (resource.kind == PulumiKind::other) continue;
    found = true;
    tables.add(resource);
  }
  tables.finish();
  return found;
}

}  // namespace ddblint
