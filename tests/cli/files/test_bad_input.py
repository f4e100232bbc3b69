"""What the program says to wrong calls: one sentence that names the option, the value and a way out, nothing else."""

import subprocess

import numpy as np
import pytest

from conftest import PROGRAM, UNFIT, USAGE, Table, refuse_table

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
    cli.refuses(
        "explain", csv, "--prediction", "p", "--knows", "d..a", status=USAGE, says=("--knows", "d..a", "smaller")
    )


def test_the_prediction_is_not_a_fact_and_not_known(cli, csv):
    cli.refuses(
        "explain", csv, "--prediction", "p", "--knows", "p", status=USAGE, says=("--knows", "'p'", "prediction")
    )
    cli.refuses("explain", csv, "--prediction", "p", "--features", "p", status=USAGE, says=("--features", "'p'"))
    cli.refuses("score", csv, "--prediction", "p", "--features", "p", status=USAGE, says=("--features", "'p'"))


@pytest.mark.parametrize(
    "weights, says",
    [("a=x", "a=x"), ("a=1,b", "weight"), ("city=2", "city")],
)
def test_her_own_weights_must_be_numbers_for_every_column(cli, csv, weights, says):
    cli.refuses(
        "explain", csv, "--prediction", "p", "--reasons-from", weights, status=USAGE, says=("--reasons-from", says)
    )


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
    ],
)
@pytest.mark.parametrize("command", ["explain --sees", "score --rule"])
def test_a_bad_expression_is_quoted_with_the_reason(cli, csv, command, expression, says):
    name, option = command.split()
    cli.refuses(name, csv, "--prediction", "p", option, expression, status=USAGE, says=("t.csv", says))


def test_an_empty_expression(cli, csv):
    cli.refuses("explain", csv, "--prediction", "p", "--sees", "", status=USAGE, says=("t.csv", "empty"))
    cli.refuses("score", csv, "--prediction", "p", "--rule", "", status=USAGE, says="--rule")


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
    cli.refuses(
        "explain", csv, "--prediction", "p", "--sees", "a/(a-a)", status=UNFIT, says=("line 2", "row 0", "a/(a-a)")
    )


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


@pytest.mark.parametrize(
    "value, says", [("0", "at least 1"), ("-1", "at least 1"), ("abc", "'abc'"), ("1.5", "'1.5'"), ("", "")]
)
@pytest.mark.parametrize("option", ["-s", "--sparsity"])
def test_sparsity_that_is_no_number_of_facts(cli, csv, option, value, says):
    cli.refuses("explain", csv, "--prediction", "p", option, value, status=USAGE, says=("--sparsity", says))


def test_sparsity_larger_than_the_number_of_candidates(cli, csv):
    cli.refuses("explain", csv, "--prediction", "p", "-s", "6", status=USAGE, says=("--sparsity 6", "5 candidates"))
    cli.refuses(
        "explain",
        csv,
        "--prediction",
        "p",
        "-s",
        "3",
        "--features",
        "a,b",
        status=USAGE,
        says=("--sparsity 3", "2 candidates"),
    )


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
    message = cli.refuses(
        "explain", csv, "--prediction", "p", "--method", "lasso", option, value, status=USAGE, says=(option, value)
    )
    assert "at most inf" not in message


def test_lambda_and_raw_units_belong_to_lasso(cli, csv):
    for option in (["--lambda", "3"], ["--raw-units"]):
        for method in ([], ["--method", "greedy"]):
            arguments = ("explain", csv, "--prediction", "p", *option, *method)
            cli.refuses(*arguments, status=USAGE, says=(option[0], "--method lasso"))


def test_unknown_option_command_and_missing_argument(cli, csv):
    cli.refuses(
        "explain",
        csv,
        "--prediction",
        "p",
        "--sparsty",
        "2",
        status=USAGE,
        says=("--sparsty", "explainee explain --help"),
    )
    cli.refuses("--sparsity", status=USAGE, says=("--sparsity", "--help"))
    cli.refuses("explian", csv, "--prediction", "p", status=USAGE, says=("explian", "did you mean explain?"), never="--prediction")
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
    cli.refuses(
        "explain",
        csv,
        "--prediction",
        "p",
        "--separator",
        ";;",
        status=USAGE,
        says=("--separator", ";;", "one character"),
    )
    cli.refuses("explain", csv, "--prediction", "p", "--separator", "x", status=USAGE, says="separator")


def test_row_beyond_the_end(cli, csv):
    cli.refuses(
        "explain",
        csv,
        "--prediction",
        "p",
        "--row",
        "60",
        status=USAGE,
        says=("t.csv", "--row 60", "59", "count from 0"),
    )
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
    cli.refuses(
        "explain", csv, "--prediction", "p", "--answers", "answers.csv", status=UNFIT, says=("answers.csv", *says)
    )


def test_answers_that_are_not_there_or_too_few(cli, csv):
    cli.refuses(
        "explain", csv, "--prediction", "p", "--answers", "none.csv", status=USAGE, says=("none.csv", "no such file")
    )
    cli.write("answers.csv", "row,answer\n0,1\n1,2\n")
    cli.refuses("explain", csv, "--prediction", "p", "--answers", "answers.csv", "--answers-as", "rows", status=UNFIT,
                says=("too few", "2"))


def test_bad_names(cli, csv):
    explain = ("explain", csv, "--prediction", "p", "--names")
    cli.refuses(*explain, "none.csv", status=USAGE, says=("none.csv", "no such file"))
    cli.write("names.csv", "variable,name\na,apples\n")
    outcome = cli(*explain, "names.csv")
    assert (
        outcome.status in (USAGE, UNFIT)
        and outcome.err.startswith("explainee: names.csv")
        and "'column'" in outcome.err
    )
    assert "--categories" not in outcome.err
    cli.write("names.csv", "column,name,unit,show\na,apples,kg,\nb,pears,kg,exp(x\n")
    cli.refuses(*explain, "names.csv", status=USAGE, says=("names.csv", "line 3", "exp(x"))
    cli.write("names.csv", "column,name,unit,show\nb,pears,kg,exp(y)\n")
    cli.refuses(*explain, "names.csv", status=USAGE, says=("names.csv", "line 2", "exp(y)"))


# ---- outputs ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["moments", "merge"])
@pytest.mark.parametrize(
    "output, says",
    [
        ("nowhere/x.moments", "does not exist"),
        ("folder", "is a folder"),
        ("/dev/full", "No space left"),
        ("/proc/x.moments", "cannot be written"),
    ],
)
def test_an_output_that_cannot_be_written(cli, csv, command, output, says):
    cli.works("moments", csv, "-o", "t.moments")
    (cli.folder / "folder").mkdir()
    data = csv if command == "moments" else "t.moments"
    cli.refuses(command, data, "-o", output, status=USAGE, says=(output, says))


def test_what_cannot_be_printed_is_an_error(cli, csv):
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [PROGRAM, "explain", csv, "--prediction", "p"],
            cwd=cli.folder,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == USAGE
    assert done.stderr == b"explainee: cannot write to standard output\n"


def test_a_reader_that_goes_away_is_no_error(cli, csv):
    command = [PROGRAM, "explain", csv, "--prediction", "p", "--json"]
    process = subprocess.Popen(command, cwd=cli.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    assert process.stderr.read() == b"" and process.wait() == 0
    process.stderr.close()


# ---- not an error ---------------------------------------------------------------------------------------------------


def test_a_constant_prediction_is_said_not_refused(cli, table):
    cli.write("t.csv", table.csv(changed={(row, "p"): "3.5" for row in range(60)}))
    out = cli.works("explain", "t.csv", "--prediction", "p").out
    assert "nothing to explain" in out and "same in every row" in out


# ---- options that do not fit, told before anything is read ----------------------------------------------------------


@pytest.mark.parametrize(
    "arguments, says",
    [
        (["--resolution", "inf"], ("--resolution", "finite")),
        (["--gap", "nan"], ("--gap",)),
        (["--lambda", "3"], ("--lambda", "--method lasso")),
        (["--raw-units"], ("--raw-units", "--method lasso")),
        (["--top", "1001"], ("--top", "1001", "at most 1000")),
        (["--seed", "-1"], ("--seed", "-1", "at least 0")),
        (["--family", "clouds"], ("--family", "clouds", "features")),
    ],
)
def test_options_that_do_not_fit(cli, csv, arguments, says):
    cli.refuses("explain", csv, "--prediction", "p", *arguments, status=USAGE, says=says)


def test_score_takes_no_lasso(cli, csv):
    question = ("score", csv, "--prediction", "p", "--features", "a", "--method", "lasso")
    cli.refuses(*question, status=USAGE, says=("--method", "lasso", "exact, greedy"))


def test_a_display_needs_one_value(cli, csv):
    cli.write("names.csv", "column,name,unit,show\na,alpha,,z(x)\n")
    question = ("explain", csv, "--prediction", "p", "--names", "names.csv")
    cli.refuses(*question, status=USAGE, says=("names.csv", "line 2", "z()"))


def test_judging_a_category_of_many_levels_needs_rows(cli):
    rng = np.random.default_rng(1)
    town = [f"town{i % 20}" for i in range(24)]
    cli.write("t.csv", Table({"a": rng.normal(size=24), "town": town, "p": rng.normal(size=24)}).csv())
    cli.score("t.csv", "--features", "a")
    question = ("score", "t.csv", "--prediction", "p", "--features", "a,town")
    cli.works(*question)
    cli.write("t.csv", Table({"a": rng.normal(size=21), "town": town[:21], "p": rng.normal(size=21)}).csv())
    cli.refuses(*question, status=UNFIT, says=("t.csv", "too few", "20"))


@pytest.mark.parametrize("option", ["--label", "--id", "--weight", "--block"])
def test_the_prediction_has_no_other_part(cli, csv, option):
    cli.refuses("explain", csv, "--prediction", "p", option, "p", status=USAGE, says=(option, "'p'", "prediction"))


# ---- streams that cannot be used ------------------------------------------------------------------------------------


def with_streams(cli, redirection, *arguments):
    """The exit status and standard output of a call whose streams the shell has changed."""
    call = " ".join(["exec", f"'{PROGRAM}'", *arguments, redirection])
    done = subprocess.run(["sh", "-c", call], cwd=cli.folder, capture_output=True, timeout=60, check=False)
    return done.returncode, done.stdout.decode()


@pytest.mark.parametrize("redirection", ["2>&-", "2>/dev/full"])
def test_errors_that_cannot_be_told_keep_their_status(cli, csv, redirection):
    assert with_streams(cli, redirection, "explain", "nosuch.csv", "--prediction", "p") == (USAGE, "")
    assert with_streams(cli, redirection, "explain", "--nosuch") == (USAGE, "")
    status, shown = with_streams(cli, redirection, "explain", str(csv), "--prediction", "p", "--timings")
    assert status == 0 and "explained to" in shown


def test_a_closed_input_is_not_the_table(cli, csv):
    _, shown = with_streams(cli, "<&-", "ask", str(csv), "--prediction", "p")
    assert "none of them" not in shown


def test_a_certificate_that_cannot_be_written_leaves_no_moments(cli, csv):
    (cli.folder / "folder").mkdir()
    before = set(cli.files())
    assert cli("explain", csv, "--prediction", "p", "--certificate", "folder").status == USAGE
    assert set(cli.files()) == before


@pytest.mark.parametrize("option", ["-o", "--certificate", "--all-rows", "--names", "--separator"])
def test_an_empty_value_is_no_value(cli, csv, option):
    cli.refuses("explain", csv, "--prediction", "p", option, "", status=USAGE, says=("empty",))


@pytest.mark.parametrize("expression", ["0 < a < 3", "a < 0 == b < 5"])
def test_comparisons_side_by_side_are_refused(cli, csv, expression):
    for option in (["--sees", expression], ["--rule", expression]):
        command = "score" if option[0] == "--rule" else "explain"
        cli.refuses(command, csv, "--prediction", "p", *option, status=USAGE, says=(expression, "side by side", "and"))
