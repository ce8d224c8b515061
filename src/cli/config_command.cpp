#include <fmt/format.h>

#include "cli/commands.h"
#include "config/config.h"
#include "rules/engine.h"
#include "source/source_file.h"
#include "syntax/parse.h"

namespace ddblint {
namespace {

ExitCode show_or_check(const Options& options, bool show) {
  const std::string start = options.paths.size() > 1 ? options.paths[1] : ".";
  const auto path = find_config(start);
  if (!path) {
    fmt::print("{}", show ? show_config({}) : "no ddblint.yaml here: the defaults hold\n");
    return ExitCode::clean;
  }
  auto bytes = read_file(*path);
  if (!bytes) {
    complain(fmt::format("`{}` cannot be read: {}", *path, bytes.error()));
    return ExitCode::failed;
  }
  SourceSet sources;
  const FileId file = sources.add(*path);
  sources.file(file).set_text(std::move(*bytes));
  const Tree tree = parse_yaml(file, sources.file(file).text());
  const LoadedConfig loaded = read_config(sources.file(file), tree);
  if (!loaded.diagnostics.empty()) {
    CheckReport report;
    report.sources = &sources;
    report.findings = findings_of(loaded.diagnostics, {});
    for (auto& finding : report.findings) finding.severity = Severity::error;
    report.summary.files = 1;
    report.summary.errors = report.findings.size();
    fmt::print(stderr, "{}",
               render_text(report, {.color = false, .hyperlinks = false, .quiet = true}));
    return ExitCode::failed;
  }
  fmt::print("{}", show ? show_config(loaded.config) : fmt::format("{} is right\n", *path));
  return ExitCode::clean;
}

}  // namespace

ExitCode run_config(const Options& options) {
  const std::string word = options.paths.empty() ? "" : options.paths.front();
  if (word == "schema") {
    return write_output({"text", ""}, config_schema()) ? ExitCode::clean : ExitCode::failed;
  }
  if (word == "show" || word == "check") return show_or_check(options, word == "show");
  complain("config takes show, check or schema");
  return ExitCode::failed;
}

}  // namespace ddblint
