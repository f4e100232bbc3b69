"""Estimators from rows, beside the figures that the answer is told in (docs/estimators.md)."""

import numpy as np
import pytest
from conftest import USAGE


def write(cli, **columns):
    names = list(columns)
    lines = [",".join(names), *(",".join(str(v) for v in row) for row in zip(*columns.values(), strict=True))]
    cli.write("t.csv", "\n".join(lines) + "\n")
    return "t.csv"


@pytest.fixture
def product(cli):
    """x1·x2, which covariances do not see."""
    random = np.random.default_rng(1)
    x1, x2, x3 = random.standard_normal((3, 800))
    return write(cli, x1=x1, x2=x2, x3=x3, p=x1 * x2 + 0.3 * x3)


def codes(document):
    return {warning["code"] for warning in document["warnings"]}


def test_what_covariances_miss_is_said(cli, product):
    plain = cli.score(product, "--features", "x2", "--knows", "x1")
    assert plain["diagnostics"] is None
    found = cli.score(product, "--features", "x2", "--knows", "x1", "--estimator", "knn")
    told = found["diagnostics"][0]
    assert (told["estimator"], told["target"], told["features"]) == ("knn", "told", ["x2"])
    assert told["bits"] > 0.8 and told["p_value"] <= 0.01 and told["rows"] == 800 and told["refused"] is None
    low, high = told["interval_bits"]
    assert low < told["bits"] < high
    assert "linear_picture_misses" in codes(found)
    # What the answer is told in does not change with what checks it.
    assert found["explanation"]["information"] == plain["explanation"]["information"]


def test_of_a_chosen_set_there_is_no_p_value(cli, product):
    told = cli.explain(product, "-s", 1, "--knows", "x1", "--estimator", "knn")["diagnostics"][0]
    assert told["p_value"] is None and told["formula"] == "Frenzel-Pompe"


def test_the_same_figures_on_any_number_of_threads(cli, product):
    told = (product, "--features", "x2,x3", "--estimator", "knn", "--threads")
    said = [cli.score(*told, n)["diagnostics"] for n in (1, 3)]
    assert said[0] == said[1]


def test_squares_of_what_is_known_are_no_further_coordinates(cli, product):
    knows = cli.score(product, "--features", "x2", "--knows", "x1", "--estimator", "knn")["diagnostics"][0]
    summary = cli.score(product, "--features", "x2", "--summary", "x1", "--estimator", "knn")["diagnostics"][0]
    assert knows["bits"] == summary["bits"]


def test_the_copula_agrees_where_dependence_is_monotone(cli):
    random = np.random.default_rng(2)
    x = random.standard_normal(500)
    table = write(cli, x=np.exp(2 * x), p=0.8 * x + 0.6 * random.standard_normal(500))
    told = cli.score(table, "--features", "x", "--estimator", "copula")["diagnostics"][0]
    assert told["bits"] == pytest.approx(-0.5 * np.log2(1 - 0.64), abs=0.12)
    assert told["p_value"] < 1e-6 and told["formula"] == "Gaussian copula"


def test_numbers_of_few_values_are_counted(cli):
    random = np.random.default_rng(3)
    x = random.integers(0, 3, 900)
    p = np.where(random.random(900) < 0.5, x, random.integers(0, 3, 900))
    table = write(cli, x=x, z=random.standard_normal(900), p=p)
    told = cli.score(table, "--features", "x", "--estimator", "discrete")["diagnostics"][0]
    assert told["formula"] == "Miller-Madow" and told["bits"] > 0.2 and told["p_value"] < 1e-6
    refused = cli.score(table, "--features", "z", "--estimator", "discrete")
    assert refused["diagnostics"][0]["bits"] is None
    assert "two rows a cell" in refused["diagnostics"][0]["refused"] and "estimator_refused" in codes(refused)


def test_many_facts_have_a_lower_bound_too(cli):
    random = np.random.default_rng(4)
    x = random.standard_normal((4, 600))
    table = write(cli, a=x[0], b=x[1], c=x[2], d=x[3], p=x.sum(axis=0) + random.standard_normal(600))
    document = cli.score(table, "--features", "a,b,c,d", "--estimator", "knn")
    plain, reduced = (d for d in document["diagnostics"] if d["target"] == "told")
    assert not codes(document) & {"linear_picture_misses", "estimators_differ"}
    assert not plain["lower_bound"] and reduced["lower_bound"]
    assert plain["bits"] < reduced["bits"] < 0.5 * np.log2(5) + 0.15


def test_a_class_is_looked_at_in_the_mixed_metric(cli):
    random = np.random.default_rng(5)
    x = random.standard_normal(600)
    table = write(cli, x=x, p=np.where(random.random(600) < 1 / (1 + np.exp(-3 * x)), "yes", "no"))
    document = cli.score(table, "--features", "x", "--estimator", "knn")
    assert document["explanation"]["information"]["estimator"] == "discrete"
    told = document["diagnostics"][0]
    assert told["formula"] == "Frenzel-Pompe, 0-∞ metric" and told["bits"] > 0.2
    cli.refuses("score", table, "--prediction", "p", "--features", "x", "--estimator", "copula", status=USAGE,
                says="--estimator copula is for predictions that are numbers, not classes")  # fmt: skip


def test_what_it_cannot_look_at_it_says(cli, product):
    random = np.random.default_rng(6)
    weighted = write(cli, x=random.standard_normal(60), w=random.random(60), p=random.standard_normal(60))
    document = cli.score(weighted, "--features", "x", "--weight", "w", "--estimator", "knn")
    assert document["diagnostics"][0]["refused"] == "rows have weights, and it counts each once"
    cli.works("moments", weighted, "-o", "t.moments")
    knn = ("t.moments", "--prediction", "p", "--estimator", "knn")
    cli.refuses("explain", *knn, status=USAGE, says="--estimator knn needs the rows")
