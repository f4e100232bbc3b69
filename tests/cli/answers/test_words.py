"""What people read: sentences, names, one quiet line, help."""

import fcntl
import json
import os
import re
import struct
import subprocess
import termios

import numpy as np
import pytest

from conftest import DIABETES, NOT_CAUSES, PROGRAM, ROOT, Table, make_table


@pytest.fixture
def csv(cli, wider_table):
    cli.write("t.csv", wider_table.csv())
    return "t.csv"


WORDS = {
    "nobody": [], "knows": ["--knows", "a"], "row": ["--row", "5"], "score": None, "lasso": ["--method", "lasso", "--features", "a..d"], "city": ["--summary", "city"],
    "nothing": ["--knows", "a,b,c,d,city,w"], "greedy": ["--method", "greedy"], "two": ["--prediction", "q", "--row", "2"],
}  # fmt: skip


def words(cli, csv, call, *more):
    if call == "score":
        return cli.works("score", csv, "--prediction", "p", "--features", "a,city", *more)
    return cli.works("explain", csv, "--prediction", "p", *WORDS[call], *more)


@pytest.mark.parametrize("call", WORDS)
def test_words_for_people(cli, csv, call):
    outcome = words(cli, csv, call)
    text = " ".join(outcome.out.split())
    assert outcome.err == ""
    assert not re.search(r"\b(nan|inf|null|None|undefined)\b", text, re.IGNORECASE)
    assert text.endswith(NOT_CAUSES)
    assert "\x1b" not in outcome.out
    assert max(len(line) for line in outcome.out.splitlines()) <= 100


@pytest.mark.parametrize("call", WORDS)
def test_quiet_is_one_sentence_and_the_caution(cli, csv, call):
    outcome = words(cli, csv, call, "--quiet")
    said, caution = outcome.out.splitlines()
    assert outcome.err == "" and said.endswith(".") and caution == NOT_CAUSES
    assert said in " ".join(words(cli, csv, call).out.split())


def test_words_end_the_same_with_notices_and_warnings(cli, table):
    like = table["p"] + 1e-3 * np.sin(np.arange(60))
    cli.write("t.csv", Table(table.columns | {"target": table["p"], "like": like}).csv())
    out = cli.works("explain", "t.csv", "--prediction", "p").out
    text = " ".join(out.split())
    assert "target" in text and "'like' alone has R²" in text
    assert text.endswith(NOT_CAUSES)


def test_infinite_and_nothing_in_words(cli, table):
    cli.write("t.csv", Table({n: table[n] for n in "abc"} | {"p": table["a"] - table["b"]}).csv())
    for arguments in (
        [],
        ["--row", "2"],
        ["--knows", "a,b"],
        ["--knows", "a,b", "--row", "2"],
        ["--method", "lasso", "-s", "2"],
    ):
        text = " ".join(cli.works("explain", "t.csv", "--prediction", "p", *arguments).out.split())
        assert not re.search(r"\b(nan|inf)\b", text, re.IGNORECASE), text
        assert text.endswith(NOT_CAUSES)
        assert ("nothing to explain" in text) == ("--knows" in arguments)
    assert "settle the prediction completely" in " ".join(
        cli.works("explain", "t.csv", "--prediction", "p").out.split()
    )


def test_the_words_carry_the_numbers(cli, csv, table):
    document = cli.explain(csv, "--exclude", "q,w", "--knows", "a", "-s", 2)
    first = document["sentences"][0]
    sizes = document["explanation"]["uncertainty"]["cross_validated"]
    assert first.startswith("For somebody who knows a, the typical error about p is ")
    given = [float(number) for number in re.findall(r"(?<![a-z])\d+\.?\d*", first)]
    assert given == pytest.approx([sizes["before"], sizes["after"], 100 * sizes["removed"]], rel=0.01, abs=0.6)
    proven = "Proven, for a reader who combines what is known flexibly: no other set of at most 2 facts"
    assert any(sentence.startswith(proven) for sentence in document["sentences"])


def test_a_fact_that_misleads_about_the_row_is_said(cli, csv):
    negative = None
    for row in range(60):
        document = cli.explain(csv, "--exclude", "q,w", "-s", 1, "--row", row)
        if document["row"]["surprise_removed_bits"] < 0:
            negative = document
            break
    assert negative is not None
    assert any("more surprising" in sentence for sentence in negative["sentences"])


@pytest.mark.plain
def test_names_units_and_display(cli):
    names = ROOT / "data" / "diabetes_names.csv"
    question = (
        "explain",
        DIABETES,
        "--prediction",
        "prediction",
        "--label",
        "progression",
        "--knows",
        "bmi,bp",
        "--row",
        "4",
    )
    plain, named = (" ".join(cli.works(*question, *more).out.split()) for more in ([], ["--names", names]))
    assert "s5 is 4.29 where she would expect 4.56" in plain
    text = names.read_text()
    s5 = next(line for line in text.splitlines() if line.startswith("s5,")).split(",")
    assert s5[3] == "exp(x)"
    assert s5[1] in named and " s5 " not in named
    shown = np.exp(4.2905)
    assert re.search(rf"{re.escape(s5[1])} is {shown:.0f}(\.\d)? {re.escape(s5[2])}", named), named
    bmi = next(line for line in text.splitlines() if line.startswith("bmi,")).split(",")
    assert f"knows {bmi[1]}" in named


def test_names_need_only_the_column(cli, csv):
    cli.write("names.csv", "column,name\na,apples\nnot there,nothing\n")
    text = cli.works("explain", csv, "--prediction", "p", "--knows", "a", "--names", "names.csv", "--quiet").out
    assert "knows apples" in text


def test_names_do_not_change_the_names_in_json(cli, csv):
    cli.write("names.csv", "column,name,unit,show\na,apples,kg,\nb,pears,,\n")
    plain, named = cli.explain(csv), cli.explain(csv, "--names", "names.csv")
    assert named["explanation"] == plain["explanation"]
    assert any("pears" in sentence for sentence in named["sentences"])


@pytest.mark.parametrize("command", [[], ["explain"], ["score"], ["moments"], ["merge"], ["image"], ["demo"]])
def test_help(cli, command):
    for flag in ("--help", "-h"):
        outcome = cli(*command, flag)
        assert outcome.status == 0 and outcome.err == ""
        assert "Usage: " in outcome.out
    if command in (["explain"], ["score"]):
        assert "assumes she has seen enough predictions" in outcome.out
        assert "std::" not in outcome.out


def test_help_lists_every_command_with_a_sentence(cli):
    out = cli("--help").out
    for command in ("explain", "score", "image", "moments", "merge", "demo"):
        assert re.search(rf"^\s+{command} {{2,}}\w.{{15,}}$", out, re.MULTILINE), command
    assert cli("--version").status == 0 and re.match(r"\d+\.\d+\.\d+", cli("--version").out)


def test_timings_go_to_stderr(cli, csv):
    outcome = cli.works("explain", csv, "--prediction", "p", "--json", "--timings")
    outcome.json()
    assert re.search(r"^\S.*\s[\d.]+ ms$", outcome.err, re.MULTILINE)


def test_json_is_the_same_document_whatever_else_is_asked(cli, csv):
    plain = cli.works("explain", csv, "--prediction", "p", "--json").out
    assert cli.works("explain", csv, "--prediction", "p", "--json", "--quiet").out == plain
    assert plain.endswith("}\n") and plain.startswith("{")
    assert make_table().rows == json.loads(plain)["rows"]


@pytest.mark.plain
def test_a_category_says_which_level_is_highest(cli, csv, table):
    text = " ".join(cli.works("explain", csv, "--prediction", "p", "--features", "city", "-s", 1).out.split())
    means = {name: np.mean(table["p"][table["city"] == name]) for name in set(table["city"])}
    high, low = max(means, key=means.get), min(means, key=means.get)
    assert f"city (a category; {high} goes with the highest, {low} with the lowest)" in text


def test_scoring_what_she_knows_says_so(cli, csv):
    text = " ".join(cli.works("score", csv, "--prediction", "p", "--features", "a", "--knows", "a").out.split())
    assert "a tells nothing that does not follow from what is known: 0 bits" in text


@pytest.mark.plain
def test_several_predictions_have_one_sum_of_bits(cli, csv):
    out = cli.works("explain", csv, "--prediction", "p,q").out
    assert len(re.findall(r"[0-9] bits\n", out)) == 1 and "all together" in out
    assert "halves the typical error" not in " ".join(out.split())
    judged = " ".join(cli.works("score", csv, "--prediction", "p,q", "--features", "a").out.split())
    assert "typical error about p goes from" in judged and "typical error about q goes from" in judged


def test_large_numbers_are_easy_to_read(cli, table):
    cli.write("t.csv", Table({n: table[n] for n in "abcd"} | {"p": 1e6 + 1e5 * table["p"]}).csv())
    text = cli.works("explain", "t.csv", "--prediction", "p", "--row", 3).out
    assert re.search(r"the model says +1?,?\d{3},\d{3}", text)


def test_names_that_cannot_be_meant(cli, csv):
    question = ("explain", csv, "--prediction", "p", "--names", "names.csv")
    cli.write("names.csv", "column,name\na,age\na,years\n")
    cli.refuses(*question, status=3, says=("names.csv", "line 3 (row 1", "'a'", "second time"))
    cli.write("names.csv", "column,name\na,age\nbmj,weight\n")
    outcome = cli.works(*question)
    assert outcome.err == "explainee: names.csv names a column 'bmj' that the data lack\n"
    assert cli.works(*question, "--quiet").err == ""
    cli.works("moments", csv, "-o", "t.moments")
    assert "'bmj'" in cli.works("explain", "t.moments", "--prediction", "p", "--names", "names.csv").err


def test_a_prediction_in_percent_differs_by_percentage_points(cli, csv):
    cli.write("n.csv", "column,name,unit,show\np,risk,%,100*x\na,age,years,log(x)\n")
    plain = cli.works("explain", csv, "--prediction", "p", "-s", 1, "--features", "a", "--row", 3).out
    shown = cli.works("explain", csv, "--prediction", "p", "-s", 1, "--features", "a", "--row", 3, "--names", "n.csv").out

    def moved(text, name):
        line = next(line for line in text.splitlines() if line.strip().startswith(f"{name} ") and "█" in line)
        return float(re.findall(r"[\d.]+", line.split("█")[-1].replace("░", ""))[0])

    assert moved(shown, "age") == pytest.approx(100 * moved(plain, "a"), rel=0.02)
    assert "percentage points" in shown
    assert "as stored" in shown  # the logarithm of a number below 0


def test_sentences_fit_the_terminal(cli, csv):
    master, slave = os.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 60, 0, 0))
    environment = {k: v for k, v in os.environ.items() if k != "COLUMNS"} | {"NO_COLOR": "1"}
    call = [PROGRAM, "explain", csv, "--prediction", "p", "--knows", "a"]
    with subprocess.Popen(call, stdout=slave, env=environment, cwd=cli.folder) as running:
        os.close(slave)
        shown = b""
        while piece := read_terminal(master):
            shown += piece
    assert running.returncode == 0
    text = shown.decode().replace("\r", "")
    sentences = text[text.index("\n\n", text.index("coefficient")) :]
    assert 50 < max(len(line) for line in sentences.splitlines() if "█" not in line) <= 62


def read_terminal(master):
    try:
        return os.read(master, 65536)
    except OSError:  # Linux says so when the other end is closed
        return b""


def test_names_cannot_change_the_terminal(cli):
    rng = np.random.default_rng(2)
    x = rng.normal(size=60)
    rows = "".join(f"{v},{2 * v + e},{'u' if v > 0 else 'd'}\n" for v, e in zip(x, rng.normal(size=60)))
    cli.write("t.csv", f'"a\x1b[31m\tb\nc",p,k\n{rows}')
    shown = cli.works("explain", "t.csv", "--prediction", "p", "-s", 1).out
    assert "\x1b" not in shown and "\t" not in shown and r"a\u{1b}[31m\u{9}b\u{a}c" in shown


def test_of_two_models_the_difference_is_told(cli, csv):
    shown = cli.works("explain", csv, "--prediction", "p", "--versus", "a", "--exclude", "a", "--row", 2).out
    assert "the difference is" in shown and "the model says" not in shown
    says = ("--versus", "zz", "no column")
    cli.refuses("explain", csv, "--prediction", "p", "--versus", "zz", status=2, says=says, never=("expression",))
