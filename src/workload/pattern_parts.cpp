#include "workload/pattern_parts.h"

#include <algorithm>
#include <array>
#include <functional>
#include <unordered_map>
#include <utility>

#include "workload/quantity.h"
#include <fmt/format.h>

#include "source/text.h"

namespace ddblint {
namespace {

/// Collects equalities in whatever form they come.
class EqualsReader {
 public:
  explicit EqualsReader(PatternFields& fields) : fields_(fields) {}

  void read(const Node& value) {
    if (value.is_sequence()) {
      for (const Node* entry : value.items) read_entry(*entry);
    } else {
      read_entry(value);
    }
  }

  std::vector<EqualCondition> take() { return std::move(conditions_); }

 private:
  void read_entry(const Node& entry) {
    if (entry.is_mapping()) {
      for (const Member& member : entry.members) read_fixed(*member.key, *member.value);
    } else if (entry.is_scalar()) {
      add(entry, std::nullopt);
    } else {
      fields_.report(entry.span,
                     "`equals` takes names of attributes, or mappings from a name to its value");
    }
  }

  void read_fixed(const Node& key, const Node& value) {
    if (!key.is_scalar()) {
      fields_.report(key.span, "the name of an attribute is a word");
    } else if (value.is_null()) {
      add(key, std::nullopt);
    } else if (value.is_scalar()) {
      add(key, std::string(value.text));
    } else {
      fields_.report(value.span,
                     fmt::format("`{}` takes the one value that all requests give; leave it out "
                                 "where it varies",
                                 shown_expression(key.text)));
    }
  }

  void add(const Node& name, std::optional<std::string> value) {
    if (trim(name.text).empty()) {
      fields_.report(name.span, "empty text in `equals`");
      return;
    }
    const auto [first, fresh] = seen_.try_emplace(name.text, name.span);
    if (!fresh) {
      fields_.report(name.span,
                     fmt::format("`{}` stands twice in `equals`", shown_expression(name.text)),
                     first->second, "first here");
      return;
    }
    conditions_.push_back({.attribute = {.text = std::string(name.text), .span = name.span},
                           .value = std::move(value)});
  }

  PatternFields& fields_;
  std::vector<EqualCondition> conditions_;
  std::unordered_map<std::string_view, Span> seen_;
};

constexpr std::array kRangeKinds = {RangeKind::less,    RangeKind::at_most,
                                    RangeKind::greater, RangeKind::at_least,
                                    RangeKind::between, RangeKind::begins_with};

std::optional<RangeKind> read_condition(PatternFields& fields, const Node& value) {
  // The file's other words have hyphens, so both spellings come naturally.
  if (value.is_scalar() && to_lower(value.text) == "begins-with") return RangeKind::begins_with;
  std::vector<std::string_view> words;
  words.reserve(kRangeKinds.size());
  for (const RangeKind kind : kRangeKinds) words.push_back(to_string(kind));
  const auto chosen = fields.choice(value, "condition", words);
  return chosen ? std::optional(kRangeKinds.at(*chosen)) : std::nullopt;
}

Rate read_one_rate(PatternFields& fields, const Node& mapping, std::string_view key) {
  Rate rate;
  const Node* value = value_of(mapping, key);
  if (value == nullptr) return rate;
  rate.span = value->span;
  if (!value->is_mapping()) {
    rate.average = fields.quantity(mapping, key, read_rate);
    return rate;
  }
  fields.check_keys(*value, fmt::format("`{}`", key), {"average", "peak"});
  rate.average = fields.quantity(*value, "average", read_rate);
  rate.peak = fields.quantity(*value, "peak", read_rate);
  if (rate.average && rate.peak && *rate.peak < *rate.average) {
    fields.report(value->find("peak")->span, "the peak is below the average",
                  value->find("average")->span, "the average");
    rate.peak.reset();
  }
  return rate;
}

using Kind = KeyDistribution::Kind;
constexpr std::array kDistributions = {Kind::uniform, Kind::zipf, Kind::hot, Kind::from_data,
                                       Kind::from_trace};

std::optional<Kind> read_distribution(PatternFields& fields, const Node& value) {
  const auto chosen =
      fields.choice(value, "distribution", {"uniform", "zipf", "hot", "from-data", "from-trace"});
  return chosen ? std::optional(kDistributions.at(*chosen)) : std::nullopt;
}

/// Share and number of the hot keys, from the mapping that has them.
bool read_hot(PatternFields& fields, const Node& mapping, KeyDistribution& keys) {
  const auto share = fields.quantity(mapping, "share", read_share);
  if (share) keys.share = *share;
  keys.of = fields.number(mapping, "of", 1).value_or(1);
  if (!share && value_of(mapping, "share") == nullptr) {
    fields.report(mapping.span,
                  "a hot distribution needs `share`: how much of the requests go to "
                  "the hot keys");
  }
  return share.has_value();
}

/// `hot: {share, of}` in `keys` or in its `distribution`; null when there is none.
const Node* nested_hot(const Node& keys) {
  const Node* distribution = value_of(keys, "distribution");
  const Node& holder = distribution != nullptr && distribution->is_mapping() ? *distribution : keys;
  return value_of(holder, "hot");
}

std::optional<KeyDistribution> read_nested_hot(PatternFields& fields, const Node& hot,
                                               KeyDistribution keys) {
  keys.kind = Kind::hot;
  if (!fields.expect_mapping(hot, "`hot` takes a mapping with `share` and `of`")) {
    return std::nullopt;
  }
  fields.check_keys(hot, "`hot`", {"share", "of"});
  return read_hot(fields, hot, keys) ? std::optional(keys) : std::nullopt;
}

std::vector<std::string_view> keys_of(Kind kind) {
  switch (kind) {
    case Kind::uniform:
      return {"distribution", "values"};
    case Kind::zipf:
      return {"distribution", "exponent", "values"};
    case Kind::hot:
      return {"distribution", "share", "of"};
    case Kind::unstated:
    case Kind::from_data:
    case Kind::from_trace:
      break;
  }
  return {"distribution"};
}

std::string_view name_of(Kind kind) {
  constexpr std::array<std::string_view, 6> kNames = {"",    "uniform",   "zipf",
                                                      "hot", "from-data", "from-trace"};
  return kNames.at(static_cast<std::size_t>(kind));
}

/// Fields of a distribution that is named by a word.
std::optional<KeyDistribution> read_named(PatternFields& fields, const Node& mapping,
                                          KeyDistribution keys) {
  fields.check_keys(mapping, fmt::format("`keys` with the distribution {}", name_of(keys.kind)),
                    keys_of(keys.kind));
  if (keys.kind == Kind::hot) {
    return read_hot(fields, mapping, keys) ? std::optional(keys) : std::nullopt;
  }
  if (keys.kind == Kind::zipf) {
    keys.exponent = 1;  // Zipf's own law
    const auto exponent = fields.quantity(mapping, "exponent", read_number);
    constexpr double kSteepest = 10;
    if (exponent && *exponent > 0 && *exponent <= kSteepest) {
      keys.exponent = *exponent;
    } else if (exponent) {
      fields.report(mapping.find("exponent")->span, "`exponent` is over 0 and at most 10");
    }
  }
  if (keys.kind == Kind::uniform || keys.kind == Kind::zipf) {
    keys.values = fields.number(mapping, "values", 1);
  }
  return keys;
}

}  // namespace

std::optional<std::vector<EqualCondition>> read_equals(PatternFields& fields, const Node& mapping) {
  const Node* value = value_of(mapping, "equals");
  if (value == nullptr) return std::nullopt;
  EqualsReader reader(fields);
  reader.read(*value);
  return reader.take();
}

std::optional<RangeCondition> read_range(PatternFields& fields, const Node& mapping) {
  const Node* value = value_of(mapping, "range");
  if (value == nullptr) return std::nullopt;
  RangeCondition range;
  if (value->is_scalar()) {
    range.attribute = fields.word(mapping, "range");
  } else {
    if (!fields.expect_mapping(*value,
                               "`range` takes a mapping with `attribute` and `condition`")) {
      return std::nullopt;
    }
    fields.check_keys(*value, "`range`", {"attribute", "condition"});
    range.attribute = fields.word(*value, "attribute");
    const Node* condition = value_of(*value, "condition");
    if (condition != nullptr) range.kind = read_condition(fields, *condition);
    if (value_of(*value, "attribute") == nullptr) {
      fields.report(value->span, "`range` needs `attribute`");
    }
  }
  return range.attribute.absent() ? std::nullopt : std::optional(range);
}

Rates read_rates(PatternFields& fields, const Node& mapping, bool write) {
  Rates rates;
  const Node* value = value_of(mapping, "rate");
  if (value == nullptr) return rates;
  const Member* reads = value->member("reads");
  const Member* writes = value->member("writes");
  if (reads == nullptr && writes == nullptr) {
    (write ? rates.writes : rates.reads) = read_one_rate(fields, mapping, "rate");
    return rates;
  }
  for (const Member& member : value->members) {
    const std::string_view key = member.key->text;
    if (key == "average" || key == "peak") {
      fields.report(member.key->span,
                    fmt::format("`rate` has either `average` and `peak` or `reads` and `writes`, "
                                "which have `{}` in turn",
                                key));
    }
  }
  fields.check_keys(*value, "`rate`", {"reads", "writes", "average", "peak"});
  rates.reads = read_one_rate(fields, *value, "reads");
  rates.writes = read_one_rate(fields, *value, "writes");
  if (!write && !rates.writes.absent()) {
    fields.report(writes->key->span, "an operation that only reads has no rate of writes");
    rates.writes = {};
  }
  return rates;
}

std::optional<KeyDistribution> read_keys(PatternFields& fields, const Node& mapping) {
  const Node* value = value_of(mapping, "keys");
  if (value == nullptr) return std::nullopt;
  KeyDistribution keys;
  keys.span = value->span;
  if (value->is_scalar()) {
    const auto kind = read_distribution(fields, *value);
    if (!kind) return std::nullopt;
    keys.kind = *kind;
    if (keys.kind == Kind::zipf) keys.exponent = 1;
    if (keys.kind != Kind::hot) return keys;
    fields.report(value->span,
                  "a hot distribution needs `share`: { distribution: hot, share: 80%, "
                  "of: 10 }");
    return std::nullopt;
  }
  if (!fields.expect_mapping(*value,
                             "`keys` takes a distribution or a mapping with "
                             "`distribution`")) {
    return std::nullopt;
  }
  const Node* distribution = value_of(*value, "distribution");
  if (const Node* hot = nested_hot(*value)) {
    if (distribution == nullptr) {
      fields.check_keys(*value, "`keys`", {"hot"});
    } else {
      fields.check_keys(*value, "`keys`", {"distribution"});
      fields.check_keys(*distribution, "`distribution`", {"hot"});
    }
    return read_nested_hot(fields, *hot, keys);
  }
  if (distribution == nullptr) {
    fields.check_keys(*value, "`keys`",
                      {"distribution", "exponent", "values", "share", "of", "hot"});
    fields.report(value->span, "`keys` needs `distribution`");
    return std::nullopt;
  }
  const auto kind = read_distribution(fields, *distribution);
  if (!kind) return std::nullopt;
  keys.kind = *kind;
  return read_named(fields, *value, keys);
}

std::optional<Consistency> read_consistency(PatternFields& fields, const Node& mapping) {
  const Node* value = value_of(mapping, "consistency");
  if (value == nullptr) return std::nullopt;
  constexpr std::array kAll = {Consistency::eventual, Consistency::strong,
                               Consistency::transactional};
  const auto chosen = fields.choice(*value, "consistency", {"eventual", "strong", "transactional"});
  return chosen ? std::optional(kAll.at(*chosen)) : std::nullopt;
}

}  // namespace ddblint
