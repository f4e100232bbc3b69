#!/usr/bin/env python3
"""The small learner beside LightGBM and scikit-learn's histogram boosting: held-out loss by the same five folds, and
seconds of the processor on one thread. The peers get settings for small tables, their rounds by cross-validation inside the other
folds (scikit-learn: by its own held-out tenth), and are fitted anew on all of them."""
import argparse
import json
import os
import pathlib
import subprocess
import tempfile
import time
import warnings

os.environ["OMP_NUM_THREADS"] = "1"  # before scikit-learn reads it

import lightgbm
import numpy as np
import sklearn.datasets
from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor

BINARY = pathlib.Path(__file__).resolve().parent.parent / "build" / "bench" / "bench_learner"
FOLDS = 5
PATIENCE = 30


def drawn(rng, rows):
    """(name, columns, target, classes, levels by column) of tables with a known rule."""
    u = rng.uniform(size=(rows, 10))
    yield "friedman1", u, 10 * np.sin(np.pi * u[:, 0] * u[:, 1]) + 20 * (u[:, 2] - .5) ** 2 + 10 * u[:, 3] + 5 * u[:, 4] + rng.normal(size=rows), 0, [0] * 10
    x = rng.normal(size=(rows, 5))
    five = [0] * 5
    yield "x1·x2", x, x[:, 0] * x[:, 1], 0, five
    yield "sign(x1)·\\|x2\\|", x, np.sign(x[:, 0]) * abs(x[:, 1]), 0, five
    yield "x1²", x, x[:, 0] ** 2, 0, five
    yield "sin 3x1 + .2x4", x, np.sin(3 * x[:, 0]) + .2 * x[:, 3], 0, five
    yield "two steps", x, 2. * (x[:, 0] > .5) + (x[:, 1] > -.3), 0, five
    yield "a line and noise", x, x @ [1, .5, -.5, .2, 0] + 1.5 * rng.normal(size=rows), 0, five
    yield "noise", x, rng.standard_t(3, size=rows), 0, five
    group, effect = rng.integers(0, 12, rows), rng.normal(size=12)
    yield "12 levels", np.column_stack([x[:, :3], group]), effect[group] + x[:, 0] * (group < 6) + .3 * rng.normal(size=rows), 0, [0, 0, 0, 12]
    chance = 1 / (1 + np.exp(-(x[:, 0] + x[:, 1] * x[:, 2])))
    yield "a class of x1 + x2·x3", x, (rng.uniform(size=rows) < chance).astype(float), 2, five


def tables(quick):
    diabetes, wine, cancer = sklearn.datasets.load_diabetes(), sklearn.datasets.load_wine(), sklearn.datasets.load_breast_cancer()
    yield "diabetes", diabetes.data, diabetes.target, 0, [0] * 10
    yield "wine, its class", wine.data, wine.target.astype(float), 3, [0] * 13
    yield "wine, its proline", wine.data[:, :-1], wine.data[:, -1], 0, [0] * 12
    yield "breast cancer", cancer.data, cancer.target.astype(float), 2, [0] * 30
    for rows in (200, 500) if quick else (200, 500, 2000):
        for name, *rest in drawn(np.random.default_rng(rows), rows):
            yield f"{name}, {rows} rows", *rest


def by_lightgbm(x, y, classes, levels):
    small = len(y) < 600
    settings = dict(verbose=-1, num_threads=1, learning_rate=.05, num_leaves=8 if small else 15, min_data_in_leaf=5 if small else 10, max_bin=63,
                    feature_fraction=.8, bagging_fraction=.8, bagging_freq=1, lambda_l2=1, seed=0, deterministic=True, force_col_wise=True,
                    min_data_per_group=5, cat_smooth=2, cat_l2=2,
                    objective={0: "regression", 2: "binary"}.get(classes, "multiclass"), **({"num_class": classes} if classes > 2 else {}))
    categories = [j for j, level in enumerate(levels) if level]
    data = lightgbm.Dataset(x, y, categorical_feature=categories or "auto", free_raw_data=False, params=settings)
    curve = lightgbm.cv(settings, data, 600, nfold=4, stratified=classes > 0, seed=0, callbacks=[lightgbm.early_stopping(PATIENCE, verbose=False)])
    model = lightgbm.train(settings, data, len(next(iter(curve.values()))))

    def predict(new):
        told = model.predict(new, num_threads=1)
        return np.column_stack([1 - told, told]) if classes == 2 else told
    return predict


def by_sklearn(x, y, classes, levels):
    settings = dict(learning_rate=.05, max_iter=600, max_leaf_nodes=8 if len(y) < 600 else 15, min_samples_leaf=5 if len(y) < 600 else 10, max_bins=63,
                    l2_regularization=1., early_stopping=True, n_iter_no_change=PATIENCE, random_state=0,
                    categorical_features=[j for j, level in enumerate(levels) if level] or None)
    rounds = (HistGradientBoostingClassifier if classes else HistGradientBoostingRegressor)(**settings).fit(x, y).n_iter_
    settings.update(early_stopping=False, max_iter=max(1, rounds - PATIENCE))
    model = (HistGradientBoostingClassifier if classes else HistGradientBoostingRegressor)(**settings).fit(x, y)
    return model.predict_proba if classes else model.predict


def held_out(fit, x, y, classes, levels, fold):
    """Squared error by variance, or log-loss in nats (chances at least 1/(2·rows), as ours), and seconds."""
    start = time.process_time()
    loss = 0.
    for held in range(FOLDS):
        other = fold != held
        told = fit(x[other], y[other], classes, levels)(x[~other])
        if classes:
            loss -= np.log(np.maximum(told[np.arange(len(told)), y[~other].astype(int)], .5 / len(y))).sum()
        else:
            loss += ((told - y[~other]) ** 2).sum()
    return loss / len(y) / (1 if classes else y.var()), time.process_time() - start


def ours(x, y, classes, levels, fold, folder):
    path = pathlib.Path(folder) / "table.txt"
    with path.open("w") as out:
        print(len(y), x.shape[1], classes, FOLDS, file=out)
        print(*levels, file=out)
        for row, target, held in zip(x, y, fold):
            print(*(repr(float(v)) for v in row), repr(float(target)), held, file=out)
    done = json.loads(subprocess.run([BINARY, "0", path], capture_output=True, text=True, check=True).stdout)
    assert abs(done["alone"] / (y.var() if not classes else done["alone"]) - 1) < 1e-9, "the binary read another table"
    return done["loss"] / (1 if classes else done["alone"]), done["seconds"]


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--quick", action="store_true", help="no tables of 2000 rows")
    options.add_argument("--times", type=int, default=2, help="how often rows are dealt to folds")
    chosen = options.parse_args()
    warnings.filterwarnings("ignore")
    print("| table | ours | LightGBM | scikit-learn | ours ÷ LightGBM | ours ÷ scikit-learn | ours, ms | LightGBM, ms | scikit-learn, ms |")
    print("|---|---|---|---|---|---|---|---|---|")
    ratios = []
    with tempfile.TemporaryDirectory() as folder:
        for name, x, y, classes, levels in tables(chosen.quick):
            sums = np.zeros((3, 2))
            for time_dealt in range(chosen.times):
                fold = np.random.default_rng(100 + time_dealt).permutation(np.arange(len(y)) % FOLDS)
                sums += [ours(x, y, classes, levels, fold, folder), held_out(by_lightgbm, x, y, classes, levels, fold),
                         held_out(by_sklearn, x, y, classes, levels, fold)]
            (a, ta), (b, tb), (c, tc) = sums / chosen.times
            ratios.append((a / b, a / c, tb / ta, tc / ta))
            print(f"| {name} | {a:.4f} | {b:.4f} | {c:.4f} | {a / b:.2f} | {a / c:.2f} | {ta * 1e3:.1f} | {tb * 1e3:.0f} | {tc * 1e3:.0f} |", flush=True)
    middle, mean = np.median(ratios, axis=0), np.exp(np.log(ratios).mean(axis=0))
    print(f"\nOurs ÷ LightGBM: loss, median {middle[0]:.2f}, geometric mean {mean[0]:.2f}; {sum(r[0] > 1.05 for r in ratios)} of {len(ratios)} tables more than 5 % worse;"
          f" {mean[2]:.0f} × faster. Ours ÷ scikit-learn: {middle[1]:.2f}, {mean[1]:.2f}; {sum(r[1] > 1.05 for r in ratios)}; {mean[3]:.0f} × faster.")


if __name__ == "__main__":
    main()
