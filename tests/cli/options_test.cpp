#include "cli/options.h"

#include "cli/data_options.h"
#include "support/catch.h"

namespace ddblint {
namespace {

const CommandSpec kProfile = {.name = "profile",
                              .usage = "DATA...",
                              .summary = "Measure.",
                              .formats = {"text", "json"},
                              .lints = false,
                              .reads_definitions = false,
                              .data = CommandSpec::Data::measures};

DataOptions data_of(const std::vector<std::string>& words) {
  const auto options = parse_options(kProfile, words);
  INFO((options ? std::string() : options.error()));
  REQUIRE(options.has_value());
  return options->data;
}

std::string error_of(const std::vector<std::string>& words) {
  const auto options = parse_options(kProfile, words);
  return options ? "" : options.error();
}

TEST_CASE("sizes may have units, in powers of 1,024") {
  CHECK(parse_size("4096") == 4096U);
  CHECK(parse_size("1K") == 1024U);
  CHECK(parse_size("512MB") == 512U << 20U);
  CHECK(parse_size("512 MiB") == 512U << 20U);
  CHECK(parse_size("1.5g") == 3U << 29U);
  CHECK(parse_size("2TB") == 2ULL << 40U);
  for (const char* wrong :
       {"", "MB", "-1", "0", "1X", "1MBB", "1BB", "1e3", "inf", "9999999999TB"}) {
    INFO(wrong);
    CHECK_FALSE(parse_size(wrong).has_value());
  }
}

TEST_CASE("bad items are limited by number or by share") {
  CHECK_FALSE(parse_bad_items("0")->exceeded(0, 0));
  CHECK(parse_bad_items("0")->exceeded(1, 100));
  CHECK_FALSE(parse_bad_items("1,000")->exceeded(1000, 1000));
  CHECK(parse_bad_items("1000")->exceeded(1001, 1'000'000));
  CHECK_FALSE(parse_bad_items("0.1%")->exceeded(1, 1000));
  CHECK(parse_bad_items("0.1 %")->exceeded(2, 1000));
  CHECK_FALSE(parse_bad_items("100%")->exceeded(7, 7));
  for (const char* wrong : {"", "%", "-1", "101%", "1.5", "x", "1%%"}) {
    INFO(wrong);
    CHECK_FALSE(parse_bad_items(wrong).has_value());
  }
}

TEST_CASE("a sample may have a size and a way it was drawn") {
  CHECK_FALSE(data_of({"a.json"}).sampled);
  CHECK(data_of({"a.json", "--sampled"}).sampled);
  CHECK_FALSE(data_of({"a.json", "--sampled"}).population.has_value());
  CHECK(data_of({"--sampled", "a.json"}).sampled);
  CHECK(data_of({"--sampled=2,100,000", "a.json"}).population == 2'100'000U);
  CHECK(data_of({"--sample", "scan-head", "a.json"}).drawn == Drawn::scan_head);
  CHECK(data_of({"--sample=random", "a.json"}).sampled);
  CHECK(error_of({"--sample", "radnom"}) ==
        "--sample takes random, scan-head or file-head, not \"radnom\", did you mean \"random\"?");
  CHECK(error_of({"--sampled=many"}) == "--sampled takes a number of items, not \"many\"");
}

TEST_CASE("keys come from a definition or from the command line") {
  CHECK(data_of({"--table", "infra/a.yaml#Orders"}).table == "infra/a.yaml#Orders");
  CHECK(data_of({"--keys", "pk"}).keys == std::vector<std::string>{"pk"});
  CHECK(data_of({"--keys", "pk, sk"}).keys == std::vector<std::string>{"pk", "sk"});
  CHECK(data_of({"--keys", "pk", "--keys-only"}).keys_only);
  CHECK(error_of({"--keys", "a,b,c"}).find("--keys takes") == 0);
  CHECK(error_of({"--keys", ","}).find("--keys takes") == 0);
  CHECK(error_of({"--keys", "a", "--table", "t.yaml"}).find("give one of them") !=
        std::string::npos);
  CHECK(error_of({"--keys-only"}) == "--keys-only needs --table or --keys");
}

TEST_CASE("the other options about data") {
  const DataOptions none = data_of({"a.json"});
  CHECK_FALSE(none.memory.has_value());
  CHECK(none.bad_items.exceeded(1, 1'000'000));
  CHECK(none.csv_delimiter == 0);
  const DataOptions all =
      data_of({"--csv-delimiter", "tab", "--csv-header", "a,b c", "--memory", "1GB", "--spill",
               "/tmp/x", "--verify", "--max-bad-items", "1%", "-o", "out.ddbprofile"});
  CHECK(all.csv_delimiter == '\t');
  CHECK(all.csv_header == std::vector<std::string>{"a", "b c"});
  CHECK(all.memory == std::uint64_t{1} << 30U);
  CHECK(all.spill == "/tmp/x");
  CHECK(all.verify);
  CHECK(all.output == "out.ddbprofile");
  CHECK(error_of({"--csv-delimiter", "x"}).find("--csv-delimiter takes one of") == 0);
  CHECK(error_of({"--memory", "lots"}) ==
        "--memory takes a size such as 512MB or 2GB, not \"lots\"");
  CHECK(error_of({"--no-values", "-o", "x"}).find("exclude each other") != std::string::npos);
}

}  // namespace
}  // namespace ddblint
