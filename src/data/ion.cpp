#include "data/ion.h"

#include <algorithm>
#include <array>

#include "data/ion_scanner.h"
#include "data/item_size.h"
#include <fmt/format.h>
#include <simdjson.h>

#include "source/text.h"

namespace ddblint {
namespace {

/// DynamoDB nests to 32 levels; deeper than this is not followed.
constexpr std::size_t kMostLevels = 100;

struct Value {
  ValueType type = ValueType::null;
  std::string_view text;
  std::uint32_t size = 0;
};

/// Reads the value of one record. Values are measured as they are passed; those of attributes that
/// are wanted are kept, too.
class IonReader {
 public:
  IonReader(std::string_view record, const WantedNames& wanted, ParsedItems& items)
      : scan_(record), wanted_(wanted), items_(items) {}

  bool read(Item& item);
  [[nodiscard]] const IonScanner::Failure& failure() const { return *scan_.failure(); }

 private:
  bool wrapped(Item& item);
  bool change(Item& item);
  bool attributes(Item& item);
  bool at_record_end();

  std::optional<Value> value(std::size_t depth, bool keep);
  std::optional<std::string> annotation();
  std::optional<Value> scalar(bool keep);
  std::optional<Value> text_value(ValueType type, std::optional<std::string_view> text, bool keep);
  std::optional<Value> word();
  std::optional<Value> map(std::size_t depth);
  std::optional<Value> list(std::size_t depth);
  std::optional<Value> set(ValueType type, std::size_t depth);
  template <typename Visit>
  bool fields(Visit visit);
  bool once_each(std::vector<std::string> names);

  std::nullopt_t fail(BadRecordKind kind, std::string message) {
    scan_.fail(kind, std::move(message));
    return std::nullopt;
  }
  std::string_view keep(std::string_view text) {
    char* const place = items_.decoded.take(text.size());
    std::ranges::copy(text, place);
    return {place, text.size()};
  }

  IonScanner scan_;
  const WantedNames& wanted_;
  ParsedItems& items_;
};

bool IonReader::read(Item& item) {
  if (!annotation()) return false;
  scan_.skip_blanks();
  if (scan_.peek() != '{' || scan_.starts("{{")) {
    return scan_.fail(BadRecordKind::not_an_item,
                      fmt::format("an item in braces expected, but {}", scan_.shown()));
  }
  const std::size_t begin = scan_.at();
  if (wrapped(item)) return true;
  if (scan_.failure()) return false;
  scan_.go_to(begin);
  if (change(item)) return at_record_end();
  if (scan_.failure()) return false;
  scan_.go_to(begin);
  return attributes(item) && at_record_end();
}

bool IonReader::at_record_end() {
  scan_.skip_blanks();
  if (scan_.failure()) return false;
  if (scan_.at_end()) return true;
  return scan_.fail(BadRecordKind::not_ion,
                    fmt::format("the end of the record expected, but {}", scan_.shown()));
}

/// {Item: {...}} and {Record: {...}}, with nothing beside them. False without a failure when the
/// record is none of them.
bool IonReader::wrapped(Item& item) {
  scan_.take("{");
  scan_.skip_blanks();
  if (scan_.peek() == '}') return false;
  const auto name = scan_.field_name();
  if (!name) return false;
  const bool is_item = *name == "Item";
  if ((!is_item && *name != "Record") || !scan_.take(":")) return false;
  scan_.skip_blanks();
  if (scan_.peek() != '{' || scan_.starts("{{")) return false;
  const std::size_t attributes_before = items_.attributes.size();
  const Item before = item;
  if (!(is_item ? attributes(item) : change(item))) return false;
  scan_.take(",");
  if (scan_.take("}")) return at_record_end();
  // An attribute that happens to be called so.
  items_.attributes.cut(attributes_before);
  item = before;
  return false;
}

/// A change of an incremental export: the new image, or the key where the item is gone. False
/// without a failure when the struct is none.
bool IonReader::change(Item& item) {
  constexpr std::array<std::string_view, 4> kNames = {"Keys", "Metadata", "NewImage", "OldImage"};
  std::optional<std::size_t> keys;
  std::optional<std::size_t> image;
  bool other = false;
  const bool good = fields([&](std::string_view name) {
    other = other || std::ranges::find(kNames, name) == kNames.end();
    // Any other name decides: its value need not be read twice.
    if (other) return false;
    scan_.skip_blanks();
    const std::size_t at = scan_.at();
    const bool is_struct = scan_.peek() == '{' && !scan_.starts("{{");
    if (name == "Keys" && is_struct) keys = at;
    if (name == "NewImage" && is_struct) image = at;
    return value(1, false).has_value();
  });
  if (!good || !keys) return false;
  const std::size_t end = scan_.at();
  item.removed = !image;
  scan_.go_to(image.value_or(*keys));
  if (!attributes(item)) return false;
  scan_.go_to(end);
  return true;
}

bool IonReader::attributes(Item& item) {
  return fields([&](std::string_view name) {
    const std::uint16_t place = wanted_.place(name);
    const bool wanted = wanted_.all() || place != Attribute::kUnasked;
    // The scanner needs its text for the value.
    const std::string_view kept = wanted ? keep(name) : std::string_view();
    const auto name_size = static_cast<std::uint32_t>(name.size());
    const auto found = value(1, wanted);
    if (!found) return false;
    item.size += name_size + found->size;
    if (wanted) {
      items_.attributes.push_back({.name = kept,
                                   .type = found->type,
                                   .value = found->text,
                                   .size = found->size,
                                   .wanted = place});
    }
    return true;
  });
}

/// Goes through a struct; `visit` gets each name and reads the value, or stops all.
template <typename Visit>
bool IonReader::fields(Visit visit) {
  if (!scan_.expect("{")) return false;
  std::vector<std::string> names;
  while (!scan_.take("}")) {
    const auto name = scan_.field_name();
    if (!name) return false;
    if (name->empty()) return scan_.fail(BadRecordKind::bad_value, "an attribute without a name");
    // The colon first: the name is lost with the next text.
    const std::string& kept = names.emplace_back(*name);
    if (!scan_.expect(":") || !visit(std::string_view(kept))) return false;
    if (scan_.take("}")) break;
    if (!scan_.expect(",")) return false;
  }
  return !scan_.failure() && once_each(std::move(names));
}

/// Ion lets a name stand several times; an item has one value for each.
bool IonReader::once_each(std::vector<std::string> names) {
  std::ranges::sort(names);
  const auto twice = std::ranges::adjacent_find(names);
  if (twice == names.end()) return true;
  return scan_.fail(BadRecordKind::bad_value,
                    fmt::format("`{}` stands twice in one struct", shown_expression(*twice)));
}

/// The last annotation of those that stand here, or an empty text; nothing on a failure.
std::optional<std::string> IonReader::annotation() {
  std::string last;
  while (true) {
    scan_.skip_blanks();
    const std::size_t begin = scan_.at();
    std::string name;
    if (scan_.peek() == '\'' && !scan_.starts("'''")) {
      const auto symbol = scan_.quoted();
      if (!symbol) return std::nullopt;
      name = *symbol;
    } else {
      name = scan_.identifier();
      if (name.empty()) return last;
    }
    if (!scan_.take("::")) {
      scan_.go_to(begin);
      return last;
    }
    last = name;
  }
}

std::optional<Value> IonReader::value(std::size_t depth, bool keep) {
  const auto annotated = annotation();
  if (!annotated || scan_.failure()) return std::nullopt;
  if (depth > kMostLevels) {
    return fail(BadRecordKind::too_deep, fmt::format("more than {} levels", kMostLevels));
  }
  if (*annotated == "$dynamodb_SS") return set(ValueType::string_set, depth);
  if (*annotated == "$dynamodb_NS") return set(ValueType::number_set, depth);
  if (*annotated == "$dynamodb_BS") return set(ValueType::binary_set, depth);
  if (scan_.peek() == '[') return list(depth);
  if (scan_.peek() == '{' && !scan_.starts("{{")) return map(depth);
  return scalar(keep);
}

std::optional<Value> IonReader::scalar(bool keep) {
  const char c = scan_.peek();
  if (c == '"' || scan_.starts("'''")) return text_value(ValueType::string, scan_.quoted(), keep);
  if (scan_.starts("{{")) return text_value(ValueType::binary, scan_.blob(), keep);
  if (c == '-' || c == '+' || (c >= '0' && c <= '9')) {
    return text_value(ValueType::number, scan_.number(), keep);
  }
  if (c == '\'') return fail(BadRecordKind::bad_value, "a symbol, which no attribute can be");
  if (c == '(') return fail(BadRecordKind::bad_value, "an s-expression, which no attribute can be");
  return word();
}

std::optional<Value> IonReader::text_value(ValueType type, std::optional<std::string_view> text,
                                           bool keep_text) {
  if (!text) return std::nullopt;
  const auto size = scalar_size(type, *text);
  if (!size) {
    return fail(BadRecordKind::bad_value,
                fmt::format("`{}` is no {}", shown_expression(*text),
                            type == ValueType::number ? "number that DynamoDB takes" : "base64"));
  }
  return Value{type, keep_text ? keep(*text) : std::string_view(), *size};
}

/// true, false, null and null.type.
std::optional<Value> IonReader::word() {
  constexpr std::array<std::string_view, 13> kTypes = {
      "null",   "bool", "int",  "float", "decimal", "timestamp", "symbol",
      "string", "clob", "blob", "list",  "sexp",    "struct"};
  const std::size_t begin = scan_.at();
  const std::string_view name = scan_.identifier();
  if (name == "true" || name == "false") return Value{ValueType::boolean, name, kBooleanSize};
  if (name == "null") {
    if (scan_.peek() != '.') return Value{ValueType::null, {}, kBooleanSize};
    scan_.go_to(scan_.at() + 1);
    if (std::ranges::find(kTypes, scan_.identifier()) != kTypes.end()) {
      return Value{ValueType::null, {}, kBooleanSize};
    }
  }
  scan_.go_to(begin);
  if (name.empty() || name == "null") {
    return fail(BadRecordKind::not_ion, fmt::format("a value expected, but {}", scan_.shown()));
  }
  return fail(BadRecordKind::bad_value,
              fmt::format("`{}` is a symbol, which no attribute can be", shown_expression(name)));
}

std::optional<Value> IonReader::map(std::size_t depth) {
  Value whole{ValueType::map, {}, kContainerSize};
  const bool good = fields([&](std::string_view name) {
    const auto element = value(depth + 1, false);
    if (!element) return false;
    whole.size += kElementSize + static_cast<std::uint32_t>(name.size()) + element->size;
    return true;
  });
  if (!good) return std::nullopt;
  return whole;
}

std::optional<Value> IonReader::list(std::size_t depth) {
  Value whole{ValueType::list, {}, kContainerSize};
  scan_.expect("[");
  while (!scan_.take("]")) {
    const auto element = value(depth + 1, false);
    if (!element) return std::nullopt;
    whole.size += kElementSize + element->size;
    if (scan_.take("]")) break;
    if (!scan_.expect(",")) return std::nullopt;
  }
  if (scan_.failure()) return std::nullopt;
  return whole;
}

std::optional<Value> IonReader::set(ValueType type, std::size_t depth) {
  const ValueType of = type == ValueType::string_set   ? ValueType::string
                       : type == ValueType::number_set ? ValueType::number
                                                       : ValueType::binary;
  Value whole{type, {}, 0};
  if (!scan_.expect("[")) return std::nullopt;
  if (scan_.take("]")) return fail(BadRecordKind::bad_value, "an empty set");
  do {
    // Ion takes a comma behind the last element.
    if (scan_.take("]")) return whole;
    const auto element = value(depth + 1, false);
    if (!element) return std::nullopt;
    if (element->type != of) {
      return fail(BadRecordKind::bad_value, fmt::format("a set of type {} with an element of {}",
                                                        to_string(type), to_string(element->type)));
    }
    whole.size += element->size;
  } while (scan_.take(","));
  if (!scan_.expect("]")) return std::nullopt;
  return whole;
}

}  // namespace

void parse_ion_record(std::string_view record, std::uint64_t line, std::uint32_t number,
                      const RecordContext& /*context*/, const WantedNames& wanted,
                      ParsedItems& items) {
  if (!simdjson::validate_utf8(record)) {
    items.bad.push_back({BadRecordKind::invalid_utf8, line, "a record that is not UTF-8"});
    return;
  }
  Item item{.first = static_cast<std::uint32_t>(items.attributes.size()), .record = number};
  IonReader reader(record, wanted, items);
  if (!reader.read(item)) {
    items.attributes.cut(item.first);
    const IonScanner::Failure& failure = reader.failure();
    const auto lines = std::ranges::count(record.substr(0, failure.at), '\n');
    items.bad.push_back({failure.kind, line + static_cast<std::uint64_t>(lines), failure.message});
    return;
  }
  item.count = static_cast<std::uint32_t>(items.attributes.size()) - item.first;
  items.items.push_back(item);
}

}  // namespace ddblint
