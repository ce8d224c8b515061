#include "cli/inputs.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <map>
#include <thread>

#include <fmt/format.h>

#include "cli/terraform_inputs.h"
#include "schema/terraform/module.h"
#include "source/discover.h"
#include "syntax/parse.h"

namespace fs = std::filesystem;

namespace ddblint {
namespace {

/// Below this many files, starting threads costs more than they save.
constexpr std::size_t kFilesPerThread = 16;

/// Endings of files that can hold a definition.
const std::vector<std::string>& definition_endings() {
  static const std::vector<std::string> kEndings = {"yaml",     "yml", "json",
                                                    "template", "tf",  "tofu"};
  return kEndings;
}

Diagnostic unreadable(FileId file, std::string_view what, const std::string& why) {
  return {.kind = DiagnosticKind::unreadable_input,
          .span = {file, 0, 0},
          .message = fmt::format("the {} cannot be read: {}", what, why)};
}

class Collector {
 public:
  Collector(const Options& options, Inputs& inputs) : options_(options), inputs_(inputs) {}

  void run();

 private:
  void argument(const std::string& path, std::size_t index);
  void directory(const std::string& path, std::size_t index);
  void add(const std::string& path, std::size_t index, bool named);
  std::size_t config_for(const std::string& path);
  std::size_t load_config(const std::string& path);
  [[nodiscard]] bool excluded(const std::string& path, const Config& config) const;

  const Options& options_;
  Inputs& inputs_;
  std::map<std::string, std::size_t> input_by_path_;
  std::map<std::string, std::size_t> config_of_directory_;
  std::map<std::string, std::size_t> config_by_path_;
};

void Collector::run() {
  inputs_.configs.push_back(std::make_unique<RunConfig>());
  if (options_.config) load_config(*options_.config);
  auto paths = options_.paths;
  if (paths.empty()) paths.emplace_back(".");
  for (std::size_t i = 0; i < paths.size(); ++i) {
    inputs_.arguments.push_back(paths[i] == "-" ? options_.stdin_filename : shown_path(paths[i]));
    argument(paths[i], i);
  }
}

void Collector::argument(const std::string& path, std::size_t index) {
  if (path == "-") {
    add(path, index, true);
    return;
  }
  std::error_code failed;
  const auto status = fs::status(path, failed);
  if (fs::is_directory(status)) {
    directory(shown_path(path), index);
  } else {
    add(shown_path(path), index, true);
  }
}

void Collector::directory(const std::string& path, std::size_t index) {
  DiscoverOptions walk;
  walk.respect_gitignore = options_.respect_gitignore;
  walk.extensions = definition_endings();
  walk.threads = thread_count(options_);
  auto found = discover(path, walk);
  inputs_.errors.insert(inputs_.errors.end(), found.errors.begin(), found.errors.end());
  for (const auto& file : found.files) {
    const std::string name = fs::path(file).filename().string();
    const bool own_config = name == "ddblint.yaml" || name == ".ddblint.yaml";
    if (!own_config) add(file, index, false);
  }
}

// A file that is named explicitly is read even where the config excludes it, unless
// --force-exclude.
bool Collector::excluded(const std::string& path, const Config& config) const {
  if (config.include.empty() && config.exclude.empty()) return false;
  const std::string relative =
      config.directory.empty() || config.directory == "."
          ? path
          : fs::path(path).lexically_relative(config.directory).generic_string();
  if (!config.include.empty() && !matches_globs(relative, config.include)) return true;
  return matches_globs(relative, config.exclude);
}

void Collector::add(const std::string& path, std::size_t index, bool named) {
  const bool is_stdin = path == "-";
  const std::string& shown = is_stdin ? options_.stdin_filename : path;
  const std::size_t config = config_for(shown);
  if (const auto known = input_by_path_.find(shown); known != input_by_path_.end()) {
    inputs_.files[known->second].named = inputs_.files[known->second].named || named;
    inputs_.repeats.emplace_back(index, known->second);
    return;
  }
  const bool skip = excluded(shown, inputs_.configs[config]->config);
  if (skip && (!named || options_.force_exclude)) return;
  Input input;
  input.file = inputs_.sources.add(shown);
  input.named = named;
  input.argument = index;
  input.config = config;
  input_by_path_[shown] = inputs_.files.size();
  inputs_.files.push_back(std::move(input));
}

std::size_t Collector::config_for(const std::string& path) {
  if (options_.no_config) return 0;
  if (options_.config) return inputs_.configs.size() - 1;
  const std::string directory = fs::path(path).parent_path().generic_string();
  const auto known = config_of_directory_.find(directory);
  if (known != config_of_directory_.end()) return known->second;
  const auto found = find_config(path);
  const std::size_t index = found ? load_config(*found) : 0;
  config_of_directory_[directory] = index;
  return index;
}

std::size_t Collector::load_config(const std::string& path) {
  const auto known = config_by_path_.find(path);
  if (known != config_by_path_.end()) return known->second;
  auto loaded = std::make_unique<RunConfig>();
  loaded->file = inputs_.sources.add(shown_path(path));
  auto bytes = read_file(path);
  if (!bytes) {
    inputs_.config_diagnostics.push_back(unreadable(loaded->file, "config", bytes.error()));
    bytes = "";
  }
  SourceFile& source = inputs_.sources.file(loaded->file);
  source.set_text(std::move(*bytes));
  loaded->tree = parse_yaml(loaded->file, source.text());
  LoadedConfig read = read_config(source, loaded->tree);
  inputs_.config_diagnostics.insert(inputs_.config_diagnostics.end(), read.diagnostics.begin(),
                                    read.diagnostics.end());
  loaded->config = std::move(read.config);
  inputs_.configs.push_back(std::move(loaded));
  config_by_path_[path] = inputs_.configs.size() - 1;
  return inputs_.configs.size() - 1;
}

/// Reads one file, and parses it unless it waits for its configuration. Touches nothing but the
/// file's own input and source.
void read_one(Input& input, SourceSet& sources, const Options& options,
              const ReadOptions& reading) {
  SourceFile& source = sources.file(input.file);
  const bool is_stdin =
      input.named && options.paths.size() > input.argument && options.paths[input.argument] == "-";
  auto bytes = is_stdin ? read_stdin() : read_file(source.path());
  if (!bytes) {
    input.unreadable = bytes.error();
    return;
  }
  source.set_text(std::move(*bytes));
  input.terraform = named_terraform(source.path());
  const bool must_parse = input.named && options.error_on_unmatched;
  const bool could_matter =
      input.terraform ? could_make_table(source.text()) : could_define_table(source.text());
  if (!must_parse && !could_matter) {
    // A configuration may need it for what others name.
    if (!input.terraform) source.set_text({});
    return;
  }
  input.parsed = true;
  if (input.terraform) return;
  input.tree = parse(input.file, source.path(), source.text());
  input.definitions = read_definitions(input.tree, source.path(), source.text(), reading);
}

/// A plan can be shown with its configuration, so it waits for that one.
bool waits_for_configuration(const Input& input) {
  const auto& tables = input.definitions.tables;
  return !tables.empty() && tables.front().first().dialect == Dialect::terraform_plan;
}

ReadOptions reading_options(const Options& options, Inputs& inputs) {
  ReadOptions reading;
  for (const auto& path : options.parameter_files) {
    const FileId file = inputs.sources.add(shown_path(path));
    auto bytes = read_file(path);
    if (!bytes) {
      inputs.config_diagnostics.push_back(unreadable(file, "parameter file", bytes.error()));
      continue;
    }
    SourceFile& source = inputs.sources.file(file);
    source.set_text(std::move(*bytes));
    Tree tree = parse(file, path, source.text());
    if (named_variables(path)) {
      inputs.config_diagnostics.insert(inputs.config_diagnostics.end(), tree.diagnostics.begin(),
                                       tree.diagnostics.end());
      for (const Node* body : tree.documents) reading.variables.push_back(body);
      inputs.variables.push_back(std::move(tree));
      continue;
    }
    ParameterFile read = read_parameters(tree);
    reading.parameters.merge(read.values);
    inputs.config_diagnostics.insert(inputs.config_diagnostics.end(), read.diagnostics.begin(),
                                     read.diagnostics.end());
  }
  for (const auto& [name, value] : options.parameters) reading.parameters[name] = value;
  return reading;
}

}  // namespace

std::string shown_path(const std::string& path) {
  std::string result = fs::path(path).lexically_normal().generic_string();
  if (fs::path(result).is_absolute()) {
    std::error_code failed;
    const auto relative = fs::path(result).lexically_relative(fs::current_path(failed));
    if (!failed && !relative.empty() && *relative.begin() != "..") {
      result = relative.generic_string();
    }
  }
  if (result.size() > 1 && result.ends_with('/')) result.pop_back();
  return result;
}

unsigned thread_count(const Options& options) {
  return options.threads > 0 ? options.threads : std::max(1U, std::thread::hardware_concurrency());
}

Inputs find_inputs(const Options& options) {
  Inputs inputs;
  Collector(options, inputs).run();
  inputs.reading = reading_options(options, inputs);
  return inputs;
}

void read_inputs(Inputs& inputs, const Options& options, const std::function<void(Unit)>& done) {
  std::atomic<std::size_t> next = 0;
  const std::size_t count = inputs.files.size();
  const auto work = [&] {
    for (std::size_t i = next++; i < count; i = next++) {
      Input& input = inputs.files[i];
      read_one(input, inputs.sources, options, inputs.reading);
      if (!input.terraform && !waits_for_configuration(input)) done({&i, 1});
    }
  };
  const std::size_t useful = count / kFilesPerThread + 1;
  const std::size_t threads =
      useful == 1 ? 1 : std::min<std::size_t>(thread_count(options), useful);
  {
    std::vector<std::jthread> workers;
    for (std::size_t i = 1; i < threads; ++i) workers.emplace_back(work);
    work();
  }
  std::vector<std::size_t> waiting;
  for (std::size_t i = 0; i < count; ++i) {
    const Input& input = inputs.files[i];
    if (input.terraform || waits_for_configuration(input)) waiting.push_back(i);
  }
  for (const auto& unit : read_configurations(inputs, waiting)) done(unit);
}

std::string list_files(const Inputs& inputs) {
  std::string text;
  for (const auto& input : inputs.files) text += inputs.sources.file(input.file).path() + "\n";
  return text;
}

}  // namespace ddblint
