#!/usr/bin/env bash
# Unit tests under sanitizers, in build trees of their own.
#
#   tools/sanitize.sh address BUILD JOBS   ASan + UBSan, every unit test that needs no device
#   tools/sanitize.sh thread BUILD JOBS    TSan: the engine over its fake runner, the server, the
#                                          thread pool, the compile cache
#   tools/sanitize.sh device BUILD JOBS    ASan + UBSan, the tests on a device too (slow)
#
# The first two leave out simulations of one thread, which take minutes; the third runs them.
# The plugins are not instrumented: TSan would not see how they synchronize.
set -euo pipefail
cd "$(dirname "$0")/.."
kind=$1
build=$2
jobs=$3

plain=(base_test hlo_test context_test tokenizer_test weights_test model_test kernels_test
  thread_pool_test compile_cache_test engine_test api_test server_test)
device=(pjrt_test ffi_test runtime_test load_fault_test engine_fault_test)
case $kind in
  address) sanitizer=address,undefined; tests=("${plain[@]}") ;;
  thread) sanitizer=thread; tests=(thread_pool_test compile_cache_test engine_test server_test) ;;
  device) sanitizer=address,undefined; tests=("${plain[@]}" "${device[@]}") ;;
  *) echo "sanitize: unknown kind $kind" >&2; exit 2 ;;
esac

[ -e "$build/build.ninja" ] ||
  cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DRUNG_BENCHMARKS=OFF \
    -DRUNG_SANITIZE="$sanitizer" >/dev/null
cmake --build "$build" -j "$jobs" --target "${tests[@]}"

# XLA frees nothing at exit, so leaks are counted by our own counters instead.
export ASAN_OPTIONS=detect_leaks=$([ "$kind" = device ] && echo 0 || echo 1)
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
export TSAN_OPTIONS=halt_on_error=1
filter='-*MemorySimulation*:*AThousandRequests*:BatchPolicy*'
[ "$kind" != device ] || filter='*'
for test in "${tests[@]}"; do
  SECONDS=0
  "$build/bin/$test" --gtest_brief=1 --gtest_filter="$filter"
  echo "sanitize: $kind: $test: $SECONDS s"
done
