"""--reader and --paper: who combines what is known how, and where rows cannot say."""

import numpy as np
import pytest

from conftest import Table

ROWS = 400


@pytest.fixture(scope="module")
def at(shared_cli):
    rng = np.random.default_rng(8)
    a, b, c, d = rng.normal(size=(4, ROWS))
    p = np.where(a > 0.4, 2.0, 0.0) + b + 0.5 * a * c + 0.3 * rng.normal(size=ROWS)
    columns = {"a": a, "b": b, "c": c, "d": d, "p": p}
    shared_cli.write("t.csv", Table(columns).csv())
    shared_cli.works("moments", "t.csv", "--products", "a", "-o", "t.moments")
    return shared_cli


def codes(document):
    return [warning["code"] for warning in document["warnings"]]


def told(document):
    explanation = document["explanation"]
    return {key: explanation[key] for key in ("features", "intercept", "summary_coefficients", "uncertainty")}


def test_the_paper_is_the_linear_reader_of_plain_columns(at):
    paper = at.explain("t.csv", "--knows", "a", "-s", 2, "--paper")
    assert told(paper) == told(at.explain("t.csv", "--knows", "a", "-s", 2, "--linear"))
    assert paper["explanation"]["information"]["reader"] == "linear"
    assert paper["explanation"]["information"]["predictive_bits"] is None
    over = at.explain("t.csv", "--knows", "a", "-s", 2, "--paper", "--reader", "flexible", "--family", "auto")
    assert told(over) == told(paper)


def test_a_flexible_reader_makes_thresholds_of_what_is_known(at):
    typical = {}
    for reader in ("linear", "quadratic", "flexible"):
        document = at.explain("t.csv", "--knows", "a", "-s", 1, "--reader", reader)
        typical[reader] = document["explanation"]["uncertainty"]["before"]
        assert document["explanation"]["information"]["reader"] == reader
    assert typical["flexible"] < 0.97 * typical["quadratic"] < typical["linear"]


@pytest.mark.parametrize("given", [["t.moments"], ["t.csv", "--local", "--row", "3"]])
def test_without_rows_to_look_at_the_reader_is_quadratic(at, given):
    flexible = at.explain(*given, "--knows", "a", "-s", 2, "--reader", "flexible")
    quadratic = at.explain(*given, "--knows", "a", "-s", 2)
    figures = [told(document) for document in (flexible, quadratic)]
    for one in figures:  # who asks for a flexible reader is told of rows not used, as far as folds say
        one["uncertainty"] = {key: value for key, value in one["uncertainty"].items() if key != "cross_validated"}
    assert figures[0] == figures[1]
    assert "reader_quadratic" in codes(flexible) and "reader_quadratic" not in codes(quadratic)
    assert "reader_quadratic" not in codes(at.explain(*given, "-s", 2, "--reader", "flexible"))


def test_an_unknown_reader_is_told_which_there_are(at):
    at.refuses(
        "explain", "t.csv", "--prediction", "p", "--reader", "flexibel", status=2, says=["flexible", "quadratic", "linear"]
    )
