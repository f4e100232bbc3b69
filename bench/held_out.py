"""Error on held-out rows of two readers who expect the prediction from some columns: boosted trees (LightGBM) and seven nearest neighbours.

Both are fitted to the rows the facts were chosen on and asked about others. Text columns are one column for each level."""
import lightgbm
import numpy as np
import pandas as pd
from sklearn.neighbors import KNeighborsRegressor

READERS = ("boosted", "neighbours")
BOOSTED = {"n_estimators": 150, "learning_rate": 0.08, "num_leaves": 8, "min_child_samples": 5, "n_jobs": 1, "verbose": -1,
           "random_state": 0, "deterministic": True, "force_row_wise": True}  # fmt: skip


def is_text(column):
    return not pd.api.types.is_numeric_dtype(column)


def encoded(frame, levels):
    """The columns as numbers; `levels`: of text columns, name → all levels, so that every part of a table has the same columns."""
    parts = {}
    for name in frame.columns:
        if name in levels:
            parts |= {f"{name}={level}": (frame[name] == level).astype(float) for level in levels[name]}
        else:
            parts[name] = frame[name].astype(float)
    return pd.DataFrame(parts, index=frame.index)


def levels_of(frame):
    return {name: sorted(frame[name].unique()) for name in frame.columns if is_text(frame[name])}


def boosted(x, y, new):
    return lightgbm.LGBMRegressor(**BOOSTED).fit(x, y).predict(new)


def neighbours(x, y, new):
    scale = x.std(axis=0)
    scale[scale == 0] = 1
    return KNeighborsRegressor(min(7, len(x))).fit(x / scale, y).predict(new / scale)


class HeldOut:
    """Typical error (root of the mean square) on `judged` of readers fitted to `chosen`, by the columns they have."""

    def __init__(self, chosen, prediction, judged, prediction_judged, levels):
        self.chosen, self.y, self.judged, self.y_judged, self.levels = chosen, prediction, judged, prediction_judged, levels
        self.known_errors_ = {}

    def errors(self, columns):
        key = frozenset(columns)
        if key not in self.known_errors_:
            self.known_errors_[key] = self._errors([name for name in self.chosen.columns if name in key])
        return self.known_errors_[key]

    def _errors(self, columns):
        if not columns:
            return np.full(2, np.sqrt(np.mean((self.y_judged - self.y.mean()) ** 2)))
        x, new = (encoded(rows[columns], self.levels).to_numpy() for rows in (self.chosen, self.judged))
        return np.array([np.sqrt(np.mean((self.y_judged - read(x, self.y, new)) ** 2)) for read in (boosted, neighbours)])
