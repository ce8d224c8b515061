#pragma once

#include <memory>

#include "profile/table_profile.h"
#include "workload/workload.h"

#include "schema/reader.h"
#include "subject/relational_source.h"

namespace ddblint {

struct Serving;

/// A place for what the room above computes of a subject once (serving_of). A copy of a subject may
/// come to differ, so that it begins with an empty one.
class KeptServing {
 public:
  KeptServing() = default;
  KeptServing(const KeptServing& /*of_another*/) {}
  KeptServing& operator=(const KeptServing&) = delete;
  ~KeptServing() = default;

  /// What `compute` gives; it is called the first time only.
  template <class Compute>
  const Serving& get(const Compute& compute) const {
    if (serving_ == nullptr) serving_ = compute();
    return *serving_;
  }

 private:
  mutable std::shared_ptr<const Serving> serving_;
};

/// One table with all that is bound to it: everything a rule sees. For one thread at a time.
struct Subject {
  const Table& table;
  /// Alarms and scaling targets of the same file.
  const Siblings& siblings;
  /// The relational table that it was made from; null when none is known.
  const RelationalSource* source = nullptr;
  /// What its data say; null when none are bound.
  const TableProfile* profile = nullptr;
  /// How it is asked: patterns and traces; null when none are known.
  const Workload* workload = nullptr;
  KeptServing kept = {};
};

}  // namespace ddblint
