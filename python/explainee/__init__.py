"""Personalised explanations of machine-learning predictions, proven best.

import explainee as xe
ex = xe.Explainer(sparsity=3).fit(X, yhat, knows=["bmi", "bp"])
ex.features_, ex.bits_
e = ex(X)
e[0].plot.waterfall()
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._core import version as __version__
from .errors import DataError, ExplaineeError, ExplainerWarning, InternalError, UsageError
from .explainer import Explainer, explain, load
from .explanation import Explanation
from .moments import Moments

if TYPE_CHECKING:
    from ._cohort import Cohort, cohort
    from .dialogue import Dialogue, Question, Verdict
    from .scoring import Score, score

# Loaded when they are first asked for, so that importing the package takes little longer than importing numpy.
_LATER = {
    "Cohort": "_cohort",
    "cohort": "_cohort",
    "Dialogue": "dialogue",
    "Question": "dialogue",
    "Verdict": "dialogue",
    "Score": "scoring",
    "score": "scoring",
}

__all__ = [
    "Cohort",
    "DataError",
    "Dialogue",
    "ExplaineeError",
    "Explainer",
    "ExplainerWarning",
    "Explanation",
    "InternalError",
    "Moments",
    "Question",
    "Score",
    "UsageError",
    "Verdict",
    "__version__",
    "cohort",
    "explain",
    "load",
    "score",
]


def __getattr__(name: str) -> object:
    import importlib

    if name in ("plot", "spark"):  # need matplotlib and pyspark
        return importlib.import_module(f".{name}", __name__)
    if name in _LATER:
        value = getattr(importlib.import_module(f".{_LATER[name]}", __name__), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'explainee' has no attribute '{name}'")


def __dir__() -> list[str]:
    return [*__all__, "plot", "spark"]
