#include "data/csv.h"

#include <random>
#include <string>
#include <vector>

#include "data/splitting.h"

#include "support/catch.h"

namespace ddblint {
namespace {

using Row = std::vector<std::string>;
using Rows = std::vector<Row>;

/// CSV read byte by byte, the obvious way. Nothing when a quote is left open.
std::optional<Rows> reference(const std::string& text, char delimiter) {
  enum class At { field, plain, quoted, quote } at = At::field;
  Rows rows;
  Row row;
  std::string field;
  std::string line;
  const auto end_row = [&] {
    if (at == At::plain && field.ends_with('\r')) field.pop_back();
    row.push_back(field);
    field.clear();
    if (!line.empty() && line != "\r") rows.push_back(row);
    row.clear();
    line.clear();
    at = At::field;
  };
  for (const char c : text) {
    if (at == At::quoted) {
      if (c == '"') {
        at = At::quote;
      } else {
        field += c;
      }
    } else if (c == '"' && at == At::field) {
      at = At::quoted;
    } else if (c == '"' && at == At::quote) {
      field += '"';
      at = At::quoted;
    } else if (c == '\n') {
      end_row();
      continue;
    } else if (c == delimiter) {
      row.push_back(field);
      field.clear();
      at = At::field;
    } else {
      field += c;
      at = At::plain;
    }
    line += c;
  }
  if (at == At::quoted) return std::nullopt;
  if (!line.empty()) end_row();
  return rows;
}

/// A file's items as parsed: each attribute as "name=value".
struct Parsed {
  Rows items;
  std::vector<std::string> bad;
};

struct Reading {
  RecordOptions options;
  RecordContext context;
  WantedNames wanted;
  ParsedItems items;
};

Parsed parse(const std::string& text, Reading& reading, std::size_t piece = 1000) {
  const auto splitter = make_csv_splitter(text.substr(0, 65536), reading.options, reading.context);
  const test::Split split = test::split(*splitter, text, piece);
  std::uint32_t number = 0;
  for (const auto& record : split.records) {
    parse_csv_record(record.text, record.line, number++, reading.context, reading.wanted,
                     reading.items);
  }
  Parsed parsed{.items = {}, .bad = split.bad};
  for (const Item& item : reading.items.items) {
    Row row;
    for (std::uint32_t i = item.first; i < item.first + item.count; ++i) {
      const Attribute& attribute = reading.items.attributes[i];
      row.push_back(std::string(attribute.name) + "=" + std::string(attribute.value));
    }
    parsed.items.push_back(std::move(row));
  }
  for (const BadRecord& bad : reading.items.bad) {
    parsed.bad.push_back(std::to_string(bad.line) + ": " + bad.message);
  }
  return parsed;
}

Parsed parse(const std::string& text) {
  Reading reading;
  return parse(text, reading);
}

std::string random_csv(unsigned seed) {
  std::minstd_rand random(seed);
  std::string text;
  const std::vector<std::string> pieces = {"a",     "\xC3\xA9", ",",    ",",   "\"", "\"",
                                           "\"\"",  "\n",       "\r\n", "\n",  "b",  "\r",
                                           "\"x\"", ",\"",      "\",",  "\"\n"};
  const std::size_t size = random() % 60;
  for (std::size_t i = 0; i < size; ++i) text += pieces[random() % pieces.size()];
  return text;
}

TEST_CASE("CSV records and fields are those of a byte-by-byte reading") {
  std::size_t compared = 0;
  for (unsigned seed = 1; seed <= 4000; ++seed) {
    const std::string text = random_csv(seed);
    const auto expected = reference(text, ',');
    if (!expected) continue;
    ++compared;
    Reading reading;
    reading.options.csv.delimiter = ',';
    for (int i = 0; i < 60; ++i) reading.options.csv.header.push_back(std::to_string(i));
    const Parsed parsed = parse(text, reading);
    Rows rows;
    for (const Row& row : *expected) {
      Row fields;
      for (std::size_t i = 0; i < row.size(); ++i) {
        if (!row[i].empty()) fields.push_back(std::to_string(i) + "=" + row[i]);
      }
      rows.push_back(std::move(fields));
    }
    INFO(text);
    REQUIRE(parsed.bad.empty());
    REQUIRE(parsed.items == rows);
  }
  CHECK(compared > 1000);
}

TEST_CASE("CSV is cut into the same records whatever the pieces") {
  for (unsigned seed = 1; seed <= 300; ++seed) {
    const std::string text = (seed % 3 == 0 ? "\xEF\xBB\xBF" : "") + random_csv(seed);
    for (const std::size_t limit : {7U, 20U, 1000U}) {
      const auto cut = [&](std::size_t piece) {
        RecordOptions options;
        options.csv.delimiter = ',';
        options.record_limit = limit;
        RecordContext context;
        return test::split(*make_csv_splitter(text, options, context), text, piece);
      };
      const test::Split whole = cut(100000);
      for (std::size_t piece = 1; piece <= text.size(); ++piece) {
        INFO(text);
        REQUIRE(cut(piece).records == whole.records);
        REQUIRE(cut(piece).bad == whole.bad);
      }
    }
  }
}

TEST_CASE("CSV fields become attributes") {
  CHECK(parse("id,name\n1,Ann\n2,\"B, \"\"C\"\"\nD\"\r\n\r\n3\n,x\n").items ==
        Rows{{"id=1", "name=Ann"}, {"id=2", "name=B, \"C\"\nD"}, {"id=3"}, {"name=x"}});
  CHECK(parse("\xEF\xBB\xBFid,name\n1,Ann").items == Rows{{"id=1", "name=Ann"}});
  CHECK(parse("\"a \"\"b\"\"\",\"c\nd\"\n1,2\n").items == Rows{{"a \"b\"=1", "c\nd=2"}});
  CHECK(parse("").items.empty());
  CHECK(parse("").bad.empty());
  CHECK(parse("\xEF\xBB\xBF").bad.empty());
  CHECK(parse("id,name\n").items.empty());
}

TEST_CASE("CSV attributes have types and sizes") {
  Reading reading;
  reading.options.csv.key_types = {{"n", "N"}, {"b", "B"}, {"s", "S"}};
  const Parsed parsed =
      parse("s,n,b,other\nk\xC3\xA9y,12.50,aGk=,9\nx,abc,,\nx,1,a,\nx,1E400,,\n", reading);
  CHECK(parsed.items == Rows{{"s=k\xC3\xA9y", "n=12.50", "b=aGk=", "other=9"}});
  CHECK(parsed.bad == std::vector<std::string>{"3: `abc` in column `n` is no number",
                                               "4: `a` in column `b` is no base64 text",
                                               "5: `1E400` in column `n` is no number"});
  const auto& attributes = reading.items.attributes;
  REQUIRE(attributes.size() == 4);
  CHECK(attributes[0].type == ValueType::string);
  CHECK(attributes[0].size == 4);
  CHECK(attributes[1].type == ValueType::number);
  CHECK(attributes[1].size == 3);
  CHECK(attributes[2].type == ValueType::binary);
  CHECK(attributes[2].size == 2);
  CHECK(attributes[3].type == ValueType::string);
  CHECK(reading.items.items[0].size == 1 + 4 + 1 + 3 + 1 + 2 + 5 + 1);
  CHECK(reading.items.items[0].record == 0);
}

TEST_CASE("CSV gives only the wanted attributes, and the sizes of all") {
  Reading reading;
  reading.wanted = WantedNames({"b"});
  CHECK(parse("a,b,c\n1,2,3\n", reading).items == Rows{{"b=2"}});
  CHECK(reading.items.items[0].size == 6);
  CHECK(reading.items.attributes[0].wanted == 0);
}

TEST_CASE("CSV gives all attributes and tells the wanted ones") {
  Reading reading;
  reading.wanted = WantedNames({"c", "b"}, true);
  CHECK(parse("a,b,c\n1,2,3\n", reading).items == Rows{{"a=1", "b=2", "c=3"}});
  CHECK(reading.items.attributes[0].wanted == Attribute::kUnasked);
  CHECK(reading.items.attributes[1].wanted == 1);
  CHECK(reading.items.attributes[2].wanted == 0);
}

TEST_CASE("CSV's delimiter is told by its first records") {
  const auto described = [](const std::string& text) {
    RecordContext context;
    make_csv_splitter(text, {}, context);
    return context.described;
  };
  CHECK(described("a,b\n1,2\n") == "CSV with ','");
  CHECK(described("a;b\n1,5;2\n") == "CSV with ';'");
  CHECK(described("a\tb c\n1\t2 3\n") == "CSV with tabs");
  CHECK(described("a|b\n1|2\n") == "CSV with '|'");
  CHECK(described("a:b\n1:2\n") == "CSV with ':'");
  CHECK(described("a b\n1 2\n") == "CSV with spaces");
  CHECK(described("id,created at\n1,2020-01-01 10:00:00\n") == "CSV with ','");
  CHECK(described("id,\"x;y;z\"\n1,2\n") == "CSV with ','");
  CHECK(described("name, first;id\nx, y;2\n3;4\n5;6\n7;8\n9;10\n") == "CSV with ';'");
  CHECK(described("id\n1\n2\n") == "CSV with ','");
  CHECK(described("a,b") == "CSV with ','");
  Reading reading;
  reading.options.csv.header = {"x", "y"};
  CHECK(parse("1;2,5\n3;4\n", reading).items == Rows{{"x=1", "y=2,5"}, {"x=3", "y=4"}});
}

TEST_CASE("CSV is told from other texts") {
  for (const std::string text : {"a,b\n1,2\n", "id\n1\n2\n", "\xEF\xBB\xBFid;n\n1;2\n",
                                 "a b\n1 2\n", "\"a\",\"b\"\n", "x\ty\n"}) {
    INFO(text);
    CHECK(looks_like_csv(text));
  }
  for (const std::string& text :
       {std::string(), std::string("{\"a\": 1, \"b\": 2}"), std::string("[1, 2]\n[3, 4]\n"),
        std::string("\n {\"a\":1}"), std::string("a,b\0\n", 5), std::string("123"),
        std::string("Once upon a time there was.\nAnd so.\nThen a longer sentence came here.\n"),
        std::string("One sentence alone.")}) {
    INFO(text);
    CHECK_FALSE(looks_like_csv(text));
  }
}

TEST_CASE("bad CSV is told by its lines") {
  struct Case {
    std::string text;
    Rows items;
    std::vector<std::string> bad;
  };
  const std::vector<Case> cases = {
      {"a,b\n1,2,3\n4,5\n", {{"a=4", "b=5"}}, {"2: 3 fields, but 2 columns"}},
      {"a,b\n1,2\n3,\"x\ny\n4,5\n",
       {{"a=1", "b=2"}, {"a=y"}, {"a=4", "b=5"}},
       {"3: a quote that is never closed"}},
      {"a,b\n\"1\n2\",\"3\n4,5\n", {{"a=4", "b=5"}}, {"3: a quote that is never closed"}},
      {"a,b\n1,\xFF\n4,5\n", {{"a=4", "b=5"}}, {"2: a record that is not UTF-8"}},
      {"a,,a\n1,2,3\n",
       {{"a=1"}},
       {"1: column 2 has no name and is left out",
        "1: column 3 is called `a` like one before it and is left out"}},
      {"a,b\n1,\"x\"y\"z\n", {{"a=1", "b=xy\"z"}}, {}},
  };
  for (const Case& wrong : cases) {
    INFO(wrong.text);
    const Parsed parsed = parse(wrong.text);
    CHECK(parsed.items == wrong.items);
    CHECK(parsed.bad == wrong.bad);
  }
  const Parsed nul = parse(std::string("a,b\nx\0y,2\n", 10));
  CHECK(nul.items == Rows{{std::string("a=x\0y", 5), "b=2"}});
}

TEST_CASE("a CSV record over the limit is left out, in bounded memory and time") {
  RecordOptions options;
  options.record_limit = 100000;
  RecordContext context;
  const auto run = [&](const std::string& begin, const std::string& filler, std::size_t size,
                       const std::string& end) {
    const auto splitter = make_csv_splitter("a,b\n", options, context);
    std::string bytes = begin;
    std::size_t records = 0;
    std::vector<std::string> bad;
    std::size_t given = 0;
    bool last = false;
    while (!last) {
      last = given >= size;
      if (last) {
        bytes += end;
      } else {
        while (bytes.size() < 400000) bytes += filler;
        given += bytes.size();
      }
      std::vector<Batch::Record> found;
      std::vector<BadRecord> wrong;
      bytes.erase(0, splitter->split(bytes, last, found, wrong));
      REQUIRE(bytes.size() <= options.record_limit);
      records += found.size();
      for (const BadRecord& one : wrong) bad.push_back(std::to_string(one.line) + one.message);
    }
    return std::pair(records, bad);
  };
  using Result = std::pair<std::size_t, std::vector<std::string>>;
  CHECK(run("a,b\nx,", "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy", 100U << 20, "\n1,2\n") ==
        Result{1, {"2a record longer than 100000 bytes"}});
  CHECK(run("a,b\nx,\"", "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy", 10U << 20, "\n1,2\n") ==
        Result{1, {"2a quote that is still open after 100000 bytes"}});
}

}  // namespace
}  // namespace ddblint
