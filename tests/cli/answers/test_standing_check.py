"""What follows from what is known is no news, and what facts miss is said first: tables where a line sees nothing."""

import numpy as np
import pytest
from conftest import Table

SUPPORTED = ("--reader", "flexible", "--tell", "supported", "--threads", 1)
ROWS = 1500


def normals(columns, seed, rows=ROWS):
    rng = np.random.default_rng(seed)
    return {f"x{i + 1}": rng.normal(size=rows) for i in range(columns)}, rng


def asked(cli, columns, *arguments, family="auto"):
    cli.write("t.csv", Table(columns).csv())
    return cli.explain("t.csv", *SUPPORTED, "--family", family, *arguments)


def told(document):
    return [fact["name"] for fact in document["explanation"]["features"]]


def is_said(document, truth):
    """The bits are told, or the first warning says how many are not."""
    bits = document["explanation"]["information"]["predictive_bits"]
    if bits is None:  # settled: nothing is left
        return True
    codes = [warning["code"] for warning in document["warnings"]]
    return bits > 0.85 * truth or (codes and codes[0] in ("flexible_reader_knows_more", "facts_miss_most"))


def sign(x):
    return np.where(x > 0, 1.0, -1.0)


# As of a boosted reader (../shared/reference/information.md §8): what there is to know, in bits.
CASES = {
    "product": (lambda x: x["x1"] * x["x2"], 1.98),
    "xor": (lambda x: ((x["x1"] > 0) != (x["x2"] > 0)) + 0.1 * x["x3"], 2.0),
    "sign times size": (lambda x: sign(x["x1"]) * np.abs(x["x2"]), 2.9),
    "square": (lambda x: x["x1"] ** 2, 2.4),
    "two steps": (lambda x: (x["x1"] > 0.5) * 1.0 + (x["x2"] < -0.5) * 1.0, 1.4),
    "sine": (lambda x: np.sin(3 * x["x1"]) + 0.2 * x["x4"], 2.3),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("knows", [(), ("--knows", "x1")])
def test_never_silent(cli, case, knows):
    if knows and case in ("square", "sine"):
        pytest.skip("whoever knows x1 knows nearly all of it")
    make, truth = CASES[case]
    columns, _ = normals(6, 1)
    document = asked(cli, columns | {"p": make(columns)}, "-s", 2, *knows)
    assert is_said(document, truth if not knows else 1.0)


def test_classes_that_differ_in_spread_only(cli):
    columns, rng = normals(5, 2)
    label = rng.integers(0, 2, ROWS)
    columns["x2"] = columns["x2"] * np.where(label == 1, 3.0, 1.0)
    document = asked(cli, columns | {"p": np.array(["no", "yes"])[label]}, "-s", 2)
    check = document["explanation"]["standing_check"]
    x = columns["x2"]
    narrow, wide = np.exp(-(x**2) / 2), np.exp(-(x**2) / 18) / 3
    truth = np.mean(1 + np.log2(np.where(label == 0, narrow, wide) / (narrow + wide)))
    assert check["all_bits"] == pytest.approx(truth, abs=0.06)
    assert is_said(document, truth)


def test_a_product_for_nobody_says_how_much_and_what_gets_it(cli):
    columns, rng = normals(6, 3)
    p = columns["x1"] * columns["x2"] + 0.2 * rng.normal(size=ROWS)
    document = asked(cli, columns | {"p": p}, "-s", 2)
    first = document["warnings"][0]
    assert first["code"] in ("flexible_reader_knows_more", "facts_miss_most")
    assert "--family pairs,auto" in first["message"]
    check = document["explanation"]["standing_check"]
    assert {"x1", "x2"} <= set(check["columns"])
    offered = check["tried"][-1]
    assert offered["family"] == "pairs,auto"
    again = asked(cli, columns | {"p": p}, "-s", 2, family="pairs,auto")
    bits = again["explanation"]["information"]["predictive_bits"]
    assert bits == pytest.approx(offered["predictive_bits"], rel=0.1)
    assert bits > 1.7
    assert not any(w["code"] in ("flexible_reader_knows_more", "facts_miss_most") for w in again["warnings"])


def test_many_weak_columns_ask_for_more_facts(cli):
    columns, rng = normals(6, 4)
    p = sum(columns[f"x{i}"] for i in range(1, 5)) + 0.2 * rng.normal(size=ROWS)
    document = asked(cli, columns | {"p": p}, "-s", 1)
    first = document["warnings"][0]
    assert first["code"] == "facts_miss_most"
    assert document["explanation"]["standing_check"]["all_bits"] > 1.5


@pytest.mark.parametrize("seed", range(5))
def test_nothing_is_said_where_a_line_is_right(cli, seed):
    columns, rng = normals(8, 20 + seed, rows=300)
    p = columns["x1"] + columns["x2"] + rng.normal(size=300)
    document = asked(cli, columns | {"p": p}, "-s", 2, "--knows", "x3")
    assert not any(w["code"] in ("flexible_reader_knows_more", "facts_miss_most") for w in document["warnings"])
    noise = asked(cli, columns | {"p": rng.normal(size=300)}, "-s", 2)
    assert not any(w["code"] in ("flexible_reader_knows_more", "facts_miss_most") for w in noise["warnings"])


def test_quick_and_paper_do_not_look(cli):
    columns, _ = normals(4, 5, rows=200)
    columns["p"] = columns["x1"] * columns["x2"]
    assert asked(cli, columns, "-s", 2, "--effort", "quick")["explanation"]["standing_check"] is None
    cli.write("t.csv", Table(columns).csv())
    assert cli.explain("t.csv", "--paper")["explanation"]["standing_check"] is None


@pytest.mark.parametrize("seed", range(3))
def test_retired_is_known_to_who_knows_age(cli, seed):
    rng = np.random.default_rng(seed)
    age = rng.uniform(20, 90, ROWS).round(1)
    columns = {"age": age, "retired": (age > 65) * 1.0, "pension": np.where(age > 65, "yes", "no")}
    columns |= {"weight": rng.normal(size=ROWS), "height": rng.normal(size=ROWS)}
    columns["p"] = 2 * columns["retired"] + 0.02 * age + 0.3 * columns["weight"] + 0.3 * rng.normal(size=ROWS)
    document = asked(cli, columns, "--knows", "age", "-s", 3)
    assert told(document) == ["weight"]
    known = {entry["name"]: entry["by"] for entry in document["user"]["already_known"]}
    assert known["retired"] == known["pension"] == known["age"] == ["age"]


@pytest.mark.parametrize("seed", range(8))
def test_placebos_of_what_is_known_are_not_told(cli, seed):
    columns, rng = normals(4, 40 + seed, rows=400)
    a, b = columns["x1"], columns["x2"]
    bend, cut, product = np.exp(0.6 * a), (b > rng.normal()) * 1.0, a * b
    p = np.tanh(2 * a) + np.abs(b) + a * b * (a > 0) + 0.5 * columns["x3"] + 0.5 * rng.normal(size=400)
    document = asked(cli, columns | {"bend": bend, "cut": cut, "product": product, "p": p}, "--knows", "x1,x2", "-s", 3)
    assert "x3" in told(document)
    assert not {"bend", "cut", "product"} & set(told(document))
