"""A request gives the same answer however it comes: as keywords, document, dictionary or file, in Python or not."""

import json
import warnings

import numpy as np
import pytest

import explainee as xe

warnings.simplefilter("ignore", xe.ExplainerWarning)

ABOUT = {"prediction": ["prediction"], "label": "progression"}
CASES = {
    "knows": ({"who": {"knows": ["s1..s3"], "linear": True}}, {}, {"knows": "s1..s3", "linear": True}),
    "reasons": ({"who": {"reasons_from": {"age": 2.5, "bmi": -1.0}}}, {}, {"reasons_from": {"age": 2.5, "bmi": -1}}),
    "sees": ({"who": {"sees": ["mean(s1..s6)"]}}, {}, {"sees": "mean(s1..s6)"}),
    "facts": (
        {"facts": {"sparsity": 2, "noise": {"bmi": 2}, "exclude": ["s6"], "group": {"blood": ["s1", "s2"]}}},
        {"sparsity": 2, "noise": {"bmi": 2}, "exclude": "s6", "group": {"blood": ["s1", "s2"]}},
        {},
    ),
    "how": ({"how": {"method": "lasso", "lambda": 50.0}}, {"method": "lasso", "lambda_": 50}, {}),
    "work": ({"how": {"work": 2.5}}, {"work": 2.5}, {}),
    "row": ({"rows": {"row": 7, "local": True}}, {"row": 7, "local": True}, {}),
    "weight": ({"how": {"weight": "age", "seed": 4}}, {"seed": 4}, {"weight": "age"}),
}


def document(said):
    return {"schema": "explainee.request.v1", "what": ABOUT, **said}


@pytest.mark.parametrize("case", CASES)
def test_a_request_is_its_keywords(case, diabetes, program, tmp_path):
    said, options, who = CASES[case]
    keywords = xe.Explainer(**options).fit(diabetes, "prediction", label="progression", **who)
    asked = document(said)
    path = tmp_path / "r.json"
    path.write_text(json.dumps(asked))
    for request in (asked, json.dumps(asked), path, str(path)):
        assert xe.Explainer.from_request(request).fit(diabetes).to_json() == keywords.to_json()
    table = tmp_path / "t.csv"
    diabetes.to_csv(table, index=False)
    theirs = program("explain", table, "--json", "--request", path)
    assert keywords.result_["explanation"]["features"] == theirs["explanation"]["features"]
    assert keywords.result_["provenance"]["options"] == theirs["provenance"]["options"]


@pytest.mark.parametrize("case", CASES)
def test_what_was_asked_is_written(case, diabetes):
    _, options, who = CASES[case]
    first = xe.Explainer(**options).fit(diabetes, "prediction", label="progression", **who)
    again = xe.Explainer.from_request(first.to_request()).fit(diabetes)
    assert again.to_json() == first.to_json()
    assert again.to_request() == first.to_request()


def test_what_fit_is_given_takes_its_place(diabetes):
    asked = document({"who": {"knows": ["bmi"]}})
    ours = xe.Explainer.from_request(asked).fit(diabetes, knows="s*")
    assert ours.to_json() == xe.Explainer().fit(diabetes, "prediction", label="progression", knows="s*").to_json()
    values = diabetes.prediction.to_numpy()
    X = diabetes.drop(columns=["prediction", "progression"])
    asked = {"schema": "explainee.request.v1", "facts": {"sparsity": 1}}
    assert xe.Explainer.from_request(asked).fit(X, values).features_ == xe.Explainer(1).fit(X, values).features_


@pytest.mark.parametrize(
    "request_, message",
    [
        ({"schema": "explainee.request.v1", "who": {"nows": ["bmi"]}}, "/who/nows.*/who/knows"),
        ({"schema": "explainee.request.v1", "facts": {"sparsity": "two"}}, "/facts/sparsity.*whole number"),
        ({"who": {}}, "/schema"),
        ({"schema": np.arange(3)}, "no JSON"),
        ("{", "no JSON"),
        ("not/there.json", "cannot be read"),
        (3, "no request"),
        (document({"who": {"answers": "a.csv"}}), "answers="),
    ],
)
def test_faults(request_, message, diabetes):
    with pytest.raises(xe.UsageError, match=message):
        xe.Explainer.from_request(request_).fit(diabetes)


def test_an_empty_text_is_no_request():
    for text in ("", " \n"):
        with pytest.raises(xe.UsageError, match="the request is empty"):
            xe.Explainer.from_request(text)
