"""PNG images in and out with nothing but zlib."""

from __future__ import annotations

import struct
import zlib

import numpy as np


def chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def png(pixels: np.ndarray) -> bytes:
    """An 8-bit RGB image, height × width × 3, as PNG."""
    height, width, _ = pixels.shape
    lines = b"".join(b"\0" + row.tobytes() for row in pixels.astype(np.uint8))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b"")
    )


def paeth(left: int, up: int, corner: int) -> int:
    distance = [abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)]
    return (left, up, corner)[distance.index(min(distance))]


def read_png(content: bytes) -> np.ndarray:
    """The pixels of an 8-bit RGBA image that is not interlaced, height × width × 4."""
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    at, packed, width, height = 8, b"", 0, 0
    while at < len(content):
        (size,) = struct.unpack(">I", content[at : at + 4])
        kind, body = content[at + 4 : at + 8], content[at + 8 : at + 8 + size]
        if kind == b"IHDR":
            width, height, depth, colour, *_ = struct.unpack(">IIBBBBB", body)
            assert (depth, colour) == (8, 6)
        packed += body if kind == b"IDAT" else b""
        at += 12 + size
    raw, step, line = zlib.decompress(packed), 4, 4 * width
    rows = [bytearray(line)]
    for y in range(height):
        rule, row, above = raw[y * (line + 1)], bytearray(raw[y * (line + 1) + 1 : (y + 1) * (line + 1)]), rows[-1]
        for i in range(line):
            left, corner = (row[i - step], above[i - step]) if i >= step else (0, 0)
            added = [0, left, above[i], (left + above[i]) // 2, paeth(left, above[i], corner)][rule]
            row[i] = (row[i] + added) % 256
        rows.append(row)
    return np.array([list(r) for r in rows[1:]], dtype=np.uint8).reshape(height, width, 4)
