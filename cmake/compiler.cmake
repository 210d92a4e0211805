# Flags that every target of ours is built with, as the interface target cleave_flags. Warnings are errors with the compilers
# that the tests run with; a newer compiler knows new warnings, and they must not keep anybody from building.
set(CLEAVE_TESTED_COMPILER OFF)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 12 AND
   CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  set(CLEAVE_TESTED_COMPILER ON)
elseif(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 14 AND
       CMAKE_CXX_COMPILER_VERSION VERSION_LESS 15)
  set(CLEAVE_TESTED_COMPILER ON)
endif()
option(CLEAVE_WARNINGS_AS_ERRORS "Fail on compiler warnings" ${CLEAVE_TESTED_COMPILER})

# ccache makes a second build fast where it is installed; nothing depends on it.
find_program(CLEAVE_CCACHE ccache)
mark_as_advanced(CLEAVE_CCACHE)
if(CLEAVE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER AND NOT EMSCRIPTEN)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CLEAVE_CCACHE})
endif()

add_library(cleave_flags INTERFACE)
target_compile_options(cleave_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wswitch-enum -fno-exceptions -ffp-contract=off
  $<$<BOOL:${CLEAVE_WARNINGS_AS_ERRORS}>:-Werror>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # Two checks of g++ 12 that are wrong at -O3: the empty alternatives of std::optional<std::variant> are no uninitialized
  # memory, and text + std::string does not copy overlapping memory. clang's sanitizers watch for the real things.
  target_compile_options(cleave_flags INTERFACE -Wno-maybe-uninitialized -Wno-restrict)
endif()
target_include_directories(cleave_flags INTERFACE ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/generated)
if(EMSCRIPTEN)
  # A size has 32 bits here, so that every index computed in int64_t warns; the native builds check all other conversions.
  target_compile_options(cleave_flags INTERFACE -Wno-shorten-64-to-32)
  # The header-only library alone: all of /usr/include would hide the headers of Emscripten's own system.
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/host_include)
  file(CREATE_LINK /usr/include/nlohmann ${PROJECT_BINARY_DIR}/host_include/nlohmann SYMBOLIC)
  target_include_directories(cleave_flags SYSTEM INTERFACE ${PROJECT_BINARY_DIR}/host_include)
endif()
if(CLEAVE_SANITIZE)
  target_compile_options(cleave_flags INTERFACE
    -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(cleave_flags INTERFACE -fsanitize=address,undefined)
endif()
if(CLEAVE_FUZZ)
  # Coverage counters for the fuzzers, in the libraries that they share with the tests: one build serves both.
  target_compile_options(cleave_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
