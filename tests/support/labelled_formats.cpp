#include <sstream>

#include <nlohmann/json.hpp>

#include "support/labelled_cases.h"

namespace ddblint::test {
namespace {

using Json = nlohmann::ordered_json;

std::vector<Json> items_of(const LabelledCase& made) {
  std::vector<Json> items;
  std::istringstream lines(made.data.text);
  for (std::string line; std::getline(lines, line);) items.push_back(Json::parse(line));
  return items;
}

std::string text_of(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

}  // namespace

void as_csv(LabelledCase& made) {
  const std::vector<Json> items = items_of(made);
  std::vector<std::string> names;
  for (const Json& item : items) {
    for (const auto& [name, value] : item.items()) {
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
  }
  std::string text = fmt::format("{}\n", fmt::join(names, ","));
  for (const Json& item : items) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (i > 0) text += ',';
      if (item.contains(names[i])) text += '"' + text_of(item[names[i]]) + '"';
    }
    text += '\n';
  }
  made.data.text = std::move(text);
  made.data.file = "items.csv";
}

void as_typed(LabelledCase& made) {
  std::string text;
  for (const Json& item : items_of(made)) {
    text += R"({"Item":{)";
    bool first = true;
    for (const auto& [name, value] : item.items()) {
      if (!first) text += ',';
      first = false;
      text +=
          fmt::format(R"("{}":{{"{}":"{}"}})", name, value.is_string() ? "S" : "N", text_of(value));
    }
    text += "}}\n";
  }
  made.data.text = std::move(text);
}

void as_ion(LabelledCase& made) {
  std::string text;
  for (const Json& item : items_of(made)) {
    text += "$ion_1_0 {Item:{";
    bool first = true;
    for (const auto& [name, value] : item.items()) {
      if (!first) text += ',';
      first = false;
      text += name + ':' + (value.is_string() ? '"' + text_of(value) + '"' : value.dump() + '.');
    }
    text += "}}\n";
  }
  made.data.text = std::move(text);
  made.data.file = "items.ion";
}

void as_array(LabelledCase& made) {
  std::string text = "[";
  for (const char letter : made.data.text) {
    text += letter;
    if (letter == '}') text += ',';
  }
  text.erase(text.rfind(','), 1);
  made.data.text = text + "]\n";
  made.data.file = "items.json";
}

}  // namespace ddblint::test
