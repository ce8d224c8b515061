#include <random>
#include <string>
#include <vector>

#include "workload/pattern_text.h"

#include "support/catch.h"

namespace ddblint {
namespace {

using namespace workload_test;

std::string shown(std::string_view statement) {
  const ReadPatterns read = read_statement(statement, whole(statement));
  return patterns_text(read.set.patterns) + shown_in(statement, read.diagnostics);
}

struct Case {
  const char* statement;
  const char* expected;
};

TEST_CASE("PartiQL statements become the operation that runs", "[partiql]") {
  const std::vector<Case> cases = {
      {R"(SELECT * FROM "Orders" WHERE pk = ?)", "Query table=Orders equals=[pk]\n"},
      {R"(select total, "order id" from "Orders"."by-customer" where customer_id = ? and day between ? and ?)",
       "Query table=Orders index=by-customer equals=[customer_id] range=day between "
       "attributes=[total,order id]\n"},
      {"SELECT * FROM Orders.idx WHERE ? = pk AND ? < sk",
       "Query table=Orders index=idx equals=[pk] range=sk > as-projected\n"},
      {"SELECT * FROM Orders WHERE pk IN [?, ?, ?]", "Query table=Orders equals=[pk*3]\n"},
      {"SELECT * FROM Orders WHERE pk IN (?, ?) AND NOT b IN (?)",
       "Query table=Orders equals=[pk*2] filter=[b]\n"},
      {"SELECT * FROM Orders WHERE pk NOT IN (?, ?)", "Scan table=Orders filter=[pk]\n"},
      {"SELECT * FROM Orders", "Scan table=Orders\n"},
      {"SELECT * FROM Orders WHERE pk > ?", "Scan table=Orders range=pk >\n"},
      {"SELECT * FROM Orders WHERE pk = ? OR sk = ?", "Scan table=Orders filter=[pk,sk]\n"},
      {"SELECT * FROM Orders WHERE pk = ? AND (a = ? OR b < ?)",
       "Query table=Orders equals=[pk] filter=[a,b]\n"},
      {"SELECT * FROM Orders WHERE (pk = ?) AND ((sk) >= ?)",
       "Query table=Orders equals=[pk] range=sk >=\n"},
      {"SELECT * FROM Orders WHERE NOT (pk = ?)", "Scan table=Orders filter=[pk]\n"},
      {"SELECT * FROM Orders WHERE pk = ? AND sk >= ? AND sk < ?",
       "Query table=Orders equals=[pk] range=sk between\n"},
      {"SELECT * FROM Orders WHERE pk = ? AND price > ? AND day <= ? AND price < ? AND day <= ?",
       "Query table=Orders equals=[pk] range=price between further=day <= filter=[day]\n"},
      {"SELECT * FROM Orders WHERE pk = ? AND begins_with(sk, ?)",
       "Query table=Orders equals=[pk] range=sk begins_with\n"},
      {"SELECT * FROM Orders WHERE pk = ? AND begins_with(\"sk\", '2024-') AND contains(tags, 'x')",
       "Query table=Orders equals=[pk] range=sk begins_with filter=[tags]\n"},
      {"SELECT * FROM Orders WHERE pk = ? AND status = 'OPEN' AND n = -5",
       "Query table=Orders equals=[pk,status=OPEN,n=-5]\n"},
      {"SELECT * FROM Orders WHERE pk = 'C1' AND status = 'OPEN'",
       "Query table=Orders equals=[pk,status]\n"},
      {"SELECT * FROM Orders WHERE pk = ? AND note = 'it''s'",
       "Query table=Orders equals=[pk,note=it's]\n"},
      {"SELECT * FROM Orders WHERE pk = ? AND a IS MISSING AND b IS NOT NULL AND c.d[0] = ? AND e "
       "<> ? AND f != ?",
       "Query table=Orders equals=[pk] filter=[a,b,c,e,f]\n"},
      {"SELECT * FROM Orders WHERE pk = ? AND attribute_type(\"a\", 'S') AND size(b) > ?",
       "Query table=Orders equals=[pk] filter=[a,b]\n"},
      {"SELECT * FROM Orders WHERE pk = ? AND a = b",
       "Query table=Orders equals=[pk] filter=[a,b]\n"},
      {"SELECT a.b, a.c AS x FROM Orders WHERE pk = ? ORDER BY sk DESC;",
       "Query table=Orders equals=[pk] attributes=[a]\n"},
      {"SELECT * -- all of it\nFROM /* the\n table */ Orders WHERE pk = ?",
       "Query table=Orders equals=[pk]\n"},
      {"INSERT INTO \"Orders\" VALUE {'pk': ?, 'sk': {'a': [1, 2]}, 's': <<1, 2>>}",
       "PutItem table=Orders\n"},
      {"UPDATE Orders SET a = ? SET b = list_append(b, ?), c = c + 1 REMOVE d WHERE pk = ? AND sk "
       "= "
       "? AND v < ? RETURNING ALL OLD *",
       "UpdateItem table=Orders equals=[pk,sk] sets=[a,b,c,d]\n"},
      {"DELETE FROM Orders WHERE pk = ? AND sk = 'meta'",
       "DeleteItem table=Orders equals=[pk,sk=meta]\n"},
      {"EXISTS(SELECT * FROM Orders WHERE pk = ? AND state = 'open')",
       "TransactGetItems table=Orders equals=[pk,state=open] items=1\n"},
  };
  for (const auto& [statement, expected] : cases) {
    CAPTURE(statement);
    CHECK(shown(statement) == expected);
  }
}

TEST_CASE("what is wrong in a statement is shown at its place", "[partiql]") {
  const std::vector<Case> cases = {
      {"SELECT * FORM Orders", "<FORM> FROM is expected before `FORM`\n"},
      {"SELECT * FROM", "<FROM> the table is missing at the end\n"},
      {"SELECT FROM Orders", "<FROM> `FROM` cannot stand here\n"},
      {"SELECT a, FROM Orders", "<FROM> `FROM` cannot stand here\n"},
      {"SELECT COUNT(*) FROM Orders", "<COUNT> the service has no `COUNT` in a SELECT\n"},
      {"SELECT DISTINCT a FROM Orders", "<DISTINCT> the service has no DISTINCT\n"},
      {"SELECT * FROM my-orders", "<-> a name with a hyphen stands in double quotes\n"},
      {"SELECT * FROM a, b", "<,> a statement reads one table: the service has no joins\n"},
      {"SELECT * FROM a JOIN b ON c = d",
       "<JOIN> a statement reads one table: the service has no joins\n"},
      {"SELECT * FROM a WHERE b = 1 LIMIT 5",
       "<LIMIT> the limit is a parameter of the request, not of the statement\n"},
      {"SELECT * FROM a WHERE b = 1 GROUP BY c", "<GROUP> `GROUP` cannot stand here\n"},
      {"SELECT * FROM a WHERE", "<WHERE> it breaks off at its end\n"},
      {"SELECT * FROM a WHERE b =", "<=> it breaks off at its end\n"},
      {"SELECT * FROM a WHERE b = 'x", "<'x> a quote is not closed\n"},
      {"SELECT * FROM a WHERE b BETWEEN ? OR ?", "<OR> AND is expected before `OR`\n"},
      {"SELECT * FROM a WHERE b LIKE ?", "<LIKE> `LIKE` cannot stand here\n"},
      {"SELECT * FROM a WHERE (b = ?", "<?> `)` is missing at the end\n"},
      {"SELECT * FROM a WHERE b = @x", "<@> `@` cannot stand here\n"},
      {"SELECT * FROM a WHERE begin_with(b, ?)",
       "<begin_with> unknown function `begin_with`, did you mean \"begins_with\"?\n"},
      {"UPDATE a.b SET c = ?", "<.> a write goes to the table, not to an index\n"},
      {"UPDATE a WHERE pk = ?", "<WHERE> SET is expected before `WHERE`\n"},
      {"INSERT INTO a VALUES (1)", "<VALUES> VALUE is expected before `VALUES`\n"},
      {"INSERT INTO a VALUE {'b': [1}", "<}> it breaks off at its end\n"},
      {"DROP TABLE a", "<DROP> a statement begins with SELECT, INSERT, UPDATE, DELETE or EXISTS\n"},
      {"", "<> a statement begins with SELECT, INSERT, UPDATE, DELETE or EXISTS\n"},
  };
  for (const auto& [statement, expected] : cases) {
    CAPTURE(statement);
    CHECK(shown(statement) == expected);
  }
}

TEST_CASE("a statement longer than the service takes is not read", "[partiql]") {
  const std::string statement = "SELECT * FROM a WHERE b = '" + std::string(9000, 'x') + "'";
  const ReadPatterns read = read_statement(statement, whole(statement));
  CHECK(read.set.patterns.empty());
  REQUIRE(read.diagnostics.size() == 1);
  CHECK(read.diagnostics[0].message ==
        "the statement is longer than the 8,192 bytes that the service takes");
}

TEST_CASE("deep nesting is refused, not followed", "[partiql]") {
  const std::string deep = "SELECT * FROM a WHERE " + std::string(4000, '(') + "b";
  CHECK(shown(deep) == "<(> it is nested too deep\n");
}

/// A random condition over attributes, and what it certainly asks, by construction.
class RandomCondition {
 public:
  explicit RandomCondition(unsigned seed) : random_(seed) {}

  std::string text() {
    std::string out;
    const int count = 1 + static_cast<int>(random_() % 5);
    for (int i = 0; i < count; ++i) {
      if (i > 0) out += random_() % 2 == 0 ? " AND " : " and\n ";
      out += conjunct("a" + std::to_string(i));
    }
    return out;
  }

  std::string equals;
  std::string filter;

 private:
  static void add(std::string& list, const std::string& name) {
    list += (list.empty() ? "" : ",") + name;
  }

  std::string conjunct(const std::string& name) {
    switch (random_() % 6) {
      case 0:
        add(equals, name);
        return random_() % 2 == 0 ? name + " = ?" : "(\"" + name + "\"=?)";
      case 1:
        add(equals, name);
        return "? = " + name;
      case 2:
        add(filter, name);
        return "NOT " + name + " = ?";
      case 3:
        add(filter, name);
        add(filter, name + "x");
        return "(" + name + " = ? OR " + name + "x = ?)";
      case 4:
        add(filter, name);
        return "NOT (NOT (" + name + " = ?))";
      default:
        add(filter, name);
        return name + " IS NOT MISSING";
    }
  }

  std::mt19937 random_;
};

TEST_CASE("only what every item must fulfil is an equality", "[partiql]") {
  for (unsigned seed = 0; seed < 2000; ++seed) {
    RandomCondition condition(seed);
    const std::string statement = "SELECT * FROM t WHERE " + condition.text();
    std::string expected = condition.equals.empty() ? "Scan table=t" : "Query table=t";
    if (!condition.equals.empty()) expected += " equals=[" + condition.equals + "]";
    if (!condition.filter.empty()) expected += " filter=[" + condition.filter + "]";
    CAPTURE(statement);
    REQUIRE(shown(statement) == expected + "\n");
  }
}

}  // namespace
}  // namespace ddblint
