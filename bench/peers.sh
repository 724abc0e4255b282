#!/usr/bin/env bash
# Downloads the libraries that `cargo bench` does not build, where `meshes` finds them: Embree, a shared library inside a Python
# wheel, tinybvh, which is compiled for this machine, and FCL, Coal and trimesh for Python.
set -euo pipefail
cd "$(dirname "$0")"
mkdir -p target/peers
python3 -m pip download --quiet --no-deps --only-binary :all: --dest target/peers embreex
python3 -m zipfile --extract target/peers/embreex-*.whl target/peers
ls target/peers/embreex.libs
RUSTFLAGS="-C target-cpu=native" cargo build --quiet --release --manifest-path tinybvh/Cargo.toml --target-dir target/peers/tinybvh
python3 -m venv target/peers/python
target/peers/python/bin/pip install --quiet --only-binary :all: \
    numpy==2.4.6 python-fcl==0.7.0.11 coal==3.0.3 trimesh==5.2.0 scipy==1.17.1 matplotlib==3.10.8
