#!/usr/bin/env bash
# Takes the library as it was when single pairs were first recorded from the history, and runs `first/`: exact answers of today beside
# plain ones of then. Its version is changed, because no lock file holds two packages of one name and version.
set -euo pipefail
cd "$(dirname "$0")"
if [ ! -d target/first ]; then
    # Whole or not at all: a clone without its history has no such commit.
    rm -rf target/first.part && mkdir -p target/first.part
    git -C .. archive 5400cf8 | tar -x -C target/first.part
    sed -i 's/version = "0.1.0"/version = "0.0.1"/' target/first.part/Cargo.toml
    sed -i 's/^version.workspace = true/version = "0.0.1"/' target/first.part/crates/*/Cargo.toml
    mv target/first.part target/first
fi
cargo run --quiet --release --manifest-path first/Cargo.toml --target-dir target -- "$@"
