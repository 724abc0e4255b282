#!/usr/bin/env bash
# Makes the virtual environment of compare.py, with the libraries it compares and this package's wheel: the one that is named, or
# one that is built here.
#
#     bench/python/setup.sh [WHEEL]
set -euo pipefail
wheel=${1:+$(realpath "$1")}
cd "$(dirname "$0")/../.."
home=bench/target/python
python3 -m venv "$home"
"$home/bin/pip" install --quiet --only-binary :all: \
    numpy==2.4.6 open3d==0.20.0 trimesh==5.2.0 embreex==4.4.0.post1 python-fcl==0.7.0.11 coal==3.0.3 libigl==2.6.3 rtree==1.4.1 scipy==1.17.1
if [ -z "$wheel" ]; then
    "$home/bin/pip" install --quiet --only-binary :all: maturin==1.16.0
    rm -rf "$home/wheels"
    "$home/bin/maturin" build --locked --manifest-path crates/barycast-python/Cargo.toml --out "$home/wheels"
    wheel=$(echo "$home"/wheels/*.whl)
fi
"$home/bin/pip" install --quiet --force-reinstall --no-deps "$wheel"
