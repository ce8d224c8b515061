#include "profile/identifiers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "profile/order.h"
#include "profile/scalars.h"

// UUID: RFC 9562. ULID: github.com/ulid/spec. KSUID: github.com/segmentio/ksuid. ObjectId: BSON.

namespace ddblint {

namespace {

constexpr double kNearlyAll = 0.99;
/// 1990-01-01 and 2050-01-01 in seconds since 1970.
constexpr std::int64_t kEarliest = 631'152'000;
constexpr std::int64_t kLatest = 2'524'608'000;
/// 1582-10-15 to 1970-01-01 in units of 100 ns.
constexpr std::int64_t kGregorian = 0x01B2'1DD2'1381'4000LL;

/// The 32 digits of a UUID, whatever stands around them.
std::optional<std::string> uuid_digits(std::string_view text) {
  if (text.starts_with("urn:uuid:")) text.remove_prefix(9);
  if (text.size() == 38 && text.front() == '{' && text.back() == '}') {
    text = text.substr(1, 36);
  }
  if (text.size() != 36) return std::nullopt;
  std::string digits;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
    if (dash ? text[i] != '-' : !is_hex(text[i])) return std::nullopt;
    if (!dash) digits.push_back(text[i]);
  }
  return digits;
}

std::uint64_t hex_number(std::string_view digits) {
  std::uint64_t number = 0;
  for (const char c : digits) number = number << 4U | hex_value(c);
  return number;
}

std::optional<Identifier> of_uuid_digits(std::string_view digits, IdentifierKind kind) {
  Identifier found{.kind = kind, .version = hex_value(digits[12])};
  const unsigned variant = hex_value(digits[16]);
  if (variant < 8 || variant > 11 || found.version == 0 || found.version > 8) return std::nullopt;
  const auto gregorian = [](std::uint64_t ticks) {
    return (static_cast<std::int64_t>(ticks) - kGregorian) / 10'000'000;
  };
  if (found.version == 7) {
    found.seconds = static_cast<std::int64_t>(hex_number(digits.substr(0, 12)) / 1000);
  } else if (found.version == 6) {
    found.seconds =
        gregorian(hex_number(digits.substr(0, 12)) << 12U | hex_number(digits.substr(13, 3)));
  } else if (found.version == 1) {
    found.seconds =
        gregorian(hex_number(digits.substr(13, 3)) << 48U | hex_number(digits.substr(8, 4)) << 32U |
                  hex_number(digits.substr(0, 8)));
  }
  return found;
}

std::optional<Identifier> read_ulid(std::string_view text) {
  if (text.size() != 26 || text.front() < '0' || text.front() > '7') return std::nullopt;
  constexpr std::string_view kCrockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  std::uint64_t time = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char upper = is_lower(text[i]) ? static_cast<char>(text[i] - 'a' + 'A') : text[i];
    const std::size_t digit = kCrockford.find(upper);
    if (digit == std::string_view::npos) return std::nullopt;
    if (i < 10) time = time << 5U | digit;
  }
  return Identifier{.kind = IdentifierKind::ulid,
                    .seconds = static_cast<std::int64_t>(time / 1000)};
}

std::optional<Identifier> read_ksuid(std::string_view text) {
  if (text.size() != 27 || text > "aWgEPTl1tmebfsQzFP4bxwgy80V") return std::nullopt;
  constexpr std::string_view kBase62 =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  // 27 digits of base 62 are 20 bytes; the first four are the time.
  std::array<std::uint32_t, 5> words{};
  for (const char c : text) {
    const std::size_t digit = kBase62.find(c);
    if (digit == std::string_view::npos) return std::nullopt;
    std::uint64_t carry = digit;
    for (std::size_t i = words.size(); i-- > 0;) {
      carry += std::uint64_t{words[i]} * 62;
      words[i] = static_cast<std::uint32_t>(carry);
      carry >>= 32U;
    }
  }
  return Identifier{.kind = IdentifierKind::ksuid,
                    .seconds = std::int64_t{words[0]} + 1'400'000'000};
}

struct Form {
  IdentifierKind kind = IdentifierKind::uuid;
  unsigned version = 0;
  friend auto operator<=>(const Form&, const Form&) = default;
};

/// How many values of random content would have to be of the form by chance before the chance is
/// below 1e-9; 1 where the form has signs of its own.
std::size_t rows_needed(IdentifierKind kind) {
  switch (kind) {
    case IdentifierKind::uuid:
      return 1;
    case IdentifierKind::uuid_compact:
      return 6;  // 1/64 a row
    case IdentifierKind::ulid:
      return 4;                  // 0.0067 / 4 a row
    case IdentifierKind::ksuid:  // 0.26 a row
    case IdentifierKind::object_id:
      return 18;  // 0.30 a row
  }
  return SIZE_MAX;
}

ShapeFact describe(const Form& form) {
  ShapeFact fact;
  switch (form.kind) {
    case IdentifierKind::uuid:
    case IdentifierKind::uuid_compact:
      fact.shape = form.version == 1   ? Shape::uuid1
                   : form.version == 4 ? Shape::uuid4
                   : form.version == 6 ? Shape::uuid6
                   : form.version == 7 ? Shape::uuid7
                                       : Shape::text;
      fact.detail = "UUID version " + std::to_string(form.version);
      if (form.kind == IdentifierKind::uuid_compact) fact.detail += ", without dashes";
      fact.time_ordered = form.version == 1 || form.version == 6 || form.version == 7;
      break;
    case IdentifierKind::ulid:
      fact = {.shape = Shape::ulid, .detail = "ULID", .time_ordered = true};
      break;
    case IdentifierKind::ksuid:
      fact = {.shape = Shape::ksuid, .detail = "KSUID", .time_ordered = true};
      break;
    case IdentifierKind::object_id:
      fact = {.shape = Shape::text, .detail = "ObjectId", .time_ordered = true};
      break;
  }
  return fact;
}

/// The values of one form in a column.
struct FormCount {
  std::uint64_t rows = 0;
  std::uint64_t plausible = 0;
  std::set<std::string_view> distinct;
  std::int64_t earliest = INT64_MAX;
  std::int64_t latest = INT64_MIN;
};

bool believable(const Form& form, const FormCount& count) {
  if (count.distinct.size() < rows_needed(form.kind)) return false;
  if (count.plausible < count.rows) {
    const auto plausible = static_cast<double>(count.plausible);
    if (plausible < kNearlyAll * static_cast<double>(count.rows)) return false;
  }
  constexpr std::int64_t kFortyYears = 40LL * 365 * 86400;
  const bool checks_itself = form.kind == IdentifierKind::uuid;
  return checks_itself || count.latest < count.earliest ||
         count.latest - count.earliest < kFortyYears;
}

void add(FormCount& count, const Identifier& id, std::string_view text) {
  constexpr std::size_t kEnough = 32;
  ++count.rows;
  const bool plausible = !id.seconds || (*id.seconds >= kEarliest && *id.seconds < kLatest);
  if (plausible) ++count.plausible;
  if (count.distinct.size() < kEnough) count.distinct.insert(text);
  if (id.seconds && plausible) {
    count.earliest = std::min(count.earliest, *id.seconds);
    count.latest = std::max(count.latest, *id.seconds);
  }
}

constexpr std::array<SnowflakeLayout, 5> kLayouts = {{
    {.name = "Twitter", .epoch = 1'288'834'974'657},
    {.name = "Discord", .epoch = 1'420'070'400'000},
    {.name = "since 1970", .epoch = 0},
    {.name = "Instagram",
     .time_shift = 23,
     .epoch = 1'314'220'021'721,
     .machine_shift = 10,
     .machine_bits = 13},
    {.name = "Sonyflake",
     .time_shift = 24,
     .unit_milliseconds = 10,
     .epoch = 1'409'529'600'000,
     .machine_shift = 0,
     .machine_bits = 16},
}};

std::int64_t decode(const SnowflakeLayout& layout, std::int64_t id) {
  return (id >> layout.time_shift) * layout.unit_milliseconds + layout.epoch;
}

/// True when far fewer machines occur than random bits would show.
bool few_machines(const SnowflakeLayout& layout, const std::vector<std::int64_t>& ids) {
  const std::int64_t mask = (std::int64_t{1} << layout.machine_bits) - 1;
  std::set<std::int64_t> machines;
  bool any = false;
  for (const std::int64_t id : ids) {
    machines.insert((id >> layout.machine_shift) & mask);
    any = any || ((id >> layout.machine_shift) & mask) != 0;
  }
  const double bins = std::ldexp(1.0, static_cast<int>(layout.machine_bits));
  const double expected =
      bins * -std::expm1(static_cast<double>(ids.size()) * std::log1p(-1 / bins));
  // Rounded numbers have zeros in the lowest bits, where no machine stands.
  if (layout.machine_shift == 0 && !any) return false;
  return static_cast<double>(machines.size()) <= 0.25 * expected;
}

std::optional<std::vector<std::int64_t>> long_integers(
    const std::vector<std::optional<std::int64_t>>& values) {
  constexpr std::int64_t kFifteenDigits = 100'000'000'000'000;
  std::vector<std::int64_t> ids;
  std::size_t present = 0;
  for (const auto& value : values) {
    if (!value) continue;
    ++present;
    if (*value >= kFifteenDigits) ids.push_back(*value);
  }
  if (ids.size() < 50 || ids.size() * 100 < present * 99) return std::nullopt;
  return ids;
}

bool plausible_times(const SnowflakeLayout& layout, const std::vector<std::int64_t>& ids) {
  constexpr std::int64_t kFortyYears = 40LL * 365 * 86'400'000;
  std::size_t plausible = 0;
  std::int64_t low = INT64_MAX;
  std::int64_t high = INT64_MIN;
  for (const std::int64_t id : ids) {
    const std::int64_t time = decode(layout, id);
    if (time < kEarliest * 1000 || time >= kLatest * 1000) continue;
    ++plausible;
    low = std::min(low, time);
    high = std::max(high, time);
  }
  return plausible * 100 >= ids.size() * 99 && high > low && high - low < kFortyYears;
}

/// True when the numbers follow the times of their rows.
bool follow_times(const std::vector<std::optional<std::int64_t>>& values,
                  const std::vector<std::optional<std::int64_t>>& times) {
  const auto correlation = spearman(values, times);
  return correlation && *correlation >= 0.95;
}

}  // namespace

std::optional<Identifier> read_identifier(std::string_view text) {
  if (const auto digits = uuid_digits(text)) {
    return of_uuid_digits(*digits, IdentifierKind::uuid);
  }
  if (text.size() == 32 && all_hex(text)) {
    return of_uuid_digits(text, IdentifierKind::uuid_compact);
  }
  if (text.size() == 24 && all_hex(text)) {
    return Identifier{.kind = IdentifierKind::object_id,
                      .seconds = static_cast<std::int64_t>(hex_number(text.substr(0, 8)))};
  }
  if (text.size() == 26) return read_ulid(text);
  if (text.size() == 27) return read_ksuid(text);
  return std::nullopt;
}

std::optional<ShapeFact> find_identifiers(const Column& column, std::size_t strip) {
  std::map<Form, FormCount> forms;
  std::uint64_t looked_at = 0;
  for (const auto& value : column.values) {
    if (!value || value->type != ValueType::string || value->text.size() <= strip) continue;
    ++looked_at;
    const std::string_view text = value->text.substr(strip);
    if (const auto id = read_identifier(text)) {
      add(forms[{id->kind, id->version}], *id, text);
    }
    constexpr std::uint64_t kGlance = 32;
    if (looked_at == kGlance && forms.empty()) return std::nullopt;
  }
  std::uint64_t uuids = 0;
  for (const auto& [form, count] : forms) {
    if (form.kind == IdentifierKind::uuid) uuids += count.rows;
    const double share = static_cast<double>(count.rows) / static_cast<double>(looked_at);
    if (share < kNearlyAll || !believable(form, count)) continue;
    ShapeFact fact = describe(form);
    fact.share = share;
    return fact;
  }
  const double share =
      looked_at == 0 ? 0 : static_cast<double>(uuids) / static_cast<double>(looked_at);
  if (share < kNearlyAll) return std::nullopt;
  return ShapeFact{.shape = Shape::text, .share = share, .detail = "UUIDs of several versions"};
}

std::optional<SnowflakeLayout> find_snowflake(
    const std::vector<std::optional<std::int64_t>>& values,
    const std::vector<std::optional<std::int64_t>>& times) {
  const auto ids = long_integers(values);
  if (!ids) return std::nullopt;
  const bool follows = follow_times(values, times);
  for (const SnowflakeLayout& layout : kLayouts) {
    if (plausible_times(layout, *ids) && (follows || few_machines(layout, *ids))) return layout;
  }
  return std::nullopt;
}

}  // namespace ddblint
