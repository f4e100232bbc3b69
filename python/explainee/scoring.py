"""How much somebody else's explanation tells one person, beside the best possible."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from . import _core
from ._interrupts import check_choice, obey
from ._names import names_table
from ._printable import printable
from ._request import did_you_mean
from ._rows import name_list
from ._who import Who, data_and_options, normal_options
from .errors import UsageError, warn

__all__ = ["Score", "score"]


class Score:
    """Bits that an explanation gives this person. ``float(score)`` is ``bits``.

    ``lost_bits``: by how much the best set of as many facts, ``best``, tells more. ``predictive_bits`` and
    ``lost_predictive_bits``, with standard errors ``predictive_se`` and ``lost_predictive_se``: the same on rows that
    were not used for fitting and choosing, where they were measured, else None (:class:`Explainer` says when).
    ``result``: all of it, as ``explainee score --json`` prints it.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self.result: dict[str, Any] = json.loads(text)
        explanation = self.result["explanation"]
        self.information: dict[str, Any] = explanation["information"]
        self.features: list[str] = [fact["name"] for fact in explanation["features"]]
        self.bits: float = np.inf if self.information["infinite"] else self.information["bits"]
        self.p_value: float | None = self.information["p_value"]
        self.best: dict[str, Any] = self.result["best"]
        lost = self.result["lost_bits"]
        self.lost_bits: float = np.inf if lost is None else lost
        self.predictive_bits: float | None = self.information["predictive_bits"]
        self.predictive_se: float | None = self.information["predictive_se"]
        self.lost_predictive_bits: float | None = self.result["lost_predictive_bits"]
        self.lost_predictive_se: float | None = self.result["lost_predictive_se"]
        self.sentences: list[str] = self.result["sentences"]

    def to_json(self) -> str:
        return self._text

    def __float__(self) -> float:
        return float(self.bits)

    def __repr__(self) -> str:
        told = f"{self.bits:.4g} bits"
        if self.predictive_bits is not None:
            told = f"{self.predictive_bits:.3g} ± {self.predictive_se:.2g} bits on rows not used ({told} on these)"
        lost = f"{self.lost_bits:.4g}"
        if self.lost_predictive_bits is not None:
            lost = f"{self.lost_predictive_bits:.3g} ± {self.lost_predictive_se:.2g}"
        best = printable(", ".join(self.best["features"])) or "nothing"
        return (
            f"<explainee.Score: {printable(', '.join(self.features)) or 'nothing'} tells {told}; "
            f"the best, {best}, {lost} more>"
        )


def score(
    X: Any,
    y: Any,
    explanation: Any,
    *,
    sparsity: int = 3,
    missing: str = "error",
    names: Any = None,
    method: str = "exact",
    estimator: str = "auto",
    family: str | Sequence[str] = "auto",
    effort: str = "normal",
    paper: bool = False,
    seed: int = 0,
    threads: int = 0,
    work: float | None = None,
    time_limit: float | None = None,
    on_interrupt: str = "best",
    progress: Callable[[str, float], None] | None = None,
    **who: Any,
) -> Score:
    """Judges an explanation for one person; ``who`` as for :meth:`Explainer.fit`.

    ``explanation``: names of features; a rule such as ``"bmi > 30 and bp > 90"``; a ``shap.Explanation`` or an
    :class:`Explanation` (its ``sparsity`` features with the largest average size count); a dictionary feature → weight
    (likewise); or what LIME's ``as_list()`` gives (the features that its conditions speak of count).

    ``on_interrupt``: what Ctrl-C does, as for :class:`Explainer`.

    >>> import numpy as np
    >>> X = np.random.default_rng(0).normal(size=(500, 3))
    >>> s = score(X, X[:, 0] + 0.1 * X[:, 1], ["x1"])
    >>> s.best["features"], s.bits < 0.1
    (['x0'], True)
    """
    unknown = [name for name in who if name not in Who._fields]
    if unknown:
        message = f"score takes no '{unknown[0]}'{did_you_mean(unknown[0], Who._fields)}"
        raise UsageError(f"{message}; who she is: {', '.join(Who._fields)}")
    check_choice(on_interrupt)
    given = data_and_options(X, y, Who(**who))
    features, rule = _judged(explanation, given.columns, sparsity)
    own = {
        "features": features,
        "rule": rule,
        "missing": missing,
        "method": method,
        "estimator": estimator,
        "family": None if family == "auto" else family,
        "effort": effort,
        "paper": paper,
        "seed": seed,
        "threads": threads,
        "work": work,
        "time_limit": time_limit,
    }
    options = {**normal_options(own, given.columns), **given.options}
    answer = _core.score(given.data, options, answers=given.answers, names=names_table(names), progress=progress)
    obey(answer, on_interrupt)
    result = Score(answer.json())
    for code, message in answer.warnings():
        warn(message, code)
    return result


def _judged(explanation: Any, columns: list[str], sparsity: int) -> tuple[list[str] | None, str | None]:
    """The names of the features to judge, or a rule."""
    if isinstance(explanation, str):
        if explanation in columns or not re.search(r"[<>=]", explanation):
            return name_list(explanation, columns, "explanation"), None
        return None, explanation
    if hasattr(explanation, "values") and hasattr(explanation, "base_values"):
        return _largest(explanation, columns, sparsity), None
    if isinstance(explanation, dict) or (hasattr(explanation, "items") and hasattr(explanation, "index")):
        return _heaviest(dict(explanation.items()), sparsity), None
    if not hasattr(explanation, "__iter__"):
        raise UsageError(f"{explanation!r} is no explanation: give names, weights, a rule, or what shap or LIME gave")
    items = list(explanation)
    if not items:
        raise UsageError("the explanation to judge is empty")
    if all(isinstance(item, tuple) and len(item) == 2 and isinstance(item[0], str) for item in items):
        return _spoken_of([item[0] for item in items], columns), None
    return name_list(items, columns, "explanation"), None


def _largest(explanation: Any, columns: list[str], sparsity: int) -> list[str]:
    """Of a table of contributions: the features with the largest average size."""
    sizes = np.abs(np.asarray(explanation.values, dtype=float))
    names = explanation.feature_names
    names = columns if names is None else [str(name) for name in names]
    axis = 0 if sizes.ndim == 1 or getattr(explanation, "_many", True) is False else 1
    if sizes.ndim == 0 or sizes.shape[axis] != len(names):
        axis = 0  # one row with several outputs, from elsewhere
    if sizes.ndim == 0 or sizes.shape[axis] != len(names):
        raise UsageError(f"the explanation has {len(names)} feature names for values of shape {sizes.shape}")
    sizes = np.nan_to_num(np.moveaxis(sizes, axis, 0).reshape(len(names), -1)).mean(axis=1)
    return _top(names, sizes, sparsity)


def _heaviest(weights: dict[str, Any], sparsity: int) -> list[str]:
    try:
        sizes = np.array([abs(float(weight)) for weight in weights.values()])
    except (TypeError, ValueError):
        raise UsageError("the weights of an explanation are numbers") from None
    return _top([str(name) for name in weights], sizes, sparsity)


def _top(names: list[str], sizes: np.ndarray, sparsity: int) -> list[str]:
    if sparsity < 1:
        raise UsageError(f"sparsity: {sparsity} is too small; it must be at least 1")
    order = np.argsort(-sizes, kind="stable")[:sparsity]
    return [names[i] for i in order if sizes[i] > 0]


def _spoken_of(conditions: list[str], columns: list[str]) -> list[str]:
    """The columns that conditions such as '25.0 < bmi <= 30.0' speak of, each once."""
    found = []
    by_length = sorted(columns, key=len, reverse=True)
    for condition in conditions:
        text = condition.strip()
        name = text if text in columns else next((c for c in by_length if _occurs(c, text)), None)
        if name is None:
            raise UsageError(f"'{condition}' speaks of no column of X", "", "unknown_column")
        if name not in found:
            found.append(name)
    return found


def _occurs(name: str, text: str) -> bool:
    return re.search(rf"(?<![\w.]){re.escape(name)}(?![\w.])", text) is not None
