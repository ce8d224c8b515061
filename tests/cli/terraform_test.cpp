// Terraform through the program: which files make a configuration, and what is told of which.

#include <string>

#include "support/catch.h"
#include "support/scratch.h"

namespace ddblint {
namespace {

using test::Result;
using test::Scratch;

constexpr const char* kTable = R"(resource "aws_dynamodb_table" "orders" {
  name         = var.name
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = "status"
  attribute {
    name = "status"
    type = "S"
  }
}
)";

/// `check` with findings one a line and nothing else.
Result check(const Scratch& scratch, const std::string& arguments) {
  return scratch.run("check --no-config -q -f concise --select DDB101 " + arguments + " 2>&1");
}

std::string names(const Scratch& scratch, const std::string& arguments) {
  return scratch.run("inspect " + arguments + " 2>&1 | grep -E '^(module\\.|aws)|^  name'").out;
}

TEST_CASE("a named file is read with its folder, and only its own tables are told", "[terraform]") {
  const Scratch scratch;
  scratch.write("infra/orders.tf", kTable);
  scratch.write("infra/variables.tf", "variable \"name\" {\n  default = \"orders\"\n}\n");
  scratch.write("infra/other.tf",
                "resource \"aws_dynamodb_table\" \"other\" {\n  name = \"other\"\n"
                "  hash_key = \"status\"\n}\n");
  CHECK(names(scratch, "infra/orders.tf") ==
        "aws_dynamodb_table.orders (terraform) infra/orders.tf:1:31\n"
        "  name           orders\n");
  CHECK(check(scratch, "infra/orders.tf").out ==
        "infra/orders.tf:4:18: warning[DDB101] partition key `status` is named like a small set of "
        "values: all items that share a value share one partition's 1,000 write units and 3,000 "
        "read units a second\n");
  CHECK(names(scratch, "infra") ==
        "aws_dynamodb_table.orders (terraform) infra/orders.tf:1:31\n"
        "  name           orders\n"
        "aws_dynamodb_table.other (terraform) infra/other.tf:1:31\n"
        "  name           other\n");
}

TEST_CASE("values from files and options", "[terraform]") {
  const Scratch scratch;
  scratch.write("main.tf", std::string(kTable) + "variable \"name\" {\n  default = \"a\"\n}\n");
  scratch.write("prod.tfvars", "name = \"prod\"\n");
  const std::string line = "aws_dynamodb_table.orders (terraform) main.tf:1:31\n  name           ";
  CHECK(names(scratch, "main.tf") == line + "a\n");
  scratch.write("terraform.tfvars", "name = \"b\"\n");
  CHECK(names(scratch, "main.tf") == line + "b\n");
  scratch.write("terraform.tfvars.json", R"({"name": "b2"})");
  CHECK(names(scratch, "main.tf") == line + "b2\n");
  scratch.write("a.auto.tfvars.json", R"({"name": "c"})");
  CHECK(names(scratch, "main.tf") == line + "c\n");
  CHECK(names(scratch, "--var-file prod.tfvars main.tf") == line + "prod\n");
  CHECK(names(scratch, "--var-file prod.tfvars --var name=given main.tf") == line + "given\n");
}

TEST_CASE("a called folder is read from its caller, else by itself", "[terraform]") {
  const Scratch scratch;
  scratch.write("modules/table/main.tf", std::string(kTable) + "variable \"name\" {}\n");
  scratch.write("prod/main.tf",
                "module \"orders\" {\n  source = \"../modules/table\"\n  name   = \"prod\"\n}\n");
  const std::string bound =
      "module.orders.aws_dynamodb_table.orders (terraform) modules/table/main.tf:1:31\n"
      "  name           prod\n";
  CHECK(names(scratch, ".") == bound);
  CHECK(names(scratch, "prod") == bound);
  CHECK(names(scratch, "modules/table/main.tf") ==
        "aws_dynamodb_table.orders (terraform) modules/table/main.tf:1:31\n"
        "  name           unknown: var.name\n");
  CHECK(
      scratch.run("check --no-config -q --select DDB101 prod 2>&1").out.find("prod/main.tf:1:8") !=
      std::string::npos);
}

TEST_CASE("a module that only a neighbour calls was not asked for", "[terraform]") {
  const Scratch scratch;
  scratch.write("main.tf", std::string(kTable) + "variable \"name\" {}\n");
  scratch.write("more.tf", "module \"m\" {\n  source = \"./m\"\n}\n");
  scratch.write("m/main.tf", std::string(kTable) + "variable \"name\" {}\n");
  CHECK(names(scratch, "main.tf") ==
        "aws_dynamodb_table.orders (terraform) main.tf:1:31\n  name           unknown: var.name\n");
}

TEST_CASE("comments of any kind, at the line, the table or the call", "[terraform]") {
  const Scratch scratch;
  const auto silenced = [&](const std::string& before_key, const std::string& before_table,
                            const std::string& before_call) {
    std::string table = kTable;
    table.insert(table.find("  hash_key"), before_key);
    scratch.write("m/main.tf", before_table + table + "variable \"name\" {}\n");
    scratch.write("main.tf",
                  before_call + "module \"m\" {\n  source = \"./m\"\n  name = \"n\"\n}\n");
    const Result result = check(scratch, ".");
    INFO(result.out);
    return result.out.empty() && result.code == 0;
  };
  CHECK_FALSE(silenced("", "", ""));
  CHECK(silenced("  # ddblint: ignore[DDB101] few\n", "", ""));
  CHECK(silenced("  // ddblint: ignore[DDB101] few\n", "", ""));
  CHECK(silenced("  /* ddblint: ignore[DDB101] few */\n", "", ""));
  CHECK(silenced("", "# ddblint: ignore[DDB101] few\n", ""));
  CHECK(silenced("", "", "# ddblint: ignore[DDB101] few\n"));
  CHECK_FALSE(silenced("", "", "# ddblint: ignore[DDB201] another\n"));
}

TEST_CASE("comments of JSON syntax", "[terraform]") {
  const Scratch scratch;
  scratch.write("main.tf.json", R"({"resource": {"aws_dynamodb_table": {
  "orders": {
    "//": "ddblint: ignore[DDB101] few writes",
    "name": "orders", "hash_key": "status",
    "attribute": [{"name": "status", "type": "S"}]
  },
  "other": {
    "name": "other", "hash_key": "status",
    "attribute": [{"name": "status", "type": "S"}]
  }
}}})");
  const std::string out = check(scratch, ".").out;
  CHECK(out.find("main.tf.json:4:") == std::string::npos);
  CHECK(out.find("main.tf.json:8:34: warning[DDB101]") != std::string::npos);
}

TEST_CASE("an OpenTofu file hides the Terraform file of its name", "[terraform]") {
  const Scratch scratch;
  scratch.write("main.tf", "resource \"aws_dynamodb_table\" \"a\" {\n  name = \"a\"\n}\n");
  scratch.write("main.tofu", "resource \"aws_dynamodb_table\" \"b\" {\n  name = \"b\"\n}\n");
  CHECK(names(scratch, ".") ==
        "aws_dynamodb_table.b (terraform) main.tofu:1:31\n  name           b\n");
}

TEST_CASE("a plan's finding names the place of the configuration beside it", "[terraform]") {
  const Scratch scratch;
  scratch.write("main.tf", std::string(kTable) + "variable \"name\" {}\n");
  scratch.write("plan.json", R"({"planned_values": {"root_module": {"resources": [
  {"address": "aws_dynamodb_table.orders", "mode": "managed", "type": "aws_dynamodb_table",
   "values": {"name": "orders", "hash_key": "status", "billing_mode": "PAY_PER_REQUEST",
              "attribute": [{"name": "status", "type": "S"}]}}]}}})");
  const Result result = scratch.run("check --no-config -q --select DDB101 plan.json 2>&1");
  CHECK(result.out.find("--> plan.json:3:") != std::string::npos);
  CHECK(result.out.find("main.tf:1:31") != std::string::npos);
  CHECK(result.out.find("declared here") != std::string::npos);
  CHECK(result.out.find("\"aws_dynamodb_table.orders\"") != std::string::npos);
  CHECK(result.out.find("of this table") != std::string::npos);
  const Result json = scratch.run("check --no-config -f json --select DDB101 plan.json");
  CHECK(json.out.find("\"table\": \"aws_dynamodb_table.orders\"") != std::string::npos);
}

TEST_CASE("a plan's table of a repeated module is declared in that module", "[terraform]") {
  const Scratch scratch;
  scratch.write("main.tf",
                "module \"m\" {\n  source   = \"./m\"\n  for_each = toset([\"x\"])\n}\n");
  scratch.write(
      "m/main.tf",
      "resource \"aws_dynamodb_table\" \"a\" {\n  name = \"a\"\n  hash_key = \"id\"\n}\n"
      "resource \"aws_dynamodb_table\" \"b\" {\n  name = \"b\"\n  hash_key = \"id\"\n}\n");
  scratch.write("plan.json",
                R"({"planned_values": {"root_module": {"child_modules": [{"resources": [
  {"address": "module.m[\"x\"].aws_dynamodb_table.b", "mode": "managed",
   "type": "aws_dynamodb_table", "values": {"name": "b", "hash_key": "status"}}]}]}}})");
  const Result result = scratch.run("check --no-config -q --select DDB101 plan.json 2>&1");
  CHECK(result.out.find("m/main.tf:5:31") != std::string::npos);
}

TEST_CASE("one bad block hides no other", "[terraform]") {
  const Scratch scratch;
  scratch.write("main.tf", "resource \"aws_dynamodb_table\" \"bad\" {\n  name = = 3\n}\n" +
                               std::string(kTable) + "variable \"name\" {}\n");
  const Result result =
      scratch.run("check --no-config -q -f concise --select DDB001,DDB101 . 2>&1");
  CHECK(result.out.find("main.tf:2:10: warning[DDB001]") != std::string::npos);
  CHECK(result.out.find("main.tf:7:18: warning[DDB101]") != std::string::npos);
}

}  // namespace
}  // namespace ddblint
