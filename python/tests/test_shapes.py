"""Facts told bent, cut or times something known, and answers that tell nothing: attributes, rows, frames and plots."""

import pickle

import matplotlib
import numpy as np
import pandas as pd
import pytest

matplotlib.use("Agg")

import explainee as xe

SHAPED = {"family": "auto", "tell": "supported"}


@pytest.fixture(scope="module")
def table():
    rng = np.random.default_rng(1)
    x1, x2, x3, x4, x5 = rng.normal(size=(5, 400))
    said = 3 * (x2 > 0.5) + x3**2 + np.sin(2 * x1) + x1 * x4 + 0.3 * rng.normal(size=400)
    return pd.DataFrame({"x1": x1, "x2": x2, "x3": x3, "x4": x4, "x5": x5, "said": said})


@pytest.fixture(scope="module")
def fitted(table):
    return xe.Explainer(3, **SHAPED).fit(table, "said", knows="x1", reader="flexible")


@pytest.fixture(scope="module")
def chance():
    rng = np.random.default_rng(4)
    return pd.DataFrame(rng.normal(size=(80, 7)), columns=[*(f"x{j}" for j in range(6)), "said"])


@pytest.fixture(scope="module")
def silent(chance):
    return xe.Explainer(3, **SHAPED).fit(chance, "said", knows="x5", reader="flexible")


def test_attributes_are_those_of_the_answer(fitted):
    information = fitted.result_["explanation"]["information"]
    assert fitted.predictive_bits_ == information["predictive_bits"] > 0
    assert fitted.predictive_se_ == information["predictive_se"] > 0
    assert fitted.found_ is True and fitted.unsupported_ is None
    assert list(fitted.shapes_) == fitted.features_
    assert (fitted.shapes_["x2"], fitted.shapes_["x3"]) == ("cut", "bent")
    plain = xe.Explainer(1, family="features", tell="all").fit(
        np.arange(60.0).reshape(20, 3) ** 2, np.arange(20.0), reader="quadratic"
    )
    assert plain.predictive_bits_ is plain.predictive_se_ is plain.found_ is plain.unsupported_ is None
    assert set(plain.shapes_.values()) == {"as it is"}


def test_rows_add_up_and_show_the_columns_values(fitted, table):
    e = fitted()
    assert np.abs(e.base_values + e.values.sum(axis=1) + e.remainder - table.said).max() < 1e-9
    for name in ("x2", "x3"):
        assert (e[:, name].data.ravel() == table[name]).all()
    frame = e.to_frame()
    assert [c for c in frame if c.startswith("contribution.")] == [f"contribution.{n}" for n in fitted.features_]
    assert "x2 above" in repr(e[0]) and "(bent)" not in repr(e[0])
    new = fitted(table.head(7), table.said.head(7))
    np.testing.assert_array_equal(new.values, e.values[:7])


def test_a_product_with_what_is_known_shows_the_values_of_its_columns(fitted, table, program, tmp_path):
    product = next(name for name in fitted.features_ if name.startswith("x4, more when x1 is "))
    e = fitted()
    assert (e[:, product].data.ravel() == table.x4).all()
    table.to_csv(tmp_path / "t.csv", index=False)
    call = ("explain", tmp_path / "t.csv", "--prediction", "said", "--knows", "x1", "--row", 6)
    text = e[6, product].value_text(0)
    assert text == f"x4 {table.x4[6]:.3g}, x1 {table.x1[6]:.3g}" and f"  {product} {text} " in program(*call)
    assert f"{product} = {text}" in repr(e[6])
    again = xe.Explanation.from_json(e[5:8].to_json())
    assert again[1, product].value_text(0) == text and e[6, ::-1][[product]].value_text(0) == text
    assert xe.Explanation.from_json(e[6].to_json())[[product]].value_text(0) == text


def test_kept_and_pickled_ones_do_the_same(fitted, table, tmp_path):
    fitted.save(tmp_path / "e.explainee")
    for again in (xe.load(tmp_path / "e.explainee"), pickle.loads(pickle.dumps(fitted))):
        new = again(table, table.said)
        np.testing.assert_array_equal(new.values, fitted().values)
        assert new.display_names == fitted().display_names
    assert not fitted.check(table, table.said)["changed"]


@pytest.mark.parametrize("which", ["fitted", "silent"])
def test_plots_draw(which, request):
    explainer = request.getfixturevalue(which)
    e = explainer()
    for draw in (e[0].plot.waterfall, e.plot.bar, e.plot.beeswarm, explainer.plot.curve):
        axes = draw(show=False)
        axes.figure.canvas.draw()
        matplotlib.pyplot.close(axes.figure)


def test_nothing_told_is_an_answer(silent, chance):
    assert silent.features_ == [] and silent.shapes_ == {} and silent.bits_ == 0
    assert silent.found_ is False and silent.unsupported_["features"]
    assert silent.sentences_[0] == "Nothing in this table tells this reader more than chance."
    e = silent()
    assert e.values.shape == (80, 0)
    assert np.abs(e.base_values + e.remainder - chance.said).max() < 1e-9
    assert e[0].as_list() == [] and "the rest" in repr(e[0]) and e[0]._repr_html_()
    frame = e.to_frame()
    assert len(frame) == 80 and not [c for c in frame if c.startswith("contribution")]
    assert silent.transform(chance).shape == (80, 0)
    assert "nothing to tell" in repr(silent) and "more than chance" in silent.text()
    assert silent.view()["facts"] == [] and len(silent.get_feature_names_out()) == 0


def test_requests_carry_the_reader(fitted, table):
    again = xe.Explainer.from_request(fitted.to_request())
    assert (again.tell, again.family) == ("supported", "auto") or again.family == ["auto"]
    assert again.fit(table).result_["explanation"] == fitted.result_["explanation"]


def test_an_unknown_reader_is_refused(table):
    with pytest.raises(xe.UsageError, match="reader"):
        xe.Explainer().fit(table, "said", reader="flexibl")
