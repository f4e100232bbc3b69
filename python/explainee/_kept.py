"""Rows taken apart by a kept explainer, as arrays in the order of the rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from . import _core
from ._ids import Ids
from ._names import PlainNames
from ._rows import Rows
from .explanation import Explanation, Source

__all__ = ["explain_rows", "person_text"]


def explain_rows(
    kept: _core.Kept,
    rows: Rows,
    known: bool,
    person: str,
    plain: PlainNames,
    progress: Callable[[str, float], None] | None = None,
    ids: Ids | None = None,
) -> Explanation:
    """``known``: whether the predictions are those of the model, and not placeholders."""
    found = kept.explain_rows(rows.table, progress=progress)  # as row_columns() of the core has them
    places = found[0].astype(np.int64)
    count = rows.count
    names = [fact["name"] for fact in kept.facts]
    outputs = kept.predictions
    spread = _Spread(places, count)
    width = 3 + len(names)  # prediction, expected, a contribution per fact, remainder
    several = len(outputs) > 1

    def per_output(place: int) -> np.ndarray:
        each = [spread(found[1 + k * width + place]) for k in range(len(outputs))]
        return np.stack(each, axis=-1) if several else each[0]

    def contributions() -> np.ndarray:
        each = [_stack([spread(c) for c in found[3 + k * width :][: len(names)]], count) for k in range(len(outputs))]
        return np.stack(each, axis=-1) if several else each[0]

    cells = kept.fact_values(rows.table)
    sources: list[list[Source]] = [[] for _ in names]
    for (fact, column, named), own in zip(kept.shown_sources, cells[len(names) :]):
        if not np.isnan(own).all():  # a text has no numbers
            sources[fact].append(Source(column, named, own))
    unknown = np.full((count, len(outputs)) if several else (count,), np.nan)
    marks = found[-1]
    if len(marks) != count:
        said = dict(zip(places.tolist(), marks))
        marks = [said.get(row, "") for row in range(count)]
    return Explanation(
        contributions(),
        per_output(1),
        _data(cells[: len(names)], count),
        names,
        prediction=per_output(0) if known else unknown,
        remainder=per_output(width - 1) if known else unknown,
        surprise_removed=spread(found[-2]) if known else None,
        marks=marks,
        output_names=outputs,
        person=person,
        display_names=plain.facts(kept),
        plain=plain,
        sources=sources,
        ids=ids,
    )


def person_text(kept: _core.Kept, plain: PlainNames) -> str:
    """Who she is, by what a kept explainer says of her; empty for nobody in particular."""
    names = [plain.name(column) for column in kept.person]
    return "somebody who has " + " and ".join(filter(None, [", ".join(names[:-1]), names[-1]])) if names else ""


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


def _data(cells: list[Any], count: int) -> np.ndarray:
    """(rows, facts): numbers, or objects where a fact is a text."""
    if all(isinstance(column, np.ndarray) for column in cells):
        return _stack(cells, count)
    data = np.empty((count, len(cells)), dtype=object)
    for i, column in enumerate(cells):
        data[:, i] = column
    return data
