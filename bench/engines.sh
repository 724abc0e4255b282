#!/usr/bin/env bash
# Measures queries of a game's frame beside Jolt, Box3D and Bullet: `bench/engines.sh`, with a name for the rows that contain
# it. Bullet comes from Debian, the sources of the others from crates.io. The first build takes minutes.
# BARYCAST_RECORD=FILE saves the table as comma-separated values.
set -euo pipefail
if [ -n "${BARYCAST_RECORD:-}" ]; then
    BARYCAST_RECORD=$(realpath "$BARYCAST_RECORD")
    export BARYCAST_RECORD
fi
cd "$(dirname "$0")/engines"
if ! dpkg -s libbullet-dev g++ >/dev/null 2>&1; then
    apt-get install --yes --no-install-recommends libbullet-dev g++
fi
cargo fetch --locked --quiet
echo "load $(cut -d ' ' -f 1-3 /proc/loadavg), $(nproc) cores, $(grep -m 1 'model name' /proc/cpuinfo | cut -d : -f 2-)"
cargo run --release --locked --quiet -- "$@"
