#!/usr/bin/env bash
# Takes the library as it was when single pairs were first recorded from the history, and runs `first/`: exact answers of today beside
# plain ones of then. Its version is changed, because no lock file holds two packages of one name and version.
set -euo pipefail
cd "$(dirname "$0")"
if [ ! -d target/first ]; then
    mkdir -p target/first
    git -C .. archive 5400cf8 | tar -x -C target/first
    sed -i 's/version = "0.1.0"/version = "0.0.1"/' target/first/Cargo.toml
    sed -i 's/^version.workspace = true/version = "0.0.1"/' target/first/crates/*/Cargo.toml
fi
cargo run --quiet --release --manifest-path first/Cargo.toml --target-dir target -- "$@"
