"""Rows taken apart by a kept explainer, as arrays in the order of the rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from . import _core
from ._names import PlainNames
from ._rows import Rows
from .explanation import Explanation

__all__ = ["explain_rows", "person_text"]


def explain_rows(
    kept: _core.Kept,
    rows: Rows,
    known: bool,
    plain: PlainNames,
    progress: Callable[[str, float], None] | None = None,
) -> Explanation:
    """``known``: whether the predictions are those of the model, and not placeholders."""
    found = kept.explain_rows(rows.table, progress=progress)
    places = found["row"].astype(np.int64)
    count = rows.count
    names = [fact["name"] for fact in kept.facts]
    outputs = kept.predictions
    spread = _Spread(places, count)

    def per_output(part: str) -> np.ndarray:
        if len(outputs) == 1:
            return spread(found[part])
        return np.stack([spread(found[f"{part}.{output}"]) for output in outputs], axis=-1)

    def contributions() -> np.ndarray:
        if len(outputs) == 1:
            return _stack([spread(found[f"contribution.{name}"]) for name in names], count)
        each = [_stack([spread(found[f"contribution.{o}.{name}"]) for name in names], count) for o in outputs]
        return np.stack(each, axis=-1)

    unknown = np.full((count,) if len(outputs) == 1 else (count, len(outputs)), np.nan)
    marks = found["marks"]
    if len(marks) != count:
        said = dict(zip(places.tolist(), marks))
        marks = [said.get(row, "") for row in range(count)]
    return Explanation(
        contributions(),
        per_output("expected"),
        _data(kept.fact_values(rows.table), count),
        names,
        prediction=per_output("prediction") if known else unknown,
        remainder=per_output("remainder") if known else unknown,
        surprise_removed=spread(found["surprise_removed_bits"]) if known else None,
        marks=marks,
        output_names=outputs,
        person=person_text(kept, plain),
        display_names=plain.facts(kept),
        plain=plain,
    )


def person_text(kept: _core.Kept, plain: PlainNames) -> str:
    """'knows age and sex'; empty for nobody in particular."""
    names = [plain.name(column) for column in kept.person]
    return "knows " + " and ".join(filter(None, [", ".join(names[:-1]), names[-1]])) if names else ""


class _Spread:
    """Puts the rows that could be used at their places; the others are NaN."""

    def __init__(self, places: np.ndarray, count: int) -> None:
        self.places = None if len(places) == count else places
        self.count = count

    def __call__(self, values: np.ndarray) -> np.ndarray:
        if self.places is None:
            return values
        all_rows = np.full(self.count, np.nan)
        all_rows[self.places] = values
        return all_rows


def _stack(columns: list[np.ndarray], count: int) -> np.ndarray:
    return np.stack(columns, axis=1) if columns else np.empty((count, 0))


def _data(columns: dict[str, Any], count: int) -> np.ndarray:
    """(rows, facts): numbers, or objects where a fact is a text."""
    cells = list(columns.values())
    if all(isinstance(column, np.ndarray) for column in cells):
        return _stack(cells, count)
    data = np.empty((count, len(cells)), dtype=object)
    for i, column in enumerate(cells):
        data[:, i] = column
    return data
