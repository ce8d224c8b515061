#include "workload/quantity.h"

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "support/catch.h"

namespace ddblint {
namespace {

using Result = std::expected<double, std::string>;

/// `value` or `! what is wrong`.
std::string shown(const Result& result) {
  return result ? fmt::format("{:.10g}", *result) : "! " + result.error();
}

struct Case {
  const char* text;
  const char* expected;
};

TEST_CASE("rates are read as people write them", "[quantity]") {
  const std::vector<Case> cases = {
      {"5000/s", "5000"},
      {"200 / second", "200"},
      {"3 million/day", "34.72222222"},
      {"1.2k/min", "20"},
      {"3e6/d", "34.72222222"},
      {"10 per hour", "0.002777777778"},
      {"1,000/s", "1000"},
      {"1,234,567.5/s", "1234567.5"},
      {"1_000/s", "1000"},
      {"2M/s", "2000000"},
      {"2 K/s", "2000"},
      {"0/s", "0"},
      {"+5/s", "5"},
      {".5/s", "0.5"},
      {"500 requests per second", "500"},
      {"500 rps", "500"},
      {"60 reads/minute", "1"},
      {"7 a week", "1.157407407e-05"},
      {"2629800/month", "1"},
      {"31557600 per year", "1"},
      {"  5/s\n", "5"},
      {"5000", "! `5000` has no unit of time; write `5000/s` (or /min, /h, /day)"},
      {"3 million", "! `3 million` has no unit of time; write `3 million/s` (or /min, /h, /day)"},
      {"5 requests",
       "! `5 requests` has no unit of time; write `5 requests/s` (or /min, /h, /day)"},
      {"5/m", "! `5/m`: m may be a minute or a month; write min or month"},
      {"5/secnd", "! `secnd` is no unit of time, did you mean \"second\"?"},
      {"5/fortnight",
       "! `fortnight` is no unit of time; units are s, min, h, day, week, month, year"},
      {"5/", "! `5` has no unit of time; write `5/s` (or /min, /h, /day)"},
      {"5 apples/s",
       "! `5 apples/s`: `apples/s` cannot be read; a rate is a number and a unit of time, as "
       "5000/s "
       "or 3 million/day"},
      {"5/s x", "! `5/s x`: `x` is too much"},
      {"-1/s", "! `-1/s`: a rate is not negative"},
      {"nan/s", "! `nan/s` is not a number"},
      {"inf/s", "! `inf/s` is not a number"},
      {"1e999/s", "! `1e999/s` is not a number"},
      {"", "! `` is not a number"},
      {"1.2.3/s", "! `1.2.3/s` is not a number"},
      {"1,5/s",
       "! `1,5/s`: a comma stands before three digits (1,000); write fractions with a point"},
      {"1000,000/s",
       "! `1000,000/s`: a comma stands before three digits (1,000); write fractions with a point"},
      {"152 million/s",
       "! `152 million/s` is more than all of Amazon's own tables together have had (151 "
       "million/s)"},
  };
  for (const auto& [text, expected] : cases) {
    CAPTURE(text);
    CHECK(shown(read_rate(text)) == expected);
  }
}

TEST_CASE("sizes of items are read as people write them", "[quantity]") {
  const std::vector<Case> cases = {
      {"1.2 KB", "1228.8"},
      {"400 KiB", "409600"},
      {"400KB", "409600"},
      {"512 B", "512"},
      {"512 bytes", "512"},
      {"3k", "3072"},
      {"0.25 MB", "262144"},
      {"1,024 b", "1024"},
      {"1 MB", "! `1 MB` is 1024 KB; an item has at most 400 KB"},
      {"400.1 KB", "! `400.1 KB` is 400.1 KB; an item has at most 400 KB"},
      {"1200", "! `1200` has no unit; write `1200 B` or `1200 KB`"},
      {"1 KBit", "! `KBit` is no unit of size; units are B, KB and MB"},
      {"1 stone", "! `stone` is no unit of size; units are B, KB and MB"},
      {"0 B", "! `0 B`: an item has a size"},
      {"-3 KB", "! `-3 KB`: an item has a size"},
      {"1 KB/s", "! `1 KB/s`: `/s` is too much"},
      {"big", "! `big` is not a number"},
  };
  for (const auto& [text, expected] : cases) {
    CAPTURE(text);
    CHECK(shown(read_item_size(text)) == expected);
  }
}

TEST_CASE("shares and numbers", "[quantity]") {
  CHECK(shown(read_share("0.8")) == "0.8");
  CHECK(shown(read_share("80%")) == "0.8");
  CHECK(shown(read_share("12.5 %")) == "0.125");
  CHECK(shown(read_share("1")) == "1");
  CHECK(shown(read_share("100%")) == "1");
  CHECK(shown(read_share("80")) ==
        "! `80` is more than the whole, which is 1 or 100%; is `80%` meant?");
  CHECK(shown(read_share("120%")) == "! `120%` is more than the whole, which is 1 or 100%");
  CHECK(shown(read_share("0")) == "! `0`: a share is over 0");
  CHECK(shown(read_share("-5%")) == "! `-5%`: a share is over 0");
  CHECK(shown(read_number("2 million")) == "2000000");
  CHECK(shown(read_number("1,000")) == "1000");
  CHECK(shown(read_number("1.5")) == "1.5");
  CHECK(shown(read_number("12 items")) == "! `12 items` is not a number");
  CHECK(shown(read_number("1e400")) == "! `1e400` is not a number");
}

TEST_CASE("a rate that is written in another unit is the same rate", "[quantity]") {
  struct Unit {
    const char* name;
    double seconds;
  };
  const std::vector<Unit> units = {{"s", 1},       {"sec", 1},        {"min", 60}, {"hour", 3600},
                                   {"day", 86400}, {"d", 86400},      {"h", 3600}, {"week", 604800},
                                   {"second", 1},  {"month", 2629800}};
  std::mt19937 random(7);
  for (int i = 0; i < 2000; ++i) {
    const double rate = std::pow(10, std::uniform_real_distribution(-3.0, 5.0)(random));
    const Unit& unit = units[random() % units.size()];
    const char* per = random() % 2 == 0 ? "/" : " per ";
    const std::string text = fmt::format("{}{}{}", rate * unit.seconds, per, unit.name);
    CAPTURE(text);
    const auto read = read_rate(text);
    REQUIRE(read);
    CHECK(*read == Approx(rate).epsilon(1e-12));
  }
}

}  // namespace
}  // namespace ddblint
