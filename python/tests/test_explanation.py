"""Explanations of rows: they add up, can be sliced, kept and handed to others."""

import json
import pickle
import warnings

import numpy as np
import pytest

import explainee as xe

warnings.simplefilter("ignore", xe.ExplainerWarning)


@pytest.fixture(scope="module")
def rows(mixed):
    return xe.Explainer(3, family="features", tell="all").fit(mixed, "said", knows="a", reader="quadratic")()


@pytest.fixture(scope="module")
def several():
    rng = np.random.default_rng(0)
    x = rng.normal(size=(60, 4))
    return xe.Explainer(2).fit(x, x @ rng.normal(size=(4, 3)) + 0.1 * rng.normal(size=(60, 3)))()


def test_adds_up(rows, mixed):
    assert rows.values.shape == (len(mixed), 3)
    assert np.abs(rows.base_values + rows.values.sum(axis=1) + rows.remainder - mixed.said).max() < 1e-9
    assert np.array_equal(rows.prediction, mixed.said)


def test_what_she_expected_is_the_regression_on_what_she_knows(rows, mixed):
    known = np.column_stack([np.ones(len(mixed)), mixed.a, mixed.a**2])
    expected = known @ np.linalg.lstsq(known, mixed.said, rcond=None)[0]
    assert np.allclose(rows.base_values, expected, atol=1e-9)


def test_surprise_removed_averages_to_the_information(mixed):
    ex = xe.Explainer(3).fit(mixed, "said", knows="a")
    assert abs(ex().surprise_removed.mean() - ex.bits_) < 1e-9


def test_data_are_the_values_people_know(rows, mixed):
    assert rows.feature_names[0] == "city"
    for i, name in enumerate(rows.feature_names):
        assert list(rows.data[:, i]) == list(mixed[name])


def test_slices(rows):
    assert repr(rows[3]).count("\n") == 5
    one = rows[3]
    assert one.values.shape == (3,) and one.base_values.shape == () and one.data.shape == (3,)
    assert np.array_equal(rows[2:9].values, rows.values[2:9])
    assert np.array_equal(rows[rows.prediction > 5].prediction, rows.prediction[rows.prediction > 5])
    assert np.array_equal(rows[[5, 1]].values, rows.values[[5, 1]])
    assert len(list(rows[:4])) == 4
    city = rows[:, "city"]
    assert city.values.shape == (len(rows), 1)
    assert np.allclose(city.base_values + city.values[:, 0] + city.remainder, rows.prediction)
    assert np.isnan(city.surprise_removed).all()
    assert one["city"].values == pytest.approx([rows.values[3, 0]])
    with pytest.raises(KeyError, match="no fact 'nope'; there are city"):
        rows[:, "nope"]
    with pytest.raises(IndexError):
        rows[len(rows)]
    with pytest.raises(IndexError, match="too many"):
        rows[0, 0, 0]


def test_several_outputs(several):
    assert several.values.shape == (60, 2, 3) and several.base_values.shape == (60, 3)
    last = several[:, :, "prediction_2"]
    assert np.array_equal(last.values, several.values[:, :, 2])
    assert np.allclose(last.base_values + last.values.sum(axis=1) + last.remainder, last.prediction)
    assert several[4].values.shape == (2, 3)
    assert [len(pair[1]) for pair in several[4].as_list()] == [3, 3]
    assert "prediction_1" in repr(several[4])
    assert several.to_frame().shape == (60, 3 * (2 + 3) + 2)


def test_as_list_is_largest_first(rows):
    sizes = [abs(size) for _, size in rows[7].as_list()]
    assert sizes == sorted(sizes, reverse=True)
    assert dict(rows[7].as_list()) == pytest.approx(dict(zip(rows.feature_names, rows.values[7])))


@pytest.mark.parametrize("part", [lambda e: e, lambda e: e[5], lambda e: e[:0]])
def test_round_trips(rows, part):
    e = part(rows)
    for again in (xe.Explanation.from_json(e.to_json()), pickle.loads(pickle.dumps(e))):
        for name in ("values", "base_values", "prediction", "remainder", "surprise_removed"):
            assert np.array_equal(getattr(again, name), getattr(e, name), equal_nan=True), name
        assert again.data.tolist() == e.data.tolist() and again.feature_names == e.feature_names
    json.loads(e.to_json(), parse_constant=lambda text: pytest.fail(text))


def test_from_json_refuses_others():
    with pytest.raises(xe.UsageError, match="no explanation of rows"):
        xe.Explanation.from_json("{}")


def test_rows_without_predictions(mixed):
    ex = xe.Explainer(2).fit(mixed.drop(columns="said"), mixed.said.to_numpy(), knows="a")
    new = mixed.drop(columns="said")[:10]
    e = ex(new)
    assert np.allclose(e.values, ex().values[:10]) and np.allclose(e.base_values, ex().base_values[:10])
    assert np.isnan(e.remainder).all() and np.isnan(e.prediction).all() and np.isnan(e.surprise_removed).all()
    with_them = ex(new, mixed.said.to_numpy()[:10])
    assert np.allclose(with_them.remainder, ex().remainder[:10])


def test_dropped_rows_are_nan(mixed):
    table = mixed.astype({"whole": float})
    table.loc[[3, 8], "whole"] = np.nan
    ex = xe.Explainer(missing="drop").fit(table, "said")
    e = ex()
    assert len(e) == len(table)
    assert np.flatnonzero(np.isnan(e.values).any(axis=1)).tolist() == [3, 8]
    again = xe.Explanation.from_json(e.to_json())
    assert np.array_equal(again.values, e.values, equal_nan=True)


def test_unseen_texts_and_ranges_are_marked(mixed):
    ex = xe.Explainer(3).fit(mixed, "said")
    new = mixed[:3].copy()
    new.loc[0, "city"] = "Bergen"
    new.loc[1, "whole"] = 10**9
    assert ex(new).marks == ["unseen", "outside", ""]


@pytest.mark.parametrize("family", ["averages", "bins", "rules", "curves", "pairs", "groups", "examples"])
def test_every_family(family, diabetes):
    options = {"group": {"blood": ["s1", "s2", "s3"], "body": "bmi,bp".split(",")}} if family == "groups" else {}
    ex = xe.Explainer(2, family=family, **options).fit(diabetes, "prediction", label="progression", knows="age")
    e = ex()
    assert np.abs(e.base_values + e.values.sum(axis=1) + e.remainder - diabetes.prediction).max() < 1e-9
    assert e.data.shape == (442, len(ex.features_)) and len(repr(e[0])) > 20


def test_to_shap(rows, several):
    import shap

    given = rows.to_shap()
    assert isinstance(given, shap.Explanation)
    assert np.allclose(given.base_values + given.values.sum(axis=1), rows.prediction)
    assert given.feature_names[-1] == "the rest"
    assert rows[0].to_shap(remainder=False).values.shape == (3,)
    assert several.to_shap().values.shape == (60, 3, 3)


def test_html(rows):
    table = rows[0]._repr_html_()
    assert table.count("<tr>") == 6 and "knows a" in table
    hostile = xe.Explanation([[1.0]], [0.0], [["<script>"]], ["<b>"], prediction=[1.0], remainder=[0.0])[0]
    assert "<script>" not in hostile._repr_html_() and "<b>" not in hostile._repr_html_()


def test_nothing_to_tell(diabetes):
    ex = xe.Explainer(2).fit(diabetes, "prediction", guess=diabetes.prediction.to_numpy(), label="progression")
    e = ex()
    assert ex.bits_ == 0 and e.values.shape == (442, 0) and np.allclose(e.base_values, diabetes.prediction)
    assert "expected" in repr(e[0])
