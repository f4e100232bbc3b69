"""scikit-learn's manners."""

import pickle
import warnings

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import ParameterGrid
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import check_estimator
from sklearn.utils.validation import check_is_fitted

import explainee as xe

warnings.simplefilter("ignore", xe.ExplainerWarning)


def test_parameters():
    ex = xe.Explainer(2, method="greedy", seed=5)
    assert ex.get_params()["method"] == "greedy"
    again = clone(ex)
    assert again is not ex and again.get_params() == ex.get_params()
    assert again.set_params(sparsity=4) is again and again.sparsity == 4
    with pytest.raises(ValueError, match="Invalid parameter 'nope'"):
        ex.set_params(nope=1)
    assert len(list(ParameterGrid({"sparsity": [1, 2]}))) == 2


def test_every_option_of_the_core_is_a_keyword_with_its_default():
    """Nothing is kept by hand in two places without a check."""
    import inspect

    from explainee._who import Who

    from explainee import _core

    own = {name: p.default for name, p in inspect.signature(xe.Explainer.__init__).parameters.items()}
    who = set(Who._fields)
    outside = {"ask_model", "asked", "ask_rows", "ask_seconds"}  # a model that is no function; ask= of fit
    for record in _core.explain_options():
        name = record["name"]
        if name == "prediction" or name in who or name in outside:
            continue
        default = record["default"]
        if default in ("", []):
            default = None
        assert name in own, name
        assert own[name] == default or [own[name]] == default, name
    fit = set(inspect.signature(xe.Explainer.fit).parameters) - {"self", "X", "y", "progress"}
    assert fit == who | {"ask"}


def test_fitted_or_not():
    ex = xe.Explainer(1)
    with pytest.raises(NotFittedError):
        check_is_fitted(ex)
    with pytest.raises(NotFittedError):
        ex(np.ones((3, 2)))
    x = np.random.default_rng(0).normal(size=(40, 2))
    check_is_fitted(ex.fit(x, x[:, 0]))


def test_pipeline():
    x = np.random.default_rng(0).normal(size=(200, 4)) * [1, 10, 100, 1000]
    y = x[:, 1] / 10 + x[:, 3] / 1000
    pipe = Pipeline([("scale", StandardScaler()), ("explain", xe.Explainer(2))]).fit(x, y)
    assert sorted(pipe[-1].features_) == ["x1", "x3"]
    assert pipe.transform(x).shape == (200, 2)
    assert list(pipe[-1].get_feature_names_out()) == pipe[-1].features_
    assert pipe.set_params(explain__sparsity=1).fit(x, y)[-1].sparsity == 1


def test_refit_forgets_names(mixed):
    ex = xe.Explainer(1).fit(mixed[["a", "b"]], mixed["said"])
    assert list(ex.feature_names_in_) == ["a", "b"]
    ex.fit(mixed[["a", "b"]].to_numpy(), mixed["said"])
    assert not hasattr(ex, "feature_names_in_") and ex.n_features_in_ == 2


def test_pickle_keeps_the_answer_and_not_the_rows(mixed):
    ex = xe.Explainer(2).fit(mixed, "said", knows="a")
    kept = pickle.dumps(ex)
    assert len(kept) < 40_000
    again = pickle.loads(kept)
    assert again.result_ == ex.result_ and again.to_json() == ex.to_json()
    assert np.array_equal(again(mixed).values, ex().values)
    with pytest.raises(xe.UsageError, match="give X"):
        again()
    assert again.text().startswith(ex.sentences_[0][:20])


def test_check_estimator():
    failed = []
    for result in check_estimator(xe.Explainer(tell="all"), on_fail=None, on_skip=None):
        if result["status"] == "failed":
            failed.append(f"{result['check_name']}: {result['exception']!r}")
    assert failed == []
