"""Columns that are nearly equal: what is said of them is what the rows say, to nine digits, or says that it is not."""

import json
import re

import numpy as np
import pytest
from nearly_equal import EPSILONS, KINDS, Truth, as_csv, complaints, options, random_problem

pytestmark = pytest.mark.plain

ROUNDS = len(KINDS) * len(EPSILONS)


@pytest.mark.parametrize("kind", range(len(KINDS)), ids=[kind.replace(" ", "_") for kind in KINDS])
def test_every_figure_is_that_of_the_rows(cli, kind):
    for seed in range(kind, ROUNDS, len(KINDS)):
        problem = random_problem(seed)
        cli.write("t.csv", as_csv(problem.table))
        answer = cli.works("explain", "t.csv", *options(problem), "--json").json()
        assert complaints(problem, answer, Truth(problem)) == [], f"seed {seed}, epsilon {problem.epsilon}"
        assert "digits_uncertain" not in [warning["code"] for warning in answer["warnings"]]


@pytest.mark.parametrize("seed", [21, 31, 33, 34])
def test_moments_say_how_far_they_may_be_off(cli, seed):
    """Without rows the figures are those of the moments, and the doubt that is stated holds."""
    problem = random_problem(seed)
    cli.write("t.csv", as_csv(problem.table))
    weight = ["--weight", "w"] if problem.weighted else []
    cli.works("moments", "t.csv", "-o", "t.moments", *weight)
    given = [part for part in options(problem) if part not in weight]
    answer = cli.works("explain", "t.moments", *given, "--linear", "--json").json()
    said = [warning["message"] for warning in answer["warnings"] if warning["code"] == "digits_uncertain"]
    assert len(said) == 1 and "from the rows themselves they can be told" in said[0]
    doubt = float(re.search(r"off by up to (\S+) bits", said[0])[1])
    told = {feature["name"] for feature in answer["explanation"]["features"]}
    bits = Truth(problem).value(told)[1]
    assert 1e-9 < doubt < 1e-2
    assert abs(answer["explanation"]["information"]["bits"] - bits) <= doubt


def test_columns_that_are_apart_are_not_read_again(cli):
    a, b, c = np.random.default_rng(1).standard_normal((3, 200))
    reads = []
    for name, second in (("apart", b), ("near", a + 1e-4 * b)):
        cli.write(f"{name}.csv", as_csv({"a": a, "b": second, "p": a + b + c}))
        given = ("--prediction", "p", "-s", "2", "--memory", "0", "--timings", "--quiet")
        outcome = cli.works("explain", f"{name}.csv", *given)
        reads.append(int(re.search(r"(\d+) times", outcome.err)[1]))
    assert reads[1] == reads[0] + 1


def test_a_row_still_adds_up(cli):
    a, z, e, noise = np.random.default_rng(2).standard_normal((4, 150))
    b = a + 1e-5 * z
    p = z + e + 0.5 * noise
    cli.write("t.csv", as_csv({"a": a, "b": b, "e": e, "p": p}))
    answer = cli.explain("t.csv", "--row", "7", "-s", "3")
    row = answer["row"]
    parts = {part["name"]: part["contribution"] for part in row["contributions"]}
    assert row["expected"] + sum(parts.values()) + row["remainder"] == pytest.approx(row["prediction"], abs=1e-9)
    # The same columns span the same space when the small difference is made large, exactly.
    design = np.column_stack([np.ones(150), a, (b - a) / 1e-5, e])
    fitted = design @ np.linalg.lstsq(design, p, rcond=None)[0]
    assert row["remainder"] == pytest.approx(p[7] - fitted[7], abs=1e-8)


def test_score_says_the_same(cli):
    problem = random_problem(21)  # three columns, 10⁻⁴ apart
    cli.write("t.csv", as_csv(problem.table))
    answer = cli.works("explain", "t.csv", *options(problem), "--json").json()
    names = ",".join(feature["name"] for feature in answer["explanation"]["features"])
    given = options(problem)
    given = [part for i, part in enumerate(given) if "-s" not in (part, given[i - 1])]
    judged = cli.works("score", "t.csv", *given, "--features", names, "--json").json()
    assert judged["explanation"]["information"]["bits"] == answer["explanation"]["information"]["bits"]
    assert judged["lost_bits"] == 0


@pytest.mark.parametrize("seed", range(0, ROUNDS, 7))
def test_certificates_of_such_tables_are_accepted(cli, seed):
    problem = random_problem(seed)
    cli.write("t.csv", as_csv(problem.table))
    done = cli("explain", "t.csv", *options(problem), "--certificate", "c.json", "--json")
    nothing = done.status != 0 and json.loads(done.out)["explanation"]["features"] == []
    if not nothing:
        assert done.status == 0, done.err
        cli.works("verify", "c.json")
