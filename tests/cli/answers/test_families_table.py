"""explainee families: bits, typical error and seconds of each family, beside what numpy and `explain` say."""

import json
import signal
import subprocess
import time
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest

from conftest import NOT_CAUSES, PROGRAM, UNFIT, USAGE, Table
from oracle import Person, knowing, residuals

pytestmark = pytest.mark.plain

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def at(shared_cli):
    rng = np.random.default_rng(8)
    rows = 300
    x = rng.normal(size=(5, rows))
    city = np.array(["Oslo", "Bergen", "Turku"])[rng.integers(0, 3, rows)]
    p = x[0] + x[1] * x[2] + x[3] ** 2 + 0.7 * (city == "Oslo") + 0.5 * rng.normal(size=rows)
    table = Table({f"x{j}": x[j] for j in range(5)} | {"city": city, "p": p})
    shared_cli.write("t.csv", table.csv())
    shared_cli.table = table
    return shared_cli


def compare(at, *arguments, data="t.csv"):
    outcome = at.works("families", data, "--prediction", "p", "--json", *arguments)
    assert outcome.err == ""
    return outcome.json()


def test_features_and_pairs_against_every_set(at):
    table = at.table
    document = compare(at, "-s", 3, "--knows", "x0", "--exclude", "city")
    by_name = {entry["family"]: entry for entry in document["families"]}
    numbers = {f"x{j}": table[f"x{j}"] for j in range(1, 5)}
    u = knowing(table["x0"])
    who = Person(table["p"], u, numbers)
    assert by_name["features"]["candidates"] == 4
    assert by_name["features"]["before"] == pytest.approx(residuals(table["p"], u).std(), abs=1e-9)
    for point in by_name["features"]["points"]:
        bits, names = who.best(point["sparsity"])
        assert (point["bits"], set(point["features"])) == (pytest.approx(bits, abs=1e-9), set(names))
        assert point["after"] == pytest.approx(who.after(names).std(), abs=1e-9)
        assert point["optimal"] and point["bound_bits"] == pytest.approx(bits, abs=1e-9) and point["seconds"] >= 0
    centred = {name: table[name] - table[name].mean() for name in (f"x{j}" for j in range(5))}
    pairs = {f"{i}{j}": centred[i] * centred[j] for i in centred for j in centred if i < j}
    pairs_who = Person(table["p"], u, pairs)
    for point in by_name["pairs"]["points"]:
        assert point["bits"] == pytest.approx(pairs_who.best(point["sparsity"])[0], abs=1e-9)


def test_every_point_is_what_explain_finds(at):
    document = compare(at, "-s", 2, "--knows", "x1", "--group", "both=x3,x4")
    families = {entry["family"]: entry for entry in document["families"]}
    assert set(families) == {"features", "categories", "groups", "averages", "bins", "rules", "curves", "pairs", "examples"}
    for name, entry in families.items():
        assert [point["sparsity"] for point in entry["points"]] == list(range(1, len(entry["points"]) + 1))
        for point in entry["points"]:
            more = ("--group", "both=x3,x4") if name == "groups" else ()
            said = at.explain("t.csv", "--family", name, "-s", point["sparsity"], "--knows", "x1", *more)["explanation"]
            assert point["bits"] == pytest.approx(said["information"]["objective_bits"], abs=1e-12)
            assert point["after"] == pytest.approx(said["uncertainty"]["after"], abs=1e-12)
            assert sorted(point["features"]) == sorted(f["name"] for f in said["features"])
            assert entry["before"] == pytest.approx(said["uncertainty"]["before"], abs=1e-12)
            assert point["optimal"] == said["certificate"]["optimal"]


def test_shapes_that_are_fitted_to_the_prediction_are_compared_with_nothing(at):
    call = ("families", "t.csv", "--prediction", "p", "--family", "features,auto")
    at.refuses(*call, status=USAGE, says=("auto", "--family"))
    left_out = compare(at, "-s", 1)["left_out"]
    assert [entry["family"] for entry in left_out] == ["auto"] and "explain --family auto" in left_out[0]["reason"]


def test_families_that_do_not_apply_are_left_out(at):
    document = compare(at, "--exclude", "city", "-s", 1)
    assert [entry["family"] for entry in document["left_out"]] == ["categories", "auto"]
    assert "groups" not in {entry["family"] for entry in document["families"]}
    known = compare(at, "--knows", "city", "--family", "categories,features", "-s", 1)
    assert [entry["family"] for entry in known["left_out"]] == ["categories"]
    assert known["provenance"]["options"]["family"] == ["categories", "features"]
    at.works("moments", "t.csv", "-o", "t.moments")
    assert [entry["family"] for entry in compare(at, data="t.moments")["families"]] == ["features", "categories"]


def test_a_budget_holds_in_every_family(at):
    document = compare(at, "--budget", 3, "--cost", "pairs=2,x0=3", "--family", "features,pairs")
    by_name = {entry["family"]: entry for entry in document["families"]}
    assert len(by_name["pairs"]["points"]) == 1 and document["budget"] == 3
    for point in by_name["features"]["points"]:
        assert sum(3 if name == "x0" else 1 for name in point["features"]) <= 3
    at.refuses("families", "t.csv", "--prediction", "p", "--budget", 3, "--cost", "pears=2", "--family", "features", status=USAGE, says="pears")


def test_the_table_for_people(at):
    out = at.works("families", "t.csv", "--prediction", "p", "-s", 2, "--family", "features,curves,pairs").out
    lines = out.splitlines()
    assert lines[0].startswith("p explained to somebody who knows nothing of the row by each family of facts")
    document = compare(at, "-s", 2, "--family", "features,curves,pairs")
    for entry in document["families"]:
        line = next(line for line in lines if line.split()[:1] == [entry["family"]])
        cells = line.split()
        assert float(cells[1]) == entry["candidates"]
        assert float(cells[2]) == pytest.approx(entry["before"], rel=0.01)
        for k, point in enumerate(entry["points"]):
            assert float(cells[3 + 3 * k]) == pytest.approx(point["bits"], rel=0.01)
            assert float(cells[4 + 3 * k]) == pytest.approx(point["after"], rel=0.01)
    assert "*" not in out and out.rstrip().endswith(NOT_CAUSES)
    long = at.works("families", "t.csv", "--prediction", "p", "-s", 6, "--family", "features").out
    assert "5 facts" in long and max(map(len, long.splitlines())) <= 125


def test_what_is_not_proven_is_marked(at):
    out = at.works("families", "t.csv", "--prediction", "p", "-s", 2, "--family", "features", "--method", "greedy", "--picture", "g.svg").out
    assert "* " in out and "*: the best found, not proven best." in out
    circles = list(ET.parse(at.folder / "g.svg").iter(SVG + "circle"))
    assert [c.get("fill") for c in circles] == ["#ffffff"] * 2
    document = compare(at, "-s", 2, "--family", "features", "--method", "greedy")
    assert [point["optimal"] for point in document["families"][0]["points"]] == [False, False]


def test_the_picture(at):
    at.works("families", "t.csv", "--prediction", "p", "-s", 3, "--picture", "f.svg")
    document = compare(at, "-s", 3)
    root = ET.parse(at.folder / "f.svg").getroot()
    width, height = float(root.get("width")), float(root.get("height"))
    lines = list(root.iter(SVG + "polyline"))
    assert len(lines) == len(document["families"])
    texts = ["".join(t.itertext()) for t in root.iter(SVG + "text")]
    tops = {}
    for entry, line in zip(document["families"], lines):
        points = [tuple(map(float, pair.split(","))) for pair in line.get("points").split()]
        assert len(points) == len(entry["points"])
        for (x, y), point in zip(points, entry["points"]):
            assert 0 < x < width and 0 < y < height
            tops[point["bits"]] = y
        assert any(text.split()[0] == entry["family"] for text in texts if text)
    ordered = [tops[bits] for bits in sorted(tops)]
    assert all(a >= b - 0.11 for a, b in zip(ordered, ordered[1:]))  # more bits stand higher
    labels = sorted(float(t.get("y")) for t in root.iter(SVG + "text") if t.get("class") == "name")
    assert all(b - a >= 15 for a, b in zip(labels, labels[1:]))  # and can be read
    assert "href" not in (at.folder / "f.svg").read_text()


def test_a_prediction_that_is_settled_or_known(at):
    table = at.table
    at.write("sum.csv", Table({"a": table["x0"], "b": table["x1"], "p": table["x0"] + table["x1"]}).csv())
    document = compare(at, "-s", 2, "--family", "features,curves", data="sum.csv")
    points = document["families"][0]["points"]
    assert points[1]["infinite"] and points[1]["bits"] is None and points[1]["after"] == 0
    out = at.works("families", "sum.csv", "--prediction", "p", "--family", "features", "--picture", "s.svg").out
    assert "∞" in out and "∞" in (at.folder / "s.svg").read_text()
    nothing = compare(at, "--knows", "a,b", data="sum.csv")
    assert nothing["families"] == [] and {entry["reason"] for entry in nothing["left_out"]} >= {"there is nothing to explain"}


def test_wrong_usage(at):
    def refused(*arguments, status=USAGE, says=()):
        at.refuses("families", "t.csv", "--prediction", "p", *arguments, status=status, says=says)

    refused("--family", "tables", says=("'tables'", "features"))
    refused("--method", "lasso", says="lasso")
    refused("--picture", "t.csv", says="t.csv")
    refused("--picture", "p.png", says="end its name in .svg")
    refused("--knows", "nobody", says="nobody")
    refused("--top", "3", says="--top")
    at.refuses("families", "t.csv", "--prediction", "city", status=USAGE, says=("'city'", "classes"))
    at.write("only.csv", "p\n" + "".join(f"{v}\n" for v in np.sin(np.arange(40))))
    at.refuses("families", "only.csv", "--prediction", "p", "--picture", "o.svg", status=UNFIT, says="only.csv")


def test_interrupted_it_shows_what_there_is(at):
    data = Path(__file__).resolve().parents[3] / "data" / "diabetes.csv"  # four of 1400 rules take long to prove
    words = [PROGRAM, "families", data, "--prediction", "prediction", "-s", "5", "--family", "features,rules", "--time-limit", "100", "--json"]
    with subprocess.Popen(words, cwd=at.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert process.returncode == 130 and err == b""
    families = json.loads(out)["families"]
    assert families[0]["family"] == "features" and len(families[0]["points"]) == 5
    assert len(families) == 2 and not families[1]["points"][-1]["optimal"]
