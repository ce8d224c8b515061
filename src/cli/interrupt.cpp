#include "cli/interrupt.h"

namespace ddblint {
namespace {

// A handler may touch no more than a lock-free atomic.
std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void note_interrupt(int /*signal*/) { interrupted.store(true); }

}  // namespace

InterruptWatch::InterruptWatch() {
  interrupted.store(false);
  // A shell that starts a job in the background makes it ignore Ctrl-C; that is left so.
  if (::sigaction(SIGINT, nullptr, &before_) != 0 || before_.sa_handler == SIG_IGN) return;
  struct sigaction noting{};
  noting.sa_handler = note_interrupt;
  // Once: the second one does what it does by default.
  noting.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
  ::sigemptyset(&noting.sa_mask);
  installed_ = ::sigaction(SIGINT, &noting, nullptr) == 0;
}

InterruptWatch::~InterruptWatch() {
  if (installed_) ::sigaction(SIGINT, &before_, nullptr);
}

bool InterruptWatch::asked() { return interrupted.load(); }

const std::atomic<bool>& InterruptWatch::flag() { return interrupted; }

}  // namespace ddblint
