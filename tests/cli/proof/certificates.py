"""Writes moments files and certificates from small tables, and says by brute force whether a claim is true.

docs/certificate.md is the only source: nothing here calls the program or the checkers. Sets are looked at one by one in
long double; leaves are found in float64.
"""

from __future__ import annotations

import copy
import hashlib
import itertools
import json
import struct

import numpy as np
from scipy.special import digamma

from sealing import sealed  # noqa: F401  for those who import from here

TAU, EPSILON = np.longdouble(1e-11), 1e-9
LONG = np.longdouble


def moments_file(columns: list[dict], table, weights=None) -> bytes:
    """A moments file of one fold. `columns` gives kind, name and source of each column of the table."""
    table = np.asarray(table, dtype=float)
    weights = np.ones(len(table)) if weights is None else np.asarray(weights, dtype=float)
    numbers = np.array([column["kind"] == "number" for column in columns])
    shift = np.where(numbers, np.round(table[0], 1), 0.0)  # levels are zeros and ones as they are
    centred = table - shift
    mean = weights @ centred / weights.sum()
    rest = centred - mean
    scatter = (rest * weights[:, None]).T @ rest
    scatter = (scatter + scatter.T) / 2
    still = np.ptp(table, axis=0) == 0
    scatter[still], scatter[:, still] = 0, 0
    header = {
        "columns": [
            {
                "kind": column["kind"],
                "name": column["name"],
                "source": column["source"],
                "second": "",
                "level": column.get("level", ""),
                "index": i,
                "shift": float(x),
            }
            for i, (column, x) in enumerate(zip(columns, shift))
        ],
        "folds": [{"rows": len(table), "weight": float(weights.sum()), "weight_squares": float((weights**2).sum())}],
        "rows_dropped": 0,
        "seed": 0,
        "weighted": bool((weights != 1).any()),
        "weight_column": "",
        "block_column": "",
    }
    return packed(header, mean, scatter)


def packed(header: dict, mean, scatter) -> bytes:
    text = json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode()  # as the program writes it
    lower = np.asarray(scatter)[np.tril_indices(len(mean))]
    body = (
        b"EXPLMOM\n"
        + struct.pack("<IQ", 1, len(text))
        + text
        + struct.pack(f"<{len(mean) + len(lower)}d", *mean, *lower)
    )
    return body + hashlib.sha256(body).digest()


def number(name: str) -> dict:
    return {"kind": "number", "name": name, "source": name}


def level(source: str, name: str) -> dict:
    return {"kind": "level", "name": f"{source}={name}", "source": source, "level": name}


def blank(
    moments: bytes, prediction: list[int], candidates: list[list[int]], s: int, draws=False, resolution=0.0, **more
) -> dict:
    """A certificate that claims nothing yet."""
    certificate = {
        "schema": "explainee.certificate.v2",
        "moments_sha256": hashlib.sha256(moments).hexdigest(),
        "prediction": {"columns": prediction, "draws": draws, "resolution_variance": resolution},
        "given": [],
        "given_noise": [],
        "candidates": [{"label": f"fact {j}", "columns": own} for j, own in enumerate(candidates)],
        "noise": [],
        "extra_degrees": [],
        "groups": [],
        "costs": [],
        "budget": None,
        "s": s,
        "support": [],
        "settled": 0,
        "bits": 0.0,
        "bound_bits": 0.0,
        "units": [],
        "factors": [],
        "least_eigenvalue": None,
        "leaves": [],
        "labels": {"reader": "a tester", "person": ["knows nothing"], "program": "certificates.py"},
    }
    return certificate | more


class Truth:
    """§3 by brute force in long double."""

    def __init__(self, certificate: dict, moments: bytes):
        self.c = certificate
        length = struct.unpack("<Q", moments[12:20])[0]
        header = json.loads(moments[20 : 20 + length])
        n, fold = len(header["columns"]), header["folds"][0]
        values = np.frombuffer(moments[20 + length : -32])
        covariance = np.zeros((n, n), LONG)
        covariance[np.tril_indices(n)] = values[n:]
        covariance = np.maximum(np.abs(covariance), np.abs(covariance.T)) * np.sign(
            covariance + np.tril(covariance, -1).T
        )
        covariance /= LONG(fold["weight"])
        means = values[:n].astype(LONG) + np.array([c["shift"] for c in header["columns"]], LONG)
        self.condition(covariance, means)
        self.nu = LONG(fold["weight"]) ** 2 / LONG(fold["weight_squares"]) - 1 - len(certificate["given"])
        self.values: dict = {}
        open_columns = [self.k[v, v] > TAU * self.own[v] for v in range(len(self.own))]
        self.live = [j for j, own in enumerate(self.columns_of) if any(open_columns[v] for v in own)]

    def condition(self, covariance, means) -> None:
        c, n = self.c, len(means)
        flat = [i for one in c["candidates"] for i in one["columns"]]
        ends = np.cumsum([0] + [len(one["columns"]) for one in c["candidates"]])
        self.columns_of = [list(range(a, b)) for a, b in zip(ends, ends[1:])]
        drawn, draws = c["prediction"]["columns"], c["prediction"]["draws"]
        picks = np.zeros((len(flat) + (1 if draws else len(drawn)), n), LONG)
        picks[range(len(flat)), flat] = 1
        if draws:
            picks[-1, drawn] = LONG(1) / len(drawn)
        else:
            picks[range(len(flat), len(picks)), drawn] = 1
        self.d = len(picks) - len(flat)
        noise = np.zeros(len(picks), LONG)
        for j, x in enumerate(c["noise"]):
            noise[self.columns_of[j]] = x
        noise[len(flat) :] = c["prediction"]["resolution_variance"]
        if draws:
            block, centre = covariance[np.ix_(drawn, drawn)], means[drawn] - means[drawn].mean()
            excess = np.trace(block) + centre @ centre - block.sum() / len(drawn)
            noise[-1] += excess / len(drawn) if excess > TAU * np.trace(block) else 0
        weights = np.zeros((len(c["given"]), n), LONG)
        for row, one in zip(weights, c["given"]):
            for column, weight in one:
                row[column] = weight
        whole = picks @ covariance @ picks.T + np.diag(noise)
        self.own = np.diag(whole).copy()
        known = weights @ covariance @ weights.T
        self.possible = not c["given_noise"] or np.shape(c["given_noise"]) == known.shape
        if self.possible and c["given_noise"]:
            known -= np.array(c["given_noise"], LONG)
        across = picks @ covariance @ weights.T
        joint = np.block([[known, across.T], [across, whole]])
        for i in range(len(weights)):
            self.possible &= joint[i, i] > 0
            joint = joint - np.outer(joint[:, i], joint[i]) / (joint[i, i] if joint[i, i] > 0 else 1)
        self.k = joint[len(weights) :, len(weights) :]
        self.ys = list(range(len(flat), len(picks)))

    def tell(self, chosen) -> tuple[int, int, LONG]:
        """|T|, settled, ½ ln det R."""
        k, taken, settled, logs = self.k, 0, 0, LONG(0)
        for v in [v for j in chosen for v in self.columns_of[j]]:
            if k[v, v] > TAU * self.own[v]:
                k, taken = k - np.outer(k[:, v], k[v]) / k[v, v], taken + 1
        for v in self.ys:
            if k[v, v] > TAU * self.own[v]:
                logs += np.log(k[v, v]) / 2
                k = k - np.outer(k[:, v], k[v]) / k[v, v]
            else:
                settled += 1
        return taken, settled, logs

    def bias(self, a: int) -> float:
        nu = float(self.nu)
        return sum(digamma((nu - i) / 2) - digamma((nu - i - a) / 2) for i in range(self.d)) / 2

    def value(self, chosen) -> tuple[int, float] | None:
        """(settled, nats) of an allowed set; None of another."""
        chosen = tuple(sorted(chosen))
        if chosen not in self.values:
            self.values[chosen] = self.worth(chosen)
        return self.values[chosen]

    def worth(self, chosen):
        c = self.c
        groups = [c["groups"][j] for j in chosen if c["groups"] and c["groups"][j] >= 0]
        dear = c["budget"] is not None and sum(c["costs"][j] for j in chosen) > c["budget"]
        if len(chosen) > c["s"] or len(set(groups)) < len(groups) or dear:
            return None
        taken, settled, logs = self.tell(list(chosen))
        rank = taken + sum(c["extra_degrees"][j] for j in chosen if c["extra_degrees"])
        if self.nu - (self.d - 1) - rank <= 0:
            return None
        if any(self.adds_nothing(settled, logs, taken, *self.tell([j for j in chosen if j != one])) for one in chosen):
            return None
        charge = self.bias(rank) - self.bias(len(chosen)) if rank > len(chosen) else 0
        return settled, float(self.tell(())[2] - logs) - charge

    @staticmethod
    def adds_nothing(settled, logs, taken, taken_without, settled_without, logs_without) -> bool:
        if taken_without < taken or settled_without < settled:
            return False
        return settled + settled_without > 0 or logs_without <= logs + EPSILON

    def all_sets(self):
        n = len(self.columns_of)
        return itertools.chain.from_iterable(
            itertools.combinations(range(n), k) for k in range(min(n, self.c["s"]) + 1)
        )

    def best(self):
        """The best allowed set, what it settles and its nats."""
        found = [(*value, tuple(-j for j in e)) for e in self.all_sets() if (value := self.value(e)) is not None]
        settled, nats, chosen = max(found)
        return sorted(-j for j in chosen), settled, nats

    def claim_holds(self, slack: float) -> bool:
        """Whether the claim of §3 is true, with `slack` nats on top of the tolerance."""
        c, own = self.c, self.value(self.c["support"])
        if not self.possible or own is None or own[0] != c["settled"]:
            return False
        if c["settled"] == 0 and abs(own[1] - c["bits"] * np.log(2)) > EPSILON + slack:
            return False
        for chosen in self.all_sets():
            value = self.value(chosen)
            if value is not None and value[0] > c["settled"]:
                return False
            if value is not None and c["settled"] == 0 and value[1] > c["bound_bits"] * np.log(2) + EPSILON + slack:
                return False
        return True


def claim_best(certificate: dict, moments: bytes, loose: float = 0.0) -> dict:
    """The certificate with the true best set as its support; `loose` bits are added to the bound."""
    certificate = copy.deepcopy(certificate)
    support, settled, nats = Truth(certificate, moments).best()
    bits = None if settled else float(nats / np.log(2))
    return certificate | {
        "support": support,
        "settled": settled,
        "bits": bits,
        "bound_bits": None if settled else bits + loose,
    }


def enumerate_tree(certificate: dict, moments: bytes, rng, depth: int) -> list[dict]:
    """Leaves of the ends of a random tree of decisions, all of which enumerate."""
    live = Truth(certificate, moments).live

    def grow(inside, outside, left):
        free = [j for j in live if j not in inside + outside]
        if left == 0 or not free or len(inside) == certificate["s"]:
            return [{"kind": "enumerate", "in": sorted(inside), "out": sorted(outside)}]
        j = int(rng.choice(free))
        return grow([*inside, j], outside, left - 1) + grow(inside, [*outside, j], left - 1)

    return grow([], [], depth)


class Search:
    """Branches until a leaf of the wanted kind closes, by the inequalities of §5 in float64."""

    def __init__(self, certificate: dict, moments: bytes, kind: str, factors: bool = False):
        self.c, self.kind = certificate, kind
        truth = Truth(certificate, moments)
        n = len(certificate["candidates"])
        k = truth.k.astype(float)
        self.truth, self.q = truth, k[n, n]
        self.live = truth.live
        certificate["units"] = [float(1 / np.sqrt(k[j, j])) if j in self.live else 1.0 for j in range(n)]
        t = np.array(certificate["units"])
        self.g, self.b = k[:n, :n] * np.outer(t, t), k[:n, n] * t
        self.level = max(
            self.q * np.exp(-2 * (certificate["bound_bits"] * np.log(2) + 1e-9)), 1e-11 * float(truth.own[n])
        )
        self.centres = self.possible_centres()
        self.f, self.h = np.zeros((n, 0)), np.zeros(0)
        if factors:
            values, vectors = np.linalg.eigh(self.g[np.ix_(self.live, self.live)])
            self.f = np.zeros((n, 1))
            self.f[self.live, 0] = vectors[:, -1] * np.sqrt(max(values[-1] - values[-2], 0) * 0.9)
            self.h = self.f.T @ self.centres[0]
            certificate["factors"] = [{"score": float(self.h[0]), "loadings": [float(x) for x in self.f[:, 0]]}]
        else:
            certificate["factors"] = []
        least = np.linalg.eigvalsh(self.g[np.ix_(self.live, self.live)])[0]
        certificate["least_eigenvalue"] = float(0.999 * least) if kind == "master" and least > 1e-9 else None
        self.delta = float(0.999 * least)

    def possible_centres(self) -> list[np.ndarray]:
        n = len(self.b)
        chosen = [j for j in self.c["support"]]
        near = np.zeros(n)
        near[chosen] = np.linalg.solve(self.g[np.ix_(chosen, chosen)], self.b[chosen])
        centres = [near]
        for ridge in (1.0, 0.1, 1e-3):
            full = np.zeros(n)
            block = self.g[np.ix_(self.live, self.live)] + ridge * np.eye(len(self.live))
            full[self.live] = np.linalg.solve(block, self.b[self.live])
            centres += [full, (full + near) / 2]
        return centres

    def leaves(self) -> list[dict]:
        return self.grow([], [])

    def grow(self, inside, outside) -> list[dict]:
        free = [j for j in self.live if j not in inside + outside]
        places = self.c["s"] - len(inside)
        node = {"in": sorted(inside), "out": sorted(outside)}
        leaf = {"monotone": self.monotone, "master": self.master, "split": self.split}[self.kind](node, free, places)
        if leaf:
            return [leaf]
        if places == 0 or len(free) <= 2:
            return [{"kind": "enumerate"} | node]
        j = max(free, key=lambda j: (j in self.c["support"], abs(self.b[j])))
        return self.grow([*inside, j], outside) + self.grow(inside, [*outside, j])

    def enough(self, rest: float) -> bool:
        return rest >= self.level * (1 + 1e-7)

    def rest(self, chosen) -> float:
        """R(chosen); nothing where the candidates determine each other, which no checker counts."""
        block = self.g[np.ix_(chosen, chosen)]
        if not chosen or np.linalg.eigvalsh(block)[0] < 1e-9:
            return 0.0 if chosen else self.q
        return self.q - self.b[chosen] @ np.linalg.solve(block, self.b[chosen])

    def can_pay(self, some) -> bool:
        return self.c["budget"] is None or sum(self.c["costs"][j] for j in some) <= self.c["budget"]

    def monotone(self, node, free, places):
        everything = node["in"] + free
        if len(free) <= places and self.can_pay(everything):
            closed = self.enough(self.rest(everything))
        else:
            shown = [j for j in free if self.enough(self.rest([i for i in everything if i != j]))]
            closed = len(shown) > places or not self.can_pay(node["in"] + shown)
        return {"kind": "monotone"} | node if closed else None

    def around(self, c, b, q, gamma):
        rho = b - c @ gamma
        return q - b @ gamma - rho @ gamma, rho

    def master(self, node, free, places):
        for gamma in self.centres if self.delta > 1e-9 else []:
            if self.enough(self.master_bound(gamma, node["in"], free)):
                return {"kind": "master"} | node | {"gamma": self.pairs(gamma), "one_of": [], "not_all_of": []}
        return None

    def pairs(self, gamma) -> list:
        return [[j, float(gamma[j])] for j in self.live if gamma[j]]

    def master_bound(self, gamma, inside, free) -> float:
        whole, rho = self.around(self.g, self.b, self.q, gamma)
        gains = (self.delta * gamma + rho) ** 2 / self.delta
        always = whole + sum(self.delta * gamma[j] ** 2 + 2 * rho[j] * gamma[j] for j in self.live)
        most = sorted(gains[free], reverse=True)[: self.c["s"] - len(inside)]
        return always - gains[inside].sum() - sum(most)

    def narrowed(self) -> list[dict]:
        """A master leaf about all sets but those that hold all of the support and none of some; and one about these."""
        best = [], [], self.centres[0]
        for gamma in self.centres:
            rest = {j: [i for i in self.live if i != j] for j in self.live}
            one = [
                j
                for j in self.live
                if self.enough(self.master_bound(gamma, [j], rest[j])) and j not in self.c["support"]
            ]
            lack = [j for j in self.c["support"] if self.enough(self.master_bound(gamma, [], rest[j]))]
            if len(one) + len(lack) > len(best[0]) + len(best[1]):
                best = one, lack, gamma
        one, lack, gamma = best
        leaf = {"kind": "master", "in": [], "out": [], "gamma": self.pairs(gamma), "one_of": one, "not_all_of": lack}
        return [leaf, {"kind": "enumerate", "in": lack, "out": one}] if one or lack else self.leaves()

    def split(self, node, free, places):
        chosen = [j for j in self.c["support"] if j not in node["in"]]
        if not set(chosen) <= set(free) or not set(node["in"]) <= set(self.c["support"]):
            chosen = []
        for gamma in self.centres:
            by_size = sorted(free, key=lambda j: -abs(gamma[j]))
            for more in (2, 4, 7):
                block = list(dict.fromkeys(node["in"] + chosen + by_size[:more]))
                classes = self.classes(node, free, places, chosen, block, gamma)
                if classes:
                    return {"kind": "split"} | node | {"chosen": sorted(chosen), "block": block, "classes": classes}
        return None

    def classes(self, node, free, places, chosen, block, gamma):
        c, b, q = self.g - self.f @ self.f.T, self.b - self.f @ self.h, self.q - self.h @ self.h
        centre = np.zeros(len(b))
        centre[block] = gamma[block]
        outsiders = [j for j in free if j not in block]
        found = []
        for p in range(min(places, len(outsiders)) + 1):
            for share in (0.97, 0.7, 0.4):
                one = self.split_class(c, b, q, node, free, places, chosen, block, outsiders, centre, p, share)
                if one:
                    found.append(one)
                    break
            else:
                return None
        return found

    def split_class(self, c, b, q, node, free, places, chosen, block, outsiders, gamma, p, share):
        least = np.linalg.eigvalsh(c[np.ix_(block, block)])[0] if block else 1.0
        d = np.full(len(block), share * least)
        if least <= 1e-6:
            return None
        m = c[np.ix_(outsiders, outsiders)]
        if block:
            inner = np.linalg.solve(c[np.ix_(block, block)] - np.diag(d), c[np.ix_(block, outsiders)])
            m = m - c[np.ix_(outsiders, block)] @ inner
        pi = 1 / np.sqrt(np.maximum(np.diag(m), 1e-9)) if p > 1 else np.ones(len(outsiders))
        off = np.sort(np.abs(m - np.diag(np.diag(m))) * pi[None, :] / pi[:, None], axis=1)[:, ::-1]
        r = np.diag(m) - (off[:, : p - 1].sum(axis=1) if p > 1 else 0)
        if p and min(r, default=1) <= 1e-9:
            return None
        whole, rho = self.around(c, b, q, gamma)
        gains = {j: (x * gamma[j] + rho[j]) ** 2 / x for j, x in zip(block, d)}
        always = whole + sum(x * gamma[j] ** 2 + 2 * rho[j] * gamma[j] for j, x in zip(block, d))
        always -= sum(gains[j] for j in node["in"])
        inner = [j for j in block if j in free]
        sets = itertools.chain.from_iterable(
            itertools.combinations(inner, k) for k in range(min(len(inner), places - p) + 1)
        )
        sums = [sum(gains[j] for j in e) for e in sets if p or set(e) != set(chosen)]
        beyond = sum(sorted((rho[j] ** 2 / x for j, x in zip(outsiders, r)), reverse=True)[:p]) if p else 0
        if sums and not self.enough(always - max(sums) - beyond):
            return None
        weights = [1.0] * len(b)
        for j, x in zip(outsiders, pi):
            weights[j] = float(x)
        centre = [float(gamma[j]) for j in block]
        return {"p": p, "d": [float(x) for x in d], "gamma": centre, "weights": weights if p > 1 else []}


class Hazard:
    """A random plain problem with copies, near copies, constant columns, noise and limits; and single leaves of it."""

    def __init__(self, rng):
        self.rng, n = rng, int(rng.integers(3, 7))
        table = self.table(n)
        self.moments = moments_file([number(f"x{j}") for j in range(n)] + [number("y")], table)
        more = {"given": [[[int(rng.integers(n)), 1.0]]] if rng.random() < 0.4 else []}
        if rng.random() < 0.3:
            more["noise"] = [float(x) for x in rng.choice([0, 0, 1e-3, 1], size=n)]
        if rng.random() < 0.4:
            more |= {"costs": [int(x) for x in rng.integers(1, 9, size=n)], "budget": int(rng.integers(3, 20))}
        if rng.random() < 0.3:
            more["groups"] = [int(x) for x in rng.integers(-1, n, size=n)]
        self.c = blank(self.moments, [n], [[j] for j in range(n)], int(rng.integers(1, n + 1)), **more)
        self.n, self.truth = n, Truth(self.c, self.moments)

    def table(self, n: int):
        rng = self.rng
        x = rng.normal(size=(int(rng.integers(2 * n, 40)), n))
        x = x @ (np.eye(n) + rng.choice([0, 0.3, 1]) * rng.normal(size=(n, n)))
        for j in range(1, n):
            kind, other = rng.random(), rng.integers(j)
            if kind < 0.2:
                x[:, j] = x[:, other] + (10.0 ** -rng.uniform(0, 7) * x[:, j] if kind > 0.08 else 0)
            elif kind < 0.25:
                x[:, j] = 1.5
        y = x @ np.where(rng.random(n) < 0.5, rng.normal(size=n), 0) + rng.choice([0.1, 1]) * rng.normal(size=len(x))
        return np.c_[x, y] * 10.0 ** rng.uniform(-2, 2, size=n + 1)

    def scale(self) -> bool:
        """Chooses units, factors and an eigenvalue, right or too large; whether there is anything to prove."""
        rng, n, live = self.rng, self.n, self.truth.live
        if not self.truth.possible or not live or self.truth.tell([])[1]:
            return False
        k = self.truth.k.astype(float)
        units = rng.choice([1.0, 1.0, 3.0], size=n)
        units[live] /= np.sqrt(np.diag(k)[live])
        self.g, self.b, self.q = k[:n, :n] * np.outer(units, units), k[:n, n] * units, k[n, n]
        loadings = rng.normal(size=n) * rng.uniform(0, 0.8) * (rng.random() < 0.5)
        factors = [{"score": float(0.3 * rng.normal() * np.sqrt(self.q)), "loadings": [float(x) for x in loadings]}]
        self.left = self.g - np.outer(loadings, loadings)
        least = np.linalg.eigvalsh(self.g[np.ix_(live, live)])[0]
        self.c |= {
            "units": [float(x) for x in units],
            "factors": factors if loadings.any() else [],
            "least_eigenvalue": float(max(least, 1e-13) * rng.choice([0.5, 0.999, 1.0001, 1.2])),
        }
        return True

    def leaf(self, kind: str) -> dict | None:
        """A leaf around the best of its sets, or some other centre."""
        rng, s = self.rng, self.c["s"]
        some = [int(j) for j in rng.permutation(self.truth.live)]
        inside = some[: int(rng.integers(0, min(s, len(some)) + 1))] if rng.random() < 0.5 else []
        rest = some[len(inside) :]
        outside = rest[: int(rng.integers(0, len(rest) + 1))] if rng.random() < 0.4 else []
        free = [j for j in some if j not in inside + outside]
        leaf = {"kind": kind, "in": sorted(inside), "out": sorted(outside)}
        gamma = self.centre(leaf)
        if kind == "master":
            cut = sorted(rng.integers(0, len(free) + 1, size=2)) if rng.random() < 0.4 else (0, 0)
            leaf |= {"one_of": sorted(free[: cut[0]]), "not_all_of": sorted(free[cut[0] : cut[1]])}
            return leaf | {"gamma": [[j, float(gamma[j])] for j in sorted(some)]}
        return leaf if kind == "monotone" else self.split(leaf, free, some, gamma)

    def split(self, leaf, free, some, gamma) -> dict | None:
        rng, places = self.rng, self.c["s"] - len(leaf["in"])
        chosen = free[: int(rng.integers(0, places + 1))] if rng.random() < 0.4 else []
        more = [int(j) for j in rng.permutation(some)[: int(rng.integers(0, len(some) + 1))]]
        block = list(dict.fromkeys(leaf["in"] + chosen + more))
        least = np.linalg.eigvalsh(self.left[np.ix_(block, block)])[0] if block else 1.0
        if least <= 0:
            return None
        classes = [
            {
                "p": p,
                "d": [float(least * share)] * len(block),
                "gamma": [float(gamma[j]) for j in block],
                "weights": [] if rng.random() < 0.5 else [float(x) for x in rng.uniform(0.3, 3, size=self.n)],
            }
            for p in range(places + 1)
            for share in [rng.choice([0.99, 0.99, 0.5, 1.001])]
        ]
        return leaf | {"chosen": sorted(chosen), "block": block, "classes": classes}

    def centre(self, leaf):
        best, live = self.best(leaf)[1], self.truth.live
        gamma, kind = np.zeros(self.n), self.rng.random()
        if kind < 0.7 and best:
            gamma[best] = np.linalg.lstsq(self.g[np.ix_(best, best)], self.b[best])[0]
        elif kind < 0.9:
            ridge = self.rng.choice([1e-6, 0.01, 0.3]) * np.eye(len(live))
            gamma[live] = np.linalg.solve(self.g[np.ix_(live, live)] + ridge, self.b[live])
        return gamma

    def best(self, leaf) -> tuple[float, list[int]]:
        """The largest nats of an allowed set of the leaf, infinite where it settles the prediction, and that set."""
        found = [(-np.inf, [])]
        one, lack = leaf.get("one_of", []), leaf.get("not_all_of", [])
        for chosen in self.truth.all_sets():
            held = set(leaf["in"]) <= set(chosen) and not set(leaf["out"]) & set(chosen)
            held &= not (one or lack) or any(j in chosen for j in one) or any(j not in chosen for j in lack)
            if held and (value := self.truth.value(chosen)) is not None:
                found.append((np.inf if value[0] else value[1], list(chosen)))
        return max(found)
