"""Plain names of columns, for words and pictures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from . import _core
from ._columns import columns_of

__all__ = ["names_table", "plain_names"]


def _is_short(names: Any) -> bool:
    """Whether it is the short form: column → plain name."""
    return isinstance(names, Mapping) and all(isinstance(name, str) for name in names.values())


def names_table(names: Any) -> _core.Table | None:
    """Plain names as the core reads them: a mapping of columns to names, or a table."""
    if names is None:
        return None
    if _is_short(names):
        names = {"column": np.array(list(names), dtype=object), "name": np.array(list(names.values()), dtype=object)}
    table = _core.Table("names")
    for column in columns_of(names):
        if column.name not in ("column", "name", "unit", "show"):
            continue
        if column.levels is not None:
            table.add_texts(column.name, column.values, column.levels)
        else:  # all cells are empty
            table.add_texts(column.name, np.full(len(column.values), -1, dtype=np.int32), [])
    return table


def plain_names(names: Any) -> dict[str, str]:
    """Column → plain name, where there is one."""
    if names is None:
        return {}
    if _is_short(names):
        return {str(column): name for column, name in names.items()}
    columns = {column.name: column.cells() for column in columns_of(names)}
    if "column" not in columns or "name" not in columns:
        return {}
    return {column: name for column, name in zip(columns["column"], columns["name"]) if isinstance(name, str)}
