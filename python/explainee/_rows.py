"""A table of rows for the core: the columns of X, and beside them what was given row by row in other ways."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from . import _core
from ._columns import Column, add_to, columns_of, is_table, names_of
from .errors import DataError, UsageError

__all__ = ["Role", "Rows", "model_inputs", "name_list", "pair_list"]

# NAME=VALUE, however it is written.
Pairs = str | Sequence[str] | Mapping[str, Any]

# What may be given as an array, and what its column is called when it has no name of its own.
ROLES = ("prediction", "versus", "summary", "guess", "label", "id", "weight", "block")


class Role(NamedTuple):
    """How something was given when the facts were chosen, so that new rows can be asked for the same."""

    names: tuple[str, ...]
    way: str  # "columns" of X, "function" of X, or "array"
    function: Callable[[Any], Any] | None = None


class Rows:
    """The core's table with the roles that its columns have; keeps the arrays alive."""

    def __init__(self, X: Any, name: str = "X") -> None:
        self.columns = columns_of(X)
        if not self.columns:
            shape = f"shape=({len(X) if hasattr(X, '__len__') else 0}, 0)"
            message = f"X has no columns: 0 feature(s) ({shape}) while a minimum of 1 is required."
            raise DataError(message, "", "malformed_table")
        self.table = _core.Table(name)
        for column in self.columns:
            add_to(self.table, column)
        self.roles: dict[str, Role] = {}
        self._X = X

    @property
    def names(self) -> list[str]:
        """The columns of X."""
        return names_of(self.columns)

    @property
    def count(self) -> int:
        return self.table.rows

    def give(self, role: str, value: Any) -> None:
        """Names of columns, a function of X, or an array with one entry (or line) per row."""
        if value is None:
            return
        if isinstance(value, str) or _is_name_list(value):
            self.roles[role] = Role((value,) if isinstance(value, str) else tuple(value), "columns")
        elif callable(value):
            self._add(role, _call(value, self._X, role), "function", value)
        else:
            self._add(role, value, "array", None)

    def add(self, column: Column) -> None:
        """One column more."""
        add_to(self.table, column)

    def give_again(self, role: str, before: Role, value: Any) -> bool:
        """For new rows: the same as before, from X, its function, or the array `value`; False when there is none."""
        if isinstance(value, str) or _is_name_list(value):
            taken = [value] if isinstance(value, str) else list(value)
            value = {name: next((c.cells() for c in self.columns if c.name == name), None) for name in taken}
            missing = [name for name, cells in value.items() if cells is None]
            if missing:
                raise UsageError(f"{role}: X has no column '{missing[0]}'", "", "unknown_column")
        if before.way == "columns" and value is None:
            return True
        if value is None and before.function is not None:
            value = _call(before.function, self._X, role)
        if value is None:
            return False
        columns = columns_of(value, role)
        if len(columns) != len(before.names):
            raise UsageError(
                f"{role} had {len(before.names)} columns when the facts were chosen and has {len(columns)} here"
            )
        present = set(self.table.names)
        for column, name in zip(columns, before.names):
            self._check_length(role, column)
            if name not in present:
                add_to(self.table, column.renamed(name))
        return True

    def _add(self, role: str, value: Any, way: str, function: Callable[[Any], Any] | None) -> None:
        columns = _named(role, value, function)
        names = []
        for column in columns:
            self._check_length(role, column)
            name = column.name
            while name in self.table.names:
                name += "_" if name.startswith(role) else f"_{role}"
            add_to(self.table, column.renamed(name))
            names.append(name)
        self.roles[role] = Role(tuple(names), way, function)

    def _check_length(self, role: str, column: Column) -> None:
        if len(column.values) != self.count:
            raise UsageError(
                f"{role} has {len(column.values)} entries and X has {self.count} rows; they must be as many"
            )


def _is_name_list(value: Any) -> bool:
    return isinstance(value, (list, tuple, set)) and len(value) > 0 and all(isinstance(name, str) for name in value)


def _named(role: str, value: Any, function: Callable[[Any], Any] | None) -> list[Column]:
    """The columns of an array; class probabilities are called by their classes where the model tells."""
    columns = columns_of(value, role)
    classes = getattr(getattr(function, "__self__", None), "classes_", None)
    if len(columns) > 1 and not is_table(value) and classes is not None and len(classes) == len(columns):
        return [column.renamed(f"p({name})") for column, name in zip(columns, classes)]
    return columns


def model_inputs(model: Any) -> list[str] | None:
    """The columns that a model says it was fitted on; None when it does not say."""
    if model is None:
        return None
    if hasattr(model, "get_booster"):
        try:
            model = model.get_booster()
        except Exception:  # not fitted: it says nothing
            return None
    for attribute in ("feature_names_in_", "feature_names_", "feature_name_", "feature_names"):
        names = getattr(model, attribute, None)
        if names is not None and not callable(names) and len(names) and all(isinstance(name, str) for name in names):
            return [str(name) for name in names]
    return None


def _call(function: Callable[[Any], Any], X: Any, role: str) -> Any:
    """The function of the rows; a model sees the columns it was fitted on, in its order."""
    inputs = model_inputs(getattr(function, "__self__", None))
    if inputs is not None and is_table(X) and not isinstance(X, Mapping):
        own = names_of(columns_of(X))
        if own != inputs and all(name in own for name in inputs):
            X = X.select(inputs) if hasattr(X, "select") and not hasattr(X, "iloc") else X[inputs]
    try:
        return function(X)
    except Exception as problem:
        raise UsageError(
            f"{role}: calling {getattr(function, '__qualname__', function)} on X failed: {problem}"
        ) from problem


def name_list(value: Any, columns: Sequence[str], what: str) -> list[str] | None:
    """Names from a name (or several, separated by commas), a list of names, or positions in X."""
    if value is None:
        return None
    if isinstance(value, str):
        value = [value] if value in columns else _core.split_list(value)
    elif isinstance(value, (int, np.integer)):
        value = [value]
    names = []
    for item in value:
        if isinstance(item, (int, np.integer)) and not isinstance(item, bool):
            if not -len(columns) <= item < len(columns):
                raise UsageError(
                    f"{what}: X has {len(columns)} columns, and there is no column {item}", "", "unknown_column"
                )
            item = columns[int(item)]
        names.append(item)
    return names


def pair_list(value: Any) -> list[str] | None:
    """NAME=VALUE as the command line has it, from a dictionary, a text or a list of texts; VALUE may be a list.

    >>> pair_list({"blood": ["s1", "s2"], "bmi": 2})
    ['blood=s1', 's2', 'bmi=2']
    """
    if value is None:
        return None
    if not isinstance(value, Mapping):
        texts = [value] if isinstance(value, (str, int, float)) else value
        return [part for text in texts for part in _core.split_list(str(text))]
    pairs = []
    for name, given in value.items():
        items = given if isinstance(given, (list, tuple)) else [given]
        pairs += [f"{name}={items[0]}" if i == 0 else str(item) for i, item in enumerate(items)]
    return pairs
