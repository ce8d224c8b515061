#include <random>
#include <string>
#include <vector>

#include "workload/cli_command_words.h"
#include "workload/pattern_text.h"

#include "support/catch.h"

namespace ddblint {
namespace {

using namespace workload_test;

std::string shown(std::string_view command) {
  const ReadPatterns read = read_command(command, whole(command));
  return patterns_text(read.set.patterns) + shown_in(command, read.diagnostics);
}

struct Case {
  const char* command;
  const char* expected;
};

std::string words_text(std::string_view text) {
  std::string out;
  for (const ShellWord& word : shell_words(text)) {
    out += word.separator ? "|" : "[" + word.text + "]";
    if (word.unknown) out += "?";
    if (word.open) out += "!";
    if (!word.separator && word.exact) {
      CHECK(text.substr(word.begin, word.end - word.begin) == word.text);
    }
  }
  return out;
}

TEST_CASE("words of a shell", "[cli_command]") {
  CHECK(words_text("aws  dynamodb\tquery") == "[aws][dynamodb][query]");
  CHECK(words_text("a 'b c' \"d e\" f'g'\"h\"") == "[a][b c][d e][fgh]");
  CHECK(words_text(R"x(a "x\"y\\z" 'n\o' p\ q)x") == R"x([a][x"y\z][n\o][p q])x");
  CHECK(words_text("a \\\n b ^\r\n c `\n d") == "[a][b][c][d]");
  CHECK(words_text("a; b && c | d\ne & f || g") == "[a]|[b]|[c]|[d]|[e]|[f]|[g]");
  CHECK(words_text("# comment\na #n=b\n# again") == "|[a][#n=b]|");
  CHECK(words_text("a \"$T\" '$T' $(x) ${Y} $") == "[a][$T]?[$T][$(x)]?[${Y}]?[$]");
  CHECK(words_text("a 'b") == "[a][b]!");
  CHECK(words_text("a \"b") == "[a][b]!");
  CHECK(words_text("a \"\" b") == "[a][][b]");
  CHECK(words_text("a\\") == "[a]");
}

/// A word in one of the ways a shell takes it.
std::string quoted(const std::string& word, std::mt19937& random) {
  std::string out;
  switch (random() % 3) {
    case 0:
      for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
      return "'" + out + "'";
    case 1:
      for (const char c : word) {
        if (c == '"' || c == '\\' || c == '$' || c == '`') out += '\\';
        out += c;
      }
      return '"' + out + '"';
    default:
      for (const char c : word) out += std::string("\\") + c;
      return out;
  }
}

TEST_CASE("a quoted word is the word, however it is quoted", "[cli_command]") {
  constexpr std::string_view kLetters = "ab {}[]:,'\"\\$`#;&|=*";
  std::mt19937 random(3);
  for (int round = 0; round < 2000; ++round) {
    std::vector<std::string> words(1 + random() % 4);
    std::string line;
    for (std::string& word : words) {
      const std::size_t size = 1 + random() % 8;
      for (std::size_t i = 0; i < size; ++i) word += kLetters[random() % kLetters.size()];
      line += quoted(word, random) + (random() % 3 == 0 ? " \\\n  " : " ");
    }
    CAPTURE(line);
    const auto read = shell_words(line);
    REQUIRE(read.size() == words.size());
    for (std::size_t i = 0; i < words.size(); ++i) {
      REQUIRE(read[i].text == words[i]);
      REQUIRE_FALSE(read[i].unknown);
      if (read[i].exact) REQUIRE(line.substr(read[i].begin, words[i].size()) == words[i]);
    }
  }
}

TEST_CASE("commands become patterns", "[cli_command]") {
  const std::vector<Case> cases = {
      {R"x(aws dynamodb get-item --table-name Users --key '{"id": {"S": "1"}, "sk": {"S": "x"}}')x",
       "GetItem table=Users equals=[id,sk]\n"},
      {R"x(aws dynamodb get-item --table-name Users --key id={S=1},sk={S=x} --consistent-read)x",
       "GetItem table=Users equals=[id,sk] consistency=strong\n"},
      {R"x(aws dynamodb get-item --table-name=Users --key 'id={N=5}' --no-consistent-read --projection-expression "a, #b.c" --expression-attribute-names '{"#b":"name"}')x",
       "GetItem table=Users equals=[id] attributes=[a,name] consistency=eventual\n"},
      {R"x(aws dynamodb query --table-name T --key-condition-expression "#p = :p AND begins_with(sk, :s)" --expression-attribute-names '#p=pk' --expression-attribute-values '{":p":{"S":"OPEN"},":s":{"S":"x"}}')x",
       "Query table=T equals=[pk] range=sk begins_with\n"},
      {"aws dynamodb query --table-name T --index-name I \\\n  --key-condition-expression 'pk=:p "
       "and "
       "(d BETWEEN :a AND :b)' \\\n  --filter-expression 'NOT (s IN (:x, :y)) OR size(t) > :n'",
       "Query table=T index=I equals=[pk] range=d between filter=[s,t] as-projected\n"},
      {"aws dynamodb query --table-name T --index-name I --key-condition-expression pk=:p --select "
       "COUNT",
       "Query table=T index=I equals=[pk] attributes=[]\n"},
      {"aws dynamodb query --table-name T --index-name I --key-condition-expression pk=:p --select "
       "ALL_ATTRIBUTES",
       "Query table=T index=I equals=[pk]\n"},
      {R"x(aws dynamodb query --table-name T --key-conditions '{"pk":{"ComparisonOperator":"EQ","AttributeValueList":[{"S":"a"}]},"sk":{"ComparisonOperator":"GT"}}' --attributes-to-get a b)x",
       "Query table=T equals=[pk] range=sk > attributes=[a,b]\n"},
      {R"x(aws --profile prod --region eu-west-1 --no-cli-pager dynamodb --output json scan --table-name T --filter-expression "a = :a AND b > :b" --max-items 5 --no-paginate)x",
       "Scan table=T filter=[a,b]\n"},
      {R"x(aws dynamodb put-item --table-name T --item '{"pk":{"S":"a"}}' --condition-expression "attribute_not_exists(pk) AND attribute_exists(b)")x",
       "PutItem table=T unique=pk\n"},
      {R"x(aws dynamodb put-item --table-name T --item file://item.json)x", "PutItem table=T\n"},
      {R"x(aws dynamodb update-item --table-name T --key '{"pk":{"S":"a"}}' --update-expression "SET a = :a, #b = if_not_exists(#b, :z) + :i REMOVE c, d.e ADD n :one DELETE s :x" --expression-attribute-names '{"#b":"balance"}')x",
       "UpdateItem table=T equals=[pk] sets=[a,balance,c,d,n,s]\n"},
      {R"x(aws dynamodb update-item --table-name T --key pk={S=a} --attribute-updates '{"x":{"Action":"PUT"}}')x",
       "UpdateItem table=T equals=[pk] sets=[x]\n"},
      {"aws dynamodb delete-item --table-name T --key pk={S=a},sk={N=1}",
       "DeleteItem table=T equals=[pk,sk]\n"},
      {R"x(aws dynamodb batch-get-item --request-items '{"A":{"Keys":[{"id":{"S":"1"}},{"id":{"S":"2"}}],"ProjectionExpression":"x","ConsistentRead":true},"B":{"Keys":[{"k":{"S":"1"}}]}}')x",
       "BatchGetItem table=A equals=[id] items=2 attributes=[x] consistency=strong\n"
       "BatchGetItem table=B equals=[k] items=1\n"},
      {R"x(aws dynamodb batch-write-item --request-items '{"A":[{"PutRequest":{"Item":{"id":{"S":"1"}}}},{"DeleteRequest":{"Key":{"id":{"S":"2"}}}}]}')x",
       "BatchWriteItem table=A equals=[id] items=2\n"},
      {R"x(aws dynamodb transact-get-items --transact-items '[{"Get":{"TableName":"A","Key":{"id":{"S":"1"}}}},{"Get":{"TableName":"A","Key":{"id":{"S":"2"}}}}]')x",
       "TransactGetItems table=A equals=[id] items=2\n"},
      {R"x(aws dynamodb transact-write-items --transact-items '[{"Put":{"TableName":"B","Item":{},"ConditionExpression":"attribute_not_exists(id)"}},{"Update":{"TableName":"A","Key":{"id":{"S":"1"}},"UpdateExpression":"SET x = :x"}},{"Update":{"TableName":"A","Key":{"id":{"S":"2"}},"UpdateExpression":"SET y = :y"}}]')x",
       "TransactWriteItems table=A equals=[id] items=2 sets=[x,y]\n"
       "TransactWriteItems table=B items=1 unique=id\n"},
      {"aws dynamodb transact-get-items --transact-items Get={TableName=A,Key={id={S=1}}} "
       "Get={TableName=A,Key={id={S=2}}}",
       "TransactGetItems table=A equals=[id] items=2\n"},
      {R"x(aws dynamodb execute-statement --statement "SELECT * FROM \"T\" WHERE pk='a' AND sk > ?" --consistent-read)x",
       "Query table=T equals=[pk] range=sk > consistency=strong\n"},
      {R"x(aws dynamodb batch-execute-statement --statements '[{"Statement":"SELECT * FROM T WHERE a=?"},{"Statement":"SELECT * FROM U"}]')x",
       "Query table=T equals=[a]\nScan table=U\n"},
      {R"x(aws dynamodb query --cli-input-json '{"TableName":"T","KeyConditionExpression":"pk = :p","IndexName":"I"}' --index-name J)x",
       "Query table=T index=J equals=[pk] as-projected\n"},
      {"AWS_PROFILE=x aws dynamodb scan --table-name A && aws dynamodb scan --table-name B | jq "
       ".Items",
       "Scan table=A\nScan table=B\n"},
      {"aws dynamodb query --table-name \"$TABLE\" --key-condition-expression 'pk = :p'",
       "Query equals=[pk] partly\n"},
      {"aws dynamodb query --table-name T --key-condition-expression '#n = :p' "
       "--expression-attribute-names file://names.json",
       "Query table=T partly\n"},
      {"aws dynamodb get-item --table-name T --key file://key.json", "GetItem table=T partly\n"},
      {"aws dynamodb transact-write-items --transact-items file://t.json",
       "TransactWriteItems partly\n"},
      {"aws dynamodb query --table-name T --key-condition-expression 'pk = :p' --no-return-values",
       "Query table=T equals=[pk]\n"},
  };
  for (const auto& [command, expected] : cases) {
    CAPTURE(command);
    CHECK(shown(command) == expected);
  }
}

TEST_CASE("what is wrong in a command is shown at its place", "[cli_command]") {
  const std::vector<Case> cases = {
      {"", "<> there is no command\n"},
      {"ls -l", "<ls> a command begins with `aws dynamodb`\n"},
      {"aws s3 ls", "<s3> a command begins with `aws dynamodb`\n"},
      {"aws dynamodb", "<dynamodb> the command breaks off behind `dynamodb`\n"},
      {"aws dynamodb create-table --table-name T",
       "<create-table> `create-table` reads and writes no items; patterns are commands that read "
       "or "
       "write items\n"},
      {"aws dynamodb get-itm --table-name T",
       "<get-itm> `get-itm` reads and writes no items, did you mean \"get-item\"?\n"},
      {"aws dynamodb scan --tabel-name T",
       "Scan\n<aws dynamodb scan --tabel-name T> a request names its table, and this one has no "
       "TableName\n<--tabel-name> unknown option `--tabel-name`, did you mean \"table-name\"?\n"},
      {"aws dynamodb scan --table-name T extra",
       "Scan table=T\n<extra> `--table-name` takes one value, and `extra` is a second one\n"},
      {"aws dynamodb scan stray --table-name T",
       "Scan table=T\n<stray> `stray` belongs to no option\n"},
      {"aws dynamodb scan --table-name",
       "Scan\n<aws dynamodb scan --table-name> a request names its "
       "table, and this one has no TableName\n<--table-name> "
       "`--table-name` has no value\n"},
      {"aws dynamodb scan --table-name T --table-name U",
       "Scan table=U\n<--table-name> `--table-name` stands twice; the last one counts\n"},
      {"aws dynamodb scan --table-name 'T", "<'T> a quote is not closed\n"},
      {"aws dynamodb get-item --table-name T",
       "GetItem table=T\n<aws dynamodb get-item --table-name T> a GetItem names its item by Key\n"},
      {R"x(aws dynamodb get-item --table-name T --key '{"id": {"S": }}')x",
       "GetItem table=T partly\n<}> JSON: expected a value\n"},
      {"aws dynamodb get-item --table-name T --key id=={S=1}",
       "GetItem table=T partly\n<}> neither JSON nor shorthand: `}` cannot stand here\n"},
      {"aws dynamodb query --table-name T --key-condition-expression 'pk = :p AND'",
       "Query table=T equals=[pk] partly\n<AND> it breaks off at its end\n"},
      {"aws dynamodb query --table-name T --key-condition-expression 'pk = 5'",
       "Query table=T equals=[pk] partly\n<5> `5` is a literal; an expression takes values as :v "
       "alone\n"},
      {"aws dynamodb query --table-name T --key-condition-expression 'pk = :p OR sk = :s'",
       "Query table=T filter=[pk,sk]\n<pk> a key condition has equalities and a range, all of them "
       "joined by AND\n"},
      {"aws dynamodb query --table-name T --key-condition-expression '#p = :p'",
       "Query table=T partly\n<#p = :p> `#p` is not among the ExpressionAttributeNames\n"},
      {"aws dynamodb update-item --table-name T --key id={S=1} --update-expression 'SEET a = :a'",
       "UpdateItem table=T equals=[id] partly\n<SEET> `SEET` cannot stand here\n"},
      {R"x(aws dynamodb transact-write-items --transact-items '[{"Upsert":{}}]')x",
       "<\"Upsert\"> unknown action `Upsert`\n"},
      {R"x(aws dynamodb transact-write-items --transact-items '[{"Updte":{}}]')x",
       "<\"Updte\"> unknown action `Updte`, did you mean \"Update\"?\n"},
      {R"x(aws dynamodb execute-statement --statement "SELECT * FORM t")x",
       "<FORM> FROM is expected before `FORM`\n"},
  };
  for (const auto& [command, expected] : cases) {
    CAPTURE(command);
    CHECK(shown(command) == expected);
  }
}

}  // namespace
}  // namespace ddblint
