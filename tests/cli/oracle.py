"""A small, slow, independent account of what the program must find: least squares on the rows, every subset tried."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

DETERMINED = 1e-10  # share of variance below which a column counts as given by the others


def columns(*parts) -> np.ndarray:
    """Numbers as they are, texts as one column per level but the first, side by side."""
    made = []
    for part in parts:
        part = np.asarray(part)
        if part.dtype.kind in "UO":
            made += [(part == level).astype(float) for level in sorted(set(part))[1:]]
        else:
            made += list(part.T if part.ndim == 2 else [part])
    return np.column_stack(made).astype(float) if made else np.empty((0, 0))


def knowing(*numbers) -> np.ndarray:
    """Number columns with their squares and products: what follows from knowing them."""
    x = columns(*numbers)
    n = x.shape[1]
    x = x - x.mean(0)
    return np.column_stack([x, *(x[:, i] * x[:, j] for i in range(n) for j in range(i, n))])


def residuals(y, given, weight=None) -> np.ndarray:
    """y less its weighted least-squares prediction from the columns `given` and a constant."""
    y = np.asarray(y, float)
    root = np.sqrt(np.ones(len(y)) if weight is None else np.asarray(weight, float))
    design = np.ones((len(y), 1))
    if given is not None and np.size(given):
        given = np.asarray(given, float)
        spread = given.std(0)
        design = np.column_stack([design, (given - given.mean(0)) / np.where(spread > 0, spread, 1)])
    solution = np.linalg.lstsq(design * root[:, None], (y.T * root).T, rcond=1e-12)[0]
    return y - design @ solution


def variance(residual, weight=None) -> float:
    return float(np.average(residual**2, weights=weight))


def log_determinant(residual, weight=None) -> float:
    residual = residual.reshape(len(residual), -1)
    weight = np.ones(len(residual)) if weight is None else np.asarray(weight)
    scatter = (residual.T * weight) @ residual / weight.sum()
    return float(np.linalg.slogdet(scatter)[1])


def rank_given(e, u, weight=None) -> int:
    """Rank of the columns e once u is taken out."""
    left = residuals(e, u, weight)
    scale = np.asarray(e).std(0)
    left = left / np.where(scale > 0, scale, 1)
    return int(np.sum(np.linalg.svd(left, compute_uv=False) > 1e-5 * np.sqrt(len(left))))


def digamma(x: float) -> float:
    value = 0.0
    while x < 12:
        value -= 1 / x
        x += 1
    inverse = 1 / (x * x)
    return value + np.log(x) - 0.5 / x - inverse * (1 / 12 - inverse * (1 / 120 - inverse * (1 / 252 - inverse / 240)))


@dataclass
class Person:
    """The rows as one person sees them: prediction y (one column or several), what she knows u, candidates by name."""

    y: np.ndarray
    u: np.ndarray | None
    facts: dict[str, np.ndarray]
    weight: np.ndarray | None = None

    def __post_init__(self):
        self.y = np.asarray(self.y, float)
        self.made = {name: columns(values) for name, values in self.facts.items()}
        rows = len(self.y)
        weight = np.ones(rows) if self.weight is None else self.weight
        self.nu = weight.sum() ** 2 / (weight**2).sum() - 1
        self.d = 1 if self.y.ndim == 1 else self.y.shape[1]
        self.r = 0 if self.u is None or not np.size(self.u) else rank_given(self.u, None, self.weight)
        self.before = residuals(self.y, self.u, self.weight)

    def given(self, names) -> np.ndarray | None:
        parts = [p for p in (self.u, *(self.made[n] for n in names)) if p is not None and np.size(p)]
        return np.column_stack(parts) if parts else None

    def after(self, names) -> np.ndarray:
        return residuals(self.y, self.given(names), self.weight)

    def bits(self, names) -> float:
        """Plug-in information of these facts, I(e; ŷ | u)."""
        gain = log_determinant(self.before, self.weight) - log_determinant(self.after(names), self.weight)
        return gain / 2 / np.log(2)

    def bias_bits(self, a: int) -> float:
        free = self.nu - self.r
        return sum(digamma((free - k) / 2) - digamma((free - a - k) / 2) for k in range(self.d)) / 2 / np.log(2)

    def rank(self, names) -> int:
        return rank_given(np.column_stack([self.made[n] for n in names]), self.u, self.weight) if names else 0

    def corrected(self, names) -> float:
        return self.bits(names) - self.bias_bits(self.rank(names))

    def objective(self, names) -> float:
        """Bits less the charge for columns beyond one a fact."""
        charged = max(self.rank(names), len(names))
        return self.bits(names) - (self.bias_bits(charged) - self.bias_bits(len(names)))

    def redundant(self, names) -> bool:
        """One of the facts follows from u and those before it."""
        return any(self.rank(names[: k + 1]) == self.rank(names[:k]) for k in range(len(names)))

    def ranking(self, s: int) -> list[tuple[float, tuple[str, ...]]]:
        """All sets of at most s facts, best first; of equal ones that with fewer facts, then with earlier facts.

        A set is left out when it holds a smaller one that tells as much (after charges it can even tell more).
        """
        order = {name: i for i, name in enumerate(self.made)}
        value: dict[tuple[str, ...], float] = {}
        reached: dict[tuple[str, ...], float] = {}  # the most that the set or a part of it tells
        for names in (c for k in range(1, s + 1) for c in combinations(self.made, k)):
            smaller = max((reached[part] for part in combinations(names, len(names) - 1) if part), default=-np.inf)
            bits = -np.inf if self.redundant(names) else self.objective(names)
            value[names] = bits if bits > smaller + 1e-9 else -np.inf
            reached[names] = max(bits, smaller)
        kept = [(bits, names) for names, bits in value.items() if bits > -np.inf]
        return sorted(kept, key=lambda pair: (-round(pair[0], 9), len(pair[1]), [order[n] for n in pair[1]]))

    def best(self, s: int) -> tuple[float, tuple[str, ...]]:
        return self.ranking(s)[0]

    def coefficients(self, names) -> dict[str, float]:
        """Of the chosen number facts, from the regression on u and the facts."""
        weight = np.ones(len(self.y)) if self.weight is None else self.weight
        root = np.sqrt(weight)
        design = np.column_stack([np.ones(len(self.y)), self.given(names)])
        solution = np.linalg.lstsq(design * root[:, None], self.y * root, rcond=1e-12)[0]
        return dict(zip(names, solution[-len(names) :]))


def lasso_violation(x, y, u, beta, penalty, standardise=True, weight=None) -> float:
    """How far β is from solving min Σw(y − αu − βᵀx)² + λ Σ √G_jj |β_j| (or Σ|β_j|), as a share of λ."""
    weight = np.ones(len(y)) if weight is None else weight
    x, y = residuals(x, u, weight), residuals(y, u, weight)
    scale = np.sqrt((x**2 * weight[:, None]).sum(0) / weight.sum()) if standardise else np.ones(x.shape[1])
    slope = 2 * (x.T * weight) @ (y - x @ beta) / scale
    active = beta != 0
    off = np.abs(slope[active] - penalty * np.sign(beta[active])).max(initial=0)
    beyond = np.maximum(np.abs(slope[~active]) - penalty, 0).max(initial=0)
    return float(max(off, beyond) / penalty)


def beta_share(x: float, a: float, b: float) -> float:
    """The regularised incomplete beta function I_x(a, b), by its continued fraction."""
    from math import exp, lgamma, log, log1p

    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - beta_share(1 - x, b, a)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)) / a
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1))
    value = d
    for m in range(1, 60):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for step in (even, odd):
            d = 1 / (1 + step * d)
            c = 1 + step / c
            value *= c * d
    return front * value


def chance_of(bits: float, nu: float, r: int, a: int) -> float:
    """The p-value of the F-test of no information (mathematics §8)."""
    f = (np.exp(2 * bits * np.log(2)) - 1) * (nu - r - a) / a
    return beta_share((nu - r - a) / (nu - r - a + a * f), (nu - r - a) / 2, a / 2)


def chance_of_less(bits: float, true_bits: float, nu: float, r: int, a: int) -> float:
    """How probable a plug-in value of at most `bits` is when Gaussian rows hold `true_bits`."""
    from math import exp, lgamma, log

    share, truth = 1 - 4.0**-bits, 1 - 4.0**-true_bits
    size, total = (nu - r) / 2, 0.0
    for k in range(600):
        term = lgamma(size + k) - lgamma(size) - lgamma(k + 1) + size * log(1 - truth) + (k * log(truth) if k else 0)
        total += exp(term) * beta_share(share, a / 2 + k, (nu - r - a) / 2)
    return total
