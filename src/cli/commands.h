#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/options.h"
#include "report/report.h"

namespace ddblint {

using Arguments = std::vector<std::string>;

/// One command of the program.
struct Command {
  CommandSpec spec;
  ExitCode (*run)(const Options& options);
};

ExitCode run_check(const Options& options);
ExitCode run_profile(const Options& options);
ExitCode run_merge(const Options& options);
ExitCode run_inspect(const Options& options);
ExitCode run_explain(const Options& options);
ExitCode run_rules_command(const Options& options);
ExitCode run_config(const Options& options);
ExitCode run_version(const Options& options);

/// The whole program: arguments without its own name.
ExitCode run_program(const Arguments& arguments);

/// Colour and links for standard output, by option, environment and terminal.
TextStyle text_style(const Options& options);

/// Writes a report to where a format asks for; false, with a message, when it cannot.
bool write_output(const FormatRequest& request, const std::string& text);

/// Prints `ddblint: message` to standard error.
void complain(std::string_view message);

}  // namespace ddblint
