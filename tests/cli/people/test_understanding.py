"""Noisy answers and the understanding beneath them (mathematics §7): N leaves Σ_uu, as far as it fits."""

import json
from itertools import combinations

import numpy as np
import pytest

from conftest import REJECTED, USAGE, Table
from sealing import sealed

pytestmark = pytest.mark.plain

FACTS = ("a", "b", "c")
ROWS = 500


@pytest.fixture(scope="module")
def rows():
    rng = np.random.default_rng(4)
    a, b, c = rng.normal(size=(3, ROWS))
    p = a + b + 0.6 * c + 0.5 * rng.normal(size=ROWS)
    sure = a + 0.5 * b + 0.7 * rng.normal(size=ROWS)
    other = c + 0.3 * p + 0.5 * rng.normal(size=ROWS)
    u = sure + 1.2 * rng.normal(size=ROWS)
    v = other + 0.8 * rng.normal(size=ROWS)
    city = np.array(["Oslo", "Bergen"])[rng.integers(0, 2, ROWS)]
    return {"a": a, "b": b, "c": c, "sure": sure, "u": u, "v": v, "p": p, "city": city, "w": 1.0 + np.arange(ROWS) % 3}


@pytest.fixture
def data(cli, rows):
    cli.write("t.csv", Table(rows).csv())
    return "t.csv"


def covariance(rows, names, weight=None):
    z = np.column_stack([rows[n] for n in names])
    weight = np.ones(len(z)) if weight is None else weight
    z = z - np.average(z, axis=0, weights=weight)
    return (z.T * weight) @ z / weight.sum()


def fitting(rows, u, sd, exact=(), weight=None):
    """N, cut where it exceeds what all facts and the prediction leave open of u."""
    others = [*FACTS, "p", *exact]
    sigma = covariance(rows, [*others, *u], weight)
    n = len(others)
    left = sigma[n:, n:] - sigma[n:, :n] @ np.linalg.pinv(sigma[:n, :n]) @ sigma[:n, n:]
    root = np.linalg.cholesky(left)
    inverse = np.linalg.inv(root)
    sizes, axes = np.linalg.eigh(inverse @ np.diag(np.square(sd)) @ inverse.T)
    return root @ axes @ np.diag(np.minimum(sizes, 1)) @ axes.T @ root.T


def bits(rows, set_, u, noise, exact=(), weight=None):
    sigma = covariance(rows, [*set_, "p", *exact, *u], weight)
    k = len(u)
    sigma[-k:, -k:] -= noise
    n = len(set_) + 1
    given = sigma[:n, :n] - sigma[:n, n:] @ np.linalg.solve(sigma[n:, n:], sigma[n:, :n])
    left = given[-1, -1] - given[-1, :-1] @ np.linalg.solve(given[:-1, :-1], given[:-1, -1])
    return np.log2(given[-1, -1] / left) / 2


def best(rows, s, *more, **named):
    return max((bits(rows, set_, *more, **named), set_) for k in range(1, s + 1) for set_ in combinations(FACTS, k))


COMMON = ["--features", "a,b,c"]
CASES = {
    "one": (["--summary", "u", "--summary-noise", "u=1.2"], ("u",), (1.2,), {}),
    "guess": (["--guess", "u", "--summary-noise", "u=0.5"], ("u",), (0.5,), {}),
    "two": (["--summary", "u,v", "--summary-noise", "u=1,v=0.6"], ("u", "v"), (1, 0.6), {}),
    "weights": (["--summary", "u", "--summary-noise", "u=1", "--weight", "w"], ("u",), (1,), {"weight": "w"}),
    "beside what is sure": (["--summary", "u,v", "--summary-noise", "u=0.9"], ("u",), (0.9,), {"exact": ("v",)}),
    "too much": (["--summary", "u", "--summary-noise", "u=5"], ("u",), (5,), {}),
    "too much of one": (["--summary", "u,v", "--summary-noise", "*=1.3"], ("u", "v"), (1.3, 1.3), {}),
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("s", [1, 2])
def test_noise_leaves_what_she_has(cli, data, rows, case, s):
    options, u, sd, more = CASES[case]
    more = {key: rows[value] if key == "weight" else value for key, value in more.items()}
    document = cli.explain(data, *COMMON, *options, "--noise-free", "-s", s)
    noise = fitting(rows, u, sd, **more)
    value, set_ = best(rows, s, u, noise, **more)
    answer = document["explanation"]
    assert sorted(f["name"] for f in answer["features"]) == sorted(set_)
    assert answer["information"]["bits"] == pytest.approx(value, abs=1e-9)
    assert document["user"]["view"] == "noise_free"
    used = {entry["name"]: entry for entry in document["user"]["summary_noise"]}
    for i, name in enumerate(u):
        assert used[name]["sd"] == sd[i] and used[name]["from"] == "option"
        assert used[name]["used_sd"] == pytest.approx(np.sqrt(noise[i, i]), abs=1e-9)
    codes = [warning["code"] for warning in document["warnings"]]
    assert codes.count("noise_too_large") == (1 if case.startswith("too much") else 0)
    assert answer["uncertainty"]["helped"] is None
    assert any("beneath" in sentence for sentence in document["sentences"])


def test_the_understanding_is_found_again(cli, data, rows):
    """With the noise that was put in, she is explained to as if her true understanding were the column."""
    asked = [*COMMON, "-s", 2, "--honest"]
    truth = cli.explain(data, *asked, "--summary", "sure")["explanation"]
    found = cli.explain(data, *asked, "--summary", "u", "--summary-noise", "u=1.2", "--noise-free")["explanation"]
    noisy = cli.explain(data, *asked, "--summary", "u", "--summary-noise", "u=1.2")["explanation"]
    assert found["information"]["bits"] == pytest.approx(truth["information"]["bits"], abs=0.08)
    assert abs(noisy["information"]["bits"] - truth["information"]["bits"]) > 0.15
    assert found["uncertainty"]["before"] == pytest.approx(truth["uncertainty"]["before"], rel=0.05)
    assert found["information"]["honest_bits"] == pytest.approx(truth["information"]["honest_bits"], abs=0.12)
    low, high = found["information"]["interval_bits"]
    assert low < found["information"]["bits"] < high


def test_the_other_view_changes_nothing(cli, data):
    plain = cli.explain(data, *COMMON, "--summary", "u")
    stated = cli.explain(data, *COMMON, "--summary", "u", "--summary-noise", "u=1.2")
    assert stated["explanation"] == plain["explanation"]
    assert plain["user"]["view"] == stated["user"]["view"] == "as_they_are" and plain["user"]["summary_noise"] == []
    assert stated["user"]["summary_noise"] == [{"name": "u", "sd": 1.2, "used_sd": None, "from": "option"}]
    none = cli.explain(data, *COMMON, "--summary", "u", "--summary-noise", "u=0", "--noise-free")
    assert none["explanation"]["information"]["bits"] == pytest.approx(plain["explanation"]["information"]["bits"], abs=1e-12)


def asked_of(cli, rows, repeats, noise=None):
    rng = np.random.default_rng(2)
    numbers = np.repeat(np.arange(0, ROWS, 2), repeats)
    given = rows["sure"][numbers] + 0.9 * rng.normal(size=len(numbers))
    cells = "" if noise is None else ",noise"
    lines = [f"{r},{g!r}" + ("" if noise is None else f",{n}") for r, g, n in zip(numbers, given.tolist(), np.broadcast_to(noise or 0, numbers.shape))]  # fmt: skip
    cli.write("answers.csv", f"row,answer{cells}\n" + "\n".join(lines) + "\n")
    return {name: np.asarray(values)[numbers] for name, values in rows.items()} | {"answer": given}, numbers


def test_repeats_identify_the_noise(cli, data, rows):
    table, numbers = asked_of(cli, rows, 2)
    pairs = table["answer"].reshape(-1, 2)
    variance = (np.diff(pairs, axis=1) ** 2 / 2).mean()
    document = cli.explain(data, *COMMON, "--answers", "answers.csv", "--noise-free", "-s", 2)
    stated = document["user"]["summary_noise"][0]
    assert stated["from"] == "repeats" and stated["sd"] == pytest.approx(np.sqrt(variance), rel=1e-12)
    value, set_ = best(table, 2, ("answer",), fitting(table, ("answer",), (np.sqrt(variance),)))
    assert document["explanation"]["information"]["bits"] == pytest.approx(value, abs=1e-9)
    assert cli.explain(data, *COMMON, "--answers", "answers.csv")["user"]["view"] == "as_they_are"


def test_a_known_noise_comes_first(cli, data, rows):
    table, _ = asked_of(cli, rows, 1, noise=0.4)
    document = cli.explain(data, *COMMON, "--answers", "answers.csv", "--noise-free", "-s", 1)
    assert document["user"]["summary_noise"][0]["sd"] == pytest.approx(0.4, rel=1e-12)
    value, _ = best(table, 1, ("answer",), fitting(table, ("answer",), (0.4,)))
    assert document["explanation"]["information"]["bits"] == pytest.approx(value, abs=1e-9)
    said = cli.explain(data, *COMMON, "--answers", "answers.csv", "--noise-free", "--summary-noise", "answer=0.7", "-s", 1)
    assert said["user"]["summary_noise"][0] == pytest.approx({"name": "answer", "sd": 0.7, "used_sd": 0.7, "from": "option"})


def test_answers_without_any_noise(cli, data, rows):
    asked_of(cli, rows, 1)
    cli.refuses("explain", data, "--prediction", "p", "--answers", "answers.csv", "--noise-free", status=USAGE, says=("--noise-free", "answer=SD"))
    for bad in ("-1", "", "x"):
        cli.write("answers.csv", "row,answer,noise\n" + "".join(f"{r},1.5,{bad if r == 7 else 0.5}\n" for r in range(40)))
        message = cli.refuses("explain", data, "--prediction", "p", "--answers", "answers.csv", status=3, says="answers.csv")
        assert "line 9" in message or "row 7" in message


def test_score_and_moments(cli, data, rows):
    document = cli.score(data, "--features", "b", "--exclude", "sure,v,city,w", "--summary", "u", "--summary-noise", "u=1", "--noise-free")
    noise = fitting(rows, ("u",), (1,))
    assert document["explanation"]["information"]["bits"] == pytest.approx(bits(rows, ("b",), ("u",), noise), abs=1e-9)
    assert document["lost_bits"] == pytest.approx(best(rows, 1, ("u",), noise)[0] - bits(rows, ("b",), ("u",), noise), abs=1e-9)
    cli.works("moments", data, "-o", "t.moments")
    asked = [*COMMON, "--summary", "u,v", "--summary-noise", "*=1", "--noise-free", "-s", 2]
    ours, theirs = cli.explain("t.moments", *asked), cli.explain(data, *asked)
    assert ours["explanation"]["information"]["bits"] == pytest.approx(theirs["explanation"]["information"]["bits"], abs=1e-9)


@pytest.mark.parametrize("case", ["one", "two", "too much", "too much of one", "beside what is sure"])
def test_certificates(cli, data, case):
    options, u, sd, _ = CASES[case]
    cli.works("explain", data, "--prediction", "p", *COMMON, *options, "--noise-free", "-s", 2, "--certificate", "c.json")
    assert "is taken out" in cli.works("verify", "c.json").out
    certificate = json.loads((cli.folder / "c.json").read_text())
    noise = np.array(certificate["given_noise"])
    assert len(certificate["given"]) == len(noise) and np.count_nonzero(np.diag(noise)) == len(u)
    lies = [{"given_noise": other.tolist()} for other in (noise + np.diag(np.diag(noise) > 0) * 0.05, noise * 0.5, noise * 100)]
    lies += [{"given_noise": []}, {"given_noise": [], "given": []}, {"given": [[[0, 1.0]]] * len(noise)}]
    for lie in lies:
        cli.write("lie.json", sealed(certificate | lie))
        cli.refuses("verify", "lie.json", "--moments", "c.json.moments", status=REJECTED, says="not proven")


def test_who_means_the_prediction_and_only_answers_badly_has_little_left_to_learn(cli, rows):
    rng = np.random.default_rng(6)
    cli.write("t.csv", Table({n: rows[n] for n in (*FACTS, "p")} | {"u": rows["p"] + rng.normal(size=ROWS)}).csv())
    document = cli.explain("t.csv", "--summary", "u", "--summary-noise", "u=3", "--noise-free")
    assert [w["code"] for w in document["warnings"]].count("noise_too_large") == 1
    assert document["explanation"]["uncertainty"]["before"] < 0.15 * rows["p"].std()
    assert cli.explain("t.csv", "--summary", "u")["explanation"]["uncertainty"]["before"] > 0.4 * rows["p"].std()


def test_bad_values_and_what_does_not_go_together(cli, data):
    def refuse(*arguments, says):
        cli.refuses("explain", data, "--prediction", "p", "--summary", "u,city", *arguments, status=USAGE, says=says)

    for part in ("u=-1", "u=x", "u", "u=nan", "=1", "u=1e200"):
        refuse("--summary-noise", part, says=("--summary-noise", f"'{part}'"))
    refuse("--summary-noise", "zz=1", says=("--summary-noise", "'zz'", "u"))
    refuse("--summary-noise", "city=1", says=("'city'", "number"))
    refuse("--summary-noise", "a=1", says="'a'")
    refuse("--noise-free", says=("--noise-free", "--summary-noise"))
    refuse("--noise-free", "--summary-noise", "u=1", "--row", 3, says=("--noise-free", "--row"))
    refuse("--noise-free", "--summary-noise", "u=1", "-o", "e.explainee", says=("--noise-free", "-o"))
    refuse("--noise-free", "--summary-noise", "u=1", "--all-rows", "r.csv", says=("--noise-free", "--all-rows"))
    cli.refuses("explain", data, "--prediction", "p", "--sees", "a+b", "--summary-noise", "a+b=1", status=USAGE, says="'a+b'")
