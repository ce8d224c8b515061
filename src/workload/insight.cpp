#include "workload/trace.h"

namespace ddblint {

InsightVerdict judge_insight_minute(double units) {
  if (units < kInsightSafeMinute) return InsightVerdict::below;
  return units > kInsightOverMinute ? InsightVerdict::over : InsightVerdict::depends;
}

double insight_minute(double value, std::int64_t period) {
  constexpr double kMinute = 60;
  return period > 0 ? value * kMinute / static_cast<double>(period) : value;
}

}  // namespace ddblint
