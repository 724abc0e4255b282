"""Compresses a wheel with zopfli: a few percent smaller than maturin's best level, in one or two minutes.

``python pack.py WHEEL`` replaces the wheel. Its files stay the same, byte for byte.
"""

import os
import sys
import zipfile

import zopfli.zlib


class Compressor:
    """Stands in for zlib's compressor, whose raw stream a zip archive holds."""

    def __init__(self):
        self.data = bytearray()

    def compress(self, data):
        self.data += data
        return b""

    def flush(self):
        # Without the header and the checksum of zlib's format.
        return zopfli.zlib.compress(bytes(self.data), numiterations=15)[2:-4]


def pack(path):
    small = path + ".small"
    zipfile._get_compressor = lambda *_: Compressor()
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(small, "w") as new:
        for info in old.infolist():
            new.writestr(info, old.read(info))
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(small) as new:
        assert old.namelist() == new.namelist()
        assert all(old.read(name) == new.read(name) for name in old.namelist())
    before, after = os.path.getsize(path), os.path.getsize(small)
    os.replace(small, path)
    print(f"{path}: {before:,} bytes, now {after:,}")


if __name__ == "__main__":
    pack(sys.argv[1])
