"""Facts chosen for one row from rows like it (--local), against neighbourhoods and subsets found by plain numpy."""

from itertools import combinations

import numpy as np
import pyarrow.parquet as pq
import pytest

from conftest import UNFIT, USAGE
from oracle import residuals, variance

NAMES = [f"x{i}" for i in range(6)]
WANTED = 100.0


@pytest.fixture(scope="module")
def data():
    """The prediction follows x0 where x5 is high and x1 where it is low."""
    random = np.random.default_rng(4)
    x = random.standard_normal((900, 6))
    p = np.where(x[:, 5] > 0, x[:, 0], 2 * x[:, 1]) + x[:, 5] + 0.1 * random.standard_normal(900)
    return x, p, random.uniform(0.5, 2, 900), np.where(random.uniform(size=900) < 0.3, "a", "b")


@pytest.fixture
def csv(cli, data):
    x, p, w, city = data
    lines = [",".join([*NAMES, "p", "w", "city"])]
    lines += [",".join([*(repr(float(v)) for v in row), repr(float(y)), repr(float(c)), t]) for row, y, c, t in zip(x, p, w, city)]
    cli.write("t.csv", "\n".join(lines) + "\n")
    return "t.csv"


def effective(w):
    return w.sum() ** 2 / (w**2).sum()


def kernel(square, base, wanted):
    """The narrowest kernel worth so many rows, by looking at ever wider ones."""
    for nearest in np.unique(square)[1:]:
        if effective(base * np.clip(1 - square / nearest, 0, None)) >= wanted:
            high = nearest
            break
    else:
        high = 1e9
    low = max([0.0, *square[square < high]])
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if effective(base * np.clip(1 - square / middle, 0, None)) < wanted else (low, middle)
    return base * np.clip(1 - square / high, 0, None), np.sqrt(high)


def distances(columns, at, weight):
    square = np.zeros(len(weight))
    for column in columns:
        if column.dtype.kind == "U":
            alike = sum((weight[column == level].sum() / weight.sum()) ** 2 for level in set(column))
            square += (column != column[at]) * 2 / (1 - alike)
        else:
            sd = np.sqrt(np.average((column - np.average(column, weights=weight)) ** 2, weights=weight))
            square += ((column - column[at]) / sd) ** 2
    return square


def best_set(x, p, u, weight, size):
    def bits(chosen):
        given = np.column_stack([u, x[:, chosen]]) if u is not None else x[:, chosen]
        return -0.5 * np.log2(variance(residuals(p, given, weight), weight))

    chosen = max(combinations(range(x.shape[1]), size), key=lambda c: bits(list(c)))
    return list(chosen), bits(list(chosen)) + 0.5 * np.log2(variance(residuals(p, u, weight), weight))


@pytest.mark.parametrize("row", [0, 17, 500, 899])
@pytest.mark.parametrize("weighted", [False, True])
def test_one_row_agrees_with_numpy(cli, csv, data, row, weighted):
    x, p, w, _ = data
    base = w if weighted else np.ones(len(p))
    document = cli.explain(csv, "--features", ",".join(NAMES), "-s", 1, "--row", row, "--local", "--metric", "all",
                           *(["--weight", "w"] if weighted else []))  # fmt: skip
    weight, width = kernel(distances(list(x.T), row, base), base, WANTED)
    local = document["local"]
    assert local["row"] == row and sorted(local["metric"]) == NAMES
    assert local["neighbours"] == (weight > 0).sum() == document["rows"]
    assert local["effective_rows"] == pytest.approx(WANTED, rel=1e-9) and local["width"] == pytest.approx(width, rel=1e-9)
    chosen, bits = best_set(x, p, None, weight, 1)
    assert [f["name"] for f in document["explanation"]["features"]] == [NAMES[j] for j in chosen]
    assert document["explanation"]["information"]["bits"] == pytest.approx(bits, abs=1e-9)
    residual = residuals(p, x[:, chosen], weight)
    assert document["row"]["remainder"] == pytest.approx(residual[row], abs=1e-9)
    assert document["row"]["expected"] == pytest.approx(np.average(p, weights=weight), abs=1e-9)
    before = p - np.average(p, weights=weight)
    helped = np.average(abs(residual) < abs(before), weights=weight)
    assert document["explanation"]["uncertainty"]["helped"] == pytest.approx(helped, abs=1e-9)
    assert document["explanation"]["certificate"]["optimal"] is True


def test_rows_of_either_kind_are_told_their_own_fact(cli, csv, data):
    x = data[0]
    told = {}
    for row in range(40):
        if abs(x[row, 5]) > 0.7:
            document = cli.explain(csv, "--features", "x0,x1,x5", "--knows", "x5", "-s", 1, "--row", row, "--local", "--metric", "all")
            told.setdefault(x[row, 5] > 0, []).append(document["explanation"]["features"][0]["name"])
    assert told[True].count("x0") > 0.8 * len(told[True]) and told[False].count("x1") > 0.8 * len(told[False])


@pytest.mark.parametrize("who", [[], ["--knows", "x5"], ["--summary", "city"], ["--prediction", "p,x4"], ["--family", "pairs,curves"]],
                         ids=["nobody", "knows", "category", "two", "families"])  # fmt: skip
def test_all_rows_agree_with_each_row(cli, csv, who):
    options = ["--features", ",".join(NAMES[:4]), "-s", 2, "--local", *who]
    cli.works("explain", csv, *([] if "--prediction" in who else ["--prediction", "p"]), *options, "--all-rows", "rows.parquet")
    rows = pq.read_table(cli.folder / "rows.parquet").to_pylist()
    assert len(rows) == 900
    several = "--prediction" in who
    of = ".p" if several else ""
    for row in (3, 250, 888):
        document = (cli.works("explain", csv, *options, "--row", row, "--json").json() if several
                    else cli.explain(csv, *options, "--row", row))  # fmt: skip
        wanted, found = document["row"], rows[row]
        first = (lambda value: value[0]) if several else (lambda value: value)
        assert found["features"] == [part["name"] for part in wanted["contributions"]]
        assert found["contributions" + of] == pytest.approx([first(part["contribution"]) for part in wanted["contributions"]], rel=1e-8)
        assert found["expected" + of] == pytest.approx(first(wanted["expected"]), rel=1e-9)
        assert found["remainder" + of] == pytest.approx(first(wanted["remainder"]), rel=1e-8, abs=1e-12)
        assert found["surprise_removed_bits"] == pytest.approx(wanted["surprise_removed_bits"], abs=1e-8)
    for row in rows:
        total = row["expected" + of] + sum(row["contributions" + of]) + row["remainder" + of]
        assert total == pytest.approx(row["prediction" + of], rel=1e-9, abs=1e-12)


def test_lists_in_csv_and_any_number_of_threads(cli, csv):
    for threads in (1, 2):
        cli.works("explain", csv, "--prediction", "p", "-s", 2, "--local", "--all-rows", f"{threads}.csv", "--threads", threads)
    text = (cli.folder / "1.csv").read_text()
    assert text == (cli.folder / "2.csv").read_text()
    header, first = text.splitlines()[:2]
    assert header == "row,prediction,expected,features,contributions,remainder,surprise_removed_bits,bits,marks"
    assert len(first.split(",")[3].split(";")) == 2 == len(first.split(",")[4].split(";"))


def test_a_text_column_counts_as_much_as_a_number(cli, csv, data):
    x, p, _, city = data
    document = cli.explain(csv, "--features", "x0,city", "-s", 1, "--row", 8, "--local", "--metric", "all")
    ones = np.ones(len(p))
    weight, width = kernel(distances([x[:, 0], city], 8, ones), ones, WANTED)
    assert document["local"]["neighbours"] == (weight > 0).sum() and document["local"]["width"] == pytest.approx(width, rel=1e-9)


@pytest.mark.plain
def test_more_to_fit_needs_more_rows(cli, csv):
    document = cli.explain(csv, "--features", ",".join(NAMES), "--knows", "x2,x3,x4", "-s", 2, "--row", 3, "--local")
    assert document["local"]["effective_rows"] == pytest.approx(10 * (2 + 9 + 2), rel=1e-9)


def test_too_thin_a_neighbourhood_gives_the_facts_for_all_rows(cli, data):
    x, p, _, _ = data
    rows = [",".join(map(repr, map(float, [*row, y]))) for row, y in zip(x[:80], p[:80])]
    cli.write("few.csv", "\n".join([",".join([*NAMES, "p"]), *rows]) + "\n")
    document = cli.explain("few.csv", "-s", 2, "--row", 3, "--local")
    plain = cli.explain("few.csv", "-s", 2, "--row", 3)
    assert [w["code"] for w in document["warnings"]].count("thin_neighbourhood") == 1
    assert document["explanation"] == plain["explanation"] and document["row"] == plain["row"] and document["local"] is None
    cli.works("explain", "few.csv", "--prediction", "p", "-s", 2, "--local", "--all-rows", "rows.parquet")
    written = pq.read_table(cli.folder / "rows.parquet").to_pylist()
    assert {row["marks"] for row in written} == {"thin"}
    assert written[3]["remainder"] == pytest.approx(plain["row"]["remainder"], rel=1e-9)


def test_words_say_which_rows(cli, csv):
    words = " ".join(cli.works("explain", csv, "--prediction", "p", "-s", 2, "--row", 3, "--local").out.split())
    assert "rows most like row 3, alike in" in words and "Over all rows" in words


@pytest.mark.parametrize("arguments, why", [
    (["--local"], "--row"), (["--row", "3", "--metric", "all"], "--local"),
    (["--row", "3", "--local", "--method", "lasso"], "--method"), (["--row", "3", "--local", "--certificate", "c.json"], "--certificate"),
    (["--row", "3", "--local", "-o", "e.explainee"], "-o"), (["--row", "3", "--local", "--metric", "some"], "--metric"),
])  # fmt: skip
def test_what_does_not_go_together_is_refused(cli, csv, arguments, why):
    before = cli.files()
    outcome = cli("explain", csv, "--prediction", "p", *arguments)
    assert outcome.status == USAGE and why in outcome.err and outcome.out == "" and cli.files() == before


def test_moments_have_no_neighbours(cli, csv):
    cli.works("moments", csv, "-o", "t.moments")
    outcome = cli("explain", "t.moments", "--prediction", "p", "--local", "--all-rows", "rows.csv")
    assert outcome.status in (USAGE, UNFIT) and "rows" in outcome.err and not (cli.folder / "rows.csv").exists()


def test_nothing_to_explain_is_written_in_the_same_columns(cli):
    cli.write("flat.csv", "a,b,p\n" + "".join(f"{i % 7},{i % 5},3\n" for i in range(200)))
    cli.works("explain", "flat.csv", "--prediction", "p", "--local", "--all-rows", "rows.csv")
    lines = (cli.folder / "rows.csv").read_text().splitlines()
    assert lines[0].startswith("row,prediction,expected,features,contributions") and len(lines) == 201


def test_a_prediction_that_is_constant_nearby(cli):
    random = np.random.default_rng(18)
    a, b = random.standard_normal((2, 600))
    p = np.where(a > 0, b, 0.1)
    cli.write("half.csv", "a,b,p\n" + "".join(f"{float(x)!r},{float(y)!r},{float(z)!r}\n" for x, y, z in zip(a, b, p)))
    row = int(np.argmin(a))
    document = cli.explain("half.csv", "-s", 1, "--row", row, "--local", "--metric", "all")
    assert document["explanation"]["features"] == [] and document["row"]["remainder"] == 0
    assert document["explanation"]["uncertainty"]["before"] == 0
