#!/usr/bin/env bash
# What `make test` and `make test-long` run: set-up, build, ctest, pytest; in the short one the
# sanitizers and fuzzers too, in build trees of their own; in the long one pytest on the portable
# lowering too. Stops at the first stage that fails and always ends with the seconds of each.
#
#   tools/test.sh [--long] BUILD JOBS [flags of tools/setup.sh]
set -euo pipefail
cd "$(dirname "$0")/.."

ctest_labels=(-LE long)
long=no
pytest_marker='not long'
if [ "${1-}" = --long ]; then
  ctest_labels=(-L long)
  long=yes
  pytest_marker=long
  shift
fi
build=$1
jobs=$2
shift 2

summary=''
start=$EPOCHSECONDS
stage=''
stage_start=$start

finish_stage() {
  [ -z "$stage" ] || summary+=$(printf '%-8s %5d s' "$stage" $((EPOCHSECONDS - stage_start)))$'\n'
}

begin_stage() {
  finish_stage
  stage=$1
  stage_start=$EPOCHSECONDS
  echo "== $stage"
}

report() {
  local code=$?
  finish_stage
  printf '%s' "$summary"
  printf '%-8s %5d s\n' total $((EPOCHSECONDS - start))
  [ $code = 0 ] || echo "FAILED in stage $stage (exit code $code)"
}
trap report EXIT

begin_stage set-up
tools/setup.sh "$build" test "$@"

begin_stage build
tools/build.sh "$build" -j "$jobs"

begin_stage ctest
ctest --test-dir "$build" --output-on-failure --no-tests=error -j "$jobs" "${ctest_labels[@]}"

run_pytest() {
  "$build/test-venv/bin/python" -m pytest tests -c tests/pytest.ini --rootdir . -p no:cacheprovider \
    -m "$1" --build-dir "$build" -q -ra
}

begin_stage pytest
run_pytest "$pytest_marker"

if [ "$long" = yes ]; then
  begin_stage portable  # the short ones, on the lowering that is not the default
  RUNG_LOWERING=portable run_pytest 'not long'
  exit 0
fi

begin_stage address
tools/sanitize.sh address "$build-asan" "$jobs"

begin_stage thread
tools/sanitize.sh thread "$build-tsan" "$jobs"

begin_stage fuzz
tools/fuzz.sh "$build-fuzz" "$jobs" 30
