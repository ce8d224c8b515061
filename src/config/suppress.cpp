// Which findings are silenced, by whom. A suppression names rules and says where it holds: on
// lines, in a file, at a table, or by the globs of a config. Applying costs findings times
// suppressions; rule names are resolved once, and lines are computed only for findings whose rule
// and file fit.

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "config/config.h"
#include "config/fields.h"
#include "source/discover.h"
#include "source/text.h"
#include "syntax/parse.h"

namespace ddblint {
namespace {

constexpr std::string_view kMark = "ddblint:";
constexpr std::string_view kBlanks = " \t";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kUnreadable = "DDB001";
constexpr std::string_view kUnused = "DDB010";
constexpr std::string_view kUnknown = "DDB011";
constexpr std::string_view kExpired = "DDB012";

/// First character of a block scalar's content: the text after its header line, whose end may be a
/// comment. Other scalars are content from their first byte.
std::uint32_t content_begin(const Node& scalar, std::string_view text) {
  std::size_t at = scalar.span.begin;
  while (at < scalar.span.end && (text[at] == '!' || text[at] == '&')) {
    at = text.find_first_of(" \t\r\n", at);
    at = std::min(text.find_first_not_of(" \t\r\n", at), std::size_t{scalar.span.end});
  }
  const bool block = scalar.quoted && at < scalar.span.end && (text[at] == '|' || text[at] == '>');
  if (!block) return scalar.span.begin;
  return static_cast<std::uint32_t>(std::min(text.find_first_of("\r\n", at), text.size()));
}

/// The values and keys that hold what could begin a comment, each a range of bytes, in their order.
std::vector<Span> scalars_with_sign(const Tree& tree, std::string_view text, bool slashes) {
  std::vector<Span> found;
  std::set<const Node*> entered;
  std::vector<const Node*> open = tree.documents;
  while (!open.empty()) {
    const Node& node = *open.back();
    open.pop_back();
    if (node.aliased && !entered.insert(&node).second) continue;
    open.insert(open.end(), node.items.begin(), node.items.end());
    for (const Member& member : node.members) {
      open.push_back(member.key);
      open.push_back(member.value);
    }
    const auto own = text.substr(node.span.begin, node.span.end - node.span.begin);
    const bool signs = own.find_first_of(slashes ? "#/" : "#") != std::string_view::npos;
    if (!node.is_scalar() || !signs) continue;
    found.push_back(node.span);
    found.back().begin = content_begin(node, text);
  }
  std::ranges::sort(found);
  return found;
}

bool is_blank_or_comment(std::string_view line, bool slashes) {
  if (line.starts_with(kByteOrderMark)) line.remove_prefix(kByteOrderMark.size());
  line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
  if (line.empty() || line.front() == '#') return true;
  return slashes && (line.starts_with("//") || line.starts_with("/*") || line.starts_with("*"));
}

/// Where the sign begins that turns the text up to `mark` into a comment, if one stands right
/// before it.
std::optional<std::size_t> sign_before(std::string_view text, std::size_t mark, bool slashes) {
  const auto last = text.substr(0, mark).find_last_not_of(kBlanks);
  if (last == std::string_view::npos) return std::nullopt;
  const auto before = text.substr(0, last + 1);
  const bool hcl = before.ends_with("//") || before.ends_with("/*");
  if (slashes && hcl) return last - 1;
  if (text[last] != '#') return std::nullopt;
  return last;
}

/// A comment of Terraform's JSON syntax, the text of a key `//`, and the mapping that it stands in.
struct JsonComment {
  Span text;
  Span mapping;
};

std::vector<JsonComment> json_comments(const SourceFile& source, const Tree& tree) {
  const std::string& path = source.path();
  if (!path.ends_with(".tf.json") && !path.ends_with(".tofu.json")) return {};
  std::vector<JsonComment> found;
  std::vector<const Node*> open = tree.documents;
  while (!open.empty()) {
    const Node& node = *open.back();
    open.pop_back();
    open.insert(open.end(), node.items.begin(), node.items.end());
    for (const Member& member : node.members) {
      open.push_back(member.value);
      const bool comment = member.key->text == "//" && member.value->is_scalar();
      if (comment) found.push_back({.text = member.value->span, .mapping = node.span});
    }
  }
  return found;
}

/// Finds the suppressions in the comments of one text.
class CommentReader {
 public:
  CommentReader(const SourceFile& source, FileId file, const Tree& tree)
      : text_(source.text()),
        source_(source),
        file_(file),
        slashes_(named_hcl(source.path())),
        scalars_(scalars_with_sign(tree, text_, slashes_)),
        json_(json_comments(source, tree)) {}

  FoundSuppressions read();

 private:
  [[nodiscard]] bool in_comment(std::size_t mark) const;
  [[nodiscard]] const JsonComment* json_comment(std::size_t mark) const;
  void read_directive(std::size_t mark, std::size_t line_end);
  void read_list(Suppression suppression, std::size_t mark, std::size_t open, std::size_t line_end);
  [[nodiscard]] std::vector<RuleName> names_between(std::size_t begin, std::size_t end) const;
  std::set<std::uint32_t> lines_meant(std::size_t offset);
  [[nodiscard]] Span span(std::size_t begin, std::size_t end) const {
    return {.file = file_,
            .begin = static_cast<std::uint32_t>(begin),
            .end = static_cast<std::uint32_t>(end)};
  }
  [[nodiscard]] std::size_t skip_blanks(std::size_t at) const {
    return std::min(text_.find_first_not_of(kBlanks, at), text_.size());
  }

  std::string_view text_;
  const SourceFile& source_;
  FileId file_;
  /// HCL has `//` and `/*` beside `#`.
  bool slashes_;
  std::vector<Span> scalars_;
  std::vector<JsonComment> json_;
  std::vector<Suppression> found_;
  FieldReader fields_;
  /// The first line with content after the last comment line, so that a pile of comments is walked
  /// once.
  std::uint32_t next_content_ = 0;
};

FoundSuppressions CommentReader::read() {
  for (std::size_t mark = text_.find(kMark); mark != std::string_view::npos;
       mark = text_.find(kMark, mark + kMark.size())) {
    const JsonComment* json = json_comment(mark);
    if (json == nullptr && !in_comment(mark)) continue;
    // What follows on the line is the reason, even if it looks like a directive.
    std::size_t line_end = std::min(text_.find_first_of("\r\n", mark), text_.size());
    if (json != nullptr) line_end = json->text.end - 1;
    read_directive(mark, line_end);
    mark = line_end - kMark.size();
  }
  return {.suppressions = std::move(found_), .diagnostics = fields_.take()};
}

/// True when what begins a comment stands before the mark.
bool CommentReader::in_comment(std::size_t mark) const {
  const auto sign = sign_before(text_, mark, slashes_);
  if (!sign) return false;
  const auto previous = text_.substr(0, *sign).find_last_not_of('#');
  const bool begins = slashes_ || previous == std::string_view::npos ||
                      text_.substr(0, previous + 1) == kByteOrderMark ||
                      std::string_view(" \t\r\n").find(text_[previous]) != std::string_view::npos;
  if (!begins) return false;
  const auto next = std::ranges::upper_bound(scalars_, *sign, {}, &Span::begin);
  return next == scalars_.begin() || !std::prev(next)->contains(static_cast<std::uint32_t>(*sign));
}

const JsonComment* CommentReader::json_comment(std::size_t mark) const {
  const auto holds = [mark](const JsonComment& comment) {
    return comment.text.begin + 1 == mark && mark < comment.text.end;
  };
  const auto found = std::ranges::find_if(json_, holds);
  return found == json_.end() ? nullptr : &*found;
}

void CommentReader::read_directive(std::size_t mark, std::size_t line_end) {
  const std::size_t begin = skip_blanks(mark + kMark.size());
  const std::size_t end =
      std::min(text_.find_first_not_of("abcdefghijklmnopqrstuvwxyz-", begin), text_.size());
  const std::string_view word = text_.substr(begin, end - begin);
  const std::size_t open = skip_blanks(end);
  const bool has_list = open < line_end && text_[open] == '[';

  Suppression suppression;
  if (word == "ignore") {
    suppression.scope = Suppression::Scope::lines;
    suppression.lines = lines_meant(mark);
  } else if (word == "ignore-file") {
    suppression.scope = Suppression::Scope::file;
  } else {
    // Any other word may be prose, unless it is nearly a directive or goes on like one.
    const std::string hint = did_you_mean(word, {"ignore", "ignore-file"});
    if (has_list || !hint.empty()) {
      fields_.report(span(mark, end), fmt::format("`ddblint: {}` is no directive{}", word, hint));
    }
    return;
  }
  if (!has_list) {
    fields_.report(span(mark, end),
                   fmt::format("`ddblint: {}` silences nothing without a list of rules, as in "
                               "`ddblint: {}[DDB101]`",
                               word, word));
    return;
  }
  read_list(std::move(suppression), mark, open, line_end);
}

void CommentReader::read_list(Suppression suppression, std::size_t mark, std::size_t open,
                              std::size_t line_end) {
  const std::size_t close = text_.substr(0, line_end).find(']', open);
  if (close == std::string_view::npos) {
    fields_.report(span(mark, line_end), "this list of rules is not closed by `]` on its line");
    return;
  }
  suppression.span = span(mark, close + 1);
  suppression.rules = names_between(open + 1, close);
  if (suppression.rules.empty()) {
    fields_.report(suppression.span, "this list of rules is empty, so it silences nothing");
    return;
  }
  std::string_view reason = trim(text_.substr(close + 1, line_end - close - 1));
  if (slashes_ && reason.ends_with("*/")) reason = trim(reason.substr(0, reason.size() - 2));
  suppression.reason = reason;
  found_.push_back(std::move(suppression));
}

std::vector<RuleName> CommentReader::names_between(std::size_t begin, std::size_t end) const {
  std::vector<RuleName> names;
  while (begin < end) {
    const std::size_t comma = std::min(text_.find(',', begin), end);
    const std::string_view name = trim(text_.substr(begin, comma - begin));
    if (!name.empty()) {
      const auto at = static_cast<std::size_t>(name.data() - text_.data());
      names.push_back({.text = std::string(name), .span = span(at, at + name.size())});
    }
    begin = comma + 1;
  }
  return names;
}

/// The comment's own line and, when nothing else stands on it, the next line with content. One in
/// JSON speaks of the whole mapping that it stands in.
std::set<std::uint32_t> CommentReader::lines_meant(std::size_t offset) {
  const LineMap& map = source_.lines();
  if (const JsonComment* json = json_comment(offset)) {
    std::set<std::uint32_t> lines;
    const std::uint32_t last = map.at(json->mapping.end).line;
    for (auto line = map.at(json->mapping.begin).line; line <= last; ++line) lines.insert(line);
    return lines;
  }
  const std::uint32_t own = map.at(static_cast<std::uint32_t>(offset)).line;
  std::set<std::uint32_t> lines = {own};
  if (!is_blank_or_comment(map.line_text(own), slashes_)) return lines;
  if (next_content_ <= own) {
    next_content_ = own + 1;
    while (next_content_ <= map.line_count() &&
           is_blank_or_comment(map.line_text(next_content_), slashes_)) {
      ++next_content_;
    }
  }
  lines.insert(next_content_);
  return lines;
}

/// One entry of a `Metadata: ddblint: ignore:` list.
std::optional<Suppression> metadata_entry(FieldReader& fields, const Node& entry,
                                          const std::string& table_id) {
  if (!entry.is_mapping()) {
    fields.report(entry.span, "an entry of `ignore` is a mapping with `id`");
    return std::nullopt;
  }
  const bool at_template = table_id.empty();
  Keys known = {"id", "rule", "index", "reason", "until"};
  if (at_template) known.emplace_back("resource");
  const std::size_t mistakes = fields.mistakes();
  fields.check_keys(entry, "an entry of `ignore`", known);
  const std::string_view key = entry.find("id") != nullptr ? "id" : "rule";
  Suppression result;
  result.scope = Suppression::Scope::table;
  result.table = table_id;
  result.rules = fields.rule_names(entry, key);
  result.indexes = fields.texts(entry, "index");
  if (at_template) result.tables = fields.texts(entry, "resource");
  result.reason = fields.text(entry, "reason");
  result.until = fields.date(entry, "until");
  // A narrowing that could not be read must not silence more than was meant.
  if (fields.mistakes() != mistakes) return std::nullopt;
  if (result.rules.empty()) {
    fields.report(entry.span, "an entry of `ignore` needs the `id` of a rule");
    return std::nullopt;
  }
  result.span = entry.find(key)->span;
  return result;
}

/// A suppression with its names resolved for one run.
struct Active {
  Suppression* suppression;
  std::vector<const RuleInfo*> rules;
};

std::vector<const RuleInfo*> rules_of(const Suppression& suppression) {
  std::vector<const RuleInfo*> rules;
  for (const RuleName& name : suppression.rules) {
    for (const RuleInfo* rule : rules_named(name.text)) rules.push_back(rule);
  }
  return rules;
}

bool has_expired(const Suppression& suppression, std::chrono::year_month_day today) {
  return suppression.until.value_or(today) < today;
}

bool is_about_suppressions(const RuleInfo& rule) {
  return rule.code == kUnused || rule.code == kUnknown || rule.code == kExpired;
}

/// No globs fit everything; some fit only what has a name.
bool fits(std::string_view name, const std::vector<std::string>& globs) {
  if (globs.empty() || name.empty()) return globs.empty();
  return std::ranges::any_of(globs,
                             [name](const std::string& glob) { return matches_name(name, glob); });
}

/// A path relative to a directory, both as shown: that is, relative to the working directory.
std::string relative_to(std::string_view path, const std::string& directory) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path here = fs::current_path(error);
  return (here / path)
      .lexically_normal()
      .lexically_relative((here / directory).lexically_normal() / "")
      .generic_string();
}

/// Answers which suppressions cover a finding.
class Matcher {
 public:
  Matcher(std::vector<Suppression>& suppressions, const SourceSet& sources,
          std::chrono::year_month_day today);

  /// Marks all suppressions that cover a finding; true when there is one.
  bool silence(const Finding& finding);

 private:
  [[nodiscard]] bool covers(const Active& active, const Finding& finding) const;
  [[nodiscard]] bool on_lines(const Suppression& suppression, const Finding& finding) const;
  [[nodiscard]] bool touches(const Suppression& suppression, Span span) const;
  [[nodiscard]] static bool at_table(const Suppression& suppression, const Finding& finding);
  [[nodiscard]] bool by_config(const Suppression& suppression, const Finding& finding) const;

  const SourceSet& sources_;
  std::vector<Active> active_;
};

Matcher::Matcher(std::vector<Suppression>& suppressions, const SourceSet& sources,
                 std::chrono::year_month_day today)
    : sources_(sources) {
  for (Suppression& suppression : suppressions) {
    if (has_expired(suppression, today)) continue;
    Active active = {.suppression = &suppression, .rules = rules_of(suppression)};
    active_.push_back(std::move(active));
  }
}

bool Matcher::silence(const Finding& finding) {
  bool silenced = false;
  for (const Active& active : active_) {
    if (!covers(active, finding)) continue;
    active.suppression->used = true;
    silenced = true;
  }
  return silenced;
}

bool Matcher::covers(const Active& active, const Finding& finding) const {
  if (std::ranges::find(active.rules, finding.rule) == active.rules.end()) return false;
  const Suppression& suppression = *active.suppression;
  const bool same_file = finding.span.valid() && finding.span.file == suppression.span.file;
  const bool about_itself = same_file && is_about_suppressions(*finding.rule) &&
                            suppression.span.begin <= finding.span.begin &&
                            finding.span.end <= suppression.span.end;
  if (about_itself) return false;
  if (suppression.scope == Suppression::Scope::config) return by_config(suppression, finding);
  // Input that could not be read is no matter of taste of that very input.
  if (finding.rule->code == kUnreadable) return false;
  if (suppression.scope == Suppression::Scope::lines) return on_lines(suppression, finding);
  // A finding about a table may stand elsewhere: in a pattern file, in another file of a module.
  const bool of_file =
      same_file || (finding.table_span.valid() && finding.table_span.file == suppression.span.file);
  if (suppression.scope == Suppression::Scope::table) {
    return of_file && at_table(suppression, finding);
  }
  return of_file;
}

bool Matcher::on_lines(const Suppression& suppression, const Finding& finding) const {
  return touches(suppression, finding.table_span) || touches(suppression, finding.span) ||
         std::ranges::any_of(finding.related, [&](const Related& related) {
           return touches(suppression, related.span);
         });
}

bool Matcher::touches(const Suppression& suppression, Span span) const {
  if (suppression.lines.empty() || span.file != suppression.span.file) return false;
  Span last = span;
  last.begin = std::max(span.begin + 1, span.end) - 1;
  const auto line = suppression.lines.lower_bound(sources_.begin_of(span).line);
  return line != suppression.lines.end() && *line <= sources_.begin_of(last).line;
}

bool Matcher::at_table(const Suppression& suppression, const Finding& finding) {
  if (!suppression.table.empty() && finding.table != suppression.table) return false;
  return fits(finding.table, suppression.tables) && fits(finding.index, suppression.indexes);
}

bool Matcher::by_config(const Suppression& suppression, const Finding& finding) const {
  const bool named =
      fits(finding.table, suppression.tables) || fits(finding.table_name, suppression.tables);
  if (!named || !fits(finding.index, suppression.indexes)) return false;
  if (suppression.paths.empty()) return true;
  const auto fits_path = [&](const std::string& path) {
    return matches_globs(relative_to(path, suppression.directory), suppression.paths);
  };
  const auto in_file = [&](Span span) {
    return span.valid() && fits_path(sources_.file(span.file).path());
  };
  if (in_file(finding.table_span)) return true;
  return finding.span.valid() ? in_file(finding.span) : fits_path(finding.path);
}

/// A finding about a suppression, at the suppression.
Finding finding_about(std::string_view code, Span span, std::string message, std::string remedy) {
  const RuleInfo& rule = *find_rule(code);
  Finding finding;
  finding.rule = &rule;
  finding.severity = rule.severity;
  finding.evidence = Evidence::structural;
  finding.message = std::move(message);
  finding.span = span;
  finding.remedy = std::move(remedy);
  return finding;
}

/// The names of a suppression that no rule has.
Findings unknown_rules(const Suppression& suppression) {
  Findings findings;
  for (const RuleName& name : suppression.rules) {
    if (!rules_named(name.text).empty()) continue;
    const std::string_view near = nearest_rule(name.text);
    findings.push_back(finding_about(
        kUnknown, name.span,
        fmt::format("no rule is called `{}`, so naming it here silences nothing", name.text),
        near.empty() ? "take the name out"
                     : fmt::format("write `{}`, or take the name out", near)));
  }
  return findings;
}

/// True when each rule was there to be silenced. Those about suppressions are raised after the
/// silencing, so that nothing is known of them.
bool all_ran(const std::vector<const RuleInfo*>& rules, const std::vector<const RuleInfo*>& ran) {
  return std::ranges::all_of(rules, [&ran](const RuleInfo* rule) {
    return !is_about_suppressions(*rule) && std::ranges::find(ran, rule) != ran.end();
  });
}

std::string names_of(const Suppression& suppression) {
  std::vector<std::string> names;
  names.reserve(suppression.rules.size());
  for (const RuleName& name : suppression.rules) names.push_back(fmt::format("`{}`", name.text));
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

FoundSuppressions comment_suppressions(const SourceFile& source, FileId file, const Tree& tree) {
  if (source.text().find(kMark) == std::string_view::npos) return {};
  return CommentReader(source, file, tree).read();
}

FoundSuppressions metadata_suppressions(const Node& block, const std::string& table_id) {
  FoundSuppressions found;
  FieldReader fields;
  const Node* list = nullptr;
  if (block.is_mapping()) {
    fields.check_keys(block, "`Metadata: ddblint`", {"ignore"});
    list = block.find("ignore");
  } else {
    fields.report(block.span, "`Metadata: ddblint` is a mapping with `ignore`");
  }
  if (list != nullptr && !list->is_sequence()) {
    fields.report(list->span, "`ignore` takes a list of entries");
    list = nullptr;
  }
  if (list != nullptr) {
    for (const Node* entry : list->items) {
      if (auto read = metadata_entry(fields, *entry, table_id)) {
        found.suppressions.push_back(std::move(*read));
      }
    }
  }
  found.diagnostics = fields.take();
  return found;
}

std::vector<Suppression> config_suppressions(const Config& config) {
  std::vector<Suppression> result;
  for (const ConfiguredIgnore& entry : config.ignore) {
    Suppression suppression;
    suppression.scope = Suppression::Scope::config;
    suppression.span = entry.span;
    suppression.rules = entry.rules;
    suppression.reason = entry.reason;
    suppression.until = entry.until;
    suppression.tables = entry.tables;
    suppression.indexes = entry.indexes;
    suppression.paths = entry.paths;
    suppression.directory = config.directory;
    result.push_back(std::move(suppression));
  }
  return result;
}

SuppressionResult apply_suppressions(Findings findings, std::vector<Suppression>& suppressions,
                                     const SourceSet& sources, std::chrono::year_month_day today) {
  Matcher matcher(suppressions, sources, today);
  SuppressionResult result;
  for (Finding& finding : findings) {
    if (matcher.silence(finding)) {
      ++result.suppressed;
    } else {
      result.kept.push_back(std::move(finding));
    }
  }
  return result;
}

Findings audit_suppressions(const std::vector<Suppression>& suppressions,
                            const std::vector<const RuleInfo*>& ran,
                            std::chrono::year_month_day today) {
  Findings findings;
  for (const Suppression& suppression : suppressions) {
    Findings unknown = unknown_rules(suppression);
    const bool judged = unknown.empty() && !suppression.used;
    std::ranges::move(unknown, std::back_inserter(findings));
    if (has_expired(suppression, today)) {
      findings.push_back(finding_about(
          kExpired, suppression.span,
          fmt::format("the suppression of {} expired on {} and silences nothing",
                      names_of(suppression), date_text(suppression.until.value_or(today))),
          "mend what it silenced, or give it a later `until`"));
    } else if (judged && all_ran(rules_of(suppression), ran)) {
      findings.push_back(finding_about(
          kUnused, suppression.span,
          fmt::format("the suppression of {} silences nothing", names_of(suppression)),
          "take it out"));
    }
  }
  return findings;
}

}  // namespace ddblint
