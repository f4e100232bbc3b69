"""Falsifies certificates as an opponent would who knows docs/certificate.md and the checksum; says which lies are false."""

from __future__ import annotations

import copy
import hashlib
import json
import random
import re
import struct

import numpy as np
from certificates import Search, Truth, packed
from kinds import another_claim, break_leaf
from sealing import sealed

HUGE = [1e300, -1e300, 1.7e308, 1e200, 1e160, 1e154, 1e100, 5e17, 1e17, 1e9]
TINY = [5e-324, 2.3e-308, 1e-300, 1e-200, 1e-161, 1e-154, 1e-100, 1e-17, 1e-12]
NUMBERS = [*HUGE, *TINY, 0.0, -0.0, 1.0, -1.0, 0.5, 2.0]

# What stands for an integer that is none: it wraps, is cut, overflows or is another type.
NO_INTEGERS = ["4294967299", "18446744073709551619", "3.9", "3.0", "3e0", "1e400", '"3"', "true", "null", "[3]", "-3", "1" * 400]


def scaled(x: float, dice: random.Random) -> float:
    return x * dice.choice([0.1, 0.5, 0.9, 0.999, 1.001, 1.1, 2, 10, 1e3, -1])


class Forger:
    """Lies about one genuine certificate."""

    def __init__(self, certificate: dict, moments: bytes, dice: random.Random):
        self.certificate, self.moments, self.dice = certificate, moments, dice

    def lie(self) -> tuple[dict, bytes]:
        """A certificate and its moments, with one or several things in them changed."""
        c, moments = copy.deepcopy(self.certificate), self.moments
        classes = [getattr(self, name) for name in dir(self) if name.startswith("forge_")]
        for forge in self.dice.choices(classes, k=self.dice.choice([1, 1, 2, 3, 5])):
            try:
                moments = forge(c, moments) or moments
            except (IndexError, KeyError):
                pass  # an earlier lie took away what this one changes
        if self.dice.random() < 0.5:
            c = self.claims_another(c, moments)
        c["moments_sha256"] = hashlib.sha256(moments).hexdigest()
        return c, moments

    def claims_another(self, c: dict, moments: bytes) -> dict:
        """Some other set is the best, by its true value."""
        try:
            return another_claim(c, moments, self.dice)
        except (IndexError, KeyError, TypeError, ValueError, FloatingPointError):
            return c  # it cannot be read any more

    # Each class: changes the certificate in place, may return other moments.

    def forge_numbers(self, c, _):
        """Numbers of the proof that overflow, vanish or turn into NaN where doubles are used without care."""
        for leaf in self.dice.sample(c["leaves"], min(2, len(c["leaves"]))):
            if leaf.get("gamma") is not None:
                chosen = self.dice.sample(range(len(c["candidates"])), self.dice.randint(1, len(c["candidates"])))
                leaf["gamma"] = [[j, self.dice.choice(NUMBERS)] for j in sorted(chosen)]
            for part in leaf.get("classes", []):
                key = self.dice.choice(["d", "gamma", "gamma", "weights"])
                if key == "weights" and not part["weights"]:
                    part["weights"] = [1.0] * len(c["candidates"])
                for k in range(len(part[key])):
                    if self.dice.random() < 0.6:
                        part[key][k] = abs(self.dice.choice(NUMBERS)) if key != "gamma" else self.dice.choice(NUMBERS)

    def forge_scale(self, c, _):
        """Units, factors and the least eigenvalue."""
        n = len(c["candidates"])
        match self.dice.choice(["units", "unit", "factors", "singular", "eigenvalue"]):
            case "units":
                c["units"] = [abs(self.dice.choice(HUGE + TINY))] * n
            case "unit":
                c["units"] = c["units"] or [1.0] * n
                c["units"][self.dice.randrange(n)] = abs(self.dice.choice(HUGE + TINY))
            case "factors":
                size = self.dice.choice([*HUGE, *TINY, 1.0, 0.1])
                loadings = [size * self.dice.gauss(0, 1) for _ in range(n)]
                loadings = [x if abs(x) < 1.7e308 else 1e300 for x in loadings]
                c["factors"] = [*c["factors"], {"score": self.dice.choice(NUMBERS), "loadings": loadings}]
            case "singular":  # what is left of one candidate is nearly nothing
                j = self.dice.randrange(n)
                own = [0.0] * n
                own[j] = self.dice.choice([1.0, 1 - 1e-16, 1 - 1e-12])
                c["factors"] = [{"score": self.dice.choice(NUMBERS), "loadings": own}]
            case _:
                c["least_eigenvalue"] = abs(self.dice.choice(NUMBERS)) or 1e-300

    def forge_overlap(self, c, _):
        """A candidate in two lists of a leaf, or twice in one."""
        if c["leaves"]:
            leaf = self.dice.choice(c["leaves"])
            lists = [key for key in leaf if key in ("in", "out", "chosen", "block", "one_of", "not_all_of")]
            a, b = self.dice.choice(lists), self.dice.choice(lists)
            some = leaf[a] or [self.dice.randrange(len(c["candidates"]))]
            leaf[b] = sorted({*leaf[b], self.dice.choice(some)})
            if self.dice.random() < 0.1:
                leaf[b] = sorted([*leaf[b], self.dice.choice(leaf[b])])

    def forge_degenerate(self, c, _):
        """One more candidate: a copy of another, a column that the reader has, the prediction itself."""
        columns = [i for own in c["candidates"] for i in own["columns"]]
        columns += [i for own in c["given"] for i, _ in own] * 3 + c["prediction"]["columns"][:1]
        c["candidates"].append({"label": "dummy", "columns": [self.dice.choice(columns)]})
        extra = {"noise": 0.0, "extra_degrees": 0, "groups": -1, "costs": 1, "units": self.dice.choice([1.0, 1e-100, 1e100])}
        for key, value in extra.items():
            if c[key]:
                c[key].append(value)
        for factor in c["factors"]:
            factor["loadings"].append(0.0)
        dummy = len(c["candidates"]) - 1
        for leaf in c["leaves"]:
            value = self.dice.choice([*HUGE, 0.1])
            if "block" in leaf and self.dice.random() < 0.7:
                leaf["block"].append(dummy)
                for part in leaf["classes"]:
                    part["d"].append(self.dice.choice([1e-300, 1e-30, 1e-9, 0.5]))
                    part["gamma"].append(value)
            for part in leaf.get("classes", []):
                if part["weights"]:
                    part["weights"].append(1.0)
            if "gamma" in leaf and self.dice.random() < 0.7:
                leaf["gamma"].append([dummy, value])
            if "one_of" in leaf and self.dice.random() < 0.2:
                leaf["one_of"].append(dummy)

    def forge_twice(self, c, _):
        """A prediction twice, one more, or one that the reader has; settled without saying so."""
        own = c["prediction"]["columns"]
        more = [own[0]] + [i for one in c["candidates"] for i in one["columns"]]
        c["prediction"]["columns"] = [*own, self.dice.choice(more)]
        c["settled"] = self.dice.choice([0, 1, len(own), len(own) + 1])
        if c["settled"]:
            c["bits"] = c["bound_bits"] = None

    def forge_settled(self, c, _):
        c["settled"] = self.dice.choice([0, 1, 2, len(c["prediction"]["columns"])])
        c["bits"] = c["bound_bits"] = None if c["settled"] or self.dice.random() < 0.2 else 1.0
        if self.dice.random() < 0.3:
            c["leaves"] = []

    def forge_given(self, c, _):
        """Weights whose squares over- or underflow, sums that cancel, one column more or less, noise that is none."""
        if not c["given"] or self.dice.random() < 0.2:
            column = self.dice.choice(c["candidates"])["columns"][0]
            c["given"] = [*c["given"], [[column, self.dice.choice([1.0, 1e-200, 1e200])]]]
            c["given_noise"] = []
            return
        one = self.dice.choice(c["given"])
        match self.dice.choice(["scale", "cancel", "drop", "noise"]):
            case "scale":
                by = self.dice.choice([1e200, 1e-200, 1e-300, 1e160, 1e-160, -1.0, 1e300])
                one[:] = [[i, w * by] for i, w in one]
            case "cancel":
                if len(c["given"]) > 1:
                    c["given"][1] = [[i, w * (1 + self.dice.choice([0, 2e-16, 1e-8]))] for i, w in c["given"][0]]
            case "drop":
                c["given"].remove(one)
                c["given_noise"] = []
            case "noise":
                size = len(c["given"])
                by = self.dice.choice([1e-3, 0.5, 0.99, 5.0, -0.5, 1e300])
                c["given_noise"] = [[by * (i == j) for j in range(size)] for i in range(size)]

    def forge_problem(self, c, _):
        """Noise, degrees, groups, costs, s: what a set may be and is worth."""
        n = len(c["candidates"])
        match self.dice.choice(["noise", "extra_degrees", "groups", "costs", "s", "resolution", "draws"]):
            case "noise":
                c["noise"] = [] if c["noise"] else [self.dice.choice([0, 0, 1e-12, 1.0, 1e300]) * 1.0 for _ in range(n)]
            case "extra_degrees":
                c["extra_degrees"] = [] if c["extra_degrees"] else [self.dice.choice([0, 0, 1, 60, 1000]) for _ in range(n)]
            case "groups":
                c["groups"] = [] if c["groups"] else [self.dice.choice([-1, 0, 1]) for _ in range(n)]
            case "costs":
                free = c["budget"] is not None
                c["costs"] = [] if free else [self.dice.choice([1, 2, 10**12]) for _ in range(n)]
                c["budget"] = None if free else self.dice.choice([1, 3, 10**12 + 1, 10**15])
            case "s":
                c["s"] = max(1, min(n, c["s"] + self.dice.choice([-1, 1, 2, n])))
            case "resolution":
                c["prediction"]["resolution_variance"] = self.dice.choice([0.0, 1e-300, 0.3, 1e300])
            case _:
                c["prediction"]["draws"] = not c["prediction"]["draws"]

    def forge_candidates(self, c, _):
        """The best candidates are left out, and the rest closes up."""
        n = len(c["candidates"])
        if n < 3:
            return
        gone = self.dice.choice(c["support"] or [0])
        for key in ("candidates", "noise", "extra_degrees", "groups", "costs", "units"):
            if c[key]:
                del c[key][gone]
        c["groups"] = [min(g, n - 2) for g in c["groups"]]
        c["s"] = min(c["s"], n - 1)
        keep = {j: j - (j > gone) for j in range(n) if j != gone}
        c["support"] = [keep[j] for j in c["support"] if j != gone]
        for factor in c["factors"]:
            del factor["loadings"][gone]
        for leaf in c["leaves"]:
            stays = [k for k, j in enumerate(leaf.get("block", [])) if j != gone]
            for part in leaf.get("classes", []):
                part["d"], part["gamma"] = ([part[key][k] for k in stays] for key in ("d", "gamma"))
                part["weights"] = part["weights"][:gone] + part["weights"][gone + 1 :]
            for key in ("in", "out", "chosen", "block", "one_of", "not_all_of"):
                if key in leaf:
                    leaf[key] = [keep[j] for j in leaf[key] if j != gone]
            if "gamma" in leaf:
                leaf["gamma"] = [[keep[j], x] for j, x in leaf["gamma"] if j != gone]

    def forge_columns(self, c, _):
        """A candidate is another column, or has one more or less."""
        own = self.dice.choice(c["candidates"])
        columns = [i for one in c["candidates"] for i in one["columns"]]
        match self.dice.choice(["other", "more", "less"]):
            case "other":
                own["columns"] = [self.dice.choice(columns)]
            case "more":
                own["columns"] = list(dict.fromkeys([*own["columns"], self.dice.choice(columns)]))
            case _:
                own["columns"] = own["columns"][:-1] or own["columns"]

    def forge_leaves(self, c, _):
        """Lists, numbers and presence of leaves."""
        if c["leaves"]:
            break_leaf(c, self.dice)

    def forge_drop(self, c, _):
        if c["leaves"]:
            c["leaves"] = self.dice.choice([c["leaves"][1:], c["leaves"][:1], c["leaves"][:-1], []])

    def forge_one_leaf(self, c, _):
        """One leaf for everything, around a point that an opponent likes."""
        n = len(c["candidates"])
        c["units"] = c["units"] or [1.0] * n
        c["least_eigenvalue"] = c["least_eigenvalue"] or self.dice.choice([1e-300, 1e-9, 0.01, 0.3])
        value = self.dice.choice([*NUMBERS, 0.3])
        leaf = {"kind": self.dice.choice(["master", "split", "monotone"]), "in": [], "out": []}
        some = sorted(self.dice.sample(range(n), self.dice.randint(0, n)))
        if leaf["kind"] == "master":
            leaf |= {"gamma": [[j, value] for j in some], "one_of": [], "not_all_of": []}
            if self.dice.random() < 0.3:
                leaf |= {"one_of": some[:1], "not_all_of": some[1:]}
        if leaf["kind"] == "split":
            part = {"d": [self.dice.choice([1e-300, 1e-9, 0.3])] * len(some), "gamma": [value] * len(some), "weights": []}
            leaf |= {"chosen": [], "block": some, "classes": [part | {"p": p} for p in range(c["s"] + 1)]}
        c["leaves"] = [leaf]

    def forge_bound(self, c, _):
        """The claim itself, by a little or by much."""
        if c["bits"] is not None:
            step = self.dice.choice([-1, 1]) * 10 ** -self.dice.uniform(-1, 7)
            c["bound_bits"] = c["bits"] - abs(step)
            if self.dice.random() < 0.5:
                c["bits"] = c["bound_bits"]

    def forge_searched(self, c, moments):
        """Leaves that are searched, with every means of §5, for a bound that is too low."""
        single = all(len(one["columns"]) == 1 for one in c["candidates"]) and len(c["prediction"]["columns"]) == 1
        if not single or c["settled"] or c["extra_degrees"] or c["bits"] is None:
            return
        c["bound_bits"] = c["bits"] - 10 ** -self.dice.uniform(1, 8)
        try:
            search = Search(c, moments, self.dice.choice(["monotone", "master", "split"]), self.dice.random() < 0.5)
            c["leaves"] = search.leaves()
        except (IndexError, ValueError, np.linalg.LinAlgError, KeyError, ZeroDivisionError):
            return
        for leaf in c["leaves"]:  # those that look at every set would find it
            if leaf["kind"] == "enumerate" and self.dice.random() < 0.8:
                leaf["kind"] = "monotone"

    def forge_moments(self, c, moments):
        """Moments that no table has."""
        header, mean, scatter = unpacked(moments)
        n = len(mean)
        i, j = self.dice.randrange(n), self.dice.randrange(n)
        match self.dice.choice(["beyond", "negative", "constant", "rows", "weight", "squares", "huge", "nan"]):
            case "beyond":
                scatter[max(i, j), min(i, j)] = self.dice.choice([2, -3]) * np.sqrt(scatter[i, i] * scatter[j, j]) + 1
            case "negative":
                scatter[i, i] = -scatter[i, i]
            case "constant":
                scatter[i, i] = 0
            case "rows":
                header["folds"][0]["rows"] = self.dice.choice([0, 1, 2**46 + 1])
            case "weight":
                header["folds"][0]["weight"] = self.dice.choice([0.0, -1.0, 1e300, 1e-300])
            case "squares":
                header["folds"][0]["weight_squares"] = self.dice.choice([0.0, 1e-300, 1e300])
            case "huge":
                scatter[i, i] = self.dice.choice([1e308, 5e-324])
            case _:
                scatter[max(i, j), min(i, j)] = self.dice.choice([np.nan, np.inf])
        return packed(header, mean, scatter)


def unpacked(moments: bytes):
    """Header, means and the lower triangle of the scatter."""
    length = struct.unpack("<Q", moments[12:20])[0]
    header = json.loads(moments[20 : 20 + length])
    n = len(header["columns"])
    values = np.frombuffer(moments[20 + length : -32]).copy()
    scatter = np.zeros((n, n))
    scatter[np.tril_indices(n)] = values[n:]
    return header, values[:n], scatter


def are_possible(moments: bytes) -> bool:
    """§1 in double precision, with room for rounding on the forger's side."""
    header, _, scatter = unpacked(moments)
    fold = header["folds"][0]
    weight, squares, rows = fold["weight"], fold["weight_squares"], fold["rows"]
    if not (np.isfinite(scatter).all() and weight > 0 and squares > 0 and 0 < rows <= 2**46):
        return False
    if squares > weight * weight * (1 + 1e-8) or weight * weight > rows * squares * (1 + 1e-8):
        return False
    varies = np.diag(scatter) > 0
    whole = scatter + np.tril(scatter, -1).T
    if (np.diag(scatter) < 0).any() or whole[~varies].any():
        return False
    root = np.sqrt(np.diag(scatter)[varies])
    correlations = whole[np.ix_(varies, varies)] / root[:, None] / root
    return bool(np.linalg.eigvalsh(correlations)[0] > -1.1e-8) if varies.any() else True


class Judge:
    """What is false, by brute force; problems that were met before are remembered."""

    CLAIM = ("support", "settled", "bits", "bound_bits", "units", "factors", "least_eigenvalue", "leaves", "labels")

    def __init__(self):
        self.known: dict[str, Truth] = {}

    def is_false(self, c: dict, moments: bytes, slack: float = 1e-9) -> bool:
        """True when the claim is shown to be false; what Truth cannot read is not, being no claim at all."""
        if not are_possible(moments):
            return True
        problem = {key: value for key, value in c.items() if key not in self.CLAIM}
        key = json.dumps(problem)
        if key not in self.known:
            self.known[key] = Truth(c, moments)
        truth = self.known[key]
        truth.c = c
        open_ones = truth.tell(())[1] == 0
        return not truth.possible or not open_ones or not truth.claim_holds(slack)


def with_no_integer(text: bytes, dice: random.Random) -> bytes:
    """One integer of the file becomes something else."""
    found = list(re.finditer(rb'"(?:s|settled|p)":(\d+)|"(?:in|out|support|columns|block|chosen)":\[(\d+)', text))
    if not found:
        return text
    one = dice.choice(found)
    start, end = next(one.span(k) for k in (1, 2) if one.group(k) is not None)
    return resealed(text[:start] + dice.choice(NO_INTEGERS).encode() + text[end:])


def resealed(data: bytes) -> bytes:
    end = data.rfind(b',"sha256":')
    return data[:end] + b',"sha256":"' + hashlib.sha256(data[:end]).hexdigest().encode() + b'"}'


__all__ = ["Forger", "Judge", "resealed", "sealed", "with_no_integer"]
