#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "syntax/node.h"

namespace ddblint {

/// Collects the children of nodes while they are read: one stack each for elements and entries,
/// from which a node takes its own when it closes. Shared by the parsers.
class TreeBuilder {
 public:
  TreeBuilder(Tree& tree, FileId file) : tree_(tree), place_{.file = file} {}
  /// For a text that stands in another one: every node and complaint has the same place.
  TreeBuilder(Tree& tree, Span place) : tree_(tree), place_(place), fixed_(true) {}

  [[nodiscard]] Span span(std::size_t begin, std::size_t end) const {
    if (fixed_) return place_;
    return {place_.file, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  }
  /// Positions on the stacks; what is pushed after them belongs to the node that opens here.
  [[nodiscard]] std::size_t item_mark() const { return items_.size(); }
  [[nodiscard]] std::size_t member_mark() const { return members_.size(); }
  void push_item(const Node* node) { items_.push_back(node); }
  void push_member(Member member) { members_.push_back(member); }
  /// The entries since a mark.
  [[nodiscard]] std::span<const Member> members_since(std::size_t mark) const {
    return std::span(members_).subspan(mark);
  }
  /// Forgets what was pushed since the marks: the nodes it belonged to could not be read.
  void drop(std::size_t item_mark, std::size_t member_mark);

  /// Gives a sequence its elements since the mark.
  void close_sequence(Node& node, std::size_t mark);
  /// Gives a mapping its entries since the mark, `merged` before them, and reports duplicate keys.
  void close_mapping(Node& node, std::size_t mark, const std::vector<Member>& merged = {});
  /// Gives an HCL body its first `count` entries since the mark; the others stay for the node
  /// around it. Blocks may have equal names, attributes may not.
  void close_body(Node& node, std::size_t mark, std::size_t count);
  /// Reports that the input cannot be read here.
  void report(std::size_t begin, std::size_t end, std::string message);

 private:
  enum class Keys : std::uint8_t { of_mapping, of_body };
  void report_duplicates(std::span<const Member> members, Keys kind);

  Tree& tree_;
  Span place_;
  bool fixed_ = false;
  std::vector<const Node*> items_;
  std::vector<Member> members_;
};

}  // namespace ddblint
