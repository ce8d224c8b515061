#include "cli/progress.h"

#include "support/catch.h"

namespace ddblint {
namespace {

TEST_CASE("progress tells share, items, rate and what is left") {
  CHECK(progress_phrase({.bytes = 1 << 20, .total_bytes = 4 << 20, .items = 1500}, "item", 2) ==
        "25 % of 4.00 MiB, 1,500 items, 512 KiB/s, 0:06 left");
  CHECK(progress_phrase({.bytes = 1 << 20, .total_bytes = 1ULL << 32U, .items = 1}, "item", 1) ==
        "0 % of 4.00 GiB, 1 item, 1.00 MiB/s, 1:08:15 left");
  // Nothing is known of the end of standard input.
  CHECK(progress_phrase({.bytes = 1 << 20, .total_bytes = 0, .items = 7}, "item", 1) ==
        "1.00 MiB, 7 items, 1.00 MiB/s");
  // A file may grow while it is read; and at the beginning there is no rate.
  CHECK(progress_phrase({.bytes = 5, .total_bytes = 4, .items = 0}, "item", 1) ==
        "100 % of 4 B, 0 items, 5 B/s, 0:00 left");
  CHECK(progress_phrase({.bytes = 0, .total_bytes = 4, .items = 0}, "item", 0) ==
        "0 % of 4 B, 0 items, 0 B/s");
  CHECK(progress_phrase({.bytes = 1 << 20, .total_bytes = 2 << 20, .items = 1500}, "record", 1) ==
        "50 % of 2.00 MiB, 1,500 records, 1.00 MiB/s, 0:01 left");
}

}  // namespace
}  // namespace ddblint
