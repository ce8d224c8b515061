#include "source/discover.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include "source/gitignore.h"

namespace fs = std::filesystem;
using ddblint::discover;
using ddblint::DiscoverOptions;
using ddblint::Glob;
using ddblint::GlobSyntax;
using ddblint::matches_globs;
using ddblint::matches_name;
using ddblint::PatternList;
using ddblint::Verdict;
using Paths = std::vector<std::string>;

namespace {

/// A directory of its own that also holds the user's configuration, so that no setting of the
/// machine reaches a test; removed at the end.
class TempTree {
 public:
  TempTree() {
    std::string name = (fs::temp_directory_path() / "ddblint_discover_XXXXXX").string();
    base_ = fs::canonical(::mkdtemp(name.data()));
    fs::create_directories(root());
    ::setenv("HOME", (base_ / "home").c_str(), 1);
    ::setenv("XDG_CONFIG_HOME", (base_ / "config").c_str(), 1);
    ::setenv("GIT_CONFIG_NOSYSTEM", "1", 1);
    ::setenv("GIT_CONFIG_GLOBAL", "/dev/null", 1);
    ::setenv("GIT_CEILING_DIRECTORIES", base_.c_str(), 1);
  }
  ~TempTree() {
    std::error_code ignored;
    fs::remove_all(base_, ignored);
  }
  TempTree(const TempTree&) = delete;
  TempTree& operator=(const TempTree&) = delete;

  [[nodiscard]] const fs::path& base() const { return base_; }
  [[nodiscard]] fs::path root() const { return base_ / "tree"; }

  /// Writes a file below base() and the directories it needs.
  void write_at_base(const std::string& path, const std::string& text) const {
    fs::create_directories((base_ / path).parent_path());
    std::ofstream(base_ / path, std::ios::binary) << text;
  }
  void write(const std::string& path, const std::string& text = "x") const {
    write_at_base("tree/" + path, text);
  }
  void write_all(const Paths& paths) const {
    for (const std::string& path : paths) write(path);
  }
  /// What a walk of `directory` (relative to the root) finds, relative to the root.
  [[nodiscard]] Paths found(const DiscoverOptions& options = {},
                            const std::string& directory = "") const {
    const std::string start = (root() / directory).string();
    const ddblint::Discovered result = discover(start, options);
    CHECK(result.errors == Paths{});
    Paths relative;
    for (const std::string& file : result.files) {
      REQUIRE(file.starts_with(root().string() + '/'));
      relative.push_back(file.substr(root().string().size() + 1));
    }
    return relative;
  }

 private:
  fs::path base_;
};

bool ignored(const std::string& pattern, const std::string& path) {
  const bool directory = path.ends_with('/');
  return PatternList::parse(pattern).decide(path.substr(0, path.size() - (directory ? 1 : 0)),
                                            directory) == Verdict::ignored;
}

std::string run(const std::string& command) {
  const auto close = [](FILE* pipe) { ::pclose(pipe); };
  const std::unique_ptr<FILE, decltype(close)> pipe(::popen(command.c_str(), "r"), close);
  std::string output;
  std::array<char, 4096> buffer{};
  while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), pipe.get())) {
    output.append(buffer.data(), got);
  }
  return output;
}

bool have_git() { return run("git --version 2>/dev/null").starts_with("git version"); }

Paths git_files(const fs::path& root) {
  const std::string output =
      run("git -C '" + root.string() + "' ls-files -co --exclude-standard -z");
  Paths files;
  for (std::size_t at = 0; at < output.size();) {
    const std::size_t end = output.find('\0', at);
    files.push_back(output.substr(at, end - at));
    at = end + 1;
  }
  std::ranges::sort(files);
  return files;
}

/// Random trees over few names, so that random patterns hit often.
class TreeMaker {
 public:
  explicit TreeMaker(unsigned seed) : random_(seed) {}

  void fill(const TempTree& tree, const std::string& directory, int depth) {
    for (unsigned i = 2 + below(5); i > 0; --i) tree.write(directory + name());
    if (below(100) < (depth == 0 ? 95U : 35U)) tree.write(directory + ".gitignore", ignore_file());
    if (depth == 4) return;
    for (unsigned i = below(4) + (depth == 0 ? 2U : 0U); i > 0; --i) {
      const std::string child = directory + name();
      if (!fs::is_regular_file(tree.root() / child)) fill(tree, child + '/', depth + 1);
    }
  }

  std::string ignore_file() {
    const std::string end = below(4) == 0 ? "\r\n" : "\n";
    std::string text = below(10) == 0 ? "\xEF\xBB\xBF" : "";
    for (unsigned i = 1 + below(6); i > 0; --i) text += line() + end;
    if (below(3) == 0) text += line();
    return text;
  }

 private:
  unsigned below(unsigned limit) { return static_cast<unsigned>(random_()) % limit; }
  template <std::size_t N>
  std::string pick(const std::array<const char*, N>& choices) {
    return choices[below(N)];
  }
  std::string name() {
    return pick(std::array{"a", "b", "ab", "abc", "a.c", "b.c", "a-b", "[a]", "a b", "c ", "#a",
                           "!b", "x*y", "aa", "bab", "\xC3\xA9"});
  }
  std::string segment() {
    static constexpr std::array kFixed{
        "*",     "**",     "***",   "?",       "*.c",   "a*",    "[ab]",        "[!a]",
        "[^b]*", "[a-b]?", "a\\b",  "\\[a]",   "*b*",   "[]a]*", "[[:alpha:]]", "a**",
        "**b",   "?*",     "[a-]b", "[\\]a]b", "x\\*y", "[a",    "*a*b*",       "c\\ "};
    return below(2) == 0 ? name() : kFixed[below(kFixed.size())];
  }
  std::string line() {
    switch (below(14)) {
      case 0:
        return "";
      case 1:
        return "# " + name();
      case 2:
        return "\\" + name();
      default:
        break;
    }
    std::string text = below(3) == 0 ? "!" : "";
    if (below(4) == 0) text += '/';
    text += segment();
    while (below(5) < 2) text += '/' + segment();
    if (below(4) == 0) text += '/';
    if (below(8) == 0) text += "  ";
    return text;
  }

  std::mt19937 random_;
};

}  // namespace

TEST_CASE("gitignore patterns match as the manual says", "[discover]") {
  struct Row {
    const char* pattern;
    const char* path;  // a directory when it ends in '/'
    bool ignored;
  };
  const Row row = GENERATE(values<Row>({{"a", "a", true},
                                        {"a", "x/y/a", true},
                                        {"a", "ab", false},
                                        {"a", "A", false},
                                        {"*.log", "x/y.log", true},
                                        {"*.log", ".log", true},
                                        {"*.log", "y.log.gz", false},
                                        {"*g.*", "x/ag.b", true},
                                        // Anchoring.
                                        {"/a", "a", true},
                                        {"/a", "x/a", false},
                                        {"x/a", "x/a", true},
                                        {"x/a", "y/x/a", false},
                                        {"x/*", "x/a", true},
                                        {"x/*", "x/a/b", false},
                                        {"x/?", "x/a", true},
                                        {"x?a", "x/a", false},
                                        {"x/a*b", "x/a/b", false},
                                        {"//a", "a", false},
                                        {"a//b", "a/b", false},
                                        // Directories only.
                                        {"a/", "a", false},
                                        {"a/", "a/", true},
                                        {"a/", "x/a/", true},
                                        {"x/a/", "y/x/a/", false},
                                        {"a//", "a/", false},
                                        {"/", "a/", false},
                                        // Two asterisks.
                                        {"**/a", "a", true},
                                        {"**/a", "x/y/a", true},
                                        {"**/a/b", "x/a/b", true},
                                        {"**/a/b", "xa/b", false},
                                        {"a/**", "a/b/c", true},
                                        {"a/**", "a/", false},
                                        {"a/**/b", "a/b", true},
                                        {"a/**/b", "a/x/y/b", true},
                                        {"a/**/b", "a/xb", false},
                                        {"a/**/**/b", "a/b", true},
                                        {"**/x/**/y", "x/x/z/y", true},
                                        {"**/a*c/b", "abc/x/adc/b", true},
                                        {"a/***", "a/b/c", true},
                                        {"x/a**b", "x/a/b", false},
                                        {"x/a**b", "x/aaab", true},
                                        {"**/", "a/", true},
                                        {"**/", "a", false},
                                        {"/**", "a/b", true},
                                        // Escapes, comments, spaces.
                                        {"#a", "#a", false},
                                        {"\\#a", "#a", true},
                                        {"\\!a", "!a", true},
                                        {"a\\*", "a*", true},
                                        {"a\\*", "ab", false},
                                        {"a\\", "a", false},
                                        {"a\\", "a\\", false},
                                        {"a\\\\", "a\\", true},
                                        {"a  ", "a", true},
                                        {"a\\  ", "a ", true},
                                        {"a\\\\  ", "a\\", true},
                                        {"a\t", "a", false},
                                        {" a", " a", true},
                                        {"   ", "   ", false},
                                        {"a\r\n", "a", true},
                                        {"a \r\nb", "a", true},
                                        {"\xEF\xBB\xBF"
                                         "a",
                                         "a", true},
                                        // Bracket expressions.
                                        {"[ab]", "b", true},
                                        {"[ab]", "c", false},
                                        {"[!ab]", "c", true},
                                        {"[^ab]", "a", false},
                                        {"[a-c]x", "bx", true},
                                        {"[a-c]x", "-x", false},
                                        {"[a-]x", "-x", true},
                                        {"[-a]x", "-x", true},
                                        {"[]a]x", "]x", true},
                                        {"[!]a]x", "]x", false},
                                        {"[\\]a]x", "]x", true},
                                        {"[[:digit:]a]", "7", true},
                                        {"[[:digit:]a]", "b", false},
                                        {"[[:nope:]a]", "a", false},
                                        {"[[:a]", ":", true},
                                        {"[c-a]", "b", false},
                                        {"[a", "[a", false},
                                        {"x/[!a]b", "x/cb", true},
                                        {"x[!a]b", "x/b", false},
                                        {"x[/]b", "x/b", false},
                                        {"[a\\", "a", false}}));
  INFO("pattern " << row.pattern << " path " << row.path);
  CHECK(ignored(row.pattern, row.path) == row.ignored);
}

TEST_CASE("the last gitignore pattern that matches decides", "[discover]") {
  CHECK(PatternList::parse("*.c\n!a.c\n").decide("a.c", false) == Verdict::kept);
  CHECK(PatternList::parse("!a.c\n*.c\n").decide("a.c", false) == Verdict::ignored);
  CHECK(PatternList::parse("*.c\n!a.c/\n").decide("a.c", false) == Verdict::ignored);
  CHECK(PatternList::parse("*.c\n").decide("a.h", false) == Verdict::undecided);
  CHECK(PatternList::parse("# a\n\r\n\n!\n").empty());
}

TEST_CASE("globs look at parent directories", "[discover]") {
  CHECK(matches_globs("infra/a.yaml", {"infra/"}));
  CHECK(matches_globs("infra/x/a.yaml", {"infra"}));
  CHECK(matches_globs("x/infra/a.yaml", {"infra"}));
  CHECK_FALSE(matches_globs("x/infra/a.yaml", {"/infra"}));
  CHECK_FALSE(matches_globs("infra", {"infra/"}));
  CHECK(matches_globs("infra/a.yaml", {"infra/", "!a.yaml"}));
  CHECK_FALSE(matches_globs("infra/a.yaml", {"infra/*", "!a.yaml"}));
  CHECK(matches_globs("infra/a.yaml", {"!a.yaml", "*.yaml"}));
  CHECK_FALSE(matches_globs("a.yaml", {}));
}

TEST_CASE("names match as in a shell", "[discover]") {
  CHECK(matches_name("Orders", "Orders"));
  CHECK(matches_name("prod-orders-v2", "prod-*-v?"));
  CHECK(matches_name("a/b", "a*b"));
  CHECK(matches_name("a/b", "a?b"));
  CHECK(matches_name("", "*"));
  CHECK(matches_name("", ""));
  CHECK(matches_name("t7", "t[0-9]"));
  CHECK(matches_name("a\\b", "a\\b"));
  CHECK(matches_name("a[b", "a[b"));
  CHECK(matches_name("#a", "#a"));
  CHECK(matches_name("a ", "a "));
  CHECK_FALSE(matches_name("orders", "Orders"));
  CHECK_FALSE(matches_name("Orders2", "Orders"));
  CHECK_FALSE(matches_name("tx", "t[0-9]"));
  CHECK_FALSE(matches_name("x", ""));
  CHECK_FALSE(matches_name("", "?"));
}

TEST_CASE("many wildcards do not explode", "[discover]") {
  std::string stars;
  std::string dirs;
  for (int i = 0; i < 60; ++i) {
    stars += "a*";
    dirs += "**/a*a/";
  }
  std::string path;
  for (int i = 0; i < 500; ++i) path += "aaaaaaa/";
  const auto start = std::chrono::steady_clock::now();
  CHECK_FALSE(Glob(stars + 'b', GlobSyntax::path).matches(std::string(5000, 'a')));
  CHECK_FALSE(Glob(dirs + 'b', GlobSyntax::path).matches(path + 'c'));
  CHECK(Glob(dirs + 'c', GlobSyntax::path).matches(path + 'c'));
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(2));
}

TEST_CASE("a walk obeys nested ignore files and sorts by bytes", "[discover]") {
  TempTree tree;
  tree.write_all({".git/HEAD", "b.yaml", "a/x.yaml", "a-b.yaml", "a/keep.log", "a/x.log", "z/x.log",
                  "out/k.yaml", "out/sub/k.yaml", "node_modules/p/t.yaml", "a/.terraform/t.yaml",
                  ".aws-sam/t.yaml", ".hidden/t.yaml"});
  tree.write(".gitignore", "*.log\nout/\n!out/k.yaml\n");
  tree.write("a/.gitignore", "!keep.log\n");
  const Paths expected{".gitignore", ".hidden/t.yaml", "a-b.yaml", "a/.gitignore",
                       "a/keep.log", "a/x.yaml",       "b.yaml"};
  CHECK(tree.found() == expected);

  SECTION("unless told not to") {
    const Paths all{".gitignore", ".hidden/t.yaml", "a-b.yaml", "a/.gitignore",
                    "a/keep.log", "a/x.log",        "a/x.yaml", "b.yaml",
                    "out/k.yaml", "out/sub/k.yaml", "z/x.log"};
    CHECK(tree.found({.respect_gitignore = false}) == all);
  }
  SECTION("also those above the walked directory") {
    CHECK(tree.found({}, "a") == Paths{"a/.gitignore", "a/keep.log", "a/x.yaml"});
    CHECK(tree.found({}, "z") == Paths{});
  }
  SECTION("but a directory named explicitly is walked") {
    CHECK(tree.found({}, "out") == Paths{"out/k.yaml", "out/sub/k.yaml"});
    CHECK(tree.found({}, "node_modules") == Paths{"node_modules/p/t.yaml"});
  }
  SECTION("outside of a repository too, there without those above") {
    fs::remove_all(tree.root() / ".git");
    CHECK(tree.found() == expected);
    CHECK(tree.found({}, "z") == Paths{"z/x.log"});
  }
}

TEST_CASE("a nested repository has its own ignore files", "[discover]") {
  TempTree tree;
  tree.write_all({".git/HEAD", "a.log", "sub/.git/HEAD", "sub/a.log", "sub/b.tmp", "sub/d/c.log",
                  "vendor/.git/HEAD", "vendor/a"});
  tree.write(".gitignore", "*.log\n/vendor/\n");
  tree.write("sub/.gitignore", "/b.tmp\n");
  CHECK(tree.found() == Paths{".gitignore", "sub/.gitignore", "sub/a.log", "sub/d/c.log"});
}

TEST_CASE("user and repository excludes apply, the nearest wins", "[discover]") {
  TempTree tree;
  tree.write_all({".git/HEAD", "a.1", "a.2", "a.3", "d/a.1", "d/a.2", "d/a.3", "d/a.4"});
  tree.write_at_base("config/git/ignore", "a.*\n/d/a.4\n");
  tree.write(".git/info/exclude", "!a.1\n!a.2\n");
  tree.write("d/.gitignore", "a.2\n");
  CHECK(tree.found() == Paths{"a.1", "a.2", "d/.gitignore", "d/a.1"});

  SECTION("from ~/.config when XDG_CONFIG_HOME is empty") {
    ::setenv("XDG_CONFIG_HOME", "", 1);
    tree.write_at_base("home/.config/git/ignore", "a.1\n");
    tree.write(".git/info/exclude", "");
    CHECK(tree.found({}, "d") == Paths{"d/.gitignore", "d/a.3", "d/a.4"});
  }
  SECTION("in a worktree those of the main repository") {
    tree.write(".git/worktrees/w/commondir", "../..\n");
    tree.write("w/.git", "gitdir: ../.git/worktrees/w\n");
    tree.write_all({"w/a.1", "w/a.3"});
    CHECK(tree.found({}, "w") == Paths{"w/a.1"});
  }
}

TEST_CASE("globs and extensions choose files", "[discover]") {
  TempTree tree;
  tree.write_all({"a.yaml", "a.YML", "b.tf.json", "b.json", "infra/a.yaml", "infra/x/b.json",
                  "infra/x/c.md", "lib/infra/d.json", "yaml"});
  CHECK(tree.found({.extensions = {"yaml", "yml", "tf.json"}}) ==
        Paths{"a.YML", "a.yaml", "b.tf.json", "infra/a.yaml"});
  CHECK(tree.found({.include = {"/infra/"}}) ==
        Paths{"infra/a.yaml", "infra/x/b.json", "infra/x/c.md"});
  CHECK(tree.found({.include = {"*.json", "!b.json"}}) == Paths{"b.tf.json", "lib/infra/d.json"});
  CHECK(tree.found({.exclude = {"infra", "*.json", "!b.json"}}) ==
        Paths{"a.YML", "a.yaml", "b.json", "yaml"});
  CHECK(tree.found({.include = {"infra"}, .exclude = {"x/"}}) ==
        Paths{"infra/a.yaml", "lib/infra/d.json"});

  SECTION("relative to their own root") {
    const std::string root = tree.root().string();
    CHECK(tree.found({.include = {"/infra/x/b.json"}, .glob_root = root}, "infra") ==
          Paths{"infra/x/b.json"});
    CHECK(tree.found({.include = {"/infra"}, .glob_root = root}, "infra/x") ==
          Paths{"infra/x/b.json", "infra/x/c.md"});
    CHECK(tree.found({.exclude = {"/infra/x"}, .glob_root = root + "/"}, "infra") ==
          Paths{"infra/a.yaml"});
    CHECK(tree.found({.include = {"*.json", "/a.yaml"}, .glob_root = root + "/lib"}, "infra") ==
          Paths{"infra/x/b.json"});
  }
}

TEST_CASE("links and pipes are passed by", "[discover]") {
  TempTree tree;
  tree.write_all({"d/a.yaml", "e/b.yaml"});
  tree.write_at_base("outside/.gitignore", "b.yaml\n");
  fs::create_symlink("d", tree.root() / "link");
  fs::create_symlink("d/a.yaml", tree.root() / "link.yaml");
  fs::create_symlink(tree.base() / "outside/.gitignore", tree.root() / "e/.gitignore");
  REQUIRE(::mkfifo((tree.root() / ".gitignore").c_str(), 0600) == 0);
  CHECK(tree.found() == Paths{"d/a.yaml", "e/b.yaml"});
  CHECK(tree.found({}, "link") == Paths{"link/a.yaml"});
}

TEST_CASE("paths are shown as they were named", "[discover]") {
  TempTree tree;
  tree.write_all({"d/a.yaml"});
  const fs::path before = fs::current_path();
  fs::current_path(tree.root());
  CHECK(discover(".", {}).files == Paths{"d/a.yaml"});
  CHECK(discover("./", {}).files == Paths{"d/a.yaml"});
  CHECK(discover("d", {}).files == Paths{"d/a.yaml"});
  CHECK(discover("d//", {}).files == Paths{"d/a.yaml"});
  CHECK(discover("../tree/d", {}).files == Paths{"../tree/d/a.yaml"});
  const ddblint::Discovered missing = discover("none", {});
  CHECK(missing.files == Paths{});
  CHECK(missing.errors == Paths{"cannot read none: No such file or directory"});
  CHECK(discover("d/a.yaml", {}).errors == Paths{"cannot read d/a.yaml: Not a directory"});
  fs::current_path(before);
}

TEST_CASE("what cannot be read is reported", "[discover]") {
  TempTree tree;
  tree.write_all({"a.yaml", "shut/b.yaml", "open/c.yaml", "open/.gitignore"});
  fs::permissions(tree.root() / "shut", fs::perms::none);
  fs::permissions(tree.root() / "open/.gitignore", fs::perms::none);
  if (::access((tree.root() / "shut").c_str(), R_OK) == 0) {
    WARN("skipped: this user may read everything");
  } else {
    const std::string root = tree.root().string();
    const ddblint::Discovered found = discover(root, {.threads = 2});
    CHECK(found.files == Paths{root + "/a.yaml", root + "/open/.gitignore", root + "/open/c.yaml"});
    CHECK(found.errors == Paths{"cannot read " + root + "/open/.gitignore: Permission denied",
                                "cannot read " + root + "/shut/: Permission denied"});
  }
  fs::permissions(tree.root() / "shut", fs::perms::owner_all);
}

TEST_CASE("random trees are walked as git walks them", "[discover]") {
  if (!have_git()) {
    WARN("skipped: git is not installed");
    return;
  }
  std::size_t listed = 0;
  std::size_t all = 0;
  for (unsigned seed = 1; seed <= 200; ++seed) {
    INFO("seed " << seed);
    TempTree tree;
    TreeMaker maker(seed);
    maker.fill(tree, "", 0);
    run("git init -q '" + tree.root().string() + "'");
    tree.write(".git/info/exclude", maker.ignore_file());
    tree.write_at_base("config/git/ignore", maker.ignore_file());
    const Paths expected = git_files(tree.root());
    REQUIRE(tree.found({.threads = 1}) == expected);
    REQUIRE(tree.found({.threads = 4}) == expected);
    listed += expected.size();
    all += tree.found({.respect_gitignore = false}).size();
  }
  // The trees are worth something only when patterns hide a good part and leave a good part.
  CHECK(listed * 10 > all);
  CHECK(listed * 10 < all * 9);
}
