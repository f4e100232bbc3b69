"""Unfit files and cells: one sentence that names the file, the line, the column and a way out."""

import re
import gzip
import hashlib
import json
import struct

import numpy as np
import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet as pq
import pytest

from conftest import UNFIT, USAGE, Table, make_table, refuse_table

# ---- files ----------------------------------------------------------------------------------------------------------


def test_no_such_file(cli, csv):
    cli.refuses("explain", "nothere.csv", "--prediction", "p", status=USAGE, says=("nothere.csv", "no such file"))
    cli.refuses("explain", "t.cvs", "--prediction", "p", status=USAGE, says=("t.cvs", "did you mean t.csv"))
    cli.refuses("explain", "nowhere/t.csv", "--prediction", "p", status=USAGE, says=("nowhere/t.csv", "folder"))
    cli.refuses("explain", "parts-*.csv", "--prediction", "p", status=USAGE, says=("parts-*.csv", "no file matches"))
    cli.refuses("explain", "t.csv/", "--prediction", "p", status=USAGE, says="t.csv/")
    cli.refuses("explain", "", "--prediction", "p", status=USAGE)


@pytest.mark.parametrize("content", [[], ["readme.txt", ".hidden.csv", "_SUCCESS", "notes.md"]])
def test_a_folder_without_tables(cli, content):
    (cli.folder / "folder").mkdir()
    for name in content:
        cli.write(f"folder/{name}", "not a table\n")
    message = cli.refuses("explain", "folder", "--prediction", "p", status=USAGE, says=("folder", ".csv", ".parquet"))
    assert "readme.txt" not in message


def test_a_folder_with_tables_and_moments_is_ambiguous(cli, csv, table):
    cli.works("moments", csv, "-o", "t.moments")
    cli.write("both/1.csv", table.csv())
    cli.write("both/2.moments", (cli.folder / "t.moments").read_bytes())
    outcome = cli("explain", "both", "--prediction", "p")
    assert outcome.status in (USAGE, UNFIT), "one of the two kinds was silently left out"
    assert "both" in outcome.err and ".moments" in outcome.err


@pytest.mark.parametrize("device", ["/dev/null", "/dev/zero"])
def test_a_device_is_no_table(cli, device):
    cli.refuses("explain", device, "--prediction", "p", status=UNFIT, says=(device, "device"))


def test_empty_and_header_only(cli):
    refuse_table(cli, "", says=("empty",))
    refuse_table(cli, "a,b,p\n", says=("no rows",))
    refuse_table(cli, "a,b,p", says=("no rows",))
    cli.refuses("explain", "-", "--prediction", "p", stdin=b"", status=UNFIT, says=("standard input", "empty"))


@pytest.mark.parametrize("row, cells", [("1,2,3", 3), ("1,2,3,4,Oslo,6,7,8", 8)])
def test_ragged_row(cli, table, row, cells):
    lines = table.csv().splitlines()
    lines.insert(10, row)
    says = ("line 11", f"{cells} cells", "6", "--separator")
    refuse_table(cli, "\n".join(lines), says=says)


def test_a_quote_that_never_ends(cli, table):
    refuse_table(cli, table.csv(changed={(4, "city"): '"Oslo'}), says=("line 6", "quote"))


def test_duplicate_and_missing_names_in_the_header(cli, table):
    refuse_table(cli, table.csv().replace("c,d", "c,b", 1), says=("line 1", '"b"', "rename"))
    refuse_table(cli, table.csv().replace("b,c", ",c", 1), says=("line 1", "column 2", "no name"))
    pq.write_table(
        pa.Table.from_arrays([pa.array(np.arange(9.0))] * 3, names=["a", "a", "p"]), cli.folder / "t.parquet"
    )
    cli.refuses("explain", "t.parquet", "--prediction", "p", status=UNFIT, says=("t.parquet", '"a"', "rename"))


def test_bytes_that_are_not_text(cli, table):
    row = list(table["city"]).index("Oslo")
    text = table.csv().encode()
    refuse_table(cli, text.replace(b"Oslo", b"Os\0o", 1), says=(f"line {row + 2}", "NUL", "UTF-8"))
    refuse_table(cli, text.replace(b"Oslo", b"Osl\xf8", 1), says=(f"line {row + 2}", "UTF-8", "iconv"))
    refuse_table(cli, text.replace(b"city", b"cit\xff", 1), says=("line 1", "UTF-8"))
    refuse_table(cli, text.decode().encode("utf-16"), says=("UTF-16", "UTF-8"))
    refuse_table(cli, text.replace(b"\n", b"\r"), says=("line 1", "carriage return"))


def test_files_of_other_programs_are_recognised(cli):
    refuse_table(cli, b"PK\x03\x04" + b"x" * 100, says=("spreadsheet", "CSV"))
    refuse_table(cli, b"\xfd7zXZ\0" + b"x" * 100, says=("xz", "gzip"))
    refuse_table(cli, b"SQLite format 3\0" + b"x" * 100, says=("SQLite", "CSV"))


def test_gz_that_is_not_gzip(cli, table):
    for content in (table.csv().encode(), bytes(range(40, 250)) * 20):
        message = refuse_table(cli, content, name="t.csv.gz", says=("gzip",))
        assert "iconv" not in message


def test_gz_cut_short_or_damaged(cli, table):
    whole = gzip.compress(table.csv().encode())
    refuse_table(cli, whole[: len(whole) // 2], name="t.csv.gz", says=("gzip", "too early"))
    refuse_table(cli, whole[:-4], name="t.csv.gz", says=("gzip",))
    refuse_table(cli, whole + b"rubbish", name="t.csv.gz", says=("gzip", "other bytes behind"))
    damaged = bytearray(whole)
    damaged[len(whole) // 2] ^= 0x55
    refuse_table(cli, bytes(damaged), name="t.csv.gz", says=("t.csv.gz",))


def arrow_table(table: Table) -> pa.Table:
    return pa.table({name: values for name, values in table.columns.items()})


def arrow_bytes(table: Table, kind) -> bytes:
    sink = pa.BufferOutputStream()
    with kind(sink, arrow_table(table).schema) as writer:
        writer.write_table(arrow_table(table), max_chunksize=20)
    return sink.getvalue().to_pybytes()


def parquet_bytes(table: Table) -> bytes:
    sink = pa.BufferOutputStream()
    pq.write_table(arrow_table(table), sink, row_group_size=20)
    return sink.getvalue().to_pybytes()


@pytest.mark.parametrize("share", [0.0, 0.01, 0.3, 0.6, 0.9, 0.999])
@pytest.mark.parametrize(
    "name, write",
    [
        ("t.parquet", parquet_bytes),
        ("t.arrow", lambda table: arrow_bytes(table, pa.ipc.new_file)),
        ("stream.arrow", lambda table: arrow_bytes(table, pa.ipc.new_stream)),
    ],
)
def test_binary_tables_cut_short(cli, table, name, write, share):
    whole = write(table)
    if name == "stream.arrow" and share == 0.999:
        whole, share = whole[:-8], 0.95  # without its end mark a stream is still whole
    message = refuse_table(cli, whole[: int(share * len(whole))], name=name)
    assert "write it again" in message


@pytest.mark.parametrize("name", ["t.parquet", "t.arrow"])
def test_damaged_binary_tables_never_crash(cli, table, name):
    whole = parquet_bytes(table) if name == "t.parquet" else arrow_bytes(table, pa.ipc.new_file)
    rng = np.random.default_rng(5)
    refused = 0
    for at in rng.integers(0, len(whole), 40):
        damaged = bytearray(whole)
        damaged[at] ^= rng.integers(1, 256)
        cli.write(name, bytes(damaged))
        outcome = cli("explain", name, "--prediction", "p", "--quiet")
        assert outcome.status in (0, USAGE, UNFIT), (at, outcome)
        assert outcome.err.count("\n") == (outcome.status != 0), outcome.err
        refused += outcome.status != 0
    assert refused > 0


def test_a_column_of_an_unfit_type_is_set_aside_unless_it_is_asked_for(cli):
    rows = {"a": [[1.0, 2.0]] * 30, "b": np.sin(np.arange(30.0)), "p": np.cos(np.arange(30.0))}
    pq.write_table(pa.table(rows), cli.folder / "t.parquet")
    aside = cli.explain("t.parquet")["user"]["set_aside"]
    assert [entry["name"] for entry in aside] == ["a"] and "list" in aside[0]["reason"]
    for option in ("--knows", "--features", "--summary"):
        cli.refuses(
            "explain", "t.parquet", "--prediction", "p", option, "a", status=UNFIT, says=("t.parquet", '"a"', "list")
        )
    cli.refuses(
        "explain", "t.parquet", "--prediction", "a", status=UNFIT, says=("t.parquet", "list"), never="holds text"
    )


@pytest.mark.parametrize(
    "second, says",
    [
        (lambda t: t.csv().replace("a,b", "e,b", 1), ("2.csv", '"a"', "1.csv")),
        (lambda t: t.csv(changed={(3, "b"): "often"}), ("2.csv", "line 5", '"b"', "often")),
        (lambda t: "", ("2.csv", "empty")),
        (lambda t: t.csv() + "1,2\n", ("2.csv", "line 62", "2 cells")),
    ],
)
def test_a_part_that_does_not_fit_the_first(cli, table, second, says):
    cli.write("parts/1.csv", table.csv())
    cli.write("parts/2.csv", second(table))
    cli.refuses("explain", "parts", "--prediction", "p", status=UNFIT, says=says)


# ---- cells ----------------------------------------------------------------------------------------------------------


def test_text_in_a_number_column(cli, table):
    message = refuse_table(
        cli, table.csv(changed={(7, "b"): "often"}), says=("line 9", '"b"', '"often"', "--categories b")
    )
    assert "--numbers" not in message


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("newlines", [0, 3])
def test_the_line_is_right_far_down_and_behind_quoted_newlines(cli, line_end, newlines):
    table = make_table(rows=1500)
    changed = {(row, "city"): '"Os\nlo"' for row in (2, 900, 1100)[:newlines]} | {(1200, "d"): "n/a?"}
    content = table.csv(changed=changed).replace("\n", line_end)
    for name, data in (("t.csv", content.encode()), ("t.csv.gz", gzip.compress(content.encode()))):
        refuse_table(cli, data, name=name, says=(f"line {1202 + newlines}", '"d"', "n/a?"))
    says = ("standard input", f"line {1202 + newlines}", '"d"')
    cli.refuses("explain", "-", "--prediction", "p", stdin=content.encode(), status=UNFIT, says=says)


@pytest.mark.parametrize(
    "cell, word",
    [
        ("NaN", "missing"),
        ("nan", "missing"),
        ("", "missing"),
        ("inf", "infinite"),
        ("-inf", "infinite"),
        ("1e999", "infinite"),
    ],
)
@pytest.mark.parametrize("column", ["p", "b"])
def test_missing_and_infinite_cells(cli, table, column, cell, word):
    content = table.csv(changed={(7, column): cell})
    refuse_table(cli, content, says=("line 9", "row 7", f"'{column}'", word, "--missing drop"))


@pytest.mark.parametrize(
    "who",
    [
        "--knows=b",
        "--told=b",
        "--summary=b",
        "--guess=b",
        "--reasons-from=b",
        "--sees=b+1",
        "--sees-mean=a,b",
        "--weight=b",
        "--block=b",
    ],
)
def test_a_missing_cell_in_what_she_knows_or_in_the_weight(cli, who):
    table = make_table()
    table.columns["b"] = np.abs(table["b"])
    refuse_table(cli, table.csv(changed={(7, "b"): ""}), who, says=("line 9", "row 7", "b", "missing"))


def test_a_missing_category(cli, table):
    refuse_table(cli, table.csv(changed={(7, "city"): ""}), says=("line 9", "row 7", "'city'", "missing"))


def test_the_first_bad_cell_is_named(cli, table):
    content = table.csv(changed={(40, "a"): "", (12, "d"): "inf", (13, "p"): ""})
    refuse_table(cli, content, says=("line 14", "row 12", "'d'"))


@pytest.mark.parametrize("cell", ["", "inf", "NaN"])
@pytest.mark.parametrize("option", ["--exclude=c", "--label=c", "--id=c", "--features=a,b,d,city"])
def test_a_column_that_takes_no_part_may_have_any_cell(cli, table, option, cell):
    cli.write("t.csv", table.csv())
    cli.write("holes.csv", table.csv(changed={(7, "c"): cell}))
    assert cli.explain("holes.csv", option) == cli.explain("t.csv", option)


def test_missing_drop_leaves_the_row_out_and_says_so(cli, table):
    cli.write("t.csv", table.csv(rows=[r for r in range(60) if r not in (7, 20)]))
    cli.write("holes.csv", table.csv(changed={(7, "b"): "", (20, "p"): "inf"}))
    whole, holes = cli.explain("t.csv"), cli.explain("holes.csv", "--missing", "drop")
    assert (holes["rows"], holes["rows_dropped"]) == (58, 2)
    assert (whole["rows"], whole["rows_dropped"]) == (58, 0)
    assert holes["explanation"]["information"]["bits"] == pytest.approx(
        whole["explanation"]["information"]["bits"], abs=1e-12
    )
    assert "2 rows" in cli.works("explain", "holes.csv", "--prediction", "p", "--missing", "drop").out


def test_all_rows_dropped(cli, table):
    content = table.csv(changed={(row, "b"): "" for row in range(60)})
    refuse_table(cli, content, "--missing", "drop", "--numbers", "b", says=("dropped",))


def test_an_unfit_prediction_or_weight(cli, table):
    cli.write("t.csv", table.csv())
    cli.refuses("explain", "t.csv", "--prediction", "city,p", status=UNFIT, says=("t.csv", "'city'", "text", "class"))
    cli.refuses(
        "explain", "t.csv", "--prediction", "p", "--weight", "city", status=UNFIT, says=("t.csv", "'city'", "text")
    )
    row = int(np.argmax(table["c"] < 0))
    says = ("t.csv", f"line {row + 2}", "'c'", "negative")
    cli.refuses("explain", "t.csv", "--prediction", "p", "--weight", "c", status=UNFIT, says=says)
    cli.refuses("moments", "t.csv", "-o", "t.moments", "--weight", "c", status=UNFIT, says=says)
    cli.write("zero.csv", table.csv(changed={(row, "c"): "0" for row in range(60)}))
    cli.refuses("explain", "zero.csv", "--prediction", "p", "--weight", "c", status=UNFIT, says=("zero.csv", "weight"))


@pytest.mark.parametrize("column", ["p", "a"])
def test_numbers_too_large_to_be_squared(cli, table, column):
    huge = Table(table.columns | {column: table[column] * 1e200})
    refuse_table(cli, huge.csv(), says=(f"'{column}'", "large"))


def test_a_prediction_of_texts_that_never_repeat(cli, table):
    refuse_table(cli, "p,q\n" + "".join(f"n{i},{city}\n" for i, city in enumerate(table["city"])), says=("'p'", "own text"))


def test_nothing_that_could_be_a_fact(cli, csv, table):
    one_column = "p\n" + "".join(f"{p}\n" for p in table["p"])
    refuse_table(cli, one_column, name="one.csv", says=("column",))
    outcome = cli("explain", csv, "--prediction", "p", "--exclude", "a..city")
    assert outcome.status in (USAGE, UNFIT) and outcome.out == ""


# ---- moments files --------------------------------------------------------------------------------------------------


@pytest.fixture
def moments(cli, csv) -> bytes:
    cli.works("moments", csv, "-o", "t.moments", "--products", "a,b")
    return (cli.folder / "t.moments").read_bytes()


def refuse_moments(cli, content: bytes, says=()):
    """Both readers of moments files refuse it; what merge would have replaced stays as it was."""
    cli.write("bad.moments", content)
    cli.write("all.moments", b"kept")
    says = ("bad.moments", *says)
    cli.refuses("explain", "bad.moments", "--prediction", "p", status=UNFIT, says=says)
    cli.refuses("merge", "t.moments", "bad.moments", "-o", "all.moments", status=UNFIT, says=says)


def sealed(content: bytes) -> bytes:
    """The same with a checksum that fits."""
    return content[:-32] + hashlib.sha256(content[:-32]).digest()


def test_damaged_moments(cli, moments):
    assert sealed(moments) == moments
    for at in np.linspace(0, len(moments) - 1, 12).astype(int):
        damaged = bytearray(moments)
        damaged[at] ^= 1
        refuse_moments(cli, bytes(damaged), ("moments",))
    for length in (0, 5, 12, 200, len(moments) - 1):
        refuse_moments(cli, moments[:length], ("explainee moments",))
    refuse_moments(cli, moments + b"more", ("damaged",))
    refuse_moments(cli, b"a,b,p\n1,2,3\n", ("not a moments file",))


def test_moments_of_another_version(cli, moments):
    for version in (0, 2, 2**31):
        refuse_moments(cli, sealed(moments[:8] + struct.pack("<I", version) + moments[12:]), ("version",))


def test_moments_with_a_false_header_never_crash(cli, moments):
    """The checksum fits, so that the reader has to look at what it reads."""
    header_end = moments.index(b"{") + struct.unpack("<Q", moments[12:20])[0]
    rng = np.random.default_rng(3)
    changes = [(at, bytes([rng.integers(32, 127)])) for at in rng.integers(12, header_end, 60)]
    changes += [(m, b"-") for m in (moments.index(b'"rows":') + 7,)]
    for at, byte in changes:
        cli.write("bad.moments", sealed(moments[:at] + byte + moments[at + 1 :]))
        outcome = cli("explain", "bad.moments", "--prediction", "p", "--quiet", timeout=10)
        assert outcome.status in (0, USAGE, UNFIT), (at, byte, outcome)


def test_moments_with_false_numbers(cli, moments):
    header_end = moments.index(b"{") + struct.unpack("<Q", moments[12:20])[0]
    for value in (float("nan"), float("inf"), -1e300):
        numbers = moments[header_end:-32]
        count = len(numbers) // 8
        content = moments[:header_end] + struct.pack("<d", value) * count + numbers[8 * count :] + moments[-32:]
        refuse_moments(cli, sealed(content), ("moments",))


def test_moments_that_no_table_has(cli, moments):
    """Numbers that somebody changed, under a checksum that fits."""
    header_end = moments.index(b"{") + struct.unpack("<Q", moments[12:20])[0]
    header = json.loads(moments[20:header_end])
    n = len(header["columns"])
    names = [column["name"] for column in header["columns"]]

    def changed(fold: int, i: int, j: int, factor: float) -> bytes:
        numbers = np.frombuffer(moments[header_end:-32]).reshape(len(header["folds"]), -1).copy()
        scatter = numbers[fold, n:]
        place = [k * (k + 1) // 2 for k in range(n + 1)]
        scatter[place[i] + j] = factor * np.sqrt(scatter[place[i] + i] * scatter[place[j] + j])
        return sealed(moments[:header_end] + numbers.tobytes() + moments[-32:])

    a, b = names.index("a"), names.index("b")
    for fold in (0, len(header["folds"]) - 1):
        says = ("moments", "'a'", "'b'", "explainee moments")
        refuse_moments(cli, changed(fold, max(a, b), min(a, b), 1.01), says)
        refuse_moments(cli, changed(fold, a, a, -1), ("negative", "'a'"))
    for key, value in (("rows", 0), ("rows", 1), ("weight", 0.0), ("weight_squares", 1e9)):
        false = json.loads(moments[20:header_end])
        false["folds"][0][key] = value
        text = json.dumps(false).encode()
        content = moments[:12] + struct.pack("<Q", len(text)) + text + moments[header_end:]
        refuse_moments(cli, sealed(content), ("explainee moments",))


def test_deep_json_is_refused_in_words(cli, csv, moments):
    """The stack is not what limits it."""
    deep = b"[" * 100_000 + b"]" * 100_000
    refuse_moments(cli, sealed(moments[:12] + struct.pack("<Q", len(deep)) + deep + bytes(32)), ("64 levels",))
    cli.write("deep.json", deep)
    cli.write("object.json", b'{"what": ' * 100_000 + b"1" + b"}" * 100_000)
    for name in ("deep.json", "object.json"):
        for command in ("apply", "check"):
            cli.refuses(command, name, csv, status=UNFIT, says=(name, "64 levels"))
        cli.refuses("explain", csv, "--request", name, status=USAGE, says=(name, "64 levels"))
        cli.refuses("verify", name, "--moments", "t.moments", status=UNFIT, says=(name, "deep"))


@pytest.mark.parametrize(
    "options, says",
    [
        (["--exclude", "a"], ("'a'",)),
        (["--products", "a,b,c"], ("c",)),
        (["--seed", "5"], ("--seed",)),
        (["--weight", "w"], ("weight",)),
        (["--categories", "d"], ("'d'",)),
    ],
)
def test_parts_that_do_not_fit_together(cli, table, moments, options, says):
    cli.write("other.csv", Table(table.columns | {"w": np.ones(60)}).csv())
    options = options if "--products" in options or "a" in options else [*options, "--products", "a,b"]
    kept = [] if "--weight" in options or "--exclude" in options else ["--exclude", "w"]
    cli.works("moments", "other.csv", "-o", "other.moments", *options, *kept)
    cli.refuses("merge", "t.moments", "other.moments", "-o", "all.moments", status=UNFIT, says=("other.moments", *says))


def test_merge_of_what_is_not_there_or_no_moments(cli, csv, moments):
    cli.refuses(
        "merge",
        "t.moments",
        "u.moments",
        "-o",
        "all.moments",
        status=USAGE,
        says=("u.moments", "did you mean t.moments"),
    )
    cli.refuses("merge", "t.moments", csv, "-o", "all.moments", status=UNFIT, says=("t.csv", "not a moments file"))


def test_a_quote_inside_a_name_of_the_header_swallows_no_rows(cli):
    rows = "".join(f'{i % 7},{i % 5}.5,{i % 11}\n' for i in range(300))
    cli.write("t.csv", 'size (in "),b,p\n' + rows[:600] + rows[600:])
    assert cli.explain("t.csv", "-s", 1)["rows"] == 300


def test_an_output_never_overwrites_its_input(cli, csv):
    cli.refuses("moments", csv, "-o", csv, status=USAGE, says=(csv, "overwrite"))
    cli.works("moments", csv, "-o", "a.moments")
    cli.refuses("merge", "a.moments", "-o", "a.moments", status=USAGE, says=("a.moments", "overwrite"))
    cli.refuses("moments", "a.moments", "-o", "b.moments", status=USAGE, says=("a.moments", "merge"))


@pytest.mark.parametrize("expression, says", [("a,b", "comma"), ("(a,b)", "comma"), ("mean()", "at least one"), ("log(a)", "no finite value")])
def test_expressions_that_make_no_sense(cli, csv, expression, says):
    cli.refuses("explain", csv, "--prediction", "p", "--sees", expression, status=3 if says.startswith("no f") else 2, says=(expression, says))


def test_a_display_of_the_prediction_moves_differences_too(cli, table):
    cli.write("t.csv", table.csv())
    cli.write("names.csv", "column,unit,show\np,k,x/1000\n")
    cli.write("curved.csv", "column,unit,show\np,k,exp(x)\n")
    question = ("explain", "t.csv", "--prediction", "p", "--row", 3, "-s", 2)
    plain = cli.works(*question).out
    shown = cli.works(*question, "--names", "names.csv").out
    number = lambda text: float(re.search(r"the rest +([-+][0-9.]+)", text).group(1))
    assert number(shown) * 1000 == pytest.approx(number(plain), rel=0.05, abs=0.02)
    cli.refuses(*question, "--names", "curved.csv", status=USAGE, says=("curved.csv", "show"))


def test_more_columns_than_memory_holds(cli):
    names = [f"x{i}" for i in range(200_000)]
    cli.write("wide.csv", "\n".join(",".join(row) for row in (names, *([["1"] * len(names)] * 3))) + "\n")
    cli.refuses("explain", "wide.csv", "--prediction", "x0", status=UNFIT, says=("wide.csv", "200000 columns", "GB", "--features"))
