#include "cli/pattern_files.h"

#include <filesystem>
#include <utility>

#include "workload/pattern_reader.h"
#include <fmt/format.h>

#include "cli/append.h"
#include "cli/inputs.h"
#include "source/discover.h"
#include "syntax/parse.h"

namespace fs = std::filesystem;

namespace ddblint {
namespace {

constexpr std::string_view kWildcards = "*?[";

/// A model of a design tool, which may be given in place of a pattern file.
CarriedPatterns patterns_of_model(const SourceFile& source, const Tree& tree) {
  if (!could_define_table(source.text())) return {};
  return carried_patterns(read_definitions(tree, source.path(), source.text(), {}));
}

void read_sets(PatternFile& into, const SourceFile& source, const Tree& tree) {
  CarriedPatterns carried = patterns_of_model(source, tree);
  if (!carried.sets.empty()) {
    into.sets = std::move(carried.sets);
    into.diagnostics = tree.diagnostics;
    append(into.diagnostics, std::move(carried.diagnostics));
    return;
  }
  ReadPatterns read = read_pattern_file(tree);
  into.own_kind = true;
  into.sets.push_back(std::move(read.set));
  into.diagnostics = std::move(read.diagnostics);
}

std::vector<std::string> walk(const std::string& directory, std::vector<std::string> include) {
  DiscoverOptions options;
  options.respect_gitignore = false;
  options.include = std::move(include);
  options.extensions = {"yaml", "yml", "json"};
  return discover(directory, options).files;
}

/// The files that a glob names: walked from the last folder that has no wildcard.
std::vector<std::string> expand(const std::string& word) {
  const auto slash = word.rfind('/', word.find_first_of(kWildcards));
  if (slash == std::string::npos) return walk(".", {"/" + word});
  return walk(slash == 0 ? "/" : word.substr(0, slash), {word.substr(slash)});
}

}  // namespace

std::expected<const PatternFile*, std::string> PatternFiles::read(const std::string& path) {
  const std::string shown = shown_path(path);
  if (const auto known = by_path_.find(shown); known != by_path_.end()) return known->second;
  auto bytes = read_file(path);
  if (!bytes) {
    return std::unexpected(fmt::format("`{}` cannot be read: {}", shown, bytes.error()));
  }
  PatternFile& out = files_.emplace_back();
  out.path = shown;
  out.file = sources_.add(shown);
  SourceFile& source = sources_.file(out.file);
  source.set_text(std::move(*bytes));
  const Tree tree = parse(out.file, shown, source.text());
  read_sets(out, source, tree);
  out.broken = !tree.complete;
  out.whole = tree.complete && out.diagnostics.empty();
  out.suppressions = comment_suppressions(source, out.file, tree);
  by_path_[shown] = &out;
  return &out;
}

CarriedPatterns carried_patterns(const Definitions& definitions) {
  CarriedPatterns out;
  for (const StatedPatterns& stated : definitions.patterns) {
    const bool facets = !stated.table_id.empty();
    ReadPatterns read = facets ? read_facets(*stated.patterns, stated.table_id)
                               : read_model_patterns(*stated.patterns);
    if (facets) read.set.table = {.text = stated.table_id, .span = stated.patterns->span};
    out.sets.push_back(std::move(read.set));
    append(out.diagnostics, std::move(read.diagnostics));
  }
  return out;
}

std::expected<std::vector<std::string>, std::string> pattern_paths(const std::string& word) {
  std::error_code failed;
  std::vector<std::string> paths;
  if (fs::is_directory(word, failed)) {
    paths = walk(word, {});
  } else if (fs::exists(word, failed)) {
    paths = {word};
  } else if (word.find_first_of(kWildcards) != std::string::npos) {
    paths = expand(word);
  } else {
    return std::unexpected(fmt::format("`{}` cannot be read: No such file or directory", word));
  }
  if (paths.empty()) return std::unexpected(fmt::format("no pattern file in `{}`", word));
  return paths;
}

}  // namespace ddblint
