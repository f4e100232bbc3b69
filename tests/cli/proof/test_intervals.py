"""How sure: intervals, honest figures, stability."""

import numpy as np
import pytest

from conftest import Table
from oracle import Person, chance_of_less
from people_table import FACTS, NUMBERS, ROWS, agree, at, chosen, explain, people, person  # noqa: F401  fixtures too

pytestmark = pytest.mark.plain


def test_the_gaussian_interval_inverts_the_law_of_r_squared(at):
    rng = np.random.default_rng(8)
    rows = {name: rng.normal(size=ROWS) for name in ("x1", "x3")}
    at.write("gauss.csv", Table(rows | {"p": rows["x1"] + 0.5 * rows["x3"] + rng.normal(size=ROWS)}).csv())
    information = at.score("gauss.csv", "--features", "x1,x3")["explanation"]["information"]
    low, high = information["gaussian_interval_bits"]
    assert chance_of_less(information["bits"], low, ROWS - 1, 0, 2) == pytest.approx(0.975, abs=1e-4)
    assert chance_of_less(information["bits"], high, ROWS - 1, 0, 2) == pytest.approx(0.025, abs=1e-4)


def test_rows_that_do_not_look_gaussian_have_no_gaussian_interval(at):
    rng = np.random.default_rng(8)
    x = rng.exponential(size=ROWS)
    at.write("skew.csv", Table({"x1": x, "p": x + rng.normal(size=ROWS)}).csv())
    information = at.score("skew.csv", "--features", "x1")["explanation"]["information"]
    assert information["gaussian_interval_bits"] is None and information["interval_bits"] is not None


def test_the_interval_holds_what_the_jackknife_cannot_tell_apart(at, people):
    """With one row a fold the deal of rows to folds does not matter. mathematics §8: (corrected − x)² = t²·V(x)."""
    m = 60
    at.write("small.csv", people.csv(rows=range(m)))
    small = Table({name: values[:m] for name, values in people.columns.items()})
    information = at.score("small.csv", "--features", "x1,x3", "--folds", m)["explanation"]["information"]
    without = []
    for row in range(m):
        rest = np.arange(m) != row
        without.append(Person(small["p"][rest], None, {n: small[n][rest] for n in ("x1", "x3")}).bits(("x1", "x3")))
    nats = np.log(2) * np.array(without)
    variance = (m - 1) / m * np.sum((nats - nats.mean()) ** 2)
    scale = max(variance / (1 - np.exp(-2 * information["nats"])), 1 / m)
    quantile = 2.0009954  # Student's t, 59 degrees of freedom, 97.5 %
    low, high = np.log(2) * np.array(information["interval_bits"])
    centre = np.log(2) * information["corrected_bits"]
    bias = scale - 1 / m
    by_root = (np.sqrt(information["nats"]) + quantile * np.sqrt(scale / 2)) ** 2
    for end, distance in ((low, centre - bias - low), (high, high - centre)):
        reach = quantile * np.sqrt(scale * (1 - np.exp(-2 * end)) + scale**2)
        assert distance == pytest.approx(reach, rel=1e-5) or (high == pytest.approx(by_root, rel=1e-5) and distance < reach)


def test_below_fifty_rows_there_is_no_interval(at, people):
    at.write("few.csv", people.csv(rows=range(49)))
    document = at.score("few.csv", "--features", "x1,x3")
    assert document["explanation"]["information"]["interval_bits"] is None
    assert "too_few_rows_for_interval" in [warning["code"] for warning in document["warnings"]]


def test_an_interval_of_nothing_contains_it(at):
    rng = np.random.default_rng(5)
    at.write("noise.csv", Table({"a": rng.normal(size=ROWS), "p": rng.normal(size=ROWS)}).csv())
    information = at.score("noise.csv", "--features", "a")["explanation"]["information"]
    assert information["interval_bits"][0] == 0 < information["interval_bits"][1]
    assert information["p_value"] > 0.05


def test_repeated_rows_of_few_blocks_are_warned_of(at):
    rng = np.random.default_rng(5)
    who = np.repeat(np.arange(20.0), 10)
    table = Table({"a": np.repeat(rng.normal(size=20), 10), "who": who, "p": np.repeat(rng.normal(size=20), 10) + 0.01 * rng.normal(size=200)})
    at.write("visits.csv", table.csv())
    loose = at.score("visits.csv", "--features", "a", "--exclude", "who")
    together = at.score("visits.csv", "--features", "a", "--block", "who")
    assert "few_blocks" in [warning["code"] for warning in together["warnings"]]
    assert "few_blocks" not in [warning["code"] for warning in loose["warnings"]]
    assert together["explanation"]["information"]["p_value"] > loose["explanation"]["information"]["p_value"]


def test_one_fold_has_no_honest_figures(at):
    information = explain(at, "--folds", 1, "--honest")["explanation"]["information"]
    for key in ("interval_bits", "honest_bits", "stability"):
        assert information[key] is None


def test_honest_figures_see_through_choosing_among_noise(at):
    """On held rows the best of 50 useless facts is worth nothing, on average over tables."""
    found = []
    for seed in range(10):
        rng = np.random.default_rng(seed)
        at.write(
            "noise.csv", Table({f"n{i}": rng.normal(size=200) for i in range(50)} | {"p": rng.normal(size=200)}).csv()
        )
        information = at.explain("noise.csv", "--honest")["explanation"]["information"]
        found.append([information[key] for key in ("bits", "honest_bits", "stability")])
    bits, honest, stability = np.mean(found, axis=0)
    assert bits > 0.04 and honest < 0.4 * bits and stability < 0.1


def test_too_few_rows_for_folds_is_said(at, people):
    at.write("few.csv", people.csv(rows=range(16)))
    document = at.explain("few.csv", "--features", ",".join(NUMBERS), "--honest")
    assert document["explanation"]["information"]["honest_bits"] is None
    assert "too_few_rows_for_folds" in [warning["code"] for warning in document["warnings"]]
    at.write("enough.csv", people.csv(rows=range(18)))  # two groups of 9 = 0 + 3 + 1 + 5
    assert (
        at.explain("enough.csv", "--features", ",".join(NUMBERS), "--honest")["explanation"]["information"]["honest_bits"]
        is not None
    )


def test_many_candidates_are_judged_honestly_on_request(at):
    rng = np.random.default_rng(6)
    wide = {f"n{i}": rng.normal(size=150) for i in range(201)}
    at.write("wide.csv", Table(wide | {"p": wide["n3"] + wide["n7"] + rng.normal(size=150)}).csv())
    plain = at.explain("wide.csv", "-s", 2)["explanation"]["information"]
    asked = at.explain("wide.csv", "-s", 2, "--honest")["explanation"]["information"]
    assert plain["honest_bits"] is None and plain["stability"] is None and plain["interval_bits"] is not None
    assert 0 < asked["honest_bits"] and asked["honest_method"] == "exact" and asked["stability"] > 0.5
    assert (
        at.explain("wide.csv", "-s", 3, "--honest")["explanation"]["information"]["honest_method"] == "greedy"
    )  # C(201, 3) > 10⁶


def test_alternatives_that_the_data_can_tell_apart(at, people):
    clear = Table({n: people[n] for n in NUMBERS} | {"p": 3 * people["x1"] + people["x3"] + 0.5 * people["guess"]})
    at.write("clear.csv", clear.csv())
    alternatives = at.explain("clear.csv", "-s", 1)["alternatives"]
    assert len(alternatives) == 3 and not any(entry["indistinguishable"] for entry in alternatives)


def test_stability_is_a_share(at):
    for arguments in ((), ("--knows", "x1"), ("--knows", "x1,x2", "-s", "2")):
        answer = explain(at, *arguments)["explanation"]
        shares = [answer["information"]["stability"], *(fact["stability"] for fact in answer["features"])]
        assert all(0 <= share <= 1 for share in shares), shares
        assert min(shares[1:]) >= shares[0]
        assert all(abs(20 * share - round(20 * share)) < 1e-9 for share in shares)
