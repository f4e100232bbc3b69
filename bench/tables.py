#!/usr/bin/env python3
"""Proofs on tables of scikit-learn that need no download: correlated columns of real measurements, and their products.

Usage: bench/tables.py [part of the table's name]; run by `make bench` in the environment of tools/requirements-peers.txt.

Columns are scaled to variance 1; products are made of the scaled columns, with squares, and stand beside them. Predictions, fitted to all
rows with random_state=0: the decision function of GradientBoostingClassifier (breast cancer: benign; wine: cultivar 0; digits: an 8), what
GradientBoostingRegressor predicts (diabetes), and the decision function of LogisticRegression on the 30 scaled columns (breast cancer with
products). Nobody in particular, and somebody who knows three columns, which are then no candidates.

Ours from the Gram matrix in memory with proof; abess from a root of the same Gram matrix, orthogonal matching pursuit (OMP) from the matrix
itself, both without proof, their times with the Python call. Beside a peer's time: "optimum", or how far what its set leaves unexplained is
above the optimum; above our best set where that is not proven within 60 seconds."""
import sys

import numpy as np
from sklearn import datasets
from sklearn.ensemble import GradientBoostingClassifier, GradientBoostingRegressor
from sklearn.linear_model import LogisticRegression

import gram_file
import peers

SPARSITIES = (3, 4, 5, 6)


def scaled(x):
    return (x - x.mean(axis=0)) / x.std(axis=0)


def with_products(x, names):
    """The columns, their squares and products; the square of a column with two values is the column again and is left out."""
    pairs = [(i, j) for i in range(len(names)) for j in range(i, len(names)) if i != j or len(np.unique(x[:, i])) > 2]
    products = np.column_stack([x[:, i] * x[:, j] for i, j in pairs])
    return np.column_stack([x, scaled(products)]), names + [f"{names[i]} × {names[j]}" for i, j in pairs]


def boosted(x, y):
    return GradientBoostingClassifier(random_state=0).fit(x, y).decision_function(x)


def tables():
    """Name, columns, their names, prediction, three columns that somebody knows."""
    data = datasets.load_breast_cancer()
    x, names = scaled(data.data), [str(name) for name in data.feature_names]
    known = ["mean radius", "mean texture", "mean smoothness"]
    yield "breast cancer", x, names, boosted(data.data, data.target), known
    yield "breast cancer, products", *with_products(x, names), LogisticRegression(random_state=0).fit(x, data.target).decision_function(x), known
    data = datasets.load_diabetes()
    prediction = GradientBoostingRegressor(random_state=0).fit(data.data, data.target).predict(data.data)
    yield "diabetes, products", *with_products(scaled(data.data), list(data.feature_names)), prediction, ["age", "sex", "bmi"]
    data = datasets.load_wine()
    yield "wine", scaled(data.data), list(data.feature_names), boosted(data.data, data.target == 0), ["alcohol", "hue", "color_intensity"]
    data = datasets.load_digits()
    varies = data.data.std(axis=0) > 0
    names = [name for name, kept in zip(data.feature_names, varies) if kept]
    yield "digits", scaled(data.data[:, varies]), names, boosted(data.data, data.target == 8), ["pixel_3_3", "pixel_3_4", "pixel_4_4"]


def unexplained(x, y, chosen):
    """The part of the prediction's variance that the columns leave, by the rows; both centred."""
    return np.mean((y - x[:, chosen] @ np.linalg.lstsq(x[:, chosen], y, rcond=None)[0]) ** 2)


def given(x, y, known):
    """Columns and prediction less what the known columns say of them."""
    x, y = x - x.mean(axis=0), y - y.mean()
    if known.shape[1] == 0:
        return x, y
    known = known - known.mean(axis=0)
    return x - known @ np.linalg.lstsq(known, x, rcond=None)[0], y - known @ np.linalg.lstsq(known, y, rcond=None)[0]


def main():
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    proven, found, faster, cases = 0, {"abess": 0, "OMP": 0}, {"abess": 0, "OMP": 0}, 0
    print("| table | knows | s | left of the prediction's variance | ours, with proof: ms | nodes | gap, nats | abess: ms | OMP: ms |")
    print("|---|---|---|---|---|---|---|---|---|")
    for table, columns, names, prediction, three in tables():
        if wanted not in table:
            continue
        for known in ([], three):
            rest = [j for j, name in enumerate(names) if name not in known]
            x, y = given(columns[:, rest], prediction, columns[:, [names.index(name) for name in known]])
            gram, cross, target = gram_file.given(x, y)
            for s in SPARSITIES:
                mine = gram_file.prove(gram, cross, target, s)
                best = unexplained(x, y, mine["set"])
                cells = []
                for peer, (seconds, chosen) in (("abess", peers.abess(gram, cross, target, s)), ("OMP", peers.omp(gram, cross, s))):
                    above = unexplained(x, y, chosen) / best - 1
                    assert above > -1e-9 or not mine["optimal"], (table, known, s, peer, above)
                    found[peer] += mine["optimal"] and above < 1e-9
                    faster[peer] += seconds < mine["seconds"]
                    cells.append(f"{1e3 * seconds:.2f} ({'optimum' if mine['optimal'] and above < 1e-9 else f'{100 * above:+.2f} %'})")
                cases, proven = cases + 1, proven + mine["optimal"]
                gap = f"{mine['gap_nats']:.3g}" if mine["gap_nats"] < 1e100 else "no bound"
                time = f"{1e3 * mine['seconds']:.2f}{'' if mine['optimal'] else ', not proven'}"
                print(f"| {table}, {len(rest)} columns | {', '.join(known) or '–'} | {s} | {100 * best / np.var(prediction):.2f} % | {time} "
                      f"| {mine['nodes']} | {gap} | {cells[0]} | {cells[1]} |", flush=True)
    print(f"\nOf {cases}: proven {proven}; optimum found by abess {found['abess']}, by OMP {found['OMP']}; "
          f"faster than ours with proof: abess {faster['abess']}, OMP {faster['OMP']}")


if __name__ == "__main__":
    main()
