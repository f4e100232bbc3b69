"""Ids are texts, exactly as they are given: a column, an array, or a pandas index; rows are asked for by them."""

import pickle

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import explainee as xe

ROWS = 80
LONG = [100000000000000000 + 7 * row for row in range(ROWS)]  # 18 digits: more than float64 holds
ODD = [
    "00000003",
    " edge ",
    'a "quote"',
    "comma, and; more",
    "naïve 東京 🙂",
    "=1+1",
    "1e5",
    "3.0",
    "NA",
    "nan",
    "0",
    "00",
]


@pytest.fixture(scope="module")
def table():
    rng = np.random.default_rng(5)
    frame = pd.DataFrame(rng.normal(size=(ROWS, 3)), columns=["a", "b", "c"])
    return frame.assign(p=2 * frame.a + frame.b)


def texts(seed):
    rng = np.random.default_rng(seed)
    letters = [chr(code) for code in range(32, 127)] + list("äßéλЖ中🙂")
    made = {"".join(rng.choice(letters, rng.integers(1, 30))) for _ in range(3 * ROWS)}
    return [*ODD, *sorted(made - set(ODD))][:ROWS]


MAKERS = {"pandas": lambda frame: frame, "polars": pl.from_pandas, "pyarrow": pa.Table.from_pandas}


@pytest.mark.parametrize("maker", MAKERS.values(), ids=MAKERS.keys())
@pytest.mark.parametrize("ids", [LONG, texts(0), texts(1), texts(2)], ids=["long", "0", "1", "2"])
def test_any_text_and_any_whole_number_survives_as_a_column(table, ids, maker):
    X = maker(table.assign(customer=ids))
    ex = xe.Explainer(effort="quick", row=f"id:{ids[17]}").fit(X, "p", id="customer")
    assert ex.result_["row"]["index"] == 17 and ex.result_["row"]["id"] == str(ids[17])
    e = ex()
    assert e.ids == [str(own) for own in ids]
    frame = e.to_frame()
    assert list(frame.columns[:2]) == ["row", "id"] and list(frame.id) == e.ids and frame.row.dtype.kind == "i"
    for row in (0, 3, 41, ROWS - 1):
        one = e.id(str(ids[row]))
        assert one.ids == str(ids[row]) and one.prediction == e[row].prediction
    assert ex(X).ids == e.ids and ex(X[20:30] if not isinstance(X, pa.Table) else X.slice(20, 10)).ids == e.ids[20:30]


@pytest.mark.parametrize("ids", [LONG, texts(3)], ids=["long", "texts"])
@pytest.mark.parametrize("make", [list, np.array, pd.Series, pl.Series, pa.array], ids=lambda make: make.__name__)
def test_as_an_array(table, ids, make):
    ex = xe.Explainer(effort="quick", row=4).fit(table, "p", id=make(ids))
    assert ex.result_["row"]["id"] == str(ids[4]) and ex().ids == [str(own) for own in ids]


@pytest.mark.parametrize("ids", [LONG, texts(4)], ids=["long", "texts"])
def test_as_a_pandas_index(table, ids):
    X = table.set_index(pd.Index(ids, name="customer"))
    ex = xe.Explainer(effort="quick").fit(X, "p")
    e = ex()
    assert e.id(str(ids[12])).prediction == e[12].prediction and e[12].row_name == f"customer {ids[12]}"
    assert ex(X.iloc[[40, 3]]).ids == [str(ids[40]), str(ids[3])]
    asked = xe.Explainer(effort="quick", row=f"id:{ids[12]}").fit(X, "p")
    assert asked.result_["row"]["index"] == 12 and asked.features_ == ex.features_
    assert f"customer {ids[12]}"[:20] in asked.text()


def test_missing_ones_beside_cost_no_digit(table):
    for ids in (
        pd.array([*LONG[:-1], None], dtype="Int64"),
        pl.Series([*LONG[:-1], None]),
        pa.array([*LONG[:-1], None]),
    ):
        e = xe.Explainer(effort="quick").fit(table, "p", id=ids)()
        assert e.ids == [*map(str, LONG[:-1]), ""]
        assert e[ROWS - 1].row_name == "" and e[5].row_name.endswith(f" {LONG[5]}")
    arrow = pa.Table.from_pandas(table).append_column("customer", pa.array([*LONG[:-1], None]))
    assert xe.Explainer(effort="quick").fit(arrow, "p", id="customer")().ids[:-1] == [*map(str, LONG[:-1])]


def test_a_plain_count_from_0_is_no_id(table):
    e = xe.Explainer(effort="quick").fit(table, "p")()
    assert e.ids is None and "id" not in e.to_frame() and e[3].row_name == ""
    with pytest.raises(xe.UsageError, match="id="):
        e.id("3")
    shifted = xe.Explainer(effort="quick").fit(table[10:], "p")()
    assert shifted.id("10").prediction == shifted[0].prediction


def test_a_position_stays_a_position(table):
    e = xe.Explainer(effort="quick").fit(table.set_index(pd.Index(range(ROWS)[::-1])), "p")()
    assert e[3].ids == str(ROWS - 4) and e.id("3").prediction == e[ROWS - 4].prediction
    with pytest.raises(xe.UsageError, match="e.id\\('3'\\)"):
        e.id(3)


def test_rows_and_facts_that_are_taken_out_keep_their_ids(table):
    e = xe.Explainer(effort="quick").fit(table, "p", id=LONG)()
    some = e[[9, 4, 70]]
    assert some.ids == [str(LONG[row]) for row in (9, 4, 70)] and list(some.to_frame().row) == [9, 4, 70]
    assert some[1:].id(str(LONG[70])).prediction == e[70].prediction
    assert e[e.prediction > 1].ids == [str(own) for own, high in zip(LONG, e.prediction > 1) if high]
    assert e[9, "a"].ids == str(LONG[9]) and e[-1].ids == str(LONG[-1])
    assert list(e[9].to_frame().id) == [str(LONG[9])]
    for again in (xe.Explanation.from_json(some.to_json()), pickle.loads(pickle.dumps(some))):
        assert again.ids == some.ids and again.to_frame().equals(some.to_frame())
        assert again[0].ids == str(LONG[9]) and again.id(str(LONG[4])).prediction == e[4].prediction
    one = xe.Explanation.from_json(e[4].to_json())
    assert one.ids == str(LONG[4]) and one.row_name == e[4].row_name


def test_an_id_that_is_not_there_or_twice(table):
    e = xe.Explainer(effort="quick").fit(
        table, "p", id=["twin" if row in (4, 11, 30) else f"c{row:03d}" for row in range(ROWS)]
    )()
    with pytest.raises(xe.UsageError, match="rows 4 and 11 both have the id 'twin'"):
        e.id("twin")
    with pytest.raises(xe.UsageError, match="did you mean 'c003'"):
        e.id("c0O3")
    with pytest.raises(xe.UsageError, match="e.id\\('c000'\\)"):
        e.id("something else")
    with pytest.raises(xe.UsageError, match="several"):
        e[3].id("c003")
    for row, says in (("id:twin", "rows 4 and 11"), ("id:c0O3", "row='id:c003'"), ("c003", "id:"), (-1, "row")):
        with pytest.raises(xe.UsageError, match=says):
            xe.Explainer(effort="quick", row=row).fit(
                table, "p", id=["twin" if r in (4, 11) else f"c{r:03d}" for r in range(ROWS)]
            )
    with pytest.raises(xe.UsageError, match="id="):
        xe.Explainer(effort="quick", row="id:7").fit(table, "p")


def test_words_and_pictures_name_the_row(table):
    ex = xe.Explainer(effort="quick", names={"customer": "client"}).fit(table.assign(customer=LONG), "p", id="customer")
    one = ex()[5]
    assert repr(one).splitlines()[0] == f"client {LONG[5]}" and f"client {LONG[5]}" in one._repr_html_()
    pytest.importorskip("matplotlib").use("Agg")
    axes = one.plot.waterfall(show=False)
    assert any(f"client {LONG[5]}" in text.get_text() for text in axes.figure.findobj(lambda o: hasattr(o, "get_text")))


def test_a_kept_explainer_remembers_the_column(table, tmp_path):
    X = table.assign(customer=LONG)
    xe.Explainer(effort="quick").fit(X, "p", id="customer").save(tmp_path / "kept.explainee")
    kept = xe.load(tmp_path / "kept.explainee")
    assert kept(X).id(str(LONG[7])).prediction == X.p[7]
    assert kept(table).ids is None


def test_rows_with_facts_of_their_own_have_ids(table):
    rows = xe.Explainer(local=True, effort="quick").fit(table, "p", id=LONG).local_rows()
    assert list(rows)[:2] == ["row", "id"] and rows["id"] == [str(own) for own in LONG]


def test_an_id_is_no_fact_and_changes_no_figure(table):
    plain = xe.Explainer(effort="quick").fit(table, "p")
    named = xe.Explainer(effort="quick").fit(table, "p", id=LONG)
    assert plain.result_["explanation"] == named.result_["explanation"]


def test_a_dialogue_shows_the_id_as_it_is(table):
    assert xe.Dialogue(table, "p", id=LONG).next_question().id in [str(own) for own in LONG]
