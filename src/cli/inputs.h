#pragma once

#include <deque>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/options.h"
#include "config/config.h"
#include "schema/reader.h"
#include "source/source_file.h"
#include "syntax/node.h"

namespace ddblint {

/// One file of a run.
struct Input {
  FileId file = kNoFile;
  /// Named on the command line, not found in a directory.
  bool named = false;
  /// The words of the command line that it came by.
  std::size_t argument = 0;
  /// Why its bytes could not be had.
  std::optional<std::string> unreadable;
  /// True when it was parsed: its bytes could define a table, or it was named.
  bool parsed = false;
  /// Part of a Terraform configuration, which is read as a whole.
  bool terraform = false;
  /// Read only because others of its folder were asked for: what it defines is not judged.
  bool context = false;
  Tree tree;
  Definitions definitions;
  /// Position of its config in `Inputs::configs`.
  std::size_t config = 0;
};

/// A config of the run with the file it was read from.
struct RunConfig {
  Config config;
  FileId file = kNoFile;
  Tree tree;
};

/// Everything that a run reads.
struct Inputs {
  SourceSet sources;
  /// In the order of arguments, then of paths; then what configurations brought along.
  std::deque<Input> files;
  /// Words of the command line that came to a file which was there already: word and file.
  std::vector<std::pair<std::size_t, std::size_t>> repeats;
  /// The first one is the default.
  std::vector<std::unique_ptr<RunConfig>> configs;
  /// Paths of the command line, as shown.
  std::vector<std::string> arguments;
  /// Directories that could not be read, and paths that do not exist.
  std::vector<std::string> errors;
  ReadOptions reading;
  /// The .tfvars files that `reading` points into.
  std::vector<Tree> variables;
  /// What is wrong in the configs and parameter files; any makes the run fail.
  Diagnostics config_diagnostics;
};

/// A path as reports show it: relative to the working directory where it lies below it.
std::string shown_path(const std::string& path);

/// Threads of a run: as many as asked for, else one a core.
unsigned thread_count(const Options& options);

/// Finds the files that the options name, and reads the configs and parameters that govern them.
Inputs find_inputs(const Options& options);

/// Positions in `Inputs::files` of inputs that belong together: one file, or the Terraform files
/// that a configuration is made of.
using Unit = std::span<const std::size_t>;

/// Reads and parses every file, on several threads where that pays, and hands each unit to `done`
/// on the thread that read it. Two calls of `done` may run at the same time, but none while files
/// are added.
void read_inputs(Inputs& inputs, const Options& options, const std::function<void(Unit)>& done);

/// What `--show-files` prints.
std::string list_files(const Inputs& inputs);

}  // namespace ddblint
