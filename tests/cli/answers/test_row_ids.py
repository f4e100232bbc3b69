"""Ids are texts, exactly as they stand in the file, in every format; a case is asked for by its id."""

from __future__ import annotations

import csv
import gzip
import io
import json
import string

import numpy as np
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet as pq
import pytest

from conftest import USAGE

ROWS = 60
FORMATS = ("t.csv", "t.csv.gz", "t.parquet", "t.arrow")
HOW = ("--prediction", "p", "--id", "customer", "--effort", "quick")
LONG = [f"{100000000000000000 + 7 * row}" for row in range(ROWS)]  # 18 digits: more than float64 holds
ODD = ["00000003", " edge ", 'a "quote"', "comma, and; more", "naïve 東京 🙂", "=1+1", "id:id:7", "1e5", "3.0", "NA x",
       "12345678901234567890123", "-5", "'mark", "semi;colon", "a|b", "tab\there", "0", "00", "TRUE", "nan1"]  # fmt: skip


def numbers():
    rng = np.random.default_rng(3)
    a, b, c = rng.normal(size=(3, ROWS))
    return {"a": a, "b": b, "c": c, "p": 2 * a + b}


def write_csv(rows, ids, name="customer"):
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow([name, *rows])
    writer.writerows(zip(ids, *([repr(float(cell)) for cell in column] for column in rows.values())))
    return text.getvalue().encode()


def write(folder, file, ids, name="customer"):
    rows = numbers()
    if ".csv" in file:
        content = write_csv(rows, ids, name)
        (folder / file).write_bytes(gzip.compress(content) if file.endswith(".gz") else content)
        return
    table = pa.table({name: pa.array(ids), **rows})
    pq.write_table(table, folder / file) if file.endswith("parquet") else pa.feather.write_feather(table, folder / file)


def read_rows(folder, file):
    """The columns row and id of what was written."""
    if ".csv" in file:
        raw = (folder / file).read_bytes()
        lines = list(csv.DictReader(io.StringIO((gzip.decompress(raw) if file.endswith(".gz") else raw).decode())))
        return [line["row"] for line in lines], [line["id"] for line in lines]
    table = pq.read_table(folder / file) if file.endswith("parquet") else pa.feather.read_table(folder / file)
    assert table.schema.field("row").type == pa.int64() and table.schema.field("id").type == pa.string()
    return [str(row) for row in table["row"].to_pylist()], table["id"].to_pylist()


@pytest.mark.parametrize("file", FORMATS)
def test_a_long_number_keeps_all_its_digits(cli, file):
    write(cli.folder, file, [int(own) for own in LONG] if ".csv" not in file else LONG)
    by_id = cli.works("explain", file, *HOW, "--row", f"id:{LONG[17]}", "--json").json()
    by_number = cli.works("explain", file, *HOW, "--row", 17, "--json").json()
    assert by_id["row"]["index"] == 17 and by_id["row"]["id"] == LONG[17]
    assert by_id["row"] == by_number["row"]
    assert by_id["provenance"]["options"]["row"] == f"id:{LONG[17]}" and by_number["provenance"]["options"]["row"] == 17


def test_decimals_and_numbers_with_missing_ones_beside_lose_no_digit(cli):
    from decimal import Decimal

    for ids in (pa.array([Decimal(own) for own in LONG], pa.decimal128(18, 0)), pa.array([None, *map(int, LONG[1:])])):
        pq.write_table(pa.table({"customer": ids, **numbers()}), cli.folder / "t.parquet")
        document = cli.works("explain", "t.parquet", *HOW, "--row", f"id:{LONG[8]}", "--json").json()
        assert document["row"]["index"] == 8 and document["row"]["id"] == LONG[8]
    assert cli.works("explain", "t.parquet", *HOW, "--row", 0, "--json").json()["row"]["id"] is None


@pytest.mark.parametrize("file", FORMATS)
@pytest.mark.parametrize("seed", range(3))
def test_any_printable_text_survives(cli, file, seed):
    rng = np.random.default_rng(seed)
    letters = list(string.printable[:95]) + list("äßéλЖ中🙂")
    made = {"".join(rng.choice(letters, rng.integers(1, 30))) for _ in range(3 * ROWS)}
    ids = [*ODD, *sorted(own for own in made - set(ODD) if own.strip())][:ROWS]
    write(cli.folder, file, ids)
    out = f"out{file[1:]}"
    cli.works("explain", file, *HOW, "--all-rows", out, "--raw", "-o", "kept.explainee")
    rows, found = read_rows(cli.folder, out)
    assert found == ids and rows == [str(row) for row in range(ROWS)]
    cli.works("apply", "kept.explainee", file, "--all-rows", f"again{file[1:]}", "--raw")
    assert read_rows(cli.folder, f"again{file[1:]}") == (rows, found)
    for row in rng.choice(ROWS, 3, replace=False):
        document = cli.works("explain", file, *HOW, "--row", f"id:{ids[row]}", "--json").json()
        assert document["row"]["index"] == row and document["row"]["id"] == ids[row]
        applied = cli.works("apply", "kept.explainee", file, "--row", f"id:{ids[row]}", "--json").json()["row"]
        assert applied["index"] == row and applied["id"] == ids[row]


def test_digits_alone_are_the_number_of_a_row(cli):
    write(cli.folder, "t.csv", [str(ROWS - 1 - row) for row in range(ROWS)])
    assert cli.works("explain", "t.csv", *HOW, "--row", "7", "--json").json()["row"]["id"] == str(ROWS - 8)
    assert cli.works("explain", "t.csv", *HOW, "--row", "id:7", "--json").json()["row"]["index"] == ROWS - 8


def test_words_and_tables_call_a_row_by_its_id_and_by_nothing_else(cli):
    write(cli.folder, "t.csv", [f"{row:08d}" for row in range(ROWS)])
    (cli.folder / "names.csv").write_text("column,name\ncustomer,client\n")
    plain = cli.works("explain", "t.csv", *HOW, "--row", 3).out
    assert "For customer 00000003 she would have expected" in " ".join(plain.split()) and "  customer 00000003\n" in plain
    named = cli.works("explain", "t.csv", *HOW, "--row", "id:00000003", "--names", "names.csv").out
    assert "  client 00000003\n" in named and "customer" not in named and "row 3" not in plain + named
    local = " ".join(cli.works("explain", "t.csv", *HOW, "--row", "id:00000003", "--local").out.split())
    assert "row 3" not in local
    unnamed = cli.works("explain", "t.csv", *HOW[:2], "--row", 3, "--exclude", "customer").out
    assert "  row 3\n" in unnamed


def test_a_request_asks_by_id(cli):
    write(cli.folder, "t.csv", LONG)
    for row, index in ((f"id:{LONG[9]}", 9), (9, 9)):
        request = {"schema": "explainee.request.v1", "what": {"prediction": ["p"], "id": "customer"}, "rows": {"row": row}}
        (cli.folder / "r.json").write_text(json.dumps(request))
        document = cli.works("explain", "t.csv", "--request", "r.json", "--json").json()
        assert document["row"]["index"] == index and document["row"]["id"] == LONG[9]
    for row in (1.5, True, "9", "id:", ["id:9"]):
        request["rows"]["row"] = row
        (cli.folder / "r.json").write_text(json.dumps(request))
        cli.refuses("explain", "t.csv", "--request", "r.json", status=USAGE, says="id:00000003")


def test_an_unknown_id_is_told_the_nearest_and_a_command_that_works(cli):
    write(cli.folder, "t.csv", [f"{row:08d}" if row else "it's me" for row in range(ROWS)])
    says = cli.refuses("explain", "t.csv", *HOW, "--row", "id:0000003", status=USAGE, says="--row id:00000003")
    assert "t.csv" in says and "'customer'" in says and "'0000003'" in says and len(says.splitlines()) == 1
    cli.works("explain", "t.csv", *HOW, "--row", "id:00000003")
    cli.refuses("explain", "t.csv", *HOW, "--row", "id:its me", status=USAGE, says=r"--row 'id:it'\''s me'")
    cli.works("explain", "t.csv", *HOW, "--all-rows", "r.csv", "-o", "kept.explainee")
    cli.refuses("apply", "kept.explainee", "t.csv", "--row", "id:0000003", status=USAGE, says="--row id:00000003")


def test_an_id_that_stands_twice_names_the_first_two_rows(cli):
    write(cli.folder, "t.csv", ["twin" if row in (4, 11, 30) else f"c{row}" for row in range(ROWS)])
    says = cli.refuses("explain", "t.csv", *HOW, "--row", "id:twin", status=USAGE, says="rows 4 and 11")
    assert "t.csv" in says and "--row 4" in says and "30" not in says


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--prediction", "p", "--row", "id:7"], "--id"),  # nobody said where ids are
        ([*HOW, "--row", "id:"], "id:00000003"),
        ([*HOW, "--row", "seven"], "--row"),
        ([*HOW, "--row", "-1"], "--row"),
        ([*HOW, "--row", "60"], "row 59"),
        (["--prediction", "p", "--id", "custom", "--row", "id:7"], "customer"),
    ],
)
def test_bad_input(cli, arguments, says):
    write(cli.folder, "t.csv", LONG)
    cli.refuses("explain", "t.csv", *arguments, status=USAGE, says=says)


def test_bad_rows_of_apply(cli):
    write(cli.folder, "t.csv", LONG)
    cli.works("explain", "t.csv", "--prediction", "p", "--exclude", "customer", "-o", "kept.explainee")
    cli.refuses("apply", "kept.explainee", "t.csv", "--row", f"id:{LONG[3]}", status=USAGE, says="--id")
    for row in ("seven", "-1", "id:"):
        cli.refuses("apply", "kept.explainee", "t.csv", "--row", row, status=USAGE, says="--row")
    cli.refuses("apply", "kept.explainee", "t.csv", "--row", ROWS, status=USAGE, says=f"row {ROWS - 1}")
    named = cli.works("apply", "kept.explainee", "t.csv", "--row", f"id:{LONG[3]}", "--id", "customer").out
    assert f"  customer {LONG[3]}\n" in named


def test_moments_have_no_ids(cli):
    write(cli.folder, "t.csv", LONG)
    cli.works("moments", "t.csv", "-o", "t.moments")
    cli.refuses("explain", "t.moments", "--prediction", "p", "--row", "id:7", status=USAGE, says="--row")


def test_apply_takes_the_column_that_was_kept_where_the_table_has_it(cli):
    write(cli.folder, "t.csv", LONG)
    cli.works("explain", "t.csv", *HOW, "-o", "kept.explainee", "--all-rows", "rows.csv")
    out = cli.works("apply", "kept.explainee", "t.csv", "--row", f"id:{LONG[5]}").out
    assert f"  customer {LONG[5]}\n" in out
    write(cli.folder, "new.csv", LONG, "account")
    assert cli.works("apply", "kept.explainee", "new.csv", "--row", 5, "--json").json()["row"]["id"] is None
    assert "  row 5\n" in cli.works("apply", "kept.explainee", "new.csv", "--row", 5).out
    cli.works("apply", "kept.explainee", "new.csv", "--all-rows", "new_rows.csv")
    assert "id" not in next(csv.reader(open(cli.folder / "new_rows.csv")))
    cli.works("apply", "kept.explainee", "new.csv", "--id", "account", "--all-rows", "named.csv")
    assert read_rows(cli.folder, "named.csv")[1] == LONG
    assert cli.works("apply", "kept.explainee", "t.csv", "--json").json()["row"] is None


def test_apply_explains_a_row_as_explain_does(cli):
    write(cli.folder, "t.csv", LONG)
    row = cli.works("explain", "t.csv", *HOW, "-o", "kept.explainee", "--row", 5, "--json").json()["row"]
    kept = cli.works("apply", "kept.explainee", "t.csv", "--row", 5, "--json").json()["row"]
    assert kept["prediction"] == row["prediction"] and kept["expected"] == pytest.approx(row["expected"], abs=1e-9)
    for ours, theirs in zip(kept["contributions"], row["contributions"]):
        assert ours["name"] == theirs["name"] and ours["value"] == theirs["value"]
        assert ours["contribution"] == pytest.approx(theirs["contribution"], abs=1e-9)


def test_a_row_without_an_id_is_called_by_its_number(cli):
    write(cli.folder, "t.csv", ["" if row == 3 else f"c{row}" for row in range(ROWS)])
    outcome = cli.works("explain", "t.csv", *HOW, "--row", 3, "--all-rows", "rows.csv")
    assert "  row 3\n" in outcome.out
    assert read_rows(cli.folder, "rows.csv")[1] == ["" if r == 3 else f"c{r}" for r in range(ROWS)]


def test_rows_with_facts_of_their_own_carry_ids(cli):
    write(cli.folder, "t.csv", LONG)
    for file in ("rows.csv", "rows.parquet"):
        cli.works("explain", "t.csv", *HOW, "--local", "--all-rows", file)
        assert read_rows(cli.folder, file) == ([str(row) for row in range(ROWS)], LONG)


def test_rows_are_whole_numbers_also_beyond_what_is_short_in_floating_point(cli):
    rows = numbers()
    many = {name: np.tile(column, 1700) for name, column in rows.items()}
    pq.write_table(pa.table(many), cli.folder / "t.parquet")
    cli.works("explain", "t.parquet", "--prediction", "p", "--paper", "--all-rows", "rows.csv")
    with open(cli.folder / "rows.csv") as file:
        assert [line[0] for line in csv.reader(file)][1:] == [str(row) for row in range(len(many["p"]))]
    cli.works("explain", "t.parquet", "--prediction", "p", "--paper", "--all-rows", "rows.parquet")
    assert pq.read_table(cli.folder / "rows.parquet").schema.field("row").type == pa.int64()


def test_an_id_named_twice_over_is_still_a_text(cli):
    write(cli.folder, "t.csv", LONG)
    document = cli.works("explain", "t.csv", *HOW, "--numbers", "customer", "--row", f"id:{LONG[2]}", "--json").json()
    assert document["row"]["id"] == LONG[2]


def test_columns_called_id_are_set_aside_where_nothing_is_said(cli):
    write(cli.folder, "t.csv", [str(row) for row in range(ROWS)], "id")
    document = cli.works("explain", "t.csv", "--prediction", "p", "--row", 3, "--json").json()
    assert document["row"]["id"] is None and "id" in [column["name"] for column in document["user"]["set_aside"]]


def test_ids_of_several_files_are_texts_in_all_of_them(cli):
    folder = cli.folder / "parts"
    folder.mkdir()
    rows = numbers()
    for part in range(2):
        here = slice(part * ROWS // 2, (part + 1) * ROWS // 2)
        (folder / f"{part}.csv").write_bytes(write_csv({k: v[here] for k, v in rows.items()}, LONG[here]))
    document = cli.works("explain", "parts", *HOW, "--row", f"id:{LONG[50]}", "--json").json()
    assert document["row"]["index"] == 50 and document["row"]["id"] == LONG[50]


def test_an_empty_column_of_ids_says_so(cli):
    write(cli.folder, "t.csv", [""] * ROWS)
    cli.refuses("explain", "t.csv", *HOW, "--row", "id:x", status=USAGE, says="empty")
