#pragma once

#include <cstdint>
#include <expected>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profile/table_profile.h"

#include "rules/finding.h"

namespace ddblint {

/// Exit codes, the same for every command and format (cli.md).
enum class ExitCode : int {
  clean = 0,          ///< nothing at or above --fail-on
  findings = 1,       ///< findings at or above it
  failed = 2,         ///< the job could not be done
  interrupted = 130,  ///< stopped by Ctrl-C: what shells give for it (128 + SIGINT)
};

/// One `-f FORMAT[:FILE]`.
struct FormatRequest {
  std::string format;
  /// Where to write; empty = standard output.
  std::string file;
};

/// How many records may be no items before the run fails.
struct BadItemsLimit {
  std::uint64_t items = 0;
  /// Of all records, 0 to 1; where it is set, `items` says nothing.
  std::optional<double> share;

  [[nodiscard]] bool exceeded(std::uint64_t bad, std::uint64_t records) const;
};

/// The options about data.
struct DataOptions {
  /// `FILE[#ID]` of the definition whose keys are measured.
  std::string table;
  /// `PARTITION[,SORT]`, names of attributes.
  std::vector<std::string> keys;
  bool keys_only = false;
  /// The data are a sample, of so many items where that is known.
  bool sampled = false;
  std::optional<std::uint64_t> population;
  std::optional<Drawn> drawn;
  /// 0 = told by the first line.
  char csv_delimiter = 0;
  std::vector<std::string> csv_header;
  /// In bytes; nothing: what measure() takes by itself.
  std::optional<std::uint64_t> memory;
  std::string spill;
  bool verify = false;
  BadItemsLimit bad_items;
  /// Where the measurements are saved; empty = nowhere.
  std::string output;
  bool no_values = false;
  /// `[TABLE=]PATH`, of the tables that a command reads.
  std::vector<std::string> bindings;
};

/// The options of all commands; each command takes those that its help names.
struct Options {
  std::vector<std::string> paths;
  std::vector<FormatRequest> formats;

  std::vector<std::string> select;
  std::vector<std::string> extend_select;
  std::vector<std::string> ignore;
  Severity min_severity = Severity::info;
  Evidence min_evidence = Evidence::suspected;
  /// Findings from this severity on make the run fail; nothing = never.
  std::optional<Severity> fail_on = Severity::warning;
  bool exit_zero = false;
  /// `[TABLE=]FILE`: DDL of the database that tables come from.
  std::vector<std::string> source_ddl;
  /// `[TABLE=]PATH`: access patterns and traces.
  std::vector<std::string> patterns;
  std::vector<std::string> traces;
  bool strict = false;

  std::optional<std::string> config;
  bool no_config = false;
  std::map<std::string, std::string> parameters;
  std::vector<std::string> parameter_files;

  bool respect_gitignore = true;
  bool error_on_unmatched = true;
  bool force_exclude = false;
  bool show_files = false;
  bool explain_unknown = false;
  std::string stdin_filename = "stdin";
  /// 0 = one a core.
  unsigned threads = 0;
  bool quiet = false;
  bool verbose = false;
  DataOptions data;
  /// "auto", "always" or "never".
  std::string color = "auto";
};

/// What a command accepts.
struct CommandSpec {
  std::string_view name;
  /// The words after the command's name, for the usage line.
  std::string_view usage;
  std::string_view summary;
  /// The first format is the default.
  std::vector<std::string_view> formats;
  bool lints = false;
  bool reads_definitions = false;
  /// What it does with data.
  enum class Data {
    none,
    measures,
    merges,
    binds,  ///< to the tables that it reads, as well as access patterns and traces
  };
  Data data = Data::none;
};

/// Parses the words after the command's name. The error is a message for standard error; an empty
/// one means that help was asked for and `help_text` should be printed.
std::expected<Options, std::string> parse_options(const CommandSpec& command,
                                                  const std::vector<std::string>& arguments);

/// The help page of a command.
std::string help_text(const CommandSpec& command);

}  // namespace ddblint
