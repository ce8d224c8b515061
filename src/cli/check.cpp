#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <mutex>
#include <span>

#include <fmt/format.h>

#include "cli/append.h"
#include "cli/bound_evidence.h"
#include "cli/commands.h"
#include "cli/inputs.h"
#include "cli/interrupt.h"
#include "cli/selection.h"
#include "syntax/parse.h"

namespace fs = std::filesystem;

namespace ddblint {
namespace {

/// Today in UTC; SOURCE_DATE_EPOCH fixes it for reproducible runs (reproducible-builds.org).
std::chrono::year_month_day today() {
  using namespace std::chrono;
  const char* fixed = std::getenv("SOURCE_DATE_EPOCH");  // NOLINT(concurrency-mt-unsafe): no thread
  const auto seconds_given = fixed == nullptr ? std::nullopt : as_integer(fixed);
  const auto now =
      seconds_given ? system_clock::time_point(seconds(*seconds_given)) : system_clock::now();
  return floor<days>(now);
}

/// The directory with .git at or above the working directory; empty when there is none.
fs::path repository_root() {
  std::error_code failed;
  for (fs::path at = fs::current_path(failed); !failed && !at.empty(); at = at.parent_path()) {
    if (fs::exists(at / ".git", failed)) return at;
    if (at == at.root_path()) break;
  }
  return {};
}

std::string path_in_repository(const fs::path& root, std::string_view shown) {
  std::error_code failed;
  if (root.empty()) return std::string(shown);
  const fs::path whole = fs::weakly_canonical(fs::path(shown), failed);
  const fs::path canonical_root = fs::weakly_canonical(root, failed);
  const fs::path relative = whole.lexically_relative(canonical_root);
  const bool outside = failed || relative.empty() || *relative.begin() == "..";
  return outside ? std::string(shown) : relative.generic_string();
}

/// What one file adds to the report.
struct FileResult {
  Findings findings;
  Findings withdrawn;
  Diagnostics diagnostics;
  std::vector<OpenValue> open;
  std::size_t tables = 0;
  std::size_t suppressed = 0;
  /// The config's suppressions, with those marked that silenced something here.
  std::vector<Suppression> shared;
  /// Its bytes could not be had, or broke off.
  bool unread = false;
  /// The run has failed because of it.
  bool failed = false;
};

/// Adds a finding about an input, with the severity that the settings give its rule.
void raise(Finding finding, const RuleSettings& settings, Findings& findings,
           Severity most = Severity::error) {
  if (!rule_enabled(settings, *finding.rule)) return;
  const auto setting = settings.find(finding.rule->code);
  const bool set = setting != settings.end() && setting->second.severity;
  finding.severity = std::min(set ? *setting->second.severity : finding.rule->severity, most);
  finding.fingerprint = fingerprint_of(finding);
  findings.push_back(std::move(finding));
}

/// The findings of one run, from inputs to report. Files are judged on the threads that read them;
/// what they add is put together in the order of the command line.
class Check {
 public:
  explicit Check(const Options& options) : options_(options), inputs_(find_inputs(options)) {}

  ExitCode run();

 private:
  bool prepare();
  void read_and_judge(std::deque<FileResult>& results);
  void judge_and_let_go(Unit unit, std::deque<FileResult>& results);
  void judge(Unit unit, std::deque<FileResult>& results) const;
  void add(const Input& input, FileResult&& result);
  void input_problems(const Input& input, FileResult& result) const;
  Finding unreadable(const Input& input) const;
  [[nodiscard]] bool templated(const Input& input) const;
  [[nodiscard]] bool reports_problems(const Input& input) const;
  [[nodiscard]] FoundSuppressions written_in(const Input& input) const;
  void suppress(Unit unit, std::deque<FileResult>& results) const;
  void audit(const std::vector<Suppression>& suppressions, const RuleSettings& settings,
             Findings& findings) const;
  void audit_configs();
  void missing_tables();
  void binding_problems();
  void failed_directories();
  void finish();
  ExitCode report();
  [[nodiscard]] std::vector<const RuleInfo*> enabled_rules(const RuleSettings& settings) const;

  const Options& options_;
  const std::chrono::year_month_day today_ = today();
  Inputs inputs_;
  /// One a config.
  std::vector<RuleSettings> settings_;
  std::vector<std::vector<Suppression>> config_suppressions_;
  BoundEvidence bound_;
  CheckReport report_;
  /// Tables found by each word of the command line.
  std::vector<std::size_t> tables_by_argument_;
  std::vector<std::size_t> unread_by_argument_;
  bool failed_ = false;
};

ExitCode Check::run() {
  if (!prepare()) return ExitCode::failed;
  if (options_.show_files) {
    fmt::print("{}", list_files(inputs_));
    return ExitCode::clean;
  }
  tables_by_argument_.resize(inputs_.arguments.size());
  unread_by_argument_.resize(inputs_.arguments.size());
  std::deque<FileResult> results(inputs_.files.size());
  read_and_judge(results);
  // Findings would rest on what happened to be read by then.
  if (BoundEvidence::needs_all_tables(inputs_, options_) && InterruptWatch::asked()) {
    complain("interrupted");
    return ExitCode::interrupted;
  }
  for (const auto& [argument, file] : inputs_.repeats) {
    tables_by_argument_[argument] += results[file].tables;
    unread_by_argument_[argument] += results[file].unread ? 1U : 0U;
  }
  for (std::size_t i = 0; i < results.size(); ++i) add(inputs_.files[i], std::move(results[i]));
  binding_problems();
  failed_directories();
  audit_configs();
  missing_tables();
  finish();
  return report();
}

// Files are judged as they are read, unless something is bound to their tables: which table is the
// only one, and which name fits none, all of them tell together.
void Check::read_and_judge(std::deque<FileResult>& results) {
  const bool all_first = BoundEvidence::needs_all_tables(inputs_, options_);
  std::vector<std::vector<std::size_t>> waiting;
  std::mutex waiting_guard;
  read_inputs(inputs_, options_, [&](Unit unit) {
    // A configuration may have added files; then nothing else runs.
    if (results.size() < inputs_.files.size()) results.resize(inputs_.files.size());
    if (!all_first) {
      judge_and_let_go(unit, results);
      return;
    }
    const std::scoped_lock lock(waiting_guard);
    waiting.emplace_back(unit.begin(), unit.end());
  });
  if (all_first) {
    const InterruptWatch watch;
    bound_ = BoundEvidence::read(inputs_, options_);
  }
  for (const auto& unit : waiting) judge_and_let_go(unit, results);
}

// The report needs the text alone; letting go of the rest bounds the memory of a large run.
void Check::judge_and_let_go(Unit unit, std::deque<FileResult>& results) {
  judge(unit, results);
  for (const std::size_t i : unit) {
    inputs_.files[i].definitions = {};
    inputs_.files[i].tree = {};
  }
}

// Everything that must be right before any file is looked at.
bool Check::prepare() {
  if (!inputs_.config_diagnostics.empty()) {
    CheckReport broken;
    broken.sources = &inputs_.sources;
    broken.findings = findings_of(inputs_.config_diagnostics, {});
    for (auto& finding : broken.findings) finding.severity = Severity::error;
    sort_findings(broken.findings);
    broken.summary.errors = broken.findings.size();
    fmt::print(stderr, "{}",
               render_text(broken, {.color = false, .hyperlinks = false, .quiet = true}));
    broken.diagnostics = inputs_.config_diagnostics;
    for (const auto& request : options_.formats) {
      if (request.format == "json") write_output(request, render_json(broken));
    }
    return false;
  }
  for (const auto& config : inputs_.configs) {
    auto settings = rule_settings(options_, config->config);
    if (!settings) {
      complain(settings.error());
      return false;
    }
    settings_.push_back(std::move(*settings));
    config_suppressions_.push_back(config_suppressions(config->config));
  }
  return true;
}

void Check::judge(Unit unit, std::deque<FileResult>& results) const {
  for (const std::size_t i : unit) {
    const Input& input = inputs_.files[i];
    FileResult& result = results[i];
    if (input.context) continue;
    input_problems(input, result);
    if (!input.parsed) continue;
    result.tables = input.definitions.tables.size();
    const RuleSettings& settings = settings_[input.config];
    InputEvidence evidence = bound_.of(inputs_, i);
    RuleResults ran = run_rules(input.definitions, settings, evidence.known());
    for (Finding& finding : ran.findings) {
      std::string note = bound_.measured_in(i, finding);
      if (!note.empty()) finding.notes.push_back(std::move(note));
    }
    append(result.findings, std::move(ran.findings));
    append(result.findings, findings_of(evidence.diagnostics, settings));
    append(result.diagnostics, std::move(evidence.diagnostics));
    result.withdrawn = std::move(ran.withdrawn);
    if (options_.explain_unknown) result.open = input.definitions.open;
  }
  suppress(unit, results);
}

void Check::add(const Input& input, FileResult&& result) {
  if (input.context) return;
  ++report_.summary.files;
  report_.summary.tables += result.tables;
  report_.summary.suppressed += result.suppressed;
  tables_by_argument_[input.argument] += result.tables;
  unread_by_argument_[input.argument] += result.unread ? 1U : 0U;
  failed_ = failed_ || result.failed;
  append(report_.findings, std::move(result.findings));
  for (const Finding& finding : result.withdrawn) {
    report_.withdrawn.push_back({.code = std::string(finding.rule->code),
                                 .table = finding.table,
                                 .index = finding.index,
                                 .because = finding.withdrawn_because});
  }
  append(report_.diagnostics, std::move(result.diagnostics));
  append(report_.open, std::move(result.open));
  std::vector<Suppression>& shared = config_suppressions_[input.config];
  for (std::size_t i = 0; i < result.shared.size(); ++i) {
    shared[i].used = shared[i].used || result.shared[i].used;
  }
}

// A file that was only found by walking, and defines no table, is none of our business, unless it
// broke off before we could tell.
bool Check::reports_problems(const Input& input) const {
  return input.named || !input.tree.complete || !input.definitions.tables.empty();
}

// A file that only a template language turns into YAML defines no table as it stands.
bool Check::templated(const Input& input) const {
  return !input.tree.complete && looks_templated(inputs_.sources.file(input.file).text());
}

void Check::input_problems(const Input& input, FileResult& result) const {
  const bool must_read = input.named || options_.strict;
  if (input.unreadable) {
    result.findings.push_back(unreadable(input));
    result.unread = true;
    result.failed = must_read;
    return;
  }
  if (!input.parsed || !reports_problems(input)) return;
  result.diagnostics = input.tree.diagnostics;
  result.diagnostics.insert(result.diagnostics.end(), input.definitions.diagnostics.begin(),
                            input.definitions.diagnostics.end());
  result.findings = findings_of(result.diagnostics, settings_[input.config]);
  const bool to_render = templated(input);
  const bool let_through = to_render && !(input.named && options_.error_on_unmatched);
  for (auto& finding : result.findings) {
    if (finding.rule->code != "DDB001" || !to_render) continue;
    if (let_through) finding.severity = Severity::info;
    finding.remedy =
        "the file holds marks of a template language: render it, then check the result";
  }
  result.unread = !input.tree.complete;
  result.failed = !input.tree.complete && must_read && !let_through;
}

Finding Check::unreadable(const Input& input) const {
  Finding finding;
  finding.rule = find_rule("DDB001");
  finding.severity = input.named ? Severity::error : Severity::warning;
  finding.path = inputs_.sources.file(input.file).path();
  finding.message = fmt::format("`{}` cannot be read: {}", finding.path, *input.unreadable);
  finding.fingerprint = fingerprint_of(finding);
  return finding;
}

std::vector<const RuleInfo*> Check::enabled_rules(const RuleSettings& settings) const {
  std::vector<const RuleInfo*> rules;
  for (const auto& rule : catalogue()) {
    if (rule_enabled(settings, rule)) rules.push_back(&rule);
  }
  return rules;
}

/// The suppressions that stand in one file.
FoundSuppressions Check::written_in(const Input& input) const {
  FoundSuppressions own =
      comment_suppressions(inputs_.sources.file(input.file), input.file, input.tree);
  for (const auto& block : input.definitions.metadata) {
    FoundSuppressions more = metadata_suppressions(*block.node, block.table_id);
    append(own.suppressions, std::move(more.suppressions));
    append(own.diagnostics, std::move(more.diagnostics));
  }
  return own;
}

// A comment silences findings of the whole unit: a table of a configuration may get its key from
// another file.
void Check::suppress(Unit unit, std::deque<FileResult>& results) const {
  std::vector<FoundSuppressions> found;
  std::vector<Suppression> written;
  for (const std::size_t i : unit) {
    const Input& input = inputs_.files[i];
    found.push_back(input.parsed ? written_in(input) : FoundSuppressions{});
    const auto& own = found.back().suppressions;
    written.insert(written.end(), own.begin(), own.end());
  }
  for (const std::size_t i : unit) {
    FileResult& result = results[i];
    // Together, so that a finding that a comment and the config silence makes both of them used.
    std::vector<Suppression> all = config_suppressions_[inputs_.files[i].config];
    const auto shared_count = static_cast<std::ptrdiff_t>(all.size());
    append(all, std::move(written));
    auto applied = apply_suppressions(std::move(result.findings), all, inputs_.sources, today_);
    result.findings = std::move(applied.kept);
    result.suppressed = applied.suppressed;
    result.shared.assign(all.begin(), all.begin() + shared_count);
    written.assign(all.begin() + shared_count, all.end());
  }
  auto rest = std::span<const Suppression>(written);
  for (std::size_t k = 0; k < unit.size(); ++k) {
    const Input& input = inputs_.files[unit[k]];
    const auto own = rest.first(found[k].suppressions.size());
    rest = rest.subspan(own.size());
    if (input.context) continue;
    const RuleSettings& settings = settings_[input.config];
    Findings& findings = results[unit[k]].findings;
    append(findings, findings_of(found[k].diagnostics, settings));
    // Only a file that was read to its end can tell that a suppression silences nothing.
    if (input.tree.complete) audit({own.begin(), own.end()}, settings, findings);
  }
}

void Check::audit(const std::vector<Suppression>& suppressions, const RuleSettings& settings,
                  Findings& findings) const {
  if (suppressions.empty()) return;
  for (auto& finding : audit_suppressions(suppressions, enabled_rules(settings), today_)) {
    const auto setting = settings.find(finding.rule->code);
    if (setting != settings.end() && !setting->second.enabled) continue;
    if (setting != settings.end() && setting->second.severity) {
      finding.severity = *setting->second.severity;
    }
    finding.fingerprint = fingerprint_of(finding);
    findings.push_back(std::move(finding));
  }
}

// A config's entries may be meant for files that this run did not look at, so only what is wrong in
// itself is told.
void Check::audit_configs() {
  for (std::size_t i = 0; i < inputs_.configs.size(); ++i) {
    Findings findings;
    audit(config_suppressions_[i], settings_[i], findings);
    const bool whole = options_.paths.empty() || options_.paths == std::vector<std::string>{"."};
    for (auto& finding : findings) {
      if (finding.rule->code != "DDB010" || whole) report_.findings.push_back(std::move(finding));
    }
  }
}

void Check::failed_directories() {
  for (const auto& message : inputs_.errors) {
    Finding finding;
    finding.rule = find_rule("DDB001");
    finding.message = message;
    finding.fingerprint = fingerprint_of(finding);
    report_.findings.push_back(std::move(finding));
    failed_ = failed_ || options_.strict;
  }
}

// Silence about a path without tables would look like a clean bill.
void Check::missing_tables() {
  if (!options_.error_on_unmatched) return;
  for (std::size_t i = 0; i < inputs_.arguments.size(); ++i) {
    if (tables_by_argument_[i] > 0 || unread_by_argument_[i] > 0) continue;
    Finding finding;
    finding.rule = find_rule("DDB003");
    finding.severity = Severity::error;
    finding.path = inputs_.arguments[i];
    finding.message = fmt::format("no DynamoDB table found in `{}`", inputs_.arguments[i]);
    finding.remedy =
        "name a file or directory that defines a table; --show-files tells what was looked at";
    finding.fingerprint = fingerprint_of(finding);
    report_.findings.push_back(std::move(finding));
    failed_ = true;
  }
}

void Check::binding_problems() {
  const BindingProblems& problems = bound_.problems();
  for (const std::string& message : problems.errors) complain(message);
  for (const std::string& note : problems.notes) {
    if (!options_.quiet) complain(note);
  }
  failed_ = failed_ || problems.failed;
  for (const auto& [finding, config, most] : problems.raised) {
    raise(finding, settings_[config], report_.findings, most);
  }
  append(report_.findings, problems.findings);
  append(report_.diagnostics, problems.diagnostics);
}

void Check::finish() {
  auto& findings = report_.findings;
  std::erase_if(findings, [this](const Finding& finding) {
    return finding.evidence < options_.min_evidence && finding.rule->category != "input";
  });
  sort_findings(findings);
  report_.sources = &inputs_.sources;
  report_.rules = enabled_rules(settings_.front());
  const bool sarif = std::ranges::any_of(
      options_.formats, [](const FormatRequest& request) { return request.format == "sarif"; });
  // Only SARIF shows paths of the repository; finding its root costs a look at each directory
  // above.
  report_.repository_path = [root = sarif ? repository_root() : fs::path()](
                                std::string_view shown) { return path_in_repository(root, shown); };
}

ExitCode Check::report() {
  const bool bad =
      std::any_of(report_.findings.begin(), report_.findings.end(), [this](const Finding& finding) {
        return options_.fail_on && finding.severity >= *options_.fail_on;
      });
  const auto hidden = std::erase_if(report_.findings, [this](const Finding& finding) {
    return finding.severity < options_.min_severity;
  });
  if (hidden > 0 && !options_.quiet) {
    complain(fmt::format("{} findings below --min-severity are not shown", hidden));
  }
  for (const auto& finding : report_.findings) {
    auto& count = finding.severity == Severity::error     ? report_.summary.errors
                  : finding.severity == Severity::warning ? report_.summary.warnings
                                                          : report_.summary.info;
    ++count;
  }
  const TextStyle style = text_style(options_);
  for (const auto& request : options_.formats) {
    std::string text;
    const TextStyle here = request.file.empty() ? style
                                                : TextStyle{.color = false,
                                                            .hyperlinks = false,
                                                            .quiet = options_.quiet,
                                                            .verbose = options_.verbose};
    if (request.format == "text") text = render_text(report_, here);
    if (request.format == "concise") text = render_concise(report_, here);
    if (request.format == "json") text = render_json(report_);
    if (request.format == "sarif") text = render_sarif(report_);
    failed_ = !write_output(request, text) || failed_;
  }
  if (failed_) return ExitCode::failed;
  return bad && !options_.exit_zero ? ExitCode::findings : ExitCode::clean;
}

}  // namespace

ExitCode run_check(const Options& options) { return Check(options).run(); }

}  // namespace ddblint
