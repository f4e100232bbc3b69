#!/usr/bin/env python3
"""How long certificates take to write and to check, and how much memory checking takes beside n² doubles.

Usage: bench/certificates.py [--program build/explainee]"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import pyarrow as pa
import pyarrow.ipc

ROOT = pathlib.Path(__file__).resolve().parents[1]
MEASURE = """
import resource, subprocess, sys, time
start = time.monotonic()
done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(done.returncode, time.monotonic() - start, used.ru_utime + used.ru_stime, used.ru_maxrss)
"""


def pixels(side, rows):
    """Neighbouring pixels of smooth pictures, and a prediction that looks at all of them."""
    rng = np.random.default_rng(side)
    apart = np.subtract.outer(np.arange(side), np.arange(side))
    blur = np.exp(-(apart**2) / 4.0)
    pictures = (blur @ rng.normal(size=(rows, side, side)) @ blur).reshape(rows, -1)
    pictures += 0.05 * rng.normal(size=(rows, side * side))
    return pictures, pictures.mean(1) + np.tanh(pictures[:, side + 2]) + 0.05 * rng.normal(size=rows)


def common(rows, columns, s, rho=0.5, snr=5):
    """L0BnB's generator."""
    random = np.random.RandomState(0)
    x = random.randn(rows, columns) + np.sqrt(rho / (1 - rho)) * random.randn(rows, 1)
    y = x[:, [int(i * columns / s) for i in range(s)]].sum(axis=1)
    return x, y + random.randn(rows) * np.std(y) / np.sqrt(snr)


INSTANCES = [
    ("64 pixels", 6, lambda: pixels(8, 600)),
    ("100 pixels", 6, lambda: pixels(10, 600)),
    ("144 pixels", 6, lambda: pixels(12, 600)),
    ("100 pixels", 7, lambda: pixels(10, 600)),
    ("3000 columns, ρ .5", 10, lambda: common(6000, 3000, 10)),
]


def measured(*command):
    out = subprocess.run([sys.executable, "-c", MEASURE, *map(str, command)], capture_output=True, text=True, check=True)
    status, clock, used, kilobytes = out.stdout.split()
    assert status == "0", out.stderr
    return float(clock), float(used), int(kilobytes) * 1024


def plain_search(program):
    """Options of the search among plain columns until it is proven, as far as this program takes them: version 0.1 knew no other."""
    known = subprocess.run([program, "explain", "--help"], capture_output=True, text=True, check=True).stdout
    wanted = {"--reader": "quadratic", "--family": "features", "--tell": "all", "--work": 0}
    return [part for option, value in wanted.items() if f"{option} " in known for part in (option, value)]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", default=ROOT / "build" / "explainee")
    program = pathlib.Path(parser.parse_args().program).resolve()
    plain = plain_search(program)
    print("| candidates | s | leaves | explain: s (of processor) | verify: s (of processor) | verify: memory | ÷ n² doubles |")
    print("|---|---|---|---|---|---|---|")
    for name, s, make in INSTANCES:
        with tempfile.TemporaryDirectory() as folder:
            data, certificate = pathlib.Path(folder) / "t.arrow", pathlib.Path(folder) / "c.json"
            x, y = make()
            table = pa.table({**{f"x{j}": x[:, j] for j in range(x.shape[1])}, "p": y})
            with pa.ipc.new_file(data, table.schema) as out:
                out.write(table)
            made = measured(program, "explain", data, "--prediction", "p", "-s", s, *plain, "--certificate", certificate)
            checked = measured(program, "verify", certificate)
            leaves = len(json.loads(certificate.read_text())["leaves"])
            share = checked[2] / (8 * x.shape[1] ** 2)
            print(f"| {name} | {s} | {leaves} | {made[0]:.1f} ({made[1]:.1f}) | {checked[0]:.1f} ({checked[1]:.1f}) "
                  f"| {checked[2] / 1e6:.0f} MB | {share:.1f} |", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
