"""The best facts for every person of a list, and a few explanations for all of them."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _core
from ._columns import table_of
from ._printable import is_utf8
from ._who import Who, data_and_options, normal_options
from .errors import UsageError

if TYPE_CHECKING:
    import pandas

__all__ = ["Cohort", "cohort"]


class Cohort:
    """What was found: ``table`` has one entry per person in every column, ``report`` the figures over all."""

    def __init__(self, table: dict[str, Any], report: str, text: str) -> None:
        self.table = table
        self.report: dict[str, Any] = json.loads(report)
        self._text = text

    def __len__(self) -> int:
        return len(self.table["user"])

    def __getitem__(self, column: str) -> Any:
        if column not in self.table:
            raise KeyError(f"no column {column!r}; there are {', '.join(self.table)}")
        return self.table[column]

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Person by person."""
        return (dict(zip(self.table, cells)) for cells in zip(*self.table.values()))

    def to_frame(self) -> pandas.DataFrame:
        """One line per person. Needs pandas."""
        import pandas

        return pandas.DataFrame(self.table)

    def __repr__(self) -> str:
        return self._text


def cohort(
    X: Any,
    y: Any,
    users: Any,
    *,
    catalogue: int = 0,
    label: Any = None,
    id: Any = None,
    weight: Any = None,
    block: Any = None,
    answer_words: Sequence[str] | None = None,
    journal: str | Path | None = None,
    progress: Callable[[str, float], None] | None = None,
    **options: Any,
) -> Cohort:
    """Serves many people at once, each as ``Explainer.fit`` would.

    ``users``: a table with the column user and one of: knows (names separated by ``;``, in double quotes where they
    hold one), summary (the same, columns of X that hold what they understand), ``w:NAME`` (weights), row and answer
    (they were asked). ``catalogue``: also choose so many explanations that serve all best. ``journal``: a file from
    which a run that was stopped goes on; one run at a time has it. ``options``: those of :class:`Explainer` that are
    about all people alike, ``reader`` among them.

    ``reader="quadratic", family="features", tell="all"`` serves all at once, in microseconds each, and is what a
    ``catalogue`` takes. Any other reader but ``linear``, any other family or ``tell="supported"`` explains one after
    the other as ``fit`` does: a fraction of a second to seconds each (``effort="quick"``: fewer); people who understand
    the same are explained once. Then ``found``, ``predictive_bits``, ``predictive_se`` and ``shapes`` are filled in.

    >>> import numpy as np
    >>> X = np.random.default_rng(0).normal(size=(500, 4))
    >>> many = {"reader": "quadratic", "family": "features", "tell": "all"}
    >>> c = cohort(X, X @ [3.0, 2.0, 1.0, 0.0], {"user": ["a", "b"], "knows": ["x0", "x0;x1"]}, sparsity=1, **many)
    >>> c["features"]
    [['x1'], ['x2']]
    """
    given = data_and_options(
        X, y, Who(label=label, id=id, weight=weight, block=block, answer_words=answer_words, inputs=()), options
    )
    asked = {**normal_options(options, given.columns), **given.options}
    people = table_of(users, "users")
    with tempfile.TemporaryDirectory() as folder:
        if journal is not None and not is_utf8(str(journal)):
            raise UsageError("journal: no file can have this name", str(journal))
        kept = str(journal if journal is not None else Path(folder) / "cohort.partial")
        return Cohort(*_core.cohort(given.data, people, kept, asked, catalogue, progress=progress))
