# Everything a user or a developer runs. `make play` and `make test` are all a newcomer needs.

SHELL := bash
FUZZ_SECONDS ?= 300
SEEDS_tile := crates/rules/tiles
SEEDS_record := $(addprefix crates/rules/tests/records/,valid invalid)
FUZZ_TARGETS := tile lake course turn position record referee

.PHONY: play build test lint doc-test bench fuzz pictures

## Build, and watch a random match in the terminal
play: build
	./target/release/powerboats watch

build:
	cargo build --release -p powerboats

## Everything that must pass
test: lint
	cargo test --workspace
	cargo build --release -p powerboats
	./target/release/powerboats perft 4

lint:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings

## Measure every bar; `make bench-NAME` one of them
bench:
	cargo run --quiet --release -p powerboats-bench

bench-%:
	cargo run --quiet --release -p powerboats-bench -- $*

## Throw random bytes at every parser, FUZZ_SECONDS each (needs `cargo install cargo-fuzz`)
fuzz:
	set -e; for target in $(FUZZ_TARGETS); do $(MAKE) --no-print-directory fuzz-$$target; done

fuzz-%:
	mkdir -p fuzz/corpus/$*
	RUSTC_BOOTSTRAP=1 cargo fuzz run $* fuzz/corpus/$* $(or $(SEEDS_$*),fuzz/seeds/$*) -- -max_total_time=$(FUZZ_SECONDS) -timeout=10 -print_final_stats=1

## Draw the pictures of README and docs again
pictures: build
	./target/release/powerboats lake --seed 7 --side dark --race a -o docs/lake.svg
	./target/release/powerboats lake --seed 11 --side light --race b -o docs/lake-light.svg
