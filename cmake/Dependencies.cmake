# Every dependency is found on the system, by its CMake package or by pkg-config.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(cxxopts 3 REQUIRED)

if(DDBLINT_STATIC)
  set(CMAKE_FIND_LIBRARY_SUFFIXES .a ${CMAKE_FIND_LIBRARY_SUFFIXES})
endif()

# Makes the imported target ddblint::NAME of a pkg-config module, preferring the library kind that
# CMAKE_FIND_LIBRARY_SUFFIXES asks for. scripts/setup.sh puts archives that the system lacks into
# build/static. DDBLINT_SHARED_LIBRARIES lists what was found as a shared library alone.
set(DDBLINT_SHARED_LIBRARIES "")
function(ddblint_find name module library)
  pkg_check_modules(${name} REQUIRED ${module})
  find_library(${name}_PATH NAMES ${library}
               HINTS ${PROJECT_SOURCE_DIR}/build/static/lib ${${name}_LIBRARY_DIRS} REQUIRED)
  if(NOT ${name}_PATH MATCHES "\\.a$")
    list(APPEND DDBLINT_SHARED_LIBRARIES ${library})
    set(DDBLINT_SHARED_LIBRARIES "${DDBLINT_SHARED_LIBRARIES}" PARENT_SCOPE)
  endif()
  add_library(ddblint::${name} INTERFACE IMPORTED)
  target_link_libraries(ddblint::${name} INTERFACE ${${name}_PATH})
  target_include_directories(ddblint::${name} SYSTEM INTERFACE ${${name}_INCLUDE_DIRS})
endfunction()

ddblint_find(yaml yaml-0.1 yaml)
ddblint_find(re2 re2 re2)
ddblint_find(xxhash libxxhash xxhash)
ddblint_find(isal libisal isal)
ddblint_find(zstd libzstd zstd)
ddblint_find(crypto libcrypto crypto)
ddblint_find(simdjson simdjson simdjson)

# As headers alone, fmt is compiled into every object anew; they do where there is no archive.
find_library(fmt_ARCHIVE NAMES libfmt.a HINTS ${PROJECT_SOURCE_DIR}/build/static/lib)
add_library(ddblint::fmt INTERFACE IMPORTED)
if(fmt_ARCHIVE)
  target_link_libraries(ddblint::fmt INTERFACE ${fmt_ARCHIVE})
else()
  target_link_libraries(ddblint::fmt INTERFACE fmt::fmt-header-only)
endif()
