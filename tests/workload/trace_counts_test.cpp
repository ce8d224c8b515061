// Generated traces against maps of everything: what is called exact is, and bounds hold the truth.

#include <algorithm>
#include <map>
#include <random>

#include "workload/traced.h"

namespace {

using namespace ddblint;
using namespace ddblint::test;

struct Request {
  std::int64_t second = 0;
  bool write = false;
  std::string key;
  /// In halves.
  std::uint64_t halves = 1;
};

struct Shape {
  std::uint64_t requests = 20'000;
  std::uint64_t keys = 300;
  std::int64_t seconds = 2'000;
  /// Requests move by up to so many seconds in the file.
  std::int64_t disorder = 0;
  /// Files that each have the whole time, one after another.
  std::size_t files = 1;
};

/// A few keys have most of the requests, and each key a burst.
std::vector<Request> make_requests(std::uint64_t seed, const Shape& shape) {
  std::mt19937_64 random(seed);
  const auto below = [&random](std::uint64_t end) { return random() % end; };
  std::vector<std::pair<std::int64_t, Request>> placed;
  for (std::uint64_t i = 0; i < shape.requests; ++i) {
    const std::uint64_t spread = below(shape.keys) + 1;
    const std::uint64_t key = below(4) == 0 ? below(spread) / 7 : below(shape.keys);
    Request request;
    request.second = 1'700'000'000 + static_cast<std::int64_t>(i) * shape.seconds /
                                         static_cast<std::int64_t>(shape.requests);
    if (below(10) == 0) request.second -= request.second % 50;
    request.write = below(3) == 0;
    request.key = fmt::format("k{}", key);
    request.halves = 1 + below(8);
    const auto late =
        shape.disorder == 0
            ? std::int64_t{0}
            : static_cast<std::int64_t>(below(2 * static_cast<std::uint64_t>(shape.disorder)));
    placed.emplace_back(request.second + late, std::move(request));
  }
  std::ranges::sort(placed, [](const auto& a, const auto& b) {
    return std::tie(a.first, a.second.second, a.second.key, a.second.halves) <
           std::tie(b.first, b.second.second, b.second.key, b.second.halves);
  });
  std::vector<Request> requests;
  for (auto& [place, request] : placed) requests.push_back(std::move(request));
  return requests;
}

/// Everything, in maps.
struct Truth {
  struct Way {
    std::map<std::string, std::map<std::int64_t, std::uint64_t>> by_key;
    std::map<std::int64_t, std::uint64_t> by_second;
    std::uint64_t requests = 0;
    std::uint64_t halves = 0;
  };
  Way reads;
  Way writes;
  std::map<std::string, int> keys;

  explicit Truth(const std::vector<Request>& requests) {
    for (const Request& request : requests) {
      Way& way = request.write ? writes : reads;
      way.by_key[request.key][request.second] += request.halves;
      way.by_second[request.second] += request.halves;
      way.halves += request.halves;
      ++way.requests;
      ++keys[request.key];
    }
  }
};

double total(const std::map<std::int64_t, std::uint64_t>& seconds) {
  double sum = 0;
  for (const auto& [second, halves] : seconds) sum += static_cast<double>(halves) / 2;
  return sum;
}

double highest(const std::map<std::int64_t, std::uint64_t>& seconds) {
  double most = 0;
  for (const auto& [second, halves] : seconds)
    most = std::max(most, static_cast<double>(halves) / 2);
  return most;
}

void check_holds(const Bounded& bounds, double truth) {
  CHECK(bounds.low <= truth);
  CHECK(bounds.high >= truth);
  CHECK(bounds.value == bounds.low);
}

void check_peak(const Peak& peak, const std::map<std::int64_t, std::uint64_t>& seconds,
                bool exact) {
  const double truth = highest(seconds);
  check_holds(peak.units, truth);
  if (exact) CHECK(peak.units.exact());
  if (truth > 0 && peak.units.exact()) {
    REQUIRE(seconds.contains(peak.at));
    CHECK(static_cast<double>(seconds.at(peak.at)) / 2 == truth);
  }
}

struct Expected {
  bool exact_totals = false;
  bool exact_peaks = false;
};

void check(const TraceSummary& summary, Truth& truth, Expected expected) {
  const TracedKeyUse& use = summary.keys.front();
  CHECK(summary.events == truth.reads.requests + truth.writes.requests);
  CHECK(use.gets == truth.reads.requests);
  CHECK(use.writes == truth.writes.requests);
  CHECK(use.read_units.exact());
  CHECK(use.read_units.value == static_cast<double>(truth.reads.halves) / 2);
  CHECK(use.write_units.value == static_cast<double>(truth.writes.halves) / 2);
  check_peak(use.peak_reads, truth.reads.by_second, expected.exact_peaks);
  check_peak(use.peak_writes, truth.writes.by_second, expected.exact_peaks);
  for (const TracedKey& told : use.hottest) {
    INFO(told.key);
    const std::string& key = told.key;
    REQUIRE((truth.reads.by_key.contains(key) || truth.writes.by_key.contains(key)));
    const auto& reads = truth.reads.by_key[key];
    const auto& writes = truth.writes.by_key[key];
    check_holds(told.read_units, total(reads));
    check_holds(told.write_units, total(writes));
    if (expected.exact_totals) CHECK(told.read_units.exact());
    if (expected.exact_totals) CHECK(told.write_units.exact());
    check_peak(told.peak_reads, reads, expected.exact_peaks);
    check_peak(told.peak_writes, writes, expected.exact_peaks);
    check_holds(told.read_share, total(reads) / use.read_units.value);
    check_holds(told.write_share, total(writes) / use.write_units.value);
  }
  if (expected.exact_peaks && expected.exact_totals) {
    CHECK(use.distinct.value == static_cast<double>(truth.keys.size()));
    double hottest = 0;
    for (const auto& [key, seconds] : truth.writes.by_key)
      hottest = std::max(hottest, 3 * highest(seconds));
    for (const auto& [key, seconds] : truth.reads.by_key)
      hottest = std::max(hottest, highest(seconds));
    REQUIRE(!use.hottest.empty());
    const TracedKey& first = use.hottest.front();
    CHECK(std::max(3 * first.peak_writes.units.value, first.peak_reads.units.value) == hottest);
  }
}

std::string as_csv(const std::vector<Request>& requests, std::size_t first, std::size_t step) {
  std::string text = "time,op,pk,units\n";
  for (std::size_t i = first; i < requests.size(); i += step) {
    const Request& request = requests[i];
    text += fmt::format("{},{},{},{}\n", request.second, request.write ? "PutItem" : "GetItem",
                        request.key, static_cast<double>(request.halves) / 2);
  }
  return text;
}

std::string as_lines(const std::vector<Request>& requests, std::size_t first, std::size_t step) {
  std::string text;
  for (std::size_t i = first; i < requests.size(); i += step) {
    const Request& request = requests[i];
    text += fmt::format(R"({{"time":{},"operation":"{}","key":"{}","units":{}}})",
                        request.second * 1000, request.write ? "update" : "batch_get", request.key,
                        static_cast<double>(request.halves) / 2) +
            "\n";
  }
  return text;
}

TracePlan one_table() { return {.table = "t", .keys = {{.partition = {"pk"}}}}; }

/// Writes the files of a shape and reads them.
Traces read_shape(const std::vector<Request>& requests, const Shape& shape,
                  const TraceOptions& options, bool csv) {
  const Scratch scratch;
  for (std::size_t i = 0; i < shape.files; ++i) {
    scratch.write(fmt::format("{}.{}", i, csv ? "csv" : "jsonl"),
                  csv ? as_csv(requests, i, shape.files) : as_lines(requests, i, shape.files));
  }
  return read_all({scratch.path().string()}, {one_table()}, options);
}

constexpr std::uint64_t kKilobyte = 1024;

}  // namespace

TEST_CASE("traces that fit into memory are exact in any order") {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    for (const std::int64_t disorder : {0, 30, 2000}) {
      const Shape shape{.requests = 5000, .disorder = disorder, .files = 1 + seed % 3};
      const auto requests = make_requests(seed, shape);
      Truth truth(requests);
      const Traces traces = read_shape(requests, shape, {}, seed % 2 == 0);
      INFO("seed " << seed << ", disorder " << disorder);
      check(traces.tables.front(), truth, {.exact_totals = true, .exact_peaks = true});
      CHECK(traces.tables.front().notes.empty());
      CHECK(traces.tables.front().begin ==
            truth.reads.by_second.begin()->first -
                std::max<std::int64_t>(0, truth.reads.by_second.begin()->first -
                                              truth.writes.by_second.begin()->first));
    }
  }
}

TEST_CASE("peaks of traces in order are exact though their seconds do not fit") {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const Shape shape{.requests = 30'000, .keys = 400, .seconds = 15'000, .disorder = 20};
    const auto requests = make_requests(seed, shape);
    Truth truth(requests);
    // 4,096 slots for seconds, and keys enough.
    const TraceOptions options{.memory = 600 * kKilobyte};
    const Traces traces = read_shape(requests, shape, options, true);
    CAPTURE(seed, traces.tables.front().notes);
    REQUIRE(traces.tables.front().notes.size() == 1);
    check(traces.tables.front(), truth, {.exact_totals = true, .exact_peaks = true});
  }
}

TEST_CASE("bounds of traces hold the truth however little memory there is") {
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U}) {
    for (const std::uint64_t memory : {1ULL, 40ULL, 200ULL}) {
      for (const std::int64_t disorder : {0, 60, 4000}) {
        const Shape shape{.requests = 12'000,
                          .keys = 4'000,
                          .seconds = 2'000,
                          .disorder = disorder,
                          .files = 1 + seed % 3};
        const auto requests = make_requests(seed, shape);
        Truth truth(requests);
        CAPTURE(seed, memory, disorder);
        const TraceOptions options{.memory = memory * kKilobyte, .hottest = 40};
        const Traces traces = read_shape(requests, shape, options, true);
        check(traces.tables.front(), truth, {});
        CHECK(traces.tables.front().notes.size() == 2);
        CHECK(!traces.tables.front().keys.front().hottest.empty());
      }
    }
  }
}

TEST_CASE("a hot second stands out though its key came late and memory is short") {
  const Shape shape{.requests = 20'000, .keys = 5'000};
  auto requests = make_requests(7, shape);
  for (int i = 0; i < 500; ++i) {
    requests.insert(requests.begin() + 15'000,
                    {.second = 1'700'001'500, .write = true, .key = "hot", .halves = 4});
  }
  Truth truth(requests);
  const Traces traces = read_shape(requests, shape, {.memory = 300 * kKilobyte}, true);
  const TracedKeyUse& use = traces.tables.front().keys.front();
  check(traces.tables.front(), truth, {});
  REQUIRE(use.hottest.front().key == "hot");
  CHECK(use.hottest.front().peak_writes.units.exact());
  CHECK(use.hottest.front().peak_writes.units.value == 1000);
  CHECK(use.hottest.front().peak_writes.at == 1'700'001'500);
}

TEST_CASE("what traces say hangs neither on threads nor on batches") {
  const Shape shape{.requests = 20'000, .keys = 3'000, .disorder = 100, .files = 5};
  const auto requests = make_requests(11, shape);
  const Scratch scratch;
  for (std::size_t i = 0; i < shape.files; ++i) {
    const bool csv = i % 2 == 0;
    scratch.write(fmt::format("{}.{}", i, csv ? "csv" : "jsonl"),
                  csv ? as_csv(requests, i, shape.files) : as_lines(requests, i, shape.files));
  }
  scratch.write("9.jsonl",
                "{\"op\":\"get\",\"key\":\"a\"}\n{\"op\":\"fly\",\"key\":\"a\"}\n{broken\n");
  const auto read = [&](unsigned threads, std::size_t batch) {
    return described(
        read_all({scratch.path().string()}, {one_table()},
                 {.memory = 300 * kKilobyte, .threads = threads, .batch_bytes = batch}));
  };
  const std::string once = read(1, std::size_t{1} << 20U);
  CHECK(once.find("fly") != std::string::npos);
  for (const unsigned threads : {1U, 2U, 5U}) {
    for (const std::size_t batch : {std::size_t{300}, std::size_t{4096}, std::size_t{1} << 20U}) {
      CAPTURE(threads, batch);
      CHECK(read(threads, batch) == once);
    }
  }
}

TEST_CASE("a reading of traces can be stopped, and tells how far it is") {
  const Shape shape{.requests = 50'000};
  const auto requests = make_requests(5, shape);
  const Scratch scratch;
  scratch.write("t.csv", as_csv(requests, 0, 1));
  std::atomic<bool> stop = true;
  const auto stopped =
      read_traces({scratch.file("t.csv")}, std::vector{one_table()}, {.stop = &stop});
  REQUIRE(stopped.has_value());
  CHECK(stopped->tables.front().records == 0);
  REQUIRE(!stopped->tables.front().notes.empty());
  CHECK(stopped->tables.front().notes.back().find("stopped") != std::string::npos);
}
