"""Facts shown with noise or rounded (mathematics §7): τ² joins G_jj; the oracle is the formula of §2 on the rows' moments."""

import json
from itertools import combinations

import numpy as np
import pyarrow.parquet as pq
import pytest

from conftest import REJECTED, USAGE, Table, row_of
from oracle import Person
from sealing import copied, sealed

pytestmark = pytest.mark.plain

NOISE = {"a": 0.7, "b": 1.5, "d": 0.2}


@pytest.fixture(scope="module")
def rows():
    rng = np.random.default_rng(3)
    a, b, c, d, g = rng.normal(size=(5, 400))
    b = b + 0.6 * a
    p = 2 * a + b - 0.8 * d + 0.3 * g + 0.4 * rng.normal(size=400)
    city = np.array(["Oslo", "Bergen", "Turku"])[rng.integers(0, 3, 400)]
    return {"a": a, "b": b, "c": c, "d": d, "g": g, "city": city, "p": p, "q": a - d + rng.normal(size=400), "w": 1.0 + np.arange(400) % 3}


@pytest.fixture
def data(cli, rows):
    cli.write("t.csv", Table(rows).csv())
    return "t.csv"


def moments(rows, facts, u, y, weight=None):
    """G, b, q given u: covariances with divisor Σw, one Schur complement."""
    z = np.column_stack([rows[n] for n in (*facts, *u, *y)])
    weight = np.ones(len(z)) if weight is None else weight
    z = z - np.average(z, axis=0, weights=weight)
    sigma = (z.T * weight) @ z / weight.sum()
    n, k = len(facts), len(u)
    known = slice(n, n + k)
    if k:
        sigma = sigma - sigma[:, known] @ np.linalg.solve(sigma[known, known], sigma[known, :])
    return sigma[:n, :n], sigma[:n, n + k :], sigma[n + k :, n + k :]


def bits(rows, facts, u, y, tau2, weight=None):
    gram, cross, own = moments(rows, facts, u, y, weight)
    gram = gram + np.diag([tau2.get(name, 0.0) for name in facts])
    left = own - cross.T @ np.linalg.solve(gram, cross)
    return (np.linalg.slogdet(own)[1] - np.linalg.slogdet(left)[1]) / 2 / np.log(2)


def best(rows, facts, u, y, s, tau2, weight=None):
    return max((bits(rows, set_, u, y, tau2, weight), set_) for k in range(1, s + 1) for set_ in combinations(facts, k))


def names(document):
    return sorted(f["name"] for f in document["explanation"]["features"])


FACTS = ("a", "b", "c", "d", "g")
COMMON = ["--features", "a,b,c,d,g", "--linear"]
SAID = ["--noise", "a=0.7,b=1.5", "--noise", "d=0.2"]
PEOPLE = {
    "nobody": ([], ()), "knows": (["--knows", "g"], ("g",)), "summary": (["--summary", "q"], ("q",)), "weights": (["--weight", "w"], ()),
    "a noisy fact that she knows": (["--knows", "a"], ("a",)),
}  # fmt: skip


@pytest.mark.parametrize("s", [1, 2, 3])
@pytest.mark.parametrize("who", PEOPLE)
def test_bits_choice_and_coefficients(cli, data, rows, who, s):
    options, u = PEOPLE[who]
    weight = rows["w"] if who == "weights" else None
    tau2 = {name: sd**2 for name, sd in NOISE.items()}
    document = cli.explain(data, *COMMON, *SAID, *options, "-s", s)
    facts = [n for n in FACTS if n not in u]
    value, set_ = best(rows, facts, u, ("p",), s, tau2, weight)
    answer = document["explanation"]
    assert names(document) == sorted(set_)
    assert answer["information"]["bits"] == pytest.approx(value, abs=1e-9)
    assert answer["certificate"]["optimal"] and answer["certificate"]["bound_bits"] == pytest.approx(value, abs=1e-9)
    gram, cross, own = moments(rows, set_, u, ("p",), weight)
    beta = np.linalg.solve(gram + np.diag([tau2.get(n, 0.0) for n in set_]), cross)[:, 0]
    found = {f["name"]: f for f in answer["features"]}
    for name, slope in zip(set_, beta):
        assert found[name]["coefficient"] == pytest.approx(slope, abs=1e-9)
        assert found[name]["noise"] == NOISE.get(name) and found[name]["shown_step"] is None
    assert answer["uncertainty"]["before"] == pytest.approx(np.sqrt(own[0, 0]), rel=1e-9)
    assert answer["uncertainty"]["after"] == pytest.approx(np.sqrt(own[0, 0] - cross[:, 0] @ beta), rel=1e-9)
    for point in document["curve"]:
        assert point["bits"] == pytest.approx(best(rows, facts, u, ("p",), point["sparsity"], tau2, weight)[0], abs=1e-9)
    for other in document["alternatives"]:
        assert other["bits"] == pytest.approx(bits(rows, other["features"], u, ("p",), tau2, weight), abs=1e-9)
    everybody = best(rows, facts, (), ("p",), s, tau2, weight)[1]
    assert sorted(document["impersonal"]["unknown"]["features"]) == sorted(everybody)
    assert document["impersonal"]["unknown"]["bits"] == pytest.approx(bits(rows, everybody, u, ("p",), tau2, weight), abs=1e-9)


def test_several_predictions(cli, data, rows):
    tau2 = {name: sd**2 for name, sd in NOISE.items()}
    document = cli.explain(data, *COMMON, *SAID, "-s", 2, prediction="p,q")
    value, set_ = best(rows, FACTS, (), ("p", "q"), 2, tau2)
    assert names(document) == sorted(set_)
    assert document["explanation"]["information"]["bits"] == pytest.approx(value, abs=1e-9)


def test_a_noiseless_useless_fact_loses_to_a_noisy_useful_one(cli, data):
    plain = cli.explain(data, "--features", "a,c", "-s", 1)
    noisy = cli.explain(data, "--features", "a,c", "-s", 1, "--noise", "a=5")
    assert names(plain) == names(noisy) == ["a"]
    assert 0 < noisy["explanation"]["information"]["bits"] < plain["explanation"]["information"]["bits"] / 2
    drowned = cli.explain(data, "--features", "a,d", "-s", 1, "--noise", "a=50")
    assert names(drowned) == ["d"]


def test_rounding_counts_as_its_variance(cli, data, rows):
    document = cli.explain(data, *COMMON, "--shown-as", "a=round:2,b=round:0.5", "--noise", "b=0.3", "-s", 2)
    tau2 = {"a": 4 / 12, "b": 0.09 + 0.25 / 12}
    value, set_ = best(rows, FACTS, (), ("p",), 2, tau2)
    assert names(document) == sorted(set_)
    assert document["explanation"]["information"]["bits"] == pytest.approx(value, abs=1e-9)
    found = {f["name"]: (f["noise"], f["shown_step"]) for f in document["explanation"]["features"]}
    assert found["a"] == (None, 2) and found.get("b", (0.3, 0.5)) == (0.3, 0.5)


def test_names_may_be_globs_and_the_later_counts(cli, data, rows):
    document = cli.explain(data, "--features", "a..city", "-s", 2, "--noise", "*=9,a=0.1")
    assert "a" in names(document)
    again = cli.explain(data, "--features", "a..city", "-s", 2, "--noise", "a=0.1,b=9,c=9,d=9,g=9")
    assert again["explanation"]["information"] == document["explanation"]["information"]
    assert cli.explain(data, *COMMON, "--noise", "a=0")["explanation"] == cli.explain(data, *COMMON)["explanation"]


def test_folds_see_the_noise(cli, data, rows):
    """Delete-one-fold values of the same formula give the interval; honest bits lie where the noisy bits lie."""
    information = cli.explain(data, "--features", "a,b", "-s", 1, "--noise", "a=3,b=3", "--honest")["explanation"]["information"]
    low, high = information["interval_bits"]
    assert low < information["bits"] < high
    assert information["honest_bits"] == pytest.approx(information["bits"], abs=0.06)
    plain = cli.explain(data, "--features", "a,b", "-s", 1)["explanation"]["information"]
    assert high < plain["interval_bits"][0]
    assert information["stability"] is not None


def test_score(cli, data, rows):
    document = cli.score(data, "--features", "a,c", "--exclude", "city,q,w", "--noise", "a=2", "--linear")
    assert document["explanation"]["information"]["bits"] == pytest.approx(bits(rows, ("a", "c"), (), ("p",), {"a": 4.0}), abs=1e-9)
    value, set_ = best(rows, FACTS, (), ("p",), 2, {"a": 4.0})
    assert sorted(document["best"]["features"]) == sorted(set_)
    assert document["lost_bits"] == pytest.approx(value - bits(rows, ("a", "c"), (), ("p",), {"a": 4.0}), abs=1e-9)
    # whether the facts tell anything at all has nothing to do with the noise
    plain = cli.score(data, "--features", "c", "--exclude", "city,q,w")
    noisy = cli.score(data, "--features", "c", "--exclude", "city,q,w", "--noise", "c=1")
    assert noisy["explanation"]["information"]["p_value"] == pytest.approx(plain["explanation"]["information"]["p_value"], rel=1e-9)
    rule = cli.score(data, "--rule", "a > 0", "--noise", "a > 0=0.4")
    yes = {"yes": (rows["a"] > 0).astype(float), "p": rows["p"]}
    assert rule["explanation"]["information"]["bits"] == pytest.approx(bits(yes, ("yes",), (), ("p",), {"yes": 0.16}), abs=1e-9)


def test_families_of_one_number(cli, data, rows):
    pairs = cli.explain(data, "--features", "a,b", "--family", "pairs", "-s", 1, "--noise", "*=0.5")
    centred = (rows["a"] - rows["a"].mean()) * (rows["b"] - rows["b"].mean())
    wanted = bits({"ab": centred, "p": rows["p"]}, ("ab",), (), ("p",), {"ab": 0.25})
    assert pairs["explanation"]["information"]["bits"] == pytest.approx(wanted, abs=1e-9)
    assert pairs["explanation"]["features"][0]["noise"] == 0.5


def test_from_moments(cli, data):
    cli.works("moments", data, "-o", "t.moments")
    asked = [*COMMON, *SAID, "--shown-as", "g=round:1", "-s", 2]
    ours, theirs = cli.explain("t.moments", *asked), cli.explain(data, *asked)
    assert ours["explanation"]["information"]["bits"] == pytest.approx(theirs["explanation"]["information"]["bits"], abs=1e-12)
    assert names(ours) == names(theirs)


def test_rows_add_up_with_the_value_of_the_file_or_the_rounded_one(cli, data, rows):
    asked = ["--features", "a,b", "-s", 2, "--noise", "a=0.7", "--shown-as", "b=round:0.5", "--knows", "g"]
    document = cli.explain(data, *asked, "--row", 7, "-o", "e.explainee", "--all-rows", "rows.csv")
    row = document["row"]
    parts = {part["name"]: part for part in row["contributions"]}
    slopes = {f["name"]: f["coefficient"] for f in document["explanation"]["features"]}
    assert parts["a"]["value"] == rows["a"][7]
    assert parts["b"]["value"] == np.round(rows["b"][7] / 0.5) * 0.5
    for name, part in parts.items():
        assert part["contribution"] == pytest.approx(slopes[name] * (part["value"] - part["expected"]), abs=1e-9)
    total = row["expected"] + sum(p["contribution"] for p in parts.values()) + row["remainder"]
    assert total == pytest.approx(rows["p"][7], abs=1e-9)
    kept = row_of(cli, "rows.csv", 7)
    for name, part in parts.items():
        assert float(kept[f"contribution.{name}"]) == pytest.approx(part["contribution"], abs=1e-9)
    assert float(kept["remainder"]) == pytest.approx(row["remainder"], abs=1e-9)
    assert float(kept["surprise_removed_bits"]) == pytest.approx(row["surprise_removed_bits"], abs=1e-9)
    cli.works("apply", "e.explainee", data, "--all-rows", "again.csv")
    assert (cli.folder / "again.csv").read_text() == (cli.folder / "rows.csv").read_text()
    figures = json.loads(cli.works("apply", "e.explainee", data, "--json").out)
    assert figures["helped"] == pytest.approx(document["explanation"]["uncertainty"]["helped"], abs=1e-9)
    assert cli("check", "e.explainee", data).status == 0


def test_surprise_and_typical_error_of_rows_average_over_the_noise(cli, data, rows):
    document = cli.explain(data, *COMMON, "-s", 2, "--noise", "*=0.8", "-o", "e.explainee", "--all-rows", "rows.csv")
    surprise = [float(row_of(cli, "rows.csv", i)["surprise_removed_bits"]) for i in range(400)]
    assert np.mean(surprise) == pytest.approx(document["explanation"]["information"]["bits"], abs=1e-9)
    figures = json.loads(cli.works("apply", "e.explainee", data, "--json").out)
    assert figures["after"] == pytest.approx(document["explanation"]["uncertainty"]["after"], rel=1e-9)
    # the share of rows brought closer, with noise drawn
    answer, rng = document["explanation"], np.random.default_rng(1)
    before = rows["p"] - rows["p"].mean()
    shown = sum(f["coefficient"] * (rows[f["name"]] - rows[f["name"]].mean()) for f in answer["features"])
    closer = []
    for _ in range(2000):
        blur = sum(f["coefficient"] * 0.8 * rng.normal(size=400) for f in answer["features"])
        closer.append(np.mean(np.abs(before - shown - blur) < np.abs(before)))
    assert answer["uncertainty"]["helped"] == pytest.approx(np.mean(closer), abs=0.003)


def test_certificates_carry_the_noise(cli, data):
    cli.works("explain", data, "--prediction", "p", *COMMON, *SAID, "--knows", "g", "-s", 2, "--certificate", "c.json")
    said = cli.works("verify", "c.json").out
    assert said.startswith("accepted") and "a (shown with noise of 0.7)" in said
    certificate = json.loads((cli.folder / "c.json").read_text())
    noise = certificate["noise"]
    assert noise == pytest.approx([0.49, 2.25, 0, 0.04])
    for position in certificate["support"]:
        for lie in (0.0, noise[position] + 0.01, -1.0, 1e300, None):
            forged = copied(certificate)
            forged["noise"][position] = lie
            cli.write("lie.json", sealed(forged))
            status = 3 if lie in (None, -1.0) else REJECTED
            cli.refuses("verify", "lie.json", "--moments", "c.json.moments", status=status, says="lie.json")
    rival = next(j for j in range(4) if j not in certificate["support"])
    certificate["noise"][rival] = 100.0
    cli.write("lie.json", sealed(certificate))
    outcome = cli("verify", "lie.json", "--moments", "c.json.moments")  # another way of showing, and it says so
    assert outcome.status == REJECTED or "shown with noise of 10" in outcome.out


def test_words(cli, data):
    said = " ".join(cli.explain(data, "--features", "a,b", "-s", 2, "--noise", "a=0.5", "--shown-as", "b=round:0.25")["sentences"])
    assert "shown with noise of 0.5" in said and "shown in steps of 0.25" in said
    assert "--noise" in cli.works("explain", "--help").out and "--shown-as" in cli.works("score", "--help").out


@pytest.mark.parametrize("option, part, says", [
    ("--noise", "a=-1", "'a=-1'"), ("--noise", "a=much", "'a=much'"), ("--noise", "a=", "'a='"), ("--noise", "a", "'a'"),
    ("--noise", "a=inf", "'a=inf'"), ("--noise", "a=1e200", "'a=1e200'"), ("--noise", "zz=1", "'zz'"), ("--noise", "p=1", "'p'"),
    ("--noise", "city=1", "'city'"), ("--noise", "=1", "'=1'"), ("--shown-as", "a=10", "'a=10'"), ("--shown-as", "a=round:0", "'a=round:0'"),
    ("--shown-as", "a=round:-1", "a=round:-1"), ("--shown-as", "a=round:x", "a=round:x"), ("--shown-as", "city=round:1", "'city'"),
    ("--shown-as", "zz*=round:1", "'zz*'"), ("--shown-as", "a=floor:1", "a=floor:1"),
])  # fmt: skip
def test_bad_values_are_refused(cli, data, option, part, says):
    cli.refuses("explain", data, "--prediction", "p", option, part, status=USAGE, says=(option, says))
    cli.refuses("score", data, "--prediction", "p", "--features", "b", option, part, status=USAGE, says=(option, says))


def test_classes_have_no_noisy_facts(cli, rows):
    yes = (rows["p"] > 0).astype(float)
    word = np.where(yes > 0, "yes", "no")
    cli.write("t.csv", Table({n: rows[n] for n in FACTS} | {"yes": yes, "word": word}).csv())
    for column, other in (("yes", "word"), ("word", "yes")):
        asked = ["explain", "t.csv", "--prediction", column, "--exclude", other]
        cli.refuses(*asked, "--noise", "a=1", status=USAGE, says=("--noise", "class", column))
        cli.refuses(*asked, "--shown-as", "a=round:1", status=USAGE, says=("--shown-as", "class"))
        cli.refuses(*asked, "--summary", "g", "--summary-noise", "g=0.1", "--noise-free", status=USAGE, says=("--noise-free", "class"))


def test_facts_of_several_columns_have_no_noise(cli, data):
    for family, fact in (("curves", "a (curved)"), ("groups", "lab")):
        more = ["--group", "lab=a,b"] if family == "groups" else []
        message = cli("explain", data, "--prediction", "p", "--features", "a,b", "--family", family, *more, "--noise", "*=1")
        assert message.status == USAGE and "one number" in message.err, (fact, message.err)


def test_the_bias_counts_the_part_of_the_columns_that_noise_lets_through(cli, data, rows):
    information = cli.explain(data, *COMMON, *SAID, "-s", 3, "--knows", "g")["explanation"]["information"]
    tau2 = {name: sd**2 for name, sd in NOISE.items()}
    value, set_ = best(rows, [n for n in FACTS if n != "g"], ("g",), ("p",), 3, tau2)
    gram, _, _ = moments(rows, set_, ("g",), ("p",))
    seen = np.trace(np.linalg.solve(gram + np.diag([tau2.get(n, 0.0) for n in set_]), gram))
    whole = Person(rows["p"], rows["g"][:, None], {}).bias_bits(len(set_))
    assert information["corrected_bits"] == pytest.approx(value - whole * seen / len(set_), abs=1e-9)


def test_corrected_bits_are_nearly_right_on_average(cli):
    """Small tables of Gaussian rows whose true information is known."""
    corrected, whole = [], []
    for seed in range(120):
        rng = np.random.default_rng(seed)
        a, b = rng.normal(size=(2, 30))
        cli.write("s.csv", Table({"a": a, "b": b, "p": a + b + rng.normal(size=30)}).csv())
        information = cli.score("s.csv", "--features", "a,b", "--noise", "a=1,b=2")["explanation"]["information"]
        corrected.append(information["corrected_bits"])
        whole.append(information["bits"] - Person(a, None, {}).bias_bits(2))
    truth = np.log2(3 / (3 - 1 / 2 - 1 / 5)) / 2
    assert np.mean(corrected) == pytest.approx(truth, abs=0.03)
    assert abs(np.mean(corrected) - truth) < abs(np.mean(whole) - truth) / 2


def test_local_rows_add_up_too(cli, data, rows):
    asked = ["--features", "a,b", "-s", 2, "--noise", "a=0.7", "--shown-as", "b=round:0.5", "--local"]
    document = cli.explain(data, *asked, "--row", 7, "--all-rows", "rows.parquet")
    row = document["row"]
    parts = {part["name"]: part for part in row["contributions"]}
    assert parts["b"]["value"] == np.round(rows["b"][7] / 0.5) * 0.5
    assert row["expected"] + sum(p["contribution"] for p in parts.values()) + row["remainder"] == pytest.approx(rows["p"][7], abs=1e-9)
    for line in pq.read_table(cli.folder / "rows.parquet").to_pylist():
        assert line["expected"] + sum(line["contributions"]) + line["remainder"] == pytest.approx(line["prediction"], abs=1e-9)
        if line["row"] == 7:
            assert dict(zip(line["features"], line["contributions"])) == pytest.approx({n: p["contribution"] for n, p in parts.items()}, abs=1e-9)
