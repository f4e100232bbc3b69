"""How often DATA is read: once by every command, while it fits into --memory; and how much memory that takes."""

import gzip
import os
import re

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from conftest import ALL_AT_ONCE, USAGE, Table
from peak_memory import peak_bytes


def people(rows: int = 400) -> Table:
    rng = np.random.default_rng(8)
    x = {f"x{i}": rng.normal(size=rows) for i in range(4)}
    town = rng.choice(["Oslo", "Rome", "Turku"], size=rows)
    p = x["x0"] + 0.5 * x["x1"] ** 2 + (town == "Oslo") + 0.1 * rng.normal(size=rows)
    kind = np.where(p + 0.3 * rng.normal(size=rows) > 0.5, "high", "low")
    return Table({"id": [f"n{i}" for i in range(rows)], **x, "town": town, "p": p, "kind": kind})


def reads(outcome) -> str:
    said = re.findall(r"^.* was read (.*)$", outcome.err, flags=re.M)
    assert len(said) == 1, outcome.err
    return said[0]


P = ("--prediction", "p", "--exclude", "kind", "--id", "id")
COMMANDS = {
    "row": ("explain", "t.csv", *P, "--row", "7"),
    "knows": ("explain", "t.csv", *P, "--knows", "x0,town", "--row", "7"),
    "sees": ("explain", "t.csv", *P, "--sees", "z(x0)+z(x1)"),
    "class": ("explain", "t.csv", "--prediction", "kind", "--exclude", "p", "--id", "id", "--knows", "x2"),
    "local": ("explain", "t.csv", *P, "--local", "--row", "3"),
    "local all": ("explain", "t.csv", *P, "--local", "--all-rows", "o.csv"),
    "all": ("explain", "t.csv", *P, "--all-rows", "o.csv", "-o", "o.explainee"),
    "answers": ("explain", "t.csv", *P, "--answers", "a.csv"),
    "pairs": ("explain", "t.csv", *P, "--family", "curves,pairs"),
    "families": ("families", "t.csv", *P, "--json"),
    "score": ("score", "t.csv", *P, "--features", "x0"),
    "cohort": ("cohort", "t.csv", "--prediction", "p", *ALL_AT_ONCE, "--exclude", "kind", "--users", "u.csv", "-o", "o.csv"),
    "cohort asked": ("cohort", "t.csv", "--prediction", "p", "--exclude", "kind", "--users", "asked.csv", "-o", "o.csv"),
    "check": ("check", "k.explainee", "t.csv"),
    "apply": ("apply", "k.explainee", "t.csv", "--all-rows", "o.csv"),
}


@pytest.fixture
def filled(cli):
    table = people()
    cli.write("t.csv", table.csv())
    cli.write("a.csv", "row,answer\n" + "".join(f"{row},{table['x0'][row] + 0.1}\n" for row in range(0, 30, 3)))
    cli.write("u.csv", "user,knows\nann,x0\nbob,x1;town\n")
    cli.write("asked.csv", "user,row,answer\n" + "".join(f"ann,{row},{table['x0'][row]}\n" for row in range(6)))
    cli.works("explain", "t.csv", *P, "-o", "k.explainee", "--quiet")
    return cli


@pytest.mark.parametrize("command", COMMANDS)
def test_a_text_file_is_read_once_by_any_command(filled, command):
    outcome = filled(*COMMANDS[command], "--timings")
    assert outcome.status in (0, 4), outcome.err
    assert reads(outcome) == "once"
    again = filled(*COMMANDS[command], "--timings", "--memory", "0")
    # To the last digit, from memory or from the file; `families` also says how long it took.
    without_seconds = [re.sub(r'"seconds": *[-+.\de]+', "", said.out) for said in (again, outcome)]
    assert without_seconds[0] == without_seconds[1]
    if command != "apply":
        assert re.fullmatch(r"\d+ times", reads(again))


def test_a_conversation_reads_the_file_once(filled):
    answers = b"x0\n" + b"0.5\n1\n-1\n0.2\n0.4\n" + b"q\n"
    ask = ("ask", "t.csv", "--prediction", "p", "--exclude", "kind,id", "--timings")
    outcome = filled(*ask, stdin=answers)
    assert outcome.status == 0, outcome.err
    assert reads(outcome) == "once"
    streamed = filled(*ask, "--memory", "0", stdin=answers)
    assert streamed.out == outcome.out
    assert reads(streamed) != "once"


def test_other_formats_give_the_same_and_read_each_column_once(filled):
    table = people()
    plain = filled.works("explain", "t.csv", *P, "--row", "7", "--json")
    with gzip.open(filled.folder / "t.csv.gz", "wt") as file:
        file.write(table.csv())
    columns = {name: table[name] for name in table.columns}
    pq.write_table(pa.table(columns), filled.folder / "t.parquet", row_group_size=150)
    for name in ("t.csv.gz", "t.parquet"):
        for memory in ("1G", "20K", "0"):
            outcome = filled.works("explain", name, *P, "--row", "7", "--json", "--timings", "--memory", memory)
            assert outcome.json() == plain.json()
            if memory == "1G" and name == "t.csv.gz":
                assert reads(outcome) == "once"


def test_a_fault_in_a_column_that_takes_no_part_does_not_matter(cli):
    """Row 1500 is behind those that decide the types: x9 is numbers, and one of its cells is none."""
    rng = np.random.default_rng(1)
    x, y, z = rng.normal(size=(3, 2000))
    cells = np.array([repr(float(v)) for v in z])
    cells[1500] = "oops"
    cli.write("t.csv", Table({"x": x, "y": y, "x9": cells, "p": x + y}).csv())
    cli.explain("t.csv", "--exclude", "x9")
    cli.refuses("explain", "t.csv", "--prediction", "p", status=3, says=("line 1502", '"x9"', '"oops"'))


@pytest.mark.parametrize("size", ["much", "-1", "5X", "nan", "1e40G"])
def test_a_size_that_is_none(filled, size):
    filled.refuses("explain", "t.csv", *P, f"--memory={size}", status=USAGE, says=("--memory", size))


# ---- memory ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    """160 MB in memory as 20 columns of 10⁶ numbers; as text about as much."""
    path = tmp_path_factory.mktemp("large") / "large.csv"
    rng = np.random.default_rng(2)
    with open(path, "w") as file:
        file.write(",".join([f"x{i}" for i in range(19)] + ["p"]) + "\n")
        block = rng.random(size=(20_000, 20)).round(6)
        block[:, 19] = (block[:, 0] + block[:, 3]).round(6)
        lines = "".join(",".join(map(repr, row)) + "\n" for row in block.tolist())
        for _ in range(50):
            file.write(lines)
    return path


def test_what_fits_is_held_and_what_does_not_is_not(large):
    plain = ("--reader", "quadratic", "--family", "features", "--tell", "all")  # deciding on rows holds some of them
    question = ("--prediction", "p", "--threads", "2", "--quiet", *plain)
    held, limited, streamed = (
        peak_bytes("explain", large, *question, "--memory", memory) for memory in ("1G", "50M", "0")
    )
    assert held > streamed + 120e6
    assert limited < streamed + 60e6
    assert streamed < 150e6
    assert os.path.getsize(large) > 150e6


def test_one_pass_holds_nothing(large, tmp_path):
    moments = peak_bytes("moments", large, "-o", tmp_path / "m.moments", "--threads", "2")
    assert moments < 150e6
