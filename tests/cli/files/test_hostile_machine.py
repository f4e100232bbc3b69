"""A machine that fails at every turn: whatever is full, forbidden, closed, cut short or killed, a file is whole or not
there, an older one stays, the exit status is right, one sentence says why, and the next run finds no rubbish."""

import os
import random
import resource
import signal
import struct
import subprocess
import sys
import time
import zlib
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from conftest import ALL_AT_ONCE, PROGRAM, UNFIT, USAGE, Table, make_table
from png_file import chunk, png

ROWS = 4000
EXPLAIN = ["explain", "t.csv", "--prediction", "p", "--quiet"]
WRITERS = {  # command and the files it writes
    "keep": ([*EXPLAIN, "-o", "out.explainee", "--all-rows", "out.csv"], ["out.explainee", "out.csv"]),
    "all rows": ([*EXPLAIN, "--all-rows", "out.parquet"], ["out.parquet"]),
    "certificate": ([*EXPLAIN, "--certificate", "out.json"], ["out.json", "out.json.moments"]),
    "local": (
        ["explain", "few.csv", "--prediction", "p", "--quiet", "--local", "--all-rows", "out.arrow"],
        ["out.arrow"],
    ),
    "moments": (["moments", "t.csv", "-o", "out.moments"], ["out.moments"]),
    "merge": (["merge", "a.moments", "b.moments", "-o", "out.moments"], ["out.moments"]),
    "apply": (["apply", "kept.explainee", "t.csv", "--all-rows", "out.csv.gz"], ["out.csv.gz"]),
    "cohort": (
        ["cohort", "t.csv", "--prediction", "p", *ALL_AT_ONCE, "--users", "users.csv", "-s", "2", "-o", "out.csv"],
        ["out.csv"],
    ),
    "families": (["families", "few.csv", "--prediction", "p", "--picture", "out.svg"], ["out.svg"]),
    "image": (["image", "p.png", "--sees", "mean(x1..x20)", "--picture", "out.png"], ["out.png"]),
    "ask": (["ask", "few.csv", "--prediction", "p", "--save", "out.csv"], ["out.csv"]),
}
SPEAKERS = [
    *[command for command, _ in WRITERS.values()],
    [*EXPLAIN[:-1], "--json"],
    ["score", "t.csv", "--prediction", "p", "--features", "a"],
    ["check", "kept.explainee", "t.csv"],
    ["verify", "proof.json"],
    [],
    ["--help"],
    ["--version"],
    ["explain", "--help"],
]
SAID = b"a,b\n1\n2\n3\n"  # to `ask`


@pytest.fixture(scope="module")
def inputs(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("inputs")
    table = make_table(ROWS)
    (folder / "t.csv").write_text(table.csv())
    (folder / "few.csv").write_text(make_table(80).csv())
    (folder / "a.csv").write_text(table.csv(rows=range(2000)))
    (folder / "b.csv").write_text(table.csv(rows=range(2000, ROWS)))
    weights = np.random.default_rng(5).normal(size=(9000, 3)).round(3)
    lines = [f"u{i}," + ",".join(map(str, row)) for i, row in enumerate(weights)]
    (folder / "users.csv").write_text("user,w:a,w:b,w:c\n" + "\n".join(lines) + "\n")
    photo = np.random.default_rng(3).integers(0, 255, size=(60, 60, 3)).astype(np.uint8)
    (folder / "p.png").write_bytes(png(photo))
    for part in "ab":
        run(folder, ["moments", f"{part}.csv", "-o", f"{part}.moments"])
    run(folder, [*EXPLAIN, "-o", "kept.explainee", "--certificate", "proof.json"])
    return folder


@pytest.fixture(scope="module")
def whole(inputs, tmp_path_factory) -> dict[str, dict[str, bytes]]:
    """What every writer writes when nothing is wrong."""
    contents = {}
    for name, (command, outputs) in WRITERS.items():
        folder = place(inputs, tmp_path_factory.mktemp("whole"))
        done = run(folder, command)
        assert done.returncode == 0, done.stderr
        contents[name] = {output: (folder / output).read_bytes() for output in outputs}
    return contents


@pytest.fixture
def folder(inputs, tmp_path) -> Path:
    return place(inputs, tmp_path)


def place(inputs: Path, folder: Path) -> Path:
    for path in inputs.iterdir():
        (folder / path.name).symlink_to(path)
    return folder


def run(folder, command, **more) -> subprocess.CompletedProcess:
    if "stdout" not in more:
        more["stdout"] = subprocess.PIPE
    more.setdefault("stderr", subprocess.PIPE)
    return subprocess.run([PROGRAM, *command], cwd=folder, input=SAID, timeout=60, check=False, **more)


def names(folder: Path) -> set[str]:
    return set(os.listdir(folder))


def one_sentence(done: subprocess.CompletedProcess, status: int, says: str = "") -> None:
    """The last line is the complaint; notices may stand before it."""
    said = done.stderr.decode()
    assert done.returncode == status, (done.returncode, said)
    assert said.startswith("explainee: ") and said.endswith("\n") and says in said, said
    assert said.count("\n") == 1 or "ask" in done.args, said


@pytest.mark.parametrize("command", SPEAKERS, ids=lambda command: " ".join(command[:2]) + f" {len(command)}")
@pytest.mark.parametrize("stream", ["/dev/full", "closed"])
def test_what_cannot_be_printed(folder, whole, command, stream):
    if stream == "closed":
        done = run(folder, command, preexec_fn=lambda: os.close(1), stdout=None)
    else:
        with open(stream, "wb") as full:
            done = run(folder, command, stdout=full)
    one_sentence(done, USAGE, "standard output")
    for expected in (files for writer, files in whole.items() if WRITERS[writer][0] == command):
        assert all(
            (folder / name).read_bytes() == content for name, content in expected.items() if (folder / name).exists()
        )
    assert not [name for name in names(folder) if name.endswith((".tmp", ".partial"))]


@pytest.mark.parametrize("name", WRITERS)
def test_errors_that_nobody_hears(folder, whole, name):
    """Without a stream for errors everything else is as ever."""
    command, outputs = WRITERS[name]
    for redirection in ("2>&-", "2>/dev/full"):
        call = f'exec "$@" {redirection}'
        done = subprocess.run(
            ["sh", "-c", call, "sh", PROGRAM, *command], cwd=folder, input=SAID, capture_output=True, check=False
        )
        assert done.returncode == 0
        assert {output: (folder / output).read_bytes() for output in outputs} == whole[name]


def limited(size: int):
    """As after `ulimit -f`; Python ignores the signal, a shell does not."""

    def before_exec():
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)

    return before_exec


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize("older", [False, True])
def test_a_limit_on_the_size_of_files(folder, whole, name, older):
    command, outputs = WRITERS[name]
    largest = max(map(len, whole[name].values()))
    if older:
        for output in outputs:
            if name != "ask":  # which goes on with an older file
                (folder / output).write_bytes(b"older")
    before = {p: (folder / p).read_bytes() for p in names(folder)}
    for size in (0, largest // 2, largest - 1):
        done = run(folder, command, preexec_fn=limited(size))
        one_sentence(done, USAGE, "ulimit -f")
        after = {p: (folder / p).read_bytes() for p in names(folder)}
        kept = after.pop("out.csv.partial", None) if name == "cohort" else None
        assert kept is None or b"goes on from what was served before" in done.stderr
        if name == "ask":  # it keeps what was said before there was no more room
            after.pop("out.csv", None)
        assert after == before
    if name != "ask":
        assert run(folder, command).returncode == 0
        assert {output: (folder / output).read_bytes() for output in outputs} == whole[name]
        assert names(folder) == set(before) | set(outputs)


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize("place", ["/proc", "nowhere", "t.csv"])
def test_a_folder_that_takes_no_files(folder, name, place):
    command, outputs = WRITERS[name]
    before = names(folder)
    done = run(folder, [f"{place}/{word}" if word in outputs else word for word in command])
    one_sentence(done, USAGE, "cannot be written")
    assert names(folder) == before


@pytest.mark.parametrize("name", [name for name in WRITERS if name not in ("cohort", "ask")])
def test_a_full_device(folder, name):
    """Names decide the format of tables, so that only some outputs can be a device."""
    command, outputs = WRITERS[name]
    for output in outputs:
        os.symlink("/dev/full", folder / output)
    before = names(folder)
    done = run(folder, command)
    if name == "certificate":
        one_sentence(done, USAGE, "No space left")
    else:
        one_sentence(done, USAGE, "No space left on device; make room")
    assert names(folder) == before


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize("older", [False, True])
def test_killed_at_any_moment(folder, whole, name, older):
    command, outputs = WRITERS[name]
    before = names(folder)
    allowed = {output: {content} for output, content in whole[name].items()}
    if older and name != "ask":
        for output in outputs:
            (folder / output).write_bytes(b"older")
            allowed[output].add(b"older")
    start = time.monotonic()
    run(folder, command)
    seconds = time.monotonic() - start
    chance = random.Random(name)
    for turn in range(8):
        for output in outputs:
            if b"older" in allowed[output]:
                (folder / output).write_bytes(b"older")
            else:
                (folder / output).unlink(missing_ok=True)
        process = subprocess.Popen(
            [PROGRAM, *command], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        process.stdin.write(SAID)
        process.stdin.close()
        time.sleep(seconds * (turn + chance.random()) / 8)
        process.kill()
        process.wait()
        for output in outputs:
            if (folder / output).exists() and name != "ask":
                assert (folder / output).read_bytes() in allowed[output]
    if name == "ask":
        (folder / "out.csv").unlink(missing_ok=True)
    assert run(folder, command).returncode == 0
    assert {output: (folder / output).read_bytes() for output in outputs} == whole[name]
    assert names(folder) == before | set(outputs)


def test_an_input_from_a_pipe_beyond_the_limit(folder):
    """It is kept in a temporary file, which has a limit too."""
    content = (folder / "t.csv").read_bytes()
    command = [PROGRAM, "explain", "-", "--prediction", "p"]
    done = subprocess.run(
        command, cwd=folder, input=content, capture_output=True, check=False, preexec_fn=limited(len(content) // 2)
    )
    one_sentence(done, UNFIT, "ulimit -f")


# ---- two runs at once ------------------------------------------------------------------------------------------------


COHORT, _ = WRITERS["cohort"]


def begin_cohort(folder) -> subprocess.Popen:
    """A cohort that has served its first people and is still at it."""
    weights = np.random.default_rng(6).normal(size=(60000, 3)).round(3)
    lines = [f"u{i}," + ",".join(map(str, row)) for i, row in enumerate(weights)]
    (folder / "users.csv").unlink()
    (folder / "users.csv").write_text("user,w:a,w:b,w:c\n" + "\n".join(lines) + "\n")
    process = subprocess.Popen(
        [PROGRAM, *COHORT], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL
    )
    partial = folder / "out.csv.partial"
    while process.poll() is None and not (partial.exists() and partial.stat().st_size > 100_000):
        time.sleep(0.001)
    return process


def test_a_second_cohort_is_refused(folder):
    first = begin_cohort(folder)
    first.send_signal(signal.SIGSTOP)
    assert first.poll() is None, "it was done before a second one could begin"
    start = time.monotonic()
    other = [*COHORT[:-3], "3", *COHORT[-2:]]  # other facts, so another run
    for command in (COHORT, other):
        one_sentence(run(folder, command), USAGE, "out.csv.partial: belongs to another run that is still going on")
    assert time.monotonic() - start < 5
    first.send_signal(signal.SIGCONT)
    _, said = first.communicate()
    assert first.returncode == 0, said
    alone = run(folder, [*COHORT[:-1], "alone.csv"])
    assert alone.returncode == 0
    assert (folder / "out.csv").read_bytes() == (folder / "alone.csv").read_bytes()
    assert not (folder / "out.csv.partial").exists()


def test_many_cohorts_at_once(folder, whole):
    """Whoever comes first writes; the others are refused or, where they come late, write the same again."""
    runs = [subprocess.Popen([PROGRAM, *COHORT], cwd=folder, stdout=-1, stderr=-1, stdin=-3) for _ in range(6)]
    said = [(process.communicate()[1], process.returncode) for process in runs]
    assert {status for _, status in said} <= {0, USAGE} and any(status == 0 for _, status in said)
    assert all(b"belongs to another run" in text for text, status in said if status != 0)
    assert (folder / "out.csv").read_bytes() == whole["cohort"]["out.csv"]
    assert not (folder / "out.csv.partial").exists()


def test_a_damaged_journal_is_not_believed(folder, whole):
    assert run(folder, COHORT, preexec_fn=limited(500_000)).returncode == USAGE
    partial = folder / "out.csv.partial"
    left = partial.read_bytes()
    chance = random.Random(11)
    for fault in range(3):
        damaged = bytearray(left)
        at = chance.randrange(60, len(left))
        if fault == 0:
            damaged[at] ^= 1 << chance.randrange(8)
        elif fault == 1:
            del damaged[at:]
        else:
            damaged[at : at + 8] = struct.pack("<Q", 1 << 62)
        partial.write_bytes(damaged)
        done = run(folder, COHORT)
        assert done.returncode == 0, done.stderr
        assert (folder / "out.csv").read_bytes() == whole["cohort"]["out.csv"]


# ---- inputs that change under our hands ------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["parquet", "arrow", "csv"])
@pytest.mark.parametrize("writes", [False, True])
def test_a_table_that_is_cut_short_while_it_is_read(folder, kind, writes):
    """DATA is open when the program waits for the further columns, which come from a pipe."""
    rng = np.random.default_rng(8)
    x = rng.normal(size=(50000, 4))
    columns = {**{f"x{i}": x[:, i] for i in range(4)}, "p": x @ [1.0, 2, 3, 4]}
    path = folder / f"long.{kind}"
    if kind == "parquet":
        pq.write_table(pa.table(columns), path)
    elif kind == "arrow":
        with pa.ipc.new_file(path, pa.table(columns).schema) as file:
            file.write_table(pa.table(columns), max_chunksize=10000)
    else:
        path.write_text(Table(columns).csv())
    os.mkfifo(folder / "further.csv")
    before = names(folder)
    command = ["explain", path.name, "--prediction", "p", "--candidates", "further.csv", "--memory", "0"]
    if writes:
        command += ["-o", "out.explainee", "--all-rows", "out.csv"]
    process = subprocess.Popen([PROGRAM, *command], cwd=folder, stdout=-1, stderr=-1, stdin=-3)
    with open(folder / "further.csv", "w") as pipe:  # waits until the program has come so far
        os.truncate(path, 4096)
        pipe.write("z\n" + "".join(f"{i % 7}\n" for i in range(50000)))
    out, said = process.communicate(timeout=30)
    assert process.returncode == UNFIT, said
    assert out == b"" and said.startswith(b"explainee: ") and said.count(b"\n") == 1, said
    assert path.name.encode() in said and b"cut short" in said, said
    assert names(folder) == before


def test_what_a_bus_error_left_is_gone_after_the_next_run(folder):
    table = pa.table({name: make_table(ROWS)[name] for name in "abcdp"} | {"city": make_table(ROWS)["city"]})
    pq.write_table(table, folder / "long.parquet", row_group_size=100)
    os.mkfifo(folder / "further.csv")
    before = names(folder)
    command = ["apply", "kept.explainee", "long.parquet", "--all-rows", "out.csv"]
    process = subprocess.Popen(
        [PROGRAM, *command, "--candidates", "further.csv"], cwd=folder, stdout=-1, stderr=-1, stdin=-3
    )
    with open(folder / "further.csv", "w") as pipe:
        os.truncate(folder / "long.parquet", 4096)
        pipe.write("z\n" + "1\n" * ROWS)
    _, said = process.communicate(timeout=30)
    assert process.returncode == UNFIT and b"long.parquet: was cut short" in said, said
    pq.write_table(table, folder / "long.parquet")
    assert run(folder, command).returncode == 0
    assert names(folder) == before | {"out.csv"}


# ---- headers that promise too much -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "width, height", [(0x7FFFFFFF, 1), (1 << 28, 1), (1, 1 << 28), (1 << 14, 1 << 14), (0x7FFFFFFF, 0x7FFFFFFF)]
)
def test_a_small_image_with_a_huge_header(folder, width, height):
    header = struct.pack(">IIBBBBB", width, height, 16, 6, 0, 0, 0)
    body = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0" * 5000)) + chunk(b"IEND", b"")
    (folder / "huge.png").write_bytes(b"\x89PNG\r\n\x1a\n" + body)
    measure = (
        "import resource, subprocess, sys\n"
        "done = subprocess.run(sys.argv[1:], capture_output=True, text=True)\n"
        "print(done.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, done.stderr)"
    )
    call = [sys.executable, "-c", measure, PROGRAM, "image", "huge.png", "--sees", "mean(x1..x20)"]
    done = subprocess.run(call, cwd=folder, capture_output=True, text=True, check=True)
    status, kilobytes, said = done.stdout.split(maxsplit=2)
    assert int(status) == UNFIT and "huge.png" in said, said
    assert int(kilobytes) < 200_000
