# The commands for users and developers. To begin with, `make play` and `make test` are enough.

SHELL := bash
# After rustup is installed, shells that were already open do not have its folder on their PATH.
export PATH := $(PATH):$(or $(CARGO_HOME),$(HOME)/.cargo)/bin
BUILT := $(or $(CARGO_TARGET_DIR),target)
POWERBOATS := $(BUILT)/release/powerboats
DEBUG := $(BUILT)/debug/powerboats
PLAY := $(BUILT)/$(if $(filter dev,$(POWERBOATS_PLAY_PROFILE)),debug,play)/powerboats
FUZZ_SECONDS ?= 300
SEEDS_tile := crates/rules/tiles
SEEDS_record := $(addprefix crates/rules/tests/records/,valid invalid)
FUZZ_TARGETS := tile lake course turn position record referee

KILLS := bench-kill-sqlite bench-kill-on-postgres bench-kill-pilots bench-kill-term bench-kill-full-disk bench-kill-fsync \
    bench-kill-enospc bench-kill-power-cut bench-kill-postgres

.PHONY: bench-web bench-load bench-idle bench-hostile bench-reconnect bench-kill $(KILLS) bench-schemathesis bench-server
.PHONY: bench-start bench-fair-share bench-slow-clients
.PHONY: help play build release web doctor tools tools-test bench fuzz pictures types coverage
.PHONY: test lint test-tools test-rust test-web e2e test-deb test-fresh

## Build everything quickly, start the server and print its address
play: tools
	@node scripts/build.mjs play
	@$(PLAY) serve

## Build the optimised program: target/release/powerboats
build: tools
	@node scripts/build.mjs release

## Build the optimised program and a Debian package of it in target/debian
release: build
	scripts/deb $(POWERBOATS) $(BUILT)/debian

## Check the tools that a build needs, and say how to get missing ones
doctor:
	@scripts/tools doctor

## List these commands
help:
	@awk '/^## / { text = substr($$0, 4); next } text && /^[a-z][a-z0-9-]*.*:/ { split($$0, name, ":"); printf "make %-14s %s\n", name[1], text } { text = "" }' Makefile

# Installs missing tools if rustup can, and says how to install the others
tools:
	@scripts/tools build

tools-test:
	@scripts/tools test

## Build the web app
web: web/node_modules/.package-lock.json
	cd web && npm run build

web/node_modules/.package-lock.json: web/package-lock.json | tools
	cd web && npm install --no-save
	touch $@

## Run all tests and checks
test: tools-test test-tools lint web test-rust test-web e2e test-deb test-fresh

## Check format, lints, documentation, fuzz targets, dependencies and the OpenAPI description; warnings are errors
lint: tools-test
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings
	cargo clippy --locked --manifest-path fuzz/Cargo.toml --no-default-features --target-dir $(BUILT) -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps
	scripts/check-openapi # first: it installs Python if it is missing
	scripts/check-crates

## Test scripts/tools on simulated machines that lack a tool
test-tools:
	scripts/test-tools
	scripts/test-check-crates

## Run the Rust tests, with a temporary PostgreSQL
test-rust: tools-test
	scripts/postgres cargo test --workspace
	$(DEBUG) perft 4

test-web: web/node_modules/.package-lock.json
	cd web && npm run wasm && npm run check && npm test

## Run the browser tests against the server
e2e: web
	cargo test --workspace --no-run # builds the program with the same features as test-rust
	scripts/chromium
	cd web && POWERBOATS_BIN=$(abspath $(DEBUG)) npm run e2e

## Test the Debian package in a sandbox: install, serve, upgrade, remove (needs root)
test-deb: tools-test
	cargo test --workspace --no-run # builds the program with the same features as test-rust
	scripts/test-deb $(DEBUG)

## Test that a clean copy builds and serves without the WebAssembly target installed
test-fresh:
	$(if $(filter no,$(FRESH)),# skipped: scripts/fresh runs this make,scripts/fresh --quick)

## Print the line coverage of each crate and of the web app (compiles everything again)
coverage: web/node_modules/.package-lock.json
	scripts/coverage
	cd web && npm run wasm && npm run coverage

## Generate the OpenAPI description and the web app's types from it
types: web/node_modules/.package-lock.json
	POWERBOATS_WRITE_OPENAPI=1 cargo test -p powerboats-server --test types
	POWERBOATS_WRITE_OPENAPI=1 cargo test -p powerboats-wasm --test types
	cd web && npm run types

## Run all benchmarks; make bench-NAME runs one
bench: build
	cargo run --quiet --release -p powerboats-bench
	$(MAKE) --no-print-directory --keep-going bench-server bench-web

bench-%:
	cargo run --quiet --release -p powerboats-bench -- $*

# The drills are stress tests. Each starts its own server on loopback and stops it.
DRILL := cargo run --quiet --release -p powerboats-drill --

bench-load bench-idle bench-hostile bench-reconnect bench-start bench-fair-share bench-slow-clients: bench-%: build
	$(DRILL) $*

## Kill and disrupt a server while games run, about 15 minutes; make bench-kill-fsync runs one of these drills
bench-kill:
	$(MAKE) --no-print-directory --keep-going $(KILLS)

bench-kill-sqlite: build
	$(DRILL) kill

bench-kill-on-postgres: build
	POWERBOATS_DURABLE=1 scripts/postgres $(DRILL) kill

bench-kill-pilots: build
	$(DRILL) kill --rooms 0 --pilots 8 --kills 25

bench-kill-term: build
	$(DRILL) kill --harm term --rooms 30 --pilots 6 --kills 20

# bench-kill-full-disk mounts a tmpfs, which needs root.
bench-kill-full-disk bench-kill-fsync bench-kill-enospc bench-kill-power-cut: bench-kill-%: build
	$(DRILL) kill --harm $* --rooms 40 --kills 25

bench-kill-postgres: build
	POWERBOATS_DURABLE=1 scripts/postgres $(DRILL) kill --harm postgres --rooms 40 --kills 12

bench-schemathesis: build
	scripts/schemathesis

## Benchmark the web app: first load, first tap, landing map, animation, solver
bench-web: build
	scripts/chromium
	cd web && POWERBOATS_BIN=$(abspath $(POWERBOATS)) npm run --silent bench

bench-server: bench-load bench-idle bench-hostile bench-reconnect bench-start bench-fair-share bench-slow-clients \
    bench-kill bench-schemathesis

## Fuzz every parser, FUZZ_SECONDS each (needs cargo install cargo-fuzz)
fuzz:
	set -e; for target in $(FUZZ_TARGETS); do $(MAKE) --no-print-directory fuzz-$$target; done

fuzz-%:
	mkdir -p fuzz/corpus/$*
	RUSTC_BOOTSTRAP=1 cargo fuzz run $* fuzz/corpus/$* $(or $(SEEDS_$*),fuzz/seeds/$*) -- -max_total_time=$(FUZZ_SECONDS) -timeout=10 -print_final_stats=1

## Draw the pictures in README and docs
pictures: build
	$(POWERBOATS) lake --seed 12 --side dark --race a -o docs/lake.svg
	$(POWERBOATS) lake --seed 3 --side light --race b -o docs/lake-light.svg
	$(POWERBOATS) course --seed 12 -o docs/course.svg > /dev/null
	$(POWERBOATS) analyze docs/evening.txt --svg docs/evening.svg > /dev/null
	cargo run --quiet --release -p powerboats-chart --example rules -- docs/rules
