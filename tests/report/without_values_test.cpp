#include "report/without_values.h"

#include <string>

#include "support/catch.h"

namespace ddblint {
namespace {

TraceSummary traced(std::vector<std::string> partition, const std::string& key) {
  TraceSummary summary;
  TracedKeyUse& use = summary.keys.emplace_back();
  use.key.partition = std::move(partition);
  TracedKey& hottest = use.hottest.emplace_back();
  hottest.key = key;
  hottest.reads = 7;
  return summary;
}

std::string shown(std::vector<std::string> partition, const std::string& key) {
  const TraceSummary hidden = without_values(traced(std::move(partition), key));
  CHECK(hidden.keys.front().hottest.front().reads == 7);
  return hidden.keys.front().hottest.front().key;
}

TEST_CASE("keys of a trace become digests, and equal ones equal digests") {
  const std::string one = shown({"customer"}, "alice");
  CHECK(one.starts_with("#"));
  CHECK(one.size() == std::string("#0123456789").size());
  CHECK(one == shown({"customer"}, "alice"));
  CHECK(one != shown({"customer"}, "bob"));
  // Where one value ends and the next attribute begins, nobody can tell.
  const std::string both = shown({"tenant", "customer"}, "tenant=acme, customer=alice");
  CHECK(both.starts_with("#"));
  CHECK(both.find("acme") == std::string::npos);
  CHECK(both.find("alice") == std::string::npos);
  CHECK(shown({"customer"}, "").empty());
}

TEST_CASE("contributors of a report become digests") {
  InsightReport report;
  report.contributors.push_back({.key = "alice, 2024", .highest = 3, .at = 60, .total = 9});
  const InsightReport hidden = without_values(report);
  CHECK(hidden.contributors.front().key.starts_with("#"));
  CHECK(hidden.contributors.front().total == 9);
}

}  // namespace
}  // namespace ddblint
