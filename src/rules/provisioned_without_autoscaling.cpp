#include <optional>

#include <fmt/format.h>

#include "rules/detectors.gen.h"
#include "rules/scaling.h"
#include "rules/wording.h"

namespace ddblint {
namespace {

constexpr std::string_view kTarget =
    "register an `AWS::ApplicationAutoScaling::ScalableTarget` and a policy for it";
/// A global table always scales its writes.
constexpr std::string_view kSettings = "state `ReadCapacityAutoScalingSettings`";

std::string_view fixed_part(bool reads, bool writes) {
  if (reads && writes) return "read and write capacity";
  return reads ? "read capacity" : "write capacity";
}

std::optional<Finding> look(const Subject& subject, const Rule& rule, const Index* index) {
  const Throughput& own = index == nullptr ? subject.table.throughput : index->throughput;
  const Scaled scales = scaled(subject, index);
  const bool reads = own.read.known() && !scales.read;
  const bool writes = own.write.known() && !scales.write;
  if (!reads && !writes) return std::nullopt;
  const std::string owner =
      index == nullptr ? "the table" : fmt::format("index `{}`", name_of(*index));
  Finding finding =
      make_finding(rule, Evidence::structural, reads ? own.read.span() : own.write.span(),
                   fmt::format("the {} of {} is fixed: what exceeds it is throttled, what stays "
                               "below it is paid for all the same",
                               fixed_part(reads, writes), owner));
  finding.label = "does not scale";
  if (reads && writes) finding.related.push_back({own.write.span(), "does not scale either"});
  const bool global = subject.table.global();
  finding.remedy =
      fmt::format("{}, or use `BillingMode: PAY_PER_REQUEST`", global ? kSettings : kTarget);
  finding.index = index == nullptr ? "" : name_of(*index);
  return finding;
}

}  // namespace

Findings provisioned_without_autoscaling(const Subject& subject, const Rule& rule) {
  const Table& table = subject.table;
  if (!table.provisioned() || !states_settings(table.dialect)) return {};
  Findings findings;
  if (auto finding = look(subject, rule, nullptr)) findings.push_back(*finding);
  for (const auto& index : table.global_indexes.items) {
    if (auto finding = look(subject, rule, &index)) findings.push_back(*finding);
  }
  return findings;
}

}  // namespace ddblint
