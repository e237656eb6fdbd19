#!/usr/bin/env bash
# Configures BUILD once (Release, Ninja; an existing tree keeps its own choices), then builds.
#
#   tools/build.sh BUILD [--configure-only | arguments of cmake --build]
set -euo pipefail
cd "$(dirname "$0")/.."
build=$1
shift

if [ ! -e "$build/build.ninja" ] && [ ! -e "$build/Makefile" ]; then
  fresh=()
  [ -e "$build/CMakeCache.txt" ] || fresh=(-G Ninja -DCMAKE_BUILD_TYPE=Release)
  cmake -S . -B "$build" "${fresh[@]}"
fi
[ "${1-}" = --configure-only ] || cmake --build "$build" "$@"
