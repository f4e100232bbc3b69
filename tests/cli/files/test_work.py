"""Patience, counted in work: the search ends by itself, at the same place on any number of threads, and says how to go on."""

import time

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from conftest import ALL_AT_ONCE, USAGE, Table

pytestmark = pytest.mark.plain

NOISE = 400  # columns that go along with nothing: no proof within a lifetime


@pytest.fixture(scope="module")
def at(shared_cli):
    rng = np.random.default_rng(11)
    columns = {f"x{i}": rng.normal(size=500) for i in range(NOISE)} | {"p": rng.normal(size=500)}
    pq.write_table(pa.table(columns), shared_cli.folder / "noise.parquet")
    # Pairs that can hardly be told apart, which is what makes proofs long.
    first = rng.normal(size=(200, 25))
    pairs = np.stack([first, first + 0.05 * rng.normal(size=first.shape)], axis=2).reshape(200, 50)
    table = {f"x{i}": pairs[:, i] for i in range(50)} | {"p": first.sum(axis=1) + 5 * rng.normal(size=200)}
    pq.write_table(pa.table(table), shared_cli.folder / "pairs.parquet")
    return shared_cli


def proof_of(document):
    return document["explanation"]["certificate"]


def codes_of(document):
    return [warning["code"] for warning in document["warnings"]]


def test_the_search_ends_by_itself_and_says_how_to_go_on(at):
    start = time.monotonic()
    document = at.explain("noise.parquet", "-s", 8, "--work", 0.3)
    assert time.monotonic() - start < 30  # a third of a second on a machine of its own
    proof = proof_of(document)
    assert proof["optimal"] is False and proof["gap"] > 0
    assert proof["bound_bits"] == pytest.approx(document["explanation"]["information"]["bits"] + proof["gap"])
    (said,) = [warning["message"] for warning in document["warnings"] if warning["code"] == "not_proven"]
    assert said.startswith("not proven: at most ") and said.endswith("to go on: --work 0")
    assert any(sentence.startswith("Not proven best") for sentence in document["sentences"])
    assert document["provenance"]["options"]["work"] == 0.3


def test_it_ends_at_the_same_place_on_any_number_of_threads(at):
    for data, work in (("noise.parquet", 0.05), ("pairs.parquet", 0.002)):
        one, many = (at.explain(data, "-s", 6, "--work", work, "--threads", threads) for threads in (1, 3))
        assert one == many
        assert proof_of(one)["optimal"] is False


def test_more_work_never_widens_the_gap_and_the_bound_is_above_the_truth(at):
    whole = at.explain("pairs.parquet", "-s", 4, "--work", 0)
    assert proof_of(whole)["optimal"] is True and "not_proven" not in codes_of(whole)
    best = whole["explanation"]["information"]["objective_bits"]
    stopped = 0
    for work in (0.0001, 0.001, 0.01):
        some = at.explain("pairs.parquet", "-s", 4, "--work", work)
        assert some["explanation"]["information"]["objective_bits"] <= best + 1e-9
        assert proof_of(some)["bound_bits"] >= best - 1e-9
        stopped += not proof_of(some)["optimal"]
        assert ("not_proven" in codes_of(some)) != proof_of(some)["optimal"]
    assert stopped > 0


def test_work_that_suffices_changes_nothing(at):
    free, default = (at.explain("pairs.parquet", "-s", 3, *more) for more in (("--work", 0), ()))
    for key in ("explanation", "alternatives", "curve", "impersonal", "warnings"):
        assert free[key] == default[key]


def test_a_time_limit_is_alone_unless_work_is_said_too(at):
    document = at.explain("noise.parquet", "-s", 8, "--time-limit", 0.2, "--work", 1e6)
    assert codes_of(document).count("interrupted") == 1 and "not_proven" not in codes_of(document)


def test_people_of_a_cohort_are_left_unproven_too(at):
    at.write("people.csv", "user,knows\nanna,x0\nbert,x1;x2\n")
    question = ("cohort", "noise.parquet", "--prediction", "p", *ALL_AT_ONCE, "--users", "people.csv", "-s", 6)
    for threads in (1, 2):
        at.works(*question, "--work", 0.05, "--threads", threads, "-o", f"of{threads}.csv")
    lines = (at.folder / "of1.csv").read_text().splitlines()
    assert lines == (at.folder / "of2.csv").read_text().splitlines()
    optimal = lines[0].split(",").index("optimal")
    assert {line.split(",")[optimal] for line in lines[1:]} <= {"0", "false", "False"}


@pytest.mark.parametrize("work", ["-1", "nan", "much", "inf"])
def test_what_is_no_amount_of_work_is_refused(cli, csv, work):
    cli.refuses("explain", csv, "--prediction", "p", "--work", work, status=USAGE, says="work")


def test_several_facts_of_a_few_columns_need_no_patience(cli):
    rng = np.random.default_rng(0)
    x = rng.normal(size=(300, 12))
    cli.write("t.csv", Table({f"x{i}": x[:, i] for i in range(12)} | {"p": x[:, 0] + x[:, 1] ** 2}).csv())
    document = cli.explain("t.csv", "-s", 6)
    assert proof_of(document)["optimal"] is True and "not_proven" not in codes_of(document)
