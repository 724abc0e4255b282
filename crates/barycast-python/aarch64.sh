#!/bin/sh
# Builds the wheel for Linux on aarch64 with a cross compiler, and imports it in an emulated Python.
#   crates/barycast-python/aarch64.sh MATURIN FOLDER
# FOLDER receives the wheel and the emulated Python. Needs rustup, and of Debian gcc-aarch64-linux-gnu and
# libc6-dev-arm64-cross; the import qemu-user, pip and the right to add an architecture to apt.
set -eu
maturin=$1 folder=$2
rustup target add aarch64-unknown-linux-gnu
rm -rf "$folder/wheels" && mkdir -p "$folder/debs" "$folder/site"
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
"$maturin" build --manifest-path crates/barycast-python/Cargo.toml --locked --compression-level 9 \
    --target aarch64-unknown-linux-gnu --out "$folder/wheels"

if ! command -v qemu-aarch64 > /dev/null; then
    echo "> no qemu-aarch64: the wheel is not imported"
    exit 0
fi
root=$folder/root
if [ ! -e "$root/usr/bin/python3" ]; then
    had=$(dpkg --print-foreign-architectures)
    dpkg --add-architecture arm64 && apt-get update -q
    version=$(apt-cache depends python3-minimal:arm64 | sed -n 's/.*Depends: python\(3\.[0-9]*\)-minimal.*/\1/p')
    packages="python$version-minimal libpython$version-minimal libpython$version-stdlib libc6 libgcc-s1 libstdc++6
        libexpat1 zlib1g libffi8 libssl3 libbz2-1.0 liblzma5"
    for package in $packages; do (cd "$folder/debs" && apt-get download "$package:arm64"); done
    for file in "$folder"/debs/*.deb; do dpkg -x "$file" "$root"; done
    ln -s "python$version" "$root/usr/bin/python3"
    case $had in *arm64*) ;; *) dpkg --remove-architecture arm64 ;; esac
fi
python() { PYTHONPATH="$folder/site" qemu-aarch64 -L "$root" "$root/usr/bin/python3" "$@"; }
version=$(python -c 'import sys; print("%d.%d" % sys.version_info[:2])')
python3 -m pip install --quiet --upgrade --target "$folder/site" --only-binary :all: --python-version "$version" \
    --platform manylinux_2_17_aarch64 --platform manylinux_2_28_aarch64 numpy
python3 -m zipfile -e "$folder"/wheels/*.whl "$folder/site"
python -c "
import platform
import barycast as bc
import numpy as np
assert platform.machine() == 'aarch64'
mesh = bc.Mesh([[0, 0, 0], [4, 0, 0], [0, 4, 0]], [[0, 1, 2]])
hits = mesh.cast(np.tile([1.0, 1, 5, 0, 0, -1], (20_000, 1)))
assert (hits.t == 5).all() and (hits.triangle == 0).all()
balls = bc.many('sphere', center=np.zeros((9, 3)), radius=np.linspace(0.0, 8.0, 9))
assert bc.distance(balls, bc.point((3, 0, 0))).tolist() == [3, 2, 1, 0, 0, 0, 0, 0, 0]
print(bc.__file__, 'answers on', platform.machine())
"
