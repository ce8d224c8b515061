#include <string>
#include <vector>

#include "workload/pattern_text.h"

#include "support/catch.h"

namespace ddblint {
namespace {

using namespace workload_test;

const std::vector<FacetKey> kKeys = {{"", "PK", "SK"}, {"by-email", "Email", ""}};

std::string shown(const std::string& facets, const std::vector<FacetKey>& keys = kKeys) {
  const Document document(facets, "facets.json");
  const ReadPatterns read = read_facets(*document.tree.documents.at(0), "Shop", keys);
  return patterns_text(read.set.patterns) + document.shown(read.diagnostics);
}

TEST_CASE("a facet reads the items of a partition key", "[facets]") {
  CHECK(shown(R"([{"FacetName": "customer",
    "KeyAttributeAlias": {"PartitionKeyAlias": "PK", "SortKeyAlias": "SK"},
    "TableData": [{"PK": {"S": "c#1"}, "SK": {"S": "c#1"}}],
    "NonKeyAttributes": ["Email", "Name"], "DataAccess": {"MySql": {}}}])") ==
        "Query name=customer table=Shop equals=[PK] attributes=[Email,Name]\n");
}

TEST_CASE("aliases are attributes of a key or labels of the table's own", "[facets]") {
  CHECK(
      shown(R"([{"FacetName": "a", "KeyAttributeAlias": {"PartitionKeyAlias": "customer#<id>"}},
    {"FacetName": "b", "KeyAttributeAlias": {"PartitionKeyAlias": "Email"}},
    {"FacetName": "c", "KeyAttributeAlias": {"PartitionKeyAlias": "Email", "SortKeyAlias": "x"}},
    {"FacetName": "d"}])") ==
      "Query name=a table=Shop equals=[PK]\nQuery name=b table=Shop index=by-email equals=[Email]\n"
      "Query name=c table=Shop equals=[PK]\nQuery name=d table=Shop equals=[PK]\n");
}

TEST_CASE("without key schemas an alias is taken as it stands", "[facets]") {
  CHECK(shown(R"([{"FacetName": "a", "KeyAttributeAlias": {"PartitionKeyAlias": "PK"}},
    {"FacetName": "b", "NonKeyAttributes": []}])",
              {}) == "Query name=a table=Shop equals=[PK]\nQuery name=b table=Shop partly\n");
}

TEST_CASE("what is wrong in facets", "[facets]") {
  CHECK(shown(R"({"a": 1})") == "1:1 <{\"a\": 1}> TableFacets is a list\n");
  CHECK(shown("[1]") == "1:2 <1> a facet is a mapping with FacetName, not a text\n");
  CHECK(shown(R"([{"FacetName": "a", "KeyAttributeAlias": 5}])") ==
        "Query name=a table=Shop equals=[PK]\n"
        "1:42 <5> KeyAttributeAlias is a mapping with PartitionKeyAlias, not a text\n");
  CHECK(shown(R"([{"KeyAttributeAlias": {}, "NonKeyAttributes": [["a"]]}])") ==
        "Query name=facet 1 table=Shop equals=[PK]\n1:49 <[\"a\"]> `NonKeyAttributes` takes names, "
        "not a list\n");
  CHECK(shown("null").empty());
  CHECK(shown("[]").empty());
}

}  // namespace
}  // namespace ddblint
