// Reads traces as ddblint does and prints what they say of one table, as JSON, for
// tests/tools/compare_traces.py and bench/traces.py.
//
//   trace_dump [--table NAME] [--pk NAMES] [--sk NAMES] [--index NAME PK SK] [--threads N]
//              [--memory MB] [--hottest N] FILE...
//
// NAMES are joined by `,`. Without --table every table is the one.

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "workload/trace_reader.h"
#include <nlohmann/json.hpp>

namespace {

using namespace ddblint;
using nlohmann::json;

std::vector<std::string> names(const std::string& text) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

json shown(const Bounded& amount) { return {amount.value, amount.low, amount.high}; }
json shown(const Peak& peak) { return {{"units", shown(peak.units)}, {"at", peak.at}}; }

json shown(const TracedKeyUse& use) {
  json keys = json::array();
  for (const TracedKey& key : use.hottest) {
    keys.push_back({{"key", key.key},
                    {"reads", key.reads},
                    {"writes", key.writes},
                    {"throttled", key.throttled},
                    {"read_units", shown(key.read_units)},
                    {"write_units", shown(key.write_units)},
                    {"peak_reads", shown(key.peak_reads)},
                    {"peak_writes", shown(key.peak_writes)},
                    {"steps", key.sort_key_steps},
                    {"monotonicity", key.sort_key_monotonicity.value_or(-1)}});
  }
  return {{"index", use.key.index},
          {"gets", use.gets},
          {"queries", use.queries},
          {"scans", use.scans},
          {"writes", use.writes},
          {"derived_writes", use.derived_writes},
          {"throttled", use.throttled},
          {"without_key", use.without_key},
          {"distinct", shown(use.distinct)},
          {"read_units", shown(use.read_units)},
          {"write_units", shown(use.write_units)},
          {"peak_reads", shown(use.peak_reads)},
          {"peak_writes", shown(use.peak_writes)},
          {"hottest", keys}};
}

json shown(const TraceSummary& summary) {
  json keys = json::array();
  for (const TracedKeyUse& use : summary.keys) keys.push_back(shown(use));
  return {{"formats", summary.formats},
          {"files", summary.files},
          {"records", summary.records},
          {"bad_records", summary.bad_records},
          {"events", summary.events},
          {"other_tables", summary.other_tables},
          {"repeated", summary.repeated},
          {"expired", summary.expired},
          {"begin", summary.begin.value_or(0)},
          {"end", summary.end.value_or(0)},
          {"lower_bounds", summary.lower_bounds},
          {"writes_only", summary.writes_only},
          {"notes", summary.notes},
          {"keys", keys}};
}

json shown(const InsightReport& report) {
  json contributors = json::array();
  for (const InsightContributor& one : report.contributors) {
    contributors.push_back(
        {{"key", one.key}, {"highest", one.highest}, {"at", one.at}, {"total", one.total}});
  }
  return {{"kind", static_cast<int>(report.kind)},
          {"kind_known", report.kind_known},
          {"resource", report.resource},
          {"period", report.period},
          {"contributors", contributors}};
}

}  // namespace

int main(int count, char** arguments) {
  TracePlan plan{.table = "table", .keys = {{.partition = {"pk"}, .sort = {"sk"}}}};
  TraceOptions options;
  std::vector<std::string> files;
  const std::vector<std::string> words(arguments + 1, arguments + count);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto next = [&] { return ++i < words.size() ? words[i] : std::string(); };
    if (words[i] == "--table") {
      plan.names = {next()};
    } else if (words[i] == "--pk") {
      plan.keys.front().partition = names(next());
    } else if (words[i] == "--sk") {
      plan.keys.front().sort = names(next());
    } else if (words[i] == "--index") {
      TracedKeyPlan index{.index = next()};
      index.partition = names(next());
      index.sort = names(next());
      plan.keys.push_back(index);
    } else if (words[i] == "--threads") {
      options.threads = static_cast<unsigned>(std::strtoul(next().c_str(), nullptr, 10));
    } else if (words[i] == "--memory") {
      options.memory = std::strtoull(next().c_str(), nullptr, 10) << 20U;
    } else if (words[i] == "--hottest") {
      options.hottest = std::strtoull(next().c_str(), nullptr, 10);
    } else {
      files.push_back(words[i]);
    }
  }
  const std::vector<TracePlan> plans = {plan};
  const auto traces = read_traces(files, plans, options);
  if (!traces) {
    std::fprintf(stderr, "%s\n", traces.error().c_str());
    return 1;
  }
  json problems = json::array();
  for (const TraceProblem& problem : traces->problems) {
    problems.push_back({{"path", problem.path},
                        {"line", problem.line},
                        {"message", problem.message},
                        {"count", problem.count}});
  }
  json insights = json::array();
  for (const InsightReport& report : traces->insights) insights.push_back(shown(report));
  const json all = {{"table", shown(traces->tables.front())},
                    {"insights", insights},
                    {"unplanned", traces->unplanned},
                    {"problems", problems}};
  std::printf("%s\n", all.dump(2).c_str());
  return 0;
}
