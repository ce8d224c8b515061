#include "data/export_folder.h"

#include <algorithm>
#include <optional>
#include <system_error>

#include "data/manifest.h"
#include <fmt/format.h>

#include "source/byte_stream.h"
#include "source/md5.h"
#include "source/source_file.h"

namespace fs = std::filesystem;

namespace ddblint {
namespace {

constexpr std::string_view kExportsFolder = "AWSDynamoDB";
constexpr std::string_view kDataFolder = "data";
/// So many problems of one kind are told one by one.
constexpr std::size_t kProblemsTold = 20;

/// Problems of one kind with one manifest; after the first ones only their number.
class Problems {
 public:
  Problems(DataProblem::Kind kind, std::string path, std::string_view what, DataSet& found)
      : kind_(kind), path_(std::move(path)), what_(what), found_(found) {}
  Problems(const Problems&) = delete;
  Problems& operator=(const Problems&) = delete;
  Problems(Problems&&) = delete;
  Problems& operator=(Problems&&) = delete;
  ~Problems() = default;

  void add(std::string message) {
    if (++count_ <= kProblemsTold) found_.problems.push_back({kind_, path_, std::move(message)});
  }
  /// To be called at the end.
  void close() {
    if (count_ <= kProblemsTold) return;
    found_.problems.push_back(
        {kind_, path_, fmt::format("{} more {}", count_ - kProblemsTold, what_)});
  }

 private:
  DataProblem::Kind kind_;
  std::string path_;
  std::string_view what_;
  DataSet& found_;
  std::size_t count_ = 0;
};

fs::path resolved(const fs::path& path) {
  std::error_code error;
  fs::path result = fs::canonical(path, error);
  return error ? fs::path() : result;
}

bool lies_below(const fs::path& inner, const fs::path& outer) {
  const auto [mine, its] = std::ranges::mismatch(outer, inner);
  return mine == outer.end();
}

std::string shown(const fs::path& path) { return path.lexically_normal().generic_string(); }

/// Reads the manifests of one export.
class ExportReader {
 public:
  ExportReader(const fs::path& folder, const fs::path& named, const fs::path& only, bool verify,
               DataSet& found)
      : folder_(folder), only_(only), verify_(verify), found_(found) {
    if (!only.empty()) {
      add_root(only);
      return;
    }
    add_root(named);
    add_root(folder);
    if (resolved(folder).parent_path().filename() == kExportsFolder) {
      add_root(folder / ".." / kDataFolder);
    }
  }

  void run() {
    const std::optional<ManifestSummary> summary = read_summary();
    // S3 makes an etag of what it stores: beneath a key of KMS that is not what comes back.
    etags_tell_ = summary && (summary->encryption.empty() || summary->encryption == "AES256");
    const auto text = read_note(kManifestFiles);
    if (!text) return;
    const ManifestFiles manifest = parse_manifest_files(*text);
    report(kManifestFiles, manifest.problems);
    for (const ManifestEntry& entry : manifest.entries) add(entry);
    missing_.close();
    wrong_.close();
    if (summary) compare_counts(*summary, manifest);
  }

 private:
  /// A folder in which data files may lie.
  struct Root {
    fs::path path;
    fs::path real;
  };

  void add_root(const fs::path& path) {
    fs::path real = resolved(path);
    if (!real.empty()) roots_.push_back({path, std::move(real)});
  }

  /// The text of a manifest; what is wrong with it becomes a problem.
  std::optional<std::string> read_note(std::string_view name) {
    const fs::path path = folder_ / name;
    std::error_code error;
    if (!fs::exists(path, error)) {
      if (only_.empty())
        problem(DataProblem::Kind::missing_file, path, "the export has no such file");
      return std::nullopt;
    }
    auto text = read_file(path.string());
    if (!text) {
      problem(DataProblem::Kind::unreadable, path, text.error());
      return std::nullopt;
    }
    if (verify_) verify_note(path);
    return std::move(*text);
  }

  void verify_note(const fs::path& path) {
    const fs::path checksum_path = fs::path(path).replace_extension(".checksum");
    std::error_code error;
    if (!fs::exists(checksum_path, error)) return;
    const auto checksum = read_file(checksum_path.string());
    const auto expected = checksum ? parse_md5(*checksum) : std::nullopt;
    if (!expected) {
      problem(DataProblem::Kind::wrong_content, checksum_path, "holds no MD5 checksum");
    } else if (md5_of_file(path.string()) != *expected) {
      problem(DataProblem::Kind::wrong_content, path,
              fmt::format("its MD5 is not the one in `{}`", checksum_path.filename().string()));
    }
  }

  std::optional<ManifestSummary> read_summary() {
    const auto text = read_note(kManifestSummary);
    if (!text) return std::nullopt;
    ManifestSummary summary = parse_manifest_summary(*text);
    report(kManifestSummary, summary.problems);
    found_.exports.push_back({.path = shown(folder_ / kManifestSummary),
                              .table_arn = summary.table_arn,
                              .items = summary.items,
                              .billed_bytes = summary.billed_bytes,
                              .incremental = summary.incremental,
                              .format = summary.format});
    return summary;
  }

  void report(std::string_view name, const std::vector<std::string>& sentences) {
    Problems problems(DataProblem::Kind::wrong_content, shown(folder_ / name),
                      "problems in this manifest", found_);
    for (const std::string& sentence : sentences) problems.add(sentence);
    problems.close();
  }

  void add(const ManifestEntry& entry) {
    if (!only_.empty() && !belongs_to_only(entry)) return;
    const std::optional<fs::path> path = find(entry.key);
    if (!path) {
      missing_.add(
          fmt::format("`{}` is in the manifest, not in the folder", fmt::join(entry.key, "/")));
      return;
    }
    std::error_code error;
    const std::uintmax_t size = fs::file_size(*path, error);
    DataFile file{.path = shown(*path),
                  .bytes = error ? std::nullopt : std::optional<std::uint64_t>(size),
                  .exported = true,
                  .promised_items = entry.items,
                  .md5 = entry.md5,
                  .etag = entry.etag};
    if (verify_) verify_file(file);
    found_.files.push_back(std::move(file));
  }

  /// True when the key's last folders are those of `only_`: <id>/data or AWSDynamoDB/data.
  bool belongs_to_only(const ManifestEntry& entry) const {
    const fs::path real = resolved(only_);
    const auto& key = entry.key;
    if (key.size() < 3) return real.parent_path() == resolved(folder_);
    return key[key.size() - 2] == real.filename().string() &&
           (key[key.size() - 3] == real.parent_path().filename().string() ||
            real.parent_path() == resolved(folder_));
  }

  /// The file below one of the roots with the longest end of the key as its path.
  std::optional<fs::path> find(const std::vector<std::string>& key) const {
    for (auto from = key.begin(); from != key.end(); ++from) {
      for (const Root& root : roots_) {
        fs::path path = root.path;
        for (auto part = from; part != key.end(); ++part) path /= *part;
        std::error_code error;
        if (!fs::is_regular_file(path, error)) continue;
        // A symbolic link can lead out.
        if (lies_below(resolved(path), root.real)) return path;
      }
    }
    return std::nullopt;
  }

  void verify_file(const DataFile& file) {
    const auto etag = file.etag && etags_tell_ ? parse_etag(*file.etag) : std::nullopt;
    if (!file.md5 && !etag) {
      wrong_.add(
          fmt::format("`{}` cannot be verified: the manifest gives no MD5 of it", file.path));
      return;
    }
    const auto md5 = md5_of_file(file.path);
    if (!md5) {
      wrong_.add(fmt::format("`{}` cannot be verified: {}", file.path, md5.error()));
    } else if (file.md5 && *md5 != *file.md5) {
      wrong_.add(fmt::format("the MD5 of `{}` is not the manifest's", file.path));
    } else if (etag && etag->md5 != (etag->of_one_part ? md5_of(*md5).value_or("") : *md5)) {
      wrong_.add(fmt::format("the MD5 of `{}` is not the one in the manifest's etag", file.path));
    }
  }

  void compare_counts(const ManifestSummary& summary, const ManifestFiles& manifest) {
    std::uint64_t sum = 0;
    for (const ManifestEntry& entry : manifest.entries) {
      if (!entry.items || __builtin_add_overflow(sum, *entry.items, &sum)) return;
    }
    if (!summary.items || *summary.items == sum || !manifest.problems.empty()) return;
    problem(
        DataProblem::Kind::wrong_content, folder_ / kManifestSummary,
        fmt::format("it promises {} items, `{}` promises {}", *summary.items, kManifestFiles, sum));
  }

  void problem(DataProblem::Kind kind, const fs::path& path, std::string message) {
    found_.problems.push_back({kind, shown(path), std::move(message)});
  }

  fs::path folder_;
  fs::path only_;
  bool verify_;
  bool etags_tell_ = false;
  DataSet& found_;
  std::vector<Root> roots_;
  Problems missing_{DataProblem::Kind::missing_file, shown(folder_ / kManifestFiles),
                    "files of the manifest are missing", found_};
  Problems wrong_{DataProblem::Kind::wrong_content, shown(folder_ / kManifestFiles),
                  "files are not what the manifest says", found_};
};

}  // namespace

bool is_export_note(const fs::path& name) {
  return name == kManifestSummary || name == kManifestFiles || name.extension() == ".checksum" ||
         name == "_started";
}

bool lies_in_export(const fs::path& canonical) {
  const fs::path data = canonical.parent_path();
  const fs::path parent = data.parent_path();
  return data.filename() == kDataFolder &&
         (parent.filename() == kExportsFolder || parent.parent_path().filename() == kExportsFolder);
}

void read_export(const fs::path& folder, const fs::path& named, const fs::path& only, bool verify,
                 DataSet& found) {
  ExportReader(folder, named, only, verify, found).run();
}

}  // namespace ddblint
