#include <algorithm>
#include <array>
#include <string_view>

#include "rules/detectors.gen.h"

namespace ddblint {
namespace {

/// True when the policy, or CloudFormation's default in its absence, deletes the table.
bool deletes(const Setting<std::string>& policy) {
  constexpr std::array<std::string_view, 3> kKeeping = {"Retain", "RetainExceptOnCreate",
                                                        "Snapshot"};
  if (policy.unknown()) return false;
  return std::find(kKeeping.begin(), kKeeping.end(), policy.value_or("Delete")) == kKeeping.end();
}

}  // namespace

Findings retain_policy_missing(const Subject& subject, const Rule& rule) {
  const Table& table = subject.table;
  if (!is_cloudformation(table.dialect)) return {};
  const bool on_removal = deletes(table.deletion_policy);
  const bool on_replacement = deletes(table.update_replace_policy);
  if (!on_removal && !on_replacement) return {};

  const auto& first = on_removal ? table.deletion_policy : table.update_replace_policy;
  std::string_view message =
      "no `DeletionPolicy` retains the table: its items go when the resource leaves the stack";
  if (on_removal && on_replacement) {
    message =
        "neither `DeletionPolicy` nor `UpdateReplacePolicy` retains the table: its items go when "
        "the resource leaves the stack or is replaced";
  } else if (on_replacement) {
    message = "no `UpdateReplacePolicy` retains the table: its items go when a change replaces it";
  }
  Finding finding =
      make_finding(rule, Evidence::structural, first.absent() ? table.id_span : first.span(),
                   std::string(message));
  finding.label = "not retained";
  const auto& second = table.update_replace_policy;
  if (on_removal && on_replacement && !second.absent()) {
    finding.related.push_back({second.span(), "not retained on replacement"});
  }
  finding.remedy = "set `DeletionPolicy: Retain` and `UpdateReplacePolicy: Retain` on the resource";
  return {finding};
}

}  // namespace ddblint
