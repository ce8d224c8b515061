#include "cli/data_bindings.h"

#include <algorithm>
#include <deque>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/bindings.h"
#include "cli/chosen_table.h"
#include "cli/data_findings.h"
#include "cli/key_plans.h"
#include "cli/measuring.h"
#include "report/profile_report.h"
#include "report/quantities.h"
#include "rules/catalogue.h"
#include "rules/engine.h"
#include "source/discover.h"
#include "source/text.h"

namespace ddblint {
namespace {

/// A table of the run.
struct Defined {
  std::size_t input = 0;
  const TableDefinition* definition = nullptr;
};

/// Ids and names, under every condition.
std::vector<std::string_view> names_of(const TableDefinition& definition) {
  std::vector<std::string_view> names;
  for (const TableVariant& variant : definition.variants) {
    names.emplace_back(variant.table.id);
    if (variant.table.name.known()) names.emplace_back(variant.table.name.value());
  }
  return names;
}

bool bound(const Binding& binding, const TableDefinition& definition) {
  return std::ranges::any_of(names_of(definition), [&binding](std::string_view name) {
    return matches_name(name, binding.tables);
  });
}

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

}  // namespace

/// Goes through the tables and their bindings.
class DataBindings::Binder {
 public:
  Binder(const Inputs& inputs, const Options& options) : options_(options) {
    for (std::size_t i = 0; i < inputs.files.size(); ++i) {
      if (inputs.files[i].context) continue;
      for (const TableDefinition& table : inputs.files[i].definitions.tables) {
        tables_.push_back({i, &table});
      }
    }
  }

  DataBindings bind() {
    const std::vector<Binding> bindings = bindings_of(options_.data.bindings);
    for (const Binding& binding : bindings) check(binding);
    if (!out_.errors_.empty()) return std::move(out_);
    for (const Defined& table : tables_) {
      std::vector<std::string> words;
      for (const Binding& binding : bindings) {
        if (!binding.tables.empty() && !bound(binding, *table.definition)) continue;
        words.insert(words.end(), binding.paths.begin(), binding.paths.end());
      }
      if (!words.empty()) bind(table, words);
    }
    return std::move(out_);
  }

 private:
  struct Measured {
    std::vector<std::string> words;
    KeyPlan plan;
    Measurements measurements;
  };

  /// A binding that fits no table, or nobody knows which, would be silence where findings were
  /// hoped for.
  void check(const Binding& binding) {
    std::vector<std::string_view> ids;
    std::vector<std::string_view> names;
    for (const Defined& table : tables_) {
      ids.emplace_back(table.definition->first().id);
      for (const std::string_view name : names_of(*table.definition)) names.push_back(name);
    }
    const std::string paths = fmt::format("{}", fmt::join(binding.paths, ", "));
    if (binding.tables.empty() && ids.size() > 1) {
      out_.errors_.push_back(fmt::format(
          "--data {} is given for no table, and there are {}; name it, as in --data {}={} (tables: "
          "{})",
          paths, ids.size(), ids.front(), binding.paths.front(), fmt::join(ids, ", ")));
      return;
    }
    if (binding.tables.empty() || std::ranges::any_of(tables_, [&binding](const Defined& table) {
          return bound(binding, *table.definition);
        })) {
      return;
    }
    out_.errors_.push_back(
        fmt::format("--data is given for table \"{}\", which is not among the tables found{}",
                    binding.tables, did_you_mean(binding.tables, names)));
  }

  void bind(const Defined& table, const std::vector<std::string>& words) {
    const KeysToMeasure keys = keys_of(*table.definition);
    const Measured* measured = measured_data(words, keys.plan);
    if (measured == nullptr) return;
    TableProfile profile = summarise(
        measured->measurements, summary_options(options_.data, stated_items(*table.definition)));
    profile.plan.table = table.definition->first().id;
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
      out_.errors_.push_back("--data: " + measurements.error());
      return nullptr;
    }
    tell_problems(*measurements);
    measured_.push_back({words, plan, std::move(*measurements)});
    return &measured_.back();
  }

  void tell_problems(const Measurements& measurements) {
    for (const DataProblem& problem : measurements.problems()) {
      out_.findings_.push_back(problem_finding(problem));
      if (problem.kind == DataProblem::Kind::unreadable) {
        out_.errors_.push_back(fmt::format("--data: {}: {}", problem.path, problem.message));
      }
    }
    for (const BadRecords& bad : measurements.bad_records()) {
      out_.findings_.push_back(bad_records_finding(bad, options_.data.no_values));
    }
    const std::string message = too_many_bad(measurements, options_.data);
    if (!message.empty()) out_.errors_.push_back("--data: " + message);
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
      out_.errors_.push_back(
          fmt::format("--data: `{}` was not measured for {} of table {}; profile the data again",
                      fmt::join(words, "`, `"),
                      planned.index.empty() ? "the key" : fmt::format("index {}", planned.index),
                      profile.plan.table));
    }
  }

  const Options& options_;
  std::vector<Defined> tables_;
  std::deque<Measured> measured_;
  DataBindings out_;
};

DataBindings DataBindings::measure(const Inputs& inputs, const Options& options) {
  return Binder(inputs, options).bind();
}

std::span<const TableProfile> DataBindings::profiles(std::size_t input) const {
  const auto found = profiles_.find(input);
  if (found == profiles_.end()) return {};
  return found->second;
}

void DataBindings::name_data(std::size_t input, Finding& finding) const {
  if (finding.evidence < Evidence::measured) return;
  const auto profiles = this->profiles(input);
  for (std::size_t i = 0; i < profiles.size(); ++i) {
    if (profiles[i].plan.table != finding.table) continue;
    finding.notes.push_back(fmt::format("measured in {}: {}{}", words_.at(input)[i],
                                        profiles[i].source.sampled() ? "a sample of " : "",
                                        counted(profiles[i].source.items, "item")));
  }
}

}  // namespace ddblint
