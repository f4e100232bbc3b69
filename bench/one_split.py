"""Explains a table as a whole, and in two parts, and says which tells more: rows on either side of a threshold may need other facts.

All of it is read off the program's answers; neither labels nor the truth are looked at. A fact has a price in bits that telling one
more must be worth. The threshold is sought among the quartiles of every column, then by halving the
steps around the best three times: it leaves the least typical error after `-s 4` facts on either side (greedy choice, there are many).
Then the facts of the whole and of both sides are chosen with proof for s = 1 to 5, each with its honest bits, and the split is told
if it is worth its price. There is at most one split."""
import json
import os
import pathlib
import re
import subprocess
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

PROGRAM = pathlib.Path(os.environ.get("EXPLAINEE", pathlib.Path(__file__).resolve().parent.parent / "build" / "explainee"))
FAMILIES = ("--family", "features,curves,pairs")
SCALE = ("--prediction-scale", "logit")
MOST_FACTS = 5
SEARCH_FACTS = 4
REFINEMENTS = 3


@dataclass
class Side:
    """The facts chosen for some rows: for every s their features in the program's order, and their honest bits."""

    rows: np.ndarray
    deviation: float = 0
    facts: list = field(default_factory=list)
    honest_bits: list = field(default_factory=list)

    def bits(self, s):
        return self.honest_bits[s - 1] if s else 0.0

    def best(self, price):
        """As many facts as are worth their price."""
        return max(range(len(self.honest_bits) + 1), key=lambda s: self.bits(s) - price * s)

    def most_honest(self):
        return 1 + int(np.argmax(self.honest_bits))


@dataclass
class Split:
    column: int
    at: float
    below: Side
    above: Side


def write(folder, columns, x, prediction):
    path = folder / "rows.parquet"
    pq.write_table(pa.table({**dict(zip(columns, x.T)), "p": prediction}), path)
    return path


def explain(path, *arguments):
    done = subprocess.run([PROGRAM, "explain", path, "--prediction", "p", "--quiet", *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def features_of(facts, columns):
    """The columns that facts are made of, in the order of the facts: a pair is its two, a curve its one."""
    found = []
    for fact in facts:
        for name in re.findall(r"x\d+", fact):
            if columns.index(name) not in found:
                found.append(columns.index(name))
    return found


class Splitter:
    def __init__(self, folder, columns, x, prediction):
        self.folder, self.columns, self.x, self.prediction = folder, columns, x, prediction

    def answer(self, rows, *arguments):
        path = write(self.folder, self.columns, self.x[rows], self.prediction[rows])
        return json.loads(explain(path, *FAMILIES, *SCALE, "--json", *arguments))["explanation"]

    def left_over(self, column, at):
        """The squared error that SEARCH_FACTS facts on either side leave, summed over the rows."""
        below = self.x[:, column] < at
        total = 0.0
        for rows in (below, ~below):
            found = self.answer(rows, "-s", SEARCH_FACTS, "--method", "greedy", "--folds", 1)
            total += rows.sum() * found["uncertainty"]["after"] ** 2
        return total

    def threshold(self):
        tried = {(j, q): self.left_over(j, np.quantile(self.x[:, j], q)) for j in range(len(self.columns)) for q in (0.25, 0.5, 0.75)}
        step = 0.125
        for _ in range(REFINEMENTS):
            column, share = min(tried, key=tried.get)
            for near in (share - step, share + step):
                tried[column, near] = self.left_over(column, np.quantile(self.x[:, column], near))
            step /= 2
        column, share = min(tried, key=tried.get)
        return column, np.quantile(self.x[:, column], share)

    def side(self, rows):
        side = Side(rows)
        for s in range(1, MOST_FACTS + 1):
            found = self.answer(rows, "-s", s)
            assert found["certificate"]["optimal"] and not found["information"]["infinite"]
            side.deviation = found["uncertainty"]["before"]
            side.facts.append(features_of([f["name"] for f in found["features"]], self.columns))
            side.honest_bits.append(found["information"]["honest_bits"])
        return side

    def explain(self):
        """The facts for the whole, and for the two sides of the best threshold."""
        whole = self.side(np.ones(len(self.x), dtype=bool))
        column, at = self.threshold()
        below = self.x[:, column] < at
        return whole, Split(column, at, self.side(below), self.side(~below))


def worth_splitting(whole, split, price):
    """Whether the threshold, told as a fact of its own, and the facts of both sides tell more for their price than those for all."""
    left, facts = 0.0, 1.0
    for side in (split.below, split.above):
        s = side.best(price)
        share = side.rows.mean()
        left += share * side.deviation**2 * 4.0 ** -side.bits(s)
        facts += share * s
    bits = 0.5 * np.log2(whole.deviation**2 / left)
    s = whole.best(price)
    return bits - price * facts > whole.bits(s) - price * s
