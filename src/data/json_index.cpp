#include "data/json_index.h"

#include <algorithm>
#include <bit>
#include <new>

#include <simdjson.h>

namespace ddblint {

using Implementation = simdjson::internal::dom_parser_implementation;

/// simdjson's kernel for this processor and its buffer of four bytes for each byte of text.
class JsonIndex::Kernel {
 public:
  Implementation& with_room_for(std::size_t size) {
    constexpr std::size_t kLeast = std::size_t{64} << 10U;
    constexpr std::size_t kKept = std::size_t{4} << 20U;
    const std::size_t room = std::max(std::bit_ceil(size + 1), kLeast);
    if (!implementation_) {
      const auto* const best = simdjson::get_active_implementation().operator->();
      check(best->create_dom_parser_implementation(room, kDepth, implementation_));
    } else if (implementation_->capacity() < room || implementation_->capacity() > kKept) {
      check(implementation_->set_capacity(room));
    }
    return *implementation_;
  }

 private:
  /// Of simdjson's own walk, which is not used.
  static constexpr std::size_t kDepth = 1;

  static void check(simdjson::error_code error) {
    if (error != simdjson::SUCCESS) throw std::bad_alloc();
  }

  std::unique_ptr<Implementation> implementation_;
};

JsonIndex::JsonIndex() : kernel_(std::make_unique<Kernel>()) {}
JsonIndex::~JsonIndex() = default;
JsonIndex::JsonIndex(JsonIndex&&) noexcept = default;
JsonIndex& JsonIndex::operator=(JsonIndex&&) noexcept = default;

IndexError JsonIndex::index(std::string_view text) {
  begin_ = end_ = nullptr;
  if (text.empty()) return IndexError::empty;
  Implementation& implementation = kernel_->with_room_for(text.size());
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  switch (implementation.stage1(bytes, text.size(), simdjson::stage1_mode::regular)) {
    case simdjson::SUCCESS:
      break;
    case simdjson::EMPTY:
      return IndexError::empty;
    case simdjson::UTF8_ERROR:
      return IndexError::invalid_utf8;
    case simdjson::UNCLOSED_STRING:
      return IndexError::unclosed_string;
    default:
      return IndexError::control_character;
  }
  std::uint32_t* const indexes = implementation.structural_indexes.get();
  const std::size_t count = implementation.n_structural_indexes;
  // simdjson allocates nine more than the text has bytes and sets three.
  std::fill_n(indexes + count, kSentinels, static_cast<std::uint32_t>(text.size()));
  begin_ = indexes;
  end_ = indexes + count;
  return IndexError::none;
}

}  // namespace ddblint
