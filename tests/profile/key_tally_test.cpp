#include "profile/key_tally.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "sketch/hash.h"

#include "support/catch.h"

using namespace ddblint;

namespace {

/// Items and bytes by key.
using Counted = std::map<std::uint64_t, std::pair<std::uint64_t, std::uint64_t>>;

/// Takes keys as a pass does, and hands them on to `counted`.
class Tallied {
 public:
  explicit Tallied(std::size_t most_bytes = std::size_t{64} << 20U) : tally_(64, most_bytes) {}

  void add(std::uint64_t key) {
    if (tally_.full()) hand_on();
    const std::uint64_t hash = mix(key);
    tally_.add(hash, 10 + key % 7, std::to_string(hash));
  }
  void hand_on() {
    largest_ = tally_.size();
    tally_.for_each([this](const CounterTable::Counter& counter, std::string_view text) {
      CHECK(text == std::to_string(counter.hash));
      counted_[counter.hash].first += counter.count;
      counted_[counter.hash].second += counter.weight;
    });
    tally_.clear();
  }
  [[nodiscard]] const Counted& counted() const { return counted_; }
  /// Keys that were handed on last.
  [[nodiscard]] std::size_t largest() const { return largest_; }

 private:
  KeyTally tally_;
  Counted counted_;
  std::size_t largest_ = 0;
};

}  // namespace

TEST_CASE("a tally counts as a map does, and grows where keys come again and memory allows") {
  const bool allows = GENERATE(true, false);
  Tallied tallied(allows ? std::size_t{64} << 20U : std::size_t{2} << 20U);
  Counted slow;
  std::size_t largest = 0;
  std::uint64_t random = 1;
  for (int i = 0; i < 1'000'000; ++i) {
    // Low ones come more often.
    random = mix(random);
    const std::uint64_t part = random >> 59U;
    const std::uint64_t cube = part * part * part;
    const std::uint64_t key = (random & 0xFFFFFFU) * cube * cube / 60'000'000'000;
    tallied.add(key);
    ++slow[mix(key)].first;
    slow[mix(key)].second += 10 + key % 7;
    largest = std::max(largest, tallied.largest());
  }
  tallied.hand_on();
  CHECK(tallied.counted() == slow);
  CHECK(largest == (allows ? KeyTally::kMostKeys : KeyTally::kMostKeys / 4));
}

TEST_CASE("a tally stays small on keys that come once each") {
  Tallied tallied;
  for (std::uint64_t key = 0; key < 400'000; ++key) tallied.add(key);
  CHECK(tallied.largest() == KeyTally::kMostKeys / 4);
  tallied.hand_on();
  CHECK(tallied.counted().size() == 400'000);
}
