#!/usr/bin/env bash
# Builds everything and runs all tests.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/setup.sh
cmake --preset release --log-level=WARNING
cmake --build --preset release
ctest --preset release -j "$(nproc)"
# An entry of ctest is a file of tests.
awk '/^All tests passed/ { cases += $(NF - 2) } END { print cases " test cases passed" }' \
  build/release/Testing/Temporary/LastTest.log
