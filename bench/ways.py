"""Ways to ask the package for facts: as version 0.1 did, as it does by default, with as many facts as asked for, with the model asked.

Options that the package at hand does not have yet are left out, and so are the ways that would differ in nothing from version 0.1:
the same scripts measure version 0.1 and what came after. EXPLAINEE_PYTHON names the folder with the package (build/python)."""
import contextlib
import inspect
import io
import os
import pathlib
import sys
import time
import warnings

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):  # before numpy: one core, and no threads that wait for each other
    os.environ.setdefault(variable, "1")
sys.path.insert(0, os.environ.get("EXPLAINEE_PYTHON", str(pathlib.Path(__file__).resolve().parents[1] / "build/python")))

import explainee as xe  # noqa: E402

WAYS = {
    "0.1": {"reader": "quadratic", "family": "features", "tell": "all", "prediction_scale": "plain", "honest": True},
    "now": {},
    "now, as many as asked for": {"tell": "all"},
    "now, model asked": {"ask": 3000},
    "quick": {"effort": "quick"},
    "thorough": {"effort": "thorough"},
    "from moments": {"tell": "supported"},
}
DECIDES = {"now": "tell", "now, as many as asked for": "tell", "now, model asked": "ask", "quick": "effort", "thorough": "effort", "from moments": "tell"}
OWN, FIT = (set(inspect.signature(work).parameters) for work in (xe.Explainer.__init__, xe.Explainer.fit))


def offered(wanted):
    """The ways that this package has, of those wanted; a text lists them with semicolons. Version 0.1's is always there."""
    wanted = [way.strip() for way in wanted.split(";")] if isinstance(wanted, str) else wanted
    unknown = [way for way in wanted if way not in WAYS]
    if unknown:
        sys.exit(f"no way is called {unknown[0]!r}; there are: {'; '.join(WAYS)}")
    return [way for way in wanted if DECIDES.get(way, "seed") in OWN | FIT]


def fit(way, x, prediction, sparsity, model=None, **who):
    """The fitted explainer and the seconds it took. `model` predicts from rows of x; it is called by the way that asks it alone."""
    options = {name: value for name, value in (WAYS[way] | who).items() if name in OWN | FIT and value is not None}
    own = {name: options.pop(name) for name in list(options) if name in OWN}
    if "ask" in WAYS[way]:
        prediction = model
    if way == "from moments":  # of numbers: they hold no classes
        x, prediction = xe.Moments().update(x.assign(prediction=prediction)), "prediction"
    start = time.perf_counter()
    with warnings.catch_warnings(), contextlib.redirect_stderr(io.StringIO()):
        warnings.simplefilter("ignore")
        explainer = xe.Explainer(sparsity=sparsity, threads=1, **own).fit(x, prediction, **options)
    return explainer, time.perf_counter() - start


def columns_told(explainer, known=()):
    """The columns of the table that the facts are made of, without those the reader has."""
    told = []
    for fact in explainer.result_["explanation"]["features"]:
        told += [name for name in fact.get("sources") or [fact["name"]] if name not in told and name not in known]
    return told


def finds(explainer, way):
    """Whether something is told as more than chance. Version 0.1 always tells: there, whether it does not say "this may be chance"."""
    information = explainer.information_
    if way != "0.1" and "found" in information:
        return bool(information["found"])
    judged = information["corrected_bits"] if information["honest_bits"] is None else information["honest_bits"]
    return bool(explainer.features_) and (judged is None or judged > 0)
