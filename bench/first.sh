#!/usr/bin/env bash
# Checks out the library at the commit where single pairs were first recorded, and runs `first/`: current exact tests against the
# floating-point tests of that commit. Its version is changed, because a lock file cannot contain two packages of one name and version.
set -euo pipefail
cd "$(dirname "$0")"
if [ ! -d target/first ]; then
    # Stops on failure, without leaving a partial copy: a shallow clone does not have this commit.
    rm -rf target/first.part && mkdir -p target/first.part
    git -C .. archive 5400cf8 | tar -x -C target/first.part
    sed -i 's/version = "0.1.0"/version = "0.0.1"/' target/first.part/Cargo.toml
    sed -i 's/^version.workspace = true/version = "0.0.1"/' target/first.part/crates/*/Cargo.toml
    mv target/first.part target/first
fi
cargo run --quiet --release --manifest-path first/Cargo.toml --target-dir target -- "$@"
