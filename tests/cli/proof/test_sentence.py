"""What verify says when it accepts, which nothing in the file can make say something else; what it does with large files."""

from __future__ import annotations

import hashlib
import re
import time

import numpy as np
import pytest
from certificates import blank, claim_best, level, moments_file, number
from conftest import REJECTED, UNFIT
from kinds import KINDS, plain, singles, with_tree
from peak_memory import peak_bytes
from sealing import sealed

pytestmark = pytest.mark.plain

ROOM = 400 << 20  # bytes: far below 6 GB, with room for a busy allocator
EVERYTHING = {"kind": "enumerate", "in": [], "out": []}


def put(cli, certificate: dict, moments: bytes) -> None:
    cli.write("c.json", sealed(certificate))
    cli.write("c.json.moments", moments)


def accepted(cli, certificate: dict, moments: bytes, *options) -> dict[str, str]:
    """The lines of the sentence by what stands before the colon."""
    put(cli, certificate, moments)
    said = cli.works("verify", "c.json", *options).out
    return dict(line.split(": ", 1) for line in said.splitlines() if ": " in line)


def test_everything_that_the_claim_depends_on_is_said(cli):
    _, moments, rng = plain(0)
    c = blank(
        moments, [7], [[3], [4], [5], [6]], 3, resolution=0.75, given=[[[0, 1.0]], [[1, -0.5], [2, 2.0000001]]],
        given_noise=[[1e-3, 2e-4], [2e-4, 1e-3]], noise=[0.0, 0.0, 0.25, 0.0], groups=[-1, -1, 2, 2],
        costs=[1500000] * 4, budget=4500000,
    )  # fmt: skip
    c, moments = with_tree(claim_best(c, moments), moments, rng)
    said = accepted(cli, c, moments)
    assert "of at most 3 candidates" in said["accepted"] and "costs at most 4.5" in said["accepted"]
    assert f"{c['bits']:.12g} bits, up to 1e-9 nats" in said["accepted"]
    assert said["prediction"] == "y, shown in steps of 3"
    assert said["the reader has"] == (
        "x0 (noise of variance 0.001 is taken out), -0.5*x1 + 2.0000001*x2 (noise of variance 0.001 is taken out) "
        "(covariance of noise with x0 that is taken out: 0.0002)"
    )
    for j in range(3, 7):
        assert f"x{j} " in said["candidates"]
    for words in ("shown with noise of 0.5", "of group 2", "cost 1.5"):
        assert words in said["candidates"]
    assert said["moments"].startswith(f"SHA-256 {c['moments_sha256']}, totals of 60 rows")


def test_a_candidate_that_is_left_out_is_missing_from_the_list(cli):
    certificate, moments = KINDS["enumerate"](0)
    whole = accepted(cli, certificate, moments)["candidates"]
    best = certificate["support"][0]
    rest = [own for j, own in enumerate(certificate["candidates"]) if j != best]
    fewer = claim_best(blank(moments, [7], [], 3) | {"candidates": rest}, moments) | {"leaves": [EVERYTHING]}
    said = accepted(cli, fewer, moments)["candidates"]
    assert f"x{best} " in whole and f"x{best} " not in said and said.count("labelled") == 6


def test_a_bound_above_the_support_is_told_apart_from_it(cli):
    certificate, moments = KINDS["enumerate"](0)
    loose = certificate | {"bound_bits": certificate["bits"] + 2e-7}
    said = accepted(cli, loose, moments)["accepted"]
    bound, own = re.search(r"more than ([\d.]+) bits, .* tells ([\d.]+)$", said).groups()
    assert float(bound) - float(own) == pytest.approx(2e-7, abs=2e-9)


def many(count: int, s: int = 1, **more) -> tuple[dict, bytes]:
    rng = np.random.default_rng(count)
    x = rng.normal(size=(3 * count, count))
    moments = moments_file([number(f"x{j}") for j in range(count)] + [number("y")], np.c_[x, x[:, 3] + rng.normal(size=3 * count)])
    return claim_best(blank(moments, [count], singles(count), s, **more), moments) | {"leaves": [EVERYTHING]}, moments


def test_many_candidates_are_counted_and_hashed_and_listed_when_asked(cli):
    certificate, moments = many(40)
    said = accepted(cli, certificate, moments)["candidates"]
    listed = accepted(cli, certificate, moments, "--list")["candidates"]
    found = re.fullmatch(r"40 columns or groups, whose list has the SHA-256 ([0-9a-f]{64})", said)
    lines = "".join(f'x{j} (labelled "fact {j}")\n' for j in range(40))
    assert found and found[1] == hashlib.sha256(lines.encode()).hexdigest()
    assert listed == ", ".join(lines.splitlines())


def test_much_that_she_has_is_counted_and_hashed(cli):
    certificate, moments = many(40)
    hers = claim_best(certificate | {"given": [[[j, 1.0]] for j in range(8, 40)], "candidates": certificate["candidates"][:8]}, moments)
    said = accepted(cli, hers, moments)["the reader has"]
    lines = "".join(f"x{j}\n" for j in range(8, 40))
    assert said == f"32 columns, whose list has the SHA-256 {hashlib.sha256(lines.encode()).hexdigest()}"


def test_labels_cannot_leave_their_quotes(cli):
    certificate, moments = KINDS["enumerate"](0)
    wanted = 'x1"), x99, x98 (labelled "x2'
    certificate["candidates"][0]["label"] = wanted
    said = accepted(cli, certificate, moments)["candidates"]
    assert '(labelled "x1\\u{22}), x99, x98 (labelled \\u{22}x2")' in said
    names, table = [number(k) for k in "pqry"], np.random.default_rng(1).normal(size=(30, 4))
    moments = moments_file(names, table)
    blocks = blank(moments, [3], [[0, 1], [2]], 1)
    blocks["candidates"][0]["label"] = "s = q\naccepted: x"
    said = accepted(cli, claim_best(blocks, moments) | {"leaves": [EVERYTHING]}, moments)
    assert said["candidates"].startswith('"s = q\\u{a}accepted: x" = p and q, ')


def test_names_cannot_be_taken_for_other_parts_of_the_sentence(cli):
    names = ["nothing", "a + b", "b (noise of variance 1 is taken out)", "y: 9 bits", "plain_1"]
    table = np.random.default_rng(2).normal(size=(40, 5))
    moments = moments_file([number(name) for name in names], table)
    c = claim_best(blank(moments, [3], [[1], [2], [4]], 1, given=[[[0, 1.0]]]), moments) | {"leaves": [EVERYTHING]}
    c["labels"] = {"reader": "r'; checked by 'x", "person": ["me, too"], "program": "p; all of it was checked"}
    said = accepted(cli, c, moments)
    assert said["the reader has"] == '"nothing"' and said["prediction"] == '"y: 9 bits"'
    for name in ('"a + b"', '"b (noise of variance 1 is taken out)"', "plain_1"):
        assert name in said["candidates"]
    assert said["labels, not checked"] == "reader \"r'; checked by 'x\" who has \"me, too\", written by \"p; all of it was checked\""


def test_a_category_says_which_level_it_lacks(cli):
    rng = np.random.default_rng(6)
    town = rng.integers(0, 3, size=60)
    table = np.column_stack([*(town == k for k in range(3)), rng.normal(size=60) + town]).astype(float)
    moments = moments_file([*(level("town", k) for k in "abc"), number("y")], table)
    c = claim_best(blank(moments, [3], [[0, 1], [1, 2]], 1), moments) | {"leaves": [EVERYTHING]}
    said = accepted(cli, c, moments)["candidates"]
    assert "town (all levels but c)" in said and "town (all levels but a)" in said


def test_sets_beyond_the_rows_are_said(cli):
    rng = np.random.default_rng(3)
    for rows, most in ((6, 2), (4, 0)):  # m > |u| + d + a
        table = rng.normal(size=(rows, 6))
        moments = moments_file([number(f"x{j}") for j in range(6)], table)
        c = claim_best(blank(moments, [3, 4, 5], singles(3), 3), moments) | {"leaves": [EVERYTHING]}
        if c["settled"]:
            continue
        put(cli, c, moments)
        said = cli.works("verify", "c.json").out
        assert f"sets with more than {most} columns, extra degrees of freedom among them, are beyond so few rows" in said


def test_a_support_that_the_rows_cannot_carry_is_refused_though_it_settles(cli):
    certificate, moments = KINDS["settled some"](2)
    put(cli, certificate, moments)
    cli.works("verify", "c.json")
    degrees = [1000 if j in certificate["support"] else 0 for j in range(5)]
    put(cli, certificate | {"extra_degrees": degrees}, moments)
    cli.refuses("verify", "c.json", status=REJECTED, says="more columns than the rows can carry")


def test_what_the_rows_cannot_carry_does_not_count_as_telling_more(cli):
    certificate, moments = KINDS["settled some"](2)
    gone = certificate["support"][0]
    degrees = [1000 if j == gone else 0 for j in range(5)]
    c = claim_best(certificate | {"extra_degrees": degrees, "settled": 0}, moments) | {"leaves": [EVERYTHING]}
    assert c["settled"] == 0
    accepted(cli, c, moments)


@pytest.mark.parametrize("kind", ["enumerate", "master", "split"])
def test_twenty_thousand_dummies_take_no_gigabytes(cli, kind):
    certificate, moments = KINDS["master" if kind == "master" else "split"](0)
    n, count = len(certificate["candidates"]), 20_000
    dummies = [{"label": "", "columns": [1 + j % 7]} for j in range(count - n)]
    certificate["candidates"] += dummies
    if kind == "enumerate":
        certificate |= {"leaves": [EVERYTHING], "s": 2, "support": certificate["support"][:2]}
    certificate["units"] += [1.0] * len(dummies)
    for factor in certificate["factors"]:
        factor["loadings"] += [0.0] * len(dummies)
    for leaf in certificate["leaves"]:
        for part in leaf.get("classes", []):
            part["weights"] += [1.0] * len(dummies) if part["weights"] else []
    put(cli, certificate, moments)
    assert peak_bytes("verify", cli.folder / "c.json", status=REJECTED) < ROOM


def test_a_time_limit_ends_the_check(cli):
    certificate, moments = many(100)
    certificate |= {"s": 6, "bound_bits": 50.0}  # true, but there are 10⁹ sets to look at
    put(cli, certificate, moments)
    start = time.monotonic()
    said = cli.refuses("verify", "c.json", "--time-limit", 0.5, status=REJECTED, says=("not proven", "time limit"))
    assert time.monotonic() - start < 5 and "c.json" in said


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, "[" + "1," * 5_000_000 + "1]", '{"schema":"explainee.certificate.v2"}'])
def test_deep_and_long_files_end_in_a_sentence(cli, text):
    cli.write("c.json", text)
    cli.refuses("verify", "c.json", status=(UNFIT if "schema" not in text else REJECTED), says="c.json")
