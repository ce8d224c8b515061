// One pass over the files of a trace. Workers read and parse batches of any file that is ready,
// the earliest first; what they parsed is counted in the order of the files, by whichever worker
// has the next batch. So the figures are the same for any number of threads, and memory holds the
// counters and a few batches a worker.

#include "workload/trace_pass.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "workload/trace_counts.h"
#include "workload/trace_parser.h"
#include <fmt/format.h>

#include "source/byte_stream.h"

namespace ddblint {
namespace {

constexpr auto kProgressEvery = std::chrono::milliseconds(200);
/// Files told by name when they cannot be read; the others are counted with the last of them.
constexpr std::size_t kMostFileProblems = 20;

/// A file between its opening and the counting of its last batch.
struct OpenTrace {
  const DataFile* file = nullptr;
  std::unique_ptr<RecordReader> reader;
  /// A worker is reading from it.
  bool reading = false;
  bool ended = false;
  std::uint64_t next_read = 0;
  std::uint64_t next_counted = 0;
  /// Parsed and not yet counted.
  std::map<std::uint64_t, std::unique_ptr<ParsedTrace>> parsed;
  std::optional<std::string> problem;
};

class TracePass {
 public:
  TracePass(const DataSet& data, std::span<const TracePlan> plans, const TraceOptions& options,
            unsigned threads)
      : data_(data),
        options_(options),
        threads_(threads),
        plans_(plans),
        counts_(plans, options.memory) {
    for (const DataFile& file : data.files) total_bytes_ += file.bytes.value_or(0);
    for (const DataProblem& problem : data.problems) {
      traces_.problems.push_back({.path = problem.path, .message = problem.message});
    }
  }

  Traces run() {
    std::vector<std::jthread> workers;
    for (unsigned i = 1; i < threads_; ++i) workers.emplace_back([this] { work(); });
    work();
    workers.clear();
    return finish();
  }

 private:
  void work();
  OpenTrace* claim(std::unique_lock<std::mutex>& lock);
  OpenTrace* open_next();
  bool read(OpenTrace& from, Batch& batch);
  void count_ready(std::unique_lock<std::mutex>& lock);
  void count(const DataFile& file, ParsedTrace& parsed);
  void file_problem(const DataFile& file, std::string message);
  void add_bad(const DataFile& file, const std::vector<BadTraceRecord>& bad);
  void tell_progress();
  [[nodiscard]] bool stopped() const {
    return options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed);
  }
  [[nodiscard]] bool may_read_ahead() const { return pending_ < 3 * std::size_t{threads_}; }
  std::unique_ptr<ParsedTrace> take_spare();
  Traces finish();

  const DataSet& data_;
  const TraceOptions& options_;
  const unsigned threads_;
  TracePlans plans_;

  std::mutex mutex_;
  std::condition_variable changed_;
  /// In the order of the files; the first is the one that is being counted.
  std::deque<std::unique_ptr<OpenTrace>> open_;
  std::size_t next_file_ = 0;
  /// Batches parsed or being parsed and not yet counted.
  std::size_t pending_ = 0;
  bool counting_ = false;
  std::vector<std::unique_ptr<ParsedTrace>> spare_;
  std::uint64_t closed_bytes_ = 0;
  std::uint64_t total_bytes_ = 0;

  // What the counting worker alone touches.
  TraceCounts counts_;
  Traces traces_;
  std::uint64_t files_ = 0;
  std::uint64_t bad_records_ = 0;
  std::map<TraceProblemKind, TraceProblem> bad_;
  std::size_t file_problems_ = 0;
  std::chrono::steady_clock::time_point last_told_ = std::chrono::steady_clock::now();
};

void TracePass::work() {
  TraceParser parser(plans_);
  Batch batch;
  std::unique_lock lock(mutex_);
  while (OpenTrace* const from = claim(lock)) {
    ++pending_;
    std::unique_ptr<ParsedTrace> parsed = take_spare();
    lock.unlock();
    const bool got = read(*from, batch);
    lock.lock();
    from->reading = false;
    const std::uint64_t number = from->next_read;
    if (!got) {
      from->ended = true;
      --pending_;
      spare_.push_back(std::move(parsed));
      changed_.notify_all();
    } else {
      ++from->next_read;
      changed_.notify_all();
      lock.unlock();
      parser.parse(batch, from->file->path, *parsed);
      lock.lock();
      from->parsed.emplace(number, std::move(parsed));
    }
    count_ready(lock);
  }
}

std::unique_ptr<ParsedTrace> TracePass::take_spare() {
  if (spare_.empty()) return std::make_unique<ParsedTrace>();
  std::unique_ptr<ParsedTrace> parsed = std::move(spare_.back());
  spare_.pop_back();
  return parsed;
}

/// The earliest file that can be read from; null when all is read. Only the first file may be read
/// when much waits to be counted: it alone makes room.
OpenTrace* TracePass::claim(std::unique_lock<std::mutex>& lock) {
  while (!stopped()) {
    for (const auto& trace : open_) {
      if (trace->ended || trace->reading) continue;
      if (trace != open_.front() && !may_read_ahead()) break;
      if (trace == open_.front() && !may_read_ahead() && !trace->parsed.empty()) break;
      trace->reading = true;
      return trace.get();
    }
    const bool more = next_file_ < data_.files.size();
    if (more && (open_.empty() || may_read_ahead())) return open_next();
    if (!more && open_.empty()) return nullptr;
    if (!more && std::ranges::all_of(open_, [](const auto& trace) { return trace->ended; })) {
      return nullptr;
    }
    changed_.wait(lock);
  }
  // Others that wait see it, too.
  changed_.notify_all();
  return nullptr;
}

OpenTrace* TracePass::open_next() {
  auto trace = std::make_unique<OpenTrace>();
  trace->file = &data_.files[next_file_++];
  trace->reading = true;
  open_.push_back(std::move(trace));
  return open_.back().get();
}

/// The next batch; false at the end or where nothing can be read.
bool TracePass::read(OpenTrace& from, Batch& batch) {
  if (!from.reader) {
    auto stream = open_stream(from.file->path);
    if (!stream) {
      from.problem = stream.error();
      return false;
    }
    RecordOptions records;
    records.batch_bytes = options_.batch_bytes;
    from.reader = std::make_unique<RecordReader>(std::move(*stream), *from.file, records);
  }
  const std::expected<bool, std::string> got = from.reader->next(batch);
  if (!got) from.problem = got.error();
  return got.value_or(false);
}

/// Counts what is next in order, as far as it is parsed. One worker at a time does.
void TracePass::count_ready(std::unique_lock<std::mutex>& lock) {
  if (counting_) return;
  counting_ = true;
  while (!open_.empty()) {
    OpenTrace& first = *open_.front();
    const auto ready = first.parsed.find(first.next_counted);
    if (ready != first.parsed.end()) {
      std::unique_ptr<ParsedTrace> parsed = std::move(ready->second);
      first.parsed.erase(ready);
      ++first.next_counted;
      lock.unlock();
      count(*first.file, *parsed);
      lock.lock();
      --pending_;
      spare_.push_back(std::move(parsed));
      changed_.notify_all();
      tell_progress();
    } else if (first.ended && first.next_counted == first.next_read) {
      if (first.problem) file_problem(*first.file, *first.problem);
      if (first.next_read > 0 || !first.problem) ++files_;
      if (first.reader) closed_bytes_ += first.reader->consumed();
      open_.pop_front();
      changed_.notify_all();
    } else {
      break;
    }
  }
  counting_ = false;
}

void TracePass::count(const DataFile& file, ParsedTrace& parsed) {
  counts_.add(parsed);
  add_bad(file, parsed.bad);
  std::ranges::move(parsed.insights, std::back_inserter(traces_.insights));
}

void TracePass::file_problem(const DataFile& file, std::string message) {
  if (++file_problems_ > kMostFileProblems) {
    ++traces_.problems.back().count;
    return;
  }
  traces_.problems.push_back({.path = file.path, .line = 0, .message = std::move(message)});
}

void TracePass::add_bad(const DataFile& file, const std::vector<BadTraceRecord>& bad) {
  for (const BadTraceRecord& record : bad) {
    // A report whose rule is unknown was read all the same.
    bad_records_ += record.kind == TraceProblemKind::unknown_rule ? 0U : 1U;
    const auto [problem, added] = bad_.try_emplace(
        record.kind,
        TraceProblem{.path = file.path, .line = record.line, .message = record.message});
    if (!added) ++problem->second.count;
  }
}

void TracePass::tell_progress() {
  const auto now = std::chrono::steady_clock::now();
  if (!options_.progress || now - last_told_ < kProgressEvery) return;
  last_told_ = now;
  std::uint64_t bytes = closed_bytes_;
  for (const auto& trace : open_) {
    if (!trace->reading && trace->reader) bytes += trace->reader->consumed();
  }
  options_.progress({.bytes = bytes, .total_bytes = total_bytes_, .records = counts_.records()});
}

Traces TracePass::finish() {
  traces_.tables = counts_.summarise(options_.hottest);
  for (TraceSummary& summary : traces_.tables) {
    summary.files = files_;
    summary.bad_records = bad_records_;
    if (stopped()) summary.notes.emplace_back("the reading was stopped before the end");
  }
  traces_.unplanned = counts_.unplanned();
  for (auto& [kind, problem] : bad_) traces_.problems.push_back(std::move(problem));
  return std::move(traces_);
}

}  // namespace

Traces read_trace_files(const DataSet& data, std::span<const TracePlan> plans,
                        const TraceOptions& options) {
  const unsigned threads =
      options.threads > 0 ? options.threads : std::max(1U, std::thread::hardware_concurrency());
  return TracePass(data, plans, options, threads).run();
}

}  // namespace ddblint
