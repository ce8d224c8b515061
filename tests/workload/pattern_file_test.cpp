#include <string>
#include <vector>

#include "workload/pattern_text.h"

#include "support/catch.h"

namespace ddblint {
namespace {

using namespace workload_test;

std::string sharding_text(const StatedSharding& sharding) {
  return fmt::format("{}.{} x{} '{}' {}{}", sharding.index.empty() ? "table" : sharding.index,
                     sharding.attribute.text, sharding.shards, sharding.separator,
                     sharding.function.empty() ? "random" : sharding.function,
                     sharding.of.empty() ? "" : names_text(sharding.of));
}

/// All that the reader made of a text, diagnostics last.
std::string shown(const std::string& text) {
  const Document document(text);
  const ReadPatterns read = read_pattern_file(document.tree, document.file);
  std::string out;
  if (!read.set.table.absent()) out += "table " + read.set.table.text + "\n";
  out += patterns_text(read.set.patterns);
  for (const StatedSharding& sharding : read.set.sharding) out += sharding_text(sharding) + "\n";
  return out + document.shown(read.diagnostics);
}

/// The diagnostics of one pattern with these further fields, each line indented by four.
std::string complaints(const std::string& operation, const std::string& fields) {
  const Document document("patterns:\n  - name: p\n    operation: " + operation + "\n" + fields);
  return document.shown(read_pattern_file(document.tree, document.file).diagnostics);
}

TEST_CASE("the example of the documentation", "[pattern_file]") {
  CHECK(shown(R"(table: Orders
defaults: { item-size: 1.2 KB }
patterns:
  - name: orders of a customer in a month
    operation: Query
    index: by-customer
    equals: [customer_id]
    range: { attribute: order_date, condition: between }
    filter: [status]
    returns: { items: 40, attributes: [order_id, total] }
    consistency: eventual
    rate: { average: 200/s, peak: 5000/s }
    keys: { distribution: zipf, exponent: 1.1 }
  - name: place an order
    operation: PutItem
    equals: [order_id]
    rate: 3 million/day
    unique: order_id
sharding:
  - { key: table, attribute: pk, shards: 200, separator: ".", suffix: random }
  - { key: by-customer, attribute: ck, shards: 4, suffix: { function: crc32, of: [order_id] } }
)") == "table Orders\n"
       "Query name=orders of a customer in a month index=by-customer equals=[customer_id] "
       "range=order_date between filter=[status] items=40 attributes=[order_id,total] size=1228.8 "
       "consistency=eventual reads=200..5000 keys=zipf(1.1)\n"
       "PutItem name=place an order equals=[order_id] size=1228.8 writes=34.7222..- "
       "unique=order_id\n"
       "table.pk x200 '.' random\n"
       "by-customer.ck x4 '' crc32[order_id]\n");
}

TEST_CASE("fields come in several forms", "[pattern_file]") {
  CHECK(shown(R"(
defaults:
  consistency: strong
  request-path: false
  keys: uniform
patterns:
  - { name: a, operation: query, equals: { status: OPEN, id: }, keys: from-data }
  - { name: b, operation: Query, equals: [id, status: OPEN, { n: 5 }], request-path: true }
  - { name: c, operation: Query, equals: id, range: day, item-size: 3 KB }
  - { name: d, operation: UpdateItem, equals: id, sets: [a, b], rate: { reads: 1/s, writes: { peak: 2/s } } }
  - { name: e, operation: Scan, filter: a, passes: 10%, keys: { hot: { share: 80%, of: 10 } } }
  - { name: f, operation: Query, table: Other, keys: { distribution: hot, share: 0.5 } }
  - { name: g, operation: Query, keys: { distribution: { hot: { share: 0.25 } } }, returns: { attributes: [] } }
  - { name: h, operation: Query, keys: { distribution: uniform, values: 2 million }, range: { attribute: d, condition: begins-with } }
  - { name: i, operation: TransactWriteItems, returns: { items: 4 } }
  - { name: j, operation: PutItem, consistency: transactional }
  - { name: k, operation: "SELECT a FROM \"T\".\"i\" WHERE p = ? AND s = 'OPEN'", rate: 1/s, table: T }
)") == "Query name=a equals=[status=OPEN,id] consistency=strong keys=data offline\n"
       "Query name=b equals=[id,status=OPEN,n=5] consistency=strong keys=uniform\n"
       "Query name=c equals=[id] range=day ? size=3072 consistency=strong keys=uniform offline\n"
       "UpdateItem name=d equals=[id] sets=[a,b] reads=1..- writes=-..2 keys=uniform offline\n"
       "Scan name=e filter=[a] passes=0.1 consistency=strong keys=hot(0.8 of 10) offline\n"
       "Query name=f table=Other consistency=strong keys=hot(0.5 of 1) offline\n"
       "Query name=g attributes=[] consistency=strong keys=hot(0.25 of 1) offline\n"
       "Query name=h range=d begins_with consistency=strong keys=uniform/2000000 offline\n"
       "TransactWriteItems name=i items=4 keys=uniform offline\n"
       "PutItem name=j consistency=transactional keys=uniform offline\n"
       "Query name=k table=T index=i equals=[p,s=OPEN] attributes=[a] consistency=strong "
       "reads=1..- keys=uniform offline\n");
}

TEST_CASE("JSON is read like YAML", "[pattern_file]") {
  const Document document(
      R"({"table": "T", "patterns": [{"name": "a", "operation": "GetItem", "rate": "5/s"}]})",
      "patterns.json");
  const ReadPatterns read = read_pattern_file(document.tree, document.file);
  CHECK(patterns_text(read.set.patterns) == "GetItem name=a reads=5..-\n");
  CHECK(document.shown(read.diagnostics).empty());
}

TEST_CASE("a query without equality is no mistake of the file", "[pattern_file]") {
  CHECK(complaints("Query", "").empty());
  CHECK(complaints("Query", "    index: i\n    consistency: strong\n").empty());
}

TEST_CASE("what is wrong in the whole file", "[pattern_file]") {
  struct Case {
    const char* text;
    const char* expected;
  };
  const std::vector<Case> cases = {
      {"", "1:1 <> a pattern file needs `patterns`\n"},
      {"[1]", "1:1 <[1]> a pattern file is a mapping with `patterns`, not a list\n"},
      {"word", "1:1 <word> a pattern file is a mapping with `patterns`, not a text\n"},
      {"table: T\n", "table T\n1:1 <table: T> a pattern file needs `patterns`\n"},
      {"patterns: x\n", "1:11 <x> `patterns` takes a list of patterns\n"},
      {"patterns: [x]\n",
       "1:12 <x> a pattern is a mapping with `name` and `operation`, not a text\n"},
      {"patterns: []\npaterns: []\ntabel: x\nzzz: 1\n",
       "2:1 <paterns> unknown key `paterns` in a pattern file, did you mean \"patterns\"?\n"
       "3:1 <tabel> unknown key `tabel` in a pattern file, did you mean \"table\"?\n"
       "4:1 <zzz> unknown key `zzz` in a pattern file; its keys are table, defaults, patterns, "
       "sharding\n"},
      {"table: [a]\npatterns: []\n", "1:8 <[a]> `table` takes one name, not a list\n"},
      {"defaults: [a]\npatterns: []\n",
       "1:11 <[a]> `defaults` takes a mapping, as { item-size: 1.2 KB }, not a list\n"},
      {"defaults: { item-size: 1 MB, consistency: transactional }\npatterns: []\n",
       "1:24 <1 MB> `item-size`: `1 MB` is 1024 KB; an item has at most 400 KB\n"
       "1:43 <transactional> the default consistency is that of reads: eventual or strong\n"},
      {"patterns: []\n---\npatterns: []\n",
       "3:1 <patterns: []> a pattern file is one document; here a second one begins\n"},
      {"patterns:\n  - {name: a, operation: Scan}\n  - {name: a, operation: Scan}\n",
       "Scan name=a\nScan name=a\n3:12 <a> two patterns are called `a`\n"},
      {"patterns:\n  - {operation: Scan}\n  - {name: x}\n  - {name: y, operation: Qurey}\n",
       "Scan name=pattern 1\n2:6 <operation> a pattern needs `name`\n"
       "3:6 <name> a pattern needs `operation`\n"
       "4:26 <Qurey> unknown operation `Qurey`, did you mean \"Query\"?\n"},
      {"sharding:\n  - { attribute: pk, shards: 4 }\n", "table.pk x4 '' random\n"},
  };
  for (const auto& [text, expected] : cases) {
    CAPTURE(text);
    CHECK(shown(text) == expected);
  }
}

TEST_CASE("what is wrong in a pattern", "[pattern_file]") {
  struct Case {
    const char* operation;
    const char* fields;
    const char* expected;
  };
  const std::vector<Case> cases = {
      {"ExecuteStatement", "",
       "3:16 <ExecuteStatement> `ExecuteStatement` runs PartiQL: write the statement itself as the "
       "operation\n"},
      {"Frobnicate", "",
       "3:16 <Frobnicate> unknown operation `Frobnicate`; it is the name of a data-plane "
       "operation, "
       "as Query, or PartiQL\n"},
      {"[Query]", "", "3:16 <[Query]> `operation` takes one name, not a list\n"},
      {"SELECT * FORM t", "", "3:25 <FORM> FROM is expected before `FORM`\n"},
      {"\"SELECT * FORM t\"", "", "3:26 <FORM> FROM is expected before `FORM`\n"},
      {"SELECT * FROM t", "    table: u\n",
       "4:12 <u> `table` is `u` here and `t` in the statement\n"},
      {"Query", "    equal: [a]\n",
       "4:5 <equal> unknown key `equal` in a pattern, did you mean \"equals\"?\n"},
      {"Query", "    equals: [a, b, a]\n", "4:20 <a> `a` stands twice in `equals`\n"},
      {"Query", "    equals: [a, [b]]\n",
       "4:17 <[b]> `equals` takes names of attributes, or mappings from a name to its value\n"},
      {"Query", "    equals: { a: [1, 2] }\n",
       "4:18 <[1, 2]> `a` takes the one value that all requests give; leave it out where it "
       "varies\n"},
      {"Query", "    range: { condition: between }\n",
       "4:12 <{ condition: between }> `range` needs `attribute`\n"},
      {"Query", "    range: { attribute: a, condition: like }\n",
       "4:39 <like> `like` is no condition; it is one of <, <=, >, >=, between, begins_with\n"},
      {"Query", "    range: { attribute: a, condition: betwen }\n",
       "4:39 <betwen> `betwen` is no condition, did you mean \"between\"?\n"},
      {"Query", "    equals: [a]\n    range: { attribute: a }\n",
       "5:25 <a> `a` has an equality already, so that a range has no sense\n"},
      {"Query", "    filter: [a, a]\n", "4:17 <a> `a` stands twice in `filter`\n"},
      {"Query", "    filter: { a: 1 }\n", "4:13 <{ a: 1 }> `filter` takes names, not a mapping\n"},
      {"Query", "    passes: 10%\n",
       "4:5 <passes> `passes` is the share of items that pass the filter, and there is no "
       "`filter`\n"},
      {"Query", "    filter: [a]\n    passes: 10\n",
       "5:13 <10> `passes`: `10` is more than the whole, which is 1 or 100%; is `10%` meant?\n"},
      {"Query", "    returns: 5\n",
       "4:14 <5> `returns` takes a mapping with `items` and `attributes`, not a text\n"},
      {"Query", "    returns: { items: -1 }\n", "4:23 <-1> `items` is at least 0\n"},
      {"Query", "    returns: { items: few }\n", "4:23 <few> `items`: `few` is not a number\n"},
      {"Query", "    item-size: 500 KB\n",
       "4:16 <500 KB> `item-size`: `500 KB` is 500 KB; an item has at most 400 KB\n"},
      {"Query", "    consistency: strongly\n",
       "4:18 <strongly> `strongly` is no consistency, did you mean \"strong\"?\n"},
      {"Query", "    consistency: transactional\n",
       "4:18 <transactional> a Query cannot be in a transaction\n"},
      {"PutItem", "    consistency: strong\n",
       "4:18 <strong> `consistency: strong` is for reads; a PutItem is written once for all\n"},
      {"TransactGetItems", "    consistency: eventual\n",
       "4:18 <eventual> a TransactGetItems is transactional\n"},
      {"Query", "    rate: 5000\n",
       "4:11 <5000> `rate`: `5000` has no unit of time; write `5000/s` (or /min, /h, /day)\n"},
      {"Query", "    rate: { average: 5/s, peak: 4/s }\n",
       "4:33 <4/s> the peak is below the average\n"},
      {"Query", "    rate: { average: 5/s, writes: 4/s }\n",
       "4:13 <average> `rate` has either `average` and `peak` or `reads` and `writes`, which have "
       "`average` in turn\n4:27 <writes> an operation that only reads has no rate of writes\n"},
      {"Query", "    rate: { mean: 5/s }\n",
       "4:13 <mean> unknown key `mean` in `rate`; its keys are average, peak\n"},
      {"Query", "    rate: [1/s]\n", "4:11 <[1/s]> `rate` takes one quantity, not a list\n"},
      {"Query", "    keys: { distribution: ziph }\n",
       "4:27 <ziph> `ziph` is no distribution, did you mean \"zipf\"?\n"},
      {"Query", "    keys: hot\n",
       "4:11 <hot> a hot distribution needs `share`: { distribution: hot, share: 80%, of: 10 }\n"},
      {"Query", "    keys: { exponent: 1 }\n",
       "4:11 <{ exponent: 1 }> `keys` needs `distribution`\n"},
      {"Query", "    keys: { distribution: hot, share: 1.5, of: 0 }\n",
       "4:39 <1.5> `share`: `1.5` is more than the whole, which is 1 or 100%; is `1.5%` meant?\n"
       "4:48 <0> `of` is at least 1\n"},
      {"Query", "    keys: { distribution: uniform, exponent: 2 }\n",
       "4:36 <exponent> unknown key `exponent` in `keys` with the distribution uniform; its keys "
       "are "
       "distribution, values\n"},
      {"Query", "    keys: { distribution: zipf, exponent: 0 }\n",
       "4:43 <0> `exponent` is over 0 and at most 10\n"},
      {"Query", "    unique: a\n",
       "4:5 <unique> `unique` is for writes: a Query cannot overwrite\n"},
      {"Query", "    sets: [a]\n",
       "4:5 <sets> `sets` is for updates: a Query changes no single attributes\n"},
      {"Query", "    request-path: maybe\n", "4:19 <maybe> `request-path` takes true or false\n"},
      {"GetItem", "    range: a\n    filter: [b]\n    returns: { items: 2 }\n    index: i\n",
       "4:5 <range> `range` is for Query and Scan: GetItem reads items by their whole keys\n"
       "5:5 <filter> `filter` is for Query and Scan: GetItem reads items by their whole keys\n"
       "6:23 <2> a GetItem has at most 1 item\n"
       "7:12 <i> only Query and Scan go to an index; a GetItem goes to the table\n"},
      {"BatchWriteItem", "    returns: { items: 26, attributes: [a] }\n",
       "4:23 <26> a BatchWriteItem has at most 25 items\n"
       "4:27 <attributes> `attributes` are what a read needs; `sets` names what an update "
       "changes\n"},
      {"Query", "    name: q\n", "4:5 <name> key `name` is written twice; the last one counts\n"},
  };
  for (const auto& [operation, fields, expected] : cases) {
    CAPTURE(operation, fields);
    CHECK(complaints(operation, fields) == expected);
  }
}

TEST_CASE("what is wrong in sharding", "[pattern_file]") {
  struct Case {
    const char* entry;
    const char* expected;
  };
  const std::vector<Case> cases = {
      {"{ attribute: pk, shards: 0 }", "3:30 <0> `shards` is a whole number from 1 to 1,000,000\n"},
      {"{ attribute: pk, shards: 2.5 }",
       "3:30 <2.5> `shards` is a whole number from 1 to 1,000,000\n"},
      {"{ attribute: pk }",
       "3:5 <{ attribute: pk }> an entry of `sharding` needs `shards`: how many there are\n"},
      {"{ shards: 4 }",
       "3:5 <{ shards: 4 }> an entry of `sharding` needs `attribute`: the key "
       "attribute that carries the suffix\n"},
      {"{ attribute: pk, shards: 4, suffix: crc32 }",
       "3:41 <crc32> `suffix` is random, or a mapping with `function` and `of`\n"},
      {"{ attribute: pk, shards: 4, suffix: { function: crc23, of: [a] } }",
       "3:53 <crc23> `crc23` is no function, did you mean \"crc32\"?\n"},
      {"{ attribute: pk, shards: 4, suffix: { function: crc32 } }",
       "3:41 <{ function: crc32 }> `suffix` needs `of`: the attributes that the function is "
       "applied "
       "to\n"},
      {"5",
       "3:5 <5> an entry of `sharding` is a mapping with `attribute` and `shards`, not a text\n"},
  };
  for (const auto& [entry, expected] : cases) {
    CAPTURE(entry);
    CHECK(shown(std::string("patterns: []\nsharding:\n  - ") + entry + "\n") == expected);
  }
}

TEST_CASE("one mistake leaves the rest of the file", "[pattern_file]") {
  CHECK(shown(R"(
patterns:
  - { name: a, operation: Query, equals: [id], rate: 5, returns: { items: 3 } }
  - { name: b, operation: Nothing }
  - { name: c, operation: Scan, rate: 1/s }
)") == "Query name=a equals=[id] items=3\nScan name=c reads=1..-\n"
       "3:54 <5> `rate`: `5` has no unit of time; write `5/s` (or /min, /h, /day)\n"
       "4:27 <Nothing> unknown operation `Nothing`; it is the name of a data-plane operation, as "
       "Query, or PartiQL\n");
}

}  // namespace
}  // namespace ddblint
