"""Ctrl-C and the clock: the best found and what is proven of it are still printed, at once, and nothing is left behind."""

import json
import os
import pty
import signal
import subprocess
import threading
import time

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from conftest import PROGRAM
from oracle import Person
from wide_moments import write_wide_moments

pytestmark = pytest.mark.plain

FEATURES = 400  # nothing but noise: no proof within a lifetime
ROWS = {"wide.parquet": 300, "long.parquet": 500}  # fewer rows than features: not even a finite bound
PATIENCE = 1.0  # seconds from Ctrl-C to the end


@pytest.fixture(scope="module")
def at(shared_cli):
    rng = np.random.default_rng(7)
    shared_cli.columns = {}
    for name, rows in ROWS.items():
        columns = {f"x{i}": rng.normal(size=rows) for i in range(FEATURES)} | {"p": rng.normal(size=rows)}
        pq.write_table(pa.table(columns), shared_cli.folder / name)
        shared_cli.columns[name] = columns
    return shared_cli


PLAIN = ["--reader", "quadratic", "--family", "features", "--tell", "all"]
LONG = ["explain", "long.parquet", "--prediction", "p", "-s", "8", *PLAIN]


def interrupt(at, arguments, after=1.0, stdin=None, signals=(signal.SIGINT,)):
    """Status, output, errors and seconds from the signal to the end."""
    process = subprocess.Popen(
        [PROGRAM, *arguments],
        cwd=at.folder,
        stdin=stdin or subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    time.sleep(after)
    assert process.poll() is None, f"it was over before it could be interrupted: {process.communicate()}"
    start = time.monotonic()
    for number in signals:
        process.send_signal(number)
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        pytest.fail("Ctrl-C is not heard")
    seconds = time.monotonic() - start
    out, err = process.stdout.read().decode(), process.stderr.read().decode()
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream:
            stream.close()
    return process.returncode, out, err, seconds


def bits_of(at, name, facts) -> float:
    columns = at.columns[name]
    return Person(columns["p"], None, {fact: columns[fact] for fact in facts}).bits(facts)


@pytest.mark.parametrize(
    "name, proven", [("long.parquet", "no set of at most 8 facts has more than"), ("wide.parquet", "nothing is proven")]
)
def test_ctrl_c_prints_the_best_found_and_its_bound(at, name, proven):
    status, out, err, seconds = interrupt(at, ["explain", name, "--prediction", "p", "-s", "8", *PLAIN])
    text = " ".join(out.split())
    assert status == 130
    assert seconds < PATIENCE
    assert err == "" and "\x1b" not in out
    assert "Not proven best: " + proven in text
    assert "interrupted" in text
    assert "Proven:" not in text
    assert text.endswith("they are not causes, nor a list of what the model uses.")


def test_the_signal_of_a_service_that_stops_is_heard_too(at):
    status, out, _, seconds = interrupt(at, LONG, after=0.5, signals=(signal.SIGTERM,))
    assert status == 130 and seconds < PATIENCE and "Not proven best" in out


def check_unproven(at, document, name="long.parquet"):
    """What was found is real, the bound holds for it, and the curve does not fall."""
    answer = document["explanation"]
    names = [fact["name"] for fact in answer["features"]]
    bits = answer["information"]["bits"]
    assert len(names) == 8
    assert bits == pytest.approx(bits_of(at, name, names), abs=1e-9)
    certificate = answer["certificate"]
    assert certificate["optimal"] is False
    if name == "wide.parquet":
        assert certificate["bound_bits"] is None and certificate["gap"] is None
    else:
        assert certificate["bound_bits"] >= bits
        assert certificate["gap"] == pytest.approx(certificate["bound_bits"] - bits, abs=1e-9)
    known = [point for point in document["curve"] if point["bits"] is not None]
    assert all(len(point["features"]) > 0 for point in known)
    found = [point["bits"] for point in known]
    assert found == sorted(found), "more facts never tell less"
    for point in known:
        assert point["bits"] == pytest.approx(bits_of(at, name, point["features"]), abs=1e-9)


def test_ctrl_c_keeps_the_json_whole(at):
    status, out, err, seconds = interrupt(at, [*LONG, "--json"])
    assert (status, err) == (130, "") and seconds < PATIENCE
    document = json.loads(out)
    assert "interrupted" in [warning["code"] for warning in document["warnings"]]
    check_unproven(at, document)


def test_ctrl_c_in_the_search_still_explains_the_row(at):
    """The rows are read once more after it."""
    status, out, err, _ = interrupt(at, [*LONG, "--row", "3", "--json"])
    assert (status, err) == (130, "")
    document = json.loads(out)
    assert document["row"]["index"] == 3
    assert document["row"]["prediction"] == pytest.approx(at.columns["long.parquet"]["p"][3], abs=1e-9)


def test_ctrl_c_while_rows_are_asked_how_many_facts_to_tell(at):
    question = ["explain", "long.parquet", "--prediction", "p", "-s", "8", "--effort", "thorough", "--json"]
    status, out, err, seconds = interrupt(at, question)
    assert (status, err) == (130, "") and seconds < PATIENCE
    document = json.loads(out)
    assert "interrupted" in [warning["code"] for warning in document["warnings"]]
    assert document["explanation"]["information"]["predictive_bits"] is None
    check_unproven(at, document)


def test_a_time_limit_holds_while_rows_are_asked(at):
    start = time.monotonic()
    document = at.explain("long.parquet", "-s", 8, "--effort", "thorough", "--time-limit", 0.5, "--tell", "supported", "--family", "auto")
    assert time.monotonic() - start < 3
    check_unproven(at, document)


def test_ctrl_c_while_judging(at):
    judged = ["--features", ",".join(f"x{i}" for i in range(8)), *PLAIN[:4]]
    status, out, _, seconds = interrupt(at, ["score", "long.parquet", "--prediction", "p", *judged])
    assert status == 130 and seconds < PATIENCE
    assert "interrupted" in out


def test_a_second_ctrl_c_ends_at_once(at):
    status, _, err, seconds = interrupt(at, LONG, signals=(signal.SIGINT, signal.SIGINT))
    assert status == 130 and seconds < PATIENCE and "terminate" not in err


@pytest.mark.parametrize("command", [["explain", "-", "--prediction", "p"], ["moments", "-", "-o", "kept.moments"]])
@pytest.mark.parametrize("given", [b"", b"a,b,p\n1,2,3\n4,5,6\n"])
def test_ctrl_c_while_waiting_for_standard_input(cli, command, given):
    before = cli.files()
    reader, writer = os.pipe()
    os.write(writer, given)
    status, out, err, seconds = interrupt(cli, command, after=0.4, stdin=reader)
    os.close(reader), os.close(writer)
    assert status == 130 and seconds < PATIENCE
    assert out == "" and err.count("\n") == 1 and err.startswith("explainee: ") and "interrupted" in err
    assert cli.files() == before


# ---- how soon ------------------------------------------------------------------------------------------------------

PROMPT = 0.3  # seconds; on a free machine it is below 0.1, and a busy one must not turn the tests red
SURELY_BUSY = 0.1  # seconds that each of these commands takes on any machine


def busy_seconds(pid: int) -> float:
    """What a process has computed so far."""
    fields = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def stop_after(at, arguments, after: float):
    """Status, output, errors and how long the program went on after SIGTERM: by the clock or, where others keep the
    machine busy, by what it computed itself. None when it was over before."""
    process = subprocess.Popen([PROGRAM, *arguments], cwd=at.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    said = {}

    def read(name):
        said[name] = getattr(process, name).read().decode()

    readers = [threading.Thread(target=read, args=(name,)) for name in ("stdout", "stderr")]
    for reader in readers:
        reader.start()
    time.sleep(after)
    start, busy = time.monotonic(), busy_seconds(process.pid) if process.poll() is None else None
    if busy is not None:
        process.send_signal(signal.SIGTERM)
    for reader in readers:
        reader.join()
    process.stdout.close(), process.stderr.close()
    if busy is None:
        return None
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    computed = used.ru_utime + used.ru_stime - busy
    seconds = min(time.monotonic() - start, computed)
    if process.returncode == 0 and seconds < PROMPT:  # it was writing its last line when the signal came
        return None
    return process.returncode, said["stdout"], said["stderr"], seconds


@pytest.fixture(scope="module")
def wide(shared_cli):
    write_wide_moments(shared_cli.folder / "wide.moments", 3000)
    return shared_cli


@pytest.mark.parametrize("after", [0.05, 0.15, 0.25, 0.35, 0.5, 0.7, 1.0, 1.6, 2.5])
def test_thousands_of_columns_are_left_at_once(wide, after):
    """While the file is read, while it is conditioned on, and in every part of the search."""
    stopped = stop_after(wide, ["explain", "wide.moments", "--prediction", "p", "-s", "10"], after)
    if stopped is None:
        assert after > SURELY_BUSY, "too little work to interrupt"
        pytest.skip("it was over before it could be interrupted")
    status, out, err, seconds = stopped
    assert status == 130
    assert seconds < PROMPT
    if out == "":
        assert err.endswith("interrupted\n") and err.count("\n") == 1
    else:
        assert err == "" and ("Not proven best" in out or "Proven" in out) and "interrupted" in out


@pytest.fixture(scope="module")
def long_proof(shared_cli):
    """A certificate of thousands of leaves: neighbours correlate, and most of p is noise."""
    rng = np.random.default_rng(5)
    x = rng.normal(size=(100, 200))
    for i in range(1, 100):
        x[i] = 0.8 * x[i - 1] + 0.6 * x[i]
    columns = {f"x{i}": x[i] for i in range(100)} | {"p": x[::12].sum(0) + 8 * rng.normal(size=200)}
    pq.write_table(pa.table(columns), shared_cli.folder / "leaves.parquet")
    shared_cli.explain("leaves.parquet", "-s", 6, "--certificate", "leaves.cert")
    return shared_cli


@pytest.mark.parametrize("after", [0.05, 0.2, 0.4])
def test_checking_a_certificate_is_left_at_once(long_proof, after):
    stopped = stop_after(long_proof, ["verify", "leaves.cert"], after)
    if stopped is None:
        assert after > SURELY_BUSY, "too little work to interrupt"
        pytest.skip("it was accepted before it could be interrupted")
    status, out, err, seconds = stopped
    assert (status, out) == (130, "") and err.endswith("interrupted\n")
    assert seconds < PROMPT


@pytest.mark.parametrize("after", [0.1, 0.2, 0.3, 0.5, 0.8])
def test_moments_of_thousands_of_columns_are_left_at_once(cli, after):
    rng = np.random.default_rng(3)
    pq.write_table(pa.table({f"x{i}": rng.normal(size=3000) for i in range(3000)}), cli.folder / "t.parquet")
    before = cli.files()
    stopped = stop_after(cli, ["moments", "t.parquet", "-o", "t.moments"], after)
    if stopped is None:
        assert after > SURELY_BUSY, "too little work to interrupt"
        pytest.skip("it was over before it could be interrupted")
    status, out, err, seconds = stopped
    assert (status, out) == (130, "") and err.endswith("interrupted\n")
    assert seconds < PROMPT
    assert cli.files() == before


# ---- the clock and the gap ------------------------------------------------------------------------------------------


def test_a_time_limit_is_a_success_without_proof(at):
    start = time.monotonic()
    document = at.explain("long.parquet", "-s", 8, "--time-limit", 0.5)
    assert 0.4 < time.monotonic() - start < 2.5
    check_unproven(at, document)
    assert any(sentence.startswith("Not proven best") for sentence in document["sentences"])
    assert document["provenance"]["options"]["time-limit"] == 0.5


@pytest.mark.parametrize("name", ROWS)
def test_a_time_limit_of_nothing_still_finds_something(at, name):
    document = at.explain(name, "-s", 8, "--time-limit", 0)
    check_unproven(at, document, name)
    assert document["explanation"]["information"]["bits"] > 0.05


def test_a_time_limit_that_is_not_reached_changes_nothing_in_the_answer(at):
    question = ("long.parquet", "-s", 2)
    limited, free = at.explain(*question, "--time-limit", 1000), at.explain(*question)
    assert limited["explanation"] == free["explanation"]
    assert limited["explanation"]["certificate"]["optimal"] is True


def test_a_gap_that_is_wide_enough_ends_the_search(at):
    """The search would go on for ever; told that this gap will do, it ends by itself."""
    certificate = at.explain("long.parquet", "-s", 8, "--time-limit", 0.5)["explanation"]["certificate"]
    wanted = certificate["gap"] + 0.01
    start = time.monotonic()
    document = at.explain("long.parquet", "-s", 8, "--gap", wanted, timeout=10)
    assert time.monotonic() - start < 5
    check_unproven(at, document)
    assert document["explanation"]["certificate"]["gap"] <= wanted


def test_a_gap_is_a_promise(cli):
    """On rows that can be searched whole: what is given up is at most the gap, and the bound is a bound."""
    rng = np.random.default_rng(9)
    x = rng.normal(size=(16, 80)) + 0.7 * rng.normal(size=80)
    columns = {f"x{i}": x[i] for i in range(16)} | {"p": x[:8].sum(0) + 4 * rng.normal(size=80)}
    pq.write_table(pa.table(columns), cli.folder / "t.parquet")
    exact = cli.explain("t.parquet", "-s", 5)["explanation"]
    best = Person(columns["p"], None, {f"x{i}": x[i] for i in range(16)}).best(3)
    assert cli.explain("t.parquet", "-s", 3)["explanation"]["information"]["bits"] == pytest.approx(best[0], abs=1e-9)
    for gap in (0.0, 0.01, 0.1, 0.5):
        answer = cli.explain("t.parquet", "-s", 5, "--gap", gap)["explanation"]
        certificate, bits = answer["certificate"], answer["information"]["bits"]
        assert bits >= exact["information"]["bits"] - gap - 1e-9
        assert certificate["gap"] <= gap + 1e-12
        assert certificate["bound_bits"] >= exact["information"]["bits"] - 1e-9


# ---- terminals ------------------------------------------------------------------------------------------------------


def on_a_terminal(at, arguments, no_colour: bool) -> str:
    """What a person sees who runs it in a terminal."""
    environment = {k: v for k, v in os.environ.items() if k != "NO_COLOR"} | ({"NO_COLOR": "1"} if no_colour else {})
    parent, child = pty.openpty()
    process = subprocess.Popen(
        [PROGRAM, *arguments], cwd=at.folder, env=environment, stdin=child, stdout=child, stderr=child
    )
    os.close(child)
    seen = b""
    while True:
        try:
            part = os.read(parent, 65536)
        except OSError:
            break
        if not part:
            break
        seen += part
    os.close(parent)
    assert process.wait() == 0
    return seen.decode()


def test_colour_and_progress_only_on_a_terminal(at):
    quick = ["explain", "long.parquet", "--prediction", "p", "-s", "1", *PLAIN]
    assert "\x1b[" not in on_a_terminal(at, quick, no_colour=True)
    slow = [*LONG, "--time-limit", "1.6"]
    seen = on_a_terminal(at, slow, no_colour=True)
    assert "\r\x1b[K" in seen, "nothing shows that it is still at work"
    assert "search" in seen.split("explained to")[0]
    quiet = on_a_terminal(at, [*slow, "--quiet"], no_colour=True)
    assert "\x1b" not in quiet and len(quiet.splitlines()) == 2
