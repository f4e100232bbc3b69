"""Personalised explanations of machine-learning predictions, proven best.

    import explainee as xe
    ex = xe.Explainer(sparsity=3).fit(X, yhat, knows=["bmi", "bp"])
    ex.features_, ex.bits_
    e = ex(X)
    e[0].plot.waterfall()
"""

from __future__ import annotations

from ._core import version as __version__
from .cohort import Cohort, cohort
from .dialogue import Dialogue, Question, Verdict
from .errors import DataError, ExplaineeError, ExplainerWarning, InternalError, UsageError
from .explainer import Explainer, explain, load
from .explanation import Explanation
from .moments import Moments
from .scoring import Score, score

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
    # Plots need matplotlib and Spark needs pyspark; neither is needed for the rest.
    if name in ("plot", "spark"):
        import importlib

        return importlib.import_module(f".{name}", __name__)
    raise AttributeError(f"module 'explainee' has no attribute '{name}'")
