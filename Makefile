# The commands for users and developers. To begin with, `make play` and `make test` are enough.

SHELL := bash
# After rustup is installed, shells that were already open do not have its folder on their PATH.
# A second time would be another PATH, with which cargo compiles the Python library again.
PROGRAMS := $(or $(CARGO_HOME),$(HOME)/.cargo)/bin
export PATH := $(if $(findstring :$(PROGRAMS):,:$(PATH):),$(PATH),$(PATH):$(PROGRAMS))
BUILT := $(or $(CARGO_TARGET_DIR),target)
POWERBOATS := $(BUILT)/release/powerboats
DEBUG := $(BUILT)/debug/powerboats
PLAY := $(BUILT)/$(if $(filter dev,$(POWERBOATS_PLAY_PROFILE)),debug,play)/powerboats
FUZZ_SECONDS ?= 300
# Tests wait for servers and clocks more than they compute, so more of them run at a time than there are cores.
TEST_THREADS ?= $(shell echo $$((2 * $$(nproc))))
# CI compiles everything once and debugs nothing, so incremental compilation and debug information would only cost time.
ifdef CI
export CARGO_INCREMENTAL := 0
export CARGO_PROFILE_DEV_DEBUG := 0
endif
SEEDS_tile := crates/rules/tiles
SEEDS_record := $(addprefix crates/rules/tests/records/,valid invalid)
FUZZ_TARGETS := tile lake course turn position record referee

KILLS := bench-kill-sqlite bench-kill-on-postgres bench-kill-pilots bench-kill-term bench-kill-full-disk bench-kill-fsync \
    bench-kill-enospc bench-kill-power-cut bench-kill-postgres bench-kill-compete

CLUSTER_DRILLS := bench-cluster-kill bench-cluster-takeover bench-cluster-failover bench-cluster-cost bench-cluster-model \
    bench-cluster-told

.PHONY: bench-web bench-load bench-idle bench-hostile bench-reconnect bench-kill $(KILLS) bench-schemathesis bench-server
.PHONY: bench-start bench-fair-share bench-slow-clients bench-notify bench-cluster $(CLUSTER_DRILLS)
.PHONY: help play play-cluster build release web doctor tools tools-test bench fuzz pictures types coverage
.PHONY: test test-products chromium lint test-tools test-rust test-web test-clients e2e test-deb test-fresh
.PHONY: test-python wheel bench-python bench-python-peers npm-pack bench-npm

## Build everything quickly, start the server and print its address
play: tools
	@node scripts/build.mjs play
	@$(PLAY) serve

## Build like play, start PostgreSQL, NATS, three nodes and haproxy, and print one address
play-cluster: tools
	@node scripts/build.mjs play
	@POWERBOATS_BIN=$(PLAY) scripts/cluster

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
test: tools-test test-tools
	@$(MAKE) --no-print-directory --jobs 3 lint test-web chromium # the first two compile, each with folders of its own
	cargo test --workspace --no-run
	@$(MAKE) --no-print-directory --jobs 2 test-rust test-products # the Rust tests wait a lot, and go first
	@$(MAKE) --no-print-directory WEB=built e2e # alone, because browsers need both cores

# Tests of what users and other developers get, one after the other
test-products:
	@nice $(MAKE) --no-print-directory --jobs 1 test-python test-clients test-deb test-fresh

## Check format, lints, documentation, fuzz targets, dependencies and the OpenAPI description; warnings are errors
lint: tools-test
	cargo fmt --all --check
	cargo fmt --manifest-path fuzz/Cargo.toml --check
	cargo fmt --manifest-path xtask/Cargo.toml --check
	cargo clippy --workspace --all-targets -- -D warnings
	cargo clippy --locked --manifest-path fuzz/Cargo.toml --no-default-features --target-dir $(BUILT) -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps
	scripts/check-openapi # first: it installs Python if it is missing
	scripts/check-crates
	scripts/check-packages

# Installs the browser for e2e
chromium:
	scripts/chromium

## Test scripts/tools on simulated machines that lack a tool
test-tools:
	scripts/test-tools
	scripts/test-check-crates

## Run the Rust tests, with a temporary PostgreSQL and NATS
test-rust: tools-test
	RUST_TEST_THREADS=$(TEST_THREADS) scripts/cluster --services scripts/test-rust
	$(DEBUG) perft 4

## Test the Python package
test-python: tools-test
	cargo test --workspace --no-run # builds the library with the same features as test-rust
	scripts/python $(BUILT)/debug -m unittest discover --start-directory crates/python/tests
	scripts/python $(BUILT)/debug crates/python/examples/learn.py --smoke
	scripts/test-wheel

## Build the Python package: a wheel in target/wheels
wheel: tools
	scripts/wheel $(BUILT)/wheels

## Build the npm package: a tarball in target/npm
npm-pack: web
	cd web && npm run --silent pack -- $(abspath $(BUILT))/npm --sizes

## Test the web app and the npm package without a browser
test-web: npm-pack
	cd web && npm run check && npm test && node scripts/test-pack.mjs $(abspath $(BUILT))/npm

## Play with a Python client generated from the OpenAPI description, and with the Python example bot
test-clients: tools-test web/node_modules/.package-lock.json
	cargo test --workspace --no-run # builds the program with the same features as test-rust
	scripts/test-clients $(DEBUG)

## Run the browser tests against the server
e2e: $(if $(filter built,$(WEB)),,npm-pack)
	cargo test --workspace --no-run # builds the program with the same features as test-rust
	scripts/chromium # make test has installed it already, while others compiled
	cd web && POWERBOATS_BIN=$(abspath $(DEBUG)) ../scripts/cluster npm run e2e

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

## Generate the OpenAPI description, the web app's types from it, and schemas in docs
types: web/node_modules/.package-lock.json
	POWERBOATS_WRITE_OPENAPI=1 cargo test -p powerboats-server --test server types::
	POWERBOATS_WRITE_OPENAPI=1 cargo test -p powerboats-wasm --test types
	POWERBOATS_WRITE_OPENAPI=1 cargo test -p powerboats --test cli schemas::shared
	scripts/python-types
	cd web && npm run types

## Run all benchmarks; make bench-NAME runs one
bench: build
	cargo run --quiet --release -p powerboats-bench
	$(MAKE) --no-print-directory --keep-going bench-python bench-python-peers bench-npm bench-server bench-web

bench-%:
	cargo run --quiet --release -p powerboats-bench -- $*

# Measures the Python package, and compares it with another package if that can be installed
bench-python:
	cargo build --quiet --release -p powerboats-python
	scripts/python $(BUILT)/release crates/python/bench/speed.py

bench-python-peers:
	cargo build --quiet --release -p powerboats-python
	EXTRA=open_spiel==2.0.2 scripts/python $(BUILT)/release crates/python/bench/peers.py

# What a user of each entry of the npm package downloads
bench-npm: web
	cd web && npm run --silent pack -- --sizes

# The drills are stress tests. Each starts its own server on loopback and stops it.
DRILL := cargo run --quiet --release -p powerboats-drill --

bench-load bench-idle bench-hostile bench-reconnect bench-start bench-fair-share bench-slow-clients bench-notify: bench-%: build
	$(DRILL) $*

## Kill and disrupt a server while games run, about 15 minutes; make bench-kill-fsync runs one of these drills
bench-kill:
	$(MAKE) --no-print-directory --keep-going $(KILLS)

bench-kill-sqlite: build
	$(DRILL) kill

bench-kill-on-postgres: build
	POWERBOATS_DURABLE=1 scripts/postgres $(DRILL) kill

bench-kill-compete: build
	$(DRILL) kill-compete

bench-kill-pilots: build
	$(DRILL) kill --rooms 0 --pilots 8 --kills 25

bench-kill-term: build
	$(DRILL) kill --harm term --rooms 30 --pilots 6 --kills 20

# bench-kill-full-disk mounts a tmpfs, which needs root.
bench-kill-full-disk bench-kill-fsync bench-kill-enospc bench-kill-power-cut: bench-kill-%: build
	$(DRILL) kill --harm $* --rooms 40 --kills 25

bench-kill-postgres: build
	POWERBOATS_DURABLE=1 scripts/postgres $(DRILL) kill --harm postgres --rooms 40 --kills 12

## Break a cluster of three nodes in every way while games run, and measure it, about 20 minutes; SEED=N changes the faults
bench-cluster:
	$(MAKE) --no-print-directory --keep-going $(CLUSTER_DRILLS)

$(CLUSTER_DRILLS): bench-%: build
	POWERBOATS_DURABLE=1 scripts/cluster --services --haproxy $(DRILL) $* $(if $(SEED),--seed $(SEED))

bench-schemathesis: build
	scripts/schemathesis

## Benchmark the web app: first load, first tap, landing map, animation, solver
bench-web: build
	scripts/chromium
	cd web && POWERBOATS_BIN=$(abspath $(POWERBOATS)) npm run --silent bench

bench-server: bench-load bench-idle bench-hostile bench-reconnect bench-start bench-fair-share bench-slow-clients bench-notify \
    bench-kill bench-cluster bench-schemathesis

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
	$(POWERBOATS) fit-ratings --svg docs/calibration.svg > /dev/null
	cargo run --quiet --release -p powerboats-chart --example rules -- docs/rules
	scripts/chromium
	scripts/webp
	cd web && POWERBOATS_BIN=$(abspath $(POWERBOATS)) npm run --silent motion
