#include "data/data_files.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <set>
#include <system_error>

#include "data/export_folder.h"
#include "data/manifest.h"
#include <fmt/format.h>

#include "source/discover.h"
#include "source/text.h"

namespace fs = std::filesystem;

namespace ddblint {
namespace {

constexpr std::array<std::string_view, 6> kDataEndings = {".json", ".jsonl", ".ndjson",
                                                          ".csv",  ".tsv",   ".ion"};
constexpr std::array<std::string_view, 4> kPackedEndings = {".gz", ".gzip", ".zst", ".zstd"};
constexpr std::string_view kProfileEnding = ".ddbprofile";
/// A folder deeper than this is a loop of mounts, if anything.
constexpr int kMostFolders = 200;

/// True for names that end like files of items, packed or not; letters' case is ignored.
bool named_data(const fs::path& path) {
  std::string name = to_lower(path.filename().string());
  for (const std::string_view packed : kPackedEndings) {
    if (name.ends_with(packed)) {
      name.resize(name.size() - packed.size());
      break;
    }
  }
  return std::ranges::any_of(kDataEndings, [&name](std::string_view ending) {
    return name.size() > ending.size() && name.ends_with(ending);
  });
}

bool hidden(const fs::path& path) { return path.filename().string().starts_with('.'); }

std::string shown(const fs::path& path) { return path.lexically_normal().generic_string(); }

/// The path without links and detours: two words that mean one file have one of them.
fs::path identity(const fs::path& path) {
  std::error_code error;
  fs::path real = fs::canonical(path, error);
  return error ? path : real;
}

/// What a walk through a folder saw.
struct Walked {
  std::vector<fs::path> data;
  /// Folders with manifests.
  std::vector<fs::path> exports;
};

/// Gathers the data files behind words, one word after another.
class Finder {
 public:
  explicit Finder(bool verify) : verify_(verify) {}

  void add(const std::string& word) {
    if (word == "-") {
      keep({DataFile{.path = "-", .bytes = {}, .promised_items = {}, .md5 = {}, .etag = {}}});
      return;
    }
    std::error_code error;
    if (fs::exists(fs::path(word), error)) {
      add_path(word);
    } else if (word.find_first_of("*?[") != std::string::npos) {
      add_glob(word);
    } else {
      problem(word, error ? error.message() : "No such file or directory");
    }
  }

  DataSet take() { return std::move(found_); }

 private:
  void add_path(const fs::path& path) {
    std::error_code error;
    if (fs::is_directory(path, error)) {
      add_folder(path);
    } else if (path.filename() == kManifestSummary || path.filename() == kManifestFiles) {
      add_folder(path.has_parent_path() ? path.parent_path() : fs::path("."));
    } else if (path.extension() == kProfileEnding) {
      problem(path, "is a saved profile, not items");
    } else {
      keep({file_at(path)});
    }
  }

  void add_glob(const std::string& word) {
    std::vector<fs::path> matches = expand(word);
    if (matches.empty()) problem(word, "matches no file");
    for (const fs::path& match : matches) add_path(match);
  }

  void add_folder(const fs::path& folder) {
    Walked walked;
    walk(folder, walked, 0);
    DataSet here;
    for (const fs::path& place : walked.exports) read_export(place, folder, {}, verify_, here);
    if (walked.exports.empty()) read_exports_around(folder, here);
    std::set<fs::path> named;
    for (const DataFile& file : here.files) named.insert(identity(file.path));
    const bool manifest_read = !here.files.empty();
    for (const fs::path& path : walked.data) {
      if (named.contains(identity(path))) continue;
      DataFile file = file_at(path);
      if (file.exported && manifest_read) {
        here.problems.push_back({DataProblem::Kind::wrong_content, file.path,
                                 "lies among an export's data, but no manifest names it"});
      }
      here.files.push_back(std::move(file));
    }
    std::ranges::move(here.exports, std::back_inserter(found_.exports));
    const bool empty = here.files.empty() && here.problems.empty();
    std::ranges::move(here.problems, std::back_inserter(found_.problems));
    if (empty) {
      problem(folder,
              "has no file of items (.json, .jsonl, .ndjson, .csv, .tsv, .ion, or those with .gz "
              "or .zst)");
    }
    keep(std::move(here.files));
  }

  /// The folder may itself be an export's data/; its manifests then lie beside it.
  void read_exports_around(const fs::path& folder, DataSet& here) {
    const fs::path real = identity(folder);
    if (!lies_in_export(real / "any")) return;
    std::vector<fs::path> places = {real.parent_path()};
    for (const fs::path& beside : list(real.parent_path())) places.push_back(beside);
    for (const fs::path& place : places) {
      std::error_code error;
      if (fs::exists(place / kManifestFiles, error)) {
        read_export(place, folder, folder, verify_, here);
      }
    }
  }

  /// The entries of a folder that are not hidden, sorted.
  std::vector<fs::path> list(const fs::path& folder) {
    std::vector<fs::path> entries;
    std::error_code error;
    fs::directory_iterator entry(folder, error);
    for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
      if (!hidden(entry->path())) entries.push_back(entry->path());
    }
    if (error) problem(folder, error.message());
    std::ranges::sort(entries);
    return entries;
  }

  void walk(const fs::path& folder, Walked& walked, int depth) {
    bool manifest = false;
    for (const fs::path& path : list(folder)) {
      const fs::path name = path.filename();
      std::error_code error;
      if (fs::is_directory(path, error)) {
        if (fs::is_symlink(path, error)) continue;
        if (depth < kMostFolders) {
          walk(path, walked, depth + 1);
        } else {
          problem(path, "is nested too deep");
        }
      } else if (name == kManifestSummary || name == kManifestFiles) {
        manifest = true;
      } else if (named_data(path) && !is_export_note(name)) {
        walked.data.push_back(path);
      }
    }
    if (manifest) walked.exports.push_back(folder);
  }

  /// The paths that a pattern matches, sorted; `**` is any number of folders.
  std::vector<fs::path> expand(const fs::path& pattern) {
    std::set<fs::path> paths = {pattern.is_absolute() ? pattern.root_path() : fs::path()};
    for (const fs::path& part : pattern.relative_path()) {
      std::set<fs::path> next;
      for (const fs::path& path : paths) expand_part(path, part.string(), next);
      paths = std::move(next);
    }
    return {paths.begin(), paths.end()};
  }

  void expand_part(const fs::path& path, const std::string& part, std::set<fs::path>& next) {
    std::error_code error;
    if (part.find_first_of("*?[") == std::string::npos) {
      if (fs::exists(path / part, error)) next.insert(path / part);
      return;
    }
    if (part == "**") {
      add_folders(path, next, 0);
      return;
    }
    if (!path.empty() && !fs::is_directory(path, error)) return;
    for (const fs::path& entry : list(path.empty() ? "." : path)) {
      if (matches_name(entry.filename().string(), part)) next.insert(path / entry.filename());
    }
  }

  void add_folders(const fs::path& path, std::set<fs::path>& next, int depth) {
    next.insert(path);
    std::error_code error;
    if (depth > kMostFolders || (!path.empty() && !fs::is_directory(path, error))) return;
    for (const fs::path& entry : list(path.empty() ? "." : path)) {
      if (fs::is_directory(entry, error) && !fs::is_symlink(entry, error)) {
        add_folders(path / entry.filename(), next, depth + 1);
      }
    }
  }

  static DataFile file_at(const fs::path& path) {
    DataFile file;
    file.path = shown(path);
    std::error_code error;
    if (fs::is_regular_file(path, error)) {
      const std::uintmax_t size = fs::file_size(path, error);
      if (!error) file.bytes = size;
    }
    file.exported = lies_in_export(identity(path));
    return file;
  }

  /// Takes the files of one word, sorted, without those that are there already.
  void keep(std::vector<DataFile> files) {
    std::ranges::sort(files, {}, &DataFile::path);
    for (DataFile& file : files) {
      if (seen_.insert(identity(file.path)).second) found_.files.push_back(std::move(file));
    }
  }

  void problem(const fs::path& path, std::string message) {
    found_.problems.push_back(
        {DataProblem::Kind::unreadable, path.generic_string(), std::move(message)});
  }

  bool verify_;
  DataSet found_;
  std::set<fs::path> seen_;
};

}  // namespace

DataSet find_data(const std::vector<std::string>& words, bool verify) {
  Finder finder(verify);
  for (const std::string& word : words) finder.add(word);
  return finder.take();
}

}  // namespace ddblint
