#include "cli/trace_bindings.h"

#include <algorithm>
#include <set>
#include <utility>

#include "workload/trace_reader.h"
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/interrupt.h"
#include "cli/key_plans.h"
#include "cli/progress.h"
#include "report/quantities.h"
#include "report/without_values.h"
#include "source/text.h"

namespace ddblint {
namespace {

/// Tables whose traces are the same files, so that one pass reads them.
struct Pass {
  std::vector<std::string> words;
  /// Their positions among the tables of the run.
  std::vector<std::size_t> tables;
  std::vector<TracePlan> plans;
  /// The first that asked for these words.
  const Binding* binding = nullptr;
};

std::vector<std::string> names_in(const std::vector<PlannedAttribute>& attributes) {
  std::vector<std::string> names;
  names.reserve(attributes.size());
  for (const PlannedAttribute& one : attributes) names.push_back(one.name);
  return names;
}

/// `a`, `b` and 3 more.
std::string some_of(const std::vector<std::string>& names) {
  constexpr std::size_t kShown = 3;
  const std::size_t shown = std::min(names.size(), kShown);
  std::string text = fmt::format(
      "`{}`", fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown), "`, `"));
  if (names.size() > shown) text += fmt::format(" and {} more", names.size() - shown);
  return text;
}

class TraceBinder {
 public:
  TraceBinder(const BindingPlan& plan, std::span<const RunTable> tables, const Options& options,
              BindingProblems& problems)
      : plan_(plan), tables_(tables), options_(options), problems_(problems) {}

  TracesByTable bind() {
    for (std::size_t i = 0; i < tables_.size(); ++i) add(i);
    for (const Pass& pass : passes_) read(pass);
    return std::move(out_);
  }

 private:
  void add(std::size_t table) {
    const auto bindings = plan_.of(BoundKind::trace, tables_[table]);
    if (bindings.empty()) return;
    std::vector<std::string> words;
    bool named = true;
    for (const Binding* binding : bindings) {
      for (const BoundPath& path : binding->paths) words.push_back(path.path);
      named = named && for_one_table(*binding);
    }
    TracePlan plan = trace_plan(*tables_[table].definition, named);
    // Where every request is for one table, no other one can be looked for beside it.
    const bool alone = plan.names.empty();
    auto pass = std::ranges::find_if(passes_, [&](const Pass& each) {
      return !alone && !each.plans.front().names.empty() && each.words == words;
    });
    if (pass == passes_.end()) {
      pass = passes_.insert(
          pass,
          {.words = std::move(words), .tables = {}, .plans = {}, .binding = bindings.front()});
    }
    pass->tables.push_back(table);
    pass->plans.push_back(std::move(plan));
  }

  [[nodiscard]] bool for_one_table(const Binding& binding) const {
    return !binding.tables.empty() && std::ranges::count_if(tables_, [&](const RunTable& table) {
                                        return fits(binding, table);
                                      }) == 1;
  }

  void read(const Pass& pass) {
    TraceOptions options;
    options.threads = thread_count(options_);
    if (options_.data.memory) options.memory = *options_.data.memory;
    options.stop = &InterruptWatch::flag();
    ProgressLine progress;
    options.progress = progress.trace_listener();
    auto traces = read_traces(pass.words, pass.plans, options);
    if (!traces) {
      problems_.fail(BoundKind::trace, *pass.binding, only_word(pass), traces.error());
      return;
    }
    tell_problems(pass, *traces);
    for (std::size_t k = 0; k < pass.tables.size(); ++k) keep(pass, k, *traces);
    tell_others(pass, *traces);
  }

  static std::string_view only_word(const Pass& pass) {
    return pass.words.size() == 1 ? std::string_view(pass.words.front()) : std::string_view();
  }

  /// Takes over what a trace says of one table.
  void keep(const Pass& pass, std::size_t k, Traces& traces) {
    BoundTrace bound{.summary = std::move(traces.tables[k]), .insights = {}, .words = pass.words};
    const TracePlan& plan = pass.plans[k];
    for (const InsightReport& report : traces.insights) {
      const std::string table = report.resource.substr(0, report.resource.find('/'));
      const bool its_own =
          table.empty() ? pass.plans.size() == 1 : plan.names.empty() || is_called(plan, table);
      if (its_own) bound.insights.push_back(report);
    }
    if (bound.summary.events == 0 && bound.insights.empty()) {
      // Nothing seen is not nothing asked: the name may be another one.
      silent_.push_back(pass.tables[k]);
      return;
    }
    if (options_.data.no_values) {
      bound.summary = without_values(std::move(bound.summary));
      for (InsightReport& report : bound.insights) report = without_values(std::move(report));
    }
    out_.emplace(pass.tables[k], std::move(bound));
  }

  static bool is_called(const TracePlan& plan, std::string_view name) {
    return plan.table == name || std::ranges::find(plan.names, name) != plan.names.end();
  }

  /// Why requests for a table may not have been found.
  [[nodiscard]] std::string_view unknown_name(std::size_t table) const {
    const bool known =
        std::ranges::any_of(tables_[table].definition->variants,
                            [](const TableVariant& variant) { return variant.table.name.known(); });
    return known ? "" : ", whose physical name is not known (--explain-unknown tells why)";
  }

  void tell_others(const Pass& pass, const Traces& traces) {
    const std::string words = fmt::format("`{}`", fmt::join(pass.words, "`, `"));
    const std::string others =
        traces.unplanned.empty() ? "" : fmt::format("; it names {}", some_of(traces.unplanned));
    const std::vector<std::size_t> silent = std::exchange(silent_, {});
    const bool none = silent.size() == pass.plans.size();
    if (none || !pass.binding->tables.empty()) {
      for (const std::size_t table : silent) {
        problems_.notes.push_back(fmt::format("the trace {} has no request for table {}{}{}", words,
                                              tables_[table].id(), unknown_name(table), others));
      }
    } else if (!traces.unplanned.empty()) {
      problems_.notes.push_back(fmt::format("the trace {} names tables that no definition has: {}",
                                            words, some_of(traces.unplanned)));
    }
  }

  void tell_problems(const Pass& pass, const Traces& traces) {
    const std::size_t config = tables_[pass.tables.front()].config;
    for (const TraceProblem& problem : traces.problems) {
      if (problem.line == 0) {
        const std::string message = fmt::format("`{}`: {}", problem.path, problem.message);
        problems_.fail(BoundKind::trace, *pass.binding, problem.path, message);
        continue;
      }
      problems_.raise(
          input_finding("DDB004", problem.path,
                        fmt::format("{} of the trace cannot be read, the first in line {} of "
                                    "`{}`{}",
                                    counted(problem.count, "record"), problem.line, problem.path,
                                    options_.data.no_values ? "" : ": " + problem.message)),
          config);
    }
    // Every summary counts the records of the whole pass.
    const std::uint64_t bad = traces.tables.front().bad_records;
    const std::uint64_t records = bad + traces.tables.front().records;
    if (!options_.data.bad_items.exceeded(bad, records)) return;
    problems_.fail(BoundKind::trace, *pass.binding, only_word(pass),
                   fmt::format("{} of {} records cannot be read; --max-bad-items lets some of them "
                               "pass",
                               bad, records));
  }

  const BindingPlan& plan_;
  std::span<const RunTable> tables_;
  const Options& options_;
  BindingProblems& problems_;
  std::vector<Pass> passes_;
  TracesByTable out_;
  /// Tables of the present pass that the trace says nothing of.
  std::vector<std::size_t> silent_;
};

}  // namespace

TracePlan trace_plan(const TableDefinition& definition, bool named) {
  TracePlan plan;
  plan.table = definition.first().id;
  std::set<std::string> names;
  for (const TableVariant& variant : definition.variants) {
    if (variant.table.name.known()) names.insert(variant.table.name.value());
  }
  if (names.empty() && !named) names.insert(plan.table);
  plan.names.assign(names.begin(), names.end());
  // The table's own key stands first, whether it is known or not.
  plan.keys.emplace_back();
  for (const PlannedKey& key : keys_of(definition).plan.keys) {
    if (!key.index.empty()) plan.keys.emplace_back();
    TracedKeyPlan& traced = key.index.empty() ? plan.keys.front() : plan.keys.back();
    traced = {.index = key.index, .partition = names_in(key.partition), .sort = names_in(key.sort)};
  }
  return plan;
}

TracesByTable bind_traces(const BindingPlan& plan, std::span<const RunTable> tables,
                          const Options& options, BindingProblems& problems) {
  return TraceBinder(plan, tables, options, problems).bind();
}

}  // namespace ddblint
