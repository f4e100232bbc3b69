"""New rows: what is said wins over what is found, and nothing is taken for what it is not."""

import pickle
import warnings

import numpy as np
import pandas as pd
import pytest

import explainee as xe


@pytest.fixture(autouse=True)
def quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", xe.ExplainerWarning)
        yield


@pytest.fixture(scope="module")
def table():
    rng = np.random.default_rng(4)
    frame = pd.DataFrame(rng.normal(size=(300, 4)), columns=["p1", "p2", "s1", "w1"])
    return frame, frame.to_numpy() @ [2, 1, 0.5, 0] + 0.1 * rng.normal(size=300)


def test_patterns_mean_the_columns_of_X_only(table):
    x, y = table
    who = {"label": y + 1, "weight": np.abs(y) + 1, "block": np.arange(300) // 3, "id": np.arange(300)}
    known = xe.explain(x, y, knows="p*", **who).result_["user"]["summary"]
    assert known == ["p1", "p2"]
    assert xe.explain(x, y, summary="p*").result_["user"]["summary"] == ["p1", "p2"]
    assert xe.explain(x, y, knows="*", **who).bits_ == 0
    seen = xe.explain(x, y, sees="mean(p*)").bits_
    assert seen == xe.explain(x, y, sees="mean(p1,p2)").bits_ and np.isfinite(seen)


def test_what_is_said_wins(table):
    x, y = table
    ex = xe.explain(x.assign(said=y), "said")
    new = x.assign(said=99.0)[:5]
    assert np.array_equal(ex(new).prediction, np.full(5, 99.0))
    assert np.array_equal(ex(new, y[:5]).prediction, y[:5])
    by_function = xe.explain(x, lambda rows: np.asarray(rows["p1"]) * 2)
    assert np.allclose(by_function(x[:5].assign(prediction=99.0)).prediction, 2 * x.p1[:5])
    array = xe.explain(x, pd.Series(y, name="said"))
    assert np.isnan(array(new).prediction).all()  # the column is not what the model says of these rows


def test_columns_of_a_summary_are_matched_by_name(table):
    x, y = table
    u = pd.DataFrame({"one": x.p1**2, "two": x.s1})
    ex = xe.explain(x, y, summary=u)
    expected = ex(x[:9], y[:9], summary=u[:9]).base_values
    assert np.array_equal(ex(x[:9], y[:9], summary=u[["two", "one"]][:9]).base_values, expected)
    with pytest.raises(xe.UsageError, match="one, two"):
        ex(x[:9], summary=u.rename(columns={"two": "other"})[:9])
    with pytest.raises(xe.UsageError, match="had 2 columns"):
        ex(x[:9], summary=u.one[:9])


def test_the_rows_of_fit_are_explained_as_given_there(table):
    x, y = table
    x = x.copy()
    ex = xe.explain(x, y, summary=x.p1.to_numpy() ** 2)
    assert np.array_equal(ex(x).prediction, y) and np.array_equal(ex(x).values, ex().values)
    with pytest.raises(xe.UsageError, match="without X"):
        ex(y=y)
    with pytest.raises(xe.UsageError, match="no guess was given"):
        ex(x, guess=y)


@pytest.mark.parametrize("scale", ["logit", "versus"])
def test_predictions_that_are_computed(table, scale):
    x, y = table
    p = 1 / (1 + np.exp(-y))
    if scale == "logit":
        ex = xe.Explainer(2, prediction_scale="logit").fit(x, p)
        expected, given = np.log(p / (1 - p)), {"y": p[:7]}
    else:
        ex = xe.Explainer(2).fit(x, y, versus=y**2)
        expected, given = y - y**2, {"y": y[:7], "versus": y[:7] ** 2}
    e = ex(x[:7], **given)
    assert np.allclose(e.prediction, expected[:7])
    assert np.allclose(e.base_values + e.values.sum(axis=1) + e.remainder, e.prediction)
    assert np.array_equal(ex(x[:7].copy()).values, e.values)
    assert not ex.check(x, **{"y": p} if scale == "logit" else {"y": y, "versus": y**2})["changed"]


def test_loaded_explainers_take_summaries(table, tmp_path):
    x, y = table
    u = x.p1.to_numpy() ** 2
    ex = xe.explain(x, y, summary=u)
    ex.save(tmp_path / "a.explainee")
    loaded = xe.load(tmp_path / "a.explainee")
    assert np.array_equal(loaded(x, y, summary=u).remainder, ex().remainder)
    assert loaded(x.assign(summary=u, prediction=y)).prediction[3] == y[3]


def test_pickled_explainers_forget_functions(table):
    x, y = table
    ex = xe.explain(x, lambda rows: y[: len(rows)], summary=lambda rows: rows["p1"] ** 2)
    again = pickle.loads(pickle.dumps(ex))
    with pytest.raises(xe.UsageError, match="summary was an array"):
        again(x)
    assert np.array_equal(again(x, y, summary=x.p1**2).values, ex().values)


def test_weights_are_asked_for_where_they_count(table):
    x, y = table
    w = np.abs(y) + 0.1
    ex = xe.explain(x, y, weight=w)
    assert np.array_equal(ex(x.copy(), y).values, ex().values)
    with pytest.raises(xe.UsageError, match="give the weights"):
        ex.check(x.copy(), y)
    assert not ex.check(x.copy(), y, weight=w)["changed"]


def test_unseen_texts_are_said(mixed):
    ex = xe.explain(mixed, "said")
    new = mixed[:2].assign(city=["Bergen", "Oslo"])
    assert list(ex(new).to_frame().marks) == ["unseen", ""] and "unseen" in repr(ex(new)[0])


def test_classes_are_classes_also_by_number(table):
    from sklearn.ensemble import RandomForestClassifier

    x, y = table
    model = RandomForestClassifier(10, random_state=0).fit(x, pd.cut(y, 4, labels=False))
    ex = xe.explain(x, model.predict)
    assert ex.result_["classes"]["names"] == ["0", "1", "2", "3"]
    assert len(ex().output_names) >= 3


def test_shown_values_are_those_told(table):
    x, y = table
    ex = xe.Explainer(1, shown_as={"p1": "round:0.5"}).fit(x, y)
    assert set(np.unique(ex().data * 2 % 1)) == {0.0}


def test_outputs_with_likely_names_do_not_collide():
    rng = np.random.default_rng(0)
    x = pd.DataFrame(rng.normal(size=(100, 2)), columns=["1.x", "x"])
    p = pd.DataFrame(x.to_numpy() @ rng.normal(size=(2, 2)), columns=["p", "p.1"]) + rng.normal(size=(100, 2))
    e = xe.Explainer(2).fit(x, p)()
    assert np.abs(e.base_values + e.values.sum(axis=1) + e.remainder - p.to_numpy()).max() < 1e-12


def test_masked_cells_are_missing(table):
    x, y = table
    masked = np.ma.masked_array(x.to_numpy(), mask=False)
    masked[3, 1] = np.ma.masked
    with pytest.raises(xe.DataError, match="row 3.*x1.*missing"):
        xe.explain(masked, y)


def test_frames_made_of_pandas_keep_their_names(table):
    class Frame(pd.DataFrame):
        pass

    Frame.__module__ = "elsewhere"
    assert xe.explain(Frame(table[0]), table[1], sparsity=1).features_ == ["p1"]


MISUSES = [
    (lambda x, y: xe.explain(x, y, knows=1.5), "neither a name"),
    (lambda x, y: xe.explain(x, y, sees=3), "sees"),
    (lambda x, y: xe.explain(x, y, features=[]), "empty"),
    (lambda x, y: xe.Explainer(family=3).fit(x, y), "family"),
    (lambda x, y: xe.explain(x, y, reasons_from={"p1": "x"}), "not a number"),
    (lambda x, y: xe.score(x, y, 3), "no explanation"),
    (lambda x, y: xe.score(x, y, {"p1": "x"}), "numbers"),
    (lambda x, y: xe.score(x, y, ["p1"], kows="a"), "takes no 'kows'"),
    (lambda x, y: xe.Moments().merge(5), "not with int"),
    (lambda x, y: xe.Dialogue(xe.Moments().update(x), "p1"), "give the rows"),
    (lambda x, y: xe.explain(xe.Moments().update(x), "p1", weight=y), "moments have no rows"),
    (lambda x, y: xe.Explanation.from_json('{"schema": "explainee.rows.v1"}'), "damaged"),
    (lambda x, y: xe.Explanation.from_json("{"), "damaged"),
    (lambda x, y: xe.explain({"a\ud800": y, "b": y}, y), "UTF-8"),
    (lambda x, y: xe.explain(x.assign(big=[10**400] * 300), y), "too large"),
    (lambda x, y: xe.explain(x, y, weight=3.0), "weight is no table"),
    (lambda x, y: xe.explain(x, y, bogus=1), "bogus"),
]


@pytest.mark.parametrize("case", range(len(MISUSES)))
def test_misuse_is_told(case, table):
    work, words = MISUSES[case]
    with pytest.raises((xe.ExplaineeError, TypeError), match=words) as caught:
        work(*table)
    assert "incompatible function arguments" not in str(caught.value)


def test_a_model_is_no_prediction(table):
    from sklearn.linear_model import LinearRegression

    with pytest.raises(xe.UsageError, match="model.predict"):
        xe.explain(*table[:1], LinearRegression())


def test_options_of_every_call_are_known():
    """What a call passes on has a record in the core."""
    from explainee import _core

    cohort = {record["name"] for record in _core.cohort_options()}
    dialogue = {record["name"] for record in _core.dialogue_options()}
    score = {record["name"] for record in _core.score_options()}
    assert {"label", "id", "weight", "block", "answer_words", "reader", "family", "tell", "effort"} <= cohort
    assert {"knows", "label", "id", "weight"} <= dialogue
    assert {"features", "rule", "missing", "method", "estimator", "family", "seed", "threads", "time_limit"} <= score
