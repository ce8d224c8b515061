#include "cli/pattern_bindings.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/append.h"
#include "source/text.h"

namespace ddblint {
namespace {

using Positions = std::vector<std::size_t>;

class PatternBinder {
 public:
  PatternBinder(const BindingPlan& plan, std::span<const RunTable> tables, PatternFiles& files,
                BindingProblems& problems)
      : plan_(plan), tables_(tables), files_(files), problems_(problems) {}

  PatternBindings bind() {
    for (const Binding& binding : plan_.all(BoundKind::patterns)) {
      const Positions targets = targets_of(binding);
      // What a config says of tables that were not looked at is not read.
      if (targets.empty()) continue;
      for (const BoundPath& path : binding.paths) bind(binding, path.path, targets);
    }
    return std::move(out_);
  }

 private:
  /// One file with what it is bound to.
  struct Bound {
    const Binding& binding;
    const std::string& word;
    const Positions& targets;
    const PatternFile& file;
  };

  /// The tables that a binding holds for. A file of the command line may turn out to be for some of
  /// them only; the others keep what their config says.
  [[nodiscard]] Positions targets_of(const Binding& binding) const {
    Positions targets;
    for (std::size_t i = 0; i < tables_.size(); ++i) {
      if (binding.config) {
        const auto holding = plan_.configured(BoundKind::patterns, tables_[i]);
        if (given_.contains(i) || std::ranges::find(holding, &binding) == holding.end()) continue;
      } else if (!fits(binding, tables_[i])) {
        continue;
      }
      targets.push_back(i);
    }
    return targets;
  }

  void bind(const Binding& binding, const std::string& word, const Positions& targets) {
    const auto paths = pattern_paths(word);
    if (!paths) {
      problems_.fail(BoundKind::patterns, binding, word, paths.error());
      return;
    }
    for (const std::string& path : *paths) {
      const auto file = files_.read(path);
      if (!file) {
        problems_.fail(BoundKind::patterns, binding, word, file.error());
        continue;
      }
      const Bound bound{.binding = binding, .word = word, .targets = targets, .file = **file};
      tell_faults(bound);
      for (const PatternSet& set : bound.file.sets) give(bound, set);
    }
  }

  /// Once a file, however many tables it is bound to.
  void tell_faults(const Bound& bound) {
    const PatternFile& file = bound.file;
    const auto [position, fresh] = comments_.try_emplace(&file, out_.comments.size());
    if (!fresh) return;
    const std::size_t config = tables_[bound.targets.front()].config;
    out_.comments.push_back({.file = file.file,
                             .suppressions = file.suppressions.suppressions,
                             .config = config,
                             .whole = !file.broken});
    problems_.raise(file.diagnostics, config);
    problems_.raise(file.suppressions.diagnostics, config);
    problems_.failed = problems_.failed || file.broken;
  }

  void give(const Bound& bound, const PatternSet& set) {
    // Its faults are told; there is nothing to give.
    if (set.patterns.empty() && set.sharding.empty() && !bound.file.whole) return;
    const bool each_names_its_own =
        set.table.absent() && set.sharding.empty() && !set.patterns.empty() &&
        std::ranges::none_of(set.patterns,
                             [](const AccessPattern& each) { return each.table.absent(); });
    const Positions own = each_names_its_own ? Positions() : tables_of(bound, set);
    const bool all_of_it = bound.file.whole && bound.file.own_kind;
    for (const std::size_t i : own) {
      BoundPatterns& table = at(i, bound);
      table.complete = table.complete && all_of_it;
      if (taken_.emplace(i, &set).second) append(table.sharding, set.sharding);
    }
    for (const AccessPattern& pattern : set.patterns) {
      for (const std::size_t i : pattern.table.absent() ? own : called(bound, pattern.table)) {
        BoundPatterns& table = at(i, bound);
        // One pattern among those of another table is not all that its own is asked for.
        const bool among_others = !each_names_its_own && std::ranges::find(own, i) == own.end();
        table.complete = table.complete && all_of_it && !among_others;
        if (taken_.emplace(i, &pattern).second) table.patterns.push_back(pattern);
      }
    }
  }

  BoundPatterns& at(std::size_t table, const Bound& bound) {
    if (!bound.binding.config) given_.insert(table);
    BoundPatterns& out = out_.tables[table];
    const std::string& path = bound.file.path;
    if (std::ranges::find(out.files, path) == out.files.end()) out.files.push_back(path);
    return out;
  }

  /// The tables of the patterns that name none.
  Positions tables_of(const Bound& bound, const PatternSet& set) {
    if (!bound.binding.tables.empty()) return bound.targets;
    if (!set.table.absent()) {
      Positions found = named(bound.targets, set.table.text);
      if (found.empty()) {
        problems_.no_table(set.table.span,
                           fmt::format("the patterns are for table `{}`, which is not among the "
                                       "tables found{}",
                                       set.table.text, hint(set.table.text)));
      }
      return found;
    }
    if (bound.targets.size() == 1) return bound.targets;
    std::vector<std::string_view> ids;
    ids.reserve(bound.targets.size());
    for (const std::size_t i : bound.targets) ids.emplace_back(tables_[i].id());
    problems_.fail(
        BoundKind::patterns, bound.binding, bound.word,
        fmt::format("`{}` is given for no table, and there are {}; name it with "
                    "`table:` in the file, or as in --patterns {}={} (tables: {})",
                    bound.file.path, ids.size(), ids.front(), bound.word, fmt::join(ids, ", ")));
    return {};
  }

  /// The tables that a pattern names.
  Positions called(const Bound& bound, const Stated& name) {
    Positions found = named(bound.targets, name.text);
    if (found.empty()) out_.comments[comments_.at(&bound.file)].whole = false;
    // A file that was given for one table may speak of others, too.
    const bool expected = bound.binding.tables.empty();
    if (found.empty() && expected && unknown_.insert(name.text).second) {
      problems_.no_table_for_this(
          name.span,
          fmt::format("a pattern is for table `{}`, which is not among the tables found{}",
                      name.text, hint(name.text)));
    }
    return found;
  }

  [[nodiscard]] Positions named(const Positions& among, std::string_view name) const {
    Positions found;
    for (const std::size_t i : among) {
      if (is_called(tables_[i], name)) found.push_back(i);
    }
    return found;
  }

  [[nodiscard]] std::string hint(std::string_view name) const {
    return did_you_mean(name, names_of(tables_));
  }

  const BindingPlan& plan_;
  std::span<const RunTable> tables_;
  PatternFiles& files_;
  BindingProblems& problems_;
  PatternBindings out_;
  /// Tables that the command line gave patterns for.
  std::set<std::size_t> given_;
  /// What a table has already, for two words may name one file.
  std::set<std::pair<std::size_t, const void*>> taken_;
  /// Positions of their comments.
  std::map<const PatternFile*, std::size_t> comments_;
  std::set<std::string> unknown_;
};

}  // namespace

PatternBindings bind_patterns(const BindingPlan& plan, std::span<const RunTable> tables,
                              PatternFiles& files, BindingProblems& problems) {
  return PatternBinder(plan, tables, files, problems).bind();
}

}  // namespace ddblint
