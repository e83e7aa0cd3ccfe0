# Everything a user or a developer runs. `make play` and `make test` are all a newcomer needs.

SHELL := bash
# rustup puts itself there, and an open shell may not know yet.
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
.PHONY: help play build release web doctor tools tools-test bench fuzz pictures types
.PHONY: test lint test-tools test-rust test-web e2e test-deb test-fresh

## Build everything the quick way, start the server and print its address
play: tools
	@node scripts/build.mjs play
	@$(PLAY) serve

## The tuned program: target/release/powerboats
build: tools
	@node scripts/build.mjs release

## The tuned program, and a Debian package of it in target/debian
release: build
	scripts/deb $(POWERBOATS) $(BUILT)/debian

## Check the tools that a build needs and say how to get those that are missing
doctor:
	@scripts/tools doctor

## List these commands
help:
	@awk '/^## / { text = substr($$0, 4); next } text && /^[a-z][a-z0-9-]*.*:/ { split($$0, name, ":"); printf "make %-14s %s\n", name[1], text } { text = "" }' Makefile

# Installs what rustup can install, and says what a person has to install
tools:
	@scripts/tools build

tools-test:
	@scripts/tools test

## The web app, which the server embeds
web: web/node_modules/.package-lock.json
	cd web && npm run build

web/node_modules/.package-lock.json: web/package-lock.json | tools
	cd web && npm install --no-save
	touch $@

## Everything that must pass
test: tools-test test-tools lint web test-rust test-web e2e test-deb test-fresh

lint: tools-test
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings

## Pretended machines that lack something: it is installed, or one sentence says how
test-tools:
	scripts/test-tools

## With a private PostgreSQL, which is installed if it is missing
test-rust: tools-test
	scripts/postgres cargo test --workspace
	$(DEBUG) perft 4

test-web: web/node_modules/.package-lock.json
	cd web && npm run wasm && npm run check && npm test

## In a real browser against the real server
e2e: web
	cargo test --workspace --no-run # the program as the tests before have built it
	scripts/chromium
	cd web && POWERBOATS_BIN=$(abspath $(DEBUG)) npm run e2e

## Install the Debian package, run its service, upgrade and remove it (as root; nothing stays)
test-deb: tools-test
	cargo test --workspace --no-run # the program as the tests before have built it
	scripts/test-deb $(DEBUG)

## A clean copy builds and serves on a machine without the WebAssembly target
test-fresh:
	$(if $(filter no,$(FRESH)),# left out: scripts/fresh runs us,scripts/fresh --quick)

## Describe the server's interface again, and make the web app's types from it
types: web/node_modules/.package-lock.json
	POWERBOATS_WRITE_OPENAPI=1 cargo test -p powerboats-server --test types
	POWERBOATS_WRITE_OPENAPI=1 cargo test -p powerboats-wasm --test types
	cd web && npm run types

## Measure every bar; `make bench-NAME` one of them
bench: build
	cargo run --quiet --release -p powerboats-bench
	$(MAKE) --no-print-directory --keep-going bench-server bench-web

bench-%:
	cargo run --quiet --release -p powerboats-bench -- $*

## The server's own: each starts a server, on loopback, and ends it
DRILL := cargo run --quiet --release -p powerboats-drill --

bench-load bench-idle bench-hostile bench-reconnect bench-start bench-fair-share bench-slow-clients: bench-%: build
	$(DRILL) $*

## All ways to harm a server under live rooms, about 15 minutes; `make bench-kill-fsync` one of them
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

## Mounts a tmpfs: only root may
bench-kill-full-disk bench-kill-fsync bench-kill-enospc bench-kill-power-cut: bench-kill-%: build
	$(DRILL) kill --harm $* --rooms 40 --kills 25

bench-kill-postgres: build
	POWERBOATS_DURABLE=1 scripts/postgres $(DRILL) kill --harm postgres --rooms 40 --kills 12

bench-schemathesis: build
	scripts/schemathesis

## The web app's own: load, first tap, landing map, motion, solver
bench-web: build
	scripts/chromium
	cd web && POWERBOATS_BIN=$(abspath $(POWERBOATS)) npm run --silent bench

bench-server: bench-load bench-idle bench-hostile bench-reconnect bench-start bench-fair-share bench-slow-clients \
    bench-kill bench-schemathesis

## Throw random bytes at every parser, FUZZ_SECONDS each (needs `cargo install cargo-fuzz`)
fuzz:
	set -e; for target in $(FUZZ_TARGETS); do $(MAKE) --no-print-directory fuzz-$$target; done

fuzz-%:
	mkdir -p fuzz/corpus/$*
	RUSTC_BOOTSTRAP=1 cargo fuzz run $* fuzz/corpus/$* $(or $(SEEDS_$*),fuzz/seeds/$*) -- -max_total_time=$(FUZZ_SECONDS) -timeout=10 -print_final_stats=1

## Draw the pictures of README and docs again
pictures: build
	$(POWERBOATS) lake --seed 12 --side dark --race a -o docs/lake.svg
	$(POWERBOATS) lake --seed 3 --side light --race b -o docs/lake-light.svg
	$(POWERBOATS) course --seed 12 -o docs/course.svg > /dev/null
	$(POWERBOATS) analyze docs/evening.txt --svg docs/evening.svg > /dev/null
