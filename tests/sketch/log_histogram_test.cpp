#include "sketch/log_histogram.h"

#include <algorithm>
#include <cmath>

#include "sketch/streams.h"

#include "support/catch.h"

namespace ddblint {
namespace {

using sketch_test::bytes_of;
using sketch_test::Random;

TEST_CASE("An empty histogram") {
  const LogHistogram histogram;
  CHECK(histogram.count() == 0);
  CHECK(histogram.minimum() == 0);
  CHECK(histogram.maximum() == 0);
  CHECK(histogram.quantile(0.5) == 0);
  CHECK(histogram.decades().empty());
}

TEST_CASE("Every value is found again within the relative error") {
  Random random(1);
  std::vector<std::uint64_t> values{0, 1, 127, 128, 129, 255, 256, 1ULL << 62U, ~0ULL >> 1U, ~0ULL};
  for (int i = 0; i < 20000; ++i) values.push_back(random.word() >> random.below(64));
  double worst = 0;
  bool small_exact = true;
  for (const std::uint64_t value : values) {
    // Neighbours far away keep the minimum and maximum from telling the answer.
    LogHistogram histogram;
    histogram.add(0);
    histogram.add(value);
    histogram.add(~0ULL);
    const std::uint64_t found = histogram.quantile(0.5);
    if (value < 128) small_exact = small_exact && found == value;
    const std::uint64_t apart = found > value ? found - value : value - found;
    if (value > 0) worst = std::max(worst, static_cast<double>(apart) / static_cast<double>(value));
  }
  CHECK(small_exact);
  CHECK(worst <= LogHistogram::kRelativeError);
  CHECK(worst > 0.007);  // the bound is tight: 1/128 = 0.0078
}

TEST_CASE("Quantiles are within the relative error of the exact ones") {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    Random random(seed);
    LogHistogram histogram;
    std::vector<std::uint64_t> values(2000);
    for (auto& value : values) {
      value = static_cast<std::uint64_t>(std::exp(6 + 3 * random.normal()));
      histogram.add(value);
    }
    std::ranges::sort(values);
    CHECK(histogram.minimum() == values.front());
    CHECK(histogram.maximum() == values.back());
    for (const double q : {0.0, 0.0005, 0.001, 0.1, 0.25, 0.5, 0.9, 0.99, 0.9999, 1.0}) {
      const auto rank = static_cast<std::size_t>(std::max(1.0, std::ceil(q * 2000)));
      const auto exact = static_cast<double>(values[rank - 1]);
      CHECK(std::abs(static_cast<double>(histogram.quantile(q)) - exact) <=
            exact * LogHistogram::kRelativeError);
    }
  }
}

TEST_CASE("The decades of a histogram are exact") {
  LogHistogram histogram;
  histogram.add(9);
  histogram.add(10);
  histogram.add(99);
  histogram.add(999);
  histogram.add(1000, 3);
  auto decades = histogram.decades();
  REQUIRE(decades.size() == 4);
  CHECK(decades[0].from == 1);
  CHECK(decades[0].to == 9);
  CHECK(decades[0].count == 1);
  CHECK(decades[1].count == 2);
  CHECK(decades[2].count == 1);
  CHECK(decades[3].from == 1000);
  CHECK(decades[3].to == 9999);
  CHECK(decades[3].count == 3);
  histogram.add(0);
  histogram.add(~0ULL);
  decades = histogram.decades();
  REQUIRE(decades.size() == 21);
  CHECK(decades[0].from == 0);
  CHECK(decades[0].to == 0);
  CHECK(decades[0].count == 1);
  CHECK(decades[20].from == 10000000000000000000ULL);
  CHECK(decades[20].to == ~0ULL);
  CHECK(decades[20].count == 1);
  for (std::uint64_t power = 1; power <= 1000000000000000000ULL; power *= 10) {
    LogHistogram border;
    border.add(power - 1);
    border.add(power);
    CHECK(border.decades().size() == 2);
    CHECK(border.decades()[1].from == power);
  }
}

TEST_CASE("Merged histograms equal that of the whole") {
  Random random(4);
  LogHistogram whole;
  std::vector<LogHistogram> parts(5);
  for (int i = 0; i < 3000; ++i) {
    const std::uint64_t value = random.word() >> random.below(64);
    const std::uint64_t count = random.below(3);
    whole.add(value, count);
    parts[random.below(4)].add(value, count);
  }
  LogHistogram forward;
  for (const auto& part : parts) forward.merge(part);
  LogHistogram backward;
  for (std::size_t i = parts.size(); i-- > 0;) backward.merge(parts[i]);
  CHECK(bytes_of(forward) == bytes_of(whole));
  CHECK(bytes_of(backward) == bytes_of(whole));
}

TEST_CASE("Counts of a histogram do not overflow") {
  LogHistogram histogram;
  histogram.add(5, ~0ULL);
  histogram.add(5, 10);
  histogram.add(6);
  CHECK(histogram.count() == ~0ULL);
  CHECK(histogram.quantile(0.5) == 5);
  const std::string saved = bytes_of(histogram);
  ArchiveReader in(saved);
  CHECK(LogHistogram::load(in));
}

TEST_CASE("A saved histogram is read back, a damaged one refused") {
  LogHistogram histogram;
  Random random(8);
  for (int i = 0; i < 300; ++i) histogram.add(random.word() >> random.below(64), 1 + i);
  const std::string saved = bytes_of(histogram);
  ArchiveReader in(saved);
  const auto loaded = LogHistogram::load(in);
  REQUIRE(loaded);
  CHECK(in.remaining() == 0);
  CHECK(bytes_of(*loaded) == saved);
  CHECK(loaded->quantile(0.3) == histogram.quantile(0.3));
  for (std::size_t size = 0; size < saved.size(); ++size) {
    ArchiveReader cut(std::string_view(saved).substr(0, size));
    CHECK_FALSE(LogHistogram::load(cut));
  }
  // One value in a bucket that does not hold it.
  ArchiveWriter out;
  for (const std::uint64_t number : {1, 5, 5, 1, 1, 6, 1}) out.varint(number);
  ArchiveReader wrong(out.bytes());
  CHECK_FALSE(LogHistogram::load(wrong));
  ArchiveWriter right;
  for (const std::uint64_t number : {1, 5, 5, 1, 1, 5, 1}) right.varint(number);
  ArchiveReader good(right.bytes());
  CHECK(LogHistogram::load(good));
}

}  // namespace
}  // namespace ddblint
