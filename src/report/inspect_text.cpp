#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "report/inspect_model.h"
#include "report/phrases.h"
#include "report/report.h"
#include "report/style.h"
#include "report/width.h"

namespace ddblint {
namespace {

using Json = nlohmann::ordered_json;

/// One line of a block: a name and what the definition says of it.
struct Line {
  std::string name;
  std::string content;
};
using Lines = std::vector<Line>;

constexpr std::string_view kExpression = "_expression";
constexpr std::string_view kOpen = "_open";
constexpr std::string_view kAlternatives = "_alternatives";

std::string words_of(std::string_view key) {
  std::string words(key);
  std::ranges::replace(words, '_', ' ');
  return words;
}

bool says_nothing(const Json& value) {
  return value.is_null() || (value.is_array() && value.empty());
}

std::string phrase_of(const Json& value);

std::string when_phrase(const Json& when) {
  std::vector<std::string> conditions;
  for (const auto& [name, truth] : when.items()) {
    conditions.push_back((truth.get<bool>() ? "" : "not ") + shown(name));
  }
  return fmt::format("{}", fmt::join(conditions, ", "));
}

std::string alternative_phrase(Json alternative);

/// The members of an object that say something: expressions in place of the values they stand for.
Lines members_of(const Json& object) {
  Lines lines;
  const auto add = [&lines](std::string_view key, std::string content) {
    lines.push_back({words_of(key), std::move(content)});
  };
  for (const auto& [key, value] : object.items()) {
    const std::string_view name = key;
    const auto base = [&name](std::string_view suffix) {
      return name.substr(0, name.size() - suffix.size());
    };
    if (name.ends_with(kExpression)) {
      add(base(kExpression), "unknown: " + phrase_of(value));
    } else if (name.ends_with(kOpen)) {
      for (const Json& one : value) {
        add(base(kOpen), "and unknown: " + phrase_of(one["expression"]));
      }
    } else if (name.ends_with(kAlternatives)) {
      for (const Json& one : value) {
        add(base(kAlternatives),
            fmt::format("{} (if {})", alternative_phrase(one), when_phrase(one["when"])));
      }
    } else if (!says_nothing(value)) {
      add(name, phrase_of(value));
    }
  }
  return lines;
}

/// What an alternative says, without its conditions.
std::string alternative_phrase(Json alternative) {
  alternative.erase("when");
  std::vector<std::string> phrases;
  for (Line& line : members_of(alternative)) phrases.push_back(std::move(line.content));
  return phrases.empty() ? "-" : fmt::format("{}", fmt::join(phrases, " "));
}

/// `name (TYPE)` for an attribute, `name: key content, ...` for others with a name.
std::string object_phrase(const Json& object) {
  Lines members = members_of(object);
  std::string title;
  if (!members.empty() && (members[0].name == "name" || members[0].name == "region")) {
    title = members[0].content;
    members.erase(members.begin());
    if (members.empty()) return title;
    if (members.size() == 1 && (members[0].name == "type" || members[0].name == "role")) {
      return fmt::format("{} ({})", title, members[0].content);
    }
    title += ": ";
  }
  std::vector<std::string> phrases;
  for (const Line& member : members) phrases.push_back(member.name + " " + member.content);
  return fmt::format("{}{}", title, fmt::join(phrases, ", "));
}

std::string phrase_of(const Json& value) {
  if (value.is_string()) return shown(value.get_ref<const std::string&>());
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  if (value.is_null()) return "-";
  if (value.is_object()) return object_phrase(value);
  if (!value.is_array()) return value.dump();
  std::vector<std::string> phrases;
  for (const Json& one : value) phrases.push_back(phrase_of(one));
  // Elements that say more than a name and a type have commas inside.
  const bool long_elements =
      std::ranges::any_of(value, [](const Json& one) { return one.size() > 2; });
  return fmt::format("{}", fmt::join(phrases, long_elements ? "; " : ", "));
}

/// The fields that the block's head shows already.
bool in_head(std::string_view key) { return key == "id" || key == "dialect" || key == "location"; }

std::string block(const SourceSet& sources, const TableDefinition& definition,
                  const TextStyle& style) {
  const Table& first = definition.first();
  std::string out =
      fmt::format("{} ({})", paint(shown(first.id), Ink::strong, style), to_string(first.dialect));
  if (first.id_span.valid()) out += " " + place_phrase(sources, first.id_span);
  out += "\n";

  Json table = definition_json(sources, definition);
  Lines lines;
  for (const auto& [key, value] : table.items()) {
    if (in_head(key)) continue;
    const bool one_line_each = value.is_array() && key.ends_with("_indexes");
    if (!one_line_each) {
      std::ranges::move(members_of({{key, value}}), std::back_inserter(lines));
      continue;
    }
    const std::string name = words_of(std::string_view(key).substr(0, key.size() - 2));
    for (const Json& index : value) lines.push_back({name, phrase_of(index)});
  }
  std::size_t widest = 0;
  for (const Line& line : lines) widest = std::max(widest, line.name.size());
  for (const Line& line : lines) {
    out += fmt::format("  {:<{}}  {}\n", line.name, widest, line.content);
  }
  return out + "\n";
}

std::string diagnostic_lines(const SourceSet& sources, const Diagnostics& diagnostics) {
  std::string out;
  for (const Diagnostic& one : diagnostics) {
    const std::string place = one.span.valid() ? place_phrase(sources, one.span) + ": " : "";
    out += fmt::format("{}{}\n", place, shown(one.message));
  }
  return out;
}

}  // namespace

std::string render_inspect_text(const SourceSet& sources, std::span<const InspectedFile> files,
                                const TextStyle& style) {
  std::string tables;
  std::string open;
  std::string diagnostics;
  for (const InspectedFile& file : files) {
    if (file.diagnostics != nullptr) diagnostics += diagnostic_lines(sources, *file.diagnostics);
    if (file.definitions == nullptr) continue;
    for (const TableDefinition& table : file.definitions->tables) {
      tables += block(sources, table, style);
    }
    for (const OpenValue& value : file.definitions->open) open += open_value_line(sources, value);
    diagnostics += diagnostic_lines(sources, file.definitions->diagnostics);
  }
  if (tables.empty()) tables = "no tables\n\n";
  std::string out = tables + section_of("open values:", open, style) +
                    section_of("diagnostics:", diagnostics, style);
  out.pop_back();  // blank lines stand between sections only
  return out;
}

}  // namespace ddblint
