#!/usr/bin/env bash
# Builds the fuzzers with clang in BUILD and runs each for SECONDS over its seeds in
# tests/data/fuzz/NAME, JOBS at once. Fails when one finds something; the input that did lies in
# BUILD/findings. Once mended, it belongs among the seeds.
#
#   tools/fuzz.sh BUILD JOBS SECONDS [NAME...]
set -euo pipefail
cd "$(dirname "$0")/.."
build=$1
jobs=$2
seconds=$3
shift 3
names=("$@")
if [ ${#names[@]} = 0 ]; then
  names=(cache_entry_fuzz gguf_fuzz request_fuzz sse_fuzz tokenizer_fuzz)
fi

[ -e "$build/build.ninja" ] ||
  cmake -S . -B "$build" -G Ninja -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_BUILD_TYPE=RelWithDebInfo \
    -DRUNG_FUZZ=ON -DRUNG_TESTS=OFF -DRUNG_BENCHMARKS=OFF -DRUNG_SANITIZE=address,undefined \
    >/dev/null
cmake --build "$build" -j "$jobs" --target fuzzers
mkdir -p "$build/findings"

fuzz() {
  local name=$1
  mkdir -p "$build/corpus/$name"
  UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 "$build/bin/$name" \
    "$build/corpus/$name" "tests/data/fuzz/$name" -max_total_time="$seconds" -timeout=10 \
    -rss_limit_mb=2048 -artifact_prefix="$build/findings/$name-" -print_final_stats=1 \
    >"$build/$name.log" 2>&1 || {
    tail -n 40 "$build/$name.log" >&2
    echo "fuzz: $name found something: $build/findings" >&2
    return 1
  }
  echo "fuzz: $name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$build/$name.log") inputs"
}
export -f fuzz
export build seconds
printf '%s\n' "${names[@]}" | xargs -P "$jobs" -I{} bash -euo pipefail -c 'fuzz {}'
