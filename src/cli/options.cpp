#define CXXOPTS_VECTOR_DELIMITER '\0'
// With std::regex the library compiles its patterns at every start of the program.
#define CXXOPTS_NO_REGEX

#include "cli/options.h"

#include <algorithm>

#include <cxxopts.hpp>
#include <fmt/format.h>

#include "cli/data_options.h"
#include "source/text.h"
#include "syntax/node.h"

namespace ddblint {
namespace {

using Texts = std::vector<std::string>;

void add_parameter_options(cxxopts::Options& options) {
  options.add_options("Input")  //
      ("parameter", "Value of a template parameter or a Terraform variable (repeats)",
       cxxopts::value<Texts>(),
       "NAME=VALUE")("parameter-file", "JSON, YAML or .tfvars file with such values (repeats)",
                     cxxopts::value<Texts>(), "FILE")("var", "The same as --parameter",
                                                      cxxopts::value<Texts>(), "NAME=VALUE")(
          "var-file", "The same as --parameter-file", cxxopts::value<Texts>(), "FILE")(
          "j,jobs", "Threads (default: one a core)", cxxopts::value<unsigned>(), "N");
}

void add_walking_options(cxxopts::Options& options) {
  options.add_options("Input")  //
      ("stdin-filename", "Name of what `-` reads", cxxopts::value<std::string>(), "NAME")(
          "no-respect-gitignore", "Walk directories without regard to .gitignore")(
          "force-exclude", "Apply excludes to files that are named explicitly, too")(
          "no-error-on-unmatched", "Files that define no table are no error")(
          "show-files", "Print the files that would be read, and stop")(
          "explain-unknown", "List the values that stayed open, and why")(
          "config", "Use this config instead of the nearest ddblint.yaml",
          cxxopts::value<std::string>(), "FILE")("no-config", "Use no config")(
          "strict", "A discovered file that cannot be read fails the run");
}

/// What profile, merge and check want to know of any data.
void add_data_options(cxxopts::Options& options) {
  options.add_options("Data")  //
      ("sampled", "The data are a sample, of M items where that is known",
       cxxopts::value<std::string>()->implicit_value(""),
       "M")("sample", "How the sample was drawn: random, scan-head, file-head",
            cxxopts::value<std::string>(),
            "HOW")("max-bad-items", "Fail when more records are no items than this number or share",
                   cxxopts::value<std::string>()->default_value("0"),
                   "N|P%")("no-values", "Show short digests in place of values from the data");
}

void add_measuring_options(cxxopts::Options& options) {
  options.add_options("Data")  //
      ("csv-delimiter", "Of CSV files: , ; : | tab space (default: told by the first line)",
       cxxopts::value<std::string>(), "CHAR")(
          "csv-header", "Names of the columns of CSV files (default: their first line)",
          cxxopts::value<Texts>(), "A,B,...")("verify", "Compare exports with their checksums")(
          "memory", "Most memory of the run (default: 512MB, of keys alone 64MB)",
          cxxopts::value<std::string>(),
          "SIZE")("spill", "Folder for temporary files, so that duplicates are counted exactly",
                  cxxopts::value<std::string>(), "DIR");
}

void add_profile_options(cxxopts::Options& options) {
  options.add_options("Keys")  //
      ("table", "Definition of the table, in any dialect; #ID chooses one of several",
       cxxopts::value<std::string>(), "FILE[#ID]")("keys", "Key attributes, without a definition",
                                                   cxxopts::value<Texts>(), "PARTITION[,SORT]")(
          "keys-only", "Measure only the keys: faster, and no attributes");
}

void add_saving_options(cxxopts::Options& options) {
  options.add_options("Output")  //
      ("o,output", "Save the profile, to be merged or shown again", cxxopts::value<std::string>(),
       "FILE.ddbprofile");
}

/// What the tables of a run are bound to.
void add_binding_options(cxxopts::Options& options) {
  options.add_options("Data")(
      "data", "Items of the table, or of one of several: file, folder, export (repeats)",
      cxxopts::value<Texts>(),
      "[TABLE=]PATH")("patterns", "Access patterns of the tables: file, folder (repeats)",
                      cxxopts::value<Texts>(), "[TABLE=]PATH")(
      "trace", "What was asked of the tables: CloudTrail, Streams, CSV; file, folder (repeats)",
      cxxopts::value<Texts>(), "[TABLE=]PATH");
}

void add_linting_options(cxxopts::Options& options) {
  options.add_options("Input")(
      "source-ddl", "DDL of the relational database that the tables, or one, come from (repeats)",
      cxxopts::value<Texts>(), "[TABLE=]FILE");
  options.add_options("Rules")  //
      ("select", "Run these rules only: codes, prefixes, slugs, categories or ALL",
       cxxopts::value<Texts>(),
       "RULES")("extend-select", "Run these rules, too", cxxopts::value<Texts>(), "RULES")(
          "ignore", "Do not run these rules", cxxopts::value<Texts>(), "RULES")(
          "min-severity", "Show findings from this severity on: info, warning, error",
          cxxopts::value<std::string>(),
          "LEVEL")("min-evidence",
                   "Show findings from this evidence on: suspected, structural, measured, proved",
                   cxxopts::value<std::string>(), "LEVEL")(
          "fail-on", "Exit with 1 from this severity on: info, warning, error, never",
          cxxopts::value<std::string>(), "LEVEL")("exit-zero", "Exit with 0 instead of 1");
  options.add_options("Output")(
      "v,verbose", "Tell also what was bound to which table, and which suspicions that withdrew");
}

cxxopts::Options declare(const CommandSpec& command) {
  cxxopts::Options options("ddblint " + std::string(command.name), std::string(command.summary));
  options.positional_help(std::string(command.usage)).custom_help("[OPTIONS]");
  options.set_width(100);
  options.add_options("Output")  //
      ("f,format", fmt::format("FORMAT[:FILE] (repeats): {}", fmt::join(command.formats, ", ")),
       cxxopts::value<Texts>(),
       "FORMAT")("color", "auto, always or never", cxxopts::value<std::string>(), "WHEN")(
          "q,quiet", "No summary")("h,help", "Print this help");
  using Data = CommandSpec::Data;
  const bool measures = command.data == Data::measures;
  const bool saves = measures || command.data == Data::merges;
  if (saves) add_saving_options(options);
  if (measures) add_profile_options(options);
  if (command.reads_definitions || measures) add_parameter_options(options);
  if (command.reads_definitions) add_walking_options(options);
  if (command.lints) add_linting_options(options);
  if (command.data == Data::binds) add_binding_options(options);
  if (command.data != Data::none) add_data_options(options);
  if (measures || command.data == Data::binds) add_measuring_options(options);
  options.add_options("hidden")("paths", "", cxxopts::value<Texts>());
  options.parse_positional({"paths"});
  return options;
}

Texts texts(const cxxopts::ParseResult& parsed, const std::string& name) {
  return parsed.count(name) == 0 ? Texts() : parsed[name].as<Texts>();
}

/// Rule lists may be separated by commas and repeated.
Texts words(const cxxopts::ParseResult& parsed, const std::string& name) {
  Texts result;
  for (const std::string& list : texts(parsed, name)) {
    std::string_view rest = list;
    while (!rest.empty()) {
      const auto comma = rest.find(',');
      const auto word = trim(rest.substr(0, comma));
      if (!word.empty()) result.emplace_back(word);
      rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
    }
  }
  return result;
}

bool has(const cxxopts::ParseResult& parsed, const std::string& name) {
  return parsed.count(name) > 0;
}

std::unexpected<std::string> error(std::string message) {
  return std::unexpected(std::move(message));
}

std::expected<void, std::string> take_formats(const CommandSpec& command,
                                              const cxxopts::ParseResult& parsed, Options& out) {
  for (const std::string& request : texts(parsed, "format")) {
    const auto colon = request.find(':');
    const std::string format = request.substr(0, colon);
    if (std::find(command.formats.begin(), command.formats.end(), format) ==
        command.formats.end()) {
      return error(fmt::format("unknown format \"{}\"{} (formats: {})", format,
                               did_you_mean(format, command.formats),
                               fmt::join(command.formats, ", ")));
    }
    out.formats.push_back(
        {format, colon == std::string::npos ? std::string() : request.substr(colon + 1)});
  }
  for (std::size_t i = 1; i < out.formats.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (out.formats[i].file == out.formats[j].file) {
        return error(
            "two formats would be written to one place; give one of them a file, as in "
            "-f text -f json:report.json");
      }
    }
  }
  if (out.formats.empty()) out.formats.push_back({std::string(command.formats.front()), ""});
  return {};
}

std::expected<void, std::string> take_levels(const cxxopts::ParseResult& parsed, Options& out) {
  const auto value = [&parsed](const std::string& name) { return parsed[name].as<std::string>(); };
  if (has(parsed, "min-severity")) {
    const auto level = severity_from(value("min-severity"));
    if (!level) return error("--min-severity takes info, warning or error");
    out.min_severity = *level;
  }
  if (has(parsed, "min-evidence")) {
    const auto level = evidence_from(value("min-evidence"));
    if (!level) return error("--min-evidence takes suspected, structural, measured or proved");
    out.min_evidence = *level;
  }
  if (has(parsed, "fail-on")) {
    const std::string word = value("fail-on");
    out.fail_on = severity_from(word);
    if (!out.fail_on && word != "never") {
      return error("--fail-on takes info, warning, error or never");
    }
  }
  return {};
}

std::expected<void, std::string> take_linting(const cxxopts::ParseResult& parsed, Options& out) {
  out.select = words(parsed, "select");
  out.extend_select = words(parsed, "extend-select");
  out.ignore = words(parsed, "ignore");
  out.exit_zero = has(parsed, "exit-zero");
  out.source_ddl = texts(parsed, "source-ddl");
  out.verbose = has(parsed, "verbose");
  return take_levels(parsed, out);
}

std::expected<void, std::string> take_reading(const cxxopts::ParseResult& parsed, Options& out) {
  for (const auto* option : {"parameter", "var"}) {
    for (const std::string& pair : texts(parsed, option)) {
      const auto equals = pair.find('=');
      if (equals == std::string::npos || equals == 0) {
        return error(fmt::format("--{} takes NAME=VALUE, not \"{}\"", option, pair));
      }
      out.parameters[pair.substr(0, equals)] = pair.substr(equals + 1);
    }
  }
  for (const auto* option : {"parameter-file", "var-file"}) {
    const Texts files = texts(parsed, option);
    out.parameter_files.insert(out.parameter_files.end(), files.begin(), files.end());
  }
  if (has(parsed, "stdin-filename"))
    out.stdin_filename = parsed["stdin-filename"].as<std::string>();
  if (has(parsed, "config")) out.config = parsed["config"].as<std::string>();
  out.no_config = has(parsed, "no-config");
  out.respect_gitignore = !has(parsed, "no-respect-gitignore");
  out.force_exclude = has(parsed, "force-exclude");
  out.error_on_unmatched = !has(parsed, "no-error-on-unmatched");
  out.show_files = has(parsed, "show-files");
  out.explain_unknown = has(parsed, "explain-unknown");
  out.strict = has(parsed, "strict");
  if (has(parsed, "jobs")) out.threads = parsed["jobs"].as<unsigned>();
  return {};
}

/// Gives an option's value to `parse`, and what comes of it to `out`.
template <class T, class Value>
std::expected<void, std::string> take(const cxxopts::ParseResult& parsed, const std::string& name,
                                      std::expected<T, std::string> (*parse)(std::string_view),
                                      Value& out) {
  if (!has(parsed, name)) return {};
  const auto value = parse(parsed[name].as<std::string>());
  if (!value) return error(fmt::format("--{} {}", name, value.error()));
  out = *value;
  return {};
}

std::string text(const cxxopts::ParseResult& parsed, const std::string& name) {
  return has(parsed, name) ? parsed[name].as<std::string>() : std::string();
}

std::expected<void, std::string> take_sample(const cxxopts::ParseResult& parsed, DataOptions& out) {
  out.sampled = has(parsed, "sampled") || has(parsed, "sample");
  if (text(parsed, "sampled").empty()) return take(parsed, "sample", parse_drawn, out.drawn);
  const auto taken = take(parsed, "sampled", parse_count, out.population);
  return taken ? take(parsed, "sample", parse_drawn, out.drawn) : taken;
}

std::expected<void, std::string> take_keys(const cxxopts::ParseResult& parsed, DataOptions& out) {
  out.table = text(parsed, "table");
  out.keys = words(parsed, "keys");
  out.keys_only = has(parsed, "keys-only");
  if (has(parsed, "keys") && (out.keys.empty() || out.keys.size() > 2)) {
    return error("--keys takes the partition key and, if there is one, the sort key: --keys pk,sk");
  }
  if (!out.table.empty() && !out.keys.empty()) {
    return error("--table and --keys both name the keys; give one of them");
  }
  if (out.keys_only && out.table.empty() && out.keys.empty()) {
    return error("--keys-only needs --table or --keys");
  }
  return {};
}

std::expected<void, std::string> take_data(const cxxopts::ParseResult& parsed, DataOptions& out) {
  out.bindings = texts(parsed, "data");
  out.csv_header = words(parsed, "csv-header");
  out.verify = has(parsed, "verify");
  out.spill = text(parsed, "spill");
  out.output = text(parsed, "output");
  out.no_values = has(parsed, "no-values");
  if (out.no_values && !out.output.empty()) {
    return error("a saved profile holds values of the data: --no-values and -o exclude each other");
  }
  auto taken = take_sample(parsed, out);
  if (taken) taken = take(parsed, "csv-delimiter", parse_delimiter, out.csv_delimiter);
  if (taken) taken = take(parsed, "memory", parse_size, out.memory);
  if (taken) taken = take(parsed, "max-bad-items", parse_bad_items, out.bad_items);
  return taken ? take_keys(parsed, out) : taken;
}

/// A message for a word that cxxopts did not take, with the nearest option.
std::string unknown_option(const CommandSpec& command, const std::vector<std::string>& arguments,
                           const std::string& what) {
  std::vector<std::string> names;
  const auto options = declare(command);
  for (const auto& group : options.groups()) {
    for (const auto& detail : options.group_help(group).options) {
      for (const auto& name : detail.l) names.push_back("--" + name);
    }
  }
  const std::vector<std::string_view> views(names.begin(), names.end());
  for (const auto& argument : arguments) {
    const std::string word = argument.substr(0, argument.find('='));
    const bool known = std::find(names.begin(), names.end(), word) != names.end();
    if (word.starts_with("--") && word.size() > 2 && !known) {
      return fmt::format("unknown option {}{}", word, did_you_mean(word, views));
    }
  }
  return what;
}

}  // namespace

std::string help_text(const CommandSpec& command) {
  const auto options = declare(command);
  std::vector<std::string> groups;
  for (const auto& group : options.groups()) {
    if (group != "hidden") groups.push_back(group);
  }
  return options.help(groups);
}

std::expected<Options, std::string> parse_options(const CommandSpec& command,
                                                  const std::vector<std::string>& arguments) {
  Options out;
  std::vector<const char*> words_of_command{"ddblint"};
  for (const auto& argument : arguments) words_of_command.push_back(argument.c_str());
  try {
    auto options = declare(command);
    const auto parsed =
        options.parse(static_cast<int>(words_of_command.size()), words_of_command.data());
    if (has(parsed, "help")) return error("");
    out.paths = texts(parsed, "paths");
    out.quiet = has(parsed, "quiet");
    if (has(parsed, "color")) out.color = parsed["color"].as<std::string>();
    if (out.color != "auto" && out.color != "always" && out.color != "never") {
      return error("--color takes auto, always or never");
    }
    auto taken = take_formats(command, parsed, out);
    if (taken) taken = take_reading(parsed, out);
    if (taken) taken = take_data(parsed, out.data);
    out.patterns = texts(parsed, "patterns");
    out.traces = texts(parsed, "trace");
    if (taken && command.lints) taken = take_linting(parsed, out);
    if (!taken) return error(taken.error());
  } catch (const cxxopts::exceptions::exception& problem) {
    return error(unknown_option(command, arguments, problem.what()));
  }
  return out;
}

}  // namespace ddblint
