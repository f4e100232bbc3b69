#!/usr/bin/env python3
"""Whether asking the model about drawn rows harms where it must not be trusted: held-out error, not asking = 1.

Usage: bench/harm.py [--small] [--tables N]; needs lightgbm.

Four kinds of table whose columns determine each other, or whose model is another one off the data (information §10): drawn rows break
what holds in the real ones, and a choice that trusts them tells what the reader has already. 150 rows to choose two facts from, 1000 to
judge; two readers (held_out.py). "0.1, drawn rows added" is the prototype without a guard: version 0.1 on the real rows and 3000 drawn
from a Gaussian copula (correlations shrunk 5 % to none) with the model's predictions, beside version 0.1 on the real rows. "now, model
asked" stands beside "now". Ratios: geometric means of typical errors with their 95 % limits, and the worst table. Exit status 1 with --check where the lower
limit of "now, model asked" is above 1.02."""
import argparse
import sys
import time

import ways  # before numpy
import numpy as np
import pandas as pd
from held_out import READERS, HeldOut
from scipy import stats

ROWS, JUDGED, DRAWN, SPARSITY = 150, 1000, 3000, 2


def others(rows, rng):
    return {f"x{j}": rng.standard_normal(rows) for j in range(4)}


def retired(rows, rng):
    age = rng.integers(20, 90, rows).astype(float)
    return pd.DataFrame({"age": age, "retired": (age > 65).astype(float)} | others(rows, rng))


def square(rows, rng):
    a = rng.standard_normal(rows)
    return pd.DataFrame({"a": a, "b": a**2 + 0.02 * rng.standard_normal(rows)} | others(rows, rng))


def one_hot(rows, rng):
    kind = rng.integers(0, 4, rows)
    return pd.DataFrame({f"kind_{k}": (kind == k).astype(float) for k in range(4)} | others(rows, rng))


def twins(rows, rng):
    a = rng.standard_normal(rows)
    return pd.DataFrame({"a": a, "b": a + 0.1 * rng.standard_normal(rows)} | others(rows, rng))


def rest(x):
    return 0.5 * x["x0"] + 0.3 * x["x1"] + 0.1 * x["x2"]


def steep(x):
    """Nothing where a and b go together, and more than all the rest where they do not."""
    apart = x["a"] - x["b"]
    return rest(x) + 8 * np.sign(apart) * np.maximum(np.abs(apart) - 0.4, 0)


# What it is, rows, the model, what the reader knows
CASES = (
    ("knows age, “retired”", retired, lambda x: 1.25 * x["retired"] + 0.01 * x["age"] + rest(x), ["age"]),
    ("b ≈ a², knows a", square, lambda x: 0.35 * x["b"] + rest(x), ["a"]),
    ("one-hot columns, knows three of four", one_hot, lambda x: 2 * x["kind_3"] - x["kind_0"] + rest(x), ["kind_0", "kind_1", "kind_2"]),
    ("another model off the data", twins, steep, None),
)


def drawn(x, count, rng):
    """Rows of a Gaussian copula of these: normal scores, correlations shrunk 5 % to none, back through the quantiles."""
    scores = stats.norm.ppf((x.rank().to_numpy() - 0.5) / len(x))
    correlation = 0.95 * np.corrcoef(scores, rowvar=False) + 0.05 * np.eye(x.shape[1])
    uniform = stats.norm.cdf(rng.multivariate_normal(np.zeros(x.shape[1]), correlation, count))
    return pd.DataFrame({name: np.quantile(x[name], uniform[:, j], method="inverted_cdf") for j, name in enumerate(x.columns)})


def asked_without_guard(x, model, known, rng):
    more = drawn(x, DRAWN, rng)
    both = pd.concat([x, more], ignore_index=True)
    return ways.fit("0.1", both, model(both).to_numpy(), SPARSITY, knows=known)[0]


def one_table(rows_of, model, known, names, rng):
    """Log errors (way, reader), the sets told."""
    x, judged = rows_of(ROWS, rng), rows_of(JUDGED, rng)
    y = model(x).to_numpy()
    readers = HeldOut(x, y, judged, model(judged).to_numpy(), {})
    logs, told = [], []
    for name in names:
        if name == UNGUARDED:
            explainer = asked_without_guard(x, model, known, rng)
        else:
            explainer, _ = ways.fit(name, x, y, SPARSITY, lambda frame: model(frame).to_numpy(), knows=known)
        told.append(" ".join(sorted(ways.columns_told(explainer, known or []))) or "nothing")
        logs.append(np.log(readers.errors((known or []) + told[-1].split() if told[-1] != "nothing" else known or [])))
    return np.array(logs), told


UNGUARDED = "0.1, drawn rows added"
BESIDE = {UNGUARDED: "0.1", "now, model asked": "now"}


def ratio(differences):
    """Mean, lower and upper limit, greatest."""
    half = stats.t.ppf(0.975, len(differences) - 1) * differences.std(ddof=1) / np.sqrt(len(differences))
    mean = differences.mean()
    return np.exp([mean, mean - half, mean + half, differences.max()])


def most_often(sets):
    common = max(set(sets), key=sets.count)
    return f"{common} ({100 * sets.count(common) / len(sets):.0f} %)"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--small", action="store_true", help="20 tables of each kind instead of 100")
    parser.add_argument("--tables", type=int)
    parser.add_argument("--check", action="store_true")
    asked = parser.parse_args()
    missed = False
    tables, start = asked.tables or (20 if asked.small else 100), time.time()
    names = ["0.1", UNGUARDED, *ways.offered(["now", "now, model asked"])]
    compared = [way for way in names if way in BESIDE]
    columns = [f"{way} ÷ {BESIDE[way]}: {reader}" for way in compared for reader in READERS] + [f"{way} tells" for way in names]
    print("| table | " + " | ".join(columns) + " |\n" + "|---" * (1 + len(columns)) + "|", flush=True)
    for i, (label, rows_of, model, known) in enumerate(CASES):
        runs = [one_table(rows_of, model, known, names, np.random.default_rng([23, i, table])) for table in range(tables)]
        logs = np.array([run[0] for run in runs])
        cells = []
        for way in compared:
            for r in range(len(READERS)):
                mean, low, high, worst = ratio(logs[:, names.index(way), r] - logs[:, names.index(BESIDE[way]), r])
                cells.append(f"{mean:.3f} ({low:.3f}–{high:.3f}), worst {worst:.2f}")
                missed = missed or (way != UNGUARDED and low > 1.02)
        print(f"| {label} | " + " | ".join(cells + [most_often([run[1][j] for run in runs]) for j in range(len(names))]) + " |", flush=True)
    print(f"\n{tables} tables of each kind, {time.time() - start:.0f} s")
    return 1 if asked.check and missed else 0


if __name__ == "__main__":
    sys.exit(main())
