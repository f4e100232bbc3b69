#!/usr/bin/env python3
"""Many people, one Gram matrix: microseconds a person, every answer with a proof, beside R's leaps and orthogonal matching pursuit.

Usage: bench/crowd.py [members] (10⁶ for n = 40, a tenth of it beyond); run by `make bench` in the environment of tools/requirements-peers.txt.

The table is L0BnB's generator with 2000 rows, ρ .5, SNR 5, and as many true columns as facts are asked for. Kinds of people, given
by the covariances of what they know: see make_people() in bench/crowd.cpp. build/bench/bench_crowd first compares 2000 answers of each kind with
find_exact() (same set, nats to 1e-9), then times all of them. Peers get 20 of the same people, each in the form that suits it, made outside the
clock: leaps::regsubsets the triangular root of the covariances, n + 2 rows, with u (or the known columns) forced in; orthogonal_mp_gram the Gram
matrix given u, scaled. Their time is the mean over the people of the best of some runs. leaps must find our set; how often OMP does is told.
Ours by the clock with two threads and, for a busy machine, in processor time; theirs is the best of some runs, which hardly feels others.
Then the same people on tables of scikit-learn (bench/tables.py), whose columns go along with each other."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

import gram_file
import peers
import tables

ROOT = gram_file.ROOT
SETTINGS = [  # n, s, kinds
    (40, 5, ["answers", "rough", "score", "sum", "knows 3", "knows 6", "same lists"]),
    (40, 3, ["answers", "knows 6"]),
    (40, 8, ["answers", "knows 6"]),
    (100, 5, ["answers", "score", "knows 6"]),
    (200, 5, ["answers", "score", "knows 6"]),
]
NAMES = {
    "answers": "a noisy mixture of all columns", "rough": "a noisy sum of three", "score": "a mixture of all, exactly", "sum": "a sum of three, exactly",
    "knows 3": "knows three", "knows 6": "knows six", "same lists": "knows one of 100 lists of three"}


def run(n, s, kind, members, threads, path=None):
    """What bench_crowd says; n may be a file with a Gram matrix."""
    command = [ROOT / "build" / "bench" / "bench_crowd", str(n), str(s), kind, str(members), str(threads)]
    done = subprocess.run(command + ([path] if path else []), capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"bench_crowd {n} {s} {kind}: answers differ from find_exact: {done.stdout}{done.stderr}")
    return json.loads(done.stdout)


def people(path, n, s):
    """Joint covariance of (x, u, ŷ), known columns, our set; as bench/crowd.cpp writes them."""
    for row in np.fromfile(path).reshape(-1, (n + 2) ** 2 + 7 + s):
        joint, rest = row[: (n + 2) ** 2].reshape(n + 2, n + 2), row[(n + 2) ** 2:].astype(int)
        yield joint, sorted(set(rest[1: 1 + rest[0]].tolist())), [j for j in rest[7:].tolist() if j >= 0]


def given(joint, forced):
    """The covariances of the columns that are left and of the prediction, given the forced ones; the columns."""
    kept = [j for j in range(len(joint) - 2) if j not in forced] + [len(joint) - 1]
    to = joint[np.ix_(forced, kept)]
    left = joint[np.ix_(kept, kept)] - to.T @ np.linalg.solve(joint[np.ix_(forced, forced)], to)
    return left[:-1, :-1], left[:-1, -1], kept[:-1]


def omp(crowd, n, s):
    seconds, same = [], 0
    for joint, known, ours in crowd:
        gram, cross, columns = given(joint, known or [n])
        open_ = np.diag(gram) > 1e-11 * np.diag(joint)[columns]
        columns = [j for j, is_open in zip(columns, open_) if is_open]
        own, chosen = peers.omp(gram[np.ix_(open_, open_)], cross[open_], s)
        seconds.append(own)
        same += sorted(columns[j] for j in chosen) == ours
    return np.mean(seconds), same / len(crowd)


def leaps(crowd, n, s, runs):
    """Seconds a person; None when u follows from the columns, which it cannot force in."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for k, (joint, known, _) in enumerate(crowd):
            kept = [j for j in range(n + 2) if j != n] if known else list(range(n + 2))
            try:
                root = np.linalg.cholesky(joint[np.ix_(kept, kept)]).T
            except np.linalg.LinAlgError:
                return None
            if root.diagonal().min() < 1e-5 * root.diagonal().max():
                return None
            np.savetxt(folder / f"m{k:03}.csv", root, delimiter=",", fmt="%.17g")
            np.savetxt(folder / f"m{k:03}.txt", np.array(known or [n]) + 1, fmt="%d")
        command = ["Rscript", ROOT / "bench" / "leaps_crowd.R", folder, str(s), str(runs)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=600)
        except subprocess.TimeoutExpired:
            return None
    seconds = []
    for line, (_, _, ours) in zip(done.stdout.splitlines(), crowd):
        own, *chosen = line.split()
        assert sorted(int(j) for j in chosen) == ours, (n, s, chosen, ours)
        seconds.append(float(own))
    assert len(seconds) == len(crowd)
    return np.mean(seconds)


def ratio(peer, ours):
    return "–" if peer is None else f"{1e6 * peer / ours:.0f} ×"


def micro(seconds):
    return "–" if seconds is None else f"{1e6 * seconds:.0f}"


def real_tables(members):
    """Tables whose Gram matrix is far from any random design; no bar."""
    print("\n| table | n | s | person | µs each, two threads | CPU µs each | by what all share | certified | OMP: µs (same set) |\n|---|---|---|---|---|---|---|---|---|")
    for name, x, _, prediction, _ in tables.tables():
        n = x.shape[1]
        if n > 100:
            continue
        with tempfile.NamedTemporaryFile() as gram, tempfile.NamedTemporaryFile() as file:
            np.array([n], dtype=np.int64).tofile(gram)
            for part in gram_file.given(x, prediction):
                np.ascontiguousarray(part, dtype=np.float64).tofile(gram)
            gram.flush()
            for s, count in ((3, members // 50), (5, members // 500)):
                for kind in ("answers", "score", "knows 3"):
                    two = run(gram.name, s, kind, count, 2, file.name)
                    by_omp, same = omp(list(people(file.name, n, s)), n, s)
                    print(f"| {name} | {n} | {s} | {NAMES[kind]} | {two['us']:.2f} | {two['cpu_us']:.2f} | {100 * two['by_tables']:.1f} % | "
                          f"{100 * two['certified']:.2f} % | {micro(by_omp)} ({100 * same:.0f} %) |", flush=True)


def main():
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, `bench/crowd.py {' '.join(sys.argv[1:])}`\n")
    members = int(float(sys.argv[1])) if len(sys.argv) > 1 else 1_000_000
    print("| n | s | person | µs each, two threads | the same, one thread | CPU µs each | proven by the tables | certified | leaps: µs | OMP: µs (same set) | leaps ÷ ours | OMP ÷ ours | leaps, OMP ÷ ours, one core each |")
    print("|---|---|---|---|---|---|---|---|---|---|---|---|---|", flush=True)
    missed = []
    for n, s, kinds in SETTINGS:
        for kind in kinds:
            count = members if n <= 40 else members // 10
            with tempfile.NamedTemporaryFile() as file:
                two = run(n, s, kind, count, 2, file.name)
                crowd = list(people(file.name, n, s))
            one = run(n, s, kind, count, 1)
            by_omp, same = omp(crowd, n, s)
            by_leaps = leaps(crowd if n == 40 else crowd[:3], n, s, 5 if n == 40 else 1) if n <= 100 else None
            print(f"| {n} | {s} | {NAMES[kind]} | {two['us']:.2f} | {one['us']:.2f} | {two['cpu_us']:.2f} | {100 * two['by_tables']:.2f} % | {100 * two['certified']:.2f} % | "
                  f"{micro(by_leaps)} | {micro(by_omp)} ({100 * same:.0f} %) | {ratio(by_leaps, two['us'])} | {ratio(by_omp, two['us'])} | {ratio(by_leaps, two['cpu_us'])}, {ratio(by_omp, two['cpu_us'])} |", flush=True)
            if two["certified"] < 1 or (n, s) == (40, 5) and (1e6 * by_omp < 100 * two["us"] or (by_leaps or 1) * 1e6 < 1000 * two["us"]):
                missed.append(f"{n} {s} {kind}")
    real_tables(members)
    print(f"\nn = 40, s = 5: ≥ 1000 × leaps, ≥ 100 × OMP, all certified: {len(missed)} missed" + (": " + "; ".join(missed) if missed else ""))


if __name__ == "__main__":
    main()
