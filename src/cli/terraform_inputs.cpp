#include "cli/terraform_inputs.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "cli/append.h"
#include "schema/terraform/module.h"
#include "schema/terraform/plan.h"
#include "syntax/parse.h"

// A folder is a module, so that one file says little without those beside it: they are read too,
// and so are the local modules that they call. A folder that another one of the run calls is read
// from there, with its inputs bound, and not once more by itself.

namespace fs = std::filesystem;

namespace ddblint {
namespace {

std::string folder_of(const std::string& path) {
  const std::string folder = fs::path(path).lexically_normal().parent_path().generic_string();
  return folder.empty() ? "." : folder;
}

/// `a.tf` hides behind `a.tofu` (https://opentofu.org/docs/language/files/).
std::string opentofu_twin(const std::string& path) {
  for (const std::string_view ending : {".tf", ".tf.json"}) {
    if (!path.ends_with(ending)) continue;
    const std::string twin = ending == ".tf" ? ".tofu" : ".tofu.json";
    return path.substr(0, path.size() - ending.size()) + twin;
  }
  return {};
}

/// Brings the names of a folder into the order in which their values hold, the weakest first
/// (https://developer.hashicorp.com/terraform/language/values/variables).
std::pair<int, std::string_view> precedence(const std::string& name) {
  if (name == "terraform.tfvars") return {0, name};
  if (name == "terraform.tfvars.json") return {1, name};
  return {2, name};
}

/// One folder with Terraform files.
struct Folder {
  ModuleFolder module;
  std::set<std::size_t> files;
  std::vector<Tree> values;
  /// Its files are listed and parsed.
  bool ready = false;
  bool called = false;
  /// Files of it, or a plan in it, were asked for.
  bool asked = false;
  bool holds_plan = false;
};

class Configurations {
 public:
  Configurations(Inputs& inputs, const std::vector<std::size_t>& waiting);

  std::vector<std::vector<std::size_t>> read();

 private:
  Folder& folder(const std::string& path);
  const ModuleFolder* find(const std::string& path);
  void prepare(Folder& folder);
  void add_missing_files(Folder& folder);
  void parse_file(Input& input, Folder& folder);
  void follow_calls();
  void evaluate(const std::string& path);
  void hand_out(Definitions&& definitions);
  void link_plans();
  Input* owner(Span span);
  void join(const std::string& a, const std::string& b);
  const std::string& leader(const std::string& path);
  std::vector<std::vector<std::size_t>> units();

  Inputs& inputs_;
  std::vector<std::size_t> waiting_;
  std::map<std::string, Folder> folders_;
  std::map<FileId, std::size_t> by_file_;
  /// Folders of one configuration, as a forest of their names.
  std::map<std::string, std::string> joined_;
  std::set<std::string> entered_;
  /// Where the configurations declare each table, by its address without keys.
  std::map<std::string, Span> declared_;
};

Configurations::Configurations(Inputs& inputs, const std::vector<std::size_t>& waiting)
    : inputs_(inputs), waiting_(waiting) {
  for (const std::size_t i : waiting_) {
    const Input& input = inputs_.files[i];
    Folder& own = folder(folder_of(inputs_.sources.file(input.file).path()));
    by_file_[input.file] = i;
    own.asked = true;
    own.holds_plan = own.holds_plan || !input.terraform;
    if (input.terraform) own.files.insert(i);
  }
}

Folder& Configurations::folder(const std::string& path) {
  Folder& result = folders_[path];
  result.module.path = path;
  return result;
}

// What lies in the folder but was not asked for, or not found: ignored files define names too.
void Configurations::add_missing_files(Folder& folder) {
  std::set<std::string> known;
  for (const std::size_t i : folder.files) {
    known.insert(fs::path(inputs_.sources.file(inputs_.files[i].file).path()).filename().string());
  }
  std::vector<std::string> names;
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(folder.module.path, failed)) {
    names.push_back(entry.path().filename().string());
  }
  std::ranges::sort(names, {}, precedence);
  const auto whole = [&](const std::string& name) {
    return folder.module.path == "." ? name : folder.module.path + "/" + name;
  };
  for (const std::string& name : names) {
    const bool values = name == "terraform.tfvars" || name == "terraform.tfvars.json" ||
                        name.ends_with(".auto.tfvars") || name.ends_with(".auto.tfvars.json");
    if (!values && (!named_terraform(name) || known.contains(name))) continue;
    auto bytes = read_file(whole(name));
    if (!bytes) continue;
    const FileId file = inputs_.sources.add(whole(name));
    inputs_.sources.file(file).set_text(std::move(*bytes));
    const std::string_view text = inputs_.sources.file(file).text();
    if (values) {
      folder.values.push_back(parse(file, name, text));
      continue;
    }
    Input input;
    input.file = file;
    input.terraform = true;
    input.context = folder.asked;
    // A module outside of what was asked for is judged as whoever calls it.
    const Input& asker =
        inputs_.files[folder.files.empty() ? waiting_.front() : *folder.files.begin()];
    input.argument = asker.argument;
    input.config = asker.config;
    by_file_[file] = inputs_.files.size();
    folder.files.insert(inputs_.files.size());
    inputs_.files.push_back(std::move(input));
  }
}

void Configurations::parse_file(Input& input, Folder& folder) {
  const SourceFile& source = inputs_.sources.file(input.file);
  const std::string twin = opentofu_twin(source.path());
  std::error_code failed;
  if (input.unreadable || (!twin.empty() && fs::exists(twin, failed))) return;
  input.parsed = true;
  input.tree = parse(input.file, source.path(), source.text());
  const std::vector<const Node*> documents = input.tree.documents;
  for (const Node* document : documents) {
    if (!document->is_mapping()) continue;
    const bool native = named_hcl(source.path());
    folder.module.bodies.push_back(native ? document : body_of_json(input.tree, *document));
  }
}

void Configurations::prepare(Folder& folder) {
  if (folder.ready) return;
  folder.ready = true;
  add_missing_files(folder);
  std::vector<std::pair<std::string_view, std::size_t>> order;
  order.reserve(folder.files.size());
  for (const std::size_t i : folder.files) {
    order.emplace_back(inputs_.sources.file(inputs_.files[i].file).path(), i);
  }
  std::ranges::sort(order);
  for (const auto& [path, i] : order) parse_file(inputs_.files[i], folder);
  for (const Tree& tree : folder.values) {
    folder.module.values.insert(folder.module.values.end(), tree.documents.begin(),
                                tree.documents.end());
  }
}

const ModuleFolder* Configurations::find(const std::string& path) {
  auto known = folders_.find(path);
  if (known == folders_.end()) {
    std::error_code failed;
    if (!fs::is_directory(path, failed)) return nullptr;
    folder(path);
    known = folders_.find(path);
  }
  prepare(known->second);
  return known->second.module.bodies.empty() ? nullptr : &known->second.module;
}

// A folder matters when a file of it could define a table or calls a local module.
void Configurations::follow_calls() {
  std::vector<std::string> open;
  for (auto& [path, folder] : folders_) {
    const auto matters = [this](std::size_t i) { return inputs_.files[i].parsed; };
    if (folder.holds_plan || std::ranges::any_of(folder.files, matters)) open.push_back(path);
  }
  while (!open.empty()) {
    const std::string path = std::move(open.back());
    open.pop_back();
    const ModuleFolder* module = entered_.insert(path).second ? find(path) : nullptr;
    if (module == nullptr) continue;
    for (const std::string& called : local_modules(*module)) {
      if (called == path || find(called) == nullptr) continue;
      folders_.at(called).called = true;
      join(path, called);
      open.push_back(called);
    }
  }
}

const std::string& Configurations::leader(const std::string& path) {
  std::string& above = joined_.try_emplace(path, path).first->second;
  if (above != path) above = leader(above);
  return above;
}

void Configurations::join(const std::string& a, const std::string& b) {
  joined_[leader(a)] = leader(b);
}

Input* Configurations::owner(Span span) {
  const auto found = by_file_.find(span.file);
  return found == by_file_.end() ? nullptr : &inputs_.files[found->second];
}

void Configurations::hand_out(Definitions&& definitions) {
  std::set<Input*> with_tables;
  for (auto& table : definitions.tables) {
    declared_.emplace(without_keys(table.first().id), table.first().id_span);
    Input* input = owner(table.first().id_span);
    // A module that only a file calls that was not asked for is not asked for either.
    const Input* caller = owner(table.first().called);
    if (input == nullptr || (caller != nullptr && caller->context)) continue;
    with_tables.insert(input);
    input->definitions.tables.push_back(std::move(table));
  }
  for (Input* input : with_tables) {
    append(input->definitions.siblings.scaling, definitions.siblings.scaling);
    append(input->definitions.siblings.alarms, definitions.siblings.alarms);
  }
  for (auto& diagnostic : definitions.diagnostics) {
    if (Input* input = owner(diagnostic.span)) {
      input->definitions.diagnostics.push_back(std::move(diagnostic));
    }
  }
  for (auto& open : definitions.open) {
    if (Input* input = owner(open.span)) input->definitions.open.push_back(std::move(open));
  }
  for (const auto& block : definitions.metadata) {
    if (Input* input = owner(block.node->span)) input->definitions.metadata.push_back(block);
  }
}

void Configurations::evaluate(const std::string& path) {
  const Folder& root = folders_.at(path);
  if (root.module.bodies.empty()) return;
  const FindFolder find_folder = [this](const std::string& called) { return find(called); };
  hand_out(read_terraform(root.module, find_folder, inputs_.sources, inputs_.reading));
}

// The configuration of a plan is at hand when it was read, or lies beside it.
void Configurations::link_plans() {
  for (const std::size_t i : waiting_) {
    if (inputs_.files[i].terraform) continue;
    for (auto& definition : inputs_.files[i].definitions.tables) {
      for (auto& variant : definition.variants) {
        const auto place = declared_.find(without_keys(variant.table.id));
        if (place != declared_.end()) variant.table.declared = place->second;
      }
    }
  }
}

std::vector<std::vector<std::size_t>> Configurations::units() {
  std::map<std::string, std::vector<std::size_t>> by_leader;
  for (const auto& [path, folder] : folders_) {
    auto& unit = by_leader[leader(path)];
    unit.insert(unit.end(), folder.files.begin(), folder.files.end());
  }
  for (const std::size_t i : waiting_) {
    const Input& input = inputs_.files[i];
    if (input.terraform) continue;
    by_leader[leader(folder_of(inputs_.sources.file(input.file).path()))].push_back(i);
  }
  std::vector<std::vector<std::size_t>> result;
  for (auto& [path, unit] : by_leader) {
    std::ranges::sort(unit);
    if (!unit.empty()) result.push_back(std::move(unit));
  }
  return result;
}

std::vector<std::vector<std::size_t>> Configurations::read() {
  follow_calls();
  std::set<std::string> evaluated;
  const auto evaluate_once = [&](const std::string& path) {
    evaluated.insert(leader(path));
    evaluate(path);
  };
  const std::set<std::string> entered = entered_;
  for (const auto& path : entered) {
    if (!folders_.at(path).called) evaluate_once(path);
  }
  // Folders that call each other in a circle have no root; Terraform refuses them.
  for (const auto& path : entered) {
    if (!evaluated.contains(leader(path))) evaluate_once(path);
  }
  link_plans();
  for (Input& input : inputs_.files) {
    if (input.context) input.definitions = {};
    // Bytes that turned out to matter to nobody.
    if (input.terraform && !input.parsed) inputs_.sources.file(input.file).set_text({});
  }
  return units();
}

}  // namespace

bool named_terraform(std::string_view path) {
  return path.ends_with(".tf") || path.ends_with(".tofu") || path.ends_with(".tf.json") ||
         path.ends_with(".tofu.json");
}

bool named_variables(std::string_view path) {
  return path.ends_with(".tfvars") || path.ends_with(".tfvars.json");
}

std::vector<std::vector<std::size_t>> read_configurations(Inputs& inputs,
                                                          const std::vector<std::size_t>& waiting) {
  if (waiting.empty()) return {};
  return Configurations(inputs, waiting).read();
}

}  // namespace ddblint
