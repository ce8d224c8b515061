#include "rules/source_key.h"

#include <algorithm>

#include <fmt/format.h>

namespace ddblint {

std::string filled_by(const Generator& generator) {
  switch (generator.kind) {
    case GeneratorKind::sequence:
      return fmt::format("a column that sequence `{}` fills", generator.sequence);
    case GeneratorKind::trigger:
      return fmt::format("a column that a trigger fills from sequence `{}`", generator.sequence);
    case GeneratorKind::identity:
    case GeneratorKind::auto_increment:
      return fmt::format("an {} column", to_string(generator.kind));
    case GeneratorKind::serial:
      return "a serial column";
  }
  return "a generated column";
}

const Index* index_on(const Subject& subject, const RelationalKey& key) {
  const RelationalColumn* wanted = subject.source->table->column(key.columns.front());
  const auto& indexes = subject.table.global_indexes.items;
  const auto found = std::ranges::find_if(indexes, [&](const Index& index) {
    return wanted != nullptr && !index.key.partition.empty() &&
           subject.source->column(index.key.partition.front()) == wanted;
  });
  return found == indexes.end() ? nullptr : &*found;
}

void relate(Finding& finding, Span place, std::string message) {
  if (place.valid()) finding.related.push_back({place, std::move(message)});
}

}  // namespace ddblint
