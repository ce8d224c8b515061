#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/inputs.h"

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
  for (const auto& request : options.formats) {
    const std::string text = request.format == "json"
                                 ? render_inspect_json(inputs.sources, files)
                                 : render_inspect_text(inputs.sources, files, text_style(options));
    failed = !write_output(request, text) || failed;
  }
  if (!found && options.error_on_unmatched) {
    complain("no DynamoDB table found");
    failed = true;
  }
  return failed ? ExitCode::failed : ExitCode::clean;
}

}  // namespace ddblint
