"""Scores of others' explanations, moments from elsewhere, many people, and questions to one."""

import fcntl
import pickle
import warnings

import numpy as np
import pytest
from conftest import assert_close

import explainee as xe

warnings.simplefilter("ignore", xe.ExplainerWarning)


# What serves a whole cohort at once.
AT_ONCE = {"reader": "quadratic", "family": "features", "tell": "all"}
PLAIN = {"family": "features", "tell": "all"}  # the same of an Explainer, whose reader fit() takes


@pytest.fixture(scope="module")
def planted():
    rng = np.random.default_rng(0)
    x = rng.normal(size=(400, 5))
    return x, x @ [4.0, 3.0, 2.0, 1.0, 0.0] + 0.1 * rng.normal(size=400)


def test_scores(planted):
    import shap

    x, y = planted
    names = [f"x{i}" for i in range(5)]
    plain = xe.score(x, y, ["x1", "x2"], knows="x0")
    assert plain.features == ["x1", "x2"] and plain.lost_bits == 0 and float(plain) == plain.bits > 1
    values = x * [4.0, 3.0, 2.0, 1.0, 0.0]
    given = shap.Explanation(values, base_values=0.0, data=x, feature_names=names)
    assert xe.score(x, y, given, sparsity=2).features == ["x0", "x1"]
    one = xe.score(x, y, given[0], sparsity=1)
    assert one.features == [names[np.abs(values[0]).argmax()]]
    assert xe.score(x, y, xe.Explainer(2).fit(x, y)(), sparsity=2).features == ["x0", "x1"]
    lime = [("0.1 < x3 <= 0.7", 0.3), ("x1 > 0.66", -0.2), ("x3 <= 2", 0.1)]
    assert xe.score(x, y, lime).features == ["x1", "x3"]
    assert xe.score(x, y, {"x4": 0.1, "x2": -5.0}, sparsity=1).features == ["x2"]
    assert xe.score(x, y, "x0 > 0 and x1 > 0").bits > 0.1
    nothing = xe.score(x, y, ["x4"], knows=["x0", "x1", "x2"])
    assert nothing.p_value > 1e-3 and nothing.lost_bits > 1


@pytest.mark.parametrize("explanation, words", [([], "empty"), (["nope"], "nope"), ([("z > 1", 1.0)], "no column")])
def test_bad_scores(planted, explanation, words):
    with pytest.raises(xe.UsageError, match=words):
        xe.score(*planted, explanation)


def test_moments_in_parts(planted):
    x, y = planted
    table = np.column_stack([x, y])
    whole = xe.Moments().update(table)
    batches = xe.Moments()
    for batch in np.array_split(table, [1, 50, 50, 333]):
        batches.update(batch)
    parts = xe.Moments().update(table[:123]).merge(xe.Moments(first_row=123).update(table[123:]))
    one = xe.Explainer(2, **PLAIN)
    fits = [one.fit(m, "x5", knows="x0", reader="quadratic").result_ for m in (whole, batches, parts)]
    for fit in fits:
        fit["provenance"].pop("data_sha256")  # of the moments to the last bit
    for other in fits[1:]:
        assert_close(other, fits[0])
    rows = xe.Explainer(2, **PLAIN).fit(x, y, knows="x0", linear=True)
    assert fits[0]["explanation"]["information"]["bits"] == pytest.approx(rows.bits_, rel=1e-12)


def test_moments_are_kept(planted, tmp_path):
    held = xe.Moments(products="x0").update(np.column_stack(planted))
    held.save(tmp_path / "a.moments")
    for again in (xe.Moments.load(tmp_path / "a.moments"), pickle.loads(pickle.dumps(held))):
        assert again.to_bytes() == held.to_bytes() and again.rows == 400
    with pytest.raises(xe.UsageError, match="no rows"):
        xe.Explainer().fit(xe.Moments(), "x5")
    with pytest.raises(xe.UsageError, match="give a name"):
        xe.Explainer().fit(held, np.ones(3))
    table = np.column_stack(planted)
    ex = xe.Explainer(2, **PLAIN).fit(held, "x5", knows="x0", reader="quadratic")
    rows = xe.Explainer(2, **PLAIN).fit(planted[0], table[:, 5], knows="x0", reader="quadratic")
    assert np.allclose(ex(table).values, rows().values, rtol=1e-12) and np.allclose(
        ex(table).remainder, rows().remainder
    )
    (tmp_path / "a.moments").write_bytes(b"EXPLMOM\nbroken")
    with pytest.raises(xe.DataError, match="a.moments"):
        xe.Moments.load(tmp_path / "a.moments")


def test_different_columns_do_not_merge(planted):
    x, _ = planted
    with pytest.raises(xe.DataError, match="batch"):
        xe.Moments().update(x).update(x[:, :3])


def test_a_cohort_and_its_catalogue(planted):
    x, y = planted
    users = {"user": [f"u{i}" for i in range(8)], "knows": [f"x{i % 4}" for i in range(8)]}
    found = xe.cohort(x, y, users, catalogue=2, sparsity=1, **AT_ONCE)
    assert len(found) == 8 and list(found["user"]) == users["user"]
    for i in range(8):
        single = xe.Explainer(1, **PLAIN).fit(x, y, knows=f"x{i % 4}", reader="quadratic")
        assert found["features"][i] == single.features_
        assert found["bits"][i] == pytest.approx(single.bits_, rel=1e-9)
    assert found.report["users"] == 8 and len(found.report["catalogue"]) == 2
    assert list(found["shapes"]) == [[]] * 8 and np.isnan(found["found"]).all() and not found.report["one_by_one"]
    with pytest.raises(xe.ExplaineeError, match="user"):
        xe.cohort(x, y, {"who": ["a"]}, **AT_ONCE)


def test_a_cohort_one_by_one(planted):
    x, y = planted
    bent = y + 3 * x[:, 4] ** 2
    users = {"user": ["a", "b", "c", "d"], "knows": ["x0", "x1;x2", "", "x0"]}
    how = {"family": "auto", "tell": "supported"}
    for effort in ("quick", "normal"):
        found = xe.cohort(x, bent, users, sparsity=2, reader="flexible", effort=effort, **how)
        assert found.report["one_by_one"] and len(found) == 4
        for i, knows in enumerate(["x0", ["x1", "x2"], None, "x0"]):
            single = xe.Explainer(2, effort=effort, **how).fit(x, bent, knows=knows, reader="flexible")
            assert found["features"][i] == single.features_
            assert found["bits"][i] == single.bits_ and bool(found["found"][i]) == single.found_
            assert found["shapes"][i] == [single.shapes_[name] for name in single.features_]
            predictive = None if np.isnan(found["predictive_bits"][i]) else found["predictive_bits"][i]
            assert predictive == single.predictive_bits_
    assert any("bent" in shapes for shapes in found["shapes"])
    with pytest.raises(xe.UsageError, match="catalogue"):
        xe.cohort(x, y, users, catalogue=2, reader="flexible", **how)


def test_a_journal_has_one_run(planted, tmp_path):
    x, y = planted
    users = {"user": ["a"], "knows": ["x0"]}
    whole = xe.cohort(x, y, users, sparsity=2, **AT_ONCE, journal=tmp_path / "marks")
    assert list(tmp_path.iterdir()) == []
    with open(tmp_path / "marks", "wb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        with pytest.raises(xe.UsageError, match="another run") as refused:
            xe.cohort(x, y, users, sparsity=2, **AT_ONCE, journal=tmp_path / "marks")
    assert refused.value.code == "unwritable_output"
    (tmp_path / "marks").write_bytes(b"explainee cohort 3\n" + b"\xff" * 500)
    again = xe.cohort(x, y, users, sparsity=2, **AT_ONCE, journal=tmp_path / "marks")
    assert again["features"] == whole["features"]
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_process_was_writing_is_removed(planted, tmp_path):
    held = xe.Moments().update(np.column_stack(planted))
    (tmp_path / ".a.moments.explainee-0.tmp").write_bytes(b"half")
    with open(tmp_path / ".a.moments.explainee-1.tmp", "wb") as going_on:
        fcntl.flock(going_on, fcntl.LOCK_EX)
        held.save(tmp_path / "a.moments")
        assert {path.name for path in tmp_path.iterdir()} == {"a.moments", ".a.moments.explainee-1.tmp"}
    held.save(tmp_path / "a.moments")
    assert [path.name for path in tmp_path.iterdir()] == ["a.moments"]
    assert xe.Moments.load(tmp_path / "a.moments").to_bytes() == held.to_bytes()
    with pytest.raises(xe.UsageError, match="does not exist") as refused:
        held.save(tmp_path / "nowhere" / "a.moments")
    assert refused.value.code == "unwritable_output" and str(tmp_path) in refused.value.where


def test_a_dialogue(planted):
    x, y = planted
    talk = xe.Dialogue(x, y, sparsity=1)
    asked = 0
    while (question := talk.next_question()) is not None:
        asked += 1
        if asked == 2:
            talk.do_not_know()
            continue
        talk.answer(question.row, 4 * question.values["x0"])
    verdict = talk.verdict()
    assert verdict.features == ["x1"] and verdict.ending and verdict.answers == asked - 1
    assert talk.explanation()["explanation"]["features"][0]["name"] == "x1"
    answered = [entry for entry in talk.said if entry["reply"] == "answered"]
    told = {"row": [e["row"] for e in answered], "answer": [e["answer"] for e in answered]}
    assert xe.Explainer(1).fit(x, y, answers=told).features_ == ["x1"]
    assert talk.undo()
    with pytest.raises(xe.UsageError):
        talk.answer(10**9, 1.0)
    words = xe.Dialogue(x, y, answer_words=["low", "high"])
    question = words.next_question()
    with pytest.raises(xe.UsageError, match="none of the words"):
        words.answer(question.row, "middling")
    words.answer(question.row, "high")
    assert words.said[0]["answer"] == "high"
