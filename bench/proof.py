#!/usr/bin/env python3
"""Proof at scale on the same rows as its peers: ours from the Gram matrix in memory, without ridge, to gap 0, two threads.

Usage: bench/proof.py [--okridge SECONDS] [--all] [--seeds N] [--only PART] [--memory]

OKRidge, which proves too, beside the instances that it can finish, with at most SECONDS for each (--all: beside every instance); abess,
orthogonal matching pursuit and LARS, which prove nothing, beside all of them. `make bench` runs it in an environment of its own
(tools/requirements-peers.txt), since OKRidge needs an older numpy. Prints the tables once all is done; the last one is the memory of the
search by route (--memory: that one alone)."""
import argparse
import contextlib
import io
import statistics
import sys
import time

import numpy as np
from okridge.tree import BNBTree
from scipy.signal import lfilter
from threadpoolctl import threadpool_limits

import gram_file
import peers

# rows, columns, s, rho, snr, kind, bar: ("okridge", ×) faster than its solve, ("first", ×) of the first instance's time, ("seconds", s)
INSTANCES = [
    (6000, 3000, 10, 0.5, 5, "common", ("okridge", 1000)),
    (10000, 1000, 10, 0.5, 1, "common", ("okridge", 150)),
    (6000, 3000, 10, 0.1, 5, "common", ("okridge", None)),
    (4000, 3000, 10, 0.5, 5, "common", ("first", 5)),
    (6000, 3000, 10, 0.9, 5, "common", ("first", 5)),
    (1000, 3000, 5, 0.5, 5, "common", ("first", 5)),
    (1000, 3000, 5, 0.0, 5, "common", ("first", 5)),
    (1500, 3000, 10, 0.5, 5, "common", ("seconds", 1)),
    (2000, 1000, 10, 0.9, 5, "AR(1)", ("seconds", 1)),
    (2000, 1000, 10, 0.7, 1, "AR(1)", ("seconds", 1)),
    (6000, 3000, 10, 0.0, 5, "150 pairs at .8", ("seconds", 1)),
]


def make(m, n, k, rho, snr, kind, seed):
    """L0BnB's generator, numpy's RandomState(seed); AR(1): neighbours correlate at rho; pairs: 150 columns, each with a near copy."""
    random = np.random.RandomState(seed)
    x = random.randn(m, n)
    if kind == "AR(1)":
        x[:, 1:] *= np.sqrt(1 - rho**2)
        x = lfilter([1], [1, -rho], x, axis=1)
    else:
        x += np.sqrt(rho / (1 - rho)) * random.randn(m, 1)
    if kind.endswith("pairs at .8"):
        for i in range(150):
            j = 1 + i * (n - 2) // 150
            x[:, j + 1] = 0.8 * x[:, j] + 0.6 * x[:, j + 1]
    support = [int(i * n / k) for i in range(k)]
    y = x[:, support].sum(axis=1)
    y = y + random.randn(m) * np.std(y) / np.sqrt(snr)
    return x - x.mean(axis=0), y - y.mean(), support


def okridge(x, y, k, limit):
    """Seconds to set up and to solve, the set, and whether it closed the gap. The least of three counts, so that a busy machine does not
    count against it: the processor's seconds with one BLAS thread, the clock's, and the clock's with two threads."""
    best = None
    for threads in (1, 2):
        with threadpool_limits(threads), contextlib.redirect_stdout(io.StringIO()):
            start = time.perf_counter()
            tree = BNBTree(X=x, y=y, lambda2=1e-5)
            built = time.perf_counter() - start
            start, used = time.perf_counter(), time.process_time()
            _, weights, gap, *_ = tree.solve(k=k, gap_tol=1e-4, time_limit=limit)
            solved = time.perf_counter() - start
            if threads == 1:
                solved = min(solved, time.process_time() - used)
        closed = gap <= 1e-4
        if best is None or (closed and (not best[3] or solved < best[1])):
            best = built, solved, sorted(int(j) for j in np.flatnonzero(np.asarray(weights))), closed
        if closed:
            limit = min(limit, solved)
    return best


def name(instance):
    m, n, k, rho, snr, kind, _ = instance
    return f"{'' if kind == 'common' else kind + ', '}{m}×{n} s={k} ρ {rho:g} SNR {snr}"


def figures(values, digits=1):
    return ", ".join(f"{1e3 * v:.{digits}f}" for v in values)


class Measured:
    """One instance, every seed."""

    def __init__(self, instance, seeds, limit, everywhere):
        m, n, k, rho, snr, kind, bar = instance
        self.instance, self.bar, self.ours, self.okridge, self.sets, self.planted = instance, bar, [], None, [], []
        self.peers = {"abess": [], "OMP": [], "LARS": []}
        for seed in range(seeds):
            x, y, support = make(m, n, k, rho, snr, kind, seed)
            problem = gram_file.given(x, y)
            gram, cross, target = problem
            mine = gram_file.prove(*problem, k)
            self.ours.append(mine)
            self.sets.append(sorted(mine["set"]))
            self.planted.append(self.sets[-1] == support)
            self.peers["abess"].append(peers.abess(gram, cross, target, k, (x, y)))
            self.peers["OMP"].append(peers.omp(gram, cross, k))
            self.peers["LARS"].append(peers.lars(gram, cross, k, m))
            if seed == 0 and (everywhere or bar[0] == "okridge"):
                self.okridge = okridge(x, y, k, limit)

    def proven(self):
        return all(mine["optimal"] for mine in self.ours)

    def seconds(self):
        return statistics.median(mine["seconds"] for mine in self.ours)

    def judged(self, first):
        """The bar in words and whether it is met; None where there is none."""
        kind, value = self.bar
        if value is None:
            return "–", None
        if kind == "okridge":
            return f"≥ {value} × OKRidge's solve", self.proven() and self.okridge[1] >= value * self.ours[0]["seconds"]
        if kind == "first":
            return f"≤ {value} × the first", self.proven() and self.seconds() <= value * first
        return f"≤ {value} s", self.proven() and self.seconds() <= value

    def beside(self, peer):
        """A peer's milliseconds and how often it found the proven set."""
        runs = self.peers[peer]
        found = sum(chosen == proven for (_, chosen), proven in zip(runs, self.sets))
        return f"{1e3 * statistics.median(seconds for seconds, _ in runs):.1f} ({found} of {len(runs)})"


def print_proofs(results):
    first, missed = min(mine["seconds"] for mine in results[0].ours), []
    print("| instance | ours: ms, by seed | nodes | planted set | × the first's best | OKRidge, seed 0: solve (and set-up) | OKRidge ÷ ours "
          "| bar | met |")
    print("|---|---|---|---|---|---|---|---|---|")
    for r in results:
        other, ratio = "–", "–"
        if r.okridge:
            built, solved, chosen, closed = r.okridge
            note = "" if closed else ", not finished"
            note += "" if chosen == r.sets[0] else ", another set"
            other = f"{solved:.2f} s{note} ({built:.1f} s)"
            ratio = f"{'' if closed else '> '}{solved / r.ours[0]['seconds']:.0f} ×"
        bar, met = r.judged(first)
        if met is False:
            missed.append(name(r.instance))
        unproven = "" if r.proven() else " (not proven: gap " + ", ".join(f"{mine['gap_nats']:.2g}" for mine in r.ours) + " nats)"
        print(f"| {name(r.instance)} | {figures(mine['seconds'] for mine in r.ours)}{unproven} | {', '.join(str(mine['nodes']) for mine in r.ours)} "
              f"| {sum(r.planted)} of {len(r.planted)} | {r.seconds() / first:.1f} × | {other} | {ratio} | {bar} "
              f"| {'–' if met is None else 'yes' if met else '**no**'} |")
    print(f"\n{len(missed)} bars missed" + (": " + "; ".join(missed) if missed else ""))


def print_unproven(results):
    print("\nWithout proof: median milliseconds (and how often the set is the proven one)\n")
    print("| instance | ours, with proof | abess | OMP | LARS |\n|---|---|---|---|---|")
    for r in results:
        ours = f"{1e3 * r.seconds():.1f}" if r.proven() else "not proven"
        print(f"| {name(r.instance)} | {ours} | {' | '.join(r.beside(peer) for peer in r.peers)} |")


def print_memory():
    """One instance for each route, measured by build/bench/bench_proof; the tree is stopped after 20 s."""
    lines = gram_file.memory()
    print("\nMemory at the peak of the search, the Gram matrix included\n")
    print("| instance | n² doubles | bar | met |\n|---|---|---|---|")
    for line in lines:
        print(f"| {line['instance']} | {line['memory_n2']:.2f} | ≤ {line['bar']} | {'yes' if line['met'] else '**no**'} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--okridge", type=float, default=120, metavar="SECONDS", help="that OKRidge may take for each instance (120)")
    parser.add_argument("--all", action="store_true", help="OKRidge beside every instance, not only those that it can finish")
    parser.add_argument("--seeds", type=int, default=3, help="of each instance (3); OKRidge gets the first")
    parser.add_argument("--only", default="", metavar="PART", help="of an instance's name; the first instance is always run")
    parser.add_argument("--memory", action="store_true", help="nothing but the memory of the search")
    arguments = parser.parse_args()
    if arguments.memory:
        return print_memory()
    results = []
    for i, instance in enumerate(INSTANCES):
        if i == 0 or arguments.only in name(instance):
            print(f"{name(instance)} …", file=sys.stderr, flush=True)
            results.append(Measured(instance, arguments.seeds, arguments.okridge, arguments.all))
    print_proofs(results)
    print_unproven(results)
    print_memory()


if __name__ == "__main__":
    main()
