#include "workload/trace_reader.h"

#include <algorithm>
#include <cctype>
#include <tuple>

#include "data/data_files.h"
#include "workload/trace_pass.h"
#include <fmt/format.h>

namespace ddblint {
namespace {

/// The time in the name of a file as CloudTrail delivers it,
/// `111122223333_CloudTrail_us-east-1_20240115T1030Z_Abcd.json.gz`; empty in other names.
std::string delivery_time(const std::string& path) {
  constexpr std::string_view kMark = "_CloudTrail_";
  constexpr std::size_t kDigits = 8;
  const std::size_t mark = path.rfind(kMark);
  if (mark == std::string::npos) return {};
  const std::size_t region_end = path.find('_', mark + kMark.size());
  if (region_end == std::string::npos) return {};
  std::string stamp = path.substr(region_end + 1, path.find('_', region_end + 1) - region_end - 1);
  const auto is_digit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
  const bool time = stamp.size() > kDigits && stamp[kDigits] == 'T' &&
                    std::all_of(stamp.begin(), stamp.begin() + kDigits, is_digit);
  return time ? stamp : std::string();
}

/// Files of several regions lie in folders apart; in the order of time their seconds meet.
void order_by_delivery(std::vector<DataFile>& files) {
  std::vector<std::tuple<std::string, std::size_t>> order;
  order.reserve(files.size());
  for (std::size_t i = 0; i < files.size(); ++i) {
    order.emplace_back(delivery_time(files[i].path), i);
  }
  std::ranges::sort(order);
  std::vector<DataFile> sorted;
  sorted.reserve(files.size());
  for (const auto& [time, place] : order) sorted.push_back(std::move(files[place]));
  files = std::move(sorted);
}

}  // namespace

std::expected<Traces, std::string> read_traces(const std::vector<std::string>& words,
                                               std::span<const TracePlan> plans,
                                               const TraceOptions& options) {
  DataSet data = find_data(words, false);
  order_by_delivery(data.files);
  Traces traces = read_trace_files(data, plans, options);
  const bool stopped = options.stop != nullptr && options.stop->load();
  const bool nothing = std::ranges::all_of(
      traces.tables, [](const TraceSummary& summary) { return summary.records == 0; });
  if (nothing && traces.insights.empty() && !traces.problems.empty() && !stopped) {
    const TraceProblem& first = traces.problems.front();
    const std::string place = first.line > 0 ? fmt::format(":{}", first.line) : std::string();
    return std::unexpected(fmt::format("{}{}: {}", first.path, place, first.message));
  }
  return traces;
}

}  // namespace ddblint
