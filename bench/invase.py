#!/usr/bin/env python3
"""How often the facts of a row are the ones its label depends on: INVASE Syn1 to Syn6, beside published figures and SHAP.

Usage: bench/invase.py [--quick] [--seeds N]; needs scikit-learn, and shap for its column. EXPLAINEE names the program (build/explainee).

The prediction is the probability of a boosted model (synthetic.py) fitted to 10 000 rows; 10 000 other rows are explained from their
columns and predictions alone. TPR: the share of a row's true columns that it is told; FDR: the share of what it is told that is not
true; means over rows, then over seeds. Two ways to explain:

split   one_split.py: facts for all rows, or for the two sides of a threshold; the column of the threshold is told first.
local   one call, `explain --local --metric all --family curves,pairs -s 6 --method greedy --all-rows`: facts from rows like it.

First table: the number of columns to tell, k, is given, as it was to L2X, LIME and SHAP: the first k columns of the fewest facts that
have so many (split), of the six (local), of the largest absolute values (SHAP). Second: the number is chosen, as by INVASE."""
import argparse
import os
import pathlib
import platform
import tempfile
import time

import numpy as np
import pyarrow.parquet as pq

import one_split
import synthetic

PUBLISHED = {
    "INVASE": ["100/0", "100/0", "92.0/0", "99.8/10.3", "84.8/1.1", "90.1/7.4"],
    "L2X": ["100/0", "100/0", "69.4/30.6", "79.5/21.8", "74.8/26.3", "83.3/16.7"],
    "LIME": ["13.8/86.2", "100/0", "98.1/1.9", "40.7/49.4", "41.1/50.6", "50.5/49.5"],
    "SHAP": ["60.4/39.6", "93.3/6.7", "90.1/9.1", "65.2/31.9", "62.9/33.7", "71.2/28.8"],
}
SHAP_ROWS = 1000
PRICES = (0.1, 0.05)  # bits; the first decides about the split where k is given
LOCAL = ("--local", "--metric", "all", "--family", "curves,pairs", "-s", 6, "--method", "greedy")


def rates(told, true):
    """TPR and FDR of the columns told to each row, in percent."""
    hits = np.array([row[columns].sum() for columns, row in zip(told, true)])
    said = np.array([len(columns) for columns in told])
    false = np.where(said > 0, 1 - hits / np.maximum(said, 1), 0)
    return 100 * np.array([np.mean(hits / true.sum(axis=1)), np.mean(false)])


def enough(side, first, k):
    """The first k columns of the fewest facts that have so many, `first` before them."""
    for facts in side.facts:
        told = first + [j for j in facts if j not in first]
        if len(told) >= k:
            break
    return told[:k]


def all_of(side, first, s):
    return first + [j for j in (side.facts[s - 1] if s else []) if j not in first]


def tell(x, whole, split, choose):
    """What `choose(side, first columns, row)` tells each row."""
    if split is None:
        return [choose(whole, [], i) for i in range(len(x))]
    sides = np.where(x[:, split.column] < split.at, 0, 1)
    return [choose((split.below, split.above)[side], [split.column], i) for i, side in enumerate(sides)]


def by_split(folder, x, prediction, true):
    whole, found = one_split.Splitter(folder, synthetic.COLUMNS, x, prediction).explain()
    k = true.sum(axis=1)
    split = {price: found if one_split.worth_splitting(whole, found, price) else None for price in PRICES}
    told = {
        "given": tell(x, whole, split[PRICES[0]], lambda side, first, i: enough(side, first, k[i])),
        "honest": tell(x, whole, split[PRICES[0]], lambda side, first, i: all_of(side, first, side.most_honest())),
    }
    for price in PRICES:
        told[price] = tell(x, whole, split[price], lambda side, first, i: all_of(side, first, side.best(price)))
    kept = "none" if split[PRICES[0]] is None else f"{synthetic.COLUMNS[found.column]} < {found.at:.2f}"
    return {way: rates(columns, true) for way, columns in told.items()}, kept


def by_local(folder, x, prediction, true):
    path = one_split.write(folder, synthetic.COLUMNS, x, prediction)
    one_split.explain(path, *LOCAL, "--all-rows", folder / "local.parquet")
    facts = pq.read_table(folder / "local.parquet", columns=["features"])["features"].to_pylist()
    ranked = [one_split.features_of(row, synthetic.COLUMNS) for row in facts]
    return rates([columns[:k] for columns, k in zip(ranked, true.sum(axis=1))], true)


def by_shap(model, x, true):
    """TreeExplainer's values of the log-odds; None where shap is not installed."""
    try:
        import shap
    except ImportError:
        return None
    values = abs(shap.TreeExplainer(model).shap_values(x[:SHAP_ROWS], check_additivity=False))
    ranked = np.argsort(-values, axis=1)
    return rates([columns[:k] for columns, k in zip(ranked, true.sum(axis=1))], true[:SHAP_ROWS])


def run(seeds, rows):
    """Rates by way and kind of table, one for each seed; the splits; seconds by way."""
    found, splits, seconds = {}, {}, {}

    def timed(way, work, *arguments):
        start = time.perf_counter()
        result = work(*arguments)
        seconds[way] = seconds.get(way, 0) + time.perf_counter() - start
        return result

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for kind in range(1, 7):
            for seed in seeds:
                x, prediction, true, model = timed("model", synthetic.test_rows, kind, seed, rows)
                ours, split = timed("split", by_split, folder, x, prediction, true)
                splits.setdefault(kind, []).append(split)
                if kind in synthetic.BRANCHES:
                    ours["local"] = timed("local", by_local, folder, x, prediction, true)
                peer = timed("SHAP", by_shap, model, x, true)
                for way, rate in (ours | ({} if peer is None else {"SHAP": peer})).items():
                    found.setdefault(way, {}).setdefault(kind, []).append(rate)
    return found, splits, seconds


def show(label, cells):
    print(f"| {label} | " + " | ".join(cells) + " |")


def ours(found, way):
    """Means over the seeds, and the least TPR of a seed where seeds differ."""
    cells = []
    for kind in range(1, 7):
        seeds = np.array(found[way].get(kind, [])) if way in found else np.array([])
        if not len(seeds):
            cells.append("–")
            continue
        tpr, fdr = seeds.mean(axis=0)
        cells.append(f"{tpr:.1f}/{fdr:.1f} ({seeds[:, 0].min():.1f})")
    return cells


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true", help="one seed, 2000 rows to explain")
    parser.add_argument("--seeds", type=int, default=5)
    asked = parser.parse_args()
    seeds, rows = (range(1, 2), 2000) if asked.quick else (range(1, asked.seeds + 1), 10_000)
    found, splits, seconds = run(seeds, rows)
    heading = "| TPR/FDR % (least TPR of a seed) | Syn1 | Syn2 | Syn3 | Syn4 | Syn5 | Syn6 |\n|---|---|---|---|---|---|---|"
    print(f"{platform.machine()}, {os.cpu_count()} cores; {len(seeds)} seeds, {rows} rows\n\nk given:\n\n{heading}")
    show("ours, split", ours(found, "given"))
    show("ours, local", ours(found, "local"))
    show("SHAP here, same model and rows", ours(found, "SHAP"))
    for peer in ("L2X", "LIME", "SHAP"):
        show(f"{peer}, published", PUBLISHED[peer])
    print(f"\nk chosen:\n\n{heading}")
    for price in PRICES:
        show(f"ours, split, a fact must be worth {price} honest bits", ours(found, price))
    show("ours, split, most honest bits of s = 1 to 5", ours(found, "honest"))
    show("INVASE, published", PUBLISHED["INVASE"])
    print("\nSplits: " + "; ".join(f"Syn{kind} {', '.join(kept)}" for kind, kept in splits.items()))
    print("Seconds: " + ", ".join(f"{way} {spent:.0f}" for way, spent in seconds.items()))


if __name__ == "__main__":
    main()
