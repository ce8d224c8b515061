#include "data/ion.h"

#include <random>
#include <string>
#include <vector>

#include "data/splitting.h"

#include "support/catch.h"

namespace ddblint {
namespace {

using Strings = std::vector<std::string>;

/// Each item as "name:TYPE=value(size) ...", removed ones with a `-` before; and what was bad.
struct Parsed {
  Strings items;
  Strings bad;
};

std::string shown(const Attribute& attribute) {
  const std::string wanted =
      attribute.wanted == Attribute::kUnasked ? "" : "!" + std::to_string(attribute.wanted);
  return std::string(attribute.name) + ":" + std::string(to_string(attribute.type)) + "=" +
         std::string(attribute.value) + "(" + std::to_string(attribute.size) + ")" + wanted;
}

Parsed parse(const std::string& text, const WantedNames& wanted = {}) {
  RecordContext context;
  const test::Split split = test::split(*make_ion_splitter(text, {}, context), text,
                                        std::max<std::size_t>(10, text.size() / 8));
  ParsedItems items;
  std::uint32_t number = 0;
  for (const auto& record : split.records) {
    parse_ion_record(record.text, record.line, number++, context, wanted, items);
  }
  Parsed parsed{.items = {}, .bad = split.bad};
  for (const Item& item : items.items) {
    std::string line = item.removed ? "-" : "";
    for (std::uint32_t i = item.first; i < item.first + item.count; ++i) {
      line += (i > item.first ? " " : "") + shown(items.attributes[i]);
    }
    parsed.items.push_back(line + " #" + std::to_string(item.size));
  }
  for (const BadRecord& bad : items.bad) {
    parsed.bad.push_back(std::to_string(bad.line) + ": " + bad.message);
  }
  return parsed;
}

TEST_CASE("Ion items of an export become attributes with sizes") {
  const Parsed parsed = parse(
      "$ion_1_0 {Item:{pk:\"a\",n:103.,d:6d2,b:{{aGk=}},s:$dynamodb_SS::[\"A\",\"BC\"],"
      "m:{x:1.,y:\"z\"},l:[true,null],t:true,z:null}}\n"
      "$ion_1_0 {Item:{pk:\"b\",ns:$dynamodb_NS::[1.,22.],bs:$dynamodb_BS::[{{aGk=}}]}}\n");
  CHECK(parsed.bad.empty());
  CHECK(parsed.items ==
        Strings{"pk:S=a(1) n:N=103(3) d:N=6E2(2) b:B=aGk=(2) s:SS=(3) m:M=(10) l:L=(7) "
                "t:BOOL=true(1) z:NULL=(1) #40",
                "pk:S=b(1) ns:NS=(4) bs:BS=(2) #13"});
}

TEST_CASE("Ion in all its spellings") {
  const Parsed parsed = parse(
      "// a comment\n/* and\nanother */ {\n  'p k' : "
      "\"\\x41\\u00e9\\U0001F600\\n\\\n\\uD83D\\uDE00\","
      "\n  \"q\" : '''long ''' // between\n '''string''',\n n:1_000, h:0xfF, b : 0b101, e:-1.5e-3,"
      "\n i : -0, z:null.string, x:{{ aG\nk= }}, l:[1,[2,],], c:\"}]// /*\", a:note::5 }"
      "{Item:{Item:{a:1}}} {Item:1, b:2} {Keys:{k:1}, x:2}\n");
  CHECK(parsed.bad.empty());
  CHECK(parsed.items == Strings{"p k:S=A\xC3\xA9\xF0\x9F\x98\x80\n\xF0\x9F\x98\x80(12) "
                                "q:S=long string(11) n:N=1000(2) h:N=255(3) b:N=5(2) "
                                "e:N=-1.5E-3(3) i:N=-0(1) z:NULL=(1) x:B=aGk=(2) l:L=(13) "
                                "c:S=}]// /*(7) a:N=5(2) #73",
                                "Item:M=(7) #11", "Item:N=1(2) b:N=2(2) #9",
                                "Keys:M=(7) x:N=2(2) #14"});
}

TEST_CASE("Ion changes of an incremental export") {
  const Parsed parsed = parse(
      "$ion_1_0 {Record:{Keys:{k:\"a\"},Metadata:{WriteTimestampMicros:1.},NewImage:{k:\"a\",v:1.},"
      "OldImage:{k:\"a\"}}}\n"
      "$ion_1_0 {Record:{Keys:{k:\"b\"},OldImage:{k:\"b\",v:2.}}}\n"
      "{Keys:{k:\"c\"},NewImage:{k:\"c\"}}\n");
  CHECK(parsed.bad.empty());
  CHECK(parsed.items == Strings{"k:S=a(1) v:N=1(2) #5", "-k:S=b(1) #2", "k:S=c(1) #2"});
}

TEST_CASE("Ion gives only the wanted attributes, and the sizes of all") {
  const std::string text = "{a:1,b:{c:2},d:\"x\"}";
  CHECK(parse(text, WantedNames({"d"})).items == Strings{"d:S=x(1)!0 #13"});
  CHECK(parse(text, WantedNames({"e", "d"}, true)).items ==
        Strings{"a:N=1(2) b:M=(7) d:S=x(1)!1 #13"});
}

TEST_CASE("bad Ion is told by its lines") {
  struct Case {
    std::string text;
    std::string bad;
  };
  const std::vector<Case> cases = {
      {"{a:1", "1: `,` expected, but the record ends"},
      {"{\na:\"x\n}", "2: a string that is not closed"},
      {"{a:2020-01-01T}", "1: `2020-01-01T` is a timestamp, which no attribute can be"},
      {"{a:sym}", "1: `sym` is a symbol, which no attribute can be"},
      {"{a:'sym'}", "1: a symbol, which no attribute can be"},
      {"{a:(1 2)}", "1: an s-expression, which no attribute can be"},
      {"{a:{{\"clob\"}}}", "1: a clob, which no attribute can be"},
      {"{a:nan}", "1: `nan` is a symbol, which no attribute can be"},
      {"{a:-inf}", "1: an infinite number, which no attribute can be"},
      {"{a:01}", "1: `01` is no number"},
      {"{a:1__0}", "1: `1__0` is no number"},
      {"{a:1d200}", "1: `1E200` is no number that DynamoDB takes"},
      {"{a:{{aG}}}", "1: `aG` is no base64"},
      {"{a:\"\\q\"}", "1: an escape that Ion does not have"},
      {"{a:\"\\uD800\"}", "1: an escape that is no character"},
      {"{a:\"\\x4\"}", "1: an escape without its 2 digits"},
      {"{a:$dynamodb_SS::[1]}", "1: a set of type SS with an element of N"},
      {"{a:$dynamodb_NS::[]}", "1: an empty set"},
      {"{a:$dynamodb_NS::1}", "1: `[` expected, but `1}` found"},
      {"{a 1}", "1: `:` expected, but `1}` found"},
      {"{null:1}", "1: a field's name expected, but `null:1}` found"},
      {"{$10:1}", "1: a field's name expected, but `$10:1}` found"},
      {"{'':1}", "1: an attribute without a name"},
      {"{a:1,,}", "1: a field's name expected, but `,}` found"},
      {"{a:null.foo}", "1: a value expected, but `null.foo}` found"},
      {"[1]", "1: an item in braces expected, but `[1]` found"},
      {"word", "1: an item in braces expected, but `word` found"},
      {"{{aGk=}}", "1: an item in braces expected, but `{{aGk=}}` found"},
      {"{a:\"\xFF\"}", "1: a record that is not UTF-8"},
      {"/* open", "1: a comment that is never closed"},
      {std::string("\xE0\x01\x00\xEA...", 7), "1: this is binary Ion; only text Ion is read"},
      {"{a:" + std::string(200, '[') + std::string(200, ']') + "}", "1: more than 100 levels"},
  };
  for (const Case& wrong : cases) {
    INFO(wrong.text);
    const Parsed parsed = parse(wrong.text);
    CHECK(parsed.items.empty());
    REQUIRE_FALSE(parsed.bad.empty());
    CHECK(parsed.bad[0] == wrong.bad);
  }
  // No depth is dangerous, of sets neither.
  std::string sets = "{a:";
  for (int i = 0; i < 100000; ++i) sets += "$dynamodb_SS::[";
  CHECK(parse(sets).bad == Strings{"1: more than 100 levels"});
}

TEST_CASE("after damage Ion is read on from the next line") {
  const Parsed parsed = parse(
      "$ion_1_0 {Item:{a:1.}\n$ion_1_0 {Item:{b:2.}}\n"
      "$ion_1_0 {Item:{c:\"x}}\n$ion_1_0 {Item:{d:4.}}\n");
  CHECK(parsed.items == Strings{"b:N=2(2) #3", "d:N=4(2) #3"});
  CHECK(parsed.bad ==
        Strings{"1: `,` expected, but the record ends", "3: a string that is not closed"});
}

TEST_CASE("Ion is cut into the same records whatever the pieces") {
  const Strings pieces = {"{",  "}",     "[",        "]",  "\"",        "'",          "'''",
                          "\\", "\n",    "a",        "::", "//",        "/*",         "*/",
                          "{{", "}}",    "$ion_1_0", " ",  "b:1",       "\r\n",       ",",
                          "(",  "\"x\"", "'s'",      "/",  "{a:\"b\"}", "\n$ion_1_0 "};
  for (unsigned seed = 1; seed <= 400; ++seed) {
    std::minstd_rand random(seed);
    std::string text = seed % 5 == 0 ? "\xEF\xBB\xBF" : "";
    const std::size_t size = random() % 30;
    for (std::size_t i = 0; i < size; ++i) text += pieces[random() % pieces.size()];
    for (const std::size_t limit : {5U, 12U, 1000U}) {
      const auto cut = [&](std::size_t piece) {
        RecordContext context;
        const auto splitter = make_ion_splitter(text, {.record_limit = limit, .csv = {}}, context);
        return test::split(*splitter, text, piece);
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

TEST_CASE("Ion is told by its first bytes") {
  for (const std::string text : {"$ion_1_0 {}", "\xEF\xBB\xBF// c\n/* d */ $ion_1_0",
                                 "{Item:{a:1}}", "{ 'Item' : 1}", "{a :1}"}) {
    INFO(text);
    CHECK(looks_like_ion(text));
  }
  CHECK(looks_like_ion(std::string("\xE0\x01\x00\xEA", 4)));
  for (const std::string text : {"", "{\"Item\":{}}", "{}", "[1]", "a,b\n", "{a}", "// only"}) {
    INFO(text);
    CHECK_FALSE(looks_like_ion(text));
  }
}

}  // namespace
}  // namespace ddblint
