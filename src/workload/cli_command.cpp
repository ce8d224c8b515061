// AWS CLI commands as patterns. A command line becomes the API request that the CLI would send: a
// mapping from parameters to nodes whose places are offsets in the command; the request is read
// like any other, and its places are turned into places of the file at the end.
//
// Values in a command are those of an example, and so is what a `file://` holds: the former are
// never taken for constants, the latter is unknown, and the pattern then not whole.

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <span>
#include <utility>

#include "workload/cli_command_options.h"
#include "workload/cli_command_shorthand.h"
#include "workload/cli_command_words.h"
#include "workload/pattern_place.h"
#include "workload/pattern_reader.h"
#include "workload/pattern_request.h"
#include <fmt/format.h>

#include "source/text.h"
#include "syntax/builder.h"
#include "syntax/parse.h"

namespace ddblint {
namespace {

/// A request of the API is at most 16 MB, but nobody writes one by hand that is longer than this.
constexpr std::size_t kMaxCommandBytes = 256UL << 10U;

using Words = std::span<const ShellWord>;

/// Reads one command, a list of words without separators.
class CommandReader {
 public:
  CommandReader(std::string_view command, Words words)
      : words_(words), command_(command), builder_(tree_, FileId{0}) {}

  ReadRequest run();

 private:
  void report(const ShellWord& word, std::string message);
  bool read_head();
  bool check_operation(const ShellWord& word);
  std::size_t read_option(std::size_t at);
  void add(const ShellWord& name, const CommandOption& option, Words values);
  const Node* value(const CommandOption& option, Words values);
  const Node* scalar(const ShellWord& word);
  const Node* structure(Words values);
  const Node* json(const ShellWord& word);
  const Node* unknown(const ShellWord& word);
  const Node* request();
  Node* make(Node::Kind kind, std::size_t begin, std::size_t end);

  Words words_;
  std::string_view command_;
  Tree tree_;
  /// Those of the JSON values.
  std::vector<Tree> trees_;
  TreeBuilder builder_;
  std::string operation_;
  std::vector<Member> parameters_;
  /// Options that stood on the command line.
  std::set<std::string_view> given_;
  Diagnostics diagnostics_;
};

void CommandReader::report(const ShellWord& word, std::string message) {
  diagnostics_.push_back({.kind = DiagnosticKind::unreadable_input,
                          .span = builder_.span(word.begin, word.end),
                          .message = std::move(message)});
}

Node* CommandReader::make(Node::Kind kind, std::size_t begin, std::size_t end) {
  Node* node = tree_.make();
  node->kind = kind;
  node->span = builder_.span(begin, end);
  return node;
}

bool CommandReader::check_operation(const ShellWord& word) {
  std::string name;
  std::ranges::copy_if(word.text, std::back_inserter(name), [](char c) { return c != '-'; });
  if (is_request(name)) {
    operation_ = name;
    return true;
  }
  std::string hint = did_you_mean(
      word.text, {"get-item", "batch-get-item", "transact-get-items", "query", "scan", "put-item",
                  "update-item", "delete-item", "batch-write-item", "transact-write-items",
                  "execute-statement", "batch-execute-statement", "execute-transaction"});
  if (hint.empty()) hint = "; patterns are commands that read or write items";
  report(word, fmt::format("`{}` reads and writes no items{}", shown_expression(word.text), hint));
  return false;
}

// `aws [global options] dynamodb [global options] OPERATION`; variables may be set before it.
bool CommandReader::read_head() {
  std::size_t at = 0;
  const auto assigns = [](const ShellWord& word) {
    const auto sign = word.text.find('=');
    return sign != std::string::npos && sign > 0 && !word.text.starts_with("-");
  };
  while (at < words_.size() && assigns(words_[at])) ++at;
  if (at >= words_.size() || (words_[at].text != "aws" && words_[at].text != "awslocal")) {
    report(words_[std::min(at, words_.size() - 1)], "a command begins with `aws dynamodb`");
    return false;
  }
  std::vector<std::size_t> heads;
  for (++at; at < words_.size() && heads.size() < 2;) {
    if (words_[at].text.starts_with("--")) {
      at = read_option(at);
    } else {
      heads.push_back(at++);
    }
  }
  if (heads.empty() || words_[heads[0]].text != "dynamodb") {
    report(words_[heads.empty() ? 0 : heads[0]], "a command begins with `aws dynamodb`");
    return false;
  }
  if (heads.size() < 2) {
    report(words_[heads[0]], "the command breaks off behind `dynamodb`");
    return false;
  }
  if (!check_operation(words_[heads[1]])) return false;
  while (at < words_.size()) at = read_option(at);
  return true;
}

/// Reads the option at a position and gives the position behind it.
std::size_t CommandReader::read_option(std::size_t at) {
  const ShellWord& word = words_[at];
  if (!word.text.starts_with("--")) {
    report(word, fmt::format("`{}` belongs to no option", shown_expression(word.text)));
    return at + 1;
  }
  std::string_view name = std::string_view(word.text).substr(2);
  const std::size_t sign = name.find('=');
  ShellWord attached;
  if (sign != std::string_view::npos) {
    attached = word;
    attached.text = name.substr(sign + 1);
    attached.begin = word.exact ? word.begin + sign + 3 : word.begin;
    name = name.substr(0, sign);
  }
  const CommandOption* option = find_option(name);
  const bool off = option == nullptr && name.starts_with("no-");
  if (off) option = find_option(name.substr(3));
  if (option == nullptr) {
    report(word, fmt::format("unknown option `{}`{}", shown_expression(word.text),
                             did_you_mean(name, option_names())));
  }
  const bool flag = option != nullptr && option->shape == OptionShape::flag;
  std::size_t end = at + 1;
  // Before the operation is known, an option has one value: what follows may be the operation.
  const std::size_t most = operation_.empty() ? end + 1 : words_.size();
  while (!flag && !off && sign == std::string_view::npos && end < std::min(most, words_.size()) &&
         !words_[end].text.starts_with("--")) {
    ++end;
  }
  // `--no-return-values` is no option of the CLI, but design tools write it.
  if (option == nullptr || (off && !flag)) return end;
  if (option->shape == OptionShape::flag) {
    Node* node = make(Node::Kind::scalar, word.begin, word.end);
    node->text = off ? "false" : "true";
    Node* key = make(Node::Kind::scalar, word.begin, word.end);
    key->text = tree_.keep(api_name(option->name));
    parameters_.push_back({.key = key, .value = node});
    return end;
  }
  add(word, *option,
      sign == std::string_view::npos ? words_.subspan(at + 1, end - at - 1) : Words(&attached, 1));
  return end;
}

void CommandReader::add(const ShellWord& name, const CommandOption& option, Words values) {
  if (values.empty()) {
    report(name, fmt::format("`--{}` has no value", option.name));
    return;
  }
  if (option.shape == OptionShape::ignored) return;
  const Node* node = value(option, values);
  if (node == nullptr) return;
  if (option.name == "cli-input-json" && node->is_mapping()) {
    // What stands on the command line counts before what the input says.
    parameters_.insert(parameters_.begin(), node->members.begin(), node->members.end());
    return;
  }
  Node* key = make(Node::Kind::scalar, name.begin, name.end);
  key->text = tree_.keep(api_name(option.name));
  const bool twice = !given_.insert(option.name).second;
  if (twice) report(name, fmt::format("`--{}` stands twice; the last one counts", option.name));
  parameters_.push_back({.key = key, .value = node});
}

const Node* CommandReader::unknown(const ShellWord& word) {
  Node* node = make(Node::Kind::expression, word.begin, word.end);
  node->op = Op::invalid;
  return node;
}

const Node* CommandReader::scalar(const ShellWord& word) {
  const bool elsewhere = word.text.starts_with("file://") || word.text.starts_with("fileb://");
  if (word.unknown || elsewhere) return unknown(word);
  Node* node = make(Node::Kind::scalar, word.begin, word.end);
  node->text = tree_.keep(word.text);
  return node;
}

/// JSON, in which every place is one of the command.
const Node* CommandReader::json(const ShellWord& word) {
  std::string padded(word.begin, ' ');
  padded += word.text;
  Tree tree = parse_json(FileId{0}, tree_.keep(padded));
  for (Diagnostic& diagnostic : tree.diagnostics) {
    diagnostic.message = fmt::format("JSON: {}", diagnostic.message);
    diagnostics_.push_back(std::move(diagnostic));
  }
  const bool usable = tree.complete && !tree.documents.empty();
  const Node* node = usable ? tree.documents.front() : nullptr;
  trees_.push_back(std::move(tree));
  return node;
}

const Node* CommandReader::structure(Words values) {
  const ShellWord& first = values.front();
  const bool elsewhere = first.text.starts_with("file://") || first.text.starts_with("fileb://");
  if (elsewhere) return unknown(first);
  const std::string_view begin = trim(first.text);
  if (begin.starts_with("{") || begin.starts_with("[")) {
    // A variable within JSON is a value, of which nothing is known anyway.
    for (const ShellWord& word : values.subspan(1)) {
      report(word, fmt::format("`{}` is too much behind the JSON", shown_expression(word.text)));
    }
    const Node* node = json(first);
    return node == nullptr ? unknown(first) : node;
  }
  // Several words of shorthand are the elements of a list, or the pairs of one mapping.
  const std::size_t items = builder_.item_mark();
  const std::size_t members = builder_.member_mark();
  for (const ShellWord& word : values) {
    const Node* node = parse_shorthand(tree_, word.text, word.begin);
    if (node == nullptr) {
      builder_.drop(items, members);
      return unknown(first);
    }
    builder_.push_item(node);
  }
  Node* list = make(Node::Kind::sequence, first.begin, values.back().end);
  builder_.close_sequence(*list, items);
  return list;
}

const Node* CommandReader::value(const CommandOption& option, Words values) {
  if (option.shape == OptionShape::words) {
    const std::size_t mark = builder_.item_mark();
    for (const ShellWord& word : values) builder_.push_item(scalar(word));
    Node* list = make(Node::Kind::sequence, values.front().begin, values.back().end);
    builder_.close_sequence(*list, mark);
    return list;
  }
  if (option.shape == OptionShape::structure) {
    const Node* node = structure(values);
    const bool listed = option.name == "transact-items" || option.name == "statements" ||
                        option.name == "transact-statements";
    if (listed || !node->is_sequence() || !node->span.valid()) return node;
    // Shorthand in several words is one mapping.
    const std::size_t mark = builder_.member_mark();
    for (const Node* item : node->items) {
      for (const Member& member : item->members) builder_.push_member(member);
    }
    Node* mapping = make(Node::Kind::mapping, node->span.begin, node->span.end);
    builder_.close_mapping(*mapping, mark);
    return mapping;
  }
  for (const ShellWord& word : values.subspan(1)) {
    report(word, fmt::format("`--{}` takes one value, and `{}` is a second one", option.name,
                             shown_expression(word.text)));
  }
  return scalar(values.front());
}

const Node* CommandReader::request() {
  Node* node = make(Node::Kind::mapping, words_.front().begin, words_.back().end);
  const std::size_t mark = builder_.member_mark();
  // The last of equal ones counts; `cli-input-json` may repeat what the command line says.
  for (const Member& member : parameters_) builder_.push_member(member);
  const std::size_t before = tree_.diagnostics.size();
  builder_.close_mapping(*node, mark);
  tree_.diagnostics.resize(before);
  return node;
}

ReadRequest CommandReader::run() {
  ReadRequest result;
  for (const ShellWord& word : words_) {
    if (!word.open) continue;
    report(word, "a quote is not closed");
    result.diagnostics = std::move(diagnostics_);
    return result;
  }
  if (read_head()) result = read_request(operation_, *request());
  for (Diagnostics* more : {&diagnostics_, &tree_.diagnostics}) {
    std::ranges::move(*more, std::back_inserter(result.diagnostics));
  }
  return result;
}

/// Turns offsets in the command into places of the file.
class Placer {
 public:
  Placer(std::string_view command, Span span, const std::vector<ShellWord>& words)
      : place_(command, span), words_(words) {}

  void operator()(Span& span) const {
    if (!span.valid()) return;
    // In a word that is written otherwise than it reads, offsets say nothing.
    const auto after = std::ranges::upper_bound(words_, span.begin, {}, &ShellWord::begin);
    const bool inside = after != words_.begin() && span.begin < std::prev(after)->end;
    if (inside && !std::prev(after)->exact) {
      span = place_.at(std::prev(after)->begin, std::prev(after)->end);
    } else {
      span = place_.at(span.begin, span.end);
    }
  }
  void operator()(Stated& word) const { (*this)(word.span); }
  void operator()(std::vector<Stated>& words) const {
    for (Stated& word : words) (*this)(word);
  }

  void operator()(AccessPattern& pattern) const {
    (*this)(pattern.operation_span);
    (*this)(pattern.table);
    (*this)(pattern.index);
    for (EqualCondition& equal : pattern.equals) (*this)(equal.attribute);
    if (pattern.range) (*this)(pattern.range->attribute);
    for (RangeCondition& range : pattern.further_ranges) (*this)(range.attribute);
    (*this)(pattern.filter);
    if (pattern.attributes) (*this)(*pattern.attributes);
    if (pattern.sets) (*this)(*pattern.sets);
    (*this)(pattern.consistency_span);
    (*this)(pattern.unique);
    (*this)(pattern.span);
  }

 private:
  TextPlace place_;
  const std::vector<ShellWord>& words_;
};

/// Commands between separators; of a pipeline only what stands before the first pipe.
std::vector<Words> commands_of(const std::vector<ShellWord>& words) {
  std::vector<Words> commands;
  bool piped = false;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= words.size(); ++i) {
    if (i < words.size() && !words[i].separator) continue;
    if (i > begin && !piped) commands.push_back(Words(words).subspan(begin, i - begin));
    piped = i < words.size() && words[i].text == "|";
    begin = i + 1;
  }
  return commands;
}

}  // namespace

ReadPatterns read_command(std::string_view command, Span span) {
  ReadPatterns result;
  const auto fail = [&](std::string message) {
    result.diagnostics.push_back(
        {.kind = DiagnosticKind::unreadable_input, .span = span, .message = std::move(message)});
  };
  if (command.size() > kMaxCommandBytes) {
    fail("the command is longer than 256 KB");
    return result;
  }
  const auto words = shell_words(command);
  const auto commands = commands_of(words);
  if (commands.empty()) fail("there is no command");
  const Placer place(command, span, words);
  for (const Words one : commands) {
    ReadRequest request = CommandReader(command, one).run();
    for (AccessPattern& pattern : request.patterns) {
      place(pattern);
      pattern.statement =
          trim(command.substr(one.front().begin, one.back().end - one.front().begin));
      result.set.patterns.push_back(std::move(pattern));
    }
    for (Diagnostic& diagnostic : request.diagnostics) {
      place(diagnostic.span);
      place(diagnostic.related);
      result.diagnostics.push_back(std::move(diagnostic));
    }
  }
  return result;
}

}  // namespace ddblint
