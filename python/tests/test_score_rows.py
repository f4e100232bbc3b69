"""What Score holds of rows that were not used for fitting."""

import numpy as np
import pytest

import explainee as xe


@pytest.fixture(scope="module")
def table():
    X = np.random.default_rng(3).normal(size=(200, 4))
    return X, 3 * X[:, 0] + X[:, 1] + np.random.default_rng(4).normal(size=200)


def test_they_lead_where_they_are_measured(table):
    s = xe.score(*table, ["x1"], family="auto")
    assert s.predictive_bits == s.information["predictive_bits"] and s.predictive_se > 0
    assert s.lost_predictive_bits == pytest.approx(s.best["predictive_bits"] - s.predictive_bits, abs=1e-12)
    assert f"{s.predictive_bits:.3g} ± {s.predictive_se:.2g} bits on rows not used" in repr(s)
    assert f"{s.lost_predictive_bits:.3g} ± {s.lost_predictive_se:.2g} more" in repr(s)


def test_else_there_are_none(table):
    s = xe.score(*table, ["x1"], paper=True)
    assert s.predictive_bits is None and s.lost_predictive_bits is None
    assert "rows not used" not in repr(s) and f"tells {s.bits:.4g} bits" in repr(s)
