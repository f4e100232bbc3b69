"""Falsified certificates, sealed again by a forger who knows the checksum: what is accepted is true all the same."""

import hashlib
import json
import os
import random
import re

import numpy as np
import pytest

from conftest import Table
from oracle import Person

SCALE = float(os.environ.get("EXPLAINEE_TEST_SCALE", "1"))
COUNT = max(20, int(350 * SCALE))


@pytest.fixture(scope="module")
def tables():
    """Independent columns (split leaves), neighbours that correlate (leaves of the tree), a category (every set)."""
    rng = np.random.default_rng(5)
    x = rng.normal(size=(80, 400))
    walk = np.zeros_like(x)
    walk[0] = x[0]
    for j in range(1, 80):
        walk[j] = 0.85 * walk[j - 1] + 0.53 * x[j]
    city = np.array(["Oslo", "Bergen", "Turku"])[rng.integers(0, 3, 400)]
    noise = rng.normal(size=400)
    chosen = [3, 20, 41, 60, 77]
    split = {f"x{j}": x[j] for j in range(80)} | {"p": x[chosen].sum(0) + noise}
    tree = {f"x{j}": walk[j] for j in range(80)} | {"p": walk[chosen].sum(0) + 0.5 * noise}
    blocks = {f"x{j}": x[j] for j in range(5)} | {"city": city, "p": x[2] + (city == "Oslo") + noise}
    return {"split": split, "tree": tree, "blocks": blocks}


def sealed(certificate: dict) -> str:
    body = {key: value for key, value in certificate.items() if key != "sha256"}
    text = json.dumps(body, separators=(",", ":"), ensure_ascii=False)
    return json.dumps(body | {"sha256": hashlib.sha256(text.encode()).hexdigest()}, separators=(",", ":"))


def places(value, path=()):
    """Every place in the certificate that holds something."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield (*path, key)
        yield from places(inner, (*path, key))


def changed(value, other, dice):
    """Another value of the same kind, the kinds of lies that a forger would try first."""
    if isinstance(value, bool) or value is None:
        return dice.choice([True, False, None, 1.0])
    if isinstance(value, (int, float)):
        return dice.choice([0, 1, -1, value + 1, value - 1, value * 1000, value / 1000, -value, 1e-300, 1e-161, 1e300, value + 0.01])
    if isinstance(value, str):
        return dice.choice([other if isinstance(other, str) else "x0", "x1", "x2", "p", "enumerate", "master", "split", "monotone", ""])
    if isinstance(value, list):
        return dice.choice([[], value[:-1], value[1:], value + value[:1], value[:1] * 2, list(reversed(value))])
    return other if isinstance(other, dict) else {}


def forged(certificate: dict, claim, dice) -> dict:
    lie = json.loads(json.dumps(certificate))
    for _ in range(dice.choice([1, 1, 2, 3])):
        all_places = [path for path in places(lie) if path[0] not in ("sha256", "schema", "moments_sha256")]
        path, source = dice.choice(all_places), dice.choice(all_places)
        holder, other = lie, lie
        for key in path[:-1]:
            holder = holder[key]
        for key in source:
            other = other[key]
        holder[path[-1]] = changed(holder[path[-1]], other, dice)
    if dice.random() < 0.7:  # and claim something else
        size = len(certificate["candidates"])
        lie["support"] = sorted(dice.sample(range(size), min(size, len(certificate["support"]))))
        lie["bits"] = lie["bound_bits"] = claim(lie["support"])
    return lie


def is_true(said: str, table: dict, truth: tuple) -> bool:
    found = re.match(r"accepted: no set of at most (\d+) facts? out of (\d+) (?:tells this person more than \{(.*?)\}, (\S+) bits"
                     r"|has more than (\S+) bits; \{(.*?)\} has (\S+)) \(prediction (.*?); she has (.*?)\)\n", said)  # fmt: skip
    assert found, said
    s, _, support, bits, bound, other, own, prediction, has = found.groups()
    if "model of" in has or "squares" in has or " in steps of " in prediction or "shown with noise" in has:
        return True  # another person, another prediction, another way of showing, and it says so
    known = [] if has == "nothing" else has.split(", ")
    u = np.column_stack([table[name] for name in known]) if known else None
    facts = {name: v for name, v in table.items() if name not in [prediction, *known]}
    for name in (support or other).split(", "):
        if " = " in name:  # a group is spelled out
            parts = [part.split("=") for part in name.split(" = ")[1].split(" and ")]
            facts[name] = np.column_stack([table[p[0]] if len(p) == 1 else (table[p[0]] == p[1]).astype(float) for p in parts])
    who = Person(table[prediction], u, facts)
    value = who.objective(tuple((support or other).split(", ")))
    # Where every set cannot be tried, the claim is compared with the best that is known.
    best = who.best(int(s))[0] if len(facts) < 20 else who.objective(truth[: int(s)])
    return abs(value - float(bits or own)) < 1e-5 and best <= float(bits or bound) + 1e-5


KINDS = {"split": {"split"}, "tree": {"monotone", "enumerate"}, "blocks": {"enumerate"}}


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_accepted_is_true(cli, tables, kind):
    table = tables[kind]
    cli.write("t.csv", Table(table).csv())
    cli.works("explain", "t.csv", "--prediction", "p", "-s", 2 if kind == "blocks" else 5, "--certificate", "c.json")
    certificate = json.loads((cli.folder / "c.json").read_text())
    assert {leaf["kind"] for leaf in certificate["leaves"]} == KINDS[kind]
    who = Person(table["p"], None, {name: v for name, v in table.items() if name != "p"})
    names = [candidate["name"] for candidate in certificate["candidates"]]
    truth = tuple(names[j] for j in certificate["support"])
    dice = random.Random(kind)
    rejected = 0
    for number in range(COUNT):
        lie = forged(certificate, lambda set_: who.objective(tuple(names[j] for j in set_)), dice)
        cli.write("lie.json", sealed(lie))
        outcome = cli("verify", "lie.json", "--moments", "c.json.moments")
        assert outcome.status in (0, 3, 4), (number, outcome.err)
        rejected += outcome.status != 0
        if outcome.status == 0:
            assert is_true(outcome.out, table, truth), (number, outcome.out, lie)
    assert rejected > COUNT / 2


def test_facts_cannot_be_hidden(cli, tables):
    """Units so small that squares vanish, a part of a category, another column under a fact's name."""
    cli.write("t.csv", Table(tables["split"]).csv())
    cli.works("explain", "t.csv", "--prediction", "p", "-s", 5, "--certificate", "c.json")
    certificate = json.loads((cli.folder / "c.json").read_text())
    for unit in (0, 1e-161, 1.6e-162, 1e-300, 1e300):
        lie = json.loads(json.dumps(certificate))
        lie["factors"]["unit"] = [unit] * len(lie["factors"]["unit"])
        cli.write("lie.json", sealed(lie))
        cli.refuses("verify", "lie.json", "--moments", "c.json.moments", status=4, says="rejected")
    cli.write("t.csv", Table(tables["blocks"]).csv())
    cli.works("explain", "t.csv", "--prediction", "p", "-s", 2, "--certificate", "b.json")
    certificate = json.loads((cli.folder / "b.json").read_text())
    for columns in (["city=Oslo"], ["city=Turku"], ["x0"], []):
        lie = json.loads(json.dumps(certificate))
        next(c for c in lie["candidates"] if c["name"] == "city")["columns"] = columns
        cli.write("lie.json", sealed(lie))
        cli.refuses("verify", "lie.json", "--moments", "b.json.moments", status=4, says=("rejected", "'city'"))


def test_groups_have_certificates_too(cli, tables):
    cli.write("t.csv", Table(tables["blocks"]).csv())
    for groups in (["--group", "one=x2"], ["--group", "lab=x1,x2", "--family", "groups", "--group", "rest=x3,x4"]):
        cli.works("explain", "t.csv", "--prediction", "p", "-s", 1, *groups, "--certificate", "g.json")
        cli.works("verify", "g.json")
        (cli.folder / "g.json").unlink()
    for family in ("curves", "pairs", "bins", "rules", "examples", "averages"):
        cli.works("explain", "t.csv", "--prediction", "p", "-s", 2, "--family", family, "--knows", "x0", "--certificate", "f.json")
        assert cli.works("verify", "f.json").out.startswith("accepted")
        (cli.folder / "f.json").unlink()
