"""tools/check_certificate.py accepts what is true and refuses what is false; certificates.py says which is which."""

from __future__ import annotations

import hashlib
import json
import random
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest
from certificates import Hazard, Search, Truth, blank, claim_best, moments_file, number, packed, sealed
from kinds import (
    KINDS,
    another_claim,
    blocks,
    enumerated,
    falsified,
    independent,
    plain,
    searched,
    singles,
    twins,
    with_tree,
)
from second_checker import PROGRAM, checker

ACCEPTED, REFUSED, UNREADABLE, USAGE = 0, 4, 3, 2


@pytest.fixture(scope="session", autouse=True)
def program() -> None:
    """Nothing here needs the program, built or not."""


def verdict(certificate: dict, moments: bytes):
    return checker.check(sealed(certificate), moments)


@pytest.mark.parametrize("kind", KINDS)
def test_true_certificates_are_accepted(kind):
    leaves = set()
    for seed in range(4):
        certificate, moments = KINDS[kind](seed)
        found = verdict(certificate, moments)
        assert found.accepted, (seed, found.why)
        leaves |= {leaf["kind"] for leaf in certificate["leaves"]}
    wanted = kind.split()[0].strip(",")
    assert leaves >= {{"twins": "split", "narrowed": "master"}.get(wanted, wanted)} & {
        "split",
        "master",
        "monotone",
        "enumerate",
    }


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_accepted_is_true(kind):
    """Dozens of falsified certificates of each kind, sealed again: what is false by brute force is refused."""
    false = 0
    for seed in range(4):
        certificate, moments = KINDS[kind](seed)
        rng = random.Random(seed)
        for _ in range(25):
            other = falsified(certificate, moments, rng)
            if Truth(other, moments).claim_holds(slack=1e-8):
                continue
            false += 1
            found = verdict(other, moments)
            assert not found.accepted, found.why
            assert "could not finish" not in found.why, found.why
    assert false >= 36


@pytest.mark.parametrize("kind", ["monotone", "master", "split", "split with factors"])
def test_no_leaf_proves_less_than_the_truth(kind):
    """Leaves that are searched for a claim a little below the best set."""
    for seed in range(12):
        true, moments = searched(kind, seed)
        true["bound_bits"] = true["bits"] - [1e-7, 1e-5, 1e-3][seed % 3]
        c = another_claim(true, moments, random.Random(seed)) | {"bound_bits": true["bound_bits"]}
        search = Search(c | {"support": true["support"]}, moments, kind.split()[0], kind.endswith("factors"))
        c |= {key: search.c[key] for key in ("units", "factors", "least_eigenvalue")}
        found = verdict(c | {"leaves": search.leaves()}, moments)
        assert not found.accepted and "tells more than claimed" in found.why, found.why


@pytest.mark.parametrize("kind", ["monotone", "master", "split"])
def test_no_single_leaf_proves_a_bound_below_its_sets(kind):
    """Random leaves: a bound a little below the best of their sets is never proven, one a little above it often."""
    rng, proven = np.random.default_rng(11), 0
    for _ in range(120):
        hazard = Hazard(rng)
        if not hazard.scale():
            continue
        c = checker.read_certificate(checker.sealed(sealed(hazard.c)), hazard.n + 1)
        problem = checker.Problem(c, checker.read_moments(hazard.moments))
        for _ in range(8):
            leaf = hazard.leaf(kind)
            nats = hazard.best(leaf)[0] if leaf else -np.inf
            if nats == -np.inf:
                continue
            for above in (-1e-6, 1e-6):
                c.bound_bits = Fraction(float((min(nats, 12) + above) / np.log(2)))
                problem.thresholds.clear()
                try:
                    checker.Checker(problem, 10**6).prove(leaf)
                except checker.Unproven:
                    continue
                assert above > 0 and nats < 12, (leaf, hazard.c)
                proven += 1
    assert proven > 15


def test_a_candidate_within_another_saves_no_charge():
    """{both, one} takes the two columns of {both} alone, for which it would not be charged: it is no allowed set."""
    rng = np.random.default_rng(2)
    x = rng.normal(size=(30, 3))
    moments = moments_file([number(k) for k in "pqry"], np.c_[x, x[:, 0] + x[:, 1] + 0.3 * rng.normal(size=30)])
    leaves = [{"kind": "enumerate", "in": [], "out": []}]
    c = claim_best(blank(moments, [3], [[0, 1], [0]], 2, leaves=leaves), moments)
    assert c["support"] == [0] and verdict(c, moments).accepted
    wrong = c | {"support": [0, 1]}
    assert verdict(wrong, moments).why == "refused: the support has a candidate that adds nothing"


def test_a_block_of_near_copies_hides_no_set():
    """Where a set takes as many columns without a candidate, but knows less, that candidate is not redundant."""
    rng = np.random.default_rng(3)
    q, _ = np.linalg.qr(np.c_[np.ones(400), rng.normal(size=(400, 5))])
    c, near, blur, rest, other = 20 * q[:, 1:].T
    copy_of_near = near + np.sqrt(1.3e-11) * (c + np.sqrt(0.7 / 1.3) * blur)
    table = np.c_[c, near, copy_of_near, other, c + near + 0.01 * rest]
    moments = moments_file([number(k) for k in "abcde"], table)
    certificate = blank(moments, [4], [[0], [1, 2], [3]], 2, leaves=[{"kind": "enumerate", "in": [], "out": []}])
    assert not verdict(
        certificate | {"support": [1], "bits": 1.2553685682887, "bound_bits": 1.2553685682887}, moments
    ).accepted
    certificate = claim_best(certificate, moments)
    assert certificate["support"] == [0, 1]
    assert verdict(certificate, moments).accepted


# --- Reading ----------------------------------------------------------------------------------------------------------


def changed(**keys):
    return lambda c: c | keys


def in_prediction(**keys):
    return lambda c: c | {"prediction": c["prediction"] | keys}


def in_leaf(**keys):
    return lambda c: c | {"leaves": [c["leaves"][0] | keys, *c["leaves"][1:]]}


MALFORMED = {
    "an unknown key": changed(more=1),
    "a true for a number": changed(s=True),
    "a fraction for an integer": changed(s=3.0),
    "an integer that wraps": changed(s=2**32 + 3),
    "a set of none": changed(s=0),
    "a longer s than candidates": changed(s=8),
    "a number for a text": changed(schema=2),
    "an older schema": changed(schema="explainee.certificate.v1"),
    "other moments": changed(moments_sha256="0" * 64),
    "a negative position": changed(support=[-1]),
    "a position twice": changed(support=[1, 1]),
    "positions that decrease": changed(support=[2, 1]),
    "no candidates": changed(candidates=[]),
    "a candidate without columns": lambda c: c | {"candidates": [{"label": "", "columns": []}, *c["candidates"][1:]]},
    "a candidate of one column twice": lambda c: (
        c | {"candidates": [{"label": "", "columns": [1, 1]}, *c["candidates"][1:]]}
    ),
    "a column that is not there": lambda c: c | {"candidates": [{"label": "", "columns": [99]}, *c["candidates"][1:]]},
    "a label that is no text": lambda c: (
        c | {"candidates": [{"label": "\ud800", "columns": [0]}, *c["candidates"][1:]]}
    ),
    "no prediction": in_prediction(columns=[]),
    "a prediction twice": in_prediction(columns=[7, 7]),
    "one draw": in_prediction(draws=True),
    "draws as a number": in_prediction(draws=0),
    "a negative variance": in_prediction(resolution_variance=-1.0),
    "a weight of 0": changed(given=[[[0, 0.0]]]),
    "a weight that vanishes": changed(given=[[[0, 1e-400]]]),
    "a given column without weights": changed(given=[[]]),
    "the same twice given": changed(given=[[[0, 1.0]], [[0, 2.0]]]),
    "noise for nothing": changed(given_noise=[[1.0]]),
    "noise that is not symmetric": changed(given=[[[0, 1.0]], [[1, 1.0]]], given_noise=[[0.1, 0.0], [0.1, 0.1]]),
    "more noise than there is": changed(given=[[[0, 1.0]]], given_noise=[[1e6]]),
    "negative noise": changed(noise=[-1.0] * 7),
    "noise for some": changed(noise=[1.0]),
    "too many degrees": changed(extra_degrees=[1001] * 7),
    "a group that is not there": changed(groups=[7] * 7),
    "costs without a budget": changed(costs=[1] * 7),
    "a cost of 0": changed(costs=[0] * 7, budget=5),
    "a budget beyond all": changed(costs=[1] * 7, budget=10**15 + 1),
    "a null that is none": changed(bits=None),
    "a unit of 0": changed(units=[0.0] * 7),
    "a factor for some": changed(factors=[{"score": 1.0, "loadings": [1.0]}]),
    "an eigenvalue of 0": changed(least_eigenvalue=0),
    "no labels": changed(labels={}),
    "a leaf of another kind": in_leaf(kind="trust me"),
    "a leaf with more keys": in_leaf(always=[]),
    "a leaf with in and out": in_leaf(**{"in": [1], "out": [1]}),
    "a leaf with too many in": in_leaf(**{"in": [0, 1, 2, 3]}),
    "a leaf that is a list": changed(leaves=[[]]),
    "no leaves": changed(leaves=[]),
}


@pytest.mark.parametrize("what", MALFORMED)
def test_malformed_certificates_are_refused(what):
    certificate, moments = enumerated(0)
    found = verdict(MALFORMED[what](certificate), moments)
    assert not found.accepted and "could not finish" not in found.why
    assert found.why.isprintable()


def test_extreme_numbers_prove_nothing():
    """Where doubles overflow, vanish or turn into NaN, fractions go on."""
    certificate, moments = searched("master", 0)
    lower = certificate | {"bound_bits": certificate["bits"] - 0.2}
    for gamma in (1e300, -1e300, 5e-324):
        leaf = {"kind": "master", "in": [], "out": [], "gamma": [[1, gamma]], "one_of": [], "not_all_of": []}
        assert not verdict(lower | {"leaves": [leaf]}, moments).accepted
    for unit in (1e-300, 1e300):
        assert not verdict(lower | {"units": [unit] * 8}, moments).accepted
        assert not verdict(lower | {"units": [unit] * 8, "least_eigenvalue": 5e-324}, moments).accepted
    for bits in (1e308, -1e308):
        assert not verdict(certificate | {"bits": bits}, moments).accepted
    assert verdict(certificate | {"bound_bits": 1e308}, moments).accepted
    assert not verdict(certificate | {"bound_bits": -1e308}, moments).accepted
    for weight in (1e200, 1e-200, -3.0):  # the reader has the same, however it is scaled
        assert verdict(certificate | {"given": [[[0, weight]]]}, moments).accepted


def test_a_prediction_that_the_others_determine_is_refused():
    rng = np.random.default_rng(0)
    names, table = independent(rng, 4)
    moments = moments_file([*names, number("z")], np.c_[table, 2 * table[:, 4]])
    leaves = [{"kind": "enumerate", "in": [], "out": []}]
    c = blank(moments, [4, 5], singles(4), 2, leaves=leaves, support=[0], settled=1, bits=None, bound_bits=None)
    assert verdict(c, moments).why == "refused: a prediction is known already"


def resealed(data: bytes) -> bytes:
    end = data.rfind(b',"sha256":')
    return data[:end] + b',"sha256":"' + hashlib.sha256(data[:end]).hexdigest().encode() + b'"}'


TEXTS = {
    "a key twice": lambda d: resealed(d.replace(b'{"schema"', b'{"s":1,"schema"')),
    "NaN": lambda d: resealed(d.replace(b'"resolution_variance":0.0', b'"resolution_variance":NaN')),
    "infinity": lambda d: resealed(d.replace(b'"resolution_variance":0.0', b'"resolution_variance":1e999')),
    "an endless integer": lambda d: resealed(d.replace(b'"s":3', b'"s":' + b"3" * 5000)),
    "a bad checksum": lambda d: d.replace(b'"s":3', b'"s":2'),
    "an early checksum": lambda d: b'{"sha256":"' + b"0" * 64 + b'",' + d[1:].replace(b',"sha256":', b',"sha257":'),
    "deep": lambda d: resealed(d.replace(b'"leaves":[', b'"leaves":' + b"[" * 100_000)),
    "only brackets": lambda d: b"[" * 1_000_000,
    "cut short": lambda d: d[:-40],
    "two files": lambda d: d + d,
    "no UTF-8": lambda d: resealed(d.replace(b"a tester", b"\xff\xfe")),
    "nothing": lambda d: b"",
    "a number": lambda d: b"1",
    "zeros": lambda d: bytes(1000),
}


@pytest.mark.parametrize("what", TEXTS)
def test_texts_that_are_no_certificates_are_refused(what):
    certificate, moments = enumerated(0)
    found = checker.check(TEXTS[what](sealed(certificate)), moments)
    assert not found.accepted and found.why.startswith("refused: ")
    assert "could not finish" not in found.why and found.why.isprintable()


def test_bytes_that_are_changed_at_random_end_in_a_sentence():
    certificate, moments = searched("split", 1)
    data, rng = sealed(certificate), random.Random(1)
    for _ in range(300):
        other = bytearray(data)
        for _ in range(rng.randint(1, 4)):
            other[rng.randrange(len(other))] = rng.choice(b'0123456789-.eE,[]{}":tn ')
        found = checker.check(resealed(bytes(other)), moments)
        assert "could not finish" not in found.why, found.why


def with_moments(change):
    """A true certificate beside moments that no table can have."""
    certificate, moments = enumerated(0)
    length = int.from_bytes(moments[12:20], "little")
    header, n = json.loads(moments[20 : 20 + length]), 8
    values = np.frombuffer(moments[20 + length : -32]).copy()
    scatter = np.zeros((n, n))
    scatter[np.tril_indices(n)] = values[n:]
    change(header, scatter)
    other = packed(header, values[:n], scatter)
    return certificate | {"moments_sha256": hashlib.sha256(other).hexdigest()}, other


def put(i, j, x):
    return lambda header, scatter: scatter.__setitem__((i, j), x)


def in_fold(**keys):
    return lambda header, scatter: header["folds"][0].update(keys)


IMPOSSIBLE = {
    "a negative variance": put(3, 3, -1.0),
    "a covariance beyond both variances": put(3, 2, 1e4),
    "a covariance of a constant": put(3, 3, 0.0),
    "not a number": put(4, 1, np.nan),
    "no rows": in_fold(rows=0),
    "too few rows": in_fold(rows=59),
    "weights that no rows have": in_fold(weight_squares=1e9),
    "a weight of 0": in_fold(weight=0.0),
    "rows as a real": in_fold(rows=60.0),
    "two folds": lambda header, scatter: header["folds"].append(header["folds"][0]),
    "a column more": lambda header, scatter: header["columns"].append(header["columns"][0]),
    "no columns": lambda header, scatter: header.update(columns=[]),
    "an unknown kind": lambda header, scatter: header["columns"][0].update(kind="secret"),
}


@pytest.mark.parametrize("what", IMPOSSIBLE)
def test_impossible_moments_are_refused(what):
    found = verdict(*with_moments(IMPOSSIBLE[what]))
    assert not found.accepted and "could not finish" not in found.why


def test_damaged_moments_are_refused():
    certificate, moments = enumerated(0)
    for other in (moments[:-1], moments[:30], b"", b"EXPLMOM\n", moments[:20] + b"\xff" + moments[21:]):
        certificate["moments_sha256"] = hashlib.sha256(other).hexdigest()
        assert verdict(certificate, other).why.startswith("refused: ")


# --- What is said -----------------------------------------------------------------------------------------------------


def test_the_sentence_says_what_the_claim_depends_on():
    c, moments, rng = plain(
        0,
        given=[[[0, 1.0]], [[1, -0.5]]],
        noise=[0.0, 0.0, 0.25, 0.0, 0.0, 0.0, 0.0],
        groups=[-1, -1, -1, 2, 2, -1, -1],
        costs=[1500000] * 7,
        budget=4500000,
        resolution=0.125,
    )
    certificate, moments = with_tree(c, moments, rng)
    said = verdict(certificate, moments).why
    bits = f"{certificate['bits']:.12g} bits"
    for words in (
        '"y"',
        '"x0"',
        '-0.5·"x1"',
        "noise of variance 0.25",
        "group 2",
        "cost 1.5",
        "at most 4.5",
        "0.125",
        bits,
        "at most 3",
    ):
        assert words in said
    assert certificate["moments_sha256"] in said and "1e-9 nats" in said and '"knows nothing"' in said


def test_candidates_that_cannot_win_are_said_to_be_known():
    certificate, moments = twins(0)  # column 2 is given, column 7 constant
    found = verdict(certificate, moments)
    assert '"x2", known or constant; "x3";' in found.why and '"x7", known or constant.' in found.why
    assert "1e-11 of its variance" in found.why


def test_texts_cannot_steer_the_terminal():
    rng = np.random.default_rng(0)
    names, table = independent(rng, 3)
    names[0] = number("\x1b[2Jaccepted\u202e")
    moments = moments_file(names, table)
    c = claim_best(
        blank(moments, [3], [[0], [1, 2]], 1, labels={"reader": "\x1b]0;", "person": ["\x9b"], "program": "\n"}),
        moments,
    )
    found = verdict(c | {"leaves": [{"kind": "enumerate", "in": [], "out": []}]}, moments)
    assert found.accepted and found.why.isprintable() and "\\u{1b}" in found.why
    assert '"fact 1" = ["x1", "x2"]' in found.why


def test_a_category_is_called_by_its_source():
    certificate, moments = blocks(0)
    said = verdict(certificate, moments).why
    assert '"town"' in said and '"sort"' in said and '"fact 5" = ["town=a", "town=c"]' in said


def run(folder, *arguments):
    return subprocess.run([sys.executable, PROGRAM, *arguments], cwd=folder, capture_output=True, text=True, timeout=60)


def test_the_program_says_by_its_exit_status_what_it_found(tmp_path):
    certificate, moments = searched("split", 0)
    (tmp_path / "c").write_bytes(sealed(certificate))
    (tmp_path / "c.moments").write_bytes(moments)
    (tmp_path / "false").write_bytes(sealed(certificate | {"bound_bits": certificate["bits"] - 0.1}))
    good = run(tmp_path, "c", "--list")
    assert good.returncode == ACCEPTED and good.stdout.startswith("accepted: ") and good.stdout.count("\n") == 9
    bad = run(tmp_path, "false", "--moments", "c.moments")
    assert bad.returncode == REFUSED and bad.stdout.startswith("not proven: ")
    assert run(tmp_path, "c", "--moments", "c").returncode == REFUSED
    assert run(tmp_path, "missing").returncode == UNREADABLE
    assert run(tmp_path, ".").returncode == UNREADABLE
    assert run(tmp_path, "/dev/zero", "--moments", "c.moments").returncode == UNREADABLE
    assert run(tmp_path).returncode == USAGE
    assert run(tmp_path, "c", "--most-sets", "many").returncode == USAGE


def test_too_many_sets_are_not_proven():
    certificate, moments = enumerated(0)
    found = checker.check(sealed(certificate), moments, most_sets=10)
    assert not found.accepted and "--most-sets" in found.why


def test_leaves_hold_every_set_or_are_said_not_to():
    """Random families of nodes, groups and costs, against all sets one by one."""
    rng = random.Random(4)
    found = {True: 0, False: 0}
    certificate, moments = enumerated(0)
    for _ in range(1500):
        n, s = rng.randint(2, 5), rng.randint(1, 4)
        c = checker.read_certificate(checker.sealed(sealed(certificate)), 8)
        c.s, c.groups, c.costs = s, [rng.choice([-1, -1, 0]) for _ in range(7)], [rng.randint(1, 3) for _ in range(7)]
        c.budget = rng.choice([None, 4, 6])
        nodes = [(frozenset(), frozenset())]
        for _ in range(rng.randint(0, 6)):
            inside, outside = nodes.pop(rng.randrange(len(nodes)))
            j = rng.randrange(n)
            nodes += [(inside | {j}, outside - {j}), (inside - {j}, outside | {j})]
        if rng.random() < 0.5:
            inside, outside = nodes.pop(rng.randrange(len(nodes)))
            nodes += [(inside, outside | {j}) for j in range(n) if rng.random() < 0.5 and j not in inside]
        sets = [frozenset(j for j in range(n) if bits >> j & 1) for bits in range(2**n)]
        held = all(any(a <= e and not b & e for a, b in nodes) for e in sets if c.feasible(e))
        try:
            checker.demand_cover(c, [checker.Node(a, b) for a, b in nodes])
            shown = True
        except checker.Unproven:
            shown = False
        assert shown == held
        found[held] += 1
    assert min(found.values()) > 100


# --- The checker's own arithmetic -------------------------------------------------------------------------------------

GAMMA = Fraction("0.57721566490153286060651209008240243104215933593992")
LN2 = Fraction("0.69314718055994530941723212145817656807550013436026")
LN10 = Fraction("2.30258509299404568401799145468436420760110148862877")
E = Fraction("2.71828182845904523536028747135266249775724709369996")
DIGITS = Fraction(1, 10**49)


@pytest.mark.parametrize(
    "enclosure, value",
    [
        (checker.log(Fraction(2)), LN2),
        (checker.log(Fraction(1, 8)), -3 * LN2),
        (checker.log(Fraction(10**30)), 30 * LN10),
        (checker.log(Fraction(1)), Fraction(0)),
        (checker.exp((Fraction(1), Fraction(1))), E),
        (checker.exp((Fraction(-30), Fraction(-30))), 1 / E**30),
        (checker.exp((Fraction(0), Fraction(0))), Fraction(1)),
        (checker.digamma(Fraction(1)), -GAMMA),
        (checker.digamma(Fraction(1, 2)), -GAMMA - 2 * LN2),
        (checker.digamma(Fraction(25)), sum(Fraction(1, k) for k in range(1, 25)) - GAMMA),
    ],
)
def test_enclosures_hold_the_value(enclosure, value):
    low, high = enclosure
    room = DIGITS * max(1, abs(value))
    assert low <= value + room and value - room <= high
    assert 0 <= high - low <= 1e-15


def test_only_positive_definite_matrices_are_shown_to_be():
    rng = np.random.default_rng(0)
    shown = 0
    for _ in range(200):
        n = int(rng.integers(1, 12))
        root = rng.integers(-9, 10, size=(n, n + 3))
        whole = [[Fraction(int(x)) for x in row] for row in root @ root.T]
        null = rng.integers(-3, 4, size=n)
        size = Fraction(int(null @ null)) or Fraction(1)
        against = sum(int(a) * int(b) * whole[i][j] for i, a in enumerate(null) for j, b in enumerate(null)) / size**2
        tiny = Fraction(1, 10 ** int(rng.integers(1, 40)))
        worse = [[whole[i][j] - (against + tiny) * int(null[i]) * int(null[j]) for j in range(n)] for i in range(n)]
        shown += checker.positive_definite(whole)
        assert not null.any() or not checker.positive_definite(worse)  # nullᵀ worse null < 0
    assert shown > 150


def test_short_forms_are_nowhere_larger():
    rng = np.random.default_rng(1)
    for _ in range(50):
        n = int(rng.integers(1, 7))
        scale = 10.0 ** rng.integers(-9, 9, size=n)
        whole = [
            [Fraction(float(x)) / 3 for x in row]
            for row in (lambda a: (a @ a.T) * np.outer(scale, scale))(rng.normal(size=(n, n)))
        ]
        whole = [[whole[max(i, j)][min(i, j)] for j in range(n)] for i in range(n)]
        short = checker.shorten(whole, [whole[i][i] for i in range(n)])
        lost = [[a - b for a, b in zip(*rows)] for rows in zip(whole, short)]
        m, unit = checker.integers(lost)
        assert checker.know_all(m, 1, n) is not None  # positive definite, exactly
        assert all(lost[i][i] <= Fraction(1, 10**35) * whole[i][i] for i in range(n))
