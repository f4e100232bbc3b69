"""A few questions to one person, and the explanation for who she turns out to be."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from . import _core
from ._names import names_table
from ._who import Names, Who, data_and_options, normal_options
from .errors import UsageError
from .moments import Moments

__all__ = ["Dialogue", "Question", "Verdict"]


class Question(NamedTuple):
    """A case to show her, and what to ask."""

    row: int
    values: dict[str, float | str]
    question: str
    id: str = ""


class Verdict(NamedTuple):
    """What is known of her so far; ``ending`` is None while another question is worth asking."""

    answers: int
    probability_best: float
    expected_bits: float
    expected_loss_bits: float
    expected_loss_share: float
    features: list[str]
    ending: str | None
    sentences: list[str]


class Dialogue:
    """Asks one person what she thinks the model says, case by case, until it is clear what to tell her.

    ``knows``: columns that she has in front of her. ``answer_words``: she answers by these words, lowest first.
    ``settled``: stop when acting now is expected to lose less than this share; ``most``: answers at most.

    >>> import numpy as np
    >>> X = np.random.default_rng(0).normal(size=(300, 4))
    >>> yhat = X @ [3.0, 2.0, 1.0, 0.5]
    >>> talk = Dialogue(X, yhat, sparsity=1)
    >>> while (asked := talk.next_question()) is not None:
    ...     talk.answer(asked.row, 3 * asked.values["x0"])     # she understands x0
    >>> talk.explanation()["explanation"]["features"][0]["name"]
    'x1'
    """

    def __init__(
        self,
        X: Any,
        y: Any,
        *,
        knows: Names | None = None,
        question: str | None = None,
        answer_words: Sequence[str] | None = None,
        settled: float | None = None,
        most: int | None = None,
        names: Any = None,
        label: Any = None,
        id: Any = None,
        weight: Any = None,
        **options: Any,
    ) -> None:
        if isinstance(X, Moments):
            raise UsageError("she is shown rows, and moments have none; give the rows", "", "needs_rows")
        given = data_and_options(X, y, Who(knows=knows, label=label, id=id, weight=weight, inputs=()), options)
        settings = {"question": question, "answer_words": answer_words, "settled": settled, "most": most}
        self._names = names
        self._held = _core.Dialogue.open(
            given.data,  # type: ignore[arg-type]  # rows, as they are no moments
            {**normal_options(options, given.columns), **given.options},
            {name: value for name, value in settings.items() if value is not None},
        )

    @property
    def choices(self) -> list[str]:
        """Columns that she might have in front of her."""
        return self._held.choices

    def set_knows(self, columns: Sequence[str]) -> None:
        """Says which she has; her answers stay."""
        self._held.set_knows(list(columns))

    def next_question(self) -> Question | None:
        """The case to ask about; None when no more is worth asking."""
        shown = self._held.next_question()
        return None if shown is None else Question(shown["row"], shown["values"], shown["question"], shown["id"])

    def answer(self, row: int, answer: float | str) -> None:
        """What she thinks the model says of this row: a number, or one of the words."""
        if not isinstance(row, (int, np.integer)):
            raise UsageError(f"row: {row!r} is not a whole number")
        self._held.answer(int(row), answer)

    def skip(self) -> None:
        """She does not want to answer this one."""
        self._held.skip()

    def do_not_know(self) -> None:
        """She cannot say."""
        self._held.do_not_know()

    def undo(self) -> bool:
        """Takes the last reply back; False when there is none."""
        return self._held.undo()

    @property
    def said(self) -> list[dict[str, Any]]:
        """Rows and replies so far."""
        return self._held.said

    @property
    def answers(self) -> dict[str, list[Any]]:
        """What she answered, as ``answers=`` of :meth:`Explainer.fit` takes it."""
        answered = [entry for entry in self.said if entry["reply"] == "answered"]
        return {"row": [entry["row"] for entry in answered], "answer": [entry["answer"] for entry in answered]}

    def verdict(self) -> Verdict:
        return Verdict(**self._held.verdict())

    def explanation(self) -> dict[str, Any]:
        """The answer for her, as ``explainee explain --json`` prints it."""
        return json.loads(self._held.explanation(names=names_table(self._names)).json())
