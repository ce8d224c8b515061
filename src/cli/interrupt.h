#pragma once

#include <atomic>
#include <csignal>

namespace ddblint {

/// While it lives, the first Ctrl-C is only noted, so that what is known can still be shown; the
/// second one ends the program as ever. One at a time.
class InterruptWatch {
 public:
  InterruptWatch();
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;
  InterruptWatch(InterruptWatch&&) = delete;
  InterruptWatch& operator=(InterruptWatch&&) = delete;

  /// True once there was a Ctrl-C. For any thread.
  [[nodiscard]] static bool asked();
  /// The same as a flag that a reader looks at.
  [[nodiscard]] static const std::atomic<bool>& flag();

 private:
  struct sigaction before_{};
  bool installed_ = false;
};

}  // namespace ddblint
