"""Tables of every make give the same digits; arrays are read where they lie; bad ones are refused clearly."""

import tracemalloc
import warnings

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import explainee as xe

warnings.simplefilter("ignore", xe.ExplainerWarning)

MAKES = {
    "pandas": lambda d: d,
    "pandas categorical": lambda d: d.assign(city=d.city.astype("category")),
    "pandas nullable": lambda d: d.convert_dtypes(),
    "pandas object": lambda d: d.assign(city=d.city.astype(object)),
    "pandas arrow": lambda d: pa.Table.from_pandas(d).to_pandas(types_mapper=pd.ArrowDtype),
    "polars": pl.from_pandas,
    "polars categorical": lambda d: pl.from_pandas(d).with_columns(pl.col("city").cast(pl.Categorical)),
    "polars lazy": lambda d: pl.from_pandas(d).lazy(),
    "polars chunks": lambda d: pl.concat([pl.from_pandas(d[:150]), pl.from_pandas(d[150:])], rechunk=False),
    "pyarrow": pa.Table.from_pandas,
    "pyarrow chunks": lambda d: pa.concat_tables([pa.Table.from_pandas(d[:150]), pa.Table.from_pandas(d[150:])]),
    "pyarrow batch": pa.RecordBatch.from_pandas,
    "dictionary": lambda d: {name: d[name].to_numpy() for name in d},
    "records": lambda d: d.to_records(index=False),
}


@pytest.mark.parametrize("make", MAKES)
def test_every_make_gives_the_same_digits(make, mixed):
    expected = xe.Explainer().fit(mixed, "said", knows="city")
    ours = xe.Explainer().fit(MAKES[make](mixed), "said", knows="city")
    assert ours.result_ == expected.result_
    assert np.array_equal(ours().values, expected().values)


@pytest.mark.parametrize("dtype", ["f8", "f4", "f2", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "?", ">f8", "g"])
def test_every_number_type(dtype):
    rng = np.random.default_rng(0)
    x = rng.integers(0, 2, size=(200, 4)).astype(dtype)
    y = rng.normal(size=200) + x[:, 2].astype(float)
    expected = xe.Explainer(1).fit(x.astype(float), y)
    assert xe.Explainer(1).fit(x, y).result_ == expected.result_


def test_any_layout_of_memory():
    rng = np.random.default_rng(1)
    x = rng.normal(size=(300, 6))
    y = x @ np.arange(6.0)
    expected = xe.Explainer().fit(x, y).result_
    far = np.zeros((300, 6000))
    far[:, ::1000] = x
    read_only = x.copy()
    read_only.flags.writeable = False
    backwards = x[::-1].copy()[::-1]
    for layout in (np.asfortranarray(x), far[:, ::1000], read_only, backwards, np.repeat(x, 2, axis=0)[::2]):
        assert xe.Explainer().fit(layout, y).result_ == expected
    field = np.zeros(300, dtype=[("odd", "i1"), ("value", "f8")])  # not aligned
    field["value"] = y
    assert xe.Explainer().fit(x, field["value"]).result_ == expected


def test_float64_is_not_copied():
    x = np.asfortranarray(np.random.default_rng(0).normal(size=(200_000, 20)))  # 32 MB
    y = x[:, 0] + x[:, 1]
    xe.Explainer().fit(x[:100], y[:100])
    import resource

    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    tracemalloc.start()
    plain = {"threads": 1, "family": "features", "tell": "all"}  # deciding on rows holds some of them, 10 000 at most
    xe.Explainer(**plain).fit(x, y, reader="quadratic")
    xe.Explainer(**plain).fit(np.ascontiguousarray(x[:, ::-1])[:, ::-1], y, reader="quadratic")
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 60e6  # the copy made right here is 32 MB
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 90_000  # kilobytes


def test_names_are_kept_and_found_by_position():
    x = pd.DataFrame(np.random.default_rng(0).normal(size=(100, 3)), columns=["a b", 7, "ü"])
    ex = xe.Explainer(1).fit(x, x["a b"] + 0.1 * x[7], knows="a b")
    assert ex.features_ == ["7"]
    assert xe.Explainer(1).fit(x, x["a b"], knows=[7]).result_["user"]["summary"] == ["7"]
    with pytest.raises(xe.UsageError, match="no column '0'"):
        xe.Explainer(1).fit(x, x[7], knows=[0])  # columns are called by numbers here
    assert list(ex.feature_names_in_) == ["a b", "7", "ü"]
    plain = xe.Explainer(1).fit(x.to_numpy(), x[7])
    assert plain.features_ == ["x1"]


def test_predictions_of_every_kind(mixed):
    x, y = mixed.drop(columns="said"), mixed["said"]
    expected = xe.Explainer().fit(x, y.to_numpy()).result_["explanation"]
    given = [y, y.to_list(), y.to_numpy().reshape(-1, 1), pl.Series(y), pa.array(y), lambda X: y.to_numpy()]
    for prediction in given:
        assert xe.Explainer().fit(x, prediction).result_["explanation"] == expected


def test_a_model_tells_its_inputs(mixed):
    from sklearn.linear_model import LinearRegression

    model = LinearRegression().fit(mixed[["b", "a"]], mixed["said"])
    x = mixed[["a", "b", "whole"]]
    ex = xe.Explainer(3).fit(x, model.predict)
    assert ex.result_["provenance"]["options"]["inputs"] == ["b", "a"]
    assert ex.used_by_model_ == {name: "yes" if name in ("a", "b") else "no" for name in ex.features_}
    new = ex(x[:5])
    assert np.allclose(new.prediction, model.predict(x[["b", "a"]][:5]))
    assert np.allclose(new.base_values + new.values.sum(axis=1) + new.remainder, new.prediction)


def test_probabilities_are_called_by_their_classes(mixed):
    from sklearn.linear_model import LogisticRegression

    classes = np.array(["low", "middle", "high"])[np.digitize(mixed.said, [2, 5])]
    model = LogisticRegression(max_iter=1000).fit(mixed[["a", "whole"]], classes)
    ex = xe.Explainer(2).fit(mixed[["a", "b", "whole"]], model.predict_proba)
    assert ex().output_names == ["p(high)", "p(low)", "p(middle)"]


BAD = {
    "complex": (lambda x: x.astype(complex), "Complex"),
    "empty": (lambda x: x[:0], "row"),
    "no columns": (lambda x: x[:, :0], "no columns"),
    "one dimension": (lambda x: x[:, 0], "dimension"),
    "three dimensions": (lambda x: x[None], "dimension"),
    "objects": (lambda x: np.array([[object()] * 3] * len(x)), "neither numbers nor text"),
    "ragged": (lambda x: [[1, 2], [3]], "table"),
    "a scalar": (lambda x: 3, "table"),
    "None": (lambda x: None, "table"),
    "nan": (lambda x: np.where(np.arange(len(x))[:, None] == 3, np.nan, x), "row 3.*missing"),
    "infinite": (lambda x: np.where(np.arange(len(x))[:, None] == 3, np.inf, x), "row 3.*infinite"),
    "short": (lambda x: x[:7], "7 rows"),
    "duplicate": (lambda x: pd.DataFrame(x, columns=["a", "a", "b"]), "two columns 'a'"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_tables(case):
    x = np.random.default_rng(0).normal(size=(50, 3))
    make, words = BAD[case]
    with pytest.raises((xe.UsageError, xe.DataError), match=f"(?s){words}"):
        xe.Explainer(1).fit(make(x), x[:, 0] if case != "empty" else x[:0, 0])


def test_text_among_numbers_names_the_row():
    x = pd.DataFrame({"a": np.array(["x", "y", 3.0] * 20, dtype=object), "b": np.arange(60.0)})
    with pytest.raises(xe.DataError, match="row 2.*mixes text and float"):
        xe.Explainer(1).fit(x, np.arange(60.0))


def test_sparse_is_refused():
    scipy = pytest.importorskip("scipy.sparse")
    with pytest.raises(xe.DataError, match="toarray"):
        xe.Explainer().fit(scipy.eye(5).tocsr(), np.ones(5))


def test_dates_are_set_aside_and_refused_by_name(mixed):
    x = mixed.drop(columns="said").assign(day=pd.Timestamp("2020-01-01"))
    ex = xe.Explainer().fit(x, mixed["said"])
    assert "day" not in ex.features_
    with pytest.raises(xe.DataError, match="day"):
        xe.Explainer(features=["day", "a"]).fit(x, mixed["said"])


@pytest.mark.parametrize(
    "options, words",
    [
        ({"sparsity": 0}, "sparsity"),
        ({"sparsity": 2.5}, "whole number"),
        ({"sparsity": True}, "whole number"),
        ({"sparsity": 99}, "sparsity"),
        ({"method": "best"}, "method"),
        ({"features": ["nope"]}, "nope"),
        ({"features": [17]}, "no column 17"),
        ({"family": "astrology"}, "astrology"),
        ({"threads": -1}, "threads"),
    ],
)
def test_bad_options(options, words):
    x = np.random.default_rng(0).normal(size=(50, 3))
    with pytest.raises(xe.UsageError, match=words) as caught:
        xe.Explainer(**options).fit(x, x[:, 0])
    assert "--" not in str(caught.value)
    assert isinstance(caught.value, ValueError)


UNUSABLE = {
    "complex objects": lambda n: np.array([1 + 2j] * n, dtype=object),
    "numpy's complex objects": lambda n: np.array([np.complex128(1 + 2j), None] * (n // 2), dtype=object),
    "dates": lambda n: pd.date_range("2020-01-01", periods=n),
    "date objects": lambda n: [pd.Timestamp("2020-01-01")] * n,
    "numpy's dates among objects": lambda n: pd.Series([np.datetime64("2020-01-01"), None] * (n // 2), dtype=object),
    "durations": lambda n: pd.to_timedelta(np.arange(n), unit="D"),
    "lists": lambda n: [[1, 2]] * n,
    "bytes": lambda n: [b"1.5"] * n,
}


@pytest.mark.parametrize("case", UNUSABLE)
def test_columns_that_cannot_be_used_are_named(mixed, case):
    x = mixed.drop(columns="said").assign(odd=pd.Series(UNUSABLE[case](len(mixed)), index=mixed.index))

    def unusable(call):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            call()
        return [str(w.message) for w in caught if getattr(w.message, "code", "") == "unusable_columns"]

    calls = {
        "fit": lambda: xe.Explainer(2).fit(x, mixed["said"]),
        "score": lambda: xe.score(x, mixed["said"], ["a"]),
        "cohort": lambda: xe.cohort(x, mixed["said"], {"user": ["u"], "knows": ["a"]}),
        "dialogue": lambda: xe.Dialogue(x, mixed["said"]),
        "moments": lambda: xe.Moments().update(x).update(x),
    }
    for name, call in calls.items():
        said = unusable(call)
        assert len(said) == 1 and "'odd'" in said[0] and "convert" in said[0], (name, said)
    assert unusable(lambda: xe.Explainer(2, exclude="o*").fit(x, mixed["said"])) == []
    assert unusable(lambda: xe.Explainer(1, features=["a"]).fit(x, mixed["said"])) == []
    assert unusable(lambda: xe.Moments(exclude=["odd"]).update(x)) == []


def test_many_columns_that_cannot_be_used_are_counted(mixed):
    x = mixed.drop(columns="said").assign(**{f"day{i}": pd.Timestamp("2020-01-01") for i in range(25)})
    with pytest.warns(xe.ExplainerWarning, match=r"'day8' .*, 16 more; convert"):
        xe.Explainer(2).fit(x, mixed["said"])


def test_moments_are_not_merged_with_themselves():
    moments = xe.Moments().update({"a": [1.0, 2.0, 4.0], "b": [0.0, 1.0, 1.5]})
    with pytest.raises(xe.UsageError, match="count every row twice"):
        moments.merge(moments)
    assert moments.rows == 3
