#include <random>

#include "profile/analyses.h"
#include "profile/columns.h"
#include "profile/times.h"

#include "support/catch.h"

namespace ddblint {
namespace {

using Maker = std::function<std::optional<std::string>(std::size_t)>;

ShapeFact shape_of(const Maker& maker, std::string_view name = "a", std::size_t rows = 1000,
                   ValueType type = ValueType::string, std::uint64_t items = 0) {
  Rows table(rows, items);
  table.add(name, maker, type);
  return value_shape(table.column(), table.table()).value();
}

std::string ulid(std::mt19937_64& random, std::uint64_t milliseconds) {
  constexpr std::string_view kDigits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  std::string text(10, '0');
  for (std::size_t i = 10; i-- > 0; milliseconds >>= 5) text[i] = kDigits[milliseconds & 31];
  return text + random_text(random, 16, kDigits);
}

TEST_CASE("identifiers by their form") {
  std::mt19937_64 random(5);
  const auto version = [&](char v) {
    return [&random, v](std::size_t) { return random_uuid(random, v); };
  };
  CHECK(shape_of(version('4')).shape == Shape::uuid4);
  CHECK_FALSE(shape_of(version('4')).time_ordered);
  CHECK(shape_of(version('4'), "a", 3).shape == Shape::uuid4);
  CHECK(shape_of(version('5')).shape == Shape::text);
  CHECK(shape_of(version('5')).detail == "UUID version 5");

  // 1, 6 and 7 carry a time, which must be plausible: RFC 9562, appendix A.
  const auto fixed = [](std::string text) { return [text](std::size_t) { return text; }; };
  CHECK(shape_of(fixed("C232AB00-9414-11EC-B3C8-9F6BDECED846")).shape == Shape::uuid1);
  CHECK(shape_of(fixed("1EC9414C-232A-6B00-B3C8-9F6BDECED846")).shape == Shape::uuid6);
  CHECK(shape_of(fixed("017F22E2-79B0-7CC3-98C4-DC0C0C07398F")).shape == Shape::uuid7);
  CHECK(shape_of(fixed("017F22E2-79B0-7CC3-98C4-DC0C0C07398F")).time_ordered);
  CHECK(shape_of(version('7')).shape == Shape::text);

  const auto prefixed = shape_of([&](std::size_t) { return "CUST#" + random_uuid(random); });
  CHECK(prefixed.shape == Shape::uuid4);
  CHECK(prefixed.detail == "prefix `CUST#`, UUID version 4");

  CHECK(shape_of([&](std::size_t row) {
          return ulid(random, 1'700'000'000'000 + row * 1000);
        }).shape == Shape::ulid);
  CHECK(shape_of([&](std::size_t) {
          return random_text(random, 26, "0123456789ABCDEFGHJKMNPQRSTVWXYZ");
        }).shape == Shape::text);
  // The example of KSUID's own documentation, then the same with other ends.
  const auto ksuids = shape_of([&](std::size_t) {
    return "0ujsswThIGTUYm2K8FjOOf" + random_text(random, 5, "ABCDEFGHIJKabcdefghijk");
  });
  CHECK(ksuids.shape == Shape::ksuid);
  CHECK(shape_of([&](std::size_t) {
          return random_text(random, 27, "abcdefghijklmnopqrstuvwxyz");
        }).shape == Shape::text);
}

TEST_CASE("32 hexadecimal digits are a UUID by their version, else a digest") {
  std::mt19937_64 random(6);
  const auto compact = shape_of([&](std::size_t) {
    std::string text = random_uuid(random);
    std::erase(text, '-');
    return text;
  });
  CHECK(compact.shape == Shape::uuid4);
  CHECK(shape_of([&](std::size_t) { return random_text(random, 32); }).shape == Shape::digest);
  CHECK(shape_of([&](std::size_t) { return random_text(random, 64); }).shape == Shape::digest);
  // Short ids and colours are anything.
  CHECK(shape_of([&](std::size_t) { return random_text(random, 8); }).shape == Shape::text);
  CHECK(shape_of([&](std::size_t) { return "#" + random_text(random, 6); }).shape == Shape::text);
  // Counters in hexadecimal have uneven digits.
  CHECK(shape_of([&](std::size_t row) { return padded(row, 32); }).shape != Shape::digest);
  // Tokens of MongoDB are identifiers with a time; random ones of the same length are not.
  CHECK(shape_of([&](std::size_t row) {
          return "65a4e5" + padded(row % 90, 2) + random_text(random, 16);
        }).detail == "ObjectId");
  CHECK(shape_of([&](std::size_t) { return random_text(random, 24); }).detail.empty());
}

TEST_CASE("one text read as a time") {
  const auto milliseconds = [](std::string_view text) {
    return read_time(text).value().milliseconds;
  };
  constexpr std::int64_t kDay = 86'400'000;
  // 2014-07-09 is day 16,260 after 1970-01-01.
  CHECK(milliseconds("2014-07-09") == 16'260 * kDay);
  CHECK(milliseconds("2014/07/09") == 16'260 * kDay);
  CHECK(milliseconds("2014.7.9") == 16'260 * kDay);
  CHECK(milliseconds("20140709") == 16'260 * kDay);
  CHECK(milliseconds("09JUL2014") == 16'260 * kDay);
  CHECK(milliseconds("9-Jul-2014") == 16'260 * kDay);
  CHECK(milliseconds("Jul 9, 2014") == 16'260 * kDay);
  CHECK(milliseconds("9 July 2014") == 16'260 * kDay);
  CHECK(milliseconds("09/07/2014") == 16'260 * kDay);
  CHECK(read_time("07/09/2014", DayOrder::month_first).value().milliseconds == 16'260 * kDay);
  CHECK(milliseconds("2014-190") == 16'260 * kDay);
  CHECK(milliseconds("2014-W28-3") == 16'260 * kDay);
  CHECK(milliseconds("2014-W28") == 16'258 * kDay);
  CHECK(milliseconds("2016-07-1") == 16'983 * kDay);
  CHECK(milliseconds("01SEP2016") == 17'045 * kDay);

  constexpr std::int64_t kMoment = 16'260 * kDay + 5'805'000;  // 01:36:45
  for (const std::string_view text :
       {"2014-07-09T01:36:45Z", "2014-07-09 01.36.45", "2014-7-9 01:36:45", "20140709013645",
        "20140709T013645Z", "Wed, 09 Jul 2014 01:36:45 GMT", "2014-07-09T03:36:45+02:00",
        "2014-07-08T20:06:45-0530", "2014-07-09_01:36:45.000", "09/07/2014 01:36:45"}) {
    CAPTURE(text);
    CHECK(milliseconds(text) == kMoment);
  }
  CHECK(milliseconds("2014-07-09T01:36:45.123456Z") == kMoment + 123);
  CHECK(read_time("2014-07-09T13").value().unit == 3600);
  CHECK(read_time("2014-07").value().format == TimeFormat::month);

  for (const std::string_view text : {"2023-02-29",
                                      "2024-13-01",
                                      "2024-00-10",
                                      "20230229",
                                      "31.04.2024",
                                      "2014-07-09.113",
                                      "2014-07-09T25:00",
                                      "10.0.0.1",
                                      "1.2.3",
                                      "12.34.56",
                                      "555-0100",
                                      "19.99",
                                      "2014-07-09x",
                                      "may",
                                      "mar 5",
                                      "2024-W54",
                                      "3024-01-01",
                                      "",
                                      "A",
                                      "2014-07-09T01:36:45+99:00",
                                      "12345678901234567890"}) {
    CAPTURE(text);
    CHECK_FALSE(read_time(text));
  }
}

TEST_CASE("dates and buckets of a column") {
  const auto day = [](std::string_view separator) {
    return
        [separator](std::size_t row) { return day_text(static_cast<int>(row % 200), separator); };
  };
  const auto iso = shape_of(day("-"));
  CHECK(iso.shape == Shape::date);
  CHECK(iso.granularity == 86400);
  CHECK(iso.time_ordered);
  CHECK(iso.detail == "day, YYYY-MM-DD");
  CHECK(shape_of(day("/")).shape == Shape::date);
  CHECK(shape_of(day("")).shape == Shape::date);
  CHECK(shape_of(day(""), "a", 1000, ValueType::number).shape == Shape::date);

  const auto prefixed =
      shape_of([](std::size_t row) { return "DATE#" + day_text(static_cast<int>(row % 90)); });
  CHECK(prefixed.shape == Shape::date);

  const auto slashed = shape_of([](std::size_t row) {
    const Day d = day_of(static_cast<int>(row % 200));
    return std::to_string(d.month) + "/" + std::to_string(d.day) + "/" + std::to_string(d.year);
  });
  CHECK(slashed.shape == Shape::date);
  CHECK(slashed.detail == "day, M/D/YYYY");

  const auto hour = shape_of([](std::size_t row) {
    return day_text(static_cast<int>(row / 24 % 30)) + "T" + padded(row % 24, 2) + ":00:00Z";
  });
  CHECK(hour.shape == Shape::time_bucket);
  CHECK(hour.granularity == 3600);
  const auto bucket = shape_of([](std::size_t row) {
    return day_text(static_cast<int>(row / 24 % 30)) + "-" + padded(row % 24, 2);
  });
  CHECK(bucket.shape == Shape::time_bucket);
  CHECK(bucket.granularity == 3600);
  const auto midnight =
      shape_of([](std::size_t row) { return day_text(static_cast<int>(row % 30)) + "T00:00:00Z"; });
  CHECK(midnight.shape == Shape::date);
  const auto month =
      shape_of([](std::size_t row) { return day_text(static_cast<int>(row)).substr(0, 7); });
  CHECK(month.shape == Shape::time_bucket);
  CHECK(month.granularity == 30 * 86400);

  const auto moment = shape_of([](std::size_t row) {
    return day_text(static_cast<int>(row % 30)) + " " + padded(row * 7 % 24, 2) + "." +
           padded(row * 13 % 60, 2) + "." + padded(row * 17 % 60, 2);
  });
  CHECK(moment.shape == Shape::timestamp);
  CHECK(moment.granularity == 1);

  // Offsets of half an hour and a change of clocks leave the step of an hour.
  const auto shifted = shape_of([](std::size_t row) {
    return day_text(static_cast<int>(row / 24 % 30)) + "T" + padded(row % 24, 2) + ":00:00" +
           (row % 2 == 0 ? "+01:00" : "+02:00");
  });
  CHECK(shifted.granularity == 3600);
}

TEST_CASE("counts since 1970 need a telling name or a witness") {
  const auto seconds = [](std::size_t row) {
    return std::to_string(1'700'000'000 + row * 977 + row * row % 13);
  };
  CHECK(shape_of(seconds, "created_at", 1000, ValueType::number).shape == Shape::timestamp);
  CHECK(shape_of(seconds, "expiresAt").shape == Shape::timestamp);
  CHECK(shape_of(seconds, "account", 1000, ValueType::number).shape == Shape::integer);
  CHECK(
      shape_of([](std::size_t row) { return std::to_string(1'700'000'000'123 + row * 977); }, "ts")
          .detail == "milliseconds since 1970");
  const auto days = shape_of([](std::size_t row) { return std::to_string(19'700 + row % 90); },
                             "epoch_day", 1000, ValueType::number);
  CHECK(days.shape == Shape::date);
  CHECK(days.granularity == 86400);
  const auto hours = shape_of([](std::size_t row) { return std::to_string(473'000 + row % 900); },
                              "hour_bucket", 1000, ValueType::number);
  CHECK(hours.shape == Shape::time_bucket);
  CHECK(hours.granularity == 3600);
  CHECK(shape_of([](std::size_t row) { return std::to_string(1'700'006'400 + row % 90 * 86400); },
                 "date", 1000, ValueType::number)
            .shape == Shape::date);

  Rows rows(1000);
  rows.numbers(
      "a", [](std::size_t row) { return 1'704'067'200 + static_cast<std::int64_t>(row) * 8641; });
  rows.add("b", [](std::size_t row) { return day_text(static_cast<int>(row * 8641 / 86400)); });
  CHECK(value_shape(rows.column(), rows.table()).value().shape == Shape::timestamp);
}

TEST_CASE("bare digits that look like dates here and there are numbers") {
  std::mt19937_64 random(9);
  const auto eight = [&](std::size_t row) {
    return row < 3 ? std::string("2024011") + std::to_string(row)
                   : std::to_string(10'000'000 + random() % 90'000'000);
  };
  CHECK(shape_of(eight, "date", 1000, ValueType::number).shape == Shape::integer);
  CHECK(shape_of([](std::size_t row) { return std::to_string(2000 + row % 50); }, "model", 1000,
                 ValueType::number)
            .shape == Shape::enumeration);
  CHECK(shape_of([](std::size_t row) { return std::to_string(2000 + row % 50); }, "year", 1000,
                 ValueType::number)
            .shape == Shape::time_bucket);
}

TEST_CASE("enumerations need many rows a value") {
  const auto colours = [](std::size_t row) {
    return std::string(std::array<std::string_view, 3>{"red", "green", "blue"}[row % 3]);
  };
  CHECK(shape_of(colours).shape == Shape::enumeration);
  // Nine rows prove nothing.
  CHECK(shape_of(colours, "a", 9).shape == Shape::text);
  // A thousand rows of a million: what counts are the values of the whole data.
  Rows rows(1000, 1'000'000);
  rows.add("a", colours);
  CHECK(value_shape(rows.column(), rows.table()).value().shape == Shape::enumeration);
  rows.table().columns[0].distinct = 50'000;
  CHECK(value_shape(rows.column(), rows.table()).value().shape == Shape::text);
}

TEST_CASE("plain shapes") {
  std::mt19937_64 random(3);
  CHECK(shape_of([](std::size_t row) { return row % 2 == 0 ? "true" : "false"; }).shape ==
        Shape::boolean);
  CHECK(shape_of([](std::size_t) { return "true"; }, "a", 50, ValueType::boolean).shape ==
        Shape::boolean);
  CHECK(shape_of([](std::size_t row) {
          return "u" + std::to_string(row) + "@example.org";
        }).shape == Shape::email);
  CHECK(shape_of([](std::size_t) { return "AAEC"; }, "a", 50, ValueType::binary).shape ==
        Shape::binary);
  CHECK(shape_of([](std::size_t row) { return std::to_string(row) + ".25"; }, "a", 500,
                 ValueType::number)
            .shape == Shape::number);
  CHECK(shape_of([](std::size_t row) { return "word " + std::to_string(row % 7) + "x"; }, "a", 20)
            .shape == Shape::text);
  const auto postcodes = shape_of([&](std::size_t) { return "0" + padded(random() % 10'000, 4); });
  CHECK(postcodes.shape == Shape::text);
  CHECK(postcodes.detail == "5 digits");
  CHECK(shape_of([](std::size_t row) { return "ORD-" + padded(row, 6); }).shape ==
        Shape::prefixed_sequence);
  CHECK(shape_of([](std::size_t row) { return std::to_string(row); }).shape == Shape::sequence);

  Rows rows(100);
  rows.add("a", [](std::size_t row) { return std::to_string(row); }, ValueType::number);
  for (std::size_t row = 0; row < 50; ++row) {
    rows.table().columns[0].values[row]->type = ValueType::string;
  }
  CHECK(value_shape(rows.column(), rows.table()).value().shape == Shape::mixed);

  rows.add("b", [](std::size_t) { return std::nullopt; });
  CHECK_FALSE(value_shape(rows.column("b"), rows.table()));
  rows.add("c", [](std::size_t) { return ""; }, ValueType::map);
  CHECK_FALSE(value_shape(rows.column("c"), rows.table()));
  rows.add("d", [](std::size_t) { return ""; });
  CHECK(value_shape(rows.column("d"), rows.table()).value().shape == Shape::text);
}

}  // namespace
}  // namespace ddblint
