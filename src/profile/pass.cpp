// One pass over the data. A worker takes the next batch of some file, parses it and hashes its
// values on its own; then it adds them to the shared sketches.
//
// Sketches that do not care for the order of additions stand behind one mutex each and take a whole
// batch at once. Those that do (heavy hitters, load windows) belong to their file: its batches are
// added in their order, and the files are joined in theirs. So every figure is the same for any
// number of threads and any size of batch. Partition keys go through a tally of their file, which
// hands each of them on once, with its counts, to both kinds.
//
// Memory: the sketches, one batch a worker, and for each open file a tally of 1.5 MB a key, or 6 MB
// for all its keys if that is more.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "profile/batch_queue.h"
#include "profile/collector.h"
#include "profile/column_pass.h"
#include "profile/key_tally.h"
#include "profile/spill.h"
#include "profile/state.h"
#include "sketch/hash.h"
#include <fmt/format.h>

namespace ddblint {
namespace {

/// DynamoDB: an item has at most 400 KB, names and values (Quotas page); near is three quarters.
constexpr std::uint64_t kItemBytes = std::uint64_t{400} << 10U;
constexpr std::uint64_t kNearItemBytes = std::uint64_t{300} << 10U;
/// Entries ahead of the one that is added: about as long as memory takes to answer.
constexpr std::size_t kPrefetchAhead = 12;
/// For the tallies of a file, where they may grow.
constexpr std::size_t kTallyBytes = std::size_t{6} << 20U;
constexpr auto kProgressEvery = std::chrono::milliseconds(200);

/// What is added in the order of one file.
struct FileSketches {
  struct Key {
    explicit Key(std::size_t tally_bytes) : tally(kHotKeyText, tally_bytes) {}

    KeyTally tally;
    HeavyHitters by_items{kHotKeySlots, kHotKeyText};
    HeavyHitters by_bytes{kHotKeySlots, kHotKeyText};
  };
  explicit FileSketches(std::size_t key_count) {
    for (std::size_t i = 0; i < key_count; ++i) keys.emplace_back(kTallyBytes / key_count);
  }

  std::vector<Key> keys;
  LoadWindows windows;
  FileColumns columns;
  std::uint64_t items = 0;
  std::uint64_t last_record = 0;
};

class Pass {
 public:
  Pass(const DataSet& data, const MeasureOptions& options, unsigned threads,
       Measurements::State& state, const std::function<void(const Progress&)>& progress,
       const std::function<bool()>& stop);

  void run();

 private:
  class Worker;

  std::shared_ptr<FileSketches> sketches_of(const TakenBatch& taken);
  void hand_on(FileSketches& file, std::size_t key);
  [[nodiscard]] bool needs_primaries() const {
    return spill_ != nullptr || std::ranges::any_of(state_.keys, [](const auto& key) {
             return key.primary.has_value();
           });
  }
  void add_bad(std::size_t file, const std::vector<BadRecord>& records);
  void heartbeat(std::uint64_t items);
  void open_spill();
  void end_files();
  void join(std::size_t index, const ReadFile& read);
  void tell_nothing_there();
  void finish();

  const DataSet& data_;
  const MeasureOptions& options_;
  const unsigned threads_;
  Measurements::State& state_;
  const std::function<void(const Progress&)>& progress_;
  const std::function<bool()>& stop_;
  std::uint64_t total_bytes_ = 0;
  BatchQueue queue_;

  std::deque<std::mutex> key_mutexes_;
  /// Of the table's own key, and behind its mutex.
  std::unique_ptr<Spill> spill_;
  SharedColumns columns_;
  std::mutex rows_mutex_;
  std::atomic<unsigned> row_level_ = 0;
  /// Guards what follows, and the state beside its keys and rows.
  std::mutex mutex_;
  std::map<std::size_t, std::shared_ptr<FileSketches>> sketches_;
  std::uint64_t items_seen_ = 0;
  std::chrono::steady_clock::time_point last_heartbeat_ = std::chrono::steady_clock::now();
  std::map<BadRecordKind, std::pair<std::size_t, std::uint64_t>> first_bad_;
  /// Files that ended before their predecessors.
  std::map<std::size_t, ReadFile> ended_;
  std::size_t next_to_join_ = 0;
};

/// What one thread does.
class Pass::Worker {
 public:
  explicit Worker(Pass& pass)
      : pass_(pass),
        keys_(pass.state_.plan, pass.needs_primaries()),
        parser_({.wanted = keys_.names(), .others = !pass.options_.keys_only}),
        columns_(pass.columns_) {}

  void run() {
    while (pass_.queue_.take(taken_)) {
      process();
      pass_.queue_.end_turn(taken_);
      columns_.add();
      pass_.end_files();
      pass_.heartbeat(items_.items.size());
    }
    const std::lock_guard lock(pass_.mutex_);
    pass_.state_.add(totals_);
  }

 private:
  void process();
  void count_items();
  void add_keys(const std::vector<CollectedKeys>& keys);
  void add_rows();
  void add_in_order(FileSketches& file, const std::vector<CollectedKeys>& keys);

  Pass& pass_;
  KeyCollector keys_;
  ItemParser parser_;
  ColumnWorker columns_;
  TakenBatch taken_;
  ParsedItems items_;
  std::vector<std::uint64_t> primaries_;
  RowSample::Row row_;
  /// What this worker counts alone.
  ItemCounts totals_;
};

void Pass::Worker::process() {
  const std::shared_ptr<FileSketches> file = pass_.sketches_of(taken_);
  parser_.parse(taken_.batch, items_);
  count_items();
  const auto& keys = keys_.collect(items_);
  add_keys(keys);
  if (!pass_.options_.keys_only) {
    columns_.collect(items_, {taken_.batch.bytes.data(), taken_.batch.bytes.size()});
    totals_.values_left_out += columns_.left_out();
    add_rows();
  }
  pass_.add_bad(taken_.file, taken_.batch.bad);
  pass_.add_bad(taken_.file, items_.bad);
  pass_.queue_.wait_turn(taken_);
  add_in_order(*file, keys);
}

void Pass::Worker::count_items() {
  for (const Item& item : items_.items) {
    if (item.removed) {
      ++totals_.removals;
      continue;
    }
    ++totals_.items;
    totals_.item_bytes += item.size;
    totals_.item_sizes.add(item.size);
    if (item.size >= kNearItemBytes) ++totals_.items_near_limit;
    if (item.size > kItemBytes) ++totals_.items_over_limit;
    if (item.size < totals_.largest_item.bytes) continue;
    totals_.offer_largest(
        {.key = keys_.primary_text(items_, item), .items = 1, .bytes = item.size});
  }
}

void Pass::Worker::add_keys(const std::vector<CollectedKeys>& keys) {
  for (std::size_t k = 0; k < keys.size(); ++k) {
    const CollectedKeys& from = keys[k];
    const std::lock_guard lock(pass_.key_mutexes_[k]);
    KeyMeasurements& to = pass_.state_.keys[k];
    to.items += from.keys.size();
    to.add(from);
    if (k == 0 && pass_.spill_) {
      for (const CollectedKey& key : from.keys) pass_.spill_->add(key.primary);
    }
    if (!to.primary) continue;
    primaries_.clear();
    for (const CollectedKey& key : from.keys) primaries_.push_back(key.primary);
    to.primary->add(primaries_);
  }
}

void Pass::Worker::add_rows() {
  for (const Item& item : items_.items) {
    if (item.removed) continue;
    const std::uint64_t record = taken_.batch.first_record + item.record;
    const std::uint64_t hash = combine(taken_.seed, record);
    const unsigned level = pass_.row_level_.load(std::memory_order_relaxed);
    if (!RowSample::takes_at(level, hash)) continue;
    row_.hash = hash;
    row_.file = static_cast<std::uint32_t>(taken_.file);
    row_.record = record;
    row_.text.clear();
    row_.values.clear();
    for (std::uint32_t i = item.first; i < item.first + item.count; ++i) {
      const auto number = columns_.number(i);
      if (number) append_value(row_, *number, items_.attributes[i]);
    }
    const std::lock_guard lock(pass_.rows_mutex_);
    if (!pass_.state_.rows.takes(hash)) continue;
    pass_.state_.rows.add(row_);
    pass_.row_level_.store(pass_.state_.rows.level(), std::memory_order_relaxed);
  }
}

void Pass::Worker::add_in_order(FileSketches& file, const std::vector<CollectedKeys>& keys) {
  for (std::size_t k = 0; k < keys.size(); ++k) {
    KeyTally& tally = file.keys[k].tally;
    const std::vector<CollectedKey>& found = keys[k].keys;
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (i + kPrefetchAhead < found.size()) tally.prefetch(found[i + kPrefetchAhead].partition);
      if (tally.full()) pass_.hand_on(file, k);
      tally.add(found[i].partition, found[i].item_size, found[i].text);
    }
  }
  if (!keys.empty() && taken_.batch.context->order == RecordOrder::file) {
    for (const CollectedKey& key : keys.front().keys) file.windows.add(key.partition);
  }
  columns_.add_in_order(items_, file.columns);
  file.items += items_.items.size();
  const auto& records = taken_.batch.records;
  if (!records.empty()) file.last_record = hash_record(taken_.batch, records.size() - 1);
}

Pass::Pass(const DataSet& data, const MeasureOptions& options, unsigned threads,
           Measurements::State& state, const std::function<void(const Progress&)>& progress,
           const std::function<bool()>& stop)
    : data_(data),
      options_(options),
      threads_(threads),
      state_(state),
      progress_(progress),
      stop_(stop),
      queue_(data.files, options.records, threads),
      columns_(state) {
  for (std::size_t i = 0; i < state_.keys.size(); ++i) key_mutexes_.emplace_back();
  for (const DataFile& file : data_.files) total_bytes_ += file.bytes.value_or(0);
  const bool table_key = !state_.keys.empty() && state_.keys.front().key.index.empty();
  if (!options_.spill_folder.empty() && table_key) open_spill();
}

void Pass::open_spill() {
  auto spill = Spill::in(options_.spill_folder);
  if (spill) {
    spill_ = std::move(*spill);
  } else {
    state_.problems.push_back({.kind = DataProblem::Kind::unreadable,
                               .path = options_.spill_folder,
                               .message = spill.error()});
  }
}

void Pass::run() {
  std::vector<std::jthread> threads;
  for (unsigned i = 1; i < threads_; ++i) threads.emplace_back([this] { Worker(*this).run(); });
  Worker(*this).run();
  threads.clear();
  finish();
}

std::shared_ptr<FileSketches> Pass::sketches_of(const TakenBatch& taken) {
  const std::lock_guard lock(mutex_);
  auto& file = sketches_[taken.file];
  if (!file) file = std::make_shared<FileSketches>(state_.keys.size());
  return file;
}

/// Adds what a file's tally of a key has counted to the sketches.
void Pass::hand_on(FileSketches& file, std::size_t key) {
  FileSketches::Key& from = file.keys[key];
  std::vector<HeavyHitters::Addition> items;
  std::vector<HeavyHitters::Addition> bytes;
  items.reserve(from.tally.size());
  bytes.reserve(from.tally.size());
  {
    const std::lock_guard lock(key_mutexes_[key]);
    DistinctSample& partition = state_.keys[key].partition;
    from.tally.for_each([&](const CounterTable::Counter& counter, std::string_view text) {
      partition.add_counted(counter.hash, counter.count, counter.weight, text);
      items.push_back({.hash = counter.hash, .weight = counter.count, .text = text});
      bytes.push_back({.hash = counter.hash, .weight = counter.weight, .text = text});
    });
  }
  from.by_items.add(items);
  from.by_bytes.add(bytes);
  from.tally.clear();
}

void Pass::add_bad(std::size_t file, const std::vector<BadRecord>& records) {
  if (records.empty()) return;
  const std::lock_guard lock(mutex_);
  for (const BadRecord& record : records) {
    BadRecords& bad = state_.bad[record.kind];
    ++bad.count;
    const std::pair place(file, record.line);
    const auto [first, added] = first_bad_.try_emplace(record.kind, place);
    if (!added && first->second <= place) continue;
    first->second = place;
    bad.kind = record.kind;
    bad.path = data_.files[file].path;
    bad.line = record.line;
    bad.message = record.message;
  }
}

void Pass::heartbeat(std::uint64_t items) {
  const std::lock_guard lock(mutex_);
  items_seen_ += items;
  if (stop_ && stop_()) queue_.stop();
  const auto now = std::chrono::steady_clock::now();
  if (!progress_ || now - last_heartbeat_ < kProgressEvery) return;
  last_heartbeat_ = now;
  progress_({.bytes = queue_.consumed(), .total_bytes = total_bytes_, .items = items_seen_});
}

void Pass::end_files() {
  const std::lock_guard lock(mutex_);
  for (auto& [index, read] : queue_.take_ended()) {
    const auto found = sketches_.find(index);
    for (std::size_t k = 0; found != sketches_.end() && k < state_.keys.size(); ++k) {
      hand_on(*found->second, k);
      found->second->keys[k].tally = KeyTally(kHotKeyText, 0);
    }
    ended_.emplace(index, std::move(read));
  }
  while (!ended_.empty() && ended_.begin()->first == next_to_join_) {
    join(next_to_join_, ended_.begin()->second);
    ended_.erase(ended_.begin());
    ++next_to_join_;
  }
}

void Pass::join(std::size_t index, const ReadFile& read) {
  const DataFile& file = data_.files[index];
  if (read.problem) {
    state_.problems.push_back(
        {.kind = DataProblem::Kind::unreadable, .path = file.path, .message = *read.problem});
  }
  InputIdentity identity;
  identity.path = file.path;
  identity.seed = read.seed;
  identity.bytes = file.bytes.value_or(read.consumed);
  identity.unpacked = read.unpacked;
  identity.records = read.records;
  if (read.context) {
    identity.order = read.context->order;
    identity.changes = read.context->changes;
    identity.format = read.context->described;
  }
  state_.partial = state_.partial || read.stopped;
  const auto found = sketches_.find(index);
  if (found != sketches_.end()) {
    FileSketches& sketches = *found->second;
    identity.items = sketches.items;
    identity.fingerprint =
        combine(combine(read.seed, sketches.last_record), combine(read.unpacked, read.records));
    for (std::size_t k = 0; k < sketches.keys.size(); ++k) {
      state_.keys[k].by_items.merge(sketches.keys[k].by_items);
      state_.keys[k].by_bytes.merge(sketches.keys[k].by_bytes);
    }
    sketches.columns.join(columns_);
    sketches.windows.finish();
    identity.windows = sketches.windows.windows();
    identity.window_keys = sketches.windows.distinct_keys();
    identity.window_parallelism = sketches.windows.effective_parallelism();
    sketches_.erase(found);
  }
  const bool whole = !read.problem && !read.stopped;
  if (whole && file.promised_items && *file.promised_items != identity.items) {
    state_.problems.push_back(
        {.kind = DataProblem::Kind::wrong_content,
         .path = file.path,
         .message = fmt::format("`{}` holds {} items, but the export's manifest says {}", file.path,
                                identity.items, *file.promised_items)});
  }
  state_.inputs.push_back(std::move(identity));
}

// Figures of nothing look like those of an empty table. Only an export has files without items.
void Pass::tell_nothing_there() {
  const bool something = state_.items > 0 || state_.removals > 0 || !state_.bad.empty();
  if (something || state_.partial || !state_.problems.empty()) return;
  if (std::ranges::any_of(data_.files, &DataFile::exported) || data_.files.empty()) return;
  state_.problems.push_back(
      {.kind = DataProblem::Kind::unreadable,
       .path = data_.files.front().path,
       .message = data_.files.size() == 1 ? "holds no items"
                                          : fmt::format("holds no items, nor do the other {} files",
                                                        data_.files.size() - 1)});
}

void Pass::finish() {
  end_files();
  // Files that were never opened because the reading was stopped leave a hole in the order.
  for (auto& [index, read] : ended_) join(index, read);
  ended_.clear();
  if (state_.inputs.size() < data_.files.size()) state_.partial = true;
  tell_nothing_there();
  if (spill_) {
    const auto repeats = spill_->count_repeats();
    if (repeats) {
      state_.counted_repeats = *repeats;
    } else {
      state_.problems.push_back({.kind = DataProblem::Kind::unreadable,
                                 .path = options_.spill_folder,
                                 .message = repeats.error()});
    }
  }
  columns_.finish();
}

}  // namespace

Measurements measure(const DataSet& data, KeyPlan plan, const MeasureOptions& options,
                     const std::function<void(const Progress&)>& progress,
                     const std::function<bool()>& stop) {
  Measurements measurements(std::move(plan), options);
  Measurements::State& state = measurements.state();
  state.problems = data.problems;
  for (const ExportSummary& summary : data.exports) {
    state.promised_items += summary.items.value_or(0);
  }
  const unsigned threads =
      options.threads > 0 ? options.threads : std::max(1U, std::thread::hardware_concurrency());
  Pass(data, options, threads, state, progress, stop).run();
  return measurements;
}

}  // namespace ddblint
