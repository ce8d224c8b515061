#include <algorithm>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/bound_evidence.h"
#include "cli/commands.h"
#include "cli/inputs.h"
#include "cli/interrupt.h"
#include "report/phrases.h"
#include "report/serving_report.h"
#include "rules/engine.h"

namespace ddblint {
namespace {

/// One run, from inputs to report.
class Inspection {
 public:
  explicit Inspection(const Options& options) : options_(options), inputs_(find_inputs(options)) {}

  ExitCode run();

 private:
  void tell_unreadable();
  void collect_files();
  void serve_patterns();
  void serve_tables_of(const Input& input, const InputEvidence& evidence);
  void tell_bindings(const BindingProblems& problems);
  void tell(const Findings& findings);
  [[nodiscard]] bool shows_patterns() const;
  [[nodiscard]] std::optional<std::string> rendered(const std::string& format) const;
  [[nodiscard]] std::string as_json() const;
  [[nodiscard]] std::string as_text() const;
  [[nodiscard]] std::optional<std::string> as_create_table() const;

  const Options& options_;
  Inputs inputs_;
  /// Those that say something.
  std::vector<InspectedFile> files_;
  BoundEvidence bound_;
  /// Behind what `served_` points into.
  std::deque<InputEvidence> evidence_;
  /// The tables that have access patterns.
  std::vector<ServedTable> served_;
  /// What is wrong with what is bound, where it has a place.
  Diagnostics bound_diagnostics_;
  bool found_ = false;
  bool failed_ = false;
};

ExitCode Inspection::run() {
  for (const auto& diagnostic : inputs_.config_diagnostics) complain(diagnostic.message);
  if (!inputs_.config_diagnostics.empty()) return ExitCode::failed;
  if (options_.show_files) {
    fmt::print("{}", list_files(inputs_));
    return ExitCode::clean;
  }
  read_inputs(inputs_, options_, [](Unit) {});
  tell_unreadable();
  collect_files();
  if (found_ && shows_patterns()) serve_patterns();
  // Figures would rest on what happened to be read by then.
  if (InterruptWatch::asked()) {
    complain("interrupted");
    return ExitCode::interrupted;
  }
  for (const auto& request : options_.formats) {
    const auto text = rendered(request.format);
    failed_ = !text || !write_output(request, *text) || failed_;
  }
  if (!found_ && options_.error_on_unmatched) {
    complain("no DynamoDB table found");
    failed_ = true;
  }
  return failed_ ? ExitCode::failed : ExitCode::clean;
}

void Inspection::tell_unreadable() {
  for (const auto& input : inputs_.files) {
    if (input.unreadable) {
      complain(fmt::format("`{}` cannot be read: {}", inputs_.sources.file(input.file).path(),
                           *input.unreadable));
    }
    failed_ = failed_ || (input.named && (input.unreadable || !input.tree.complete));
  }
  for (const auto& message : inputs_.errors) complain(message);
}

void Inspection::collect_files() {
  for (const auto& input : inputs_.files) {
    const bool relevant =
        input.parsed && !input.context &&
        (input.named || !input.tree.complete || !input.definitions.tables.empty());
    if (!relevant) continue;
    files_.push_back({.file = input.file,
                      .definitions = &input.definitions,
                      .diagnostics = &input.tree.diagnostics});
    found_ = found_ || !input.definitions.tables.empty();
  }
}

bool Inspection::shows_patterns() const {
  return std::ranges::any_of(options_.formats, [](const FormatRequest& request) {
    return request.format != "create-table";
  });
}

void Inspection::serve_patterns() {
  const InterruptWatch watch;
  bound_ = BoundEvidence::read_for_patterns(inputs_, options_);
  tell_bindings(bound_.problems());
  for (std::size_t i = 0; i < inputs_.files.size(); ++i) {
    const Input& input = inputs_.files[i];
    if (input.context || input.definitions.tables.empty()) continue;
    const InputEvidence& evidence = evidence_.emplace_back(bound_.of(inputs_, i));
    serve_tables_of(input, evidence);
  }
  const bool only_for_patterns = !options_.data.bindings.empty() || !options_.traces.empty();
  if (served_.empty() && only_for_patterns && !failed_ && !options_.quiet) {
    complain("no table has access patterns, of which --data and --trace would tell the cost");
  }
}

// A table under several conditions is taken in its first.
void Inspection::serve_tables_of(const Input& input, const InputEvidence& evidence) {
  tell(findings_of(evidence.diagnostics, {}));
  bool any = false;
  for (const TableDefinition& definition : input.definitions.tables) {
    const Table& table = definition.first();
    const Workload* workload = evidence.known().workload(table.id);
    if (workload == nullptr || workload->patterns.empty()) continue;
    any = true;
    const Subject subject{.table = table,
                          .siblings = input.definitions.siblings,
                          .profile = evidence.known().profile(table.id),
                          .workload = workload};
    ServedTable& served =
        served_.emplace_back(ServedTable{.table = &table, .patterns = serve(subject)});
    served.loads = key_loads(subject, served.patterns);
  }
  // Examples say what an item is like to those alone who reckon with it.
  if (any) tell(evidence.findings);
}

void Inspection::tell_bindings(const BindingProblems& problems) {
  for (const std::string& message : problems.errors) complain(message);
  for (const std::string& note : problems.notes) {
    if (!options_.quiet) complain(note);
  }
  for (const BindingProblems::Raised& each : problems.raised) tell({each.finding});
  tell(problems.findings);
  failed_ = failed_ || problems.failed;
}

void Inspection::tell(const Findings& findings) {
  for (const Finding& finding : findings) {
    const std::string place =
        finding.span.valid() ? place_phrase(inputs_.sources, finding.span) + ": " : "";
    complain(place + finding.message);
    if (place.empty()) continue;
    bound_diagnostics_.push_back({.span = finding.span, .message = finding.message});
  }
}

// What a format shows; nothing when it can show no table.
std::optional<std::string> Inspection::rendered(const std::string& format) const {
  if (format == "json") return as_json();
  if (format == "create-table") return as_create_table();
  return as_text();
}

std::string Inspection::as_json() const {
  if (served_.empty() && options_.patterns.empty() && bound_diagnostics_.empty()) {
    return render_inspect_json(inputs_.sources, files_);
  }
  std::vector<InspectedFile> files = files_;
  files.push_back({.definitions = nullptr, .diagnostics = &bound_diagnostics_});
  return render_inspect_json(inputs_.sources, files, served_);
}

// Who gives patterns asks what serves them; those that come along stand below the models.
std::string Inspection::as_text() const {
  const TextStyle style = text_style(options_);
  if (!options_.patterns.empty()) return render_serving_text(served_, style);
  const std::string models = render_inspect_text(inputs_.sources, files_, style);
  return served_.empty() ? models : models + "\n" + render_serving_text(served_, style);
}

// Nothing, with reasons, when no table can be created.
std::optional<std::string> Inspection::as_create_table() const {
  CreateTableInputs inputs = render_create_table(inputs_.sources, files_);
  for (const auto& message : inputs.left_out) complain(message);
  if (inputs.text.empty() && !inputs.left_out.empty()) return std::nullopt;
  return std::move(inputs.text);
}

}  // namespace

ExitCode run_inspect(const Options& options) { return Inspection(options).run(); }

}  // namespace ddblint
