#pragma once

#include <set>
#include <string>
#include <vector>

#include "support/measured.h"

namespace ddblint::test {

/// Data made so that what is wrong with them is known: an anti-pattern in one of its disguises, or
/// what looks like one and is none.
struct LabelledCase {
  std::string name = {};
  std::string definition = {};
  DataRows data = {};
  /// The rules that must find something by these data; no other rule may.
  std::set<std::string> truth = {};
};

std::vector<LabelledCase> labelled_cases();

}  // namespace ddblint::test
