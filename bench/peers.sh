#!/usr/bin/env bash
# Fetches the rivals that cargo cannot: Embree, a shared library inside a wheel for Python. `meshes` finds it there.
set -euo pipefail
cd "$(dirname "$0")"
mkdir -p target/peers
python3 -m pip download --quiet --no-deps --only-binary :all: --dest target/peers embreex
python3 -m zipfile --extract target/peers/embreex-*.whl target/peers
ls target/peers/embreex.libs
