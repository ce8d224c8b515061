#pragma once

#include "schema/model.h"

namespace ddblint {

/// How one key schema relates to another.
enum class KeyRelation {
  none,
  prefix,  ///< same partition attributes; its sort attributes begin the other's
  same,    ///< same attributes, roles and order
};

/// How the key `a` relates to the key `b`; none when a name of either is open.
KeyRelation relate(const KeySchema& a, const KeySchema& b);

/// True when both projections are known and `wide` carries every attribute that `narrow` does. The
/// key of `narrow` is the key of `wide` or begins it.
bool covers(const Index& wide, const Index& narrow);

/// True when it is known which attributes an index carries.
bool projection_known(const Index& index);

}  // namespace ddblint
