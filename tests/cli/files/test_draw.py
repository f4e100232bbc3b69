"""Rows like those of a table: drawn the same for a seed, of the same types, with what is determined kept so."""

import csv as csv_module

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from conftest import UNFIT, USAGE


@pytest.fixture
def bank(cli):
    rng = np.random.default_rng(3)
    rows = 500
    wealth = rng.normal(size=rows)
    age = rng.integers(20, 80, rows)
    columns = {
        "income": np.exp(1 + 0.5 * wealth),
        "debt": 0.8 * wealth + 0.6 * rng.normal(size=rows),
        "age": age.astype(float),
        "retired": (age > 65).astype(float),
        "town": np.array(["Oslo", "Rome, old", "=Turku"])[rng.integers(0, 3, rows)],
    }
    columns["p"] = columns["debt"] + (columns["town"] == "Oslo")
    pq.write_table(pa.table(columns), cli.folder / "bank.parquet")
    return columns


def drawn(cli, *more, out="more.csv", data="bank.parquet"):
    cli.works("draw", data, "--prediction", "p", "-o", out, *more)
    if out.endswith(".parquet"):
        return {name: column.to_numpy(zero_copy_only=False) for name, column in zip(*table_of(cli, out))}
    with open(cli.folder / out, newline="") as file:
        table = list(csv_module.DictReader(file))
    return {name: np.array([row[name] for row in table]) for name in table[0]}


def table_of(cli, name):
    table = pq.read_table(cli.folder / name)
    return table.column_names, table.columns


def test_rows_are_like_the_real_ones(cli, bank):
    more = drawn(cli, "-n", 4000)
    assert list(more) == ["income", "debt", "age", "retired", "town"]
    for name in ("income", "debt", "age"):
        values = more[name].astype(float)
        assert len(values) == 4000
        for share in (0.1, 0.5, 0.9):
            spread = np.std(bank[name])
            assert abs(np.quantile(values, share) - np.quantile(bank[name], share)) < 0.15 * spread
    age = more["age"].astype(float)
    assert np.all(age == np.round(age))
    assert np.array_equal(more["retired"].astype(float), (age > 65).astype(float))
    assert set(more["town"]) == set(bank["town"])
    together = np.corrcoef(np.log(more["income"].astype(float)), more["debt"].astype(float))[0, 1]
    assert together == pytest.approx(0.95 * np.corrcoef(np.log(bank["income"]), bank["debt"])[0, 1], abs=0.05)


def test_a_seed_draws_the_same_rows_in_every_format(cli, bank):
    first, again, other = (drawn(cli, "--seed", seed, "--threads", n) for seed, n in ((1, 1), (1, 2), (2, 1)))
    parquet = drawn(cli, "--seed", 1, out="more.parquet")
    for name, values in first.items():
        assert np.array_equal(values, again[name])
        kind = str if name == "town" else float
        assert np.array_equal(values.astype(kind), parquet[name].astype(kind))
    assert not np.array_equal(first["debt"], other["debt"])


def test_excluded_columns_and_incomplete_rows_are_left_out(cli, bank):
    lines = ["a,b,p", "1,2,3", ",2,1"] + [f"{i % 7},{i % 3},{i % 5}" for i in range(30)]
    cli.write("holes.csv", "\n".join(lines) + "\n")
    said = cli.works("draw", "holes.csv", "--prediction", "p", "-o", "more.csv").err
    assert "1 of 32 rows" in said
    assert list(drawn(cli, "--exclude", "a", data="holes.csv")) == ["b"]
    whole = cli.works("draw", "holes.csv", "--prediction", "p", "--exclude", "a", "-o", "more.csv")
    assert whole.err == ""


@pytest.mark.parametrize(
    "arguments, status, says",
    [
        (("--prediction", "q"), USAGE, "'q'"),
        ((), USAGE, "--prediction"),
        (("--prediction", "p", "-n", "0"), USAGE, "rows"),
        (("--prediction", "p", "--exclude", "*"), UNFIT, "one column"),
        (("--prediction", "p", "--seed", "-1"), USAGE, "seed"),
    ],
)
def test_what_cannot_be_drawn_is_refused(cli, bank, arguments, status, says):
    cli.refuses("draw", "bank.parquet", "-o", "more.csv", *arguments, status=status, says=says)


def test_the_table_is_not_overwritten_and_few_rows_are_refused(cli, bank):
    cli.refuses("draw", "bank.parquet", "--prediction", "p", "-o", "bank.parquet", status=USAGE)
    cli.refuses("draw", "bank.parquet", "--prediction", "p", status=USAGE, says="-o")
    cli.write("few.csv", "a,p\n1,2\n3,4\n")
    cli.refuses("draw", "few.csv", "--prediction", "p", "-o", "more.csv", status=UNFIT, says="10")


def test_data_may_come_from_standard_input(cli):
    text = "a,p\n" + "\n".join(f"{i},{i % 3}" for i in range(40)) + "\n"
    cli.works("draw", "-", "--prediction", "p", "-n", 5, "-o", "more.csv", stdin=text.encode())
    assert len((cli.folder / "more.csv").read_text().splitlines()) == 6
