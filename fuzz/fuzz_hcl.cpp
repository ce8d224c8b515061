// Bytes as an HCL file, as a template and as an expression inside another file.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "check_tree.h"

#include "syntax/parse.h"

namespace {

using namespace ddblint;

/// Every node lies in the one around it, behind the one before it; what is broken inside of a node
/// makes it incomplete.
void check_places(const Node& node) {
  std::uint32_t last = node.span.begin;
  bool complete = true;
  const auto check = [&](const Node& child) {
    fuzz::require(last <= child.span.begin && child.span.end <= node.span.end);
    last = child.span.end;
    complete = complete && child.complete;
    check_places(child);
  };
  // The labels of a block stand behind its type, which is no part of its node.
  for (const Node* item : node.items) check(*item);
  for (const auto& member : node.members) {
    if (!member.value->block) {
      check(*member.key);
    } else {
      fuzz::require(member.key->span.begin == member.value->span.begin);
    }
    check(*member.value);
  }
  fuzz::require(complete || !node.complete);
}

void check_one_place(const Node& node, Span place) {
  fuzz::require(node.span == place);
  for (const Node* item : node.items) check_one_place(*item, place);
  for (const auto& member : node.members) {
    check_one_place(*member.key, place);
    check_one_place(*member.value, place);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto file = static_cast<FileId>(0);
  const Tree tree = parse_hcl(file, text);
  fuzz::TreeCheck(text).tree(tree);
  fuzz::require(tree.documents.size() == 1);
  fuzz::require(tree.complete == tree.documents.front()->complete);
  check_places(*tree.documents.front());

  const Span place = {.file = file, .begin = 3, .end = 7};
  Tree other;
  check_one_place(*parse_hcl_template(other, place, text), place);
  check_one_place(*parse_hcl_expression(other, place, text), place);
  for (const auto& diagnostic : other.diagnostics) fuzz::require(diagnostic.span == place);
  fuzz::require(other.complete || !other.diagnostics.empty());
  return 0;
}
