#include "design/units.h"

#include <random>

#include "design/reference.h"

#include "support/catch.h"

namespace ddblint {
namespace {

TEST_CASE("units are whole steps of 4 KB and 1 KB at every edge") {
  for (int step = 1; step <= 100; ++step) {
    const double edge = step * 4096.0;
    CAPTURE(step);
    CHECK(get_units(edge - 1, Consistency::strong) == step);
    CHECK(get_units(edge, Consistency::strong) == step);
    CHECK(get_units(edge + 1, Consistency::strong) == step + 1);
    CHECK(get_units(edge, Consistency::eventual) == step / 2.0);
    CHECK(get_units(edge, Consistency::transactional) == step * 2);
  }
  for (int step = 1; step <= 400; ++step) {
    const double edge = step * 1024.0;
    CAPTURE(step);
    CHECK(put_units(edge - 1, false) == step);
    CHECK(put_units(edge, false) == step);
    CHECK(put_units(edge + 1, false) == step + 1);
    CHECK(put_units(edge, true) == step * 2);
  }
}

TEST_CASE("what is missing or empty costs the least") {
  CHECK(get_units(0, Consistency::eventual) == 0.5);
  CHECK(get_units(0, Consistency::strong) == 1);
  CHECK(page_units(0, Consistency::eventual) == 0.5);
  CHECK(put_units(0, false) == 1);
  CHECK(put_units(0, true) == 2);
}

TEST_CASE("pages hold whole items up to 1 MB, each rounded up alone") {
  std::mt19937 random(1);
  for (int run = 0; run < 2000; ++run) {
    const int items = static_cast<int>(random() % 6000);
    const double bytes = 1 + static_cast<double>(random() % (run % 2 == 0 ? 2000 : 409'600));
    CAPTURE(items, bytes);
    const PagedRead expected = test::one_by_one(items, bytes);
    const PagedRead read = paged_read(items, bytes, Consistency::strong);
    CHECK(read.pages == expected.pages);
    CHECK(read.units == expected.units);
    CHECK(paged_read(items, bytes, Consistency::eventual).units == expected.units / 2);
  }
}

TEST_CASE("a page of exactly 1 MB is one page") {
  CHECK(paged_read(1024, 1024, Consistency::strong).pages == 1);
  CHECK(paged_read(1024, 1024, Consistency::strong).units == 256);
  CHECK(paged_read(1025, 1024, Consistency::strong).pages == 2);
  CHECK(paged_read(1025, 1024, Consistency::strong).units == 257);
}

}  // namespace
}  // namespace ddblint
