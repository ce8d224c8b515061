#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "report/phrases.h"
#include "report/profile_sections.h"
#include "report/quantities.h"
#include "report/style.h"
#include "report/width.h"

namespace ddblint {
namespace {

constexpr std::size_t kBarColumns = 24;
constexpr std::size_t kShownFiles = 3;

std::string attribute_phrase(const PlannedAttribute& attribute) {
  return attribute.type.empty() ? shown(attribute.name)
                                : fmt::format("{} ({})", shown(attribute.name), attribute.type);
}

std::string title(const PlannedKey& key) {
  std::vector<std::string> parts;
  for (const auto* attributes : {&key.partition, &key.sort}) {
    std::vector<std::string> names;
    names.reserve(attributes->size());
    for (const auto& attribute : *attributes) names.push_back(attribute_phrase(attribute));
    if (!names.empty()) parts.push_back(fmt::format("{}", fmt::join(names, " + ")));
  }
  const std::string subject =
      key.index.empty()
          ? "Key of the table"
          : fmt::format("{} index {}", key.local ? "Local" : "Global", shown(key.index));
  return fmt::format("{}: {}", subject, fmt::join(parts, ", then "));
}

/// Every key stands on one item, and that was counted.
bool unique(const KeyProfile& key) {
  return key.distinct.exact && !key.top.empty() && key.top.front().high <= 1;
}

std::string keys_phrase(const KeyProfile& key, bool sampled) {
  std::string text = estimate_phrase(key.distinct) + " distinct";
  if (unique(key)) return text + ", each on one item";
  if (sampled && !key.distinct.exact && key.counts.rows > 0) {
    text += fmt::format(" in the table; {} in the {} sampled", count_phrase(key.counts.distinct),
                        counted(key.counts.rows, "item"));
  }
  return text;
}

std::string effective_phrase(const Estimate& keys) {
  const auto number = [](double value) {
    return value < 1000 ? number_phrase(std::max(1.0, value)) : count_phrase(value);
  };
  const std::string bounds = keys.exact || keys.low >= keys.high
                                 ? ""
                                 : fmt::format(" ({} to {})", number(keys.low), number(keys.high));
  return fmt::format("as even as {} keys of equal weight{}", number(keys.value), bounds);
}

std::string quantiles_phrase(const Quantiles& sizes, std::string (*phrase)(double)) {
  return fmt::format("median {}, p99 {}, largest {}", phrase(sizes.p50), phrase(sizes.p99),
                     phrase(sizes.max));
}

std::string largest_phrase(const KeyProfile& key, bool unicode) {
  if (key.largest.empty()) return {};
  const NamedCollection& most = key.largest.front();
  return fmt::format(": {} with {}, {}", value_phrase(most.key, unicode),
                     counted(most.items, "item"), bytes_phrase(static_cast<double>(most.bytes)));
}

std::string duplicates_phrase(const KeyProfile& key, bool unicode) {
  const Estimate& repeated = *key.duplicates;
  if (repeated.exact && repeated.value == 0) return "none";
  if (repeated.high == 0) return "none";
  std::string text = estimate_phrase(repeated) + " items repeat a primary key";
  std::vector<std::string> examples;
  for (const std::string& one : key.duplicate_examples) {
    if (examples.size() < 3) examples.push_back(value_phrase(one, unicode));
  }
  if (!examples.empty()) text += fmt::format(", such as {}", fmt::join(examples, ", "));
  return text;
}

std::string order_phrase(const LoadOrder& order) {
  return fmt::format("{}: {} keys in {} items in a row ({} in random order); parallelism {}",
                     shown(order.path), number_phrase(order.distinct_keys),
                     count_phrase(order.window), number_phrase(order.expected_keys),
                     share_phrase(order.effective_parallelism));
}

/// The figures, one a line.
class Figures {
 public:
  Figures(const KeyProfile& key, const TableProfile& profile, const ProfileStyle& style)
      : key_(key), sampled_(profile.source.sampled()), style_(style) {}

  std::string text() {
    if (key_.items > 0) spread();
    if (key_.items > 0) collections();
    wrong_keys();
    if (key_.duplicates) grid_.add({"duplicates", duplicates_phrase(key_, style_.unicode)});
    load_order();
    return grid_.text(style_.columns);
  }

 private:
  void spread() {
    grid_.add({"partition keys", keys_phrase(key_, sampled_)});
    if (unique(key_)) return;
    const std::string of_what =
        key_.top.empty() ? ""
                         : fmt::format(" of the items, on {}",
                                       value_phrase(key_.top.front().value, style_.unicode));
    grid_.add({"hottest key", interval_phrase(key_.hottest_share) + of_what});
    grid_.add({"spread", effective_phrase(key_.effective_keys)});
  }

  void collections() {
    if (key_.collection_items.max <= 1) return;
    const std::string lower_bound =
        key_.collections_whole ? "" : "; of the sample, so at least that";
    grid_.add({"items a key", quantiles_phrase(key_.collection_items, count_phrase) + lower_bound});
    grid_.add({"bytes a key", quantiles_phrase(key_.collection_bytes, bytes_phrase) +
                                  largest_phrase(key_, style_.unicode)});
    if (!key_.populations) return;
    const TwoPopulations& two = *key_.populations;
    grid_.add({"two kinds",
               fmt::format("{} of the keys have about {} items, the others about {}; {} divides "
                           "them",
                           share_phrase(two.big_share), count_phrase(two.big),
                           count_phrase(two.small), count_phrase(two.split))});
  }

  void wrong_keys() {
    const auto add = [this](std::string_view name, std::uint64_t count, std::string_view what) {
      if (count == 0) return;
      grid_.add({std::string(name), fmt::format("{} {}", counted(count, "item"), what)});
    };
    add("missing", key_.missing,
        key_.key.index.empty() ? "without an attribute of the key" : "that the index leaves out");
    add("wrong type", key_.mistyped,
        fmt::format("with a key of another type, such as `{}`", shown(key_.mistyped_example)));
    add("empty", key_.empty, "with an empty value in the key");
    add("too long", key_.too_long, "with a value longer than a key may be");
  }

  void load_order() {
    std::vector<const LoadOrder*> files;
    files.reserve(key_.load_order.size());
    for (const LoadOrder& one : key_.load_order) files.push_back(&one);
    std::ranges::sort(files, {}, [](const LoadOrder* one) {
      return std::pair(one->effective_parallelism, std::string_view(one->path));
    });
    for (std::size_t i = 0; i < std::min(files.size(), kShownFiles); ++i) {
      grid_.add({i == 0 ? "load order" : "", order_phrase(*files[i])});
    }
    if (files.size() <= kShownFiles) return;
    grid_.add(
        {"", fmt::format("{}, {} or better", counted(files.size() - kShownFiles, "other file"),
                         share_phrase(files[kShownFiles]->effective_parallelism))});
  }

  const KeyProfile& key_;
  bool sampled_;
  const ProfileStyle& style_;
  Grid grid_{2};
};

std::string top_chart(const KeyProfile& key, const ProfileStyle& style) {
  if (key.top.size() < 2 || unique(key)) return {};
  const std::size_t room = std::max<std::size_t>(
      12, style.columns - std::min<std::size_t>(style.columns, kBarColumns + 26));
  const double most = key.top.front().share;
  Grid grid(4, {2, 3});
  for (const TopValue& one : key.top) {
    const std::string about = one.low == one.high ? "" : "~";
    grid.add({fitted(one.value + (one.cut ? "..." : ""), room, style.unicode),
              bar(most > 0 ? one.share / most : 0, kBarColumns, style.unicode),
              share_phrase(one.share), about + count_phrase(one.low + (one.high - one.low) / 2)});
  }
  return "\n  top keys, by items\n" + grid.text();
}

/// Empty buckets that follow each other as one.
std::vector<LogHistogram::Bucket> without_empty_runs(
    const std::vector<LogHistogram::Bucket>& buckets) {
  std::vector<LogHistogram::Bucket> joined;
  for (const auto& bucket : buckets) {
    if (bucket.count == 0 && !joined.empty() && joined.back().count == 0) {
      joined.back().to = bucket.to;
    } else {
      joined.push_back(bucket);
    }
  }
  return joined;
}

std::string collections_chart(const KeyProfile& key, const ProfileStyle& style) {
  if (key.collection_items.max <= 1 || key.collection_decades.empty()) return {};
  std::uint64_t most = 1;
  std::uint64_t all = 0;
  for (const auto& bucket : key.collection_decades) {
    most = std::max(most, bucket.count);
    all += bucket.count;
  }
  Grid grid(4, {0, 2, 3});
  for (const auto& bucket : without_empty_runs(key.collection_decades)) {
    const std::string range =
        bucket.from == bucket.to
            ? count_phrase(bucket.from)
            : fmt::format("{} - {}", count_phrase(bucket.from), count_phrase(bucket.to));
    if (bucket.count == 0) {
      grid.add({range, "none", "", ""});
      continue;
    }
    const auto count = static_cast<double>(bucket.count);
    grid.add({range, bar(count / static_cast<double>(most), kBarColumns, style.unicode),
              share_phrase(all > 0 ? count / static_cast<double>(all) : 0),
              count_phrase(bucket.count)});
  }
  return "\n  items a key, by keys\n" + grid.text();
}

}  // namespace

std::string value_phrase(std::string_view value, bool unicode) {
  constexpr std::size_t kLongest = 48;
  return fmt::format("`{}`", fitted(value, kLongest, unicode));
}

std::string key_section(const KeyProfile& key, const TableProfile& profile,
                        const ProfileStyle& style) {
  return fmt::format("{}\n{}{}{}\n", paint(title(key.key), Ink::strong, style.text),
                     Figures(key, profile, style).text(), top_chart(key, style),
                     collections_chart(key, style));
}

}  // namespace ddblint
