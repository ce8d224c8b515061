// What is wrong with data is told in one sentence with its place, whatever the format: one table
// through the reading of whole files, and one of streams too large for a file of a test.

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "profile/measurements.h"
#include <fmt/format.h>

#include "source/byte_stream.h"
#include "source/md5.h"
#include "support/catch.h"
#include "support/packed.h"
#include "support/scratch.h"

namespace fs = std::filesystem;

namespace ddblint {
namespace {

using test::gzip;
using test::Scratch;
using test::zstd;

std::string times(std::size_t count, const std::string& text) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += text;
  return all;
}

/// As UTF-16, little endian, with its byte order mark.
std::string utf16(const std::string& text) {
  std::string out = "\xFF\xFE";
  for (const char c : text) {
    out += c;
    out += '\0';
  }
  return out;
}

/// One good item in each format that has lines, between which a bad one is put.
const std::string kTyped = "{\"Item\":{\"a\":{\"S\":\"x\"}}}\n";
const std::string kPlain = "{\"a\":\"x\"}\n";
const std::string kIon = "$ion_1_0 {Item:{a:\"x\"}}\n";

std::string typed(const std::string& line) { return kTyped + line + "\n" + kTyped + kTyped; }
std::string plain(const std::string& line) { return kPlain + line + "\n" + kPlain + kPlain; }
std::string ion(const std::string& line) { return kIon + line + "\n" + kIon + kIon; }
std::string scan(const std::string& item) {
  return "{\"Items\":[\n{\"a\":{\"S\":\"x\"}},\n" + item +
         ",\n{\"a\":{\"S\":\"y\"}}\n],\"Count\":3}";
}
std::string array(const std::string& item) {
  return "[\n{\"a\":\"x\"},\n" + item + ",\n{\"a\":\"y\"}\n]";
}
std::string csv(const std::string& line) { return "a,n\n" + times(9, "x,1\n") + line + "\n"; }

/// What a set of files gives: the number of items, then all that is wrong.
std::vector<std::string> told(const std::vector<std::string>& words, bool verify) {
  const DataSet data = find_data(words, verify);
  MeasureOptions options;
  options.threads = 1;
  options.records.csv.key_types = {{"n", "N"}};
  const Measurements measured = measure(data, {}, options);
  std::vector<std::string> lines = {fmt::format("{} items", measured.items())};
  for (const DataProblem& problem : measured.problems()) {
    lines.push_back(fmt::format("{}: {}", problem.path, problem.message));
  }
  for (const BadRecords& bad : measured.bad_records()) {
    lines.push_back(fmt::format("{}:{}: {}{}", bad.path, bad.line, bad.message,
                                bad.count == 1 ? "" : fmt::format(" ({} times)", bad.count)));
  }
  return lines;
}

class InFolder {
 public:
  explicit InFolder(const fs::path& path) : before_(fs::current_path()) { fs::current_path(path); }
  ~InFolder() { fs::current_path(before_); }
  InFolder(const InFolder&) = delete;
  InFolder& operator=(const InFolder&) = delete;

 private:
  fs::path before_;
};

struct Row {
  std::string name;
  std::string bytes;
  std::vector<std::string> told;
};

const std::string kDigits38(38, '9');
const std::string kDigits39(39, '9');

std::vector<Row> rows() {
  const std::string deep_json = "{\"a\":" + times(10'000, "{\"L\":[");
  const std::string deep_list = "{\"a\":" + times(10'000, "[");
  const std::string gz = gzip(times(1000, kTyped));
  const std::string zst = zstd(times(1000, kTyped));
  const std::string no_number = "attribute `a`: `" + kDigits39 +
                                "` is no number of at most 38 digits between 1E-130 and "
                                "9.99E+125";
  return {
      {"nothing", "", {"0 items", "f: holds no items"}},
      {"blanks", " \n\r\n", {"0 items", "f: holds no items"}},
      {"a packed nothing", gzip(""), {"0 items", "f: holds no items"}},
      {"a scan of nothing", "{\"Items\":[],\"Count\":0}", {"0 items", "f: holds no items"}},
      {"an empty array", "[]", {"0 items", "f: holds no items"}},
      {"a header alone", "a,b\n", {"0 items", "f: holds no items"}},
      {"Ion's version alone", "$ion_1_0 ", {"0 items", "f: holds no items"}},

      {"gzip without its end",
       gz + gz.substr(0, 10),
       {"1000 items", "f: the gzip data break off at the end of the file, at byte " +
                          std::to_string(gz.size() + 10)}},
      {"gzip without its trailer",
       gz.substr(0, gz.size() - 8),
       {"1000 items", "f: the gzip data break off at the end of the file, at byte " +
                          std::to_string(gz.size() - 8)}},
      {"gzip with a wrong sum",
       gz.substr(0, gz.size() - 8) + std::string(8, 'x'),
       {"1000 items", "f: the gzip data before byte " + std::to_string(gz.size()) +
                          " are damaged: their checksum or length is wrong"}},
      {"gzip with something behind it",
       gz + "more",
       {"1000 items", "f: the gzip data end at byte " + std::to_string(gz.size()) +
                          ", but something else follows"}},
      {"zstd without its end",
       zst + zst.substr(0, 6),
       {"1000 items", "f: the zstd data break off at the end of the file, at byte " +
                          std::to_string(zst.size() + 6)}},

      {"typed line, cut",
       typed(R"({"Item":{"a":{"S":"x"})"),
       {"3 items", "f:2: `,` or `}` was expected, not the end"}},
      {"typed line, an array", typed(R"([{"Item":{"a":{"S":"x"}}}])"), {"4 items"}},
      {"typed line, deep",
       typed(deep_json),
       {"3 items", "f:2: attribute `a`: nested deeper than 100 levels"}},
      {"typed line, no UTF-8",
       typed("{\"a\":{\"S\":\"\xFF\"}}"),
       {"3 items", "f:2: byte 0xff is not UTF-8"}},
      {"typed line, 38 digits", typed("{\"a\":{\"N\":\"" + kDigits38 + "\"}}"), {"4 items"}},
      {"typed line, 39 digits",
       typed("{\"a\":{\"N\":\"" + kDigits39 + "\"}}"),
       {"3 items", "f:2: " + no_number}},
      {"typed line, a name twice",
       typed(R"({"a":{"S":"x"},"a":{"S":"y"}})"),
       {"3 items", "f:2: `a` stands twice in one object"}},
      {"typed lines in UTF-16",
       utf16(kTyped),
       {"0 items", "f: is UTF-16, which is not read: only UTF-8 is"}},
      {"typed lines in UTF-16, packed",
       gzip(utf16(kTyped)),
       {"0 items", "f: is UTF-16, which is not read: only UTF-8 is"}},

      {"scan, deep",
       scan(deep_json + times(10'000, "]}") + "}"),
       {"2 items", "f:3: attribute `a`: nested deeper than 100 levels"}},
      {"scan, no UTF-8",
       scan("{\"a\":{\"S\":\"\xFF\"}}"),
       {"2 items", "f:3: byte 0xff is not UTF-8"}},
      {"scan, 38 digits", scan("{\"a\":{\"N\":\"" + kDigits38 + "\"}}"), {"3 items"}},
      {"scan, 39 digits",
       scan("{\"a\":{\"N\":\"" + kDigits39 + "\"}}"),
       {"2 items", "f:3: " + no_number}},
      {"scan, a number", scan("5"), {"2 items", "f:3: an item is a JSON object, and this is none"}},
      {"scan, cut",
       scan("{\"a\":{\"S\":\"z\"}}").substr(0, 60),
       {"3 items", "f:4: the file ends inside a document"}},
      {"scan in UTF-16",
       utf16(scan("{\"a\":{\"S\":\"z\"}}")),
       {"0 items", "f: is UTF-16, which is not read: only UTF-8 is"}},

      {"array, deep",
       array(deep_list + times(10'000, "]") + "}"),
       {"2 items", "f:3: attribute `a`: nested deeper than 100 levels"}},
      {"array, no UTF-8", array("{\"a\":\"\xFF\"}"), {"2 items", "f:3: byte 0xff is not UTF-8"}},
      {"array, 39 digits", array("{\"a\":" + kDigits39 + "}"), {"2 items", "f:3: " + no_number}},
      {"array, a text",
       array("\"x\""),
       {"2 items", "f:3: an item is a JSON object, and this is none"}},
      {"array, cut",
       array("{\"a\":1}").substr(0, 20),
       {"2 items", "f:3: the file ends inside a document"}},

      {"plain line, cut", plain(R"({"a":"x")"), {"3 items", "f:2: `,` or `}` was expected"}},
      {"plain line, an array", plain(R"([{"a":"x"}])"), {"4 items"}},
      {"plain line, deep", plain(deep_list), {"3 items", "f:2: a value was expected, not the end"}},
      {"plain line, no UTF-8",
       plain("{\"a\":\"\xFF\"}"),
       {"3 items", "f:2: byte 0xff is not UTF-8"}},
      {"plain line, 38 digits", plain("{\"a\":" + kDigits38 + "}"), {"4 items"}},
      {"plain line, 39 digits",
       plain("{\"a\":" + kDigits39 + "}"),
       {"3 items", "f:2: " + no_number}},
      {"plain line, a name twice",
       plain(R"({"a":"x","a":"y"})"),
       {"3 items", "f:2: `a` stands twice in one object"}},

      {"CSV, too many fields", csv("x,1,2"), {"9 items", "f:11: 3 fields, but 2 columns"}},
      {"CSV, no UTF-8", csv("\xFF,1"), {"9 items", "f:11: a record that is not UTF-8"}},
      {"CSV, an open quote", csv("\"x,1"), {"9 items", "f:11: a quote that is never closed"}},
      {"CSV, 38 digits", csv("x," + kDigits38), {"10 items"}},
      {"CSV, 39 digits",
       csv("x," + kDigits39),
       {"9 items", "f:11: `" + kDigits39 + "` in column `n` is no number"}},
      {"CSV, a column twice",
       "a,a\nx,1\n",
       {"1 items", "f:1: column 2 is called `a` like one before it and is left out"}},
      {"CSV in UTF-16",
       utf16("a,b\nx,1\n"),
       {"0 items", "f: is UTF-16, which is not read: only UTF-8 is"}},

      {"Ion, cut",
       ion("$ion_1_0 {Item:{a:\"x\"}"),
       {"3 items", "f:2: `,` expected, but the record ends"}},
      {"Ion, deep",
       ion("$ion_1_0 {Item:{a:" + times(10'000, "[") + times(10'000, "]") + "}}"),
       {"3 items", "f:2: more than 100 levels"}},
      {"Ion, no UTF-8",
       ion("$ion_1_0 {Item:{a:\"\xFF\"}}"),
       {"3 items", "f:2: a record that is not UTF-8"}},
      {"Ion, 38 digits", ion("$ion_1_0 {Item:{a:" + kDigits38 + ".}}"), {"4 items"}},
      {"Ion, 39 digits",
       ion("$ion_1_0 {Item:{a:" + kDigits39 + ".}}"),
       {"3 items", "f:2: `" + kDigits39 + "` is no number that DynamoDB takes"}},
      {"Ion, a name twice",
       ion("$ion_1_0 {Item:{a:\"x\",a:\"y\"}}"),
       {"3 items", "f:2: `a` stands twice in one struct"}},
      {"Ion, a name twice inside",
       ion("$ion_1_0 {Item:{a:{b:1,'b':2}}}"),
       {"3 items", "f:2: `b` stands twice in one struct"}},
      {"Ion, an array",
       ion("$ion_1_0 [{a:1}]"),
       {"3 items", "f:2: an item in braces expected, but `[{a:1}]` found"}},
      {"Ion, a symbol",
       ion("$ion_1_0 {Item:{a:x}}"),
       {"3 items", "f:2: `x` is a symbol, which no attribute can be"}},
      {"binary Ion",
       std::string("\xE0\x01\x00\xEA\x0F", 5),
       {"0 items", "f:1: this is binary Ion; only text Ion is read"}},
      {"Ion in UTF-16", utf16(kIon), {"0 items", "f: is UTF-16, which is not read: only UTF-8 is"}},

      {"xz",
       std::string("\xFD"
                   "7zXZ\0\0\0\0\0",
                   10),
       {"0 items", "f: is packed by xz, which is not read: only plain, gzip and zstd files are"}},
      {"Parquet",
       "PAR1 and so on",
       {"0 items", "f: is a Parquet file, which is not read: only plain, gzip and zstd files are"}},
      {"prose",
       "Dear reader,\nthis is a letter. It has no items.\n",
       {"0 items", "f:1: `D` stands where an object was expected (2 times)"}},
  };
}

TEST_CASE("bad input: every format, with its place and a sentence") {
  const Scratch folder;
  const InFolder inside(folder.path());
  for (const Row& row : rows()) {
    folder.write("f", row.bytes);
    INFO(row.name);
    CHECK(told({"f"}, false) == row.told);
  }
}

std::string hex(const std::string& bytes) {
  std::string text;
  for (const char c : bytes) text += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return text;
}

/// What a manifest says of one file; nothing of it need be so.
struct Entry {
  std::string name;
  std::string bytes;
  std::size_t items = 1;
  /// The fields behind the count.
  std::string sums;
};

/// Lays an export into the folder `export`; `promised` is what its summary says.
void write_export(const Scratch& folder, const std::vector<Entry>& entries, std::size_t promised,
                  const std::string& encryption) {
  fs::remove_all(folder.path() / "export");
  const std::string place = "export/AWSDynamoDB/01/";
  std::string lines;
  for (const Entry& entry : entries) {
    if (!entry.bytes.empty()) folder.write(place + "data/" + entry.name, entry.bytes);
    lines += fmt::format(R"({{"itemCount":{}{},"dataFileS3Key":"AWSDynamoDB/01/data/{}"}})",
                         entry.items, entry.sums, entry.name) +
             "\n";
  }
  folder.write(place + "manifest-files.json", lines);
  folder.write(place + "manifest-summary.json",
               fmt::format(R"({{"itemCount":{},"outputFormat":"DYNAMODB_JSON",)"
                           R"("s3SseAlgorithm":"{}"}})",
                           promised, encryption));
}

TEST_CASE("bad input: manifests that lie") {
  const Scratch folder;
  const InFolder inside(folder.path());
  const std::string bytes = gzip(kTyped);
  const std::string md5 = md5_of(bytes).value();
  const std::string other = hex(md5_of("other").value());
  const std::string of_md5 = R"(,"md5Checksum":")" + hex(md5) + "\"";
  const std::string file = "export/AWSDynamoDB/01/data/a.json.gz";
  const std::string files = "export/AWSDynamoDB/01/manifest-files.json: ";
  const std::string summary = "export/AWSDynamoDB/01/manifest-summary.json: ";
  struct Lie {
    std::string name;
    std::vector<Entry> entries;
    std::size_t promised = 1;
    std::vector<std::string> told;
    std::string encryption = "AES256";
    bool verify = true;
  };
  const auto a = [&bytes](const std::string& sums) {
    return std::vector{Entry{"a.json.gz", bytes, 1, sums}};
  };
  const auto etag = [](const std::string& text) { return R"(,"etag":")" + text + "\""; };
  const std::string no_md5 =
      files + "`" + file + "` cannot be verified: the manifest gives no MD5 of it";
  const std::string wrong_etag =
      files + "the MD5 of `" + file + "` is not the one in the manifest's etag";
  const std::vector<Lie> lies = {
      {"none", a(of_md5), 1, {"1 items"}},
      {"a file that is not there",
       {{"a.json.gz", bytes, 1, of_md5}, {"b.json.gz", "", 1, of_md5}},
       2,
       {"1 items",
        files + "`AWSDynamoDB/01/data/b.json.gz` is in the manifest, not in the folder"}},
      {"another number of items in a file",
       {{"a.json.gz", bytes, 7, of_md5}},
       7,
       {"1 items", file + ": `" + file + "` holds 1 items, but the export's manifest says 7"}},
      {"another sum of items",
       a(of_md5),
       7,
       {"1 items", summary + "it promises 7 items, `manifest-files.json` promises 1"}},
      {"another MD5",
       a(R"(,"md5Checksum":")" + other + "\""),
       1,
       {"1 items", files + "the MD5 of `" + file + "` is not the manifest's"}},
      {"an etag that is the MD5", a(etag(hex(md5))), 1, {"1 items"}},
      {"another etag", a(etag(other)), 1, {"1 items", wrong_etag}},
      {"an etag of one part", a(etag(hex(md5_of(md5).value()) + "-1")), 1, {"1 items"}},
      {"another etag of one part", a(etag(other + "-1")), 1, {"1 items", wrong_etag}},
      {"an etag of two parts alone", a(etag(other + "-2")), 1, {"1 items", no_md5}},
      {"an etag of two parts beside the MD5", a(of_md5 + etag(other + "-2")), 1, {"1 items"}},
      {"an etag beneath a key of KMS", a(of_md5 + etag(other)), 1, {"1 items"}, "KMS"},
      {"no sums at all", a(""), 1, {"1 items", no_md5}},
      {"no sums, and none asked for", a(""), 1, {"1 items"}, "AES256", false},
      {"an export of an empty table",
       {{"a.json.gz", gzip(""), 0, ""}},
       0,
       {"0 items"},
       "AES256",
       false},
  };
  for (const Lie& lie : lies) {
    write_export(folder, lie.entries, lie.promised, lie.encryption);
    INFO(lie.name);
    CHECK(told({"export"}, lie.verify) == lie.told);
  }
}

/// A text, a number of letters, and another text; never all in memory.
class LongStream : public ByteStream {
 public:
  LongStream(std::string before, std::uint64_t letters, std::string behind)
      : before_(std::move(before)), letters_(letters), behind_(std::move(behind)) {}

  std::expected<std::size_t, std::string> read(std::span<char> room) override {
    std::size_t filled = take(before_, room);
    const std::size_t some = std::min<std::uint64_t>(letters_, room.size() - filled);
    std::fill_n(room.begin() + static_cast<std::ptrdiff_t>(filled), some, 'x');
    letters_ -= some;
    filled += some;
    if (letters_ == 0) filled += take(behind_, room.subspan(filled));
    return filled;
  }
  [[nodiscard]] Compression compression() const override { return Compression::none; }
  [[nodiscard]] std::uint64_t consumed() const override { return 0; }

 private:
  static std::size_t take(std::string& text, std::span<char> room) {
    const std::size_t size = std::min(text.size(), room.size());
    std::copy_n(text.begin(), size, room.begin());
    text.erase(0, size);
    return size;
  }

  std::string before_;
  std::uint64_t letters_;
  std::string behind_;
};

TEST_CASE("bad input: a hundred megabytes on one line, in bounded memory") {
  constexpr std::uint64_t kLetters = 100'000'000;
  constexpr std::size_t kMostBytes = 80'000'000;
  const std::string json = "longer than 16777216 bytes; an item of DynamoDB has at most 400 KB";
  const std::string record = "a record longer than 16777216 bytes";
  struct Long {
    std::string before;
    std::string behind;
    std::uint64_t line;
    std::string message;
  };
  const std::vector<Long> rows = {
      {kTyped + R"({"a":{"S":")", "\"}}\n" + kTyped, 2, json},
      {kPlain + R"({"a":")", "\"}\n" + kPlain, 2, json},
      {kTyped, "\n" + kTyped, 2, json},
      {"{\"Items\":[\n{\"a\":{\"S\":\"x\"}},\n{\"a\":{\"S\":\"", "\"}},\n{\"a\":{\"S\":\"y\"}}]}",
       3, json},
      {"[{\"a\":\"x\"},\n{\"a\":\"", "\"},{\"a\":\"y\"}]", 2, json},
      {"a,n\nx,1\n", ",1\ny,2\n", 3, record},
      {"a,n\nx,1\n\"", "\",1\ny,2\n", 3, "a quote that is still open after 16777216 bytes"},
      {kIon + "$ion_1_0 {Item:{a:\"", "\"}}\n" + kIon, 2, record},
      {kIon + "$ion_1_0 {Item:{a:'''", "'''}}\n" + kIon, 2, record},
  };
  for (const Long& row : rows) {
    INFO(row.before);
    RecordReader reader(std::make_unique<LongStream>(row.before, kLetters, row.behind), DataFile(),
                        {});
    ItemParser parser;
    Batch batch;
    ParsedItems parsed;
    std::size_t items = 0;
    std::size_t most = 0;
    std::vector<std::string> told;
    for (auto more = reader.next(batch); more.value_or(false); more = reader.next(batch)) {
      parser.parse(batch, parsed);
      items += parsed.items.size();
      most = std::max(most, batch.bytes.capacity());
      for (const auto* bad : {&batch.bad, &parsed.bad}) {
        for (const BadRecord& one : *bad) {
          told.push_back(fmt::format("{}: {}", one.line, one.message));
        }
      }
    }
    CHECK(items == 2);
    CHECK(told == std::vector{fmt::format("{}: {}", row.line, row.message)});
    CHECK(most < kMostBytes);
  }
}

}  // namespace
}  // namespace ddblint
