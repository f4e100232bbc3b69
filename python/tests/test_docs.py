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
    gp, before = space["gp"], space["before"]
    assert gp.features_ == ["s5", "s6", "s1"] and gp.shapes_ == {"s5": "bent", "s6": "bent", "s1": "cut"}
    assert gp.predictive_bits_ == pytest.approx(0.593, abs=5e-4) and gp.predictive_se_ == pytest.approx(0.046, abs=6e-4)
    assert before.features_ == ["s5", "s3", "sex"] and round(before.bits_, 3) == 0.564
    judged = space["xe"].score(space["X"], space["yhat"], ["s5"], knows="s1..s3", reader="quadratic")
    assert judged.bits == pytest.approx(0.0014, abs=5e-5)
    assert not space["later"].check(space["X"].assign(prediction=space["yhat"]))["changed"]


def test_the_lines_of_the_readme_run(monkeypatch):
    monkeypatch.chdir(ROOT)
    block = re.search(r"^```python\n(.*?)^```", (ROOT / "README.md").read_text(), flags=re.M | re.S)[1]
    space: dict = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(compile(block, "README.md", "exec"), space)
    assert space["gp"].features_ == ["s5", "s6", "s1"] and space["nurse"].features_ == ["bmi", "bp", "sex"]


def test_the_tutorial_runs_and_says_what_it_claims(tmp_path):
    import os
    import subprocess
    import sys

    environment = {**os.environ, "PYTHONPATH": str(ROOT / "build/python")}
    script = ROOT / "examples/python/from_shap.py"
    done = subprocess.run([sys.executable, script, tmp_path], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "no news to the nurse: True" in done.stdout and done.stdout.count("bits on rows not used for choosing") == 2
    assert "still true of the last 142 rows: True" in done.stdout
    for name in ("people", "waterfall", "beeswarm", "bar", "curve", "shap_waterfall"):
        assert (tmp_path / f"{name}.png").stat().st_size > 5_000, name
