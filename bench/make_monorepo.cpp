// Writes a made-up monorepo to walk and lint: make_monorepo DIR [files=20000] [tables=200].
//
// Services of eighty files in nested directories: TypeScript, Python, Go, Markdown, JSON
// configuration, Kubernetes and CI YAML, lock files, 0.2 to 20 KB each. Exactly `tables` of the
// files are CloudFormation or SAM templates (YAML or JSON) with one DynamoDB table each; others
// only mention DynamoDB, as real ones do. Some build output is there for .gitignore to hide. The
// same arguments give the same bytes on every machine.

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kFilesPerService = 80;
constexpr double kSmallest = 200;
constexpr double kLargest = 20'000;

constexpr std::array<std::string_view, 32> kWords{
    "order",   "invoice", "customer", "payment",  "shipment", "basket", "catalog", "price",
    "account", "session", "audit",    "event",    "device",   "sensor", "reading", "profile",
    "message", "thread",  "ticket",   "booking",  "room",     "tenant", "license", "quota",
    "report",  "metric",  "coupon",   "delivery", "driver",   "route",  "stock",   "supplier"};
constexpr std::array<std::string_view, 3> kAreas{"api", "domain", "store"};
constexpr std::array<std::string_view, 12> kVerbs{"load",  "store",   "find",   "update",
                                                  "merge", "publish", "expire", "validate",
                                                  "price", "route",   "retry",  "archive"};
constexpr std::array<std::string_view, 10> kTeams{"checkout", "identity", "logistics", "search",
                                                  "billing",  "platform", "mobile",    "insights",
                                                  "support",  "growth"};

/// `text` with every `$0` to `$9` replaced by that argument.
std::string fill(std::string_view text, std::initializer_list<std::string> arguments) {
  std::string filled;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool place = text[i] == '$' && i + 1 < text.size() && text[i + 1] >= '0' &&
                       static_cast<std::size_t>(text[i + 1] - '0') < arguments.size();
    if (place) {
      filled += arguments.begin()[text[++i] - '0'];
    } else {
      filled += text[i];
    }
  }
  return filled;
}

std::string capitalized(std::string word) {
  word[0] = static_cast<char>(word[0] - 'a' + 'A');
  return word;
}

/// A seeded source of words and numbers. Distributions differ between standard libraries, so none
/// is used; the order of operands and arguments differs between compilers, so two throws never
/// stand in one expression other than a braced list.
class Dice {
 public:
  std::size_t below(std::size_t limit) { return static_cast<std::size_t>(engine_() % limit); }
  template <std::size_t N>
  std::string pick(const std::array<std::string_view, N>& choices) {
    return std::string(choices[below(N)]);
  }
  std::string word() { return pick(kWords); }
  std::string number(std::size_t limit) { return std::to_string(below(limit)); }
  /// A file size in bytes; every doubling is equally frequent.
  std::size_t size() {
    const double share = static_cast<double>(below(10'000)) / 10'000;
    return static_cast<std::size_t>(kSmallest * std::pow(kLargest / kSmallest, share));
  }
  std::string hash() {
    std::string digits;
    for (int i = 0; i < 64; ++i) digits += "0123456789abcdef"[below(16)];
    return digits;
  }

 private:
  std::mt19937_64 engine_{20'000};
};

/// `head`, then what `next` makes until the size that the dice ask for.
template <typename Next>
std::string grown(Dice& dice, std::string text, Next next) {
  const std::size_t target = dice.size();
  // The longest piece is below 700 bytes, so no file passes kLargest by much.
  do {
    text += next();
  } while (text.size() < target);
  return text;
}

std::string typescript(Dice& dice) {
  return grown(dice,
               "import { DynamoDBClient } from '@aws-sdk/client-dynamodb';\n"
               "import { logger } from '../lib/logger';\n\n",
               [&] {
                 const std::string noun = dice.word();
                 return fill(R"(export async function $0$1(id: string, limit = $2): Promise<$1[]> {
  const found = await store.query({ table: process.env.$3_TABLE, id, limit });
  if (found.length === 0) {
    logger.warn('no $3 for', { id });
    return [];
  }
  return found.map((item) => ({ ...item, $4: item.$4 ?? $5 }));
}

)",
                             {dice.pick(kVerbs), capitalized(noun), dice.number(100), noun,
                              dice.word(), dice.number(1000)});
               });
}

std::string python(Dice& dice) {
  return grown(dice, "import os\nimport boto3\n\ndynamodb = boto3.resource(\"dynamodb\")\n\n", [&] {
    const std::string noun = dice.word();
    return fill(
        R"(
def $0_$1($2_id: str, limit: int = $3) -> list[dict]:
    """Returns at most `limit` $1 items of one $2."""
    table = dynamodb.Table(os.environ["TABLE_NAME"])
    answer = table.get_item(Key={"pk": f"$2#{$2_id}", "sk": "$1"})
    return [item for item in answer.get("Items", []) if item["$4"] > $5][:limit]

)",
        {dice.pick(kVerbs), noun, dice.word(), dice.number(100), dice.word(), dice.number(1000)});
  });
}

std::string go(Dice& dice) {
  return grown(dice, "package " + dice.word() + "\n\nimport (\n\t\"context\"\n\t\"fmt\"\n)\n", [&] {
    return fill(R"(
// $0$1 is called once for every $2.
func (s *Service) $0$1(ctx context.Context, id string) (int, error) {
	$2, err := s.repository.Find(ctx, id, $3)
	if err != nil {
		return 0, fmt.Errorf("find $2 %s: %w", id, err)
	}
	return len($2) * $4, nil
}
)",
                {capitalized(dice.pick(kVerbs)), capitalized(dice.word()), dice.word(),
                 dice.number(100), dice.number(1000)});
  });
}

std::string markdown(Dice& dice) {
  return grown(dice, "# " + capitalized(dice.word()) + " service\n", [&] {
    return fill(
        "\n## How a $0 becomes a $1\n\nEvery $0 is written once and read about $2 times. The $3 "
        "worker picks it up from the stream,\nadds the $1 and stores both in the same partition. "
        "When the $3 fails, the event stays in the\nqueue and is retried $4 times.\n",
        {dice.word(), dice.word(), dice.number(100), dice.word(), dice.number(10)});
  });
}

std::string json_config(Dice& dice) {
  std::string text =
      grown(dice,
            fill("{\n  \"name\": \"@acme/$0\",\n  \"version\": \"1.$1.0\"",
                 {dice.word(), dice.number(50)}),
            [&] {
              return fill(
                  ",\n  \"$0.$1.$2\": {\n    \"enabled\": true,\n    \"limit\": $3,\n    "
                  "\"tags\": [\"$4\", \"$5\"]\n  }",
                  {dice.word(), dice.word(), dice.number(1'000'000), dice.number(5000), dice.word(),
                   dice.word()});
            });
  return text + "\n}\n";
}

std::string kubernetes(Dice& dice) {
  return grown(dice, "# Deployed by the pipeline of this directory.\n", [&] {
    return fill(R"(---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: $0-$1
  labels: {app: $0, team: $2}
spec:
  replicas: $3
  template:
    spec:
      containers:
        - name: $0
          image: registry.example.com/$2/$0:1.$4.0
          env:
            - name: TABLE_NAME
              value: $0-$1
          resources:
            limits: {cpu: 500m, memory: 512Mi}
)",
                {dice.word(), dice.word(), dice.pick(kTeams), dice.number(9), dice.number(90)});
  });
}

std::string pipeline(Dice& dice) {
  return grown(dice, "name: build\non:\n  push:\n    branches: [main]\njobs:\n", [&] {
    return fill(R"(  $0-$1-$2:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - name: Test $0
        run: |
          make -C services/$1 test
          make -C services/$1 lint
)",
                {dice.pick(kVerbs), dice.word(), dice.number(1'000'000)});
  });
}

std::string lock_file(Dice& dice) {
  return grown(dice, "lockfileVersion: '9.0'\n\npackages:\n", [&] {
    return fill(
        "\n  /@acme/$0-$1@1.$2.$3:\n    resolution: {integrity: sha256-$4}\n    engines: "
        "{node: '>=18'}\n    dev: false\n",
        {dice.word(), dice.word(), dice.number(1'000'000), dice.number(50), dice.hash()});
  });
}

/// Resources as they stand around a table in a template: queues, functions and their rights.
std::string neighbours(Dice& dice, bool sam) {
  const std::string name = capitalized(dice.word());
  std::string text;
  const std::size_t count = 1 + dice.below(6);
  for (std::size_t i = 0; i < count; ++i) {
    text += fill(R"(  $0Queue$1:
    Type: AWS::SQS::Queue
    Properties:
      QueueName: !Sub '${Stage}-$2-$1'
      VisibilityTimeout: $3
  $0Function$1:
    Type: $4
    Properties:
      Handler: src/$2.handler
      Runtime: nodejs20.x
      Timeout: $3
      Environment:
        Variables:
          STAGE: !Ref Stage
)",
                 {name, std::to_string(i), dice.word(), std::to_string(1 + dice.below(60)),
                  sam ? "AWS::Serverless::Function" : "AWS::Lambda::Function"});
  }
  return text;
}

std::string template_head(bool sam) {
  return std::string("AWSTemplateFormatVersion: '2010-09-09'\n") +
         (sam ? "Transform: AWS::Serverless-2016-10-31\n" : "") +
         "Parameters:\n  Stage:\n    Type: String\n    Default: dev\nResources:\n";
}

std::string template_without_table(Dice& dice) {
  return template_head(false) + neighbours(dice, false) + R"(  ReaderPolicy:
    Type: AWS::IAM::ManagedPolicy
    Properties:
      PolicyDocument:
        Statement:
          - Effect: Allow
            Action: [dynamodb:GetItem, dynamodb:Query]
            Resource: !ImportValue SharedTableArn
)";
}

std::string yaml_table(Dice& dice, bool sam) {
  const std::string noun = dice.word();
  const bool provisioned = dice.below(3) == 0;
  std::string text = template_head(sam) + neighbours(dice, sam);
  text += fill(R"(  $0Table:
    Type: AWS::DynamoDB::Table
    Properties:
      TableName: !Sub '${Stage}-$1'
      AttributeDefinitions:
        - {AttributeName: pk, AttributeType: S}
        - {AttributeName: sk, AttributeType: S}
        - AttributeName: $2Id
          AttributeType: S
      KeySchema:
        - {AttributeName: pk, KeyType: HASH}
        - {AttributeName: sk, KeyType: RANGE}
      GlobalSecondaryIndexes:
        - IndexName: by-$2
          KeySchema:
            - AttributeName: $2Id
              KeyType: HASH
          Projection:
            ProjectionType: ALL
)",
               {capitalized(noun), noun, dice.word()});
  if (provisioned) {
    const std::string throughput =
        fill("ProvisionedThroughput: {ReadCapacityUnits: $0, WriteCapacityUnits: $1}\n",
             {std::to_string(1 + dice.below(500)), std::to_string(1 + dice.below(500))});
    return text + "          " + throughput + "      " + throughput;
  }
  return text + "      BillingMode: PAY_PER_REQUEST\n";
}

std::string json_table(Dice& dice) {
  return fill(R"({
  "AWSTemplateFormatVersion": "2010-09-09",
  "Resources": {
    "$0Topic": {"Type": "AWS::SNS::Topic", "Properties": {"DisplayName": "$1"}},
    "$0Table": {
      "Type": "AWS::DynamoDB::Table",
      "Properties": {
        "TableName": "$1-$2",
        "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [
          {"AttributeName": "$1Id", "AttributeType": "S"},
          {"AttributeName": "createdAt", "AttributeType": "N"}
        ],
        "KeySchema": [
          {"AttributeName": "$1Id", "KeyType": "HASH"},
          {"AttributeName": "createdAt", "KeyType": "RANGE"}
        ],
        "PointInTimeRecoverySpecification": {"PointInTimeRecoveryEnabled": true}
      }
    }
  }
}
)",
              {capitalized(dice.word()), dice.word(), dice.word()});
}

struct File {
  std::string path;
  std::string text;
};

/// One file with a table; `id` keeps names apart.
File table_file(Dice& dice, const std::string& service, const std::string& id) {
  const std::string stem = service + "/infra/";
  const std::size_t kind = dice.below(10);
  if (kind < 2) return {stem + "table-" + id + ".json", json_table(dice)};
  if (kind < 5) return {stem + "sam-" + id + ".yaml", yaml_table(dice, true)};
  return {stem + "template-" + id + ".yml", yaml_table(dice, false)};
}

/// One file without a table.
File plain_file(Dice& dice, const std::string& service, const std::string& id) {
  struct Kind {
    /// Of 100 files, up to which number this kind goes.
    std::size_t until;
    std::string_view directory;
    std::string_view extension;
    std::string (*make)(Dice&);
  };
  static constexpr std::array<Kind, 13> kKinds{{{32, "/src/$0/", ".ts", typescript},
                                                {40, "/test/unit/$0/", ".spec.ts", typescript},
                                                {52, "/jobs/", ".py", python},
                                                {64, "/internal/$0/", ".go", go},
                                                {71, "/docs/", ".md", markdown},
                                                {81, "/config/", ".json", json_config},
                                                {83, "/locales/", ".json", json_config},
                                                {91, "/deploy/base/", ".yaml", kubernetes},
                                                {94, "/.github/workflows/", ".yml", pipeline},
                                                {95, "/vendor/", "-lock.yaml", lock_file},
                                                {97, "/infra/", ".yaml", template_without_table},
                                                {99, "/dist/", ".json", json_config},
                                                {100, "/logs/", ".log", markdown}}};
  const auto* kind = std::ranges::upper_bound(kKinds, dice.below(100), {}, &Kind::until);
  const std::string directory = fill(kind->directory, {dice.pick(kAreas)});
  const std::string path =
      service + directory + dice.word() + "-" + id + std::string(kind->extension);
  return {path, kind->make(dice)};
}

constexpr std::string_view kGitignore =
    "# What builds leave behind\n"
    "node_modules/\n"
    "dist/\n"
    "/build/\n"
    "coverage/\n"
    "__pycache__/\n"
    "*.py[cod]\n"
    "*.log\n"
    "*.tmp\n"
    ".DS_Store\n"
    ".env\n"
    ".env.*\n"
    "!.env.example\n"
    "**/cdk.out/\n"
    "services/*/local-*\n";

bool write(const fs::path& path, std::string_view text) {
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  std::ofstream file(path, std::ios::binary);
  file << text;
  return static_cast<bool>(file.flush());
}

/// Writes the tree; the path that could not be written, if any.
std::optional<fs::path> make(const fs::path& root, std::size_t files, std::size_t tables) {
  Dice dice;
  if (!write(root / ".gitignore", kGitignore)) return root / ".gitignore";
  std::string service;
  for (std::size_t i = 1; i < files; ++i) {
    if (i % kFilesPerService == 1) {
      service = fill("services/$0/$1-$2",
                     {dice.pick(kTeams), dice.word(), std::to_string(i / kFilesPerService)});
    }
    const std::string id = std::to_string(i);
    // Spreads the tables evenly: their share of the files so far steps up exactly here.
    const bool has_table = i * tables / (files - 1) != (i - 1) * tables / (files - 1);
    const File file = has_table ? table_file(dice, service, id) : plain_file(dice, service, id);
    if (!write(root / file.path, file.text)) return root / file.path;
  }
  return std::nullopt;
}

std::optional<std::size_t> count_of(std::string_view text) {
  std::size_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return count;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string_view> arguments(argv + 1, argv + argc);
  const auto files = count_of(arguments.size() > 1 ? arguments[1] : "20000");
  const auto tables = count_of(arguments.size() > 2 ? arguments[2] : "200");
  if (arguments.empty() || arguments.size() > 3 || !files || !tables || *tables >= *files) {
    std::fputs("usage: make_monorepo DIR [files=20000] [tables=200], fewer tables than files\n",
               stderr);
    return 2;
  }
  if (const auto failed = make(arguments[0], *files, *tables)) {
    std::fprintf(stderr, "cannot write %s\n", failed->c_str());
    return 2;
  }
  return 0;
}
