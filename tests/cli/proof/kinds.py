"""True certificates of every kind, made from small random tables by docs/certificate.md alone, and simple lies."""

from __future__ import annotations

import copy
import functools
import random

import numpy as np
from certificates import Search, Truth, blank, claim_best, enumerate_tree, level, moments_file, number


def independent(rng, n: int, rows: int = 60):
    """Columns that hardly correlate, and predictions that a few of them explain."""
    x = rng.normal(size=(rows, n)) @ (np.eye(n) + 0.15 * rng.normal(size=(n, n)))
    weights = np.where(np.arange(n) < 3, 1 + rng.random(n), 0.05 * rng.normal(size=n))
    y = x @ rng.permutation(weights) + 0.4 * rng.normal(size=rows)
    names = [number(f"x{j}") for j in range(n)] + [number("y")]
    return names, np.c_[x, y]


def singles(n: int) -> list[list[int]]:
    return [[j] for j in range(n)]


def plain(seed: int, n: int = 7, s: int = 3, **more):
    rng = np.random.default_rng(seed)
    moments = moments_file(*independent(rng, n))
    return claim_best(blank(moments, [n], singles(n), s, **more), moments), moments, rng


def with_tree(certificate, moments, rng, depth: int = 2):
    return certificate | {"leaves": enumerate_tree(certificate, moments, rng, depth)}, moments


def enumerated(seed: int):
    return with_tree(*plain(seed))


def given(seed: int):
    return with_tree(*plain(seed, given=[[[0, 1.0]], [[1, 0.3], [2, -2.0]]]))


def given_noise(seed: int):
    rng = np.random.default_rng(seed)
    moments = moments_file(*independent(rng, 7))
    seen = {"given": [[[0, 1.0]], [[1, 1.0]]], "given_noise": [[0.004, 0.001], [0.001, 0.006]]}
    return with_tree(claim_best(blank(moments, [7], [[2], [3], [4], [5], [6]], 3, **seen), moments), moments, rng)


def noisy(seed: int):
    return with_tree(*plain(seed, noise=[0.0, 0.5, 0.1, 2.0, 0.0, 0.01, 0.3]))


def grouped(seed: int):
    return with_tree(*plain(seed, groups=[0, 0, 1, 1, 1, -1, -1]))


def budgeted(seed: int):
    return with_tree(*plain(seed, costs=[3, 1, 2, 5, 2, 4, 1], budget=6))


def extra_degrees(seed: int):
    return with_tree(*plain(seed, extra_degrees=[5, 0, 1, 3, 0, 2, 9]))


def several(seed: int):
    rng = np.random.default_rng(seed)
    names, table = independent(rng, 6)
    table = np.c_[table, table[:, :6] @ rng.normal(size=6) + rng.normal(size=60)]
    moments = moments_file([*names, number("z")], table, rng.integers(1, 4, size=60))
    return with_tree(claim_best(blank(moments, [6, 7], singles(6), 3), moments), moments, rng)


def blocks(seed: int):
    """Categories with levels, a block of numbers that shares a column with another, a charge for the columns."""
    rng = np.random.default_rng(seed)
    town, sort = rng.integers(0, 4, size=70), rng.integers(0, 3, size=70)
    x = rng.normal(size=(70, 3))
    y = x @ [1.0, 0.5, 0.1] + rng.normal(size=4)[town] + 0.3 * (sort == 1) + 0.5 * rng.normal(size=70)
    table = np.column_stack([*(town == k for k in range(4)), *(sort == k for k in range(3)), x, y]).astype(float)
    names = (
        [level("town", k) for k in "abcd"]
        + [level("sort", k) for k in "uvw"]
        + [number(k) for k in ("p", "q", "r", "y")]
    )
    moments = moments_file(names, table)
    candidates = [[1, 2, 3], [5, 6], [7], [8], [7, 9], [0, 2]]
    return with_tree(
        claim_best(blank(moments, [10], candidates, 3, extra_degrees=[0, 1, 0, 0, 2, 0]), moments), moments, rng
    )


def draws(seed: int):
    rng = np.random.default_rng(seed)
    names, table = independent(rng, 6)
    table = np.c_[table[:, :6], table[:, [6]] + rng.normal(size=(60, 4)) + [0, 1, 0, 2]]
    names = names[:6] + [number(f"draw {k}") for k in range(4)]
    moments = moments_file(names, table)
    drawn = blank(moments, [9, 6, 7, 8], singles(6), 3, draws=True, resolution=0.01)
    return with_tree(claim_best(drawn, moments), moments, rng)


def settled_all(seed: int):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(40, 5))
    moments = moments_file([number(f"x{j}") for j in range(6)], np.c_[x, x[:, 1] - 2 * x[:, 4]])
    return claim_best(blank(moments, [5], singles(5), 2), moments), moments


def settled_some(seed: int):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(40, 5))
    y = np.c_[x @ rng.normal(size=5) + rng.normal(size=40), x[:, 1] - 2 * x[:, 4]]
    moments = moments_file([number(f"x{j}") for j in range(7)], np.c_[x, y])
    return with_tree(claim_best(blank(moments, [5, 6], singles(5), 3), moments), moments, rng)


def twins(seed: int):
    """Exact and near copies, a constant column, a known one."""
    rng = np.random.default_rng(seed)
    names, table = independent(rng, 8)
    table[:, 5] = table[:, 0]
    table[:, 6] = table[:, 1] + 1e-3 * table[:, 6]
    table[:, 7] = 2.5
    moments = moments_file(names, table)
    c = claim_best(blank(moments, [8], singles(8), 3, given=[[[2, 1.0]]]), moments)
    return c | {"leaves": Search(c, moments, "split").leaves()}, moments


def near(seed: int):
    """Columns that others nearly determine: by more than τ, by less than single precision can tell."""
    rng = np.random.default_rng(seed)
    names, table = independent(rng, 7)
    table[:, 5] = table[:, 0] + 10.0 ** -(2 + seed % 4) * table[:, 5]
    table[:, 6] = table[:, 1] + table[:, 2] + 3e-5 * table[:, 6]
    moments = moments_file(names, table)
    c = claim_best(blank(moments, [7], singles(7), 3), moments)
    return c | {"leaves": Search(c, moments, "split").leaves()}, moments


def few_rows(seed: int):
    """As many columns as rows, so that all together determine each other and the prediction."""
    rng = np.random.default_rng(seed)
    moments = moments_file(*independent(rng, 7, rows=7))
    return with_tree(claim_best(blank(moments, [7], singles(7), 3), moments), moments, rng)


def searched(kind: str, seed: int, **more):
    c, moments, _ = plain(seed, n=8, given=[[[0, 1.0]]], **more)
    c["bound_bits"] += 0.01 * (seed % 2)
    search = Search(c, moments, kind.removesuffix(" with factors"), kind.endswith("factors"))
    return c | {"leaves": search.leaves()}, moments


def narrowed(seed: int):
    c, moments, _ = plain(seed, n=8)
    c["bound_bits"] += 0.3
    return c | {"leaves": Search(c, moments, "master").narrowed()}, moments


KINDS = {
    "enumerate": enumerated,
    "given": given,
    "given noise": given_noise,
    "noise": noisy,
    "groups": grouped,
    "budget": budgeted,
    "extra degrees": extra_degrees,
    "several": several,
    "blocks": blocks,
    "draws": draws,
    "settled all": settled_all,
    "settled some": settled_some,
    "twins": twins,
    "near": near,
    "few rows": few_rows,
    "monotone": functools.partial(searched, "monotone"),
    "monotone, budget": functools.partial(searched, "monotone", costs=[1, 2, 3, 4, 5, 6, 7, 8], budget=9),
    "master": functools.partial(searched, "master"),
    "narrowed": narrowed,
    "split": functools.partial(searched, "split"),
    "split with factors": functools.partial(searched, "split with factors"),
}


def without(values: list, i: int) -> list:
    return values[:i] + values[i + 1 :]


def another_claim(certificate: dict, moments: bytes, rng: random.Random) -> dict:
    """Another allowed set as the support, with its own value, which is said to be the best."""
    truth, settled = Truth(certificate, moments), certificate["settled"]
    others = [e for e in truth.all_sets() if truth.value(e) is not None and list(e) != certificate["support"]]
    others = [e for e in others if truth.value(e)[0] <= settled]
    found, nats = truth.value(chosen := rng.choice(others))
    bits = None if found else float(nats / np.log(2))
    return certificate | {"support": list(chosen), "settled": found, "bits": bits, "bound_bits": bits}


def falsified(certificate: dict, moments: bytes, rng: random.Random) -> dict:
    """A certificate of which one thing or several are no longer so."""
    c = copy.deepcopy(certificate)
    what = rng.choice(["claim", "bits", "bound", "settled", "leaf", "support", "problem", "s"])
    if what == "claim":
        return another_claim(c, moments, rng)
    if what == "bits" and c["bits"] is not None:
        c["bits"] += rng.choice([-1, 1]) * 10 ** -rng.uniform(0, 7)
    elif what == "bound" and c["bits"] is not None:
        c["bound_bits"] = c["bits"] - 10 ** -rng.uniform(0, 7)
    elif what == "settled":
        c["settled"] = 1 - min(c["settled"], 1)
        c["bits"] = c["bound_bits"] = None if c["settled"] else 1.0
    elif what == "support" and c["support"]:
        c["support"] = without(c["support"], rng.randrange(len(c["support"])))
    elif what == "leaf":
        c = another_claim(c, moments, rng)
    elif what == "problem":
        key = rng.choice(["given", "noise", "groups", "extra_degrees", "given_noise"])
        c[key] = {"noise": [0.7 * (len(one["columns"]) == 1) for one in c["candidates"]]}.get(key, [])
    elif what == "s":
        c["s"] = min(c["s"] + 1, len(c["candidates"]))
    if c["leaves"] and rng.random() < 0.6:
        break_leaf(c, rng)
    return c


def break_leaf(c: dict, rng: random.Random) -> None:
    """Changes numbers, lists or the presence of one leaf."""
    leaf = c["leaves"][i := rng.randrange(len(c["leaves"]))]
    candidates = range(len(c["candidates"]))
    for _ in range(rng.randint(1, 3)):
        match rng.choice(["drop", "in", "out", "kind", "numbers", "numbers", "global", "chosen"]):
            case "drop":
                c["leaves"] = without(c["leaves"], i)
            case "in" | "out" as key:
                leaf[key] = sorted(set(leaf[key]) ^ {rng.choice(candidates)})
            case "kind" if leaf["kind"] in ("enumerate", "monotone"):
                leaf["kind"] = "monotone" if leaf["kind"] == "enumerate" else "enumerate"
            case "numbers" if leaf["kind"] == "master":
                leaf["gamma"] = [[j, x * rng.uniform(0, 2)] for j, x in leaf["gamma"] if rng.random() < 0.8]
                leaf["one_of"] = sorted(set(leaf["one_of"]) ^ {rng.choice(candidates)})
            case "numbers" if leaf["kind"] == "split" and leaf["classes"]:
                one = rng.choice(leaf["classes"])
                key = rng.choice(["d", "gamma"])
                one[key] = [x * rng.choice([0.5, 1, 1.5, 1e5]) for x in one[key]]
                one["weights"] = [rng.uniform(0.1, 10) for _ in candidates]
            case "chosen" if leaf["kind"] == "split":
                leaf["chosen"] = sorted(set(leaf["chosen"]) ^ {rng.choice(leaf["block"] or [0])})
            case "global" if c["units"]:
                c["units"] = [x * rng.choice([1, 1, 0.1, 10]) for x in c["units"]]
                c["least_eigenvalue"] = (c["least_eigenvalue"] or 0.1) * rng.choice([0.1, 2, 1e3])
