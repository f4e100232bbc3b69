"""Ids of rows: texts as they are written, made when they are asked for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from . import _core
from ._columns import Column, text_column
from ._printable import printable
from .errors import UsageError

__all__ = ["Ids", "id_column", "index_of"]

_EXACT = 2**53  # whole float64 up to there are what they seem


def id_text(cell: Any) -> str:
    """A text as it is, a whole number as its digits; empty when missing.

    >>> [id_text(cell) for cell in ("007", 123456789012345678, 3.0, 0.5, None)]
    ['007', '123456789012345678', '3', '0.5', '']
    """
    if isinstance(cell, str):
        return cell
    if cell is None or type(cell).__name__ in ("NAType", "NaTType"):
        return ""
    if isinstance(cell, (float, np.floating)):
        if cell != cell:
            return ""
        number = float(cell)
        return str(int(number)) if abs(number) <= _EXACT and number == int(number) else repr(number)
    return str(cell)


def _cells(values: Any) -> Iterable[Any]:
    """The cells of a column of any make, whole numbers as such, whatever their size and whatever is missing beside."""
    if hasattr(values, "iloc") and getattr(values, "ndim", 1) == 2:
        values = values.iloc[:, 0]
    for name in ("to_pylist", "to_list", "tolist"):
        if hasattr(values, name):
            values = getattr(values, name)()
            break
    return [cell[0] if isinstance(cell, list) and len(cell) == 1 else cell for cell in values]


def id_column(name: str, values: Any) -> Column:
    """Ids as the core takes them."""
    return text_column(name, (id_text(cell) for cell in _cells(values)))


def index_of(X: Any) -> Any:
    """The index of a pandas table that names its rows; None for a plain count from 0, and for what is no such table."""
    index = getattr(X, "index", None)
    if not hasattr(X, "iloc") or index is None:
        return None
    counts = type(index).__name__ == "RangeIndex" and index.start == 0 and index.step == 1
    return None if counts else index


class Ids:
    """The ids of some rows of a table: the column stays as it is, and only the ids that are asked for become texts.

    >>> ids = Ids("customer", np.array([7, 123456789012345678, 7]))
    >>> ids.only([1, 2]).texts(), ids.only([1, 2]).position("7")
    (['123456789012345678', '7'], 1)
    """

    def __init__(self, name: str, values: Any, rows: Any = None, places: Any = None) -> None:
        self.name = name
        self._values = values
        self._places = np.arange(len(values)) if places is None else places  # of the ids at hand among the values
        self.rows = self._places if rows is None else np.asarray(rows, dtype=np.int64)

    @classmethod
    def of_column(cls, column: Column) -> Ids:
        """Of a column of texts."""
        return cls(column.name, np.array([*(column.levels or []), ""], dtype=object)[column.values])

    def only(self, key: Any) -> Ids:
        """Those of these rows by position, slice or mask."""
        return Ids(self.name, self._values, np.atleast_1d(self.rows[key]), np.atleast_1d(self._places[key]))

    def texts(self) -> list[str]:
        return [id_text(cell) for cell in _cells(self._values[self._places])]

    def position(self, text: Any) -> int:
        """Where an id stands among these; UsageError where it is not, or stands twice."""
        if not isinstance(text, str):
            raise UsageError(f"ids are texts: write e.id('{text}'); e[{text}] is the row at this place")
        texts = self.texts()
        found = [at for at, own in enumerate(texts) if own == text]
        if len(found) == 1:
            return found[0]
        called = printable(f"{self.name} '{text}'")
        if found:
            first, second = (int(self.rows[at]) for at in found[:2])
            raise UsageError(f"rows {first} and {second} both have the {called}; name one by its place: e[{found[0]}]")
        known = [own for own in texts if own]
        near = _core.did_you_mean(text, known) or (f"; there is e.id({known[0]!r})" if known else "")
        raise UsageError(f"no row has the {called}{near}")
