#!/usr/bin/env python3
"""Proof at scale beside OKRidge on the same rows: ours from the Gram matrix in memory, without ridge, to gap 0.

Usage: bench/proof.py [seconds that OKRidge may take]; `make bench` runs it in an environment of its own
(tools/requirements-peers.txt), since OKRidge needs an older numpy."""
import json
import pathlib
import subprocess
import sys
import tempfile
import time

import numpy as np
from okridge.tree import BNBTree

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIMIT = float(sys.argv[1]) if len(sys.argv) > 1 else 120
#            rows, columns, s, rho, snr
INSTANCES = [(6000, 3000, 10, 0.5, 5), (10000, 1000, 10, 0.5, 1), (6000, 3000, 10, 0.1, 5)]


def make(m, n, k, rho, snr):
    """L0BnB's generator, numpy's RandomState(0)."""
    random = np.random.RandomState(0)
    x = random.randn(m, n)
    x += np.sqrt(rho / (1 - rho)) * random.randn(m, 1)
    support = [int(i * n / k) for i in range(k)]
    y = x[:, support].sum(axis=1)
    y = y + random.randn(m) * np.std(y) / np.sqrt(snr)
    return x - x.mean(axis=0), y - y.mean(), support


def ours(folder, x, y, k):
    path = folder / "gram"
    with path.open("wb") as file:
        np.array([x.shape[1]], dtype=np.int64).tofile(file)
        for part in (x.T @ x, x.T @ y, np.array([y @ y])):
            (part / len(y)).tofile(file)
    done = subprocess.run([ROOT / "build" / "bench" / "bench_proof", "--gram", path, str(k)], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def main():
    print("| instance | ours | OKRidge: solve (and set-up) | ratio of solves |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as name:
        for m, n, k, rho, snr in INSTANCES:
            x, y, support = make(m, n, k, rho, snr)
            mine = ours(pathlib.Path(name), x, y, k)
            assert mine["optimal"] and mine["set"] == support, mine
            start = time.perf_counter()
            tree = BNBTree(X=x, y=y, lambda2=1e-5)
            built = time.perf_counter() - start
            start = time.perf_counter()
            result = tree.solve(k=k, gap_tol=1e-4, time_limit=LIMIT)
            solved = time.perf_counter() - start
            found = sorted(int(j) for j in np.flatnonzero(np.asarray(result[1])))
            note = "" if found == support and solved < LIMIT else " (not finished)"
            print(f"| {m}×{n} s={k} ρ {rho} SNR {snr} | {mine['seconds'] * 1e3:.1f} ms, {mine['nodes']} nodes | {solved:.2f} s{note} ({built:.1f} s) "
                  f"| {solved / mine['seconds']:.0f} × |", flush=True)


if __name__ == "__main__":
    main()
