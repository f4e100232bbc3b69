"""Seeded tables of which everything is known: useless columns, one useful column, functions of what is known, and rows without end."""
import dataclasses

import numpy as np
import pandas as pd

SHAPES = ("Gauss", "t6", "multivariate t4")


def named(columns):
    return pd.DataFrame({f"x{j}": columns[:, j] for j in range(columns.shape[1])})


def noise(shape, rows, columns, rng):
    """Columns of variance 1 that tell nothing of each other's mean, and what is left of them without a common scale of the row."""
    plain = rng.standard_normal((rows, columns))
    if shape == "t6":
        plain = plain / np.sqrt(rng.chisquare(6, (rows, columns)) / 6) / np.sqrt(6 / 4)
    scale = 1 / np.sqrt(rng.chisquare(4, (rows, 1)) / 4) / np.sqrt(2) if shape == "multivariate t4" else 1.0
    return plain * scale, plain


def useless(shape, classes, rows, columns, rng):
    """A table and a prediction that has nothing to do with it: numbers (classes = 1), or as likely classes.

    Classes are cut where the row's common scale is not in it yet: with it, the middle class would be told by a bent column."""
    values, plain = noise(shape, rows, columns + 1, rng)
    x = named(values[:, :-1])
    if classes == 1:
        return x, values[:, -1]
    order = plain[:, -1].argsort().argsort()
    return x, np.array(["low", "middle", "high"])[order * classes // rows]


def useful(shape, rows, columns, bits, rng):
    """As useless, but x0 tells so many bits (exactly so for Gauss)."""
    values, _ = noise(shape, rows, columns + 1, rng)
    share = 1 - 2 ** (-2 * bits)
    return named(values[:, :-1]), np.sqrt(share) * values[:, 0] + np.sqrt(1 - share) * values[:, -1]


def placebos(rows, rng):
    """Two known columns, three that count, three that do not; functions of the known ones, which tell nothing new; a prediction.

    Known, the names of the placebos, the table, the prediction."""
    u = rng.standard_normal((rows, 2))
    u[:, 1] = 0.3 * u[:, 0] + np.sqrt(1 - 0.09) * u[:, 1]
    x = rng.standard_normal((rows, 6)) + 0.3 * u[:, :1]
    at, to, sharp = rng.uniform(-1, 1, 3)
    functions = {"bend": np.abs(u[:, 0] - at) ** (1.5 + sharp), "wave": np.sin((2 + to) * u[:, 1]), "cut": (u[:, 0] > to).astype(float),
                 "other_cut": (u[:, 1] > at).astype(float), "product": u[:, 0] * u[:, 1]}  # fmt: skip
    weights = rng.standard_normal(len(functions))
    prediction = sum(w * (f - f.mean()) / f.std() for w, f in zip(weights, functions.values()))
    prediction = prediction + u @ rng.standard_normal(2) + x[:, :3] @ np.array([0.7, 0.5, 0.3]) + 0.3 * rng.standard_normal(rows)
    table = pd.DataFrame({"u0": u[:, 0], "u1": u[:, 1]} | functions | {f"x{j}": x[:, j] for j in range(6)})
    return ["u0", "u1"], list(functions), table, prediction


def retired(rows, rng):
    """Somebody knows the age; being retired is a threshold of it, and the prediction jumps there."""
    age = rng.integers(20, 90, rows).astype(float)
    x = rng.standard_normal((rows, 4))
    table = pd.DataFrame({"age": age, "retired": (age > 65).astype(float)} | {f"x{j}": x[:, j] for j in range(4)})
    return table, 1.2 * table["retired"].to_numpy() + 0.01 * age + 0.2 * x[:, :2].sum(axis=1) + 0.1 * rng.standard_normal(rows)


@dataclasses.dataclass
class Process:
    """Rows without end: `draw(rows, rng)` gives a table and predictions."""

    name: str
    columns: int
    shape: str
    mean: object
    spread: object = None

    def draw(self, rows, rng):
        values, _ = noise(self.shape, rows, self.columns + 1, rng)
        x, left = values[:, :-1], values[:, -1]
        return named(x), self.mean(x) + left * (1.0 if self.spread is None else self.spread(x))


def falling(x):
    return x[:, :5] @ np.array([0.8, 0.6, 0.4, 0.2, 0.1])


PROCESSES = (
    Process("falling weights, 10 columns", 10, "Gauss", falling),
    Process("falling weights, 50 columns", 50, "Gauss", falling),
    Process("t6, 20 columns", 20, "t6", falling),
    Process("multivariate t4, 20 columns", 20, "multivariate t4", falling),
    Process("unequal variances, 20 columns", 20, "Gauss", falling, lambda x: np.exp(0.6 * x[:, 0])),
    Process("bends and cuts, 20 columns", 20, "Gauss", lambda x: x[:, 0] ** 2 - 1 + (x[:, 1] > 0.5) + 0.5 * np.sin(2 * x[:, 2])),
    Process("useless, 20 columns", 20, "Gauss", lambda x: 0 * x[:, 0]),
)

# Name, what the reader knows, prediction: information that a straight line does not see.
CASES = (
    ("x1·x2", [], lambda x: x[:, 0] * x[:, 1]),
    ("x1·x2", ["x1"], lambda x: x[:, 0] * x[:, 1]),
    ("sign(x1)·|x2|", [], lambda x: np.sign(x[:, 0]) * np.abs(x[:, 1])),
    ("sign(x1)·|x2|", ["x1"], lambda x: np.sign(x[:, 0]) * np.abs(x[:, 1])),
    ("x1²", [], lambda x: x[:, 0] ** 2),
    ("two steps", [], lambda x: (x[:, 0] > 1.5) + 1.0 * (x[:, 1] > 1.5)),
    ("sin 3x1 + .2·x4", [], lambda x: np.sin(3 * x[:, 0]) + 0.2 * x[:, 3]),
)


def case(mean, rows, rng):
    """Six columns; a tenth of the prediction's spread is noise, so that no reader gets more than log₂ 10 bits."""
    x = rng.standard_normal((rows, 6))
    exact = mean(x)
    return pd.DataFrame({f"x{j + 1}": x[:, j] for j in range(6)}), exact + 0.1 * exact.std() * rng.standard_normal(rows)


def spread_classes(rows, rng):
    """Two classes that differ in the spread of x1 only: standard deviation 1 or 3, .269 bits of 1."""
    wide = rng.integers(0, 2, rows)
    x = rng.standard_normal((rows, 6))
    x[:, 0] *= np.where(wide == 1, 3, 1)
    return pd.DataFrame({f"x{j + 1}": x[:, j] for j in range(6)}), np.where(wide == 1, "wide", "narrow")
