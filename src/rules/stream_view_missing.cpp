#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "rules/detectors.gen.h"
#include "source/text.h"

namespace ddblint {
namespace {

constexpr std::array<std::string_view, 4> kViews = {"KEYS_ONLY", "NEW_IMAGE", "OLD_IMAGE",
                                                    "NEW_AND_OLD_IMAGES"};

constexpr std::string_view kAllViews =
    "`NEW_AND_OLD_IMAGES`, `NEW_IMAGE`, `OLD_IMAGE` or `KEYS_ONLY`";

Finding describe(const Rule& rule, Span span, std::string message, std::string label,
                 std::string remedy) {
  Finding finding = make_finding(rule, Evidence::structural, span, std::move(message));
  finding.label = std::move(label);
  finding.remedy = std::move(remedy);
  return finding;
}

Finding unknown_view(const Setting<std::string>& view, const Rule& rule) {
  const auto near = nearest(view.value(), {kViews.begin(), kViews.end()});
  return describe(
      rule, view.span(),
      fmt::format("`{}` is no view of a stream, so the table cannot be created", view.value()),
      "no view",
      near.empty() ? fmt::format("write {}", kAllViews) : fmt::format("write `{}`", near));
}

/// Replicas that are kept eventually consistent copy each other's stream, so they need one.
bool replicates_without_stream(const Table& table) {
  const bool several = table.replicas.whole() && table.replicas.items.size() > 1;
  const Setting<std::string>& consistency = table.multi_region_consistency;
  const bool eventual = consistency.absent() || consistency.is("EVENTUAL");
  return table.global() && several && eventual && table.stream_enabled.absent();
}

}  // namespace

Findings stream_view_missing(const Subject& subject, const Rule& rule) {
  const Table& table = subject.table;
  const Setting<std::string>& view = table.stream_view;
  if (table.stream_enabled.is(true) && view.absent()) {
    return {describe(
        rule, table.stream_enabled.span(), "the stream has no view, so the table cannot be created",
        "no `StreamViewType`", fmt::format("add `StreamViewType` with {}", kAllViews))};
  }
  if (table.stream_enabled.is(false) && view.known()) {
    Finding finding = describe(
        rule, view.span(), "the stream is off and has a view, so the table cannot be created",
        "only for a stream that is on", "delete `StreamViewType`, or set `StreamEnabled` to true");
    finding.related.push_back({table.stream_enabled.span(), "the stream is off"});
    return {finding};
  }
  if (replicates_without_stream(table)) {
    return {describe(
        rule, table.id_span,
        "a global table with several replicas needs a stream, so the table cannot be created",
        "no `StreamSpecification`",
        "add `StreamSpecification` with `StreamViewType: NEW_AND_OLD_IMAGES`")};
  }
  if (view.known() && std::ranges::find(kViews, view.value()) == kViews.end()) {
    return {unknown_view(view, rule)};
  }
  return {};
}

}  // namespace ddblint
