"""The examples run, check what they claim, and leave the tables they speak of."""

import os
import subprocess
import sys

import pyarrow.parquet as pq

from conftest import PROGRAM, ROOT


def run(script, folder):
    environment = os.environ | {"EXPLAINEE": str(PROGRAM)}
    done = subprocess.run([sys.executable, ROOT / "examples" / script, folder], env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_where_in_a_sound_a_model_listens(tmp_path):
    said = run("signal/burst.py", tmp_path)
    assert "with the mean of t22 to t29 and the mean of t30 to t33" in said and "the burst is 22 to 33" in said
    assert "For somebody who sees mean(t22..t27)" in said and "with the mean of t28 to t35" in said
    assert pq.read_table(tmp_path / "burst.parquet").num_columns == 65


def test_which_hidden_units_tell_most(tmp_path):
    said = run("network/units.py", tmp_path)
    assert said.count("For somebody who knows bmi and bp") == 1 and "settle the prediction completely" in said
    assert "both answers are the best of all pairs of units" in said
    assert pq.read_table(tmp_path / "units.parquet").num_columns == 9
