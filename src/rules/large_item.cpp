#include <cmath>

#include <fmt/format.h>

#include "rules/detectors.gen.h"
#include "rules/figures.h"

namespace ddblint {
namespace {

constexpr double kLimit = 400.0 * 1024;

std::string largest_text(const TableProfile& profile) {
  const NamedCollection& largest = profile.largest_item;
  if (largest.key.empty()) return "";
  return fmt::format(", the largest (`{}`) {}", largest.key,
                     bytes_text(static_cast<double>(largest.bytes)));
}

Finding start(const Subject& subject, const Rule& rule, Severity severity, std::string message) {
  Finding finding =
      make_finding(rule, Evidence::measured, subject.table.id_span, std::move(message));
  finding.severity = severity;
  const TableProfile& profile = *subject.profile;
  const auto count = [](std::uint64_t number) { return static_cast<double>(number); };
  finding.measurements = {
      measurement("items", count(profile.source.items), "items"),
      measurement("items-over-limit", count(profile.items_over_limit), "items"),
      measurement("items-near-limit", count(profile.items_near_limit), "items"),
      measurement("median-size", count(profile.item_sizes.quantile(0.5)), "bytes"),
      measurement("largest-size", count(profile.item_sizes.maximum()), "bytes")};
  finding.remedy =
      "keep large values in S3 and their address in the item, compress them, or spread them over "
      "several items of one collection";
  return finding;
}

}  // namespace

Findings large_item(const Subject& subject, const Rule& rule) {
  if (subject.profile == nullptr || subject.profile->source.items == 0) return {};
  const TableProfile& profile = *subject.profile;
  const auto items = static_cast<double>(profile.source.items);
  if (profile.items_over_limit > 0) {
    return {start(subject, rule, Severity::error,
                  fmt::format("{} of {} exceed the 400 KB of an item{}: their writes are refused",
                              count_text(static_cast<double>(profile.items_over_limit)),
                              counted(items, "item", "items"), largest_text(profile)))};
  }
  if (profile.items_near_limit > 0) {
    return {start(subject, rule, Severity::warning,
                  fmt::format("{} of {} have over 300 KB{}: once they pass 400 KB, writes are "
                              "refused",
                              count_text(static_cast<double>(profile.items_near_limit)),
                              counted(items, "item", "items"), largest_text(profile)))};
  }
  if (profile.source.examples) return {};
  const auto median = static_cast<double>(profile.item_sizes.quantile(0.5));
  const double dear = static_cast<double>(rule.integer("large-median")) * 1024;
  if (median < dear || median >= kLimit) return {};
  return {
      start(subject, rule, Severity::info,
            fmt::format("half of the items have {} or more: each write takes {} write units and "
                        "each consistent read {} read units",
                        bytes_text(median), count_text(std::ceil(median / 1024)),
                        count_text(std::ceil(median / 4096))))};
}

}  // namespace ddblint
