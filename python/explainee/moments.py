"""Means and covariances of rows, for data that cannot travel or do not fit in memory."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any, cast

from . import _core
from ._columns import Column, add_to, columns_of, names_of, warn_unusable
from ._files import read_whole, write_whole
from ._printable import printable
from ._rows import name_list
from .errors import UsageError, warn

__all__ = ["Moments"]


class Moments:
    """Moments of a table that comes in batches; parts made elsewhere can be merged.

    ``features``, ``exclude``: columns to keep (name the prediction too); ``products``: columns whose squares and
    products are kept, which quadratic knowing needs; ``weight``, ``block``, ``missing``, ``folds``, ``seed`` as for
    :class:`Explainer`. ``first_row``: number of the first row, so that folds agree with those of the pooled table.
    ``rows_per_fold``: a file has as many folds as divide those and leave none with fewer rows, so that rows cannot be
    read off; 1: all folds. Moments that are not written keep all; a pickle does too.

    >>> import numpy as np
    >>> X = np.random.default_rng(0).normal(size=(300, 3))
    >>> whole = Moments().update(X)
    >>> parts = Moments().update(X[:100]).merge(Moments(first_row=100).update(X[100:]))
    >>> whole.rows, parts.rows
    (300, 300)
    """

    def __init__(
        self,
        features: str | Sequence[str] | None = None,
        *,
        exclude: str | Sequence[str] | None = None,
        products: str | Sequence[str] | None = None,
        weight: str | None = None,
        block: str | None = None,
        missing: str = "error",
        folds: int | None = None,
        rows_per_fold: int = 10,
        seed: int = 0,
        first_row: int = 0,
        threads: int = 0,
    ) -> None:
        self._options = {
            "features": name_list(features, [], "features"),
            "exclude": name_list(exclude, [], "exclude"),
            "products": name_list(products, [], "products"),
            "weight": weight,
            "block": block,
            "missing": missing,
            "folds": folds,
            "rows_per_fold": rows_per_fold,
            "seed": seed,
            "threads": threads,
        }
        self._next_row = first_row
        self._held: _core.Moments | None = None
        self._told: set[str] = set()

    def update(self, batch: Any, progress: Callable[[str, float], None] | None = None) -> Moments:
        """Adds rows: numpy, pandas, polars or pyarrow, with the same columns every time."""
        columns = columns_of(batch, what="batch")
        table = _core.Table("batch")
        for column in columns:
            add_to(table, column)
        if table.rows == 0:
            return self
        given = {name: value for name, value in self._options.items() if value is not None}
        part, all_different, left_out = _core.Moments.of(
            table, {**given, "first_row": self._next_row}, progress=progress
        )
        self._tell(all_different, left_out)
        self._tell_unusable(columns)
        self._held = part if self._held is None else self._held.merged(part, "batch")
        self._next_row += table.rows
        return self

    def merge(self, other: Moments) -> Moments:
        """Adds the rows of another one."""
        if not isinstance(other, Moments):
            raise UsageError(f"moments merge with moments, not with {type(other).__name__}")
        if other is self:
            raise UsageError("these moments are themselves; merging would count every row twice")
        if other._held is not None:
            empty = self._held is None
            self._held = other._held if self._held is None else self._held.merged(other._held, "the other moments")
            own = other._held.rows + other._held.rows_dropped
            self._next_row = other._next_row if empty else self._next_row + own
        return self

    def _tell(self, all_different: list[str], left_out: list[str]) -> None:
        """Once for each column."""
        for name in all_different:
            text = f"every row has its own text in '{name}', and all of them are kept; exclude='{name}' leaves them out"
            self._warn(name, text, "all_different")
        for name in left_out:
            self._warn(name, f"left out the text column '{name}': it has more than 1000 different texts", "left_out")

    def _tell_unusable(self, columns: list[Column]) -> None:
        chosen = self._options["features"]
        names = names_of(columns)
        excluded = name_list(self._options["exclude"], names, "exclude") or []
        excluded = _core.resolve_names(names, excluded) or excluded
        new = [c for c in columns if c.unreadable and c.name not in excluded and c.name not in self._told]
        if chosen is None:  # else the core refuses them
            self._told.update(column.name for column in new)
            warn_unusable(new)

    def _warn(self, column: str, text: str, code: str) -> None:
        if column not in self._told:
            self._told.add(column)
            warn(text, code)

    @property
    def held(self) -> _core.Moments:
        """What the core works with."""
        if self._held is None:
            raise UsageError("these moments have no rows yet: update() them", "", "too_few_rows")
        return self._held

    @property
    def rows(self) -> int:
        return 0 if self._held is None else self._held.rows

    @property
    def columns(self) -> list[str]:
        """Columns of the moments: numbers, then levels of texts, then products."""
        return [] if self._held is None else self._held.columns

    def to_bytes(self) -> bytes:
        """The moments file of the command line; a warning says where few rows can be read off it."""
        least = cast(int, self._options.get("rows_per_fold", 10))  # not in pickles of version 0.1
        content = self.held.to_bytes(least)
        if 0 < self.rows < least:
            text = f"{self.rows} rows are fewer than rows_per_fold={least}: moments of so few rows tell much of each"
            warn(text, "few_rows")
        for column, levels in self.held.rare_levels(least):
            if column in self._told:
                continue
            named = ", ".join(levels[:3]) + (", …" if len(levels) > 3 else "")
            count = "one text" if len(levels) == 1 else f"{len(levels)} texts"
            warn(
                f"{count} of '{column}' {'has' if len(levels) == 1 else 'have'} fewer than {least} rows ({named}), and "
                f"the file tells what these rows hold on average; exclude='{column}' leaves them out",
                "rare_levels",
            )
        return content

    @classmethod
    def from_bytes(cls, content: bytes, where: str = "moments") -> Moments:
        self = cls()
        self._held = _core.Moments.from_bytes(content, printable(where))
        self._next_row = self._held.rows + self._held.rows_dropped
        return self

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a file that ``explainee explain`` and ``explainee merge`` read."""
        write_whole(path, self.to_bytes())

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Moments:
        return cls.from_bytes(read_whole(path), str(path))

    def __getstate__(self) -> dict[str, Any]:
        held = None if self._held is None else self._held.to_bytes()
        return {"options": self._options, "next_row": self._next_row, "held": held}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._options = state["options"]
        self._told = set()
        self._next_row = state["next_row"]
        self._held = None if state["held"] is None else _core.Moments.from_bytes(state["held"], "pickle")

    def __repr__(self) -> str:
        return f"<explainee.Moments: {self.rows} rows, {len(self.columns)} columns>"
