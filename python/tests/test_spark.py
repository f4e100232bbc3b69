"""explainee.spark on a real local Spark, against the same rows on one machine."""

from __future__ import annotations

import datetime
import decimal
import json
import os
import struct
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import assert_close

pytest.importorskip("pyspark")
pytest.importorskip("pyarrow")

import pyarrow as pa  # noqa: E402
from pyspark.sql import DataFrame, SparkSession  # noqa: E402
from pyspark.sql import functions as F  # noqa: E402
from pyspark.sql.pandas.types import from_arrow_schema  # noqa: E402

import explainee as xe  # noqa: E402
from explainee import spark as xs  # noqa: E402

ROWS = 3000
ODD = "a.b `c` d*"


@pytest.fixture(scope="module")
def session() -> Iterator[SparkSession]:
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("PYSPARK_PYTHON", sys.executable)
        environment.setenv("PYTHONPATH", str(Path(xe.__file__).parents[1]), prepend=os.pathsep)
        made = (
            SparkSession.builder.master("local[2,4]")
            .config("spark.ui.enabled", "false")
            .config("spark.ui.showConsoleProgress", "false")
            .config("spark.driver.memory", "1g")
            .config("spark.driver.extraJavaOptions", "-XX:TieredStopAtLevel=1")  # starts sooner
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.sql.shuffle.partitions", "4")
            .config("spark.sql.execution.arrow.maxRecordsPerBatch", "700")
            .getOrCreate()
        )
        made.sparkContext.setLogLevel("OFF")
        yield made
        made.stop()


@pytest.fixture(scope="module")
def table() -> pa.Table:
    rng = np.random.default_rng(7)
    columns: dict[str, Any] = {f"x{i}": rng.normal(5, 1 + i, ROWS) for i in range(4)}
    columns["city"] = rng.choice(["Oslo", "Rome", "Bonn", "Århus"], ROWS)
    columns["whole"] = rng.integers(0, 9, ROWS)
    columns["flag"] = rng.random(ROWS) < 0.3
    columns[ODD] = rng.normal(size=ROWS)
    columns["w"] = rng.integers(0, 4, ROWS).astype(float)
    told = 2 * columns["x0"] + columns["x1"] ** 2 - columns["x2"] + 3 * (columns["city"] == "Rome") + columns["flag"]
    columns["prediction"] = told + 2 * columns[ODD] + rng.normal(size=ROWS)
    return pa.table(columns)


def frame(session: SparkSession, table: pa.Table, sizes: list[int]) -> DataFrame:
    """A DataFrame with these partitions of the rows, in their order."""
    ends = np.cumsum(sizes)
    assert ends[-1] == table.num_rows
    rows = list(zip(*(column.to_pylist() for column in table.columns)))
    slices = [rows[end - size : end] for end, size in zip(ends, sizes)]
    parts = session.sparkContext.parallelize(list(range(len(sizes))), len(sizes)).flatMap(lambda i: slices[i])
    return session.createDataFrame(parts, from_arrow_schema(table.schema), verifySchema=False)


def with_column(table: pa.Table, name: str, values: Any) -> pa.Table:
    """The table with other values in a column, or with one column more."""
    array = values if isinstance(values, pa.Array) else pa.array(values)
    return pa.table({**{each: table[each] for each in table.column_names}, name: array})


# --- the same moments -------------------------------------------------------------------------------------------------


def content_of(made: xe.Moments) -> tuple[dict[str, Any], np.ndarray, np.ndarray]:
    """A moments file: its header, means with shifts, (folds, columns), and scatters, (folds, columns, columns)."""
    content = made.to_bytes()
    (length,) = struct.unpack_from("<Q", content, 12)
    header = json.loads(content[20 : 20 + length])
    count = len(header["columns"])
    packed = np.frombuffer(content[20 + length : -32]).reshape(len(header["folds"]), count + count * (count + 1) // 2)
    scatters = np.zeros((len(packed), count, count))
    rows, columns = np.tril_indices(count)
    scatters[:, rows, columns] = packed[:, count:]
    return header, packed[:, :count] + [column["shift"] for column in header["columns"]], scatters


def check_same(ours: xe.Moments, theirs: xe.Moments, **fit: Any) -> None:
    """Rows exactly; means, scatters and all that an explainer says of them but for rounding."""
    assert (ours.rows, ours.held.rows_dropped, ours.columns) == (theirs.rows, theirs.held.rows_dropped, theirs.columns)
    (header, means, scatters), (other, other_means, other_scatters) = content_of(ours), content_of(theirs)
    assert [fold["rows"] for fold in header["folds"]] == [fold["rows"] for fold in other["folds"]]
    for name in ("weight", "weight_squares"):
        sums = [[fold[name] for fold in each["folds"]] for each in (header, other)]
        assert sums[0] == pytest.approx(sums[1], rel=1e-12)
    # Products are measured from shifts, which are the means of other rows; the explainer compares them.
    plain = [i for i, column in enumerate(header["columns"]) if column["kind"] != "product"]
    used = [i for i, fold in enumerate(header["folds"]) if fold["rows"]]
    means, other_means = means[np.ix_(used, plain)], other_means[np.ix_(used, plain)]
    scatters, other_scatters = scatters[np.ix_(used, plain, plain)], other_scatters[np.ix_(used, plain, plain)]
    sizes = np.sqrt(np.einsum("fii->fi", other_scatters))
    assert (np.abs(means - other_means) <= 1e-12 * np.maximum(np.abs(other_means), 1)).all()
    assert (np.abs(scatters - other_scatters) <= 1e-12 * sizes[:, :, None] * sizes[:, None, :]).all()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", xe.ExplainerWarning)
        answers = [json.loads(xe.Explainer(sparsity=2).fit(m, "prediction", **fit).to_json()) for m in (ours, theirs)]
    for answer in answers:
        del answer["provenance"]  # the checksum of the moments, which differ in the last bit
        for fact in answer["explanation"]["features"]:
            fact.pop("index")  # in the table, of which only some columns were taken
    assert_close(*answers)


SHAPES = {
    "one": [ROWS],
    "even": [1000, 1000, 1000],
    "empty": [0, 1200, 0, 0, 1800, 0],
    "skew": [1, 2900, 2, 97],
}


@pytest.mark.parametrize("sizes", SHAPES.values(), ids=SHAPES.keys())
def test_partitions_do_not_matter(session: SparkSession, table: pa.Table, sizes: list[int]) -> None:
    whole = xe.Moments(products=["x1"]).update(table)
    check_same(xs.moments(frame(session, table, sizes), products="x1"), whole, knows=["x1"])


def test_only_some_columns_by_patterns(session: SparkSession, table: pa.Table) -> None:
    ours = xs.moments(frame(session, table, [500, 2500]), ["x1..x3", ODD], "prediction", "whole", seed=3, folds=7)
    assert ours.columns == ["x1", "x2", "x3", "whole", ODD, "prediction"]
    theirs = xe.Moments(["x1..x3", ODD, "prediction", "whole"], seed=3, folds=7).update(table)
    check_same(ours, theirs, summary="whole")


def test_weights_and_blocks(session: SparkSession, table: pa.Table) -> None:
    df = frame(session, table, [40, 2000, 960])
    check_same(xs.moments(df, weight="w"), xe.Moments(weight="w").update(table))
    check_same(xs.moments(df, block="city"), xe.Moments(block="city").update(table))


def test_more_rows_can_follow(session: SparkSession, table: pa.Table) -> None:
    ours = xs.moments(frame(session, table.slice(0, 2000), [1500, 500]), ["x*", "prediction"], weight="w")
    ours.update(table.slice(2000))
    check_same(ours, xe.Moments(["x*", "prediction"], weight="w").update(table))


def test_names_that_differ_in_case_only(session: SparkSession, table: pa.Table) -> None:
    table = with_column(table, "X0", np.arange(ROWS) % 17.0)
    check_same(xs.moments(frame(session, table, [1500, 1500])), xe.Moments().update(table))


def test_many_partitions_are_merged_by_workers(
    session: SparkSession, table: pa.Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    merges = []
    merged = xs._merged
    monkeypatch.setattr(xs, "_MOST_COLLECTED", 2)
    monkeypatch.setattr(xs, "_merged", lambda parts, fan, groups: merges.append(groups) or merged(parts, fan, groups))
    sizes = [300] * 4 + [0] + [300] * 6
    ours = xs.moments(frame(session, table, sizes), products=["x1"])
    assert merges == [6, 3, 2]
    check_same(ours, xe.Moments(products=["x1"]).update(table), knows=["x1"])
    again = xs.moments(frame(session, table, sizes), products=["x1"])
    assert again.to_bytes() == ours.to_bytes()


def test_a_task_that_fails_is_made_again(session: SparkSession, table: pa.Table) -> None:
    def breaks(batches: Any) -> Any:
        from pyspark import TaskContext

        task = TaskContext.get()
        for i, batch in enumerate(batches):
            if task.partitionId() == 1 and task.attemptNumber() == 0 and i == 1:
                raise RuntimeError("this attempt breaks half way")
            yield batch

    df = frame(session, table, [800, 1500, 700]).toDF(*(f"n{i}" for i in range(table.num_columns)))
    broken = df.mapInArrow(breaks, df.schema).toDF(*table.column_names)
    check_same(xs.moments(broken), xe.Moments().update(table))


def test_rows_that_moved_are_numbered_again(
    session: SparkSession, table: pa.Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(xs, "_count_rows", lambda df: {0: 7})
    check_same(xs.moments(frame(session, table, [800, 1500, 700])), xe.Moments().update(table))


def test_rows_that_move_every_time_are_warned_of(session: SparkSession) -> None:
    def some(batches: Any) -> Any:
        import os

        for batch in batches:
            yield batch.slice(0, batch.num_rows - int.from_bytes(os.urandom(4), "little") % 500)

    df = session.range(4000).select(F.randn(1).alias("a"), F.randn(2).alias("prediction"))
    with pytest.warns(xe.ExplainerWarning, match="persist"):
        made = xs.moments(df.mapInArrow(some, df.schema))
    assert 0 < made.rows < 4000


def test_after_a_shuffle(session: SparkSession) -> None:
    df = session.range(20000).select((F.col("id") % 6007).alias("key"), F.randn(1).alias("a"))
    df = df.groupBy("key").agg(F.sum("a").alias("a"), F.count("a").alias("prediction"))
    ours = xs.moments(df)
    theirs = xe.Moments().update(df.toPandas())
    assert ours.rows == theirs.rows == 6007
    fits = [xe.Explainer(sparsity=2).fit(m, "prediction") for m in (ours, theirs)]
    assert fits[0].bits_ == pytest.approx(fits[1].bits_, rel=1e-12)


def test_no_rows(session: SparkSession, table: pa.Table) -> None:
    made = xs.moments(frame(session, table.slice(0, 0), [0, 0]))
    assert made.rows == 0
    assert made.update(table).rows == ROWS


# --- texts and missing cells ------------------------------------------------------------------------------------------


def test_too_many_texts_are_left_out_everywhere(session: SparkSession, table: pa.Table) -> None:
    table = with_column(table, "name", [f"n{i % 1100}" for i in range(ROWS)])
    with pytest.warns(xe.ExplainerWarning, match="left out the text column 'name'"):
        ours = xs.moments(frame(session, table, [700, 700, 700, 900]))
    check_same(ours, xe.Moments().update(table))


def test_as_many_folds_whatever_texts_a_part_has(session: SparkSession, table: pa.Table) -> None:
    table = with_column(table, "name", [f"n{min(i, 599)}" for i in range(ROWS)])
    theirs = xe.Moments(["name", "x0", "x1", "prediction"]).update(table)
    assert len(content_of(theirs)[0]["folds"]) == 5
    ours = xs.moments(frame(session, table, [100, 2000, 900]), ["name", "x0", "x1"], "prediction")
    check_same(ours, theirs)


@pytest.mark.parametrize("weight", [None, "w"])
def test_rows_with_missing_cells_are_dropped(session: SparkSession, table: pa.Table, weight: str | None) -> None:
    city = table["city"].to_pylist()
    city[:1000] = [None, ""] * 500  # no part of it in the first partition, and other batches
    x1 = [None if i % 10 == 3 else 1e6 + x for i, x in enumerate(table["x1"].to_pylist())]
    table = with_column(with_column(table, "city", pa.array(city, pa.string())), "x1", pa.array(x1, pa.float64()))
    ours = xs.moments(frame(session, table, [800, 1500, 700]), products=["x1"], missing="drop", weight=weight)
    assert ours.held.rows_dropped == 1200
    check_same(ours, xe.Moments(products=["x1"], missing="drop", weight=weight).update(table), knows=["x1"])


# --- errors -----------------------------------------------------------------------------------------------------------


def test_a_missing_cell_is_an_error_with_its_row(session: SparkSession, table: pa.Table) -> None:
    x1 = table["x1"].to_pylist()
    x1[1234] = x1[2900] = None
    df = frame(session, with_column(table, "x1", pa.array(x1, pa.float64())), [800, 1500, 700])
    with pytest.raises(xe.DataError, match="^df, row 1234: the cell in column 'x1' is missing") as raised:
        xs.moments(df)
    assert raised.value.code == "missing_cell"
    assert "java" not in str(raised.value)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"features": "nope"}, "features: there is no column 'nope'"),
        ({"prediction": "nope"}, "prediction: there is no column 'nope'"),
        ({"summary": ["nope"]}, "summary: there is no column 'nope'"),
        ({"weight": "nope"}, "weight: there is no column 'nope'"),
        ({"products": "nope"}, "products: there is no column 'nope'"),
        ({"products": "city"}, "'city' is not among the number columns"),
        ({"missing": "perhaps"}, "missing"),
        ({"folds": 0}, "folds"),
    ],
)
def test_usage_errors_come_before_anything_is_read(
    session: SparkSession, table: pa.Table, options: dict[str, Any], said: str
) -> None:
    def fail(batches: Any) -> Any:
        raise RuntimeError("read")
        yield

    df = session.createDataFrame(table.slice(0, 5).to_pandas().rename(columns={ODD: "odd"}))
    with pytest.raises(xe.UsageError, match=said):
        xs.moments(df.mapInArrow(fail, df.schema), **options)


def test_columns_that_are_neither_numbers_nor_texts(session: SparkSession) -> None:
    df = session.range(50).select(F.randn(1).alias("a"), F.randn(2).alias("b"), F.current_date().alias("day"))
    assert xs.moments(df).columns == ["a", "b"]
    with pytest.raises(xe.DataError, match="'day' holds date"):
        xs.moments(df, ["a", "day"])
    with pytest.raises(xe.DataError, match="two columns 'a'"):
        xs.moments(df.toDF("a", "a", "day"))
    with pytest.raises(xe.UsageError, match="no Spark DataFrame but pandas"):
        xs.moments(df.toPandas())


def test_what_explainee_said_upstream_is_raised(session: SparkSession, table: pa.Table) -> None:
    ex = xe.Explainer(sparsity=1).fit(table, "prediction")
    x0 = pa.array([None, *[1.0] * (ROWS - 1)], pa.float64())
    assert ex.features_ == ["x1"]
    explained = xs.contributions(frame(session, with_column(table, "x1", x0), [ROWS]), ex)
    with pytest.raises(xe.DataError, match="partition 0, row 0: the cell in column 'x1' is missing"):
        xs.moments(explained, ["remainder"])


# --- contributions ----------------------------------------------------------------------------------------------------


def check_contributions(df: DataFrame, expected: xe.Explanation, before: list[str]) -> None:
    found = df.toPandas()
    names = expected.feature_names
    assert list(found.columns) == [
        *before,
        "expected",
        *(f"contribution.{name}" for name in names),
        "remainder",
        "surprise_removed_bits",
    ]
    parts = [expected.base_values, *expected.values.T, expected.remainder, expected.surprise_removed]
    for name, part in zip(found.columns[len(before) :], parts):
        np.testing.assert_allclose(found[name], part, rtol=1e-12, atol=1e-12, err_msg=name)


def test_contributions(session: SparkSession, table: pa.Table, tmp_path: Path) -> None:
    ex = xe.Explainer(sparsity=4).fit(table, "prediction", knows=["x1"])
    assert "city" in ex.features_ and ODD in ex.features_
    df = frame(session, table, [0, 1200, 0, 1800])
    check_contributions(xs.contributions(df, ex), ex(table), table.column_names)
    ex.save(tmp_path / "kept")
    check_contributions(xs.contributions(df, xe.load(tmp_path / "kept")), ex(table), table.column_names)
    blind = table.drop_columns(["prediction"])
    out = xs.contributions(frame(session, blind, [1000, 2000]), ex)
    check_contributions(out, ex(blind), blind.column_names)
    assert out.where("remainder is null and surprise_removed_bits is null and expected is not null").count() == ROWS


def test_contributions_of_arrays_and_models(session: SparkSession, table: pa.Table) -> None:
    X = table.drop_columns(["prediction", "w"])
    y, hers = table["prediction"].to_numpy(), table["w"].to_numpy()
    df = frame(session, table, [1000, 2000])
    ex = xe.Explainer(sparsity=2).fit(X, y, summary=hers)
    expected = ex(X, y, summary=hers)
    check_contributions(xs.contributions(df, ex, prediction="prediction", summary="w"), expected, table.column_names)
    with pytest.raises(xe.UsageError, match="summary was an array"):
        xs.contributions(df, ex)
    model = xe.Explainer(sparsity=2).fit(X.to_pandas(), lambda rows: rows.eval("x0 + 2 * x2"))
    check_contributions(xs.contributions(df, model), model(X.to_pandas()), table.column_names)


def test_contributions_of_several_predictions(session: SparkSession, table: pa.Table) -> None:
    table = with_column(table, "second", table["x3"].to_numpy() + table["x0"].to_numpy())
    ex = xe.Explainer(sparsity=2).fit(table, ["prediction", "second"])
    expected = ex(table)
    found = xs.contributions(frame(session, table, [1000, 2000]), ex).toPandas()
    for o, output in enumerate(["prediction", "second"]):
        np.testing.assert_allclose(found[f"expected.{output}"], expected.base_values[:, o], rtol=1e-12)
        np.testing.assert_allclose(found[f"remainder.{output}"], expected.remainder[:, o], rtol=1e-12, atol=1e-12)
        for i, name in enumerate(ex.features_):
            values = expected.values[:, i, o]
            np.testing.assert_allclose(found[f"contribution.{output}.{name}"], values, rtol=1e-12, atol=1e-12)


def test_contributions_where_rows_are_dropped(session: SparkSession, table: pa.Table) -> None:
    ex = xe.Explainer(sparsity=2, missing="drop").fit(table, "prediction")
    name = ex.features_[0]
    values = [None if i < 900 or i % 7 == 0 else x for i, x in enumerate(table[name].to_pylist())]
    holed = with_column(table, name, pa.array(values, pa.float64()))
    out = xs.contributions(frame(session, holed, [800, 2200]), ex)  # all rows of the first partition are dropped
    check_contributions(out, ex(holed), table.column_names)
    assert out.where("expected is null").count() == out.where("isnull(remainder)").count() == values.count(None)


def test_other_columns_come_through_as_they_are(session: SparkSession) -> None:
    from pyspark.ml.linalg import DenseVector, VectorUDT
    from pyspark.sql.types import StructField, StructType

    rng = np.random.default_rng(0)
    day, moment = datetime.date(2024, 2, 29), datetime.datetime(2024, 2, 29, 12, 30, 1)
    rows = [
        (float(x), float(2 * x), day, moment, decimal.Decimal("1.50"), [1, None], {"k": 1}, (1, "a"), b"\0b", None)
        for x in rng.normal(size=20)
    ]
    schema = (
        "a double, prediction double, day date, moment timestamp, price decimal(10,2), list array<int>, "
        "map map<string,int>, both struct<p:int,q:string>, raw binary, void void"
    )
    df = session.createDataFrame(rows, schema)
    vectors = StructType([StructField("v", VectorUDT()), StructField("a", df.schema["a"].dataType)])
    ex = xe.Explainer(sparsity=1).fit({"a": rng.normal(size=50), "prediction": rng.normal(size=50)}, "prediction")
    out = xs.contributions(df, ex)
    assert out.select(*df.columns).schema == df.schema
    assert out.select(*df.columns).collect() == df.collect()
    df = session.createDataFrame([(DenseVector([1.0, 2.0]), 1.0)], vectors)
    assert xs.contributions(df, ex).first()["v"] == DenseVector([1.0, 2.0])


def test_contributions_say_what_is_wrong(session: SparkSession, table: pa.Table) -> None:
    ex = xe.Explainer(sparsity=1).fit(table, "prediction")
    df = frame(session, table, [ROWS])
    with pytest.raises(xe.UsageError, match="there is no column 'x1'"):
        xs.contributions(df.drop("x1"), ex)
    with pytest.raises(xe.UsageError, match="has a column 'expected' already"):
        xs.contributions(df.withColumn("expected", F.lit(1.0)), ex)
    with pytest.raises(xe.UsageError, match="prediction: there is no column 'nope'"):
        xs.contributions(df, ex, prediction="nope")


def test_moments_then_contributions(session: SparkSession, table: pa.Table) -> None:
    """All of it where the rows are: no row comes to the driver."""
    df = frame(session, table, [ROWS // 2, ROWS - ROWS // 2])
    ex = xe.Explainer(sparsity=2).fit(xs.moments(df, products=["x1"]), "prediction", knows="x1")
    expected = ex(table)
    found = xs.contributions(df, ex).toPandas()
    for i, name in enumerate(ex.features_):
        np.testing.assert_allclose(found[f"contribution.{name}"], expected.values[:, i], rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(found["remainder"], expected.remainder, rtol=1e-12, atol=1e-12)


# --- scores -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "who",
    [{}, {"knows": ["x1", "city"]}, {"told": "x1"}, {"knows": "x1", "linear": True}, {"weight": "w"}, {"id": "x3"}],
)
def test_scores(session: SparkSession, table: pa.Table, who: dict[str, Any]) -> None:
    df = frame(session, table, [1000, 1990, 10])
    ours = xs.score(df, "prediction", ["x0", "flag"], **who)
    # What spark.score is, whatever the defaults for rows are.
    by_moments = {"reader": "quadratic", "family": "features"}
    theirs = xe.score(table, "prediction", ["x0", "flag"], **by_moments, **who)
    assert ours.features == theirs.features
    assert ours.best["features"] == theirs.best["features"]
    assert_close(ours.information, theirs.information)
    assert ours.lost_bits == pytest.approx(theirs.lost_bits, rel=1e-12)
