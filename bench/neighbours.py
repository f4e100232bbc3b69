"""I(e; ŷ | u) from nearest neighbours beside NPEET and tigramite: the same value to 6 digits first, then seconds.

    python bench/neighbours.py [--rows 100000] [--program build/bench/bench_neighbours]

All on one thread and in seconds of the processor, ours and the peer's in turns and the least of several, so that others on
the machine count little. Peers add noise against
ties; it is switched off, since the values have none. A peer that is not installed is left out: `pip install tigramite`;
NPEET is at github.com/gregversteeg/NPEET.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
SHAPES = {"scalar": (1, 1, 1), "scalar, no u": (1, 1, 0), "e 3, u 2": (3, 1, 2), "e 3, ŷ 2": (3, 2, 0)}
K = 5
TURNS = 4


class NoNoise:
    """In place of a generator: nothing is added."""

    @staticmethod
    def random(shape):
        return np.zeros(shape)


def draw(rows: int, shape: tuple[int, int, int]) -> np.ndarray:
    random = np.random.default_rng(sum(shape))
    return random.standard_normal((rows, sum(shape))) + 0.7 * random.standard_normal((rows, 1))


def ours(program: Path, table: np.ndarray, shape, test: bool = False) -> dict:
    with tempfile.NamedTemporaryFile() as file:
        file.write(np.ascontiguousarray(table).tobytes())
        file.flush()
        call = [str(program), file.name, *map(str, shape), str(K), str(int(test))]
        return json.loads(subprocess.run(call, check=True, capture_output=True, text=True).stdout)


def npeet(table: np.ndarray, shape):
    from npeet import entropy_estimators as estimators

    estimators.add_noise = lambda x, intens=0: x
    a, b, r = shape
    return estimators.mi(table[:, :a], table[:, a : a + b], z=table[:, a + b :] if r else None, k=K, base=math.e)


def tigramite_test():
    from tigramite.independence_tests.cmiknn import CMIknn

    test = CMIknn(knn=K, transform="none", workers=1, sig_samples=1000)
    test.random_state = NoNoise()
    return test


def tigramite(table: np.ndarray, shape):
    xyz = np.repeat([0, 1, 2], shape)
    return tigramite_test().get_dependence_measure(table.T.copy(), xyz)


def timed(work):
    begin = time.process_time()
    value = work()
    return value, time.process_time() - begin


def in_turns(program: Path, table: np.ndarray, shape, peer) -> tuple[float, float, float, float]:
    """Our value and seconds, and the peer's; a peer's first run also loads what it needs."""
    seconds, peer_seconds = math.inf, math.inf
    for _ in range(TURNS):
        found = ours(program, table, shape)
        seconds = min(seconds, found["seconds"])
        value, took = timed(lambda: peer(table, shape))
        peer_seconds = min(peer_seconds, took)
    return found["nats"], seconds, value, peer_seconds


def compare(program: Path, rows: int) -> None:
    print(f"| rows {rows}, k = {K} | ours | peer | value | ratio | bar | met |\n|---|---|---|---|---|---|---|")
    for name, shape in SHAPES.items():
        table = draw(rows, shape)
        for peer, bar in ((npeet, 8), (tigramite, 20)):
            try:
                nats, seconds, value, peer_seconds = in_turns(program, table, shape, peer)
            except ImportError:
                print(f"{peer.__name__} is not installed")
                continue
            assert abs(value - nats) < 5e-7, f"{peer.__name__}: {value} is not {nats}"
            ratio = peer_seconds / seconds
            print(
                f"| {name} | {seconds:.4f} s | {peer.__name__} {peer_seconds:.2f} s | {value:.6f} "
                f"| {ratio:.1f} × faster | ≥ {bar} × | {'yes' if ratio >= bar else '**no**'} |"
            )


def compare_tests(program: Path, rows: int = 1000) -> None:
    """1000 permutations of the same rows; each draws its own."""
    shape = (1, 1, 1)
    table = draw(rows, shape)
    found = ours(program, table, shape, test=True)
    took, p = found["test_seconds"], found["p_value"]
    line = f"permutation test of {rows} rows, 1000 draws: {took:.2f} s (bar: < 2 s), p = {p:.3f}"
    try:
        test = tigramite_test()
        test.random_state = np.random.default_rng(1)
        array, xyz = table.T.copy(), np.repeat([0, 1, 2], shape)
        value = test.get_dependence_measure(array, xyz)
        p, seconds = timed(lambda: test.get_shuffle_significance(array, xyz, value))
        line += f"; tigramite {seconds:.1f} s, p = {float(p):.3f}"
    except ImportError:
        line += "; tigramite is not installed"
    print(line)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--program", type=Path, default=ROOT / "build/bench/bench_neighbours")
    arguments = parser.parse_args()
    compare(arguments.program, arguments.rows)
    compare_tests(arguments.program)


if __name__ == "__main__":
    main()
