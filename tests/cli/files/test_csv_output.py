"""CSV that is written reads back without doubt, and a spreadsheet calculates with none of it."""

import csv
import io

import numpy as np
import pytest

from conftest import ALL_AT_ONCE, read_csv

FORMULAS = ["=cmd|' /C calc'!A0", "+a", "-b", "@SUM(A1)", "\ttab"]


def written(rows) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def parts(cell):
    """As docs/reference/files.md says."""
    return next(csv.reader([cell], delimiter=";"))


@pytest.fixture
def odd(cli):
    """Columns with names that lists and spreadsheets stumble over, and people who know them."""
    rng = np.random.default_rng(3)
    names = ["a;b", '"q"', '5" pipe', "=x", "-y"]
    x = rng.normal(size=(80, 5))
    p = x @ [1.0, 1.1, 1.2, 1.3, 1.4] + 0.5 * rng.normal(size=80)
    cli.write("t.csv", written([[*names, "p"], *np.c_[x, p].tolist()]))
    users = [["user", "knows"], ["-5", ""], ["=u", '"a;b"'], ["''=u", '5" pipe;=x'], ["+1+1", '"a;b";"""q"""'], ["'", "-y"]]
    cli.write("users.csv", written(users))
    return names


def cohort(cli, output, *more, users="users.csv"):
    cli.works("cohort", "t.csv", "--prediction", "p", *ALL_AT_ONCE, "--users", users, "-o", output, "-s", 5, *more)


@pytest.mark.plain
def test_lists_read_back(cli, odd):
    cohort(cli, "out.csv", "--raw")
    rows = read_csv(cli.folder / "out.csv")
    known = [[], ["a;b"], ['5" pipe', "=x"], ["a;b", '"q"'], ["-y"]]
    for row, knows in zip(rows, known):
        assert sorted(parts(row["features"])) == sorted(set(odd) - set(knows))
        alone = cli.explain("t.csv", "-s", 5, *[a for k in knows for a in ("--knows", '"' + k.replace('"', '""') + '"')])
        assert parts(row["features"]) == [fact["name"] for fact in alone["explanation"]["features"]]
        assert float(row["bits"]) == pytest.approx(alone["explanation"]["information"]["bits"], abs=1e-12)
    assert [row["user"] for row in rows] == ["-5", "=u", "'=u", "+1+1", "'"]


def test_marks_go_from_every_part_of_a_list(cli, odd):
    cli.write("plain.csv", written([["user", "knows"], ["u", "-y;=x"]]))
    cli.write("marked.csv", written([["user", "knows"], ["u", "'-y;'=x"]]))
    for users in ("plain", "marked"):
        cohort(cli, f"{users}.out.csv", users=f"{users}.csv")
    assert (cli.folder / "plain.out.csv").read_bytes() == (cli.folder / "marked.out.csv").read_bytes()


def test_formulas_are_marked_unless_raw(cli, odd):
    cohort(cli, "out.csv")
    cohort(cli, "raw.csv", "--raw")
    rows, raw = read_csv(cli.folder / "out.csv"), read_csv(cli.folder / "raw.csv")
    assert [row["user"] for row in rows] == ["-5", "'=u", "''=u", "'+1+1", "'"]
    for row, as_is in zip(rows, raw):
        marked = ["'" + name if name in ("=x", "-y") else name for name in parts(as_is["features"])]
        assert parts(row["features"]) == marked
        same = set(row) - {"user", "features"}
        assert {k: row[k] for k in same} == {k: as_is[k] for k in same}
    for row in rows:  # what a spreadsheet sees
        for name, cell in row.items():
            if cell[:1] in ("=", "+", "-", "@", "\t", "\r"):
                assert name == "coefficients" or np.isfinite(float(cell))


def test_people_come_back_from_our_own_csv(cli, odd):
    cohort(cli, "out.csv")
    cohort(cli, "out.parquet")
    people = [["user", "knows"], *([row["user"], ""] for row in read_csv(cli.folder / "out.csv"))]
    cli.write("again.csv", written(people))
    cohort(cli, "again_out.csv", users="again.csv")
    again, once = (read_csv(cli.folder / name) for name in ("again_out.csv", "out.csv"))
    assert [row["user"] for row in again] == [row["user"] for row in once]
    import pyarrow.parquet

    table = pyarrow.parquet.read_table(cli.folder / "out.parquet").to_pydict()
    assert table["user"] == ["-5", "=u", "'=u", "+1+1", "'"]
    assert sorted(table["features"][0]) == sorted(odd)


def test_a_dialogue_goes_on_from_its_own_csv(cli, odd):
    rng = np.random.default_rng(4)
    ask = ["ask", "t.csv", "--prediction", "p", "--answer-words", "-,=,+", "--save", "said.csv", "--settled", 0]
    cli.works(*ask, "--knows", "=x", "--knows", "-y", stdin=b"-\n=\n+\nquit\n")
    rows = read_csv(cli.folder / "said.csv")
    assert [row["answer"] for row in rows] == ["'-", "'=", "'+"]
    assert {row["knows"] for row in rows} == {"'=x;-y"}
    again = cli.works(*ask, stdin=b"undo\nquit\n").out
    assert "3 answers; you have =x and -y in front of you" in again and "Your answer '+' is taken back" in again
    answered = [["row", "answer"], *([i, "-=+"[int(k)]] for i, k in enumerate(rng.integers(0, 3, 80)))]
    for name, mark in (("plain.csv", ""), ("marked.csv", "'")):
        cli.write(name, written([answered[0], *([row, mark + word] for row, word in answered[1:])]))
    how = ["--answer-words", "-,=,+", "--answers"]
    assert cli.explain("t.csv", *how, "plain.csv") == cli.explain("t.csv", *how, "marked.csv")


def test_rows_of_an_explainer(cli, odd):
    for command in (["explain", "t.csv", "--prediction", "p"], ["explain", "t.csv", "--prediction", "p", "--local"]):
        cli.works(*command, "--all-rows", "rows.csv", "-s", 5)
        cli.works(*command, "--all-rows", "raw.csv", "-s", 5, "--raw")
        rows, raw = read_csv(cli.folder / "rows.csv"), read_csv(cli.folder / "raw.csv")
        if "--local" in command:
            assert all(sorted(n.removeprefix("'") for n in parts(r["features"])) == sorted(parts(o["features"])) for r, o in zip(rows, raw))
            assert any("'=x" in parts(r["features"]) for r in rows)
        else:
            assert rows == raw  # no text begins a cell there
    cli.works("explain", "t.csv", "--prediction", "p", "-o", "e.explainee")
    cli.works("apply", "e.explainee", "t.csv", "--all-rows", "applied.csv", "--raw")
