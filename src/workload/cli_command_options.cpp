#include "workload/cli_command_options.h"

#include <algorithm>
#include <array>

namespace ddblint {
namespace {

using enum OptionShape;

/// https://docs.aws.amazon.com/cli/latest/reference/dynamodb/
constexpr std::array kOptions = {
    CommandOption{"table-name", text},
    CommandOption{"index-name", text},
    CommandOption{"select", text},
    CommandOption{"attributes-to-get", words},
    CommandOption{"limit", ignored},
    CommandOption{"consistent-read", flag},
    CommandOption{"key", structure},
    CommandOption{"item", structure},
    CommandOption{"key-conditions", structure},
    CommandOption{"query-filter", structure},
    CommandOption{"scan-filter", structure},
    CommandOption{"attribute-updates", structure},
    CommandOption{"request-items", structure},
    CommandOption{"transact-items", structure},
    CommandOption{"statements", structure},
    CommandOption{"transact-statements", structure},
    CommandOption{"statement", text},
    CommandOption{"expression-attribute-names", structure},
    CommandOption{"key-condition-expression", text},
    CommandOption{"filter-expression", text},
    CommandOption{"projection-expression", text},
    CommandOption{"condition-expression", text},
    CommandOption{"update-expression", text},
    CommandOption{"cli-input-json", structure},
    // What follows says nothing about the pattern.
    CommandOption{"expression-attribute-values", ignored},
    CommandOption{"parameters", ignored},
    CommandOption{"expected", ignored},
    CommandOption{"exclusive-start-key", ignored},
    CommandOption{"cli-input-yaml", ignored},
    CommandOption{"conditional-operator", ignored},
    CommandOption{"scan-index-forward", flag},
    CommandOption{"return-consumed-capacity", ignored},
    CommandOption{"return-item-collection-metrics", ignored},
    CommandOption{"return-values", ignored},
    CommandOption{"return-values-on-condition-check-failure", ignored},
    CommandOption{"client-request-token", ignored},
    CommandOption{"next-token", ignored},
    CommandOption{"segment", ignored},
    CommandOption{"total-segments", ignored},
    CommandOption{"max-items", ignored},
    CommandOption{"page-size", ignored},
    CommandOption{"starting-token", ignored},
    CommandOption{"generate-cli-skeleton", ignored},
    CommandOption{"paginate", flag},
    CommandOption{"profile", ignored},
    CommandOption{"region", ignored},
    CommandOption{"endpoint-url", ignored},
    CommandOption{"output", ignored},
    CommandOption{"query", ignored},
    CommandOption{"color", ignored},
    CommandOption{"ca-bundle", ignored},
    CommandOption{"cli-read-timeout", ignored},
    CommandOption{"cli-connect-timeout", ignored},
    CommandOption{"cli-binary-format", ignored},
    CommandOption{"cli-error-format", ignored},
    CommandOption{"debug", flag},
    CommandOption{"verify-ssl", flag},
    CommandOption{"sign-request", flag},
    CommandOption{"cli-pager", flag},
    CommandOption{"cli-auto-prompt", flag},
    CommandOption{"version", flag},
};

}  // namespace

const CommandOption* find_option(std::string_view name) {
  const auto* found = std::ranges::find(kOptions, name, &CommandOption::name);
  return found == kOptions.end() ? nullptr : found;
}

std::vector<std::string_view> option_names() {
  std::vector<std::string_view> names;
  names.reserve(kOptions.size());
  for (const CommandOption& option : kOptions) names.push_back(option.name);
  return names;
}

std::string api_name(std::string_view option) {
  std::string name;
  bool upper = true;
  for (const char c : option) {
    if (c == '-') {
      upper = true;
      continue;
    }
    name += upper && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    upper = false;
  }
  return name;
}

}  // namespace ddblint
