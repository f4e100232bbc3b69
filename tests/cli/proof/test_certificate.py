"""Proofs that others can check: explain --certificate, and verify, which shares nothing with the search."""

import json
import re

import numpy as np
import pytest

from conftest import DIABETES, REJECTED, UNFIT, USAGE, Table, make_table
from sealing import copied, sealed

pytestmark = pytest.mark.plain


@pytest.fixture
def wide(cli):
    """Numbers, a category, weights, a second prediction."""
    rng = np.random.default_rng(7)
    table = make_table(rows=200, seed=3)
    more = {f"x{i}": rng.normal(size=200) + 0.3 * table["a"] for i in range(8)}
    more |= {"q": table["c"] - table["b"] + 0.3 * rng.normal(size=200), "w": 1.0 + np.arange(200) % 3}
    cli.write("t.csv", Table(table.columns | more).csv())
    return "t.csv"


PEOPLE = {
    "nobody": [], "knows": ["--knows", "a,x1"], "linear": ["--knows", "a,x1", "--linear"], "category": ["--knows", "city,b"],
    "summary": ["--summary", "x2", "--guess", "x3"], "sees": ["--sees", "x1 + 2*x2", "--sees", "a > 0"],
    "reasons": ["--reasons-from", "a,b"], "weights": ["--reasons-from", "a=2,b=-1"], "told": ["--told", "d", "--knows", "b"],
    "weighted": ["--weight", "w"], "two": ["--prediction", "q"], "resolution": ["--resolution", "0.5"], "one": ["-s", "1"],
    "few": ["--features", "a..d"], "ties": ["--top", "9"],
}  # fmt: skip


@pytest.mark.parametrize("who", PEOPLE)
def test_every_certificate_is_accepted(cli, wide, who):
    document = cli.explain(wide, "--exclude", "w", *PEOPLE[who], "--certificate", "c.json")
    said = cli.works("verify", "c.json", "--moments", "c.json.moments").out
    assert said == cli.works("verify", "c.json").out
    assert said.startswith("accepted: no set of at most ")
    for fact in document["explanation"]["features"]:
        assert fact["name"] in said
    bits = float(re.search(r"(\S+) bits, up to 1e-9 nats", said)[1])
    assert bits == pytest.approx(document["explanation"]["information"]["objective_bits"], abs=1e-9)


def smooth_rows(count: int, rho: float, rows: int, facts: int, noise: float) -> dict:
    """Columns that each resemble the one before, and a prediction of some of them."""
    rng = np.random.default_rng(count)
    x = rng.normal(size=(count, rows))
    for j in range(1, count):
        x[j] = rho * x[j - 1] + np.sqrt(1 - rho * rho) * x[j]
    y = x[np.linspace(2, count - 3, facts).astype(int)].sum(0) + noise * rng.normal(size=rows)
    return {f"x{j}": x[j] for j in range(count)} | {"p": y}


def pixels(side: int, rows: int) -> dict:
    """Neighbouring pixels of smooth pictures, and a prediction that looks at all of them."""
    rng = np.random.default_rng(side)
    apart = np.subtract.outer(np.arange(side), np.arange(side))
    blur = np.exp(-(apart**2) / 4.0)
    pictures = (blur @ rng.normal(size=(rows, side, side)) @ blur).reshape(rows, -1) + 0.05 * rng.normal(size=(rows, side * side))
    y = pictures.mean(1) + np.tanh(pictures[:, side + 2]) + 0.05 * rng.normal(size=rows)
    return {f"x{j}": pictures[:, j] for j in range(side * side)} | {"p": y}


TREES = {
    "80": (lambda: smooth_rows(80, 0.85, 400, 5, 0.5), ["-s", 5]),
    "120": (lambda: smooth_rows(120, 0.9, 600, 8, 1.0), ["-s", 8]),
    "ties": (lambda: smooth_rows(80, 0.85, 400, 5, 0.5), ["-s", 5, "--top", 5]),
    "pixels": (lambda: pixels(8, 600), ["-s", 6]),
    "mean": (lambda: pixels(8, 600), ["-s", 5, "--sees-mean", "x0..x63"]),
}


@pytest.mark.parametrize("which", TREES)
def test_what_the_tree_proves_is_accepted(cli, which):
    table, options = TREES[which]
    cli.write("t.csv", Table(table()).csv())
    document = cli.explain("t.csv", *options, "--certificate", "c.json")
    assert document["explanation"]["certificate"]["optimal"]
    kinds = {leaf["kind"] for leaf in json.loads((cli.folder / "c.json").read_text())["leaves"]}
    assert kinds <= {"monotone", "enumerate"} and "monotone" in kinds
    assert cli.works("verify", "c.json").out.startswith("accepted: no set of at most ")
    one = (cli.folder / "c.json").read_bytes()
    cli.explain("t.csv", *options, "--threads", 1, "--certificate", "c.json")
    assert (cli.folder / "c.json").read_bytes() == one


def lies(certificate: dict):
    """The same certificate, falsified in one place each time."""

    def changed(**keys):
        return copied(certificate) | keys

    yield "support", changed(support=[(certificate["support"][0] + 1) % len(certificate["candidates"])])
    yield "bound", changed(bound_bits=certificate["bound_bits"] - 0.01)
    yield "bits", changed(bits=certificate["bits"] + 0.01, bound_bits=certificate["bound_bits"] + 0.01)
    yield "person", changed(given=[])
    yield "moments", changed(moments_sha256="0" * 64)
    yield "no leaf", changed(leaves=[])
    yield "leaf", changed(leaves=[certificate["leaves"][0] | {"out": [certificate["support"][0]]}])
    yield "more facts", changed(s=certificate["s"] + 1)


def test_a_bound_however_far_above_is_no_lie(cli):
    cli.works("explain", DIABETES, "--prediction", "prediction", "--label", "progression", "--knows", "bmi", "--certificate", "c.json")  # fmt: skip
    certificate = json.loads((cli.folder / "c.json").read_text())
    for bound in (2.0, 400.0, 1e5, 1e15, 1e308):
        cli.write("far.json", sealed(certificate | {"bound_bits": bound}))
        assert cli.works("verify", "far.json", "--moments", "c.json.moments").out.startswith("accepted: no set")


def test_forged_certificates_are_rejected(cli):
    cli.works("explain", DIABETES, "--prediction", "prediction", "--label", "progression", "--knows", "bmi", "--certificate", "c.json")  # fmt: skip
    certificate = json.loads((cli.folder / "c.json").read_text())
    cli.write("same.json", sealed(certificate))
    cli.works("verify", "same.json", "--moments", "c.json.moments")
    for what, lie in lies(certificate):
        cli.write("lie.json", sealed(lie))
        message = cli.refuses("verify", "lie.json", "--moments", "c.json.moments", status=REJECTED, says=("lie.json", "not proven"))
        assert len(message) < 250, what
        cli.write("lie.json", json.dumps(lie))
        cli.refuses("verify", "lie.json", "--moments", "c.json.moments", status=REJECTED, says=("lie.json", "checksum"))


def test_moments_of_other_rows_are_rejected(cli, wide):
    cli.works("explain", wide, "--prediction", "p", "--certificate", "c.json")
    cli.write("u.csv", make_table(rows=60, seed=9).csv())
    cli.works("moments", "u.csv", "-o", "u.moments")
    cli.refuses("verify", "c.json", "--moments", "u.moments", status=REJECTED, says=("c.json", "other moments"))


def test_what_is_no_certificate(cli, csv):
    cli.refuses("verify", csv, status=UNFIT, says=("t.csv", "not a certificate"))
    cli.write("empty.json", "")
    cli.refuses("verify", "empty.json", status=UNFIT, says=("empty.json", "not a certificate"))
    cli.refuses("verify", "none.json", status=USAGE, says=("none.json", "no such file"))
    cli.works("explain", csv, "--prediction", "p", "--certificate", "c.json")
    (cli.folder / "c.json.moments").unlink()
    cli.refuses("verify", "c.json", status=USAGE, says=("c.json.moments", "--moments"))


def test_certificates_go_with_proofs(cli, csv):
    cli.refuses("explain", csv, "--prediction", "p", "--method", "greedy", "--certificate", "c.json", status=USAGE, says="--certificate")  # fmt: skip
    cli.refuses("score", csv, "--prediction", "p", "--features", "a", "--certificate", "c.json", status=USAGE, says="--certificate")  # fmt: skip
    cli.refuses("explain", csv, "--prediction", "p", "--certificate", "no/c.json", status=USAGE, says="no/c.json")


def test_no_certificate_is_said_and_no_older_one_is_mistaken_for_it(cli, csv):
    asked = ["explain", csv, "--prediction", "p", "--knows", "a,b,c,d,city", "--json", "--certificate", "c.json"]
    outcome = cli.works(*asked)
    assert [w["code"] for w in json.loads(outcome.out)["warnings"]].count("no_certificate") == 1
    assert outcome.err.count("explainee: no certificate was written: there is nothing to choose") == 1
    assert not (cli.folder / "c.json").exists()
    cli.works("explain", csv, "--prediction", "p", "--certificate", "c.json")
    older = (cli.folder / "c.json").read_bytes()
    cli.refuses(*asked, status=UNFIT, says=("c.json", "no certificate was written", "nothing to choose"))
    assert (cli.folder / "c.json").read_bytes() == older


def test_an_infinite_answer_has_a_certificate_too(cli, table):
    cli.write("t.csv", Table({n: table[n] for n in "abc"} | {"p": table["a"] - table["b"]}).csv())
    cli.works("explain", "t.csv", "--prediction", "p", "-s", 2, "--certificate", "c.json")
    assert "settles the prediction completely" in cli.works("verify", "c.json").out
