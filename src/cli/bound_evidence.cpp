#include "cli/bound_evidence.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/append.h"
#include "cli/examples.h"
#include "cli/trace_bindings.h"
#include "report/quantities.h"
#include "source/text.h"

namespace ddblint {
namespace {

/// A binding that fits no table, or nobody knows which, would be silence where findings were hoped
/// for.
void check_bindings(const BindingPlan& plan, BoundKind kind, std::span<const RunTable> tables,
                    BindingProblems& problems) {
  for (const Binding& binding : plan.all(kind)) {
    if (binding.config) continue;
    const bool fitting = std::ranges::any_of(
        tables, [&binding](const RunTable& table) { return fits(binding, table); });
    if (!binding.tables.empty() && !fitting) {
      problems.failed = true;
      problems.errors.push_back(fmt::format(
          "--{} is given for table \"{}\", which is not among the tables found{}", to_string(kind),
          binding.tables, did_you_mean(binding.tables, names_of(tables))));
    }
    // Items do not say which table they are from.
    if (kind != BoundKind::data || !binding.tables.empty() || tables.size() < 2) continue;
    std::vector<std::string> ids;
    std::vector<std::string> paths;
    ids.reserve(tables.size());
    paths.reserve(binding.paths.size());
    for (const RunTable& table : tables) ids.push_back(table.id());
    for (const BoundPath& path : binding.paths) paths.push_back(path.path);
    problems.failed = true;
    problems.errors.push_back(fmt::format(
        "--data {} is given for no table, and there are {}; name it, as in --data {}={} (tables: "
        "{})",
        fmt::join(paths, ", "), ids.size(), ids.front(), paths.front(), fmt::join(ids, ", ")));
  }
}

/// The entry of a table among some, made when there is none.
Workload& workload_of(std::vector<Workload>& workloads, const std::string& table) {
  const auto found = std::ranges::find(workloads, table, &Workload::table);
  if (found != workloads.end()) return *found;
  return workloads.emplace_back(Workload{.table = table});
}

/// What a definition's own file says of how its tables are asked, where nobody says more.
void add_carried(const Input& input, InputEvidence& out) {
  CarriedPatterns carried = carried_patterns(input.definitions);
  append(out.diagnostics, std::move(carried.diagnostics));
  const auto& tables = input.definitions.tables;
  for (const TableDefinition& table : tables) {
    const auto names = names_of(table);
    const auto called = [&names](std::string_view name) {
      return std::ranges::find(names, name) != names.end();
    };
    std::vector<AccessPattern> patterns;
    for (const PatternSet& set : carried.sets) {
      for (const AccessPattern& pattern : set.patterns) {
        const std::string& name = pattern.table.absent() ? set.table.text : pattern.table.text;
        if (name.empty() ? tables.size() == 1 : called(name)) patterns.push_back(pattern);
      }
    }
    if (patterns.empty()) continue;
    Workload& workload = workload_of(out.workloads, table.first().id);
    if (workload.patterns.empty() && !workload.complete) workload.patterns = std::move(patterns);
  }
}

}  // namespace

/// Reads one kind after the other.
class BoundEvidence::Collector {
 public:
  Collector(Inputs& inputs, const Options& options)
      : inputs_(inputs), options_(options), plan_(inputs, options), tables_(tables_of(inputs)) {
    out_.no_values_ = options.data.no_values;
  }

  BoundEvidence collect() {
    if (!check()) return std::move(out_);
    out_.relational_ = RelationalSources::read(plan_, tables_, inputs_.sources, out_.problems_);
    add_patterns();
    out_.data_ = DataBindings::measure(plan_, tables_, options_, out_.problems_);
    add_traces();
    add_growth();
    list_files();
    return std::move(out_);
  }

  BoundEvidence collect_for_patterns() {
    if (!check()) return std::move(out_);
    add_patterns();
    const std::vector<RunTable> asked = tables_with_patterns();
    if (asked.empty()) return std::move(out_);
    out_.data_ = DataBindings::measure(plan_, asked, options_, out_.problems_);
    // Whose requests a trace holds, all tables together tell.
    add_traces();
    return std::move(out_);
  }

 private:
  /// False where the bindings are wrong: reading would be long work for an answer that nobody asked
  /// for.
  bool check() {
    for (std::size_t k = 0; k < kBoundKinds; ++k) {
      check_bindings(plan_, static_cast<BoundKind>(k), tables_, out_.problems_);
    }
    check_entries();
    return !out_.problems_.failed;
  }

  [[nodiscard]] std::vector<RunTable> tables_with_patterns() const {
    std::vector<RunTable> asked;
    for (const RunTable& table : tables_) {
      const InputEvidence evidence = out_.stated(inputs_, table.input);
      const Workload* workload = evidence.known().workload(table.id());
      if (workload != nullptr && !workload->patterns.empty()) asked.push_back(table);
    }
    return asked;
  }

  /// An entry of a config that fits no table is a mistake, unless the table may be in a file that
  /// this run did not look at.
  void check_entries() {
    for (const Binding& entry : plan_.entries()) {
      const bool fitting =
          std::ranges::any_of(tables_, [&](const RunTable& table) { return fits(entry, table); });
      if (fitting || !saw_all_of(*entry.config, inputs_, options_)) continue;
      out_.problems_.no_table(
          entry.span, fmt::format("`{}` is the id or name of no table found{}", entry.tables,
                                  did_you_mean(entry.tables, names_of(tables_))));
    }
  }

  Workload& workload(std::size_t table) {
    return workload_of(out_.workloads_[tables_[table].input], tables_[table].id());
  }

  void add_patterns() {
    PatternFiles files(inputs_.sources);
    PatternBindings bound = bind_patterns(plan_, tables_, files, out_.problems_);
    out_.comments_ = std::move(bound.comments);
    for (auto& [table, patterns] : bound.tables) {
      list(table, BoundKind::patterns, std::move(patterns.files),
           counted(patterns.patterns.size(), "pattern"));
      Workload& of_table = workload(table);
      of_table.complete = patterns.complete && !patterns.patterns.empty();
      of_table.patterns = std::move(patterns.patterns);
      of_table.sharding = std::move(patterns.sharding);
    }
  }

  void add_traces() {
    for (auto& [table, trace] : bind_traces(plan_, tables_, options_, out_.problems_)) {
      list(table, BoundKind::trace, trace.words,
           trace.summary.events > 0 ? counted(trace.summary.events, "request")
                                    : counted(trace.insights.size(), "report"));
      Workload& of_table = workload(table);
      if (trace.summary.events > 0) of_table.trace = trace.summary;
      of_table.insights = trace.insights;
    }
  }

  void add_growth() {
    for (std::size_t i = 0; i < tables_.size(); ++i) {
      if (const auto growth = plan_.growth(tables_[i])) workload(i).growth = *growth;
    }
  }

  void list_files() {
    for (std::size_t i = 0; i < tables_.size(); ++i) {
      if (auto data = out_.data_.bound(tables_[i].input, tables_[i].id())) {
        list(i, BoundKind::data, std::move(data->words), std::move(data->amount));
      }
      std::vector<std::string> paths;
      for (const Binding* binding : plan_.of(BoundKind::source_ddl, tables_[i])) {
        for (const BoundPath& path : binding->paths) paths.push_back(path.path);
      }
      if (!paths.empty()) list(i, BoundKind::source_ddl, std::move(paths), {});
    }
    for (auto& [key, files] : listed_) out_.files_.push_back(std::move(files));
  }

  void list(std::size_t table, BoundKind kind, std::vector<std::string> paths, std::string amount) {
    listed_[{table, kind}] = {.input = tables_[table].input,
                              .table = tables_[table].id(),
                              .kind = std::string(to_string(kind)),
                              .paths = std::move(paths),
                              .amount = std::move(amount)};
  }

  Inputs& inputs_;
  const Options& options_;
  BindingPlan plan_;
  std::vector<RunTable> tables_;
  /// By the position of the table.
  std::map<std::pair<std::size_t, BoundKind>, BoundFiles> listed_;
  BoundEvidence out_;
};

bool BoundEvidence::needs_all_tables(const Inputs& inputs, const Options& options) {
  return !BindingPlan(inputs, options).empty();
}

BoundEvidence BoundEvidence::read(Inputs& inputs, const Options& options) {
  return Collector(inputs, options).collect();
}

BoundEvidence BoundEvidence::read_for_patterns(Inputs& inputs, const Options& options) {
  return Collector(inputs, options).collect_for_patterns();
}

InputEvidence BoundEvidence::stated(const Inputs& inputs, std::size_t input) const {
  InputEvidence out{.sources = relational_.schemas(input)};
  if (const auto found = workloads_.find(input); found != workloads_.end()) {
    out.workloads = found->second;
  }
  add_carried(inputs.files[input], out);
  return out;
}

InputEvidence BoundEvidence::of(const Inputs& inputs, std::size_t input) const {
  InputEvidence out = stated(inputs, input);
  const std::span<const TableProfile> bound = data_.profiles(input);
  MeasuredExamples measured = measure_examples(inputs, inputs.files[input], bound, no_values_);
  out.profiles = std::move(measured.profiles);
  out.profiles.insert(out.profiles.end(), bound.begin(), bound.end());
  out.findings = std::move(measured.findings);
  return out;
}

std::string BoundEvidence::measured_in(std::size_t input, const Finding& finding) const {
  if (finding.evidence < Evidence::measured) return {};
  // What stands in a pattern file was computed from what is stated there.
  const bool stated = std::ranges::any_of(comments_, [&finding](const PatternComments& each) {
    return finding.span.valid() && each.file == finding.span.file;
  });
  if (stated) return {};
  std::vector<std::string> where;
  for (const BoundFiles& files : files_) {
    const bool measured =
        files.kind == to_string(BoundKind::data) || files.kind == to_string(BoundKind::trace);
    if (files.input != input || files.table != finding.table || !measured) continue;
    where.push_back(fmt::format("`{}`: {}", fmt::join(files.paths, "`, `"), files.amount));
  }
  return where.empty() ? std::string() : fmt::format("measured in {}", fmt::join(where, "; "));
}

}  // namespace ddblint
