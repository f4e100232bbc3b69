"""Plain names of columns, for words and pictures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from . import _core
from ._columns import columns_of

__all__ = ["PlainNames", "names_table"]


def _is_short(names: Any) -> bool:
    """Whether it is the short form: column → plain name."""
    return isinstance(names, Mapping) and all(isinstance(name, str) for name in names.values())


def _objects(cells: Any) -> Any:
    return np.array(cells, dtype=object) if isinstance(cells, list) else cells


def names_table(names: Any) -> _core.Table | None:
    """Plain names as the core reads them: a mapping of columns to names, or a table."""
    if names is None:
        return None
    if _is_short(names):
        names = {"column": np.array(list(names), dtype=object), "name": np.array(list(names.values()), dtype=object)}
    table = _core.Table("names")
    for column in columns_of(
        {name: _objects(cells) for name, cells in names.items()} if isinstance(names, dict) else names
    ):
        if column.name not in ("column", "name", "unit", "show"):
            continue
        if column.levels is not None:
            table.add_texts(column.name, column.values, column.levels)
        else:  # all cells are empty
            table.add_texts(column.name, np.full(len(column.values), -1, dtype=np.int32), [])
    return table


class PlainNames:
    """How people call columns, and in which units they know their values; without ``names`` just as they are."""

    def __init__(self, names: Any = None) -> None:
        self._names = None if names is None else _texts(names)
        self._core: _core.PlainNames | None = None

    def _held(self) -> _core.PlainNames:
        if self._core is None:
            self._core = _core.PlainNames(names_table(self._names))
        return self._core

    def name(self, column: str) -> str:
        return column if self._names is None else self._held().name(column)

    def facts(self, kept: _core.Kept) -> list[str]:
        """The facts of a kept explainer as they are said."""
        held = _core.PlainNames(names_table(self._names), kept)
        return [held.name(fact["name"]) for fact in kept.facts]

    def value(self, column: str, cell: Any) -> str:
        """'204 mg/dl', 'Oslo'."""
        if cell is None or cell != cell:
            return "?"
        if isinstance(cell, str):
            return cell
        return f"{cell:.5g}" if self._names is None else self._held().value(column, float(cell))

    def __getstate__(self) -> dict[str, Any]:
        return {"_names": self._names, "_core": None}


def _texts(names: Any) -> dict[str, Any]:
    """The table of names as plain lists, so that it can be kept."""
    if _is_short(names):
        return {"column": list(names), "name": list(names.values())}
    columns = columns_of(names)
    empty = [""] * len(columns[0].values) if columns else []
    texts = {c.name: c.cells() if c.levels is not None else empty for c in columns}
    return {name: ["" if cell is None else cell for cell in cells] for name, cells in texts.items()}
