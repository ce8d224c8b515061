#include "schema/table_properties.h"

#include <algorithm>

namespace ddblint {
namespace {

/// The setting that all replicas share; the weakest where they differ, open where one is.
Setting<bool> weakest(const std::vector<Replica>& replicas, Setting<bool> Replica::* member) {
  const auto rank = [member](const Replica& replica) {
    const Setting<bool>& setting = replica.*member;
    if (setting.known()) return setting.value() ? 3 : 0;
    return setting.absent() ? 1 : 2;
  };
  const auto least =
      std::min_element(replicas.begin(), replicas.end(),
                       [&rank](const Replica& a, const Replica& b) { return rank(a) < rank(b); });
  return least == replicas.end() ? Setting<bool>() : (*least).*member;
}

class PropertiesReader {
 public:
  explicit PropertiesReader(Fields& fields) : fields_(fields), keys_(fields) {}

  void common(Table& table, const Resolved& properties);
  void table(Table& table, const Resolved& properties);
  void global_table(Table& table, const Resolved& properties);

 private:
  void stream(Table& table, const Resolved& block);
  Throughput scaling_throughput(const Resolved& mapping);
  Replica replica(const Resolved& value);
  void settings_of_replicas(Table& table);

  Fields& fields_;
  TableFields keys_;
};

// What Table and GlobalTable share.
void PropertiesReader::common(Table& table, const Resolved& properties) {
  table.name = fields_.text(properties, "TableName");
  keys_.read_keys(table, properties);
  table.billing_mode =
      fields_.word(fields_.get(properties, "BillingMode"), {"PROVISIONED", "PAY_PER_REQUEST"});
  table.warm = keys_.limits(fields_.get(properties, "WarmThroughput"), "ReadUnitsPerSecond",
                            "WriteUnitsPerSecond");
  read_encryption(fields_, fields_.get(properties, "SSESpecification"), table);
  stream(table, fields_.get(properties, "StreamSpecification"));
  const Resolved ttl = fields_.get(properties, "TimeToLiveSpecification");
  table.ttl_enabled = fields_.boolean(ttl, "Enabled");
  table.ttl_attribute = fields_.text(ttl, "AttributeName");
}

void PropertiesReader::table(Table& table, const Resolved& properties) {
  table.throughput = keys_.throughput(fields_.get(properties, "ProvisionedThroughput"));
  table.on_demand = keys_.limits(fields_.get(properties, "OnDemandThroughput"),
                                 "MaxReadRequestUnits", "MaxWriteRequestUnits");
  table.point_in_time_recovery = fields_.boolean(
      fields_.get(properties, "PointInTimeRecoverySpecification"), "PointInTimeRecoveryEnabled");
  table.deletion_protection = fields_.boolean(properties, "DeletionProtectionEnabled");
  table.table_class = fields_.text(properties, "TableClass");
  table.contributor_insights =
      fields_.boolean(fields_.get(properties, "ContributorInsightsSpecification"), "Enabled");
}

// A global table states capacity as auto scaling settings, and most else per replica.
void PropertiesReader::global_table(Table& table, const Resolved& properties) {
  table.throughput = scaling_throughput(properties);
  const Resolved indexes = fields_.get(properties, "GlobalSecondaryIndexes");
  const auto throughputs =
      fields_.list(indexes, [this](const Resolved& index) { return scaling_throughput(index); });
  for (std::size_t i = 0; i < throughputs.items.size(); ++i) {
    table.global_indexes.items[i].throughput = throughputs.items[i];
  }
  const Resolved writes = fields_.get(properties, "WriteOnDemandThroughputSettings");
  const Resolved reads = fields_.get(properties, "ReadOnDemandThroughputSettings");
  if (writes.kind != Resolved::Kind::absent || reads.kind != Resolved::Kind::absent) {
    table.on_demand = {.read = fields_.integer(reads, "MaxReadRequestUnits"),
                       .write = fields_.integer(writes, "MaxWriteRequestUnits"),
                       .span = writes.kind != Resolved::Kind::absent ? writes.span : reads.span};
  }
  table.multi_region_consistency = fields_.text(properties, "MultiRegionConsistency");
  table.replicas = fields_.list(fields_.get(properties, "Replicas"),
                                [this](const Resolved& value) { return replica(value); });
  settings_of_replicas(table);
}

Throughput PropertiesReader::scaling_throughput(const Resolved& mapping) {
  const Resolved writes = fields_.get(mapping, "WriteProvisionedThroughputSettings");
  const Resolved reads = fields_.get(mapping, "ReadProvisionedThroughputSettings");
  Throughput result;
  if (reads.kind != Resolved::Kind::absent) {
    result.span = reads.span;
    result.scales_read =
        fields_.get(reads, "ReadCapacityAutoScalingSettings").kind != Resolved::Kind::absent;
    if (!result.scales_read) result.read = fields_.integer(reads, "ReadCapacityUnits");
  }
  if (writes.kind != Resolved::Kind::absent) {
    result.span = writes.span;
    result.scales_write = true;
    if (writes.kind == Resolved::Kind::unknown) result.unknown = writes.unknown;
  }
  return result;
}

Replica PropertiesReader::replica(const Resolved& value) {
  return {.region = fields_.text(value, "Region"),
          .point_in_time_recovery = fields_.boolean(
              fields_.get(value, "PointInTimeRecoverySpecification"), "PointInTimeRecoveryEnabled"),
          .deletion_protection = fields_.boolean(value, "DeletionProtectionEnabled"),
          .contributor_insights =
              fields_.boolean(fields_.get(value, "ContributorInsightsSpecification"), "Enabled"),
          .span = value.span};
}

void PropertiesReader::settings_of_replicas(Table& table) {
  const auto& replicas = table.replicas.items;
  table.point_in_time_recovery = weakest(replicas, &Replica::point_in_time_recovery);
  table.deletion_protection = weakest(replicas, &Replica::deletion_protection);
  table.contributor_insights = weakest(replicas, &Replica::contributor_insights);
}

void PropertiesReader::stream(Table& table, const Resolved& block) {
  if (block.kind == Resolved::Kind::absent) return;
  table.stream_span = block.span;
  if (block.kind == Resolved::Kind::unknown) {
    table.stream_enabled = {block.unknown, block.span};
  } else {
    table.stream_enabled = {true, block.span};
  }
  table.stream_view = fields_.text(block, "StreamViewType");
}

}  // namespace

void read_table_properties(Fields& fields, const Resolved& properties, Table& table) {
  PropertiesReader reader(fields);
  reader.common(table, properties);
  if (table.global()) {
    reader.global_table(table, properties);
  } else {
    reader.table(table, properties);
  }
}

void read_encryption(Fields& fields, const Resolved& block, Table& table) {
  table.encryption = fields.boolean(block, "SSEEnabled");
  table.encryption_type = fields.text(block, "SSEType");
  table.encryption_key = fields.text(block, "KMSMasterKeyId");
}

}  // namespace ddblint
