#include "schema/overlay.h"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "support/catch.h"
#include "syntax/parse.h"

namespace ddblint {
namespace {

std::string shown(const Node& node) {
  std::vector<std::string> parts;
  if (node.is_expression()) return fmt::format("<{}>", node.text);
  if (node.is_sequence()) {
    for (const Node* item : node.items) parts.push_back(shown(*item));
    return fmt::format("[{}]", fmt::join(parts, " "));
  }
  if (!node.is_mapping()) return std::string(node.text);
  for (const auto& member : node.members) {
    if (node.find(member.key->text) != member.value) continue;  // a later entry wins
    parts.push_back(fmt::format("{}:{}", member.key->text, shown(*member.value)));
  }
  return fmt::format("{{{}}}", fmt::join(parts, " "));
}

std::string opened(const std::string& text, const std::vector<std::string>& paths) {
  const Tree tree = parse(FileId{0}, "t.yaml", text);
  Overlay overlay;
  for (const auto& path : paths) overlay.open(path, Span{FileId{0}, 0, 1}, "patched");
  Tree memory;
  return shown(*overlay.applied(*tree.documents.at(0), memory));
}

TEST_CASE("an open place replaces what stands there, and leaves the rest", "[overlay]") {
  CHECK(opened("{a: {b: 1, c: 2}, d: 3}", {"a.b"}) == "{d:3 a:{c:2 b:<a.b>}}");
  CHECK(opened("{a: [1, {b: 2}]}", {"a[1].b"}) == "{a:[1 {b:<a[1].b>}]}");
  CHECK(opened("{a: [{b: 1}, {b: 2}]}", {"a[*].b"}) == "{a:[{b:<a[*].b>} {b:<a[*].b>}]}");
}

TEST_CASE("what is missing on the way is made", "[overlay]") {
  CHECK(opened("{x: 1}", {"a.b.c", "a.d"}) == "{x:1 a:{b:{c:<a.b.c>} d:<a.d>}}");
  CHECK(opened("{a: text}", {"a.b"}) == "{a:{b:<a.b>}}");
}

TEST_CASE("elements of a list are not made up", "[overlay]") {
  CHECK(opened("{x: 1}", {"a[0].b", "a[0].c"}) == "{x:1 a:<a>}");
  CHECK(opened("{a: [{b: 1}]}", {"a[1].b", "a[1].c"}) == "{a:[{b:1} <a[1]>]}");
  CHECK(opened("{a: []}", {"a[*].b"}) == "{a:[]}");
  CHECK(opened("{a: [{b: 1}]}", {"a.b"}) == "{a:[{b:1} <a[b]>]}");
}

TEST_CASE("keys with dots stand in brackets", "[overlay]") {
  CHECK(opened("{a: {b.c: 1}}", {"a[b.c]"}) == "{a:{b.c:<a.b.c>}}");
  CHECK(opened("{a: {b.c: 1}}", {R"(a["b.c"])"}) == "{a:{b.c:<a.b.c>}}");
}

TEST_CASE("the wider of two places holds", "[overlay]") {
  CHECK(opened("{a: {b: 1}}", {"a", "a.b"}) == "{a:<a>}");
  CHECK(opened("{a: {b: 1}}", {"a.b", "a"}) == "{a:<a>}");
}

TEST_CASE("what is no path changes nothing", "[overlay]") {
  for (const std::string path : {"", "a[", "a..b", ".", "a[]"}) {
    CAPTURE(path);
    CHECK(opened("{a: 1}", {path}) == "{a:1}");
  }
  std::string deep = "a";
  for (int i = 0; i < 100'000; ++i) deep += ".a";
  CHECK(opened("{a: 1}", {deep}) == "{a:1}");
}

TEST_CASE("of two mappings the second holds", "[overlay]") {
  const Tree tree = parse(FileId{0}, "t.yaml", "[{a: 1, b: 2}, {b: 3}]");
  Tree memory;
  const auto& items = tree.documents.at(0)->items;
  CHECK(shown(*merged(*items[0], *items[1], memory)) == "{a:1 b:3}");
}

}  // namespace
}  // namespace ddblint
