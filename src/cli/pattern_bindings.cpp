#include "cli/pattern_bindings.h"

#include <algorithm>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "source/text.h"

namespace ddblint {
namespace {

using Positions = std::vector<std::size_t>;

class PatternBinder {
 public:
  PatternBinder(const BindingPlan& plan, std::span<const RunTable> tables, PatternFiles& files,
                BindingProblems& problems)
      : plan_(plan), tables_(tables), files_(files), problems_(problems) {}

  PatternsByTable bind() {
    for (const Binding& binding : plan_.all(BoundKind::patterns)) {
      Positions targets;
      for (std::size_t i = 0; i < tables_.size(); ++i) {
        const bool taken = binding.config && given_.contains(i);
        if (fits(binding, tables_[i]) && !taken) targets.push_back(i);
      }
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
    if (!told_.insert(&bound.file).second) return;
    const std::size_t config = tables_[bound.targets.front()].config;
    problems_.raise(bound.file.diagnostics, config);
    problems_.raise(bound.file.suppressions.diagnostics, config);
    problems_.failed = problems_.failed || bound.file.broken;
  }

  void give(const Bound& bound, const PatternSet& set) {
    // Asked for only where a pattern does not name its table.
    std::optional<Positions> own;
    const auto default_tables = [&]() -> const Positions& {
      if (!own) own = tables_of(bound, set);
      return *own;
    };
    const bool each_names_its_own =
        set.table.absent() && set.sharding.empty() && !set.patterns.empty() &&
        std::ranges::none_of(set.patterns,
                             [](const AccessPattern& each) { return each.table.absent(); });
    if (!each_names_its_own) {
      for (const std::size_t i : default_tables()) {
        BoundPatterns& table = at(i, bound);
        table.complete = table.complete && bound.file.whole && bound.file.own_kind;
        table.sharding.insert(table.sharding.end(), set.sharding.begin(), set.sharding.end());
      }
    }
    for (const AccessPattern& pattern : set.patterns) {
      const Positions tables =
          pattern.table.absent() ? default_tables() : called(bound, pattern.table);
      for (const std::size_t i : tables) {
        BoundPatterns& table = at(i, bound);
        table.patterns.push_back(pattern);
        const bool among_others = !pattern.table.absent() && !each_names_its_own &&
                                  std::ranges::find(default_tables(), i) == default_tables().end();
        if (among_others || !bound.file.whole || !bound.file.own_kind) table.complete = false;
      }
    }
  }

  BoundPatterns& at(std::size_t table, const Bound& bound) {
    if (!bound.binding.config) given_.insert(table);
    BoundPatterns& out = out_[table];
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
    std::vector<std::string_view> names;
    for (const RunTable& table : tables_) {
      for (const std::string_view each : names_of(*table.definition)) names.push_back(each);
    }
    return did_you_mean(name, names);
  }

  const BindingPlan& plan_;
  std::span<const RunTable> tables_;
  PatternFiles& files_;
  BindingProblems& problems_;
  PatternsByTable out_;
  /// Tables that the command line gave patterns for.
  std::set<std::size_t> given_;
  std::set<const PatternFile*> told_;
  std::set<std::string> unknown_;
};

}  // namespace

PatternsByTable bind_patterns(const BindingPlan& plan, std::span<const RunTable> tables,
                              PatternFiles& files, BindingProblems& problems) {
  return PatternBinder(plan, tables, files, problems).bind();
}

}  // namespace ddblint
