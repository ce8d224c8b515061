#include "schema/reader.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "schema/api_table.h"
#include "schema/cloudformation.h"
#include "schema/kubernetes.h"
#include "schema/open_values.h"
#include "schema/pulumi.h"
#include "schema/terraform/plan.h"
#include "schema/workbench.h"

namespace ddblint {
namespace {

bool holds(std::string_view bytes, std::string_view word) {
  return bytes.find(word) != std::string_view::npos;
}

bool names_sam(const Node* transform) {
  constexpr std::string_view kSam = "AWS::Serverless-2016-10-31";
  if (transform == nullptr) return false;
  if (transform->text == kSam) return true;
  return std::any_of(transform->items.begin(), transform->items.end(),
                     [&](const Node* item) { return item->text == kSam; });
}

// The CDK leaves marks in what it synthesizes: its version check, its metadata, construct paths.
bool made_by_cdk(const Node& root, std::string_view path) {
  if (const Node* rules = root.find("Rules")) {
    if (rules->find("CheckBootstrapVersion") != nullptr) return true;
  }
  if (const Node* parameters = root.find("Parameters")) {
    const Node* version = parameters->find("BootstrapVersion");
    const Node* value = version == nullptr ? nullptr : version->find("Default");
    if (value != nullptr && value->text.starts_with("/cdk-bootstrap/")) return true;
  }
  for (const auto& member : root.find("Resources")->members) {
    const Node* type = member.value->find("Type");
    if (type != nullptr && type->text == "AWS::CDK::Metadata") return true;
    const Node* metadata = member.value->find("Metadata");
    if (metadata != nullptr && metadata->find("aws:cdk:path") != nullptr) return true;
  }
  return holds(path, "cdk.out");
}

Dialect dialect_of(const Node& root, std::string_view path) {
  if (made_by_cdk(root, path)) return Dialect::cdk;
  return names_sam(root.find("Transform")) ? Dialect::sam : Dialect::cloudformation;
}

// What stands in another file is not read here; say so, else its tables would be missed in silence.
void note_included_file(std::string_view what, const Node& node, Definitions& out) {
  if (!node.is_scalar() || !node.text.starts_with("${file")) return;
  out.open.push_back({.what = std::string(what),
                      .why = fmt::format("{} is another file; check it as well", node.text),
                      .span = node.span});
}

// A Serverless file keeps its CloudFormation under `resources`, as one mapping or a list of them.
bool read_serverless(const Node& document, std::string_view text, const ReadOptions& options,
                     Definitions& out) {
  const Node* resources = document.find("resources");
  if (resources == nullptr) return false;
  std::vector<const Node*> parts(resources->items.begin(), resources->items.end());
  if (!resources->is_sequence()) parts.push_back(resources);
  bool found = false;
  for (const Node* part : parts) {
    note_included_file("resources", *part, out);
    if (const Node* nested = part->find("Resources")) {
      note_included_file("Resources", *nested, out);
      for (const auto& member : nested->members) {
        note_included_file(member.key->text, *member.value, out);
      }
    }
    if (!has_table_resource(*part)) continue;
    read_template(*part, document, Dialect::serverless, text, options, out);
    found = true;
  }
  return found;
}

void read_document(const Node& document, std::string_view path, std::string_view text,
                   const ReadOptions& options, Definitions& out) {
  // `aws cloudformation get-template` wraps the template.
  const Node* wrapped = document.find("TemplateBody");
  const Node& root = wrapped != nullptr && wrapped->is_mapping() ? *wrapped : document;
  if (read_plan_or_state(document, out)) return;
  if (has_table_resource(root)) {
    read_template(root, root, dialect_of(root, path), text, options, out);
    return;
  }
  const bool read = read_serverless(document, text, options, out) ||
                    read_pulumi_program(document, options, out) ||
                    read_pulumi_state(document, out) || read_workbench(document, out) ||
                    read_data_model(document, out);
  if (!read) read_api_tables(document, out);
}

void add_parameter(const Node* key, const Node* value, Span place, ParameterFile& file) {
  if (key != nullptr && key->is_scalar() && value != nullptr && value->is_scalar()) {
    file.values[std::string(key->text)] = std::string(value->text);
    return;
  }
  file.diagnostics.push_back({.kind = DiagnosticKind::unreadable_input,
                              .span = place,
                              .message = "a parameter needs a name and a text"});
}

}  // namespace

void Definitions::add(Table table) {
  TableDefinition definition;
  definition.variants.push_back({.when = {}, .table = std::move(table)});
  tables.push_back(std::move(definition));
}

bool could_define_table(std::string_view bytes) {
  // Names that only a definition has; JSON may write a slash as `\/`, so none stands here.
  constexpr std::array<std::string_view, 8> kMarks = {
      "AWS::DynamoDB::",    "AWS::Serverless::SimpleTable",
      "aws_dynamodb_table", "dynamodb.services.k8s.aws",
      "dynamodb.aws.",      "aws:dynamodb:Table",
      "table:Table",        "aws-native:dynamodb:"};
  if (std::ranges::any_of(kMarks, [&](auto mark) { return holds(bytes, mark); })) return true;
  if (holds(bytes, "DataModel") && holds(bytes, "KeyAttributes")) return true;
  return holds(bytes, "AttributeDefinitions") && holds(bytes, "KeySchema");
}

Definitions read_definitions(const Tree& tree, std::string_view path, std::string_view text,
                             const ReadOptions& options) {
  Definitions out;
  std::vector<const Node*> manifests;
  for (const Node* document : tree.documents) {
    if (is_manifest(*document)) {
      manifests.push_back(document);
    } else {
      read_document(*document, path, text, options, out);
    }
  }
  read_manifests(manifests, text, out);
  // A resource of another kind can hold what create-table takes.
  if (out.tables.empty()) {
    for (const Node* document : manifests) read_document(*document, path, text, options, out);
  }
  add_open_values(out);
  return out;
}

ParameterFile read_parameters(const Tree& tree) {
  ParameterFile file;
  file.diagnostics = tree.diagnostics;
  for (const Node* document : tree.documents) {
    const Node* nested = document->find("Parameters");
    const Node& root = nested != nullptr ? *nested : *document;
    for (const Node* item : root.items) {
      add_parameter(item->find("ParameterKey"), item->find("ParameterValue"), item->span, file);
    }
    for (const auto& member : root.members) {
      add_parameter(member.key, member.value, member.key->span, file);
    }
  }
  return file;
}

}  // namespace ddblint
