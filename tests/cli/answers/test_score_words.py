"""What `score` says of rows that were not used, in figures and in words."""

import numpy as np
import pytest

from conftest import NOT_CAUSES, Table

ROWS = 240
WAY = ["--reader", "flexible", "--family", "auto"]


def figure(text):
    return f"{text:.3g}"


@pytest.fixture(scope="module")
def at(shared_cli):
    rng = np.random.default_rng(14)
    x = rng.normal(size=(6, ROWS))
    p = 100 + 10 * x[0] + 6 * x[1] + 4 * rng.normal(size=ROWS)
    q = 3 * x[1] - 2 * x[2] + rng.normal(size=ROWS)
    columns = {f"x{j}": x[j] for j in range(6)}
    shared_cli.write("t.csv", Table(columns | {"p": p, "q": q, "block": np.arange(ROWS) // 4}).csv())
    shared_cli.write("few.csv", Table({name: values[:40] for name, values in (columns | {"p": p}).items()}).csv())
    side = np.where(x[0] + x[1] + 0.3 * rng.normal(size=ROWS) > 0, "left", "right")
    shared_cli.write("class.csv", Table(columns | {"p": side}).csv())
    return shared_cli


def score(at, file, *arguments):
    return at.works("score", file, "--prediction", "p", *arguments, "--json").json()


def test_the_error_leads_then_bits_then_the_best(at):
    document = score(at, "t.csv", "--knows", "x5", "--features", "x1", "--exclude", "q,block", *WAY)
    answer = document["explanation"]
    rows, information = answer["uncertainty"]["cross_validated"], answer["information"]
    said = document["sentences"]
    assert figure(rows["before"]) in said[0] and figure(rows["after"]) in said[0] and "not used for fitting" in said[0]
    assert f"closer in {100 * rows['closer']:.0f} % of cases" in said[1]
    assert said[2] == f"That is {information['predictive_bits']:.3f} ± {information['predictive_se']:.3f} bits."
    best = document["best"]
    assert best["features"] == ["x0"] and f"would be x0: chosen that way, it tells {best['predictive_bits']:.3f} ±" in said[3]
    lost = document["lost_predictive_bits"]
    assert lost == pytest.approx(best["predictive_bits"] - information["predictive_bits"], abs=1e-12)
    assert f"{lost:.3f} ± {document['lost_predictive_se']:.3f} bits more." in said[3]
    assert "1 of 1000 cases" in said[4] and said[-1] == NOT_CAUSES
    assert not any(" she " in f" {sentence}" or " her " in sentence for sentence in said)


def test_nobody_is_told_that_useless_facts_help(at):
    document = score(at, "t.csv", "--features", "x3,x4", "--exclude", "q,block", *WAY)
    assert document["explanation"]["information"]["predictive_bits"] < 0
    said = " ".join(document["sentences"])
    assert "no less" in said and ("not clearly more than nothing" in said or "does better without them" in said)


def test_judged_facts_count_though_they_are_no_candidates(at):
    both = score(at, "t.csv", "--features", "x0,x1", "--exclude", "q,block", *WAY)
    apart = score(at, "t.csv", "--features", "x0,x1", "--exclude", "q,block,x1", *WAY)
    for document in (both, apart):
        assert document["explanation"]["information"]["predictive_bits"] > 1
    assert apart["best"]["features"] != both["best"]["features"]
    assert apart["lost_predictive_bits"] < -0.5  # what is left to choose from is worse
    assert any(said.startswith("No other 2 facts tell this reader more on the rows at hand") for said in apart["sentences"])


def test_rules_classes_several_predictions_and_blocks(at):
    rule = score(at, "t.csv", "--rule", "x0 > 0 and x1 > 0", "--exclude", "q,block", *WAY)
    assert 0 < rule["explanation"]["information"]["predictive_bits"] < rule["best"]["predictive_bits"]
    assert "with x0 > 0 and x1 > 0 it is" in rule["sentences"][0]
    named = score(at, "class.csv", "--features", "x0", *WAY)
    rows = named["explanation"]["uncertainty"]["cross_validated"]
    assert f"could be named correctly in {100 * rows['right_before']:.0f} % of cases" in named["sentences"][0]
    assert rows["right_after"] > rows["right_before"]
    several = at.works(
        "score", "t.csv", "--prediction", "p,q", "--features", "x1", "--exclude", "block", *WAY, "--json"
    ).json()
    assert len(several["explanation"]["uncertainty"]["cross_validated"]["after"]) == 2
    assert any(said.startswith("For all predictions together that is") for said in several["sentences"])
    plain = score(at, "t.csv", "--features", "x1", "--exclude", "q,block", *WAY)
    blocks = score(at, "t.csv", "--features", "x1", "--exclude", "q", "--block", "block", *WAY)
    of = lambda document: document["explanation"]["information"]["predictive_bits"]  # noqa: E731
    assert of(blocks) == pytest.approx(of(plain), abs=0.1) and of(blocks) != of(plain)


def test_few_rows_have_no_such_figures_and_it_says_why(at):
    document = score(at, "few.csv", "--features", "x0", *WAY)
    answer = document["explanation"]
    assert answer["information"]["predictive_bits"] is None and answer["uncertainty"]["cross_validated"] is None
    assert document["lost_predictive_bits"] is None and document["best"]["predictive_bits"] is None
    assert document["sentences"][0].startswith("To somebody who knows nothing of the row, x0 tells ")
    messages = {warning["code"]: warning["message"] for warning in document["warnings"]}
    assert "at least 50 rows, and there are 40" in messages["too_few_rows_to_measure"]


def test_from_moments_the_same_is_said(at):
    at.works("moments", "t.csv", "-o", "t.moments")
    rows = score(at, "t.csv", "--features", "x1", "--exclude", "q,block", "--reader", "flexible")
    moments = score(at, "t.moments", "--features", "x1", "--exclude", "q,block", "--reader", "flexible")
    ours, theirs = (d["explanation"]["information"] for d in (moments, rows))
    assert ours["predictive_bits"] == pytest.approx(theirs["predictive_bits"], abs=0.05)
    assert ours["predictive_se"] > 0 and moments["lost_predictive_bits"] > 0.3
    assert moments["explanation"]["uncertainty"]["cross_validated"]["closer"] is None
    assert "not used for fitting" in moments["sentences"][0]


def test_the_test_of_judged_facts_knows_the_shapes_that_were_fitted(shared_cli):
    """Bends, cuts and the facts together are all looked at, so that chance is found in about 5 % of tables."""
    rejected = 0
    for seed in range(40):
        rng = np.random.default_rng([8, seed])
        columns = {f"x{j}": rng.normal(size=120) for j in range(3)} | {"p": rng.normal(size=120)}
        shared_cli.write("chance.csv", Table(columns).csv())
        document = score(shared_cli, "chance.csv", "--features", "x0,x1", *WAY)
        information = document["explanation"]["information"]
        assert "no_p_value" not in {warning["code"] for warning in document["warnings"]}
        rejected += information["p_value"] <= 0.05
        assert information["interval_bits"][0] == 0 or information["p_value"] <= 0.05
    assert rejected <= 6  # 5 % of 40 is 2
    x = np.random.default_rng(9).normal(size=(2, 300))
    shared_cli.write("bent.csv", Table({"x0": x[0], "p": x[0] ** 2 + 0.5 * x[1]}).csv())
    assert score(shared_cli, "bent.csv", "--features", "x0", *WAY)["explanation"]["information"]["p_value"] == 0.001
