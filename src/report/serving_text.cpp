#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "report/phrases.h"
#include "report/quantities.h"
#include "report/serving_report.h"
#include "report/style.h"
#include "report/width.h"

namespace ddblint {
namespace {

constexpr std::size_t kNameColumns = 36;
constexpr std::size_t kTextColumns = 100;
constexpr std::size_t kIndent = 2;

bool unbounded(const Bounded& figure) { return !std::isfinite(figure.high); }

std::string figure_text(double number) {
  return number >= 1000 ? count_phrase(number) : number_phrase(number);
}

/// `1.5`; `~1.5` between bounds, `1.5+` where nothing bounds it from above.
std::string short_text(const Bounded& figure) {
  const bool open = unbounded(figure);
  return fmt::format("{}{}{}", open || figure.exact() ? "" : "~", figure_text(figure.value),
                     open ? "+" : "");
}

/// `1.5`, `1.5 (1 to 2)`, `at least 1.5`.
std::string long_text(const Bounded& figure) {
  if (unbounded(figure)) return "at least " + figure_text(figure.low);
  std::string value = figure_text(figure.value);
  const std::string low = figure_text(figure.low);
  const std::string high = figure_text(figure.high);
  if (value == low && value == high) return value;
  return fmt::format("{} ({} to {})", value, low, high);
}

bool any(const Bounded& figure) { return figure.value > 0 || figure.high > 0; }

std::string owner_text(const Index* index, bool local) {
  if (index == nullptr) return "table";
  const std::string name = index->name.known() ? shown(index->name.value()) : "(open name)";
  return local ? name + " (local)" : name;
}

std::string owner_text(const Service& service) { return owner_text(service.index, service.local); }

/// What a request reads and writes: `1.5 R`, `2 W`.
std::string units_text(const Service& service, std::string (*text)(const Bounded&)) {
  std::vector<std::string> parts;
  if (service.read_units && any(*service.read_units)) {
    parts.push_back(text(*service.read_units) + " R");
  }
  if (service.write_units && any(*service.write_units)) {
    parts.push_back(text(*service.write_units) + " W");
  }
  if (parts.empty() && service.read_units && service.write_units) return "0";
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string cell_text(const ServedPattern& served, std::size_t position) {
  const Service& service = served.services[position];
  const bool best = served.chosen == position;
  if (service.how == How::impossible) return service.asked ? " -!" : " -";
  if (service.how == How::unknown) return " ?";
  std::string units = units_text(service, short_text);
  if (!units.empty()) units.insert(0, " ");
  const std::string_view how = service.how == How::maintain ? "" : to_string(service.how);
  if (how.empty() && !units.empty()) units.erase(0, 1);
  return fmt::format("{}{}{}", best ? "*" : " ", how, units);
}

std::string matrix(const ServedTable& table) {
  Grid grid(kIndent);
  std::vector<std::string> head = {"pattern"};
  for (const Service& service : table.patterns.front().services) {
    head.push_back(" " + owner_text(service));
  }
  grid.add(std::move(head));
  for (const ServedPattern& served : table.patterns) {
    std::vector<std::string> row = {fitted(served.pattern->name.text, kNameColumns, false)};
    for (std::size_t i = 0; i < served.services.size(); ++i) row.push_back(cell_text(served, i));
    grid.add(std::move(row));
  }
  return grid.text() +
         "\n  R, W: read and write units of one request; * serves the pattern best, - is refused, "
         "! is what\n  the pattern asks, ~ lies between bounds, + is at least so much, ? is open\n";
}

std::string rate_text(const AccessPattern& pattern) {
  std::vector<std::string> parts;
  const auto add = [&parts](const Rate& rate) {
    if (rate.absent()) return;
    parts.push_back(figure_text(*rate.highest()) + "/s" + (rate.peak ? "" : " on average"));
  };
  add(pattern.reads);
  add(pattern.writes);
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string peak_text(const Bounded& reads, const Bounded& writes) {
  std::vector<std::string> parts;
  if (any(reads)) parts.push_back(long_text(reads) + " R/s");
  if (any(writes)) parts.push_back(long_text(writes) + " W/s");
  return parts.empty() ? "0" : fmt::format("{}", fmt::join(parts, ", "));
}

std::string spread_text(const PeakPerKey& peak) {
  std::string text = peak.of;
  if (peak.of != "trace") {
    text = fmt::format("{}{} of the requests, {}",
                       unbounded(peak.share) || peak.share.exact() ? "" : "about ",
                       share_phrase(peak.share.value), peak.of);
  }
  return peak.key.empty() ? text : fmt::format("{}: {}", text, shown(peak.key));
}

std::string requests(const ServedTable& table) {
  Grid grid(kIndent);
  grid.add({"pattern", "served by", "rate", "items", "pages", "fan-out", "units", "peak per key",
            "which is"});
  for (const ServedPattern& served : table.patterns) {
    const Service* best = served.best();
    const std::string name = fitted(served.pattern->name.text, kNameColumns, false);
    if (best == nullptr) {
      grid.add({name, served.whole ? "nothing" : "open", rate_text(*served.pattern)});
      continue;
    }
    grid.add({name, fmt::format("{} of {}", to_string(best->how), owner_text(*best)),
              rate_text(*served.pattern), best->items_read ? short_text(*best->items_read) : "",
              best->pages ? figure_text(*best->pages) : "",
              best->fan_out > 1 ? figure_text(best->fan_out) : "", units_text(*best, long_text),
              served.peak ? peak_text(served.peak->reads, served.peak->writes) : "",
              served.peak ? spread_text(*served.peak) : ""});
  }
  return grid.text();
}

std::string names_text(const std::vector<std::string>& names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

/// What is to be known of a service that a pattern asks or is served by.
std::vector<std::string> remarks(const ServedPattern& served, const Service& service) {
  std::vector<std::string> lines;
  if (!service.why.empty()) lines.push_back(service.why);
  if (!service.missing.empty()) {
    lines.push_back("no equality on " + names_text(service.missing));
  }
  if (!service.filtered.empty() && service.how != How::impossible) {
    lines.push_back("filters after reading: " + names_text(service.filtered));
  }
  const bool fetches = service.local;
  if (!service.unprojected.empty()) {
    lines.push_back(fmt::format("not projected: {}, {}", names_text(service.unprojected),
                                fetches ? "fetched from the table item by item"
                                        : "to be read from the table item by item"));
  } else if (service.partial && served.best() == &service) {
    lines.emplace_back("the index has a part of each item, and the pattern names no attributes");
  }
  if (service.fetch_units && any(*service.fetch_units) && !service.unprojected.empty()) {
    lines.back() +=
        fmt::format(" ({} R{})", long_text(*service.fetch_units), fetches ? ", included" : "");
  }
  return lines;
}

std::string notes(const ServedTable& table) {
  std::string text;
  for (const ServedPattern& served : table.patterns) {
    for (const Service& service : served.services) {
      if (!service.asked && served.best() != &service) continue;
      for (const std::string& line : remarks(served, service)) {
        text += wrapped(
            "  - ", fmt::format("{}, {}: {}", served.pattern->name.text, owner_text(service), line),
            kTextColumns);
      }
    }
    if (served.asked() == nullptr && !served.pattern->index.absent()) {
      text += wrapped("  - ",
                      fmt::format("{}: index {} is not among those defined",
                                  served.pattern->name.text, served.pattern->index.text),
                      kTextColumns);
    }
  }
  return text;
}

std::string left_out_text(const KeyLoad& load) {
  std::string text;
  for (const LeftOutPart& part : load.left_out) {
    text += wrapped("  - ",
                    fmt::format("{}: {} is not in it: {}", owner_text(load.index, false),
                                part.served->pattern->name.text, part.why),
                    kTextColumns);
  }
  return text;
}

std::string break_even_text(const KeyLoad& load) {
  std::vector<std::string> parts;
  if (load.break_even_reads) parts.push_back(figure_text(*load.break_even_reads) + " R/s");
  if (load.break_even_writes) parts.push_back(figure_text(*load.break_even_writes) + " W/s");
  return parts.empty() ? "" : fmt::format("{}", fmt::join(parts, ", "));
}

/// `table (customer)`: whose partition key it is, and its attributes.
std::string key_owner_text(const Table& table, const Index* index) {
  std::vector<std::string> names;
  for (const KeyElement& element : (index == nullptr ? table.key : index->key).partition) {
    if (element.name.known()) names.push_back(shown(element.name.value()));
  }
  return fmt::format("{} ({})", owner_text(index, false), fmt::join(names, ", "));
}

std::string busiest(const ServedTable& table) {
  Grid grid(kIndent);
  std::string left_out;
  grid.add({"key of", "busiest value", "of all", "throttles when all are over", "which is"});
  bool shown_any = false;
  for (const KeyLoad& load : table.loads) {
    left_out += left_out_text(load);
    if (load.parts.empty()) continue;
    shown_any = true;
    grid.add({key_owner_text(*table.table, load.index),
              peak_text(load.peak_reads, load.peak_writes),
              peak_text(load.total_reads, load.total_writes), break_even_text(load),
              load.key.empty() ? load.of : fmt::format("{}: {}", load.of, shown(load.key))});
  }
  return (shown_any ? grid.text() : std::string()) + left_out;
}

}  // namespace

std::string render_serving_text(std::span<const ServedTable> served, const TextStyle& style) {
  std::string out;
  for (const ServedTable& table : served) {
    out += fmt::format("{}\n", paint(shown(table.table->id), Ink::strong, style));
    if (table.patterns.empty()) {
      out += "  no patterns\n\n";
      continue;
    }
    out += matrix(table) + "\n";
    out += section_of("requests:", requests(table), style);
    out += section_of("notes:", notes(table), style);
    out += section_of("busiest keys, all patterns together:", busiest(table), style);
  }
  if (out.empty()) return "no patterns\n";
  out.pop_back();
  return out;
}

}  // namespace ddblint
