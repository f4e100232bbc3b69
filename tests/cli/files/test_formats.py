"""One table, many files: the answer is the same to the last digit, whatever the format, the threads or the luck."""

import gzip
import json
import os
import subprocess
import sys

import numpy as np
import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet as pq
import pytest

from conftest import Table
from peak_memory import peak_bytes

ROWS = 9000  # more than two blocks of 4096, so that threads have something to share
QUESTION = [
    "--prediction",
    "p",
    "--json",
    "--knows",
    "x1,city",
    "--sees",
    "x2 > 0",
    "-s",
    "3",
    "--row",
    "8123",
    "--weight",
    "w",
]


def make_table() -> Table:
    rng = np.random.default_rng(8)
    x = rng.normal(size=(ROWS, 6))
    x[:, 5] = 1e6 + np.round(100 * x[:, 5])
    city = np.array(["Oslo", "Bergen", "Turku, old", 'the "Bay"', "Umeå"])[rng.integers(0, 5, ROWS)]
    p = x[:, 0] * x[:, 1] + x[:, 2] - 0.5 * x[:, 3] + 1e-3 * x[:, 5] + (city == "Oslo") + rng.normal(size=ROWS)
    columns = {f"x{i + 1}": x[:, i] for i in range(6)}
    return Table(columns | {"city": city, "p": p, "w": rng.integers(1, 4, ROWS).astype(float)})


def as_arrow(table: Table) -> pa.Table:
    return pa.table(dict(table.columns))


def quoted(table: Table) -> Table:
    """Cells that need quotes have them."""
    city = [c if not set(',;"\t') & set(c) else '"' + c.replace('"', '""') + '"' for c in table["city"]]
    return Table(table.columns | {"city": np.array(city)})


@pytest.fixture(scope="module")
def table() -> Table:
    return make_table()


@pytest.fixture(scope="module")
def files(shared_cli, table):
    """The table in every format; names by format."""
    cli, arrow, text = shared_cli, as_arrow(table), quoted(table)
    content = text.csv()
    cli.write("t.csv", content)
    cli.write("t.csv.gz", gzip.compress(content.encode()))
    cli.write("semicolon.csv", text.csv(separator=";"))
    cli.write("t.tsv", text.csv(separator="\t"))
    cli.write("windows.csv", b"\xef\xbb\xbf" + content.replace("\n", "\r\n").encode())
    cli.write(
        "quoted.csv",
        "\n".join(f'"{line}"' if i == 0 else line for i, line in enumerate(content.splitlines())).replace(
            ",", '","', 8
        ),
    )
    cli.write("no-newline.csv", content.rstrip("\n"))
    pq.write_table(arrow, cli.folder / "t.parquet", row_group_size=2500)
    pq.write_table(arrow, cli.folder / "zstd.parquet", row_group_size=701, compression="zstd", data_page_version="2.0")
    codes = arrow.set_column(6, "city", arrow["city"].dictionary_encode())
    pq.write_table(codes, cli.folder / "dictionary.parquet")
    with pa.ipc.new_file(cli.folder / "t.arrow", arrow.schema) as writer:
        writer.write_table(arrow, max_chunksize=1111)
    with pa.ipc.new_stream(cli.folder / "stream.arrow", codes.schema) as writer:
        writer.write_table(codes.unify_dictionaries(), max_chunksize=3000)
    options = pa.ipc.IpcWriteOptions(compression="lz4")
    with pa.ipc.new_file(cli.folder / "lz4.feather", arrow.schema, options=options) as writer:
        writer.write_table(arrow)
    cuts = [0, 1, 4000, 4096, ROWS]
    for k in range(4):
        rows = range(cuts[k], cuts[k + 1])
        cli.write(f"parts/part-{k}.csv", text.csv(rows=rows))
        cli.write(f"zipped/part-{k}.csv.gz", gzip.compress(text.csv(rows=rows).encode()))
        (cli.folder / "pieces").mkdir(exist_ok=True)
        pq.write_table(arrow.slice(cuts[k], cuts[k + 1] - cuts[k]), cli.folder / f"pieces/part-{k}.parquet")
    cli.write("parts/.hidden.csv", "not,a\ntable\n")
    cli.write("parts/_SUCCESS", "")
    cli.write("parts/notes.md", "the parts of the table\n")
    return cli


@pytest.fixture(scope="module")
def reference(files) -> str:
    return files.works("explain", "t.csv", *QUESTION).out


FORMATS = [
    "t.csv.gz", "semicolon.csv", "t.tsv", "windows.csv", "quoted.csv", "no-newline.csv", "t.parquet", "zstd.parquet", "dictionary.parquet",
    "t.arrow", "stream.arrow", "lz4.feather", "parts", "zipped", "pieces", "parts/part-*.csv", "pieces/part-?.parquet",
]  # fmt: skip


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_gives_the_same_bytes(files, reference, name):
    assert files.works("explain", name, *QUESTION).out == reference


@pytest.mark.parametrize("name", ["t.csv", "t.csv.gz", "t.parquet", "t.arrow", "stream.arrow"])
def test_standard_input_gives_the_same_bytes_and_leaves_nothing(files, reference, name):
    content = (files.folder / name).read_bytes()
    assert files.works("explain", "-", *QUESTION, stdin=content).out == reference
    assert list(files.temporary.iterdir()) == []


@pytest.mark.parametrize("name", ["t.csv", "t.csv.gz", "t.parquet", "t.arrow", "parts"])
@pytest.mark.parametrize("threads", [1, 2, 3, 7])
def test_every_number_of_threads_gives_the_same_bytes(files, reference, name, threads):
    assert files.works("explain", name, *QUESTION, "--threads", threads).out == reference


def test_the_reference_says_something(files, reference):
    """So that equal is not equally empty."""
    document = json.loads(reference)
    assert document["rows"] == ROWS
    assert document["explanation"]["information"]["bits"] > 0.1
    assert document["row"]["index"] == 8123
    assert "w" in document["provenance"]["options"]["weight"]


def test_a_hundred_runs_give_one_answer(files):
    """Races show only now and then, and rather with little to do for each thread."""
    files.write("small.csv", quoted(make_table()).csv(rows=range(240)))
    question = ("explain", "small.csv", "--prediction", "p", "--json", "--effort", "quick")
    alone = files.works(*question, "--threads", 1).out
    others = [out for k in range(150) if (out := files.works(*question, "--threads", (2, 3, 8)[k % 3]).out) != alone]
    assert not others, f"{len(others)} of 150 runs of the same call gave another answer"


def test_the_order_of_parts_is_that_of_their_names(files, table):
    """Row numbers count through the parts, part-10 before part-9 (byte order)."""
    text = quoted(table)
    files.write("order/part-9.csv", text.csv(rows=range(100, 200)))
    files.write("order/part-10.csv", text.csv(rows=range(0, 100)))
    row = files.explain("order", "--row", 0)["row"]
    assert row["prediction"] == table["p"][0]
    row = files.explain("order", "--row", 150)["row"]
    assert row["prediction"] == table["p"][150]


def test_parts_may_have_their_columns_in_another_order(files, table, reference):
    text = quoted(table)
    back = Table(dict(reversed(text.columns.items())))
    files.write("turned/1.csv", text.csv(rows=range(5000)))
    files.write("turned/2.csv", back.csv(rows=range(5000, ROWS)))
    assert files.works("explain", "turned", *QUESTION).out == reference


@pytest.mark.parametrize("separator, option", [("|", "|"), ("\t", "tab"), (";", ";"), (" ", " ")])
def test_a_separator_that_is_named(cli, separator, option):
    table = make_table()
    plain = Table({n: table[n][:200] for n in ("x1", "x2", "x3", "p")})
    cli.write("t.csv", plain.csv())
    cli.write("other.csv", plain.csv(separator=separator))
    assert cli.explain("other.csv", "--separator", option) == cli.explain("t.csv")


def test_whole_numbers_are_read_as_numbers_and_switches_as_numbers(cli):
    rng = np.random.default_rng(3)
    values = {
        "i": rng.integers(-5, 5, 100),
        "u": rng.integers(0, 9, 100).astype("u1"),
        "f": rng.normal(size=100).astype("f4"),
    }
    yes = rng.integers(0, 2, 100).astype(bool)
    p = values["i"] - 2.0 * yes + values["u"] + rng.normal(size=100)
    pq.write_table(pa.table(values | {"yes": yes, "p": p}), cli.folder / "t.parquet")
    numbers = {name: v.astype(float) for name, v in values.items()} | {"yes": yes.astype(float), "p": p}
    cli.write("t.csv", Table(numbers).csv())
    assert cli.explain("t.parquet", "-s", 2) == cli.explain("t.csv", "-s", 2)


def test_types_can_be_forced(cli):
    table = make_table()
    cut = {n: table[n][:300] for n in ("x1", "x2", "p")} | {"zone": table["w"][:300]}
    cut["p"] = cut["p"] + 2 * cut["zone"]
    cli.write("t.csv", Table(cut).csv())
    as_number = cli.explain("t.csv", "--features", "zone", "-s", 1)["explanation"]["features"][0]
    as_category = cli.explain("t.csv", "--features", "zone", "-s", 1, "--categories", "zone")["explanation"][
        "features"
    ][0]
    assert as_number["columns"] is None and isinstance(as_number["coefficient"], float)
    assert as_category["coefficient"] is None and len(as_category["columns"]) == 3
    words = Table(cut | {"zone": np.array(["?"] * 200 + ["7"] * 100)})  # 1 of 3 parse: text, unless told otherwise
    cli.write("words.csv", words.csv())
    cli.refuses(
        "explain",
        "words.csv",
        "--prediction",
        "p",
        "--numbers",
        "zone",
        status=3,
        says=("words.csv", "line 2", '"zone"', '"?"'),
    )


def test_a_column_is_numbers_when_nine_of_ten_of_its_first_cells_are(cli):
    table = make_table()
    for texts, is_number in ((30, True), (31, False)):
        cells = np.array(["unknown" if i < texts else repr(float(v)) for i, v in enumerate(table["x2"][:300])])
        cli.write("t.csv", Table({"x1": table["x1"][:300], "x2": cells, "p": table["p"][:300]}).csv())
        if is_number:
            cli.refuses("explain", "t.csv", "--prediction", "p", status=3, says=("line 2", '"x2"', '"unknown"'))
        else:
            aside = cli.explain("t.csv")["user"]["set_aside"]
            assert [entry["name"] for entry in aside] == ["x2"]  # a text with far too many levels


# ---- memory ---------------------------------------------------------------------------------------------------------

def write_big(path, rows: int):
    """Ten columns of random numbers in Parquet, written piece by piece."""
    rng = np.random.default_rng(1)
    names = [f"x{i}" for i in range(1, 10)] + ["p"]
    schema = pa.schema([(name, pa.float64()) for name in names])
    with pq.ParquetWriter(path, schema, compression="none", use_dictionary=False, write_statistics=False) as writer:
        for _ in range(rows // 100_000):
            x = rng.random(size=(10, 100_000))
            x[9] += x[0] - x[3]
            writer.write_table(pa.table(dict(zip(names, x)), schema=schema))


def test_memory_does_not_grow_with_rows(tmp_path):
    small, large = tmp_path / "small.parquet", tmp_path / "large.parquet"
    write_big(small, 200_000)
    write_big(large, 2_000_000)
    question = ("--prediction", "p", "--knows", "x1", "--threads", "2", "--row", "5", "--quiet", "--memory", "0")
    assert os.path.getsize(large) > 9 * os.path.getsize(small)
    peak_small, peak_large = (peak_bytes("explain", path, *question) for path in (small, large))
    assert peak_large < 1.3 * peak_small + 50e6, (
        f"{peak_small / 1e6:.0f} MB, with ten times the rows {peak_large / 1e6:.0f} MB"
    )
