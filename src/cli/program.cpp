#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>
#include <unistd.h>

#include "cli/commands.h"
#include "source/text.h"

namespace ddblint {
namespace {

const std::vector<Command>& commands() {
  static const std::vector<Command> kCommands = {
      {{.name = "check",
        .usage = "[PATH|-]...",
        .summary = "Lint table definitions (default: the current directory).",
        .formats = {"text", "concise", "json", "sarif"},
        .lints = true,
        .reads_definitions = true,
        .data = CommandSpec::Data::binds},
       run_check},
      {{.name = "profile",
        .usage = "DATA...",
        .summary = "Measure what data say about keys: files, folders, exports, - or profiles.",
        .formats = {"text", "json"},
        .data = CommandSpec::Data::measures},
       run_profile},
      {{.name = "merge",
        .usage = "PROFILE...",
        .summary = "Put profiles together that were made apart.",
        .formats = {"text", "json"},
        .data = CommandSpec::Data::merges},
       run_merge},
      {{.name = "inspect",
        .usage = "PATH...",
        .summary = "Print what the linter sees: table models, and which key serves which pattern.",
        .formats = {"text", "json", "create-table"},
        .reads_definitions = true,
        .data = CommandSpec::Data::binds},
       run_inspect},
      {{.name = "explain",
        .usage = "RULE|SLUG...",
        .summary = "Print a rule's page.",
        .formats = {"text", "markdown", "json"}},
       run_explain},
      {{.name = "rules",
        .usage = "",
        .summary = "List all rules.",
        .formats = {"text", "json", "markdown"}},
       run_rules_command},
      {{.name = "config",
        .usage = "show|check|schema [PATH]",
        .summary = "Show the effective config, check it, or print its JSON Schema.",
        .formats = {"text"}},
       run_config},
      {{.name = "version",
        .usage = "",
        .summary = "Print the version.",
        .formats = {"text", "json"}},
       run_version},
  };
  return kCommands;
}

std::string short_help() {
  std::string text =
      "ddblint - schema linter and key-design analyzer for Amazon DynamoDB\n\n"
      "Usage: ddblint COMMAND [OPTIONS] ...\n\nCommands:\n";
  for (const auto& command : commands()) {
    text += fmt::format("  {:<9} {}\n", command.spec.name, command.spec.summary);
  }
  return text + "\nddblint COMMAND --help tells more. Exit codes: 0 clean, 1 findings, 2 failed.\n";
}

const Command* find_command(std::string_view name) {
  for (const auto& command : commands()) {
    if (command.spec.name == name) return &command;
  }
  return nullptr;
}

ExitCode unknown_command(const std::string& word) {
  std::vector<std::string_view> names;
  for (const auto& command : commands()) names.push_back(command.spec.name);
  const auto near = nearest(word, names);
  if (near.empty() && ::access(word.c_str(), F_OK) == 0) {
    complain(fmt::format("\"{0}\" is no command; to lint it: ddblint check {0}", word));
  } else {
    complain(fmt::format("unknown command \"{}\"{}", word, did_you_mean(word, names)));
  }
  return ExitCode::failed;
}

ExitCode help(const Arguments& arguments) {
  if (arguments.size() < 2) {
    fmt::print("{}", short_help());
    return ExitCode::clean;
  }
  const Command* command = find_command(arguments[1]);
  if (command == nullptr) return unknown_command(arguments[1]);
  fmt::print("{}", help_text(command->spec));
  return ExitCode::clean;
}

bool set(const char* variable) {
  const char* value = std::getenv(variable);  // NOLINT(concurrency-mt-unsafe): before any thread
  return value != nullptr && *value != '\0';
}

bool set_and_not_zero(const char* variable) {
  const char* value = std::getenv(variable);  // NOLINT(concurrency-mt-unsafe): before any thread
  return value != nullptr && *value != '\0' && std::string_view(value) != "0";
}

}  // namespace

ExitCode run_program(const Arguments& arguments) {
  if (arguments.empty()) {
    fmt::print(stderr, "{}", short_help());
    return ExitCode::failed;
  }
  const std::string& word = arguments.front();
  if (word == "help" || word == "--help" || word == "-h") return help(arguments);
  const Command* command = find_command(word == "--version" ? "version" : word);
  if (command == nullptr) return unknown_command(word);
  const auto options = parse_options(command->spec, {arguments.begin() + 1, arguments.end()});
  if (options) return command->run(*options);
  if (options.error().empty()) {
    fmt::print("{}", help_text(command->spec));
    return ExitCode::clean;
  }
  complain(options.error());
  return ExitCode::failed;
}

// The order of no-color.org and bixense.com/clicolors: option, NO_COLOR, FORCE_COLOR, terminal.
TextStyle text_style(const Options& options) {
  const bool terminal = ::isatty(STDOUT_FILENO) == 1;
  TextStyle style;
  style.quiet = options.quiet;
  style.verbose = options.verbose;
  if (options.color != "auto") {
    style.color = options.color == "always";
  } else if (set("NO_COLOR")) {
    style.color = false;
  } else if (set_and_not_zero("FORCE_COLOR") || set_and_not_zero("CLICOLOR_FORCE")) {
    style.color = true;
  } else {
    const char* term = std::getenv("TERM");  // NOLINT(concurrency-mt-unsafe): before any thread
    style.color = terminal && term != nullptr && std::string_view(term) != "dumb";
  }
  style.hyperlinks = style.color && terminal && !set("CI");
  return style;
}

bool write_output(const FormatRequest& request, const std::string& text) {
  const auto put = [&text](std::FILE* out) {
    return std::fwrite(text.data(), 1, text.size(), out) == text.size() && std::fflush(out) == 0;
  };
  bool written = false;
  if (request.file.empty()) {
    written = put(stdout);
  } else if (std::FILE* out = std::fopen(request.file.c_str(), "wb"); out != nullptr) {
    written = put(out);
    written = std::fclose(out) == 0 && written;
  }
  if (!written) {
    complain(
        fmt::format("cannot write {}", request.file.empty() ? "to standard output" : request.file));
  }
  return written;
}

void complain(std::string_view message) { fmt::print(stderr, "ddblint: {}\n", message); }

}  // namespace ddblint
