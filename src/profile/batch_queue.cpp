#include "profile/batch_queue.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "sketch/hash.h"

#include "source/byte_stream.h"

namespace ddblint {
namespace {

/// Enough of a record to tell it from others.
constexpr std::size_t kRecordBytes = 4096;
/// How long a worker waits awake: longer than another one reads a batch from the page cache.
constexpr auto kAwake = std::chrono::microseconds(200);

}  // namespace

std::uint64_t hash_record(const Batch& batch, std::size_t record) {
  const Batch::Record& place = batch.records[record];
  return hash_bytes(
      {batch.bytes.data() + place.begin, std::min<std::size_t>(place.length, kRecordBytes)});
}

struct BatchQueue::OpenFile {
  std::size_t index = 0;
  std::optional<RecordReader> reader;
  ReadFile read;
  /// A worker is at its reader.
  bool busy = false;
  bool ended = false;
  /// Batches handed out, and done.
  std::uint64_t taken = 0;
  std::uint64_t done = 0;
};

BatchQueue::BatchQueue(const std::vector<DataFile>& files, RecordOptions options, unsigned workers)
    : files_(files), options_(std::move(options)), workers_(workers) {}

BatchQueue::~BatchQueue() = default;

// Opening is quick (the first bytes are read), so it may hold the lock.
BatchQueue::OpenFile* BatchQueue::open_one() {
  auto file = std::make_unique<OpenFile>();
  file->index = next_++;
  const DataFile& input = files_[file->index];
  auto stream = input.within ? open_bytes(input.within->text) : open_stream(input.path);
  if (!stream) {
    file->read.problem = std::move(stream.error());
    file->ended = true;
  } else {
    file->reader.emplace(std::move(*stream), input, options_);
  }
  open_.push_back(std::move(file));
  return open_.back().get();
}

BatchQueue::OpenFile* BatchQueue::choose() {
  const auto reading = static_cast<std::size_t>(
      std::ranges::count_if(open_, [](const auto& file) { return !file->ended; }));
  if (reading < workers_ && next_ < files_.size() && !stopped_) return open_one();
  // The file with the fewest batches out, so that workers spread over the files.
  OpenFile* best = nullptr;
  for (const auto& file : open_) {
    if (file->busy || file->ended) continue;
    if (best == nullptr || file->taken - file->done < best->taken - best->done) best = file.get();
  }
  return best;
}

bool BatchQueue::read(OpenFile& file, TakenBatch& taken, std::unique_lock<std::mutex>& lock) {
  file.busy = true;
  lock.unlock();
  const auto more = file.reader->next(taken.batch);
  lock.lock();
  file.busy = false;
  file.read.consumed = file.reader->consumed();
  file.read.unpacked = file.reader->unpacked();
  const bool got = more && *more;
  if (got) {
    if (!file.read.context) file.read.context = taken.batch.context;
    if (file.read.seed == 0 && !taken.batch.records.empty()) {
      file.read.seed = hash_record(taken.batch, 0);
    }
    taken.seed = file.read.seed;
    file.read.records += taken.batch.records.size();
    taken.file = file.index;
    ++file.taken;
  } else {
    if (!more) file.read.problem = more.error();
    file.ended = true;
  }
  tell_change();
  return got;
}

void BatchQueue::tell_change() {
  changes_.fetch_add(1, std::memory_order_relaxed);
  changed_.notify_all();
}

/// Stays awake at first: most waits are shorter than it takes to fall asleep and to be woken.
void BatchQueue::await_change(std::unique_lock<std::mutex>& lock) {
  const std::uint64_t seen = changes_.load(std::memory_order_relaxed);
  const auto changed = [&] { return changes_.load(std::memory_order_relaxed) != seen; };
  lock.unlock();
  const auto asleep_at = std::chrono::steady_clock::now() + kAwake;
  while (!changed() && std::chrono::steady_clock::now() < asleep_at) std::this_thread::yield();
  lock.lock();
  changed_.wait(lock, changed);
}

bool BatchQueue::take(TakenBatch& taken) {
  std::unique_lock lock(mutex_);
  for (;;) {
    OpenFile* const file = stopped_ ? nullptr : choose();
    if (file != nullptr && !file->ended) {
      if (read(*file, taken, lock)) return true;
      continue;
    }
    const bool busy = std::ranges::any_of(open_, [](const auto& open) { return open->busy; });
    if (!busy && (stopped_ || next_ == files_.size())) return false;
    if (busy) await_change(lock);
  }
}

BatchQueue::OpenFile& BatchQueue::open_file(std::size_t index) {
  return **std::ranges::find(open_, index, [](const auto& file) { return file->index; });
}

void BatchQueue::wait_turn(const TakenBatch& taken) {
  std::unique_lock lock(mutex_);
  const OpenFile& file = open_file(taken.file);
  while (file.done != taken.batch.sequence) await_change(lock);
}

void BatchQueue::end_turn(const TakenBatch& taken) {
  const std::lock_guard lock(mutex_);
  ++open_file(taken.file).done;
  tell_change();
}

std::vector<std::pair<std::size_t, ReadFile>> BatchQueue::take_ended() {
  const std::lock_guard lock(mutex_);
  std::vector<std::pair<std::size_t, ReadFile>> ended;
  for (const auto& file : open_) {
    const bool over = (file->ended || stopped_) && !file->busy && file->done == file->taken;
    if (!over) continue;
    if (!file->ended) file->read.stopped = true;
    consumed_ += file->read.consumed;
    ended.emplace_back(file->index, std::move(file->read));
    file->index = files_.size();
  }
  std::erase_if(open_, [this](const auto& file) { return file->index == files_.size(); });
  return ended;
}

void BatchQueue::stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  tell_change();
}

std::uint64_t BatchQueue::consumed() const {
  const std::lock_guard lock(mutex_);
  std::uint64_t sum = consumed_;
  for (const auto& file : open_) sum += file->read.consumed;
  return sum;
}

}  // namespace ddblint
