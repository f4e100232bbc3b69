"""Falsified certificates of every kind, sealed again by a forger who knows the checksum: no false claim is accepted."""

from __future__ import annotations

import json
import os
import random

import numpy as np
import pytest
from conftest import REJECTED, Table
from forger import Forger, Judge, sealed, with_no_integer
from kinds import KINDS
from second_checker import checker

pytestmark = pytest.mark.plain

SCALE = float(os.environ.get("EXPLAINEE_TEST_SCALE", "1"))
LIES = 28  # about each certificate
SEEDS = max(1, int(3 * SCALE))  # certificates of each kind: 2000 lies in all


def explained(cli, seed: int, *options):
    """A certificate that the program wrote, with few enough sets to look at them all."""
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(8, 60)) + 0.7 * rng.normal(size=60)
    x[5] = x[4] + 1e-3 * x[5]
    table = {f"x{j}": x[j] for j in range(8)}
    table |= {"city": np.array(["Oslo", "Bergen", "Turku"])[rng.integers(0, 3, 60)]} if "city" in options else {}
    y = x[1] + 0.5 * x[4] + 0.3 * x[7] + rng.normal(size=60)
    if "city" in options:
        y = y + (table["city"] == "Oslo")
    cli.write("t.csv", Table(table | {"p": y}).csv())
    given = [option for option in options if option != "city"]
    cli.works("explain", "t.csv", "--prediction", "p", "--family", "features", *given, "--certificate", "c.json")
    return json.loads((cli.folder / "c.json").read_text()), (cli.folder / "c.json.moments").read_bytes()


EXPLAINED = {
    "explained": ["-s", 3],
    "explained, knows": ["-s", 2, "--knows", "x0,x3"],
    "explained, categories": ["city", "-s", 2],
}


def genuine(cli, kind: str, seed: int):
    return KINDS[kind](seed) if kind in KINDS else explained(cli, seed, *EXPLAINED[kind])


@pytest.mark.parametrize("kind", [*KINDS, *EXPLAINED])
def test_no_false_claim_is_accepted(cli, kind):
    dice, judge = random.Random(kind), Judge()
    false = accepted = 0
    for seed in range(SEEDS):
        certificate, moments = genuine(cli, kind, seed)
        cli.write("c.json", sealed(certificate))
        cli.write("c.json.moments", moments)
        cli.works("verify", "c.json")
        forger = Forger(certificate, moments, dice)
        for number in range(LIES):
            lie, beside = forger.lie()
            cli.write("lie.json", sealed(lie))
            cli.write("lie.json.moments", beside)
            outcome = cli("verify", "lie.json")
            assert outcome.status in (0, 3, 4), (seed, number, outcome.err)
            accepted += outcome.status == 0
            if outcome.status == 0:
                assert not judge.is_false(lie, beside), (seed, number, outcome.out, lie)
                second = checker.check(sealed(lie), beside)
                assert second.accepted or "could not finish" in second.why, (seed, number, second.why, lie)
            elif outcome.status == REJECTED and number % 5 == 0:
                false += judge.is_false(lie, beside)
    print(f"{kind}: {SEEDS * LIES} lies, {accepted} accepted, {false} of a fifth of the others shown to be false")
    assert false > SEEDS * LIES // 50, "the forger tells real lies"


@pytest.mark.parametrize("kind", ["enumerate", "split", "master", "budget"])
def test_what_is_no_integer_is_refused(cli, kind):
    certificate, moments = KINDS[kind](1)
    cli.write("lie.json.moments", moments)
    dice = random.Random(kind)
    for _ in range(max(5, int(15 * SCALE))):
        cli.write("lie.json", with_no_integer(sealed(certificate), dice))
        cli.refuses("verify", "lie.json", status=3, says=("lie.json",))
