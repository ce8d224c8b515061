#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

#include "profile/measurements.h"
#include "workload/trace_reader.h"

namespace ddblint {

/// How far a reading is after some seconds: `34 % of 3.4 GiB, 2.10 M items, 410 MiB/s, 0:12 left`.
/// `noun`: what is counted, one of it.
std::string progress_phrase(const Progress& progress, std::string_view noun, double seconds);

/// A line on standard error that is written over and over; nothing unless that is a terminal.
class ProgressLine {
 public:
  ProgressLine();
  /// Takes the line away.
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ProgressLine(ProgressLine&&) = delete;
  ProgressLine& operator=(ProgressLine&&) = delete;

  /// What measure() tells; empty when nobody would see it.
  [[nodiscard]] std::function<void(const Progress&)> listener();
  /// The same of what read_traces() tells.
  [[nodiscard]] std::function<void(const TraceProgress&)> trace_listener();

 private:
  void show(const Progress& progress, std::string_view noun);

  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  bool terminal_ = false;
  bool shown_ = false;
};

}  // namespace ddblint
