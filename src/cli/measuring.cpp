#include "cli/measuring.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/examples.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "source/source_file.h"

namespace ddblint {
namespace {

/// A profile is about as large as the memory it was measured in.
constexpr std::uint64_t kMostProfileBytes = 1ULL << 32U;

MeasureOptions measure_options(const KeyPlan& plan, const Options& options) {
  MeasureOptions out;
  out.threads = options.threads;
  out.keys_only = options.data.keys_only;
  out.memory = options.data.memory;
  out.spill_folder = options.data.spill;
  out.records.csv.delimiter = options.data.csv_delimiter;
  out.records.csv.header = options.data.csv_header;
  for (const PlannedKey& key : plan.keys) {
    for (const auto* attributes : {&key.partition, &key.sort}) {
      for (const PlannedAttribute& one : *attributes) {
        if (!one.type.empty()) out.records.csv.key_types.emplace_back(one.name, one.type);
      }
    }
  }
  return out;
}

std::unexpected<std::string> nothing_found(const DataSet& data,
                                           const std::vector<std::string>& words) {
  if (data.problems.empty()) {
    return std::unexpected(fmt::format("no data in `{}`", fmt::join(words, "`, `")));
  }
  std::vector<std::string> sentences;
  sentences.reserve(data.problems.size());
  for (const DataProblem& problem : data.problems) {
    sentences.push_back(fmt::format("{}: {}", problem.path, problem.message));
  }
  return std::unexpected(fmt::format("{}", fmt::join(sentences, "\nddblint: ")));
}

}  // namespace

bool named_profile(std::string_view path) { return path.ends_with(".ddbprofile"); }

std::expected<Measurements, std::string> load_profile(const std::string& path) {
  const auto bytes = read_file(path, kMostProfileBytes);
  if (!bytes) return std::unexpected(fmt::format("`{}` cannot be read: {}", path, bytes.error()));
  auto loaded = Measurements::load(*bytes);
  if (!loaded) return std::unexpected(fmt::format("`{}` is no profile: {}", path, loaded.error()));
  return loaded;
}

std::expected<Measurements, std::string> merge_profiles(const std::vector<std::string>& paths) {
  auto merged = load_profile(paths.front());
  for (std::size_t i = 1; merged && i < paths.size(); ++i) {
    const auto next = load_profile(paths[i]);
    if (!next) return std::unexpected(next.error());
    if (const auto done = merged->merge(*next); !done) {
      return std::unexpected(
          fmt::format("`{}` cannot be added to `{}`: {}", paths[i], paths.front(), done.error()));
    }
  }
  return merged;
}

std::expected<Measurements, std::string> measure_data(const std::vector<std::string>& words,
                                                      const KeyPlan& plan, const Options& options) {
  const auto saved = std::ranges::count_if(words, named_profile);
  if (saved == std::ssize(words)) return merge_profiles(words);
  if (saved > 0) {
    return std::unexpected(
        "data and saved profiles cannot be given together: profile the data with -o, then merge");
  }
  DataSet data = find_data(words, options.data.verify);
  tell_definitions(data, plan.table, options);
  if (data.files.empty()) return nothing_found(data, words);
  ProgressLine progress;
  return measure(data, plan, measure_options(plan, options), progress.listener(),
                 InterruptWatch::asked);
}

Measurements measure_examples(DataFile examples, const KeyPlan& plan, const Options& options) {
  DataSet data;
  data.files.push_back(std::move(examples));
  return measure(data, plan, measure_options(plan, options));
}

SummaryOptions summary_options(const DataOptions& options, std::optional<std::uint64_t> items) {
  SummaryOptions out;
  out.drawn = options.drawn;
  out.sampled = options.sampled;
  out.population = options.population ? options.population : items;
  return out;
}

std::string too_many_bad(const Measurements& measurements, const DataOptions& options) {
  std::uint64_t bad = 0;
  for (const BadRecords& kind : measurements.bad_records()) bad += kind.count;
  const std::uint64_t records = bad + measurements.items();
  if (!options.bad_items.exceeded(bad, records)) return {};
  return fmt::format("{} of {} records are no items; --max-bad-items lets some of them pass", bad,
                     records);
}

}  // namespace ddblint
