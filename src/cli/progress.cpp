#include "cli/progress.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>
#include <unistd.h>

#include "report/quantities.h"

namespace ddblint {
namespace {

/// Shorter readings are over before anyone has read a line.
constexpr double kFirstSeconds = 0.5;

/// Hours only where there are some.
std::string duration_phrase(double seconds) {
  const auto whole = std::llround(std::ceil(seconds));
  const auto minutes = whole / 60;
  if (minutes < 60) return fmt::format("{}:{:02}", minutes, whole % 60);
  return fmt::format("{}:{:02}:{:02}", minutes / 60, minutes % 60, whole % 60);
}

bool set(const char* variable) {
  const char* value = std::getenv(variable);  // NOLINT(concurrency-mt-unsafe): before any thread
  return value != nullptr && *value != '\0';
}

}  // namespace

std::string progress_phrase(const Progress& progress, std::string_view noun, double seconds) {
  const auto bytes = static_cast<double>(progress.bytes);
  const auto total = static_cast<double>(progress.total_bytes);
  const double rate = bytes / std::max(seconds, 1e-3);
  const std::string rest =
      fmt::format(", {}, {}/s", counted(progress.items, noun), bytes_phrase(rate));
  if (progress.total_bytes == 0) return bytes_phrase(bytes) + rest;
  const double share = std::min(1.0, bytes / total);
  std::string text =
      fmt::format("{:.0f} % of {}{}", std::floor(share * 100), bytes_phrase(total), rest);
  if (bytes > 0) text += fmt::format(", {} left", duration_phrase((1 - share) * total / rate));
  return text;
}

ProgressLine::ProgressLine() : terminal_(::isatty(STDERR_FILENO) == 1 && !set("CI")) {}

ProgressLine::~ProgressLine() {
  if (shown_) fmt::print(stderr, "\r\x1b[K");
}

std::function<void(const Progress&)> ProgressLine::listener() {
  if (!terminal_) return {};
  return [this](const Progress& progress) { show(progress, "item"); };
}

std::function<void(const TraceProgress&)> ProgressLine::trace_listener() {
  if (!terminal_) return {};
  return [this](const TraceProgress& progress) {
    show({.bytes = progress.bytes, .total_bytes = progress.total_bytes, .items = progress.records},
         "record");
  };
}

void ProgressLine::show(const Progress& progress, std::string_view noun) {
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start_;
  if (passed.count() < kFirstSeconds) return;
  fmt::print(stderr, "\r\x1b[K{}", progress_phrase(progress, noun, passed.count()));
  std::fflush(stderr);
  shown_ = true;
}

}  // namespace ddblint
