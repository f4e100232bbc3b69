"""A table of people for the tests of who she is and what she is told, and what least squares on its rows says."""

import numpy as np
import pytest

from conftest import Table
from oracle import Person, variance

ROWS = 240
NUMBERS = [f"x{i}" for i in range(1, 7)]
FACTS = [*NUMBERS, "city"]


@pytest.fixture(scope="module")
def people() -> Table:
    """Six correlated numbers, a category, and a prediction with squares, products and a part of its own."""
    rng = np.random.default_rng(11)
    common = rng.normal(size=ROWS)
    x = {name: 0.5 * common + rng.normal(size=ROWS) for name in NUMBERS}
    x["x6"] = 20 + 3 * x["x6"]
    city = np.array(["Oslo", "Bergen", "Turku", "Umeå"])[rng.integers(0, 4, ROWS)]
    x1, x2, x3, x4, x5, x6 = x.values()
    p = x1 + 0.7 * x2 * x1 - x3 + 0.5 * x4**2 + 0.2 * x6 + 0.9 * (city == "Turku") + 0.6 * rng.normal(size=ROWS)
    truth = p + 0.5 * x5 + rng.normal(size=ROWS)
    guess = 0.6 * p + rng.normal(size=ROWS)
    mood = np.where(p + rng.normal(size=ROWS) > p.mean(), "high", "low")
    mood[rng.integers(0, ROWS, 40)] = "middle"
    weight = rng.integers(0, 4, ROWS).astype(float)
    second = x2 - x5 + 0.5 * p + 0.3 * rng.normal(size=ROWS)
    return Table(x | {"city": city, "p": p, "truth": truth, "guess": guess, "mood": mood, "w": weight, "q": second})


@pytest.fixture(scope="module")
def at(shared_cli, people):
    """The program in a folder with people.csv."""
    shared_cli.write("people.csv", people.csv())
    return shared_cli


def explain(at, *arguments, **more) -> dict:
    """Explained with the seven facts as the only candidates."""
    return at.explain("people.csv", "--features", ",".join(FACTS), *arguments, **more)


def person(people, u=None, without=(), y="p", weight=None) -> Person:
    y = people[y] if isinstance(y, str) else np.column_stack([people[name] for name in y])
    return Person(y, u, {name: people[name] for name in FACTS if name not in without}, weight)


def chosen(document) -> set[str]:
    return {fact["name"] for fact in document["explanation"]["features"]}


def agree(document, who: Person, s=3):
    """The choice, its bits, the curve, the alternatives and the sizes in units are those of trying everything."""
    ranking = who.ranking(s)
    best = ranking[0][1]
    answer = document["explanation"]
    information = answer["information"]
    assert chosen(document) == set(best)
    assert information["bits"] == pytest.approx(who.bits(best), abs=1e-9)
    assert information["nats"] == pytest.approx(information["bits"] * np.log(2), abs=1e-12)
    assert information["objective_bits"] == pytest.approx(ranking[0][0], abs=1e-9)
    assert information["corrected_bits"] == pytest.approx(who.corrected(best), abs=1e-9)
    assert answer["certificate"]["optimal"] is True
    assert answer["certificate"]["bound_bits"] == pytest.approx(ranking[0][0], abs=1e-9)
    for point in document["curve"]:
        bits, names = who.best(point["sparsity"])
        assert set(point["features"]) == set(names)
        assert point["bits"] == pytest.approx(bits, abs=1e-9)
    assert [point["sparsity"] for point in document["curve"]] == list(range(1, s + 1))
    assert len(document["alternatives"]) == min(3, len(ranking) - 1)
    for listed, (bits, names) in zip(document["alternatives"], ranking[1:]):
        assert set(listed["features"]) == set(names)
        assert listed["bits"] == pytest.approx(bits, abs=1e-9)
    if who.d == 1:
        before, after = np.sqrt(variance(who.before, who.weight)), np.sqrt(variance(who.after(best), who.weight))
        sizes = answer["uncertainty"]
        assert sizes["before"] == pytest.approx(before, rel=1e-9)
        assert sizes["after"] == pytest.approx(after, rel=1e-9)
        assert sizes["removed"] == pytest.approx(1 - after / before, abs=1e-9)
        assert sizes["variance_removed"] == pytest.approx(1 - after**2 / before**2, abs=1e-9)
        closer = np.abs(who.after(best)) < np.abs(who.before)
        assert sizes["helped"] == pytest.approx(np.average(closer, weights=who.weight), abs=1e-9)
