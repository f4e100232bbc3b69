#!/usr/bin/env python3
"""Checks a certificate of Explainee with exact fractions.

    check_certificate.py FILE [--moments M] [--most-sets N] [--list]

Written from docs/certificate.md alone; "§" names its sections. Read it beside that page, from top to bottom. It shares
nothing with the program, needs nothing but Python 3.10, and trusts nothing in the file but its own arithmetic:

* covariances, what is left of them once something is known, and every comparison are exact (integers over one common
  denominator, fractions);
* exponentials, logarithms and digamma are pairs (lower, upper) of fractions with a proven remainder;
* where exact numbers would be too long (leaves about many sets at once), `shorten` replaces a form by one with short
  numbers that is nowhere larger, so that a bound for it is a bound for the form itself.

Exit status: 0 accepted, 4 refused or not proven, 3 a file cannot be read, 2 wrong usage.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import struct
import sys
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb, isfinite, isqrt, lcm

TAU = 10**11  # τ = 1/TAU: a smaller share of a variance is rounding (§3)
EPSILON = Fraction(1, 10**9)  # ε, in nats (§3)
LONGEST_FILE = 16 << 20  # bytes: what is read takes some twenty times as much memory
MOST_COLUMNS = 500  # of the moments
MOST_VARIABLES = 500  # in u and V together
MOST_CANDIDATES = 150  # in leaves about many sets at once
MOST_STEPS = 1_000_000  # in seeing that the leaves hold every set
DEEPEST = 8  # nesting of the file (§2)
LARGEST_BITS = 10**4


class Unproven(Exception):
    """The file may be right, but this checker cannot show it."""


class Refused(Unproven):
    """The file is not what §1 to §3 ask for."""


# --- Numbers: enclosures (lower, upper) of what is not rational -------------------------------------------------------

FINE = 192  # results are rounded to multiples of 2^-FINE


def down(x: Fraction) -> Fraction:
    """The largest multiple of 2^-FINE that is not above x."""
    return Fraction((x.numerator << FINE) // x.denominator, 1 << FINE)


def up(x: Fraction) -> Fraction:
    """The smallest multiple of 2^-FINE that is not below x."""
    return -down(-x)


def divide(a: int, b: int, side: int) -> int:
    """a/b for b > 0, rounded down (side 0) or up (side 1)."""
    return -(-a // b) if side else a // b


def log_near_one(x: Fraction) -> tuple[Fraction, Fraction]:
    """ln x for 1 <= x <= 2: 2(z + z³/3 + z⁵/5 + …), z = (x-1)/(x+1) <= 1/3.

    The rest from z^k/k on is below z^k/k/(1-z²) <= z^k/k·9/8."""
    sums = []
    for side in (0, 1):
        z = divide((x.numerator - x.denominator) << FINE, x.numerator + x.denominator, side)
        power, total = z, 0
        for k in range(1, 121, 2):
            total += divide(power, k, side)
            power = divide(power * z * z, 1 << 2 * FINE, side)
        sums.append(2 * (total + (divide(power * 9, 121 * 8, 1) if side else 0)))
    return Fraction(sums[0], 1 << FINE), Fraction(sums[1], 1 << FINE)


LOG2 = log_near_one(Fraction(2))


def times(k: int | Fraction, x: tuple[Fraction, Fraction]) -> tuple[Fraction, Fraction]:
    """The enclosure of k·x for an exact k."""
    return (k * x[0], k * x[1]) if k >= 0 else (k * x[1], k * x[0])


def log(x: Fraction) -> tuple[Fraction, Fraction]:
    """ln x for x > 0, by x = 2^k·y with 1 <= y <= 2."""
    k = x.numerator.bit_length() - x.denominator.bit_length()
    k -= x < Fraction(2) ** k
    rest = x / Fraction(2) ** k
    low, high = log_near_one(down(rest))[0], log_near_one(min(up(rest), Fraction(2)))[1]
    whole = times(k, LOG2)
    return whole[0] + low, whole[1] + high


def exp(x: tuple[Fraction, Fraction]) -> tuple[Fraction, Fraction]:
    """e to what lies in x, by x = k·ln 2 + r with |r| < 1 and e^r = Σ r^i/i!.

    The rest after the 60th term is below 2|r|^60/60!."""
    k = round(x[0] / LOG2[0])
    part = times(k, LOG2)
    sums = []
    for side, r in enumerate((down(x[0] - part[1]), up(x[1] - part[0]))):
        if abs(r) >= 1:
            raise Unproven("an exponent is not known well enough")
        term, total, whole = 1 << FINE, 0, int(r * 2**FINE)
        for i in range(1, 61):
            total += term
            term = divide(term * whole, i << FINE, side)
        sums.append(Fraction(total, 1 << FINE))
    slack = Fraction(1, 1 << (FINE - 20)) + Fraction(2, 10**81)  # the roundings are at most 60²·2^-FINE; 60! > 10^81
    return (sums[0] - slack) * Fraction(2) ** k, (sums[1] + slack) * Fraction(2) ** k


TWO_EPSILON = exp((2 * EPSILON, 2 * EPSILON))

BERNOULLI = [
    Fraction(*b)
    for b in ((1, 6), (-1, 30), (1, 42), (-1, 30), (5, 66), (-691, 2730), (7, 6), (-3617, 510), (43867, 798))
]


def digamma_bound(x: Fraction, side: int) -> Fraction:
    """A lower (side 0) or upper (side 1) bound of ψ(x).

    ψ(x) = ψ(x+1) - 1/x up to x >= 20, then ψ(x) = ln x - 1/2x - Σ B_2k/(2k x^2k). The error of that
    series is smaller than the first term left out and has its sign."""
    total = 0
    while x < 20:
        total += divide(-x.denominator << FINE, x.numerator, side)
        x += 1
    terms = [-b / (2 * k * x ** (2 * k)) for k, b in enumerate(BERNOULLI, 1)]
    last = terms.pop()
    series = sum(terms) + (max(last, 0) if side else min(last, 0))
    return Fraction(total, 1 << FINE) + log(x)[side] - 1 / (2 * x) + series


def digamma(x: Fraction) -> tuple[Fraction, Fraction]:
    """ψ(x) for x > 0; ψ grows with x, so that x may be rounded."""
    if down(x) <= 0:
        raise Unproven("a degree of freedom is too close to none")
    return down(digamma_bound(down(x), 0)), up(digamma_bound(up(x), 1))


# --- Matrices ---------------------------------------------------------------------------------------------------------


def integers(matrix: list[list[Fraction]]) -> tuple[list[list[int]], int]:
    """The matrix as integers over one common denominator, and that denominator."""
    common = lcm(*(x.denominator for row in matrix for x in row))
    return [[x.numerator * (common // x.denominator) for x in row] for row in matrix], common


def know_first(m: list[list[int]], scale: int) -> tuple[list[list[int]], int]:
    """What m/scale becomes once its first variable is known: m_ij - m_i0·m_0j/m_00, without fractions.

    Bareiss 1968: if m/scale came about by such steps from a matrix of integers (with scale 1), all entries are minors
    of it, the division leaves no rest, and the new scale is the pivot."""
    pivot, first = m[0][0], m[0]
    return [[(pivot * x - row[0] * first[j]) // scale for j, x in enumerate(row[1:], 1)] for row in m[1:]], pivot


def pass_first(m: list[list[int]]) -> list[list[int]]:
    """m without its first variable, which stays unknown."""
    return [row[1:] for row in m[1:]]


def pick(m: list[list[int]], rows: list[int]) -> list[list[int]]:
    """The rows and columns of m with these positions, in their order."""
    return [[m[i][j] for j in rows] for i in rows]


SHORT = 128  # binary digits of the entries that `shorten` keeps


def shorten(matrix: list[list[Fraction]], sizes: list[Fraction]) -> list[list[Fraction]]:
    """A matrix with short entries that is nowhere larger: vᵀ shorten(M) v <= vᵀMv for all v.

    With powers of two h_i about √sizes_i, entries are rounded to multiples of h_i·h_j·2^-SHORT, and n·h_i²·2^-SHORT is
    taken off the diagonal. What the rounding changes is, divided by h_i·h_j, a symmetric matrix with entries of at most
    2^-SHORT/2, whose eigenvalues are below n·2^-SHORT."""
    half = [(x.numerator.bit_length() - x.denominator.bit_length()) // 2 for x in sizes]
    n = len(matrix)
    short = [[Fraction(0)] * n for _ in range(n)]
    for i in range(n):
        for j in range(i + 1):
            grain = Fraction(2) ** (half[i] + half[j] - SHORT)
            short[i][j] = short[j][i] = (round(matrix[i][j] / grain) - n * (i == j)) * grain
    return short


def positive_definite(matrix: list[list[Fraction]]) -> bool:
    """True only if the matrix is positive definite.

    A factor L is computed with rounding. The proof is exact and trusts nothing about it: M >= short, and short - LLᵀ
    has a diagonal that outweighs the rest of every row: it is positive definite, and adding LLᵀ makes it no less."""
    if any(matrix[i][i] <= 0 for i in range(len(matrix))):
        return False
    short = shorten(matrix, [matrix[i][i] for i in range(len(matrix))])
    half = [(row[i].numerator.bit_length() - row[i].denominator.bit_length()) // 2 for i, row in enumerate(matrix)]
    grain = [
        [short[i][j] / Fraction(2) ** (half[i] + half[j] - 2 * SHORT) for j in range(i + 1)] for i in range(len(half))
    ]
    whole = [[int(x) for x in row] for row in grain]  # exact: multiples of 2^SHORT
    give = 1 << (2 * SHORT - 80)  # what L is asked to leave on the diagonal
    factor: list[list[int]] = []
    rest = [0] * len(whole)
    for i, row in enumerate(whole):
        mine: list[int] = []
        for j in range(i):
            mine.append((row[j] - sum(map(int.__mul__, mine, factor[j]))) // factor[j][j])
        square = row[i] - give - sum(x * x for x in mine)
        if square <= 0:
            return False
        mine.append(isqrt(square))
        factor.append(mine)
        for j in range(i):
            off = abs(row[j] - sum(map(int.__mul__, mine, factor[j])))
            rest[i] += off
            rest[j] += off
    return all(row[i] - sum(x * x for x in factor[i]) > rest[i] for i, row in enumerate(whole))


def top_sum(values: list, k: int):
    """The sum of the k largest, of all when there are fewer (§4)."""
    return sum(sorted(values, reverse=True)[: max(k, 0)], Fraction(0))


# --- Strict reading (§2) ----------------------------------------------------------------------------------------------


def demand(holds: bool, why: str) -> None:
    if not holds:
        raise Refused(why)


def printable(text: str) -> str:
    """The text in quotes, on one line; what could steer a terminal or turn the writing's direction becomes a number."""
    return '"' + "".join(c if c.isprintable() and c not in '"\\' else f"\\u{{{ord(c):x}}}" for c in text) + '"'


def parse(data: bytes, what: str):
    """JSON as §2 reads it: no key twice, no NaN, no number beyond binary64, nesting at most DEEPEST."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise Refused(f"{what} is not UTF-8") from None
    depth = 0
    for bracket in re.finditer(r"[\[\]{}]", re.sub(r'"(?:[^"\\]|\\.)*"', "", text, flags=re.DOTALL)):
        depth += 1 if bracket.group() in "[{" else -1
        demand(depth <= DEEPEST, f"{what} is nested too deeply")

    def once(pairs):
        keys = dict(pairs)
        demand(len(keys) == len(pairs), f"a key occurs twice in {what}")
        return keys

    def number(kind):
        def read(digits: str):
            demand(digits.isascii() and len(digits) <= 1000, f"a number in {what} is too long")
            return kind(digits)

        return read

    def constant(_):
        raise Refused(f"{what} holds a NaN or an infinity")

    try:
        return json.loads(
            text, object_pairs_hook=once, parse_int=number(int), parse_float=number(float), parse_constant=constant
        )
    except (ValueError, RecursionError) as error:
        raise Refused(f"{what} is no JSON ({printable(str(error))})") from None


def keys_of(value, names: str, what: str) -> list:
    """The values of an object that has exactly these keys."""
    demand(type(value) is dict, f"{what} must be an object")
    missing, unknown = sorted(set(names.split()) - set(value)), sorted(set(value) - set(names.split()))
    demand(not missing, f"{what} lacks {', '.join(missing)}")
    demand(not unknown, f"{what} has an unknown key, {printable(unknown[0]) if unknown else ''}")
    return [value[name] for name in names.split()]


def text(value, what: str) -> str:
    demand(type(value) is str, f"{what} must be text")
    demand(not any("\ud800" <= c <= "\udfff" for c in value), f"{what} is no valid text")
    return value


def integer(value, low: int, high: int, what: str) -> int:
    demand(type(value) is int, f"{what} must be an integer")  # true and false are not
    demand(low <= value <= high, f"{what} must lie in {low} … {high}")
    return value


def real(value, what: str) -> Fraction:
    """The binary64 nearest to a JSON number, at its exact value."""
    demand(type(value) in (int, float), f"{what} must be a number")
    try:
        nearest = float(value)
    except OverflowError:
        nearest = float("inf")
    demand(isfinite(nearest), f"{what} is not finite")
    return Fraction(nearest)


def listing(value, what: str) -> list:
    demand(type(value) is list, f"{what} must be a list")
    return value


def list_for(value, n: int, each, what: str) -> list:
    """A list with one entry for each of n, read by `each`."""
    demand(len(listing(value, what)) == n, f"{what} must have {n} entries")
    return [each(x, what) for x in value]


def positions(value, n: int, what: str, *, increasing: bool = True) -> list[int]:
    found = [integer(x, 0, n - 1, what) for x in listing(value, what)]
    demand(len(set(found)) == len(found), f"{what} names a position twice")
    demand(not increasing or found == sorted(found), f"{what} must be increasing")
    return found


def above_zero(value, what: str) -> Fraction:
    x = real(value, what)
    demand(x > 0, f"{what} must be above 0")
    return x


def normal(value, what: str) -> Fraction:
    """A real that has to be positive (§2)."""
    x = real(value, what)
    demand(x >= Fraction(2) ** -1022, f"{what} must be at least 2^-1022")
    return x


def weight_of_dominance(value, what: str) -> Fraction:
    x = real(value, what)
    demand(Fraction(1e-100) <= x <= Fraction(1e100), f"{what} must lie between 1e-100 and 1e100")
    return x


def not_below_zero(value, what: str) -> Fraction:
    x = real(value, what)
    demand(x >= 0, f"{what} must not be negative")
    return x


# --- Moments (§1) -----------------------------------------------------------------------------------------------------


@dataclass
class Moments:
    sha256: str
    columns: list[dict]
    rows: int
    weight: Fraction
    weight_squares: Fraction
    means: list[Fraction]
    scatter: list[list[Fraction]]  # full and symmetric

    def covariance(self, a: dict[int, Fraction], b: dict[int, Fraction]) -> Fraction:
        """Between two weighted sums of columns."""
        return sum((x * y * self.scatter[i][j] for i, x in a.items() for j, y in b.items()), Fraction(0)) / self.weight


def read_header(data: bytes) -> tuple[list[dict], dict, bytes]:
    """The columns, the one fold and the bytes of its numbers."""
    demand(len(data) >= 52 and data[:8] == b"EXPLMOM\n", "the moments are no moments file")
    version, length = struct.unpack("<IQ", data[8:20])
    demand(version == 1, "the moments have an unknown version")
    demand(length <= len(data) - 52, "the moments are cut short")
    demand(hashlib.sha256(data[:-32]).digest() == data[-32:], "the moments are damaged: their SHA-256 is another")
    header = parse(data[20 : 20 + length], "the header of the moments")
    demand(type(header) is dict and {"columns", "folds"} <= set(header), "the moments' header lacks columns or folds")
    columns, folds = listing(header["columns"], "columns"), listing(header["folds"], "folds")
    demand(1 <= len(columns) <= MOST_COLUMNS, f"moments of 1 … {MOST_COLUMNS} columns can be checked here")
    demand(len(folds) == 1, "the moments must have one fold, the totals of all rows")
    return columns, folds[0], data[20 + length : -32]


def read_moments(data: bytes) -> Moments:
    columns, fold, numbers = read_header(data)
    for column in columns:
        demand(
            type(column) is dict and {"kind", "name", "source", "shift"} <= set(column),
            "a column of the moments lacks a key",
        )
        demand(
            text(column["kind"], "kind") in ("number", "level", "product"),
            "a column of the moments is of an unknown kind",
        )
        text(column["name"], "name"), text(column["source"], "source")
    demand(
        type(fold) is dict and {"rows", "weight", "weight_squares"} <= set(fold), "the fold of the moments lacks a key"
    )
    n = len(columns)
    demand(len(numbers) == 8 * (n + n * (n + 1) // 2), "the moments have too few or too many numbers")
    values = struct.unpack(f"<{len(numbers) // 8}d", numbers)
    demand(all(map(isfinite, values)), "the moments are not finite")
    means = [real(column["shift"], "shift") + Fraction(mean) for column, mean in zip(columns, values)]
    lower = iter(values[n:])
    scatter = [[Fraction(next(lower)) for _ in range(i + 1)] for i in range(n)]
    full = [[scatter[max(i, j)][min(i, j)] for j in range(n)] for i in range(n)]
    moments = Moments(
        sha256=hashlib.sha256(data).hexdigest(),
        columns=columns,
        rows=integer(fold["rows"], 1, 2**46, "rows"),
        weight=above_zero(fold["weight"], "weight"),
        weight_squares=above_zero(fold["weight_squares"], "weight_squares"),
        means=means,
        scatter=full,
    )
    demand_possible(moments)
    return moments


def demand_possible(moments: Moments) -> None:
    """Refuses moments that no table can have (§1, last paragraph)."""
    squares, share = moments.weight**2, 1 + Fraction(1, 10**9)
    demand(moments.weight_squares <= squares * share, "no rows have such weights")
    demand(squares <= moments.rows * moments.weight_squares * share, "so few rows cannot have such weights")
    scatter = moments.scatter
    varying = [i for i, row in enumerate(scatter) if row[i] > 0]
    for i, row in enumerate(scatter):
        demand(row[i] >= 0, "a variance is negative")
        demand(row[i] > 0 or not any(row), "a column that does not vary has a covariance")
    raised = [[scatter[i][j] + (scatter[i][i] / 10**8 if i == j else 0) for j in varying] for i in varying]
    demand(positive_definite(raised), "no table has such covariances")


# --- The certificate (§2) ---------------------------------------------------------------------------------------------

SCHEMA = "explainee.certificate.v2"
KEYS = (
    "schema moments_sha256 prediction given given_noise candidates noise extra_degrees groups costs budget s support "
    "settled bits bound_bits units factors least_eigenvalue leaves labels sha256"
)


@dataclass
class Certificate:
    """The file, read; numbers at their exact value."""

    predicted: list[int]  # moment columns
    draws: bool
    resolution_variance: Fraction
    given: list[dict[int, Fraction]]
    given_noise: list[list[Fraction]]
    names: list[str]  # the candidates' labels
    columns: list[list[int]]  # the candidates' moment columns
    noise: list[Fraction]
    extra: list[int]
    groups: list[int]
    costs: list[int]
    budget: int | None
    s: int
    support: list[int]
    settled: int
    bits: Fraction | None
    bound_bits: Fraction | None
    units: list[Fraction]
    scores: list[Fraction]
    loadings: list[list[Fraction]]
    least_eigenvalue: Fraction | None
    leaves: list
    labels: dict

    @property
    def d(self) -> int:
        """How many predictions there are; draws are one (§3)."""
        return 1 if self.draws else len(self.predicted)

    @property
    def plain(self) -> bool:
        """One prediction, candidates of one column without extra degrees (§4)."""
        return self.d == 1 and all(len(c) == 1 for c in self.columns) and not any(self.extra)

    def can_pay(self, chosen) -> bool:
        return self.budget is None or sum(self.costs[j] for j in chosen) <= self.budget

    def feasible(self, chosen) -> bool:
        """Not too many, not two of a group, not too dear: what an allowed set is without looking at numbers (§3)."""
        groups = [self.groups[j] for j in chosen if self.groups[j] >= 0]
        return len(chosen) <= self.s and len(set(groups)) == len(groups) and self.can_pay(chosen)


def sealed(data: bytes) -> dict:
    """The JSON object of the file, if its last key is its SHA-256."""
    demand(len(data) <= LONGEST_FILE, "the certificate is too large")
    found = parse(data, "the certificate")
    demand(type(found) is dict, "the certificate must be an object")
    schema = found.get("schema")
    demand(
        schema == SCHEMA,
        f"this is no certificate of schema {SCHEMA}; `explainee explain … --certificate FILE` writes one",
    )
    keys_of(found, KEYS, "the certificate")
    demand(list(found)[-1] == "sha256", "sha256 must be the last key")
    end = data.rfind(b',"sha256":')
    demand(
        end >= 0 and found["sha256"] == hashlib.sha256(data[:end]).hexdigest(),
        "the certificate is damaged: its SHA-256 is another",
    )
    return found


def optional(value, n: int, each, default, what: str) -> list:
    """`[]`, which stands for n defaults, or n entries."""
    return [default] * n if value == [] else list_for(value, n, each, what)


def read_certificate(f: dict, n: int) -> Certificate:
    """§2, key by key; n is the number of moment columns."""
    predicted, draws, resolution = keys_of(f["prediction"], "columns draws resolution_variance", "prediction")
    predicted = positions(predicted, n, "the predictions", increasing=False)
    demand(len(predicted) > 0, "there is no prediction")
    demand(type(draws) is bool, "draws must be true or false")
    demand(not draws or len(predicted) > 1, "draws must be several")
    given = [read_given(one, n) for one in listing(f["given"], "given")]
    names, columns = [], []
    for one in listing(f["candidates"], "candidates"):
        label, own = keys_of(one, "label columns", "a candidate")
        names.append(text(label, "a label"))
        columns.append(positions(own, n, "a candidate's columns", increasing=False))
        demand(len(columns[-1]) > 0, "a candidate has no columns")
    count = len(columns)
    demand(count > 0, "there are no candidates")
    noise = optional(f["noise"], count, not_below_zero, Fraction(0), "noise")
    demand(all(x == 0 or len(c) == 1 for x, c in zip(noise, columns)), "only candidates of one column may have noise")
    scores, loadings = read_factors(f["factors"], count)
    d = 1 if draws else len(predicted)
    settled = integer(f["settled"], 0, d, "settled")
    for key in ("bits", "bound_bits"):
        demand((f[key] is None) == (settled > 0), f"{key} must be null exactly when something is settled")
    costs, budget = read_costs(f["costs"], f["budget"], count)
    s = integer(f["s"], 1, count, "s")
    read_labels(f["labels"])
    return Certificate(
        predicted=predicted,
        draws=draws,
        resolution_variance=not_below_zero(resolution, "resolution_variance"),
        given=given,
        given_noise=read_given_noise(f["given_noise"], len(given)),
        names=names,
        columns=columns,
        noise=noise,
        extra=optional(f["extra_degrees"], count, lambda x, what: integer(x, 0, 1000, what), 0, "extra_degrees"),
        groups=optional(f["groups"], count, lambda x, what: integer(x, -1, count - 1, what), -1, "groups"),
        costs=costs,
        budget=budget,
        s=s,
        support=positions(f["support"], count, "support"),
        settled=settled,
        bits=None if settled else real(f["bits"], "bits"),
        bound_bits=None if settled else real(f["bound_bits"], "bound_bits"),
        units=list_for(f["units"], count, normal, "units") if f["units"] != [] else [],
        scores=scores,
        loadings=loadings,
        least_eigenvalue=None
        if f["least_eigenvalue"] is None
        else normal(f["least_eigenvalue"], "least_eigenvalue"),
        leaves=listing(f["leaves"], "leaves"),
        labels=f["labels"],
    )


def read_pairs(value, n: int, what: str) -> dict[int, Fraction]:
    """A list of [position, real], positions increasing."""
    pairs = listing(value, what)
    demand(all(type(pair) is list and len(pair) == 2 for pair in pairs), f"{what} must be pairs")
    places = positions([pair[0] for pair in pairs], n, what)
    return {place: real(pair[1], what) for place, pair in zip(places, pairs)}


def read_given(value, n: int) -> dict[int, Fraction]:
    weights = read_pairs(value, n, "a column of what is given")
    demand(len(weights) > 0 and all(weights.values()), "what is given needs weights that are not 0")
    return weights


def read_given_noise(value, size: int) -> list[list[Fraction]]:
    if value == []:
        return []
    rows = list_for(value, size, lambda row, what: list_for(row, size, real, what), "given_noise")
    demand(all(rows[i][j] == rows[j][i] for i in range(size) for j in range(i)), "given_noise must be symmetric")
    return rows


def read_costs(costs, budget, count: int) -> tuple[list[int], int | None]:
    demand((listing(costs, "costs") == []) == (budget is None), "costs and budget belong together")
    if budget is None:
        return [], None
    return list_for(costs, count, lambda x, what: integer(x, 1, 10**12, what), "costs"), integer(
        budget, 1, 10**15, "budget"
    )


def read_factors(value, count: int) -> tuple[list[Fraction], list[list[Fraction]]]:
    pairs = [keys_of(factor, "score loadings", "a factor") for factor in listing(value, "factors")]
    return [real(score, "score") for score, _ in pairs], [list_for(x, count, real, "loadings") for _, x in pairs]


def read_labels(value) -> None:
    reader, person, program = keys_of(value, "reader person program", "labels")
    text(reader, "reader"), text(program, "program")
    for line in listing(person, "person"):
        text(line, "person")


# --- What is left once u is known, and what a set is worth (§3) -------------------------------------------------------


@dataclass
class Told:
    """What a set tells: its |T|, how many predictions it settles, and det R as a fraction when it settles none."""

    taken: int
    settled: int
    rest: Fraction | None


class Problem:
    """The variables V given u, as integers: K = left / (scale·common); own = own_whole / common."""

    def __init__(self, certificate: Certificate, moments: Moments):
        self.c, self.moments = certificate, moments
        self.columns_of, self.predictions, joint = self.variables()
        whole, self.common = integers(joint)
        known = len(certificate.given)
        self.joint = whole  # of u and V, before u is known
        self.own_whole = [whole[known + v][known + v] for v in range(len(whole) - known)]
        self.left, self.scale = whole, 1
        for _ in range(known):
            demand(
                self.left[0][0] > 0,
                "what is given is not positive definite: a part of it is known from the rest, or its noise is too much",
            )
            self.left, self.scale = know_first(self.left, self.scale)
        self.nu = moments.weight**2 / moments.weight_squares - 1 - known
        self.biases: dict[int, tuple[Fraction, Fraction]] = {0: (Fraction(0), Fraction(0))}
        self.thresholds: dict[tuple[int, int], Fraction] = {}
        self.known_sets: dict[tuple[int, ...], Told] = {}
        nothing = self.tell(())
        demand(nothing.settled == 0, "a prediction is known already")
        self.whole_rest = nothing.rest  # det Y
        self.live = [
            j for j, own in enumerate(self.columns_of) if any(self.keeps(self.left[v][v], self.scale, v) for v in own)
        ]

    def variables(self):
        """Positions of the candidates' columns and of the predictions in V; the joint matrix of u and V, with noise."""
        c, one = self.c, Fraction(1)
        flat = [(column, noise) for own, noise in zip(c.columns, c.noise) for column in own]
        ends = [0]
        for own in c.columns:
            ends.append(ends[-1] + len(own))
        columns_of = [list(range(a, b)) for a, b in zip(ends, ends[1:])]
        if len(c.given) + len(flat) + c.d > MOST_VARIABLES:
            raise Unproven(f"more than {MOST_VARIABLES} variables are beyond this checker's patience")
        sums = c.given + [{column: one} for column, _ in flat]
        noise = [Fraction(0)] * len(c.given) + [x for _, x in flat]
        if c.draws:
            sums.append({column: one / len(c.predicted) for column in c.predicted})
            noise.append(c.resolution_variance + self.excess())
        else:
            sums += [{column: one} for column in c.predicted]
            noise += [c.resolution_variance] * c.d
        joint = [[Fraction(0)] * len(sums) for _ in sums]
        for i, a in enumerate(sums):
            for j in range(i + 1):
                joint[i][j] = joint[j][i] = self.moments.covariance(a, sums[j])
            joint[i][i] += noise[i]
        for i, row in enumerate(c.given_noise):
            for j, x in enumerate(row):
                joint[i][j] -= x
        return columns_of, list(range(len(flat), len(flat) + c.d)), joint

    def excess(self) -> Fraction:
        """x of §3: by how much the variance of one draw exceeds that of the mean of all."""
        draws, m = self.c.predicted, self.moments
        count, mean = len(draws), sum(m.means[k] for k in draws) / len(draws)
        own = sum(m.scatter[k][k] for k in draws) / m.weight
        together = sum(m.scatter[k][other] for k in draws for other in draws) / m.weight
        excess = own + sum((m.means[k] - mean) ** 2 for k in draws) - together / count
        return excess / count if excess * TAU > own else Fraction(0)

    def keeps(self, what: int, scale: int, v: int) -> bool:
        """Whether the variance what/scale of variable v exceeds τ·own."""
        return what * TAU > self.own_whole[v] * scale

    def tell(self, chosen: tuple[int, ...]) -> Told:
        """T(E), what E settles and det R(E) (§3), exactly."""
        if chosen in self.known_sets:
            return self.known_sets[chosen]
        columns = [v for j in chosen for v in self.columns_of[j]]
        m, scale = pick(self.left, columns + self.predictions), self.scale
        taken = 0
        for v in columns:
            if self.keeps(m[0][0], scale, v):
                (m, scale), taken = know_first(m, scale), taken + 1
            else:
                m = pass_first(m)
        before, settled = scale, 0
        for v in self.predictions:
            if self.keeps(m[0][0], scale, v):
                m, scale = know_first(m, scale)
            else:
                demand(m[0][0] * TAU >= -self.own_whole[v] * scale, "a set leaves less than nothing of a prediction")
                m, settled = pass_first(m), settled + 1
        told = Told(taken, settled, None if settled else Fraction(scale, before))
        if len(self.known_sets) < 1000:
            self.known_sets[chosen] = told
        return told

    def rank(self, chosen: tuple[int, ...]) -> int:
        """The degrees of freedom of a set: |T| and the extra ones of its candidates."""
        return self.tell(chosen).taken + sum(self.c.extra[j] for j in chosen)

    def affordable(self, rank: int) -> bool:
        return self.nu - (self.c.d - 1) - rank > 0

    def redundant(self, chosen: tuple[int, ...], *, perhaps: bool = False) -> bool:
        """Whether the set surely has (with `perhaps`: may have) a candidate that is charged for and adds nothing."""
        told = self.tell(chosen)
        if all(len(own) == 1 for own in self.columns_of):  # then exactly the sets with E ≠ T(E)
            return told.taken < len(chosen)
        return any(self.adds_nothing(told, self.tell(tuple(j for j in chosen if j != one)), perhaps) for one in chosen)

    def adds_nothing(self, told: Told, without: Told, perhaps: bool) -> bool:
        """Whether the set without a candidate takes and settles as much, and ½ ln det R is larger by at most ε."""
        if without.taken < told.taken or without.settled < told.settled:
            return False
        return told.settled + without.settled > 0 or without.rest <= told.rest * TWO_EPSILON[perhaps]

    def allowed(self, chosen) -> bool:
        chosen = tuple(sorted(chosen))
        return self.c.feasible(chosen) and self.affordable(self.rank(chosen)) and not self.redundant(chosen)

    def bias(self, a: int) -> tuple[Fraction, Fraction]:
        """bias(a) = ½ Σ_{i<d} [ψ((ν-i)/2) - ψ((ν-i-a)/2)]."""
        if a not in self.biases:
            low = high = Fraction(0)
            for i in range(self.c.d):
                full, less = digamma((self.nu - i) / 2), digamma((self.nu - i - a) / 2)
                low, high = low + (full[0] - less[1]) / 2, high + (full[1] - less[0]) / 2
            self.biases[a] = low, high
        return self.biases[a]

    def charge(self, rank: int, count: int) -> tuple[Fraction, Fraction]:
        if rank <= count:
            return Fraction(0), Fraction(0)
        more, less = self.bias(rank), self.bias(count)
        return more[0] - less[1], more[1] - less[0]

    def threshold(self, rank: int, count: int) -> Fraction:
        """An upper bound of e^(-2(B + ε + charge)): a set that leaves that share of det Y does not exceed the bound."""
        if (rank, count) not in self.thresholds:
            demand(self.c.bound_bits >= -LARGEST_BITS, "the bound is lower than what no facts at all tell")
            bound = times(min(self.c.bound_bits, Fraction(LARGEST_BITS)), LOG2)  # a lower bound is only harder to show
            charge = self.charge(rank, count)
            nats = [-2 * (bound[i] + EPSILON + charge[i]) for i in (1, 0)]
            nats = [max(x, Fraction(-4 * LARGEST_BITS)) for x in nats]
            self.thresholds[rank, count] = exp((nats[0], nats[1]))[1]
        return self.thresholds[rank, count]

    def exceeds(self, chosen: tuple[int, ...]) -> bool:
        """False only if the set settles no more than is claimed and, where nothing is settled, tells no more."""
        told = self.tell(chosen)
        if told.settled != self.c.settled or self.c.settled:
            return told.settled > self.c.settled
        return told.rest < self.whole_rest * self.threshold(self.rank(chosen), len(chosen))

    def demand_within_bound(self, chosen: tuple[int, ...]) -> None:
        """Claim 2 for one set. What makes a set not allowed is looked at where it matters."""
        if not self.c.feasible(chosen):
            return
        if self.affordable(self.rank(chosen)) and self.exceeds(chosen) and not self.redundant(chosen):
            more = "settles" if self.tell(chosen).settled > self.c.settled else "tells"
            raise Unproven(f"the set {self.set_name(chosen)} {more} more than claimed")

    def set_name(self, chosen) -> str:
        return "{" + ", ".join(candidate_name(self.c, self.moments, j) for j in chosen) + "}"

    # Where there is one prediction:

    @property
    def y(self) -> int:
        return self.predictions[0]

    def entry(self, i: int, j: int) -> Fraction:
        """K between two variables."""
        return Fraction(self.left[i][j], self.scale * self.common)

    def leaves_enough(self, rest: Fraction) -> bool:
        """Whether a proven lower bound of R is at least L (§4) and above τ·own."""
        q, own = self.entry(self.y, self.y), Fraction(self.own_whole[self.y], self.common)
        return rest >= q * self.threshold(0, 0) and rest * TAU > own

    def twins(self) -> set[tuple[int, int]]:
        """Pairs of which no orderly set holds both (§5), in both orders."""
        found = set()
        for j, k in combinations(self.live, 2):
            first, second, both = self.left[j][j], self.left[k][k], self.left[j][k]
            if not (second * first - both * both) * TAU > self.own_whole[k] * self.scale * first:
                found |= {(j, k), (k, j)}
        return found


def demand_support(problem: Problem) -> None:
    """Claim 1 (§3): the support is allowed and has the value that is claimed."""
    c, support = problem.c, tuple(problem.c.support)
    demand(c.feasible(support), "the support is no allowed set: too many, too dear or two of a group")
    told = problem.tell(support)
    demand(problem.affordable(problem.rank(support)), "the rows cannot afford the support")
    demand(not problem.redundant(support, perhaps=True), "the support has a candidate that adds nothing")
    demand(told.settled == c.settled, f"the support settles {told.settled}, not {c.settled}")
    if c.settled:
        return
    logs, charge = log(problem.whole_rest / told.rest), problem.charge(problem.rank(support), len(support))
    claimed = times(c.bits, LOG2)
    low, high = logs[0] / 2 - charge[1] - claimed[1], logs[1] / 2 - charge[0] - claimed[0]
    if not (-EPSILON <= low and high <= EPSILON):
        value = float((logs[0] / 2 - charge[1]) / LOG2[1])
        raise Unproven(f"the support has {value:.12g} bits, not {float(c.bits):.12g}")


def demand_possible_problem(problem: Problem) -> None:
    """§3: with given_noise, K + 10⁻⁸·diag(own) is positive definite; in a plain problem, every set can be afforded."""
    c, own = problem.c, [Fraction(x, problem.common) for x in problem.own_whole]
    demand(not c.plain or problem.nu > c.s, "so few rows cannot afford s candidates")
    if c.given_noise:
        rows = [v for v, x in enumerate(own) if x > 0]
        raised = [[problem.entry(i, j) + (own[i] / 10**8 if i == j else 0) for j in rows] for i in rows]
        demand(positive_definite(raised), "given_noise is more than there can be")


# --- Leaves (§5) ------------------------------------------------------------------------------------------------------


@dataclass
class Node:
    """All allowed sets that hold all of `inside` and none of `outside`."""

    inside: frozenset[int]
    outside: frozenset[int]


class Checker:
    """Proves leaf after leaf, and remembers which sets they were about."""

    def __init__(self, problem: Problem, most_sets: int):
        self.p, self.c, self.sets_left = problem, problem.c, most_sets
        self.live = set(problem.live)
        self.form_without_factors = self.eigenvalue_shown = self.pairs_of_twins = self.form_with_factors = None

    def list_of(self, value, what: str, *, increasing: bool = True) -> list[int]:
        """A list of live candidates."""
        found = positions(value, len(self.c.columns), what, increasing=increasing)
        demand(self.live.issuperset(found), f"{what} names a candidate that is known or constant")
        return found

    def prove(self, leaf) -> list[Node]:
        """The nodes whose sets the leaf holds, once it is shown that none of them exceeds the claim."""
        demand(type(leaf) is dict, "a leaf must be an object")
        kind = leaf.get("kind")
        kinds = {
            "enumerate": ("kind in out", self.enumerate),
            "monotone": ("kind in out", self.monotone),
            "master": ("kind in out gamma one_of not_all_of", self.master),
            "split": ("kind in out chosen block classes", self.split),
        }
        demand(type(kind) is str and kind in kinds, "a leaf is of an unknown kind")
        names, prove = kinds[kind]
        _, inside, outside, *more = keys_of(leaf, names, "a leaf")
        node = Node(frozenset(self.list_of(inside, "in")), frozenset(self.list_of(outside, "out")))
        demand(not node.inside & node.outside, "a leaf has a candidate both in and out")
        demand(len(node.inside) <= self.c.s, "a leaf has more candidates in than a set may hold")
        if kind != "enumerate":
            demand(
                self.c.plain,
                f"a leaf of kind {kind} needs one prediction and candidates of one column without extra degrees",
            )
            demand(self.c.settled == 0, f"a leaf of kind {kind} cannot tell what is settled")
            if len(self.live) > MOST_CANDIDATES:
                raise Unproven(
                    f"{kind} leaves with more than {MOST_CANDIDATES} candidates are beyond this checker's patience"
                )
        return prove(node, *more)

    def empty(self, node: Node) -> bool:
        """Whether a plain node holds no allowed set, since its `in` is none: parts of allowed sets are allowed."""
        return self.c.plain and not self.p.allowed(node.inside)

    def free(self, node: Node) -> list[int]:
        """The free candidates (§5): live, in neither list and, in a plain problem, allowed beside those that are in."""
        undecided = [j for j in self.p.live if j not in node.inside and j not in node.outside]
        return [j for j in undecided if not self.c.plain or self.p.allowed(node.inside | {j})]

    def enumerate(self, node: Node) -> list[Node]:
        """Every set is looked at."""
        if self.empty(node):
            return [node]
        free, places = self.free(node), self.c.s - len(node.inside)
        self.sets_left -= sum(comb(len(free), k) for k in range(min(places, len(free)) + 1))
        if self.sets_left < 0:
            raise Unproven("there are more sets to look at than --most-sets allows")
        for k in range(min(places, len(free)) + 1):
            for more in combinations(free, k):
                self.p.demand_within_bound(tuple(sorted(node.inside.union(more))))
        return [node]

    def form(self, candidates: list[int], units, scores, loadings) -> list[list[Fraction]]:
        """The form g(β) of §4 as a matrix [[C, c], [cᵀ, κ]], with short numbers and nowhere larger.

        g(β) is (-β, 1) times that matrix times (-β, 1)."""
        p, y = self.p, self.p.y
        rows = candidates + [y]
        scale = {j: units[j] if units else Fraction(1) for j in candidates} | {y: Fraction(1)}
        load = {j: [factor[j] for factor in loadings] for j in candidates} | {y: scores}
        whole = [[p.entry(i, j) * scale[i] * scale[j] for j in rows] for i in rows]
        sizes = [whole[i][i] for i in range(len(rows))]
        less = [
            [x - sum(a * b for a, b in zip(load[i], load[j])) for j, x in zip(rows, row)] for i, row in zip(rows, whole)
        ]
        return shorten(less if loadings else whole, sizes)

    # monotone

    def monotone(self, node: Node) -> list[Node]:
        """More columns never leave more (§5, monotone)."""
        if self.empty(node):
            return [node]
        free, places = self.free(node), self.c.s - len(node.inside)
        money = None if self.c.budget is None else self.c.budget - sum(self.c.costs[j] for j in node.inside)

        def can_hold(some: list[int]) -> bool:
            return len(some) <= places and (money is None or sum(self.c.costs[j] for j in some) <= money)

        held = sorted(node.inside)
        form, unit = integers(self.form(held + free, None, [], []))
        started = know_all(form, 1, len(held))
        if started is None:
            raise Unproven("a monotone leaf whose candidates determine each other")
        if can_hold(free):
            rest = know_all(*started, len(free))
            if rest is None or not self.p.leaves_enough(Fraction(rest[0][0][0], rest[1]) / unit):
                raise Unproven("the candidates of a monotone leaf tell more together than the bound")
            return [node]
        rests = dict(without_each(*started, free))
        shown = [j for j, rest in rests.items() if self.p.leaves_enough(rest / unit)]
        if can_hold(shown):
            raise Unproven(
                "a monotone leaf has too few candidates without which the others tell no more than the bound"
            )
        return [node]

    # master

    def master_form(self) -> list[list[Fraction]]:
        """The form without factors, once C - δI is shown to be positive definite on all live candidates."""
        if self.form_without_factors is None:
            demand(
                self.c.units != [] and self.c.least_eigenvalue is not None,
                "master leaves need units and least_eigenvalue",
            )
            form = self.form(self.p.live, self.c.units, [], [])
            size, delta = len(self.p.live), self.c.least_eigenvalue
            less = [[form[i][j] - (delta if i == j else 0) for j in range(size)] for i in range(size)]
            if not positive_definite(less):
                raise Unproven("least_eigenvalue is not shown to be one")
            self.form_without_factors = form
        return self.form_without_factors

    def master(self, node: Node, gamma, one_of, not_all_of) -> list[Node]:
        gamma = read_pairs(gamma, len(self.c.columns), "gamma")
        self.list_of(list(gamma), "gamma")
        form, live = self.master_form(), self.p.live
        delta, centre = self.c.least_eigenvalue, [gamma.get(j, Fraction(0)) for j in live]
        at_gamma, rho = around(form, centre)
        always = at_gamma + sum((delta * x * x + 2 * r * x for x, r in zip(centre, rho)), Fraction(0))
        gains = {j: (delta * x + r) ** 2 / delta for j, x, r in zip(live, centre, rho)}
        nodes = self.narrowed(node, one_of, not_all_of)
        for one in nodes:
            places = self.c.s - len(one.inside)
            bound = always - sum(gains[j] for j in one.inside) - top_sum([gains[j] for j in self.free(one)], places)
            if not self.empty(one) and not self.p.leaves_enough(bound):
                raise Unproven("the inequality of a master leaf does not close it")
        return nodes

    def narrowed(self, node: Node, one_of, not_all_of) -> list[Node]:
        """The nodes that a master leaf is about."""
        one_of, not_all_of = self.list_of(one_of, "one_of"), self.list_of(not_all_of, "not_all_of")
        demand(not set(one_of) & set(not_all_of), "a candidate is in one_of and in not_all_of")
        decided = node.inside | node.outside
        demand(decided.isdisjoint(one_of + not_all_of), "one_of and not_all_of hold candidates of in or out")
        if not one_of and not not_all_of:
            return [node]
        return [Node(node.inside | {j}, node.outside) for j in one_of] + [
            Node(node.inside, node.outside | {j}) for j in not_all_of
        ]

    # split

    def split(self, node: Node, chosen, block, classes) -> list[Node]:
        chosen, block = self.list_of(chosen, "chosen"), self.list_of(block, "block", increasing=False)
        demand((node.inside | node.outside).isdisjoint(chosen), "chosen holds candidates of in or out")
        demand(len(node.inside) + len(chosen) <= self.c.s, "chosen is too large")
        demand(set(block).issuperset(node.inside.union(chosen)), "the block must hold in and chosen")
        demand(self.c.units != [], "split leaves need units")
        self.p.demand_within_bound(tuple(sorted(node.inside.union(chosen))))
        found = self.read_classes(classes, len(block))
        if self.empty(node):
            return [node]
        free = set(self.free(node))
        outsiders = [j for j in sorted(free) if j not in block]
        for p in range(self.c.s - len(node.inside) + 1):
            if p <= len(outsiders):
                demand(p in found, f"a split leaf lacks the class of {p}")
                self.split_class(node, chosen, block, free, outsiders, p, *found[p])
        return [node]

    def read_classes(self, classes, size: int) -> dict:
        found = {}
        for one in listing(classes, "classes"):
            p, d, gamma, weights = keys_of(one, "p d gamma weights", "a class")
            p = integer(p, 0, self.c.s, "p")
            demand(p not in found, "a split leaf has two classes of the same p")
            weights = [] if weights == [] else list_for(weights, len(self.c.columns), weight_of_dominance, "weights")
            found[p] = list_for(d, size, normal, "d"), list_for(gamma, size, real, "gamma"), weights
        return found

    def split_class(self, node: Node, chosen, block, free, outsiders, p: int, d, gamma, weights) -> None:
        """The sets of the leaf with exactly p candidates outside the block."""
        if self.form_with_factors is None:
            self.form_with_factors = self.form(self.p.live, self.c.units, self.c.scores, self.c.loadings)
        place = {j: i for i, j in enumerate(self.p.live)}
        rows = [place[j] for j in block + outsiders]
        form = pick(self.form_with_factors, rows + [len(place)])
        at_gamma, rho = around(form, gamma + [Fraction(0)] * len(outsiders))
        size = len(block)
        gains = {j: (d[i] * gamma[i] + rho[i]) ** 2 / d[i] for i, j in enumerate(block)}
        always = at_gamma + sum((d[i] * gamma[i] ** 2 + 2 * rho[i] * gamma[i] for i in range(size)), Fraction(0))
        always -= sum(gains[j] for j in node.inside)
        r = self.outside_rows(form, d, outsiders, p, weights)
        beyond = top_sum([rho[size + i] ** 2 / r[i] for i in range(len(outsiders))], p) if p else Fraction(0)
        inner = {j: gains[j] for j in block if j in free}
        places = self.c.s - len(node.inside) - p
        most = largest_but(inner, places, chosen) if p == 0 else top_sum(list(inner.values()), places)
        if most is not None and not self.p.leaves_enough(always - most - beyond):
            raise Unproven(f"the inequality of a split leaf does not close its class of {p}")

    def outside_rows(self, form, d, outsiders, p: int, weights) -> list[Fraction]:
        """r_j of the outsiders, once C_BB - diag(d) is shown to be positive definite and every r_j to be above 0."""
        size = len(d)
        less = [
            [x - (d[i] if i == j and i < size else 0) for j, x in enumerate(row[:-1])]
            for i, row in enumerate(form[:-1])
        ]
        whole, unit = integers(less)
        shown = know_all(whole, 1, size)
        if shown is None:
            raise Unproven("a block of a split leaf is not shown to be positive definite")
        if p == 0:
            return []
        m, scale = shown
        if self.pairs_of_twins is None:
            self.pairs_of_twins = self.p.twins()
        pi = [weights[j] if weights else Fraction(1) for j in outsiders]
        (pi,), _ = integers([pi])
        found = []
        for i, j in enumerate(outsiders):
            others = [
                abs(m[i][k]) * pi[k]
                for k, other in enumerate(outsiders)
                if k != i and (j, other) not in self.pairs_of_twins
            ]
            rest = m[i][i] * pi[i] - sum(sorted(others, reverse=True)[: p - 1])
            if rest <= 0:
                raise Unproven("the candidates outside the block of a split leaf are too close to each other")
            found.append(Fraction(rest, pi[i] * scale * unit))
        return found


def around(form: list[list[Fraction]], gamma: list[Fraction]) -> tuple[Fraction, list[Fraction]]:
    """g(γ) = κ - cᵀγ - ρᵀγ and ρ = c - Cγ of §4 (1)."""
    c = [row[-1] for row in form[:-1]]
    used = [i for i, x in enumerate(gamma) if x]
    rho = [c[j] - sum((form[j][i] * gamma[i] for i in used), Fraction(0)) for j in range(len(gamma))]
    return form[-1][-1] - sum(((c[i] + rho[i]) * gamma[i] for i in used), Fraction(0)), rho


def know_all(m, scale: int, count: int):
    """m once its first `count` variables are known; None unless they are positive definite."""
    for _ in range(count):
        if m[0][0] <= 0:
            return None
        m, scale = know_first(m, scale)
    return m, scale


def without_each(m, scale: int, names: list[int]):
    """For each of the names, the first variables of m: what is left of the last variable once all others are known.

    To leave out one of the first half, all of the second are known, and the other way round: most steps are shared."""
    if len(names) == 1:
        yield names[0], Fraction(m[1][1], scale)
        return
    half, count = len(names) // 2, len(names)
    shown = know_all(m, scale, half)
    if shown is not None:
        yield from without_each(*shown, names[half:])
    turned = pick(m, [*range(half, count), *range(half), *range(count, len(m))])
    shown = know_all(turned, scale, count - half)
    if shown is not None:
        yield from without_each(*shown, names[:half])


def largest_but(gains: dict[int, Fraction], places: int, chosen: list[int]) -> Fraction | None:
    """The largest sum of at most `places` gains that are not exactly those of `chosen`; None if there is none (§5).

    Another choice lacks one of the chosen, or holds all of them and one more."""
    if not set(chosen) <= set(gains):
        return top_sum(list(gains.values()), places)
    sums = [top_sum([gains[j] for j in gains if j != one], places) for one in chosen]
    others = [gains[j] for j in gains if j not in chosen]
    if others and len(chosen) < places:
        sums.append(sum((gains[j] for j in chosen), Fraction(0)) + top_sum(others, places - len(chosen)))
    return max(sums, default=None)


# --- The leaves hold every set (§6) -----------------------------------------------------------------------------------


def demand_cover(c: Certificate, nodes: list[Node]) -> None:
    """Walks through decisions until no set is left, or what is left lies in one node."""
    open_ends = [(frozenset(), frozenset(), nodes)]
    steps = 0
    while open_ends:
        inside, outside, nodes = open_ends.pop()
        if not c.feasible(inside):
            continue
        nodes = [n for n in nodes if not n.inside & outside and not n.outside & inside]
        steps += 1 + len(nodes) // 16
        if steps > MOST_STEPS:
            raise Unproven("whether the leaves hold every set is beyond this checker's patience")
        asked: dict[int, int] = {}
        for n in nodes:
            undecided = (n.inside - inside) | (n.outside - outside)
            if not undecided:
                break
            for j in undecided:
                asked[j] = asked.get(j, 0) + 1
        else:
            if not asked:
                raise Unproven("the leaves do not hold every set")
            j = max(asked, key=lambda one: (asked[one], -one))
            open_ends += [(inside | {j}, outside, nodes), (inside, outside | {j}, nodes)]


# --- What is said (§2 names, §8) --------------------------------------------------------------------------------------


def column_name(moments: Moments, i: int) -> str:
    """A column's name; with its position where another column has the same."""
    name = moments.columns[i]["name"]
    alone = sum(column["name"] == name for column in moments.columns) == 1
    return printable(name) + ("" if alone else f" (column {i})")


def candidate_name(c: Certificate, moments: Moments, j: int) -> str:
    own = c.columns[j]
    if len(own) == 1:
        return column_name(moments, own[0])
    kinds = {(moments.columns[i]["kind"], moments.columns[i]["source"]) for i in own}
    if len(kinds) == 1:
        kind, source = kinds.pop()
        levels = sum(column["kind"] == "level" and column["source"] == source for column in moments.columns)
        if kind == "level" and levels == len(own) + 1:
            missing = next(
                column["level"]
                for i, column in enumerate(moments.columns)
                if (column["kind"], column["source"]) == (kind, source) and i not in own
            )
            return f"{printable(source)} (all levels but {printable(missing)})"
    return printable(c.names[j]) + " = [" + ", ".join(column_name(moments, i) for i in own) + "]"


def candidate_line(problem: Problem, j: int) -> str:
    """A candidate with everything that its worth depends on."""
    c = problem.c
    line = candidate_name(c, problem.moments, j)
    if c.noise[j]:
        line += f", shown with noise of variance {float(c.noise[j])!r}"
    if c.extra[j]:
        line += f", {c.extra[j]} more degrees of freedom"
    if c.groups[j] >= 0:
        line += f", of group {c.groups[j]}"
    if c.costs:
        line += f", cost {c.costs[j] / 1e6:.15g}"
    return line if j in problem.live else line + ", known or constant"


def candidate_list(problem: Problem) -> str:
    return "".join(candidate_line(problem, j) + "\n" for j in range(len(problem.c.columns)))


def given_name(c: Certificate, moments: Moments) -> str:
    """What the reader has."""
    if not c.given:
        return "nothing"
    parts = []
    for k, one in enumerate(c.given):
        terms = [(column_name(moments, i), weight) for i, weight in one.items()]
        parts.append(" + ".join(name if weight == 1 else f"{float(weight)!r}·{name}" for name, weight in terms))
        noise = [(i, float(x)) for i, x in enumerate(c.given_noise[k][: k + 1]) if x] if c.given_noise else []
        for i, x in noise:
            with_whom = "" if i == k else f" with that of part {i + 1}"
            parts[-1] += f" (less noise of {'variance' if i == k else 'covariance'} {x!r}{with_whom})"
    return "; ".join(parts)


def prediction_name(c: Certificate, moments: Moments) -> str:
    names = ", ".join(column_name(moments, i) for i in c.predicted)
    name = f"one draw of {names}" if c.draws else names
    return name + (
        f" (with a resolution variance of {float(c.resolution_variance)!r})" if c.resolution_variance else ""
    )


def sentence(problem: Problem) -> str:
    c, moments = problem.c, problem.moments
    count = len(c.columns)
    limit = f"at most {c.s} candidates" + ("" if c.budget is None else f" that cost at most {c.budget / 1e6:.15g}")
    support = problem.set_name(c.support)
    if c.settled == c.d:
        claim = (
            f"{support} settles {prediction_name(c, moments)} completely for a reader who has {given_name(c, moments)}."
        )
    elif c.settled:
        claim = (
            f"no set of {limit} settles more than {c.settled} of the {c.d} predictions {prediction_name(c, moments)} "
            f"for a reader who has {given_name(c, moments)}; {support} settles {c.settled}. "
            "Nothing is claimed about the others."
        )
    else:
        claim = (
            f"no set of {limit} tells a reader who has {given_name(c, moments)} more about "
            f"{prediction_name(c, moments)} than {float(c.bound_bits):.12g} bits, "
            f"and {support} tells {float(c.bits):.12g} bits, both up to 1e-9 nats."
        )
    largest = problem.nu - (c.d - 1)
    if largest <= sum(sorted((len(own) + c.extra[j] for j, own in enumerate(c.columns)), reverse=True)[: c.s]):
        claim += f" Sets with {float(largest):.6g} degrees of freedom or more are beyond these rows and not looked at."
    claim += (
        " A column that the rest of its set, or what is given, determines up to 1e-11 of its variance is known; "
        "sets with a candidate that adds nothing to the others are not counted."
    )
    lines = candidate_list(problem)
    if count <= 20:
        named = f"Candidates ({count}): " + "; ".join(lines.splitlines()) + "."
    else:
        digest = hashlib.sha256(lines.encode()).hexdigest()
        named = f"Candidates: {count}, shown by --list; the SHA-256 of that list is {digest}."
    labels = f"Labels, which nobody has checked: reader {printable(c.labels['reader'])}"
    labels += (
        "".join(f", {printable(line)}" for line in c.labels["person"][:20])
        + f", written by {printable(c.labels['program'])}."
    )
    return f"{claim} {named} Moments: {moments.rows} rows, SHA-256 {moments.sha256}. {labels}"


# --- The whole check --------------------------------------------------------------------------------------------------


@dataclass
class Verdict:
    accepted: bool
    why: str  # the claim, or why it is not accepted
    candidates: str = ""  # a line for each, when accepted

    def __str__(self) -> str:
        return ("accepted: " if self.accepted else "") + self.why


def prove(certificate: bytes, moments_bytes: bytes, most_sets: int) -> Verdict:
    """The claim of §3, or an exception that says what is missing."""
    demand(len(moments_bytes) <= LONGEST_FILE, "the moments are too large")
    file = sealed(certificate)
    demand(
        file["moments_sha256"] == hashlib.sha256(moments_bytes).hexdigest(), "the certificate is about other moments"
    )
    moments = read_moments(moments_bytes)
    c = read_certificate(file, len(moments.columns))
    problem = Problem(c, moments)
    demand_possible_problem(problem)
    demand_support(problem)
    if c.settled == c.d:
        demand(c.leaves == [], "a certificate that settles everything has no leaves")
    else:
        checker = Checker(problem, most_sets)
        demand_cover(c, [node for leaf in c.leaves for node in checker.prove(leaf)])
    return Verdict(True, sentence(problem), candidate_list(problem))


def check(certificate: bytes, moments: bytes, most_sets: int = 100_000) -> Verdict:
    """Whether the certificate holds for these moments; never raises."""
    try:
        return prove(certificate, moments, most_sets)
    except Refused as why:
        return Verdict(False, f"refused: {why}")
    except Unproven as why:
        return Verdict(False, f"not proven: {why}")
    except Exception as why:  # a defect of this checker must not look like an answer
        return Verdict(False, f"not proven: the checker could not finish ({type(why).__name__})")


def read_file(name: str, longest: int) -> bytes:
    with open(name, "rb") as file:
        data = file.read(longest + 1)
    if len(data) > longest:
        raise OSError(f"more than {longest} bytes")
    return data


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description="Checks a certificate of Explainee with exact fractions.",
        epilog="Exit status: 0 accepted, 3 a file or the output cannot be used, 4 not proven or refused.",
    )
    parser.add_argument("file", help="the certificate")
    parser.add_argument("--moments", help="the moments that it is about (FILE.moments)")
    parser.add_argument("--most-sets", type=int, default=100_000, help="how many sets may be looked at (100000)")
    parser.add_argument("--list", action="store_true", help="show all candidates")
    return parser.parse_args()


def main() -> int:
    options = arguments()
    data = []
    for name in (options.file, options.moments or options.file + ".moments"):
        try:
            data.append(read_file(name, LONGEST_FILE))
        except (OSError, ValueError) as error:
            print(f"{printable(name)} cannot be read: {getattr(error, 'strerror', None) or error}", file=sys.stderr)
            return 3
    verdict = check(*data, most_sets=options.most_sets)
    try:
        sys.stdout.reconfigure(errors="backslashreplace")
        print(verdict, *verdict.candidates.splitlines() * options.list, sep="\n", flush=True)
    except OSError as error:  # nobody reads, or the disk is full: what was not said is not accepted
        sys.stdout = None
        print(f"cannot write to standard output: {error.strerror}", file=sys.stderr)
        return 3
    return 0 if verdict.accepted else 4


if __name__ == "__main__":
    sys.exit(main())
