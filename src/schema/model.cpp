#include "schema/model.h"

namespace ddblint {

std::string_view to_string(Dialect dialect) {
  switch (dialect) {
    case Dialect::cloudformation:
      return "cloudformation";
    case Dialect::sam:
      return "sam";
    case Dialect::serverless:
      return "serverless";
    case Dialect::cdk:
      return "cdk";
    case Dialect::create_table:
      return "create-table";
    case Dialect::describe_table:
      return "describe-table";
    case Dialect::terraform:
      return "terraform";
    case Dialect::terraform_plan:
      return "terraform-plan";
    case Dialect::terraform_state:
      return "terraform-state";
    case Dialect::workbench:
      return "workbench";
    case Dialect::data_model:
      return "data-model";
    case Dialect::ack:
      return "ack";
    case Dialect::crossplane:
      return "crossplane";
    case Dialect::pulumi:
      return "pulumi";
  }
  return "";
}

bool is_request(Dialect dialect) {
  return dialect != Dialect::describe_table && dialect != Dialect::terraform_state;
}

bool is_cloudformation(Dialect dialect) {
  return dialect == Dialect::cloudformation || dialect == Dialect::sam ||
         dialect == Dialect::serverless || dialect == Dialect::cdk;
}

bool states_settings(Dialect dialect) {
  return dialect != Dialect::create_table && dialect != Dialect::describe_table &&
         dialect != Dialect::workbench && dialect != Dialect::data_model;
}

bool is_instance_of(std::string_view id, std::string_view reference) {
  if (!id.starts_with(reference)) return false;
  return id.size() == reference.size() || id[reference.size()] == '[';
}

bool Table::global() const { return resource_type.ends_with(":GlobalTable"); }

bool Table::provisioned() const {
  if (!billing_mode.absent()) return billing_mode.is("PROVISIONED");
  if (default_mode == DefaultMode::on_demand_without_throughput) return !throughput.absent();
  return default_mode == DefaultMode::provisioned;
}

bool Table::on_demand_mode() const {
  if (!billing_mode.absent()) return billing_mode.is("PAY_PER_REQUEST");
  if (default_mode == DefaultMode::on_demand_without_throughput) return throughput.absent();
  return default_mode == DefaultMode::on_demand;
}

}  // namespace ddblint
