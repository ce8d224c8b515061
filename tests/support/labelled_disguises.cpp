#include "support/labelled_cases.h"

// Anti-patterns in other sizes, formats and spellings than those of labelled_data.cpp.

namespace ddblint::test {
namespace {

std::string digest_bytes(const EVP_MD* function, const std::string& text) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  EVP_Digest(text.data(), text.size(), digest.data(), &size, function, nullptr);
  return {digest.begin(), digest.begin() + size};
}

std::string base64(const std::string& bytes) {
  std::string text(4 * ((bytes.size() + 2) / 3) + 1, '\0');
  const std::vector<unsigned char> in(bytes.begin(), bytes.end());
  std::vector<unsigned char> out(text.size());
  const int size = EVP_EncodeBlock(out.data(), in.data(), static_cast<int>(in.size()));
  return {out.begin(), out.begin() + size};
}

std::string base32(const std::string& bytes, std::string_view letters) {
  std::string text;
  unsigned int bits = 0;
  unsigned int waiting = 0;
  for (const char byte : bytes) {
    waiting = (waiting << 8U) | static_cast<unsigned char>(byte);
    for (bits += 8; bits >= 5; bits -= 5) text += letters[(waiting >> (bits - 5)) & 31U];
    waiting &= (1U << bits) - 1;
  }
  if (bits > 0) text += letters[(waiting << (5 - bits)) & 31U];
  return text;
}
constexpr std::string_view kCrockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
constexpr std::string_view kRfc4648 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

std::uint64_t fnv1a(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return hash;
}

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 32 : c);
  return text;
}

void few_values(Cases& cases) {
  as_csv(cases.add("190 countries in 200,000 rows", {"pk", "sk"}, 200'000,
                   [](auto i, Dice& dice) {
                     const auto n = dice.below(190) * 89 % 17'576;
                     return fmt::format(
                         R"("pk":"{}{}{}","sk":"{:x}")", static_cast<char>('A' + n / 676),
                         static_cast<char>('A' + n / 26 % 26), static_cast<char>('A' + n % 26), i);
                   },
                   {"DDB101"}));
  as_typed(cases.add("200 orders by status", {"orderStatus", "orderId"}, 200,
                     [](auto, Dice& dice) {
                       return fmt::format(R"("orderStatus":"{}","orderId":"{}")",
                                          dice.pick({"new", "paid", "shipped", "returned"}),
                                          dice.uuid4());
                     },
                     {"DDB101"}));
  as_ion(cases.add("regions behind a word, in Ion", {"PK", "SK"}, 20'000,
                   [](auto, Dice& dice) {
                     return fmt::format(R"("PK":"REGION#{}","SK":"HOST#{}")",
                                        dice.pick({"eu-west-1", "eu-north-1", "us-east-1",
                                                   "us-west-2", "sa-east-1"}),
                                        dice.uuid4());
                   },
                   {"DDB101"}));
  auto& flags =
      cases.add("a flag in bytes", {.partition = "k", .sort = "id", .binaries = {"k"}}, 3000,
                [](auto, Dice& dice) {
                  return fmt::format(R"("Item":{{"k":{{"B":"{}"}},"id":{{"S":"{}"}}}})",
                                     dice.below(2) == 0 ? "AA==" : "AQ==", dice.uuid4());
                },
                {"DDB101"});
  flags.data.file = "items.json";
  as_sample(cases.add("40 warehouses in a sample", {"warehouse", "id"}, 5000,
                      [](auto, Dice& dice) {
                        return fmt::format(R"("warehouse":"WH-{:02}","id":"{}")",
                                           1 + dice.below(40), dice.uuid4());
                      },
                      {"DDB101"}),
            Drawn::random, 2'000'000);
  cases.add("types of entities as an index's key",
            {.partition = "pk", .sort = "sk", .index = "gsi1pk", .index_sort = "gsi1sk"}, 12'000,
            [](auto i, Dice& dice) {
              const auto kind = dice.pick({"ORDER", "CUSTOMER", "INVOICE", "PAYMENT"});
              const auto id = dice.hex(10);
              return fmt::format(R"("pk":"{0}#{1}","sk":"{0}#{1}","gsi1pk":"{0}","gsi1sk":"{2}")",
                                 kind, id, moment(i * 977));
            },
            {"DDB201"});
  cases.add("open things alone are in the index",
            {.partition = "id", .index = "open_state", .index_sort = "at"}, 15'000,
            [](auto i, Dice& dice) {
              if (dice.below(5) > 0) {
                return fmt::format(R"("id":"{}","at":"{}")", dice.uuid4(), moment(i * 61));
              }
              return fmt::format(R"("id":"{}","at":"{}","open_state":"{}")", dice.uuid4(),
                                 moment(i * 61), dice.pick({"queued", "running", "stuck"}));
            },
            {"DDB201", "DDB211"});
}

void sequences(Cases& cases) {
  as_csv(cases.add("member numbers in capitals", {"pk"}, 200,
                   [](auto i, Dice& dice) {
                     return fmt::format(R"("pk":"M{:07}","note":"{}")", 4000 + i, dice.hex(8));
                   },
                   {"DDB102"}));
  as_typed(cases.add(
      "an identity from one on", {.partition = "id", .numbers = {"id"}}, 60'000,
      [](auto i, Dice& dice) { return fmt::format(R"("id":{},"note":"{}")", i + 1, dice.hex(8)); },
      {"DDB102"}));
  cases.add("users and orders, each with a counter", {"PK", "SK"}, 6000,
            [](auto i, Dice& dice) {
              return i % 2 == 0 ? fmt::format(R"("PK":"USER#{:06}","SK":"PROFILE","n":"{}")",
                                              i / 2 + 1, dice.hex(6))
                                : fmt::format(R"("PK":"ORDER#{:06}","SK":"HEAD","n":"{}")",
                                              i / 2 + 1, dice.hex(6));
            },
            {"DDB102"});
  as_sample(cases.add("a sample of a sequence", {.partition = "pk", .numbers = {"pk"}}, 3000,
                      [](auto i, Dice& dice) {
                        return fmt::format(R"("pk":{},"note":"{}")", i * 333 + dice.below(333) + 1,
                                           dice.hex(8));
                      },
                      {"DDB102"}),
            Drawn::random, 1'000'000);
  cases.add("snowflakes of a generator", {.partition = "pk", .numbers = {"pk"}}, 5000,
            [](auto i, Dice& dice) {
              const std::uint64_t ms = 480'000'000'000ULL + i * 977 + dice.below(900);
              const std::uint64_t id = (ms << 22U) | (dice.below(4) << 12U) | dice.below(3);
              return fmt::format(R"("pk":{},"note":"{}")", id, dice.hex(8));
            },
            {"DDB102"});
  cases.add("blocks of two instances", {.partition = "pk", .numbers = {"pk"}}, 4000,
            [](auto i, Dice& dice) {
              return fmt::format(R"("pk":{},"note":"{}")", i / 2 + 1 + i % 2 * 5'000'000,
                                 dice.hex(8));
            },
            {"DDB102"});
  cases.add("a sequence of which a third was deleted", {.partition = "pk", .numbers = {"pk"}}, 4000,
            [](auto i, Dice& dice) {
              return fmt::format(R"("pk":{},"note":"{}")", 70'000 + i * 3 / 2, dice.hex(8));
            },
            {"DDB102"});
}

void digests(Cases& cases) {
  using Make = std::function<std::string(const std::string&, const std::string&)>;
  const auto with = [&cases](const std::string& name, const Make& key) -> LabelledCase& {
    return cases.add(name, {"k", "n"}, 1200,
                     [key](auto i, Dice& dice) {
                       const std::string mail = fmt::format("User{:x}@Example.org", i * 7919 + 5);
                       const std::string shop = fmt::format("s{}", dice.below(60));
                       return fmt::format(R"("k":"{}","n":"{}","email":"{}","shop":"{}")",
                                          key(mail, shop), i, mail, shop);
                     },
                     {"DDB103"});
  };
  with("SHA-256 in capitals",
       [](const auto& a, const auto&) { return upper(hex_digest(EVP_sha256(), a)); });
  as_csv(with("SHA-512 in base64",
              [](const auto& a, const auto&) { return base64(digest_bytes(EVP_sha512(), a)); }));
  as_ion(with("MD5 as a UUID is written", [](const auto& a, const auto&) {
    std::string hex = hex_digest(EVP_md5(), a);
    for (const std::size_t at : {8, 13, 18, 23}) hex.insert(at, "-");
    return hex;
  }));
  with("SHA-1 in base 32",
       [](const auto& a, const auto&) { return base32(digest_bytes(EVP_sha1(), a), kRfc4648); });
  with("the start of SHA-256 in Crockford's base 32", [](const auto& a, const auto&) {
    return base32(digest_bytes(EVP_sha256(), a), kCrockford).substr(0, 16);
  });
  with("the shop and the address, by a bar",
       [](const auto& a, const auto& b) { return hex_digest(EVP_sha1(), b + "|" + a); });
  with("of the address in small letters", [](const auto& a, const auto&) {
    std::string small = a;
    for (char& c : small) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
    return hex_digest(EVP_md5(), small);
  });
  with("FNV in decimals", [](const auto& a, const auto&) { return fmt::format("{}", fnv1a(a)); });
  with("before what it is of", [](const auto& a, const auto&) {
    return hex_digest(EVP_sha256(), a).substr(0, 6) + "#" + a;
  });
  with("12 digits of MD5 behind a word",
       [](const auto& a, const auto&) { return "CUST#" + hex_digest(EVP_md5(), a).substr(0, 12); });
  auto& bytes =
      cases.add("MD5 in bytes", {.partition = "k", .binaries = {"k"}}, 800,
                [](auto i, Dice&) {
                  const std::string mail = fmt::format("user{:x}@example.org", i * 7919 + 5);
                  return fmt::format(R"("Item":{{"k":{{"B":"{}"}},"email":{{"S":"{}"}}}})",
                                     base64(digest_bytes(EVP_md5(), mail)), mail);
                },
                {"DDB103"});
  bytes.data.file = "items.json";
}

void dates(Cases& cases) {
  using Make = std::function<std::string(Dice&)>;
  const auto with = [&cases](const std::string& name, const Make& value, std::uint64_t rows = 5000,
                             bool number = false) -> LabelledCase& {
    Keys keys{.partition = "k", .sort = "id"};
    if (number) keys.numbers = {"k"};
    return cases.add(name, keys, rows,
                     [value, number](auto, Dice& dice) {
                       return fmt::format(R"("k":{0}{1}{0},"id":"{2}")", number ? "" : "\"",
                                          value(dice), dice.uuid4());
                     },
                     {"DDB104"});
  };
  cases.add(
      "days since 1970", {.partition = "epoch_day", .sort = "id", .numbers = {"epoch_day"}}, 5000,
      [](auto, Dice& dice) {
        return fmt::format(R"("epoch_day":{},"id":"{}")", 20'300 + dice.below(120), dice.uuid4());
      },
      {"DDB104"});
  cases.add("days since 1970 beside moments", {.partition = "pk", .sort = "id", .numbers = {"pk"}},
            6000,
            [](auto i, Dice& dice) {
              // 2026-01-01 is day 20,454; day() has months of 28 days, so one of them.
              const std::uint64_t seconds = i * 400;
              return fmt::format(R"("pk":{},"id":"{}","at":"{}")", 20'454 + seconds / 86'400,
                                 dice.uuid4(), moment(seconds));
            },
            {"DDB104", "DDB401"});
  with("weeks", [](Dice& dice) { return fmt::format("2026-W{:02}", 1 + dice.below(52)); }, 2000);
  as_csv(with("months", [](Dice& dice) {
    return fmt::format("{}-{:02}", 2022 + dice.below(4), 1 + dice.below(12));
  }));
  with("a day behind a word", [](Dice& dice) { return "DATE#" + day(dice.below(100)); }, 8000);
  with(
      "hours without marks",
      [](Dice& dice) {
        return fmt::format("202603{:02}{:02}", 1 + dice.below(28), dice.below(24));
      },
      20'000, true);
  as_ion(with("days with slashes", [](Dice& dice) {
    return fmt::format("{:02}/{:02}/2026", 1 + dice.below(28), 1 + dice.below(12));
  }));
  with(
      "epoch seconds of whole hours",
      [](Dice& dice) { return fmt::format("{}", 1'770'001'200 + dice.below(500) * 3600); }, 9000,
      true);
  as_typed(cases.add("an index by month", {.partition = "id", .index = "period", .index_sort = "n"},
                     6000,
                     [](auto, Dice& dice) {
                       return fmt::format(R"("id":"{}","period":"2025-{:02}","n":"{}")",
                                          dice.uuid4(), 1 + dice.below(12), dice.hex(8));
                     },
                     {"DDB202"}));
}

void hot_and_uneven(Cases& cases) {
  as_csv(cases.add("one tenant with nine in ten of 100,000", {"tenantId", "id"}, 100'000,
                   [](auto i, Dice& dice) {
                     const auto n = dice.below(100) < 88 ? 0 : 1 + dice.below(3000);
                     return fmt::format(R"("tenantId":"t{:05x}","id":"{:x}-{}")", n * 7919, i,
                                        dice.hex(4));
                   },
                   {"DDB105"}));
  as_sample(cases.add("a hot topic in a sample", {"topic", "id"}, 5000,
                      [](auto, Dice& dice) {
                        return fmt::format(R"("topic":"{}","id":"{}")",
                                           dice.below(10) < 9 ? "news" : dice.hex(12),
                                           dice.uuid4());
                      },
                      {"DDB105"}),
            Drawn::random, 3'000'000);
  cases.add("a default assignee in a sparse index",
            {.partition = "id", .index = "assignee", .index_sort = "at"}, 16'000,
            [](auto i, Dice& dice) {
              std::string row = fmt::format(R"("id":"{}","at":"{}")", dice.uuid4(), moment(i * 61));
              if (dice.below(4) == 0) return row;
              return row + fmt::format(R"(,"assignee":"{}")", dice.below(20) < 17
                                                                  ? "nobody@x.org"
                                                                  : dice.hex(12) + "@x.org");
            },
            {"DDB203"});
  as_csv(cases.add("forty merchants of a thousand items", {"merchant", "id"}, 60'000,
                   [](auto i, Dice& dice) {
                     const auto n = dice.below(6) > 0 ? dice.below(40) : 40 + dice.below(4000);
                     return fmt::format(R"("merchant":"M-{:06x}","id":"{:x}")", n * 7919, i);
                   },
                   {"DDB107"}));
  cases.add("hot, by UUID version 7", {.partition = "room", .sort = "id", .ttl = "ttl"}, 20'000,
            [](auto i, Dice& dice) {
              const std::uint64_t ms = 1'770'000'000'000ULL + i * 1009;
              const auto room = dice.below(10) > 0 ? std::string("lobby") : dice.hex(10);
              return fmt::format(R"("room":"{}","id":"{:08x}-{:04x}-7{}-a{}-{}","ttl":{})", room,
                                 ms >> 16U, ms & 0xffffU, dice.hex(3), dice.hex(3), dice.hex(12),
                                 1'800'000'000 + i);
            },
            {"DDB105", "DDB112"});
  cases.add("hot, by milliseconds",
            {.partition = "queue", .sort = "at", .ttl = "ttl", .numbers = {"at"}}, 15'000,
            [](auto i, Dice& dice) {
              return fmt::format(R"("queue":"{}","at":{},"ttl":{})",
                                 dice.below(8) > 0 ? std::string("main") : dice.hex(10),
                                 1'770'000'000'123ULL + i * 1009, 1'800'000'000 + i);
            },
            {"DDB105", "DDB112"});
  as_csv(cases.add("milliseconds of meters without an end",
                   {.partition = "meter_id", .sort = "sk", .numbers = {"sk"}}, 40'000,
                   [](auto i, Dice& dice) {
                     return fmt::format(R"("meter_id":"m{:x}","sk":{},"kwh":"{}")",
                                        dice.below(150) * 7919, 1'770'000'000'123ULL + i * 10'007,
                                        dice.below(1000));
                   },
                   {"DDB114"}));
}

void shards(Cases& cases) {
  cases.add("a sum of code points before the day", {"pk", "order"}, 12'000,
            [](auto i, Dice& dice) {
              const std::string order = fmt::format("ORD-{:06}", i);
              std::uint64_t sum = 0;
              for (const char c : order) sum += static_cast<unsigned char>(c);
              return fmt::format(R"("pk":"{:02}#{}","order":"{}")", sum % 64, day(dice.below(3)),
                                 order);
            },
            {"DDB108"});
  as_csv(cases.add("twenty shards for three items each", {"pk", "id"}, 9000,
                   [](auto, Dice& dice) {
                     return fmt::format(R"("pk":"user-{:x}_{}","id":"{}")",
                                        dice.below(3000) * 7919 + 0xa0000, dice.below(20),
                                        dice.uuid4());
                   },
                   {"DDB110"}));
}

void combinations(Cases& cases) {
  cases.add("three attributes together", {"country", "sk"}, 30'000,
            [](auto, Dice& dice) {
              return fmt::format(R"("country":"c{}","segment":"g{:x}","shape":"f{:x}","sk":"{}")",
                                 dice.below(6), dice.below(14) * 7919, dice.below(17) * 7919,
                                 dice.uuid4());
            },
            {"DDB101", "DDB113"});
  as_csv(cases.add("a constant, and two that would do", {"pk", "sk"}, 25'000,
                   [](auto, Dice& dice) {
                     return fmt::format(R"("pk":"DATA","shop":"s{:x}","aisle":"a{:x}","sk":"{}")",
                                        dice.below(90) * 7919, dice.below(40) * 7919, dice.uuid4());
                   },
                   {"DDB101", "DDB105", "DDB113"}));
}

void loading(Cases& cases) {
  as_csv(cases.add("a dump in the order of accounts", {"account", "id"}, 30'000,
                   [](auto i, Dice& dice) {
                     return fmt::format(R"("account":"ac{:x}","id":"{:x}{}")",
                                        i / 25 * 7919 + 0x10000, i, dice.hex(3));
                   },
                   {"DDB401"}));
  as_array(cases.add("an array in the order of players", {"playerId", "id"}, 5000,
                     [](auto i, Dice& dice) {
                       return fmt::format(R"("playerId":"p{:x}","id":"{}")",
                                          i / 50 * 7919 + 0x10000, dice.uuid4());
                     },
                     {"DDB401"}));
  as_csv(cases.add("a line that stands twice", {"user", "at"}, 4000,
                   [](auto i, Dice&) {
                     const auto n = i == 3333 ? 1111 : i;
                     return fmt::format(R"("user":"u{:x}","at":"{}")", n % 2000 * 7919 + 0x10000,
                                        moment(n * 61));
                   },
                   {"DDB405"}));
}

void key_values(Cases& cases) {
  as_csv(cases.add("white space behind some keys", {"sku", "id"}, 4000,
                   [](auto i, Dice& dice) {
                     return fmt::format(R"("sku":"sku-{:x}{}","id":"{}")", i / 2 % 1300 * 7919,
                                        i % 2 == 0 ? "" : " ", dice.uuid4());
                   },
                   {"DDB404"}));
  cases.add("zeros before some numbers", {"pk", "id"}, 4000,
            [](auto i, Dice& dice) {
              const auto n = dice.below(1500) * 61 + 7;
              return fmt::format(R"("pk":"{}{}","id":"{}")", i % 3 == 0 ? "CUST-00" : "CUST-", n,
                                 dice.uuid4());
            },
            {"DDB404"});
  cases.add("a sort key over 1,024 bytes", {"user", "path"}, 2000,
            [](auto i, Dice& dice) {
              return fmt::format(R"("user":"u{:x}","path":"/{}")", i % 1300 * 7919,
                                 i == 77 ? std::string(1100, 'x') : dice.hex(20));
            },
            {"DDB404"});
  as_typed(cases.add("text where an index wants a number",
                     {.partition = "id", .index = "score", .numbers = {"score"}}, 3000,
                     [](auto i, Dice& dice) {
                       return i % 100 == 7 ? fmt::format(R"("id":"{}","score":"n/a")", dice.uuid4())
                                           : fmt::format(R"("id":"{}","score":{})", dice.uuid4(),
                                                         dice.below(10'000'000));
                     },
                     {"DDB406"}));
  cases.add("a moment of expiry as text of digits", {.partition = "id", .ttl = "expires_at"}, 600,
            [](auto i, Dice& dice) {
              return fmt::format(R"("id":"{}","expires_at":"{}")", dice.uuid4(),
                                 1'800'000'000 + i * 977);
            },
            {"DDB407"});
  as_typed(cases.add("microseconds", {.partition = "id", .ttl = "ttl"}, 600,
                     [](auto i, Dice& dice) {
                       return fmt::format(R"("id":"{}","ttl":{})", dice.uuid4(),
                                          1'800'000'000'000'000ULL + i * 977'001);
                     },
                     {"DDB407"}));
  cases.add("two entities behind one word", {"PK", "SK"}, 5000,
            [](auto i, Dice& dice) {
              const auto id = dice.hex(12);
              if (i % 3 == 0) {
                return fmt::format(R"("PK":"U#{0}","SK":"U#{0}","entityType":"user")", id);
              }
              if (i % 3 == 1) {
                return fmt::format(R"("PK":"U#{0}","SK":"U#{0}","entityType":"unit")", id);
              }
              return fmt::format(R"("PK":"D#{0}","SK":"D#{0}","entityType":"device")", id);
            },
            {"DDB408"});
  as_typed(cases.add("one entity, small and capital words", {"PK", "SK"}, 4000,
                     [](auto i, Dice& dice) {
                       return fmt::format(R"("PK":"{}#{}","SK":"META","_et":"Device")",
                                          i % 4 == 0 ? "device" : "DEVICE", dice.hex(12));
                     },
                     {"DDB408"}));
  as_array(cases.add("a document of 390 KB", {"doc"}, 30,
                     [](auto i, Dice& dice) {
                       return fmt::format(R"("doc":"{}","body":"{}")", dice.uuid4(),
                                          std::string(i == 3 ? 390'000 : 900, 'y'));
                     },
                     {"DDB402"}));
  cases.add("a local index on days", {.partition = "owner", .sort = "id", .local_sort = "day"},
            4000,
            [](auto i, Dice& dice) {
              return fmt::format(R"("owner":"o{:x}","id":"{}","day":"{}")", i % 2000 * 7919,
                                 dice.uuid4(), day(i % 200));
            },
            {"DDB210"});
}

}  // namespace

void add_disguises(Cases& cases) {
  few_values(cases);
  sequences(cases);
  digests(cases);
  dates(cases);
  hot_and_uneven(cases);
  shards(cases);
  combinations(cases);
  loading(cases);
  key_values(cases);
}

}  // namespace ddblint::test
