#include "support/labelled_cases.h"

// What looks like an anti-pattern and is none, beyond labelled_data.cpp.

namespace ddblint::test {
namespace {

std::string base62(Dice& dice, std::size_t size) {
  constexpr std::string_view kLetters =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  std::string text;
  for (std::size_t i = 0; i < size; ++i) text += kLetters[dice.below(62)];
  return text;
}

/// The check digit of a number by Luhn.
std::uint64_t luhn(std::uint64_t number) {
  std::uint64_t sum = 0;
  for (bool twice = true; number > 0; number /= 10, twice = !twice) {
    const std::uint64_t digit = number % 10 * (twice ? 2 : 1);
    sum += digit / 10 + digit % 10;
  }
  return (10 - sum % 10) % 10;
}

/// A key for each item, and what else the item has.
void single_keys(Cases& cases) {
  using Make = std::function<std::string(std::uint64_t, Dice&)>;
  const auto with = [&cases](const std::string& name, const std::string& key, const Make& value,
                             std::uint64_t rows = 3000, bool number = false) -> LabelledCase& {
    Keys keys{.partition = key};
    if (number) keys.numbers = {key};
    return cases.add(name, keys, rows,
                     [key, value, number](auto i, Dice& dice) {
                       return fmt::format(R"("{0}":{1}{2}{1},"note":"{3}")", key,
                                          number ? "" : "\"", value(i, dice), dice.hex(8));
                     },
                     {});
  };
  with("UUIDs of version 1", "pk", [](auto i, Dice& dice) {
    return fmt::format("{:08x}-{}-11f0-9{}-0242ac120002", 0x1a000000U + i * 70'001, dice.hex(4),
                       dice.hex(3));
  });
  as_csv(with("UUIDs of version 7", "pk", [](auto i, Dice& dice) {
    const std::uint64_t ms = 1'770'000'000'000ULL + i * 977;
    return fmt::format("{:08x}-{:04x}-7{}-b{}-{}", ms >> 16U, ms & 0xffffU, dice.hex(3),
                       dice.hex(3), dice.hex(12));
  }));
  as_ion(with(
      "ULIDs", "pk", [](auto i, Dice& dice) { return ulid(dice, 1'770'000'000'000ULL + i * 977); },
      20'000));
  with("KSUIDs", "pk", [](auto, Dice& dice) { return "2" + base62(dice, 26); });
  with("object ids of MongoDB", "_id", [](auto i, Dice& dice) {
    return fmt::format("{:08x}5f1d2e3a4b{}", 1'770'000'000 + i * 61, dice.hex(6));
  });
  with("commits", "sha", [](auto, Dice& dice) { return dice.hex(40); }, 2000);
  with(
      "secrets in base 64", "token", [](auto, Dice& dice) { return base62(dice, 43) + "="; }, 2000);
  as_csv(with("telephone numbers", "pk", [](auto, Dice& dice) {
    return fmt::format("+49{}{:08}", dice.pick({"151", "160", "170", "175", "176"}),
                       dice.below(100'000'000));
  }));
  with(
      "numbers of one exchange", "contact",
      [](auto i, Dice&) { return fmt::format("{}", 2'125'550'000ULL + i * 7919 % 10'000); }, 4000,
      true);
  with(
      "American postcodes", "pk",
      [](auto i, Dice&) { return fmt::format("{:05}", 501 + i * 99'449 / 30'000 * 1 + i % 2); },
      30'000);
  with(
      "German postcodes", "pk",
      [](auto i, Dice&) { return fmt::format("{:05}", 1067 + i * 12 + i * i % 11); }, 8000);
  with("order numbers in groups", "order", [](auto, Dice& dice) {
    return fmt::format("{:03}-{:07}-{:07}", 300 + dice.below(10), dice.below(10'000'000),
                       dice.below(10'000'000));
  });
  with(
      "numbers with a check digit", "pk",
      [](auto i, Dice& dice) {
        const std::uint64_t number = 700'000'000 + i * 31'337 + dice.below(31'000);
        return fmt::format("{}{}", number, luhn(number));
      },
      4000, true);
  with("order numbers that people know", "order_number",
       [](auto i, Dice&) { return fmt::format("{}", 10'000 + i); });
  with("numbers of invoices", "invoiceNo",
       [](auto i, Dice&) { return fmt::format("RE-2026-{:05}", i + 1); });
  with("number plates", "plate", [](auto i, Dice& dice) {
    return fmt::format("B-{}{}-{}", static_cast<char>('A' + dice.below(26)),
                       static_cast<char>('A' + i % 26), 100 + i);
  });
  with("addresses of machines", "ip", [](auto i, Dice&) {
    return fmt::format("10.{}.{}.{}", i / 60'000, i / 250 % 240, i % 250 + 1);
  });
  with("articles by their EAN", "ean",
       [](auto i, Dice&) { return fmt::format("{}", 4'006'381'000'000ULL + i * 10 + i % 10); });
  as_csv(with(
      "forty currencies", "code",
      [](auto i, Dice&) {
        return fmt::format("C{}{}", static_cast<char>('A' + i / 10),
                           static_cast<char>('A' + i % 10));
      },
      40));
  with("a year of exchange rates", "day", [](auto i, Dice&) { return day(i); }, 330);
}

void groups(Cases& cases) {
  as_csv(cases.add("tenants of moderate skew", {"tenant_id", "id"}, 60'000,
                   [](auto i, Dice& dice) {
                     const double u = dice.uniform();
                     const auto n = static_cast<std::uint64_t>(std::pow(u, 1.6) * 2000);
                     return fmt::format(R"("tenant_id":"t-{:06x}","id":"{:x}")", n * 7919, i);
                   },
                   {}));
  cases.add("users by snowflake", {.partition = "user", .sort = "id", .numbers = {"user"}}, 15'000,
            [](auto, Dice& dice) {
              const std::uint64_t n = dice.below(3000);
              const std::uint64_t ms = 480'000'000'000ULL + n * 86'400'077;
              return fmt::format(R"("user":{},"id":"{}")", (ms << 22U) | (n % 7 << 12U) | n % 3,
                                 dice.uuid4());
            },
            {});
  cases.add("words in three languages", {"country", "lang"}, 600,
            [](auto i, Dice& dice) {
              return fmt::format(R"("country":"{}{}","lang":"{}","text":"{}")",
                                 static_cast<char>('A' + i / 3 / 20),
                                 static_cast<char>('A' + i / 3 % 20),
                                 std::vector<std::string>{"de", "en", "fr"}[i % 3], dice.hex(9));
            },
            {});
  cases.add("nights of rooms", {.partition = "room", .sort = "night", .numbers = {"room"}}, 12'000,
            [](auto i, Dice&) {
              return fmt::format(R"("room":{},"night":"{}")", 101 + i % 1500, day(i / 1500 * 3));
            },
            {});
  cases.add("seconds as sort key", {.partition = "user", .sort = "at", .numbers = {"at"}}, 12'000,
            [](auto i, Dice& dice) {
              return fmt::format(R"("user":"{:x}","at":{})", dice.below(2000) * 7919 + 0x10000,
                                 1'770'000'000 + i * 61);
            },
            {});
  as_ion(cases.add("devices and their days", {"pk", "sk"}, 20'000,
                   [](auto i, Dice& dice) {
                     return fmt::format(R"("pk":"{:x}#{}","sk":"{}")",
                                        dice.below(300) * 7919 + 0x10000, day(dice.below(60)),
                                        moment(i * 61));
                   },
                   {}));
  as_typed(cases.add(
      "one table, many entities", {"PK", "SK"}, 20'000,
      [](auto i, Dice& dice) {
        const auto customer = dice.below(2500) * 7919 + 0x10000;
        if (i % 4 == 0) {
          return fmt::format(R"("PK":"CUSTOMER#{0:x}","SK":"NOTE#{1}","type":"note")", customer,
                             dice.uuid4());
        }
        if (i % 4 == 1) {
          return fmt::format(R"("PK":"PRODUCT#{}","SK":"INFO","type":"product")", dice.hex(10));
        }
        return fmt::format(R"("PK":"CUSTOMER#{:x}","SK":"ORDER#{}","type":"order")", customer,
                           dice.uuid4());
      },
      {}));
  cases.add("sizes that fall off", {"artist", "id"}, 30'000,
            [](auto, Dice& dice) {
              const double size = std::pow(1 - dice.uniform(), -0.6);
              const auto n = static_cast<std::uint64_t>(3000 / size);
              return fmt::format(R"("artist":"{:x}","id":"{}")", n * 7919 + 0x10000, dice.uuid4());
            },
            {});
  cases.add("ten or forty items", {"customer", "id"}, 24'000,
            [](auto, Dice& dice) {
              const auto n = dice.below(5) > 0 ? dice.below(500) : 500 + dice.below(500);
              return fmt::format(R"("customer":"{:x}","id":"{}")", n * 7919 + 0x10000,
                                 dice.uuid4());
            },
            {});
  cases.add("revisions of documents", {"pk", "part"}, 6000,
            [](auto i, Dice& dice) {
              return fmt::format(R"("pk":"doc-{:x}#{}","part":"{}")", i / 3 * 7919 + 0x10000,
                                 i % 3 + 1, dice.hex(6));
            },
            {});
  as_csv(cases.add("a shard before the day, evenly", {"pk", "id"}, 12'000,
                   [](auto, Dice& dice) {
                     return fmt::format(R"("pk":"{:02}#{}","id":"{}")", dice.below(16),
                                        day(dice.below(3)), dice.uuid4());
                   },
                   {}));
}

void values_and_order(Cases& cases) {
  cases.add(
      "ids of both cases", {"pk", "id"}, 4000,
      [](auto i, Dice& dice) { return fmt::format(R"("pk":"{}","id":"{}")", base62(dice, 11), i); },
      {});
  as_csv(cases.add("two hundred columns of one family", {"region_id", "cell"}, 6000,
                   [](auto i, Dice& dice) {
                     return fmt::format(R"("region_id":"r{:x}","cell":"{}")",
                                        i * 7919 % 1201 * 7919, dice.uuid4());
                   },
                   {}));
  as_sample(
      cases.add("300 rows of many", {"pk"}, 300,
                [](auto, Dice& dice) { return fmt::format(R"("pk":"{}")", dice.uuid4()); }, {}),
      Drawn::random, 10'000'000);
  as_scan(cases.add("a scan in the order of shops", {"shop", "id"}, 6000,
                    [](auto i, Dice& dice) {
                      return fmt::format(R"("shop":"s{:x}","id":"{}")", i / 4 * 7919 + 0x10000,
                                         dice.uuid4());
                    },
                    {}));
  cases.add("amounts beside a type", {"pk", "sk"}, 5000,
            [](auto i, Dice& dice) {
              return fmt::format(R"("pk":"acc-{:x}","sk":"{}","amount":{},"kind":"{}")",
                                 dice.below(2400) * 7919 + 0x10000, moment(i * 977),
                                 dice.below(50'000), dice.pick({"credit", "debit"}));
            },
            {});
  cases.add("a status with amounts", {"k", "id"}, 12'000,
            [](auto, Dice& dice) {
              return fmt::format(R"("k":"{}","id":"{}","price_cents":{},"weight_grams":{})",
                                 dice.pick(kStates), dice.uuid4(), dice.below(5000),
                                 dice.below(900));
            },
            {"DDB101"});
  as_typed(cases.add("expiry of some, long past", {.partition = "id", .ttl = "ttl"}, 900,
                     [](auto i, Dice& dice) {
                       return i % 3 == 0 ? fmt::format(R"("id":"{}")", dice.uuid4())
                                         : fmt::format(R"("id":"{}","ttl":{})", dice.uuid4(),
                                                       1'500'000'000 + i * 3571);
                     },
                     {}));
  as_typed(cases.add("an index that a third is not in",
                     {.partition = "id", .index = "mail", .index_sort = "at"}, 6000,
                     [](auto i, Dice& dice) {
                       std::string row =
                           fmt::format(R"("id":"{}","at":"{}")", dice.uuid4(), moment(i * 61));
                       if (i % 3 > 0) row += fmt::format(R"(,"mail":"{}@x.org")", dice.hex(12));
                       return row;
                     },
                     {}));
}

}  // namespace

void add_lookalikes(Cases& cases) {
  single_keys(cases);
  groups(cases);
  values_and_order(cases);
}

}  // namespace ddblint::test
