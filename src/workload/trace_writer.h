#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "workload/trace_event.h"

// What the readers of all formats share: which plan a table name means, how a key is written, and
// where the events go.

namespace ddblint {

/// An attribute with its value as people know it.
struct KeyValue {
  std::string_view name = {};
  std::string_view value = {};
};
using KeyValues = std::vector<KeyValue>;

/// The value of an attribute; nothing when it is not among them.
std::optional<std::string_view> value_of(const KeyValues& values, std::string_view name);

/// The table's name inside an ARN of it, of an index or of a stream; other texts as they are.
std::string_view table_name(std::string_view name_or_arn);
/// The name of the index inside an ARN of one; empty otherwise.
std::string_view index_name(std::string_view name_or_arn);

/// The plans of a pass by the names that requests use.
class TracePlans {
 public:
  explicit TracePlans(std::span<const TracePlan> plans);

  /// The plans that a name or an ARN means: all of them for an empty name when there is only one.
  /// An ARN means a plan that has an ARN only when they are equal.
  [[nodiscard]] const std::vector<std::uint32_t>& find(std::string_view table) const;
  /// For records that name no table: the plan whose table key has just these attributes, if there
  /// is only one.
  [[nodiscard]] const std::vector<std::uint32_t>& find_by_key(const KeyValues& key) const;
  [[nodiscard]] const TracePlan& plan(std::uint32_t number) const { return plans_[number]; }
  [[nodiscard]] std::span<const TracePlan> all() const { return plans_; }

 private:
  std::span<const TracePlan> plans_;
  /// By name and by ARN; plans without names are in every list.
  std::map<std::string, std::vector<std::uint32_t>, std::less<>> by_name_;
  std::map<std::string, std::vector<std::uint32_t>, std::less<>> by_arn_;
  std::vector<std::uint32_t> nameless_;
  std::vector<std::vector<std::uint32_t>> alone_;
  std::vector<std::uint32_t> none_;
};

/// One request as a reader understood it.
struct TraceRequest {
  TraceEventKind kind = TraceEventKind::get;
  std::string_view index = {};
  TraceTime time = kNoTime;
  MilliUnits low = 0;
  MilliUnits high = 0;
  bool lower_bound = false;
  bool throttled = false;
  /// Attributes whose values are known.
  const KeyValues* values = nullptr;
  /// The partition key as it is to be shown, where no attributes are known.
  std::string_view key = {};
  std::string_view sort = {};
};

/// Appends to a ParsedTrace.
class TraceWriter {
 public:
  explicit TraceWriter(const TracePlans& plans) : plans_(plans) {}

  void start(ParsedTrace& parsed) { parsed_ = &parsed; }
  [[nodiscard]] const TracePlans& plans() const { return plans_; }
  [[nodiscard]] ParsedTrace& parsed() { return *parsed_; }

  /// Begins a record. One that is not ended, because it turned out to be bad, is taken back.
  void begin_record(std::string_view id);
  void end_record();
  /// Ends the batch.
  void finish() { drop_open(); }
  void bad(TraceProblemKind kind, std::uint64_t line, std::string message);
  void left_out(LeftOut why) { ++parsed_->left_out[static_cast<std::size_t>(why)]; }
  void format(TraceFormat format) { parsed_->formats[static_cast<std::size_t>(format)] = true; }

  /// A request of a table: an event for each plan it means, or one that names the table.
  void request(std::string_view table, const TraceRequest& request);
  /// The same where the plan and the place of the key schema are known.
  void request_of(std::uint32_t plan, std::uint32_t schema, const TraceRequest& request);
  /// A request of a table that no plan is for.
  void unplanned(std::string_view table, TraceTime time);

  /// A copy that lives as long as the ParsedTrace.
  std::string_view keep(std::string_view text);

 private:
  std::string_view key_text(const TracedKeyPlan& key, const TraceRequest& request);
  std::string_view joined(const std::vector<std::string>& names, const KeyValues& values,
                          bool with_names);
  void planned(std::uint32_t plan, const TraceRequest& request);
  void drop_open();

  const TracePlans& plans_;
  ParsedTrace* parsed_ = nullptr;
  bool open_ = false;
  std::string text_;
};

}  // namespace ddblint
