#!/usr/bin/env python3
"""Two builds of this project beside each other: how much faster or slower is the second?

    python bench/compare.py BEFORE AFTER          # folders of two checkouts, each built with `cmake --preset bench`

Both run in turns on the same files, so that what else the machine does meets both; each figure is the least of its runs.
What both answer is compared first: the same facts and proof, and bits to nine digits. The reader is that of the paper (--paper; of version 0.1 --linear),
which all builds have."""
import json
import pathlib
import subprocess
import sys
import tempfile
import time

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

PROOFS = ["6000x3000 s10 rho.5 snr5", "10000x1000 s10 rho.5 snr1", "1500x3000 s10 rho.5 snr5", "AR(1) 2000x1000 s10 rho.9 snr5"]
PYTHON = """
import inspect, sys, time
sys.path.insert(0, sys.argv[1] + "/build/python")
import numpy as np, explainee as xe, warnings
warnings.simplefilter("ignore")
rng = np.random.default_rng(0)
X = rng.normal(size=(10_000, 50)); y = X[:, :5].sum(1) + X[:, 0] * X[:, 1] + rng.normal(size=10_000)
best = 9e9
paper, linear = ({"paper": True}, {}) if "paper" in inspect.signature(xe.Explainer).parameters else ({}, {"linear": True})
for _ in range(9):
    begin = time.perf_counter(); xe.Explainer(3, threads=2, **paper).fit(X, y, knows=["x0", "x1"], **linear); best = min(best, time.perf_counter() - begin)
print(best)
"""


def seconds_of(command):
    begin = time.perf_counter()
    done = subprocess.run([str(part) for part in command], check=True, capture_output=True, text=True)
    return time.perf_counter() - begin, done.stdout


def in_turns(before, after, runs, measure):
    """The least of so many figures of each build."""
    best = {before: float("inf"), after: float("inf")}
    for _ in range(runs):
        for build in best:
            best[build] = min(best[build], measure(build))
    return best[before], best[after]


def show(what, before, after, unit="ms", scale=1e3):
    print(f"| {what} | {before * scale:.4g} {unit} | {after * scale:.4g} {unit} | {after / before:.2f} × |", flush=True)


def make_files(folder):
    rng = np.random.RandomState(0)
    m, n, s = 6000, 3000, 10
    x = rng.randn(m, n) + rng.randn(m, 1)
    y = x[:, [i * n // s for i in range(s)]].sum(1)
    y += rng.randn(m) * y.std() / 5**0.5
    pa.parquet.write_table(pa.table({**{f"x{j}": x[:, j] for j in range(n)}, "p": y}), folder / "wide.parquet")
    rows = pa.table({f"x{j}": rng.randn(100_000) for j in range(20)})
    score = rows["x0"].to_numpy() + 0.5 * rows["x1"].to_numpy() + rng.randn(100_000)
    pa.csv.write_csv(rows.append_column("p", pa.array(np.where(score > 0.3, "yes", "no"))), folder / "class.csv")
    million = pa.table({f"x{i}": rng.randn(1_000_000) for i in range(20)})
    pa.parquet.write_table(million, folder / "million.parquet")
    pa.csv.write_csv(million, folder / "million.csv")


def essence(text):
    told = json.loads(text)["explanation"]
    bits = told["information"]["bits"]
    return [f["name"] for f in told["features"]], told["certificate"]["optimal"], bits and float(f"{bits:.9g}")


def paper(build):
    """Options for the reader of the paper, plain columns and as many as asked for, as this build takes them."""
    known = subprocess.run([build / "build/explainee", "explain", "--help"], check=True, capture_output=True, text=True).stdout
    return ["--paper"] if "--paper " in known else ["--linear"]


def commands(before, after, folder):
    mode = {build: paper(build) for build in (before, after)}
    diabetes = before / "data" / "diabetes.csv"
    subprocess.run([before / "build/explainee", "moments", folder / "wide.parquet", "-o", folder / "wide.moments"], check=True, capture_output=True)
    wanted = {
        "`explain` of 442×10": (40, ["explain", diabetes, "--prediction", "prediction", "--label", "progression", "--knows", "bmi,bp", "--json"]),
        "`explain` of the .moments of 6000×3000, s = 10": (7, ["explain", folder / "wide.moments", "--prediction", "p", "-s", 10, "--json"]),
        "a class, 10⁵×20 CSV": (3, ["explain", folder / "class.csv", "--prediction", "p", "--json"]),
    }
    for what, (runs, arguments) in wanted.items():
        told = [essence(seconds_of([build / "build/explainee", *arguments, *mode[build]])[1]) for build in (before, after)]
        assert told[0] == told[1], (what, told)
        show(what, *in_turns(before, after, runs, lambda build: seconds_of([build / "build/explainee", *arguments, *mode[build]])[0]))
    for kind in ("parquet", "csv"):
        arguments = ["moments", folder / f"million.{kind}", "-o", folder / "out.moments"]
        show(f"`moments` of 10⁶×20 {kind}", *in_turns(before, after, 7, lambda build: seconds_of([build / "build/explainee", *arguments])[0]))


def programs(before, after, folder):
    def of(name, *arguments, key="seconds", pick=lambda line: True):
        def measure(build):
            lines = seconds_of([build / "build/bench" / name, *arguments])[1].splitlines()
            return min(json.loads(line)[key] for line in lines if pick(json.loads(line)))

        return measure

    for rows, columns, threads in ((1_000_000, 20, 1), (200_000, 100, 1), (50_000, 500, 2), (10_000, 2000, 2)):
        show(f"moments {rows}×{columns}, {threads} thread(s), ÷ dsyrk",
             *in_turns(before, after, 3, of("bench_moments", rows, columns, threads, key="ratio")), unit="", scale=1)
    n40 = of("bench_search", folder / "rows.csv", pick=lambda line: line["what"] == "n40 s5")
    show("n = 40, s = 5, moments to proof", *in_turns(before, after, 2, n40))
    for proof in PROOFS:
        show(f"proof {proof}", *in_turns(before, after, 3, of("bench_proof", proof, 1, 2, 60, key="ms")), scale=1)
    for kind in ("lists", "score"):
        show(f"crowd n = 40, s = 5, {kind}, a person", *in_turns(before, after, 3, of("bench_crowd", 40, 5, kind, 1e5, 2, key="us")), unit="µs", scale=1)


def main():
    before, after = (pathlib.Path(name).resolve() for name in sys.argv[1:3])
    print("| what | before | after | after ÷ before |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        make_files(folder)
        commands(before, after, folder)
        show("Python: 10⁴×50, one person", *in_turns(before, after, 3, lambda build: float(seconds_of([sys.executable, "-c", PYTHON, build])[1])))
        programs(before, after, folder)


if __name__ == "__main__":
    main()
