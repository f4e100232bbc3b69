"""cohort, all at once: every person gets what explain gives them; a catalogue against all choices; a killed run goes on."""

import itertools
import os
import signal
import subprocess
import time

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from conftest import ALL_AT_ONCE, PROGRAM, UNFIT, USAGE, Table, read_csv

pytestmark = pytest.mark.plain

NAMES = [f"x{j}" for j in range(6)]


def table_of(rng, rows=150, text=False) -> Table:
    x = rng.normal(size=(len(NAMES), rows))
    x[1] += 0.8 * x[0]
    x[3] = x[2] ** 2 - 1 + 0.1 * x[3]
    columns = {name: x[j] for j, name in enumerate(NAMES)}
    p = 1.5 * x[0] - x[2] + 0.7 * x[3] + 0.5 * x[4] * x[0] + 0.3 * rng.normal(size=rows)
    if text:
        columns["city"] = np.array(["Oslo", "Bergen", "Turku"])[rng.integers(0, 3, rows)]
        p = p + 1.2 * (columns["city"] == "Oslo")
    return Table(columns | {"p": p})


def same_as_explain(row: dict, answer: dict):
    explanation = answer["explanation"]
    assert row["features"].split(";") == [f["name"] for f in explanation["features"]]
    for cell, fact in zip(row["coefficients"].split(";"), explanation["features"]):
        if fact["coefficient"] is None:
            assert cell == ""
        else:
            assert float(cell) == pytest.approx(fact["coefficient"], rel=1e-8)
    information = explanation["information"]
    assert float(row["infinite"]) == information["infinite"]
    if not information["infinite"]:
        assert float(row["bits"]) == pytest.approx(information["bits"], abs=1e-9)
        assert float(row["bound_bits"]) == pytest.approx(explanation["certificate"]["bound_bits"], abs=1e-9)
    assert float(row["removed"]) == pytest.approx(explanation["uncertainty"]["removed"], abs=1e-8)
    assert row["optimal"] == "1" and explanation["certificate"]["optimal"]
    impersonal = answer["impersonal"]["all"]
    if not impersonal["infinite"]:
        assert float(row["impersonal_bits"]) == pytest.approx(impersonal["bits"], abs=1e-9)
    assert row["status"] == "ok"


@pytest.mark.parametrize("text", [False, True])
@pytest.mark.parametrize("linear", [False, True])
def test_lists_of_known_columns(cli, text, linear):
    rng = np.random.default_rng(3)
    cli.write("t.csv", table_of(rng, text=text).csv())
    names = NAMES + (["city"] if text else [])
    lists = [[], *([n] for n in names), ["x0", "x2"], ["x2", "x4", "x0"], *([["city", "x0"]] if text else [])]
    cli.write("users.csv", "user,knows\n" + "".join(f"u{i},{';'.join(l)}\n" for i, l in enumerate(lists)))
    how = ["--linear"] if linear else []
    cli.works("cohort", "t.csv", "--prediction", "p", *ALL_AT_ONCE, "--users", "users.csv", "-o", "out.csv", "-s", 2, *how)
    rows = read_csv(cli.folder / "out.csv")
    assert [row["user"] for row in rows] == [f"u{i}" for i in range(len(lists))]
    for row, known in zip(rows, lists):
        who = ["--knows", ",".join(known)] if known else []
        same_as_explain(row, cli.explain("t.csv", *ALL_AT_ONCE, "-s", 2, *who, *how))


@pytest.mark.parametrize("text", [False, True])
def test_weights_are_what_she_sees(cli, text):
    rng = np.random.default_rng(5)
    cli.write("t.csv", table_of(rng, text=text).csv())
    weights = np.round(rng.normal(size=(8, 3)) * (rng.random((8, 3)) < 0.7), 2)
    weights[0] = [0, 0, 0]
    cli.write("users.csv", "user,w:x0,w:x2,w:x5\n" + "".join(f"{i},{a},{b},{c}\n" for i, (a, b, c) in enumerate(weights)))
    cli.works("cohort", "t.csv", "--prediction", "p", *ALL_AT_ONCE, "--users", "users.csv", "-o", "out.csv", "-s", 2)
    for row, (a, b, c) in zip(read_csv(cli.folder / "out.csv"), weights):
        who = ["--sees", f"({a})*x0+({b})*x2+({c})*x5"] if any([a, b, c]) else []
        same_as_explain(row, cli.explain("t.csv", *ALL_AT_ONCE, "-s", 2, *who))


def test_units_of_weights_do_not_matter(cli):
    cli.write("t.csv", table_of(np.random.default_rng(5)).csv())
    weights = ["1,-2", "1e300,-2e300", "1e-300,-2e-300"]
    cli.write("users.csv", "user,w:x0,w:x2\n" + "".join(f"u{i},{w}\n" for i, w in enumerate(weights)))
    cli.works("cohort", "t.csv", "--prediction", "p", *ALL_AT_ONCE, "--users", "users.csv", "-o", "out.csv", "-s", 2)
    rows = read_csv(cli.folder / "out.csv")
    for row in rows[1:]:
        assert row["features"] == rows[0]["features"]
        assert float(row["bits"]) == pytest.approx(float(rows[0]["bits"]), abs=1e-12)


def test_more_known_than_rows_carry_is_no_proof(cli):
    rng = np.random.default_rng(6)
    cli.write("t.csv", Table({f"x{j}": rng.normal(size=12) for j in range(15)} | {"p": rng.normal(size=12)}).csv())
    cli.write("users.csv", "user,knows\na,x0..x8\nb,x0..x12\nc,x0..x14\nd,x0\n")
    cli.works("cohort", "t.csv", "--prediction", "p", *ALL_AT_ONCE, "--users", "users.csv", "-o", "out.csv", "--linear")
    assert [row["status"] for row in read_csv(cli.folder / "out.csv")] == ["too_few_rows"] * 3 + ["ok"]


def given(cov, known):
    """Covariance given the columns at `known`, by least squares."""
    if not known:
        return cov
    return cov - cov[:, known] @ np.linalg.pinv(cov[np.ix_(known, known)]) @ cov[known]


@pytest.mark.parametrize("text", [False, True])
def test_weights_with_noise(cli, text):
    rng = np.random.default_rng(7)
    table = table_of(rng, text=text)
    cli.write("t.csv", table.csv())
    cli.write("users.csv", "user,w:x0,w:x1,noise\nann,1,0,0.5\nbob,0.5,-1,2\n")
    only = ["--exclude", "city"] if text else []
    cli.works("cohort", "t.csv", "--prediction", "p", *ALL_AT_ONCE, "--users", "users.csv", "-o", "out.csv", "-s", 2, *only)
    z = np.array([table[n] for n in NAMES] + [table["p"]])
    cov = np.cov(z, bias=True)
    for row, (w0, w1, noise) in zip(read_csv(cli.folder / "out.csv"), [(1, 0, 0.5), (0.5, -1, 2)]):
        w = np.array([w0, w1, 0, 0, 0, 0, 0])
        joint = np.block([[cov, (cov @ w)[:, None]], [(cov @ w)[None], w @ cov @ w + noise**2]])
        hers = given(joint, [7])
        best = max(
            (0.5 * np.log2(hers[6, 6] / given(hers, list(e))[6, 6]), [NAMES[j] for j in e])
            for e in itertools.combinations(range(6), 2)
        )
        assert float(row["bits"]) == pytest.approx(best[0], abs=1e-9)
        assert sorted(row["features"].split(";")) == best[1]


def test_columns_of_the_data_are_people(cli):
    rng = np.random.default_rng(9)
    table = table_of(rng)
    people = {f"u_{k}": table[f"x{k}"] + rng.normal(size=150) for k in range(4)}
    cli.write("t.csv", Table(table.columns | people).csv())
    cli.works("cohort", "t.csv", "--prediction", "p", *ALL_AT_ONCE, "--user-columns", "u_*", "-o", "out.csv", "-s", 2)
    rows = read_csv(cli.folder / "out.csv")
    assert [row["user"] for row in rows] == list(people)
    for row in rows:
        same_as_explain(row, cli.explain("t.csv", *ALL_AT_ONCE, "-s", 2, "--summary", row["user"], "--features", "x*"))


def test_moments_give_the_same(cli):
    cli.write("t.csv", table_of(np.random.default_rng(11)).csv())
    cli.write("users.csv", "user,knows\na,x0\nb,x2;x4\n")
    cli.works("moments", "t.csv", "-o", "t.moments", "--products", "x0,x2,x4")
    for data, out in (("t.csv", "rows.csv"), ("t.moments", "moments.csv")):
        cli.works("cohort", data, "--prediction", "p", *ALL_AT_ONCE, "--users", "users.csv", "-o", out, "-s", 2)
    for one, other in zip(read_csv(cli.folder / "rows.csv"), read_csv(cli.folder / "moments.csv")):
        assert one["features"] == other["features"]
        assert float(one["bits"]) == pytest.approx(float(other["bits"]), abs=1e-9)


def test_moments_without_products_say_so(cli):
    cli.write("t.csv", table_of(np.random.default_rng(11)).csv())
    cli.write("users.csv", "user,knows\na,x0\nb,x2;x4\nc,\n")
    cli.works("moments", "t.csv", "-o", "t.moments")
    call = ("cohort", "t.moments", "--prediction", "p", *ALL_AT_ONCE, "--users", "users.csv", "-o", "out.csv", "-s", 2)
    assert cli.works(*call, "--json").json()["known_linear_only"] == 2
    assert "Of 2 people only linear knowing counts" in cli.works(*call).out
    assert cli.works(*call, "--linear", "--json").json()["known_linear_only"] == 0


def test_texts_of_two_kinds(cli):
    """One column, and a category all the same: it has no coefficient."""
    rng = np.random.default_rng(14)
    columns = table_of(rng).columns
    place = np.array(["north", "south"])[rng.integers(0, 2, 150)]
    cli.write("t.csv", Table(columns | {"place": place, "p": columns["p"] + 2 * (place == "north")}).csv())
    cli.write("users.csv", "user,knows\na,x0\nb,\n")
    cli.works("cohort", "t.csv", "--prediction", "p", *ALL_AT_ONCE, "--users", "users.csv", "-o", "out.csv", "-s", 3)
    for row, knows in zip(read_csv(cli.folder / "out.csv"), ("x0", "")):
        assert "place" in row["features"]
        same_as_explain(row, cli.explain("t.csv", *ALL_AT_ONCE, "-s", 3, *(["--knows", knows] if knows else [])))


def test_a_text_that_only_one_knows(cli):
    """Too many kinds for a fact, and a fact for nobody just because somebody has it."""
    rng = np.random.default_rng(15)
    columns = table_of(rng).columns
    kinds = np.array([f"k{i}" for i in rng.integers(0, 30, 150)])
    shift = np.array([float(k[1:]) for k in kinds])
    cli.write("t.csv", Table(columns | {"kind": kinds, "p": columns["p"] + shift}).csv())
    cli.write("users.csv", "user,knows\na,kind\nb,x0\n")
    report = cli.works("cohort", "t.csv", "--prediction", "p", *ALL_AT_ONCE, "--users", "users.csv", "-o", "out.csv", "-s", 2, "--json").json()
    assert report["candidates"] == len(NAMES)
    has_it, has_not = read_csv(cli.folder / "out.csv")
    alone = cli.explain("t.csv", *ALL_AT_ONCE, "-s", 2, "--knows", "kind")["explanation"]
    assert has_it["features"].split(";") == [f["name"] for f in alone["features"]]
    assert float(has_it["bits"]) == pytest.approx(alone["information"]["bits"], abs=1e-9)
    same_as_explain(has_not, cli.explain("t.csv", *ALL_AT_ONCE, "-s", 2, "--knows", "x0"))


def test_knowing_more_than_rows_carry(cli):
    """Somebody knows all of a wide table: squares and products of that would be thousands."""
    rng = np.random.default_rng(16)
    x = rng.normal(size=(60, 300))
    cli.write("t.csv", Table({f"x{j}": x[j] for j in range(60)} | {"p": x[0] + x[1] + x[2] + 0.1 * x[3]}).csv())
    cli.write("users.csv", "user,knows\na,x1..x59\nb,x0\n")
    report = cli.works("cohort", "t.csv", "--prediction", "p", *ALL_AT_ONCE, "--users", "users.csv", "-o", "out.csv", "-s", 2, "--json").json()
    assert report["known_linear_only"] == 1
    rows = read_csv(cli.folder / "out.csv")
    same_as_explain(rows[0], cli.explain("t.csv", *ALL_AT_ONCE, "-s", 2, "--knows", "x1..x59"))
    same_as_explain(rows[1], cli.explain("t.csv", *ALL_AT_ONCE, "-s", 2, "--knows", "x0"))


def test_people_without_rows_enough_have_no_say_in_the_catalogue(cli):
    cli.write("t.csv", table_of(np.random.default_rng(17), rows=7).csv())
    cli.write("users.csv", "user,knows\na,x0;x1;x2;x3;x4\nb,x0\nc,x2\n")
    report = cli.works("cohort", "t.csv", "--prediction", "p", *ALL_AT_ONCE, "--users", "users.csv", "-o", "out.csv", "-s", 1, "--linear",
                       "--catalogue", 2, "--json").json()
    assert [row["status"] for row in read_csv(cli.folder / "out.csv")] == ["too_few_rows", "ok", "ok"]
    assert report["catalogue_chosen_on"] == 2
    assert all(entry["share"] <= 1 + 1e-12 for entry in report["catalogue"])
    assert read_csv(cli.folder / "out.csv")[0]["catalogue"] == ""


def test_fewer_facts_left_than_are_told(cli):
    """The impersonal explanation has as many facts as everybody's."""
    cli.write("t.csv", table_of(np.random.default_rng(12)).csv())
    cli.write("users.csv", "user,knows\na,x0;x1;x2;x5\nb,x1;x2;x3;x4;x5\n")
    cli.works("cohort", "t.csv", "--prediction", "p", *ALL_AT_ONCE, "--users", "users.csv", "-o", "out.csv", "-s", 3)
    for row, knows in zip(read_csv(cli.folder / "out.csv"), ("x0,x1,x2,x5", "x1,x2,x3,x4,x5")):
        same_as_explain(row, cli.explain("t.csv", *ALL_AT_ONCE, "-s", 3, "--knows", knows))


def test_long_numbers_name_different_people(cli):
    cli.write("t.csv", table_of(np.random.default_rng(11)).csv())
    long = [9007199254740993, 9007199254740992, 100000]
    pq.write_table(pa.table({"user": pa.array(long, pa.int64()), "knows": ["x0", "x2", ""]}), cli.folder / "users.parquet")
    cli.works("cohort", "t.csv", "--prediction", "p", *ALL_AT_ONCE, "--users", "users.parquet", "-o", "out.csv")
    assert [row["user"] for row in read_csv(cli.folder / "out.csv")] == [str(n) for n in long]


def test_catalogue_against_all_choices(cli):
    rng = np.random.default_rng(13)
    table = table_of(rng, rows=200)
    cli.write("t.csv", table.csv())
    lists = [list(rng.choice(6, size=int(rng.integers(0, 4)), replace=False)) for _ in range(25)]
    text = "".join(f"u{i},{';'.join(NAMES[j] for j in known)}\n" for i, known in enumerate(lists))
    cli.write("users.csv", "user,knows\n" + text)
    answer = cli.works("cohort", "t.csv", "--prediction", "p", *ALL_AT_ONCE, "--users", "users.csv", "-o", "out.csv", "-s", 2,
                       "--linear", "--catalogue", 3, "--json").json()
    cov = np.cov(np.array([table[n] for n in NAMES] + [table["p"]]), bias=True)
    sets = [e for k in (1, 2) for e in itertools.combinations(range(6), k)]
    values = np.zeros((len(lists), len(sets)))
    for i, known in enumerate(lists):
        hers = given(cov, [int(j) for j in known])
        for k, facts in enumerate(sets):
            fresh = [j for j in facts if j not in known]
            values[i, k] = 0.5 * np.log2(hers[6, 6] / given(hers, fresh)[6, 6])
    before = 0
    for size, entry in enumerate(answer["catalogue"], 1):
        best = max(values[:, list(c)].max(axis=1).mean() for c in itertools.combinations(range(len(sets)), size))
        assert entry["exact"]
        assert entry["bits"] == pytest.approx(best, abs=1e-9)
        assert entry["share"] == pytest.approx(best / values.max(axis=1).mean(), abs=1e-9)
        assert entry["bits"] >= before
        assert sum(e["people"] for e in entry["explanations"]) == len(lists)
        before = entry["bits"]
    chosen = [sorted(NAMES.index(n) for n in e["features"]) for e in answer["catalogue"][2]["explanations"]]
    for row, own in zip(read_csv(cli.folder / "out.csv"), values):
        told = [own[sets.index(tuple(e))] for e in chosen]
        assert told[int(row["catalogue"])] == pytest.approx(max(told), abs=1e-12)


def test_whoever_knows_everything(cli):
    table = table_of(np.random.default_rng(15))
    exact = Table(table.columns | {"p": table["x0"] + 2 * table["x2"]})
    cli.write("t.csv", exact.csv())
    cli.write("users.csv", "user,knows\nall,x0..x5\nhalf,x0\n")
    outcome = cli.works("cohort", "t.csv", "--prediction", "p", *ALL_AT_ONCE, "--users", "users.csv", "-o", "out.csv", "-s", 2)
    everything, half = read_csv(cli.folder / "out.csv")
    assert everything["status"] == "nothing_to_explain" and everything["features"] == ""
    assert half["infinite"] == "1" and half["bits"] == "" and half["features"] == "x2"
    assert "For 1 person there is nothing to explain." in outcome.out


def many_people(cli, count=60000):
    rng = np.random.default_rng(17)
    cli.write("t.csv", table_of(rng).csv())
    w = np.round(rng.normal(size=(count, 6)), 3)
    head = "user," + ",".join(f"w:{n}" for n in NAMES) + ",noise\n"
    cli.write("users.csv", head + "".join(f"u{i}," + ",".join(map(str, row)) + ",0.5\n" for i, row in enumerate(w)))


@pytest.mark.parametrize("ending", ["parquet", "csv"])
def test_a_killed_run_goes_on(cli, ending):
    many_people(cli)
    command = ["cohort", "t.csv", "--prediction", "p", *ALL_AT_ONCE, "--users", "users.csv", "-s", "2", "--catalogue", "2"]
    cli.works(*command, "-o", f"whole.{ending}")
    partial = cli.folder / f"out.{ending}.partial"
    running = subprocess.Popen([PROGRAM, *command, "-o", f"out.{ending}"], cwd=cli.folder, stdout=subprocess.DEVNULL)
    while running.poll() is None and not (partial.exists() and partial.stat().st_size > 400_000):
        time.sleep(0.001)
    killed = running.poll() is None
    running.send_signal(signal.SIGKILL)
    running.wait()
    if killed:
        assert partial.exists() and not (cli.folder / f"out.{ending}").exists()
        with open(partial, "ab") as file:  # a mark that was cut off
            file.write(b"\x10\0\0\0\0\0\0\0half")
    outcome = cli.works(*command, "-o", f"out.{ending}")
    assert not killed or "by the run that was stopped" in outcome.out
    assert (cli.folder / f"out.{ending}").read_bytes() == (cli.folder / f"whole.{ending}").read_bytes()
    assert not partial.exists()


def test_other_people_after_a_kill(cli):
    many_people(cli)
    command = ["cohort", "t.csv", "--prediction", "p", *ALL_AT_ONCE, "--users", "users.csv", "-s", "2", "-o", "out.csv"]
    running = subprocess.Popen([PROGRAM, *command], cwd=cli.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    partial = cli.folder / "out.csv.partial"
    while running.poll() is None and not (partial.exists() and partial.stat().st_size > 400_000):
        time.sleep(0.001)
    running.send_signal(signal.SIGINT)
    _, said = running.communicate()
    if running.returncode == 0:
        pytest.skip("it was done before it could be stopped")
    assert running.returncode == 130 and b"the same command goes on from there" in said
    users = (cli.folder / "users.csv").read_text().replace("\nu0,", "\nsomebody,")
    cli.write("users.csv", users)
    cli.refuses(*command, status=UNFIT, says=["remove out.csv.partial", "users.csv"])
    os.remove(partial)
    cli.works(*command)


def test_threads_do_not_matter(cli):
    many_people(cli, 5000)
    for threads in (1, 2):
        cli.works("cohort", "t.csv", "--prediction", "p", *ALL_AT_ONCE, "--users", "users.csv", "-s", 3, "--threads", threads,
                  "-o", f"out{threads}.csv")
    assert (cli.folder / "out1.csv").read_bytes() == (cli.folder / "out2.csv").read_bytes()


@pytest.mark.parametrize("users, says, status", [
    ("knows\nx0\n", "column 'user'", UNFIT),
    ("user,noise\na,1\n", "exactly one of", UNFIT),
    ("user,knows,w:x0\na,x0,1\n", "exactly one of", UNFIT),
    ("user,knows\na,x0\nb,height\n", ["users.csv, line 3", "height"], USAGE),
    ("user,w:height\na,1\n", ["users.csv", "height"], USAGE),
    ("user,w:x0\na,1\nb,\n", ["users.csv, line 3", "w:x0"], UNFIT),
    ("user,w:x0,noise\na,1,-1\n", ["users.csv, line 2", "noise"], UNFIT),
    ("user,knows\n,x0\n", ["users.csv, line 2", "user"], UNFIT),
    ("user,knows\na,x0\nb,x0;p\n", ["users.csv, line 3", "'p' is the prediction"], USAGE),
    ("user,w:x0,noise\na,1,low\n", ["users.csv", "'noise' must hold numbers"], UNFIT),
    ("user,row,answer\na,1,2\n,2,3\n", ["users.csv, line 3", "user"], UNFIT),
])
def test_lists_that_cannot_be(cli, users, says, status):
    cli.write("t.csv", table_of(np.random.default_rng(1)).csv())
    cli.write("users.csv", users)
    cli.refuses("cohort", "t.csv", "--prediction", "p", *ALL_AT_ONCE, "--users", "users.csv", "-o", "out.csv", status=status, says=says)


def test_text_has_no_weight(cli):
    cli.write("t.csv", table_of(np.random.default_rng(1), text=True).csv())
    cli.write("users.csv", "user,w:city\na,1\n")
    cli.refuses("cohort", "t.csv", "--prediction", "p", *ALL_AT_ONCE, "--users", "users.csv", "-o", "out.csv", status=USAGE,
                says=["users.csv", "'city' is text"])
    cli.refuses("cohort", "t.csv", "--prediction", "p", *ALL_AT_ONCE, "--user-columns", "u_*", "-o", "out.csv", status=USAGE,
                says=["t.csv", "--user-columns", "u_*"])


def test_calls_that_cannot_be(cli):
    cli.write("t.csv", table_of(np.random.default_rng(1)).csv())
    cli.write("users.csv", "user,knows\na,x0\n")
    call = ["cohort", "t.csv", "--prediction", "p", *ALL_AT_ONCE]
    cli.refuses(*call, "-o", "out.csv", status=USAGE, says="--users")
    cli.refuses(*call, "--users", "users.csv", status=USAGE, says="-o FILE")
    cli.refuses(*call, "--users", "users.csv", "-o", "users.csv", status=USAGE, says="users.csv")
    cli.refuses(*call, "--users", "users.csv", "-o", "out.doc", status=USAGE, says=".parquet")
    cli.refuses(*call, "--users", "nobody.csv", "-o", "out.csv", status=USAGE, says="nobody.csv")
    cli.refuses(*call, "--users", "users.csv", "-o", "out.csv", "--catalogue", -1, status=USAGE, says="--catalogue")


def test_a_file_of_somebody_else_stays(cli):
    cli.write("t.csv", table_of(np.random.default_rng(1)).csv())
    cli.write("users.csv", "user,knows\nnan,x0\n")
    cli.write("out.csv.partial", "a letter of mine, long enough to be read as a head, and some more of it")
    call = ["cohort", "t.csv", "--prediction", "p", *ALL_AT_ONCE, "--users", "users.csv", "-o", "out.csv"]
    cli.refuses(*call, status=USAGE, says="out.csv.partial")
    (cli.folder / "out.csv.partial").unlink()
    cli.works(*call)
    assert read_csv(cli.folder / "out.csv")[0]["user"] == "nan"
