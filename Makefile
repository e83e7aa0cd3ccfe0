# Everything a user or a developer runs. `make play` and `make test` are all a newcomer needs.

SHELL := bash
POWERBOATS := $(or $(CARGO_TARGET_DIR),target)/release/powerboats
FUZZ_SECONDS ?= 300
SEEDS_tile := crates/rules/tiles
SEEDS_record := $(addprefix crates/rules/tests/records/,valid invalid)
FUZZ_TARGETS := tile lake course turn position record referee

.PHONY: play build test lint bench fuzz pictures

## Build, and watch a random match in the terminal
play: build
	$(POWERBOATS) watch

build:
	cargo build --release -p powerboats

## Everything that must pass
test: lint
	cargo test --workspace
	cargo build --release -p powerboats
	$(POWERBOATS) perft 4

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
	$(POWERBOATS) lake --seed 12 --side dark --race a -o docs/lake.svg
	$(POWERBOATS) lake --seed 3 --side light --race b -o docs/lake-light.svg
	$(POWERBOATS) course --seed 12 -o docs/course.svg > /dev/null
	$(POWERBOATS) analyze docs/evening.txt --svg docs/evening.svg > /dev/null
