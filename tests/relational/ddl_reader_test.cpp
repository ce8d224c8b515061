// What is read of dumps as their tools write them, and that it does not depend on how the bytes
// come. testdata/relational/<engine>.sql has its model, places and all, beside it;
// UPDATE_SNAPSHOTS=1 writes the models, and a person reads the difference before it is committed.

#include "relational/ddl_reader.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "relational/ddl_text.h"

#include "support/catch.h"
#include "support/project.h"

namespace fs = std::filesystem;

namespace ddblint {
namespace {

/// A text read in pieces of one size, as text.
std::string read(std::string_view ddl, std::size_t piece = std::string::npos) {
  SourceSet sources;
  const FileId file = sources.add("source.sql");
  SchemaBuilder builder;
  DdlReader reader(file, builder);
  for (std::size_t at = 0; at < ddl.size(); at += std::min(piece, ddl.size())) {
    reader.feed(ddl.substr(at, piece));
  }
  const DdlFile done = reader.finish();
  sources.file(file).set_excerpts(done.excerpts);
  std::string text = test::schema_text(sources, builder.finish());
  for (const auto& diagnostic : done.diagnostics) {
    text +=
        fmt::format("! {} @{}\n", diagnostic.message, test::place_text(sources, diagnostic.span));
  }
  return text;
}

std::vector<fs::path> dumps() {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(test::project_path("testdata/relational"))) {
    if (entry.path().extension() == ".sql") paths.push_back(entry.path());
  }
  std::ranges::sort(paths);
  return paths;
}

std::string utf16(std::string_view ascii, bool big_endian) {
  std::string bytes = big_endian ? "\xFE\xFF" : "\xFF\xFE";
  for (const char c : ascii) {
    const std::string unit = {c, '\0'};
    bytes += big_endian ? std::string(unit.rbegin(), unit.rend()) : unit;
  }
  return bytes;
}

TEST_CASE("dumps of each engine are read as their models say") {
  std::size_t seen = 0;
  for (const auto& path : dumps()) {
    const std::string model = read(test::slurp(path));
    const fs::path expected = fs::path(path).replace_extension(".model");
    if (std::getenv("UPDATE_SNAPSHOTS") != nullptr) {  // NOLINT(concurrency-mt-unsafe)
      std::ofstream(expected, std::ios::binary) << model;
    }
    INFO(path);
    CHECK(test::slurp(expected) == model);
    CHECK(model.find("! ") == std::string::npos);
    ++seen;
  }
  CHECK(seen >= 6);
}

TEST_CASE("the size of the pieces changes nothing") {
  for (const auto& path : dumps()) {
    const std::string text = test::slurp(path);
    const std::string whole = read(text);
    INFO(path);
    for (const std::size_t piece : {1U, 2U, 3U, 7U, 129U, 4096U}) {
      INFO(piece);
      CHECK(read(text, piece) == whole);
    }
  }
}

TEST_CASE("the line ends of Windows change no place") {
  for (const auto& path : dumps()) {
    const std::string text = test::slurp(path);
    std::string windows;
    for (const char c : text) windows += c == '\n' ? "\r\n" : std::string(1, c);
    INFO(path);
    CHECK(read(windows) == read(text));
  }
}

TEST_CASE("scripts in UTF-16 and with a byte order mark are read") {
  const std::string text = test::slurp(test::project_path("testdata/relational/ssms.sql"));
  const std::string whole = read(text);
  CHECK(read("\xEF\xBB\xBF" + text) == whole);
  for (const std::size_t piece : {1U, 2U, 3U, 4096U}) {
    CHECK(read(utf16(text, false), piece) == whole);
    CHECK(read(utf16(text, true), piece) == whole);
  }
}

TEST_CASE("places of one line lie one after the other") {
  CHECK(read("create sequence s; create table t (id int primary key);\n") ==
        "table t @1:33\n"
        "  column id [int] integer @1:36\n"
        "  primary (id) @1:43\n"
        "sequence s @1:17\n");
  // Columns count code points, also those of bytes that are long gone.
  const std::string data =
      "insert into \xC3\xA9 values ('" + std::string(5000, 'x') + "\xC3\xA9'); ";
  CHECK(read(data + "create table \xC3\xA9t\xC3\xA9 (\xC3\xA9 int);", 100) ==
        fmt::format("table \xC3\xA9t\xC3\xA9 @1:{}\n  column \xC3\xA9 [int] integer @1:{}\n",
                    data.size() - 2 + 14, data.size() - 2 + 19));
}

TEST_CASE("places lie in excerpts of the file's own lines") {
  SourceSet sources;
  const FileId file = sources.add("source.sql");
  SchemaBuilder builder;
  DdlReader reader(file, builder);
  reader.feed("select 1;\n\n  create table t (\n    id serial, -- key\n    x int\n  ) engine;\n");
  const DdlFile done = reader.finish();
  REQUIRE(done.excerpts.size() == 1);
  CHECK(done.excerpts[0].text == "  create table t (\n    id serial, -- key\n    x int");
  CHECK(done.excerpts[0].offset == 11);
  CHECK(done.excerpts[0].place.line == 3);
  sources.file(file).set_excerpts(done.excerpts);
  const RelationalSchema schema = builder.finish();
  const Span place = schema.tables.at(0).columns.at(0).generator->place;
  CHECK(sources.text(place) == "serial");
  CHECK(sources.begin_offset(place) == 37);
  CHECK(sources.file(file).lines().line_text(sources.file(file).lines().ordinal_at(place.begin)) ==
        "    id serial, -- key");
}

TEST_CASE("data is passed over, whatever it looks like") {
  CHECK(read("INSERT INTO t VALUES ('a'';\ncreate table a (x int);\n', 'b\\');\n"
             "create table real1 (id int);\n") ==
        "table real1 @4:14\n  column id [int] integer @4:21\n");
  CHECK(
      read("COPY t FROM stdin;\ncreate table a (x int);\n\\.x\n'\n\\.\ncreate table b (x int);") ==
      "table b @6:14\n  column x [int] integer @6:17\n");
  CHECK(read("COPY t FROM '/tmp/x';\ncreate table b (x int);") ==
        "table b @2:14\n  column x [int] integer @2:17\n");
  CHECK(read("SELECT E'\\'; create table a (x int);', $a$ create table b (y int); $$ $a$;") == "");
  CHECK(read("/* create table a (x int); ' */ -- don't\n# don't\ncreate table b (x int);") ==
        "table b @3:14\n  column x [int] integer @3:17\n");
  CHECK(read("SET standard_conforming_strings = off;\nINSERT INTO t VALUES ('\\'; create table a "
             "(x int);');") == "");
}

TEST_CASE("a statement needs no semicolon where clients need none") {
  const std::string two =
      "table a @1:14\n  column x [int] integer @1:17\n"
      "table b @2:14\n  column x [int] integer @2:17\n";
  CHECK(read("create table a (x int)\ncreate table b (x int)") == two);
  CHECK(read("create table a (x int);\ncreate table b (x int);") == two);
  CHECK(read("GRANT CREATE SESSION,\n  CREATE TABLE,\n  CREATE SEQUENCE TO me;\n") == "");
}

TEST_CASE("routines are passed over to where they end") {
  const std::string after = "create table after1 (x int);\n";
  const auto only_after = [&](const std::string& routine) {
    const auto lines = std::ranges::count(routine, '\n') + 1;
    INFO(routine);
    CHECK(read(routine + after) == fmt::format("table after1 @{}:14\n"
                                               "  column x [int] integer @{}:22\n",
                                               lines, lines));
  };
  only_after(
      "create function f return int is\nbegin\n return 1;\n create table a (x int);\nend;\n/\n");
  only_after("create function f() returns int as $$\ncreate table a (x int);\n$$ language sql;\n");
  only_after("create function f() returns int as 'create table a (x int);' language sql;\n");
  only_after("CREATE PROC p AS\nSET NOCOUNT ON;\n SELECT ';'\n create table a (x int);\nGO\n");
  only_after(
      "DELIMITER //\nCREATE PROCEDURE p()\nBEGIN\nSELECT 1;\ncreate table a (x int);\nEND//\n"
      "DELIMITER ;\n");
  only_after("create package body p as\n procedure q is begin null; end;\nend;\n/\n");
  only_after("BEGIN;\n");
  only_after("begin\n execute immediate 'create table a (x int)';\nend;\n/\n");
  only_after("DECLARE @x int = 1\n");
}

TEST_CASE("keys are found in every place that engines have for them") {
  CHECK(read("create table t (a int, b int, primary key (a, b), unique (b));\n") ==
        "table t @1:14\n  column a [int] integer @1:17\n  column b [int] integer @1:24\n"
        "  primary (a, b) @1:31\n  unique (b) @1:51\n");
  // In whatever order statements come, and by index.
  CHECK(read("alter table s.t add constraint p primary key using index i;\n"
             "create unique index i on t (a);\ncreate table s.t (a uuid);\n") ==
        "table s.t @3:14\n  column a [uuid] uuid @3:19\n  primary (a) @1:21\n");
  CHECK(read("create table t (a int, key text, period int, index (a), key k (a));\n") ==
        "table t @1:14\n  column a [int] integer @1:17\n  column key [text] text @1:24\n"
        "  column period [int] integer @1:34\n");
  // Neither a filtered index nor one over an expression makes a column unique.
  CHECK(read("create table t (a text);\ncreate unique index i on t (a) where a > '';\n"
             "create unique index j on t (lower(a));\n") ==
        "table t @1:14\n  column a [text] text @1:17\n");
}

TEST_CASE("generators are found in every form") {
  const auto generator = [](const std::string& column) {
    const std::string text = read("create table t (" + column + ");");
    const auto arrow = text.find("<- ");
    if (arrow == std::string::npos) return std::string();
    return text.substr(arrow + 3, text.find(" @", arrow) - arrow - 3);
  };
  CHECK(generator("id serial") == "serial");
  CHECK(generator("id BIGSERIAL NOT NULL") == "serial");
  CHECK(generator("id int IDENTITY(1,1)") == "identity");
  CHECK(generator("id int GENERATED ALWAYS AS IDENTITY (SEQUENCE NAME s.q START WITH 1)") ==
        "identity q");
  CHECK(generator("id int auto_increment primary key") == "auto_increment");
  CHECK(generator("id int DEFAULT nextval('public.\"My_seq\"'::regclass)") == "sequence My_seq");
  CHECK(generator("id int DEFAULT (NEXT VALUE FOR [dbo].[Numbers])") == "sequence Numbers");
  CHECK(generator("id number DEFAULT ON NULL shop.order_seq.NEXTVAL") == "sequence order_seq");
  CHECK(generator("id int GENERATED ALWAYS AS (a + 1) STORED").empty());
  CHECK(generator("id int DEFAULT 5").empty());
  CHECK(generator("id text DEFAULT 'nextval(''s'')'").empty());
}

TEST_CASE("types fall into families") {
  const auto family = [](const std::string& type) {
    const std::string text = read("create table t (c " + type + ");");
    const auto begin = text.find("] ") + 2;
    return text.substr(begin, text.find(' ', begin) - begin);
  };
  for (const char* type :
       {"integer", "BIGINT", "NUMBER(10)", "numeric(8, 0)", "[int]", "serial8"}) {
    CHECK(family(type) == "integer");
  }
  for (const char* type : {"NUMBER", "decimal(10,2)", "double precision", "money"}) {
    CHECK(family(type) == "number");
  }
  for (const char* type :
       {"character varying(20)", "NVARCHAR2(5 CHAR)", "longtext", "[nvarchar](max)"}) {
    CHECK(family(type) == "text");
  }
  CHECK(family("uniqueidentifier") == "uuid");
  CHECK(family("timestamp with time zone") == "other");
}

TEST_CASE("what cannot be read is told where it matters, and only there") {
  CHECK(read("create table t (a int, b int;\n") ==
        "! table `t` could not be read: its column list is not closed @1:14\n");
  CHECK(read("create table t (a int, {{ b }} int);\n") ==
        "table t @1:14\n  column a [int] integer @1:17\n"
        "! an entry of table `t` could not be read @1:24\n");
  CHECK(read("create table t (a int);\nalter table t add constraint p primary key;\n") ==
        "table t @1:14\n  column a [int] integer @1:17\n"
        "! a key that is added to table `t` could not be read @2:13\n");
  CHECK(read("select 1;\nselect 'never closed\n") ==
        "! the file ends inside a quoted text, a comment or data that begins here @2:1\n");
  CHECK(read("\\connect shop\n\\set x 'y\n%!$ nonsense ;;; ((( ]] \ncreate view v as select 1;\n"
             "create table;\ncreate\nalter table\n") == "");
}

TEST_CASE("a table that is defined twice counts once, and a doubtful name is nobody's") {
  CHECK(read("create table t (a int);\ncreate table if not exists T (b int);\n") ==
        "table t @1:14\n  column a [int] integer @1:17\n");
  CHECK(read("create table x.t (a int);\ncreate table y.t (a int);\nalter table t add primary key "
             "(a);\nalter table Y.T add primary key (a);\n") ==
        "table x.t @1:14\n  column a [int] integer @1:19\n"
        "table y.t @2:14\n  column a [int] integer @2:19\n  primary (a) @4:21\n");
}

TEST_CASE("a statement beyond the limit is read as far as it goes") {
  const std::string partitions = "partition by hash (a) " + std::string(3U << 20U, 'x');
  CHECK(read("create table t (a serial) " + partitions + ";\ncreate table u (b int);\n", 4096) ==
        "table t @1:14\n  column a [serial] integer @1:17 <- serial @1:19\n"
        "table u @2:14\n  column b [int] integer @2:17\n");
  const std::string columns = "a int default '" + std::string(2U << 20U, 'x') + "'";
  CHECK(read("create table t (" + columns + ");\n") ==
        "! table `t` could not be read: its column list goes on for more than 1 MB @1:14\n");
}

TEST_CASE("files that hold no SQL say why") {
  CHECK(why_not_sql("\x1F\x8B\x08") == "is compressed; decompress it first");
  CHECK(why_not_sql("PGDMP\x01").starts_with("is an archive of pg_dump"));
  CHECK(why_not_sql("-- SQL").empty());
}

}  // namespace
}  // namespace ddblint
