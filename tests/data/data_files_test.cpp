#include "data/data_files.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "data/manifest.h"
#include <unistd.h>

#include "source/byte_stream.h"
#include "support/catch.h"

namespace fs = std::filesystem;

namespace ddblint {
namespace {

/// A folder that the test works in, and that goes away with it.
class Folder {
 public:
  Folder() : before_(fs::current_path()) {
    std::string pattern = (fs::temp_directory_path() / "ddblint-data-XXXXXX").string();
    path_ = ::mkdtemp(pattern.data());
    fs::current_path(path_);
  }
  ~Folder() {
    fs::current_path(before_);
    fs::remove_all(path_);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

 private:
  fs::path before_;
  fs::path path_;
};

void write(const fs::path& name, const std::string& text) {
  if (name.has_parent_path()) fs::create_directories(name.parent_path());
  std::ofstream(name, std::ios::binary) << text;
}

std::string base64(const std::string& bytes) {
  static const std::string kLetters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    unsigned group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      text += i + k > bytes.size() ? '=' : kLetters[group >> (18 - 6 * k) & 63];
    }
  }
  return text;
}

std::string md5(const fs::path& name) { return base64(md5_of_file(name.string()).value()); }

/// Lays a full export of two data files below `prefix`, checksums and all.
void write_export(const std::string& prefix, const std::string& key_prefix = "2020-Nov/") {
  const fs::path folder = fs::path(prefix) / "AWSDynamoDB/0123-ab";
  write(folder / "data/b.json.gz", "two");
  write(folder / "data/a.json.gz", "one");
  write(folder / "_started", "");
  std::string files;
  for (const std::string name : {"b", "a"}) {
    files += R"({"itemCount":4,"md5Checksum":")" + md5(folder / "data" / (name + ".json.gz")) +
             R"(","etag":"e-1","dataFileS3Key":")" + key_prefix + "AWSDynamoDB/0123-ab/data/" +
             name + ".json.gz\"}\n";
  }
  write(folder / "manifest-files.json", files);
  write(folder / "manifest-files.checksum", md5(folder / "manifest-files.json"));
  write(folder / "manifest-summary.json",
        R"({"version":"2020-06-30","tableArn":"arn:aws:dynamodb:us-east-1:1:table/T",)"
        R"("billedSizeBytes":77,"itemCount":8,"outputFormat":"DYNAMODB_JSON"})");
  write(folder / "manifest-summary.checksum", md5(folder / "manifest-summary.json"));
}

std::vector<std::string> paths(const DataSet& set) {
  std::vector<std::string> names;
  for (const DataFile& file : set.files) names.push_back(file.path);
  return names;
}

/// "path: message" of each problem.
std::vector<std::string> problems(const DataSet& set) {
  std::vector<std::string> texts;
  for (const DataProblem& problem : set.problems) {
    texts.push_back(problem.path + ": " + problem.message);
  }
  return texts;
}

using Strings = std::vector<std::string>;

TEST_CASE("a full export is found from each of its folders") {
  const Folder here;
  write_export("out");
  const Strings data = {"out/AWSDynamoDB/0123-ab/data/a.json.gz",
                        "out/AWSDynamoDB/0123-ab/data/b.json.gz"};
  for (const std::string word :
       {"out", "out/", "./out", ".", "out/AWSDynamoDB", "out/AWSDynamoDB/0123-ab",
        "out/AWSDynamoDB/0123-ab/data", "out/AWSDynamoDB/0123-ab/manifest-files.json"}) {
    INFO(word);
    const DataSet set = find_data({word}, true);
    CHECK(problems(set).empty());
    CHECK(paths(set) == data);
    for (const DataFile& file : set.files) {
      CHECK(file.exported);
      CHECK(file.bytes == 3U);
      CHECK(file.promised_items == 4U);
      CHECK(file.etag == "e-1");
      CHECK(file.md5 == md5_of_file(file.path).value());
    }
    REQUIRE(set.exports.size() == 1);
    CHECK(set.exports[0].table_arn == "arn:aws:dynamodb:us-east-1:1:table/T");
    CHECK(set.exports[0].items == 8U);
    CHECK(set.exports[0].billed_bytes == 77U);
    CHECK(set.exports[0].format == "DYNAMODB_JSON");
    CHECK_FALSE(set.exports[0].incremental);
  }
  fs::current_path("out/AWSDynamoDB/0123-ab");
  CHECK(paths(find_data({"."}, true)) == Strings{"data/a.json.gz", "data/b.json.gz"});
}

TEST_CASE("incremental exports share a data folder") {
  const Folder here;
  write("p/AWSDynamoDB/data/x.json.gz", "x");
  write("p/AWSDynamoDB/data/y.json.gz", "y");
  for (const std::string id : {"1-x", "2-y"}) {
    const fs::path folder = fs::path("p/AWSDynamoDB") / id;
    write(folder / "manifest-files.json",
          R"({"itemCount":1,"dataFileS3Key":"AWSDynamoDB/data/)" + id.substr(2) + ".json.gz\"}");
    write(folder / "manifest-summary.json", R"({"itemCount":1,"exportType":"INCREMENTAL_EXPORT"})");
  }
  const Strings both = {"p/AWSDynamoDB/data/x.json.gz", "p/AWSDynamoDB/data/y.json.gz"};
  for (const std::string word : {"p", "p/AWSDynamoDB", "p/AWSDynamoDB/data"}) {
    INFO(word);
    const DataSet set = find_data({word}, false);
    CHECK(problems(set).empty());
    CHECK(paths(set) == both);
    CHECK(set.exports.size() == 2);
    CHECK(set.exports[0].incremental);
    CHECK(set.files[0].promised_items == 1U);
  }
  const DataSet one = find_data({"p/AWSDynamoDB/2-y"}, false);
  CHECK(problems(one).empty());
  CHECK(paths(one) == Strings{both[1]});
}

TEST_CASE("a manifest that is something else is given up") {
  // Looked at again behind each of its lines, it would take minutes.
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += "not JSON\n";
  text += R"({"dataFileS3Key":"a"})";
  const ManifestFiles manifest = parse_manifest_files(text);
  CHECK(manifest.entries.empty());
  REQUIRE(manifest.problems.size() == 101);
  CHECK(manifest.problems[0] == "line 101: too much is not JSON, nothing is read from here on");
  CHECK(manifest.problems[1].starts_with("line 1: "));
}

TEST_CASE("a manifest may have as many problems as lines") {
  std::string text;
  for (int i = 0; i < 100'000; ++i)
    text += R"({"a file":"of other things"})"
            "\n";
  const ManifestFiles manifest = parse_manifest_files(text);
  REQUIRE(manifest.problems.size() == 100'000);
  CHECK(manifest.problems.back() == "line 100000: no `dataFileS3Key`");
}

TEST_CASE("an export's manifest is held against its files") {
  const Folder here;
  write_export("");
  const std::string manifest = "AWSDynamoDB/0123-ab/manifest-files.json";
  fs::remove("AWSDynamoDB/0123-ab/data/a.json.gz");
  DataSet set = find_data({"."}, false);
  CHECK(paths(set) == Strings{"AWSDynamoDB/0123-ab/data/b.json.gz"});
  REQUIRE(set.problems.size() == 1);
  CHECK(set.problems[0].kind == DataProblem::Kind::missing_file);
  CHECK(problems(set)[0] == manifest +
                                ": `2020-Nov/AWSDynamoDB/0123-ab/data/a.json.gz` is in the "
                                "manifest, not in the folder");

  write("AWSDynamoDB/0123-ab/data/a.json.gz", "changed");
  CHECK(find_data({"."}, false).problems.empty());
  set = find_data({"."}, true);
  REQUIRE(set.problems.size() == 1);
  CHECK(set.problems[0].kind == DataProblem::Kind::wrong_content);
  CHECK(set.problems[0].message ==
        "the MD5 of `AWSDynamoDB/0123-ab/data/a.json.gz` is not the manifest's");

  write_export("");
  write("AWSDynamoDB/0123-ab/manifest-summary.json", R"({"itemCount":9})");
  CHECK(problems(find_data({"."}, true)) ==
        Strings{"AWSDynamoDB/0123-ab/manifest-summary.json: its MD5 is not the one in "
                "`manifest-summary.checksum`",
                "AWSDynamoDB/0123-ab/manifest-summary.json: it promises 9 items, "
                "`manifest-files.json` promises 8"});
  write("AWSDynamoDB/0123-ab/manifest-summary.checksum", "nonsense");
  CHECK(problems(find_data({"."}, true))[0] ==
        "AWSDynamoDB/0123-ab/manifest-summary.checksum: holds no MD5 checksum");

  write_export("");
  write("AWSDynamoDB/0123-ab/data/stray.json.gz", "more");
  set = find_data({"."}, false);
  CHECK(set.files.size() == 3);
  CHECK(problems(set) == Strings{"AWSDynamoDB/0123-ab/data/stray.json.gz: lies among an export's "
                                 "data, but no manifest names it"});

  fs::remove(manifest);
  set = find_data({"."}, false);
  CHECK(set.files.size() == 3);
  CHECK(set.files[0].exported);
  CHECK(problems(set) == Strings{manifest + ": the export has no such file"});
}

TEST_CASE("of many missing files the first are told, and the number of the others") {
  const Folder here;
  std::string files;
  for (int i = 0; i < 57; ++i) {
    files += R"({"dataFileS3Key":"AWSDynamoDB/1/data/)" + std::to_string(i) + "\"}\n";
  }
  write("AWSDynamoDB/1/manifest-files.json", files);
  write("AWSDynamoDB/1/manifest-summary.json", "{}");
  const DataSet set = find_data({"AWSDynamoDB"}, false);
  REQUIRE(set.problems.size() == 21);
  CHECK(set.problems[20].message == "37 more files of the manifest are missing");
}

TEST_CASE("lying manifests are problems with lines") {
  const Folder here;
  write("d/AWSDynamoDB/1/data/x.json", "{}");
  write("outside.json", "{}");
  write("d/AWSDynamoDB/1/manifest-summary.json", "[1]");
  fs::create_symlink(fs::absolute("outside.json"), "d/AWSDynamoDB/1/data/link.json");
  write("d/AWSDynamoDB/1/manifest-files.json",
        "{\"dataFileS3Key\": \"../../../outside.json\"}\n"
        "{\"dataFileS3Key\": \"/etc/passwd\"}\n"
        "{\"dataFileS3Key\": 7}\n"
        "not json\n"
        "{\"dataFileS3Key\": \"AWSDynamoDB/1/data/x.json\", \"itemCount\": -1,\n"
        " \"md5Checksum\": \"short\"}\n"
        "[]\n"
        "{\"dataFileS3Key\": \"AWSDynamoDB/1/data/link.json\"}\n"
        "{\"dataFileS3Key\": \"AWSDynamoDB/1/data\"}\n"
        "{\"itemCount\": \"9\", \"dataFileS3Key\": \"a\\u0000b\"}\n"
        "{\"cut off");
  const DataSet set = find_data({"d"}, true);
  const std::string manifest = "d/AWSDynamoDB/1/manifest-files.json: ";
  const Strings expected = {
      "d/AWSDynamoDB/1/manifest-summary.json: line 1: no JSON object",
      manifest + "line 1: `../../../outside.json` is not the key of a data file",
      manifest + "line 2: `/etc/passwd` is not the key of a data file",
      manifest + "line 3: `dataFileS3Key` is not a string",
      manifest + "line 3: no `dataFileS3Key`",
      manifest + "line 5: `itemCount` is not a count",
      manifest + "line 5: `short` is not an MD5 checksum",
      manifest + "line 7: not an object",
      manifest + "line 10: `itemCount` is not a count",
  };
  const Strings got = problems(set);
  for (const std::string& text : expected) {
    INFO(text);
    CHECK(std::ranges::count(got, text) == 1);
  }
  CHECK(std::ranges::any_of(
      got, [&](const std::string& text) { return text.starts_with(manifest + "line 4: "); }));
  CHECK(std::ranges::any_of(
      got, [&](const std::string& text) { return text.starts_with(manifest + "line 11: "); }));
  // The link leads out, the folder is none.
  CHECK(std::ranges::count_if(got, [](const std::string& text) {
          return text.ends_with("is in the manifest, not in the folder");
        }) == 2);
  CHECK(std::ranges::count(paths(set), "outside.json") == 0);
}

TEST_CASE("a folder that is no export gives every file that looks like items") {
  const Folder here;
  for (const std::string name :
       {"in/b.JSONL", "in/a.csv.gz", "in/c/d.ndjson.zst", "in/e.tsv", "in/f.ion", "in/g.json.GZIP",
        "in/h.txt", "in/.hidden.json", "in/.git/x.json", "in/old.ddbprofile", "in/json", "in/.csv",
        "in/k.gz", "in/x.checksum"}) {
    write(name, "x");
  }
  const DataSet set = find_data({"in"}, true);
  CHECK(problems(set).empty());
  CHECK(paths(set) == Strings{"in/a.csv.gz", "in/b.JSONL", "in/c/d.ndjson.zst", "in/e.tsv",
                              "in/f.ion", "in/g.json.GZIP"});
  for (const DataFile& file : set.files) CHECK_FALSE(file.exported);
}

TEST_CASE("words name files, patterns and standard input; each file stands once") {
  const Folder here;
  for (const std::string name : {"a/1.csv", "a/2.csv", "a/b/3.csv", "any.name", "x[1].csv"}) {
    write(name, "x");
  }
  CHECK(paths(find_data({"-", "any.name", "./any.name", "a/../any.name", "-"}, false)) ==
        Strings{"-", "any.name"});
  CHECK(paths(find_data({"a/2.csv", "a"}, false)) == Strings{"a/2.csv", "a/1.csv", "a/b/3.csv"});
  CHECK(paths(find_data({"a/*.csv"}, false)) == Strings{"a/1.csv", "a/2.csv"});
  CHECK(paths(find_data({"**/*.csv"}, false)) ==
        Strings{"a/1.csv", "a/2.csv", "a/b/3.csv", "x[1].csv"});
  CHECK(paths(find_data({"a/?"}, false)) == Strings{"a/b/3.csv"});
  CHECK(paths(find_data({"x[1].csv"}, false)) == Strings{"x[1].csv"});
  CHECK(paths(find_data({fs::absolute("a/[2]*").string()}, false)) ==
        Strings{fs::absolute("a/2.csv").string()});
  CHECK_FALSE(find_data({"-"}, false).files[0].bytes);
}

TEST_CASE("a word that names no data is a problem") {
  const Folder here;
  fs::create_directory("empty");
  write("old.ddbprofile", "x");
  const DataSet set = find_data({"nowhere", "empty", "*.csv", "old.ddbprofile"}, false);
  CHECK(set.files.empty());
  CHECK(problems(set) ==
        Strings{"nowhere: No such file or directory",
                "empty: has no file of items (.json, .jsonl, .ndjson, .csv, .tsv, .ion, or those "
                "with .gz or .zst)",
                "*.csv: matches no file", "old.ddbprofile: is a saved profile, not items"});
  for (const DataProblem& problem : set.problems) {
    CHECK(problem.kind == DataProblem::Kind::unreadable);
  }
}

TEST_CASE("a single file of an export knows where it lies") {
  const Folder here;
  write("AWSDynamoDB/1/data/x.json.gz", "x");
  write("AWSDynamoDB/data/y.json.gz", "y");
  write("data/z.json.gz", "z");
  const DataSet set = find_data(
      {"AWSDynamoDB/1/data/x.json.gz", "AWSDynamoDB/data/y.json.gz", "data/z.json.gz"}, false);
  REQUIRE(set.files.size() == 3);
  CHECK(set.files[0].exported);
  CHECK(set.files[1].exported);
  CHECK_FALSE(set.files[2].exported);
}

TEST_CASE("an MD5 is read in base64 and in hexadecimal digits") {
  const std::string bytes = "\xB1\x03\x12\xA4\x42\x0B\x36\x0A\x10\x99\xAA\xEF\x0C\x5A\x27\x19";
  CHECK(parse_md5("sQMSpEILNgoQmarvDFonGQ==\n") == bytes);
  CHECK(parse_md5(" b10312a4420b360a1099AAEF0C5A2719  name\n") == bytes);
  CHECK_FALSE(parse_md5(""));
  CHECK_FALSE(parse_md5("sQMSpEILNgoQmarvDFonGQ="));
  CHECK_FALSE(parse_md5("b10312a4420b360a1099AAEF0C5A271g"));
}

}  // namespace
}  // namespace ddblint
