"""`explainee ask` in a real terminal: a person types, and is found out, in any order and with any slip of the fingers."""

import codecs
import csv
import fcntl
import os
import pty
import re
import select
import subprocess
import termios
import time

import numpy as np
import pytest

from conftest import DIABETES, NOT_CAUSES, PROGRAM, ROOT, UNFIT, USAGE

NAMES = ROOT / "data" / "diabetes_names.csv"
FEATURES = ["age", "sex", "bmi", "bp", "s1", "s2", "s3", "s4", "s5", "s6"]
PATIENCE = 30.0  # seconds until the program must have said something
ASK = ["ask", DIABETES, "--prediction", "prediction", "--label", "progression"]
ON = [*ASK, "--settled", "0"]  # it asks on and on

with open(DIABETES) as file:
    ROWS = list(csv.DictReader(file))
TABLE = {name: np.array([float(row[name]) for row in ROWS]) for name in [*FEATURES, "prediction"]}


def least_squares(names):
    """What somebody answers in every row who reasons from these features."""
    x = np.column_stack([np.ones(len(ROWS))] + [TABLE[name] for name in names])
    return x @ np.linalg.lstsq(x, TABLE["prediction"], rcond=None)[0]


def shown_row(text):
    """The row of the table whose cells are shown last, by their column names."""
    cells = {name: re.findall(rf"^  {name} +(\S+)\r?$", text, flags=re.M)[-1].replace(",", "") for name in FEATURES}
    apart = [sum(abs(TABLE[n][i] - float(v)) > 0.006 * abs(TABLE[n][i]) for n, v in cells.items()) for i in range(len(ROWS))]
    assert min(apart) == 0
    return int(np.argmin(apart))


class Talk:
    """The program behind a pseudo-terminal that controls it, so that Ctrl-C and Ctrl-D are what they are to people."""

    def __init__(self, folder, *arguments):
        self.terminal, side = pty.openpty()

        def take_terminal():
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)

        self.process = subprocess.Popen(
            [PROGRAM, *map(str, arguments)],
            cwd=folder,
            stdin=side,
            stdout=side,
            stderr=side,
            start_new_session=True,
            preexec_fn=take_terminal,
        )
        os.close(side)
        self.decode = codecs.getincrementaldecoder("utf-8")().decode  # a read may end within a character
        self.said = ""
        self.heard = 0

    def wait(self):
        """What it says until it listens or ends."""
        deadline = time.monotonic() + PATIENCE
        while not self.said[self.heard :].endswith("> "):
            assert time.monotonic() < deadline, f"it says no more after: {self.said[-500:]!r}"
            if not select.select([self.terminal], [], [], 1.0)[0]:
                continue
            try:
                self.said += self.decode(os.read(self.terminal, 1 << 16))
            except OSError:  # the other side is closed
                break
        new, self.heard = self.said[self.heard :], len(self.said)
        return re.sub(r"\x1b\[\d*m", "", new).replace("\r", "")

    def type(self, line):
        """Types a line and gives what it says next."""
        os.write(self.terminal, f"{line}\n".encode())
        return self.wait()

    def press(self, key):
        os.write(self.terminal, key)
        return self.wait()

    def status(self):
        status = self.process.wait(timeout=PATIENCE)
        os.close(self.terminal)
        return status


@pytest.fixture
def talk(cli):
    """Starts a dialogue; asserts that none is left behind."""
    talks = []

    def start(*arguments):
        talks.append(Talk(cli.folder, *arguments))
        return talks[-1]

    yield start
    for one in talks:
        if one.process.poll() is None:
            one.process.kill()
            one.process.wait()
            pytest.fail("the program still runs")


def kept(cli, name="said.csv"):
    with open(cli.folder / name) as file:
        return [(int(r["row"]), r["answer"], r["said"], r["knows"]) for r in csv.DictReader(file)]


def answer_all(one, text, answers):
    """Answers every case by a list over rows; gives the rows and the last words."""
    rows = []
    while one.process.poll() is None and text.endswith("> "):
        rows.append(shown_row(text))
        assert len(rows) < 40
        text = one.type(f"{answers[rows[-1]]:.6g}")
    return rows, text


def ordinary():
    """The rows that are not among the tenth farthest from the mean, in units of the covariance."""
    z = np.column_stack([TABLE[name] for name in [*FEATURES, "prediction"]])
    z = z - z.mean(axis=0)
    distance = np.einsum("ij,jk,ik->i", z, np.linalg.inv(z.T @ z / len(z)), z)
    return set(np.argsort(distance)[: int(np.ceil(0.9 * len(z)))])


def test_somebody_who_reasons_from_two_features_is_found_out(talk):
    answers = least_squares(["bmi", "bp"])
    one = talk(*ASK, "-s", "1", "--settled", "0.0005")
    assert "10  s6\n" in one.wait()
    rows, text = answer_all(one, one.type(""), answers)
    assert one.status() == 0
    assert 3 <= len(rows) <= 8 and len(set(rows)) == len(rows) and set(rows) <= ordinary()
    assert f"That is enough: {len(rows)} answers." in text
    flat = " ".join(text.split())
    said, model, again, average = map(
        float,
        re.search(r"You said (\S+) in the last case, where the model says (\S+); cases that you rate (\S+) average (\S+)\.", flat).groups(),
    )
    assert said == again == float(f"{answers[rows[-1]]:.3g}")
    assert model == pytest.approx(TABLE["prediction"][rows[-1]], rel=0.006)
    slope, middle = np.polyfit(answers, TABLE["prediction"], 1)
    assert average == pytest.approx(slope * answers[rows[-1]] + middle, rel=0.03)
    assert NOT_CAUSES in flat and "explained to somebody who was asked about some rows (442 rows)" in flat
    assert "with s5 it is" in flat  # what bmi and bp do not tell


def test_cases_have_plain_names_and_units(talk):
    one = talk(*ON, "--names", NAMES)
    assert " 3  body mass index\n" in one.wait()
    text = one.type("")
    assert "About predicted disease progression: 151 points on average, mostly between " in text
    assert re.search(r"^  triglycerides +\d+ mg/dl$", text, flags=re.M)
    assert re.search(r"^  sex +[12] \(1 female, 2 male\)$", text, flags=re.M)
    assert "What do you think the model says here?\n> " in text
    assert "sure what to tell you" not in text
    assert re.search(r"^Case 2  \(\d+ % sure what to tell you\)$", one.type("140 points"), flags=re.M)
    one.type("quit")
    assert one.status() == 0


def test_undo_skip_and_not_knowing(talk, cli):
    one = talk(*ON, "--save", "said.csv")
    one.wait()
    first = one.type("3-4")
    rows = [shown_row(first)]
    for reply, said in [("110", "answered"), ("skip", "skipped"), ("?", "unknown"), ("I don't know", "unknown")]:
        rows.append(shown_row(one.type(reply)))
        assert kept(cli)[-1][2:] == (said, "bmi;bp")
    assert len(set(rows)) == 5
    assert [k[0] for k in kept(cli)] == rows[:4] and [k[1] for k in kept(cli)] == ["110", "", "", ""]
    for back in (3, 2, 1):
        text = one.type("undo")
        assert "The last case passed over is taken back." in text and shown_row(text) == rows[back]
    text = one.type("undo")
    assert "Your answer 110 is taken back." in text and shown_row(text) == rows[0]
    assert not (cli.folder / "said.csv").exists()
    assert "Which of these do you have" in one.type("undo")
    text = one.type("")
    assert "skip   pass this case over" in one.type("help")
    one.type("quit")
    assert one.status() == 0


def test_slips_are_said_and_asked_again(talk, cli):
    one = talk(*ON, "--save", "said.csv")
    one.wait()
    for slip in ("11", "0", "2-1", "x", "1.5", "3-"):
        assert f"'{slip}' is none of them. Give numbers from 1 to 10" in " ".join(one.type(slip).split())
    one.type("2, 5 7-8")
    for slip in ("many", "1,5", "12 34", "nan", "inf", "1e999", "--3", "undoo", "0x10", "\u00e9\u00e8", "a" * 3000):
        assert f"'{slip[:20]}" in (text := one.type(slip)) and "is no answer. Answer by a number, as in 12.5" in text
    assert "Nothing was typed." in one.type("")
    assert "no answer to take back" not in one.type("-3.5e1")
    one.type("quit")
    assert one.status() == 0
    assert [k[1:] for k in kept(cli)] == [("-35", "answered", "sex;s1;s3;s4")]


def test_words_by_their_beginning(talk, cli):
    one = talk(*ON, "-s", "1", "--answer-words", "low,middle,high,higher", "--save", "said.csv", "--knows", "age")
    answers = least_squares(["bmi"])
    text = one.wait()
    assert "Answer by one of low, middle, high, higher" in text
    assert "'hi' could be several words" in one.type("hi")
    assert "'110' is no answer" in one.type("110")
    assert "'quick' is no answer" in one.type("quick")
    text, typed = one.type("HIGH"), ["high"]
    for reply, word in [("L", "low"), ("mid", "middle"), ("higher", "higher")]:
        if not text.endswith("> "):
            break
        text, typed = one.type(reply), [*typed, word]
    one.type("quit") if text.endswith("> ") else None
    assert one.status() == 0
    assert [k[1] for k in kept(cli)] == typed


def test_what_she_says_in_words_is_averaged_too(talk):
    answers = least_squares(["bmi", "bp"])
    low, high = np.quantile(answers, [1 / 3, 2 / 3])
    one = talk(*ASK, "-s", "1", "--answer-words", "low,middle,high")
    one.wait()
    text = one.type("")
    while text.endswith("> "):
        guess = answers[shown_row(text)]
        text = one.type("low" if guess < low else "middle" if guess < high else "high")
    assert one.status() == 0
    word, average = re.search(r"cases that you call '(\w+)' average (\S+)\.", " ".join(text.split())).groups()
    inside = {"low": answers < low, "middle": (answers >= low) & (answers < high), "high": answers >= high}[word]
    assert float(average) == pytest.approx(TABLE["prediction"][inside].mean(), abs=0.35 * TABLE["prediction"].std())


def test_it_goes_on_where_it_was_left(talk, cli):
    answers = least_squares(["bp", "s5"])
    one = talk(*ON, "--save", "said.csv")
    one.wait()
    text = one.type("1 2")
    for step in range(6):
        row = shown_row(text)
        left = one.type("quit")
        assert one.status() == 0
        assert left == "quit\n" if step == 0 else re.search(r"(answers?|passed over) kept in said.csv\.", left)
        one = talk(*ON, "--save", "said.csv")
        text = one.wait()
        if step == 0:  # nothing was said yet: which of these is asked again
            text = one.type("1 2")
        else:
            assert "you have age and sex in front of you" in text
        assert shown_row(text) == row
        text = one.type("skip" if step == 2 else f"{answers[row]:.4f}")
    one.type("quit")
    assert one.status() == 0
    assert [k[2] for k in kept(cli)] == ["answered"] * 2 + ["skipped"] + ["answered"] * 3


def test_ctrl_c_keeps_what_was_said(talk, cli):
    one = talk(*ON, "--save", "said.csv", "--knows", "age")
    row = shown_row(one.wait())
    one.type("100")
    assert "1 answer kept in said.csv." in one.press(b"\x03")
    assert one.status() == 130
    assert kept(cli) == [(row, "100", "answered", "age")]
    assert [name for name in cli.files() if name != "temporary"] == ["said.csv"]


def test_ctrl_c_at_once(talk, cli):
    one = talk(*ASK)
    one.wait()
    one.press(b"\x03")
    assert one.status() == 130 and set(cli.files()) == {"temporary"}


def test_ctrl_d_is_quit(talk, cli):
    one = talk(*ON, "--knows", "age")
    one.wait()
    one.type("100")
    assert "1 answer forgotten; --save FILE.csv keeps them." in one.press(b"\x04")
    assert one.status() == 0


def test_two_answers_settle_nothing(cli):
    half = cli.works(*ASK, "--knows", "age", stdin=b"100\n101\n")
    assert half.out.count("What do you think") == 3 and "2 answers forgotten" in half.out


def test_answers_from_a_pipe(cli):
    half = cli.works(*ON, "--knows", "age", stdin=b"100\n120")
    assert "\n> 100\n" in half.out and "\n> 120\n" in half.out and "2 answers forgotten" in half.out and half.err == ""
    assert cli.works(*ON, stdin=b"").out.endswith("Enter for none.\n> \n")


def test_done_explains_at_once(talk):
    one = talk(*ASK)
    one.wait()
    one.type("height")
    one.type("3,4")
    text = " ".join(one.type("done").split())
    assert one.status() == 0
    assert "You answered nothing, so the facts below are those that serve most people." in text
    assert "explained to somebody who knows bmi and bp" in text and NOT_CAUSES in text


def test_the_same_answer_each_time_is_said_to_tell_little(talk):
    one = talk(*ASK, "-s", "1", "--settled", "0", "--most", "12")
    one.wait()
    text = one.type("")
    count = 0
    while text.endswith("> "):
        text, count = one.type("150"), count + 1
    assert one.status() == 0 and count <= 12
    assert "You gave the same answer each time, which says little about what you look at." in " ".join(text.split())
    assert "You said" not in text


def test_answers_that_do_not_follow_are_said_to_be_so(talk):
    one = talk(*ASK, "-s", "1", "--settled", "0", "--most", "14")
    one.wait()
    text, count = one.type(""), 0
    while text.endswith("> "):
        text, count = one.type("9000" if bin(shown_row(text) * 2654435761 >> 7).count("1") % 2 else "-9000"), count + 1
    assert one.status() == 0 and count <= 14
    flat = " ".join(text.split())
    assert "Your answers do not follow from the values shown by any simple weighing" in flat and "You said" not in flat


def test_who_knows_all_is_asked_nothing(talk):
    one = talk(*ASK)
    one.wait()
    text = one.type("all")
    assert one.status() == 0
    assert "There is nothing to ask: no fact is left that could tell you more." in text


def test_the_same_questions_for_any_number_of_threads(cli):
    said = [cli.works(*ON, "-s", "2", "--knows", "age", "--threads", t, stdin=b"100\n90\n?\n140\n").out for t in (1, 3)]
    assert said[0] == said[1] and said[0].count("What do you think") == 5
    other = cli.works(*ON, "-s", "2", "--knows", "age", "--seed", 5, stdin=b"100\n90\n?\n140\n").out
    assert other.count("What do you think") == 5


def test_rows_are_named_where_they_have_names(cli):
    lines = ["name,a,b,p"] + [f"case {i},{i % 17},{i * i % 31},{2 * (i % 17) + i * i % 31}" for i in range(200)]
    cli.write("named.csv", "\n".join(lines))
    out = cli.works("ask", "named.csv", "--prediction", "p", "--id", "name", "-s", "1", stdin=b"\n").out
    number, a = re.search(r"^Case 1: case (\d+)\n  a +(\S+)$", out, flags=re.M).groups()
    assert int(number) % 17 == int(a)


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["-", "--prediction", "p"], USAGE, "DATA cannot"),
        ([DIABETES], USAGE, "prediction"),
        ([DIABETES, "--prediction", "nothing"], USAGE, "nothing"),
        ([DIABETES, "--prediction", "prediction", "--answer-words", "yes"], USAGE, "at least two words"),
        ([DIABETES, "--prediction", "prediction", "--answer-words", "yes,no,yes"], USAGE, "twice"),
        ([DIABETES, "--prediction", "prediction", "--settled", "2"], USAGE, "settled"),
        ([DIABETES, "--prediction", "prediction", "--save", "none/said.csv"], None, "none/said.csv"),
        ([DIABETES, "--prediction", "prediction", "--save", "said.doc"], USAGE, "said.doc"),
        ([DIABETES, "--prediction", "prediction", "--save", "foreign.csv"], UNFIT, "'mood'"),
        ([DIABETES, "--prediction", "prediction", "--save", "beyond.csv"], UNFIT, "row 442"),
        ([DIABETES, "--prediction", "prediction", "--save", "good.csv", "--knows", "age"], USAGE, "leave out --knows"),
        ([DIABETES, "--prediction", "prediction", "--save", "words.csv"], UNFIT, "words.csv"),
        (["classes.csv", "--prediction", "p"], UNFIT, "is a class"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_a_sentence(cli, arguments, status, words):
    cli.write("foreign.csv", "row,answer,mood\n1,2,good\n")
    cli.write("beyond.csv", "row,answer\n442,2\n")
    cli.write("good.csv", "row,answer\n41,2\n")
    cli.write("words.csv", "row,answer\n41,low\n42,high\n")
    cli.write("classes.csv", "a,p\n" + "".join(f"{i % 7},{'yes' if i % 3 else 'no'}\n" for i in range(100)))
    before = cli.files()
    refused = cli("ask", *arguments)
    assert refused.status == status if status else refused.status in (USAGE, UNFIT)
    assert refused.out == "" and refused.err.count("\n") == 1 and words in refused.err
    assert cli.files() == before


def test_moments_have_no_cases(cli):
    cli.works("moments", DIABETES, "-o", "d.moments")
    refused = cli("ask", "d.moments", "--prediction", "prediction")
    assert refused.status == USAGE and "give the table instead" in refused.err


def test_the_table_is_never_overwritten(cli):
    cli.write("data.csv", DIABETES.read_text())
    refused = cli("ask", "data.csv", "--prediction", "prediction", "--save", "data.csv")
    assert refused.status == USAGE and (cli.folder / "data.csv").read_text() == DIABETES.read_text()


def test_the_same_command_goes_on(cli):
    call = [*ON, "--knows", "s*,age,s1", "--save", "said.csv"]
    cli.works(*call, stdin=b"100\nquit\n")
    again = cli.works(*call, stdin=b"quit\n")
    assert "Going on from said.csv: 1 answer" in again.out


def test_what_she_has_by_name(talk, cli):
    one = talk(*ON, "--names", NAMES, "--save", "said.csv")
    one.wait()
    assert "'height' is none of them" in one.type("BMI, height")
    one.type("age, body mass index")
    one.type("100")
    one.type("quit")
    assert one.status() == 0
    assert [k[3] for k in kept(cli)] == ["age;bmi"]


def test_what_was_all_taken_back_is_begun_anew(talk, cli):
    cli.write("said.csv", "")
    one = talk(*ON, "--knows", "bmi", "--save", "said.csv")
    one.wait()
    one.type("100")
    one.type("undo")
    one.type("quit")
    assert one.status() == 0 and not (cli.folder / "said.csv").exists()
    again = cli.works(*ON, "--knows", "age", "--save", "said.csv", stdin=b"100\nquit\n")
    assert "Going on" not in again.out and len(kept(cli)) == 1


def test_who_cannot_answer_is_not_asked_for_ever(cli):
    text = cli.works(*ON, "--knows", "bmi", stdin=b"?\n" * 30).out
    assert "You passed over ten cases in a row, so no more is asked." in " ".join(text.split())


def test_words_that_are_commands(cli):
    assert "'skip' is a command" in cli(*ASK, "--answer-words", "low,Skip").err.replace("Skip", "skip")


def test_words_are_asked_for_where_there_were_words(cli):
    cli.works(*ON, "--knows", "bmi", "--answer-words", "low,high", "--save", "said.csv", stdin=b"low\nquit\n")
    refused = cli(*ON, "--save", "said.csv", stdin=b"quit\n")
    assert refused.status == UNFIT and "said.csv" in refused.err and "--answer-words" in refused.err
