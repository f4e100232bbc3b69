"""Every family agrees with a naive account of its columns, searched by trying every set."""

import re
from itertools import combinations

import numpy as np
import pytest

from conftest import USAGE, Table
from oracle import Person, columns, knowing
from png_file import png

pytestmark = pytest.mark.plain

ROWS = 300


@pytest.fixture(scope="module")
def table():
    rng = np.random.default_rng(4)
    x = rng.normal(size=(5, ROWS)) * np.array([1, 3, 0.5, 20, 1])[:, None] + np.array([0, 10, 2, 100, -1])[:, None]
    x[4] = rng.integers(0, 2, ROWS)  # a yes/no column
    a, b, c, d, e = x
    city = np.array(["Oslo", "Bergen", "Turku"])[rng.integers(0, 3, ROWS)]
    p = a * a + 0.2 * a * (b - 10) + np.abs(d - 100) / 15 + e * (a > 0.3) + 0.4 * (city == "Oslo")
    return Table({"a": a, "b": b, "c": c, "d": d, "e": e, "city": city, "p": p + 0.3 * rng.normal(size=ROWS)})


@pytest.fixture
def at(cli, table):
    cli.write("t.csv", table.csv())
    return cli


NUMBERS = "abcde"


def quantile(values, share):
    """The smallest value with at least this share of the rows at or below it."""
    ordered = np.sort(values)
    return ordered[max(0, int(np.ceil(share * len(values) - 1e-9)) - 1)]


def rounded(value, spread):
    step = 10.0 ** (np.floor(np.log10(spread)) - 1)
    return float(f"{np.round(value / step) * step:.12g}")


def features(t):
    return {name: t[name] for name in [*NUMBERS, "city"]}


def pairs(t):
    return {f"{i} × {j}": (t[i] - t[i].mean()) * (t[j] - t[j].mean()) for i, j in combinations(NUMBERS, 2)}


def curves(t):
    made = {}
    for name in NUMBERS:
        x = t[name]
        k = sorted({quantile(x, share) for share in (0.05, 0.275, 0.5, 0.725, 0.95)})
        if len(k) < 3:
            continue
        above = lambda knot: np.clip(x - knot, 0, None) ** 3  # noqa: E731, B023
        bends = [
            above(t_) - above(k[-2]) * (k[-1] - t_) / (k[-1] - k[-2]) + above(k[-1]) * (k[-2] - t_) / (k[-1] - k[-2])
            for t_ in k[:-2]
        ]
        made[f"curve({name})"] = np.column_stack([x, *bends])
    return made


def bins(t):
    made = {}
    for name in NUMBERS:
        x = t[name]
        cuts = sorted({rounded(quantile(x, share), x.std()) for share in (1 / 3, 2 / 3)})
        cuts = [cut for cut in cuts if x.min() <= cut < x.max()]
        words = {1: ["low", "high"], 2: ["low", "middle", "high"]}[len(cuts)]
        made[f"{name} ({'/'.join(words)})"] = np.array(words)[np.searchsorted(cuts, x)]
    return made


def thresholds(t, name):
    x = t[name]
    found = []
    for share in (0.25, 0.5, 0.75):
        exact = quantile(x, share)
        at = rounded(exact, x.std())
        at = at if x.min() <= at < x.max() else exact
        if at < x.max() and at not in found:
            found.append(at)
    return found


def rules(t):
    conditions = [(name, at) for name in NUMBERS for at in thresholds(t, name)]
    made = {f"{name} > {at:g}": (t[name] > at).astype(float) for name, at in conditions}
    for (i, s), (j, r) in combinations(conditions, 2):
        if i == j:
            continue
        for first in (True, False):
            for second in (True, False):
                holds = ((t[i] > s) == first) & ((t[j] > r) == second)
                made[f"{i} {'>' if first else '<='} {s:g} and {j} {'>' if second else '<='} {r:g}"] = holds.astype(float)
    return made


def averages(t):
    made = {}
    for length in (2, 4):
        for first in range(0, 6 - length):
            window = NUMBERS[first : first + length]
            made[f"mean({window[0]}..{window[-1]})"] = np.mean([t[name] for name in window], axis=0)
    return made


NAIVE = {f.__name__: f for f in (features, pairs, curves, bins, averages)}


def check(document, who, s):
    bits, names = who.best(s)
    found = [f["name"] for f in document["explanation"]["features"]]
    assert sorted(found) == sorted(names)
    assert document["explanation"]["information"]["objective_bits"] == pytest.approx(bits, abs=1e-8)
    assert document["explanation"]["certificate"]["optimal"] is True


@pytest.mark.parametrize("family", NAIVE)
@pytest.mark.parametrize("s", [1, 2])
def test_a_family_is_its_columns_and_every_set(at, table, family, s):
    document = at.explain("t.csv", "--family", family, "-s", s)
    assert document["explanation"]["family"] == family
    check(document, Person(table["p"], None, NAIVE[family](table)), s)


def test_families_can_be_mixed(at, table):
    document = at.explain("t.csv", "--family", "features,curves,pairs", "-s", 2)
    check(document, Person(table["p"], None, features(table) | curves(table) | pairs(table)), 2)
    kinds = {f["name"]: f["family"] for f in document["explanation"]["features"]}
    assert all(kinds[name] == ("curves" if name.startswith("curve") else "pairs" if "×" in name else "features") for name in kinds)


def test_rules(at, table):
    document = at.explain("t.csv", "--family", "rules", "-s", 1)
    who = Person(table["p"], None, rules(table))
    check(document, who, 1)
    given = dict(re.findall(r"(\w) (?:>|<=) (\S+)", document["explanation"]["features"][0]["name"]))
    assert set(document["explanation"]["features"][0]["sources"]) == set(given)


def test_a_group_counts_once(at, table):
    document = at.explain("t.csv", "--family", "features", "--group", "one=a,b", "--group", "two=c,d", "-s", 2)
    facts = features(table) | {"one": columns(table["a"], table["b"]), "two": columns(table["c"], table["d"])}
    bits, names = Person(table["p"], None, facts).best(2)
    assert document["explanation"]["information"]["objective_bits"] == pytest.approx(bits, abs=1e-8)
    at.works("moments", "t.csv", "-o", "t.moments")
    again = at.explain("t.moments", "--family", "groups", "--group", "one=a,b,two=c,d", "-s", 1)
    assert again["explanation"]["features"][0]["name"] in ("one", "two")
    assert [c["name"] for c in again["explanation"]["features"][0]["columns"]] in (["a", "b"], ["c", "d"])


def test_what_follows_from_known_columns_is_no_candidate(at, table):
    document = at.explain("t.csv", "--family", "curves,pairs", "--knows", "a,b", "-s", 2)
    known = {entry["name"] for entry in document["user"]["already_known"]}
    assert {"curve(a)", "curve(b)", "a × b"} <= known
    made = curves(table) | pairs(table)
    u = np.column_stack([knowing(table["a"], table["b"]), made["curve(a)"], made["curve(b)"]])
    open_to_her = {name: values for name, values in made.items() if name not in ("curve(a)", "curve(b)", "a × b")}
    check(document, Person(table["p"], u, open_to_her), 2)


def test_examples_are_rows_and_likeness_falls_with_distance(at, table):
    document = at.explain("t.csv", "--family", "examples", "--examples", 6, "-s", 2, "--row", 5)
    x = np.column_stack([table[name] for name in NUMBERS])
    x = (x - x.mean(0)) / x.std(0)
    for part in document["row"]["contributions"]:
        row = int(re.fullmatch(r"like row (\d+)", part["name"]).group(1))
        distance = np.linalg.norm(x[5] - x[row])
        width = distance / np.sqrt(-2 * np.log(part["value"]))
        likeness = np.exp(-np.sum((x - x[row]) ** 2, axis=1) / 2 / width**2)
        assert 0 < part["value"] < 1 and likeness[row] == 1
    again = at.explain("t.csv", "--family", "examples", "--examples", 6, "-s", 2, "--row", 5, "--threads", 1)
    assert again["explanation"] == document["explanation"]


def test_fifty_noise_levels_lose_to_a_real_fact(at, table):
    rng = np.random.default_rng(0)
    level = np.array([f"l{i:02}" for i in rng.permutation(np.arange(1200) % 50)])
    x = rng.normal(size=1200)
    at.write("levels.csv", Table({"level": level, "x": x, "p": 0.2 * x + rng.normal(size=1200)}).csv())
    assert [f["name"] for f in at.explain("levels.csv", "-s", 1)["explanation"]["features"]] == ["x"]


def test_constant_windows_and_identical_examples(at):
    rng = np.random.default_rng(1)
    a = rng.normal(size=120)
    at.write("flat.csv", Table({"a": a, "b": -a, "c": np.ones(120), "p": a + rng.normal(size=120)}).csv())
    document = at.explain("flat.csv", "--family", "averages", "--windows", 2, "-s", 1)
    assert {"name": "mean(a..b)", "by": []} in document["user"]["already_known"]  # constant
    at.write("same.csv", Table({"a": np.repeat([1.0, 2.0], 60), "p": np.arange(120.0)}).csv())
    names = [f["name"] for f in at.explain("same.csv", "--family", "examples", "-s", 1)["explanation"]["features"]]
    assert len(names) == 1


def test_bins_with_given_cuts(at, table):
    document = at.explain("t.csv", "--family", "bins", "--cuts", "a=-1,0,1", "-s", 1)
    words = ["up to -1", "-1 to 0", "0 to 1", "above 1"]
    facts = bins(table)
    facts = {f"a ({'/'.join(words)})" if name.startswith("a ") else name: v for name, v in facts.items()}
    facts[f"a ({'/'.join(words)})"] = np.array(words)[np.searchsorted([-1, 0, 1], table["a"])]
    check(document, Person(table["p"], None, facts), 1)


@pytest.mark.parametrize("family", ["curves", "pairs", "bins", "rules", "examples", "averages"])
def test_words_of_a_row_in_every_family(at, family):
    for more in ([], ["--names", "names.csv"]):
        at.write("names.csv", "column,name,unit\na,age,years\nd,dose,mg\n")
        outcome = at.works("explain", "t.csv", "--prediction", "p", "--family", family, "-s", 2, "--row", 7, *more)
        text = " ".join(outcome.out.split())
        assert not re.search(r"\b(nan|inf|null|#0)\b|curve\(", text), text
        document = at.explain("t.csv", "--family", family, "-s", 2, "--row", 7)
        row = document["row"]
        total = row["expected"] + sum(part["contribution"] for part in row["contributions"]) + row["remainder"]
        assert total == pytest.approx(row["prediction"], rel=1e-9)


def test_bad_families(at):
    explain = ("explain", "t.csv", "--prediction", "p")
    at.refuses(*explain, "--family", "curve", status=USAGE, says=("'curve'", "curves", "pairs"))
    at.refuses(*explain, "--family", "groups", status=USAGE, says="--group")
    at.refuses(*explain, "--group", "a,b", status=USAGE, says=("--group", "NAME="))
    at.refuses(*explain, "--group", "lab=a,zz", status=USAGE, says=("--group lab", "'zz'"))
    at.refuses(*explain, "--group", "a=b,c", status=USAGE, says=("--group a", "another"))
    at.refuses(*explain, "--family", "bins", "--cuts", "a=2,1", status=USAGE, says=("--cuts a", "increase"))
    at.refuses(*explain, "--family", "bins", "--cuts", "a=x", status=USAGE, says=("--cuts", "'x'"))
    at.refuses(*explain, "--family", "averages", "--windows", "1", status=USAGE, says="--windows")
    at.works("moments", "t.csv", "-o", "t.moments")
    at.refuses("explain", "t.moments", "--prediction", "p", "--family", "curves", status=USAGE, says=("curves", "rows"))


def test_pixels_are_averaged_in_squares(cli):
    rng = np.random.default_rng(2)
    grey = np.cumsum(np.cumsum(rng.normal(size=(60, 60)), axis=0), axis=1)
    grey = np.round(255 * (grey - grey.min()) / (grey.max() - grey.min())).astype(int)
    cli.write("photo.png", png(np.repeat(grey[:, :, None], 3, axis=2)))
    arguments = ("image", "photo.png", "--sampling", "random", "--rows", 400, "--window", "2x3", "--family", "averages", "-s", 2)
    document = cli.works(*arguments, "--picture", "squares.png", "--json").json()
    for fact in document["explanation"]["features"]:
        first = int(re.fullmatch(r"mean\(2x2 from x(\d+)\)", fact["name"]).group(1))
        assert fact["sources"] == [f"x{first}", f"x{first + 1}", f"x{first + 3}", f"x{first + 4}"]
    assert (cli.folder / "squares.png").stat().st_size > 0


def test_what_she_knows_does_not_depend_on_what_may_be_told(at):
    person = ("--knows", "a", "--family", "features,curves", "-s", 1)
    before = [at.explain("t.csv", *person, *more)["explanation"]["uncertainty"]["before"] for more in ([], ["--features", "b,c"], ["--exclude", "a,d"])]
    assert before[0] == pytest.approx(before[1], rel=1e-12) and before[0] == pytest.approx(before[2], rel=1e-12)


def test_averages_are_of_neighbours(at):
    document = at.explain("t.csv", "--family", "averages", "--exclude", "b", "-s", 1)
    assert document["explanation"]["features"][0]["name"] in ("mean(c..d)", "mean(d..e)")


def test_words_for_numbers_in_a_small_table(at):
    rng = np.random.default_rng(3)
    a = rng.normal(size=44)
    at.write("small.csv", Table({"a": a, "p": a + 0.1 * rng.normal(size=44)}).csv())
    document = at.explain("small.csv", "--family", "bins", "-s", 1)
    assert document["explanation"]["features"][0]["name"] == "a (low/middle/high)"


@pytest.mark.parametrize("option, value, family", [("--cuts", "a=1,2", "bins"), ("--windows", "3", "averages"), ("--examples", "5", "examples")])
def test_options_of_a_family_that_takes_no_part_are_refused(cli, csv, option, value, family):
    outcome = cli("explain", csv, "--prediction", "p", option, value)
    assert outcome.status == 2 and f"--family {family}" in outcome.err and outcome.out == ""
    assert cli("explain", csv, "--prediction", "p", "--family", family, option, value, "-s", 1).status in (0, 3)
