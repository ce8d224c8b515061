#include "cli/bindings.h"

#include <algorithm>
#include <filesystem>

namespace ddblint {

// A file may have an equals sign in its name.
std::vector<Binding> bindings_of(const std::vector<std::string>& words) {
  std::vector<Binding> bindings;
  for (const std::string& word : words) {
    std::error_code failed;
    const auto equals = word.find('=');
    const bool binds = equals != std::string::npos && !std::filesystem::exists(word, failed);
    const std::string tables = binds ? word.substr(0, equals) : std::string();
    auto known = std::ranges::find(bindings, tables, &Binding::tables);
    if (known == bindings.end()) {
      known = bindings.insert(bindings.end(), {.tables = tables, .paths = {}});
    }
    known->paths.push_back(binds ? word.substr(equals + 1) : word);
  }
  return bindings;
}

}  // namespace ddblint
