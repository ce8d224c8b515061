#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/inputs.h"
#include "cli/options.h"
#include "schema/model.h"
#include "source/span.h"

// Which files are bound to which tables of a run, by the command line and by configs.

namespace ddblint {

/// What files can say about a table.
enum class BoundKind : std::uint8_t { data, patterns, trace, source_ddl };
inline constexpr std::size_t kBoundKinds = 4;
/// As a config names it, and the option without its dashes: `data`, `source-ddl`.
std::string_view to_string(BoundKind kind);

/// A word that names files, relative to the working directory.
struct BoundPath {
  std::string path = {};
  /// Where a config says so; invalid for a word of the command line.
  Span span = {};
};

/// Files that are given for some tables: `[TABLE=]PATH`, repeated, or an entry of a config.
struct Binding {
  /// Id or name of the tables, a glob; empty = no table was named.
  std::string tables = {};
  std::vector<BoundPath> paths = {};
  /// The name in a config; invalid for the command line.
  Span span = {};
  /// Position of the config among the inputs'; it speaks of the files that it governs.
  std::optional<std::size_t> config = {};

  /// Where a config names this path, or the tables; invalid for the command line.
  [[nodiscard]] Span place_of(std::string_view path) const;
};

/// The words of an option, those for the same tables together, in the order of the command line.
std::vector<Binding> bindings_of(const std::vector<std::string>& words);

/// A table of the run.
struct RunTable {
  /// Position of the input that defines it.
  std::size_t input = 0;
  /// Position of the config that governs that input.
  std::size_t config = 0;
  const TableDefinition* definition = nullptr;

  [[nodiscard]] const std::string& id() const { return definition->first().id; }
};

/// The tables that are judged, in the order of the inputs.
std::vector<RunTable> tables_of(const Inputs& inputs);
/// Ids and physical names, under every condition.
std::vector<std::string_view> names_of(const TableDefinition& definition);
/// True when an id or name of the table is this very word.
bool is_called(const RunTable& table, std::string_view name);
/// True when a binding is for the table: it names it, or names none.
bool fits(const Binding& binding, const RunTable& table);

/// All bindings of a run. Those of the command line stand for those of a config, kind by kind and
/// table by table.
class BindingPlan {
 public:
  BindingPlan(const Inputs& inputs, const Options& options);

  [[nodiscard]] bool empty() const;
  /// Those of the command line, then those of configs.
  [[nodiscard]] const std::vector<Binding>& all(BoundKind kind) const;
  /// Those that hold for a table.
  [[nodiscard]] std::vector<const Binding*> of(BoundKind kind, const RunTable& table) const;

 private:
  std::array<std::vector<Binding>, kBoundKinds> bindings_;
};

}  // namespace ddblint
