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
# CMAKE_FIND_LIBRARY_SUFFIXES asks for.
function(ddblint_find name module library)
  pkg_check_modules(${name} REQUIRED ${module})
  find_library(${name}_PATH NAMES ${library} HINTS ${${name}_LIBRARY_DIRS} REQUIRED)
  add_library(ddblint::${name} INTERFACE IMPORTED)
  target_link_libraries(ddblint::${name} INTERFACE ${${name}_PATH})
  target_include_directories(ddblint::${name} SYSTEM INTERFACE ${${name}_INCLUDE_DIRS})
endfunction()

ddblint_find(yaml yaml-0.1 yaml)
ddblint_find(re2 re2 re2)
ddblint_find(xxhash libxxhash xxhash)
