#include <cstdio>
#include <exception>

#include "cli/commands.h"

int main(int argc, char** argv) {
  try {
    return static_cast<int>(ddblint::run_program({argv + 1, argv + argc}));
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "ddblint: internal error: %s\n", problem.what());
    return static_cast<int>(ddblint::ExitCode::failed);
  }
}
