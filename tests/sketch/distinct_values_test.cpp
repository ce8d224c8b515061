#include "sketch/distinct_values.h"

#include <array>
#include <map>

#include "sketch/distinct_sample.h"
#include "sketch/streams.h"

#include "support/catch.h"

namespace ddblint {
namespace {

using sketch_test::bytes_of;
using sketch_test::hash_of;
using sketch_test::Random;

/// Hashes of a stream in which few values come often.
std::vector<std::uint64_t> stream(std::uint64_t seed, std::size_t length, std::uint64_t values) {
  Random random(seed);
  std::vector<std::uint64_t> result(length);
  for (auto& hash : result) {
    const double u = random.real();
    hash = hash_of(static_cast<std::uint64_t>(u * u * static_cast<double>(values)));
  }
  return result;
}

/// The same values are kept as by a sample that was tested on its own.
void check_same(const DistinctValues& values, const DistinctSample& sample) {
  CHECK(values.total() == sample.total());
  CHECK(values.level() == sample.level());
  CHECK(values.exact() == sample.exact());
  REQUIRE(values.size() == sample.size());
  CHECK(values.distinct().value == sample.distinct().value);
  CHECK(values.distinct().low == sample.distinct().low);
  CHECK(values.distinct().high == sample.distinct().high);
  std::map<std::uint64_t, std::uint64_t> one;
  std::map<std::uint64_t, std::uint64_t> other;
  values.for_each_count([&](std::uint64_t count) { ++one[count]; });
  sample.for_each_count([&](std::uint64_t count) { ++other[count]; });
  CHECK(one == other);
  bool same = true;
  for (const auto& entry : sample.entries()) {
    same = same && values.count_of(entry.hash) == entry.count;
  }
  CHECK(same);
}

TEST_CASE("distinct values: they are those of a sample with texts, in pieces of any size") {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const std::size_t capacity = std::array{1, 10, 64, 1'000, 5'000}[seed % 5];
    const std::uint64_t values = std::array{3, 100, 20'000}[seed % 3];
    INFO("capacity " << capacity << ", values " << values);
    const auto hashes = stream(seed, 10'000, values);
    DistinctSample sample(capacity);
    for (const std::uint64_t hash : hashes) sample.add(hash);
    for (const std::size_t piece : {1, 300, 10'000}) {
      DistinctValues kept(capacity);
      for (std::size_t i = 0; i < hashes.size(); i += piece) {
        kept.add(std::span(hashes).subspan(i, std::min(piece, hashes.size() - i)));
      }
      check_same(kept, sample);
    }
  }
}

TEST_CASE("distinct values: counts added at once are those that are added one by one") {
  DistinctSample sample(50);
  DistinctValues values(50);
  Random random(4);
  for (int i = 0; i < 2'000; ++i) {
    const std::uint64_t hash = hash_of(random.below(300));
    const std::uint64_t count = random.below(5);
    sample.add_counted(hash, count, 0, {});
    values.add_counted(hash, count);
  }
  check_same(values, sample);
  CHECK(values.count_of(hash_of(1'000)) == 0);
}

TEST_CASE("distinct values: parts merged in any order are the whole") {
  for (const std::uint64_t distinct : {40, 5'000}) {
    const auto hashes = stream(distinct, 12'000, distinct);
    DistinctValues whole(128);
    whole.add(hashes);
    std::vector<DistinctValues> parts(6, DistinctValues(128));
    for (std::size_t i = 0; i < parts.size(); ++i) {
      parts[i].add(std::span(hashes).subspan(i * 2'000, 2'000));
    }
    DistinctValues forth = parts[0];
    for (std::size_t i = 1; i < parts.size(); ++i) forth.merge(parts[i]);
    DistinctValues back = parts[5];
    for (std::size_t i = 5; i > 0; --i) back.merge(parts[i - 1]);
    CHECK(bytes_of(forth) == bytes_of(whole));
    CHECK(bytes_of(back) == bytes_of(whole));
  }
}

TEST_CASE("distinct values: one whose hash is zero is one like others") {
  DistinctValues values(4);
  const std::vector<std::uint64_t> hashes = {0, ~0ULL, 0, 0};
  values.add(hashes);
  CHECK(values.size() == 2);
  CHECK(values.count_of(0) == 3);
  CHECK(values.count_of(~0ULL) == 1);
}

TEST_CASE("distinct values: those that come once take little memory") {
  DistinctValues values(1U << 16U);
  std::vector<std::uint64_t> hashes;
  for (std::uint64_t i = 0; i < 400'000; ++i) hashes.push_back(hash_of(i));
  values.add(hashes);
  CHECK(values.memory() < 8 * (1U << 17U) + 1'000);
  CHECK(values.distinct().low <= 400'000);
  CHECK(values.distinct().high >= 400'000);
}

TEST_CASE("distinct values: saved ones are read back, damaged ones refused") {
  for (const std::uint64_t distinct : {30, 3'000}) {
    DistinctValues values(64);
    values.add(stream(5, 8'000, distinct));
    const std::string saved = bytes_of(values);
    ArchiveReader in(saved);
    const auto loaded = DistinctValues::load(in);
    REQUIRE(loaded);
    CHECK(in.remaining() == 0);
    CHECK(bytes_of(*loaded) == saved);
    CHECK(loaded->distinct().high == values.distinct().high);
    for (std::size_t size = 0; size < saved.size(); ++size) {
      ArchiveReader cut(std::string_view(saved).substr(0, size));
      CHECK_FALSE(DistinctValues::load(cut));
    }
  }
  const auto refused = [](std::uint64_t capacity, std::uint64_t level, std::uint64_t total,
                          std::vector<std::pair<std::uint64_t, std::uint64_t>> kept) {
    ArchiveWriter out;
    out.varint(capacity);
    out.varint(level);
    out.varint(total);
    out.varint(kept.size());
    for (const auto& [hash, count] : kept) {
      out.fixed64(hash);
      out.varint(count);
    }
    ArchiveReader in(out.bytes());
    return !DistinctValues::load(in);
  };
  CHECK_FALSE(refused(4, 0, 3, {{7, 1}, {9, 2}}));
  CHECK(refused(0, 0, 3, {}));
  CHECK(refused(1, 0, 3, {{7, 1}, {9, 2}}));
  CHECK(refused(4, 0, 3, {{9, 1}, {7, 2}}));
  CHECK(refused(4, 0, 3, {{0, 3}}));
  CHECK(refused(4, 0, 4, {{7, 1}, {9, 2}}));
  CHECK(refused(4, 1, 2, {{7, 1}, {9, 2}}));
  CHECK(refused(4, 1, 4, {{7, 1}, {1ULL << 63U, 2}}));
  CHECK(refused(4, 0, 1, {{7, 0}, {9, 1}}));
}

}  // namespace
}  // namespace ddblint
