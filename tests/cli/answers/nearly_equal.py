"""Tables with columns that are nearly equal, and what the program must find in them: every set by Gram-Schmidt on the
rows in long double, which shares neither moments nor a solver with the program."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

LONG = np.longdouble
DETERMINED = 1e-11  # docs/numerics.md
EPSILONS = (1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8)
KINDS = (
    "pair",
    "triple",
    "sum",
    "near what is known",
    "knows both",
    "knows the difference",
    "follows from what is known",
    "block",
    "two predictions",
    "squares",
)


@dataclass
class Problem:
    kind: str
    epsilon: float
    table: dict[str, np.ndarray]
    predictions: list[str]
    knows: list[str]
    facts: list[str]
    s: int
    weighted: bool
    arguments: list[str] = field(default_factory=list)


def random_problem(seed: int) -> Problem:
    rng = np.random.default_rng(seed)
    kind, epsilon = KINDS[seed % len(KINDS)], EPSILONS[seed // len(KINDS) % len(EPSILONS)]
    n = int(rng.integers(120, 400))
    a, k, e, f, g = rng.standard_normal((5, n)) + rng.normal(0, 1, (5, 1))
    near = lambda x: x + epsilon * rng.standard_normal(n)  # noqa: E731
    table = {"k": k, "e": e, "f": f, "g": g, "a": a}
    knows = ["k"] if rng.random() < 0.5 else []
    arguments = []
    signal = e * rng.choice([0.3, 1.0])
    if kind == "pair":
        table["b"] = near(a)
        signal = signal + rng.choice([0.0, 1.0]) * a + rng.choice([0.3, 1.0]) * (table["b"] - a) / epsilon
    elif kind == "triple":
        table |= {"b": near(a), "c": near(a)}
        signal = signal + a + rng.choice([0.3, 1.0]) * (table["b"] - table["c"]) / epsilon
    elif kind == "sum":
        table["b"] = rng.standard_normal(n)
        table["c"] = near(a + table["b"])
        signal = signal + (table["c"] - a - table["b"]) / epsilon
    elif kind == "near what is known":
        knows = ["k"]
        table |= {"b": near(k), "c": near(k)}
        signal = signal + k + (table["b"] - k) / epsilon + rng.choice([0.0, 1.0]) * (table["c"] - k) / epsilon
    elif kind == "knows both":
        knows = ["k", "l"]
        table["l"] = near(k)
        signal = signal + k + (table["l"] - k) / epsilon + a
    elif kind == "knows the difference":
        knows = ["k", "l"]
        z, rest = rng.standard_normal((2, n))
        table |= {"l": k + epsilon * z, "b": z + 1e-2 * rest}
        signal = signal + k + rest
    elif kind == "follows from what is known":
        knows = ["k", "l"]
        table["l"] = near(k)
        signal = 3 * k + (table["l"] - k) / epsilon
    elif kind == "block":
        level = rng.choice(["x", "y", "z"], n)
        table["t"] = level
        table["b"] = near((level == "y") * 1.0)
        signal = signal + a + (table["b"] - (level == "y")) / epsilon + (level == "z")
    elif kind == "two predictions":
        table["b"] = near(a)
        signal = signal + (table["b"] - a) / epsilon
    elif kind == "squares":
        knows = ["k"]
        table["b"] = near(k * k)
        signal = signal + (table["b"] - k * k) / epsilon + a
        arguments = []
    noise = 0.0 if kind == "follows from what is known" else rng.choice([0.01, 0.1, 1.0, 10.0])
    table["p"] = signal + noise * rng.standard_normal(n)
    predictions = ["p"]
    if kind == "two predictions":
        predictions = ["p", "q"]
        q = table["p"] if rng.random() < 0.5 else f
        table["q"] = q + max(epsilon, 1e-4) * rng.standard_normal(n) * rng.choice([1.0, 100.0])
    if kind != "squares" and knows:
        arguments = ["--linear"]
    weighted = bool(rng.random() < 0.3)
    if weighted:
        table["w"] = np.exp(rng.standard_normal(n))
    facts = [name for name in table if name not in (*predictions, *knows, "w")]
    return Problem(kind, epsilon, table, predictions, knows, facts, int(rng.integers(1, 4)), weighted, arguments)


def options(problem: Problem) -> list[str]:
    given = ["--prediction", ",".join(problem.predictions), "-s", str(problem.s), *problem.arguments]
    if problem.knows:
        given += ["--knows", ",".join(problem.knows)]
    if problem.weighted:
        given += ["--weight", "w"]
    return given


def as_csv(table: dict[str, np.ndarray]) -> str:
    lines = [",".join(table)]
    cells = [[str(x) if isinstance(x, str) else repr(float(x)) for x in column.tolist()] for column in table.values()]
    return "\n".join([*lines, *(",".join(row) for row in zip(*cells))]) + "\n"


class Truth:
    """What sets tell, by Gram-Schmidt (twice) of weighted rows in long double."""

    def __init__(self, problem: Problem):
        self.problem = problem
        rows = len(problem.table["e"])
        self.weight = np.asarray(problem.table["w"] if problem.weighted else np.ones(rows), LONG)
        self.root = np.sqrt(self.weight / self.weight.sum())
        known = [self.numbers(name)[0] for name in problem.knows]
        if "--linear" not in problem.arguments:
            centred = [x - (x * self.weight).sum() / self.weight.sum() for x in known]
            known += [x * y for i, x in enumerate(centred) for y in centred[i:]]
        self.basis: list[np.ndarray] = [self.root.copy()]
        self.margin = np.inf  # how close a decision "determined or not" was, as a factor
        for column in known:
            self.extend(self.basis, column * self.root)
        self.known = len(self.basis)
        self.y = [np.asarray(problem.table[name], LONG) * self.root for name in problem.predictions]
        self.own_y = [self.own(y) for y in self.y]
        effective = self.weight.sum() ** 2 / (self.weight**2).sum()
        self.free = float(effective) - self.known
        self.columns = {name: [x * self.root for x in self.numbers(name)] for name in problem.facts}
        self.before = self.residual(self.basis)

    def numbers(self, name: str) -> list[np.ndarray]:
        column = self.problem.table[name]
        if column.dtype.kind in "UO":
            return [np.asarray(column == level, LONG) for level in sorted(set(column))[1:]]
        return [np.asarray(column, LONG)]

    def own(self, column: np.ndarray) -> LONG:
        rest = column - self.root * (self.root @ column)
        return rest @ rest

    @staticmethod
    def rest(basis: list[np.ndarray], column: np.ndarray) -> np.ndarray:
        for _ in range(2):
            for direction in basis:
                column = column - direction * (direction @ column)
        return column

    def extend(self, basis: list[np.ndarray], column: np.ndarray) -> bool:
        rest = self.rest(basis, column)
        own = self.own(column)
        share = (rest @ rest) / own if own > 0 else LONG(0)
        if share > 1e-28:
            self.margin = min(self.margin, max(float(share / DETERMINED), float(DETERMINED / share)))
        if share <= DETERMINED:
            return False
        basis.append(rest / np.sqrt(rest @ rest))
        return True

    def residual(self, basis: list[np.ndarray]) -> list[LONG]:
        """Variances of the predictions given the basis and the open ones before; None where settled."""
        basis, left = list(basis), []
        for y, own in zip(self.y, self.own_y):
            rest = self.rest(basis, y)
            share = rest @ rest
            if share > 1e-28 * own:
                self.margin = min(self.margin, max(float(share / own / DETERMINED), float(DETERMINED * own / share)))
            left.append(share if share > DETERMINED * own else None)
            if left[-1] is not None:
                basis.append(rest / np.sqrt(share))
        return left

    def value(self, names) -> tuple[int, float, int, int]:
        """Directions settled, bits where none is, rank, and columns; of columns in the order of the facts."""
        basis = list(self.basis)
        rank = columns = 0
        for name in self.problem.facts:
            if name not in names:
                continue
            for column in self.columns[name]:
                rank += self.extend(basis, column)
                columns += 1
        after = self.residual(basis)
        settled = sum(now is None for now, was in zip(after, self.before) if was is not None)
        if settled:
            return settled, 0.0, rank, columns
        bits = sum(np.log2(was / now) / 2 for was, now in zip(self.before, after) if was is not None)
        return 0, float(bits), rank, columns

    def bias(self, a: int, d: int) -> float:
        from oracle import digamma

        terms = (digamma((self.free - k) / 2) - digamma((self.free - a - k) / 2) for k in range(d))
        return sum(terms) / 2 / np.log(2)

    def objective(self, names) -> tuple[int, float]:
        settled, bits, rank, _ = self.value(names)
        d = sum(was is not None for was in self.before)
        charge = self.bias(rank, d) - self.bias(len(names), d) if rank > len(names) else 0.0
        return settled, bits - charge

    def ranking(self) -> list[tuple[int, float, tuple[str, ...]]]:
        """All sets without a fact that adds nothing, best first."""
        values = {(): (0, 0.0, 0, 0)}
        ranked = []
        for size in range(1, self.problem.s + 1):
            for names in combinations(self.problem.facts, size):
                values[names] = self.value(names)
                if any(values[part][2] >= values[names][2] for part in combinations(names, size - 1)):
                    continue
                ranked.append((*self.objective(names), names))
        return sorted(ranked, key=lambda one: (-one[0], -one[1]))


DIGITS = 1e-9  # of a figure, of 0.1 bits at least


def off(ours: float, truth: float) -> bool:
    return abs(ours - truth) > DIGITS * max(truth, 0.1)


def complaints(problem: Problem, answer: dict, truth: Truth) -> list[str]:
    """What is wrong with the JSON of `explain`; nothing where a decision hangs on the last digits of the tolerance."""
    explanation, found = answer["explanation"], []
    ranking = truth.ranking()
    if truth.margin < 1.01:
        return []
    told = {feature["name"] for feature in explanation["features"]}
    names = tuple(name for name in problem.facts if name in told)
    settled, bits, _, _ = truth.value(names)
    information, claim = explanation["information"], explanation["certificate"]
    if information["infinite"] != (settled > 0):
        return [f"{names} settle {settled}, infinite is {information['infinite']}"]
    if not settled and off(information["bits"], bits):
        found.append(f"bits {information['bits']} of {names} are {bits}")
    own, best = truth.objective(names), ranking[0][:2] if ranking else (0, 0.0)
    # Where ties are said to be: residual variances that differ by 10⁻¹² of the variance given u (docs/numerics.md).
    tie = np.log2(1 + 1e-12 * 4.0**bits) / 2 if "ties are listed" in claim["statement"] else 0.0
    if best[0] > own[0] or (best[0] == own[0] == 0 and best[1] - own[1] > tie + DIGITS * max(best[1], 1)):
        found.append(f"{ranking[0]} is better than {names}, {own}; claimed: {claim['statement']}")
    if not settled and claim["optimal"] and ranking and off(claim["bound_bits"], max(best[1], own[1])):
        found.append(f"the bound is {claim['bound_bits']}, the best set has {best[1]}")
    if not settled and truth.before.count(None) == 0 and len(truth.before) == 1:
        after = float(np.sqrt(truth.before[0]) * LONG(2) ** -LONG(bits))
        if abs(explanation["uncertainty"]["after"] / after - 1) > DIGITS:
            found.append(f"after {explanation['uncertainty']['after']} is {after}")
        if abs(explanation["uncertainty"]["before"] / float(np.sqrt(truth.before[0])) - 1) > DIGITS:
            found.append(f"before {explanation['uncertainty']['before']} is {np.sqrt(truth.before[0])}")
    beside = {"alternative": answer["alternatives"], "curve": answer["curve"]}
    beside["impersonal"] = [part for part in answer["impersonal"].values() if part]
    for where, sets in beside.items():
        for part in sets:
            members = tuple(name for name in problem.facts if name in part["features"])
            settles, value = truth.objective(members)
            if part["infinite"] != (settles > 0) or (not settles and off(part["bits"], value)):
                found.append(f"{where} {members}: {part['bits']} is {value}, settles {settles}")
    return found
