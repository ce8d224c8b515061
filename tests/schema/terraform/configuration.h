#pragma once

#include <map>
#include <memory>
#include <string>

#include "schema/reading.h"
#include "schema/terraform/module.h"
#include "source/source_file.h"
#include "syntax/parse.h"

namespace ddblint {

/// Folders of Terraform files in memory, read as a configuration.
class Configuration {
 public:
  /// Adds a file; `folder/name.tf`, or a bare name for the root.
  Configuration& add(const std::string& path, std::string text) {
    const FileId file = sources_.add(path);
    sources_.file(file).set_text(std::move(text));
    auto& tree =
        *trees_.emplace_back(std::make_unique<Tree>(parse(file, path, sources_.file(file).text())));
    const auto slash = path.rfind('/');
    ModuleFolder& folder = folders_[slash == std::string::npos ? "." : path.substr(0, slash)];
    folder.path = slash == std::string::npos ? "." : path.substr(0, slash);
    const std::vector<const Node*> documents = tree.documents;
    for (const Node* document : documents) {
      const bool json = path.ends_with(".json");
      const bool values = path.ends_with(".tfvars");
      (values ? folder.values : folder.bodies)
          .push_back(json ? body_of_json(tree, *document) : document);
    }
    for (const auto& diagnostic : tree.diagnostics) INFO(diagnostic.message);
    return *this;
  }

  Definitions read(const ReadOptions& options = {}) const {
    const FindFolder find = [this](const std::string& path) -> const ModuleFolder* {
      const auto found = folders_.find(path);
      return found == folders_.end() ? nullptr : &found->second;
    };
    return read_terraform(folders_.at("."), find, sources_, options);
  }

  [[nodiscard]] std::string_view source(Span span) const { return sources_.text(span); }
  [[nodiscard]] const SourceSet& sources() const { return sources_; }
  [[nodiscard]] const Tree& tree(std::size_t n = 0) const { return *trees_.at(n); }

 private:
  SourceSet sources_;
  std::vector<std::unique_ptr<Tree>> trees_;
  std::map<std::string, ModuleFolder> folders_;
};

/// The tables of one root file, a summary each on a line.
inline std::string tables(const Definitions& found) {
  std::string out;
  for (const auto& definition : found.tables) {
    const Table& table = definition.first();
    out += fmt::format("{} name={} key={} billing={}\n", table.id, shown(table.name),
                       shown(table.key), shown(table.billing_mode));
  }
  return out;
}

inline std::string tables(const std::string& text, const ReadOptions& options = {}) {
  return tables(Configuration().add("main.tf", text).read(options));
}

/// `what: why` of each open value, one a line.
inline std::string open_values(const Definitions& found) {
  std::string out;
  for (const auto& value : found.open) out += fmt::format("{}: {}\n", value.what, value.why);
  return out;
}

}  // namespace ddblint
