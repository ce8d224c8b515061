#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/data_files.h"
#include "data/records.h"
#include "profile/key_plan.h"
#include "profile/table_profile.h"

// The mergeable half of a profile. measure() reads data once and fills Measurements; merge() adds
// those of other parts; summarise() turns them into a TableProfile.

namespace ddblint {

struct MeasureOptions {
  /// 0 = one a core.
  unsigned threads = 0;
  /// Only the bound keys: distinct values, top, collections. No attributes, no rows.
  bool keys_only = false;
  /// Most bytes that the process may take; sketches take over beyond. Nothing: 512 MB, or 64 MB
  /// with `keys_only`.
  std::optional<std::uint64_t> memory;
  /// A folder in which the primary keys may be spilled so that duplicates are counted exactly.
  std::string spill_folder;
  RecordOptions records;
};

/// How far a reading is, for a progress line; called on one thread at a time, a few times a second.
struct Progress {
  std::uint64_t bytes = 0;
  /// 0 = unknown (standard input).
  std::uint64_t total_bytes = 0;
  std::uint64_t items = 0;
};

/// The first bad record of each kind, and how many there are.
struct BadRecords {
  BadRecordKind kind = BadRecordKind::not_json;
  std::uint64_t count = 0;
  std::string path;
  std::uint64_t line = 0;
  std::string message;
};

class Measurements {
 public:
  explicit Measurements(KeyPlan plan, const MeasureOptions& options);
  ~Measurements();
  Measurements(Measurements&&) noexcept;
  Measurements& operator=(Measurements&&) noexcept;
  Measurements(const Measurements&) = delete;
  Measurements& operator=(const Measurements&) = delete;

  [[nodiscard]] const KeyPlan& plan() const;
  [[nodiscard]] std::uint64_t items() const;
  /// By kind.
  [[nodiscard]] std::vector<BadRecords> bad_records() const;
  /// What was wrong with whole files: a stream that broke off, a manifest that promises more.
  [[nodiscard]] const std::vector<DataProblem>& problems() const;

  /// Adds the measurements of other inputs. The error says why it is refused: other keys, other
  /// parameters, an input that is in both.
  std::expected<void, std::string> merge(const Measurements& part);

  /// The binary form (docs/profile-format.md), and back; the error says what is wrong with it.
  [[nodiscard]] std::string save() const;
  static std::expected<Measurements, std::string> load(std::string_view bytes);

  class State;
  [[nodiscard]] State& state() { return *state_; }
  [[nodiscard]] const State& state() const { return *state_; }

 private:
  Measurements();
  std::unique_ptr<State> state_;
};

/// Reads all files, in parallel. `stop` is asked now and then; when it says so, what was read so
/// far is returned, marked partial.
Measurements measure(const DataSet& data, KeyPlan plan, const MeasureOptions& options,
                     const std::function<void(const Progress&)>& progress = {},
                     const std::function<bool()>& stop = {});

/// How the data are to be taken.
struct SummaryOptions {
  /// Nothing: the whole table, unless `sampled` or `population` say otherwise; then by the order of
  /// the files.
  std::optional<Drawn> drawn;
  bool sampled = false;
  /// Items of the table, where it is known.
  std::optional<std::uint64_t> population;
  std::size_t top = 10;
};

TableProfile summarise(const Measurements& measurements, const SummaryOptions& options = {});

}  // namespace ddblint
