#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "rules/detectors.gen.h"
#include "rules/figures.h"
#include "rules/key_names.h"
#include "rules/measured_keys.h"
#include "rules/source_key.h"
#include "rules/wording.h"
#include "source/text.h"

namespace ddblint {
namespace {

/// Longer values are no partition keys, in bytes.
constexpr std::uint64_t kLongestKey = 2048;

std::optional<Finding> by_name(const Subject& /*subject*/, const Rule& rule, const NamedKey& key) {
  const auto severity = NameJudge(rule.info).judge(key.schema->partition.front().name.value());
  if (!severity) return std::nullopt;
  Finding finding = suspect(
      rule, key, *severity,
      fmt::format("partition key {} is named like a hash of another attribute: DynamoDB hashes "
                  "every partition key itself, so this one adds work and spreads nothing better",
                  key.shown()));
  finding.label = "hashed before it is hashed?";
  finding.remedy = "use the attribute itself as the partition key";
  finding.notes.emplace_back(
      "a profile of the data that has the hash and its source would prove it; a hash that hides "
      "personal data or shortens a value of over 2,048 bytes has its reason");
  return finding;
}

/// The proof with the fewest inputs; null when there is none, or when the digest is a shard number.
const DigestFact* digest_of(const Subject& subject, const Rule& rule, const KeyElement& element) {
  const auto least = static_cast<std::uint64_t>(rule.integer("min-matching-items"));
  const DigestFact* best = nullptr;
  for (const DigestFact& fact : subject.profile->digests) {
    if (!element.name.is(fact.attribute) || fact.shard_suffix || fact.matched < least) continue;
    if (best == nullptr || fact.of.size() < best->of.size()) best = &fact;
  }
  return best;
}

/// What was computed: `md5(customer_id + "-" + order_id)`.
std::string formula(const DigestFact& fact) {
  const std::string glue =
      fact.separator.empty() ? " + " : fmt::format(" + \"{}\" + ", fact.separator);
  return fmt::format("{}({})", fact.function, fmt::join(fact.of, glue));
}

bool too_long_for_a_key(const Subject& subject, const DigestFact& fact) {
  std::uint64_t bytes = 0;
  for (const std::string& name : fact.of) {
    const AttributeProfile* input = subject.profile->attribute(name);
    if (input != nullptr) bytes += input->largest;
  }
  return bytes > kLongestKey;
}

Finding prove(const Subject& subject, const Rule& rule, const NamedKey& key,
              const DigestFact& fact) {
  const std::string how =
      fact.cut.empty() ? fact.encoding : fmt::format("{}, {}", fact.encoding, fact.cut);
  Finding finding =
      suspect(rule, key, rule.info.severity,
              fmt::format("partition key {} {} `{}` ({}) in {} of {} items: DynamoDB hashes every "
                          "partition key itself, so this adds work and spreads nothing better",
                          key.shown(), fact.joined_to_input ? "begins or ends with" : "equals",
                          formula(fact), how, grouped(static_cast<std::int64_t>(fact.matched)),
                          grouped(static_cast<std::int64_t>(fact.tested))));
  finding.evidence = Evidence::proved;
  finding.label = formula(fact);
  finding.remedy =
      fact.of.size() == 1
          ? fmt::format("use {} itself as the partition key", quoted_list(fact.of))
          : fmt::format("use {}, joined as they are, as the partition key", quoted_list(fact.of));
  const auto count = [](std::uint64_t number) { return static_cast<double>(number); };
  finding.measurements.push_back(measurement("matched", count(fact.matched), "items"));
  finding.measurements.push_back(measurement("tested", count(fact.tested), "items"));
  finding.measurements.push_back(
      measurement("chance-of-accident", fact.false_positive, "probability"));
  if (too_long_for_a_key(subject, fact)) {
    finding.severity = Severity::info;
    finding.notes.push_back(fmt::format(
        "{} may exceed the 2,048 bytes of a partition key: then the digest has its reason",
        quoted_list(fact.of)));
  } else {
    finding.notes.emplace_back(
        "a digest that keeps personal data out of keys and logs has its reason");
  }
  return finding;
}

std::optional<Finding> judge(const Subject& subject, const Rule& rule, const MeasuredKey& measured,
                             std::optional<Finding> suspicion) {
  const KeyElement& element = measured.key.schema->partition.front();
  if (const DigestFact* fact = digest_of(subject, rule, element)) {
    return prove(subject, rule, measured.key, *fact);
  }
  if (!suspicion) return std::nullopt;
  const ShapeFact* shape = shape_of(subject, element);
  if (shape != nullptr && shape->shape != Shape::digest) {
    return withdraw(std::move(*suspicion),
                    fmt::format("{} of the values are no digests but of another form: {}",
                                percent(shape->share), shape_text(*shape)));
  }
  // A salt, or an input that is not stored, cannot be ruled out: nothing is settled.
  suspicion->notes.emplace_back(
      "no attribute of the data gives these values under a known digest: a salt or an input that "
      "is not stored would explain that");
  return suspicion;
}

}  // namespace

Findings double_hashed_key(const Subject& subject, const Rule& rule) {
  return settle_by_data(subject, rule, by_name, judge);
}

}  // namespace ddblint
