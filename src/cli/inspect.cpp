#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/inputs.h"
#include "cli/served_tables.h"

namespace ddblint {
namespace {

/// True when something that was asked for could not be read.
bool tell_unreadable(const Inputs& inputs) {
  bool failed = false;
  for (const auto& input : inputs.files) {
    if (input.unreadable) {
      complain(fmt::format("`{}` cannot be read: {}", inputs.sources.file(input.file).path(),
                           *input.unreadable));
    }
    failed = failed || (input.named && (input.unreadable || !input.tree.complete));
  }
  for (const auto& message : inputs.errors) complain(message);
  return failed;
}

/// The inputs of CreateTable; nothing, with reasons, when no table can be created.
std::optional<std::string> create_table_text(const SourceSet& sources,
                                             std::span<const InspectedFile> files) {
  CreateTableInputs inputs = render_create_table(sources, files);
  for (const auto& message : inputs.left_out) complain(message);
  if (inputs.text.empty() && !inputs.left_out.empty()) return std::nullopt;
  return std::move(inputs.text);
}

/// The patterns of `--patterns`, served; nothing, with reasons, where they cannot be.
std::optional<ServedTables> served_tables(Inputs& inputs, const Options& options) {
  ServedTables served = serve_tables(inputs, options);
  for (const Diagnostic& one : served.diagnostics) {
    const LineColumn at = inputs.sources.begin_of(one.span);
    complain(one.span.valid()
                 ? fmt::format("{}:{}:{}: {}", inputs.sources.file(one.span.file).path(), at.line,
                               at.column, one.message)
                 : one.message);
  }
  for (const std::string& message : served.errors) complain("--patterns: " + message);
  const bool failed = !served.diagnostics.empty() || !served.errors.empty();
  return failed ? std::nullopt : std::optional(std::move(served));
}

/// What a format shows of the files; nothing when it can show none of their tables.
std::optional<std::string> rendered(const SourceSet& sources, std::span<const InspectedFile> files,
                                    std::span<const ServedTable> served, const std::string& format,
                                    const Options& options) {
  const bool serves = !options.patterns.empty();
  if (format == "json" && serves) return render_inspect_json(sources, files, served);
  if (format == "json") return render_inspect_json(sources, files);
  if (format == "create-table") return create_table_text(sources, files);
  if (serves) return render_serving_text(served, text_style(options));
  return render_inspect_text(sources, files, text_style(options));
}

}  // namespace

ExitCode run_inspect(const Options& options) {
  Inputs inputs = find_inputs(options);
  for (const auto& diagnostic : inputs.config_diagnostics) complain(diagnostic.message);
  if (!inputs.config_diagnostics.empty()) return ExitCode::failed;
  if (options.show_files) {
    fmt::print("{}", list_files(inputs));
    return ExitCode::clean;
  }
  read_inputs(inputs, options, [](Unit) {});
  bool failed = tell_unreadable(inputs);
  std::vector<InspectedFile> files;
  bool found = false;
  for (const auto& input : inputs.files) {
    const bool relevant =
        input.parsed && !input.context &&
        (input.named || !input.tree.complete || !input.definitions.tables.empty());
    if (!relevant) continue;
    files.push_back({.file = input.file,
                     .definitions = &input.definitions,
                     .diagnostics = &input.tree.diagnostics});
    found = found || !input.definitions.tables.empty();
  }
  ServedTables served;
  if (!options.patterns.empty() && found) {
    auto tables = served_tables(inputs, options);
    failed = failed || !tables;
    if (tables) served = std::move(*tables);
  }
  for (const auto& request : options.formats) {
    const auto text = rendered(inputs.sources, files, served.tables, request.format, options);
    failed = !text || !write_output(request, *text) || failed;
  }
  if (!found && options.error_on_unmatched) {
    complain("no DynamoDB table found");
    failed = true;
  }
  return failed ? ExitCode::failed : ExitCode::clean;
}

}  // namespace ddblint
