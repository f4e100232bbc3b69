"""Predictions that are classes: bits are those of the classes, never more than what is open (mathematics §5)."""

import numpy as np
import pytest

from conftest import UNFIT, USAGE

pytestmark = pytest.mark.plain


def entropy(p):
    p = np.asarray(p, float)
    p = p[p > 0] / p.sum()
    return -(p * np.log2(p)).sum()


def plug_in(x, y, z=None):
    """I(x; y | z) in bits by counting, its Miller-Madow correction, and H(y | z)."""
    z = np.zeros(len(y), int) if z is None else np.asarray(z)
    bits = open_bits = 0.0
    cells = {"xyz": set(zip(x, y, z)), "xz": set(zip(x, z)), "yz": set(zip(y, z)), "z": set(z)}
    for value in set(z):
        here = z == value
        joint = np.array([[np.sum(here & (x == a) & (y == b)) for b in sorted(set(y))] for a in sorted(set(x))])
        part = here.mean()
        open_bits += part * entropy(joint.sum(0))
        bits += part * (entropy(joint.sum(0)) + entropy(joint.sum(1)) - entropy(joint.ravel()))
    excess = len(cells["xyz"]) - len(cells["xz"]) - len(cells["yz"]) + len(cells["z"])
    return bits, bits - excess / (2 * len(y)) / np.log(2), open_bits


def logistic_loss(x, y, classes):
    """Mean −log₂ p of multinomial logistic regression by gradient ascent with momentum on standardised columns."""
    x = np.column_stack([np.ones(len(y)), *[(c - c.mean()) / c.std() for c in np.asarray(x, float).T]]) if np.size(x) else np.ones((len(y), 1))
    hot = (np.asarray(y)[:, None] == np.array(classes)).astype(float)
    theta = np.zeros((x.shape[1], len(classes)))
    seen, t = theta.copy(), 1.0
    step = 2.0 * len(y) / np.linalg.norm(x, 2) ** 2
    for _ in range(3000):
        score = x @ seen
        p = np.exp(score - score.max(1, keepdims=True))
        p /= p.sum(1, keepdims=True)
        new = seen + step * x.T @ (hot - p) / len(y)
        following = (1 + np.sqrt(1 + 4 * t * t)) / 2
        seen, theta, t = new + (t - 1) / following * (new - theta), new, following
    score = x @ theta
    p = np.exp(score - score.max(1, keepdims=True))
    p /= p.sum(1, keepdims=True)
    return -np.log2((p * hot).sum(1)).mean(), (p.argmax(1) == hot.argmax(1)).mean()


def write(cli, **columns):
    names = list(columns)
    lines = [",".join(names)]
    for row in zip(*columns.values()):
        lines.append(",".join(str(v) if isinstance(v, str) else repr(float(v)) for v in row))
    cli.write("t.csv", "\n".join(lines) + "\n")
    return "t.csv"


@pytest.fixture
def near_copy():
    """A fact that agrees with the label in all but 1 % of 20 000 rows."""
    random = np.random.default_rng(1)
    y = np.arange(20000) % 2
    x = np.where(np.arange(20000) % 100 < 98, y, 1 - y)  # rows 98 and 99 of each hundred: one of either class
    x[np.arange(20000) % 100 == 98] = y[np.arange(20000) % 100 == 98]
    return x, y, random.standard_normal(20000)


@pytest.mark.parametrize("kind", ["text", "number"])
def test_a_label_with_one_percent_disagreement(cli, near_copy, kind):
    x, y, noise = near_copy
    said = np.where(y == 1, "yes", "no") if kind == "text" else y
    document = cli.explain(write(cli, a=x, b=noise, p=said), "-s", 1)
    information = document["explanation"]["information"]
    bits, corrected, open_bits = plug_in(x, y)
    assert 0.9 < bits < 0.93
    assert information["bits"] == pytest.approx(bits, abs=1e-9) and information["of_bits"] == pytest.approx(open_bits, abs=1e-9)
    assert information["corrected_bits"] == pytest.approx(corrected, abs=1e-9)
    assert information["estimator"] == "discrete" and information["infinite"] is False
    assert information["objective_bits"] > 2  # on indicators, as it was searched
    assert document["prediction"] == "p" and document["classes"]["names"] == (["no", "yes"] if kind == "text" else ["0", "1"])
    assert document["classes"]["right_before"] == 0.5 and document["classes"]["right_after"] == pytest.approx(0.99)
    low, high = information["interval_bits"]
    assert low < bits < high and high - low < 0.02


def test_an_estimator_is_named_or_refused(cli, near_copy):
    x, y, noise = near_copy
    label = write(cli, a=x, b=noise, p=y)
    found = cli.explain(label, "-s", 1)
    named = cli.explain(label, "-s", 1, "--estimator", "discrete")
    assert named["provenance"]["options"].pop("estimator") == "discrete"
    assert named == found
    number = cli.explain(label, "-s", 1, "--estimator", "gaussian")  # 0 and 1 are numbers to it
    assert number["explanation"]["information"]["estimator"] == "gaussian" and number["classes"] is None
    told = ("explain", label, "-s", 1, "--estimator")
    cli.refuses(
        *told, "gausian", "--prediction", "p", status=USAGE,
        says="--estimator: 'gausian' is not known; choose auto, discrete, gaussian, knn, copula; did you mean 'gaussian'?",
    )  # fmt: skip
    text = write(cli, a=x, b=noise, p=np.where(y == 1, "yes", "no"))
    cli.refuses("explain", text, "--prediction", "p", "--estimator", "gaussian", status=USAGE,
                says="--estimator gaussian is for predictions that are numbers, not classes")  # fmt: skip
    assert "one of auto, discrete, gaussian, knn, copula (auto)" in cli.works("explain", "--help").out


def test_given_a_category_by_counting(cli):
    random = np.random.default_rng(2)
    z = random.choice(["u", "v", "w"], 3000)
    x = random.choice(["r", "s"], 3000)
    flip = random.uniform(size=3000) < np.where(z == "u", 0.1, 0.4)
    y = np.where((x == "r") ^ flip, "left", np.where(z == "w", "right", "straight"))
    document = cli.explain(write(cli, z=z, x=x, p=y), "--knows", "z", "-s", 1)
    bits, corrected, open_bits = plug_in(x, y, z)
    information = document["explanation"]["information"]
    assert document["classes"]["measured_by"] == "counting" and document["classes"]["names"] == ["left", "right", "straight"]
    assert information["bits"] == pytest.approx(bits, abs=1e-9)
    assert information["corrected_bits"] == pytest.approx(corrected, abs=1e-9)
    assert information["of_bits"] == pytest.approx(open_bits, abs=1e-9)


def three_classes(rows=1500):
    random = np.random.default_rng(3)
    x = random.standard_normal((rows, 4))
    score = np.column_stack([np.zeros(rows), 1.5 * x[:, 0] + x[:, 1], -x[:, 0] + 2 * x[:, 2]])
    y = np.array(["low", "mid", "top"])[(score + random.gumbel(size=score.shape)).argmax(1)]
    return x, y


@pytest.mark.parametrize("known", [[], ["x1"]])
def test_numbers_by_logistic_regression(cli, known):
    x, y = three_classes()
    path = write(cli, **{f"x{i}": x[:, i] for i in range(4)}, p=y)
    document = cli.explain(path, *(["--knows", ",".join(known), "--linear"] if known else []), "-s", 2, "--row", 5)
    chosen = [int(f["name"][1]) for f in document["explanation"]["features"]]
    hers = [int(name[1]) for name in known]
    before, right_before = logistic_loss(x[:, hers], y, ["low", "mid", "top"])
    after, right_after = logistic_loss(x[:, hers + chosen], y, ["low", "mid", "top"])
    information = document["explanation"]["information"]
    assert information["of_bits"] == pytest.approx(before, abs=1e-6)
    assert information["bits"] == pytest.approx(before - after, abs=1e-6)
    assert information["corrected_bits"] == pytest.approx(before - after - 4 / (2 * 1500) / np.log(2), abs=1e-6)
    assert document["classes"]["right_before"] == pytest.approx(right_before, abs=2e-3)
    assert document["classes"]["right_after"] == pytest.approx(right_after, abs=2e-3)
    row = document["row"]
    assert sum(row["prediction"]) == 1 and row["prediction"][["low", "mid", "top"].index(y[5])] == 1
    total = np.array(row["expected"]) + sum(np.array(p["contribution"]) for p in row["contributions"]) + row["remainder"]
    assert total == pytest.approx(row["prediction"], abs=1e-9)
    for point in document["curve"]:
        assert 0 <= point["bits"] <= information["of_bits"]
    assert sum(document["explanation"]["intercept"]) == pytest.approx(1, abs=1e-9)


def test_a_fact_that_decides_the_class_tells_all_that_is_open(cli):
    random = np.random.default_rng(5)
    x = random.standard_normal(800)
    path = write(cli, a=x, b=random.standard_normal(800), p=np.where(x > 0.3, "yes", "no"))
    document = cli.explain(path, "--family", "features,rules", "-s", 1)
    information = document["explanation"]["information"]
    assert information["bits"] <= information["of_bits"] + 1e-12 and information["of_bits"] == pytest.approx(entropy([np.mean(x > 0.3), np.mean(x <= 0.3)]))
    path = write(cli, a=np.where(x > 0.3, 1.0, 2.0), p=np.where(x > 0.3, "yes", "no"))
    information = cli.explain(path, "-s", 1)["explanation"]["information"]
    assert information["bits"] == pytest.approx(information["of_bits"], abs=1e-12) and information["infinite"] is False


def test_score_of_a_class(cli):
    x, y = three_classes()
    path = write(cli, **{f"x{i}": x[:, i] for i in range(4)}, p=y)
    judged = cli.works("score", path, "--prediction", "p", "--features", "x3", "--json").json()
    best, _ = logistic_loss(x[:, [0]], y, ["low", "mid", "top"])
    other, _ = logistic_loss(x[:, [3]], y, ["low", "mid", "top"])
    assert judged["best"]["features"] == ["x0"] and judged["lost_bits"] == pytest.approx(other - best, abs=1e-6)
    assert judged["explanation"]["information"]["p_value"] > 0.001
    assert cli.works("score", path, "--prediction", "p", "--features", "x0", "--json").json()["explanation"]["information"]["p_value"] < 1e-9


def test_words_speak_of_chances(cli):
    x, y = three_classes()
    path = write(cli, **{f"x{i}": x[:, i] for i in range(4)}, p=y)
    words = " ".join(cli.works("explain", path, "--prediction", "p", "-s", 2, "--row", 5).out.split())
    assert "are open" in words and "raises the chance of" in words and f"In row 5 the model says {y[5]}" in words
    assert "typical error" not in words


def test_kept_and_applied(cli):
    x, y = three_classes()
    path = write(cli, **{f"x{i}": x[:, i] for i in range(4)}, p=y)
    cli.works("explain", path, "--prediction", "p", "-s", 2, "-o", "e.explainee", "--all-rows", "a.csv")
    cli.works("apply", "e.explainee", path, "--all-rows", "b.csv")
    assert (cli.folder / "a.csv").read_text() == (cli.folder / "b.csv").read_text()
    assert cli("check", "e.explainee", path).status == 0


def test_local_for_one_row(cli):
    x, y = three_classes(3000)
    path = write(cli, **{f"x{i}": x[:, i] for i in range(4)}, p=y)
    document = cli.explain(path, "-s", 1, "--row", 3, "--local")
    information = document["explanation"]["information"]
    assert document["local"]["effective_rows"] == pytest.approx(100, rel=1e-6) and information["bits"] <= information["of_bits"]


@pytest.mark.parametrize("arguments, status, why", [
    (["--prediction", "p,x0"], UNFIT, "one class column"), (["--prediction", "name"], UNFIT, "own text"),
    (["--prediction", "p", "--reasons-from", "x0"], USAGE, "--label"),
    (["--prediction", "p", "--local", "--all-rows", "r.csv"], USAGE, "--local"),
])  # fmt: skip
def test_what_cannot_be_is_said(cli, arguments, status, why):
    x, y = three_classes(300)
    path = write(cli, **{f"x{i}": x[:, i] for i in range(4)}, p=y, name=[f"n{i}" for i in range(300)])
    before = cli.files()
    outcome = cli("explain", path, *arguments)
    assert outcome.status == status and why in outcome.err and outcome.out == "" and cli.files() == before


def test_moments_cannot_tell(cli):
    x, y = three_classes(300)
    cli.works("moments", write(cli, x0=x[:, 0], p=y), "-o", "t.moments")
    outcome = cli("explain", "t.moments", "--prediction", "p")
    assert outcome.status == USAGE and "rows" in outcome.err


def balanced(rows=400):
    random = np.random.default_rng(11)
    x = random.standard_normal(rows)
    return x, np.where(np.argsort(np.argsort(x + random.standard_normal(rows))) < rows // 2, "no", "yes")


def test_a_balanced_label_is_guessed_right_half_the_time(cli):
    x, y = balanced()
    document = cli.explain(write(cli, a=x, b=np.cos(7 * x), p=y), "-s", 1)
    assert document["classes"]["measured_by"] == "logistic" and document["classes"]["right_before"] == 0.5
    assert document["explanation"]["information"]["of_bits"] == pytest.approx(1, abs=1e-9)


def test_a_row_that_does_not_count_has_no_surprise(cli):
    random = np.random.default_rng(12)
    city = random.choice(["r", "s"], 300)
    weight = np.ones(300)
    weight[7] = 0
    city[7] = "t"
    y = np.where((city == "r") ^ (random.uniform(size=300) < 0.1), "no", "yes")
    document = cli.explain(write(cli, city=city, w=weight, p=y), "--weight", "w", "-s", 1, "--row", 7)
    assert document["row"]["surprise_removed_bits"] is None


def test_what_she_reasons_from_counts_as_one_number(cli):
    random = np.random.default_rng(13)
    a, b, c = random.integers(0, 2, (3, 2000))
    y = np.where(a + b + 2 * c + random.integers(0, 2, 2000) > 2, "yes", "no")
    document = cli.explain(write(cli, a=a, b=b, c=c, p=y), "--reasons-from", "a=1,b=1", "-s", 1)
    bits, _, open_bits = plug_in(c, y, a + b)
    information = document["explanation"]["information"]
    assert information["of_bits"] == pytest.approx(open_bits, abs=1e-9) and information["bits"] == pytest.approx(bits, abs=1e-9)


def test_local_rows_of_a_class_are_refused_wherever_the_row_lies(cli):
    random = np.random.default_rng(14)
    x = np.sort(random.standard_normal(2000))
    path = write(cli, a=x, b=random.standard_normal(2000), p=np.where(x > 0, "yes", "no"))
    for row in (0, 1000):
        outcome = cli("explain", path, "--prediction", "p", "-s", 1, "--local", "--row", row, "--all-rows", "r.csv")
        assert outcome.status == USAGE and "--local" in outcome.err and not (cli.folder / "r.csv").exists()
    document = cli.explain(path, "-s", 1, "--local", "--row", 0)  # all its neighbours are of one class
    assert document["prediction"] == "p" and document["classes"]["names"] == ["no", "yes"]


def test_too_many_classes(cli):
    random = np.random.default_rng(15)
    path = write(cli, a=random.standard_normal(600), p=[f"c{i % 60}" for i in range(600)])
    outcome = cli("explain", path, "--prediction", "p")
    assert outcome.status == UNFIT and "60 classes" in outcome.err


def test_facts_that_act_together_are_measured_in_one_way(cli):
    random = np.random.default_rng(16)
    a, b = random.integers(0, 2, (2, 1000))
    y = np.where((a ^ b) ^ (random.uniform(size=1000) < 0.05), "yes", "no")
    path = write(cli, a=a, b=b, c=random.standard_normal(1000), p=y)
    judged = cli.works("score", path, "--prediction", "p", "--features", "a,b", "--exclude", "c", "--json").json()
    assert judged["explanation"]["information"]["bits"] == pytest.approx(plug_in(2 * a + b, y)[0], abs=1e-9)
    for names in ("a,b", "a,b,c"):  # beside a number everything is fitted, and nothing is lost by fitting
        document = cli.works("score", path, "--prediction", "p", "--features", names, "--json").json()
        assert document["lost_bits"] > -1e-3 and document["classes"]["measured_by"] == "logistic"


def test_a_class_that_follows_from_what_she_knows(cli):
    random = np.random.default_rng(17)
    x = random.standard_normal(500)
    path = write(cli, a=x, b=random.standard_normal(500), p=np.where(x > 0, "yes", "no"))
    document = cli.explain(path, "--knows", "a", "--row", 3)
    assert document["explanation"]["features"] == [] and document["explanation"]["information"]["bits"] == 0
    assert "nothing to explain" in " ".join(document["sentences"])


@pytest.mark.parametrize("step", [[], ["--resolution", "0.01"]])
def test_what_is_no_probability_has_no_log_odds(cli, step):
    p = np.linspace(0.05, 0.95, 60)
    p[7] = 1.2
    path = write(cli, a=np.linspace(0, 1, 60) ** 2, p=p)
    outcome = cli("explain", path, "--prediction", "p", "--prediction-scale", "logit", *step)
    assert outcome.status == UNFIT and "line 9" in outcome.err and outcome.out == ""


def test_probabilities_that_sum_to_one_are_said_as_chances(cli):
    x, _ = three_classes(400)
    score = np.exp(np.column_stack([np.zeros(400), x[:, 0], -x[:, 0] + x[:, 1]]))
    chance = score / score.sum(1, keepdims=True)
    path = write(cli, **{f"x{i}": x[:, i] for i in range(4)}, low=chance[:, 0], mid=chance[:, 1], top=chance[:, 2])
    document = cli.works("explain", path, "--prediction", "low,mid,top", "-s", 2, "--json").json()
    assert "x0 (higher raises the chance of mid" in " ".join(document["sentences"])
