"""cohort, one by one: people are told what explain tells them, to the last digit, whatever the threads; a killed run goes on."""

import csv
import signal
import subprocess
import time

import numpy as np
import pyarrow.parquet as pq
import pytest

from conftest import ALL_AT_ONCE, PROGRAM, UNFIT, USAGE, Table, read_csv

NAMES = [f"x{j}" for j in range(6)]
FLEXIBLE = ("--reader", "flexible", "--family", "auto", "--tell", "supported", "--effort", "quick")
PEOPLE = ("cohort", "t.csv", "--prediction", "p", "--users", "users.csv", "-s", 2)


def table_of(rng, rows=200, text=False) -> Table:
    """Bent in x3, cut in x5, and x4 tells more with x0."""
    x = rng.normal(size=(len(NAMES), rows))
    columns = {name: x[j] for j, name in enumerate(NAMES)}
    p = 1.2 * x[0] - x[2] + 1.5 * x[3] ** 2 + x[4] * x[0] + 1.5 * (x[5] > 0.3) + 0.3 * rng.normal(size=rows)
    if text:
        columns["city"] = np.array(["Oslo", "Bergen", "Turku"])[rng.integers(0, 3, rows)]
        p = p + 3 * (columns["city"] == "Oslo")
    return Table(columns | {"p": p})


def number(cell: str):
    return None if cell == "" else float(cell)


def names_in(cell: str) -> list[str]:
    """The parts of a list in one cell."""
    return next(csv.reader([cell], delimiter=";"), []) if cell else []


def same_as_explain(row: dict, answer: dict):
    explanation = answer["explanation"]
    facts, information = explanation["features"], explanation["information"]
    assert names_in(row["features"]) == [fact["name"] for fact in facts]
    assert [number(cell) for cell in names_in(row["coefficients"])] == [fact["coefficient"] for fact in facts]
    assert names_in(row["shapes"]) == [fact["shape"] for fact in facts]
    assert float(row["infinite"]) == information["infinite"]
    assert number(row["bits"]) == information["bits"]
    assert number(row["bound_bits"]) == explanation["certificate"]["bound_bits"]
    assert float(row["optimal"]) == explanation["certificate"]["optimal"]
    assert float(row["removed"]) == explanation["uncertainty"]["removed"]
    assert number(row["impersonal_bits"]) == answer["impersonal"]["all"]["bits"]
    assert number(row["found"]) == information["found"]
    assert number(row["predictive_bits"]) == information["predictive_bits"]
    assert number(row["predictive_se"]) == information["predictive_se"]
    assert row["status"] == ("ok" if explanation["certificate"]["optimal"] else "not_proven")


@pytest.mark.parametrize("how", [
    FLEXIBLE,
    (*FLEXIBLE[:-1], "normal"),
    ("--reader", "flexible", "--family", "features", "--tell", "all"),
    ("--reader", "quadratic", "--family", "auto", "--tell", "all", "--effort", "quick"),
    ("--reader", "linear", "--family", "features", "--tell", "supported"),
    ("--reader", "quadratic", "--family", "curves,bins", "--tell", "all"),
], ids=lambda how: " ".join(how[1::2]))
def test_people_who_know_columns(cli, how):
    cli.write("t.csv", table_of(np.random.default_rng(3)).csv())
    lists = ["", "x0", "x3;x0", "x2", "x0..x2"]
    cli.write("users.csv", "user,knows\n" + "".join(f"u{i},{known}\n" for i, known in enumerate(lists)))
    report = cli.works(*PEOPLE, "-o", "out.csv", *how, "--json").json()
    assert report["one_by_one"] and report["users"] == len(lists) and report["all_at_once_because"] is None
    for row, known in zip(read_csv(cli.folder / "out.csv"), lists):
        who = ["--knows", known.replace(";", ",")] if known else []
        same_as_explain(row, cli.explain("t.csv", "-s", 2, *who, *how))


def test_shapes_and_products_are_told(cli):
    """Otherwise the tests above would compare little."""
    cli.write("t.csv", table_of(np.random.default_rng(3)).csv())
    cli.write("users.csv", "user,knows\na,x0\nb,x3;x2\n")
    cli.works(*PEOPLE, "-o", "out.csv", *FLEXIBLE)
    told = [names_in(row["features"]) for row in read_csv(cli.folder / "out.csv")]
    shapes = [names_in(row["shapes"]) for row in read_csv(cli.folder / "out.csv")]
    assert any("more when" in name for names in told for name in names) and any("bent" in s for s in shapes)
    cli.works(*PEOPLE, "-o", "out.parquet", *FLEXIBLE)
    table = pq.read_table(cli.folder / "out.parquet")
    assert table["features"].to_pylist() == told and table["shapes"].to_pylist() == shapes


def test_people_who_weigh_columns(cli):
    cli.write("t.csv", table_of(np.random.default_rng(5), text=True).csv())
    cli.write("users.csv", "user,w:x0,w:x2\na,1,-2\nb,0,0\nc,0.5,0\nd,1e300,-2e300\n")
    cli.works(*PEOPLE, "-o", "out.csv", *FLEXIBLE)
    rows = read_csv(cli.folder / "out.csv")
    weights = ["x0=1,x2=-2", "", "x0=0.5"]
    for row, own in zip(rows, weights):
        who = ["--reasons-from", own, "--retell"] if own else []
        same_as_explain(row, cli.explain("t.csv", "-s", 2, *who, *FLEXIBLE))
    assert rows[3]["features"] == rows[0]["features"]
    assert float(rows[3]["bits"]) == pytest.approx(float(rows[0]["bits"]), abs=1e-12)


def test_columns_of_the_data_are_people(cli):
    rng = np.random.default_rng(9)
    table = table_of(rng)
    people = {f"u_{k}": table[f"x{k}"] + rng.normal(size=200) for k in range(2)}
    cli.write("t.csv", Table(table.columns | people).csv())
    cli.works("cohort", "t.csv", "--prediction", "p", "--user-columns", "u_*", "-s", 2, "-o", "out.csv", *FLEXIBLE)
    rows = read_csv(cli.folder / "out.csv")
    assert [row["user"] for row in rows] == list(people)
    for row in rows:
        same_as_explain(row, cli.explain("t.csv", "-s", 2, "--summary", row["user"], "--exclude", "u_*", *FLEXIBLE))


def test_categories(cli):
    cli.write("t.csv", table_of(np.random.default_rng(7), text=True).csv())
    cli.write("users.csv", "user,knows\na,x3\nb,city\n")
    cli.works(*PEOPLE, "-o", "out.csv", *FLEXIBLE)
    rows = read_csv(cli.folder / "out.csv")
    assert "city" in rows[0]["features"]
    for row, known in zip(rows, ("x3", "city")):
        same_as_explain(row, cli.explain("t.csv", "-s", 2, "--knows", known, *FLEXIBLE))


def test_what_is_more_than_chance_for_nobody(cli):
    rng = np.random.default_rng(11)
    cli.write("t.csv", Table({name: rng.normal(size=100) for name in NAMES} | {"p": rng.normal(size=100)}).csv())
    cli.write("users.csv", "user,knows\na,x0\nb,x0..x5\n")
    outcome = cli.works(*PEOPLE, "-o", "out.csv", *FLEXIBLE)
    assert "For 1 person nothing in this table tells more than chance." in outcome.out
    chance, everything = read_csv(cli.folder / "out.csv")
    same_as_explain(chance, cli.explain("t.csv", "-s", 2, "--knows", "x0", *FLEXIBLE))
    assert chance["found"] == "0" and chance["features"] == "" and chance["status"] == "ok"
    assert everything["status"] == "nothing_to_explain" and everything["found"] == ""


def test_too_few_rows_for_one_of_them(cli):
    rng = np.random.default_rng(12)
    cli.write("t.csv", Table({f"x{j}": rng.normal(size=14) for j in range(15)} | {"p": rng.normal(size=14)}).csv())
    cli.write("users.csv", "user,knows\na,x0..x12\nb,x0\n")
    cli.works(*PEOPLE, "-o", "out.csv", *FLEXIBLE)
    assert [row["status"] for row in read_csv(cli.folder / "out.csv")] == ["too_few_rows", "ok"]


def test_threads_do_not_matter_and_twins_get_the_same(cli):
    cli.write("t.csv", table_of(np.random.default_rng(13)).csv())
    lists = ["x0", "x1", "x0;x1", "x2"] * 40
    cli.write("users.csv", "user,knows\n" + "".join(f"u{i},{known}\n" for i, known in enumerate(lists)))
    for threads in (1, 3):
        cli.works(*PEOPLE, *FLEXIBLE, "--threads", threads, "-o", f"out{threads}.csv")
    assert (cli.folder / "out1.csv").read_bytes() == (cli.folder / "out3.csv").read_bytes()
    rows = [{k: v for k, v in row.items() if k != "user"} for row in read_csv(cli.folder / "out1.csv")]
    assert rows[:4] * 40 == rows


def many_people(cli, count=600):
    rng = np.random.default_rng(17)
    cli.write("t.csv", table_of(rng).csv())
    weights = np.round(rng.normal(size=(count, 6)), 3)
    head = "user," + ",".join(f"w:{n}" for n in NAMES) + "\n"
    cli.write("users.csv", head + "".join(f"u{i}," + ",".join(map(str, row)) + "\n" for i, row in enumerate(weights)))


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_stopped_run_goes_on(cli, how):
    many_people(cli)
    command = [*map(str, PEOPLE), *FLEXIBLE]
    cli.works(*command, "-o", "whole.csv")
    partial = cli.folder / "out.csv.partial"
    running = subprocess.Popen([PROGRAM, *command, "-o", "out.csv"], cwd=cli.folder, stdout=-3, stderr=subprocess.PIPE)
    while running.poll() is None and not (partial.exists() and partial.stat().st_size > 10_000):
        time.sleep(0.001)
    stopped = running.poll() is None
    running.send_signal(how)
    _, said = running.communicate()
    if stopped:
        assert partial.exists() and not (cli.folder / "out.csv").exists()
        assert how == signal.SIGKILL or (running.returncode == 130 and b"the same command goes on from there" in said)
    outcome = cli.works(*command, "-o", "out.csv")
    assert not stopped or "by the run that was stopped" in outcome.out
    assert (cli.folder / "out.csv").read_bytes() == (cli.folder / "whole.csv").read_bytes()
    assert not partial.exists()


def test_where_rows_cannot_say_more_all_are_served_at_once(cli):
    cli.write("t.csv", table_of(np.random.default_rng(19)).csv())
    cli.write("users.csv", "user,knows\na,x0\n")
    cli.write("noisy.csv", "user,w:x0,noise\na,1,0.5\nb,1,0\n")
    cli.write("asked.csv", "user,row,answer\n" + "".join(f"a,{row},{row % 3}\n" for row in range(6)))
    cli.works("moments", "t.csv", "-o", "t.moments", "--products", "x0")
    for data, users, why in [("t.moments", "users.csv", "moments have no rows"), ("t.csv", "noisy.csv", "is noisy"),
                             ("t.csv", "asked.csv", "learnt from answers")]:
        call = ("cohort", data, "--prediction", "p", "--users", users, "-s", 2)
        outcome = cli.works(*call, "-o", "one.csv", *FLEXIBLE)
        assert why in outcome.out
        cli.works(*call, "-o", "other.csv", *ALL_AT_ONCE)
        assert (cli.folder / "one.csv").read_bytes() == (cli.folder / "other.csv").read_bytes()
        assert read_csv(cli.folder / "one.csv")[0]["found"] == read_csv(cli.folder / "one.csv")[0]["shapes"] == ""
        cli.refuses(*call, "-o", "no.csv", "--family", "bins", status=USAGE, says="--family features")


def test_the_paper_is_served_at_once(cli):
    cli.write("t.csv", table_of(np.random.default_rng(19)).csv())
    cli.write("users.csv", "user,knows\na,x0\n")
    assert not cli.works(*PEOPLE, "-o", "one.csv", "--paper", *FLEXIBLE, "--json").json()["one_by_one"]
    cli.works(*PEOPLE, "-o", "other.csv", "--linear", *ALL_AT_ONCE)
    assert (cli.folder / "one.csv").read_bytes() == (cli.folder / "other.csv").read_bytes()


def test_calls_that_cannot_be(cli):
    table = table_of(np.random.default_rng(1), text=True)
    table.columns["gaps"] = np.where(np.arange(200) == 7, np.nan, 1.0)
    cli.write("t.csv", table.csv())
    cli.write("users.csv", "user,knows\na,x0\n")
    call = (*PEOPLE, "-o", "out.csv", *FLEXIBLE)
    cli.refuses(*call, "--catalogue", 2, status=USAGE,
                says=["--catalogue", "--reader quadratic", "--family features", "--tell all"])
    cli.refuses(*call[:-2], "--family", "magic", status=USAGE, says="magic")
    for users, says, status in [
        ("user,knows\na,x0\nb,height\n", ["users.csv, line 3", "height"], USAGE),
        ("user,knows\na,x0\nb,x0;p\n", ["users.csv, line 3", "'p' is the prediction"], USAGE),
        ("user,w:height\na,1\n", ["users.csv", "height"], USAGE),
        ("user,w:city\na,1\n", ["users.csv", "'city' is text"], USAGE),
        ("user,knows\na,x0\nb,gaps\n", ["t.csv", "gaps"], UNFIT),
    ]:
        cli.write("users.csv", users)
        cli.refuses(*call, status=status, says=says)
