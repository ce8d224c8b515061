// Turns the rule pages into the catalogue: one C++ table of plain data, and the list of detectors.
// Runs when the project is built. A page that lacks something, a page without a detector and a
// detector without a page are errors of the build. A .cpp in the detectors' folder that has no
// header of its own is a detector.

#include <algorithm>
#include <array>
#include <cstdio>
#include <expected>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "source/text.h"
#include "syntax/parse.h"

namespace fs = std::filesystem;

namespace {

using ddblint::Node;
using ddblint::Tree;

constexpr std::array<std::string_view, 20> kKeys = {
    "code",     "slug",      "title",         "category",   "severity",   "evidence", "applies-to",
    "default",  "options",   "words",         "words-from", "references", "since",    "status",
    "detector", "raised-by", "requests-only", "index",      "see-also",   "summary"};
constexpr std::array<std::string_view, 5> kSections = {"What it checks", "Why it matters",
                                                       "Instead", "Examples", "When to ignore"};

constexpr std::array<std::string_view, 4> kEvidence = {"suspected", "structural", "measured",
                                                       "proved"};
constexpr std::array<std::string_view, 4> kOptionTypes = {"integer", "number", "boolean",
                                                          "strings"};

struct Page {
  fs::path path;
  std::string text;
  Tree tree;
  const Node* front = nullptr;
  std::string markdown;

  [[nodiscard]] std::string value(std::string_view key, std::string_view fallback = "") const {
    const Node* node = front->find(key);
    return std::string(node == nullptr ? fallback : node->text);
  }
  [[nodiscard]] std::string detector() const {
    std::string name = value("slug");
    std::replace(name.begin(), name.end(), '-', '_');
    return value("raised-by").empty() ? value("detector", name) : "";
  }
};

/// Collects what is wrong, so that one build shows all of it.
class Errors {
 public:
  void add(const fs::path& path, std::string_view message) {
    fmt::print(stderr, "{}: error: {}\n", path.string(), message);
    any_ = true;
  }
  [[nodiscard]] bool any() const { return any_; }

 private:
  bool any_ = false;
};

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

void write_if_changed(const fs::path& path, const std::string& text) {
  if (fs::exists(path) && read(path) == text) return;
  std::ofstream(path, std::ios::binary) << text;
}

bool load(Page& page, Errors& errors) {
  page.text = read(page.path);
  const auto end = page.text.find("\n---\n", 3);
  if (!page.text.starts_with("---\n") || end == std::string::npos) {
    errors.add(page.path, "no front matter between two lines of ---");
    return false;
  }
  page.tree = ddblint::parse_yaml(static_cast<ddblint::FileId>(0),
                                  std::string_view(page.text).substr(0, end + 1));
  for (const auto& diagnostic : page.tree.diagnostics) errors.add(page.path, diagnostic.message);
  if (page.tree.documents.empty() || !page.tree.documents[0]->is_mapping()) {
    errors.add(page.path, "the front matter is no mapping");
    return false;
  }
  page.front = page.tree.documents[0];
  page.markdown = page.text.substr(end + 5);
  while (page.markdown.starts_with('\n')) page.markdown.erase(0, 1);
  return true;
}

/// True when an option's default is of its type.
bool fits(const Node& value, std::string_view type) {
  if (type == "integer") return ddblint::as_integer(value.text).has_value();
  if (type == "boolean") return ddblint::as_boolean(value.text).has_value();
  if (type == "strings") return value.is_sequence();
  return !value.is_mapping() && !value.is_sequence();
}

void check_evidence(const Page& page, Errors& errors) {
  const Node* evidence = page.front->find("evidence");
  if (evidence == nullptr) return;
  if (evidence->items.empty()) errors.add(page.path, "`evidence` is no list");
  for (const Node* item : evidence->items) {
    if (std::ranges::find(kEvidence, item->text) == kEvidence.end()) {
      errors.add(page.path, fmt::format("unknown evidence `{}`", item->text));
    }
  }
}

void check_options(const Page& page, Errors& errors) {
  const Node* options = page.front->find("options");
  if (options == nullptr) return;
  for (const Node* option : options->items) {
    const Node* name = option->find("name");
    const Node* type = option->find("type");
    const Node* value = option->find("default");
    if (name == nullptr || type == nullptr || value == nullptr ||
        option->find("summary") == nullptr) {
      errors.add(page.path, "an option lacks its name, type, default or summary");
    } else if (std::ranges::find(kOptionTypes, type->text) == kOptionTypes.end()) {
      errors.add(page.path, fmt::format("option `{}`: unknown type `{}`", name->text, type->text));
    } else if (!fits(*value, type->text)) {
      errors.add(page.path,
                 fmt::format("option `{}`: its default is no {}", name->text, type->text));
    }
  }
}

void check(const Page& page, Errors& errors) {
  check_evidence(page, errors);
  check_options(page, errors);
  for (const auto& member : page.front->members) {
    if (std::find(kKeys.begin(), kKeys.end(), member.key->text) == kKeys.end()) {
      errors.add(page.path, fmt::format("unknown key `{}`", member.key->text));
    }
  }
  for (const std::string_view key :
       {"code", "slug", "title", "category", "severity", "evidence", "since", "status"}) {
    if (page.front->find(key) == nullptr) errors.add(page.path, fmt::format("no `{}`", key));
  }
  if (page.path.filename().string() !=
      fmt::format("{}-{}.md", page.value("code"), page.value("slug"))) {
    errors.add(page.path, "the file is not named CODE-slug.md");
  }
  const Node* references = page.front->find("references");
  const bool cites = references != nullptr && !references->items.empty();
  if (!cites && page.value("raised-by").empty()) errors.add(page.path, "it cites no source");
  for (const auto section : kSections) {
    if (page.markdown.find(fmt::format("\n## {}\n", section)) == std::string::npos) {
      errors.add(page.path, fmt::format("no section `{}`", section));
    }
  }
}

/// The first paragraph under "What it checks", on one line.
std::string summary(const Page& page) {
  constexpr std::string_view kHeading = "\n## What it checks\n";
  auto at = page.markdown.find(kHeading);
  if (at == std::string::npos) return "";
  at += kHeading.size();
  while (at < page.markdown.size() && page.markdown[at] == '\n') ++at;
  std::string paragraph = page.markdown.substr(at, page.markdown.find("\n\n", at) - at);
  std::replace(paragraph.begin(), paragraph.end(), '\n', ' ');
  return paragraph;
}

std::string literal(std::string_view text) { return fmt::format("R\"ddblint({})ddblint\"", text); }

/// A static array of texts, and the name of it (or an empty span).
std::string array(std::string& out, const std::string& name, const Node* list) {
  if (list == nullptr || list->items.empty()) return "{}";
  out += fmt::format("constexpr std::string_view {}[] = {{", name);
  for (const Node* item : list->items) out += literal(item->text) + ", ";
  out += "};\n";
  return name;
}

std::string evidence(std::string& out, const Page& page) {
  const std::string name = "kEvidence" + page.value("code");
  out += fmt::format("constexpr Evidence {}[] = {{", name);
  for (const Node* item : page.front->find("evidence")->items) {
    out += fmt::format("Evidence::{}, ", item->text);
  }
  out += "};\n";
  return name;
}

std::string options(std::string& out, const Page& page) {
  const Node* list = page.front->find("options");
  if (list == nullptr || list->items.empty()) return "{}";
  const std::string name = "kOptions" + page.value("code");
  out += fmt::format("constexpr RuleOption {}[] = {{", name);
  for (const Node* item : list->items) {
    const auto field = [item](std::string_view key) {
      const Node* node = item->find(key);
      return literal(node == nullptr ? std::string_view() : node->text);
    };
    out += fmt::format("{{{}, {}, {}, {}, {}}}, ", field("name"), field("type"), field("default"),
                       field("unit"), field("summary"));
  }
  out += "};\n";
  return name;
}

std::string words(std::string& out, const Page& page, const std::map<std::string, Page>& pages,
                  Errors& errors) {
  const Page* owner = &page;
  if (const std::string from = page.value("words-from"); !from.empty()) {
    const auto found = pages.find(from);
    if (found == pages.end()) {
      errors.add(page.path, fmt::format("words-from names no page: {}", from));
      return "{}";
    }
    owner = &found->second;
  }
  const Node* lists = owner->front->find("words");
  if (lists == nullptr || lists->members.empty()) return "{}";
  const std::string name = "kWords" + page.value("code");
  std::string table = fmt::format("constexpr WordList {}[] = {{", name);
  for (const auto& member : lists->members) {
    std::string list_name = fmt::format("{}_{}", name, member.key->text);
    std::replace(list_name.begin(), list_name.end(), '-', '_');
    table +=
        fmt::format("{{{}, {}}}, ", literal(member.key->text), array(out, list_name, member.value));
  }
  out += table + "};\n";
  return name;
}

std::string references(std::string& out, const Page& page) {
  const Node* list = page.front->find("references");
  if (list == nullptr || list->items.empty()) return "{}";
  const std::string name = "kReferences" + page.value("code");
  out += fmt::format("constexpr std::string_view {}[] = {{", name);
  for (const Node* item : list->items) {
    const Node* title = item->find("title");
    const Node* url = item->find("url");
    std::string text(title == nullptr ? item->text : title->text);
    if (url != nullptr) text += fmt::format(" <{}>", url->text);
    out += literal(text) + ", ";
  }
  out += "};\n";
  return name;
}

std::string rule(std::string& arrays, const Page& page, const std::map<std::string, Page>& pages,
                 Errors& errors) {
  const auto flag = [](bool value) { return value ? "true" : "false"; };
  return fmt::format(
      "    {{.code = {}, .slug = {}, .title = {}, .category = {}, .severity = Severity::{},\n"
      "     .evidence = {}, .options = {}, .words = {}, .references = {},\n"
      "     .since = {}, .status = {}, .applies_to = AppliesTo::{}, .on_by_default = {},\n"
      "     .requests_only = {}, .raised_elsewhere = {}, .summary = {},\n     .markdown = {},\n"
      "     .page = {}}},\n",
      literal(page.value("code")), literal(page.value("slug")), literal(page.value("title")),
      literal(page.value("category")), page.value("severity"), evidence(arrays, page),
      options(arrays, page), words(arrays, page, pages, errors), references(arrays, page),
      literal(page.value("since")), literal(page.value("status")),
      page.value("applies-to", "table"), flag(page.value("default", "on") != "off"),
      flag(page.value("requests-only") == "true"), flag(!page.value("raised-by").empty()),
      literal(summary(page)), literal(page.markdown), literal(page.path.filename().string()));
}

std::string catalogue(const std::map<std::string, Page>& pages, std::string_view url,
                      Errors& errors) {
  std::string arrays;
  std::string rules;
  for (const auto& [code, page] : pages) rules += rule(arrays, page, pages, errors);
  return fmt::format(
      "// Generated from rules/*.md.\n#include \"rules/catalogue.h\"\n"
      "#include \"rules/catalogue_url.h\"\n\nnamespace ddblint {{\nnamespace {{\n\n{}\n"
      "constexpr RuleInfo kRules[] = {{\n{}}};\n\n}}  // namespace\n\n"
      "std::span<const RuleInfo> catalogue() {{ return kRules; }}\n"
      "std::string_view rule_pages_url() {{ return {}; }}\n\n}}  // namespace ddblint\n",
      arrays, rules, literal(url));
}

void check_detectors(const std::map<std::string, Page>& pages, const fs::path& folder,
                     Errors& errors) {
  std::set<std::string> used;
  for (const auto& [code, page] : pages) {
    if (page.detector().empty()) continue;
    used.insert(page.detector());
    const fs::path source = folder / (page.detector() + ".cpp");
    if (!fs::exists(source)) {
      errors.add(page.path, fmt::format("no detector {}", source.string()));
    }
  }
  for (const auto& entry : fs::directory_iterator(folder)) {
    const fs::path& path = entry.path();
    if (path.extension() != ".cpp" || fs::exists(fs::path(path).replace_extension(".h"))) continue;
    if (!used.contains(path.stem().string())) errors.add(path, "a detector without a page");
  }
}

void write_detectors(const std::map<std::string, Page>& pages, const fs::path& out) {
  std::set<std::string> names;
  std::string table;
  for (const auto& [code, page] : pages) {
    if (page.detector().empty()) continue;
    names.insert(page.detector());
    table += fmt::format("    {{\"{}\", {}}},\n", code, page.detector());
  }
  std::string header =
      "// Generated from rules/*.md.\n#pragma once\n\n#include \"rules/detector.h\"\n\n"
      "namespace ddblint {\n\n";
  for (const auto& name : names) {
    header += fmt::format("Findings {}(const Subject& subject, const Rule& rule);\n", name);
  }
  header += "\n}  // namespace ddblint\n";
  write_if_changed(out / "detectors.gen.h", header);
  write_if_changed(
      out / "detectors.gen.cpp",
      fmt::format("// Generated from rules/*.md.\n#include \"rules/detectors.gen.h\"\n\n"
                  "namespace ddblint {{\nnamespace {{\n\n"
                  "constexpr DetectorEntry kDetectors[] = {{\n{}}};\n\n"
                  "}}  // namespace\n\nstd::span<const DetectorEntry> detectors() "
                  "{{ return kDetectors; }}\n\n}}  // namespace ddblint\n",
                  table));
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() != 4) {
    fmt::print(stderr, "usage: rule_generator PAGES DETECTORS OUTPUT URL\n");
    return 2;
  }
  Errors errors;
  std::map<std::string, Page> pages;
  for (const auto& entry : fs::directory_iterator(arguments[0])) {
    if (entry.path().extension() != ".md" || entry.path().filename() == "README.md") continue;
    Page page;
    page.path = entry.path();
    if (!load(page, errors)) continue;
    check(page, errors);
    const std::string code = page.value("code");
    if (pages.contains(code)) errors.add(page.path, "its code is taken: " + code);
    pages.insert_or_assign(code, std::move(page));
  }
  check_detectors(pages, arguments[1], errors);
  if (errors.any()) return 1;
  const fs::path out = arguments[2];
  fs::create_directories(out);
  const std::string text = catalogue(pages, arguments[3], errors);
  if (errors.any()) return 1;
  write_if_changed(out / "catalogue.gen.cpp", text);
  write_detectors(pages, out);
  return 0;
}
