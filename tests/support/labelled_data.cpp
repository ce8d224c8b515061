#include "support/labelled_data.h"

#include "support/labelled_cases.h"

namespace ddblint::test {
namespace {

void few_values(Cases& cases) {
  const auto id = [](Dice& dice) { return dice.uuid4(); };
  cases.add("status", {"status", "id"}, 3000,
            [&](auto, Dice& dice) {
              return fmt::format(R"("status":"{}","id":"{}")", dice.pick(kStates), id(dice));
            },
            {"DDB101"});
  cases.add("three continents behind `k`", {"k", "id"}, 2000,
            [&](auto, Dice& dice) {
              return fmt::format(R"("k":"{}","id":"{}")", dice.pick({"EUROPE", "ASIA", "AFRICA"}),
                                 id(dice));
            },
            {"DDB101"});
  cases.add("a flag as text", {"k", "id"}, 1500,
            [&](auto, Dice& dice) {
              return fmt::format(R"("k":"{}","id":"{}")", dice.below(2), id(dice));
            },
            {"DDB101"});
  cases.add("numbers 1 to 12", {.partition = "bucket", .sort = "id", .numbers = {"bucket"}}, 3000,
            [&](auto, Dice& dice) {
              return fmt::format(R"("bucket":{},"id":"{}")", 1 + dice.below(12), id(dice));
            },
            {"DDB101"});
  cases.add("900 words", {"pk", "id"}, 20'000,
            [&](auto, Dice& dice) {
              return fmt::format(R"("pk":"w{:x}","id":"{}")", dice.below(900) * 7919, id(dice));
            },
            {"DDB101"});
  cases.add("a status behind a word", {"pk", "id"}, 2000,
            [&](auto, Dice& dice) {
              return fmt::format(R"("pk":"STATUS#{}","id":"{}")", dice.pick(kStates), id(dice));
            },
            {"DDB101"});
  cases.add("a constant", {"pk", "id"}, 1000,
            [&](auto, Dice& dice) { return fmt::format(R"("pk":"ALL","id":"{}")", id(dice)); },
            {"DDB101", "DDB105"});
  cases.add("an index by status", {.partition = "id", .index = "status", .index_sort = "name"},
            3000,
            [&](auto, Dice& dice) {
              return fmt::format(R"("id":"{}","status":"{}","name":"{}")", id(dice),
                                 dice.pick(kStates), dice.hex(9));
            },
            {"DDB201"});
  cases.add("an index by a constant", {.partition = "id", .index = "gsi1pk", .index_sort = "name"},
            1000,
            [&](auto, Dice& dice) {
              return fmt::format(R"("id":"{}","gsi1pk":"LIST","name":"{}")", id(dice), dice.hex(9));
            },
            {"DDB201", "DDB203"});
  cases.add("eight tenants", {"tenant_id", "id"}, 8000,
            [&](auto, Dice& dice) {
              return fmt::format(R"("tenant_id":"t-{:x}","id":"{}")", dice.zipf(8) * 977 + 4099,
                                 id(dice));
            },
            {"DDB101"});
  as_sample(cases.add("a random sample of statuses", {"k", "id"}, 3000,
                      [&](auto, Dice& dice) {
                        return fmt::format(R"("k":"{}","id":"{}")", dice.pick(kStates), id(dice));
                      },
                      {"DDB101"}),
            Drawn::random, 1'000'000);

  // The look-alikes.
  cases.add("`status` with a value each", {"status", "id"}, 3000,
            [&](auto i, Dice& dice) {
              return fmt::format(R"("status":"s{}-{}","id":"{}")", i, dice.hex(5), id(dice));
            },
            {});
  cases.add("a lookup of countries", {"country", "field"}, 200,
            [&](auto i, Dice& dice) {
              return fmt::format(R"("country":"c{:x}","field":"{}")", i * 37, dice.hex(6));
            },
            {});
  cases.add("300 customers", {"customer_id", "id"}, 3000,
            [&](auto, Dice& dice) {
              return fmt::format(R"("customer_id":"c{:x}","id":"{}")", dice.below(300) * 7919,
                                 id(dice));
            },
            {});
  cases.add("UUIDs", {"pk"}, 5000,
            [&](auto, Dice& dice) { return fmt::format(R"("pk":"{}")", id(dice)); }, {});
  cases.add("1,500 values", {"pk", "id"}, 6000,
            [&](auto i, Dice& dice) {
              return fmt::format(R"("pk":"v{:x}","id":"{}")", i % 1500 * 7919, id(dice));
            },
            {});
  cases.add("settings", {"app", "name"}, 12,
            [&](auto i, Dice& dice) {
              return fmt::format(R"("app":"a{}","name":"{}")", i % 3, dice.hex(6));
            },
            {});
  as_sample(cases.add("60 rows that tell nothing", {"k", "id"}, 60,
                      [&](auto, Dice& dice) {
                        return fmt::format(R"("k":"v{}","id":"{}")", dice.below(50), id(dice));
                      },
                      {}),
            Drawn::random);
  as_sample(cases.add("the first rows of a file", {"k", "id"}, 3000,
                      [&](auto, Dice& dice) {
                        return fmt::format(R"("k":"{}","id":"{}")", dice.pick(kStates), id(dice));
                      },
                      {}),
            Drawn::file_head);
  cases.add("200 devices, evenly", {"deviceId", "id"}, 10'000,
            [&](auto, Dice& dice) {
              return fmt::format(R"("deviceId":"d{:x}","id":"{}")", dice.below(200) * 7919,
                                 id(dice));
            },
            {});
}

void hot_values(Cases& cases) {
  const auto with = [&cases](const std::string& name, const Keys& keys, double share,
                             std::set<std::string> truth, std::uint64_t rows = 5000) {
    cases.add(
        name, keys, rows,
        [share, keys](auto, Dice& dice) {
          const std::string& key = keys.index.empty() ? keys.partition : keys.index;
          const std::string value = dice.uniform() < share ? "HOT" : dice.uuid4();
          std::string row = fmt::format(R"("{}":"{}","at":"{}")", key, value, dice.uuid4());
          if (!keys.index.empty()) row += fmt::format(R"(,"id":"{}")", dice.uuid4());
          return row;
        },
        std::move(truth));
  };
  with("85 % on one value", {"user", "at"}, 0.85, {"DDB105"}, 10'000);
  with("97 % on one value", {"pk", "at"}, 0.97, {"DDB101", "DDB105"});
  with("nine in ten entries", {.partition = "id", .index = "owner", .index_sort = "at"}, 0.9,
       {"DDB203"}, 15'000);
  with("70 % on one value", {"user", "at"}, 0.7, {});
  with("70 % of the entries", {.partition = "id", .index = "owner", .index_sort = "at"}, 0.7, {});
  with("20 items", {"user", "at"}, 0.9, {}, 20);
  as_sample(cases.add("hot in the first rows", {"user", "at"}, 3000,
                      [](auto, Dice& dice) {
                        return fmt::format(R"("user":"{}","at":"{}")",
                                           dice.below(10) > 0 ? "HOT" : dice.uuid4(), dice.uuid4());
                      },
                      {}),
            Drawn::file_head);
}

void sequences(Cases& cases) {
  const auto with = [&cases](const std::string& name, bool number, std::set<std::string> truth,
                             std::function<std::string(std::uint64_t, Dice&)> value) {
    Keys keys{.partition = "pk"};
    if (number) keys.numbers = {"pk"};
    cases.add(
        name, keys, 3000,
        [number, value = std::move(value)](auto i, Dice& dice) {
          return fmt::format(R"("pk":{0}{1}{0},"note":"{2}")", number ? "" : "\"", value(i, dice),
                             dice.hex(8));
        },
        std::move(truth));
  };
  const std::set<std::string> found = {"DDB102"};
  with("1, 2, 3", true, found, [](auto i, Dice&) { return fmt::format("{}", i + 1); });
  with("from a million on", true, found,
       [](auto i, Dice&) { return fmt::format("{}", i + 1000001); });
  with("text with zeros", false, found, [](auto i, Dice&) { return fmt::format("{:08}", i + 1); });
  with("behind a prefix", false, found,
       [](auto i, Dice&) { return fmt::format("ORD-{:06}", i + 1); });
  with("with gaps", true, found,
       [](auto i, Dice&) { return fmt::format("{}", i + i / 20 * 10 + 500); });
  with("by tens", true, found, [](auto i, Dice&) { return fmt::format("{}", i * 10 + 10); });
  with("in another order", true, found,
       [](auto i, Dice&) { return fmt::format("{}", i * 1999 % 3000 + 1); });
  with("random numbers of ten digits", true, {}, [](auto, Dice& dice) {
    return fmt::format("{}", 1'000'000'000 + dice.below(9'000'000'000));
  });
  with("UUIDs of random", false, {}, [](auto, Dice& dice) { return dice.uuid4(); });
  with("words", false, {}, [](auto i, Dice& dice) { return dice.hex(6) + fmt::format("x{}", i); });
  cases.add("a foreign key in order of time",
            {.partition = "customer_id", .sort = "id", .numbers = {"customer_id"}}, 8000,
            [](auto i, Dice& dice) {
              return fmt::format(R"("customer_id":{},"id":"{}")", 1 + i / 8 + dice.below(600),
                                 dice.uuid4());
            },
            {});
}

void digests(Cases& cases) {
  const auto with =
      [&cases](
          const std::string& name, std::set<std::string> truth,
          const std::function<std::string(const std::string&, const std::string&, Dice&)>& key) {
        cases.add(
            name, {"k"}, 600,
            [key](auto i, Dice& dice) {
              const std::string customer = fmt::format("cust-{:x}", i * 7919 + 11);
              const std::string order = fmt::format("o{}", dice.below(100000));
              return fmt::format(R"("k":"{}","customer":"{}","order":"{}")",
                                 key(customer, order, dice), customer, order);
            },
            std::move(truth));
      };
  const std::set<std::string> found = {"DDB103"};
  with("MD5", found, [](const auto& a, const auto&, Dice&) { return hex_digest(EVP_md5(), a); });
  with("SHA-256", found,
       [](const auto& a, const auto&, Dice&) { return hex_digest(EVP_sha256(), a); });
  with("8 digits of SHA-1", found,
       [](const auto& a, const auto&, Dice&) { return hex_digest(EVP_sha1(), a).substr(0, 8); });
  with("of two attributes", found,
       [](const auto& a, const auto& b, Dice&) { return hex_digest(EVP_md5(), a + "-" + b); });
  with("joined to its input", found, [](const auto& a, const auto&, Dice&) {
    return hex_digest(EVP_md5(), a).substr(0, 8) + "-" + a;
  });
  with("random hexadecimal", {}, [](const auto&, const auto&, Dice& dice) { return dice.hex(32); });
  with("salted", {},
       [](const auto& a, const auto&, Dice&) { return hex_digest(EVP_sha256(), "pepper" + a); });
  cases.add("a digest beside the key", {"customer"}, 600,
            [](auto i, Dice& dice) {
              const std::string customer = fmt::format("cust-{:x}-{}", i * 7919 + 11, dice.hex(3));
              return fmt::format(R"("customer":"{}","hash":"{}")", customer,
                                 hex_digest(EVP_md5(), customer));
            },
            {});
}

void dates(Cases& cases) {
  const auto with = [&cases](const std::string& name, bool number, std::set<std::string> truth,
                             const std::function<std::string(std::uint64_t, Dice&)>& value) {
    Keys keys{.partition = "k", .sort = "id"};
    if (number) keys.numbers = {"k"};
    cases.add(
        name, keys, 4000,
        [number, value](auto i, Dice& dice) {
          return fmt::format(R"("k":{0}{1}{0},"id":"{2}")", number ? "" : "\"", value(i, dice),
                             dice.uuid4());
        },
        std::move(truth));
  };
  const std::set<std::string> found = {"DDB104"};
  with("days", false, found, [](auto, Dice& dice) { return day(dice.below(90)); });
  with("YYYYMMDD", false, found, [](auto, Dice& dice) {
    return fmt::format("2026{:02}{:02}", dice.below(12) + 1, dice.below(28) + 1);
  });
  with("hours", false, found, [](auto, Dice& dice) {
    return fmt::format("{}T{:02}:00:00Z", day(dice.below(20)), dice.below(24));
  });
  with("days as midnights", false, found,
       [](auto, Dice& dice) { return day(dice.below(90)) + "T00:00:00Z"; });
  cases.add("an index by day", {.partition = "id", .index = "created", .index_sort = "name"}, 4000,
            [](auto, Dice& dice) {
              return fmt::format(R"("id":"{}","created":"{}","name":"{}")", dice.uuid4(),
                                 day(dice.below(60)), dice.hex(7));
            },
            {"DDB202"});
  with("moments", false, {}, [](auto, Dice& dice) { return moment(dice.below(8'000'000)); });
  with("a customer and a day", false, {}, [](auto, Dice& dice) {
    return fmt::format("c{:x}#{}", dice.below(800) * 7919, day(dice.below(90)));
  });
  cases.add("a calendar", {"date"}, 365,
            [](auto i, Dice& dice) {
              return fmt::format(R"("date":"{}","text":"{}")", day(i), dice.hex(9));
            },
            {});
  cases.add("days as sort key", {"page", "date"}, 3000,
            [](auto i, Dice&) {
              return fmt::format(R"("page":"p{:x}","date":"{}")", i / 3 * 7919,
                                 day(i % 3 * 5 + i % 97));
            },
            {});
}

void collections(Cases& cases) {
  const auto of = [](std::uint64_t key, Dice& dice) {
    return fmt::format(R"("customer":"c{:x}","id":"{}")", key * 7919 + 13, dice.uuid4());
  };
  cases.add("five huge customers", {"customer", "id"}, 11'000,
            [of](auto, Dice& dice) {
              return of(dice.below(11) < 10 ? dice.below(5) : 5 + dice.below(200), dice);
            },
            {"DDB107", "DDB101"});
  cases.add("thirty big in two thousand", {"customer", "id"}, 18'000,
            [of](auto, Dice& dice) {
              return of(dice.below(6) > 0 ? dice.below(30) : 30 + dice.below(2000), dice);
            },
            {"DDB107"});
  cases.add("sizes of one kind", {"customer", "id"}, 12'000,
            [of](auto, Dice& dice) { return of(dice.below(1200), dice); }, {});
  cases.add("sizes with a long tail", {"customer", "id"}, 20'000,
            [of](auto, Dice& dice) { return of(dice.zipf(6000), dice); }, {});
}

std::uint64_t code_point_product(const std::string& text, std::uint64_t shards) {
  std::uint64_t product = 1;
  for (const char c : text) product = product * static_cast<unsigned char>(c) % shards;
  return product + 1;
}

void shards(Cases& cases) {
  const auto with = [&cases](const std::string& name, std::uint64_t rows, std::uint64_t groups,
                             std::set<std::string> truth,
                             const std::function<std::uint64_t(const std::string&, Dice&)>& shard) {
    cases.add(
        name, {"pk", "order"}, rows,
        [groups, shard](auto i, Dice& dice) {
          const std::string order = fmt::format("ORD-{:06}", i);
          return fmt::format(R"("pk":"{}#shard-{}","order":"{}")", day(dice.below(groups)),
                             shard(order, dice), order);
        },
        std::move(truth));
  };
  with("the product of code points", 20'000, 2, {"DDB108"},
       [](const std::string& order, Dice&) { return code_point_product(order, 200); });
  with("half of it in one shard", 10'000, 2, {"DDB108"},
       [](const std::string&, Dice& dice) { return dice.below(2) == 0 ? 0 : dice.below(10); });
  with("random shards", 10'000, 2, {},
       [](const std::string&, Dice& dice) { return dice.below(10); });
  with("CRC-32", 10'000, 2, {}, [](const std::string& order, Dice&) { return crc(order) % 10; });
  cases.add("random shards of small groups", {"pk", "id"}, 6000,
            [](auto, Dice& dice) {
              return fmt::format(R"("pk":"c{:x}#{}","id":"{}")", dice.below(600) * 7919,
                                 dice.below(10), dice.uuid4());
            },
            {"DDB110"});
}

void time_ordered(Cases& cases) {
  const auto device = [](bool hot, Dice& dice) {
    return hot && dice.below(10) > 0 ? std::string("gateway")
                                     : fmt::format("d{:x}", dice.below(1500) * 7919);
  };
  cases.add("hot, by moments", {.partition = "device", .sort = "at", .ttl = "ttl"}, 20'000,
            [device](auto i, Dice& dice) {
              return fmt::format(R"("device":"{}","at":"{}","ttl":{})", device(true, dice),
                                 moment(i * 61), 1'800'000'000 + i);
            },
            {"DDB105", "DDB112"});
  cases.add("hot, by ULID", {.partition = "device", .sort = "at", .ttl = "ttl"}, 20'000,
            [device](auto i, Dice& dice) {
              return fmt::format(R"("device":"{}","at":"{}","ttl":{})", device(true, dice),
                                 ulid(dice, 1'770'000'000'000ULL + i * 1000), 1'800'000'000 + i);
            },
            {"DDB105", "DDB112"});
  cases.add("hot, by UUIDs", {.partition = "device", .sort = "at"}, 20'000,
            [device](auto, Dice& dice) {
              return fmt::format(R"("device":"{}","at":"{}")", device(true, dice), dice.uuid4());
            },
            {"DDB105"});
  cases.add("readings without an end", {"sensor_id", "at"}, 12'000,
            [](auto i, Dice& dice) {
              return fmt::format(R"("sensor_id":"s{:x}","at":"{}")", dice.below(60) * 7919,
                                 moment(i * 61));
            },
            {"DDB114"});
  cases.add("readings that expire", {.partition = "sensor_id", .sort = "at", .ttl = "ttl"}, 12'000,
            [](auto i, Dice& dice) {
              return fmt::format(R"("sensor_id":"s{:x}","at":"{}","ttl":{})", dice.below(60) * 7919,
                                 moment(i * 61), 1'800'000'000 + i);
            },
            {});
  cases.add("orders of customers", {"customer_id", "at"}, 8000,
            [](auto i, Dice& dice) {
              return fmt::format(R"("customer_id":"c{:x}","at":"{}")", dice.below(1600) * 7919,
                                 moment(i * 61));
            },
            {});
}

void combinations(Cases& cases) {
  cases.add("two attributes together", {"country", "sk"}, 12'000,
            [](auto, Dice& dice) {
              return fmt::format(R"("country":"c{}","shop":"s{:x}","sk":"{}")", dice.below(6),
                                 dice.below(700) * 7919, dice.uuid4());
            },
            {"DDB101", "DDB113"});
  cases.add("one attribute is enough", {"country", "sk"}, 12'000,
            [](auto, Dice& dice) {
              return fmt::format(R"("country":"c{}","customer_id":"s{:x}","sk":"{}")",
                                 dice.below(6), dice.below(4000) * 7919, dice.uuid4());
            },
            {"DDB101"});
}

void loading(Cases& cases) {
  cases.add("one user after the other", {"user_id", "id"}, 6000,
            [](auto i, Dice& dice) {
              return fmt::format(R"("user_id":"u{:x}","id":"{}")", i / 100 * 7919 + 3,
                                 dice.uuid4());
            },
            {"DDB401"});
  cases.add("one customer after the other", {"customer_id", "id"}, 12'000,
            [](auto i, Dice& dice) {
              return fmt::format(R"("customer_id":"u{:x}","id":"{}")", i / 40 * 7919 + 3,
                                 dice.uuid4());
            },
            {"DDB401"});
  cases.add("users in turn", {"user", "id"}, 6000,
            [](auto i, Dice& dice) {
              return fmt::format(R"("user":"u{:x}","id":"{}")", i % 1200 * 7919 + 3, dice.uuid4());
            },
            {});
  as_scan(cases.add("a scan, one user after the other", {"user_id", "id"}, 6000,
                    [](auto i, Dice& dice) {
                      return fmt::format(R"("user_id":"u{:x}","id":"{}")", i / 100 * 7919 + 3,
                                         dice.uuid4());
                    },
                    {}));
  cases.add("a key that stands twice", {"user", "id"}, 3000,
            [](auto i, Dice&) {
              const std::uint64_t n = i == 2500 ? 7 : i;
              return fmt::format(R"("user":"u{:x}","id":"{}")", n % 1500 * 7919, n);
            },
            {"DDB405"});
  cases.add(
      "rows with a key each", {"user", "id"}, 3000,
      [](auto i, Dice&) { return fmt::format(R"("user":"u{:x}","id":"{}")", i % 1500 * 7919, i); },
      {});
}

void items(Cases& cases) {
  cases.add("an item over 400 KB", {"id"}, 20,
            [](auto i, Dice& dice) {
              return fmt::format(R"("id":"{}","text":"{}")", dice.uuid4(),
                                 std::string(i == 7 ? 420'000 : 500, 'x'));
            },
            {"DDB402"});
  cases.add("an item over 300 KB", {"id"}, 20,
            [](auto i, Dice& dice) {
              return fmt::format(R"("id":"{}","text":"{}")", dice.uuid4(),
                                 std::string(i == 7 ? 350'000 : 500, 'x'));
            },
            {"DDB402"});
  cases.add("items of 10 KB", {"id"}, 50,
            [](auto, Dice& dice) {
              return fmt::format(R"("id":"{}","text":"{}")", dice.uuid4(),
                                 std::string(10'000, 'x'));
            },
            {});
  as_sample(cases.add("a collection of 20 GB, by a sample", {"user", "id"}, 4000,
                      [](auto, Dice& dice) {
                        return fmt::format(R"("user":"{}","id":"{}","text":"{}")",
                                           dice.below(10) == 0 ? "big" : dice.uuid4(), dice.uuid4(),
                                           std::string(500, 'x'));
                      },
                      {"DDB403"}),
            Drawn::random, 400'000'000);
  as_sample(cases.add("small collections, by a sample", {"user", "id"}, 4000,
                      [](auto, Dice& dice) {
                        return fmt::format(R"("user":"u{}","id":"{}","text":"{}")",
                                           dice.below(2000), dice.uuid4(), std::string(500, 'x'));
                      },
                      {}),
            Drawn::random, 400'000'000);
  cases.add("a local index", {.partition = "user", .sort = "id", .local_sort = "name"}, 3000,
            [](auto i, Dice& dice) {
              return fmt::format(R"("user":"u{:x}","id":"{}","name":"{}")", i % 1500 * 7919,
                                 dice.uuid4(), dice.hex(6));
            },
            {"DDB210"});
}

void key_values(Cases& cases) {
  cases.add(
      "an empty key", {"id"}, 500,
      [](auto i, Dice& dice) { return fmt::format(R"("id":"{}")", i == 99 ? "" : dice.uuid4()); },
      {"DDB404"});
  cases.add("a number for a key of text", {"id"}, 500,
            [](auto i, Dice& dice) {
              return i == 99 ? std::string(R"("id":12)")
                             : fmt::format(R"("id":"{}")", dice.uuid4());
            },
            {"DDB404"});
  cases.add("an item without its key", {"id"}, 500,
            [](auto i, Dice& dice) {
              return fmt::format(R"("{}":"{}")", i == 99 ? "ID" : "id", dice.uuid4());
            },
            {"DDB404"});
  cases.add("two cases of one name", {"user", "id"}, 3000,
            [](auto i, Dice& dice) {
              const std::string name = fmt::format("ann-{:x}", i / 2 % 1400 * 7919 + 0xabcdef);
              return fmt::format(R"("user":"{}{}","id":"{}")", i % 2 == 0 ? "Mary" : "mary", name,
                                 dice.uuid4());
            },
            {"DDB404"});
  cases.add("keys of one form", {"user", "id"}, 3000,
            [](auto i, Dice& dice) {
              return fmt::format(R"("user":"ann-{:x}","id":"{}")", i % 1400 * 7919, dice.uuid4());
            },
            {});
  cases.add("text for an index by number",
            {.partition = "id", .index = "amount", .numbers = {"amount"}}, 3000,
            [](auto i, Dice& dice) {
              return i == 99 ? fmt::format(R"("id":"{}","amount":"12 EUR")", dice.uuid4())
                             : fmt::format(R"("id":"{}","amount":{})", dice.uuid4(),
                                           dice.below(1'000'000));
            },
            {"DDB406"});
  cases.add("numbers for an index by number",
            {.partition = "id", .index = "amount", .numbers = {"amount"}}, 3000,
            [](auto, Dice& dice) {
              return fmt::format(R"("id":"{}","amount":{})", dice.uuid4(), dice.below(1'000'000));
            },
            {});
  cases.add("an index that a tenth is in", {.partition = "id", .index = "owner"}, 4000,
            [](auto i, Dice& dice) {
              return i % 10 == 0
                         ? fmt::format(R"("id":"{}","owner":"{}")", dice.uuid4(), dice.uuid4())
                         : fmt::format(R"("id":"{}")", dice.uuid4());
            },
            {"DDB211"});
  cases.add("an index that most are in", {.partition = "id", .index = "owner"}, 4000,
            [](auto i, Dice& dice) {
              return i % 10 > 0
                         ? fmt::format(R"("id":"{}","owner":"{}")", dice.uuid4(), dice.uuid4())
                         : fmt::format(R"("id":"{}")", dice.uuid4());
            },
            {});
}

void expiry(Cases& cases) {
  const auto with = [&cases](const std::string& name, std::set<std::string> truth,
                             const std::function<std::string(std::uint64_t)>& value) {
    cases.add(
        name, {.partition = "id", .ttl = "expires"}, 400,
        [value](auto i, Dice& dice) {
          const std::string expires = value(i);
          return fmt::format(R"("id":"{}"{}{})", dice.uuid4(),
                             expires.empty() ? "" : R"(,"expires":)", expires);
        },
        std::move(truth));
  };
  with("milliseconds", {"DDB407"},
       [](auto i) { return fmt::format("{}", 1'800'000'000'000 + i * 977); });
  with("ISO dates", {"DDB407"}, [](auto i) { return "\"" + moment(i * 977) + "\""; });
  with("dates as numbers", {"DDB407"},
       [](auto i) { return fmt::format("{}", 20'260'101 + i % 28); });
  with("nowhere", {"DDB407"}, [](auto) { return std::string(); });
  with("epoch seconds", {}, [](auto i) { return fmt::format("{}", 1'800'000'000 + i * 977); });
  with("on some items only", {},
       [](auto i) { return i % 5 == 0 ? fmt::format("{}", 1'800'000'000 + i) : std::string(); });
}

void entities(Cases& cases) {
  const auto with = [&cases](const std::string& name, std::set<std::string> truth,
                             const std::vector<std::string>& prefixes,
                             const std::vector<std::string>& types) {
    cases.add(
        name, {"pk", "sk"}, 4000,
        [prefixes, types](auto i, Dice& dice) {
          const std::size_t kind = i % types.size();
          return fmt::format(R"("pk":"{}{}","sk":"META","type":"{}")", prefixes[kind], dice.hex(10),
                             types[kind]);
        },
        std::move(truth));
  };
  with("two types, one form", {"DDB408"}, {"ID#", "ID#", "CUSTOMER#"},
       {"order", "invoice", "customer"});
  with("three types, three forms", {}, {"ORDER#", "INVOICE#", "CUSTOMER#"},
       {"order", "invoice", "customer"});
  with("one type, two forms", {"DDB408"}, {"ORDER#", "ORDER:", "CUSTOMER#"},
       {"order", "order", "customer"});
}

}  // namespace

std::vector<LabelledCase> labelled_cases() {
  Cases cases;
  few_values(cases);
  hot_values(cases);
  sequences(cases);
  digests(cases);
  dates(cases);
  collections(cases);
  shards(cases);
  time_ordered(cases);
  combinations(cases);
  loading(cases);
  items(cases);
  key_values(cases);
  expiry(cases);
  entities(cases);
  add_disguises(cases);
  add_lookalikes(cases);
  return cases.take();
}

}  // namespace ddblint::test
