"""New rows for a kept explainer: the columns of X, and what the person and the model say of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from . import _core
from ._columns import Column, columns_of
from ._rows import Role, Rows
from .errors import UsageError

__all__ = ["complete_rows"]


def complete_rows(
    rows: Rows, kept: _core.Kept, roles: Mapping[str, Role], given: Mapping[str, Any], loaded: bool
) -> bool:
    """Puts beside X what the explainer needs; says whether the predictions are known: else placeholders stand for them.

    ``given``: prediction, versus, summary, guess, weight, each an array, names of columns, or None. ``loaded``: the
    explainer was read from a file, which does not say how each column was given.
    """
    roles = dict(roles)
    if loaded:
        direct = [name for name in kept.predictions if name in kept.columns]
        if direct:
            roles["prediction"] = Role(tuple(direct), "columns")
    known = all([_predict(rows, role, kept, roles, given[role]) for role in ("prediction", "versus")])
    for role in ("summary", "guess"):
        if role not in roles and given[role] is not None:
            roles[role] = _needed(rows, role, kept, given[role], loaded)
        if role in roles and not rows.give_again(role, roles[role], given[role]):
            if roles[role].way == "columns":
                continue  # the core names the column that is missing
            raise UsageError(
                f"{role} was an array when the facts were chosen: say what she understands of these rows, {role}=…, "
                "one entry per row"
            )
    weight = roles.get("weight")
    if weight is not None and not rows.give_again("weight", weight, given["weight"]) and weight.way != "columns":
        rows.put(Column(weight.names[0], np.ones(rows.count)))
    return known


def _predict(rows: Rows, role: str, kept: _core.Kept, roles: Mapping[str, Role], value: Any) -> bool:
    """Whether these predictions are known."""
    before = roles.get(role)
    if before is None:
        if value is not None:
            raise UsageError(f"no {role} was given to fit, so these rows cannot have one")
        return True
    if rows.give_again(role, before, value):
        return True
    for name in before.names:
        rows.put(_placeholder(name, kept.columns.get(name), rows.count))
    return False


def _placeholder(name: str, levels: list[str] | None, rows: int) -> Column:
    """Stands for predictions that are not known; whatever follows from it is not shown. It has a logarithm of odds."""
    if levels is not None:
        return Column(name, np.zeros(rows, dtype=np.int32), levels[:1])
    return Column(name, np.full(rows, 0.5))


def _needed(rows: Rows, role: str, kept: _core.Kept, value: Any, loaded: bool) -> Role:
    """The columns that a loaded explainer lacks, where there are as many as are given."""
    missing = [name for name in kept.columns if not rows.has(name)]
    if not loaded or len(missing) != len(columns_of(value, role, role)):
        raise UsageError(f"no {role} was given to fit, so these rows cannot have one")
    return Role(tuple(missing), "array")
