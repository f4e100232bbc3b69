"""The paper's relaxation: it solves its problem, its λ hold what they promise, its verdict is true."""

import numpy as np
import pytest

from conftest import Table
from oracle import lasso_violation, residuals

pytestmark = pytest.mark.plain


@pytest.fixture(scope="module")
def numbers() -> Table:
    rng = np.random.default_rng(21)
    common = rng.normal(size=200)
    x = {f"x{i}": (1 + i) * (0.6 * common + rng.normal(size=200)) for i in range(8)}
    p = x["x0"] + 0.4 * x["x2"] - 0.3 * x["x5"] + 0.1 * x["x7"] + rng.normal(size=200)
    return Table(x | {"p": p})


def lasso_coefficients(document, names):
    found = {f["name"]: f["lasso_coefficient"] for f in document["explanation"]["features"]}
    assert all(isinstance(value, float) for value in found.values())
    return np.array([found.get(name, 0.0) for name in names])


@pytest.mark.parametrize("who", [[], ["--summary", "x7"]])
@pytest.mark.parametrize("raw", [False, True])
@pytest.mark.parametrize("penalty", [5.0, 60.0, 200.0])
def test_lasso_solves_the_paper_s_problem(cli, numbers, who, raw, penalty):
    cli.write("t.csv", numbers.csv())
    document = cli.explain("t.csv", *who, "--method", "lasso", "--lambda", penalty, *(["--raw-units"] if raw else []))
    names = [n for n in numbers.columns if n != "p" and n not in who]
    beta = lasso_coefficients(document, names)
    x, u = np.column_stack([numbers[n] for n in names]), numbers["x7"][:, None] if who else None
    assert lasso_violation(x, numbers["p"], u, beta, penalty, standardise=not raw) < 1e-8
    lasso = document["explanation"]["lasso"]
    assert lasso["standardised"] is not raw
    assert document["explanation"]["method"] == "lasso"
    assert document["explanation"]["certificate"]["optimal"] is False or lasso["equals_exact"]


@pytest.mark.parametrize("s", [1, 2, 3, 5])
def test_the_interval_of_lambda_holds_exactly_these_features(cli, numbers, s):
    cli.write("t.csv", numbers.csv())
    document = cli.explain("t.csv", "--method", "lasso", "-s", s)
    names = {f["name"] for f in document["explanation"]["features"]}
    low, high = document["explanation"]["lasso"]["lambda"]
    assert len(names) == s and 0 <= low < high
    for share in (0.001, 0.5, 0.999):
        inside = cli.explain("t.csv", "--method", "lasso", "--lambda", low + share * (high - low))
        assert {f["name"] for f in inside["explanation"]["features"]} == names
    for outside in (low * (1 - 1e-6), high * (1 + 1e-6)):
        other = cli.explain("t.csv", "--method", "lasso", "--lambda", outside)
        assert {f["name"] for f in other["explanation"]["features"]} != names


def test_the_verdict_whether_some_lambda_gives_the_exact_answer(cli, numbers):
    cli.write("t.csv", numbers.csv())
    verdicts = set()
    for s in range(1, 7):
        exact = cli.explain("t.csv", "-s", s)["explanation"]
        best = {f["name"] for f in exact["features"]}
        lasso = exact["lasso"]
        if lasso["equals_exact"]:
            low, high = lasso["equal_for"]
            assert low < high
            inside = cli.explain("t.csv", "--method", "lasso", "--lambda", (low + high) / 2)
            assert {f["name"] for f in inside["explanation"]["features"]} == best
        else:
            assert lasso["equal_for"] is None
            low, high = lasso["lambda"]
            inside = cli.explain("t.csv", "--method", "lasso", "--lambda", (low + high) / 2)
            assert {f["name"] for f in inside["explanation"]["features"]} != best
        verdicts.add(lasso["equals_exact"])
        assert 0 <= lasso["max_correlation_given_user"] <= 1
    assert verdicts == {True, False}, "the data were made so that both occur"


def test_correlations_that_decide_whether_the_lasso_works(cli, numbers):
    cli.write("t.csv", numbers.csv())
    lasso = cli.explain("t.csv", "--summary", "x7")["explanation"]["lasso"]
    x = np.column_stack([numbers[f"x{i}"] for i in range(7)])
    given = np.corrcoef(residuals(x, numbers["x7"][:, None]), rowvar=False)
    assert lasso["max_correlation_given_user"] == pytest.approx(np.abs(given - np.eye(7)).max(), abs=1e-9)
    with_user = np.corrcoef(np.column_stack([x, numbers["x7"]]), rowvar=False)[:-1, -1]
    assert lasso["max_correlation_with_user"] == pytest.approx(np.abs(with_user).max(), abs=1e-9)


def test_with_lambda_the_sparsity_is_ignored(cli, numbers):
    cli.write("t.csv", numbers.csv())
    first = cli.explain("t.csv", "--method", "lasso", "--lambda", 60, "-s", 1)["explanation"]
    second = cli.explain("t.csv", "--method", "lasso", "--lambda", 60, "-s", 7)["explanation"]
    assert first["features"] == second["features"] and len(first["features"]) > 1
    assert first["sparsity"] == second["sparsity"] == len(first["features"])
    assert first["lasso"]["lambda"] == [60, 60]


def test_a_penalty_that_leaves_nothing(cli, csv):
    answer = cli.explain(csv, "--exclude", "city", "--method", "lasso", "--lambda", 1e12)["explanation"]
    assert answer["features"] == [] and answer["information"]["bits"] == 0
    assert answer["certificate"]["optimal"] and answer["certificate"]["bound_bits"] == 0
    assert answer["lasso"]["equal_for"] is None
