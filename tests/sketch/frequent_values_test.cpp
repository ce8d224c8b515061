#include "sketch/frequent_values.h"

#include <map>
#include <unordered_map>

#include "sketch/streams.h"

#include "support/catch.h"

namespace ddblint {
namespace {

using sketch_test::bytes_of;
using sketch_test::Counts;
using sketch_test::hash_of;
using sketch_test::kStreamKinds;
using sketch_test::kStreamLength;
using sketch_test::make_stream;
using sketch_test::Random;
using sketch_test::Stream;
using sketch_test::text_of;
using sketch_test::Weighted;
using sketch_test::zipf;

constexpr std::size_t kSlots = 128;

Counts counts_of(const Stream& stream) {
  Counts counts;
  for (const std::uint64_t value : stream) ++counts[hash_of(value)];
  return counts;
}

/// Adds a stream in pieces of `piece`.
void add(FrequentValues& values, std::span<const std::uint64_t> stream, std::size_t piece = 1000) {
  Stream hashes;
  for (const std::uint64_t value : stream) hashes.push_back(hash_of(value));
  for (std::size_t i = 0; i < stream.size(); i += piece) {
    const std::size_t size = std::min(piece, stream.size() - i);
    values.add(std::span(hashes).subspan(i, size),
               [&](std::size_t at) { return text_of(stream[i + at]); });
  }
}

/// Each true count lies within its bounds, and none is further off than is promised.
void check_bounds(const FrequentValues& values, const Counts& truth) {
  std::uint64_t total = 0;
  for (const auto& [hash, count] : truth) total += count;
  CHECK(values.total() == total);
  Counts missing = truth;
  std::uint64_t sum = 0;
  std::uint64_t widest = values.offset();
  bool within = true;
  for (const auto& value : values.top(values.size())) {
    const auto found = missing.find(value.hash);
    REQUIRE(found != missing.end());
    within = within && value.low <= found->second && found->second <= value.high && value.low > 0;
    sum += value.low;
    widest = std::max(widest, value.high - value.low);
    missing.erase(found);
  }
  for (const auto& [hash, count] : missing) within = within && count <= values.offset();
  CHECK(within);
  CHECK(sum <= total);
  CHECK(values.size() <= values.slots() / 4 * 3);
  CHECK(static_cast<double>(widest) <=
        static_cast<double>(total) * 2 / (0.75 * static_cast<double>(values.slots())));
}

TEST_CASE("frequent values: the bounds hold for streams of all kinds") {
  for (std::size_t kind = 0; kind < kStreamKinds; ++kind) {
    INFO("stream " << kind);
    const Stream stream = make_stream(kind, kind);
    FrequentValues values(kSlots);
    add(values, stream);
    check_bounds(values, counts_of(stream));
  }
}

TEST_CASE("frequent values: the bounds hold when all values that are not held share one cell") {
  // The worst of hashes: only their place among the counters differs.
  FrequentValues values(kSlots);
  Counts truth;
  Random random(3);
  for (std::size_t i = 0; i < kStreamLength; ++i) {
    const std::array hash{random.below(i % 3 == 0 ? 50 : 4'000)};
    values.add(hash, [](std::size_t) { return ""; });
    ++truth[hash[0]];
  }
  check_bounds(values, truth);
}

TEST_CASE("frequent values: the bounds hold after merges of 8 and 64 parts") {
  for (std::size_t kind = 0; kind < kStreamKinds; ++kind) {
    for (const std::size_t parts : {8, 64}) {
      INFO("stream " << kind << " in " << parts);
      const Stream stream = make_stream(kind, kind);
      const Counts truth = counts_of(stream);
      std::vector<FrequentValues> values(parts, FrequentValues(kSlots));
      for (std::size_t part = 0; part < parts; ++part) {
        const std::size_t begin = part * kStreamLength / parts;
        const std::size_t end = (part + 1) * kStreamLength / parts;
        add(values[part], std::span(stream).subspan(begin, end - begin));
      }
      FrequentValues chain = values[0];
      for (std::size_t part = 1; part < parts; ++part) chain.merge(values[part]);
      check_bounds(chain, truth);
      for (std::size_t step = 1; step < parts; step *= 2) {
        for (std::size_t part = 0; part + step < parts; part += 2 * step) {
          values[part].merge(values[part + step]);
        }
      }
      check_bounds(values[0], truth);
    }
  }
}

TEST_CASE("frequent values: it does not matter which is merged into which") {
  for (const std::size_t kind : {0, 1, 3}) {
    FrequentValues left(kSlots);
    FrequentValues right(kSlots);
    add(left, make_stream(1, 1));
    add(right, make_stream(kind, 2));
    FrequentValues one = left;
    one.merge(right);
    FrequentValues other = right;
    other.merge(left);
    CHECK(bytes_of(one) == bytes_of(other));
  }
}

TEST_CASE("frequent values: they do not depend on the pieces in which they are added") {
  for (std::size_t kind = 0; kind < kStreamKinds; ++kind) {
    const Stream stream = make_stream(kind, kind);
    FrequentValues whole(kSlots);
    add(whole, stream, stream.size());
    for (const std::size_t piece : {1, 7, 95, 4'096}) {
      FrequentValues values(kSlots);
      add(values, stream, piece);
      CHECK(bytes_of(values) == bytes_of(whole));
    }
  }
}

TEST_CASE("frequent values: counts are exact while all are held, and the adding says how long") {
  FrequentValues values(8, 5);  // six are held
  const std::vector<std::uint64_t> hashes = {30, 20, 20, 10, 10, 10, 1, 2, 3, 30, 4, 30};
  const auto text = [&](std::size_t i) { return i == 0 ? "abcdefg" : i == 3 ? "c" : "x"; };
  CHECK(values.add_exactly(hashes, text) == 10);
  CHECK(values.exact());
  CHECK(values.offset() == 0);
  CHECK(values.total() == 10);
  const auto top = values.top(10);
  REQUIRE(top.size() == 6);
  CHECK(top[0].hash == 10);
  CHECK(top[0].text == "c");
  CHECK(top[0].low == 3);
  CHECK(top[0].high == 3);
  CHECK(top[1].hash == 20);
  CHECK(top[2].hash == 30);
  CHECK(top[2].text == "abcde");
  CHECK(values.top(1).size() == 1);
  CHECK(values.top(0).empty());
  CHECK(FrequentValues().top(3).empty());
  std::map<std::uint64_t, std::uint64_t> seen;
  values.for_each([&](std::uint64_t hash, std::uint64_t count) { seen[hash] = count; });
  CHECK(seen ==
        std::map<std::uint64_t, std::uint64_t>{{1, 1}, {2, 1}, {3, 1}, {10, 3}, {20, 2}, {30, 2}});
}

TEST_CASE("frequent values: a drop leaves the greater half, and the rest to the cells") {
  FrequentValues values(8);
  // Hashes whose cells differ: the number stands in the bits of the cell, too.
  const auto hash = [](std::uint64_t i) { return i << 32U | i; };
  std::vector<std::uint64_t> hashes;
  for (std::uint64_t i = 1; i <= 6; ++i) hashes.insert(hashes.end(), i, hash(i));
  hashes.push_back(hash(7));
  values.add(hashes, [](std::size_t) { return ""; });
  CHECK_FALSE(values.exact());
  CHECK(values.total() == 22);
  // 1, 2 and 3 are dropped, so that a value is held when it may have 4; 7 has 1.
  CHECK(values.size() == 3);
  CHECK(values.offset() == 3);
  const std::vector<std::uint64_t> more = {hash(7), hash(3), hash(7), hash(7)};
  values.add(more, [](std::size_t) { return ""; });
  // 3 comes for the fourth time, and so does 7.
  std::map<std::uint64_t, std::pair<std::uint64_t, std::uint64_t>> bounds;
  for (const auto& value : values.top(6)) bounds[value.hash] = {value.low, value.high};
  CHECK(bounds ==
        std::map<std::uint64_t, std::pair<std::uint64_t, std::uint64_t>>{{hash(3), {1, 4}},
                                                                         {hash(4), {4, 4}},
                                                                         {hash(5), {5, 5}},
                                                                         {hash(6), {6, 6}},
                                                                         {hash(7), {1, 4}}});
}

TEST_CASE("frequent values: bounds are narrow on skewed streams and on values that come once") {
  constexpr std::uint64_t kMany = 200'000;
  FrequentValues skewed(1024);
  const Weighted draw(zipf(100'000, 1));
  Random random(9);
  Stream stream;
  for (std::size_t i = 0; i < kMany; ++i) stream.push_back(draw.draw(random));
  add(skewed, stream);
  const auto top = skewed.top(20);
  const Counts truth = counts_of(stream);
  REQUIRE(top.size() == 20);
  for (std::size_t i = 0; i < 20; ++i) {
    CHECK(top[i].low == truth.at(top[i].hash));
  }
  CHECK(top[0].hash == hash_of(0));
  CHECK(skewed.offset() <= kMany / 1024);

  FrequentValues once(1024);
  for (std::size_t i = 0; i < kMany; ++i) stream[i] = i;
  add(once, stream);
  CHECK(once.offset() <= kMany / 1024);
}

TEST_CASE("frequent values: they take bounded memory") {
  FrequentValues values(1024, 16);
  const std::string text(200, 'x');
  for (std::uint64_t i = 0; i < 100'000; ++i) {
    const std::array hash{hash_of(i)};
    values.add(hash, [&](std::size_t) -> std::string_view { return text; });
  }
  CHECK(values.memory() < 2048 * (24 + 8) + 2048 * 8 + 4 * 768 * 16 + 1000);
}

TEST_CASE("frequent values: saved ones are read back, damaged ones refused") {
  for (const std::size_t kind : {2, 3}) {
    FrequentValues values(64, 12);
    add(values, make_stream(kind, 1));
    const std::string saved = bytes_of(values);
    ArchiveReader in(saved);
    const auto loaded = FrequentValues::load(in);
    REQUIRE(loaded);
    CHECK(in.remaining() == 0);
    CHECK(bytes_of(*loaded) == saved);
    CHECK(loaded->total() == values.total());
    CHECK(loaded->offset() == values.offset());
    CHECK(loaded->exact() == (kind == 3));
    CHECK(loaded->top(1)[0].text == values.top(1)[0].text);
    FrequentValues more = *loaded;
    add(more, make_stream(1, 8));
    add(values, make_stream(1, 8));
    CHECK(bytes_of(more) == bytes_of(values));
    for (std::size_t size = 0; size < saved.size(); ++size) {
      ArchiveReader cut(std::string_view(saved).substr(0, size));
      CHECK_FALSE(FrequentValues::load(cut));
    }
  }
  ArchiveWriter odd;
  odd.varint(100);
  odd.varint(0);
  ArchiveReader wrong(odd.bytes());
  CHECK_FALSE(FrequentValues::load(wrong));
}

TEST_CASE("frequent values: what cannot have been saved is refused") {
  const auto refused = [](std::uint64_t total, std::uint64_t count, std::uint64_t weight,
                          std::uint64_t threshold, std::uint8_t form) {
    ArchiveWriter out;
    out.varint(8);
    out.varint(0);
    out.varint(total);
    out.varint(1);
    out.fixed64(77);
    out.varint(count);
    out.varint(weight);
    out.text("");
    out.varint(threshold);
    out.byte(form);
    if (form != 1) {
      for (int i = 0; i < 16; ++i) out.varint(0);
    }
    ArchiveReader in(out.bytes());
    return !FrequentValues::load(in);
  };
  CHECK_FALSE(refused(5, 5, 0, 1, 1));
  CHECK_FALSE(refused(9, 5, 2, 3, 0));
  CHECK(refused(5, 4, 0, 1, 1));   // occurrences that belong to no value
  CHECK(refused(5, 5, 1, 1, 1));   // exact and uncertain
  CHECK(refused(5, 5, 0, 2, 1));   // exact with a threshold
  CHECK(refused(5, 5, 0, 1, 2));   // neither exact nor not
  CHECK(refused(9, 5, 5, 3, 0));   // more than there are
  CHECK(refused(9, 5, 2, 0, 0));   // no threshold
  CHECK(refused(9, 5, 2, 11, 0));  // one that no value can reach
  CHECK(refused(9, 0, 2, 3, 0));
}

}  // namespace
}  // namespace ddblint
