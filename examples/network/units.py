#!/usr/bin/env python3
"""Which hidden units of a network tell most about what it says? Fits a small network, explains it by its units, checks the answer.

Usage: examples/network/units.py [folder for the tables]; EXPLAINEE names the program (build/explainee). Needs numpy and pyarrow."""
import itertools
import json
import os
import pathlib
import subprocess
import sys

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("EXPLAINEE", ROOT / "build" / "explainee")).resolve()
UNITS = 8


def fit(x, y, rng, steps=1500, rate=0.01, decay=0.005):
    """tanh units and a linear output, least squares with weight decay, by Adam; returns a function to units and output."""
    parameters = [rng.normal(size=(x.shape[1], UNITS)) / 3, np.zeros(UNITS), rng.normal(size=UNITS) / 3, np.zeros(1)]
    mean, square = [0 * p for p in parameters], [0 * p for p in parameters]
    for step in range(1, steps + 1):
        inner, bias, outer, offset = parameters
        units = np.tanh(x @ inner + bias)
        error = (units @ outer + offset - y) / len(y)
        back = np.outer(error, outer) * (1 - units**2)
        slopes = [x.T @ back + decay * inner, back.sum(axis=0), units.T @ error + decay * outer, error.sum(keepdims=True)]
        for i, slope in enumerate(slopes):
            mean[i] = 0.9 * mean[i] + 0.1 * slope
            square[i] = 0.999 * square[i] + 0.001 * slope**2
            parameters[i] = parameters[i] - rate * (mean[i] / (1 - 0.9**step)) / (np.sqrt(square[i] / (1 - 0.999**step)) + 1e-8)
    inner, bias, outer, offset = parameters

    def network(rows):
        units = np.tanh(rows @ inner + bias)
        return units, units @ outer + offset

    return network


def explain(folder, *arguments):
    command = [PROGRAM, "explain", folder / "patients.csv", "--candidates", folder / "units.parquet", "--id", "patient", "--prediction", "network"]
    command += ["--features", "unit*", "--reader", "linear", "--family", "features", "--tell", "all", *arguments]
    print(subprocess.run([*command, "--quiet"], capture_output=True, text=True, check=True).stdout)
    return json.loads(subprocess.run([*command, "--json"], capture_output=True, text=True, check=True).stdout)["explanation"]


def left_over(prediction, columns):
    design = np.column_stack([np.ones(len(prediction)), *columns])
    return np.sum((prediction - design @ np.linalg.lstsq(design, prediction, rcond=None)[0]) ** 2)


def best_units(prediction, known, units, size):
    """Every set of so many units, by least squares: the best."""
    return set(min(itertools.combinations(range(UNITS), size), key=lambda c: left_over(prediction, [*known, *units[:, c].T])))


def told(explanation):
    return {int(fact["name"].removeprefix("unit")) - 1 for fact in explanation["features"]}


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    patients = pa.csv.read_csv(ROOT / "data" / "diabetes.csv").drop_columns(["prediction"])
    names = [name for name in patients.column_names if name != "progression"]
    x = np.column_stack([patients[name].to_numpy() for name in names]).astype(float)
    z = (x - x.mean(axis=0)) / x.std(axis=0)
    y = patients["progression"].to_numpy().astype(float)
    units, said = fit(z, (y - y.mean()) / y.std(), np.random.default_rng(0))(z)
    prediction = y.mean() + y.std() * said
    ids = pa.array([f"p{i}" for i in range(len(y))])
    pa.csv.write_csv(patients.append_column("network", pa.array(prediction)).append_column("patient", ids), folder / "patients.csv")
    pq.write_table(pa.table({f"unit{k + 1}": units[:, k] for k in range(UNITS)} | {"patient": ids}), folder / "units.parquet")

    assert told(explain(folder, "-s", "2")) == best_units(prediction, [], units, 2)
    who = [x[:, names.index(name)] for name in ("bmi", "bp")]
    assert told(explain(folder, "-s", "2", "--knows", "bmi,bp")) == best_units(prediction, who, units, 2)
    assert explain(folder, "-s", str(UNITS))["information"]["infinite"], "all units settle what the network says"
    print(f"The network's R² is {1 - np.mean((prediction - y) ** 2) / np.var(y):.2f}; both answers are the best of all pairs of units.")


if __name__ == "__main__":
    main()
