"""Errors and warnings speak Python: keywords, never flags."""

import re
import warnings

import numpy as np
import pandas as pd
import pytest

import explainee as xe

ROWS = 60


def table():
    rng = np.random.default_rng(3)
    x = pd.DataFrame(rng.normal(size=(ROWS, 4)), columns=["a", "b", "c", "d"])
    x["city"] = np.array(["Rome", "Oslo", "Bern"])[np.arange(ROWS) % 3]
    return x


X = table()
YHAT = (X["a"] + 2 * X["b"]).to_numpy()
MOMENTS = xe.Moments(threads=1).update(X.assign(p=YHAT))
HOLED = X.assign(a=np.where(np.arange(ROWS) == 7, np.nan, X["a"]))
ANSWERS = {"row": [0, 1, 2, 3, 4, 5], "answer": [0.1, 0.2, 0.3, 0.1, 0.2, 0.5]}
CLASSES = np.where(YHAT > 0, "high", "low")


def fit(options=None, data=X, y=YHAT, **who):
    return lambda: xe.Explainer(**(options or {})).fit(data, y, **who)


CALLS = {
    "missing cell": (fit(data=HOLED), "the cell in column 'a' is missing; .*use missing='drop'"),
    "missing by expression": (fit(sees="log(a)"), "'log\\(a\\)' has no finite value here; .*missing='drop'"),
    "sparsity 0": (fit({"sparsity": 0}), "^sparsity: 0 is too small"),
    "sparsity 99": (fit({"sparsity": 99}), "sparsity=99 is more than the 5 candidates"),
    "method": (fit({"method": "best"}), "^method: 'best' is not known; choose exact"),
    "family": (fit({"family": "astrology"}), "^family: there is no family 'astrology'"),
    "groups": (fit({"family": "groups"}), "group"),
    "group of nothing": (fit({"family": "groups", "group": {"lab": ["zz"]}}), "'zz'"),
    "knows": (fit(knows=["bb"]), "^X: knows: there is no column 'bb'|knows: there is no column 'bb'"),
    "knows the prediction": (fit(data=X.assign(p=YHAT), y="p", knows="p"), "knows.*prediction"),
    "reasons": (fit(reasons_from={"city": 2.0}), "reasons_from.*'city' holds text"),
    "features": (fit({"features": ["ab*"]}), "no column 'ab\\*'"),
    "noise free": (fit(noise_free=True), "noise_free"),
    "answer words": (fit(answers=ANSWERS, answer_words=["low"]), "^answer_words: give at least two words"),
    "words and numbers": (fit(answers=ANSWERS, answer_words=["low", "high"]), "answer_words"),
    "lambda": (fit({"lambda_": 1.0}), "lambda_.*method"),
    "lasso with text": (fit({"method": "lasso"}), "method='lasso' needs one prediction .*method='exact'"),
    "raw units": (fit({"raw_units": True}), "raw_units"),
    "cuts": (fit({"cuts": {"a": [2, 1]}}), "cuts"),
    "windows": (fit({"windows": [3]}), "windows"),
    "cost without budget": (fit({"cost": {"a": 2}}), "budget"),
    "budget": (fit({"budget": 0.5}), "budget=0.5 pays for no fact|budget"),
    "resolution of classes": (fit({"resolution": 0.1}, y=CLASSES), "resolution= is for predictions that are numbers"),
    "estimator of classes": (fit({"estimator": "gaussian"}, y=CLASSES), "estimator='gaussian' is for predictions"),
    "estimator of ranks, of classes": (
        fit({"estimator": "copula"}, y=CLASSES),
        "estimator='copula' is for predictions",
    ),
    "no estimator": (
        fit({"estimator": "magic"}),
        "^estimator: 'magic' is not known; choose auto, discrete, gaussian, knn, copula$",
    ),
    "all different": (fit(y=np.array([f"t{i}" for i in range(ROWS)])), "make them numbers"),
    "moments and answers": (
        fit(data=MOMENTS, y="p", answers=ANSWERS),
        "answers= needs the rows, and moments have none",
    ),
    "moments and family": (fit({"family": "bins"}, data=MOMENTS, y="p"), "needs the rows, and moments have none"),
    "moments and weight": (fit(data=MOMENTS, y="p", weight="c"), "weight: moments have no rows"),
    "moments and folds": (fit({"folds": 3}, data=MOMENTS, y="p"), "folds=3 needs the rows"),
    "an expression": (fit(sees="a, b"), "give sees= twice"),
    "score": (lambda: xe.score(X, YHAT, ["p"]), "'p'"),
    "a cohort's words": (
        lambda: xe.cohort(X, YHAT, {"user": ["u"], "knows": ["a"]}, answer_words=["x", "y"]),
        "answer_words: these people answered no questions",
    ),
    "a dialogue's options": (lambda: xe.Dialogue(X, YHAT, within_bits=0.5), "there is no option 'within_bits' here"),
    "no explainer": (lambda: _load(b"{}"), "give a file that Explainer.save\\(\\) wrote"),
    "no moments": (lambda: xe.Moments.load(_file(b"hello")), "make it again with Moments"),
}


def _file(content):
    import tempfile
    from pathlib import Path

    path = Path(tempfile.mkdtemp()) / "file"
    path.write_bytes(content)
    return path


def _load(content):
    return xe.load(_file(content))


@pytest.mark.parametrize("case", CALLS)
def test_errors_speak_python(case):
    call, words = CALLS[case]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", xe.ExplainerWarning)
        with pytest.raises(xe.ExplaineeError, match=words) as caught:
            call()
    assert not re.search("--[a-z]|'explainee ", str(caught.value)), str(caught.value)


def test_names_of_users_stay_as_they_are():
    x = X.rename(columns={"a": "--knows {}", "b": "{0}%s"})
    x.loc[3, "--knows {}"] = np.nan
    with pytest.raises(xe.DataError, match=re.escape("the cell in column '--knows {}' is missing")):
        xe.Explainer().fit(x, YHAT)
    with pytest.raises(xe.UsageError, match=re.escape("no column '{1}--x'")):
        xe.Explainer(features=["{1}--x"]).fit(x.dropna(), YHAT[:-1])


def test_warnings_speak_python():
    with pytest.warns(xe.ExplainerWarning, match="name it with label= or exclude="):
        ex = xe.Explainer(1).fit(X.assign(twin=YHAT), YHAT)
    assert [w["code"] for w in ex.warnings_] == ["looks_like_the_prediction"]
    assert "label=" in str(ex) or "label=" in ex.warnings_[0]["message"]
    assert "--label" in ex.result_["warnings"][0]["message"]  # the document is that of the command line
    few = xe.Moments(threads=1).update(X.assign(p=YHAT))
    with pytest.warns(xe.ExplainerWarning, match=re.escape("make them with Moments(products=)")):
        xe.Explainer(1).fit(few, "p", knows=["a", "c"])


def test_a_misspelt_column_is_offered():
    wide = pd.DataFrame(np.random.default_rng(0).normal(size=(40, 2000)), columns=[f"s{i}" for i in range(2000)])
    wide["blood pressure"] = 1.0 * np.arange(40)
    with pytest.raises(xe.UsageError, match="has blood pressure, .*did you mean 'blood pressure'"):
        xe.Explainer(features=["blod presure"]).fit(wide, np.arange(40.0))


def test_help_speaks_python():
    assert not any(re.search("--[a-z]", text) for text in xe.Explainer.options().values())
