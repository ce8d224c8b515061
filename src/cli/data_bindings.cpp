#include "cli/data_bindings.h"

#include <algorithm>
#include <deque>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/chosen_table.h"
#include "cli/key_plans.h"
#include "cli/measuring.h"
#include "report/profile_report.h"
#include "report/quantities.h"
#include "rules/catalogue.h"

namespace ddblint {
namespace {

bool same_keys(const KeyPlan& a, const KeyPlan& b) {
  return a.ttl_attribute == b.ttl_attribute &&
         std::ranges::equal(a.keys, b.keys, [](const PlannedKey& x, const PlannedKey& y) {
           const auto same_types = [](const auto& m, const auto& n) {
             return std::ranges::equal(m, n, {}, &PlannedAttribute::type, &PlannedAttribute::type);
           };
           return x.index == y.index && same_attributes(x, y) &&
                  same_types(x.partition, y.partition) && same_types(x.sort, y.sort);
         });
}

Finding problem_finding(const DataProblem& problem) {
  const bool unreadable = problem.kind == DataProblem::Kind::unreadable;
  return input_finding(unreadable ? "DDB001" : "DDB005", problem.path,
                       fmt::format("`{}`: {}", problem.path, problem.message));
}

Finding bad_records_finding(const BadRecords& bad, bool no_values) {
  return input_finding(
      "DDB004", bad.path,
      fmt::format("{} of the data cannot be read as items, the first in line {} of `{}`: {}",
                  counted(bad.count, "record"), bad.line, bad.path,
                  no_values ? std::string(describe(bad.kind)) : bad.message));
}

}  // namespace

/// Goes through the tables and their bindings.
class DataBindings::Binder {
 public:
  Binder(const BindingPlan& plan, std::span<const RunTable> tables, const Options& options,
         BindingProblems& problems)
      : plan_(plan), tables_(tables), options_(options), problems_(problems) {}

  DataBindings bind() {
    for (const RunTable& table : tables_) {
      const auto bindings = plan_.of(BoundKind::data, table);
      if (!bindings.empty()) bind(table, bindings);
    }
    return std::move(out_);
  }

 private:
  struct Measured {
    std::vector<std::string> words;
    KeyPlan plan;
    Measurements measurements;
  };

  void bind(const RunTable& table, const std::vector<const Binding*>& bindings) {
    std::vector<std::string> words;
    for (const Binding* binding : bindings) {
      for (const BoundPath& path : binding->paths) words.push_back(path.path);
    }
    binding_ = bindings.front();
    config_ = table.config;
    const KeysToMeasure keys = keys_of(*table.definition);
    const Measured* measured = measured_data(words, keys.plan);
    if (measured == nullptr) return;
    TableProfile profile = summarise(
        measured->measurements, summary_options(options_.data, stated_items(*table.definition)));
    profile.plan.table = table.id();
    keep_same_keys(profile, keys.plan, words);
    if (options_.data.no_values) profile = without_values(std::move(profile));
    out_.profiles_[table.input].push_back(std::move(profile));
    out_.words_[table.input].push_back(fmt::format("`{}`", fmt::join(words, "`, `")));
  }

  /// Measures data once for all tables with the same keys; null when that failed.
  const Measured* measured_data(const std::vector<std::string>& words, const KeyPlan& plan) {
    for (const Measured& one : measured_) {
      if (one.words == words && same_keys(one.plan, plan)) return &one;
    }
    auto measurements = measure_data(words, plan, options_);
    if (!measurements) {
      fail(words.size() == 1 ? words.front() : "", measurements.error());
      return nullptr;
    }
    tell_problems(*measurements);
    measured_.push_back({words, plan, std::move(*measurements)});
    return &measured_.back();
  }

  void tell_problems(const Measurements& measurements) {
    for (const DataProblem& problem : measurements.problems()) {
      problems_.raise(problem_finding(problem), config_);
      if (problem.kind == DataProblem::Kind::unreadable) {
        fail(problem.path, fmt::format("{}: {}", problem.path, problem.message));
      }
    }
    for (const BadRecords& bad : measurements.bad_records()) {
      problems_.raise(bad_records_finding(bad, options_.data.no_values), config_);
    }
    const std::string message = too_many_bad(measurements, options_.data);
    if (!message.empty()) fail({}, message);
  }

  void fail(std::string_view path, const std::string& message) {
    problems_.fail(BoundKind::data, *binding_, path, message);
  }

  /// A saved profile may be of other keys than the definition has by now.
  void keep_same_keys(TableProfile& profile, const KeyPlan& plan,
                      const std::vector<std::string>& words) {
    std::erase_if(profile.keys, [&plan](const KeyProfile& key) {
      return std::ranges::none_of(plan.keys, [&key](const PlannedKey& planned) {
        return planned.index == key.key.index && same_attributes(planned, key.key);
      });
    });
    for (const PlannedKey& planned : plan.keys) {
      if (profile.key(planned.index) != nullptr) continue;
      fail({},
           fmt::format("`{}` was not measured for {} of table {}; profile the data again",
                       fmt::join(words, "`, `"),
                       planned.index.empty() ? "the key" : fmt::format("index {}", planned.index),
                       profile.plan.table));
    }
  }

  const BindingPlan& plan_;
  std::span<const RunTable> tables_;
  const Options& options_;
  BindingProblems& problems_;
  std::deque<Measured> measured_;
  /// What the data of the present table were asked for by, and the config of its file.
  const Binding* binding_ = nullptr;
  std::size_t config_ = 0;
  DataBindings out_;
};

DataBindings DataBindings::measure(const BindingPlan& plan, std::span<const RunTable> tables,
                                   const Options& options, BindingProblems& problems) {
  return Binder(plan, tables, options, problems).bind();
}

std::span<const TableProfile> DataBindings::profiles(std::size_t input) const {
  const auto found = profiles_.find(input);
  if (found == profiles_.end()) return {};
  return found->second;
}

std::string DataBindings::measured_in(std::size_t input, std::string_view table) const {
  const auto profiles = this->profiles(input);
  const auto found =
      std::ranges::find(profiles, table, [](const TableProfile& each) { return each.plan.table; });
  if (found == profiles.end()) return {};
  const auto position = static_cast<std::size_t>(found - profiles.begin());
  return fmt::format("{}: {}{}", words_.at(input)[position],
                     found->source.sampled() ? "a sample of " : "",
                     counted(found->source.items, "item"));
}

}  // namespace ddblint
