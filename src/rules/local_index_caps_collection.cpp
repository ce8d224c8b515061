#include <fmt/format.h>

#include "rules/detectors.gen.h"
#include "rules/wording.h"

namespace ddblint {

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
  return {finding};
}

}  // namespace ddblint
