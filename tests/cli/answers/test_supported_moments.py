"""How many facts are told from moments, which have no rows whose signs could be flipped."""

import numpy as np
import pytest

from conftest import Table

TELL = ["--prediction", "p", "--tell", "supported", "--reader", "flexible"]


@pytest.fixture(scope="module")
def at(shared_cli):
    rng = np.random.default_rng(15)
    x = rng.normal(size=(6, 200))
    p = 2 * x[0] + x[1] + rng.normal(size=200)
    shared_cli.write("t.csv", Table({f"x{j}": x[j] for j in range(6)} | {"p": p}).csv())
    shared_cli.write("noise.csv", Table({f"x{j}": x[j] for j in range(6)} | {"p": rng.normal(size=200)}).csv())
    for name, options in (("t", []), ("noise", []), ("one", ["--folds", "1"])):
        table = "noise.csv" if name == "noise" else "t.csv"
        shared_cli.works("moments", table, "-o", f"{name}.moments", *options)
    return shared_cli


def test_what_gains_on_other_folds_is_told_and_measured(at):
    document = at.works("explain", "t.moments", *TELL, "-s", 4, "--json").json()
    answer = document["explanation"]
    assert [fact["name"] for fact in answer["features"]] == ["x0", "x1"]
    assert answer["information"]["found"] is True and answer["information"]["decided_by"] == "fold_gains"
    assert answer["information"]["predictive_bits"] == pytest.approx(np.log2(6) / 2, abs=0.25)
    rows = answer["uncertainty"]["cross_validated"]
    assert rows["closer"] is None and f"{rows['after']:.3g}" in document["sentences"][0]
    said = " ".join(document["sentences"])
    assert "Only 2 facts are clearly more than chance." in said and "Moments have no rows" in said
    assert "closer" not in said
    table = at.works("explain", "t.csv", *TELL, "-s", 4, "--json").json()["explanation"]
    assert table["information"]["decided_by"] == "sign_flips"


def test_nothing_is_told_of_chance(at):
    document = at.works("explain", "noise.moments", *TELL, "--json").json()
    assert document["explanation"]["features"] == [] and document["explanation"]["information"]["found"] is False
    assert document["sentences"][0] == "Nothing in this table tells this reader more than chance."
    assert any("Moments have no rows" in said for said in document["sentences"])


def test_one_fold_cannot_decide_and_says_so(at):
    document = at.works("explain", "one.moments", *TELL, "-s", 4, "--json").json()
    answer = document["explanation"]
    assert len(answer["features"]) == 4 and answer["information"]["found"] is None
    assert answer["information"]["decided_by"] is None and answer["information"]["predictive_bits"] is None
    messages = {warning["code"]: warning["message"] for warning in document["warnings"]}
    assert "200 rows in 1 fold," in messages["number_not_decided"] and "--folds 10" in messages["number_not_decided"]


def test_why_nothing_is_measured_is_said_truly(at):
    rng = np.random.default_rng(16)
    towns = [f"t{k % 20:02d}" for k in range(60)]
    columns = {"town": towns, "x": rng.normal(size=60), "w": [1.0] * 30 + [9.0] * 30, "p": rng.normal(size=60)}
    at.write("towns.csv", Table(columns).csv())
    at.write("forty.csv", Table({name: cells[:40] for name, cells in columns.items() if name != "town"}).csv())

    def said(code, table, *options, folds, told=()):
        at.works("moments", table, "-o", "few.moments", "--folds", folds, *options)
        call = ("explain", "few.moments", "--prediction", "p", "--reader", "flexible", "-s", 1, *told, "--json")
        warnings = {warning["code"]: warning["message"] for warning in at.works(*call).json()["warnings"]}
        return warnings[code]

    everything = ("--tell", "all")
    few = "too_few_rows_to_measure"
    assert "at least 50 rows, and there are 40 rows" in said(few, "forty.csv", folds=10, told=everything)
    assert "at least 50 rows, and there are 40 rows" in said(few, "forty.csv", folds=2, told=everything)
    weighted = said(few, "towns.csv", "--weight", "w", "--exclude", "town", folds=10, told=everything)
    assert "there are 60 rows that count as 36.59 by their weights" in weighted
    narrow = ("--exclude", "town,w")
    assert "at least 3 folds with rows, and these moments have 2" in said(few, "towns.csv", *narrow, folds=2, told=everything)
    wide = said(few, "towns.csv", "--exclude", "w", folds=3, told=(*everything, "--features", "town"))
    assert "takes 75 rows for facts of so many columns, and there are 60 rows" in wide  # (19 + 1 + 5)·3

    undecided = "number_not_decided"
    rows = said(undecided, "towns.csv", "--exclude", "w", folds=3, told=("--features", "town"))
    assert "60 rows in 3 folds" in rows and rows.endswith("; 75 rows would allow it")
    folds = said(undecided, "towns.csv", *narrow, folds=2)
    assert "60 rows in 2 folds" in folds and folds.endswith("--folds 10' would allow it")


def test_blocks_that_make_too_few_parts_are_the_reason(at):
    rng = np.random.default_rng(17)
    columns = {"x": rng.normal(size=100), "p": rng.normal(size=100)}
    why = {}
    for name, blocks in (("two", ["a", "b"] * 50), ("unequal", ["a"] * 96 + ["b", "b", "c", "c"])):
        at.write(f"{name}.csv", Table({**columns, "block": blocks}).csv())
        call = ("explain", f"{name}.csv", "--prediction", "p", "--block", "block", "--exclude", "block", "--json")
        document = at.works(*call).json()
        assert document["explanation"]["information"]["predictive_bits"] is None
        why[name] = {warning["code"]: warning["message"] for warning in document["warnings"]}["too_few_rows_to_measure"]
    assert "at least 3 blocks of rows, and --block names 2" in why["two"]
    assert "the 3 blocks of --block are too unequal" in why["unequal"]
