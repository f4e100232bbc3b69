"""--cost and --budget: the best facts that cost no more than so much, against every affordable set in numpy."""

import json
import os
import re

import numpy as np
import pytest

from conftest import USAGE, Table, make_table
from oracle import Person, knowing
from sealing import copied, sealed

pytestmark = pytest.mark.plain

SCALE = float(os.environ.get("EXPLAINEE_TEST_SCALE", "1"))
CASES = max(10, int(120 * SCALE))


def affordable(person: Person, costs: dict[str, float], budget: float, s: int):
    """Every set worth listing that can be paid for, best first."""
    ranking = person.ranking(min(s, len(person.made)))
    return [(bits, names) for bits, names in ranking if sum(costs[n] for n in names) <= budget + 1e-9]


def random_table(rng, columns: int) -> Table:
    """Numbers, with ties, near-ties, a column that others determine, and sometimes a category."""
    rows = 60
    x = rng.normal(size=(columns, rows))
    for j in range(1, columns):
        if rng.random() < 0.4:
            x[j] = x[j - 1] + rng.choice([0.05, 0.5, 1.0]) * x[j]
    kind = rng.integers(0, 6)
    if kind == 0:
        x[-1] = x[0]
    if kind == 1 and columns > 3:
        x[-1] = x[0] + x[1] - x[2]
    weights = rng.normal(size=columns) * (rng.random(columns) < 0.6)
    table = {f"x{j}": x[j] for j in range(columns)}
    p = weights @ x + rng.choice([0.1, 1.0]) * rng.normal(size=rows)
    if rng.random() < 0.4:
        table["city"] = np.array(["Oslo", "Bergen", "Turku"])[rng.integers(0, 3, rows)]
        p = p + 0.8 * (table["city"] == "Oslo")
    return Table(table | {"p": p})


def test_the_best_that_can_be_paid_for(cli):
    rng = np.random.default_rng(11)
    binding = 0
    for case in range(CASES):
        table = random_table(rng, int(rng.integers(3, 8)))
        names = [n for n in table.columns if n != "p"]
        prices = rng.choice([0.5, 1, 1.5, 2, 3] if case % 2 else [1, 2], size=len(names))
        costs = dict(zip(names, map(float, prices)))
        budget = float(rng.choice([1, 2, 2.5, 4, 5.5]))
        if min(costs.values()) > budget:
            continue
        knows = ["x0"] if rng.random() < 0.3 else []
        s = int(rng.integers(1, 4)) if rng.random() < 0.4 else None
        cli.write("t.csv", table.csv())
        options = ["--budget", budget, "--cost", ",".join(f"{n}={c}" for n, c in costs.items()), "--top", 4]
        options += ["--knows", "x0"] if knows else []
        options += ["-s", s] if s else []
        open_names = [n for n in names if n not in knows]
        if min(costs[n] for n in open_names) > budget:
            continue
        document = cli.explain("t.csv", *options)
        person = Person(table["p"], knowing(table["x0"]) if knows else None, {n: table[n] for n in open_names})
        expected = affordable(person, costs, budget, s or len(names))
        explanation = document["explanation"]
        chosen = [f["name"] for f in explanation["features"]]
        assert explanation["information"]["objective_bits"] == pytest.approx(expected[0][0], abs=1e-7), case
        assert explanation["certificate"]["optimal"] and explanation["budget"] == budget
        assert explanation["certificate"]["bound_bits"] == pytest.approx(expected[0][0], abs=1e-7)
        assert sum(costs[n] for n in chosen) == pytest.approx(explanation["cost"]) and explanation["cost"] <= budget
        assert {f["name"]: f["cost"] for f in explanation["features"]} == {n: costs[n] for n in chosen}
        for point in document["curve"]:
            best = affordable(person, costs, budget, point["sparsity"])
            assert point["bits"] == pytest.approx(best[0][0], abs=1e-7)
            assert sum(costs[n] for n in point["features"]) <= budget
        listed = [chosen, *(a["features"] for a in document["alternatives"])]
        for (bits, _), names_listed in zip(expected, listed):
            assert person.objective(names_listed) == pytest.approx(bits, abs=1e-7)
            assert sum(costs[n] for n in names_listed) <= budget
        plain = person.ranking(min(s or len(names), len(open_names)))[0][0]
        binding += plain > expected[0][0] + 1e-6
    assert binding > CASES / 4  # costs decide often


def test_families_have_costs_and_words_say_so(cli, csv, table):
    numbers = {n: table[n] for n in "abcd"}
    pairs = {
        f"{i}*{j}": (table[i] - table[i].mean()) * (table[j] - table[j].mean()) for i in "abcd" for j in "abcd" if i < j
    }
    document = cli.explain(
        csv, "--family", "features,pairs", "--features", "a,b,c,d", "--cost", "pairs=2.5,a=2", "--budget", 4
    )
    names = {f["name"] for p in document["curve"] for f in [{"name": n} for n in p["features"]]}
    made = {name: values for name, values in (numbers | pairs).items()}
    # what a pair is called is the program's choice: match it by its sources
    person = Person(table["p"], None, made)
    costs = {n: 2.5 if "*" in n else 2.0 if n == "a" else 1.0 for n in made}
    best = affordable(person, costs, 4, 4)[0]
    assert document["explanation"]["information"]["objective_bits"] == pytest.approx(best[0], abs=1e-9)
    assert names
    statement = document["explanation"]["certificate"]["statement"]
    assert statement == "no other set of facts that costs at most 4 has more bits on these rows under this estimator"
    out = " ".join(cli.works("explain", csv, "--prediction", "p", "--budget", 2, "--cost", "b=2").out.split())
    assert "of the 2 that facts may cost" in out and "no other set of facts that costs at most 2" in out
    both = cli.explain(csv, "--budget", 3, "-s", 2, "--cost", "b=1.5")["explanation"]
    assert both["certificate"]["statement"].startswith("no other set of at most 2 facts that costs at most 3 has")


def same_answer(a: dict, b: dict):
    for key in ("features", "information", "uncertainty", "intercept"):
        left, right = a["explanation"][key], b["explanation"][key]
        if key == "features":
            left, right = ([f | {"cost": None} for f in e["explanation"]["features"]] for e in (a, b))
        assert left == right
    for key in ("alternatives", "curve"):
        assert a[key] == b[key]


def test_equal_costs_are_a_number_of_facts(cli, csv):
    plain = cli.explain(csv, "-s", 2)
    same_answer(cli.explain(csv, "--budget", 2), plain)
    same_answer(cli.explain(csv, "--budget", 7.4, "--cost", "*=3"), plain)
    same_answer(cli.explain(csv, "--budget", 50, "-s", 2), plain)
    assert plain["explanation"]["cost"] is None and plain["explanation"]["budget"] is None
    assert plain["explanation"]["features"][0]["cost"] is None


@pytest.mark.parametrize("method", ["exact", "greedy"])
def test_what_nobody_can_pay_is_as_if_excluded(cli, method):
    """Honest bits, stability, alternatives and the curve too."""
    table = make_table(400, seed=4)
    cli.write("t.csv", table.csv())
    dear = cli.explain("t.csv", "--budget", 2, "--cost", "b=3,c=9", "--method", method, "--honest")
    excluded = cli.explain("t.csv", "--exclude", "b,c", "-s", 2, "--method", method, "--honest")
    assert dear["explanation"]["information"]["honest_bits"] is not None
    same_answer(dear, excluded)


def test_the_most_exact_name_counts(cli, csv):
    def costs(*entries):
        facts = cli.explain(csv, "--budget", 100, "--cost", *entries)["explanation"]["features"]
        return {f["name"]: f["cost"] for f in facts}

    found = costs("features=2")
    assert {found[n] for n in found if n != "city"} == {2} and found.get("city", 1) == 1
    found = costs("a=5,?=3,features=2")
    assert found["a"] == 5 and found["b"] == 3
    assert costs("b=5,b=6")["b"] == 6
    assert costs("categories=4").get("city", 4) == 4


def test_greedy_stays_within_the_budget(cli):
    rng = np.random.default_rng(2)
    for _ in range(20):
        table = random_table(rng, 6)
        cli.write("t.csv", table.csv())
        options = ("--budget", 3, "--cost", "x0=2,x1=1.5,x2=2")
        greedy = cli.explain("t.csv", *options, "--method", "greedy")["explanation"]
        exact = cli.explain("t.csv", *options)["explanation"]
        assert greedy["cost"] <= 3 and not greedy["certificate"]["optimal"]
        assert greedy["information"]["objective_bits"] <= exact["information"]["objective_bits"] + 1e-9


def test_impersonal_sets_can_be_paid_for_too(cli, csv, table):
    costs = {"a": 1.0, "b": 2.0, "c": 1.0, "d": 1.0, "city": 2.0}
    document = cli.explain(csv, "--budget", 2, "--cost", "b=2,city=2", "--knows", "a")
    nobody = Person(table["p"], None, {n: table[n] for n in costs})
    best = affordable(nobody, costs, 2, 5)[0][1]
    assert set(document["impersonal"]["all"]["features"]) == set(best)


def test_wrong_usage(cli, csv):
    def refused(*arguments, says):
        cli.refuses("explain", csv, "--prediction", "p", *arguments, status=USAGE, says=says)

    refused("--cost", "a=2", says="--budget")
    refused("--budget", 2, "--cost", "pears=2", says="'pears'")
    refused("--budget", 2, "--cost", "pairs=2", says=("pairs", "--family"))
    refused("--budget", 2, "--cost", "a", says=("'a'", "NAME=NUMBER"))
    refused("--budget", 2, "--cost", "a=-1", says="'-1'")
    refused("--budget", 2, "--cost", "a=0", says="'0'")
    refused("--budget", 2, "--cost", "a=nan", says="'nan'")
    refused("--budget", 2, "--cost", "a=much", says="'much'")
    refused("--budget", -1, says="--budget")
    refused("--budget", 1, "--cost", "*=2", says=("--budget 1", "costs 2"))
    refused("--budget", 2, "--method", "lasso", says=("--budget", "lasso"))


def lattice(rows=400, columns=30) -> Table:
    rng = np.random.default_rng(9)
    walk = np.zeros((columns, rows))
    walk[0] = rng.normal(size=rows)
    for j in range(1, columns):
        walk[j] = 0.85 * walk[j - 1] + 0.53 * rng.normal(size=rows)
    p = walk[[j for j in (3, 11, 17, 24) if j < columns] + [columns - 2]].sum(0) + 0.5 * rng.normal(size=rows)
    return Table({f"x{j}": walk[j] for j in range(columns)} | {"p": p})


def test_certificates_with_a_budget(cli):
    table = lattice()
    cli.write("t.csv", table.csv())
    costs = {f"x{j}": 2.0 if j % 2 else 1.0 for j in range(30)}
    said = ",".join(f"{n}={c}" for n, c in costs.items())
    document = cli.explain("t.csv", "--budget", 6, "--cost", said, "--certificate", "c")
    assert document["explanation"]["certificate"]["optimal"]
    out = cli.works("verify", "c").out
    assert out.startswith("accepted: no set of at most") and "that costs at most 6" in out
    certificate = json.loads((cli.folder / "c").read_text())
    person = Person(table["p"], None, {n: table[n] for n in costs})
    cli.write("true.csv", "")

    def bits(names):
        return person.bits(names)

    support = [certificate["candidates"][j]["label"] for j in certificate["support"]]
    assert sum(costs[n] for n in support) <= 6 and certificate["budget"] == 6_000_000

    def rejected(change, says="", status=4):
        lie = copied(certificate)
        change(lie)
        cli.write("lie", sealed(lie))
        (cli.folder / "lie.moments").write_bytes((cli.folder / "c.moments").read_bytes())
        outcome = cli("verify", "lie")
        assert outcome.status == status and says in outcome.err, (outcome.out, outcome.err)

    rejected(lambda lie: lie.update(budget=7_000_000))  # then there is something better
    rejected(lambda lie: lie.update(costs=[1_000_000] * 30))
    rejected(lambda lie: lie.update(costs=[]), "costs", 3)
    rejected(lambda lie: lie.update(costs=[], budget=None))  # the plain claim is false
    rejected(lambda lie: lie.update(budget=3_000_000), "may be chosen")
    rejected(lambda lie: lie["costs"].__setitem__(0, -1_000_000), "costs", 3)
    rejected(lambda lie: lie["leaves"].pop(), "no leaf covers" if len(certificate["leaves"]) > 1 else "")
    # claiming a worse set is refused as well
    worse = [j for j in range(4)]
    rejected(lambda lie: lie.update(support=worse, bits=bits([f"x{j}" for j in worse]), bound_bits=bits([f"x{j}" for j in worse])))


def test_certificates_of_blocks_and_small_tables(cli):
    rng = np.random.default_rng(21)
    written = 0
    for _ in range(max(5, int(40 * SCALE))):
        table = random_table(rng, int(rng.integers(4, 8)))
        cli.write("t.csv", table.csv())
        (cli.folder / "c").unlink(missing_ok=True)
        outcome = cli.works("explain", "t.csv", "--prediction", "p", "--budget", 4, "--cost", "x0=2,x1=2,x2=1.5,x3=3", "--certificate", "c")
        if not (cli.folder / "c").exists():
            assert "no certificate" in outcome.err
            continue
        written += 1
        assert re.match("accepted: .*that costs at most 4 ", cli.works("verify", "c").out)
    assert written > 3
