"""The Python package beside shap and lime: 10 000 rows × 50 features, a model of 100 trees, one person.

    python bench/python.py [--rows 10000] [--columns 50]

Checks the answers, then prints seconds and ratios: the paper's reader of plain columns, and the defaults with effort quick and
normal, each with its bar beside shap.TreeExplainer. shap.KernelExplainer and lime are timed on a few rows.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
import warnings
from functools import partial
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "build/python"))

from explainee._who import Who, data_and_options  # noqa: E402

import explainee as xe  # noqa: E402
from explainee import _core  # noqa: E402


MODES = {  # options, runs, and how many times faster than shap.TreeExplainer at least
    "paper": ({"paper": True}, 7, 100),
    "quick": ({"effort": "quick"}, 5, 20),
    "normal": ({"effort": "normal"}, 3, 1),
}


def best_of(times: int, work):
    """The least seconds of so many runs, and the last result."""
    least, result = float("inf"), None
    for _ in range(times):
        begin = time.perf_counter()
        result = work()
        least = min(least, time.perf_counter() - begin)
    return least, result


def make(rows: int, columns: int):
    from sklearn.ensemble import GradientBoostingRegressor

    rng = np.random.default_rng(0)
    x = rng.normal(size=(rows, columns)) + 0.5 * rng.normal(size=(rows, 1))
    y = x[:, :10] @ rng.normal(size=10) + x[:, 0] * x[:, 1] + rng.normal(size=rows)
    model = GradientBoostingRegressor(n_estimators=100, max_depth=4, subsample=0.3, random_state=0).fit(x, y)
    return x, model, model.predict(x)


def check_sums(yhat, explanation) -> None:
    """Contributions add up."""
    total = explanation.base_values + explanation.values.sum(axis=1) + explanation.remainder
    assert np.abs(total - yhat).max() < 1e-9


def check_bits(x, yhat, explanation, bits) -> None:
    """By least squares from the rows, for a linear reader of plain columns."""
    known = np.column_stack([np.ones(len(x)), x[:, 0]])
    told = np.column_stack([known, *(x[:, int(name[1:])] for name in explanation.feature_names)])
    spread = [np.var(yhat - m @ np.linalg.lstsq(m, yhat, rcond=None)[0]) for m in (known, told)]
    assert abs(0.5 * np.log2(spread[0] / spread[1]) - bits) < 1e-9


def import_ratio(times: int = 15) -> tuple[float, float]:
    """Seconds of importing numpy, and explainee from files compiled as pip leaves them."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ROOT / "build/python/explainee", f"{folder}/explainee")
        subprocess.run([sys.executable, "-m", "compileall", "-q", folder], check=True)
        environment = {**os.environ, "PYTHONPATH": folder}

        def load(module):
            subprocess.run([sys.executable, "-c", f"import {module}"], check=True, env=environment)

        least = {"numpy": float("inf"), "explainee": float("inf")}
        for _ in range(times):
            for module in least:
                least[module] = min(least[module], best_of(1, partial(load, module))[0])
    return least["numpy"], least["explainee"]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=10_000)
    parser.add_argument("--columns", type=int, default=50)
    asked = parser.parse_args()
    warnings.simplefilter("ignore")
    x, model, yhat = make(asked.rows, asked.columns)

    def ours(options):
        ex = xe.Explainer(sparsity=3, **options).fit(x, yhat, knows="x0")
        return ex, ex()

    ours_seconds = {}
    print(f"explainee: fit and explain {asked.rows} rows × {asked.columns}, one person")
    for mode, (options, runs, _) in MODES.items():
        ours_seconds[mode], (ex, rows) = best_of(runs, partial(ours, options))
        check_sums(yhat, rows)
        if mode == "paper":
            check_bits(x, yhat, rows, ex.bits_)
        print(f"  {mode:58}{ours_seconds[mode]:9.4f} s")
    seconds = ours_seconds["paper"]

    data, _, _, options, _ = data_and_options(x, yhat, Who(knows="x0"))
    options |= {"sparsity": 3, "paper": True}

    def core():
        answer = _core.explain(data, options, keep=True)
        kept = answer.kept()
        return kept.explain_rows(data), kept.fact_values(data)

    inner, _ = best_of(7, core)
    over = f"overhead {seconds / inner - 1:.1%}"
    print(f"the C++ calls of paper alone                                {inner:9.4f} s   {over}")

    import shap

    tree, values = best_of(2, lambda: shap.TreeExplainer(model)(x))
    assert np.allclose(values.values.sum(axis=1) + values.base_values.ravel(), yhat, atol=1e-6)
    print(f"shap.TreeExplainer, 100 trees                               {tree:9.4f} s")
    for mode, (_, _, bar) in MODES.items():
        ratio = tree / ours_seconds[mode]
        met = "yes" if ratio >= bar else "no"
        print(f"  ÷ {mode:67}   {ratio:.1f} ×   bar ≥ {bar} × (10 000 × 50)   met: {met}")

    few = 10
    kernel = shap.KernelExplainer(model.predict, shap.sample(x, 50, random_state=0))
    slow, _ = best_of(1, lambda: kernel.shap_values(x[:few], silent=True))
    slow *= asked.rows / few
    print(f"shap.KernelExplainer, from {few} rows, background 50            {slow:9.1f} s   {slow / seconds:.0f} ×")

    from lime.lime_tabular import LimeTabularExplainer

    lime = LimeTabularExplainer(x, mode="regression", random_state=0)
    slow, _ = best_of(1, lambda: [lime.explain_instance(row, model.predict, num_features=3) for row in x[:few]])
    slow *= asked.rows / few
    print(f"lime, from {few} rows                                           {slow:9.1f} s   {slow / seconds:.0f} ×")

    numpy, package = import_ratio()
    print(f"import numpy {numpy:.4f} s, import explainee {package:.4f} s: {package / numpy:.2f} ×")


if __name__ == "__main__":
    main()
