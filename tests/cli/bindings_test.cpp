#include "cli/bindings.h"

#include <memory>
#include <string>
#include <vector>

#include "cli/trace_bindings.h"
#include "support/catch.h"

namespace ddblint {
namespace {

const Span kHere{static_cast<FileId>(0), 0, 1};

Table table(const std::string& id, const std::string& name = {}) {
  Table out;
  out.id = id;
  if (!name.empty()) out.name = {name, kHere};
  return out;
}

KeySchema key(const std::string& partition, const std::string& sort = {}) {
  KeySchema out;
  out.partition.emplace_back().name = {partition, kHere};
  if (!sort.empty()) out.sort.emplace_back().name = {sort, kHere};
  return out;
}

TableDefinition defined(std::vector<Table> variants) {
  TableDefinition definition;
  for (Table& one : variants) definition.variants.push_back({{}, std::move(one)});
  return definition;
}

/// A run whose config, the second one, governs all its tables.
struct Run {
  Inputs inputs;
  Options options;
  std::vector<TableDefinition> tables;

  Run() {
    inputs.configs.push_back(std::make_unique<RunConfig>());
    inputs.configs.push_back(std::make_unique<RunConfig>());
    config().directory = "infra";
  }
  Config& config() { return inputs.configs.back()->config; }
  RunTable at(std::size_t i) const { return {.input = 0, .config = 1, .definition = &tables[i]}; }
  /// The paths that hold for a table, one after the other.
  std::string paths(BoundKind kind, std::size_t i) const {
    std::string text;
    const BindingPlan plan(inputs, options);
    for (const Binding* binding : plan.of(kind, at(i))) {
      for (const BoundPath& path : binding->paths) text += path.path + ' ';
    }
    return text;
  }
};

TEST_CASE("words of the command line are grouped by table") {
  const auto bindings = bindings_of({"a.csv", "Orders=b.csv", "c.csv", "Orders=d=e.csv"});
  REQUIRE(bindings.size() == 2);
  CHECK(bindings[0].tables.empty());
  REQUIRE(bindings[0].paths.size() == 2);
  CHECK(bindings[0].paths[1].path == "c.csv");
  CHECK(bindings[1].tables == "Orders");
  CHECK(bindings[1].paths[1].path == "d=e.csv");
  CHECK_FALSE(bindings[1].span.valid());
}

TEST_CASE("a table is bound by id, name or glob, also one with brackets") {
  Run run;
  run.tables = {defined({table("Orders", "prod-orders")}),
                defined({table("aws_dynamodb_table.t[\"a\"]")}),
                defined({table("Two", "x"), table("Two", "y")})};
  const auto fit = [&](const std::string& tables, std::size_t i) {
    return fits(Binding{.tables = tables}, run.at(i));
  };
  CHECK(fit("Orders", 0));
  CHECK(fit("prod-orders", 0));
  CHECK(fit("prod-*", 0));
  CHECK(fit("", 0));
  CHECK_FALSE(fit("Order", 0));
  CHECK_FALSE(fit("orders", 0));
  CHECK(fit("aws_dynamodb_table.t[\"a\"]", 1));
  CHECK(fit("*.t*", 1));
  CHECK(fit("y", 2));
  CHECK_FALSE(fits(Binding{.tables = "Orders", .config = 0}, run.at(0)));
  CHECK(fits(Binding{.tables = "Orders", .config = 1}, run.at(0)));
}

TEST_CASE("paths of a config are relative to it") {
  Run run;
  run.tables = {defined({table("Orders")})};
  run.config().tables = {
      {.tables = "Orders",
       .span = kHere,
       .data = {{"exports/orders/", kHere}, {"../shared/./o.csv", kHere}, {"/srv/all", kHere}},
       .patterns = {},
       .trace = {{"traces/*.json.gz", kHere}},
       .source_ddl = {},
       .growth = {}}};
  CHECK(run.paths(BoundKind::data, 0) == "infra/exports/orders shared/o.csv /srv/all ");
  CHECK(run.paths(BoundKind::trace, 0) == "infra/traces/*.json.gz ");
  CHECK(run.paths(BoundKind::patterns, 0).empty());
}

TEST_CASE("the command line wins over the config, kind by kind and table by table") {
  Run run;
  run.tables = {defined({table("Orders")}), defined({table("Lines")})};
  const auto entry = [](const std::string& tables, const std::string& prefix) {
    return ConfiguredTable{.tables = tables,
                           .span = kHere,
                           .data = {{prefix + ".csv", kHere}},
                           .patterns = {},
                           .trace = {{prefix + ".gz", kHere}},
                           .source_ddl = {},
                           .growth = {}};
  };
  run.config().tables = {entry("Orders", "orders"), entry("Lines", "lines")};
  run.options.data.bindings = {"Orders=mine.csv"};
  CHECK(run.paths(BoundKind::data, 0) == "mine.csv ");
  CHECK(run.paths(BoundKind::data, 1) == "infra/lines.csv ");
  CHECK(run.paths(BoundKind::trace, 0) == "infra/orders.gz ");
  run.options.traces = {"all.gz"};
  CHECK(run.paths(BoundKind::trace, 0) == "all.gz ");
  CHECK(run.paths(BoundKind::trace, 1) == "all.gz ");
}

TEST_CASE("an entry that spells a table out stands for those with globs, kind by kind") {
  Run run;
  run.tables = {defined({table("Orders")}), defined({table("Lines")})};
  run.config().tables = {{.tables = "*",
                          .span = kHere,
                          .data = {{"all.csv", kHere}},
                          .patterns = {},
                          .trace = {{"all.gz", kHere}},
                          .source_ddl = {},
                          .growth = 2},
                         {.tables = "Orders",
                          .span = kHere,
                          .data = {{"orders.csv", kHere}},
                          .patterns = {},
                          .trace = {},
                          .source_ddl = {},
                          .growth = 3}};
  CHECK(run.paths(BoundKind::data, 0) == "infra/orders.csv ");
  CHECK(run.paths(BoundKind::trace, 0) == "infra/all.gz ");
  CHECK(run.paths(BoundKind::data, 1) == "infra/all.csv ");
  const BindingPlan plan(run.inputs, run.options);
  CHECK(plan.growth(run.at(0)) == 3.0);
  CHECK(plan.growth(run.at(1)) == 2.0);
  CHECK_FALSE(plan.empty());
  CHECK(BindingPlan(Inputs{}, Options{}).empty());
}

TEST_CASE("a trace is searched for the known names and keys of a table") {
  Table orders = table("Orders", "prod-orders");
  orders.key = key("customer", "number");
  Index open;
  open.name = {std::string("by-status"), kHere};
  open.key = key("status");
  orders.global_indexes.items = {open};
  Table test = orders;
  test.name = {std::string("test-orders"), kHere};
  const TracePlan plan = trace_plan(defined({orders, test}), false);
  CHECK(plan.table == "Orders");
  CHECK(plan.names == std::vector<std::string>{"prod-orders", "test-orders"});
  REQUIRE(plan.keys.size() == 2);
  CHECK(plan.keys[0].index.empty());
  CHECK(plan.keys[0].partition == std::vector<std::string>{"customer"});
  CHECK(plan.keys[0].sort == std::vector<std::string>{"number"});
  CHECK(plan.keys[1].index == "by-status");
  CHECK(plan.keys[1].sort.empty());
}

TEST_CASE("a table without a known name is searched for by its id, or is the trace's only one") {
  Table open = table("Orders");
  open.key = key("customer");
  CHECK(trace_plan(defined({open}), false).names == std::vector<std::string>{"Orders"});
  CHECK(trace_plan(defined({open}), true).names.empty());
  Table named = table("Orders", "prod-orders");
  CHECK(trace_plan(defined({named}), true).names == std::vector<std::string>{"prod-orders"});
  // The table's own key stands first even where it is not known.
  REQUIRE(trace_plan(defined({named}), true).keys.size() == 1);
  CHECK(trace_plan(defined({named}), true).keys.front().index.empty());
}

}  // namespace
}  // namespace ddblint
