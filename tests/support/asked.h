#pragma once

#include <string>
#include <utility>
#include <vector>

#include "workload/pattern_reader.h"
#include "workload/trace_reader.h"
#include "workload/workload.h"

#include "cli/key_plans.h"
#include "schema/reader.h"
#include "support/run_rule.h"
#include "support/scratch.h"
#include "syntax/parse.h"

namespace ddblint::test {

/// How a table is asked: an access-pattern file and a plain trace; empty = none.
struct Asked {
  std::string patterns_path = {};
  std::string patterns = {};
  std::string trace = {};
};

/// What a trace of JSON lines says of a table, whatever table its events name.
inline TraceSummary trace_of(const TableDefinition& definition, const std::string& lines) {
  const Scratch scratch;
  scratch.write("trace.jsonl", lines);
  TracePlan plan{.table = definition.first().id};
  for (const PlannedKey& planned : keys_of(definition).plan.keys) {
    TracedKeyPlan key{.index = planned.index};
    for (const auto& attribute : planned.partition) key.partition.push_back(attribute.name);
    for (const auto& attribute : planned.sort) key.sort.push_back(attribute.name);
    plan.keys.push_back(std::move(key));
  }
  return read_traces({scratch.file("trace.jsonl")}, std::vector{plan}, {}).value().tables.front();
}

/// The same for every table of a definition, for RuleRun. Throws when the pattern file is wrong.
inline WorkloadsOf workloads_of(Asked asked) {
  return [asked = std::move(asked)](const Definitions& definitions, SourceSet& sources) {
    std::vector<Workload> workloads;
    if (asked.patterns.empty() && asked.trace.empty()) return workloads;
    PatternSet set;
    if (!asked.patterns.empty()) {
      const FileId file = sources.add(asked.patterns_path);
      sources.file(file).set_text(asked.patterns);
      const Tree tree = parse(file, asked.patterns_path, sources.file(file).text());
      ReadPatterns read = read_pattern_file(tree);
      if (!read.diagnostics.empty()) throw std::runtime_error(read.diagnostics.front().message);
      set = std::move(read.set);
    }
    for (const TableDefinition& definition : definitions.tables) {
      Workload workload{.table = definition.first().id,
                        .patterns = set.patterns,
                        .sharding = set.sharding,
                        .complete = !set.patterns.empty()};
      if (!asked.trace.empty()) workload.trace = trace_of(definition, asked.trace);
      workloads.push_back(std::move(workload));
    }
    return workloads;
  };
}

}  // namespace ddblint::test
