#include "data/item.h"

#include <algorithm>
#include <utility>

namespace ddblint {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{64} << 10U;

}  // namespace

std::string_view to_string(ValueType type) {
  switch (type) {
    case ValueType::string:
      return "S";
    case ValueType::number:
      return "N";
    case ValueType::binary:
      return "B";
    case ValueType::boolean:
      return "BOOL";
    case ValueType::null:
      return "NULL";
    case ValueType::list:
      return "L";
    case ValueType::map:
      return "M";
    case ValueType::string_set:
      return "SS";
    case ValueType::number_set:
      return "NS";
    case ValueType::binary_set:
      return "BS";
  }
  return "S";
}

char* TextArena::take(std::size_t size) {
  while (block_ < blocks_.size() && blocks_[block_].size() - used_ < size) {
    ++block_;
    used_ = 0;
  }
  if (block_ == blocks_.size()) {
    blocks_.emplace_back(std::max(size, kBlockBytes));
    used_ = 0;
  }
  char* const place = blocks_[block_].data() + used_;
  used_ += size;
  return place;
}

void TextArena::clear() {
  block_ = 0;
  used_ = 0;
}

void AttributeList::grow() {
  constexpr std::size_t kLeast = 64;
  room_ = std::max(kLeast, 2 * room_);
  auto memory = std::make_unique<Attribute[]>(room_);
  std::ranges::copy(*this, memory.get());
  memory_ = std::move(memory);
}

void ParsedItems::clear() {
  items.clear();
  attributes.clear();
  bad.clear();
  decoded.clear();
}

}  // namespace ddblint
