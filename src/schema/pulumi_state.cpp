#include <set>
#include <string>
#include <utility>

#include "schema/pulumi.h"
#include "schema/pulumi_table.h"

namespace ddblint {
namespace {

/// What the engine puts where a value is only known after the deployment.
constexpr std::string_view kUnknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
/// The key that marks a mapping as a special value, such as a secret.
constexpr std::string_view kSignature = "4dabf18193072939515e22adb298388d";

Resolved state_value(const Node* node) {
  Resolved result = literal_resolver().value(node);
  const bool open =
      result.kind == Resolved::Kind::scalar && result.text.find(kUnknown) != std::string::npos;
  const bool special = result.kind == Resolved::Kind::tree && node->find(kSignature) != nullptr;
  if (open || special) {
    result.kind = Resolved::Kind::unknown;
    result.unknown = {.expression = "",
                      .why = open ? "known after the deployment only" : "a secret"};
  }
  return result;
}

Resolved state_member(const Resolved& mapping, std::string_view key) {
  if (mapping.kind == Resolved::Kind::unknown) return mapping;
  if (mapping.kind != Resolved::Kind::tree) return {};
  return state_value(mapping.node->find(key));
}

std::string_view text_of(const Node* node) {
  return node == nullptr || !node->is_scalar() ? std::string_view() : node->text;
}

/// The last part of a URN is the name that the program gave.
std::string name_in(std::string_view urn) {
  const auto at = urn.rfind("::");
  return std::string(at == std::string_view::npos ? urn : urn.substr(at + 2));
}

class StateReader {
 public:
  explicit StateReader(Definitions& out)
      : tables_({.value = state_value, .member = state_member}, out) {}

  void add(const Node& state);
  void finish() { tables_.finish(); }

 private:
  PulumiTables tables_;
  /// A replacement is listed in several steps.
  std::set<std::string_view> seen_;
};

void StateReader::add(const Node& state) {
  const Node* urn = state.find("urn");
  const PulumiKind kind = pulumi_kind(text_of(state.find("type")));
  const bool gone = text_of(state.find("delete")) == "true";
  if (kind == PulumiKind::other || urn == nullptr || gone || !state.complete) return;
  // What was only looked up has no inputs of its own.
  const Node* arguments = state.find("inputs");
  const bool stated = arguments != nullptr && !arguments->members.empty();
  if (!stated) arguments = state.find("outputs");
  if (arguments == nullptr || !seen_.insert(text_of(urn)).second) return;
  tables_.add({.kind = kind,
               .type = std::string(text_of(state.find("type"))),
               .id = name_in(text_of(urn)),
               .id_span = urn->span,
               .span = state.span,
               .arguments = state_value(arguments)});
}

/// The list of resources in an export or in a checkpoint, or null.
const Node* resources_of(const Node& document) {
  const Node* holder = document.find("deployment");
  if (holder == nullptr) {
    holder = document.find("checkpoint");
    if (holder != nullptr) holder = holder->find("latest");
  }
  return holder == nullptr ? nullptr : holder->find("resources");
}

}  // namespace

bool read_pulumi_state(const Node& document, Definitions& out) {
  StateReader reader(out);
  if (const Node* resources = resources_of(document)) {
    for (const Node* item : resources->items) reader.add(*item);
    reader.finish();
    return true;
  }
  const Node* steps = document.find("steps");
  if (steps == nullptr || !steps->is_sequence()) return false;
  for (const Node* step : steps->items) {
    const auto operation = text_of(step->find("op"));
    const bool removes = operation.starts_with("delete") || operation.starts_with("discard");
    const Node* state = step->find("newState");
    if (!removes && state != nullptr) reader.add(*state);
  }
  reader.finish();
  return true;
}

}  // namespace ddblint
