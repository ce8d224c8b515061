#pragma once

#include <string>
#include <vector>

#include "syntax/node.h"

namespace ddblint {

/// Collects the children of nodes while they are read: one stack each for elements and entries,
/// from which a node takes its own when it closes. Shared by the parsers.
class TreeBuilder {
 public:
  TreeBuilder(Tree& tree, FileId file) : tree_(tree), file_(file) {}

  [[nodiscard]] Span span(std::size_t begin, std::size_t end) const {
    return {file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  }
  /// Positions on the stacks; what is pushed after them belongs to the node that opens here.
  [[nodiscard]] std::size_t item_mark() const { return items_.size(); }
  [[nodiscard]] std::size_t member_mark() const { return members_.size(); }
  void push_item(const Node* node) { items_.push_back(node); }
  void push_member(Member member) { members_.push_back(member); }

  /// Gives a sequence its elements since the mark.
  void close_sequence(Node& node, std::size_t mark);
  /// Gives a mapping its entries since the mark, `merged` before them, and reports duplicate keys.
  void close_mapping(Node& node, std::size_t mark, const std::vector<Member>& merged = {});
  /// Reports that the input cannot be read here.
  void report(std::size_t begin, std::size_t end, std::string message);

 private:
  void report_duplicates(std::span<const Member> members);

  Tree& tree_;
  FileId file_;
  std::vector<const Node*> items_;
  std::vector<Member> members_;
};

}  // namespace ddblint
