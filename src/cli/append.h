#pragma once

#include <iterator>
#include <utility>
#include <vector>

namespace ddblint {

/// Puts the elements of one list behind those of another.
template <class T>
void append(std::vector<T>& to, std::vector<T> from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

}  // namespace ddblint
