"""Facts told bent, cut or times something known, at work: words, rows, kept explainers, applied and checked."""

import csv as csv_files

import numpy as np
import pytest

from conftest import Table

ROWS = 400
SHAPES = ["--family", "auto", "-s", 3]
FLEXIBLE = ["--knows", "x1", "--reader", "flexible", *SHAPES]


def shaped_table(seed=1):
    """The prediction jumps with x2, is lowest in the middle of x3, and goes up with x4 the more, the higher x1."""
    rng = np.random.default_rng(seed)
    x1, x2, x3, x4, x5 = rng.normal(size=(5, ROWS))
    p = 3 * (x2 > 0.5) + x3**2 + np.sin(2 * x1) + x1 * x4 + 0.3 * rng.normal(size=ROWS)
    return Table({"x1": x1, "x2": x2, "x3": x3, "x4": x4, "x5": x5, "p": p})


@pytest.fixture(scope="module")
def at(shared_cli):
    table = shaped_table()
    shared_cli.write("t.csv", table.csv())
    shared_cli.write("later.csv", shaped_table(seed=2).csv())
    shared_cli.table = table
    return shared_cli


def lines_of(at, path):
    with open(at.folder / path, newline="", encoding="utf-8") as file:
        return list(csv_files.DictReader(file))


def numbers_of(lines, name):
    return np.array([float(line[name]) for line in lines])


def of_kind(document, shape):
    return next(fact for fact in document["explanation"]["features"] if fact["shape"] == shape)


def test_each_column_is_told_in_its_shape_under_its_own_name(at):
    facts = at.explain("t.csv", *FLEXIBLE)["explanation"]["features"]
    shapes = {fact["name"]: fact["shape"] for fact in facts}
    assert shapes["x2"] == "cut" and shapes["x3"] == "bent"
    (product,) = (fact for fact in facts if fact["name"] not in ("x2", "x3"))
    assert product["sources"] == ["x4", "x1"] and product["name"].startswith("x4, more when x1 is ")


def test_a_cut_contributes_one_of_two_amounts(at):
    document = at.works("explain", "t.csv", "--prediction", "p", "--json", *SHAPES, "--all-rows", "cut.csv").json()
    fact = of_kind(document, "cut")
    x = at.table[fact["name"]]
    above = (x > fact["shape_threshold"]).astype(float)
    wanted = fact["coefficient"] * (above - above.mean())
    assert numbers_of(lines_of(at, "cut.csv"), "contribution.x2") == pytest.approx(wanted, abs=1e-9)
    assert fact["shape_threshold"] == pytest.approx(0.5, abs=0.15)
    assert fact["shape_points"] is None


def test_a_bend_contributes_what_its_points_say(at):
    document = at.works("explain", "t.csv", "--prediction", "p", "--json", *SHAPES, "--all-rows", "bent.csv").json()
    fact = of_kind(document, "bent")
    points = np.array(fact["shape_points"])
    x = at.table[fact["name"]]
    assert (points[0, 0], points[-1, 0]) == (pytest.approx(x.min()), pytest.approx(x.max()))
    assert fact["shape_threshold"] is None
    drawn = fact["coefficient"] * np.interp(x, points[:, 0], points[:, 1])
    found = numbers_of(lines_of(at, "bent.csv"), "contribution.x3")
    assert np.abs(found - (drawn - drawn.mean())).max() < 0.06 * np.ptp(drawn)  # lines between 21 points
    assert np.corrcoef(found, drawn)[0, 1] > 0.999


@pytest.mark.parametrize("who", [SHAPES, FLEXIBLE, [*FLEXIBLE, "--tell", "supported", "--effort", "quick"]])
def test_rows_applied_add_up_to_the_figures_of_explain(at, who):
    keep = ["-o", "e.explainee", "--all-rows", "rows.csv"]
    document = at.works("explain", "t.csv", "--prediction", "p", "--json", *who, *keep).json()
    at.works("apply", "e.explainee", "t.csv", "--all-rows", "applied.csv")
    assert (at.folder / "applied.csv").read_bytes() == (at.folder / "rows.csv").read_bytes()
    lines = lines_of(at, "applied.csv")
    names = [name for name in lines[0] if name.startswith("contribution.")]
    assert names == [f"contribution.{fact['name']}" for fact in document["explanation"]["features"]]
    prediction, expected, rest = (numbers_of(lines, name) for name in ("prediction", "expected", "remainder"))
    assert expected + sum(numbers_of(lines, name) for name in names) + rest == pytest.approx(prediction, abs=1e-9)
    uncertainty = document["explanation"]["uncertainty"]
    assert np.sqrt(np.mean((prediction - expected) ** 2)) == pytest.approx(uncertainty["before"], abs=1e-9)
    assert np.sqrt(np.mean(rest**2)) == pytest.approx(uncertainty["after"], abs=1e-9)
    bits = document["explanation"]["information"]["bits"]
    assert numbers_of(lines, "surprise_removed_bits").mean() == pytest.approx(bits, abs=1e-9)


def test_a_kept_explainer_checks_itself_and_other_rows(at):
    at.works("explain", "t.csv", "--prediction", "p", *FLEXIBLE, "-o", "k.explainee", "--quiet")
    same = at.works("check", "k.explainee", "t.csv", "--json").json()
    assert same["now"]["bits"] == pytest.approx(same["then"]["bits"], abs=1e-9) and not same["changed"]
    later = at.works("check", "k.explainee", "later.csv", "--json").json()
    assert 0.3 * same["then"]["bits"] < later["now"]["bits"] < 2 * same["then"]["bits"]


def test_a_row_shows_the_values_of_columns(at):
    row = at.explain("t.csv", *FLEXIBLE, "--row", 3)["row"]
    for part in row["contributions"]:
        assert part["sources"] == {name: at.table[name][3] for name in part["sources"]}
        if part["name"] in ("x2", "x3"):
            assert part["value"] == at.table[part["name"]][3]


def test_words_say_bends_and_cuts(at):
    document = at.explain("t.csv", *FLEXIBLE, "--row", 3)
    threshold = of_kind(document, "cut")["shape_threshold"]
    text = at.works("explain", "t.csv", "--prediction", "p", *FLEXIBLE, "--row", 3).out
    shown = " ".join(text.split())
    answer = "yes" if at.table["x2"][3] > threshold else "no"
    for said in (
        f"x2 above {threshold:.3g} (if so, higher)",
        f"x2 above {threshold:.3g} ({answer}, ",
        "x3 (lowest near ",
    ):
        assert said in shown
    assert "given these shapes and this reader" in shown and "flexibly" in shown
    assert "(bent)" not in text and "x2 >" not in text


def test_plain_names_reach_shapes(at):
    at.write("names.csv", "column,name,unit,show\nx2,load,kW,10*x\nx3,tilt,°,\n")
    threshold = of_kind(at.explain("t.csv", *FLEXIBLE), "cut")["shape_threshold"]
    text = " ".join(
        at.works("explain", "t.csv", "--prediction", "p", *FLEXIBLE, "--row", 3, "--names", "names.csv").out.split()
    )
    assert f"load above {10 * threshold:.3g} kW" in text
    answer = "yes" if at.table["x2"][3] > threshold else "no"
    assert f"({answer}, {10 * at.table['x2'][3]:.3g} kW)" in text
    assert "tilt (lowest near" in text
