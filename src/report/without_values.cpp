#include "report/without_values.h"

#include <utility>

#include "sketch/hash.h"
#include <fmt/format.h>

#include "report/profile_report.h"

namespace ddblint {
namespace {

/// Forty bits: enough to tell the keys of a report apart, too few to turn back into a text.
std::string digest_of(std::string_view value) {
  return fmt::format("#{:010x}", hash_bytes(value) >> 24U);
}

void hide(std::string& value) {
  if (!value.empty()) value = digest_of(value);
}

void hide(std::vector<TopValue>& top) {
  for (TopValue& one : top) {
    one.value = digest_of(one.value);
    one.cut = false;
  }
}

// The words of a shape may hold the prefix that the values share.
void hide(std::optional<ShapeFact>& shape) {
  if (shape) shape->detail.clear();
}

void hide(AttributeProfile& attribute) {
  hide(attribute.top);
  hide(attribute.minimum);
  hide(attribute.maximum);
  hide(attribute.shape);
}

void hide(KeyProfile& key) {
  hide(key.top);
  for (NamedCollection& one : key.largest) hide(one.key);
  for (std::string& one : key.duplicate_examples) hide(one);
  hide(key.hottest_sort_shape);
}

void hide(EntityFact& fact) {
  for (std::string* value :
       {&fact.first_type, &fact.second_type, &fact.first_format, &fact.second_format}) {
    hide(*value);
  }
}

}  // namespace

TraceSummary without_values(TraceSummary summary) {
  for (TracedKeyUse& use : summary.keys) {
    for (TracedKey& one : use.hottest) hide(one.key);
  }
  return summary;
}

InsightReport without_values(InsightReport report) {
  for (InsightContributor& one : report.contributors) hide(one.key);
  return report;
}

TableProfile without_values(TableProfile profile) {
  hide(profile.largest_item.key);
  for (auto& [name, attribute] : profile.attributes) hide(attribute);
  for (KeyProfile& key : profile.keys) hide(key);
  for (SequenceFact& fact : profile.sequences) hide(fact.prefix);
  for (EntityFact& fact : profile.entities) hide(fact);
  for (MixedFormatFact& fact : profile.mixed_formats) {
    hide(fact.first_example);
    hide(fact.second_example);
  }
  return profile;
}

std::string_view describe(BadRecordKind kind) {
  switch (kind) {
    case BadRecordKind::not_json:
      return "the record is not JSON";
    case BadRecordKind::not_an_item:
      return "the record is no item";
    case BadRecordKind::bad_value:
      return "a value is not what its type says";
    case BadRecordKind::invalid_utf8:
      return "the record is not UTF-8";
    case BadRecordKind::too_long:
      return "the record is too long";
    case BadRecordKind::too_deep:
      return "the record is nested too deep";
    case BadRecordKind::wrong_columns:
      return "the record has more fields than columns";
    case BadRecordKind::not_ion:
      return "the record is not Ion";
  }
  return {};
}

ProfileReport without_values(ProfileReport report) {
  report.profile = without_values(std::move(report.profile));
  for (BadRecords& bad : report.bad) bad.message = describe(bad.kind);
  return report;
}

}  // namespace ddblint
