#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "data/data_files.h"
#include "data/records.h"

// Hands the batches of many files to many workers. While there are files that nobody has opened, a
// worker opens one of its own; then workers share the files that are left. One worker at a time
// reads a file, so its batches are numbered in its order.

namespace ddblint {

/// A batch that a worker has to work on.
struct TakenBatch {
  /// Position in the data set.
  std::size_t file = 0;
  /// Hash of the file's first record: where its rows are drawn from, wherever it lies.
  std::uint64_t seed = 0;
  Batch batch;
};

/// What a file was, once all its batches are done.
struct ReadFile {
  std::uint64_t consumed = 0;
  std::uint64_t unpacked = 0;
  std::uint64_t records = 0;
  std::uint64_t seed = 0;
  std::shared_ptr<const RecordContext> context;
  /// Why it could not be read, or not to its end.
  std::optional<std::string> problem;
  /// The reading was stopped before its end.
  bool stopped = false;
};

/// Hash of the beginning of a record.
std::uint64_t hash_record(const Batch& batch, std::size_t record);

class BatchQueue {
 public:
  BatchQueue(const std::vector<DataFile>& files, RecordOptions options, unsigned workers);
  ~BatchQueue();
  BatchQueue(const BatchQueue&) = delete;
  BatchQueue& operator=(const BatchQueue&) = delete;
  BatchQueue(BatchQueue&&) = delete;
  BatchQueue& operator=(BatchQueue&&) = delete;

  /// The next batch, reusing the memory of `taken`; false when there is none left. Waits while
  /// others read.
  bool take(TakenBatch& taken);
  /// Waits for the turn of a batch among those of its file.
  void wait_turn(const TakenBatch& taken);
  void end_turn(const TakenBatch& taken);
  /// The files that ended since the last call, with what they were. After the workers have ended,
  /// also those that were stopped.
  std::vector<std::pair<std::size_t, ReadFile>> take_ended();
  /// No further batches.
  void stop();
  /// Bytes of the files read so far.
  [[nodiscard]] std::uint64_t consumed() const;

 private:
  struct OpenFile;

  OpenFile* open_one();
  OpenFile* choose();
  OpenFile& open_file(std::size_t index);
  bool read(OpenFile& file, TakenBatch& taken, std::unique_lock<std::mutex>& lock);
  void tell_change();
  void await_change(std::unique_lock<std::mutex>& lock);

  const std::vector<DataFile>& files_;
  RecordOptions options_;
  unsigned workers_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  /// How often something changed that others may wait for.
  std::atomic<std::uint64_t> changes_ = 0;
  std::size_t next_ = 0;
  bool stopped_ = false;
  std::vector<std::unique_ptr<OpenFile>> open_;
  /// Of files that are no longer open.
  std::uint64_t consumed_ = 0;
};

}  // namespace ddblint
