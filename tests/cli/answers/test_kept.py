"""Explainers at work: every row explained, kept, applied to other rows, checked."""

import json

import numpy as np
import pyarrow.parquet as pq
import pytest

from conftest import DIABETES, UNFIT, USAGE, Table, make_table

CHANGED = 4


def rows_of(cli, path):
    lines = (cli.folder / path).read_text().splitlines()
    names = lines[0].split(",")
    return [dict(zip(names, line.split(","))) for line in lines[1:]]


@pytest.fixture
def kept(cli, csv):
    cli.works("explain", csv, "--prediction", "p", "--knows", "a", "-s", 2, "-o", "e.explainee", "--all-rows", "rows.csv")
    return "e.explainee"


def test_rows_add_up_and_agree_with_single_rows(cli, csv, kept, table):
    rows = rows_of(cli, "rows.csv")
    assert len(rows) == table.rows and list(rows[0])[:3] == ["row", "prediction", "expected"]
    document = cli.explain(csv, "--knows", "a", "-s", 2, "--row", 7)
    row, wanted = rows[7], document["row"]
    parts = {f"contribution.{part['name']}": part["contribution"] for part in wanted["contributions"]}
    assert [name for name in row if name.startswith("contribution")] == list(parts)
    for name, value in (parts | {"expected": wanted["expected"], "remainder": wanted["remainder"]}).items():
        assert float(row[name]) == pytest.approx(value, rel=1e-9, abs=1e-12)
    assert float(row["prediction"]) == table["p"][7]
    for row in rows:
        total = float(row["expected"]) + sum(float(row[name]) for name in parts) + float(row["remainder"])
        assert total == pytest.approx(float(row["prediction"]), rel=1e-9)
    mean = np.mean([float(row["surprise_removed_bits"]) for row in rows])
    assert mean == pytest.approx(document["explanation"]["information"]["bits"], abs=1e-9)


@pytest.mark.parametrize("who", [[], ["--knows", "a"], ["--family", "curves,pairs"], ["--shown-as", "b=round:0.5"]])
def test_a_row_of_the_json_has_the_digits_of_its_line(cli, csv, who):
    arguments = [csv, "--prediction", "p", *who, "-s", 3, "--row", 11, "--all-rows", "rows.csv", "--json"]
    wanted = cli.works("explain", *arguments).json()["row"]
    line = rows_of(cli, "rows.csv")[11]
    digits = {f"contribution.{part['name']}": part["contribution"] for part in wanted["contributions"]}
    digits |= {name: wanted[name] for name in ("prediction", "expected", "remainder", "surprise_removed_bits")}
    assert {name: float(line[name]) for name in digits} == digits


PEOPLE = {
    "nobody": [], "knows": ["--knows", "a,city"], "sees": ["--sees", "z(a)+b", "--sees", "c > 0"], "reasons": ["--reasons-from", "a,b"],
    "guess": ["--guess", "d"], "two": ["--prediction", "q"], "weighted": ["--weight", "w"], "curves": ["--family", "curves,pairs"],
    "bins": ["--family", "bins"], "rules": ["--family", "rules"], "examples": ["--family", "examples"], "groups": ["--group", "one=a,b"],
    "averages": ["--family", "averages"],
}  # fmt: skip


@pytest.mark.parametrize("who", PEOPLE)
def test_apply_on_the_same_rows_gives_the_same_digits(cli, wider_table, who):
    cli.write("t.csv", wider_table.csv())
    cli.works("explain", "t.csv", "--prediction", "p", *PEOPLE[who], "-s", 2, "-o", "e.explainee", "--all-rows", "rows.csv")
    cli.works("apply", "e.explainee", "t.csv", "--all-rows", "again.csv")
    assert (cli.folder / "rows.csv").read_text() == (cli.folder / "again.csv").read_text()
    cli.works("apply", "e.explainee", "t.csv", "--all-rows", "again.parquet", "--threads", 1)
    written = pq.read_table(cli.folder / "again.parquet")
    assert written.num_rows == wider_table.rows and written["row"].to_pylist()[:3] == [0, 1, 2]


@pytest.mark.plain
def test_new_rows_are_marked(cli, kept):
    cli.write("t2.csv", "city,a,b,c,d,p\nOslo,0,0,0,0,1\nRome,0,0,0,0,1\nOslo,0,99,0,0,1\n")
    cli.works("explain", "t.csv", "--prediction", "p", "-s", 3, "--features", "b,d,city", "-o", "c.explainee")
    cli.works("apply", "c.explainee", "t2.csv", "--all-rows", "new.csv")
    assert [row["marks"] for row in rows_of(cli, "new.csv")] == ["", "unseen", "outside"]
    said = cli.works("apply", "c.explainee", "t2.csv").out
    assert "3 rows" in said and "1 hold a text" in said and "1 hold a number" in said
    figures = json.loads(cli.works("apply", "c.explainee", "t2.csv", "--json").out)
    assert (figures["rows"], figures["unseen"], figures["outside"]) == (3, 1, 1)


def test_what_does_not_fit_is_refused(cli, csv, kept, table):
    cli.write("less.csv", Table({n: table[n] for n in "abp"}).csv())
    cli.refuses("apply", kept, "less.csv", status=USAGE, says=("less.csv", "'d'", "explainer"))
    cli.write("text.csv", Table(table.columns | {"d": np.array(["x"] * table.rows)}).csv())
    cli.refuses("apply", kept, "text.csv", status=UNFIT, says=("text.csv", "'d'", "numbers"))
    cli.write("hole.csv", table.csv(changed={(4, "b"): ""}))
    cli.refuses("apply", kept, "hole.csv", "--all-rows", "no.csv", status=UNFIT, says=("hole.csv", "line 6", "'b'", "--missing"))
    assert "59 rows, 1 more left out" in cli.works("apply", kept, "hole.csv", "--missing", "drop").out
    cli.refuses("apply", csv, csv, status=UNFIT, says=("t.csv", "explainer"))
    text = (cli.folder / kept).read_text()
    cli.write("forged.explainee", text.replace('"drop_missing":false', '"drop_missing":true'))
    cli.refuses("apply", "forged.explainee", csv, status=UNFIT, says=("forged.explainee", "changed"))
    cli.refuses("explain", csv, "--prediction", "p", "-o", csv, status=USAGE, says="overwrite")


def noisy(seed, rows=400, slope=1.0):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(6, rows))
    p = slope * (x[0] + 0.7 * x[1]) + x[2] + rng.normal(size=rows)
    return Table({f"x{j}": x[j] for j in range(6)} | {"p": p})


def test_check_is_silent_on_fresh_rows_and_speaks_on_shifted_ones(cli):
    silent = spoke = 0
    for seed in range(50):
        cli.write("old.csv", noisy(seed).csv())
        cli.works("explain", "old.csv", "--prediction", "p", "--knows", "x2", "-s", 2, "-o", "e.explainee", "--quiet")
        cli.write("new.csv", noisy(1000 + seed).csv())
        silent += cli("check", "e.explainee", "new.csv").status == 0
        cli.write("shifted.csv", noisy(2000 + seed, slope=0.4).csv())
        outcome = cli("check", "e.explainee", "shifted.csv", "--json")
        spoke += outcome.status == CHANGED
        assert json.loads(outcome.out)["changed"] is (outcome.status == CHANGED)
    assert silent >= 45
    assert spoke >= 48


def random_table(seed):
    """Numbers, texts, weights and predictions of every kind; some tell nothing, some tell all."""
    rng = np.random.default_rng(seed)
    rows = int(rng.integers(25, 300))
    columns = {f"x{j}": np.round(rng.normal(size=rows), int(rng.integers(0, 4))) for j in range(int(rng.integers(2, 6)))}
    columns["city"] = rng.choice(["Oslo", "Rome", "Bern"], size=rows)
    columns["w"] = rng.uniform(0.5, 2, size=rows)
    score = sum(rng.choice([0, 0.3, 1]) * x for name, x in columns.items() if name[0] == "x") + (columns["city"] == "Rome") * rng.uniform()
    score = score + rng.choice([0, 0.1, 1, 10]) * rng.normal(size=rows)
    columns["p"] = [score, (score > np.median(score)) * 1.0, np.where(score > np.median(score), "yes", "no")][seed % 3]
    return Table(columns)


def test_check_is_silent_on_the_very_rows(cli):
    people = [[], ["--knows", "x0"], ["--knows", "city"], ["--sees", "x0 + x1"], ["--weight", "w"], ["--knows", "x0,x1", "--linear"]]
    checked = 0
    for seed in range(90):
        table = random_table(seed)
        cli.write("t.csv", table.csv())
        who = people[seed % len(people)] if seed % 7 else ["--family", "curves,bins"]
        more = [] if "--weight" in who else ["--exclude", "w"]
        sparsity = ["-s", 1 + seed % 3, "--effort", "normal" if seed % 3 == 0 else "quick"]
        explained = cli("explain", "t.csv", "--prediction", "p", *who, *more, *sparsity, "-o", "e.explainee", "--quiet")
        if explained.status == UNFIT:  # too few rows for so many columns
            continue
        outcome = cli("check", "e.explainee", "t.csv", "--json")
        figures = json.loads(outcome.out)
        assert (outcome.status, figures["changed"]) == (0, False), (seed, figures)
        then, now = figures["then"], figures["now"]
        assert now["infinite"] == then["infinite"], seed
        if not then["infinite"]:
            assert now["corrected_bits"] == pytest.approx(then["corrected_bits"], rel=1e-9, abs=1e-9), seed
        checked += 1
    assert checked >= 75


@pytest.mark.plain
def test_check_in_words(cli):
    cli.works("explain", DIABETES, "--prediction", "prediction", "--label", "progression", "--knows", "bmi,bp", "-o", "gp.explainee")
    said = cli.works("check", "gp.explainee", DIABETES).out
    assert "told 0.559 bits on 442 rows then and 0.559 bits on 442 rows now" in said.replace("\n", " ")
    assert "{s5, s3, sex} told" in said and "no more of a change" in said and "off by 0 on average" in said


def test_a_category_that_grew(cli, kept):
    old, new = make_table(rows=300, seed=2), make_table(rows=300, seed=3)
    cli.write("old.csv", old.csv())
    cli.works("explain", "old.csv", "--prediction", "p", "--knows", "city", "-s", 2, "-o", "e.explainee")
    new.columns["city"] = np.where(np.arange(300) % 10 == 0, "Rome", new["city"])
    cli.write("new.csv", new.csv())
    figures = json.loads(cli.works("check", "e.explainee", "new.csv", "--json").out)
    assert figures["rows"]["unseen"] == 30 and figures["now"]["rows"] == 300


def test_outputs_appear_together_or_not_at_all(cli, csv):
    explain = ("explain", csv, "--prediction", "p", "--knows", "a")
    cli.refuses(*explain, "-o", "no/x.explainee", "--all-rows", "rows.csv", status=USAGE, says="no/x.explainee")
    cli.refuses(*explain, "-o", "same.csv", "--all-rows", "same.csv", status=USAGE, says=("same.csv", "two outputs"))
    cli.write("answers.csv", "row,answer\n" + "".join(f"{i},{i % 7}\n" for i in range(40)))
    cli.refuses("explain", csv, "--prediction", "p", "--answers", "answers.csv", "-o", "x.explainee", status=USAGE, says="--answers")


def test_a_prediction_that_no_longer_varies_is_a_change(cli, csv, kept, table):
    cli.write("flat.csv", Table(table.columns | {"p": np.ones(table.rows)}).csv())
    assert cli("check", kept, "flat.csv").status == CHANGED


@pytest.mark.plain
def test_an_explainer_can_be_kept_from_moments(cli, csv, kept, table):
    cli.works("moments", csv, "--products", "a", "-o", "t.moments")
    cli.works("explain", "t.moments", "--prediction", "p", "--knows", "a", "-s", 2, "-o", "m.explainee")
    cli.works("apply", "m.explainee", csv, "--all-rows", "again.csv")
    for row, wanted in zip(rows_of(cli, "again.csv"), rows_of(cli, "rows.csv"), strict=True):
        for name in ("prediction", "expected", "remainder", *(n for n in wanted if n.startswith("contribution"))):
            assert float(row[name]) == pytest.approx(float(wanted[name]), rel=1e-9, abs=1e-9)
    says = ("--all-rows", "moments", "give the table")
    cli.refuses("explain", "t.moments", "--prediction", "p", "--all-rows", "x.csv", status=USAGE, says=says)
