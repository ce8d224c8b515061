#include <sstream>

#include "profile_fixture.h"

#include "report/width.h"
#include "support/catch.h"

using namespace ddblint;
using namespace ddblint::report_test;

namespace {

std::string text_of(const ProfileReport& report, std::size_t columns = 100, bool unicode = false) {
  return "\n" + render_profile_text(report, {.text = {}, .columns = columns, .unicode = unicode});
}

}  // namespace

TEST_CASE("a whole profile as text", "[report]") {
  CHECK(text_of(full_report()) == R"(
Profile of Orders
  data         2 files, 1.24 MiB (8.58 MiB unpacked); DynamoDB JSON lines
  items        12,003, the whole table
  size         3.34 MiB in DynamoDB; an item has 290 B in the median, 290 B at p99, at most 400 KiB
  too large    1 item over DynamoDB's 400 KiB
  large        1 item from 300 KiB on, the largest `customer_id=C-7, order_date=2014-07-10`
  bad records  3 left out, see below

Key of the table: customer_id (S), then order_date (S)
  partition keys  1,204 distinct
  hottest key     50.0 % of the items, on `C-1`
  spread          as even as 3.98 keys of equal weight
  items a key     median 3, p99 80, largest 6,000
  bytes a key     median 900 B, p99 29.3 KiB, largest 1.91 MiB: `C-1` with 6,000 items, 1.91 MiB
  two kinds       0.10 % of the keys have about 6,000 items, the others about 3; 500 divides them
  missing         2 items without an attribute of the key
  wrong type      1 item with a key of another type, such as `customer_id: N instead of S`
  duplicates      4 items repeat a primary key, such as `customer_id=C-1, order_date=2014-07-09`
  load order      a.jsonl: 4 keys in 1,000 items in a row (987 in random order); parallelism 0.40 %
                  b.jsonl: 950 keys in 1,000 items in a row (987 in random order); parallelism
                  90.0 %

  top keys, by items
    C-1   ########################  50.0 %  6,000
    C-22  #                          2.5 %    300

  items a key, by keys
                 1  ########################  58.1 %  700
            2 - 10  ##############            33.2 %  400
          11 - 100  ####                       8.6 %  103
    1,001 - 10,000  #                         0.08 %    1

Global index by-status: status
  partition keys  about 3.20 M (3.10 M to 3.30 M) distinct
  hottest key     81.0 % (80.0 % to 82.0 %) of the items, on
                  `xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...`
  spread          as even as 1.5 keys of equal weight (1.4 to 1.6)
  items a key     median 3, p99 80, largest 6,000; of the sample, so at least that
  bytes a key     median 900 B, p99 29.3 KiB, largest 1.91 MiB: `C-1` with 6,000 items, 1.91 MiB
  missing         2 items that the index leaves out
  wrong type      1 item with a key of another type, such as `customer_id: N instead of S`

  top keys, by items
    xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...  ########################  75.0 %  ~9,050
    NEW                                                 ###                        8.0 %    ~950

  items a key, by keys
                 1  ########################  58.1 %  700
            2 - 10  ##############            33.2 %  400
          11 - 100  ####                       8.6 %  103
    1,001 - 10,000  #                         0.08 %    1

Attributes
  attribute      present  type                distinct  shape                    top value, or range
  order_number     100 %  S                     12,003  prefix `ORD-`, 6 digits  ORD-000001 .. OR...
  status        > 99.9 %  S                          3  enumeration              SHIPPED 81.0 %
  total            100 %  N 99.1 %, S 0.86 %    ~9,000  number, 99.0 %           1.5 .. 99999
  and values of further attributes, which are not followed: 7

Other partition keys
  attributes together   distinct                    hottest  as even as
  customer_id + status     2,400  20.0 % (19.0 % to 21.0 %)         ~31

What the values are
  - `cust_hash` is md5 of `customer_id` (hex): 12,000 of 12,000 values recomputed
  - `order_number` is a sequence behind `ORD-` (dense): 98.0 % of its range is taken, it follows the
    order of the items by 0.99; 12,003 rows looked at, 2 of another form
  - `pk` carries a shard number behind `.`: 200 shards, 0 to 199, on 12 logical keys; the hottest
    has 3.0 %, as even as 88.5; it is code_point_product of `order_id` in 5,000 of 5,000 values;
    crc32 of `order_id` would give the hottest 0.60 %
  - items of `type` `USER` and `UNIT` (10 and 20 rows) have keys of one form, `U#{digits}`
  - items of `type` `USER` have keys of two forms, `U#{digits}` (10 rows) and `{digits}` (20 rows)
  - `customer_id` is spelt in two ways (case): `C-1` (11,000 rows) and `c-1` (1,000 rows)

Notes
  - index `by-day` is not measured: its key is an expression
  - distinct values of `sk`: 262,144 of them kept

Not read
  export/data/x.json.gz: the manifest names it, but it is not there
  a.jsonl:17: the string "C-1 is not closed (the first of 2 such records)
  b.jsonl:3: `total` is no number: C-99
)");
}

TEST_CASE("bars are blocks where the terminal has them", "[report]") {
  const std::string text = text_of(full_report(), 100, true);
  CHECK(text.find("C-22  █▎ ") != std::string::npos);
  CHECK(text.find('#' + std::string("##")) == std::string::npos);
}

TEST_CASE("values are cut where the terminal is narrow", "[report]") {
  std::istringstream lines(text_of(full_report(), 60));
  bool chart = false;
  for (std::string line; std::getline(lines, line);) {
    INFO(line);
    if (line.find("##") == std::string::npos) continue;
    chart = true;
    CHECK(shown_columns(line) <= 64);
  }
  CHECK(chart);
}

TEST_CASE("nothing that was read steers the terminal", "[report]") {
  ProfileReport report = full_report();
  const std::string evil = "\x1b[2Jx";
  report.profile.plan.table = evil;
  report.profile.keys[0].top[0].value = evil;
  report.profile.keys[0].largest[0].key = evil;
  report.profile.attributes[evil] = attribute(evil, 3, 3);
  report.profile.digests[0].attribute = evil;
  report.bad[0].message = report.bad[0].path = evil;
  report.problems[0].message = evil;
  CHECK(text_of(report).find('\x1b') == std::string::npos);
}

TEST_CASE("keys that are all unique need no charts", "[report]") {
  ProfileReport report;
  KeyProfile key;
  key.key.partition = {{"id", "S"}};
  key.items = 500;
  key.distinct = Estimate::counted(500);
  key.top = {{"a", false, 1, 1, 0.002}, {"b", false, 1, 1, 0.002}};
  key.collection_items = {.p50 = 1, .p90 = 1, .p99 = 1, .max = 1};
  report.profile.keys = {key};
  const std::string text = text_of(report, 200);
  CHECK(text.find("500 distinct, each on one item") != std::string::npos);
  CHECK(text.find("top keys") == std::string::npos);
  CHECK(text.find("hottest") == std::string::npos);
}

TEST_CASE("a sample is called one", "[report]") {
  ProfileReport report = full_report();
  report.profile.source.drawn = Drawn::scan_head;
  report.profile.source.population = 2'100'000;
  report.profile.source.partial = true;
  const std::string text = text_of(report, 200);
  CHECK(text.find("12,003, the first items of a scan or export of a table of 2.10 M items") !=
        std::string::npos);
  CHECK(text.find("the reading was stopped before the end") != std::string::npos);
  CHECK(text.find("in the table; 1,204 in the 12,000 items sampled") != std::string::npos);
}
