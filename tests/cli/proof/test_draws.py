"""Several draws of one prediction (mathematics §7): a single draw is explained, against the ceiling that draws leave."""

import json
from itertools import combinations

import numpy as np
import pytest

from conftest import REJECTED, USAGE, Table, row_of
from sealing import sealed

pytestmark = pytest.mark.plain

K = 5
FACTS = ("a", "b", "c")


@pytest.fixture(scope="module")
def rows():
    rng = np.random.default_rng(8)
    a, b, c, u = rng.normal(size=(4, 300))
    mean = 100 + a + 0.5 * b + 0.7 * u
    draws = mean[:, None] + 0.6 * rng.normal(size=(300, K)) + np.array([0.0, 0.02, -0.03, 0.05, 0.0])
    return {"a": a, "b": b, "c": c, "u": u, "w": 1.0 + np.arange(300) % 4} | {f"y_{k}": draws[:, k] for k in range(K)}


@pytest.fixture
def data(cli, rows):
    cli.write("t.csv", Table(rows).csv())
    return "t.csv"


def pooled(rows, facts, u, weight=None):
    """Every draw is a row: the facts and u repeat, the draws follow each other."""
    x = np.column_stack([rows[n] for n in (*facts, *u)]) if (*facts, *u) else np.empty((300, 0))
    x = np.repeat(x, K, axis=0)
    y = np.column_stack([rows[f"y_{k}"] for k in range(K)]).ravel()
    weight = np.repeat(np.ones(300) if weight is None else weight, K)
    return x, y, weight


def residual_variance(x, y, weight):
    design = np.column_stack([np.ones(len(y)), x]) * np.sqrt(weight)[:, None]
    left = y * np.sqrt(weight) - design @ np.linalg.lstsq(design, y * np.sqrt(weight), rcond=None)[0]
    return (left**2).sum() / weight.sum()


def within(rows, weight=None):
    draws = np.column_stack([rows[f"y_{k}"] for k in range(K)])
    return np.average(draws.var(axis=1, ddof=1), weights=weight)


def bits(rows, facts, u, weight=None, step=0.0):
    before = residual_variance(*pooled(rows, (), u, weight)) + step**2 / 12
    after = residual_variance(*pooled(rows, facts, u, weight)) + step**2 / 12
    return np.log2(before / after) / 2


PEOPLE = {"nobody": ([], (), {}), "knows": (["--summary", "u"], ("u",), {}), "weights": (["--weight", "w"], (), {"weight": "w"}),
          "steps": (["--resolution", "0.5"], (), {"step": 0.5})}  # fmt: skip


@pytest.mark.parametrize("who", PEOPLE)
def test_bits_of_a_single_draw_against_the_ceiling(cli, data, rows, who):
    options, u, more = PEOPLE[who]
    more = {key: rows[value] if key == "weight" else value for key, value in more.items()}
    document = cli.explain(data, "--draws", "--features", "a,b,c", "-s", 2, *options, prediction="y_*")
    value, set_ = max((bits(rows, s, u, **more), s) for k in (1, 2) for s in combinations(FACTS, k))
    answer = document["explanation"]
    assert sorted(f["name"] for f in answer["features"]) == sorted(set_)
    assert answer["information"]["bits"] == pytest.approx(value, abs=1e-9)
    floor = within(rows, more.get("weight"))
    step = more.get("step", 0.0) ** 2 / 12
    before = residual_variance(*pooled(rows, (), u, more.get("weight"))) + step
    assert answer["information"]["of_bits"] == pytest.approx(np.log2(before / (floor + step)) / 2, abs=1e-9)
    assert answer["uncertainty"]["floor"] == pytest.approx(np.sqrt(floor), rel=1e-9)
    assert answer["uncertainty"]["before"] == pytest.approx(np.sqrt(before), rel=1e-9)
    assert answer["information"]["bits"] < answer["information"]["of_bits"] + 0.05  # chance may fit the noise of the mean
    assert document["prediction"] == "mean(y_*)"
    assert document["curve"][0]["bits"] == pytest.approx(max(bits(rows, (n,), u, **more) for n in FACTS), abs=1e-9)
    if "weight" in more:
        return
    design = np.column_stack([np.ones(300), *(rows[n] for n in (*set_, *u))])
    slopes = np.linalg.lstsq(design, np.mean([rows[f"y_{k}"] for k in range(K)], axis=0), rcond=None)[0][1:]
    found = {f["name"]: f["coefficient"] for f in answer["features"]}
    assert [found[name] for name in set_] == pytest.approx(list(slopes[: len(set_)]), abs=1e-9)


def test_the_ceiling_is_reached_by_who_is_told_all(cli, data, rows):
    """Told everything that the draws go along with, about the within-row noise is left."""
    answer = cli.explain(data, "--draws", "--features", "a,b,u", "-s", 3, prediction="y_*")["explanation"]["information"]
    assert answer["bits"] == pytest.approx(answer["of_bits"], abs=0.05)
    assert cli.explain(data, "--draws", "--features", "a", "-s", 1, prediction="y_*")["explanation"]["information"]["bits"] < 0.6 * answer["of_bits"]


def test_words(cli, data):
    said = " ".join(cli.explain(data, "--draws", "--features", "a,b,c", prediction="y_*")["sentences"])
    assert "explainable bits" in said and "from draw to draw" in said
    assert "explainable bits" in cli.works("explain", data, "--prediction", "y_*", "--draws", "--features", "a,b").out


def test_draws_that_agree_have_no_ceiling(cli, rows):
    mean = rows["y_0"]
    cli.write("t.csv", Table({n: rows[n] for n in FACTS} | {"y_0": mean, "y_1": mean}).csv())
    document = cli.explain("t.csv", "--draws", prediction="y_*")
    plain = cli.explain("t.csv", "--exclude", "y_1", prediction="y_0")
    assert document["explanation"]["information"]["of_bits"] is None
    assert document["explanation"]["information"]["bits"] == pytest.approx(plain["explanation"]["information"]["bits"], abs=1e-9)


def test_nothing_but_draws_to_explain(cli, rows):
    rng = np.random.default_rng(1)
    noise = rng.normal(size=300)
    cli.write("t.csv", Table({n: rows[n] for n in FACTS} | {"y_0": rows["a"] + noise, "y_1": rows["a"] - noise}).csv())
    document = cli.explain("t.csv", "--draws", "--knows", "a", prediction="y_*")
    assert document["explanation"]["information"]["bits"] == 0
    assert "from draw to draw" in document["sentences"][0]


def test_rows_kept_explainers_and_check(cli, data, rows):
    asked = ["--draws", "--features", "a,b", "-s", 2, "--summary", "u", "--row", 9, "-o", "e.explainee", "--all-rows", "rows.csv"]
    document = cli.explain(data, *asked, prediction="y_*")
    row = document["row"]
    mean = np.mean([rows[f"y_{k}"][9] for k in range(K)])
    assert row["prediction"] == pytest.approx(mean, abs=1e-9)
    total = row["expected"] + sum(p["contribution"] for p in row["contributions"]) + row["remainder"]
    assert total == pytest.approx(mean, abs=1e-9)
    surprise = [float(row_of(cli, "rows.csv", i)["surprise_removed_bits"]) for i in range(300)]
    assert np.mean(surprise) == pytest.approx(document["explanation"]["information"]["bits"], abs=1e-9)
    cli.works("apply", "e.explainee", data, "--all-rows", "again.csv")
    assert (cli.folder / "again.csv").read_text() == (cli.folder / "rows.csv").read_text()
    figures = json.loads(cli.works("apply", "e.explainee", data, "--json").out)
    for key in ("before", "after"):
        assert figures[key] == pytest.approx(document["explanation"]["uncertainty"][key], rel=1e-9)
    then_and_now = json.loads(cli.works("check", "e.explainee", data, "--json").out)
    assert then_and_now["now"]["bits"] == pytest.approx(document["explanation"]["information"]["bits"], abs=1e-9)


def test_score_and_moments(cli, data, rows):
    document = cli.score(data, "--draws", "--features", "a,c", "--exclude", "u,w", prediction="y_*")
    assert document["explanation"]["information"]["bits"] == pytest.approx(bits(rows, ("a", "c"), ()), abs=1e-9)
    assert document["explanation"]["information"]["of_bits"] is not None
    alone = cli.score(data, "--features", "c", "--draws", prediction="y_*")["explanation"]["information"]
    mean = Table({n: rows[n] for n in FACTS} | {"y": np.mean([rows[f"y_{k}"] for k in range(K)], axis=0)})
    cli.write("mean.csv", mean.csv())
    assert alone["p_value"] == pytest.approx(cli.score("mean.csv", "--features", "c", prediction="y")["explanation"]["information"]["p_value"], rel=1e-6)
    cli.works("moments", data, "-o", "t.moments")
    asked = ["--draws", "--features", "a,b,c", "-s", 2, "--noise", "a=0.5", "--honest"]
    ours = cli.explain("t.moments", *asked, prediction="y_*")["explanation"]["information"]
    theirs = cli.explain(data, *asked, prediction="y_*")["explanation"]["information"]
    for key in ("bits", "of_bits", "honest_bits"):
        assert ours[key] == pytest.approx(theirs[key], abs=1e-9)
    assert ours["interval_bits"] == pytest.approx(theirs["interval_bits"], abs=1e-9)


def test_certificates(cli, data):
    cli.works("explain", data, "--prediction", "y_*", "--draws", "--features", "a,b,c", "-s", 2, "--summary", "u", "--certificate", "c.json")
    assert "one draw of y_0, y_1" in cli.works("verify", "c.json").out
    certificate = json.loads((cli.folder / "c.json").read_text())
    prediction = certificate["prediction"]
    columns = prediction["columns"]
    for lie in ({"draws": False}, {"columns": columns[:-1]}, {"columns": columns[:1], "draws": False}):
        cli.write("lie.json", sealed(certificate | {"prediction": prediction | lie}))
        cli.refuses("verify", "lie.json", "--moments", "c.json.moments", status=REJECTED, says="not proven")
    for lie in ({"columns": columns[:1]}, {"columns": columns[:1] * 5}, {"columns": []}):
        cli.write("lie.json", sealed(certificate | {"prediction": prediction | lie}))
        cli.refuses("verify", "lie.json", "--moments", "c.json.moments", status=3, says=("lie.json", "cannot be read"))


def test_what_does_not_go_together(cli, data):
    def refuse(*arguments, says):
        cli.refuses("explain", data, "--draws", *arguments, status=USAGE, says=says)

    refuse("--prediction", "y_0", says=("--draws", "two", "'y_0'"))
    refuse("--prediction", "y_0,y_*", says="twice")
    refuse("--prediction", "z_*", says="z_*")
    refuse("--prediction", "y_0,y_1", "--versus", "y_2", says="--versus")
    refuse("--prediction", "y_0,y_1", "--prediction-scale", "logit", says="--prediction-scale")
    refuse("--prediction", "y_0,y_1", "--knows", "y_0", says="y_0")
    refuse("--prediction", "y_0,y_1", "--features", "y_1", says="y_1")


def test_corrected_bits_are_right_on_average(cli):
    """Small tables of Gaussian rows whose true information is known: p = a + noise of the row + noise of the draw."""
    corrected = []
    for seed in range(120):
        rng = np.random.default_rng(seed)
        a, b = rng.normal(size=(2, 24))
        mean = a + 0.5 * rng.normal(size=24)
        cli.write("s.csv", Table({"a": a, "b": b} | {f"y_{k}": mean + 0.8 * rng.normal(size=24) for k in range(4)}).csv())
        information = cli.score("s.csv", "--features", "a,b", "--draws", prediction="y_*")["explanation"]["information"]
        corrected.append(information["corrected_bits"])
    truth = np.log2((1.25 + 0.64) / (0.25 + 0.64)) / 2
    error = np.std(corrected) / np.sqrt(120)
    assert abs(np.mean(corrected) - truth) < 3 * error


def test_fixed_members_may_be_explained_beyond_the_ceiling(cli, rows):
    """Two members that are functions of the row: their mean can be settled, and the words say so."""
    x = {n: rows[n] for n in FACTS}
    cli.write("t.csv", Table(x | {"y_0": x["a"] + 0.1 * x["b"] ** 3, "y_1": x["a"] - 0.1 * x["b"] ** 3}).csv())
    document = cli.explain("t.csv", "--draws", "-s", 1, prediction="y_*")
    information = document["explanation"]["information"]
    assert information["infinite"] is False
    assert information["bits"] - information["of_bits"] == pytest.approx(0.5, abs=1e-9)  # ½ log₂(K/(K−1))
    assert any("all of the" in sentence and "can be explained" in sentence for sentence in document["sentences"])


def test_local(cli, data, rows):
    document = cli.explain(data, "--draws", "--features", "a,b,c", "-s", 2, "--local", "--row", 4, prediction="y_*")
    row = document["row"]
    total = row["expected"] + sum(p["contribution"] for p in row["contributions"]) + row["remainder"]
    assert total == pytest.approx(np.mean([rows[f"y_{k}"][4] for k in range(K)]), abs=1e-9)
    assert document["explanation"]["information"]["of_bits"] is not None
