#include <algorithm>

#include "rules/detectors.gen.h"

namespace ddblint {
namespace {

/// True for an alarm that may watch throttling of requests. Throttling of an index that is being
/// built is another matter.
bool may_watch_throttling(const MetricAlarm& alarm) {
  if (!alarm.metric.known()) return true;
  const std::string& metric = alarm.metric.value();
  if (metric == "OnlineIndexThrottleEvents") return false;
  return metric == "ThrottledRequests" || metric.ends_with("ThrottleEvents");
}

}  // namespace

Findings no_throttle_alarm(const Subject& subject, const Rule& rule) {
  const Table& table = subject.table;
  if (!states_settings(table.dialect)) return {};
  const auto& alarms = subject.siblings.alarms;
  if (std::any_of(alarms.begin(), alarms.end(), may_watch_throttling)) return {};
  Finding finding = make_finding(rule, Evidence::structural, table.id_span,
                                 "the file has no alarm on throttling, so a table that refuses "
                                 "requests is noticed by its users first");
  finding.label = "no throttle alarm";
  finding.remedy =
      "add a CloudWatch alarm on `ReadThrottleEvents` and `WriteThrottleEvents` of the table and "
      "each global index";
  return {finding};
}

}  // namespace ddblint
