"""--candidates: columns of another file, row by row; the same answer as from one table that has them all."""

import csv as csv_module
import gzip
import io
import json
import subprocess
import time
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from conftest import PROGRAM, UNFIT, USAGE, Table

ROWS = 300


def tables(rows=ROWS, seed=3) -> tuple[Table, Table]:
    """DATA with an id, two numbers and the prediction; beside it three units, a topic and the same id."""
    rng = np.random.default_rng(seed)
    units = rng.normal(size=(3, rows))
    a, b = rng.normal(size=(2, rows))
    topic = np.array(["sport", "money", "weather"])[rng.integers(0, 3, rows)]
    p = a + 2 * units[1] - units[2] * b + 0.7 * (topic == "money") + 0.5 * rng.normal(size=rows)
    case = np.array([f"case {i}" for i in range(rows)])
    data = Table({"case": case, "a": a, "b": b, "p": p})
    beside = Table({"unit1": units[0], "unit2": units[1], "case": case, "unit3": units[2], "topic": topic})
    return data, beside


def pasted(data: Table, beside: Table) -> Table:
    return Table(data.columns | {k: v for k, v in beside.columns.items() if k not in data.columns})


def write_all(cli, data, beside):
    cli.write("data.csv", data.csv())
    cli.write("beside.csv", beside.csv())
    cli.write("whole.csv", pasted(data, beside).csv())


def without_provenance(document):
    assert document["provenance"]["options"].pop("candidates", True) is True
    return document


@pytest.fixture
def both(cli):
    data, beside = tables()
    write_all(cli, data, beside)
    return data, beside


@pytest.mark.parametrize(
    "options",
    [
        (),
        ("--knows", "unit2"),
        ("--knows", "unit2,a", "--features", "unit*,b,topic", "--row", 17),
        ("--family", "features,pairs", "-s", 2),
        ("--family", "curves,bins", "-s", 2),
        ("--sees", "a + unit2", "--weight", "w2"),
        ("--categories", "unit1", "--exclude", "unit1"),
    ],
)
def test_as_if_the_columns_were_in_one_table(cli, options):
    data, beside = tables()
    beside.columns["w2"] = 1.0 + np.arange(ROWS) % 3
    write_all(cli, data, beside)
    zipped = cli.explain("data.csv", "--candidates", "beside.csv", "--id", "case", *options)
    assert zipped["provenance"]["options"]["candidates"] is True
    assert "beside" not in json.dumps(zipped)
    whole = cli.explain("whole.csv", "--id", "case", *options)
    assert without_provenance(zipped) == whole
    assert any("unit" in f["name"] or f["name"] == "topic" for f in zipped["explanation"]["features"])


def test_any_format_and_the_same_digits(cli, both):
    data, beside = both
    arrow = pa.table({k: pa.array(v) for k, v in beside.columns.items()})
    pq.write_table(arrow, cli.folder / "beside.parquet", row_group_size=70)
    with pa.ipc.new_file(cli.folder / "beside.arrow", arrow.schema) as sink:
        sink.write_table(arrow, max_chunksize=37)
    (cli.folder / "beside.csv.gz").write_bytes(gzip.compress(beside.csv().encode()))
    cli.write("parts/1.csv", beside.csv(rows=range(0, 120)))
    cli.write("parts/2.csv", beside.csv(rows=range(120, ROWS)))
    expected = cli.explain("data.csv", "--candidates", "beside.csv", "--id", "case")
    for name in ("beside.parquet", "beside.arrow", "beside.csv.gz", "parts"):
        assert cli.explain("data.csv", "--candidates", name, "--id", "case") == expected
    piped = cli.explain("-", "--candidates", "beside.parquet", "--id", "case", stdin=data.csv().encode())
    assert piped == expected
    assert cli.explain("data.csv", "--candidates", "-", "--id", "case", stdin=beside.csv().encode()) == expected


def test_longer_than_any_batch(cli):
    data, beside = tables(rows=30000)
    write_all(cli, data, beside)
    arrow = pa.table({k: pa.array(v) for k, v in beside.columns.items()})
    pq.write_table(arrow, cli.folder / "beside.parquet", row_group_size=7000)
    whole = cli.explain("whole.csv", "--id", "case", "--knows", "a")
    for name in ("beside.csv", "beside.parquet"):
        zipped = cli.explain("data.csv", "--candidates", name, "--id", "case", "--knows", "a")
        assert without_provenance(zipped) == whole


def test_score(cli, both):
    zipped = cli.score("data.csv", "--candidates", "beside.csv", "--id", "case", "--features", "unit2,topic")
    assert without_provenance(zipped) == cli.score("whole.csv", "--id", "case", "--features", "unit2,topic")


def rows_of(path):
    return list(csv_module.reader(io.StringIO(path.read_text())))


def test_kept_explainers_read_both_files(cli, both):
    data, beside = both
    beside_options = ("--candidates", "beside.csv", "--id", "case")
    how = ("--family", "features,pairs", "-s", 2, "--missing", "drop")
    cli.explain("data.csv", *beside_options, *how, "-o", "z.explainee", "--all-rows", "z.csv")
    cli.explain("whole.csv", "--id", "case", *how, "-o", "w.explainee", "--all-rows", "w.csv")
    assert (cli.folder / "z.explainee").read_bytes() == (cli.folder / "w.explainee").read_bytes()
    assert rows_of(cli.folder / "z.csv") == rows_of(cli.folder / "w.csv")
    zipped = cli.works("apply", "z.explainee", "data.csv", *beside_options, "--json", "--all-rows", "z2.csv")
    whole = cli.works("apply", "z.explainee", "whole.csv", "--json")
    assert zipped.json() == whole.json() and rows_of(cli.folder / "z2.csv") == rows_of(cli.folder / "z.csv")
    checked = cli.works("check", "z.explainee", "data.csv", *beside_options, "--json").json()
    assert checked == cli.works("check", "z.explainee", "whole.csv", "--json").json()
    cli.refuses("apply", "z.explainee", "data.csv", status=USAGE, says="unit")
    cli.refuses("apply", "z.explainee", "whole.csv", "--id", "nobody", status=USAGE, says="nobody")


@pytest.mark.parametrize("rows", [ROWS - 1, ROWS + 5, 10])
@pytest.mark.parametrize("parquet", [False, True])
def test_another_number_of_rows(cli, rows, parquet):
    data, beside = tables()
    cli.write("data.csv", data.csv())
    other = tables(rows)[1]
    name = "beside.csv"
    if parquet:
        name = "beside.parquet"
        pq.write_table(pa.table({k: pa.array(v) for k, v in other.columns.items() if k != "case"}), cli.folder / name)
    else:
        cli.write(name, other.csv())
    says = ("data.csv", f"{ROWS} rows", name, f" {rows};")
    arguments = ("--prediction", "p", "--candidates", name, *(() if parquet else ("--id", "case")))
    cli.refuses("explain", "data.csv", *arguments, status=UNFIT, says=says)
    cli.refuses("explain", "data.csv", *arguments, "-o", "x.explainee", status=UNFIT, says=says)


def test_ids_that_differ(cli, both):
    data, beside = both
    changed = beside.csv(changed={(41, "case"): "case 42", (42, "case"): "case 41"})
    cli.write("swapped.csv", changed)
    says = ("data.csv, line 43", "row 41", "'case 41'", "'case 42'", "swapped.csv, line 43")
    cli.refuses("explain", "data.csv", "--prediction", "p", "--candidates", "swapped.csv", "--id", "case", status=UNFIT, says=says)
    cli.write("numbers.csv", "case,unit\n" + "".join(f"{i},{i % 7}\n" for i in range(ROWS)))
    says = ("data.csv, line 2", "'case 0'", "'0'", "numbers.csv, line 2")  # ids are texts in both
    cli.refuses("explain", "data.csv", "--prediction", "p", "--candidates", "numbers.csv", "--id", "case", status=UNFIT, says=says)


def test_names_in_both_files(cli, both):
    cli.write("clash.csv", "unit,a\n" + "1,2\n" * ROWS)
    says = ("clash.csv", "data.csv", "'a'", "rename")
    cli.refuses("explain", "data.csv", "--prediction", "p", "--candidates", "clash.csv", status=UNFIT, says=says)
    says = ("'case'", "--id")
    cli.refuses("explain", "data.csv", "--prediction", "p", "--candidates", "beside.csv", status=UNFIT, says=says)


def test_bad_cells_name_both_lines(cli, both):
    data, beside = both
    cli.write("gap.csv", beside.csv(changed={(9, "unit2"): ""}))
    says = ("'unit2'", "gap.csv, line 11", "--missing drop")
    arguments = ("explain", "data.csv", "--prediction", "p", "--candidates", "gap.csv", "--id", "case")
    cli.refuses(*arguments, status=UNFIT, says=says)
    assert cli.works(*arguments, "--missing", "drop", "--json").json()["rows_dropped"] == 1
    cli.write("word.csv", beside.csv(changed={(9, "unit2"): "x"}))
    says = ("word.csv, line 11", "unit2")
    cli.refuses(*arguments[:5], "word.csv", "--id", "case", status=UNFIT, says=says)


def test_wrong_usage(cli, both):
    cli.works("moments", "data.csv", "-o", "d.moments", "--exclude", "case")
    arguments = ("--prediction", "p", "--candidates", "beside.csv")
    cli.refuses("explain", "d.moments", *arguments, status=USAGE, says=("--candidates", "moments"))
    cli.refuses("explain", "-", "--prediction", "p", "--candidates", "-", status=USAGE, says="standard input")
    cli.refuses("explain", "data.csv", "--prediction", "p", "--candidates", "none.csv", status=USAGE, says="none.csv")
    arguments += ("--id", "case")
    cli.refuses("explain", "data.csv", *arguments, "--categories", "unitt1", status=USAGE, says=("--categories", "unitt1"))
    cli.refuses("explain", "data.csv", *arguments, "--all-rows", "beside.csv", status=USAGE, says="beside.csv")


def own_memory(cli, *words) -> int:
    """Most kilobytes of its own (mapped files apart) that the program was seen to hold."""
    with subprocess.Popen([PROGRAM, *words], cwd=cli.folder, stdout=subprocess.DEVNULL) as process:
        most = 0
        while process.poll() is None:
            status = Path(f"/proc/{process.pid}/status").read_text()
            most = max([most, *(int(line.split()[1]) for line in status.splitlines() if line.startswith("RssAnon"))])
            time.sleep(0.001)
    assert process.returncode == 0
    return most


def test_memory_does_not_grow_with_the_rows(cli):
    rng = np.random.default_rng(0)
    peak = {}
    for rows in (30000, 300000):
        for name, columns in (("d", ["a", "b", "p"]), ("b", [f"u{i}" for i in range(40)])):
            table = pa.table({c: pa.array(rng.normal(size=rows)) for c in columns})
            pq.write_table(table, cli.folder / f"{name}.parquet", row_group_size=10000)
        peak[rows] = own_memory(cli, "explain", "d.parquet", "--prediction", "p", "--candidates", "b.parquet", "--memory", "0")
    assert peak[300000] < peak[30000] + 30 * 1024, peak  # 300 000 rows of 43 columns are 100 MB
