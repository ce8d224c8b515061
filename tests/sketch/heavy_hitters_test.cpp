#include "sketch/heavy_hitters.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

#include "sketch/streams.h"

#include "support/catch.h"

namespace ddblint {
namespace {

using sketch_test::bytes_of;
using sketch_test::count;
using sketch_test::Counts;
using sketch_test::hash_of;
using sketch_test::kStreamKinds;
using sketch_test::make_stream;
using sketch_test::Random;
using sketch_test::text_of;
using sketch_test::Weighted;
using sketch_test::zipf;

/// Adds a stream in parts of this size, in which each value is counted first.
void add_parts(HeavyHitters& hitters, const std::vector<std::uint64_t>& stream, std::size_t size) {
  for (std::size_t begin = 0; begin < stream.size(); begin += size) {
    std::map<std::uint64_t, std::uint64_t> counts;
    const std::size_t end = std::min(begin + size, stream.size());
    for (std::size_t i = begin; i < end; ++i) ++counts[stream[i]];
    std::vector<std::string> texts;
    std::vector<HeavyHitters::Addition> additions;
    texts.reserve(counts.size());
    for (const auto& [value, times] : counts) {
      texts.emplace_back(text_of(value));
      additions.push_back({.hash = hash_of(value), .weight = times, .text = texts.back()});
    }
    hitters.add(additions);
  }
}

/// Each true count lies within its bounds, and the offset within what theory promises.
void check_bounds(const HeavyHitters& hitters, const Counts& truth, std::size_t slots) {
  std::uint64_t total = 0;
  for (const auto& [hash, count] : truth) total += count;
  CHECK(hitters.total() == total);
  Counts missing = truth;
  std::uint64_t sum = 0;
  bool within = true;
  for (const auto& entry : hitters.top(slots)) {
    const auto found = missing.find(entry.hash);
    REQUIRE(found != missing.end());
    within = within && entry.low <= found->second && found->second <= entry.high &&
             entry.high - entry.low == hitters.offset() && entry.low > 0;
    sum += entry.low;
    missing.erase(found);
  }
  for (const auto& [hash, count] : missing) within = within && count <= hitters.offset();
  CHECK(within);
  CHECK(sum <= total);
  CHECK(static_cast<double>(hitters.offset()) <=
        static_cast<double>(total) / (0.75 * static_cast<double>(slots)));
}

constexpr std::size_t kSlots = 128;

TEST_CASE("The bounds of frequent values hold for streams of all kinds") {
  for (std::size_t kind = 0; kind < kStreamKinds; ++kind) {
    const std::vector<std::uint64_t> stream = make_stream(kind, kind);
    Counts truth;
    for (const std::uint64_t value : stream) ++truth[hash_of(value)];
    for (const std::size_t part : {1, 7, 300, 30000}) {
      HeavyHitters hitters(kSlots);
      add_parts(hitters, stream, part);
      INFO("stream " << kind << " in parts of " << part);
      check_bounds(hitters, truth, kSlots);
    }
  }
}

TEST_CASE("The bounds of frequent values hold with weights") {
  HeavyHitters hitters(kSlots);
  Counts truth;
  Random random(5);
  for (const std::uint64_t value : make_stream(1, 5)) {
    const std::uint64_t weight = random.below(1000) * random.below(2);  // half of them are 0
    count(hitters, hash_of(value), text_of(value), weight);
    truth[hash_of(value)] += weight;
  }
  check_bounds(hitters, truth, kSlots);
}

TEST_CASE("The bounds of frequent values hold after merges of 8 and 64 parts") {
  for (std::size_t kind = 0; kind < kStreamKinds; ++kind) {
    for (const std::size_t parts : {8, 64}) {
      std::vector<HeavyHitters> hitters(parts, HeavyHitters(kSlots));
      Counts truth;
      std::size_t i = 0;
      for (const std::uint64_t value : make_stream(kind, kind)) {
        count(hitters[i++ * parts / 30000], hash_of(value), text_of(value));
        ++truth[hash_of(value)];
      }
      INFO("stream " << kind << " in " << parts);
      HeavyHitters chain = hitters[0];
      for (std::size_t part = 1; part < parts; ++part) chain.merge(hitters[part]);
      check_bounds(chain, truth, kSlots);
      for (std::size_t step = 1; step < parts; step *= 2) {
        for (std::size_t part = 0; part + step < parts; part += 2 * step) {
          hitters[part].merge(hitters[part + step]);
        }
      }
      check_bounds(hitters[0], truth, kSlots);
    }
  }
}

TEST_CASE("Two merged lists of frequent values do not depend on which is merged into which") {
  HeavyHitters left(kSlots);
  HeavyHitters right(kSlots);
  for (const std::uint64_t value : make_stream(1, 1)) count(left, hash_of(value), text_of(value));
  for (const std::uint64_t value : make_stream(0, 2)) count(right, hash_of(value), text_of(value));
  HeavyHitters one = left;
  one.merge(right);
  HeavyHitters other = right;
  other.merge(left);
  CHECK(bytes_of(one) == bytes_of(other));
}

TEST_CASE("Frequent values are counted exactly while all fit, and listed by count") {
  HeavyHitters hitters(8, 5);
  count(hitters, 30, "abcdefg", 2);
  count(hitters, 20, "b", 5);
  count(hitters, 10, "c", 5);
  count(hitters, 40, "none", 0);
  CHECK(hitters.offset() == 0);
  CHECK(hitters.size() == 3);
  const auto top = hitters.top(10);
  REQUIRE(top.size() == 3);
  CHECK(top[0].hash == 10);
  CHECK(top[0].text == "c");
  CHECK(top[1].hash == 20);
  CHECK(top[2].text == "abcde");
  CHECK(top[2].low == 2);
  CHECK(top[2].high == 2);
  CHECK(hitters.top(1).size() == 1);
  CHECK(hitters.top(0).empty());
  CHECK(HeavyHitters().top(3).empty());
}

TEST_CASE("Where there is no room, the greatest counter that must go is subtracted from all") {
  HeavyHitters hitters(8);  // six are used
  for (std::uint64_t i = 0; i < 6; ++i) count(hitters, i, text_of(i), i + 1);
  CHECK(hitters.size() == 6);
  const std::array<HeavyHitters::Addition, 3> more = {{{.hash = 6, .weight = 9, .text = "new"},
                                                       {.hash = 5, .weight = 1, .text = "5"},
                                                       {.hash = 7, .weight = 2, .text = "less"}}};
  hitters.add(more);
  // Of 9, 7, 5, 4, 3, 2, 2 and 1 six may stay: the first that may not is 2.
  CHECK(hitters.offset() == 2);
  const auto top = hitters.top(8);
  REQUIRE(top.size() == 5);
  CHECK(top[0].text == "new");
  CHECK(top[0].low == 7);
  CHECK(top[0].high == 9);
  CHECK(top[1].hash == 5);
  CHECK(top[1].low == 5);
  CHECK(top[4].hash == 2);
  CHECK(top[4].low == 1);
  CHECK(hitters.total() == 33);
}

TEST_CASE("The offset of frequent values is far below its bound on skewed streams") {
  HeavyHitters hitters(1024);
  const Weighted draw(zipf(100000, 1));
  Random random(9);
  for (std::size_t i = 0; i < 200000; ++i) {
    const std::uint64_t value = draw.draw(random);
    count(hitters, hash_of(value), "");
  }
  CHECK(hitters.offset() < 340);  // half of total * 3.5 / slots
  CHECK(hitters.top(1)[0].hash == hash_of(0));
}

TEST_CASE("Frequent values take bounded memory") {
  HeavyHitters hitters(1024, 16);
  const std::string text(200, 'x');
  for (std::uint64_t i = 0; i < 100000; ++i) count(hitters, hash_of(i), text);
  CHECK(hitters.memory() < 1024 * (32 + 8) + 4 * 768 * 16 + 1000);
}

TEST_CASE("Saved frequent values are read back, damaged ones refused") {
  HeavyHitters hitters(64, 12);
  for (const std::uint64_t value : make_stream(2, 1))
    count(hitters, hash_of(value), text_of(value));
  const std::string saved = bytes_of(hitters);
  ArchiveReader in(saved);
  const auto loaded = HeavyHitters::load(in);
  REQUIRE(loaded);
  CHECK(in.remaining() == 0);
  CHECK(bytes_of(*loaded) == saved);
  CHECK(loaded->total() == hitters.total());
  CHECK(loaded->offset() == hitters.offset());
  CHECK(loaded->top(1)[0].text == hitters.top(1)[0].text);
  for (std::size_t size = 0; size < saved.size(); ++size) {
    ArchiveReader cut(std::string_view(saved).substr(0, size));
    CHECK_FALSE(HeavyHitters::load(cut));
  }
  ArchiveWriter odd;
  odd.varint(100);
  odd.varint(0);
  ArchiveReader wrong(odd.bytes());
  CHECK_FALSE(HeavyHitters::load(wrong));
}

}  // namespace
}  // namespace ddblint
