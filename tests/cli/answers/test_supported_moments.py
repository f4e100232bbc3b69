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
