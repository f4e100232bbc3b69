"""What the program says to wrong calls and unfit data: one sentence that names the place and a way out, nothing else."""

import gzip
import hashlib
import struct
import subprocess

import numpy as np
import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet as pq
import pytest
from conftest import PROGRAM, Table, make_table

USAGE, UNFIT = 2, 3


def refuse_table(cli, content, *arguments, status=UNFIT, says=(), name="t.csv"):
    cli.write(name, content)
    return cli.refuses("explain", name, "--prediction", "p", *arguments, status=status, says=(name, *says))


# ---- columns that are not there -------------------------------------------------------------------------------------

WHO = ["knows", "told", "summary", "guess", "reasons-from"]
WHAT = ["features", "exclude", "label", "id", "inputs", "weight", "block", "categories", "numbers"]


SINGLE = ["label", "id", "weight", "block"]
THE_COLUMNS = "the table has "


@pytest.mark.parametrize("option", WHO + WHAT)
def test_explain_names_the_option_the_column_and_those_there_are(cli, csv, option):
    value = "temperature" if option in SINGLE else "a,temperature"
    says = ("t.csv", f"--{option}", "temperature", THE_COLUMNS, "city")
    cli.refuses("explain", csv, "--prediction", "p", f"--{option}", value, status=USAGE, says=says)


@pytest.mark.parametrize("option", ["features", "exclude", "knows"])
def test_score_names_the_option_and_the_column(cli, csv, option):
    judged = [] if option == "features" else ["--features", "a"]
    cli.refuses(
        *("score", csv, "--prediction", "p", *judged, f"--{option}", "temperature"),
        status=USAGE,
        says=("t.csv", f"--{option}", "temperature", "city"),
    )


@pytest.mark.parametrize("option", ["features", "exclude", "products", "weight", "block", "categories", "numbers"])
def test_moments_names_the_file_the_option_and_the_column(cli, csv, option):
    cli.refuses(
        *("moments", csv, "-o", "t.moments", f"--{option}", "temperature"),
        status=USAGE,
        says=("t.csv", f"--{option}", "temperature", THE_COLUMNS),
    )


def test_wrong_prediction_column(cli, csv):
    cli.refuses("explain", csv, "--prediction", "q", status=USAGE, says=("t.csv", "--prediction", "'q'", THE_COLUMNS))
    cli.refuses("explain", csv, "--prediction", "q*", status=USAGE, says=("t.csv", "--prediction", "'q*'"))


def test_a_misspelt_column_is_offered_first(cli, csv):
    message = cli.refuses("explain", csv, "--prediction", "p", "--knows", "citty", status=USAGE)
    offered = message[message.index("has ") :]
    assert offered.index("city") < min(offered.index(f" {name},") for name in "abc")


def test_a_range_whose_end_is_missing_or_that_is_reversed(cli, csv):
    cli.refuses("explain", csv, "--prediction", "p", "--knows", "a..q", status=USAGE, says=("--knows", "'q'"))
    cli.refuses("explain", csv, "--prediction", "p", "--knows", "d..a", status=USAGE, says=("--knows", "d..a", "smaller"))


def test_the_prediction_is_not_a_fact_and_not_known(cli, csv):
    cli.refuses("explain", csv, "--prediction", "p", "--knows", "p", status=USAGE, says=("--knows", "'p'", "prediction"))
    cli.refuses("explain", csv, "--prediction", "p", "--features", "p", status=USAGE, says=("--features", "'p'"))
    cli.refuses("score", csv, "--prediction", "p", "--features", "p", status=USAGE, says=("--features", "'p'"))


@pytest.mark.parametrize(
    "weights, says",
    [("a=x", "a=x"), ("a=1,b", "weight"), ("city=2", "city")],
)
def test_her_own_weights_must_be_numbers_for_every_column(cli, csv, weights, says):
    cli.refuses("explain", csv, "--prediction", "p", "--reasons-from", weights, status=USAGE, says=("--reasons-from", says))


# ---- expressions ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "expression, says",
    [
        ("a +", "a +"),
        ("(a + b", "bracket"),
        ("a + b)", "bracket"),
        ("a = 1", "write =="),
        ("a + temperature", "'temperature'"),
        ("mean(q*)", "'q*'"),
        ("mean(a..q)", "'q'"),
        ("a..b", "mean("),
        ("city + 1", "'city'"),
        ("cosinus(a)", "cosinus"),
        ("mean()", "mean()"),
        ("z()", "z()"),
        ("z(a*)", "a*"),
        ("`a*`", "a*"),
        ("`a", "`"),
        ("", "empty"),
    ],
)
@pytest.mark.parametrize("command", ["explain --sees", "score --rule"])
def test_a_bad_expression_is_quoted_with_the_reason(cli, csv, command, expression, says):
    name, option = command.split()
    if (name, expression) == ("score", ""):
        pytest.skip("an empty rule is no rule: covered by the missing judgement below")
    cli.refuses(name, csv, "--prediction", "p", option, expression, status=USAGE, says=("t.csv", says))


def test_a_position_in_an_expression_is_within_it(cli, csv):
    message = cli.refuses("explain", csv, "--prediction", "p", "--sees", "a +", status=USAGE)
    position = message.rpartition("position ")[2].strip()
    assert not position.isdigit() or int(position) <= 3


def test_an_endless_expression_is_refused_in_one_short_line(cli, csv):
    for expression in ("(" * 50_000, "(" * 15_000 + "a" + ")" * 15_000, "-" * 50_000 + "a"):
        cli.refuses("explain", csv, "--prediction", "p", "--sees", expression, status=USAGE, says="t.csv")


def test_an_expression_without_a_value_in_some_row(cli, csv, table):
    row = int(np.argmax(table["a"] < 0))
    says = ("t.csv", f"line {row + 2}", f"row {row}", "log(a)")
    cli.refuses("explain", csv, "--prediction", "p", "--sees", "log(a)", status=UNFIT, says=says)
    cli.refuses("explain", csv, "--prediction", "p", "--sees", "a/(a-a)", status=UNFIT, says=("line 2", "row 0", "a/(a-a)"))


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
    pq.write_table(pa.Table.from_arrays([pa.array(np.arange(9.0))] * 3, names=["a", "a", "p"]), cli.folder / "t.parquet")
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


def test_a_column_of_an_unfit_type_names_itself_and_can_be_left_out(cli):
    rows = {"a": [[1.0, 2.0]] * 30, "b": np.sin(np.arange(30.0)), "p": np.cos(np.arange(30.0))}
    pq.write_table(pa.table(rows), cli.folder / "t.parquet")
    says = ("t.parquet", '"a"', "list", "--exclude a")
    cli.refuses("explain", "t.parquet", "--prediction", "p", status=UNFIT, says=says)
    cli.works("explain", "t.parquet", "--prediction", "p", "--exclude", "a")


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
    message = refuse_table(cli, table.csv(changed={(7, "b"): "often"}), says=("line 9", '"b"', '"often"', "--categories b"))
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


@pytest.mark.parametrize("cell, word", [("NaN", "missing"), ("nan", "missing"), ("", "missing"), ("inf", "infinite"), ("-inf", "infinite"), ("1e999", "infinite")])
@pytest.mark.parametrize("column", ["p", "b"])
def test_missing_and_infinite_cells(cli, table, column, cell, word):
    content = table.csv(changed={(7, column): cell})
    refuse_table(cli, content, says=("line 9", "row 7", f"'{column}'", word, "--missing drop"))


@pytest.mark.parametrize(
    "who",
    ["--knows=b", "--told=b", "--summary=b", "--guess=b", "--reasons-from=b", "--sees=b+1", "--sees-mean=a,b", "--weight=b", "--block=b"],
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
    assert holes["explanation"]["information"]["bits"] == pytest.approx(whole["explanation"]["information"]["bits"], abs=1e-12)
    assert "2 rows" in cli.works("explain", "holes.csv", "--prediction", "p", "--missing", "drop").out


def test_all_rows_dropped(cli, table):
    content = table.csv(changed={(row, "b"): "" for row in range(60)})
    refuse_table(cli, content, "--missing", "drop", "--numbers", "b", says=("dropped",))


def test_an_unfit_prediction_or_weight(cli, table):
    cli.write("t.csv", table.csv())
    cli.refuses("explain", "t.csv", "--prediction", "city", status=UNFIT, says=("t.csv", "'city'", "text", "probability"))
    cli.refuses("explain", "t.csv", "--prediction", "p", "--weight", "city", status=UNFIT, says=("t.csv", "'city'", "text"))
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


def test_only_text_columns(cli, table):
    refuse_table(cli, "p,q\n" + "".join(f"{city},{city}\n" for city in table["city"]), says=("'p'", "text"))


def test_nothing_that_could_be_a_fact(cli, csv, table):
    one_column = "p\n" + "".join(f"{p}\n" for p in table["p"])
    refuse_table(cli, one_column, name="one.csv", says=("column",))
    outcome = cli("explain", csv, "--prediction", "p", "--exclude", "a..city")
    assert outcome.status in (USAGE, UNFIT) and outcome.out == ""


# ---- too few rows ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rows, who, says",
    [
        (4, [], ("4", "5")),  # 3 facts, the prediction, one more
        (1, [], ("1",)),
        (5, ["--knows", "a", "--linear"], ("5", "6")),
        (4, ["--knows", "a,b,c", "--linear"], ("4",)),  # any four rows follow from three columns
        (3, ["--summary", "a,b"], ("3",)),
        (2, ["--knows", "a"], ("2",)),
    ],
)
def test_too_few_rows_gives_the_numbers(cli, table, rows, who, says):
    refuse_table(cli, table.csv(rows=range(rows)), *who, says=("too few", *says))


def test_enough_rows_are_enough(cli, table):
    cli.write("t.csv", table.csv(rows=range(5)))
    assert cli.explain("t.csv", "--features", "a,b,c,d", "-s", "3")["rows"] == 5


def test_weights_count_as_effective_rows(cli, table):
    table = Table(table.columns | {"w": np.r_[np.ones(4), np.full(56, 1e-9)]})
    refuse_table(cli, table.csv(), "--weight", "w", says=("too few", "4"))


# ---- options --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("value, says", [("0", "at least 1"), ("-1", "at least 1"), ("abc", "'abc'"), ("1.5", "'1.5'"), ("", "")])
@pytest.mark.parametrize("option", ["-s", "--sparsity"])
def test_sparsity_that_is_no_number_of_facts(cli, csv, option, value, says):
    cli.refuses("explain", csv, "--prediction", "p", option, value, status=USAGE, says=("--sparsity", says))


def test_sparsity_larger_than_the_number_of_candidates(cli, csv):
    cli.refuses("explain", csv, "--prediction", "p", "-s", "6", status=USAGE, says=("--sparsity 6", "5 candidates"))
    cli.refuses("explain", csv, "--prediction", "p", "-s", "3", "--features", "a,b", status=USAGE, says=("--sparsity 3", "2 candidates"))


@pytest.mark.parametrize(
    "option, value",
    [
        ("--threads", "-1"), ("--threads", "two"), ("--folds", "0"), ("--folds", "2.5"), ("--seed", "-4"), ("--seed", "9" * 30),
        ("--row", "-1"), ("--row", "first"), ("--top", "-1"), ("--gap", "-1"), ("--gap", "nan"), ("--time-limit", "-1"),
        ("--time-limit", "soon"), ("--resolution", "-0.1"), ("--resolution", "nan"), ("--lambda", "-1"), ("--lambda", "big"),
        ("--method", "magic"), ("--missing", "guess"), ("--estimator", "magic"), ("--family", "magic"),
    ],
)  # fmt: skip
def test_values_out_of_range_name_the_option_and_the_value(cli, csv, option, value):
    message = cli.refuses("explain", csv, "--prediction", "p", "--method", "lasso", option, value, status=USAGE, says=(option, value))
    assert "at most inf" not in message


def test_lambda_and_raw_units_belong_to_lasso(cli, csv):
    for option in (["--lambda", "3"], ["--raw-units"]):
        for method in ([], ["--method", "greedy"]):
            arguments = ("explain", csv, "--prediction", "p", *option, *method)
            cli.refuses(*arguments, status=USAGE, says=(option[0], "--method lasso"))


def test_unknown_option_command_and_missing_argument(cli, csv):
    cli.refuses("explain", csv, "--prediction", "p", "--sparsty", "2", status=USAGE, says=("--sparsty", "explainee explain --help"))
    cli.refuses("--sparsity", status=USAGE, says=("--sparsity", "--help"))
    cli.refuses("explian", csv, "--prediction", "p", status=USAGE, says=("explian", "explain"), never="--prediction")
    cli.refuses("explain", status=USAGE, says=("DATA", "explainee explain --help"))
    cli.refuses("explain", csv, status=USAGE, says="--prediction")
    cli.refuses("explain", csv, "--prediction", status=USAGE, says="--prediction")
    cli.refuses("explain", csv, csv, "--prediction", "p", status=USAGE, says=csv)
    cli.refuses("score", csv, "--prediction", "p", status=USAGE, says=("--features", "--rule"))
    cli.refuses("moments", csv, status=USAGE, says="-o")
    cli.refuses("merge", "-o", "all.moments", status=USAGE, says=("PARTS", "explainee merge --help"))
    cli.refuses("merge", csv, status=USAGE, says="--output")


def test_the_options_of_one_command_are_not_those_of_another(cli, csv):
    cli.refuses("score", csv, "--prediction", "p", "--features", "a", "-s", "2", status=USAGE, says="-s")
    cli.refuses("moments", csv, "-o", "t.moments", "--knows", "a", status=USAGE, says="--knows")


def test_separator_is_one_character(cli, csv):
    cli.refuses("explain", csv, "--prediction", "p", "--separator", ";;", status=USAGE, says=("--separator", ";;", "one character"))
    cli.refuses("explain", csv, "--prediction", "p", "--separator", "x", status=USAGE, says="separator")


def test_row_beyond_the_end(cli, csv):
    cli.refuses("explain", csv, "--prediction", "p", "--row", "60", status=USAGE, says=("t.csv", "--row 60", "59", "count from 0"))
    assert cli.explain(csv, "--row", "59")["row"]["index"] == 59


def test_a_row_that_was_dropped(cli, table):
    cli.write("t.csv", table.csv(changed={(7, "b"): ""}))
    outcome = cli("explain", "t.csv", "--prediction", "p", "--missing", "drop", "--row", "7")
    assert outcome.status in (USAGE, UNFIT) and "row 7" in outcome.err.lower() and outcome.err.count("\n") == 1


# ---- answers, names -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "answers, says",
    [
        ("row,reply\n0,1\n", ("'answer'",)),
        ("case,answer\n0,1\n", ("'row'",)),
        ("row,answer\n3,1\n60,2\n4,2\n", ("line 3", "60", "count from 0")),
        ("row,answer\n3,1\n-1,2\n", ("line 3", "-1", "count from 0")),
        ("row,answer\n3,1\n2.5,2\n", ("line 3", "2.5")),
        ("row,answer\n3,low\n4,high\n", ("'answer'", "numbers")),
        ("row,answer\n" + "".join(f"{i},{i}\n" for i in range(20)) + "20,high\n", ("line 22", "answer", "high")),
        ("row,answer\n3,1\n4,\n", ("line 3", "answer", "missing")),
        ("user,row,answer\nann,0,1\nbob,1,2\n", ("2 users", "one person")),
        ("row,answer\n", ("no rows",)),
        ("", ("empty",)),
    ],
)
def test_bad_answers(cli, csv, answers, says):
    cli.write("answers.csv", answers)
    cli.refuses("explain", csv, "--prediction", "p", "--answers", "answers.csv", status=UNFIT, says=("answers.csv", *says))


def test_answers_that_are_not_there_or_too_few(cli, csv):
    cli.refuses("explain", csv, "--prediction", "p", "--answers", "none.csv", status=USAGE, says=("none.csv", "no such file"))
    cli.write("answers.csv", "row,answer\n0,1\n1,2\n")
    cli.refuses("explain", csv, "--prediction", "p", "--answers", "answers.csv", status=UNFIT, says=("too few", "2"))


def test_bad_names(cli, csv):
    explain = ("explain", csv, "--prediction", "p", "--names")
    cli.refuses(*explain, "none.csv", status=USAGE, says=("none.csv", "no such file"))
    cli.write("names.csv", "variable,name\na,apples\n")
    outcome = cli(*explain, "names.csv")
    assert outcome.status in (USAGE, UNFIT) and outcome.err.startswith("explainee: names.csv") and "'column'" in outcome.err
    assert "--categories" not in outcome.err
    cli.write("names.csv", "column,name,unit,show\na,apples,kg,\nb,pears,kg,exp(x\n")
    cli.refuses(*explain, "names.csv", status=USAGE, says=("names.csv", "line 3", "exp(x"))
    cli.write("names.csv", "column,name,unit,show\nb,pears,kg,exp(y)\n")
    cli.refuses(*explain, "names.csv", status=USAGE, says=("names.csv", "line 2", "exp(y)"))


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


@pytest.mark.parametrize(
    "options, says",
    [
        (["--exclude", "a"], ("'a'",)),
        (["--products", "a,b,c"], ("c",)),
        (["--folds", "5"], ("5 folds",)),
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
    cli.refuses("merge", "t.moments", "u.moments", "-o", "all.moments", status=USAGE, says=("u.moments", "did you mean t.moments"))
    cli.refuses("merge", "t.moments", csv, "-o", "all.moments", status=UNFIT, says=("t.csv", "not a moments file"))


@pytest.mark.parametrize("command", ["moments", "merge"])
@pytest.mark.parametrize(
    "output, says",
    [("nowhere/x.moments", "does not exist"), ("folder", "is a folder"), ("/dev/full", "No space left"), ("/proc/x.moments", "cannot be written")],
)
def test_an_output_that_cannot_be_written(cli, csv, moments, command, output, says):
    (cli.folder / "folder").mkdir()
    data = csv if command == "moments" else "t.moments"
    never = "does not exist" if output == "/proc/x.moments" else ()
    cli.refuses(command, data, "-o", output, status=USAGE, says=(output, says), never=never)


def test_what_cannot_be_printed_is_an_error(cli, csv):
    with open("/dev/full", "wb") as full:
        done = subprocess.run([PROGRAM, "explain", csv, "--prediction", "p"], cwd=cli.folder, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == USAGE
    assert done.stderr == b"explainee: cannot write to standard output\n"


# ---- not an error ---------------------------------------------------------------------------------------------------


def test_a_constant_prediction_is_said_not_refused(cli, table):
    cli.write("t.csv", table.csv(changed={(row, "p"): "3.5" for row in range(60)}))
    out = cli.works("explain", "t.csv", "--prediction", "p").out
    assert "nothing to explain" in out and "same in every row" in out
