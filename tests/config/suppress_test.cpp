#include <algorithm>
#include <map>

#include "config/config.h"
#include "config/fixture.h"
#include "support/catch.h"

namespace ddblint {
namespace {

using config_test::Input;
using Date = std::chrono::year_month_day;

constexpr Date kToday(std::chrono::year(2026), std::chrono::August, std::chrono::day(15));

Finding finding(std::string_view code, Span span, std::string table = "Orders",
                std::string index = "") {
  Finding result;
  result.rule = find_rule(code);
  REQUIRE(result.rule != nullptr);
  result.span = span;
  result.table = std::move(table);
  result.index = std::move(index);
  return result;
}

/// A template with its comments read, and tables whose ids are keys of Resources.
struct Scene {
  Input input;
  FoundSuppressions found;
  std::map<std::string, Span> tables;

  explicit Scene(const std::string& text, const std::string& path = "infra/a.yaml")
      : input(text, path), found(comment_suppressions(input.source(), input.file, input.tree)) {
    if (input.tree.documents.empty()) return;
    const Node* resources = input.tree.documents.front()->find("Resources");
    if (resources == nullptr) return;
    for (const Member& member : resources->members) {
      tables[std::string(member.key->text)] = member.key->span;
    }
  }

  bool silences(Finding one) {
    const bool here = one.span.file == input.file && tables.contains(one.table);
    if (here) one.table_span = tables[one.table];
    const auto result =
        apply_suppressions({std::move(one)}, found.suppressions, input.sources, kToday);
    CHECK(result.kept.size() + result.suppressed == 1);
    return result.suppressed == 1;
  }
  /// The findings that audit leaves when all rules ran, as `line:column code message` lines.
  [[nodiscard]] std::string audit() const {
    std::vector<const RuleInfo*> ran;
    for (const RuleInfo& rule : catalogue()) ran.push_back(&rule);
    std::string lines;
    for (const Finding& one : audit_suppressions(found.suppressions, ran, kToday)) {
      lines += fmt::format("{} {} {}\n", input.place(one.span), one.rule->code, one.message);
    }
    return lines;
  }
};

const char* const kTemplate =
    "# ddblint: ignore-file[DDB607] generated\n"
    "Resources:\n"
    "  # ddblint: ignore[no-such-rule, DDB206] both small\n"
    "\n"
    "  # another comment\n"
    "  Orders:\n"
    "    Properties:\n"
    "      AttributeDefinitions:\n"
    "        - AttributeName: kind # ddblint: ignore[DDB1]\n"
    "      KeySchema:\n"
    "        # ddblint: ignore[low-cardinality-key]   only 40 writes a day  \n"
    "        - AttributeName: status\n"
    "          KeyType: HASH\n"
    "  Customers:\n"
    "    Properties:\n"
    "      KeySchema:\n"
    "        - AttributeName: status\n";

std::string windows(std::string text) {
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 2)) {
    text.replace(at, 1, "\r\n");
  }
  return text;
}

TEST_CASE("comments are read with their rules, reasons and places", "[config]") {
  const bool crlf = GENERATE(false, true);
  const Scene scene(crlf ? windows(kTemplate) : kTemplate);
  CHECK(scene.input.shown(scene.found.diagnostics).empty());
  const auto& list = scene.found.suppressions;
  REQUIRE(list.size() == 4);
  CHECK(list[0].scope == Suppression::Scope::file);
  CHECK(list[0].reason == "generated");
  CHECK(list[0].lines.empty());
  CHECK(scene.input.sources.text(list[0].span) == "ddblint: ignore-file[DDB607]");

  CHECK(list[1].scope == Suppression::Scope::lines);
  CHECK(list[1].lines == std::set<std::uint32_t>{3, 6});
  CHECK(list[1].reason == "both small");
  REQUIRE(list[1].rules.size() == 2);
  CHECK(list[1].rules[0].text == "no-such-rule");
  CHECK(scene.input.place(list[1].rules[0].span) == "3:21");
  CHECK(list[1].rules[1].text == "DDB206");
  CHECK(scene.input.place(list[1].rules[1].span) == "3:35");
  CHECK(scene.input.sources.text(list[1].rules[1].span) == "DDB206");

  CHECK(list[2].lines == std::set<std::uint32_t>{9});
  CHECK(list[2].reason.empty());
  CHECK(list[3].lines == std::set<std::uint32_t>{11, 12});
  CHECK(list[3].reason == "only 40 writes a day");
}

TEST_CASE("a comment silences its rules on and below its line", "[config]") {
  const bool crlf = GENERATE(false, true);
  Scene scene(crlf ? windows(kTemplate) : kTemplate);
  const Input& in = scene.input;

  SECTION("above the line") {
    CHECK(scene.silences(finding("DDB101", in.find("status"))));
    CHECK(scene.found.suppressions[3].used);
    CHECK_FALSE(scene.found.suppressions[2].used);
  }
  SECTION("another line of the same table") {
    CHECK_FALSE(scene.silences(finding("DDB101", in.find("HASH"))));
    CHECK_FALSE(scene.silences(finding("DDB101", in.find("status", 1), "Customers")));
  }
  SECTION("another rule") { CHECK_FALSE(scene.silences(finding("DDB201", in.find("status")))); }
  SECTION("on the line, by the beginning of a code") {
    CHECK(scene.silences(finding("DDB101", in.find("kind"))));
    CHECK_FALSE(scene.silences(finding("DDB201", in.find("kind"))));
  }
  SECTION("a span of several lines") {
    Span span = in.find("KeySchema");
    span.end = in.find("HASH").end;
    CHECK(scene.silences(finding("DDB101", span)));
    span.end = span.begin + 3;
    CHECK_FALSE(scene.silences(finding("DDB101", span)));
    // The line end itself is no line more.
    span = in.find("KeySchema:\n        - A");
    if (!crlf) CHECK_FALSE(scene.silences(finding("DDB101", in.find("Customers:\n"))));
  }
  SECTION("a related line") {
    Finding far = finding("DDB101", in.find("HASH"));
    far.related.push_back({.span = in.find("Properties"), .message = "here"});
    CHECK_FALSE(scene.silences(far));
    far.related.push_back({.span = in.find("kind"), .message = "defined here"});
    CHECK(scene.silences(far));
  }
  SECTION("the table's own line, for the whole table") {
    CHECK(scene.silences(finding("DDB206", in.find("HASH"), "Orders")));
    CHECK_FALSE(scene.silences(finding("DDB206", in.find("status", 1), "Customers")));
    CHECK_FALSE(scene.silences(finding("DDB101", in.find("HASH"), "Orders")));
  }
  SECTION("the whole file") {
    CHECK(scene.silences(finding("DDB607", in.find("status", 1), "Customers")));
    Span elsewhere = in.find("status");
    elsewhere.file = scene.input.sources.add("infra/b.yaml");
    CHECK_FALSE(scene.silences(finding("DDB607", elsewhere)));
    CHECK_FALSE(scene.silences(finding("DDB101", elsewhere)));
    CHECK_FALSE(scene.silences(finding("DDB206", elsewhere)));
    CHECK_FALSE(scene.silences(finding("DDB607", Span{})));
  }
}

TEST_CASE("a comment after the table's id speaks of the whole table", "[config]") {
  Scene scene(
      "Resources:\n"
      "  Orders: # ddblint: ignore[DDB101]\n"
      "    Type: x\n"
      "  Others:\n"
      "    Type: y\n");
  CHECK(scene.silences(finding("DDB101", scene.input.find("x"))));
  CHECK_FALSE(scene.silences(finding("DDB101", scene.input.find("y"), "Others")));
}

TEST_CASE("what only looks like a comment is none", "[config]") {
  const std::string text =
      GENERATE("a: |\n  # ddblint: ignore[DDB101]\nb: 1\n",              // a block scalar
               "a: !Sub >-\n  x\n\n  # ddblint: ignore[DDB101]\n  y\n",  // a tagged, folded one
               "a: \"x # ddblint: ignore[DDB101]\"\n",                   // double quotes
               "a: 'x\n  # ddblint: ignore[DDB101]'\n",    // single quotes over two lines
               "'# ddblint: ignore[DDB101]': 1\n",         // a key
               "- [{a: '# ddblint: ignore[DDB101]'}]\n",   // deep inside
               "a: x#ddblint: ignore[DDB101]\n",           // no blank before the sign
               "ddblint: ignore[DDB101]\n",                // no sign
               "# see ddblint: ignore[DDB101]\n",          // prose before it
               "{\"a\": \"# ddblint: ignore[DDB101]\"}");  // JSON
  INFO(text);
  const Scene scene(text);
  CHECK(scene.found.suppressions.empty());
  CHECK(scene.input.shown(scene.found.diagnostics).empty());
}

TEST_CASE("comments stand in many places", "[config]") {
  const std::string text = GENERATE(
      "#ddblint:ignore[DDB101]\n",                          // no blanks
      "## \t ddblint: ignore [ DDB101 ,]\n",                // many
      "a: 1 # yamllint disable # ddblint: ignore[DDB101]",  // after another comment, no line end
      "a: 'it' # ddblint: ignore[DDB101]\n",                // after a quoted text
      "a: | # ddblint: ignore[DDB101]\n  text\n",           // on the header of a block scalar
      "a: !Sub | # ddblint: ignore[DDB101]\n  text\n",
      "a: |\n  text\n# ddblint: ignore[DDB101]\n",  // after a block scalar
      "a: |\n    text\n  # ddblint: ignore[DDB101]\nb: 1\n",
      "a: &x [1, 2]\nb: *x\n# ddblint: ignore[DDB101]\n",
      "a: [ # ddblint: ignore[DDB101]\n  1]\n",         // inside a list
      "\xEF\xBB\xBF# ddblint: ignore[DDB101]\na: 1\n",  // after a byte order mark
      "a: [\n# ddblint: ignore[DDB101]\n");             // in a text that breaks off
  INFO(text);
  const Scene scene(text);
  REQUIRE(scene.found.suppressions.size() == 1);
  REQUIRE(scene.found.suppressions[0].rules.size() == 1);
  CHECK(scene.found.suppressions[0].rules[0].text == "DDB101");
}

TEST_CASE("a pile of comments speaks of the same line", "[config]") {
  Scene scene(
      "# ddblint: ignore[DDB101] a # ddblint: ignore[DDB607]\n"
      "# ddblint: ignore[DDB206] b\n"
      "\n"
      "a: status\n"
      "# ddblint: ignore[DDB607]\n"
      "b: other\n");
  const auto& list = scene.found.suppressions;
  REQUIRE(list.size() == 3);
  CHECK(list[0].lines == std::set<std::uint32_t>{1, 4});
  CHECK(list[0].reason == "a # ddblint: ignore[DDB607]");
  CHECK(list[1].lines == std::set<std::uint32_t>{2, 4});
  CHECK(list[2].lines == std::set<std::uint32_t>{5, 6});
  CHECK(scene.silences(finding("DDB206", scene.input.find("status"))));
  CHECK_FALSE(scene.silences(finding("DDB607", scene.input.find("status"))));
}

TEST_CASE("a byte order mark before a comment is no content", "[config]") {
  const Scene scene("\xEF\xBB\xBF# ddblint: ignore[DDB101]\na: 1\n");
  REQUIRE(scene.found.suppressions.size() == 1);
  CHECK(scene.found.suppressions[0].lines == std::set<std::uint32_t>{1, 2});
}

TEST_CASE("a malformed directive is reported", "[config]") {
  struct Case {
    const char* text;
    const char* expected;
  };
  const auto wrong = GENERATE(values<Case>({
      {"a: 1\n# ddblint: ignore\n",
       "2:3 `ddblint: ignore` silences nothing without a list of rules, as in "
       "`ddblint: ignore[DDB101]`\n"},
      {"a: 1 # ddblint: ignore DDB101 reason\n",
       "1:8 `ddblint: ignore` silences nothing without a list of rules, as in "
       "`ddblint: ignore[DDB101]`\n"},
      {"# ddblint: ignore-file\n",
       "1:3 `ddblint: ignore-file` silences nothing without a list of rules, as in "
       "`ddblint: ignore-file[DDB101]`\n"},
      {"# ddblint: ignore[]\n", "1:3 this list of rules is empty, so it silences nothing\n"},
      {"# ddblint: ignore[ , ] x\n", "1:3 this list of rules is empty, so it silences nothing\n"},
      {"# ddblint: ignore[DDB101\n# ]\n",
       "1:3 this list of rules is not closed by `]` on its line\n"},
      {"# ddblint: ignroe[DDB101]\n",
       "1:3 `ddblint: ignroe` is no directive, did you mean \"ignore\"?\n"},
      {"# ddblint: disable[DDB101]\n", "1:3 `ddblint: disable` is no directive\n"},
      {"# ddblint: see the handbook\n", ""},
  }));
  INFO(wrong.text);
  const Scene scene(wrong.text);
  CHECK(scene.input.shown(scene.found.diagnostics) == wrong.expected);
  CHECK(scene.found.suppressions.empty());
}

TEST_CASE("metadata at a table silences that table", "[config]") {
  Scene scene(
      "Metadata:\n"
      "  ddblint:\n"
      "    ignore:\n"
      "      - { rule: redundant-index, index: by-status, reason: small, until: 2026-08-15 }\n"
      "      - id: [DDB101, DDB6]\n"
      "a: status\n");
  const Node& block = *scene.input.tree.documents[0]->find("Metadata")->find("ddblint");
  scene.found = metadata_suppressions(block, "Orders");
  CHECK(scene.input.shown(scene.found.diagnostics).empty());
  REQUIRE(scene.found.suppressions.size() == 2);
  CHECK(scene.found.suppressions[0].reason == "small");
  CHECK(scene.input.place(scene.found.suppressions[0].span) == "4:17");

  const Span span = scene.input.find("status", 1);
  CHECK(scene.silences(finding("DDB206", span, "Orders", "by-status")));
  CHECK_FALSE(scene.silences(finding("DDB206", span, "Orders", "by-date")));
  CHECK_FALSE(scene.silences(finding("DDB206", span, "Orders")));
  CHECK_FALSE(scene.silences(finding("DDB206", span, "Others", "by-status")));
  CHECK(scene.silences(finding("DDB101", span)));
  CHECK(scene.silences(finding("DDB607", span)));
  CHECK_FALSE(scene.silences(finding("DDB101", span, "Others")));
  Span elsewhere = span;
  elsewhere.file = scene.input.sources.add("b.yaml");
  CHECK_FALSE(scene.silences(finding("DDB101", elsewhere)));
}

TEST_CASE("metadata of a template silences tables by glob", "[config]") {
  Scene scene(R"({"ignore": [{"id": "DDB101", "resource": ["Or*", "Temp"]}, {"id": "DDB206"}]})",
              "a.json");
  scene.found = metadata_suppressions(*scene.input.tree.documents[0], "");
  CHECK(scene.input.shown(scene.found.diagnostics).empty());
  const Span span = scene.input.find("ignore");
  CHECK(scene.silences(finding("DDB101", span, "Orders")));
  CHECK(scene.silences(finding("DDB101", span, "Temp")));
  CHECK_FALSE(scene.silences(finding("DDB101", span, "Temporary")));
  CHECK_FALSE(scene.silences(finding("DDB101", span, "")));
  CHECK(scene.silences(finding("DDB206", span, "Temporary")));
}

TEST_CASE("a wrong metadata block is reported and silences nothing", "[config]") {
  struct Case {
    const char* text;
    const char* expected;
  };
  const auto wrong = GENERATE(values<Case>({
      {"[DDB101]", "1:1 `Metadata: ddblint` is a mapping with `ignore`\n"},
      {"{ ignores: [] }",
       "1:3 unknown key `ignores` in `Metadata: ddblint`, did you mean \"ignore\"?\n"},
      {"{ ignore: DDB101 }", "1:11 `ignore` takes a list of entries\n"},
      {"{ ignore: [DDB101] }", "1:12 an entry of `ignore` is a mapping with `id`\n"},
      {"{ ignore: [{ reason: x }] }", "1:12 an entry of `ignore` needs the `id` of a rule\n"},
      {"{ ignore: [{ id: DDB101, indx: by-status }] }",
       "1:26 unknown key `indx` in an entry of `ignore`, did you mean \"index\"?\n"},
      {"{ ignore: [{ id: DDB101, resource: Orders }] }",
       "1:26 unknown key `resource` in an entry of `ignore`; its keys are id, rule, index, "
       "reason, until\n"},
      {"{ ignore: [{ id: DDB101, until: tomorrow }] }",
       "1:33 `until` takes a date as YYYY-MM-DD\n"},
      {"{ ignore: [{ id: { a: b } }] }", "1:18 `id` takes a text or a list of texts\n"},
  }));
  INFO(wrong.text);
  const Input input(std::string("# a comment, so that this is YAML\n") + wrong.text);
  const FoundSuppressions found = metadata_suppressions(*input.tree.documents.at(0), "Orders");
  // Places are counted from the second line.
  std::string expected = wrong.expected;
  expected.replace(0, 1, "2");
  CHECK(input.shown(found.diagnostics) == expected);
  CHECK(found.suppressions.empty());
}

/// A config's suppressions over one finding in `path`.
bool config_silences(const std::string& entry, Finding one, const std::string& path) {
  const Input config("ignore: [" + entry + "]\n", "infra/ddblint.yaml");
  const LoadedConfig loaded = read_config(config.source(), config.tree);
  CHECK(config.shown(loaded.diagnostics).empty());
  auto suppressions = config_suppressions(loaded.config);
  SourceSet sources;
  const FileId file = sources.add(path);
  if (one.span.valid()) one.span.file = file;
  const auto result = apply_suppressions({std::move(one)}, suppressions, sources, kToday);
  REQUIRE(suppressions.size() == 1);
  CHECK(suppressions[0].used == (result.suppressed == 1));
  return result.suppressed == 1;
}

TEST_CASE("a config silences by table, index and path", "[config]") {
  const Span span = {.file = FileId{0}, .begin = 0, .end = 0};
  Finding one = finding("DDB206", span, "OrdersTable", "by-status");
  one.table_name = "legacy-orders";
  const std::string path = "infra/eu/a.yaml";

  CHECK(config_silences("{ rules: DDB206 }", one, path));
  CHECK(config_silences("{ rules: [DDB101, redundant-index] }", one, path));
  CHECK_FALSE(config_silences("{ rules: DDB1 }", one, path));

  CHECK(config_silences("{ rules: DDB2, tables: legacy-* }", one, path));
  CHECK(config_silences("{ rules: DDB2, tables: [x, Orders*] }", one, path));
  CHECK_FALSE(config_silences("{ rules: DDB2, tables: orders* }", one, path));

  CHECK(config_silences("{ rules: DDB2, indexes: by-* }", one, path));
  CHECK_FALSE(config_silences("{ rules: DDB2, indexes: by-date }", one, path));
  CHECK_FALSE(config_silences("{ rules: DDB2, tables: legacy-*, indexes: on-* }", one, path));
  one.index.clear();
  CHECK_FALSE(config_silences("{ rules: DDB2, indexes: '*' }", one, path));

  CHECK(config_silences("{ rules: DDB2, paths: eu/** }", one, path));
  CHECK(config_silences("{ rules: DDB2, paths: eu }", one, path));
  CHECK(config_silences("{ rules: DDB2, paths: '*.yaml' }", one, path));
  CHECK(config_silences("{ rules: DDB2, paths: /eu/a.yaml }", one, "./infra/x/../eu/a.yaml"));
  CHECK_FALSE(config_silences("{ rules: DDB2, paths: infra/** }", one, path));
  CHECK_FALSE(config_silences("{ rules: DDB2, paths: ['eu/**', '!a.yaml'] }", one, path));
  CHECK_FALSE(config_silences("{ rules: DDB2, paths: /eu/** }", one, "eu/a.yaml"));

  one.span = Span{};
  one.path = path;
  CHECK(config_silences("{ rules: DDB2, paths: eu/** }", one, "other.yaml"));
}

TEST_CASE("only a config silences input that cannot be read", "[config]") {
  Scene scene("# ddblint: ignore-file[DDB001]\n# ddblint: ignore[DDB001]\na: 1\n");
  CHECK_FALSE(scene.silences(finding("DDB001", scene.input.find("a"), "")));
  scene.found = metadata_suppressions(*Input("{ ignore: [{ id: DDB001 }] }").tree.documents[0], "");
  CHECK_FALSE(scene.silences(finding("DDB001", scene.input.find("a"), "")));
  CHECK(
      config_silences("{ rules: DDB001 }", finding("DDB001", scene.input.find("a"), ""), "a.yaml"));
}

/// A finding about a table that stands in a pattern file.
struct Elsewhere {
  SourceSet sources;
  FileId template_file = sources.add("infra/a.yaml");
  FileId pattern_file = sources.add("access/a.yaml");
  Tree template_tree;
  Tree pattern_tree;

  Elsewhere(const std::string& definition, const std::string& patterns)
      : template_tree(parsed(template_file, definition)),
        pattern_tree(parsed(pattern_file, patterns)) {}

  /// Whether a suppression written in one of the two silences it.
  bool silenced() {
    std::vector<Suppression> all =
        comment_suppressions(sources.file(template_file), template_file, template_tree)
            .suppressions;
    for (const Node* document : template_tree.documents) {
      if (const Node* block = document->find("Metadata")) {
        for (Suppression& one : metadata_suppressions(*block, "").suppressions) all.push_back(one);
      }
    }
    for (Suppression& one :
         comment_suppressions(sources.file(pattern_file), pattern_file, pattern_tree)
             .suppressions) {
      all.push_back(one);
    }
    REQUIRE(all.size() == 1);
    Finding one = finding("DDB206", place(pattern_file, "index"));
    one.table_span = place(template_file, "Orders");
    const auto result = apply_suppressions({std::move(one)}, all, sources, kToday);
    CHECK(all.front().used == (result.suppressed == 1));
    return result.suppressed == 1;
  }

 private:
  Tree parsed(FileId file, const std::string& text) {
    sources.file(file).set_text(text);
    return parse(file, sources.file(file).path(), sources.file(file).text());
  }
  [[nodiscard]] Span place(FileId file, std::string_view word) const {
    const auto at = static_cast<std::uint32_t>(sources.file(file).text().rfind(word));
    return {file, at, at + static_cast<std::uint32_t>(word.size())};
  }
};

TEST_CASE("a finding in a pattern file is silenced there and at its table", "[config]") {
  const std::string table = "Resources:\n  Orders: {}\n";
  const std::string patterns = "patterns:\n  - name: a\n    index: b\n";
  struct Case {
    const char* name;
    std::string definition;
    std::string patterns;
    bool silenced;
  };
  const auto one = GENERATE_COPY(values<Case>({
      {"on its line", table, "patterns:\n  - name: a\n    index: b # ddblint: ignore[DDB206]\n",
       true},
      {"above its line", table,
       "patterns:\n  - name: a\n    # ddblint: ignore[DDB206]\n    index: b\n", true},
      {"on another line", table, "patterns:\n  - name: a # ddblint: ignore[DDB206]\n    index: b\n",
       false},
      {"for the pattern file", table, "# ddblint: ignore-file[DDB206]\n" + patterns, true},
      {"of another rule", table, "# ddblint: ignore-file[DDB207]\n" + patterns, false},
      {"at the table", "Resources:\n  Orders: {} # ddblint: ignore[DDB206]\n", patterns, true},
      {"at another line of the template", "# ddblint: ignore[DDB206]\n" + table, patterns, false},
      {"for the file of the table", "# ddblint: ignore-file[DDB206]\n" + table, patterns, true},
      {"in the template's metadata", "Metadata: { ignore: [{ id: DDB206 }] }\n" + table, patterns,
       true},
      {"in the metadata for another table",
       "Metadata: { ignore: [{ id: DDB206, resource: Lines }] }\n" + table, patterns, false},
  }));
  INFO(one.name);
  Elsewhere scene(one.definition, one.patterns);
  CHECK(scene.silenced() == one.silenced);
}

TEST_CASE("an expired suppression silences nothing and says so", "[config]") {
  Scene scene(
      "ignore:\n  - { id: DDB101, until: 2026-08-14 }\n  - { id: DDB6, until: 2026-08-15 }\n");
  scene.found = metadata_suppressions(*scene.input.tree.documents[0], "Orders");
  REQUIRE(scene.found.suppressions.size() == 2);
  CHECK_FALSE(scene.silences(finding("DDB101", scene.input.find("id"))));
  // The last day still counts.
  CHECK(scene.silences(finding("DDB607", scene.input.find("id"))));
  CHECK(scene.audit() ==
        "2:11 DDB012 the suppression of `DDB101` expired on 2026-08-14 and silences nothing\n");
}

TEST_CASE("unused and unknown suppressions are found", "[config]") {
  Scene scene(
      "a: status # ddblint: ignore[DDB101]\n"
      "# ddblint: ignore-file[DDB206, DDB607] old\n"
      "b: 1 # ddblint: ignore[low-cardinalty-key, DDB101]\n"
      "c: 1 # ddblint: ignore[ALL]\n"
      "d: 1 # ddblint: ignore[DDB010]\n");
  CHECK(scene.silences(finding("DDB101", scene.input.find("status"))));
  CHECK(scene.audit() ==
        "2:3 DDB010 the suppression of `DDB206`, `DDB607` silences nothing\n"
        "3:24 DDB011 no rule is called `low-cardinalty-key`, so naming it here silences nothing\n"
        "4:24 DDB011 no rule is called `ALL`, so naming it here silences nothing\n");

  const auto findings = audit_suppressions(scene.found.suppressions, {}, kToday);
  REQUIRE(findings.size() == 2);
  CHECK(findings[0].remedy == "write `low-cardinality-key`, or take the name out");
  CHECK(findings[0].severity == Severity::warning);
  CHECK(findings[1].remedy == "take the name out");
}

TEST_CASE("a suppression is unused only if all of its rules ran", "[config]") {
  const Scene scene("# ddblint: ignore-file[DDB101, DDB206]\na: 1\n");
  const RuleInfo* first = find_rule("DDB101");
  const RuleInfo* second = find_rule("DDB206");
  CHECK(audit_suppressions(scene.found.suppressions, {first}, kToday).empty());
  const auto findings = audit_suppressions(scene.found.suppressions, {second, first}, kToday);
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].severity == Severity::info);
  CHECK(findings[0].evidence == Evidence::structural);

  // The beginning of a code stands for all of its rules.
  const Scene family("# ddblint: ignore-file[DDB20]\na: 1\n");
  std::vector<const RuleInfo*> ran = rules_named("DDB20");
  CHECK(audit_suppressions(family.found.suppressions, ran, kToday).size() == 1);
  ran.pop_back();
  CHECK(audit_suppressions(family.found.suppressions, ran, kToday).empty());
}

TEST_CASE("a suppression does not silence what is said of itself", "[config]") {
  Scene scene(
      "# ddblint: ignore-file[DDB206, DDB010]\n"
      "# ddblint: ignore[DDB011, xyzzy]\n"
      "a: 1 # ddblint: ignore[DDB206]\n");
  const Span itself = scene.found.suppressions.at(0).span;
  const Span other = scene.found.suppressions.at(2).span;
  CHECK_FALSE(scene.silences(finding("DDB010", itself, "")));
  CHECK(scene.silences(finding("DDB010", other, "")));
  CHECK_FALSE(scene.silences(finding("DDB011", scene.input.find("xyzzy"), "")));
}

}  // namespace
}  // namespace ddblint
