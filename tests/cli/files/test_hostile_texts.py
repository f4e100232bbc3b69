"""Names, cells and file names that try to move the cursor, turn lines about or write lines of their own, through every
command: what a terminal gets holds nothing that cannot be seen, and data stay exact."""

import csv
import io
import json
import os
import pty
import re
import subprocess
import unicodedata

import numpy as np
import pytest

from conftest import ALL_AT_ONCE, PROGRAM, QUICK_SECONDS, REJECTED, UNFIT, USAGE
from sealing import copied, sealed

# Clears the screen, says something green in a line of its own, rings; C1, DEL, every kind of bidirectional control, zero
# widths, separators of lines and paragraphs, a soft hyphen, a byte order mark, a tag.
EVIL = (
    "\n\x1b[2J\x1b[32maccepted: all is well\x1b[0m\naccepted\t\x07\x08\x7f\x85\x9b2J\u061c\u200b\u200e\u200f\u2028\u2029\u202a\u202e"
    "\u2060\u2066\u2069\u00ad\ufeff\U000e0041"
)
UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")
A, B, CITY, P, ID, W = (name + EVIL + "." for name in ("a", "b", "city", "p", "id", "w"))


def assert_harmless(text: str, lines=True):
    """Only line ends, and where lines are not ours not even these."""
    for c in text:
        assert (lines and c == "\n") or unicodedata.category(c) not in UNSEEN, (hex(ord(c)), text)
    assert not re.search(r"^\W*(all is well|accepted\\)", text, flags=re.M), text


def assert_one_line(outcome):
    assert outcome.out == ""
    assert outcome.err.startswith("explainee: ") and outcome.err.endswith("\n") and outcome.err.count("\n") == 1, outcome.err
    assert_harmless(outcome.err)
    assert outcome.seconds < QUICK_SECONDS


def written(rows) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


@pytest.fixture(scope="module")
def cli(shared_cli):
    """A table, names, people, answers, an explainer, moments and a certificate, all hostile."""
    at = shared_cli
    rng = np.random.default_rng(5)
    a, b, c = rng.normal(size=(3, 150))
    town = rng.integers(0, 3, 150)
    p = a + 2 * b + (town == 1) + 0.4 * rng.normal(size=150)
    towns = [name + EVIL for name in ("Oslo", "Bergen", "Turku")]
    rows = [[*map(repr, map(float, row)), towns[t], f"{i}{EVIL}"] for i, (row, t) in enumerate(zip(np.c_[a, b, c, p], town))]
    at.write("t.csv", written([[A, B, "c", P, CITY, ID], *rows]))
    at.write("names.csv", written([["column", "name", "unit"], [A, "name" + EVIL, "unit" + EVIL], [P, "pred" + EVIL, EVIL]]))
    at.write("users.csv", written([["user", "knows"], ["u" + EVIL, A], ["v" + EVIL, f"{B};{CITY}"], ["w", ""]]))
    at.works("explain", "t.csv", "--prediction", P, "--id", ID, "--knows", "c", "-o", "e.explainee", "--certificate", "c.json")
    at.works("moments", "t.csv", "--exclude", ID, "-o", "t.moments")
    return at


EXPLAIN = ["explain", "t.csv", "--prediction", P, "--id", ID]
WORKING = {
    "explain": EXPLAIN,
    "a row": [*EXPLAIN, "--row", "3", "--knows", A, "--names", "names.csv"],
    "quiet": [*EXPLAIN, "--names", "names.csv", "--quiet", "--timings"],
    "families of facts": [*EXPLAIN, "--family", "features,bins,rules,pairs", "--told", CITY],
    "local": [*EXPLAIN, "--local", "--row", "3"],
    "lasso": [*EXPLAIN, "--method", "lasso", "--features", f"{A},{B},c"],
    "sees": [*EXPLAIN, "--sees-mean", f"{A},{B}"],
    "a class": ["explain", "t.csv", "--prediction", CITY, "--id", ID, "--row", "3"],
    "strange names": [*EXPLAIN, "--names", "users_as_names.csv"],
    "score": ["score", "t.csv", "--prediction", P, "--id", ID, "--features", f"{A},{CITY}"],
    "families": ["families", "t.csv", "--prediction", P, "--names", "names.csv", "--timings"],
    "cohort": ["cohort", "t.csv", "--prediction", P, *ALL_AT_ONCE, "--users", "users.csv", "-o", "people.csv", "--catalogue", "2"],
    "apply": ["apply", "e.explainee", "t.csv", "--all-rows", "rows.csv", "--id", ID],
    "check": ["check", "e.explainee", "t.csv"],
    "moments": ["moments", "t.csv", "-o", "new.moments"],
    "explain moments": ["explain", "t.moments", "--prediction", P],
    "merge": ["merge", "t.moments", "-o", f"merged{EVIL}.moments"],
    "verify": ["verify", "c.json"],
    "verify and list": ["verify", "c.json", "--list"],
}


@pytest.mark.parametrize("case", WORKING)
def test_what_is_said_is_harmless(cli, case):
    cli.write("users_as_names.csv", written([["column", "name"], ["no such" + EVIL, "x"]]))
    arguments = WORKING[case]
    outcome = cli.works(*arguments)
    assert_harmless(outcome.out)
    assert_harmless(outcome.err)
    assert all(line.startswith(("explainee: ", "t.csv was read", " ")) or " ms" in line for line in outcome.err.splitlines())
    if case.startswith("verify"):
        assert outcome.out.startswith("accepted: ") and outcome.out.count("\naccepted") == 0
        return
    if case not in ("moments", "merge", "quiet"):
        document = cli.works(*arguments, "--json")
        assert_harmless(document.out)
        assert json.loads(document.out)


def test_data_stay_exact(cli):
    document = cli.works(*EXPLAIN, "--json", "--row", "3", "-s", "3").json()
    assert {fact["name"] for fact in document["explanation"]["features"]} == {A, B, CITY}
    assert document["prediction"] == P and document["row"]["id"] == "3" + EVIL
    cli.works(*WORKING["cohort"])
    with open(cli.folder / "people.csv", newline="") as file:
        people = list(csv.DictReader(file))
    assert [person["user"] for person in people] == ["u" + EVIL, "v" + EVIL, "w"]
    assert A in people[2]["features"] and B in people[2]["features"]
    cli.works(*WORKING["apply"])
    with open(cli.folder / "rows.csv", newline="") as file:
        assert f"contribution.{A}" in next(csv.reader(file))


def test_kept_files_can_be_read_on_a_terminal(cli):
    for name in ("c.json", "e.explainee"):
        assert_harmless((cli.folder / name).read_text())
    kept = json.loads((cli.folder / "e.explainee").read_text())
    assert kept["predictions"] == [P]


def test_a_picture_is_harmless(cli):
    cli.works(*WORKING["families"], "--picture", "f.svg")
    assert_harmless((cli.folder / "f.svg").read_text())


def test_a_dialogue_is_harmless(cli):
    typed = EVIL.replace("\n", "")
    said = f"1\n3{typed}\nskip\n{typed}\n0.5\nundo\n0.25\ndone\n".encode()
    ask = ["ask", "t.csv", "--prediction", P, "--id", ID, "--names", "names.csv", "--question", f"How much{EVIL}?"]
    first = cli.works(*ask, "--save", f"kept{EVIL}.csv", stdin=said)
    again = cli.works(*ask, "--save", f"kept{EVIL}.csv", stdin=b"0.5\ndone\n")
    words = cli.works(*ask[:6], "--answer-words", f"low{EVIL},high{EVIL}", stdin=f"\nlow\nx{typed}\nundo\nlow\ndone\n".encode())
    for outcome in (first, again, words):
        assert_harmless(outcome.out)
        assert outcome.err == ""
    assert "Going on from kept" in again.out


def refused(cli, change):
    certificate = json.loads((cli.folder / "c.json").read_text())
    forged = copied(certificate)
    change(forged)
    cli.write("forged.json", sealed(forged))
    outcome = cli("verify", "forged.json", "--moments", "c.json.moments")
    assert outcome.status in (UNFIT, REJECTED)
    assert_one_line(outcome)
    return outcome.err


def test_a_refused_certificate_never_says_accepted(cli):
    def relabelled(certificate):
        for candidate in certificate["candidates"]:
            candidate["label"] = "label" + EVIL
        certificate["labels"]["reader"] = EVIL

    def too_good(certificate):
        relabelled(certificate)
        certificate["bound_bits"] = certificate["bits"] = certificate["bits"] - 0.05

    def first_chosen(certificate):
        relabelled(certificate)
        certificate["support"] = [0]

    for change in (
        too_good,
        first_chosen,
        lambda c: c.__setitem__("key" + EVIL, 1),
        lambda c: c.__setitem__("s", EVIL),
        lambda c: c.__setitem__("schema", EVIL),
        lambda c: c.__setitem__("moments_sha256", EVIL),
        lambda c: c["leaves"][0].__setitem__("kind", EVIL),
    ):
        assert not refused(cli, change).startswith("accepted")
    certificate = json.loads((cli.folder / "c.json").read_text())
    relabelled(certificate)
    cli.write("relabelled.json", sealed(certificate))
    said = cli.works("verify", "relabelled.json", "--moments", "c.json.moments", "--list").out
    assert_harmless(said)
    assert len(re.findall("^accepted", said, flags=re.M)) == 1 and "label\\u{a}" in said


def test_damaged_files_are_refused_in_a_line(cli):
    table = [[A, B, P], *[[f"{i}", f"{i * i % 7}", f"{i}"] for i in range(30)]]

    def with_cell(text):
        return [*table[:20], [text, "1", "2"], *table[20:]]

    for name, content, arguments in (
        (f"cell{EVIL}.csv", written(with_cell(EVIL)), ("--numbers", A)),
        (f"ragged{EVIL}.csv", written([*table, ["1"]]), ()),
        (f"twice{EVIL}.csv", written([[A, A, P], *table[1:]]), ()),
        (f"empty{EVIL}.csv", "", ()),
        (f"no{EVIL}.csv", None, ()),
        (f"bad{EVIL}.parquet", b"PAR1" + EVIL.encode() * 20, ()),
        (f"bad{EVIL}.arrow", b"ARROW1\0\0" + EVIL.encode() * 20, ()),
        (f"bad{EVIL}.moments", b"EXPLMOM\n" + EVIL.encode() * 20, ()),
        (f"one{EVIL}.csv", written([[A, B, P], ["1", "", "2"], *table[1:]]), ()),
    ):
        if content is not None:
            cli.write(name, content)
        outcome = cli("explain", name, "--prediction", P, *arguments)
        assert outcome.status in (USAGE, UNFIT), (name, outcome)
        assert_one_line(outcome)
    for name in (f"x{EVIL}.explainee", "plain.explainee"):
        cli.write(name, json.dumps({"schema": EVIL, "sha256": EVIL}))
        for command in ("apply", "check"):
            outcome = cli(command, name, "t.csv")
            assert outcome.status == UNFIT
            assert_one_line(outcome)
    cli.write(f"r{EVIL}.json", json.dumps({"schema": "explainee.request.v1", "who": {EVIL: 1}}))
    assert_one_line(cli("explain", "t.csv", "--request", f"r{EVIL}.json"))
    cli.write(f"people{EVIL}.csv", written([["user", "knows"], ["u" + EVIL, "nobody" + EVIL]]))
    assert_one_line(cli("cohort", "t.csv", "--prediction", P, *ALL_AT_ONCE, "--users", f"people{EVIL}.csv", "-o", f"o{EVIL}.csv"))
    cli.write("show.csv", written([["column", "show"], [A, "exp(y" + EVIL + ")"]]))
    assert_one_line(cli(*EXPLAIN, "--names", "show.csv"))


WRONG = {
    "command": [EVIL],
    "like a command": ["explain" + EVIL],
    "option": ["explain", "t.csv", "--" + EVIL],
    "argument": ["explain", "t.csv", EVIL, EVIL],
    "column": ["explain", "t.csv", "--prediction", "q" + EVIL],
    "choice": [*EXPLAIN, "--method", EVIL],
    "number": [*EXPLAIN, "-s", EVIL],
    "missing": [*EXPLAIN, "--missing", EVIL],
    "family": [*EXPLAIN, "--family", EVIL],
    "estimator": [*EXPLAIN, "--estimator", EVIL],
    "expression": [*EXPLAIN, "--sees", f"{EVIL}+1"],
    "pair": [*EXPLAIN, "--cost", f"{EVIL}=3"],
    "memory": [*EXPLAIN, "--memory", EVIL],
    "separator": [*EXPLAIN, "--separator", EVIL],
    "row": [*EXPLAIN, "--row", EVIL],
    "request": [*EXPLAIN, "--request", f"no{EVIL}.json"],
    "output": [*EXPLAIN, "--all-rows", f"{EVIL}.xlsx"],
    "folder": [*EXPLAIN, "-o", f"no{EVIL}/e.explainee"],
    "rule": ["score", "t.csv", "--prediction", P, "--rule", EVIL],
    "time limit": ["verify", "c.json", "--time-limit", EVIL],
    "certificate": ["verify", f"no{EVIL}.json"],
    "moments": ["verify", "c.json", "--moments", f"no{EVIL}"],
    "words": ["ask", "t.csv", "--prediction", P, "--answer-words", f"quit,{EVIL}"],
    "photograph": ["image", f"no{EVIL}.png"],
    "window": ["image", "t.csv", "--window", EVIL],
    "merge": ["merge", f"no{EVIL}.moments", "-o", "m.moments"],
    "demo": ["demo", "--picture", f"no{EVIL}/x.svg"],
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_usage_is_told_in_a_line(cli, case):
    outcome = cli(*WRONG[case])
    assert outcome.status in (USAGE, UNFIT), outcome
    assert_one_line(outcome)


def test_names_of_files_that_are_no_utf8(cli):
    name = os.fsdecode(b"caf\xe9\x9b[2J.csv")
    missing = cli("explain", name, "--prediction", "p")
    assert missing.status == USAGE
    assert_one_line(missing)
    assert r"caf\x{e9}\x{9b}[2J.csv" in missing.err
    assert_one_line(cli("explain", "t.csv", "--prediction", os.fsdecode(b"\xff\xed\xa0\x80")))
    assert_one_line(cli(os.fsdecode(b"\xff\x1b")))


@pytest.mark.parametrize("case", ["explain", "a row", "families", "cohort", "apply", "check", "verify", "ask"])
def test_on_a_terminal_there_are_only_our_own_colours(cli, case):
    dialogue = ["ask", "t.csv", "--prediction", P, "--id", ID, "--names", "names.csv"]
    arguments = dialogue if case == "ask" else WORKING[case]
    parent, child = pty.openpty()
    environment = {k: v for k, v in os.environ.items() if k != "NO_COLOR"}
    process = subprocess.Popen([PROGRAM, *arguments], cwd=cli.folder, env=environment, stdin=child, stdout=child, stderr=child)
    os.close(child)
    if case == "ask":
        os.write(parent, b"1\n0.5\n0.25\nnothing\nundo\ndone\n")
    seen = b""
    while True:
        try:
            part = os.read(parent, 65536)
        except OSError:  # the other side is closed
            break
        seen += part
    os.close(parent)
    assert process.wait() == 0
    shown = seen.decode().replace("\r\n", "\n")
    plain = re.sub(r"\x1b\[\d+m", "", re.sub(r"\r\x1b\[K[^\r\n]*(?=\r\x1b\[K)|\r\x1b\[K", "", shown))
    assert_harmless(plain)
    if case in ("explain", "a row"):
        assert "\x1b[1m" in shown and r"\u{1b}[32maccepted" in shown
