// The walk. Workers share a stack of directories; each takes one, lists it, decides every entry and
// puts the directories it keeps back. A path is held once, absolute, and everything that patterns
// are relative to (a .gitignore, the globs, the walked directory) is a number of bytes to skip.
// Ignore files form an immutable chain, innermost first, that a directory shares with its children;
// a nested repository starts a new chain. Invariant: a queued directory is never ignored, so no
// pattern has to look at parents. Cost: one open and one listing per directory, no stat per file.

#include "source/discover.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <expected>
#include <filesystem>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "source/gitignore.h"

namespace ddblint {
namespace {

namespace fs = std::filesystem;

/// Never worth entering: git's own files, and what package managers and build tools unpack.
constexpr std::array<std::string_view, 4> kNeverEntered{".git", "node_modules", ".terraform",
                                                        ".aws-sam"};

std::unexpected<std::error_code> last_error() {
  return std::unexpected(std::error_code(errno, std::generic_category()));
}

/// A file descriptor that is closed when it goes out of scope.
struct Descriptor {
  int fd;
  explicit Descriptor(int opened) : fd(opened) {}
  ~Descriptor() {
    if (fd >= 0) ::close(fd);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
};

struct DirectoryCloser {
  void operator()(DIR* stream) const { ::closedir(stream); }
};
using DirectoryStream = std::unique_ptr<DIR, DirectoryCloser>;

/// The bytes of a small regular file. What is not a file (or, with `extra_flags` O_NOFOLLOW, is a
/// link) counts as empty: git ignores it too.
std::expected<std::string, std::error_code> read_small(const std::string& path,
                                                       int extra_flags = 0) {
  // O_NONBLOCK: a pipe of that name must not stop the walk.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | extra_flags));
  if (file.fd < 0) return last_error();
  struct stat status{};
  if (::fstat(file.fd, &status) != 0) return last_error();
  std::string text;
  if (!S_ISREG(status.st_mode)) return text;
  text.resize(static_cast<std::size_t>(status.st_size));
  std::size_t filled = 0;
  while (filled < text.size()) {
    const ssize_t got = ::read(file.fd, text.data() + filled, text.size() - filled);
    if (got < 0 && errno != EINTR) return last_error();
    if (got == 0) break;
    if (got > 0) filled += static_cast<std::size_t>(got);
  }
  text.resize(filled);
  return text;
}

/// As read_small, and empty when it cannot be read.
std::string read_if_any(const std::string& path) {
  return read_small(path).value_or(std::string{});
}

std::string with_slash(std::string path) {
  if (!path.ends_with('/')) path += '/';
  return path;
}

/// An absolute path without links that ends in '/'; as good as can be had where nothing is there.
std::string absolute_directory(const std::string& directory) {
  std::error_code error;
  const fs::path path = directory.empty() ? "." : directory;
  const fs::path canonical = fs::canonical(path, error);
  return with_slash(error ? fs::absolute(path, error).lexically_normal().string()
                          : canonical.string());
}

/// The nearest repository root at or above an absolute directory, ending in '/'.
std::optional<std::string> repository_of(std::string directory) {
  while (!directory.empty()) {
    if (::access((directory + ".git").c_str(), F_OK) == 0) return directory;
    directory.pop_back();
    directory.erase(directory.rfind('/') + 1);
  }
  return std::nullopt;
}

/// The directory of a repository that holds info/exclude: `.git`, or what the `.git` file of a
/// worktree or submodule leads to.
fs::path common_git_directory(const std::string& root) {
  constexpr std::string_view kLink = "gitdir: ";
  const auto first_line = [](const std::string& text) { return text.substr(0, text.find('\n')); };
  fs::path git = root + ".git";
  const std::string link = first_line(read_if_any(git));
  if (link.starts_with(kLink)) git = fs::path(root) / link.substr(kLink.size());
  const std::string common = first_line(read_if_any(git / "commondir"));
  return common.empty() ? git : git / common;
}

/// The ignore file that git reads for every repository of this user when nothing else is set.
PatternList global_patterns() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): before the workers
    return std::string(value == nullptr ? "" : value);
  };
  const std::string config = variable("XDG_CONFIG_HOME");
  const std::string home = variable("HOME");
  if (config.empty() && home.empty()) return {};
  return PatternList::parse(
      read_if_any((config.empty() ? home + "/.config" : config) + "/git/ignore"));
}

struct IgnoreLevel;
/// A chain of ignore files, innermost first; null = nothing is ignored.
using IgnoreChain = std::shared_ptr<const IgnoreLevel>;

struct IgnoreLevel {
  IgnoreChain outer;
  PatternList patterns;
  /// Bytes of an absolute path that precede what the patterns see.
  std::size_t base = 0;
};

IgnoreChain extend(IgnoreChain outer, PatternList patterns, std::size_t base) {
  if (patterns.empty()) return outer;
  return std::make_shared<const IgnoreLevel>(std::move(outer), std::move(patterns), base);
}

bool ignored(const IgnoreChain& chain, std::string_view path, bool is_directory) {
  for (const IgnoreLevel* level = chain.get(); level != nullptr; level = level->outer.get()) {
    const Verdict verdict = level->patterns.decide(path.substr(level->base), is_directory);
    if (verdict != Verdict::undecided) return verdict == Verdict::ignored;
  }
  return false;
}

/// One directory that waits to be listed.
struct Pending {
  /// Absolute, ending in '/'.
  std::string path;
  IgnoreChain ignores;
  /// An include glob matched it or a parent, so everything below is wanted.
  bool included = false;
};

/// The shared stack of directories. It ends when nothing waits and nobody works.
class WorkStack {
 public:
  explicit WorkStack(Pending first) { waiting_.push_back(std::move(first)); }

  /// The next directory; waits while others may still add some; nothing when the walk is over.
  std::optional<Pending> take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !waiting_.empty() || unfinished_ == 0; });
    if (waiting_.empty()) return std::nullopt;
    Pending next = std::move(waiting_.back());
    waiting_.pop_back();
    return next;
  }

  /// Ends the work on one directory, which led to `children`.
  void finish(std::vector<Pending> children) {
    const std::lock_guard lock(mutex_);
    std::ranges::move(children, std::back_inserter(waiting_));
    unfinished_ += children.size();
    --unfinished_;
    // A single child is for the worker that found it.
    if (children.size() > 1 || unfinished_ == 0) changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Pending> waiting_;
  /// Directories that wait or are being worked on.
  std::size_t unfinished_ = 1;
};

struct Entry {
  std::string name;
  bool is_directory = false;
};

/// What one directory holds, reduced to what the walk may want.
struct Listing {
  std::vector<Entry> entries;
  bool has_gitignore = false;
  bool is_repository = false;
};

unsigned char type_of(DIR* stream, const dirent& entry) {
  if (entry.d_type != DT_UNKNOWN) return entry.d_type;
  struct stat status{};
  const int directory = ::dirfd(stream);
  if (directory < 0) return DT_UNKNOWN;
  if (::fstatat(directory, &entry.d_name[0], &status, AT_SYMLINK_NOFOLLOW) != 0) {
    return DT_UNKNOWN;
  }
  if (S_ISDIR(status.st_mode)) return DT_DIR;
  return S_ISREG(status.st_mode) ? DT_REG : DT_UNKNOWN;
}

bool may_enter(std::string_view name) {
  return name != "." && name != ".." &&
         std::ranges::find(kNeverEntered, name) == kNeverEntered.end();
}

char lower(char byte) {
  return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte;
}

PatternList compiled(const std::vector<std::string>& globs) {
  PatternList list;
  for (const std::string& glob : globs) list.add(glob);
  return list;
}

/// How paths below `directory` begin in results.
std::string shown_prefix(const std::string& directory) {
  const std::size_t kept = directory.find_last_not_of('/') + 1;
  const std::string trimmed = directory.substr(0, kept);
  return trimmed == "." || directory.empty() ? "" : trimmed + '/';
}

class Walk {
 public:
  Walk(const std::string& directory, const DiscoverOptions& options);
  [[nodiscard]] Discovered run() const;

 private:
  void work(WorkStack& stack, Discovered& found) const;
  std::vector<Pending> visit(const Pending& directory, Discovered& found) const;
  [[nodiscard]] std::expected<Listing, std::error_code> list(const std::string& path) const;
  void add_entry(Listing& listing, std::string_view name, unsigned char type) const;
  [[nodiscard]] bool wanted_name(std::string_view name) const;
  [[nodiscard]] bool excluded(std::string_view path, bool is_directory) const {
    return exclude_.decide(path.substr(glob_base_), is_directory) == Verdict::ignored;
  }
  [[nodiscard]] bool included(std::string_view path, bool is_directory) const {
    return include_.decide(path.substr(glob_base_), is_directory) == Verdict::ignored;
  }
  [[nodiscard]] bool root_included() const;
  [[nodiscard]] IgnoreChain root_ignores(Discovered& found) const;
  [[nodiscard]] IgnoreChain repository_ignores(const std::string& repository) const;
  IgnoreChain with_gitignore(IgnoreChain outer, const std::string& directory,
                             Discovered& found) const;
  [[nodiscard]] std::string shown(const std::string& path) const {
    return prefix_ + path.substr(root_.size());
  }
  [[nodiscard]] std::string complaint(const std::string& path, const std::error_code& error) const;

  const DiscoverOptions& options_;
  const std::string& directory_;
  std::string root_;
  std::string prefix_;
  PatternList global_;
  PatternList include_;
  PatternList exclude_;
  /// Bytes of an absolute path that precede what the globs see; 0 = they belong to another tree.
  std::size_t glob_base_ = 0;
  /// Endings to keep, with their dot.
  std::vector<std::string> endings_;
};

Walk::Walk(const std::string& directory, const DiscoverOptions& options)
    : options_(options),
      directory_(directory),
      root_(absolute_directory(directory)),
      prefix_(shown_prefix(directory)),
      include_(compiled(options.include)),
      exclude_(compiled(options.exclude)) {
  if (options.respect_gitignore) global_ = global_patterns();
  const std::string glob_root =
      options.glob_root.empty() ? root_ : absolute_directory(options.glob_root);
  if (root_.starts_with(glob_root)) glob_base_ = glob_root.size();
  for (const std::string& extension : options.extensions) endings_.push_back('.' + extension);
}

Discovered Walk::run() const {
  std::vector<Discovered> parts(std::max(options_.threads, 1U));
  Discovered& all = parts.front();
  WorkStack stack({.path = root_, .ignores = root_ignores(all), .included = root_included()});
  {
    std::vector<std::jthread> helpers;
    for (std::size_t i = 1; i < parts.size(); ++i) {
      helpers.emplace_back([this, &stack, &part = parts[i]] { work(stack, part); });
    }
    work(stack, all);
  }
  for (std::size_t i = 1; i < parts.size(); ++i) {
    std::ranges::move(parts[i].files, std::back_inserter(all.files));
    std::ranges::move(parts[i].errors, std::back_inserter(all.errors));
  }
  std::ranges::sort(all.files);
  std::ranges::sort(all.errors);
  return std::move(all);
}

void Walk::work(WorkStack& stack, Discovered& found) const {
  while (const std::optional<Pending> directory = stack.take()) {
    stack.finish(visit(*directory, found));
  }
}

std::vector<Pending> Walk::visit(const Pending& directory, Discovered& found) const {
  std::vector<Pending> children;
  const auto listing = list(directory.path);
  if (!listing) {
    found.errors.push_back(complaint(directory.path, listing.error()));
    return children;
  }
  IgnoreChain ignores = directory.ignores;
  if (options_.respect_gitignore) {
    if (listing->is_repository) ignores = repository_ignores(directory.path);
    if (listing->has_gitignore) ignores = with_gitignore(ignores, directory.path, found);
  }
  std::string path = directory.path;
  for (const auto& [name, is_directory] : listing->entries) {
    path.replace(directory.path.size(), std::string::npos, name);
    if (ignored(ignores, path, is_directory) || excluded(path, is_directory)) continue;
    const bool wanted = directory.included || included(path, is_directory);
    if (is_directory) {
      children.push_back({.path = path + '/', .ignores = ignores, .included = wanted});
    } else if (wanted) {
      found.files.push_back(shown(path));
    }
  }
  return children;
}

std::expected<Listing, std::error_code> Walk::list(const std::string& path) const {
  const DirectoryStream stream(::opendir(path.c_str()));
  if (!stream) return last_error();
  Listing listing;
  errno = 0;
  // Each stream belongs to one thread, and glibc's readdir is safe on different streams.
  while (const dirent* entry = ::readdir(stream.get())) {  // NOLINT(concurrency-mt-unsafe)
    add_entry(listing, &entry->d_name[0], type_of(stream.get(), *entry));
    errno = 0;
  }
  if (errno != 0) return last_error();
  return listing;
}

void Walk::add_entry(Listing& listing, std::string_view name, unsigned char type) const {
  if (name == ".git") listing.is_repository = true;
  if (name == ".gitignore") listing.has_gitignore = type == DT_REG;
  const bool is_directory = type == DT_DIR;
  const bool wanted = is_directory ? may_enter(name) : type == DT_REG && wanted_name(name);
  if (wanted) listing.entries.push_back({.name = std::string(name), .is_directory = is_directory});
}

bool Walk::wanted_name(std::string_view name) const {
  if (name == ".git") return false;
  const auto is_ending = [name](const std::string& ending) {
    return name.size() >= ending.size() &&
           std::ranges::equal(name.substr(name.size() - ending.size()), ending, {}, lower);
  };
  return endings_.empty() || std::ranges::any_of(endings_, is_ending);
}

bool Walk::root_included() const {
  if (include_.empty()) return true;
  // The root as the globs see it, without its last '/'; their own directory has no name to match.
  return glob_base_ != 0 && glob_base_ < root_.size() &&
         include_.covers(std::string_view(root_).substr(glob_base_, root_.size() - glob_base_ - 1),
                         true);
}

IgnoreChain Walk::root_ignores(Discovered& found) const {
  if (!options_.respect_gitignore) return nullptr;
  const std::string repository = repository_of(root_).value_or(root_);
  IgnoreChain chain = repository_ignores(repository);
  // The walk itself reads the ignore file of the root.
  for (std::size_t end = repository.size(); end < root_.size(); end = root_.find('/', end) + 1) {
    chain = with_gitignore(std::move(chain), root_.substr(0, end), found);
  }
  return chain;
}

IgnoreChain Walk::repository_ignores(const std::string& repository) const {
  const std::string own = read_if_any(common_git_directory(repository) / "info/exclude");
  return extend(extend(nullptr, global_, repository.size()), PatternList::parse(own),
                repository.size());
}

IgnoreChain Walk::with_gitignore(IgnoreChain outer, const std::string& directory,
                                 Discovered& found) const {
  const std::string path = directory + ".gitignore";
  const auto text = read_small(path, O_NOFOLLOW);
  if (text) return extend(std::move(outer), PatternList::parse(*text), directory.size());
  const int reason = text.error().value();
  if (reason != ENOENT && reason != ELOOP) found.errors.push_back(complaint(path, text.error()));
  return outer;
}

std::string Walk::complaint(const std::string& path, const std::error_code& error) const {
  std::string name = path.starts_with(root_) ? shown(path) : path;
  if (path == root_) name = directory_;
  return "cannot read " + name + ": " + error.message();
}

}  // namespace

Discovered discover(const std::string& directory, const DiscoverOptions& options) {
  return Walk(directory, options).run();
}

bool matches_globs(std::string_view path, const std::vector<std::string>& patterns) {
  return compiled(patterns).covers(path, false);
}

bool matches_name(std::string_view name, std::string_view pattern) {
  return Glob(pattern, GlobSyntax::name).matches(name);
}

}  // namespace ddblint
