"""Plain names of columns, for words and pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from . import _core
from ._columns import add_to, columns_of, text_column
from ._printable import printable

__all__ = ["PlainNames", "names_table"]


def _is_short(names: Any) -> bool:
    """Whether it is the short form: column → plain name."""
    return isinstance(names, Mapping) and all(isinstance(name, str) for name in names.values())


def names_table(names: Any) -> _core.Table | None:
    """Plain names as the core reads them: a mapping of columns to names, or a table."""
    if names is None:
        return None
    table = _core.Table("names")
    for name, texts in _texts(names).items():
        if name in ("column", "name", "unit", "show"):
            add_to(table, text_column(name, texts))
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
        return printable(column) if self._names is None else self._held().name(column)

    def facts(self, kept: _core.Kept) -> list[str]:
        """The facts of a kept explainer as they are said."""
        held = _core.PlainNames(names_table(self._names), kept)
        return [held.name(fact["name"]) for fact in kept.facts]

    def curve_words(self, points: Sequence[Mapping[str, Any]]) -> tuple[list[str], str]:
        """What each point of the curve changes, and what is proven of them."""
        sets = [(point["sparsity"], list(point["features"]), point.get("optimal")) for point in points]
        return _core.curve_words(sets, self._held())

    def value(self, column: str, cell: Any) -> str:
        """'204 mg/dl', 'Oslo'."""
        if cell is None or cell != cell:
            return "?"
        if isinstance(cell, str):
            return printable(cell)
        return self._held().value(column, float(cell))

    def source_values(self, sources: Sequence[tuple[str, float]], named: bool) -> str:
        """'bmi 30.2 kg/m², sex 2': what a fact of several columns is shown by."""
        return "?" if any(cell != cell for _, cell in sources) else self._held().source_values(sources, named)

    def __getstate__(self) -> dict[str, Any]:
        return {"_names": self._names, "_core": None}


def _texts(names: Any) -> dict[str, list[str]]:
    """The table of names as plain lists of texts, so that it can be kept."""
    if _is_short(names):
        return {"column": [str(column) for column in names], "name": list(names.values())}
    cells = {column.name: column.cells().tolist() for column in columns_of(names, what="names")}
    return {name: ["" if cell is None or cell != cell else _said(cell) for cell in own] for name, own in cells.items()}


def _said(cell: Any) -> str:
    return f"{cell:.15g}" if isinstance(cell, float) else str(cell)
