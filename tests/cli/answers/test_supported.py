"""What is told only where it is more than chance, and measured on rows that were not used for choosing: in words."""

import numpy as np
import pytest

from conftest import NOT_CAUSES, Table

ROWS = 200
PLAIN = ["--reader", "quadratic", "--family", "features", "--tell", "all"]


def figure(text):
    return f"{text:.3g}"


@pytest.fixture(scope="module")
def at(shared_cli):
    rng = np.random.default_rng(4)
    x = rng.normal(size=(5, ROWS))
    p = 100 + 10 * x[0] + 6 * x[1] + 4 * rng.normal(size=ROWS)
    shared_cli.write("t.csv", Table({f"x{j}": x[j] for j in range(5)} | {"p": p}).csv())
    noise = rng.normal(size=(7, 80))
    shared_cli.write("noise.csv", Table({f"x{j}": noise[j] for j in range(6)} | {"p": noise[6]}).csv())
    side = np.where(x[0] + x[1] + 0.3 * rng.normal(size=ROWS) > 0, "left", "right")
    shared_cli.write("class.csv", Table({f"x{j}": x[j] for j in range(5)} | {"p": side}).csv())
    return shared_cli


def words_of(at, *arguments):
    return " ".join(at.works("explain", *arguments, "--prediction", "p").out.split())


def test_the_headline_is_of_rows_that_took_no_part(at):
    document = at.explain("t.csv", "--knows", "x4")
    rows = document["explanation"]["uncertainty"]["cross_validated"]
    headline = document["sentences"][0]
    assert figure(rows["before"]) in headline and figure(rows["after"]) in headline
    assert "on rows not used for choosing" in headline
    closer = round(100 * rows["closer"])
    assert f"closer in {closer} % of cases" in document["sentences"][1]
    text = words_of(at, "t.csv", "--knows", "x4")
    assert f"typical error {figure(rows['before'])} → {figure(rows['after'])}" in text
    information = document["explanation"]["information"]
    bits, error = information["predictive_bits"], information["predictive_se"]
    assert bits > 1 and f"{bits:.2f} ± {error:.2f} bits" in text
    assert text.count("flexibly") == 1


def test_fewer_facts_than_asked_for_are_explained(at):
    document = at.explain("t.csv", "-s", 4)
    told = [fact["name"] for fact in document["explanation"]["features"]]
    assert told == ["x0", "x1"] and document["explanation"]["information"]["found"] is True
    assert "Only 2 facts are clearly more than chance." in document["sentences"]
    assert not any("Only" in said for said in at.explain("t.csv", "-s", 2)["sentences"])


def test_nothing_but_chance_is_an_answer(at):
    outcome = at.works("explain", "noise.csv", "--prediction", "p", "--knows", "x5", "--row", 2, "--json")
    document = outcome.json()
    answer = document["explanation"]
    assert answer["features"] == [] and answer["information"]["found"] is False
    best = answer["unsupported"]
    assert best["features"] and 0 < best["bits"] < 0.3  # three of five useless columns, 80 rows
    assert "too_few_rows_for_interval" not in [warning["code"] for warning in document["warnings"]]
    assert document["sentences"][0] == "Nothing in this table tells this reader more than chance."
    assert document["sentences"][1].startswith("The best that was found, not told: ")
    assert document["sentences"][-1] == NOT_CAUSES
    assert "surprise" not in " ".join(document["sentences"])
    text = words_of(at, "noise.csv", "--knows", "x5", "--row", 2)
    assert "Nothing in this table" in text
    quiet = " ".join(at.works("explain", "noise.csv", "--prediction", "p", "--quiet").out.split())
    assert quiet == f"Nothing in this table tells this reader more than chance. {NOT_CAUSES}"


def test_nothing_told_is_kept_and_applied(at):
    keep = ["-o", "n.explainee", "--all-rows", "n.csv", "--quiet"]
    at.works("explain", "noise.csv", "--prediction", "p", "--knows", "x5", *keep)
    at.works("apply", "n.explainee", "noise.csv", "--all-rows", "again.csv")
    assert (at.folder / "again.csv").read_bytes() == (at.folder / "n.csv").read_bytes()


def test_a_class_is_named_more_often(at):
    document = at.explain("class.csv")
    rows = document["explanation"]["uncertainty"]["cross_validated"]
    before, after = (round(100 * rows[key]) for key in ("right_before", "right_after"))
    assert after > before
    assert f"could be named correctly in {before} % of cases" in document["sentences"][0]
    assert f"in {after} %, on rows not used for choosing" in document["sentences"][0]
    assert f"{before} % → {after} %" in words_of(at, "class.csv")


def test_a_judged_explanation_has_figures_of_its_own(at):
    found = at.explain("t.csv")["explanation"]
    names = [fact["name"] for fact in found["features"]]
    judged = at.score("t.csv", "--features", ",".join(names), "--reader", "flexible", "--family", "auto")["explanation"]
    told, again = found["information"], judged["information"]
    assert abs(told["predictive_bits"] - again["predictive_bits"]) < told["predictive_se"] + again["predictive_se"]
    others = [name for name in ("x2", "x3", "x4") if name not in names]
    poor = at.score("t.csv", "--features", others[0], "--reader", "flexible")["explanation"]
    assert poor["information"]["predictive_bits"] < told["predictive_bits"] - told["predictive_se"]
    assert poor["uncertainty"]["cross_validated"]["after"] > found["uncertainty"]["cross_validated"]["after"]


def test_in_version_0_1_nothing_is_said_of_other_rows(at):
    document = at.explain("t.csv", "--knows", "x4", *PLAIN)
    assert document["explanation"]["uncertainty"]["cross_validated"] is None
    assert document["explanation"]["information"]["found"] is None
    text = words_of(at, "t.csv", "--knows", "x4", *PLAIN)
    for said in ("not used for choosing", "reader", "more than chance"):
        assert said not in text
