"""How sure: intervals, honest figures, stability."""

import numpy as np
import pytest

from conftest import Table
from oracle import Person, chance_of_less
from people_table import FACTS, NUMBERS, ROWS, agree, at, chosen, explain, people, person  # noqa: F401  fixtures too


def test_the_gaussian_interval_inverts_the_law_of_r_squared(at, people):
    information = at.score("people.csv", "--features", "x1,x3")["explanation"]["information"]
    low, high = information["gaussian_interval_bits"]
    assert chance_of_less(information["bits"], low, ROWS - 1, 0, 2) == pytest.approx(0.975, abs=1e-4)
    assert chance_of_less(information["bits"], high, ROWS - 1, 0, 2) == pytest.approx(0.025, abs=1e-4)


def test_the_interval_is_the_jackknife_over_folds(at, people):
    """With one row a fold the deal of rows to folds does not matter."""
    m = 40
    at.write("small.csv", people.csv(rows=range(m)))
    small = Table({name: values[:m] for name, values in people.columns.items()})
    information = at.score("small.csv", "--features", "x1,x3", "--folds", m)["explanation"]["information"]
    without = []
    for row in range(m):
        rest = np.arange(m) != row
        without.append(Person(small["p"][rest], None, {n: small[n][rest] for n in ("x1", "x3")}).bits(("x1", "x3")))
    assert min(without) > 0
    logs = np.log(without)
    error = np.sqrt((m - 1) / m * np.sum((logs - logs.mean()) ** 2))
    quantile = 2.0226909  # Student's t, 39 degrees of freedom, 97.5 %
    expected = information["bits"] * np.exp(quantile * error * np.array([-1, 1]))
    assert information["interval_bits"] == pytest.approx(expected.tolist(), rel=1e-6)


def test_one_fold_has_no_honest_figures(at):
    information = explain(at, "--folds", 1)["explanation"]["information"]
    for key in ("interval_bits", "honest_bits", "stability"):
        assert information[key] is None
    assert information["gaussian_interval_bits"] is not None


def test_honest_figures_see_through_choosing_among_noise(at):
    """On held rows the best of 50 useless facts is worth nothing, on average over tables."""
    found = []
    for seed in range(10):
        rng = np.random.default_rng(seed)
        at.write(
            "noise.csv", Table({f"n{i}": rng.normal(size=200) for i in range(50)} | {"p": rng.normal(size=200)}).csv()
        )
        information = at.explain("noise.csv")["explanation"]["information"]
        found.append([information[key] for key in ("bits", "honest_bits", "stability")])
    bits, honest, stability = np.mean(found, axis=0)
    assert bits > 0.04 and honest < 0.4 * bits and stability < 0.1


def test_too_few_rows_for_folds_is_said(at, people):
    at.write("few.csv", people.csv(rows=range(16)))
    document = at.explain("few.csv", "--features", ",".join(NUMBERS))
    assert document["explanation"]["information"]["honest_bits"] is None
    assert "too_few_rows_for_folds" in [warning["code"] for warning in document["warnings"]]
    at.write("enough.csv", people.csv(rows=range(18)))  # two groups of 9 = 0 + 3 + 1 + 5
    assert (
        at.explain("enough.csv", "--features", ",".join(NUMBERS))["explanation"]["information"]["honest_bits"]
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
