#include <algorithm>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/chosen_table.h"
#include "cli/commands.h"
#include "cli/examples.h"
#include "cli/interrupt.h"
#include "cli/measuring.h"
#include "report/profile_report.h"
#include "source/text.h"

namespace ddblint {
namespace {

/// The first of the variables that decide the character set (POSIX, Environment Variables).
bool utf8_locale() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): no thread by then
    if (value == nullptr || *value == '\0') continue;
    const std::string locale = to_lower(value);
    return locale.find("utf-8") != std::string::npos || locale.find("utf8") != std::string::npos;
  }
  return false;
}

/// A report that goes to a file or a pipe is the same wherever it is made.
ProfileStyle style_for(const FormatRequest& request, const Options& options) {
  ProfileStyle style;
  if (!request.file.empty()) return style;
  style.text = text_style(options);
  if (::isatty(STDOUT_FILENO) != 1) return style;
  struct winsize size{};
  constexpr std::size_t kNarrow = 60;
  constexpr std::size_t kWide = 160;
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    style.columns = std::clamp<std::size_t>(size.ws_col, kNarrow, kWide);
  }
  style.unicode = utf8_locale();
  return style;
}

bool show(const ProfileReport& report, const Options& options) {
  bool written = true;
  for (const FormatRequest& request : options.formats) {
    const std::string text = request.format == "json"
                                 ? render_profile_json(report)
                                 : render_profile_text(report, style_for(request, options));
    written = write_output(request, text) && written;
  }
  return written;
}

/// What a profile is to be shown with.
struct Shown {
  std::vector<std::string> left_out;
  std::optional<std::uint64_t> items;
};

ExitCode finish(const Measurements& measurements, Shown shown, const Options& options) {
  bool failed = false;
  if (!options.data.output.empty()) {
    failed = !write_output({.format = {}, .file = options.data.output}, measurements.save());
  }
  ProfileReport report{
      .profile = summarise(measurements, summary_options(options.data, shown.items)),
      .bad = measurements.bad_records(),
      .problems = measurements.problems(),
      .left_out = std::move(shown.left_out)};
  failed = failed || !report.problems.empty();
  if (options.data.no_values) report = without_values(std::move(report));
  failed = !show(report, options) || failed;
  if (const std::string message = too_many_bad(measurements, options.data); !message.empty()) {
    complain(message);
    failed = true;
  }
  if (InterruptWatch::asked()) return ExitCode::interrupted;
  return failed ? ExitCode::failed : ExitCode::clean;
}

ExitCode usage_error(std::string_view message) {
  complain(message);
  return ExitCode::failed;
}

}  // namespace

ExitCode run_profile(const Options& options) {
  // A model with examples is definition and data.
  if (options.paths.size() == 1 && options.data.table.empty() && options.data.keys.empty() &&
      keeps_examples(options.paths.front(), options)) {
    Options both = options;
    both.data.table = std::exchange(both.paths, {}).front();
    return run_profile(both);
  }
  if (options.paths.empty() && options.data.table.empty()) {
    return usage_error("profile needs data: files, folders, exports, or - for standard input");
  }
  const bool saved = !options.paths.empty() && std::ranges::all_of(options.paths, named_profile);
  if (saved && (!options.data.table.empty() || !options.data.keys.empty())) {
    return usage_error("a saved profile has its keys; --table and --keys bind data");
  }
  KeysToMeasure keys{.plan = plan_of(options.data.keys), .left_out = {}};
  std::optional<std::uint64_t> items;
  std::optional<DataFile> examples;
  if (!options.data.table.empty()) {
    auto chosen = choose_table(options.data.table, options);
    if (!chosen) return usage_error(chosen.error());
    keys = std::move(chosen->keys);
    items = chosen->items;
    examples = std::move(chosen->examples);
  }
  if (options.paths.empty() && !examples) {
    return usage_error(
        fmt::format("profile needs data: `{}` keeps no examples of the table", options.data.table));
  }
  const InterruptWatch watch;
  const auto measured = options.paths.empty()
                            ? measure_examples(std::move(*examples), keys.plan, options)
                            : measure_data(options.paths, keys.plan, options);
  if (!measured) return usage_error(measured.error());
  return finish(*measured, {.left_out = std::move(keys.left_out), .items = items}, options);
}

ExitCode run_merge(const Options& options) {
  if (options.paths.empty()) return usage_error("merge needs saved profiles (profile -o FILE)");
  const auto merged = merge_profiles(options.paths);
  if (!merged) return usage_error(merged.error());
  return finish(*merged, {}, options);
}

}  // namespace ddblint
