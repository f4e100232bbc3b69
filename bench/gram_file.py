"""A Gram matrix made in Python, proven by build/bench/bench_proof: what the scripts beside this one share."""
import json
import pathlib
import subprocess
import tempfile

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent


def given(x, y, u=None):
    """G, b and q of the columns x and the prediction y, centred, given the columns u that somebody knows."""
    x, y = x - x.mean(axis=0), y - y.mean()
    gram, cross, target = x.T @ x / len(y), x.T @ y / len(y), y @ y / len(y)
    if u is not None:
        u = u - u.mean(axis=0)
        inner, to_x, to_y = u.T @ u / len(y), u.T @ x / len(y), u.T @ y / len(y)
        solved = np.linalg.solve(inner, np.column_stack([to_x, to_y]))
        gram, cross, target = gram - to_x.T @ solved[:, :-1], cross - to_x.T @ solved[:, -1], target - to_y @ solved[:, -1]
    return 0.5 * (gram + gram.T), cross, target


def prove(gram, cross, target, sparsity, seconds=60):
    """What bench_proof says of it: seconds (best of up to 7 runs), nodes, optimal, gap_nats, set."""
    with tempfile.NamedTemporaryFile() as file:
        np.array([len(cross)], dtype=np.int64).tofile(file)
        for part in (gram, cross, np.array([target])):
            np.ascontiguousarray(part, dtype=np.float64).tofile(file)
        file.flush()
        command = [ROOT / "build" / "bench" / "bench_proof", "--gram", file.name, str(sparsity), str(seconds)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def memory():
    """What bench_proof says of each route: instance, memory_n2, bar, met."""
    command = [ROOT / "build" / "bench" / "bench_proof", "--memory"]
    done = subprocess.run(command, capture_output=True, text=True)  # its exit status says whether all bars are met
    return [json.loads(line) for line in done.stdout.splitlines()]
