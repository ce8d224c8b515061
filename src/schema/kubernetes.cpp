#include "schema/kubernetes.h"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_set>
#include <utility>

#include "schema/api_table.h"
#include "schema/overlay.h"
#include "schema/provider_table.h"
#include "schema/siblings.h"
#include "source/text.h"

namespace ddblint {
namespace {

/// Patches that are followed in one file; Compositions that share patch sets multiply.
constexpr int kMaxPatches = 100'000;

std::string_view text_at(const Node* mapping, std::string_view key) {
  const Node* value = mapping == nullptr ? nullptr : mapping->find(key);
  return value == nullptr || !value->is_scalar() ? std::string_view() : value->text;
}

bool has_type(const Node& node) {
  return !text_at(&node, "apiVersion").empty() && !text_at(&node, "kind").empty();
}

bool is_letter(char c) { return ('A' <= c && c <= 'Z') || ('a' <= c && c <= 'z') || c == '_'; }

/// True when a tool (envsubst, kustomize, kro, Helm) puts something else into the text: `$NAME`,
/// `${expression}`, `$(NAME)`, `{{ template }}`.
bool has_placeholder(std::string_view text) {
  if (text.find("{{") != std::string_view::npos) return true;
  for (auto at = text.find('$'); at != std::string_view::npos; at = text.find('$', at + 1)) {
    const char next = at + 1 < text.size() ? text[at + 1] : ' ';
    if (next == '{' || next == '(' || is_letter(next)) return true;
  }
  return false;
}

/// An unquoted `{{ x }}` is a mapping whose key is a mapping.
bool is_bare_template(const Node& node) {
  return node.is_mapping() && node.members.size() == 1 && node.members.front().key->is_mapping();
}

/// Values of manifests that another tool may still fill in.
Resolver placeholder_resolver(std::string_view source) {
  const Resolver literal = literal_resolver();
  const auto value = [literal, source](const Node* node) {
    Resolved result = literal.value(node);
    const bool open = result.kind == Resolved::Kind::scalar && has_placeholder(result.text);
    if (open) result.unknown.expression = result.text;
    const bool bare = result.kind == Resolved::Kind::tree && is_bare_template(*node);
    if (bare) {
      const Span span = node->span;
      result.unknown.expression = std::string(source.substr(span.begin, span.end - span.begin));
    }
    if (open || bare) {
      result.kind = Resolved::Kind::unknown;
      result.unknown.why = "filled in before the manifest is applied";
    }
    return result;
  };
  return {.value = value,
          .member = [value](const Resolved& mapping, std::string_view key) -> Resolved {
            if (mapping.kind == Resolved::Kind::unknown) return mapping;
            if (mapping.kind != Resolved::Kind::tree) return {};
            return value(mapping.node->find(key));
          }};
}

/// Who reads a manifest, by the group of its `apiVersion`.
enum class Controller {
  ack,        ///< names of the service, in camel case
  community,  ///< Crossplane's first provider: the same under `forProvider`
  upjet,      ///< Crossplane's provider made from Terraform's
};

std::optional<Controller> controller_of(std::string_view api_version) {
  const auto group = api_version.substr(0, api_version.find('/'));
  if (group == "dynamodb.services.k8s.aws") return Controller::ack;
  if (group == "dynamodb.aws.crossplane.io") return Controller::community;
  constexpr std::array<std::string_view, 3> kUpjet = {
      "dynamodb.aws.upbound.io", "dynamodb.aws.m.upbound.io", "dynamodb.aws.jet.crossplane.io"};
  if (std::ranges::find(kUpjet, group) != kUpjet.end()) return Controller::upjet;
  return std::nullopt;
}

/// True for a scaling target or an alarm, of Crossplane or ACK.
bool may_be_sibling(const Node& node) {
  const auto group = text_at(&node, "apiVersion");
  const auto kind = text_at(&node, "kind");
  if (group.starts_with("cloudwatch.")) return kind == "MetricAlarm";
  const bool scaling =
      group.starts_with("appautoscaling.") || group.starts_with("applicationautoscaling.");
  return scaling && (kind == "Target" || kind == "ScalableTarget");
}

/// A manifest with what is known of its surroundings.
struct Manifest {
  const Node* node = nullptr;
  /// What the holder of a nested manifest calls it, or null.
  const Node* label = nullptr;
  /// True for the pattern of a resource that gets its name when it is made.
  bool pattern = false;
};

/// How another manifest says which table it speaks of.
struct Target {
  Setting<std::string> name;
  Setting<std::string> object;
  const Node* labels = nullptr;
  /// Any table of the Composition that it stands in.
  bool any = false;
  /// Set when it may be any table of the file.
  std::optional<Unknown> unknown;
};

class ManifestReader {
 public:
  ManifestReader(std::string_view text, Definitions& out)
      : out_(out),
        fields_(placeholder_resolver(text), out.diagnostics),
        first_(out.tables.size()) {}

  void visit(const Node& node, const Manifest& around, const Node* patch_sets);
  /// Adds what other manifests say of the tables, once all were visited.
  void join();

 private:
  void visit_composed(const Node& entry, const Node& base, const Node* patch_sets);
  void patch(const Node* patches, const Node* patch_sets, Overlay& overlay);
  void patch_by_set(const Node& use, const Node& patch_sets, Overlay& overlay);
  void read(const Manifest& manifest);
  void table(const Manifest& manifest, Controller controller);
  void ack(const Resolved& spec, Table& table);
  void name(const Resolved& whole, const Manifest& manifest, Table& table);
  Resolved provider_arguments(const Node& node);
  Target target_of(const Resolved& arguments, std::string_view argument);
  bool aims_at(const Target& target, std::size_t n) const;
  void insights(const Resolved& arguments);
  void replica(const Resolved& arguments);

  Definitions& out_;
  Fields fields_;
  /// The tables of `out_` from here on were read here.
  std::size_t first_;
  /// Nodes that stand in no file.
  Tree memory_;
  /// Labels of each of those tables.
  std::vector<const Node*> labels_;
  std::vector<Resolved> insights_;
  std::vector<Resolved> replicas_;
  std::unordered_set<const Node*> seen_;
  int patches_left_ = kMaxPatches;
};

void ManifestReader::visit(const Node& node, const Manifest& around, const Node* patch_sets) {
  if (node.aliased && !seen_.insert(&node).second) return;
  if (node.is_mapping()) {
    if (const Node* sets = node.find("patchSets")) patch_sets = sets;
    const Node* base = node.find("base");
    if (base != nullptr && has_type(*base)) {
      visit_composed(node, *base, patch_sets);
      return;
    }
    const bool resource = controller_of(text_at(&node, "apiVersion")).has_value();
    const bool stated = has_type(node) && node.find("spec") != nullptr;
    if (stated) read({.node = &node, .label = around.label, .pattern = around.pattern});
    if (stated && resource) return;
  }
  for (const Node* item : node.items) visit(*item, around, patch_sets);
  const Node* id = node.find("id");
  for (const auto& member : node.members) {
    const Manifest inner{.node = nullptr,
                         .label = id != nullptr && id->is_scalar() ? id : nullptr,
                         .pattern = around.pattern};
    visit(*member.value, inner, patch_sets);
  }
}

// An entry of a Composition: a manifest, and patches that fill in what the composite says.
void ManifestReader::visit_composed(const Node& entry, const Node& base, const Node* patch_sets) {
  Overlay overlay;
  patch(entry.find("patches"), patch_sets, overlay);
  const Node* name = entry.find("name");
  if (patches_left_ < 0) {
    out_.diagnostics.push_back({.kind = DiagnosticKind::unreadable_input,
                                .span = base.span,
                                .message = "too many patches: this is not read"});
    return;
  }
  const bool scalar = name != nullptr && name->is_scalar();
  const Manifest manifest{
      .node = overlay.applied(base, memory_), .label = scalar ? name : nullptr, .pattern = true};
  if (controller_of(text_at(&base, "apiVersion"))) {
    read(manifest);
  } else {
    visit(*manifest.node, manifest, nullptr);
  }
}

/// Where a patch writes to the resource, or null when it writes elsewhere.
const Node* written_path(const Node& patch) {
  const auto type = text_at(&patch, "type");
  if (type.starts_with("To") || type.starts_with("CombineTo")) return nullptr;
  const Node* path = patch.find("toFieldPath");
  if (path == nullptr) path = patch.find("fromFieldPath");
  return path != nullptr && path->is_scalar() ? path : nullptr;
}

void ManifestReader::patch(const Node* patches, const Node* patch_sets, Overlay& overlay) {
  if (patches == nullptr) return;
  for (const Node* item : patches->items) {
    if (--patches_left_ < 0) return;
    if (text_at(item, "type") == "PatchSet") {
      if (patch_sets != nullptr) patch_by_set(*item, *patch_sets, overlay);
    } else if (const Node* path = written_path(*item)) {
      overlay.open(path->text, path->span, "patched from the composite");
    }
  }
}

// A set holds no other sets.
void ManifestReader::patch_by_set(const Node& use, const Node& patch_sets, Overlay& overlay) {
  for (const Node* set : patch_sets.items) {
    if (--patches_left_ < 0) return;
    const bool meant = text_at(set, "name") == text_at(&use, "patchSetName");
    if (meant) patch(set->find("patches"), nullptr, overlay);
  }
}

void ManifestReader::read(const Manifest& manifest) {
  const Node& node = *manifest.node;
  if (!node.complete) return;  // what follows the break could change it
  const auto kind = text_at(&node, "kind");
  const auto controller = controller_of(text_at(&node, "apiVersion"));
  if (!controller) {
    if (may_be_sibling(node)) read_sibling(fields_, provider_arguments(node), out_.siblings);
    return;
  }
  if (kind == "Table") table(manifest, *controller);
  if (kind == "ContributorInsights") insights_.push_back(provider_arguments(node));
  if (kind == "TableReplica") replicas_.push_back(provider_arguments(node));
}

// What `forProvider` leaves open, `initProvider` sets once. Others have it all in `spec`.
Resolved ManifestReader::provider_arguments(const Node& node) {
  const Node* spec = node.find("spec");
  if (spec == nullptr) return {};
  const Node* arguments = spec->find("forProvider");
  const Node* initial = spec->find("initProvider");
  if (arguments == nullptr && initial == nullptr) return fields_.resolve(spec);
  if (arguments == nullptr) return fields_.resolve(initial);
  if (initial == nullptr) return fields_.resolve(arguments);
  return fields_.resolve(merged(*initial, *arguments, memory_));
}

// A managed resource is called as its annotation says, or like its object.
void ManifestReader::name(const Resolved& whole, const Manifest& manifest, Table& table) {
  const Resolved metadata = fields_.get(whole, "metadata");
  table.name = fields_.text(fields_.get(metadata, "annotations"), "crossplane.io/external-name");
  if (!table.name.absent()) return;
  const Setting<std::string> object = fields_.text(metadata, "name");
  if (!manifest.pattern || object.unknown()) table.name = object;
}

void ManifestReader::table(const Manifest& manifest, Controller controller) {
  const Node& node = *manifest.node;
  const Resolved whole = fields_.resolve(&node);
  Table table;
  table.dialect = controller == Controller::ack ? Dialect::ack : Dialect::crossplane;
  table.resource_type = text_at(&node, "kind");
  table.span = node.span;
  const Node* metadata = node.find("metadata");
  const Node* id = metadata == nullptr ? nullptr : metadata->find("name");
  if (id == nullptr || !id->is_scalar()) id = manifest.label;
  if (id == nullptr) id = node.find("kind");
  table.id = id->text;
  table.id_span = id->span;
  const Resolved arguments = provider_arguments(node);
  if (controller == Controller::upjet) {
    read_provider_table(fields_, arguments, Spelling::crossplane, table);
  } else {
    ack(arguments, table);
  }
  if (controller != Controller::ack) name(whole, manifest, table);
  labels_.push_back(metadata == nullptr ? nullptr : metadata->find("labels"));
  out_.add(std::move(table));
}

// The service's names in camel case, and the calls of their own (time to live, backups) beside.
void ManifestReader::ack(const Resolved& spec, Table& table) {
  Fields service(camel_case(fields_.resolver()), out_.diagnostics);
  read_create_table(service, spec, table);
  const Resolved encryption = fields_.get(spec, "sseSpecification");
  table.encryption_key = fields_.text(encryption, "kmsMasterKeyID");
  const Resolved reference = fields_.get(encryption, "kmsMasterKeyRef");
  if (table.encryption_key.absent() && reference.kind != Resolved::Kind::absent) {
    table.encryption_key = {
        Unknown{.expression = "kmsMasterKeyRef", .why = "a reference to another object"},
        reference.span};
  }
  const Resolved ttl = fields_.get(spec, "timeToLive");
  table.ttl_enabled = fields_.boolean(ttl, "enabled");
  table.ttl_attribute = fields_.text(ttl, "attributeName");
  const Resolved backups = fields_.get(spec, "continuousBackups");
  table.point_in_time_recovery = fields_.boolean(
      backups.kind == Resolved::Kind::absent ? spec : backups, "pointInTimeRecoveryEnabled");
  const Setting<std::string> insights = fields_.text(spec, "contributorInsights");
  if (insights.unknown()) table.contributor_insights = {insights.why_unknown(), insights.span()};
  if (insights.known()) {
    table.contributor_insights = {insights.value().starts_with("ENABLE"), insights.span()};
  }
  table.replicas = fields_.list(fields_.get(spec, "tableReplicas"), [&](const Resolved& value) {
    return Replica{.region = fields_.text(value, "regionName"),
                   .point_in_time_recovery = {},
                   .deletion_protection = {},
                   .contributor_insights = {},
                   .span = value.span};
  });
}

Target ManifestReader::target_of(const Resolved& arguments, std::string_view argument) {
  const std::string name(argument);
  Target target;
  target.name = fields_.text(arguments, name);
  target.object = fields_.text(fields_.get(arguments, name + "Ref"), "name");
  const Resolved selector = fields_.get(arguments, name + "Selector");
  const Resolved labels = fields_.get(selector, "matchLabels");
  if (labels.kind == Resolved::Kind::tree) target.labels = labels.node;
  target.any = fields_.boolean(selector, "matchControllerRef").is(true);
  for (const auto* setting : {&target.name, &target.object}) {
    if (setting->unknown()) target.unknown = setting->why_unknown();
  }
  return target;
}

bool ManifestReader::aims_at(const Target& target, std::size_t n) const {
  const Table& table = out_.tables[first_ + n].first();
  if (target.any || target.unknown || target.object.is(table.id)) return true;
  if (target.name.known()) {
    // A name, or an ARN that ends in one.
    const std::string_view name = target.name.value();
    return table.name.is(std::string(name.substr(name.rfind('/') + 1)));
  }
  if (target.labels == nullptr || labels_[n] == nullptr) return false;
  return std::ranges::all_of(target.labels->members, [&](const Member& wanted) {
    const Node* label = labels_[n]->find(wanted.key->text);
    return label != nullptr && label->text == wanted.value->text;
  });
}

void ManifestReader::insights(const Resolved& arguments) {
  const Target target = target_of(arguments, "tableName");
  const Setting<std::string> index_name = fields_.text(arguments, "indexName");
  const Setting<bool> on = target.unknown ? Setting<bool>(*target.unknown, arguments.span)
                                          : Setting<bool>(true, arguments.span);
  for (std::size_t n = 0; n < labels_.size(); ++n) {
    if (!aims_at(target, n)) continue;
    Table& table = out_.tables[first_ + n].variants.front().table;
    if (index_name.absent()) table.contributor_insights = on;
    for (auto& index : table.global_indexes.items) {
      if (index_name.known() && index.name.is(index_name.value())) index.contributor_insights = on;
    }
  }
}

void ManifestReader::replica(const Resolved& arguments) {
  const Target target = target_of(arguments, "globalTableArn");
  const Replica replica{
      .region = fields_.text(arguments, "region"),
      .point_in_time_recovery = fields_.boolean(arguments, "pointInTimeRecovery"),
      .deletion_protection = fields_.boolean(arguments, "deletionProtectionEnabled"),
      .contributor_insights = {},
      .span = arguments.span};
  for (std::size_t n = 0; n < labels_.size(); ++n) {
    if (!aims_at(target, n)) continue;
    auto& replicas = out_.tables[first_ + n].variants.front().table.replicas;
    if (!replicas.span.valid()) replicas.span = arguments.span;
    if (target.unknown) {
      replicas.unknown_element = target.unknown;
    } else {
      replicas.items.push_back(replica);
    }
  }
}

void ManifestReader::join() {
  // Each looks at each table; a file of endless many would make that slow.
  constexpr std::size_t kMaxJoins = 1'000'000;
  const std::size_t statements = insights_.size() + replicas_.size();
  if (statements * labels_.size() > kMaxJoins) return;
  for (const auto& arguments : insights_) insights(arguments);
  for (const auto& arguments : replicas_) replica(arguments);
}

}  // namespace

bool is_manifest(const Node& document) {
  if (document.is_sequence() && !document.items.empty()) return has_type(*document.items.front());
  return has_type(document);
}

void read_manifests(const std::vector<const Node*>& documents, std::string_view text,
                    Definitions& out) {
  ManifestReader reader(text, out);
  for (const Node* document : documents) reader.visit(*document, {}, nullptr);
  reader.join();
}

}  // namespace ddblint
