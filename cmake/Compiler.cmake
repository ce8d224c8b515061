# Warnings and sanitizers, as one interface target that every target of the project links.
add_library(ddblint_compiler INTERFACE)
target_compile_options(ddblint_compiler INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast -Wcast-qual
  -Wcast-align -Wnon-virtual-dtor -Woverloaded-virtual -Wdouble-promotion -Wformat=2
  -Wimplicit-fallthrough -Wundef -Wextra-semi -Wmissing-declarations
  $<$<CXX_COMPILER_ID:GNU>:-Wduplicated-cond -Wlogical-op>
  $<$<BOOL:${DDBLINT_WERROR}>:-Werror>)

if(DDBLINT_SANITIZE)
  target_compile_options(ddblint_compiler INTERFACE
    -fsanitize=${DDBLINT_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(ddblint_compiler INTERFACE -fsanitize=${DDBLINT_SANITIZE})
  target_compile_definitions(ddblint_compiler INTERFACE _GLIBCXX_ASSERTIONS)
  set(DDBLINT_STATIC OFF)
endif()
