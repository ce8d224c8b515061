#include "config/config.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "config/fixture.h"
#include "support/catch.h"

namespace ddblint {
namespace {

using config_test::Input;
namespace fs = std::filesystem;

LoadedConfig load(const std::string& text, const std::string& path = "ddblint.yaml") {
  const Input input(text, path);
  return read_config(input.source(), input.tree);
}

/// What is wrong with a config.
std::string mistakes(const std::string& text) {
  const Input input(text);
  return input.shown(read_config(input.source(), input.tree).diagnostics);
}

const RuleInfo& rule(std::string_view name) {
  const RuleInfo* found = find_rule(name);
  REQUIRE(found != nullptr);
  return *found;
}

/// The texts of rule names.
std::vector<std::string> texts(const std::vector<RuleName>& names) {
  std::vector<std::string> result;
  for (const RuleName& name : names) result.push_back(name.text);
  return result;
}

/// A directory that lives as long as the test.
class TemporaryDirectory {
 public:
  TemporaryDirectory()
      : path_(fs::temp_directory_path() / fmt::format("ddblint-config-{}", ::getpid())) {
    fs::create_directories(path_);
  }
  ~TemporaryDirectory() { fs::remove_all(path_); }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  void write(const std::string& name) const {
    fs::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name) << "rules: {}\n";
  }
  [[nodiscard]] std::string operator/(const std::string& name) const { return path_ / name; }

 private:
  fs::path path_;
};

TEST_CASE("a whole config is read", "[config]") {
  const LoadedConfig loaded = load(
      "# settings\n"
      "extends: [ddblint:strict, ddblint:audit]\n"
      "include: [infra/**, '*.json']\n"
      "exclude: infra/old/**\n"
      "rules:\n"
      "  ddb101: { severity: error, ignore-names: [productType, kind] }\n"
      "  redundant-index: off\n"
      "  DDB607: { enabled: off, max-local-indexes: 3, max-global-indexes: '10' }\n"
      "ignore:\n"
      "  - { rules: [DDB206, DDB6], tables: [legacy-*], indexes: by-*, paths: ['*.yaml'],\n"
      "      reason: retired in Q2, until: 2027-03-31 }\n",
      "infra/ddblint.yaml");
  CHECK(loaded.diagnostics.empty());
  const Config& config = loaded.config;
  CHECK(config.path == "infra/ddblint.yaml");
  CHECK(config.directory == "infra");
  CHECK(config.extends == std::vector<std::string>{"ddblint:strict", "ddblint:audit"});
  CHECK(config.include == std::vector<std::string>{"infra/**", "*.json"});
  CHECK(config.exclude == std::vector<std::string>{"infra/old/**"});

  REQUIRE(config.rules.size() == 3);
  const ConfiguredRule& low = config.rules.at("DDB101");
  CHECK(low.enabled == true);
  CHECK(low.severity == Severity::error);
  CHECK(low.options.at("ignore-names") == "productType,kind");
  CHECK(config.rules.at("DDB206").enabled == false);
  const ConfiguredRule& many = config.rules.at("DDB607");
  CHECK(many.enabled == false);
  CHECK(many.severity == std::nullopt);
  CHECK(many.options.at("max-local-indexes") == "3");
  CHECK(many.options.at("max-global-indexes") == "10");

  REQUIRE(config.ignore.size() == 1);
  const ConfiguredIgnore& ignore = config.ignore.front();
  CHECK(texts(ignore.rules) == std::vector<std::string>{"DDB206", "DDB6"});
  CHECK(ignore.tables == std::vector<std::string>{"legacy-*"});
  CHECK(ignore.indexes == std::vector<std::string>{"by-*"});
  CHECK(ignore.paths == std::vector<std::string>{"*.yaml"});
  CHECK(ignore.reason == "retired in Q2");
  CHECK(ignore.until == std::chrono::year_month_day(std::chrono::year(2027), std::chrono::March,
                                                    std::chrono::day(31)));
}

TEST_CASE("tables name what is known of them", "[config]") {
  const Input input(
      "tables:\n"
      "  Orders:\n"
      "    data: [exports/orders/, more.csv]\n"
      "    patterns: access/orders.yaml\n"
      "    trace: traces/*.json.gz\n"
      "    source-ddl: legacy/schema.sql\n"
      "    growth: 3\n"
      "  \"legacy-*\": { growth: 1.5 }\n");
  const LoadedConfig loaded = read_config(input.source(), input.tree);
  CHECK(loaded.diagnostics.empty());
  REQUIRE(loaded.config.tables.size() == 2);
  const ConfiguredTable& orders = loaded.config.tables.front();
  CHECK(orders.tables == "Orders");
  CHECK(input.place(orders.span) == "2:3");
  REQUIRE(orders.data.size() == 2);
  CHECK(orders.data[1].path == "more.csv");
  CHECK(input.place(orders.data[1].span) == "3:29");
  REQUIRE(orders.patterns.size() == 1);
  CHECK(orders.patterns.front().path == "access/orders.yaml");
  REQUIRE(orders.trace.size() == 1);
  CHECK(orders.trace.front().path == "traces/*.json.gz");
  REQUIRE(orders.source_ddl.size() == 1);
  CHECK(orders.source_ddl.front().path == "legacy/schema.sql");
  CHECK(orders.growth == 3.0);
  CHECK(loaded.config.tables.back().tables == "legacy-*");
  CHECK(loaded.config.tables.back().growth == 1.5);
}

TEST_CASE("an empty config and empty keys are the defaults", "[config]") {
  const std::string text = GENERATE("", "# nothing yet\n", "{}", "rules:\nignore:\nextends:\n",
                                    "---\ninclude: []\n", "{\"rules\": {}}");
  const LoadedConfig loaded = load(text);
  CHECK(loaded.diagnostics.empty());
  CHECK(loaded.config.rules.empty());
  CHECK(loaded.config.ignore.empty());
  CHECK(loaded.config.directory == ".");
}

TEST_CASE("what is wrong in a config is said at its place", "[config]") {
  struct Case {
    const char* name;
    const char* text;
    const char* expected;
  };
  const auto wrong = GENERATE(values<Case>({
      {"not a mapping", "- DDB101\n", "1:1 a config is a mapping\n"},
      {"a second document", "rules: {}\n---\nrules: {}\n",
       "3:1 a config is one document; here a second one begins\n"},
      {"a near key", "rules: {}\nexlude: [a]\n",
       "2:1 unknown key `exlude` in a config, did you mean \"exclude\"?\n"},
      {"a far key", "colour: red\n",
       "1:1 unknown key `colour` in a config; its keys are extends, include, exclude, tables, "
       "rules, ignore\n"},
      {"keys of later versions", "custom-rules: [a.yaml]\n",
       "1:1 this version does not read `custom-rules` yet\n"},
      {"tables that are no mapping", "tables: [Orders]\n",
       "1:9 `tables` takes a mapping from ids or names of tables to what is bound\n"},
      {"a table that binds nothing", "tables:\n  Orders:\n  '': {}\n  Lines: a.csv\n",
       "2:3 an entry of `tables` is a mapping with data, patterns, trace, source-ddl or growth\n"
       "3:3 a name in `tables` is an id, a name or a glob\n"
       "4:10 an entry of `tables` is a mapping with data, patterns, trace, source-ddl or "
       "growth\n"},
      {"wrong words in a table",
       "tables:\n  Orders: { dta: a, data: [{}], patterns: '', growth: 0.5 }\n  Lines: { growth: "
       "much }\n",
       "2:13 unknown key `dta` in an entry of `tables`, did you mean \"data\"?\n"
       "2:28 `data` takes a text or a list of texts\n"
       "2:43 empty text in `patterns`\n"
       "2:55 `growth` takes a factor of at least 1\n"
       "3:20 `growth` takes a factor of at least 1\n"},
      {"an unknown preset", "extends: ddblint:strcit\n",
       "1:10 unknown preset `ddblint:strcit`, did you mean \"ddblint:strict\"?\n"},
      {"a preset without its prefix", "extends:\n  - strict\n",
       "2:5 unknown preset `strict`, did you mean \"ddblint:strict\"?\n"},
      {"globs that are no texts", "include: { a: b }\nexclude: [x, [y], '']\n",
       "1:10 `include` takes a text or a list of texts\n"
       "2:14 `exclude` takes a text or a list of texts\n"
       "2:19 empty text in `exclude`\n"},
      {"rules as a list", "rules: [DDB101]\n",
       "1:8 `rules` takes a mapping from rules to settings\n"},
      {"an unknown slug", "rules:\n  low-cardinalty-key: off\n",
       "2:3 no rule is called `low-cardinalty-key`, did you mean \"low-cardinality-key\"?\n"},
      {"an unknown code", "rules:\n  DDB1O1: off\n",
       "2:3 no rule is called `DDB1O1`, did you mean \"DDB101\"?\n"},
      {"nothing near", "rules: { xyzzy: error }\n", "1:10 no rule is called `xyzzy`\n"},
      {"a wrong word", "rules: { DDB101: eror }\n",
       "1:18 `DDB101` takes error, warning, info, on, off or a mapping, did you mean "
       "\"error\"?\n"},
      {"no value", "rules:\n  DDB101:\n  DDB206: [on]\n",
       "2:10 `DDB101` takes error, warning, info, on, off or a mapping\n"
       "3:11 `DDB206` takes error, warning, info, on, off or a mapping\n"},
      {"a wrong severity", "rules:\n  DDB101: { severity: off, enabled: perhaps }\n",
       "2:23 `severity` takes error, warning or info\n"
       "2:37 `enabled` takes true or false\n"},
      {"an unknown option", "rules:\n  DDB101: { ignore-name: [x] }\n",
       "2:13 unknown key `ignore-name` in rule DDB101, did you mean \"ignore-names\"?\n"},
      {"a wrong option value",
       "rules:\n  DDB607:\n    max-local-indexes: five\n    max-global-indexes: [1]\n",
       "3:24 `max-local-indexes` takes a whole number\n"
       "4:25 `max-global-indexes` takes a whole number\n"},
      {"a list option that is a mapping", "rules: { DDB101: { ignore-names: { a: b } } }\n",
       "1:34 `ignore-names` takes a text or a list of texts\n"},
      {"one rule under two names", "rules:\n  DDB101: off\n  low-cardinality-key: error\n",
       "3:3 rule DDB101 is set twice, here as `low-cardinality-key`; the last one counts\n"},
      {"one key twice", "rules:\n  DDB101: off\n  DDB101: error\n",
       "3:3 key `DDB101` is written twice; the last one counts\n"},
      {"ignore as a mapping", "ignore: { rules: DDB101 }\n",
       "1:9 `ignore` takes a list of entries\n"},
      {"an entry as a text", "ignore: [DDB101]\n",
       "1:10 an entry of `ignore` is a mapping with `rules`\n"},
      {"an entry without rules", "ignore:\n  - { tables: [a] }\n  - { rules: [] }\n",
       "2:5 an entry of `ignore` needs `rules`\n"
       "3:5 an entry of `ignore` needs `rules`\n"},
      {"an entry with all rules", "ignore:\n  - rules: ALL\n", "2:12 no rule is called `ALL`\n"},
      {"a prefix that says nothing", "ignore:\n  - rules: [DDB, DDB88]\n",
       "2:13 no rule is called `DDB`\n"
       "2:18 no rule is called `DDB88`\n"},
      {"an entry with a mistyped key", "ignore:\n  - { rules: DDB101, table: Orders }\n",
       "2:22 unknown key `table` in an entry of `ignore`, did you mean \"tables\"?\n"},
      {"dates that are none",
       "ignore:\n"
       "  - { rules: DDB101, until: 2027-02-30 }\n"
       "  - { rules: DDB101, until: 2027-3-1 }\n"
       "  - { rules: DDB101, until: [2027-03-01] }\n"
       "  - { rules: DDB101, until: +027-03-01 }\n",
       "2:29 `until` takes a date as YYYY-MM-DD\n"
       "3:29 `until` takes a date as YYYY-MM-DD\n"
       "4:29 `until` takes a date as YYYY-MM-DD\n"
       "5:29 `until` takes a date as YYYY-MM-DD\n"},
      {"a reason that is a list", "ignore: [{ rules: DDB101, reason: [a] }]\n",
       "1:35 `reason` takes a text\n"},
  }));
  INFO(wrong.name);
  std::string text = wrong.text;
  CHECK(mistakes(text) == wrong.expected);
  // The same file as an editor on Windows writes it.
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 2)) {
    text.replace(at, 1, "\r\n");
  }
  CHECK(mistakes(text) == wrong.expected);
}

TEST_CASE("a config that breaks off is not read any further", "[config]") {
  const LoadedConfig loaded = load("exlude: [a]\nrules: [\n");
  CHECK(loaded.diagnostics.size() == 1);
  CHECK(loaded.config.exclude.empty());
}

TEST_CASE("an ignore entry with a mistake silences nothing", "[config]") {
  CHECK(load("ignore: [{ rules: DDB101, tabels: Orders }]\n").config.ignore.empty());
  CHECK(load("ignore: [{ rules: DDB101, until: soon }]\n").config.ignore.empty());
}

TEST_CASE("merged settings are overridden without a complaint", "[config]") {
  const LoadedConfig loaded = load(
      "rules:\n"
      "  DDB101: &base { severity: info, ignore-names: [kind] }\n"
      "  DDB206: &off off\n"
      "  DDB607: *off\n"
      "  DDB201:\n"
      "    <<: *base\n"
      "    severity: error\n");
  CHECK(loaded.diagnostics.empty());
  CHECK(loaded.config.rules.at("DDB607").enabled == false);
  CHECK(loaded.config.rules.at("DDB201").severity == Severity::error);
  CHECK(loaded.config.rules.at("DDB201").options.at("ignore-names") == "kind");
}

TEST_CASE("rules are named by code, beginning of a code, or slug", "[config]") {
  CHECK(rules_named("ddb101") == std::vector{&rule("DDB101")});
  CHECK(rules_named("redundant-index") == std::vector{&rule("DDB206")});
  CHECK(rules_named("DDB").empty());
  CHECK(rules_named("ALL").empty());
  CHECK(rules_named("").empty());
  CHECK(rules_named("DDB2a").empty());
  const auto family = rules_named("DDB20");
  CHECK(family.size() > 1);
  CHECK(std::ranges::all_of(family,
                            [](const RuleInfo* info) { return info->code.starts_with("DDB20"); }));
  CHECK(rules_named("DDB2").size() >= family.size());
}

TEST_CASE("presets and settings make what holds for a rule", "[config]") {
  for (const RuleInfo& info : catalogue()) {
    INFO(info.code);
    const auto with = [&info](const std::string& text) {
      return effective_rule(load(text).config, info);
    };
    CHECK(with("").enabled == info.on_by_default);
    CHECK(with("").severity == std::nullopt);
    CHECK(with("extends: ddblint:recommended").enabled == info.on_by_default);
    CHECK(with("extends: ddblint:audit").enabled == true);
    CHECK(with("extends: ddblint:audit").severity == std::nullopt);

    const bool structural =
        std::ranges::find(info.evidence, Evidence::structural) != info.evidence.end();
    const bool raised = structural && info.severity == Severity::info;
    CHECK(with("extends: ddblint:strict").enabled == info.on_by_default);
    CHECK(with("extends: ddblint:strict").severity ==
          (raised ? std::optional(Severity::warning) : std::nullopt));

    const std::string code(info.code);
    CHECK(with("extends: ddblint:strict\nrules: {" + code + ": info}").severity == Severity::info);
    CHECK(with("rules: {" + code + ": info}").enabled == true);
    CHECK(with("rules: {" + code + ": on}").enabled == true);
    CHECK(with("rules: {" + code + ": {enabled: false, severity: error}}").enabled == false);
    CHECK(with("extends: ddblint:audit\nrules: {" + code + ": off}").enabled == false);
    // Options alone do not turn a rule on.
    CHECK(with("rules: {" + code + ": {}}").enabled == info.on_by_default);
  }
}

TEST_CASE("the nearest config up to the repository's root governs", "[config]") {
  const TemporaryDirectory root;
  root.write("repo/.git/config");
  root.write("ddblint.yaml");
  root.write("repo/infra/a.yaml");
  root.write("repo/infra/deep/b.yaml");
  CHECK(find_config(root / "repo/infra/a.yaml") == std::nullopt);

  root.write("repo/.ddblint.yaml");
  CHECK(find_config(root / "repo/infra/deep/b.yaml") == root / "repo/.ddblint.yaml");
  CHECK(find_config(root / "repo/infra") == root / "repo/.ddblint.yaml");
  CHECK(find_config(root / "repo/infra/") == root / "repo/.ddblint.yaml");
  CHECK(find_config(root / "repo/infra/missing.yaml") == root / "repo/.ddblint.yaml");

  root.write("repo/ddblint.yaml");
  CHECK(find_config(root / "repo") == root / "repo/ddblint.yaml");
  root.write("repo/infra/.ddblint.yaml");
  CHECK(find_config(root / "repo/infra/deep/../a.yaml") == root / "repo/infra/.ddblint.yaml");
  CHECK(find_config(root / "repo/other/../a.yaml") == root / "repo/ddblint.yaml");

  // Outside a repository the way leads further up; a directory is no config.
  root.write("loose/c.yaml");
  fs::create_directories(root / "loose/ddblint.yaml");
  CHECK(find_config(root / "loose/c.yaml") == root / "ddblint.yaml");

  // A work tree has a file of that name.
  root.write("worktree/.git");
  root.write("worktree/d.yaml");
  CHECK(find_config(root / "worktree/d.yaml") == std::nullopt);
}

TEST_CASE("a config is shown relative when the path is", "[config]") {
  const TemporaryDirectory root;
  root.write("repo/ddblint.yaml");
  root.write("repo/infra/a.yaml");
  const fs::path before = fs::current_path();
  fs::current_path(root / "repo/infra");
  CHECK(find_config("a.yaml") == "../ddblint.yaml");
  CHECK(find_config("-") == "../ddblint.yaml");
  CHECK(find_config(".") == "../ddblint.yaml");
  fs::current_path(root / "repo");
  CHECK(find_config("infra/a.yaml") == "ddblint.yaml");
  CHECK(find_config("infra") == "ddblint.yaml");
  fs::current_path(before);
}

}  // namespace
}  // namespace ddblint
