#!/usr/bin/env python3
"""Runs every benchmark beside its peer on the same data, checks the answers, and prints one table of ratios."""
import json
import os
import pathlib
import platform
import subprocess
import sys
import tempfile
import time

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"
PROGRAM = BUILD / "explainee"
failures = []


def best_of(runs, work):
    best = float("inf")
    for _ in range(runs):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best


def lines(command):
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def show(what, ours, peer, ratio, bar, met):
    print(f"| {what} | {ours} | {peer} | {ratio} | {bar} | {'yes' if met else 'no'} |", flush=True)
    if not met:
        failures.append(what)


def bench_moments():
    for r in lines([BUILD / "bench" / "bench_moments"]):
        show(f"moments {r['rows']}×{r['columns']}, {r['threads']} threads", f"{r['ours'] * 1e3:.1f} ms",
             f"dsyrk {r['dsyrk'] * 1e3:.1f} ms", f"{r['ratio']:.2f} ×", "≤ 1.3 ×", r["ratio"] <= 1.3)


def bench_files(folder):
    rng = np.random.default_rng(0)
    table = pa.table({f"x{i}": rng.standard_normal(1_000_000) for i in range(20)})
    readers = {"parquet": pa.parquet.read_table, "csv": pa.csv.read_csv}
    pa.parquet.write_table(table, folder / "t.parquet")
    pa.csv.write_csv(table, folder / "t.csv")
    digests = set()
    start = best_of(20, lambda: subprocess.run([PROGRAM, "--version"], check=True, capture_output=True))  # pyarrow is loaded too
    for kind, read in readers.items():
        path = folder / f"t.{kind}"
        out = folder / f"{kind}.moments"
        ours = best_of(15, lambda: subprocess.run([PROGRAM, "moments", path, "-o", out], check=True, capture_output=True))
        peer = best_of(15 if kind == "parquet" else 5, lambda: read(path))
        matrix = np.column_stack([c.to_numpy() for c in read(path).columns])
        syrk = best_of(5, lambda: matrix.T @ matrix)
        digests.add(out.read_bytes())
        net = ours - start
        whole = f"{net * 1e3:.0f} ms (and {start * 1e3:.0f} ms to start the program)"
        show(f"`moments` of 10⁶×20 {kind}", whole, f"pyarrow's read {peer * 1e3:.0f} ms", f"{net / peer:.2f} ×", "≤ 1.5 ×", net <= 1.5 * peer)
        show("the same", whole, f"read + product {1e3 * (peer + syrk):.0f} ms", f"{net / (peer + syrk):.2f} ×", "≤ 1.3 ×", net <= 1.3 * (peer + syrk))
    assert len(digests) == 1, "Parquet and CSV gave different moments"


def bench_search(folder):
    rows = folder / "rows.csv"
    results = lines([BUILD / "bench" / "bench_search", rows])
    leaps = subprocess.run(["Rscript", ROOT / "bench" / "leaps.R", rows], capture_output=True, text=True, check=True).stdout.split("\n")
    seconds, chosen = float(leaps[0]), [int(i) for i in leaps[1].split()]
    for r in results:
        if r["what"] == "scan":
            show(f"exhaustive scan n = {r['columns']}, s = {r['s']}, one core", f"{r['subsets_per_second']:.2g} subsets/s", "–", "–",
                 "≥ 5·10⁸", r["subsets_per_second"] >= 5e8 and r["optimal"])
        elif r["what"] == "n40 s5":
            assert sorted(r["set"]) == sorted(chosen), (r["set"], chosen)
            show("n = 40, s = 5, moments to proof", f"{r['seconds'] * 1e3:.3f} ms", f"R leaps {seconds * 1e3:.1f} ms (from rows)",
                 f"{seconds / r['seconds']:.0f} × faster", "≤ 3 ms", r["seconds"] <= 3e-3 and r["optimal"])
        else:
            show(r["what"], f"{r['seconds'] * 1e3:.3f} ms", "–", "–", "≤ 3 ms", r["seconds"] <= 3e-3 and r["optimal"])


def bench_command():
    command = [PROGRAM, "explain", ROOT / "data" / "diabetes.csv", "--prediction", "prediction", "--label", "progression", "--knows", "bmi,bp", "--paper"]
    assert "triglycerides" in subprocess.run(command + ["--names", ROOT / "data" / "diabetes_names.csv"], capture_output=True, text=True, check=True).stdout
    ours = best_of(30, lambda: subprocess.run(command, check=True, capture_output=True))
    peer = best_of(30, lambda: subprocess.run([sys.executable, "-c", "import numpy"], check=True))
    show("the whole `explain --paper` of 442×10", f"{ours * 1e3:.1f} ms", f"python -c 'import numpy' {peer * 1e3:.0f} ms", f"{ours / peer:.2f} ×",
         "≤ 0.25 ×", ours <= 0.25 * peer)


def main():
    print(f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores, `make bench`\n")
    print("| what | ours | peer | ratio | bar | met |\n|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        bench_moments()
        bench_files(folder)
        bench_search(folder)
        bench_command()
    print(f"\n{len(failures)} bars missed" + (": " + "; ".join(failures) if failures else ""))


if __name__ == "__main__":
    main()
