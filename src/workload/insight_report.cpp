#include "workload/insight_report.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <numeric>
#include <vector>

#include <fmt/format.h>

namespace ddblint {
namespace {

constexpr std::string_view kRulePrefix = "DynamoDBContributorInsights-";
/// The service keeps at most 100 contributors in an answer; more come of files put together.
constexpr std::size_t kMostContributors = 10'000;

struct KindWord {
  std::string_view word;
  InsightKind kind;
};
constexpr std::array<KindWord, 4> kKinds = {{{"PKC", InsightKind::accessed_pk},
                                             {"PKT", InsightKind::throttled_pk},
                                             {"SKC", InsightKind::accessed_pk_sk},
                                             {"SKT", InsightKind::throttled_pk_sk}}};

bool is_word_byte(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

/// The place of a kind's letters that stand as a word of their own.
std::optional<std::size_t> word_at(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool begins = at == 0 || !is_word_byte(text[at - 1]);
    if (begins && (end == text.size() || !is_word_byte(text[end]))) return at;
  }
  return std::nullopt;
}

/// The resource between the kind and the time of creation, which is all digits.
std::string resource_of(std::string_view rest) {
  if (rest.starts_with('-')) rest.remove_prefix(1);
  const std::size_t dash = rest.rfind('-');
  if (dash == std::string_view::npos) return {};
  // A file's name may go on behind the digits.
  const std::string_view stamp = rest.substr(dash + 1);
  const bool digits =
      !stamp.empty() && std::isdigit(static_cast<unsigned char>(stamp.front())) != 0;
  return digits ? std::string(rest.substr(0, dash)) : std::string();
}

/// Seconds of the shortest step between the times of one series.
std::int64_t shortest_step(std::vector<std::int64_t> times, std::int64_t known) {
  std::ranges::sort(times);
  for (std::size_t i = 1; i < times.size(); ++i) {
    const std::int64_t step = times[i] - times[i - 1];
    if (step > 0 && (known == 0 || step < known)) known = step;
  }
  return known;
}

class ReportReader {
 public:
  ReportReader(TraceWriter& writer, std::uint64_t line) : writer_(writer), line_(line) {}

  void read(JsonObject record, std::string_view rule) {
    InsightReport report;
    writer_.begin_record({});
    if (!read_contributors(record, report)) return;
    if (const auto points = array_member(record, "MetricDatapoints")) {
      if (!read_times(*points)) return;
    }
    report.period = step_ == 0 ? 60 : step_;
    if (const auto unique = member(record, "ApproximateUniqueCount")) {
      const auto number = as_number(*unique);
      if (number && *number >= 0 && *number < 1e15) {
        report.unique = static_cast<std::uint64_t>(*number);
      }
    }
    name(report, rule, record);
    writer_.format(TraceFormat::insights);
    writer_.parsed().insights.push_back(std::move(report));
    writer_.end_record();
  }

 private:
  bool read_contributors(JsonObject record, InsightReport& report) {
    const auto contributors = array_member(record, "Contributors");
    if (!contributors) return true;
    for (const JsonElement element : *contributors) {
      const auto contributor = as_object(element);
      const auto keys = contributor ? array_member(*contributor, "Keys") : std::nullopt;
      if (!keys || keys->size() == 0) return fail("a contributor without Keys");
      if (report.contributors.size() == kMostContributors) return true;
      keys_ = std::max(keys_, keys->size());
      InsightContributor& read = report.contributors.emplace_back();
      for (const JsonElement key : *keys) {
        if (!read.key.empty()) read.key += ", ";
        read.key += as_string(key).value_or(shown_json(key));
      }
      if (!read_values(*contributor, read)) return false;
    }
    return true;
  }

  bool read_values(JsonObject contributor, InsightContributor& read) {
    const auto total = member(contributor, "ApproximateAggregateValue");
    const auto number = total ? as_number(*total) : std::optional<double>(0);
    if (!number || *number < 0) return fail("an ApproximateAggregateValue that is no amount");
    read.total = read.highest = *number;
    const auto points = array_member(contributor, "Datapoints");
    if (!points || points->size() == 0) return true;
    read.highest = -1;
    for (const JsonElement element : *points) {
      const auto point = as_object(element);
      const auto value = point ? member(*point, "ApproximateValue") : std::nullopt;
      const auto time = point ? member(*point, "Timestamp") : std::nullopt;
      const auto amount = value ? as_number(*value) : std::nullopt;
      if (!amount || *amount < 0) return fail("a datapoint whose ApproximateValue is no amount");
      const auto at = time ? as_time(*time) : std::nullopt;
      if (!at) return fail("a datapoint whose Timestamp is no time");
      if (*amount <= read.highest) continue;
      read.highest = *amount;
      read.at = *at / kMicroseconds;
    }
    return read_times(*points);
  }

  bool read_times(JsonArray points) {
    std::vector<std::int64_t> times;
    for (const JsonElement element : points) {
      const auto point = as_object(element);
      const auto time = point ? member(*point, "Timestamp") : std::nullopt;
      const auto at = time ? as_time(*time) : std::nullopt;
      if (!at) return fail("a datapoint whose Timestamp is no time");
      times.push_back(*at / kMicroseconds);
    }
    step_ = shortest_step(std::move(times), step_);
    return true;
  }

  void name(InsightReport& report, std::string_view rule, JsonObject record) {
    if (keys_ == 0) {
      const auto labels = array_member(record, "KeyLabels");
      keys_ = labels ? labels->size() : 1;
    }
    if (auto known = read_insight_rule(rule)) {
      report.kind = known->kind;
      report.resource = std::move(known->resource);
      return;
    }
    report.kind = keys_ > 1 ? InsightKind::accessed_pk_sk : InsightKind::accessed_pk;
    report.kind_known = false;
    writer_.bad(TraceProblemKind::unknown_rule, line_,
                "the report does not say whether its rule counts consumed units or throttled "
                "requests; name the file by the rule, with PKC, PKT, SKC or SKT in it");
  }

  bool fail(std::string message) {
    writer_.bad(TraceProblemKind::bad_record, line_, std::move(message));
    return false;
  }

  TraceWriter& writer_;
  std::uint64_t line_;
  std::int64_t step_ = 0;
  std::size_t keys_ = 0;
};

}  // namespace

std::optional<InsightRule> read_insight_rule(std::string_view name) {
  const std::size_t prefix = name.rfind(kRulePrefix);
  const bool whole = prefix != std::string_view::npos;
  const std::string_view text = whole ? name.substr(prefix + kRulePrefix.size()) : name;
  for (const auto& [word, kind] : kKinds) {
    const std::optional<std::size_t> at = word_at(text, word);
    if (!at || (whole && *at != 0)) continue;
    return InsightRule{.kind = kind,
                       .resource = whole ? resource_of(text.substr(word.size())) : std::string()};
  }
  return std::nullopt;
}

bool is_insight_report(JsonObject record) {
  return array_member(record, "KeyLabels").has_value() &&
         (member(record, "Contributors").has_value() ||
          member(record, "AggregationStatistic").has_value());
}

void read_insight_report(JsonObject record, std::string_view rule, TraceWriter& writer,
                         std::uint64_t line) {
  ReportReader(writer, line).read(record, rule);
}

}  // namespace ddblint
