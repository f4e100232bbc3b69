"""Tables that the tests share, and the command line to compare with."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def program():
    """Runs the command line and gives the JSON it prints."""

    def run(*arguments, status=0):
        done = subprocess.run([ROOT / "build/explainee", *map(str, arguments)], capture_output=True, text=True)
        assert done.returncode == status, done.stderr
        return json.loads(done.stdout) if done.stdout.startswith("{") else done.stdout

    return run


@pytest.fixture(scope="session")
def diabetes():
    return pd.read_csv(ROOT / "data/diabetes.csv")


@pytest.fixture(scope="session")
def mixed():
    """Numbers, whole numbers, truth values and texts; the prediction depends on all."""
    rng = np.random.default_rng(7)
    rows = 400
    table = pd.DataFrame(
        {
            "a": rng.normal(size=rows),
            "b": rng.normal(size=rows) * 1e3 + 5e3,
            "whole": rng.integers(0, 9, rows),
            "truth": rng.random(rows) < 0.4,
            "city": rng.choice(["Oslo", "Århus", "Turku"], rows),
        }
    )
    town = table["city"].map({"Oslo": 0.0, "Århus": 2.0, "Turku": -1.0})
    table["said"] = 2 * table.a + table.b / 2e3 + 0.3 * table.whole + table.truth + town + 0.3 * rng.normal(size=rows)
    return table


def assert_close(ours, theirs, path="", tolerance=1e-12):
    """The same document, numbers to a relative (near 0 absolute) tolerance."""
    assert type(ours) is type(theirs) or {type(ours), type(theirs)} <= {int, float}, f"{path}: {ours} {theirs}"
    if isinstance(ours, dict):
        assert ours.keys() == theirs.keys(), path
        for key in ours:
            assert_close(ours[key], theirs[key], f"{path}.{key}", tolerance)
    elif isinstance(ours, list):
        assert len(ours) == len(theirs), path
        for i, (one, other) in enumerate(zip(ours, theirs)):
            assert_close(one, other, f"{path}[{i}]", tolerance)
    elif isinstance(ours, float):
        assert abs(ours - theirs) <= tolerance * max(1, abs(theirs)), f"{path}: {ours} {theirs}"
    else:
        assert ours == theirs, path
