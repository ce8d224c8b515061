#include "cli/bound_evidence.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/append.h"
#include "cli/pattern_bindings.h"
#include "cli/trace_bindings.h"
#include "source/text.h"

namespace ddblint {
namespace {

std::vector<std::string_view> names_of(std::span<const RunTable> tables) {
  std::vector<std::string_view> names;
  for (const RunTable& table : tables) {
    for (const std::string_view name : names_of(*table.definition)) names.push_back(name);
  }
  return names;
}

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

bool BoundEvidence::needs_all_tables(const Inputs& inputs, const Options& options) {
  return !BindingPlan(inputs, options).empty();
}

BoundEvidence BoundEvidence::read(Inputs& inputs, const Options& options) {
  BoundEvidence out;
  const BindingPlan plan(inputs, options);
  const std::vector<RunTable> tables = tables_of(inputs);
  BindingProblems& problems = out.problems_;
  for (std::size_t k = 0; k < kBoundKinds; ++k) {
    check_bindings(plan, static_cast<BoundKind>(k), tables, problems);
  }
  // Long work for an answer that nobody asked for.
  if (problems.failed) return out;
  out.relational_ = RelationalSources::read(plan, tables, inputs.sources, problems);
  PatternFiles files(inputs.sources);
  PatternsByTable patterns = bind_patterns(plan, tables, files, problems);
  out.data_ = DataBindings::measure(plan, tables, options, problems);
  TracesByTable traces = bind_traces(plan, tables, options, problems);
  for (const PatternFile& file : files.files()) {
    append(out.suppressions_, file.suppressions.suppressions);
  }
  for (auto& [table, bound] : patterns) {
    Workload& workload = workload_of(out.workloads_[tables[table].input], tables[table].id());
    workload.patterns = std::move(bound.patterns);
    workload.sharding = std::move(bound.sharding);
    workload.complete = bound.complete && !workload.patterns.empty();
  }
  for (auto& [table, bound] : traces) {
    Workload& workload = workload_of(out.workloads_[tables[table].input], tables[table].id());
    workload.trace = std::move(bound.summary);
    workload.insights = std::move(bound.insights);
  }
  return out;
}

InputEvidence BoundEvidence::of(const Inputs& inputs, std::size_t input) const {
  InputEvidence out{.sources = relational_.schemas(input), .profiles = data_.profiles(input)};
  if (const auto found = workloads_.find(input); found != workloads_.end()) {
    out.workloads = found->second;
  }
  add_carried(inputs.files[input], out);
  return out;
}

std::string BoundEvidence::measured_in(std::size_t input, const Finding& finding) const {
  if (finding.evidence < Evidence::measured) return {};
  std::string where = data_.measured_in(input, finding.table);
  return where.empty() ? where : "measured in " + where;
}

}  // namespace ddblint
