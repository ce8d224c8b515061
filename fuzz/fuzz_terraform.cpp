// From Terraform files to findings: a form feed begins the next file. The first is the root's, the
// second JSON syntax beside it, the third a module, further ones variable files.

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "check_tree.h"

#include "report/report.h"
#include "rules/engine.h"
#include "schema/terraform/module.h"
#include "syntax/parse.h"

namespace {

constexpr std::array<std::string_view, 4> kNames = {"main.tf", "more.tf.json", "m/main.tf",
                                                    "x.auto.tfvars"};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace ddblint;
  static const RuleSettings kSettings = [] {
    RuleSettings settings;
    for (const auto& rule : catalogue()) settings[std::string(rule.code)] = {};
    return settings;
  }();
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  SourceSet sources;
  std::vector<Tree> trees;
  trees.reserve(kNames.size());
  std::map<std::string, ModuleFolder> folders;
  bool could = false;
  for (const std::string_view name : kNames) {
    const auto end = rest.find('\f');
    const FileId file = sources.add(std::string(name));
    sources.file(file).set_text(std::string(rest.substr(0, end)));
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    const std::string_view text = sources.file(file).text();
    could = could || could_make_table(text) || text.find('\\') != std::string_view::npos;
    Tree& tree = trees.emplace_back(parse(file, name, text));
    fuzz::TreeCheck(text).tree(tree);
    const std::string path = name.starts_with("m/") ? "m" : ".";
    ModuleFolder& folder = folders[path];
    folder.path = path;
    const std::vector<const Node*> documents = tree.documents;
    for (const Node* document : documents) {
      if (!document->is_mapping()) continue;
      if (name.ends_with(".tfvars")) {
        folder.values.push_back(document);
      } else {
        folder.bodies.push_back(named_hcl(name) ? document : body_of_json(tree, *document));
      }
    }
  }
  const FindFolder find = [&](const std::string& path) -> const ModuleFolder* {
    const auto found = folders.find(path);
    return found == folders.end() ? nullptr : &found->second;
  };
  const Definitions definitions = read_terraform(folders.at("."), find, sources, {});
  fuzz::require(definitions.tables.empty() || could);
  CheckReport report;
  report.sources = &sources;
  report.findings = run_rules(definitions, kSettings).findings;
  report.repository_path = [](std::string_view path) { return std::string(path); };
  fuzz::require(!render_json(report).empty());
  render_text(report, {.color = false, .hyperlinks = false, .quiet = false});
  return 0;
}
