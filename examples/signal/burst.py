#!/usr/bin/env python3
"""Where in a sound does a model listen? Makes recordings with a tone burst, explains a model of them, checks the place.

Usage: examples/signal/burst.py [folder for the table]; EXPLAINEE names the program (build/explainee). Needs numpy and pyarrow."""
import json
import os
import pathlib
import subprocess
import sys

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("EXPLAINEE", ROOT / "build" / "explainee")).resolve()
SAMPLES = 64
BURST = range(22, 34)  # the samples with the tone
PERIOD = 5.3  # samples in one oscillation


def recordings(count, rng):
    """Noise, and in the burst a tone of random loudness and phase."""
    amplitude = rng.uniform(0, 3, (count, 1))
    phase = rng.uniform(0, 2 * np.pi, (count, 1))
    time = np.arange(SAMPLES)
    tone = amplitude * np.sin(2 * np.pi * time / PERIOD + phase) * np.isin(time, BURST)
    return tone + rng.standard_normal((count, SAMPLES))


def loudness(sound):
    """The model: how strong the tone is in the burst, whatever its phase. The program is not told where it listens."""
    time = np.array(BURST)
    wave = np.exp(2j * np.pi * time / PERIOD)
    return abs(sound[:, time] @ wave) ** 2 / len(time)


def explain(table, *arguments):
    """The samples of each chosen window, and the bits they tell."""
    command = [PROGRAM, "explain", table, "--prediction", "loudness", "--family", "averages", *arguments]
    print(subprocess.run([*command, "--quiet"], capture_output=True, text=True, check=True).stdout)
    answer = json.loads(subprocess.run([*command, "--json"], capture_output=True, text=True, check=True).stdout)["explanation"]
    assert answer["certificate"]["optimal"], "not proven"
    return [{int(name[1:]) for name in fact["sources"]} for fact in answer["features"]], answer["information"]["bits"]


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    sound = recordings(3000, np.random.default_rng(7))
    power = {f"t{i}": sound[:, i] ** 2 for i in range(SAMPLES)}  # tones average to nothing, their powers do not
    table = folder / "burst.parquet"
    pq.write_table(pa.table(power | {"loudness": loudness(sound)}), table)

    windows, bits = explain(table, "-s", "2")
    print(f"{bits:.2f} bits in windows {[(min(w), max(w)) for w in windows]}; the burst is {BURST[0]} to {BURST[-1]}\n")
    assert set().union(*windows) == set(BURST), "the two windows are not the burst"

    first_half = BURST[: len(BURST) // 2]
    windows, bits = explain(table, "-s", "1", "--sees-mean", f"t{first_half[0]}..t{first_half[-1]}")
    print(f"{bits:.2f} bits in {[(min(w), max(w)) for w in windows]} for somebody who hears {first_half[0]} to {first_half[-1]} herself")
    assert windows[0] & set(BURST) == set(BURST) - set(first_half), "not the part she does not hear"


if __name__ == "__main__":
    main()
