"""What people are shown, as data: the same texts as the terminal's and the same numbers as the answer's."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from explainee.explanation import row_views

import explainee as xe


@pytest.fixture(scope="module")
def explainer():
    pandas = pytest.importorskip("pandas")
    data = pandas.read_csv(Path(__file__).parents[2] / "data" / "diabetes.csv")
    names = {"bmi": "body mass index", "prediction": "progression"}
    return xe.Explainer(sparsity=2, names=names).fit(data, "prediction", knows="s1..s3", label="progression")


def test_the_view_has_the_sentences_and_figures_of_the_answer(explainer):
    view = explainer.view()
    result = explainer.result_
    assert view["schema"] == "explainee.view.v1"
    assert [sentence["text"] for sentence in view["sentences"]] == result["sentences"]
    assert view["sentences"][0]["weight"] == "headline"
    assert {sentence["weight"] for sentence in view["sentences"][1:]} == {"body", "detail"}
    assert view["gaps"][0]["before"]["value"] == result["explanation"]["uncertainty"]["cross_validated"]["before"]
    assert [fact["name"] for fact in view["facts"]] == explainer.features_
    assert view["facts"][0]["label"] == "body mass index"
    assert [step["bits"]["value"] for step in view["curve"]] == [point["bits"] for point in result["curve"]]


def test_every_text_of_the_view_stands_on_the_terminal(explainer):
    view = explainer.view()
    text = explainer.text(width=100_000)
    shown = [view["title"], view["gaps"][0]["after"]["text"], *(fact["coefficient"] for fact in view["facts"])]
    shown += [sentence["text"] for sentence in view["sentences"]]
    assert [one for one in shown if one not in text] == []


def test_steps_of_new_rows_add_up(explainer):
    row = explainer()[3]
    steps = row_views([row])["rows"][0]["steps"]
    assert [step["kind"] for step in steps] == ["start", "fact", "fact", "rest", "end"]
    assert steps[0]["to"] == row.base_values
    assert steps[0]["to"] + sum(step["amount"] for step in steps) == pytest.approx(float(row.prediction))
    assert [step["label"] for step in steps[1:3]] == [
        row.display_names[row.feature_names.index(n)] for n, _ in row.as_list()
    ]
    assert max(step["share"] for step in steps) == 1


def test_a_row_without_prediction_says_so():
    row = xe.Explanation(np.array([2.0, -1.0]), 10.0, np.array([5.0, 6.0]), ["a", "b"])
    assert repr(row).splitlines() == [
        "expected              10",
        "a = 5                 +2",
        "b = 6                 -1",
        "the rest       not known",
        "prediction     not known",
    ]
    assert "not known" in row._repr_html_()


def test_a_loaded_explainer_has_no_view(explainer, tmp_path):
    explainer.save(tmp_path / "kept")
    with pytest.raises(xe.UsageError, match="has no view"):
        xe.load(tmp_path / "kept").view()
