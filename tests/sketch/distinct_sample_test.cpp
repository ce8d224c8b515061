#include "sketch/distinct_sample.h"

#include <cmath>
#include <map>

#include "sketch/streams.h"

#include "support/catch.h"

namespace ddblint {
namespace {

using sketch_test::bytes_of;
using sketch_test::hash_of;
using sketch_test::Random;
using sketch_test::text_of;

struct Reference {
  std::uint64_t count = 0;
  std::uint64_t weight = 0;
};

/// A stream in which value v occurs often when v is small.
std::vector<std::uint64_t> stream(std::uint64_t seed, std::size_t length, std::uint64_t values) {
  Random random(seed);
  std::vector<std::uint64_t> result(length);
  for (auto& value : result) {
    const double u = random.real();
    value = static_cast<std::uint64_t>(u * u * static_cast<double>(values));
  }
  return result;
}

void add(DistinctSample& sample, std::uint64_t value) {
  sample.add(hash_of(value), value % 7, text_of(value));
}

TEST_CASE("A sample of distinct values counts exactly while they fit") {
  DistinctSample sample(100, 5);
  std::map<std::uint64_t, Reference> truth;
  for (const std::uint64_t value : stream(1, 5000, 100)) {
    add(sample, value);
    auto& expected = truth[hash_of(value)];
    ++expected.count;
    expected.weight += value % 7;
  }
  REQUIRE(truth.size() == 100);
  CHECK(sample.exact());
  CHECK(sample.total() == 5000);
  CHECK(sample.distinct().exact);
  CHECK(sample.distinct().value == 100);
  CHECK(sample.distinct().low == 100);
  CHECK(sample.distinct().high == 100);
  const auto entries = sample.entries();
  REQUIRE(entries.size() == 100);
  auto expected = truth.begin();
  for (const auto& entry : entries) {
    CHECK(entry.hash == expected->first);
    CHECK(entry.count == expected->second.count);
    CHECK(entry.weight == expected->second.weight);
    CHECK(entry.text == "value");
    ++expected;
  }
  CHECK(sample.find(hash_of(3))->count == truth[hash_of(3)].count);
  CHECK_FALSE(sample.find(hash_of(100)));
  add(sample, 100);
  CHECK_FALSE(sample.exact());
  CHECK(sample.level() == 1);
}

TEST_CASE(
    "What a sample of distinct values keeps has its exact count, at the least level that fits") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    DistinctSample sample(64, 40);
    std::map<std::uint64_t, Reference> truth;
    std::uint64_t weight = 0;
    for (const std::uint64_t value : stream(seed, 20000, 50 + 400 * seed)) {
      add(sample, value);
      auto& expected = truth[hash_of(value)];
      ++expected.count;
      expected.weight += value % 7;
      weight += value % 7;
    }
    CHECK(sample.total() == 20000);
    CHECK(sample.total_weight() == weight);
    unsigned level = 0;
    const auto at = [&](unsigned shift) {
      return static_cast<std::size_t>(std::ranges::count_if(
          truth, [&](const auto& pair) { return shift == 0 || pair.first >> (64 - shift) == 0; }));
    };
    while (at(level) > 64) ++level;
    CHECK(sample.level() == level);
    CHECK(sample.size() == at(level));
    bool same = true;
    for (const auto& entry : sample.entries()) {
      same = same && truth.contains(entry.hash) && truth[entry.hash].count == entry.count &&
             truth[entry.hash].weight == entry.weight && entry.text.starts_with("value-");
    }
    CHECK(same);
  }
}

TEST_CASE("Merged samples of distinct values equal the sample of the whole, in any order") {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const std::uint64_t values = seed % 3 == 0 ? 40 : 3000;  // fits, and does not
    const auto all = stream(seed, 6000, values);
    DistinctSample whole(256, 8);
    std::vector<DistinctSample> parts(9, DistinctSample(256, 8));
    Random random(seed);
    for (const std::uint64_t value : all) {
      add(whole, value);
      add(parts[random.below(8) * random.below(2)], value);  // part 8 stays empty, part 0 is big
    }
    const std::string expected = bytes_of(whole);
    DistinctSample forward = parts[0];
    for (std::size_t i = 1; i < parts.size(); ++i) forward.merge(parts[i]);
    DistinctSample backward = parts[8];
    for (std::size_t i = 8; i-- > 0;) backward.merge(parts[i]);
    // ((0 1) (2 3)) ((4 5) (6 7)) 8
    std::vector<DistinctSample> tree = parts;
    for (std::size_t step = 1; step < 8; step *= 2) {
      for (std::size_t i = 0; i + step < 8; i += 2 * step) tree[i].merge(tree[i + step]);
    }
    tree[8].merge(tree[0]);
    CHECK(bytes_of(forward) == expected);
    CHECK(bytes_of(backward) == expected);
    CHECK(bytes_of(tree[8]) == expected);
  }
}

TEST_CASE("A sample of distinct values takes every hash, zero and unlucky ones too") {
  DistinctSample sample(2);
  sample.add(0, 5);
  sample.add(0, 6);
  CHECK(sample.find(0)->count == 2);
  CHECK(sample.find(0)->weight == 11);
  // These share 62 leading zeros: the level must rise until two are left.
  for (const std::uint64_t hash : {1, 2, 3}) sample.add(hash);
  CHECK(sample.level() == 63);
  CHECK(sample.size() == 2);
  CHECK(sample.find(1)->count == 1);
  CHECK(sample.total() == 5);
  DistinctSample one(1);
  one.add(1);
  one.add(0);
  CHECK(one.level() == 64);
  CHECK(one.size() == 1);
  one.add(~0ULL);
  CHECK(one.total() == 3);
  // Each occurrence is one value at most: the estimate 2^64 is cut.
  CHECK(one.distinct().high == 3);
}

TEST_CASE("Counting several occurrences at once, and none") {
  DistinctSample sample(8);
  sample.add_counted(7, 0, 3, "nothing");
  CHECK(sample.total() == 0);
  CHECK(sample.size() == 0);
  CHECK(sample.distinct().value == 0);
  sample.add_counted(7, 40, 1000, "");
  sample.add_counted(7, ~0ULL, ~0ULL, "");  // does not wrap round to an empty slot
  CHECK(sample.find(7)->count == ~0ULL);
  CHECK(sample.total() == ~0ULL);
}

TEST_CASE("A sample of distinct values stays within its memory") {
  DistinctSample sample(4096);
  for (std::uint64_t i = 0; i < 300000; ++i) sample.add(hash_of(i));
  CHECK(sample.size() <= 4096);
  CHECK(sample.memory() < 8192 * 24 + 1000);
  // 4096 texts of 32 bytes, an arena that doubles, slots and the places of texts.
  DistinctSample texts(4096, 32);
  const std::string text(100, 'x');
  for (std::uint64_t i = 0; i < 300000; ++i) texts.add(hash_of(i), 1, text);
  CHECK(texts.memory() < 8192 * 32 + 2 * 4096 * 32 + 1000);
  CHECK(texts.entries().front().text.size() == 32);
}

TEST_CASE("The estimate of distinct values has no bias to speak of") {
  // The error of each estimate is 1.2 / sqrt(256) = 7.5 %; the mean of 400 of them is within 1.5 %.
  for (const std::uint64_t distinct : {300U, 500U, 777U, 2048U, 20000U}) {
    double sum = 0;
    double squares = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
      DistinctSample sample(256);
      for (std::uint64_t i = 0; i < distinct; ++i) {
        // More occurrences than values, or the occurrences would cut the estimate.
        sample.add_counted(mix(mix(i) + seed), 3, 0, "");
      }
      const double error = sample.distinct().value / static_cast<double>(distinct) - 1;
      sum += error;
      squares += error * error;
    }
    INFO(distinct);
    CHECK(std::abs(sum / 400) < 0.015);
    CHECK(std::sqrt(squares / 400) < 0.09);
  }
}

TEST_CASE("A saved sample of distinct values is read back, a damaged one refused") {
  DistinctSample sample(64, 12);
  for (const std::uint64_t value : stream(3, 3000, 500)) add(sample, value);
  const std::string saved = bytes_of(sample);
  ArchiveReader in(saved);
  const auto loaded = DistinctSample::load(in);
  REQUIRE(loaded);
  CHECK(in.remaining() == 0);
  CHECK(bytes_of(*loaded) == saved);
  CHECK(loaded->find(sample.entries()[5].hash)->text == sample.entries()[5].text);
  for (std::size_t size = 0; size < saved.size(); ++size) {
    ArchiveReader cut(std::string_view(saved).substr(0, size));
    CHECK_FALSE(DistinctSample::load(cut));
  }
}

TEST_CASE("Why a sample of distinct values is refused") {
  const auto error = [](auto write) {
    ArchiveWriter out;
    write(out);
    ArchiveReader in(out.bytes());
    const auto loaded = DistinctSample::load(in);
    REQUIRE_FALSE(loaded);
    return loaded.error();
  };
  const auto header = [](ArchiveWriter& out, std::uint64_t level, std::uint64_t total) {
    for (const std::uint64_t number :
         {std::uint64_t{4}, std::uint64_t{0}, level, total, std::uint64_t{0}, std::uint64_t{2}}) {
      out.varint(number);
    }
  };
  const auto entry = [](ArchiveWriter& out, std::uint64_t hash, std::uint64_t count) {
    out.fixed64(hash);
    out.varint(count);
    out.varint(0);
  };
  CHECK(error([](ArchiveWriter& out) { out.varint(~0ULL); }) ==
        "a capacity is 18446744073709551615, more than 268435456, at byte 10");
  CHECK(error([&](ArchiveWriter& out) { header(out, 0, 2); }) ==
        "a length goes beyond the end of the data, at byte 6");
  CHECK(error([&](ArchiveWriter& out) {
          header(out, 0, 2);
          entry(out, 9, 1);
          entry(out, 9, 1);
        }).starts_with("the hashes do not rise"));
  CHECK(error([&](ArchiveWriter& out) {
          header(out, 60, 2);
          entry(out, 9, 1);
          entry(out, 16, 1);
        }).starts_with("a hash is not of the sample's level"));
  CHECK(error([&](ArchiveWriter& out) {
          header(out, 0, 3);
          entry(out, 9, 1);
          entry(out, 16, 1);
        }).starts_with("the counts of a sample of values do not add up"));
  CHECK(error([&](ArchiveWriter& out) {
          header(out, 0, 1);
          entry(out, 9, 1);
          entry(out, 16, 0);
        }).starts_with("a count is 0"));
}

}  // namespace
}  // namespace ddblint
