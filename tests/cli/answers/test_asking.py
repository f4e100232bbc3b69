"""The model is asked about rows like those of a table: by a command, or by a file that somebody had it fill in."""

import csv as csv_module
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from conftest import PROGRAM, UNFIT, USAGE

# The defaults of the reader and the facts do not matter here.
HOW = ["--prediction", "p", "--reader", "flexible", "--family", "auto", "--tell", "supported", "-s", 2, "--id", "case"]

MODEL = """\
import csv, sys
rows = list(csv.DictReader(sys.stdin))
assert list(rows[0]) == ["a", "b", "c", "town"], list(rows[0])
with open("calls.txt", "a") as log:
    print(len(rows), file=log)
for row in rows:
    print(repr(float(row["a"]) + abs(float(row["b"])) + 2 * (row["town"] == "Rome, old")))
"""


def model_of(a, b, town):
    return a + np.abs(b) + 2 * (town == "Rome, old")


@pytest.fixture
def at(cli):
    rng = np.random.default_rng(5)
    rows = 90
    a, b, c = rng.normal(size=(3, rows))
    town = np.array(["Oslo", "Rome, old"])[rng.integers(0, 2, rows)]
    with open(cli.folder / "t.csv", "w", newline="") as file:
        table = csv_module.writer(file)
        table.writerow(["case", "a", "b", "c", "town", "p"])
        table.writerows([i, x, y, z, t, model_of(x, y, t)] for i, x, y, z, t in zip(range(rows), a, b, c, town))
    cli.write("model.py", MODEL)
    cli.command = f"{sys.executable} model.py"
    return cli


def test_a_command_is_asked_and_the_calls_are_counted(at):
    answer = at.works("explain", "t.csv", *HOW, "--ask-model", at.command, "--ask-rows", 500, "--json").json()
    assert answer["asked"]["rows"] == 500
    calls = [int(line) for line in (at.folder / "calls.txt").read_text().split()]
    assert len(calls) == answer["asked"]["calls"] == answer["provenance"]["model_calls"] == 7
    assert calls == [90, *6 * [500]]
    assert answer["provenance"]["options"]["ask-model"] is True
    assert answer["provenance"]["options"]["ask-rows"] == 500
    assert {fact["name"] for fact in answer["explanation"]["features"]} <= {"a", "b", "town"}
    other = at.works("explain", "t.csv", *HOW, "--ask-model", at.command, "--ask-rows", 500, "--json", "--threads", 3)
    assert other.json() == answer


def test_the_words_say_it_in_a_sentence(at):
    said = at.works("explain", "t.csv", *HOW, "--ask-model", at.command).out
    assert "The model was asked about 3000 rows like these." in " ".join(said.split())
    quiet = at.works("explain", "t.csv", *HOW, "--json").json()
    assert quiet["asked"] is None and quiet["provenance"]["model_calls"] is None


def test_in_two_steps(at):
    at.works("draw", "t.csv", "--prediction", "p", "--exclude", "case", "-n", 400, "-o", "more.csv")
    with open(at.folder / "more.csv", newline="") as file:
        rows = list(csv_module.DictReader(file))
    for row in rows:
        row["p"] = repr(float(model_of(float(row["a"]), float(row["b"]), np.array(row["town"]))))
    with open(at.folder / "asked.csv", "w", newline="") as file:
        table = csv_module.DictWriter(file, rows[0])
        table.writeheader()
        table.writerows(rows)
    answer = at.works("explain", "t.csv", *HOW, "--asked", "asked.csv", "--json").json()
    assert answer["asked"] == {"rows": 400, "calls": 0}
    at.refuses("explain", "t.csv", *HOW, "--asked", "more.csv", status=USAGE, says="'p'")
    at.refuses("explain", "t.csv", *HOW, "--asked", "none.csv", status=USAGE, says="none.csv")
    # A row of the table with another prediction: another model.
    first = (at.folder / "t.csv").read_text().splitlines()
    at.write("other.csv", "\n".join([first[0], first[1].rsplit(",", 1)[0] + ",99", *first[2:]]) + "\n")
    at.refuses("explain", "t.csv", *HOW, "--asked", "other.csv", status=UNFIT)


@pytest.mark.parametrize(
    "command, says",
    [
        ("exit 7", "status 7"),
        ("echo no model >&2; exit 1", "no model"),
        ("echo 1", "1 predictions for 90 rows"),
        ("awk 'NR > 1 { print \"x\" }'", "is no number"),
        ("awk 'NR > 1 { print 0.5 }'", "row 0"),
    ],
)
def test_a_command_that_fails_or_is_another_model_is_refused(at, command, says):
    at.refuses("explain", "t.csv", *HOW, "--ask-model", command, status=UNFIT, says=says)


def test_a_command_has_its_time(at):
    at.refuses("explain", "t.csv", *HOW, "--ask-model", "sleep 20", "--ask-seconds", 0.5, status=UNFIT, says="0.5")


def test_ctrl_c_stops_the_command_too(at):
    ask = ["--ask-model", "echo $$ > pid.txt; cat > /dev/null; sleep 30"]
    going = subprocess.Popen([PROGRAM, "explain", "t.csv", *map(str, HOW), *ask], cwd=at.folder, stderr=subprocess.PIPE)
    start = time.monotonic()
    while not (at.folder / "pid.txt").exists():
        assert time.monotonic() - start < 20
        time.sleep(0.05)
    going.send_signal(signal.SIGINT)
    going.communicate(timeout=10)
    assert going.returncode == 130
    pid = (at.folder / "pid.txt").read_text().strip()
    assert subprocess.run(["kill", "-0", pid], capture_output=True, check=False).returncode != 0


def test_what_does_not_go_with_asking_is_refused(at):
    ask = ["--ask-model", at.command]
    at.refuses("explain", "t.csv", *HOW, "--local", "--row", 3, *ask, status=USAGE, says="--local")
    at.refuses("explain", "t.csv", "--prediction", "p", "--paper", *ask, status=USAGE, says="--paper")
    at.refuses("explain", "t.csv", "--prediction", "p,c", *ask, status=USAGE, says="one of them")
    at.refuses("explain", "t.csv", "--prediction", "town", *ask, status=USAGE, says="class")
    at.refuses("explain", "t.csv", *HOW, "--asked", "t.csv", *ask, status=USAGE, says="--asked")
    at.refuses("explain", "t.csv", *HOW, "--ask-model", "", status=USAGE, says="empty")
    at.refuses("explain", "t.csv", *HOW, *ask, "--ask-rows", 3, status=USAGE, says="ask-rows")
    at.works("moments", "t.csv", "-o", "t.moments")
    at.refuses("explain", "t.moments", "--prediction", "p", *ask, status=USAGE, says="rows")


def test_a_request_in_a_file_runs_no_command(at):
    at.write("r.json", '{"schema": "explainee.request.v1", "how": {"ask_model": "touch run"}}')
    at.refuses("explain", "t.csv", "--prediction", "p", "--request", "r.json", status=USAGE, says="--ask-model")
    assert "run" not in at.files()
