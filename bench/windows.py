#!/usr/bin/env python3
"""Proofs on neighbouring pixels of a photograph: real columns, smooth and far from any random design.

Usage: bench/windows.py [PHOTO.png] [pixels,pixels,…] [s,s,…] [seconds]; needs numpy and Pillow. Without a photograph: the one that the
environment variable EXPLAINEE_PHOTO names, else ../shared/data/helsinki/photo.png beside the repository, else nothing is run.

Grey value = √(red² + green²). A row of the table is a target pixel; its columns are the n pixels of as many rows above it as below, its own
row left out; rows are 20 n target pixels drawn at random. The prediction is the least squares of the target's own grey value on the window.
Nobody in particular, and somebody who sees the mean of the window."""
import os
import pathlib
import sys

import numpy as np
from PIL import Image

import gram_file

#         rows above and below, columns
SHAPES = {20: (2, 5), 40: (4, 5), 80: (4, 10), 200: (5, 20), 1000: (10, 50)}
BARS = {40: 20, 80: 20, 200: 100, 1000: 2000}  # milliseconds to gap 0
DEFAULT = gram_file.ROOT.parent / "shared" / "data" / "helsinki" / "photo.png"


def photo():
    """The photograph to take, or None."""
    named = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("EXPLAINEE_PHOTO")
    if named:
        return pathlib.Path(named)
    return DEFAULT if DEFAULT.exists() else None


def window(grey, pixels, random):
    above, across = SHAPES[pixels]
    left = across // 2
    offsets = [(i, j - left) for i in [*range(-above, 0), *range(1, above + 1)] for j in range(across)]
    rows = random.integers(above, grey.shape[0] - above, 20 * pixels)
    columns = random.integers(left, grey.shape[1] - across, 20 * pixels)
    return np.column_stack([grey[rows + i, columns + j] for i, j in offsets]), grey[rows, columns]


def main():
    path = photo()
    if path is None:
        print("bench/windows.py: no photograph (set EXPLAINEE_PHOTO); skipped")
        return
    pixels = [int(n) for n in sys.argv[2].split(",")] if len(sys.argv) > 2 else list(BARS)
    sparsities = [int(s) for s in sys.argv[3].split(",")] if len(sys.argv) > 3 else [3, 4, 5, 6]
    seconds = float(sys.argv[4]) if len(sys.argv) > 4 else 60
    image = np.asarray(Image.open(path).convert("RGB"), dtype=float)
    grey = np.sqrt(image[:, :, 0] ** 2 + image[:, :, 1] ** 2)
    missed = 0
    print("| pixels | person | s | ms | nodes | gap, nats | bar | met |\n|---|---|---|---|---|---|---|---|")
    for n in pixels:
        x, target = window(grey, n, np.random.default_rng(n))
        centred = x - x.mean(axis=0)
        prediction = centred @ np.linalg.lstsq(centred, target - target.mean(), rcond=None)[0]
        for person, summary in (("nobody", None), ("sees the mean", x.mean(axis=1, keepdims=True))):
            problem = gram_file.given(x, prediction, summary)
            for s in sparsities:
                done = gram_file.prove(*problem, s, seconds)
                bar, met = "–", "–"
                if n in BARS:
                    reached = done["optimal"] and done["seconds"] * 1e3 <= BARS[n]
                    bar, met, missed = f"≤ {BARS[n]} ms", "yes" if reached else "**no**", missed + (not reached)
                print(f"| {n} | {person} | {s} | {done['seconds'] * 1e3:.1f} | {done['nodes']} | {done['gap_nats']:.3g} | {bar} | {met} |", flush=True)
    print(f"\n{missed} bars missed")


if __name__ == "__main__":
    main()
