#pragma once

#include <string_view>

#include "rules/detector.h"

namespace ddblint {

/// A setting of a table, and where each replica of a global table states it.
struct Switch {
  Setting<bool> Table::* of_table;
  Setting<bool> Replica::* of_replica;
};

/// One finding where a setting that the service leaves off is off or not stated, with the other
/// replicas as related places; none when it is on or open. `what` goes on after "the table" or "a
/// replica of the table".
Findings left_off(const Subject& subject, const Rule& rule, const Switch& setting,
                  std::string_view what);

}  // namespace ddblint
