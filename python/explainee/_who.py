"""Who she is, and which columns are what: the same for choosing facts, scoring, cohorts and dialogues."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from . import _core
from ._columns import table_of, warn_unusable
from ._rows import ROLES, Pairs, Rows, model_inputs, name_list, pair_list
from .errors import DataError, UsageError, warn
from .moments import Moments

__all__ = ["Given", "Names", "Who", "data_and_options", "normal_options", "with_request"]

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
    reader: str | None = None
    linear: bool = False
    label: Any = None
    id: Any = None
    inputs: Names | None = None
    weight: Any = None
    block: Any = None
    versus: Any = None


def with_request(who: Who, request: Mapping[str, Any]) -> Who:
    """What a request says of whom, where the call itself says nothing."""
    if "answers" in request and who.answers is None:
        raise UsageError("the request speaks of answers in a file; give them to fit as answers=")
    if "ask_model" in request or "asked" in request:
        raise UsageError("the request speaks of a model outside Python; give fit a function as y, and ask=3000")
    silent = [
        name for name in request if name in Who._fields and name != "answers" and _says_nothing(getattr(who, name))
    ]
    return who._replace(**{name: request[name] for name in silent})


def _says_nothing(value: Any) -> bool:
    return value is None or value is False


class Given(NamedTuple):
    """What the core is given."""

    data: _core.Table | _core.Moments
    columns: list[str]  # of X
    rows: Rows | None  # None for moments
    options: dict[str, Any]
    answers: _core.Table | None


# Options of the core that are names of columns, and those that are NAME=VALUE.
_NAMES = ("features", "exclude", "knows", "told", "sees_mean", "inputs", "family")
_PAIRS = ("cost", "group", "cuts", "windows", "like", "noise", "shown_as", "summary_noise")


def normal_options(options: Mapping[str, Any], columns: list[str]) -> dict[str, Any]:
    """Options as the core takes them: what is None or empty is left out, names and pairs are lists."""
    normal: dict[str, Any] = {}
    for name, value in options.items():
        if name in ("features", "exclude") and value is not None and _is_empty(value):
            raise UsageError(f"{name}: the list is empty")
        if name in _NAMES:
            value = name_list(value, columns, name)
        elif name in _PAIRS:
            value = pair_list(value)
        elif name == "reasons_from":
            value = _weights(value, columns)
        if value is not None and not _is_empty(value):
            normal[name] = value
    return normal


def data_and_options(X: Any, y: Any, who: Who, chosen: Mapping[str, Any] | None = None) -> Given:
    """Rows or moments, with the roles that columns have and who she is as options.

    ``chosen``: options that may say among which columns facts are chosen (features, exclude).
    """
    if y is None:
        message = "requires y to be passed, but the target y is None: give the predictions as the second argument"
        raise UsageError(message)
    rows = None if isinstance(X, Moments) else _rows(X, y, who)
    if rows is not None and (chosen or {}).get("row") is not None:
        rows.give_index()
    if rows is None:
        columns, by_name = X.columns, _roles_by_name(y, who)
    else:
        columns, by_name = rows.names, {role: list(given.names) for role, given in rows.roles.items()}
        _tell_unusable(rows, chosen or {})
    options = who._asdict()
    for role in (*ROLES, "answers"):
        options.pop(role, None)
    if who.inputs is None and rows is not None and callable(y):
        options["inputs"] = _more_than(model_inputs(getattr(y, "__self__", None)), columns)
    options = {name: value for name, value in normal_options(options, columns).items() if value is not False}
    options |= _single(by_name)
    asked = None if who.answers is None else table_of(who.answers, "answers")
    return Given(X.held if rows is None else rows.table, columns, rows, options, asked)


def _tell_unusable(rows: Rows, chosen: Mapping[str, Any]) -> None:
    """Columns that could have been facts, and are not, are named; where facts are named the core refuses such."""
    if chosen.get("features") is not None:
        return
    excluded = name_list(chosen.get("exclude"), rows.names, "exclude") or []
    named = {name for given in rows.roles.values() for name in given.names}
    named.update(_core.resolve_names(rows.names, excluded) or excluded)
    warn_unusable([column for column in rows.columns if column.name not in named])


def _rows(X: Any, y: Any, who: Who) -> Rows:
    rows = Rows(X)
    if rows.count == 1:
        message = "X has 1 sample: one row cannot tell what goes along with what; give more"
        raise DataError(message, "X", "too_few_rows")
    for role in ROLES:
        rows.give(role, y if role == "prediction" else getattr(who, role))
    if hasattr(X, "iloc") and hasattr(y, "iloc") and not y.index.equals(X.index):
        warn("the index of the predictions is not that of X; rows are matched by position", "index_differs")
    return rows


def _roles_by_name(y: Any, who: Who) -> dict[str, list[str]]:
    """Of moments: columns are all there is, and rows were weighed and dealt when they were made."""
    for role in ("weight", "block", "id"):
        if getattr(who, role) is not None:
            raise UsageError(f"{role}: moments have no rows; say it where they are made", "", "needs_rows")
    given = {"prediction": y, "label": who.label, "summary": who.summary, "guess": who.guess, "versus": who.versus}
    return {role: _names_only(role, value) for role, value in given.items() if value is not None}


def _is_empty(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and len(value) == 0


def _weights(reasons: Any, columns: list[str]) -> list[str] | None:
    if isinstance(reasons, Mapping):
        return [f"{name}={_weight(name, weight)!r}" for name, weight in reasons.items()]
    return name_list(reasons, columns, "reasons_from")


def _weight(name: str, weight: Any) -> float:
    try:
        return float(weight)
    except (TypeError, ValueError):
        raise UsageError(f"reasons_from: the weight of {name}, {weight!r}, is not a number") from None


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
