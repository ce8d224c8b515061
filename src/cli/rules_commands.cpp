#include <fmt/format.h>

#include "cli/commands.h"

namespace ddblint {

ExitCode run_explain(const Options& options) {
  if (options.paths.empty()) {
    complain("explain takes a rule's code or slug, as in: ddblint explain DDB101");
    return ExitCode::failed;
  }
  std::vector<const RuleInfo*> rules;
  for (const auto& name : options.paths) {
    const RuleInfo* rule = find_rule(name);
    if (rule == nullptr) {
      const auto near = nearest_rule(name);
      complain(fmt::format("no rule is called \"{}\"{}", name,
                           near.empty() ? std::string() : fmt::format(", did you mean {}?", near)));
      return ExitCode::failed;
    }
    rules.push_back(rule);
  }
  const TextStyle style = text_style(options);
  bool written = true;
  for (const auto& request : options.formats) {
    std::string text;
    if (request.format == "json") text = render_rules_json(rules);
    for (const RuleInfo* rule : rules) {
      if (request.format == "markdown") text += render_rule_markdown(*rule);
      if (request.format == "text") text += render_rule_text(*rule, style);
    }
    written = write_output(request, text) && written;
  }
  return written ? ExitCode::clean : ExitCode::failed;
}

ExitCode run_rules_command(const Options& options) {
  std::vector<const RuleInfo*> rules;
  for (const auto& rule : catalogue()) rules.push_back(&rule);
  bool written = true;
  for (const auto& request : options.formats) {
    const std::string text = request.format == "json" ? render_rules_json(rules)
                             : request.format == "markdown"
                                 ? render_rules_markdown(rules)
                                 : render_rules_text(rules, text_style(options));
    written = write_output(request, text) && written;
  }
  return written ? ExitCode::clean : ExitCode::failed;
}

ExitCode run_version(const Options& options) {
  const bool json = options.formats.front().format == "json";
  const std::string text =
      json ? fmt::format("{{\"name\": \"ddblint\", \"version\": \"{}\"}}\n", tool_version())
           : fmt::format("ddblint {}\n", tool_version());
  return write_output(options.formats.front(), text) ? ExitCode::clean : ExitCode::failed;
}

}  // namespace ddblint
