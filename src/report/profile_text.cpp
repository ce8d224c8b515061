#include <fmt/format.h>
#include <fmt/ranges.h>

#include "report/phrases.h"
#include "report/profile_sections.h"
#include "report/quantities.h"
#include "report/style.h"
#include "report/width.h"

namespace ddblint {
namespace {

std::string drawn_phrase(const ProfileSource& source) {
  const std::string of_table =
      source.population ? fmt::format(" of a table of {}", counted(*source.population, "item"))
                        : " of a table of unknown size";
  if (source.examples) return "examples beside the definition: their numbers tell nothing";
  switch (source.drawn) {
    case Drawn::whole:
      return "the whole table";
    case Drawn::random:
      return "a random sample" + of_table;
    case Drawn::scan_head:
      return "the first items of a scan or export" + of_table;
    case Drawn::file_head:
      return "the first rows of a file" + of_table;
  }
  return {};
}

std::string sizes_phrase(const TableProfile& profile) {
  const LogHistogram& sizes = profile.item_sizes;
  const auto at = [&sizes](double q) {
    return bytes_phrase(static_cast<double>(sizes.quantile(q)));
  };
  return fmt::format("{} in DynamoDB; an item has {} in the median, {} at p99, at most {}",
                     bytes_phrase(static_cast<double>(profile.item_bytes)), at(0.5), at(0.99),
                     bytes_phrase(static_cast<double>(sizes.maximum())));
}

std::string files_phrase(const ProfileSource& source) {
  std::string text = fmt::format("{}, {}", counted(source.files, "file"),
                                 bytes_phrase(static_cast<double>(source.bytes)));
  if (source.unpacked > source.bytes) {
    text += fmt::format(" ({} unpacked)", bytes_phrase(static_cast<double>(source.unpacked)));
  }
  std::vector<std::string> formats;
  formats.reserve(source.formats.size());
  for (const std::string& format : source.formats) formats.push_back(shown(format));
  return text + (formats.empty() ? "" : fmt::format("; {}", fmt::join(formats, ", ")));
}

std::string source_section(const TableProfile& profile, const ProfileStyle& style) {
  const ProfileSource& source = profile.source;
  const std::string name = profile.plan.table.empty() ? "" : " of " + shown(profile.plan.table);
  Grid grid(2);
  grid.add({"data", files_phrase(source)});
  grid.add({"items", fmt::format("{}, {}", count_phrase(source.items), drawn_phrase(source))});
  if (source.partial) grid.add({"partial", "the reading was stopped before the end"});
  if (source.changes) {
    grid.add({"changes", fmt::format("the records are changes of items, {} of them removals: an "
                                     "item may come several times",
                                     count_phrase(source.removals))});
  }
  if (source.items > 0) grid.add({"size", sizes_phrase(profile)});
  if (profile.items_over_limit > 0) {
    grid.add({"too large", fmt::format("{} over DynamoDB's 400 KiB",
                                       counted(profile.items_over_limit, "item"))});
  }
  if (profile.items_near_limit > 0) {
    grid.add({"large", fmt::format("{} from 300 KiB on, the largest {}",
                                   counted(profile.items_near_limit, "item"),
                                   value_phrase(profile.largest_item.key, style.unicode))});
  }
  if (source.bad_items > 0) {
    grid.add(
        {"bad records", fmt::format("{} left out, see below", count_phrase(source.bad_items))});
  }
  return fmt::format("{}\n{}\n", paint("Profile" + name, Ink::strong, style.text),
                     grid.text(style.columns));
}

std::string bad_line(const BadRecords& bad) {
  const std::string others =
      bad.count == 1 ? "" : fmt::format(" (the first of {} such records)", count_phrase(bad.count));
  return fmt::format("  {}:{}: {}{}\n", shown(bad.path), bad.line, shown(bad.message), others);
}

std::string problems_section(const ProfileReport& report, const ProfileStyle& style) {
  std::string lines;
  for (const DataProblem& problem : report.problems) {
    lines += fmt::format("  {}: {}\n", shown(problem.path), shown(problem.message));
  }
  for (const BadRecords& bad : report.bad) lines += bad_line(bad);
  return section_of("Not read", lines, style.text);
}

std::string notes_section(const ProfileReport& report, const ProfileStyle& style) {
  std::string lines;
  for (const auto* list : {&report.left_out, &report.profile.notes}) {
    for (const std::string& note : *list) lines += wrapped("  - ", note, style.columns);
  }
  return section_of("Notes", lines, style.text);
}

}  // namespace

std::string render_profile_text(const ProfileReport& report, const ProfileStyle& style) {
  const TableProfile& profile = report.profile;
  std::string out = source_section(profile, style);
  for (const KeyProfile& key : profile.keys) out += key_section(key, profile, style);
  out += attributes_section(profile, style) + facts_section(profile, style) +
         notes_section(report, style) + problems_section(report, style);
  out.pop_back();  // blank lines stand between sections only
  return out;
}

}  // namespace ddblint
