#include <algorithm>

#include <fmt/format.h>

#include "rules/detectors.gen.h"
#include "rules/figures.h"
#include "rules/largest_collection.h"
#include "rules/measured_keys.h"
#include "rules/wording.h"

namespace ddblint {
namespace {

/// Near the cap: a collection that grows will reach it before anybody rebuilds the table.
constexpr double kNear = 0.5;

/// Index entries count, too; how large they are, data do not tell, so the items alone are a lower
/// bound.
void measure(Finding& finding, const std::string& index, const LargestCollection& largest) {
  const double share = largest.bytes.value / kPartitionBytes;
  const std::string size =
      fmt::format("{}{}", largest.scaled ? "about " : "", bytes_text(largest.bytes.value));
  finding.evidence = Evidence::measured;
  finding.measurements = {measurement("largest-collection", largest.bytes, "bytes"),
                          measurement("collection-items", largest.items, "items"),
                          measurement("share-of-cap", share, "share")};
  if (share >= 1) {
    finding.severity = Severity::error;
    finding.message = fmt::format(
        "local index `{}` caps the items of one partition key at 10 GB, and `{}` has {}: writes "
        "that "
        "make it larger fail",
        index, largest.key, size);
  } else {
    finding.severity = share >= kNear ? Severity::warning : Severity::info;
    finding.message = fmt::format(
        "local index `{}` caps the items of one partition key at 10 GB and keeps them from being "
        "spread over several partitions; the largest, `{}`, has {} ({})",
        index, largest.key, size, percent(share));
  }
  finding.label = size;
  finding.notes.emplace_back("entries in local indexes count, too, and come on top");
}

}  // namespace

Findings local_index_caps_collection(const Subject& subject, const Rule& rule) {
  const auto& indexes = subject.table.local_indexes.items;
  if (indexes.empty()) return {};
  const Index& first = indexes.front();
  Finding finding = make_finding(
      rule, Evidence::structural, place_of(first),
      fmt::format("local index `{}` caps the items of one partition key at 10 GB and keeps them "
                  "from being spread over several partitions",
                  name_of(first)));
  finding.label = "local index";
  for (std::size_t i = 1; i < indexes.size(); ++i) {
    finding.related.push_back({place_of(indexes[i]), "another local index"});
  }
  finding.remedy =
      "a global index with the same key has no such limits; keep the local one where its queries "
      "need strongly consistent reads";
  finding.notes.emplace_back(
      "local indexes are created and deleted only with the table: decide before it holds data");
  finding.index = name_of(first);
  const KeyProfile* profile = profile_of(subject, subject.table.key, nullptr);
  const auto largest = profile == nullptr ? std::nullopt : largest_collection(subject, *profile);
  if (largest) measure(finding, name_of(first), *largest);
  return {finding};
}

}  // namespace ddblint
