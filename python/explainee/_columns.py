"""Tables of any make as named columns of numbers or texts. Arrays are taken as they lie wherever that can be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from . import _core
from ._printable import is_utf8
from .errors import DataError, UsageError, warn

__all__ = [
    "Column",
    "add_to",
    "columns_of",
    "is_table",
    "names_of",
    "raw_column",
    "single_column",
    "table_of",
    "text_column",
    "warn_unusable",
]


_MOST_NAMED = 10  # in one warning


class Column(NamedTuple):
    """Numbers, or texts as codes into ``levels`` (-1: missing), or something that cannot be read."""

    name: str
    values: np.ndarray
    levels: list[str] | None = None
    unreadable: str = ""

    def renamed(self, name: str) -> Column:
        return Column(name, self.values, self.levels, self.unreadable)

    def cells(self) -> np.ndarray:
        """The values as people know them: float64, or an object array of texts with None where one is missing."""
        if self.levels is None:
            return np.asarray(self.values, dtype=np.float64)
        return np.array([*self.levels, None], dtype=object)[self.values]


def add_to(table: _core.Table, column: Column, beside: bool = False) -> None:
    """``beside``: no column of X: globs and ranges do not mean it."""
    try:
        if column.unreadable:
            table.add_unreadable(column.name, column.unreadable, len(column.values), beside)
        elif column.levels is not None:
            table.add_texts(column.name, column.values, column.levels, beside)
        else:
            table.add_numbers(column.name, column.values, beside)
    except TypeError:  # lone surrogates are no text
        message = f"the name or a text of column {ascii(column.name)} cannot be written as UTF-8"
        raise DataError(message, "", "malformed_table") from None


def warn_unusable(columns: Iterable[Column]) -> None:
    """Says which of these columns no pass can read, and what to do about it."""
    unusable = [column for column in columns if column.unreadable]
    if not unusable:
        return
    named = [f"'{column.name}' ({column.unreadable})" for column in unusable]
    if len(named) > _MOST_NAMED:
        named[_MOST_NAMED - 1 :] = [f"{len(named) - _MOST_NAMED + 1} more"]
    warn(
        f"left out, for holding neither numbers nor text: {', '.join(named)}; convert to numbers (a date to days since "
        "another, a complex number to its parts), or take out of X",
        "unusable_columns",
    )


# --- numpy ----------------------------------------------------------------------------------------------------------


def _of_numbers(name: str, values: np.ndarray) -> Column:
    """A number array that the core can read where it lies; rare types are converted."""
    if values.dtype.kind == "c":
        raise DataError(
            f"Complex data not supported: column '{name}'; give the real part, or leave it out", "", "unfit_column"
        )
    usual = values.dtype.isnative and values.dtype.kind in "fiub" and values.dtype.itemsize in (1, 2, 4, 8)
    if (
        not usual
        or values.dtype == np.float16
        or values.strides[0] % max(1, values.itemsize)
        or not values.flags.aligned
    ):
        values = values.astype(np.float64)
    return Column(name, values)


def text_column(name: str, texts: Iterable[Any]) -> Column:
    """Texts; None, NaN and the empty text are missing cells."""
    places: dict[str, int] = {}
    codes = []
    for row, text in enumerate(texts):
        if isinstance(text, str):
            codes.append(places.setdefault(text, len(places)) if text else -1)
        elif _is_missing(text):
            codes.append(-1)
        else:
            raise DataError(
                f"column '{name}' mixes text and {type(text).__name__}; make it all text or all numbers",
                f"row {row}",
                "not_a_number",
            )
    return Column(name, np.array(codes, dtype=np.int32), list(places))


def _is_missing(cell: Any) -> bool:
    return cell is None or type(cell).__name__ in ("NAType", "NaTType") or (isinstance(cell, float) and cell != cell)


# numpy would make numbers of these: it drops the imaginary part, counts from 1970 in units of its own, reads bytes.
_NO_NUMBERS = (np.complexfloating, np.datetime64, np.timedelta64, bytes)


def _of_objects(name: str, values: np.ndarray) -> Column:
    """An object array: texts where there is one, else numbers."""
    if any(isinstance(cell, str) for cell in values):
        return text_column(name, values)
    numbers = np.empty(len(values))
    for row, cell in enumerate(values):
        if isinstance(cell, _NO_NUMBERS):
            return Column(name, values, None, type(cell).__name__)
        try:
            numbers[row] = np.nan if _is_missing(cell) else cell
        except (TypeError, ValueError):  # dates, lists, …: it may take part in nothing
            return Column(name, values, None, type(cell).__name__)
        except OverflowError:
            raise DataError(f"the number in column '{name}' is too large", f"row {row}", "unfit_column") from None
    return Column(name, numbers)


def _of_array(name: str, values: np.ndarray) -> Column:
    if values.dtype.kind == "O":
        return _of_objects(name, values)
    if values.dtype.kind in "US":
        return text_column(name, (str(text) for text in values.astype(str)))
    if values.dtype.kind in "mMV":
        return Column(name, values, None, str(values.dtype))
    return _of_numbers(name, values)


def _columns_of_array(values: np.ndarray, name: str | None, what: str) -> list[Column]:
    if values.dtype.names is not None:
        return [_of_array(field, values[field]) for field in values.dtype.names]
    if values.ndim == 1 and name is not None:
        return [_of_array(name, values)]
    if values.ndim != 2:
        raise UsageError(
            f"{what} has {values.ndim} dimension{'' if values.ndim == 1 else 's'}; it must have 2, rows and columns. "
            "Reshape your data: X.reshape(-1, 1) makes one column of a list."
        )
    return [_of_array(f"{name or 'x'}{'_' if name else ''}{i}", values[:, i]) for i in range(values.shape[1])]


# --- pandas, polars, pyarrow ----------------------------------------------------------------------------------------


def _of_pandas(name: str, series: Any) -> Column:
    import pandas as pd

    series = pd.Series(series) if not isinstance(series, pd.Series) else series  # a bare Categorical, an index
    dtype = series.dtype
    if isinstance(dtype, pd.CategoricalDtype):
        return Column(name, series.cat.codes.to_numpy(np.int32), [str(level) for level in dtype.categories])
    if pd.api.types.is_bool_dtype(dtype) or pd.api.types.is_numeric_dtype(dtype):
        if isinstance(dtype, np.dtype):
            return _of_numbers(name, series.to_numpy())
        return Column(name, series.to_numpy(dtype=np.float64, na_value=np.nan))
    if pd.api.types.is_string_dtype(dtype) and not pd.api.types.is_object_dtype(dtype):
        codes, levels = pd.factorize(series)
        return Column(name, codes.astype(np.int32), [str(level) for level in levels])
    if pd.api.types.is_object_dtype(dtype):
        return _of_objects(name, series.to_numpy())
    return Column(name, np.empty(len(series)), None, str(dtype))


def _of_polars(name: str, series: Any) -> Column:
    import polars as pl

    dtype = series.dtype
    if dtype.is_numeric() or dtype == pl.Boolean:
        if series.null_count() or dtype.is_decimal():
            return Column(name, series.cast(pl.Float64).fill_null(float("nan")).to_numpy())
        return _of_numbers(name, series.to_numpy())
    if dtype in (pl.String, pl.Categorical, pl.Enum):
        texts = series.cast(pl.String)
        levels = texts.drop_nulls().unique().sort()
        codes = texts.replace_strict(levels, np.arange(len(levels), dtype=np.int32), default=-1, return_dtype=pl.Int32)
        return Column(name, codes.fill_null(-1).to_numpy(), levels.to_list())
    return Column(name, np.empty(len(series)), None, str(dtype))


def _of_arrow(name: str, array: Any) -> Column:
    import pyarrow as pa
    import pyarrow.compute as pc

    if isinstance(array, pa.ChunkedArray):
        array = array.combine_chunks() if array.num_chunks != 1 else array.chunk(0)
        if isinstance(array, pa.ChunkedArray):  # without any chunk
            array = pa.concat_arrays(array.chunks) if array.num_chunks else pa.array([], array.type)
    kind = array.type
    types = pa.types
    if types.is_dictionary(kind) or types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind):
        encoded = array if types.is_dictionary(kind) else array.cast(pa.large_string()).dictionary_encode()
        codes = pc.fill_null(encoded.indices.cast(pa.int32()), -1).to_numpy(zero_copy_only=False)
        return Column(name, codes, [str(level) for level in encoded.dictionary.to_pylist()])
    if types.is_integer(kind) or types.is_floating(kind) or types.is_boolean(kind) or types.is_decimal(kind):
        if array.null_count or types.is_decimal(kind):
            array = pc.fill_null(array.cast(pa.float64(), safe=False), float("nan"))  # whole numbers are rounded
        return _of_numbers(name, array.to_numpy(zero_copy_only=False))
    return Column(name, np.empty(len(array)), None, str(kind))


_MAKERS: dict[str, Callable[[str, Any], Column]] = {"pandas": _of_pandas, "polars": _of_polars, "pyarrow": _of_arrow}


def _library(data: Any) -> str:
    """pandas, polars or pyarrow, also for classes made of theirs; else empty."""
    made_of = (kind.__module__.partition(".")[0] for kind in type(data).__mro__)
    return next((library for library in made_of if library in _MAKERS), "")


def _maker(data: Any) -> Callable[[str, Any], Column] | None:
    return _MAKERS.get(_library(data))


def is_table(data: Any) -> bool:
    """Whether its columns have names of their own."""
    if isinstance(data, Mapping):
        return True
    return _maker(data) is not None and (hasattr(data, "columns") or hasattr(data, "schema"))


def _named_columns(data: Any) -> Iterable[tuple[str, Any]]:
    if isinstance(data, Mapping):
        return ((str(name), values) for name, values in data.items())
    if _library(data) == "pyarrow":
        return ((field.name, data.column(i)) for i, field in enumerate(data.schema))
    if hasattr(data, "iloc"):  # pandas; by position, since names may repeat
        return ((str(name), data.iloc[:, i]) for i, name in enumerate(data.columns))
    return ((name, data[name]) for name in data.columns)


def raw_column(data: Any, name: str, columns: Sequence[Column]) -> Any:
    """The cells of one of these columns of a table as they were given, before they became numbers or codes."""
    at = names_of(columns).index(name)
    if hasattr(data, "collect") and type(data).__name__ == "LazyFrame":
        data = data.collect()
    if is_table(data):
        return next(values for place, (_, values) in enumerate(_named_columns(data)) if place == at)
    return columns[at].cells()


def columns_of(data: Any, name: str | None = None, what: str = "X") -> list[Column]:
    """The columns of a table. ``name``: of a single column that has none; also allows one-dimensional data. ``what``:
    how messages call the table."""
    try:
        columns = _columns_of(data, name, what)
        for column in columns:
            if not is_utf8(column.name):
                raise DataError(f"the name of column '{column.name}' cannot be written as UTF-8", "", "malformed_table")
        return columns
    except DataError as problem:
        raise DataError(problem.args[0], f"{what}, {problem.where}" if problem.where else what, problem.code) from None


def _columns_of(data: Any, name: str | None, what: str) -> list[Column]:
    if hasattr(data, "toarray") and hasattr(data, "nnz"):
        raise DataError("it is sparse; give its dense form, X.toarray()", "", "unfit_column")
    if hasattr(data, "collect") and type(data).__name__ == "LazyFrame":
        data = data.collect()
    if hasattr(data, "read_all"):  # a reader of record batches
        data = data.read_all()
    if hasattr(data, "__arrow_c_stream__") and _maker(data) is None:
        import pyarrow

        data = pyarrow.table(data)
    if is_table(data):
        return [single_column(values, own) for own, values in _named_columns(data)]
    if _maker(data) is not None:
        return [single_column(data, _own_name(data, name))]
    try:
        array = _array(data)
    except ValueError as problem:
        raise UsageError(f"{what} is no table: {problem}") from None
    if array.ndim == 0 or (array.dtype.kind == "O" and array.ndim == 1 and name is None):
        raise UsageError(f"{what} is no table but {type(data).__name__}; give rows and columns. Reshape your data.")
    return _columns_of_array(array, name, what)


def _array(data: Any) -> np.ndarray:
    """As numpy has it; masked cells are missing."""
    if isinstance(data, np.ma.MaskedArray) and np.ma.getmaskarray(data).any():
        numbers = data.dtype.kind in "fiub"
        plain = np.array(data.data, dtype=np.float64 if numbers else object)
        plain[np.ma.getmaskarray(data)] = np.nan if numbers else None
        return plain
    return np.asarray(data)


def _own_name(data: Any, name: str | None) -> str:
    own = getattr(data, "name", None)
    return str(own) if own not in (None, "") else name or "x0"


def single_column(data: Any, name: str) -> Column:
    """One column, whatever holds it."""
    maker = _maker(data)
    if maker is not None:
        return maker(name, data)
    values = _array(data)
    if values.ndim == 2 and values.shape[1] == 1:
        values = values[:, 0]
    if values.ndim != 1:
        raise UsageError(f"'{name}' has {values.ndim} dimensions; a column has one")
    return _of_array(name, values)


def names_of(columns: Iterable[Column]) -> list[str]:
    return [column.name for column in columns]


def table_of(data: Any, name: str) -> _core.Table:
    """A table for the core as it stands; ``name`` is how messages call it."""
    table = _core.Table(name)
    for column in columns_of(data, what=name):
        add_to(table, column)
    return table
