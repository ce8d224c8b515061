#include "workload/trace_writer.h"

#include <algorithm>

#include "data/key_text.h"
#include "sketch/hash.h"

namespace ddblint {
namespace {

constexpr std::string_view kArn = "arn:";

/// What stands between `before` and the next slash; empty when `before` is not there.
std::string_view part_after(std::string_view text, std::string_view before) {
  const std::size_t at = text.find(before);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = text.substr(at + before.size());
  return rest.substr(0, rest.find('/'));
}

/// An ARN up to the end of the table's name.
std::string_view table_arn(std::string_view arn) {
  const std::string_view name = table_name(arn);
  return arn.substr(0, static_cast<std::size_t>(name.data() + name.size() - arn.data()));
}

std::uint64_t seed_of(std::uint32_t plan, std::uint32_t schema) {
  return (std::uint64_t{plan} << 32U | schema) + 1;
}

}  // namespace

std::optional<std::string_view> value_of(const KeyValues& values, std::string_view name) {
  const auto found = std::ranges::find(values, name, &KeyValue::name);
  if (found == values.end()) return std::nullopt;
  return found->value;
}

std::string_view table_name(std::string_view name_or_arn) {
  if (!name_or_arn.starts_with(kArn)) return name_or_arn;
  const std::string_view name = part_after(name_or_arn, ":table/");
  return name.empty() ? name_or_arn : name;
}

std::string_view index_name(std::string_view name_or_arn) {
  return name_or_arn.starts_with(kArn) ? part_after(name_or_arn, "/index/") : std::string_view();
}

TracePlans::TracePlans(std::span<const TracePlan> plans) : plans_(plans) {
  alone_.reserve(plans.size());
  for (std::uint32_t i = 0; i < plans.size(); ++i) {
    alone_.push_back({i});
    if (plans[i].names.empty()) nameless_.push_back(i);
  }
  const auto add = [](std::vector<std::uint32_t>& to, std::uint32_t plan) {
    if (std::ranges::find(to, plan) == to.end()) to.push_back(plan);
  };
  for (std::uint32_t i = 0; i < plans.size(); ++i) {
    for (const std::string& name : plans[i].names) {
      add(by_name_.try_emplace(std::string(table_name(name)), nameless_).first->second, i);
    }
  }
  // An ARN of a trace means the plan with that ARN and those with its bare name.
  for (std::uint32_t i = 0; i < plans.size(); ++i) {
    for (const std::string& arn : plans[i].names) {
      if (!arn.starts_with(kArn)) continue;
      auto& here = by_arn_.try_emplace(std::string(table_arn(arn)), nameless_).first->second;
      add(here, i);
      for (std::uint32_t j = 0; j < plans.size(); ++j) {
        if (std::ranges::find(plans[j].names, table_name(arn)) != plans[j].names.end())
          add(here, j);
      }
    }
  }
}

const std::vector<std::uint32_t>& TracePlans::find(std::string_view table) const {
  if (table.empty()) return plans_.size() == 1 ? alone_.front() : nameless_;
  if (table.starts_with(kArn)) {
    const auto arn = by_arn_.find(table_arn(table));
    if (arn != by_arn_.end()) return arn->second;
  }
  const auto name = by_name_.find(table_name(table));
  if (name == by_name_.end()) return nameless_;
  if (!table.starts_with(kArn)) return name->second;
  // Another account's or region's table of the same name: not that of a plan with an ARN.
  const bool bare = std::ranges::any_of(name->second, [&](std::uint32_t plan) {
    return plans_[plan].names.empty() ||
           std::ranges::find(plans_[plan].names, table_name(table)) != plans_[plan].names.end();
  });
  return bare ? name->second : nameless_;
}

const std::vector<std::uint32_t>& TracePlans::find_by_key(const KeyValues& key) const {
  const std::vector<std::uint32_t>* found = &nameless_;
  std::size_t fitting = 0;
  for (std::uint32_t i = 0; i < plans_.size(); ++i) {
    if (plans_[i].keys.empty()) continue;
    const TracedKeyPlan& own = plans_[i].keys.front();
    const auto given = [&key](const std::string& name) { return value_of(key, name).has_value(); };
    if (own.partition.size() + own.sort.size() != key.size()) continue;
    if (!std::ranges::all_of(own.partition, given) || !std::ranges::all_of(own.sort, given))
      continue;
    found = &alone_[i];
    ++fitting;
  }
  if (plans_.size() == 1) return alone_.front();
  return fitting == 1 ? *found : none_;
}

void TraceWriter::begin_record(std::string_view id) {
  drop_open();
  open_ = true;
  parsed_->records.push_back({.id = id.empty() ? 0 : hash_bytes(id) | 1U,
                              .first = static_cast<std::uint32_t>(parsed_->events.size()),
                              .count = 0});
}

void TraceWriter::drop_open() {
  if (!open_) return;
  parsed_->events.resize(parsed_->records.back().first);
  parsed_->records.pop_back();
  open_ = false;
}

void TraceWriter::end_record() {
  TraceRecord& record = parsed_->records.back();
  record.count = static_cast<std::uint32_t>(parsed_->events.size()) - record.first;
  open_ = false;
}

void TraceWriter::bad(TraceProblemKind kind, std::uint64_t line, std::string message) {
  parsed_->bad.push_back({kind, line, std::move(message)});
}

void TraceWriter::request(std::string_view table, const TraceRequest& request) {
  const std::vector<std::uint32_t>& plans = plans_.find(table);
  if (plans.empty()) unplanned(table, request.time);
  for (const std::uint32_t plan : plans) planned(plan, request);
}

void TraceWriter::unplanned(std::string_view table, TraceTime time) {
  parsed_->events.push_back(
      {.kind = TraceEventKind::unplanned, .time = time, .text = keep(table_name(table))});
}

void TraceWriter::planned(std::uint32_t plan, const TraceRequest& request) {
  const auto& keys = plans_.plan(plan).keys;
  for (std::uint32_t schema = 0; schema < keys.size(); ++schema) {
    if (keys[schema].index == request.index) return request_of(plan, schema, request);
  }
  parsed_->events.push_back({.kind = TraceEventKind::unknown_index,
                             .plan = plan,
                             .time = request.time,
                             .text = keep(request.index)});
}

void TraceWriter::request_of(std::uint32_t plan, std::uint32_t schema,
                             const TraceRequest& request) {
  const TracedKeyPlan& key = plans_.plan(plan).keys[schema];
  TraceEvent event{.kind = request.kind,
                   .throttled = request.throttled,
                   .lower_bound = request.lower_bound,
                   .plan = plan,
                   .schema = schema,
                   .time = request.time,
                   .low = request.low,
                   .high = request.high};
  event.text = key_text(key, request);
  if (!event.text.empty()) event.key = hash_bytes(event.text, seed_of(plan, schema)) | 1U;
  if (request.kind == TraceEventKind::write || request.kind == TraceEventKind::derived_write) {
    event.sort = request.values != nullptr ? joined(key.sort, *request.values, false) : "";
    if (event.sort.empty() && !request.sort.empty()) event.sort = keep(request.sort);
  }
  parsed_->events.push_back(event);
}

std::string_view TraceWriter::key_text(const TracedKeyPlan& key, const TraceRequest& request) {
  if (request.values != nullptr && !request.values->empty()) {
    const std::string_view text = joined(key.partition, *request.values, key.partition.size() > 1);
    if (!text.empty()) return text;
  }
  return request.key.empty() ? std::string_view() : keep(request.key);
}

std::string_view TraceWriter::joined(const std::vector<std::string>& names, const KeyValues& values,
                                     bool with_names) {
  text_.clear();
  for (const std::string& name : names) {
    const std::optional<std::string_view> value = value_of(values, name);
    if (!value) return {};
    append_key_value(text_, name, *value, !with_names);
  }
  return text_.empty() ? std::string_view() : keep(text_);
}

std::string_view TraceWriter::keep(std::string_view text) {
  char* const place = parsed_->texts.take(text.size());
  std::ranges::copy(text, place);
  return {place, text.size()};
}

}  // namespace ddblint
