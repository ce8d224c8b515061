#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "source/utf8.h"
#include "syntax/builder.h"
#include "syntax/hcl_scanner.h"

namespace ddblint {

/// A value that was read, and how many levels of nodes it has. No node after a failure.
struct HclValue {
  const Node* node = nullptr;
  std::size_t height = 1;

  explicit operator bool() const { return node != nullptr; }
};

/// Reads HCL native syntax: bodies (hcl.cpp), expressions (hcl_expression.cpp) and templates
/// (hcl_template.cpp). At a mistake it complains once, every function returns nothing, and the body
/// around goes on with its next item.
class HclParser {
 public:
  HclParser(Tree& tree, FileId file, std::string_view text)
      : tree_(tree), builder_(tree, file), scanner_(text), well_formed_(!invalid_utf8(text)) {}
  /// For a text inside another one: `place` is the place of everything.
  HclParser(Tree& tree, Span place, std::string_view text)
      : tree_(tree), builder_(tree, place), scanner_(text), well_formed_(!invalid_utf8(text)) {}

  /// The whole text as a body.
  void file();
  /// The whole text as one expression, or as a template without quotes.
  const Node* lone_expression();
  const Node* lone_template();

 private:
  using Kind = HclToken::Kind;
  struct Block;
  struct Marks;
  enum class TemplateMode : std::uint8_t { quoted, heredoc, bare };
  struct TemplateText;

  // Bodies.
  void items(Block& block);
  void item(Block& block);
  void attribute(const Node& key, std::size_t depth, const Marks& start);
  void block(const Node& key, std::size_t depth, const Marks& start);
  bool labels(Node& node);
  const Node* name();
  bool ends_attribute();
  void end_of_item(const Block& block);
  void unclosed(Block& block, std::size_t mark);
  bool header_ends_with_brace(const Marks& start);
  bool conflict_marker();
  [[nodiscard]] Marks marks() const;
  void recover(const Marks& start);
  void give_up();

  // Expressions.
  HclValue expression(std::size_t depth);
  HclValue binary(int level, std::size_t depth);
  HclValue term(std::size_t depth);
  HclValue operand(std::size_t depth);
  HclValue steps(HclValue value, std::size_t begin, std::size_t depth);
  HclValue attribute_step(HclValue value, std::size_t begin, std::size_t depth);
  HclValue index_step(HclValue value, std::size_t begin, std::size_t depth);
  HclValue attribute_splat(HclValue value, std::size_t begin, std::size_t marker,
                           std::size_t depth);
  HclValue named_step(HclValue value, std::size_t begin, std::size_t depth);
  HclValue unary(std::size_t depth);
  HclValue parentheses(std::size_t depth);
  HclValue word(std::size_t depth);
  HclValue call(const HclToken& first, std::size_t depth);
  HclValue arguments(Node& node, std::size_t depth);
  HclValue tuple(std::size_t depth);
  HclValue object(std::size_t depth);
  HclValue object_key(std::size_t depth);
  HclValue for_expression(const HclToken& opening, bool newlines, std::size_t depth);
  HclValue number();
  HclValue literal();
  HclValue too_deep();
  HclValue unexpected(std::string_view wanted);
  HclValue made(Node& node, std::size_t begin, std::size_t height, std::size_t depth);
  HclValue join(Op op, std::string_view text, std::size_t begin,
                std::initializer_list<HclValue> operands, std::size_t depth);
  /// The names between `for` and `in`, and the collection behind: two scalars and a value.
  struct ForIntro {
    const Node* key = nullptr;
    const Node* name = nullptr;
    HclValue collection;
  };
  /// A literal, or what stands between `${` or `%{` and `}`.
  struct TemplatePart {
    enum class Kind : std::uint8_t {
      literal,
      value,
      if_begin,
      if_else,
      if_end,
      for_begin,
      for_end
    };
    Kind kind = Kind::literal;
    std::size_t begin = 0;
    std::size_t end = 0;
    std::string_view text = {};  // of a literal
    ForIntro intro = {};         // value, condition or collection; names of a for
  };
  ForIntro for_intro(std::size_t depth);
  const Node* for_name();

  // Templates.
  HclValue string(std::size_t depth);
  HclValue heredoc(std::size_t depth);
  bool parts(TemplateText& text, std::size_t depth);
  bool at_template_end(TemplateText& text);
  void literal_part(TemplateText& text);
  std::size_t literal_end(const TemplateText& text, bool& escaped);
  [[nodiscard]] std::size_t behind_sign(std::size_t at, bool& escaped) const;
  bool sequence(TemplateText& text, std::size_t depth);
  bool directive(TemplatePart& part, std::size_t depth);
  void indent(std::size_t mark);
  void meld(std::size_t mark);
  HclValue assemble(std::size_t mark, std::size_t begin, std::size_t end, std::size_t depth);
  HclValue placed(const HclValue& value, std::size_t begin, std::size_t end);
  HclValue branch(std::size_t& at, std::size_t depth);
  HclValue conditional(std::size_t& at, std::size_t depth);
  HclValue repetition(std::size_t& at, std::size_t depth);
  std::string_view decode(std::size_t begin, std::size_t end, TemplateMode mode);
  std::size_t decode_escape(std::size_t at, std::size_t end, std::string& out);
  std::string_view checked(std::size_t begin, std::size_t end);
  const Node* text_node(std::string_view text, Span span);

  // Mistakes.
  /// Says what is wrong; what was read stays good.
  void complain(std::size_t begin, std::size_t end, std::string message);
  /// Says what is wrong, unless that was done; nothing can be read before the next item.
  void fail(std::size_t begin, std::size_t end, std::string message);
  [[nodiscard]] std::string problem(std::string_view wanted) const;
  bool take(Kind kind, std::string_view wanted);
  Node* make(Node::Kind kind);
  const Node* token_node(bool quoted);
  const Node* finish_lone(const HclValue& value);

  Tree& tree_;
  TreeBuilder builder_;
  HclScanner scanner_;
  std::vector<TemplatePart> parts_;
  std::size_t breaks_ = 0;
  bool well_formed_;  // as UTF-8
  bool failing_ = false;
  bool in_conflict_ = false;
  bool given_up_ = false;
  bool recovered_ = false;
};

}  // namespace ddblint
