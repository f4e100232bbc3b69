"""score takes an explanation of any family: a named fact, a group, an average, a rule, likeness to rows, a relevance map."""

import numpy as np
import pytest

from conftest import DIABETES, UNFIT, USAGE
from oracle import residuals, variance
from png_file import png

pytestmark = pytest.mark.plain

NAMES = [f"x{i}" for i in range(1, 7)]


@pytest.fixture(scope="module")
def data():
    random = np.random.default_rng(8)
    x = random.standard_normal((400, 6)) + 3
    p = x[:, 1:4].mean(1) + 0.5 * (x[:, 5] > 3) + 0.2 * random.standard_normal(400)
    return x, p


@pytest.fixture
def csv(cli, data):
    x, p = data
    lines = [",".join([*NAMES, "p"])] + [",".join(map(repr, map(float, [*row, y]))) for row, y in zip(x, p)]
    cli.write("t.csv", "\n".join(lines) + "\n")
    return "t.csv"


def bits(p, columns):
    columns = np.asarray(columns, float).reshape(len(p), -1)
    return 0.5 * np.log2(p.var() / variance(residuals(p, columns)))


def score(cli, csv, *arguments):
    return cli.works("score", csv, "--prediction", "p", *arguments, "--json").json()


def judged(document):
    return document["explanation"]["information"]["bits"]


def test_a_group_counts_as_one_fact(cli, csv, data):
    x, p = data
    document = score(cli, csv, "--group", "middle=x2..x4")
    assert [f["name"] for f in document["explanation"]["features"]] == ["middle"] and document["explanation"]["sparsity"] == 1
    assert judged(document) == pytest.approx(bits(p, x[:, 1:4]), abs=1e-9)
    assert len(document["best"]["features"]) == 1


def test_a_set_has_one_figure_above_and_below(cli):
    said = cli.works("score", DIABETES, "--prediction", "prediction", "--label", "progression", "--group", "lab=s1,s2,s3").out
    text = " ".join(said.split())
    assert "0.517 bits fact moves" in text and "lab tells 0.517 bits." in text and "In bits: 0.517 bits" in text
    assert "0.162 bits are lost, with facts of several columns charged for them." in text and "0.514" not in text


def test_an_average_by_expression_and_by_family(cli, csv, data):
    x, p = data
    wanted = bits(p, x[:, 1:3].mean(1))
    assert judged(score(cli, csv, "--rule", "mean(x2..x3)")) == pytest.approx(wanted, abs=1e-9)
    listed = cli.explain(csv, "--family", "averages", "--windows", "2", "-s", 1, "--top", 20)
    names = [listed["explanation"]["features"][0]["name"], *(other["features"][0] for other in listed["alternatives"])]
    values = {name: judged(score(cli, csv, "--family", "averages", "--windows", "2", "--features", name)) for name in names}
    for i in range(5):
        assert any(value == pytest.approx(bits(p, x[:, i : i + 2].mean(1)), abs=1e-9) for value in values.values())
    best = score(cli, csv, "--family", "averages", "--windows", "2", "--features", names[0])
    assert best["lost_bits"] == 0 and best["explanation"]["certificate"]["optimal"] is True


@pytest.mark.parametrize("family", ["bins", "rules", "curves", "pairs", "examples"])
def test_what_explain_names_score_takes(cli, csv, family):
    found = cli.explain(csv, "--family", family, "-s", 2)
    names = [f'"{f["name"]}"' for f in found["explanation"]["features"]]
    document = score(cli, csv, "--family", family, "--features", ",".join(names))
    assert judged(document) == pytest.approx(found["explanation"]["information"]["bits"], abs=1e-9)
    assert document["lost_bits"] == pytest.approx(0, abs=1e-9)


def test_likeness_to_rows_of_ones_own(cli, csv, data):
    x, p = data
    document = score(cli, csv, "--like", "17,203")
    z = (x - x.mean(0)) / x.std(0)
    far = np.array([np.linalg.norm(z - z[row], axis=1) for row in (17, 203)])
    width = np.sort(far.min(0))[len(p) // 2]
    assert judged(document) == pytest.approx(bits(p, np.exp(-((far.T / width) ** 2) / 2)), abs=1e-9)
    words = " ".join(cli.works("score", csv, "--prediction", "p", "--like", "17,203").out.split())
    assert "likeness to row #17 and likeness to row #203" in words


def test_a_map_as_brightest_columns_and_as_an_average(cli, csv, data):
    x, p = data
    weights = np.array([0.1, 0.9, -0.8, 0.7, 0.0, 0.2])
    cli.write("map.csv", "column,weight\n" + "".join(f"{n},{w}\n" for n, w in zip(NAMES, weights)))
    document = score(cli, csv, "--map", "map.csv", "-s", 2)
    assert {f["name"] for f in document["explanation"]["features"]} == {"x2", "x3"}
    assert judged(document) == pytest.approx(bits(p, x[:, 1:3]), abs=1e-9)
    assert document["average"]["bits"] == pytest.approx(bits(p, x @ weights), abs=1e-9) and document["average"]["features"] == [n for n in NAMES if n != "x5"]
    assert "weighted by the map" in " ".join(cli.works("score", csv, "--prediction", "p", "--map", "map.csv", "-s", 2).out.split())


def test_a_map_as_a_picture(cli, csv, data):
    x, p = data
    grey = np.array([[10, 200, 90], [250, 0, 30]])
    cli.write("map.png", png(np.repeat(grey[:, :, None], 3, axis=2).astype(np.uint8)))
    document = score(cli, csv, "--map", "map.png", "--features", "x1..x6", "-s", 3)
    assert {f["name"] for f in document["explanation"]["features"]} == {"x4", "x2", "x3"}
    assert document["average"]["bits"] == pytest.approx(bits(p, x @ grey.ravel()), abs=1e-9)


@pytest.mark.parametrize("arguments, status, why", [
    ([], USAGE, "--group"), (["--features", "nothing"], USAGE, "nothing"),
    (["--family", "rules", "--features", "x1 above"], USAGE, "nearest"), (["--like", "400"], USAGE, "--like 400"),
    (["--like", "x"], USAGE, "--like"), (["--like", "-1"], USAGE, "--like"), (["--group", "=x1"], USAGE, "--group"),
    (["--map", "none.csv"], USAGE, "none.csv"), (["--map", "bad.csv"], USAGE, "line 3"), (["--map", "zero.csv"], UNFIT, "0 everywhere"),
    (["--map", "twice.csv"], UNFIT, "already"), (["--map", "map.png"], USAGE, "--features"),
    (["--map", "map.png", "--features", "x1..x3"], UNFIT, "pixels"), (["--map", "zero.csv", "--rule", "x1 > 3"], USAGE, "--map"),
])  # fmt: skip
def test_what_cannot_be_judged_is_said(cli, csv, arguments, status, why):
    cli.write("bad.csv", "column,weight\nx1,1\nx9,2\n")
    cli.write("zero.csv", "column,weight\nx1,0\n")
    cli.write("twice.csv", "column,weight\nx1,1\nx1,2\n")
    cli.write("map.png", png(np.zeros((2, 2, 3), np.uint8)))
    outcome = cli("score", csv, "--prediction", "p", *arguments)
    assert outcome.status == status and why in outcome.err and outcome.out == "", (outcome.status, outcome.err)
    assert outcome.err.count("\n") == 1


def test_the_nurse_and_a_group(cli):
    document = cli.works("score", DIABETES, "--prediction", "prediction", "--knows", "s1,s2,s3", "--group", "lipids=s4,s5", "--json").json()
    assert judged(document) < 0.05  # nearly all of it follows from the panel


def test_a_rule_about_what_she_knows_tells_nothing(cli, csv):
    for rule in ("x2 > 3", "x2 > 3 and x3 > 3"):
        assert judged(score(cli, csv, "--knows", "x2,x3", "--rule", rule)) == pytest.approx(0, abs=1e-9)
    assert judged(score(cli, csv, "--knows", "x2", "--rule", "x2 > 3 and x3 > 3")) > 0.01


def test_a_rule_may_not_look_at_the_prediction(cli, csv):
    outcome = cli("score", csv, "--prediction", "p", "--rule", "p > 3")
    assert outcome.status == USAGE and "--rule" in outcome.err and outcome.out == ""
