#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "rules/detectors.gen.h"
#include "rules/figures.h"
#include "rules/measured_keys.h"

namespace ddblint {
namespace {

/// A file is clustered when its windows have less than half of the keys that they would have in
/// random order, unless they have so many all the same that the load is spread.
constexpr double kEnoughKeys = 50;

bool is_clustered(const LoadOrder& order) {
  return order.windows >= 2 && order.expected_keys >= 4 &&
         order.distinct_keys < std::min(kEnoughKeys, 0.5 * order.expected_keys);
}

/// Write units of the whole load: one for each KB of an item.
double load_units(const TableProfile& profile) {
  const double average =
      static_cast<double>(profile.item_bytes) / static_cast<double>(profile.source.items);
  return static_cast<double>(profile.source.items) * std::ceil(average / 1024);
}

std::string minutes(double seconds) {
  return seconds < 120 ? fmt::format("{:.0f} seconds", seconds)
                       : fmt::format("{} minutes", count_text(seconds / 60));
}

}  // namespace

Findings clustered_load_order(const Subject& subject, const Rule& rule) {
  Findings findings;
  for (const auto& [key, profile] : measured_keys(subject, rule)) {
    const auto clustered = std::ranges::find_if(profile->load_order, is_clustered);
    if (clustered == profile->load_order.end()) continue;
    const LoadOrder& order = *clustered;
    const double units = load_units(*subject.profile);
    const double seconds = units / kPartitionWrites;
    // A load of a minute need not be faster.
    const bool slow = seconds >= 60;
    Finding finding = make_measured(
        rule, key, slow ? Severity::warning : Severity::info,
        fmt::format(
            "`{}` is ordered by {}, one key after another: {} of its items in a row have {} "
            "where a random order has {}, so a load in this order keeps one partition busy "
            "and the others idle",
            order.path, key.shown(), count_text(static_cast<double>(order.window)),
            counted(order.distinct_keys, "key", "keys"), count_text(order.expected_keys)));
    finding.label = "loaded one key at a time";
    finding.remedy =
        "load one item of each key, then another of each, and so on, or shuffle the file; an "
        "import "
        "from S3 brings its own order";
    finding.notes.push_back(
        fmt::format("at one partition's 1,000 write units a second its {} units take {}",
                    count_text(units), minutes(seconds)));
    const auto others = std::ranges::count_if(profile->load_order, is_clustered) - 1;
    if (others > 0) {
      finding.notes.push_back(fmt::format("so {} {} more", others == 1 ? "is" : "are",
                                          counted(static_cast<double>(others), "file", "files")));
    }
    finding.measurements = {
        measurement("window", static_cast<double>(order.window), "items"),
        measurement("distinct-keys", order.distinct_keys, "keys"),
        measurement("expected-keys", order.expected_keys, "keys"),
        measurement("effective-parallelism", order.effective_parallelism, "share")};
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace ddblint
