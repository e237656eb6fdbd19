# Two commands do everything on a fresh machine: `make run` and `make test`. `make` alone lists all.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

BUILD ?= build
JOBS ?= $(shell nproc)
MODEL ?= $(BUILD)/share/rung/models/SmolLM2-135M-Instruct.Q4_1.gguf
PROMPT ?= The capital of France is
N ?= 32
# SETUP=skip: install no Debian packages (for systems where apt is not to be used).
SETUP ?= auto

# PROMPT reaches the program through the environment, as typed: make neither expands a `$` in it nor
# does a shell see its quotes. (Make itself drops blanks in front of a value on its command line;
# PROMPT=' x' make run keeps them.)
export RUN_PROMPT := $(value PROMPT)
export RUN_N := $(value N)
unexport PROMPT N

setup_flags := $(if $(filter skip,$(SETUP)),--skip-apt)

.PHONY: help
help:  ## this list
	@echo 'make TARGET [BUILD=build] [JOBS=cores] [SETUP=skip]'
	@sed -n 's/^\([a-z-]*\):.*  ## \(.*\)/  \1|\2/p' Makefile | awk -F'|' '{ printf "%-22s %s\n", $$1, $$2 }'

.PHONY: run
run: build-rung  ## set up, build, and complete PROMPT= by N= tokens with the embedded model
	@exec $(BUILD)/bin/rung generate -m "$(MODEL)" -p "$$RUN_PROMPT" -n "$$RUN_N"

.PHONY: build
build: setup-test  ## set up and build everything
	@tools/build.sh $(BUILD) -j $(JOBS) >&2

.PHONY: test
test:  ## set up, build, and run every test (ctest, pytest, sanitizers, half a minute of each fuzzer)
	@tools/test.sh $(BUILD) $(JOBS) $(setup_flags)

.PHONY: test-long
test-long:  ## the tests that take too long for `make test`
	@tools/test.sh --long $(BUILD) $(JOBS) $(setup_flags)

.PHONY: sanitize
sanitize: setup-test  ## unit tests under ASan + UBSan and TSan, those on a device too (long)
	@tools/sanitize.sh device $(BUILD)-asan $(JOBS)
	@tools/sanitize.sh thread $(BUILD)-tsan $(JOBS)

# FUZZ_SECONDS: for each fuzzer; five of them make an hour.
FUZZ_SECONDS ?= 720
.PHONY: fuzz
fuzz: setup-test  ## every fuzzer for FUZZ_SECONDS= each (an hour in all)
	@tools/fuzz.sh $(BUILD)-fuzz $(JOBS) $(FUZZ_SECONDS)

.PHONY: bench
bench: build-rung  ## set up, build, and measure decode, prefill, load and compile
	@exec $(BUILD)/bin/rung bench -m "$(MODEL)"

.PHONY: verify-env-var-docs
verify-env-var-docs:  ## does docs/environment.md have exactly the variables that the code reads?
	@python3 tools/verify_env_docs.py

.PHONY: format
format:  ## clang-format over the C++ files
	@git ls-files -co --exclude-standard 'rung/*.cc' 'rung/*.h' | xargs clang-format -i

.PHONY: lint
lint: build-configured  ## clang-tidy over the C++ files (slow; not part of `make test`)
	@git ls-files -co --exclude-standard 'rung/*.cc' | \
	  xargs -P $(JOBS) -n 1 clang-tidy --quiet -p $(BUILD)

.PHONY: clean
clean:  ## remove the build directories (the cache of downloads stays)
	@rm -rf $(BUILD) $(BUILD)-asan $(BUILD)-tsan $(BUILD)-fuzz

# Set-up and build talk on stderr: stdout of `make run` is the text alone.
.PHONY: setup-run setup-test build-configured build-rung
setup-run setup-test: setup-%:
	@tools/setup.sh $(BUILD) $* $(setup_flags) >&2

build-configured: setup-run
	@tools/build.sh $(BUILD) --configure-only >&2

build-rung: setup-run
	@tools/build.sh $(BUILD) -j $(JOBS) --target rung >&2
