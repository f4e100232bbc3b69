"""The figures of the paper's experiment and of the diabetes data."""

import numpy as np
import pytest

from conftest import DIABETES, HELSINKI, HELSINKI_MOMENTS
from oracle import lasso_violation
from people_table import chosen

pytestmark = pytest.mark.plain

helsinki = pytest.mark.skipif(
    not HELSINKI.is_file(), reason=f"the pixels of the paper's experiment are not at {HELSINKI}"
)
PIXELS = ("--features", "x1..x20")
TABLE_OF_THE_PAPER = [
    ("mean", 1, [13], 0.218254), ("mean", 2, [8, 13], 1.77912), ("mean", 3, [3, 8, 13], 2.41411), ("mean", 4, [3, 8, 13, 18], 3.58367),
    ("pair", 1, [3], 0.11696), ("pair", 2, [3, 18], 1.88681), ("pair", 3, [3, 8, 18], 2.00208), ("pair", 4, [3, 4, 5, 18], 2.32838),
]  # fmt: skip


@pytest.mark.parametrize("who, s, pixels, bits", TABLE_OF_THE_PAPER)
def test_helsinki_from_its_moments(cli, who, s, pixels, bits):
    """The moments of the paper's rows stand in the tree (tools/paper_moments), the rows do not."""
    for option, value in (("--sees", {"mean": "mean(x1..x20)", "pair": "x8 + x13"}[who]), ("--summary", who)):
        document = cli.explain(HELSINKI_MOMENTS, *PIXELS, option, value, "-s", s, prediction="ols")
        assert chosen(document) == {f"x{i}" for i in pixels}
        assert document["explanation"]["information"]["bits"] == pytest.approx(bits, rel=3e-6)
        assert document["explanation"]["certificate"]["optimal"] is True


@helsinki
def test_the_moments_in_the_tree_are_those_of_the_paper_s_rows(cli):
    cli.works("moments", HELSINKI, "--folds", 1, "-o", "again.moments")
    assert (cli.folder / "again.moments").read_bytes() == HELSINKI_MOMENTS.read_bytes()


@helsinki
@pytest.mark.parametrize("who, s, pixels, bits", TABLE_OF_THE_PAPER)
def test_helsinki(cli, who, s, pixels, bits):
    seen = {"mean": "mean(x1..x20)", "pair": "x8 + x13"}[who]
    for option, value in (("--sees", seen), ("--summary", who)):
        document = cli.explain(HELSINKI, *PIXELS, option, value, "-s", s, prediction="ols")
        assert chosen(document) == {f"x{i}" for i in pixels}
        assert document["explanation"]["information"]["bits"] == pytest.approx(bits, rel=3e-6)
        assert document["explanation"]["certificate"]["optimal"] is True
    if (who, s) == ("pair", 3):
        assert {"x3", "x13", "x18"} == set(document["alternatives"][0]["features"])
        assert document["alternatives"][0]["bits"] == pytest.approx(bits, rel=3e-6)


@helsinki
def test_helsinki_is_settled_for_the_lasso_s_own_prediction(cli):
    document = cli.explain(HELSINKI, *PIXELS, "--sees", "x8 + x13", "-s", 2, prediction="lasso")
    information = document["explanation"]["information"]
    assert (information["infinite"], information["bits"]) == (True, None)
    assert document["explanation"]["uncertainty"]["after"] == pytest.approx(0, abs=1e-4)


@helsinki
def test_helsinki_lasso_of_the_notebook(cli):
    penalty = 2 * 1000 * 100  # λ = 2·m·alpha
    document = cli.explain(
        HELSINKI, *PIXELS, "--method", "lasso", "--lambda", penalty, "--raw-units", prediction="target"
    )
    found = {f["name"]: f["lasso_coefficient"] for f in document["explanation"]["features"]}
    # The notebook's figures are scikit-learn's at its default tolerance, which is off by 8e-4 of the penalty.
    assert found == pytest.approx({"x8": 0.489637, "x13": 0.48251219, "x14": 0.00080206}, abs=1e-3)
    rows = np.genfromtxt(HELSINKI, delimiter=",", names=True)
    pixels = np.column_stack([rows[f"x{i}"] for i in range(1, 21)])
    beta = np.array([found.get(f"x{i}", 0.0) for i in range(1, 21)])
    assert lasso_violation(pixels, rows["target"], None, beta, penalty, standardise=False) < 1e-9


def test_diabetes_s5_follows_from_what_the_nurse_knows(cli):
    judged = ("--features", "s5", "--knows", "s1,s2,s3", "--label", "progression")
    quadratic = cli.score(DIABETES, *judged, prediction="prediction")["explanation"]["information"]
    linear = cli.score(DIABETES, *judged, "--linear", prediction="prediction")["explanation"]["information"]
    assert quadratic["bits"] <= 0.01
    assert linear["bits"] > 0.1


def test_diabetes_the_impersonal_fact_tells_the_gp_nothing(cli):
    document = cli.explain(DIABETES, "--knows", "bmi,bp", "-s", 1, "--label", "progression", prediction="prediction")
    assert document["impersonal"]["all"]["features"] == ["bmi"]
    assert document["impersonal"]["all"]["bits"] == pytest.approx(0, abs=1e-12)
    assert chosen(document) == {"s5"} and document["explanation"]["information"]["bits"] > 0.35
