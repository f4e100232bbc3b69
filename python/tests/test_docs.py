"""What the documents show is what happens."""

import re
import warnings
from pathlib import Path

import matplotlib
import pytest

matplotlib.use("Agg")
ROOT = Path(__file__).resolve().parents[2]


def test_every_example_of_the_page_runs(monkeypatch):
    monkeypatch.chdir(ROOT)
    page = (ROOT / "docs/python.md").read_text()
    blocks = re.findall(r"^```python\n(.*?)^```", page, flags=re.M | re.S)
    assert len(blocks) >= 9
    space: dict = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for block in blocks:
            exec(compile(block, "docs/python.md", "exec"), space)
    assert space["gp"].features_ == ["s5", "s3", "sex"] and round(space["gp"].bits_, 3) == 0.564
    assert round(space["gp"].uncertainty_["before"], 1) == 34.8
    assert space["xe"].score(space["X"], space["yhat"], ["s5"], knows="s1..s3").bits == pytest.approx(0.0014, abs=5e-5)
    assert not space["later"].check(space["X"].assign(prediction=space["yhat"]))["changed"]


def test_the_lines_of_the_readme_run(monkeypatch):
    monkeypatch.chdir(ROOT)
    block = re.search(r"^```python\n(.*?)^```", (ROOT / "README.md").read_text(), flags=re.M | re.S)[1]
    space: dict = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(compile(block, "README.md", "exec"), space)
    assert space["gp"].features_ == ["s5", "s3", "sex"] and space["nurse"].features_ == ["bmi", "bp", "sex"]


def test_the_tutorial_runs_and_says_what_it_claims(tmp_path):
    import os
    import subprocess
    import sys

    environment = {**os.environ, "PYTHONPATH": str(ROOT / "build/python")}
    script = ROOT / "examples/python/from_shap.py"
    done = subprocess.run([sys.executable, script, tmp_path], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "tells the nurse 0.00" in done.stdout and done.stdout.count("proven: True") == 2
    assert "still true of the last 142 rows: True" in done.stdout
    for name in ("people", "waterfall", "beeswarm", "bar", "curve", "shap_waterfall"):
        assert (tmp_path / f"{name}.png").stat().st_size > 5_000, name
