#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "workload/trace_json.h"

// CloudTrail's data events of DynamoDB. An event has the key's values as plain text, and neither
// the other values nor sizes: a write is at least one unit, an eventual read half of one. Names of
// members come in several spellings (tableName, TableName), so their case never counts.

namespace ddblint {

class CloudTrailReader {
 public:
  explicit CloudTrailReader(TraceWriter& writer) : writer_(writer) {}

  /// True for a record that is an event of CloudTrail, of whatever service.
  static bool is_event(JsonObject record);
  /// Reads one event; what is wrong with it goes to the writer.
  void read(JsonObject event, std::uint64_t line);

 private:
  struct Call;

  void data_event(const Call& plain, std::uint64_t line);
  bool single(const Call& call);
  bool batch(const Call& call);
  void batch_table(const Call& call, std::string_view table, JsonElement value);
  void batch_element(JsonObject element);
  bool transaction(const Call& call);
  bool transaction_item(const Call& call, JsonObject item, bool throttled);
  bool statements(const Call& call);
  void statement(const Call& call, JsonObject holder, bool throttled);
  void send(const Call& call, std::string_view table, TraceRequest request);
  bool read_values(JsonObject holder);
  void condition_values(JsonObject parameters);
  void legacy_conditions(JsonObject parameters);

  TraceWriter& writer_;
  KeyValues values_;
};

}  // namespace ddblint
