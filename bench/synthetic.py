"""The synthetic tables of the field, INVASE Syn1 to Syn6 (Yoon, Jordon, van der Schaar 2019), and a boosted model of them.

Eleven standard normal columns; P(y = 1) = 1 / (1 + g). Syn4, 5, 6 switch between two of the first three on the sign of x11.
What is true of a row: the columns of its branch, and x11 where it is the switch."""
import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier

COLUMNS = [f"x{j + 1}" for j in range(11)]
SWITCH = 10
TRAINING_ROWS = 10_000
USED = {1: [0, 1], 2: [2, 3, 4, 5], 3: [6, 7, 8, 9]}
BRANCHES = {4: (1, 2), 5: (1, 3), 6: (2, 3)}  # where x11 < 0, and elsewhere
MODEL = {"learning_rate": 0.02, "max_iter": 2000, "max_leaf_nodes": 16, "min_samples_leaf": 100, "l2_regularization": 1.0,
         "early_stopping": True, "n_iter_no_change": 50, "random_state": 0}  # fmt: skip


def log_g(kind, x):
    if kind == 1:
        return x[:, 0] * x[:, 1]
    if kind == 2:
        return (x[:, 2:6] ** 2).sum(axis=1) - 4
    return -10 * np.sin(0.2 * x[:, 6]) + abs(x[:, 7]) + x[:, 8] + np.exp(-x[:, 9]) - 2.4


def draw(kind, rows, rng):
    """Columns, labels, and which columns are true of each row."""
    x = rng.standard_normal((rows, len(COLUMNS)))
    true = np.zeros(x.shape, dtype=bool)
    low = x[:, SWITCH] < 0
    if kind in BRANCHES:
        first, second = BRANCHES[kind]
        exponent = np.where(low, log_g(first, x), log_g(second, x))
        true[np.ix_(low, USED[first])] = True
        true[np.ix_(~low, USED[second])] = True
        true[:, SWITCH] = True
    else:
        exponent = log_g(kind, x)
        true[:, USED[kind]] = True
    labels = rng.uniform(size=rows) < 1 / (1 + np.exp(exponent))
    return x, labels.astype(int), true


def test_rows(kind, seed, rows):
    """Rows the model has not seen, its probability of y = 1 for each, what is true of them, and the model."""
    rng = np.random.default_rng([kind, seed])
    x, labels, _ = draw(kind, TRAINING_ROWS, rng)
    model = HistGradientBoostingClassifier(**MODEL).fit(x, labels)
    x, _, true = draw(kind, rows, rng)
    return x, model.predict_proba(x)[:, 1], true, model
