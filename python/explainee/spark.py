"""Moments, contributions and scores of Spark DataFrames: the work is done where the rows are.

    from explainee import Explainer, spark
    m = spark.moments(df, prediction="prediction", products=["bmi"])
    ex = Explainer(sparsity=3, family="features", tell="all").fit(m, "prediction", knows=["bmi"], reader="quadratic")

Moments say what covariances say: the reader is quadratic or linear and columns are told as they are, whatever the
defaults for rows are. How many facts are told is decided by gains on folds that took no part in choosing, unless
``tell="all"`` is said. Who asks for more is told that it cannot be had.

Explainee and pyarrow must be installed on the workers too, in the same versions as on the driver.

Rows are numbered in the order of ``df.collect()``, so that they are dealt to folds as on one machine. For that the rows
of each partition are counted first. It is assumed that a DataFrame has the same rows in the same partitions when it is
computed again. Tables read from files and persisted ones do. After joins, sorts and aggregations Spark may divide rows
otherwise every time: this is noticed, the pass is made once more with the rows that were seen, and where that does not
help either a warning (``rows_moved``) says that the folds are others. The sums over all folds are right in any case:
every row is counted once. DataFrames that take long to compute are best persisted, since they are read several times.

A task that fails is computed again from its first row, and yields its moments once, when it is through. Data that are
unfit do not fail a task: what is wrong travels to the driver, which raises the first error in the order of the rows.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from . import errors
from ._rows import name_list
from .errors import DataError, ExplaineeError, ExplainerWarning, UsageError
from .explainer import Explainer
from .moments import Moments
from .scoring import Score
from .scoring import score as score_moments

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame

__all__ = ["contributions", "moments", "score"]

Names = str | Sequence[str]
Batches = Iterator["pa.RecordBatch"]

_MOST_LEVELS = 1000  # of a text column, as in the core: one with more is no category
_CHUNK_ROWS = 65536  # rows that are given to the core together
_CHUNK_BYTES = 32 << 20
_MOST_COLLECTED = 64  # parts that the driver merges, and how large they may be together
_COLLECTED_BYTES = 64 << 20
_MERGED_BYTES = 128 << 20  # parts that become one; a worker may be given several times as much, Arrow's limit is 2 GB
_BY_MOMENTS = {"reader": "quadratic", "family": "features"}  # whatever the defaults for rows are
_PART = "part bigint, counts array<bigint>, error string, moments binary"


# --- what callers use -----------------------------------------------------------------------------------------------


def moments(
    df: DataFrame,
    features: Names | None = None,
    prediction: Names | None = None,
    summary: Names | None = None,
    *,
    weight: str | None = None,
    block: str | None = None,
    products: Names | None = None,
    folds: int | None = None,
    rows_per_fold: int = 10,
    missing: str = "error",
    seed: int = 0,
) -> Moments:
    """Moments of a DataFrame, the same as those of ``df.toPandas()`` on one machine but for rounding.

    ``features``: columns to keep (names, globs, ranges), all numbers and texts when None; ``prediction`` and
    ``summary`` are kept beside them. ``products``: columns whose squares and products are kept: name what she
    ``knows``, or only linear knowing counts. The others as for :class:`Moments`. Text columns with more than 1000
    different texts are left out with a warning.
    """
    options = {"weight": weight, "block": block, "products": products, "folds": folds, "missing": missing, "seed": seed}
    options["rows_per_fold"] = rows_per_fold
    kept = {"features": features, "prediction": prediction, "summary": summary}
    _check_frame(df)
    with _plain_errors():
        plan = _plan(df, kept, {name: value for name, value in options.items() if value is not None})
        found = _numbered_pass(plan.taken_from(df), plan, _count_rows(df))
    beside = {plan.options.get(role) for role in ("weight", "block")}
    chosen = None if features is None else [name for name in plan.names if name not in beside]
    result = Moments(chosen, **plan.options)
    if found.moments is not None:
        result.merge(found.moments)
    result._next_row = sum(found.counts.values())  # rows of weight 0 have numbers too
    return result


def score(
    df: DataFrame,
    prediction: Names,
    explanation: Any,
    *,
    weight: str | None = None,
    block: str | None = None,
    id: str | None = None,
    missing: str = "error",
    seed: int = 0,
    **who: Any,
) -> Score:
    """Judges an explanation for one person by the moments of all columns: as :func:`explainee.score`, roles by name.

    The reader is quadratic (``linear=True``: linear) and is told columns as they are, whatever the defaults elsewhere:
    moments cannot say more. The best set beside it has as many facts as are judged. With more than 18 known numbers
    only linear knowing counts.
    """
    _check_frame(df)
    features = None if id is None else _all_but(df, id)
    products = (
        []
        if who.get("linear") or who.get("reader") == "linear"
        else _known_numbers(df, {role: who.get(role) for role in ("knows", "told")})
    )
    found = moments(
        df, features, prediction, weight=weight, block=block, products=products or None, missing=missing, seed=seed
    )
    return score_moments(found, prediction, explanation, missing=missing, seed=seed, **{**_BY_MOMENTS, **who})


def contributions(
    df: DataFrame,
    explainer: Explainer,
    *,
    prediction: Names | None = None,
    versus: Names | None = None,
    summary: Names | None = None,
    guess: Names | None = None,
) -> DataFrame:
    """``df`` with what she expected and what each fact contributes: what ``explainer(X)`` says of each row.

    Adds the columns ``expected``, ``contribution.NAME`` for each fact, ``remainder`` and ``surprise_removed_bits``;
    with several predictions each but the last once per prediction: ``expected.OUT``, ``contribution.OUT.NAME``. Where
    the prediction is not known the last two are null, and in rows that cannot be used (``missing='drop'``) all of
    them. ``prediction``, ``versus``, ``summary``, ``guess``: columns that stand for arrays that ``fit`` had; functions
    that it had are called on the workers. The result is lazy: a missing cell fails the action that computes it, with a
    ``pyspark.errors.PythonException`` whose text has the sentence.
    """
    from pyspark.sql import functions as F
    from pyspark.sql.types import DoubleType, StructField, StructType

    _check_frame(df)
    names = df.columns
    roles = {"prediction": prediction, "versus": versus, "summary": summary, "guess": guess}
    given = {role: _resolved(names, value, role) for role, value in roles.items() if value is not None}
    functions = _functions(explainer, given)
    added = _added_names(explainer)
    for name in added:
        if name in names:
            raise UsageError(f"the DataFrame has a column '{name}' already; rename it", "", "duplicate_column")
    as_pandas = type(getattr(explainer, "_X", None)).__module__.startswith("pandas")
    needed = _needed(df, explainer, bool(functions))
    taker = _Taker(explainer, tuple(needed), tuple(names), given, functions, as_pandas and bool(functions))
    _rehearse(df, taker)
    plain = df.toDF(*_places(len(names)))
    fields = [StructField(name, field.dataType) for name, field in zip(plain.columns, df.schema.fields)]
    fields += [StructField(f"c{len(names) + i}", DoubleType()) for i in range(len(added))]
    explained = plain.mapInArrow(taker.worker(), StructType(fields))
    metadata = [field.metadata for field in df.schema.fields] + [{}] * len(added)
    final = zip(explained.columns, names + added, metadata)
    return explained.select(*(F.col(place).alias(name, metadata=known) for place, name, known in final))


# --- errors ---------------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def _plain_errors() -> Iterator[None]:
    """Raises what explainee said on a worker, where that is what made a job fail."""
    try:
        yield
    except _spark_errors() as problem:
        text = str(problem)
        said = re.search(r"explainee\.errors\.(DataError|UsageError|InternalError): (.*)", text)
        if said:
            raise getattr(errors, said[1])(said[2].strip(), "", "on_a_worker") from problem
        absent = re.search(r"No module named '(explainee|pyarrow|numpy)\b", text)
        if absent:
            raise UsageError(f"{absent[1]} is not installed on the workers; install it there too") from problem
        raise


def _spark_errors() -> tuple[type[Exception], ...]:
    from pyspark.errors import PySparkException

    try:
        from py4j.protocol import Py4JError
    except ImportError:  # a client of a Spark elsewhere
        return (PySparkException,)
    return (PySparkException, Py4JError)


def _check_frame(df: Any) -> None:
    if not hasattr(df, "mapInArrow"):
        raise UsageError(f"df is no Spark DataFrame but {type(df).__module__}.{type(df).__name__}")


def _moved(problem: ExplaineeError, first_row: int, table: str) -> ExplaineeError:
    """The same error, with the row's number in the whole table."""
    row = re.search(r"row (\d+)$", problem.where)
    where = f"{table}, row {first_row + int(row[1])}" if row else table
    return type(problem)(problem.args[0], where, problem.code)


def _error_text(problem: ExplaineeError) -> str:
    return json.dumps([type(problem).__name__, *problem.args])


def _error_of(text: str) -> ExplaineeError:
    name, *said = json.loads(text)
    return getattr(errors, name)(*said)


# --- which columns --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Plan:
    """What the workers need: columns by position and name, the core's options, and a level of each text column."""

    positions: tuple[int, ...]
    names: tuple[str, ...]
    texts: frozenset[str]
    levels: Mapping[str, str]
    options: Mapping[str, Any]
    part_bytes: int

    def taken_from(self, df: DataFrame) -> DataFrame:
        """The columns alone, by position: names may hold dots, or differ in case only."""
        return df.toDF(*_places(len(df.columns))).select(*(f"c{i}" for i in self.positions))


def _places(count: int) -> list[str]:
    return [f"c{i}" for i in range(count)]


def _kinds(df: DataFrame) -> dict[str, str]:
    """Of each column: number, text, or what it holds instead."""
    from pyspark.sql.types import BooleanType, NumericType, StringType

    def kind(of: Any) -> str:
        if isinstance(of, (NumericType, BooleanType)):
            return "number"
        return "text" if isinstance(of, StringType) else of.simpleString()

    return {field.name: kind(field.dataType) for field in df.schema.fields}


def _two_rows(kinds: Mapping[str, str]) -> dict[str, np.ndarray]:
    """A small table with such columns, on which the core says what it thinks of options before anything is read."""
    return {name: np.array(["?", "?"]) if kind == "text" else np.ones(2) for name, kind in kinds.items()}


def _resolved(columns: Sequence[str], names: Any, role: str) -> list[str]:
    """Names, globs and ranges as names, in the order of the DataFrame."""
    wanted = name_list(names, columns, role) or []
    if set(wanted) <= set(columns):
        return [name for name in dict.fromkeys(columns) if name in wanted]
    try:
        return Moments(wanted, folds=1, threads=1).update(_two_rows(dict.fromkeys(columns, "number"))).columns
    except UsageError as problem:
        raise UsageError(problem.args[0].replace("features:", f"{role}:", 1), "df", problem.code) from None


def _check_columns(names: Sequence[str], kinds: Mapping[str, str]) -> None:
    if not names:
        raise DataError("there is no column of numbers or texts", "df", "unfit_column")
    for name in names:
        if kinds[name] not in ("number", "text"):
            said = (
                f"column '{name}' holds {kinds[name]}, which is neither numbers nor text; convert it, or leave it out"
            )
            raise DataError(said, "df", "unfit_column")
    if len(kinds.keys() & names) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise DataError(f"there are two columns '{twice}'; give each its own name", "df", "duplicate_column")


def _plan(df: DataFrame, kept: Mapping[str, Names | None], options: dict[str, Any]) -> _Plan:
    columns = df.columns
    kinds = _kinds(df)
    named = {role: _resolved(columns, names, role) for role, names in kept.items() if names is not None}
    beside = {role: _resolved(columns, options[role], role) for role in ("weight", "block") if role in options}
    options |= {role: names[0] for role, names in beside.items() if len(names) == 1}
    wanted = {name for name in columns if kept["features"] is None and kinds[name] in ("number", "text")}
    wanted.update(*named.values(), *beside.values())
    names = [name for name in columns if name in wanted]
    if "products" in options:
        options["products"] = _resolved(columns, options["products"], "products")
    _check_columns(names, kinds)
    checked = Moments(**options, threads=1).update(_two_rows({name: kinds[name] for name in names}))
    texts = [name for name in names if kinds[name] == "text" and name != options.get("block")]
    levels = _levels(df, texts)
    names = [name for name in names if name not in texts or name in levels]
    size = len(checked.columns) - len(texts) + sum(len(found) for found in levels.values())
    if texts:  # parts have fewer levels than the whole, and must have as many folds
        options.setdefault("folds", _default_folds(size))
    return _Plan(
        tuple(columns.index(name) for name in names),
        tuple(names),
        frozenset(name for name in names if kinds[name] == "text"),
        {name: found[0] for name, found in levels.items() if found},
        options,
        4 * (size + 1) * (size + 2) * options.get("folds", _default_folds(size)),
    )


def _default_folds(columns: int) -> int:
    """As the core."""
    if columns <= 500:
        return 20
    return 5 if columns <= 1000 else 1


def _levels(df: DataFrame, texts: list[str]) -> dict[str, list[str]]:
    """The different texts of each text column; columns with too many are not there."""
    from pyspark.sql import functions as F

    if not texts:
        return {}
    columns = df.columns
    plain = df.toDF(*_places(len(columns)))
    place = {name: f"c{columns.index(name)}" for name in texts}
    guessed = plain.agg(*(F.approx_count_distinct(place[name]).alias(place[name]) for name in texts)).collect()[0]
    few = [name for name in texts if guessed[place[name]] <= 2 * _MOST_LEVELS]  # far above is surely too many
    found: dict[str, list[str]] = {}
    if few:
        sets = plain.agg(*(F.collect_set(place[name]).alias(place[name]) for name in few)).collect()[0]
        found = {name: sorted(text for text in sets[place[name]] if text) for name in few}
    found = {name: levels for name, levels in found.items() if len(levels) <= _MOST_LEVELS}
    for name in texts:
        if name not in found:
            said = f"left out the text column '{name}': it has more than {_MOST_LEVELS} different texts"
            warnings.warn(ExplainerWarning(said, "left_out"), stacklevel=4)
    return found


# --- one pass -------------------------------------------------------------------------------------------------------

Counts = dict[int, int]  # rows of each partition that has any


@dataclass
class _Part:
    """Moments of some partitions, with the rows that each had, or what is wrong with the first unfit one."""

    number: int
    counts: Counts
    error: str | None = None
    moments: Moments | None = None

    def joined(self, later: _Part) -> _Part:
        return _Part(
            self.number, self.counts | later.counts, self.error or later.error, _joined(self.moments, later.moments)
        )

    def to_batch(self) -> pa.RecordBatch:
        import pyarrow as pa

        counts = list(itertools.chain.from_iterable(self.counts.items()))
        content = None if self.moments is None else self.moments.held.to_bytes()  # all folds: it stays inside
        columns = {
            "part": pa.array([self.number], pa.int64()),
            "counts": pa.array([counts], pa.list_(pa.int64())),
            "error": pa.array([self.error], pa.string()),
            "moments": pa.array([content], pa.binary()),
        }
        return pa.RecordBatch.from_arrays(list(columns.values()), names=list(columns))

    @classmethod
    def of_row(cls, row: Any) -> _Part:
        counts = dict(zip(row["counts"][::2], row["counts"][1::2]))
        content = row["moments"]
        return cls(row["part"], counts, row["error"], None if content is None else Moments.from_bytes(bytes(content)))


def _joined(first: Moments | None, second: Moments | None) -> Moments | None:
    if first is None or second is None:
        return second if first is None else first
    if first.rows == 0:  # its shifts are worth nothing
        return second.merge(first)
    return first.merge(second)


def _count_rows(df: DataFrame) -> Counts:
    from pyspark.sql import functions as F

    rows = df.groupBy(F.spark_partition_id().alias("part")).agg(F.count(F.lit(1)).alias("rows")).collect()
    return {row["part"]: row["rows"] for row in rows}


def _numbered_pass(taken: DataFrame, plan: _Plan, counts: Counts) -> _Part:
    """Makes the pass, a second time where partitions had other rows than were counted."""
    for _ in range(2):
        found = _one_pass(taken, plan, counts)
        if found.error is not None:
            raise _error_of(found.error)
        if found.counts == counts:
            return found
        counts = found.counts
    said = "the partitions had other rows every time, so rows are in other folds than on one machine; persist df first"
    warnings.warn(ExplainerWarning(said, "rows_moved"), stacklevel=3)
    return found


def _one_pass(taken: DataFrame, plan: _Plan, counts: Counts) -> _Part:
    parts = taken.mapInArrow(_worker(plan, _first_rows(counts)), _PART)
    count = max(counts, default=0) + 1
    if plan.part_bytes > 1 << 20:  # large parts: there may be more than were counted, after a shuffle
        count = max(count, int(taken.sparkSession.conf.get("spark.sql.shuffle.partitions") or 200))
    most = max(1, min(_MOST_COLLECTED, _COLLECTED_BYTES // plan.part_bytes))
    fan = max(2, min(_MOST_COLLECTED, _MERGED_BYTES // plan.part_bytes))
    while count > most:
        count = -(-count // fan)
        parts = _merged(parts, fan, count)
    rows = sorted(parts.collect(), key=lambda row: row["part"])
    return _sum_of(_Part.of_row(row) for row in rows)


def _first_rows(counts: Counts) -> Counts:
    """Of each partition; −1: of a partition that was not there when rows were counted."""
    numbers = sorted(counts)
    ends = list(itertools.accumulate(counts[number] for number in numbers))
    starts = dict(zip(numbers, [0, *ends]))
    return starts | {-1: ends[-1] if ends else 0}


def _merged(parts: DataFrame, fan: int, groups: int) -> DataFrame:
    """One level of the tree: every `fan` neighbours become one, always in the same order."""
    from pyspark.sql import functions as F

    group = F.floor(F.col("part") / F.lit(fan))
    return parts.repartition(groups, group).sortWithinPartitions("part").mapInArrow(_merger(fan), _PART)


def _sum_of(parts: Iterable[_Part]) -> _Part:
    total = _Part(0, {})
    for part in parts:
        total = total.joined(part)
    return total


# --- on the workers -------------------------------------------------------------------------------------------------


def _merger(fan: int) -> Callable[[Batches], Batches]:
    def run(batches: Batches) -> Batches:
        rows = (row for batch in batches for row in batch.to_pylist())
        for group, near in itertools.groupby(rows, key=lambda row: row["part"] // fan):
            total = _sum_of(_Part.of_row(row) for row in near)
            total.number = group
            yield total.to_batch()

    return run


def _worker(plan: _Plan, first_rows: Counts) -> Callable[[Batches], Batches]:
    def run(batches: Batches) -> Batches:
        from pyspark import TaskContext

        context = TaskContext.get()
        number = 0 if context is None else context.partitionId()
        part = _partition(plan, number, first_rows.get(number, first_rows[-1]), batches)
        if part.counts or part.error:
            yield part.to_batch()

    return run


def _partition(plan: _Plan, number: int, first_row: int, batches: Batches) -> _Part:
    """The moments of one partition."""
    total: Moments | None = None
    row = first_row
    for chunk in _chunks(batches):
        table = chunk.rename_columns(list(plan.names))
        try:
            with warnings.catch_warnings():  # of texts that are all different, in so few rows
                warnings.simplefilter("ignore", ExplainerWarning)
                part = Moments(first_row=row, threads=1, **plan.options).update(_with_levels(table, plan))
            total = _joined(total, part)
        except ExplaineeError as problem:
            return _Part(number, {}, _error_text(_moved(problem, row, "df")))
        row += table.num_rows
    return _Part(number, {number: row - first_row} if row > first_row else {}, None, total)


def _chunks(batches: Batches) -> Iterator[pa.Table]:
    """Small batches taken together, since each call of the core has its price."""
    import pyarrow as pa

    waiting: list[pa.RecordBatch] = []
    for batch in batches:
        if batch.num_rows:
            waiting.append(batch)
        rows = sum(each.num_rows for each in waiting)
        if rows >= _CHUNK_ROWS or sum(each.nbytes for each in waiting) >= _CHUNK_BYTES:
            yield pa.Table.from_batches(waiting)
            waiting = []
    if waiting:
        yield pa.Table.from_batches(waiting)


def _with_levels(table: pa.Table, plan: _Plan) -> pa.Table:
    """Moments without any level of a text column cannot be merged with others: one is put in where all are missing.

    All rows of such a table are dropped; they still are, since their numbers become missing instead.
    """
    import pyarrow as pa
    import pyarrow.compute as pc

    if plan.options["missing"] != "drop":
        return table
    bare = [name for name in plan.levels if not pc.max(pc.utf8_length(table[name])).as_py()]
    numbers = [field.name for field in table.schema if field.name not in plan.texts]
    if not bare or not numbers:
        return table
    columns = {name: table[name] for name in table.column_names}
    columns |= {name: pa.repeat(plan.levels[name], len(table)) for name in bare}
    columns |= {name: pa.nulls(len(table), pa.float64()) for name in numbers}
    return pa.table(columns)


# --- rows taken apart -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Taker:
    """Explains batches on the workers."""

    explainer: Explainer
    needed: tuple[str, ...]
    names: tuple[str, ...]
    given: Mapping[str, list[str]]
    functions: Mapping[str, Callable[[Any], Any]]  # apart from the explainer, which is pickled without
    as_pandas: bool  # what the functions were given when the facts were chosen

    def worker(self) -> Callable[[Batches], Batches]:
        def run(batches: Batches) -> Batches:
            import pyarrow as pa
            from pyspark import TaskContext

            context = TaskContext.get()
            place = f"df, partition {0 if context is None else context.partitionId()}"
            row = 0
            for batch in batches:
                added = self._columns(pa.Table.from_batches([batch]).rename_columns(list(self.names)), row, place)
                row += batch.num_rows
                arrays = [*batch.columns, *(pa.array(column, from_pandas=True) for column in added)]
                yield pa.RecordBatch.from_arrays(arrays, names=_places(len(arrays)))

        return run

    def _columns(self, table: pa.Table, first_row: int, place: str) -> list[np.ndarray]:
        if table.num_rows == 0:
            return [np.empty(0)] * len(_added_names(self.explainer))
        try:
            return self.explain(table)
        except ExplaineeError as problem:
            raise _moved(problem, first_row, place) from None

    def explain(self, table: pa.Table) -> list[np.ndarray]:
        """The added columns of these rows."""
        said = {role: table.select(columns) for role, columns in self.given.items()} | dict(self.functions)
        prediction = said.pop("prediction", None)
        rows = table.select(list(self.needed))
        try:
            found = self.explainer(rows.to_pandas() if self.as_pandas else rows, prediction, **said)
        except ExplaineeError as problem:
            if problem.code != "too_few_rows":
                raise
            return [np.full(table.num_rows, np.nan)] * len(_added_names(self.explainer))  # all rows were dropped
        several = found.values.ndim == 3
        outputs = range(found.values.shape[2]) if several else (...,)
        facts = range(found.values.shape[1])
        columns = [found.base_values[:, o] if several else found.base_values for o in outputs]
        columns += [found.values[:, i, o] for o in outputs for i in facts]
        columns += [found.remainder[:, o] if several else found.remainder for o in outputs]
        return [np.ascontiguousarray(column) for column in (*columns, found.surprise_removed)]


def _added_names(explainer: Explainer) -> list[str]:
    kept = explainer._kept()
    outputs = [f".{name}" for name in kept.predictions] if len(kept.predictions) > 1 else [""]
    facts = [fact["name"] for fact in kept.facts]
    names = [f"expected{o}" for o in outputs]
    names += [f"contribution{o}.{fact}" for o in outputs for fact in facts]
    names += [f"remainder{o}" for o in outputs]
    return [*names, "surprise_removed_bits"]


def _functions(explainer: Explainer, given: Mapping[str, list[str]]) -> dict[str, Callable[[Any], Any]]:
    """What it calls for new rows: a model, or another function of the rows."""
    roles = ((role, explainer._roles.get(role)) for role in ("prediction", "versus", "summary", "guess"))
    return {role: had.function for role, had in roles if had is not None and had.function and role not in given}


def _needed(df: DataFrame, explainer: Explainer, calls: bool) -> list[str]:
    """The columns that the explainer reads: those of its facts, and where it calls a model all that could be inputs."""
    read = set(explainer._kept().columns)
    if calls:
        read |= set(getattr(explainer, "feature_names_in_", df.columns))
    return [name for name in df.columns if name in read]


def _rehearse(df: DataFrame, taker: _Taker) -> None:
    """Explains a table without rows, so that a column that is not there is an error now and not on the workers."""
    import pyarrow as pa

    types = {"number": pa.float64(), "text": pa.string()}
    kinds = _kinds(df)
    wanted = {*taker.needed, *(name for names in taker.given.values() for name in names)}
    if taker.functions:
        return  # models dislike tables without rows
    taker.explain(pa.table({name: pa.array([], types.get(kinds[name], pa.binary())) for name in wanted}))


# --- scores ---------------------------------------------------------------------------------------------------------


def _all_but(df: DataFrame, id: str) -> list[str]:
    """The numbers and texts but the one that only tells rows apart."""
    left_out = _resolved(df.columns, id, "id")
    return [name for name, kind in _kinds(df).items() if kind in ("number", "text") and name not in left_out]


def _known_numbers(df: DataFrame, hers: Mapping[str, Any]) -> list[str]:
    """What she knows exactly and can square; nothing where that is too much."""
    kinds = _kinds(df)
    known = [name for role, names in hers.items() for name in _resolved(df.columns, names, role)]
    numbers = [name for name in dict.fromkeys(known) if kinds[name] == "number"]
    return numbers if len(numbers) <= 18 else []
