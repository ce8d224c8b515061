#include <filesystem>
#include <functional>

#include "workload/traced.h"

namespace {

using namespace ddblint;
using namespace ddblint::test;

const TracedKeyUse& own(const Traces& traces) { return traces.tables.front().keys.front(); }
const TracedKeyUse& by_album(const Traces& traces) { return traces.tables.front().keys.at(1); }

Traces read_music(const std::string& name) { return read_all({sample(name)}, {music_plan()}); }

/// The CloudTrail event around some members.
std::string event(const std::string& members) {
  return R"({"eventTime":"2024-01-15T10:30:00Z","eventSource":"dynamodb.amazonaws.com",)" +
         members + "}";
}

struct Counts {
  std::uint64_t gets = 0;
  std::uint64_t queries = 0;
  std::uint64_t scans = 0;
  std::uint64_t writes = 0;
  double read_units = 0;
  double write_units = 0;
  std::uint64_t without_key = 0;
  std::uint64_t throttled = 0;
  /// A key that must be there.
  std::string key = {};
  /// The figures are of this index.
  std::string index = {};
};

struct Case {
  std::string title;
  std::string text;
  Counts expected;
};

void check_counts(const Traces& traces, const Counts& expected) {
  const TracedKeyUse* use = traces.tables.front().key(expected.index);
  REQUIRE(use != nullptr);
  CHECK(use->gets == expected.gets);
  CHECK(use->queries == expected.queries);
  CHECK(use->scans == expected.scans);
  CHECK(use->writes == expected.writes);
  CHECK(use->read_units.value == expected.read_units);
  CHECK(use->write_units.value == expected.write_units);
  CHECK(use->without_key == expected.without_key);
  CHECK(use->throttled == expected.throttled);
  if (!expected.key.empty()) CHECK(find_key(*use, expected.key) != nullptr);
  CHECK(traces.problems.empty());
}

const std::string kKey = R"("key":{"Artist":"Nova","SongTitle":"A"})";

}  // namespace

TEST_CASE("a folder as CloudTrail delivers it") {
  const Traces traces = read_music("AWSLogs");
  const TraceSummary& music = traces.tables.front();
  CHECK(music.formats == std::vector<std::string>{"CloudTrail data events"});
  CHECK(music.files == 2);
  CHECK(music.records == 18);
  CHECK(music.repeated == 1);
  CHECK(music.bad_records == 0);
  CHECK(traces.problems.empty());
  CHECK(music.lower_bounds);
  CHECK(!music.writes_only);
  CHECK(music.begin == 1'705'314'600);
  CHECK(music.end == 1'705'314'604);
  CHECK(music.events == 17);
  CHECK(music.other_tables == 1);
  CHECK(traces.unplanned == std::vector<std::string>{"Concerts"});
  CHECK(own(traces).gets == 5);
  CHECK(own(traces).scans == 1);
  CHECK(own(traces).writes == 9);
  CHECK(own(traces).throttled == 2);
  // 0.5 + 1 + 2 x 0.5 + 2 of a transaction, and a strong scan.
  CHECK(own(traces).read_units.value == 5.5);
  // Three single ones, a batch of two, a transaction of two at two units, two statements.
  CHECK(own(traces).write_units.value == 11);
  // The scan and the statement whose key is redacted.
  CHECK(own(traces).without_key == 2);
  CHECK(own(traces).distinct.value == 2);
  CHECK(by_album(traces).queries == 2);
  CHECK(by_album(traces).without_key == 1);
  REQUIRE(find_key(by_album(traces), "Skies") != nullptr);
  const TracedKey* const nova = find_key(own(traces), "Nova");
  REQUIRE(nova != nullptr);
  CHECK(nova->reads == 4);
  CHECK(nova->writes == 5);
  CHECK(nova->peak_writes.units.value == 4);
  CHECK(nova->peak_writes.at == 1'705'314'603);
  CHECK(find_key(own(traces), "Owls")->throttled == 2);
  const std::string notes = fmt::format("{}", fmt::join(music.notes, "; "));
  for (const char* const part : {"1 management", "1 events of other services",
                                 "1 data events that ask no table", "1 calls that were refused"}) {
    CHECK(notes.find(part) != std::string::npos);
  }
}

TEST_CASE("answers of LookupEvents") {
  const Traces traces = read_music("lookup_events.json");
  CHECK(traces.problems.empty());
  CHECK(traces.tables.front().records == 3);
  CHECK(own(traces).gets == 2);
  CHECK(own(traces).writes == 1);
}

TEST_CASE("events of CloudTrail one by one") {
  const std::string condition =
      R"("eventName":"Query","requestParameters":{"tableName":"Music","keyConditionExpression":)";
  const std::vector<Case> cases = {
      {"members in capitals",
       event(R"("eventName":"GetItem","requestParameters":{"TableName":"Music","Key":)"
             R"({"Artist":"Nova","SongTitle":"A"},"ConsistentRead":true})"),
       {.gets = 1, .read_units = 1, .key = "Nova"}},
      {"typed key values",
       event(R"("eventName":"GetItem","requestParameters":{"tableName":"Music","key":)"
             R"({"Artist":{"S":"Nova"},"SongTitle":{"N":"1.0"}}})"),
       {.gets = 1, .read_units = 0.5, .key = "Nova"}},
      {"a key that is a number",
       event(R"("eventName":"GetItem","requestParameters":{"tableName":"Music","key":)"
             R"({"Artist":42,"SongTitle":"A"}})"),
       {.gets = 1, .read_units = 0.5, .key = "42"}},
      {"the table by its ARN",
       event(R"("eventName":"DeleteItem","requestParameters":{"tableName":)"
             R"("arn:aws:dynamodb:eu-west-1:444455556666:table/Music",)" +
             kKey + "}"),
       {.writes = 1, .write_units = 1, .key = "Nova"}},
      {"a condition with its values",
       event(condition +
             R"("(#a = :a) AND SongTitle >= :s","expressionAttributeNames":)"
             R"({"#a":"Artist"},"expressionAttributeValues":{":a":{"S":"Nova"},":s":"B"}})"),
       {.queries = 1, .read_units = 0.5, .key = "Nova"}},
      {"a condition without its values",
       event(condition + R"("Artist = :a"})"),
       {.queries = 1, .read_units = 0.5, .without_key = 1}},
      {"a condition on another attribute",
       event(condition + R"("Year = :a","expressionAttributeValues":{":a":"1"}})"),
       {.queries = 1, .read_units = 0.5, .without_key = 1}},
      {"conditions of the older form",
       event(
           R"("eventName":"Query","requestParameters":{"tableName":"Music","consistentRead":true,)"
           R"("keyConditions":{"Artist":{"comparisonOperator":"EQ","attributeValueList":["Nova"]}}})"),
       {.queries = 1, .read_units = 1, .key = "Nova"}},
      {"consumed capacity where the event has it",
       event(
           R"("eventName":"GetItem","requestParameters":{"tableName":"Music",)" + kKey +
           R"(},"responseElements":{"consumedCapacity":{"tableName":"Music","capacityUnits":3.5}})"),
       {.gets = 1, .read_units = 3.5, .key = "Nova"}},
      {"a query of an index",
       event(
           R"("eventName":"Query","requestParameters":{"tableName":"Music","indexName":"ByAlbum"})"),
       {.queries = 1, .read_units = 0.5, .without_key = 1, .index = "ByAlbum"}},
      {"a transaction as the API has it",
       event(
           R"("eventName":"TransactWriteItems","requestParameters":{"transactItems":[{"Put":)"
           R"({"TableName":"Music","Item":{"Artist":{"S":"Nova"},"SongTitle":{"S":"A"}}}},)"
           R"({"Delete":{"TableName":"Music","Key":{"Artist":{"S":"Owls"},"SongTitle":{"S":"A"}}}}]})"),
       {.writes = 2, .write_units = 4, .key = "Nova"}},
      {"a throttled call is demand",
       event(R"("eventName":"PutItem","errorCode":"ProvisionedThroughputExceededException",)"
             R"("requestParameters":{"tableName":"Music",)" +
             kKey + "}"),
       {.writes = 1, .write_units = 1, .throttled = 1, .key = "Nova"}},
      {"a transaction by statements",
       event(R"("eventName":"ExecuteTransaction","requestParameters":{"transactStatements":)"
             R"([{"statement":"DELETE FROM Music WHERE Artist='Nova' AND SongTitle='A'"}]})"),
       {.writes = 1, .write_units = 2, .key = "Nova"}},
      {"a statement under OR binds nothing",
       event(R"("eventName":"ExecuteStatement","requestParameters":{"statement":)"
             R"("SELECT * FROM Music WHERE Artist='Nova' OR Artist='Owls'"})"),
       {.queries = 1, .read_units = 0.5, .without_key = 1}},
      {"an event that EventBridge brought",
       R"({"version":"0","detail-type":"AWS API Call via CloudTrail","detail":)" +
           event(R"("eventName":"PutItem","requestParameters":{"tableName":"Music",)" + kKey +
                 "}") +
           "}",
       {.writes = 1, .write_units = 1, .key = "Nova"}},
  };
  for (const Case& one : cases) {
    INFO(one.title);
    check_counts(read_text(one.text, {music_plan()}), one.expected);
    // The same as a line among others, and in a document.
    const std::string twice = one.text + "\n" + one.text + "\n";
    CHECK(read_text(twice, {music_plan()}).tables.front().records == 2);
    check_counts(read_text("{\"Records\":[" + one.text + "]}", {music_plan()}), one.expected);
  }
}

TEST_CASE("a record that is delivered twice counts once") {
  const std::string once = event(R"("eventID":"a-1","eventName":"PutItem","requestParameters":)"
                                 R"({"tableName":"Music",)" +
                                 kKey + "}");
  const Traces traces = read_text(once + "\n" + once + "\n", {music_plan()});
  CHECK(own(traces).writes == 1);
  CHECK(traces.tables.front().repeated == 1);
  // Beyond the newest ids it counts again, and that is said.
  std::string many = once + "\n";
  for (int i = 0; i < 100; ++i) {
    std::string other = once;
    other.replace(other.find("a-1"), 3, fmt::format("b-{}", i));
    many += other + "\n";
  }
  const Traces long_one =
      read_text(many + once + "\n", {music_plan()}, "t.jsonl", {.memory = 4096});
  CHECK(own(long_one).writes == 102);
  CHECK(fmt::format("{}", fmt::join(long_one.tables.front().notes, ";")).find("counts twice") !=
        std::string::npos);
}

TEST_CASE("records of Streams, and the index writes that follow from them") {
  for (const char* const name : {"streams.json", "kinesis.json"}) {
    INFO(name);
    const bool kinesis = std::string_view(name) == "kinesis.json";
    const Traces traces = read_music(name);
    CHECK(traces.problems.empty());
    const TraceSummary& music = traces.tables.front();
    CHECK(music.writes_only);
    CHECK(music.expired == (kinesis ? 0 : 1));
    CHECK(music.begin == 1'705'314'600);
    CHECK(own(traces).writes == (kinesis ? 4 : 6));
    // 1 + 1, an item of over 2 KB twice, and where there are more two of unknown or small size.
    CHECK(own(traces).write_units.value == (kinesis ? 8 : 10));
    CHECK(own(traces).gets == 0);
    CHECK(music.lower_bounds == !kinesis);
    const TracedKeyUse& index = by_album(traces);
    // In, out and in again, perhaps a change of a projected attribute, out. The last item of the
    // longer file lacks the sort key of the index, and so is not in it.
    CHECK(index.derived_writes == 4);
    CHECK(index.writes == 0);
    CHECK(index.write_units.low == 4);
    CHECK(index.write_units.high == 1 + 2 + 3 + 3);
    const TracedKey* const seas = find_key(index, "Seas");
    REQUIRE(seas != nullptr);
    CHECK(seas->writes == 2);
    CHECK(seas->write_units.low == 2);
    CHECK(seas->write_units.high == 7);
    const TracedKey* const skies = find_key(index, "Skies");
    REQUIRE(skies != nullptr);
    CHECK(skies->write_units.exact());
    CHECK(skies->peak_writes.units.value == 2);
    CHECK(skies->peak_writes.at == 1'705'314'600);
  }
}

TEST_CASE("changes of items in other wrappings") {
  const std::string change =
      R"({"eventName":"INSERT","dynamodb":{"ApproximateCreationDateTime":"2024-01-15T10:30:00+00:00",)"
      R"("Keys":{"Artist":{"S":"Nova"},"SongTitle":{"S":"A"}},"SizeBytes":30}})";
  // A record without a table's name belongs to the one table that has its keys.
  TracePlan other{.table = "other", .names = {"Other"}, .keys = {{.partition = {"id"}}}};
  for (const std::string& text : {change, change + change, "{\"records\":[" + change + "]}",
                                  "[" + change + "]", change + "\n" + change}) {
    const Traces traces = read_text(text, {other, music_plan()});
    CHECK(traces.problems.empty());
    CHECK(traces.tables.front().events == 0);
    CHECK(traces.tables.back().events >= 1);
    CHECK(traces.tables.back().begin == 1'705'314'600);
  }
}

TEST_CASE("reports of Contributor Insights") {
  const Traces traces = read_music("insights");
  CHECK(traces.problems.empty());
  REQUIRE(traces.insights.size() == 4);
  // By the names of the files: PKC, PKT, SKC, SKT.
  CHECK(traces.insights[0].kind == InsightKind::accessed_pk);
  CHECK(traces.insights[1].kind == InsightKind::throttled_pk);
  CHECK(traces.insights[2].kind == InsightKind::accessed_pk_sk);
  CHECK(traces.insights[3].kind == InsightKind::throttled_pk_sk);
  for (const InsightReport& report : traces.insights) {
    CHECK(report.kind_known);
    CHECK(report.resource == "Music");
    CHECK(report.period == 60);
    CHECK(report.unique == 1234);
    CHECK(report.contributors.front().at == 1'705'314'660);
  }
  const InsightContributor& nova = traces.insights[0].contributors.front();
  CHECK(nova.key == "Nova");
  CHECK(nova.highest == 370'000);
  CHECK(nova.total == 670'000);
  CHECK(traces.insights[2].contributors.front().key == "Nova, A");
}

TEST_CASE("a report that does not name its rule") {
  const std::string report =
      R"({"KeyLabels":["PartitionKey"],"Contributors":[{"Keys":["a"],"ApproximateAggregateValue":7}]})";
  const Traces nameless = read_text(report, {music_plan()}, "report.json");
  REQUIRE(nameless.insights.size() == 1);
  CHECK(!nameless.insights.front().kind_known);
  CHECK(nameless.insights.front().contributors.front().highest == 7);
  REQUIRE(nameless.problems.size() == 1);
  CHECK(nameless.problems.front().message.find("name the file by the rule") != std::string::npos);
  for (const std::string& text :
       {report, R"({"RuleName":"DynamoDBContributorInsights-PKT-My-Table-1",)"
                R"("Report":)" +
                    report + "}"}) {
    const Traces named = read_text(text, {music_plan()}, "music-PKT.json");
    CHECK(named.problems.empty());
    CHECK(named.insights.front().kind == InsightKind::throttled_pk);
  }
}

TEST_CASE("verdicts on the units of a minute") {
  CHECK(judge_insight_minute(0) == InsightVerdict::below);
  CHECK(judge_insight_minute(179'999) == InsightVerdict::below);
  // 1,000 writes a second, or 3,000 reads.
  CHECK(judge_insight_minute(180'000) == InsightVerdict::depends);
  CHECK(judge_insight_minute(360'000) == InsightVerdict::depends);
  CHECK(judge_insight_minute(360'001) == InsightVerdict::over);
  CHECK(insight_minute(900'000, 300) == 180'000);
  CHECK(insight_minute(5, 60) == 5);
}

TEST_CASE("a plain trace as CSV") {
  const Traces traces = read_music("requests.csv");
  CHECK(traces.problems.empty());
  const TraceSummary& music = traces.tables.front();
  CHECK(music.formats == std::vector<std::string>{"CSV trace"});
  CHECK(music.records == 8);
  CHECK(music.events == 7);
  CHECK(traces.unplanned == std::vector<std::string>{"Concerts"});
  CHECK(own(traces).writes == 3);
  CHECK(own(traces).write_units.value == 2 + 1 + 2 * 2);
  CHECK(own(traces).gets == 2);
  CHECK(own(traces).scans == 1);
  CHECK(own(traces).read_units.value == 1 + 4 * 0.5 + 128);
  CHECK(own(traces).throttled == 1);
  CHECK(own(traces).without_key == 1);
  CHECK(by_album(traces).queries == 1);
  CHECK(find_key(by_album(traces), "Skies, and seas")->read_units.value == 12.5);
  CHECK(music.begin == 1'705'314'600);
  CHECK(music.end == 1'705'314'604);
}

TEST_CASE("a plain trace as JSON lines") {
  const Traces traces = read_music("requests.jsonl");
  CHECK(traces.problems.empty());
  CHECK(own(traces).writes == 2);
  CHECK(own(traces).write_units.value == 4);
  CHECK(own(traces).gets == 1);
  CHECK(own(traces).read_units.value == 1.5);
  CHECK(own(traces).throttled == 1);
  REQUIRE(find_key(own(traces), "Nova") != nullptr);
  CHECK(find_key(own(traces), "Nova")->reads == 1);
  CHECK(find_key(by_album(traces), "Skies")->read_units.value == 0.5);
  CHECK(traces.tables.front().lower_bounds);
}

TEST_CASE("several tables in one pass, by name and by ARN") {
  const std::string arn = "arn:aws:dynamodb:eu-west-1:1:table/A";
  std::vector<TracePlan> plans = {
      {.table = "a", .names = {arn}, .keys = {{.partition = {"pk"}}}},
      {.table = "b", .names = {"B", "B2"}, .keys = {{.partition = {"pk"}}}},
  };
  const Traces traces = read_text("op,table,pk\nget,A,1\nget," + arn +
                                      ",1\nget,arn:aws:dynamodb:us-east-1:1:table/A,1\nput,B,1\n"
                                      "put,B2,1\nput,b,1\nput," +
                                      arn + "/index/x,2\n",
                                  plans, "t.csv");
  CHECK(traces.problems.empty());
  CHECK(traces.tables[0].keys[0].gets == 2);
  CHECK(traces.tables[1].keys[0].writes == 2);
  CHECK(traces.tables[1].other_tables == 5);
  CHECK(traces.unplanned == std::vector<std::string>{"A", "b"});
  // A request without a table's name cannot be told.
  const Scratch scratch;
  scratch.write("t.csv", "op,pk\nget,1\nget,2\n");
  const auto untold = read_traces({scratch.file("t.csv")}, plans, {});
  REQUIRE(!untold.has_value());
  CHECK(untold.error().find("t.csv:2: the request names no table") != std::string::npos);
}

TEST_CASE("the key of one attribute is its value, that of several has their names") {
  const std::string text = R"({"op":"put","time":1705314600,"key":{"tenant":"a","user":"7"}})"
                           "\n";
  const Traces traces =
      read_text(text, {{.table = "t", .keys = {{.partition = {"tenant", "user"}}}}}, "t.jsonl");
  CHECK(own(traces).hottest.at(0).key == "tenant=a, user=7");
  const Traces one =
      read_text(text, {{.table = "t", .keys = {{.partition = {"user"}}}}}, "t.jsonl");
  CHECK(own(one).hottest.at(0).key == "7");
}

TEST_CASE("sort keys that only grow are seen, in the order of time") {
  const auto monotonicity = [](const std::function<std::string(int)>& sort, int per_second) {
    std::string text = "time,op,pk,sk\n";
    for (int i = 0; i < 200; ++i) {
      text += fmt::format("{},put,a,{}\n", 1'700'000'000 + i / per_second, sort(i));
    }
    const Traces traces =
        read_text(text, {{.table = "t", .keys = {{.partition = {"pk"}, .sort = {"sk"}}}}}, "t.csv");
    return traces.tables.front().keys.front().hottest.front();
  };
  // 99 and 100 are numbers, not texts.
  const TracedKey grows = monotonicity([](int i) { return fmt::format("{}", i); }, 1);
  CHECK(grows.sort_key_steps == 199);
  CHECK(grows.sort_key_monotonicity == 1.0);
  const TracedKey falls = monotonicity([](int i) { return fmt::format("x{:03}", 999 - i); }, 1);
  CHECK(falls.sort_key_monotonicity == 1.0);
  const TracedKey swings =
      monotonicity([](int i) { return fmt::format("x{:03}", i * 7919 % 1009); }, 1);
  CHECK(*swings.sort_key_monotonicity < 0.99);
  const TracedKey together = monotonicity([](int i) { return fmt::format("{}", i); }, 10);
  CHECK(together.sort_key_steps == 19);
  CHECK(together.sort_key_monotonicity == 1.0);
  const TracedKey few = monotonicity([](int i) { return fmt::format("{}", i); }, 50);
  CHECK(!few.sort_key_monotonicity.has_value());
}

TEST_CASE("what is wrong with a trace is said with its place, and the rest is read") {
  struct Wrong {
    std::string title;
    std::string name;
    std::string bad;
    std::string says;
  };
  const std::string good = R"({"op":"put","key":"a","time":1705314600})";
  const std::string deep = R"({"op":)" + std::string(3000, '[') + std::string(3000, ']') + "}";
  const std::vector<Wrong> wrongs = {
      {"broken JSON", "t.jsonl", R"({"op":"put","key":)", "JSON"},
      {"a bare word", "t.jsonl", R"({"op":put})", "JSON"},
      {"nested too deep", "t.jsonl", deep, "JSON"},
      {"no UTF-8", "t.jsonl", "{\"op\":\"put\",\"key\":\"\xff\"}", "UTF-8"},
      {"no object", "t.jsonl", "[1]", "object"},
      {"no trace", "t.jsonl", R"({"Item":{"pk":{"S":"a"}}})", "no record of CloudTrail"},
      {"no time", "t.jsonl", R"({"op":"put","key":"a","time":"soon"})", "`soon` is no time"},
      {"a day that is none", "t.jsonl", R"({"op":"put","key":"a","time":"2024-02-30T00:00:00Z"})",
       "is no time"},
      {"a time before 1970", "t.jsonl", R"({"op":"put","key":"a","time":-5})", "is no time"},
      {"negative units", "t.jsonl", R"({"op":"put","key":"a","units":-1})", "units"},
      {"endless units", "t.jsonl", R"({"op":"put","key":"a","units":"inf"})", "units"},
      {"units beyond belief", "t.jsonl", R"({"op":"put","key":"a","units":1e18})", "units"},
      {"items that are none", "t.jsonl", R"({"op":"put","key":"a","items":"many"})", "items"},
      {"an operation that is none", "t.jsonl", R"({"op":"fly","key":"a"})", "`fly`"},
      {"an event without parameters", "t.jsonl", event(R"("eventName":"PutItem")"),
       "requestParameters"},
      {"an event without a table", "t.jsonl",
       event(R"("eventName":"PutItem","requestParameters":{})"), "name no table"},
      {"a change that is none", "t.jsonl", R"({"eventName":"MERGE","dynamodb":{"Keys":{}}})",
       "MERGE"},
      {"an image that is none", "t.jsonl",
       R"({"eventName":"INSERT","dynamodb":{"Keys":{"a":{"S":"x"}},"NewImage":{"b":{"Q":1}}}})",
       "DynamoDB's"},
      {"base64 that is none", "t.jsonl", R"({"kinesis":{"data":"!!!"}})", "data"},
      {"JSON inside that is none", "t.jsonl", R"({"CloudTrailEvent":"{\"a\":"})", "JSON"},
      {"a report with a negative value", "t.jsonl",
       R"({"KeyLabels":["a"],"Contributors":[{"Keys":["x"],"ApproximateAggregateValue":-1}]})",
       "amount"},
  };
  for (const Wrong& wrong : wrongs) {
    INFO(wrong.title);
    std::string text;
    for (const std::string& line : {good, good, wrong.bad, good}) text += line + "\n";
    const Traces traces =
        read_text(text, {{.table = "t", .keys = {{.partition = {"pk"}}}}}, wrong.name);
    REQUIRE(traces.problems.size() == 1);
    CHECK(traces.problems.front().line == 3);
    CHECK(traces.problems.front().count == 1);
    CHECK(traces.problems.front().path.ends_with(wrong.name));
    INFO(traces.problems.front().message);
    CHECK(traces.problems.front().message.find(wrong.says) != std::string::npos);
    CHECK(traces.tables.front().records == 3);
    CHECK(traces.tables.front().bad_records == 1);
    CHECK(traces.tables.front().keys.front().writes == 3);
  }
}

TEST_CASE("what is wrong with a CSV trace is said with its line") {
  const std::vector<TracePlan> plans = {{.table = "t", .keys = {{.partition = {"pk"}}}}};
  const Traces traces = read_text(
      "time,op,pk\n1700000000,put,a\n1700000000,put,a,b,c\nx,put,a\n1,put,b\n", plans, "t.csv");
  REQUIRE(traces.problems.size() == 2);
  CHECK(traces.problems[0].line == 3);
  CHECK(traces.problems[1].line == 4);
  CHECK(own(traces).writes == 2);
  const auto no_header = read_traces({sample("streams.json") + "x"}, plans, {});
  REQUIRE(!no_header.has_value());
  CHECK(no_header.error().find("No such file") != std::string::npos);
  const Scratch scratch;
  scratch.write("t.csv", "when,who\n1700000000,a\n1700000001,b\n");
  const auto no_operation = read_traces({scratch.file("t.csv")}, plans, {});
  REQUIRE(!no_operation.has_value());
  CHECK(no_operation.error().find("no column of the header is an operation") != std::string::npos);
}

TEST_CASE("a gzip file that breaks off is read as far as it goes") {
  const Scratch scratch;
  const std::string folder = sample("AWSLogs/444455556666/CloudTrail/eu-west-1/2024/01/15/");
  std::string name = "444455556666_CloudTrail_eu-west-1_20240115T1030Z_pXq7.json.gz";
  std::ifstream in(folder + name, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  REQUIRE(bytes.size() > 600);
  scratch.write("a.json.gz", bytes.substr(0, bytes.size() - 60));
  scratch.write("b.json.gz", bytes);
  const Traces traces = read_all({scratch.path().string()}, {music_plan()});
  REQUIRE(!traces.problems.empty());
  CHECK(traces.problems.front().path.ends_with("a.json.gz"));
  CHECK(traces.tables.front().records >= 8);
  CHECK(own(traces).gets == 2);
}

TEST_CASE("a request by an index that the definition has not is noted") {
  const Traces traces = read_text("op,index,pk\nget,Other,1\nget,,1\n",
                                  {{.table = "t", .keys = {{.partition = {"pk"}}}}}, "t.csv");
  CHECK(traces.problems.empty());
  CHECK(traces.tables.front().events == 2);
  CHECK(own(traces).gets == 1);
  REQUIRE(traces.tables.front().notes.size() == 1);
  CHECK(traces.tables.front().notes.front().find("Other") != std::string::npos);
}
