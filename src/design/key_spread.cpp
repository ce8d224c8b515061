#include "design/key_spread.h"

#include <algorithm>
#include <cmath>

#include "data/key_text.h"
#include "design/bounded.h"
#include "design/item_bytes.h"
#include "design/key_match.h"

namespace ddblint {
namespace {

using Kind = KeyDistribution::Kind;

/// Terms that are added one by one; the rest by Euler and Maclaurin, whose error is then below
/// 1e-12 of the sum.
constexpr double kTerms = 1000;

/// Integral of x^-s from a to b.
double integral(double a, double b, double s) {
  if (std::abs(s - 1) < 1e-9) return std::log(b / a);
  return (std::pow(b, 1 - s) - std::pow(a, 1 - s)) / (1 - s);
}

/// Sum of k^-s for k from 1 to n.
double harmonic(double n, double s) {
  double sum = 0;
  const auto first = static_cast<int>(std::min(n, kTerms));
  for (int k = first; k >= 1; --k) sum += std::pow(k, -s);
  if (n <= kTerms) return sum;
  // From kTerms + 1 to n: integral, half of the last minus half of the first, and the first
  // correction.
  const double low = kTerms;
  const double tail = integral(low, n, s) + (std::pow(n, -s) - std::pow(low, -s)) / 2 +
                      s * (std::pow(low, -s - 1) - std::pow(n, -s - 1)) / 12;
  return sum + tail;
}

/// How many values a distribution has: stated, else those that data have.
std::optional<Bounded> values_of(const KeyDistribution& keys, const KeyProfile* profile,
                                 double shards) {
  if (keys.values && *keys.values >= 1) return exactly(*keys.values);
  if (profile == nullptr || profile->distinct.low < 1) return std::nullopt;
  // Data count each shard of a key apart, a distribution does not.
  const auto logical = [shards](double distinct) { return std::max(1.0, distinct / shards); };
  const Estimate& distinct = profile->distinct;
  return bounded(logical(distinct.value), logical(distinct.low), logical(distinct.high));
}

std::optional<Bounded> stated_share(const KeyDistribution& keys, const KeyProfile* profile,
                                    double shards) {
  if (keys.kind == Kind::hot && keys.of > 0) return exactly(std::min(1.0, keys.share / keys.of));
  const auto values = values_of(keys, profile, shards);
  if (keys.kind == Kind::uniform && values) {
    return bounded(1 / values->value, 1 / values->high, 1 / values->low);
  }
  if (keys.kind != Kind::zipf) return std::nullopt;
  const auto share = [&keys](double count) { return zipf_share(count, keys.exponent); };
  if (values) return bounded(share(values->value), share(values->high), share(values->low));
  if (const double least = zipf_share_at_least(keys.exponent); least > 0) {
    return bounded(least, least, 1);
  }
  return std::nullopt;
}

/// The value of a key that every request gives; empty when one of its attributes varies.
std::string fixed_key(const KeySchema& schema, const AccessPattern& pattern) {
  std::string text;
  for (const KeyElement& element : schema.partition) {
    const EqualCondition* equal = equality_on(pattern, element.name.value());
    if (equal == nullptr || !equal->value) return {};
    append_key_value(text, element.name.value(), *equal->value, schema.partition.size() == 1);
  }
  return text;
}

bool partly_fixed(const KeySchema& schema, const AccessPattern& pattern) {
  return std::ranges::any_of(schema.partition, [&](const KeyElement& element) {
    const EqualCondition* equal = equality_on(pattern, element.name.value());
    return equal != nullptr && equal->value;
  });
}

/// What a distribution is stated of: the key that the requests give. Another key's values follow it
/// only where they are the same attributes.
bool is_of_this_key(const Subject& subject, const AccessPattern& pattern, const KeySchema& schema) {
  if (!is_write(pattern.operation)) return true;
  const auto same = [](const KeyElement& a, const KeyElement& b) {
    return a.name.known() && b.name.known() && a.name.value() == b.name.value();
  };
  return std::ranges::equal(schema.partition, subject.table.key.partition, same);
}

/// Share of the busiest shard of a key: even, unless data of the same attribute say otherwise. The
/// two recipes on code points are known not to spread.
Bounded shard_share(const Subject& subject, const StatedSharding& sharding) {
  const auto shards = static_cast<double>(sharding.shards);
  if (subject.profile != nullptr) {
    for (const ShardSuffixFact& fact : subject.profile->shard_suffixes) {
      const bool same = fact.attribute == sharding.attribute.text && fact.hottest_share > 0;
      if (same) return exactly(std::clamp(fact.hottest_share, 1 / shards, 1.0));
    }
  }
  const bool by_code_points = sharding.function.starts_with("code-point");
  return by_code_points ? bounded(1 / shards, 1 / shards, 1) : exactly(1 / shards);
}

/// The key value that comes most often; empty when it is not known whole, or others come as often.
std::string hottest_value(const KeyProfile& profile) {
  const auto& top = profile.top;
  const bool alone = top.size() == 1 || (top.size() > 1 && top[0].low > top[1].low);
  return alone && !top.front().cut ? top.front().value : std::string();
}

}  // namespace

std::optional<KeySpread> key_spread(const Subject& subject, const AccessPattern& pattern,
                                    const Service& service) {
  const KeySchema& schema = schema_of(subject.table, service);
  if (!key_known(schema)) return std::nullopt;
  const KeyProfile* profile = measured_key(subject, schema, service.index);
  const StatedSharding* sharding = sharding_of(subject, service);
  const Bounded shard = sharding == nullptr ? exactly(1) : shard_share(subject, *sharding);
  if (std::string fixed = fixed_key(schema, pattern); !fixed.empty()) {
    return KeySpread{.share = shard, .of = "stated", .key = std::move(fixed)};
  }
  const Kind kind = pattern.keys.kind;
  const bool stated = kind == Kind::uniform || kind == Kind::zipf || kind == Kind::hot;
  if (stated && is_of_this_key(subject, pattern, schema)) {
    const double shards = sharding == nullptr ? 1 : static_cast<double>(sharding->shards);
    const auto share = stated_share(pattern.keys, profile, shards);
    if (!share) return std::nullopt;
    return KeySpread{.share = product(*share, shard), .of = "stated", .key = {}};
  }
  // How the items spread says nothing of those with one fixed value of a key of several attributes.
  if (profile == nullptr || partly_fixed(schema, pattern)) return std::nullopt;
  const Estimate& hottest = profile->hottest_share;
  return KeySpread{.share = bounded(hottest.value, hottest.low, hottest.high),
                   .of = "data",
                   .key = hottest_value(*profile)};
}

const StatedSharding* sharding_of(const Subject& subject, const Service& service) {
  if (subject.workload == nullptr) return nullptr;
  if (service.index != nullptr && !service.index->name.known()) return nullptr;
  // A local index has the table's partition key.
  const bool own = service.index == nullptr || service.local;
  const std::string name = own ? std::string() : service.index->name.value();
  for (const StatedSharding& sharding : subject.workload->sharding) {
    if (sharding.index != name || sharding.shards < 2) continue;
    const auto& partition = schema_of(subject.table, service).partition;
    const bool in_key = std::ranges::any_of(partition, [&](const KeyElement& element) {
      return element.name.is(sharding.attribute.text);
    });
    if (in_key) return &sharding;
  }
  return nullptr;
}

double zipf_share(double values, double exponent) { return 1 / harmonic(values, exponent); }

double zipf_share_at_least(double exponent) {
  if (exponent <= 1) return 0;
  const double tail = std::pow(kTerms, 1 - exponent) / (exponent - 1);
  const double correction =
      -std::pow(kTerms, -exponent) / 2 + exponent * std::pow(kTerms, -exponent - 1) / 12;
  return 1 / (harmonic(kTerms, exponent) + tail + correction);
}

}  // namespace ddblint
