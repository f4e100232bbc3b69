"""Who she is, and which columns are what: the same for choosing facts, scoring, cohorts and dialogues."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from . import _core
from ._columns import table_of
from ._rows import ROLES, Pairs, Rows, model_inputs, name_list, pair_list
from .errors import DataError, UsageError
from .moments import Moments

__all__ = ["Names", "Who", "data_and_options"]

Names = str | int | Sequence[str] | Sequence[int]


class Who(NamedTuple):
    """The keyword arguments of :meth:`Explainer.fit` that say who she is and which columns are what."""

    knows: Names | None = None
    told: Names | None = None
    summary: Any = None
    guess: Any = None
    reasons_from: Names | Mapping[str, float] | None = None
    retell: bool = False
    sees: str | Sequence[str] | None = None
    sees_mean: Names | None = None
    answers: Any = None
    answer_words: Sequence[str] | None = None
    answers_as: str | None = None
    summary_noise: Pairs | None = None
    noise_free: bool = False
    linear: bool = False
    label: Any = None
    id: Any = None
    inputs: Names | None = None
    weight: Any = None
    block: Any = None
    versus: Any = None


Given = tuple[Any, list[str], "Rows | None", dict[str, Any], "_core.Table | None"]


def data_and_options(X: Any, y: Any, who: Who) -> Given:
    """What the core is given: the data, the columns of X, the rows, the options, and her answers."""
    if y is None:
        raise UsageError(
            "requires y to be passed, but the target y is None: give the predictions as the second argument"
        )
    inputs = who.inputs
    if isinstance(X, Moments):
        roles = {"prediction": y, "label": who.label, "summary": who.summary, "guess": who.guess, "versus": who.versus}
        by_name = {role: _names_only(role, value) for role, value in roles.items() if value is not None}
        rows: Rows | None = None
        data: _core.Table | _core.Moments = X.held
        columns = X.columns
    else:
        rows = Rows(X)
        if rows.count == 1:
            raise DataError(
                "X has 1 sample: one row cannot tell what goes along with what; give more", "X", "too_few_rows"
            )
        for role in ROLES:
            rows.give(role, y if role == "prediction" else getattr(who, role))
        data, columns = rows.table, rows.names
        by_name = {role: list(given.names) for role, given in rows.roles.items()}
        if inputs is None and callable(y):
            inputs = _more_than(model_inputs(getattr(y, "__self__", None)), columns)
    options = _single(by_name)
    for name in ("retell", "noise_free", "linear"):
        if getattr(who, name):
            options[name] = getattr(who, name)
    for name in ("answers_as", "sees", "answer_words"):
        options[name] = getattr(who, name)
    for name, value in {"knows": who.knows, "told": who.told, "sees_mean": who.sees_mean, "inputs": inputs}.items():
        options[name] = name_list(value, columns, name)
    options["summary_noise"] = pair_list(who.summary_noise)
    options["reasons_from"] = _weights(who.reasons_from, columns)
    options = {name: value for name, value in options.items() if value is not None and not _is_empty(value)}
    asked = None if who.answers is None else table_of(who.answers, "answers")
    return data, columns, rows, options, asked


def _is_empty(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and len(value) == 0


def _weights(reasons: Any, columns: list[str]) -> list[str] | None:
    if isinstance(reasons, Mapping):
        return [f"{name}={float(weight)!r}" for name, weight in reasons.items()]
    return name_list(reasons, columns, "reasons_from")


def _single(by_name: dict[str, list[str]]) -> dict[str, Any]:
    """Roles that take one column have a name, not a list."""
    single = ("label", "id", "weight", "block", "versus")
    result: dict[str, Any] = {}
    for role, names in by_name.items():
        if role in single and len(names) != 1:
            raise UsageError(f"{role} takes one column, and {len(names)} were given")
        result[role] = names[0] if role in single else names
    return result


def _names_only(role: str, value: Any) -> list[str]:
    names = [value] if isinstance(value, str) else value
    if not isinstance(names, (list, tuple)) or not all(isinstance(name, str) for name in names):
        raise UsageError(f"{role}: moments have columns only; give a name", "", "needs_rows")
    return list(names)


def _more_than(names: list[str] | None, columns: list[str]) -> list[str] | None:
    """What the model sees, where X has all of it and more beside."""
    if names is None or not set(names) < set(columns):
        return None
    return names
