#include <algorithm>
#include <map>
#include <set>

#include "profile/analyses.h"
#include "profile/scalars.h"

#include "source/text.h"

// Items of several types in one table. Sharing a partition is what single-table design is for, so a
// form of key is that of the whole primary key: partition and sort key together. Two types collide
// when nearly all items of both have one form in which nothing names the type; one type is written
// in two forms when each of them has many items.

namespace ddblint {

namespace {

constexpr std::size_t kMostTypes = 64;
constexpr std::size_t kMostForms = 12;
constexpr std::uint64_t kFewestRows = 20;

/// True for names that say which kind of item this is: type, _type, entityType, __typename, et.
bool names_the_type(std::string_view name) {
  const std::string normal = normalise_name(name);
  std::string_view bare = normal;
  while (bare.starts_with('_')) bare.remove_prefix(1);
  for (const std::string_view whole :
       {"type", "entity_type", "item_type", "record_type", "entity", "kind", "et", "typename",
        "object_type", "model", "entity_name", "entitytype"}) {
    if (bare == whole) return true;
  }
  return false;
}

std::optional<std::string_view> text_at(const Column& column, std::size_t row) {
  const auto& value = column.values[row];
  if (!value || !is_scalar(value->type)) return std::nullopt;
  return value->text;
}

/// The form of a key value: its words as they are, what varies as `*`. `CUST#42#ORDER#a1b2` becomes
/// `CUST#*#ORDER#*`. A part is a word when it has only letters and stands before a separator, or is
/// written in capitals.
std::string form_of(std::string_view text) {
  std::string form;
  std::size_t begin = 0;
  constexpr std::string_view kJoins = "#|:/";
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find_first_of(kJoins, begin), text.size());
    const std::string_view part = text.substr(begin, end - begin);
    const bool letters = !part.empty() && std::all_of(part.begin(), part.end(), [](char c) {
      return is_letter(c) || c == '_' || c == '-';
    });
    const bool capitals = letters && std::none_of(part.begin(), part.end(), is_lower);
    const bool word = letters && (end < text.size() || (capitals && part.size() > 1));
    form += word ? part : std::string_view(part.empty() ? "" : "*");
    if (end == text.size()) break;
    form.push_back(text[end]);
    begin = end + 1;
  }
  return form;
}

/// Items of one type by the form of their keys.
struct TypeForms {
  std::uint64_t rows = 0;
  std::map<std::string, std::uint64_t> forms;
};

using Types = std::map<std::string_view, TypeForms>;

/// The form of the whole primary key; nothing when a part of it is missing.
std::optional<std::string> key_form(const std::vector<const Column*>& key, std::size_t row) {
  std::string form;
  for (const Column* column : key) {
    const auto text = text_at(*column, row);
    if (!text) return std::nullopt;
    if (!form.empty()) form += " + ";
    form += form_of(*text);
  }
  return form;
}

std::optional<Types> types_of(const Column& type, const std::vector<const Column*>& key,
                              const SampledRows& rows) {
  Types types;
  for (std::size_t row = 0; row < rows.rows; ++row) {
    const auto name = text_at(type, row);
    const auto form = name ? key_form(key, row) : std::nullopt;
    if (!form) continue;
    TypeForms& forms = types[*name];
    ++forms.rows;
    ++forms.forms[*form];
    if (types.size() > kMostTypes) return std::nullopt;
  }
  return types;
}

/// The form that nearly all items of a type have.
std::optional<std::string_view> usual_form(const TypeForms& type) {
  for (const auto& [form, rows] : type.forms) {
    if (type.rows >= kFewestRows && rows * 100 >= type.rows * 95) return form;
  }
  return std::nullopt;
}

bool has_word(std::string_view form) { return std::any_of(form.begin(), form.end(), is_letter); }

/// Types whose keys have the same form. Only where the keys of the table tell types apart at all,
/// or have a word in them: a table keyed by bare ids makes no promise.
void find_same_forms(const Types& types, EntityFact fact, std::vector<EntityFact>& facts) {
  std::set<std::string_view> forms;
  for (const auto& [name, type] : types) {
    if (const auto form = usual_form(type)) forms.insert(*form);
  }
  for (auto first = types.begin(); first != types.end(); ++first) {
    const auto form = usual_form(first->second);
    if (!form || !has_word(*form) || forms.size() < 2) continue;
    for (auto second = std::next(first); second != types.end(); ++second) {
      if (usual_form(second->second) != form) continue;
      fact.kind = EntityFact::Kind::same_prefix;
      fact.first_type = first->first;
      fact.second_type = second->first;
      fact.first_format = *form;
      fact.first_rows = first->second.rows;
      fact.second_rows = second->second.rows;
      facts.push_back(fact);
    }
  }
}

/// True when two forms differ in how the same thing is written: in case, in the separator, or in
/// that one has no words where the other has.
bool are_spellings(std::string_view first, std::string_view second) {
  const auto skeleton = [](std::string_view form) {
    std::string letters;
    for (const char c : to_lower(form)) {
      if (is_letter(c) || c == '*' || c == '+') letters.push_back(c);
    }
    return letters;
  };
  const std::string a = skeleton(first);
  const std::string b = skeleton(second);
  if (a == b) return true;
  const auto bare = [](std::string text) {
    std::erase_if(text, is_letter);
    return text;
  };
  return bare(a) == bare(b) && (has_word(first) != has_word(second));
}

/// One type in two forms, each of them on at least a twentieth of its items.
void find_two_forms(const Types& types, EntityFact fact, std::vector<EntityFact>& facts) {
  for (const auto& [name, type] : types) {
    if (type.forms.size() > kMostForms) continue;
    std::vector<std::pair<std::uint64_t, std::string_view>> common;
    for (const auto& [form, rows] : type.forms) {
      if (rows >= kFewestRows && rows * 20 >= type.rows) common.emplace_back(rows, form);
    }
    std::sort(common.rbegin(), common.rend());
    if (common.size() < 2 || !are_spellings(common[0].second, common[1].second)) continue;
    fact.kind = EntityFact::Kind::two_formats;
    fact.first_type = name;
    fact.first_format = common[0].second;
    fact.second_format = common[1].second;
    fact.first_rows = common[0].first;
    fact.second_rows = common[1].first;
    facts.push_back(fact);
  }
}

}  // namespace

std::vector<EntityFact> find_entity_collisions(const KeyPlan& plan, const SampledRows& rows) {
  std::vector<EntityFact> facts;
  if (plan.keys.empty() || !plan.keys.front().index.empty()) return facts;
  std::vector<const Column*> key;
  for (const auto* attributes : {&plan.keys.front().partition, &plan.keys.front().sort}) {
    for (const PlannedAttribute& attribute : *attributes) {
      const Column* column = rows.find(attribute.name);
      if (column == nullptr) return facts;
      key.push_back(column);
    }
  }
  for (const Column& column : rows.columns) {
    const bool is_key = std::find(key.begin(), key.end(), &column) != key.end();
    if (is_key || !names_the_type(column.name)) continue;
    const auto types = types_of(column, key, rows);
    if (!types || types->size() > kMostTypes) continue;
    EntityFact fact;
    fact.type_attribute = column.name;
    find_same_forms(*types, fact, facts);
    find_two_forms(*types, fact, facts);
    if (!facts.empty()) break;
  }
  return facts;
}

}  // namespace ddblint
