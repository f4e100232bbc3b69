"""A model that is asked about rows like X: they come to it as X does, in its columns and types."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ._columns import Column, columns_of
from ._rows import Rows, call
from .errors import UsageError

__all__ = ["AskedModel"]


class AskedModel:
    """Takes columns of drawn rows, by name, and gives the model's predictions for them."""

    def __init__(self, function: Callable[[Any], Any], X: Any, rows: Rows | None) -> None:
        if rows is None or not callable(function):
            raise UsageError("ask: the model is asked by calling it; give it as y, such as model.predict")
        self._function = function
        self._X = X
        self._columns = rows.columns

    def __call__(self, drawn: Mapping[str, Any]) -> np.ndarray:
        count = len(next(iter(drawn.values())))
        cells = [self._cells(column, drawn, count) for column in self._columns]
        answer = columns_of(call(self._function, rows_like(self._X, cells), "ask", f"{count} rows like X"), "y", "ask")
        if len(answer) != 1 or answer[0].levels is not None or answer[0].unreadable:
            raise UsageError("ask: the model must give one number a row")
        return np.ascontiguousarray(answer[0].cells())

    def _cells(self, column: Column, drawn: Mapping[str, Any], count: int) -> np.ndarray:
        """Numbers, or where cells of X are to be taken from: texts occur there, and what is not drawn too."""
        if column.name not in drawn:
            return np.arange(count) % len(column.values)
        if column.levels is None:
            return np.asarray(drawn[column.name], dtype=np.float64)
        codes, first = np.unique(column.values, return_index=True)
        place = {column.levels[code]: row for code, row in zip(codes, first) if code >= 0}
        return np.array([place[text] for text in drawn[column.name]], dtype=np.int64)


def rows_like(X: Any, cells: list[np.ndarray]) -> Any:
    """A table or array of the make of X; columns of float64 are numbers, those of integers rows of X."""
    if hasattr(X, "iloc"):
        return _like_pandas(X, cells)
    if hasattr(X, "to_series"):
        return _like_polars(X, cells)
    if hasattr(X, "schema") and hasattr(X, "column"):
        return _like_arrow(X, cells)
    if isinstance(X, Mapping):
        return {name: _like_array(np.asarray(values), own) for (name, values), own in zip(X.items(), cells)}
    array = np.asarray(X)
    if array.ndim != 2:
        raise UsageError(f"ask: rows like {type(X).__name__} cannot be made; give X as a table or a 2-D array")
    made = np.empty((len(cells[0]), len(cells)), dtype=array.dtype)
    for j, own in enumerate(cells):
        made[:, j] = _like_array(array[:, j], own)
    return made if isinstance(X, np.ndarray) else made.tolist()


def _is_place(cells: np.ndarray) -> bool:
    return cells.dtype.kind == "i"


def _like_array(values: np.ndarray, cells: np.ndarray) -> np.ndarray:
    return values[cells] if _is_place(cells) else cells.astype(values.dtype)


def _like_pandas(X: Any, cells: list[np.ndarray]) -> Any:
    import pandas as pd

    made = {}
    for j, own in enumerate(cells):
        column = X.iloc[:, j]
        made[j] = column.iloc[own].array if _is_place(own) else pd.Series(own).astype(column.dtype).array
    table = pd.DataFrame(made)
    table.columns = X.columns
    return table


def _like_polars(X: Any, cells: list[np.ndarray]) -> Any:
    import polars as pl

    made = []
    for j, own in enumerate(cells):
        column = X.to_series(j)
        made.append(column.gather(own) if _is_place(own) else pl.Series(column.name, own).cast(column.dtype))
    return pl.DataFrame(made)


def _like_arrow(X: Any, cells: list[np.ndarray]) -> Any:
    import pyarrow as pa

    made = []
    for j, own in enumerate(cells):
        column = X.column(j)
        numbers = pa.array(own)
        made.append(column.take(numbers) if _is_place(own) else numbers.cast(column.type, safe=False))
    return pa.table(made, schema=X.schema)
