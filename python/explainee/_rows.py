"""A table of rows for the core: the columns of X, and beside them what was given row by row in other ways."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from . import _core
from ._columns import Column, add_to, columns_of, is_table, names_of, raw_column, text_column
from ._ids import Ids, id_column, index_of
from ._printable import is_utf8
from .errors import DataError, UsageError

__all__ = ["ROLES", "Pairs", "Role", "Rows", "call", "model_inputs", "name_list", "pair_list"]

# NAME=VALUE, however it is written.
Pairs = str | Sequence[str] | Mapping[str, Any]

# What may be given as an array, and what its column is called when it has no name of its own.
ROLES = ("prediction", "versus", "summary", "guess", "label", "id", "weight", "block")


class Role(NamedTuple):
    """How something was given when the facts were chosen, so that new rows can be asked for the same."""

    names: tuple[str, ...]  # in the table of the core
    way: str  # "columns" of X, "function" of X, or "array"
    function: Callable[[Any], Any] | None = None
    own: tuple[str, ...] = ()  # names that the columns had by themselves, where they had any

    def without_function(self) -> Role:
        """As it can be kept: a function may be anything."""
        return self if self.function is None else Role(self.names, "array", None, self.own)


class Rows:
    """The columns of X, those given beside it, and the roles they have; keeps the arrays alive."""

    def __init__(self, X: Any, name: str = "X") -> None:
        self.columns = columns_of(X, what=name)
        if not self.columns:
            shape = f"shape=({len(X) if hasattr(X, '__len__') else 0}, 0)"
            message = f"{name} has no columns: 0 feature(s) ({shape}) while a minimum of 1 is required."
            raise DataError(message, "", "malformed_table")
        self.count = len(self.columns[0].values)
        self.roles: dict[str, Role] = {}
        self._X = X
        self._name = name
        self._all: dict[str, Column] = {}
        self._table: _core.Table | None = None
        for column in self.columns:
            if column.name in self._all:
                message = f"there are two columns '{column.name}'; give each its own name"
                raise DataError(message, name, "duplicate_column")
            self._all[column.name] = column

    @property
    def names(self) -> list[str]:
        """The columns of X."""
        return names_of(self.columns)

    @property
    def table(self) -> _core.Table:
        """What the core reads; nothing can be added after it was asked for."""
        if self._table is None:
            self._table = _core.Table(self._name)
            of_X = {id(column) for column in self.columns}
            for column in self._all.values():
                add_to(self._table, column, id(column) not in of_X)
        return self._table

    def has(self, name: str) -> bool:
        return name in self._all

    def put(self, column: Column) -> None:
        """A column, in the place of one of X with the same name."""
        self._all[column.name] = column

    def give(self, role: str, value: Any) -> None:
        """Names of columns, a function of X, or an array with one entry (or line) per row."""
        if value is None:
            return
        if hasattr(value, "predict") and not hasattr(value, "dtype") and not callable(value):
            raise UsageError(f"{role}: this is a model; give its method, model.predict")
        if isinstance(value, str) or self._are_names(value):
            self.roles[role] = Role(self._found(role, value), "columns")
            if role == "id":
                self._read_as_ids(self.roles[role].names)
            return
        function = value if callable(value) else None
        value = value if function is None else call(function, self._X, role)
        columns = _named(role, value, function)
        if role == "id" and len(columns) == 1:
            columns = [id_column(columns[0].name, value)]
        names = []
        for column in columns:
            self._check_length(role, column)
            name = column.name
            while name in self._all:
                name += "_" if name.startswith(role) else f"_{role}"
            self.put(column.renamed(name))
            names.append(name)
        way = "array" if function is None else "function"
        self.roles[role] = Role(tuple(names), way, function, tuple(names_of(columns)))

    def ids(self, name: str = "") -> Ids | None:
        """What names these rows: what was given as id, else the column of this name, else the index of a table."""
        if "id" in self.roles and self.has(self.roles["id"].names[0]):
            return Ids.of_column(self._all[self.roles["id"].names[0]])
        if name and any(column.name == name for column in self.columns):
            return Ids.of_column(id_column(name, raw_column(self._X, name, self.columns)))
        index = index_of(self._X)
        return None if index is None else Ids(_name_of_index(index), index)

    def give_index(self) -> None:
        """The index of a pandas table names the rows, where nothing else does."""
        index = index_of(self._X)
        if index is not None and "id" not in self.roles:
            column = id_column(_name_of_index(index), index)
            while column.name in self._all:
                column = column.renamed(column.name + "_id")
            self.put(column)
            self.roles["id"] = Role((column.name,), "array")

    def _read_as_ids(self, names: Sequence[str]) -> None:
        """Columns of X as texts, as they are written: numbers lose the last of many digits."""
        for at, column in enumerate(self.columns):
            if column.name in names:
                self.columns[at] = id_column(column.name, raw_column(self._X, column.name, self.columns))
                self._all[column.name] = self.columns[at]

    def give_again(self, role: str, before: Role, value: Any = None) -> bool:
        """For new rows: the array `value`, else the same as before from X or its function; False when there is none."""
        if value is None and before.function is not None:
            value = before.function
        if value is None:
            return before.way == "columns" and all(self.has(name) for name in before.names)
        if isinstance(value, str) or self._are_names(value):
            columns = [self._column(role, name) for name in self._found(role, value)]
        else:
            columns = _named(role, call(value, self._X, role) if callable(value) else value, before.function)
        for column, name in zip(_in_order(role, columns, before), before.names):
            self._check_length(role, column)
            self.put(column.renamed(name))
        return True

    def _are_names(self, value: Any) -> bool:
        """A list of texts is names of columns, unless it is as long as X and names none."""
        if not isinstance(value, (list, tuple, set)) or not value or not all(isinstance(name, str) for name in value):
            return False
        return len(value) != self.count or any(name in self._all for name in value)

    def _found(self, role: str, names: Any) -> tuple[str, ...]:
        """Globs and ranges by the columns they mean; what is not found is left for the core to refuse."""
        patterns = [_as_text(role, name) for name in ([names] if isinstance(names, str) else names)]
        found = _core.resolve_names(self.names, patterns)
        return tuple(patterns if found is None else found)

    def _column(self, role: str, name: str) -> Column:
        if name not in self._all:
            raise UsageError(f"{role}: {self._name} has no column '{name}'", "", "unknown_column")
        return self._all[name]

    def _check_length(self, role: str, column: Column) -> None:
        if len(column.values) != self.count:
            message = f"{role} has {len(column.values)} entries and X has {self.count} rows; they must be as many"
            raise UsageError(message)


def _name_of_index(index: Any) -> str:
    return str(index.name) if getattr(index, "name", None) not in (None, "") else "id"


def _in_order(role: str, columns: list[Column], before: Role) -> list[Column]:
    """As they were when the facts were chosen; by name where they have names."""
    if len(columns) != len(before.names):
        message = f"{role} had {len(before.names)} columns when the facts were chosen and has {len(columns)} here"
        raise UsageError(message)
    for known in (before.own, before.names):
        by_name = {column.name: column for column in columns}
        if set(by_name) == set(known):
            return [by_name[name] for name in known]
    if len(columns) > 1 and not all(c.name.startswith(role) for c in columns):
        names = ", ".join(before.own or before.names)
        raise UsageError(f"{role} had the columns {names} when the facts were chosen and others here; name them alike")
    return columns


def _named(role: str, value: Any, function: Callable[[Any], Any] | None) -> list[Column]:
    """The columns of an array; class probabilities are called by their classes where the model tells."""
    columns = columns_of(value, role, role)
    classes = getattr(getattr(function, "__self__", None), "classes_", None)
    if classes is not None and len(columns) == 1 and getattr(function, "__name__", "") == "predict":
        return [_as_classes(columns[0])]
    if len(columns) > 1 and not is_table(value) and classes is not None and len(classes) == len(columns):
        return [column.renamed(f"p({name})") for column, name in zip(columns, classes)]
    return columns


def _as_classes(column: Column) -> Column:
    """What a classifier predicts is a class, also where it is called by a number."""
    if column.levels is not None or column.unreadable:
        return column
    return text_column(column.name, (f"{label:.15g}" for label in column.cells().tolist()))


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


def call(function: Callable[[Any], Any], X: Any, role: str, rows: str = "X") -> Any:
    """The function of the rows; a model sees the columns it was fitted on, in its order."""
    inputs = model_inputs(getattr(function, "__self__", None))
    if inputs is not None and is_table(X) and not isinstance(X, Mapping):
        own = [str(name) for name in (X.schema.names if hasattr(X, "schema") and not hasattr(X, "iloc") else X.columns)]
        if own != inputs and all(name in own for name in inputs):
            X = X.select(inputs) if not hasattr(X, "iloc") else X[inputs]
    try:
        return function(X)
    except Exception as problem:
        called, why = getattr(function, "__qualname__", function), " ".join(str(problem).split())
        raise UsageError(f"{role}: calling {called} on {rows} failed: {why}") from problem


def _as_text(what: str, text: str) -> str:
    if not is_utf8(text):
        raise UsageError(f"{what}: '{text}' cannot be written as UTF-8")
    return text


def name_list(value: Any, columns: Sequence[str], what: str) -> list[str] | None:
    """Names from a name (or several, separated by commas), a list of names, or positions in X."""
    if value is None:
        return None
    if isinstance(value, str):
        value = [value] if value in columns else _core.split_list(_as_text(what, value))
    elif isinstance(value, (int, np.integer)):
        value = [value]
    if not hasattr(value, "__iter__"):
        raise UsageError(f"{what}: {value!r} is neither a name nor a list of names")
    labelled = any(name.isdigit() for name in columns)  # columns that are called by numbers
    names = []
    for item in value:
        if isinstance(item, (int, np.integer)) and not isinstance(item, bool):
            if labelled:
                names.append(str(item))
                continue
            if not -len(columns) <= item < len(columns):
                raise UsageError(
                    f"{what}: X has {len(columns)} columns, and there is no column {item}", "", "unknown_column"
                )
            item = columns[int(item)]
        names.append(_as_text(what, str(item)))
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
        return [part for text in texts for part in _core.split_list(_as_text("NAME=VALUE", str(text)))]
    pairs = []
    for name, given in value.items():
        items = given if isinstance(given, (list, tuple)) else [given]
        pairs += [f"{name}={items[0]}" if i == 0 else str(item) for i, item in enumerate(items)]
    return pairs
