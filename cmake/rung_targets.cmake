# One target per folder: rung_library, and beside it the tests, conformance suites and benchmarks.

add_compile_options(-Wall -Wextra -Wpedantic -Wno-missing-field-initializers -fno-math-errno
                    -ffp-contract=off)
if(RUNG_SANITIZE)
  # -O1 and line tables alone: a third of the time to build, and every finding still has its line.
  add_compile_options(-fsanitize=${RUNG_SANITIZE} -fno-omit-frame-pointer -O1 -g1)
  add_link_options(-fsanitize=${RUNG_SANITIZE})
endif()
if(RUNG_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL Clang)
    message(FATAL_ERROR "RUNG_FUZZ needs clang, for libFuzzer: -DCMAKE_CXX_COMPILER=clang++")
  endif()
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
find_program(RUNG_LLD ld.lld)
if(RUNG_LLD)
  add_link_options(-fuse-ld=lld)
endif()

# rung_library(<layer> SRCS <files> [DEPS <targets>]) makes rung_<layer>, known as rung::<layer>.
function(rung_library layer)
  cmake_parse_arguments(ARG "" "" "SRCS;DEPS" ${ARGN})
  add_library(rung_${layer} STATIC ${ARG_SRCS})
  add_library(rung::${layer} ALIAS rung_${layer})
  target_include_directories(rung_${layer} PUBLIC ${CMAKE_SOURCE_DIR})
  target_link_libraries(rung_${layer} PUBLIC ${ARG_DEPS})
endfunction()

# rung_test(<name> SRCS <files> [DEPS <targets>] [LABELS <labels>]) makes one GoogleTest program.
function(rung_test name)
  cmake_parse_arguments(ARG "" "" "SRCS;DEPS;LABELS" ${ARGN})
  if(NOT RUNG_TESTS)
    return()
  endif()
  add_executable(${name} ${ARG_SRCS})
  target_link_libraries(${name} PRIVATE ${ARG_DEPS} GTest::gmock GTest::gtest GTest::gtest_main)
  target_compile_definitions(${name} PRIVATE RUNG_SOURCE_DIR="${CMAKE_SOURCE_DIR}"
                                             RUNG_BUILD_DIR="${CMAKE_BINARY_DIR}")
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES LABELS "unit;${ARG_LABELS}" TIMEOUT 900)
endfunction()

# rung_benchmark(<name> SRCS <files> [DEPS <targets>]) makes one Google Benchmark program.
function(rung_benchmark name)
  cmake_parse_arguments(ARG "" "" "SRCS;DEPS" ${ARGN})
  if(NOT RUNG_BENCHMARKS)
    return()
  endif()
  add_executable(${name} ${ARG_SRCS})
  target_link_libraries(${name} PRIVATE ${ARG_DEPS} benchmark::benchmark benchmark::benchmark_main)
  target_compile_definitions(${name} PRIVATE RUNG_SOURCE_DIR="${CMAKE_SOURCE_DIR}"
                                             RUNG_BUILD_DIR="${CMAKE_BINARY_DIR}")
endfunction()

# rung_fuzzer(<name> SRCS <files> [DEPS <targets>]) makes one libFuzzer program, named <name> and part
# of the target `fuzzers`, when RUNG_FUZZ is on. Its seeds lie in tests/data/fuzz/<name>.
function(rung_fuzzer name)
  cmake_parse_arguments(ARG "" "" "SRCS;DEPS" ${ARGN})
  if(NOT RUNG_FUZZ)
    return()
  endif()
  if(NOT TARGET fuzzers)
    add_custom_target(fuzzers)
  endif()
  add_executable(${name} EXCLUDE_FROM_ALL ${ARG_SRCS})
  target_link_libraries(${name} PRIVATE ${ARG_DEPS})
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  target_compile_definitions(${name} PRIVATE RUNG_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  add_dependencies(fuzzers ${name})
endfunction()
