#pragma once

#include <cmath>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "workload/pattern_reader.h"
#include "workload/quantity.h"

namespace ddblint::fuzz {

inline void require(bool holds) {
  if (!holds) std::abort();
}

/// What must hold of all that the pattern readers give, whatever the bytes.
class PatternCheck {
 public:
  explicit PatternCheck(std::string_view text) : size_(text.size()) {}

  void all(const ReadPatterns& read) const {
    for (const Diagnostic& diagnostic : read.diagnostics) {
      require(!diagnostic.message.empty() && diagnostic.span.valid());
      place(diagnostic.span);
      place(diagnostic.related);
    }
    for (const AccessPattern& one : read.set.patterns) pattern(one);
    for (const StatedSharding& sharding : read.set.sharding) {
      require(!sharding.attribute.absent() && sharding.shards >= 1);
      require(sharding.function.empty() == sharding.of.empty());
      place(sharding.span);
    }
  }

 private:
  void place(Span span) const { require(span.begin <= span.end && span.end <= size_); }

  void word(const Stated& word) const {
    require(!word.absent());
    place(word.span);
  }

  void words(const std::vector<Stated>& words) const {
    for (const Stated& one : words) word(one);
  }

  static void rate(const Rate& rate) {
    for (const auto value : {rate.average, rate.peak}) {
      require(!value || (*value >= 0 && *value <= kHighestRate));
    }
    require(!rate.average || !rate.peak || *rate.average <= *rate.peak);
  }

  void pattern(const AccessPattern& pattern) const {
    place(pattern.span);
    place(pattern.operation_span);
    place(pattern.name.span);
    place(pattern.table.span);
    place(pattern.index.span);
    for (const EqualCondition& equal : pattern.equals) {
      word(equal.attribute);
      require(equal.values >= 1 && (equal.values == 1 || !equal.value));
    }
    if (pattern.range) word(pattern.range->attribute);
    for (const RangeCondition& range : pattern.further_ranges) word(range.attribute);
    words(pattern.filter);
    if (pattern.attributes) words(*pattern.attributes);
    if (pattern.sets) words(*pattern.sets);
    require(!pattern.items || (*pattern.items >= 0 && std::isfinite(*pattern.items)));
    require(!pattern.item_size || (*pattern.item_size > 0 && *pattern.item_size <= kMaxItemBytes));
    require(!pattern.passes || (*pattern.passes > 0 && *pattern.passes <= 1));
    rate(pattern.reads);
    rate(pattern.writes);
    const KeyDistribution& keys = pattern.keys;
    require(keys.kind != KeyDistribution::Kind::hot || (keys.share > 0 && keys.share <= 1));
    require(keys.kind != KeyDistribution::Kind::zipf || keys.exponent > 0);
    require(keys.of >= 1 && (!keys.values || *keys.values >= 1));
  }

  std::size_t size_;
};

inline void check(const ReadPatterns& read, std::string_view text) { PatternCheck(text).all(read); }

}  // namespace ddblint::fuzz
