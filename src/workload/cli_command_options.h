#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ddblint {

/// How the values of an option are read.
enum class OptionShape : std::uint8_t {
  flag,       ///< none; `--no-NAME` turns it off
  text,       ///< one word
  words,      ///< several words
  structure,  ///< JSON or shorthand
  ignored,    ///< one word that says nothing about the request
};

struct CommandOption {
  std::string_view name;
  OptionShape shape;
};

/// An option of the data plane's commands or of all commands, by its name without `--`; null when
/// there is none.
const CommandOption* find_option(std::string_view name);

/// Names of all options.
std::vector<std::string_view> option_names();

/// `key-condition-expression` as the API writes it: KeyConditionExpression.
std::string api_name(std::string_view option);

}  // namespace ddblint
