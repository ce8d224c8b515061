#include "schema/defaults.h"

#include <string>
#include <utility>

namespace ddblint {
namespace {

// Warm throughput of a table that never had any traffic, in on-demand mode.
constexpr std::int64_t kWarmReads = 12000;
constexpr std::int64_t kWarmWrites = 4000;

template <class T>
void fill(Setting<T>& setting, T value) {
  if (setting.absent()) setting = {std::move(value), Span{}};
}

/// Block that is there although nothing is in it.
template <class Block>
void drop_if_empty(Block& block) {
  if (block.read.absent() && block.write.absent()) block = {};
}

void settle_limits(UnitLimits& limits) {
  constexpr std::int64_t kNoLimit = -1;
  if (limits.read.is(kNoLimit)) limits.read = {};
  if (limits.write.is(kNoLimit)) limits.write = {};
  drop_if_empty(limits);
}

/// Capacity of a table or an index, in the table's mode.
class Capacity {
 public:
  explicit Capacity(const Table& table)
      : on_demand_(table.on_demand_mode()), provisioned_(table.provisioned()) {}

  template <class Holder>
  void settle(Holder& holder) const {
    settle_limits(holder.on_demand);
    // What exists reports zeros in on-demand mode.
    if (on_demand_ && holder.throughput.read.is(0) && holder.throughput.write.is(0)) {
      holder.throughput = {};
    }
    settle_warm(holder.warm, holder.throughput);
  }

 private:
  void settle_warm(UnitLimits& warm, const Throughput& throughput) const {
    const auto starts_with = [&warm](std::int64_t read, std::int64_t write) {
      return warm.read.is(read) && warm.write.is(write);
    };
    const bool usual = (on_demand_ && starts_with(kWarmReads, kWarmWrites)) ||
                       (provisioned_ && throughput.read.known() && throughput.write.known() &&
                        starts_with(throughput.read.value(), throughput.write.value()));
    if (usual) warm = {};
    drop_if_empty(warm);
  }

  bool on_demand_;
  bool provisioned_;
};

void settle_settings(Table& table) {
  fill(table.table_class, std::string("STANDARD"));
  for (Setting<bool>* off :
       {&table.point_in_time_recovery, &table.encryption, &table.deletion_protection,
        &table.ttl_enabled, &table.stream_enabled, &table.contributor_insights}) {
    fill(*off, false);
  }
  if (table.encryption.is(true)) fill(table.encryption_type, std::string("KMS"));
  if (table.encryption.is(false)) table.encryption_type = table.encryption_key = {};
  if (table.ttl_enabled.is(false)) table.ttl_attribute = {};
  if (table.stream_enabled.is(false)) table.stream_view = {};
  if (!table.replicas.items.empty()) fill(table.multi_region_consistency, std::string("EVENTUAL"));
  for (Replica& replica : table.replicas.items) {
    fill(replica.point_in_time_recovery, false);
    fill(replica.deletion_protection, false);
    fill(replica.contributor_insights, false);
  }
}

}  // namespace

Table with_service_defaults(Table table) {
  const Capacity capacity(table);
  // A mode that is open is neither.
  if (table.provisioned()) fill(table.billing_mode, std::string("PROVISIONED"));
  if (table.on_demand_mode()) fill(table.billing_mode, std::string("PAY_PER_REQUEST"));
  capacity.settle(table);
  for (Index& index : table.global_indexes.items) {
    capacity.settle(index);
    fill(index.contributor_insights, false);
  }
  settle_settings(table);
  return table;
}

}  // namespace ddblint
