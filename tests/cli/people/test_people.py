"""Each way of saying who she is, against least squares on the rows with every subset tried (oracle.py)."""

import numpy as np
import pytest

from conftest import Table
from oracle import Person, columns, knowing, residuals, variance
from people_table import FACTS, NUMBERS, ROWS, agree, at, chosen, explain, people, person  # noqa: F401  fixtures too

pytestmark = pytest.mark.plain

# ---- who ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("s", [1, 2, 3, 4])
def test_nobody_in_particular(at, people, s):
    document = explain(at, "-s", s)
    agree(document, person(people), s)
    assert document["user"]["summary"] == []


def test_knows_means_squares_and_products_too(at, people):
    document = explain(at, "--knows", "x1,x2")
    agree(document, person(people, knowing(people["x1"], people["x2"]), without=("x1", "x2")))
    assert document["user"]["summary"] == ["x1", "x2"]
    names = {part["name"] for part in document["explanation"]["summary_coefficients"]}
    assert names == {"x1", "x2", "x1*x1", "x1*x2", "x2*x2"}


def test_knows_linearly(at, people):
    document = explain(at, "--knows", "x1,x2", "--linear")
    agree(document, person(people, columns(people["x1"], people["x2"]), without=("x1", "x2")))
    quadratic = explain(at, "--knows", "x1,x2")
    assert quadratic["explanation"]["uncertainty"]["before"] < 0.97 * document["explanation"]["uncertainty"]["before"]


def test_knows_a_category_and_a_number(at, people):
    document = explain(at, "--knows", "city,x4")
    u = np.column_stack([columns(people["city"]), knowing(people["x4"])])
    agree(document, person(people, u, without=("city", "x4")))
    assert document["user"]["summary"] == ["city", "x4"]


def test_told_earlier_is_the_same_as_known(at, people):
    told = explain(at, "--told", "x2", "--knows", "x1")
    agree(told, person(people, knowing(people["x1"], people["x2"]), without=("x1", "x2")))
    assert told["explanation"] == explain(at, "--knows", "x1,x2")["explanation"]


def test_globs_and_ranges(at):
    assert explain(at, "--knows", "x1..x3")["explanation"] == explain(at, "--knows", "x1,x2,x3")["explanation"]
    assert (
        explain(at, "--knows", "x?", "-s", 1)["explanation"]
        == explain(at, "--knows", ",".join(NUMBERS), "-s", 1)["explanation"]
    )


def test_too_much_known_for_products_is_linear_with_a_warning(at, people):
    at.write("few.csv", people.csv(rows=range(80)))  # 3 numbers make 9 columns, more than a tenth of 80 rows
    short = Table({name: values[:80] for name, values in people.columns.items()})
    document = at.explain("few.csv", "--features", ",".join(FACTS), "--knows", "x1,x2,x3")
    agree(document, person(short, columns(short["x1"], short["x2"], short["x3"]), without=("x1", "x2", "x3")))
    assert [warning["code"] for warning in document["warnings"]] == ["known_linear_only"]


@pytest.mark.parametrize("option, column", [("--summary", "guess"), ("--guess", "guess"), ("--summary", "mood")])
def test_a_summary_column_enters_as_it_is(at, people, option, column):
    document = explain(at, option, column)
    agree(document, person(people, columns(people[column])))
    assert document["user"]["summary"] == [column]


def test_a_candidate_as_summary_is_not_told_again(at, people):
    document = at.explain("people.csv", "--exclude", "truth,guess,mood,w,q", "--summary", "x1,city")
    agree(document, person(people, columns(people["x1"], people["city"]), without=("x1", "city")))


@pytest.mark.parametrize("label", [None, "truth"])
@pytest.mark.parametrize("retell", [False, True])
def test_reasons_from(at, people, label, retell):
    target = people[label or "p"]
    u = target - residuals(target, columns(people["x1"], people["x3"]))
    arguments = ["--reasons-from", "x1,x3", *(["--label", label] if label else []), *(["--retell"] if retell else [])]
    document = explain(at, *arguments)
    agree(document, person(people, columns(u), without=() if retell else ("x1", "x3")))


def test_reasons_from_a_category(at, people):
    u = people["p"] - residuals(people["p"], columns(people["city"], people["x3"]))
    agree(explain(at, "--reasons-from", "x3,city"), person(people, columns(u), without=("x3", "city")))


def test_reasons_with_her_own_weights(at, people):
    u = 2 * people["x1"] - 0.5 * people["x6"]
    agree(explain(at, "--reasons-from", "x1=2,x6=-0.5"), person(people, columns(u), without=("x1", "x6")))
    agree(explain(at, "--reasons-from", "x1=2,x6=-0.5", "--retell"), person(people, columns(u)))


@pytest.mark.parametrize(
    "expression, u",
    [
        ("mean(x1..x4)", lambda t: (t["x1"] + t["x2"] + t["x3"] + t["x4"]) / 4),
        ("mean(x*)", lambda t: sum(t[n] for n in NUMBERS) / 6),
        ("sum(x1..x3, x6)", lambda t: t["x1"] + t["x2"] + t["x3"] + t["x6"]),
        ("max(x1, x2)", lambda t: np.maximum(t["x1"], t["x2"])),
        ("x1 + 2*x3 - 1", lambda t: t["x1"] + 2 * t["x3"]),
        ("x1 > 0.5", lambda t: t["x1"] > 0.5),
        ("x1 <= 0.5 and x3 > 0 or not (x2 < 1)", lambda t: ((t["x1"] <= 0.5) & (t["x3"] > 0)) | ~(t["x2"] < 1)),
        ("round(x6, 10)", lambda t: np.round(t["x6"] / 10) * 10),
        ("z(x1) + z(x6)", lambda t: t["x1"] / t["x1"].std() + t["x6"] / t["x6"].std()),
        ("x1 * x4", lambda t: t["x1"] * t["x4"]),
        ("sqrt(abs(x1))", lambda t: np.sqrt(np.abs(t["x1"]))),
    ],
)
def test_sees_any_expression(at, people, expression, u):
    document = explain(at, "--sees", expression)
    agree(document, person(people, columns(u(people).astype(float))))
    assert document["user"]["summary"] == [expression]


def test_sees_mean_is_short_for_mean(at, people):
    document = explain(at, "--sees-mean", "x1..x3,x6")
    agree(document, person(people, columns(sum(people[n] for n in ("x1", "x2", "x3", "x6")))))


def test_a_strange_name_in_backticks(at, people):
    strange = Table({"blood pressure (mm)": people["x1"], "x3": people["x3"], "city": people["city"], "p": people["p"]})
    at.write("strange.csv", strange.csv())
    document = at.explain("strange.csv", "--sees", "`blood pressure (mm)` > 0", "-s", 2)
    facts = {name: values for name, values in strange.columns.items() if name != "p"}
    agree(document, Person(people["p"], columns((people["x1"] > 0).astype(float)), facts), 2)


def test_everything_she_has_adds_up(at, people):
    document = explain(
        at,
        "--knows",
        "x1",
        "--told",
        "city",
        "--guess",
        "guess",
        "--sees",
        "x2 > 0",
        "--sees",
        "x3+x4",
        "--reasons-from",
        "x5,x6",
    )
    reasons = people["p"] - residuals(people["p"], columns(people["x5"], people["x6"]))
    parts = (people["city"], people["guess"], (people["x2"] > 0).astype(float), people["x3"] + people["x4"], reasons)
    agree(
        document,
        person(people, np.column_stack([knowing(people["x1"]), columns(*parts)]), without=("x1", "city", "x5", "x6")),
    )


def answers(at, people, rows, **more):
    """Answers to these rows: noisy guesses; the first row was asked twice."""
    rng = np.random.default_rng(2)
    rows = [rows[0], *rows]
    given = people["p"][rows] + rng.normal(size=len(rows))
    extra = "".join(f",{name}" for name in more)
    values = "".join(f",{value}" for value in more.values())
    at.write(
        "answers.csv", f"row,answer{extra}\n" + "".join(f"{r},{a!r}{values}\n" for r, a in zip(rows, given.tolist()))
    )
    return rows, given


@pytest.mark.parametrize("more", [{}, {"user": "ann"}])
def test_answers_use_the_rows_she_was_asked_about(at, people, more):
    rows, given = answers(at, people, list(range(239, 100, -3)), **more)
    document = explain(at, "--answers", "answers.csv", "--answers-as", "rows", "-s", 2)
    asked = Table({name: values[rows] for name, values in people.columns.items()})
    agree(document, person(asked, columns(given)), 2)
    assert document["rows"] == len(rows)
    assert document["user"]["summary"] == ["answer"]


def test_a_row_of_the_table_is_meant_also_with_answers(at, people):
    rows, given = answers(at, people, list(range(100, 239, 3)))
    document = explain(at, "--answers", "answers.csv", "--answers-as", "rows", "-s", 1, "--row", rows[5])
    assert document["row"]["index"] == rows[5]
    assert document["row"]["prediction"] == pytest.approx(people["p"][rows[5]], rel=1e-12)
    question = ("explain", "people.csv", "--prediction", "p", "--answers", "answers.csv", "--answers-as", "rows", "--row")
    at.refuses(*question, rows[5] + 1, status=2, says=("people.csv", f"--row {rows[5] + 1}", "not asked"))


def test_bad_cells_of_answered_rows_are_named_by_their_line(at, people):
    answers(at, people, list(range(100, 239, 3)))
    at.write("holes.csv", people.csv(changed={(103, "x2"): ""}))
    question = ("explain", "holes.csv", "--prediction", "p", "--answers", "answers.csv", "--answers-as", "rows")
    at.refuses(*question, status=3, says=("holes.csv, line 105", "'x2'"))


def test_noise_of_answers_is_said_and_changes_nothing_by_itself(at, people):
    answers(at, people, list(range(100, 239, 3)))
    plain = explain(at, "--answers", "answers.csv", "--answers-as", "rows")
    answers(at, people, list(range(100, 239, 3)), noise=0.5)
    noisy = explain(at, "--answers", "answers.csv", "--answers-as", "rows")
    assert noisy["explanation"] == plain["explanation"] and noisy["warnings"] == plain["warnings"]
    assert noisy["user"]["view"] == "as_they_are"
    assert noisy["user"]["summary_noise"] == [{"name": "answer", "sd": 0.5, "used_sd": None, "from": "noise column"}]


def test_answers_beside_a_column_that_no_pass_can_read(cli, people):
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    rows, given = answers(cli, people, list(range(239, 100, -3)))
    lists = pa.array([[1.0, 2.0]] * ROWS)
    numbers = {name: people[name] for name in [*NUMBERS, "p"]}
    pq.write_table(pa.table({"shape": lists} | numbers), cli.folder / "people.parquet")
    document = cli.explain("people.parquet", "--answers", "answers.csv", "--answers-as", "rows", "-s", 1)
    assert document["rows"] == len(rows)
    assert [entry["name"] for entry in document["user"]["set_aside"]] == ["shape"]


# ---- names that need quotes, and the words for who she is -----------------------------------------------------------


@pytest.fixture(scope="module")
def spaced(at, people):
    """Two columns whose names have spaces."""
    named = {"x1": "body mass", "x2": "2nd value"}
    at.write("spaced.csv", Table({named.get(n, n): v for n, v in people.columns.items()}).csv())
    return at


def test_names_with_spaces_in_expressions(spaced, people):
    facts = ("--features", "body mass,2nd value,x3..x6")

    def bits(*who):
        return spaced.explain("spaced.csv", *facts, *who)["explanation"]["information"]["bits"]

    def plain(*who):
        return spaced.explain("people.csv", "--features", "x1..x6", *who)["explanation"]["information"]["bits"]

    assert bits("--sees-mean", "body mass,2nd value") == plain("--sees-mean", "x1,x2")
    assert bits("--sees", "z(`body mass`) - z( `2nd value` )") == plain("--sees", "z(x1)-z(x2)")


def test_the_weight_itself_as_a_standard_score(at, people):
    w = people["w"]
    document = explain(at, "--weight", "w", "--sees", "z(w)")
    agree(document, person(people, columns((w - np.average(w, weights=w)) / 1.0), weight=w))


@pytest.mark.parametrize(
    "who, says",
    [
        (["--knows", "x1", "--summary", "city"], "somebody who knows x1 and understands city"),
        (["--told", "x1", "--knows", "x2"], "somebody who knows x2 and was told x1"),
        (["--sees", "x1 > 0", "--guess", "guess"], "somebody who sees x1 > 0 and guesses guess"),
        (["--reasons-from", "x1,x2"], "somebody who reasons from x1 and x2"),
        (["--sees-mean", "x1,x2"], "somebody who sees mean(x1,x2)"),
    ],
)
def test_the_words_say_how_she_comes_to_have_it(at, who, says):
    text = " ".join(at.works("explain", "people.csv", "--prediction", "p", *who).out.split())
    assert f"p explained to {says} (240 rows)" in text


# ---- weights, blocks, resolution, several predictions ---------------------------------------------------------------


@pytest.mark.parametrize("who, u", [([], None), (["--knows", "x1"], "x1")])
def test_weights(at, people, who, u):
    known = None if u is None else knowing(people[u])
    agree(explain(at, "--weight", "w", *who), person(people, known, without=(u,), weight=people["w"]))


def test_standard_scores_use_the_weights(at, people):
    def spread(values):
        return np.sqrt(np.cov(values, aweights=people["w"], ddof=0))

    u = people["x1"] / spread(people["x1"]) + people["x6"] / spread(people["x6"])
    agree(explain(at, "--weight", "w", "--sees", "z(x1) + z(x6)"), person(people, columns(u), weight=people["w"]))


def test_equal_weights_change_nothing_and_zero_weight_removes(at, people):
    at.write(
        "weights.csv",
        Table(
            people.columns | {"one": np.full(ROWS, 2.0), "half": np.r_[np.ones(ROWS // 2), np.zeros(ROWS // 2)]}
        ).csv(),
    )
    at.write("half.csv", people.csv(rows=range(ROWS // 2)))
    features = ("--features", ",".join(FACTS), "--honest")
    plain = at.explain("people.csv", *features)["explanation"]["information"]
    equal = at.explain("weights.csv", *features, "--weight", "one")["explanation"]["information"]
    for key in ("bits", "corrected_bits", "honest_bits"):
        assert equal[key] == pytest.approx(plain[key], abs=1e-12)
    zero = at.explain("weights.csv", *features, "--weight", "half")["explanation"]["information"]
    half = at.explain("half.csv", *features)["explanation"]["information"]
    assert zero["bits"] == pytest.approx(half["bits"], abs=1e-12)
    assert zero["corrected_bits"] == pytest.approx(half["corrected_bits"], abs=1e-12)


def test_blocks_keep_copies_of_a_row_together(at, people):
    """Every row five times: without blocks the interval believes in five times the rows."""
    rows = np.repeat(np.arange(100), 5)
    copied = Table({name: values[rows] for name, values in people.columns.items()} | {"who": rows.astype(float)})
    at.write("once.csv", people.csv(rows=range(100)))
    at.write("copies.csv", copied.csv())

    def width(data, *arguments):
        information = at.explain(data, "--features", ",".join(NUMBERS), *arguments)["explanation"]["information"]
        low, high = information["interval_bits"]
        return high - low

    once, loose, together = width("once.csv"), width("copies.csv"), width("copies.csv", "--block", "who")
    assert loose < 0.7 * once
    assert 0.6 * once < together < 1.7 * once


def test_resolution_adds_its_variance_to_both(at, people):
    step = 4.0
    who = person(people)
    names = chosen(explain(at, "--resolution", step))
    before, after = variance(who.before) + step**2 / 12, variance(who.after(names)) + step**2 / 12
    information = explain(at, "--resolution", step)["explanation"]["information"]
    assert information["bits"] == pytest.approx(0.5 * np.log2(before / after), abs=1e-9)


def test_two_predictions(at, people):
    document = at.explain("people.csv", "--features", ",".join(FACTS), "--knows", "x1", prediction="p,q")
    agree(document, person(people, knowing(people["x1"]), without=("x1",), y=("p", "q")))
    assert document["prediction"] == ["p", "q"]


def test_reasons_about_two_predictions_are_two_columns(at, people):
    both = np.column_stack([people["p"], people["q"]])
    u = both - residuals(both, columns(people["x1"], people["x5"], people["city"]))
    document = at.explain(
        "people.csv", "--features", ",".join(FACTS), "--reasons-from", "x1,x5,city", "-s", 2, prediction="p,q"
    )
    agree(document, person(people, u, without=("x1", "x5", "city"), y=("p", "q")), 2)


def test_settling_one_of_two_predictions_beats_any_finite_information(at, people):
    settled = Table(
        {n: people[n] for n in NUMBERS} | {"p": people["x2"] - people["x5"], "q": 9 * people["x3"] + people["guess"]}
    )
    at.write("settled.csv", settled.csv())
    document = at.explain("settled.csv", "-s", 2, prediction="p,q")
    assert chosen(document) == {"x2", "x5"}
    assert document["explanation"]["information"]["infinite"] is True
    removed = document["explanation"]["uncertainty"]["removed"]
    assert removed[0] == pytest.approx(1, abs=1e-5) and removed[1] < 0.5


def test_class_probabilities_that_sum_to_one(at, people):
    scores = np.exp(np.column_stack([people["p"], people["q"], 0 * people["p"]]) / 2)
    shares = scores / scores.sum(1, keepdims=True)
    facts = {name: people[name] for name in NUMBERS[:4]}
    at.write("classes.csv", Table(facts | {f"share{k}": shares[:, k] for k in range(3)}).csv())
    document = at.explain("classes.csv", "-s", 2, prediction="share*")
    agree(document, Person(shares[:, :2], None, facts), 2)
    assert document["explanation"]["information"]["infinite"] is False
    assert len(document["explanation"]["uncertainty"]["before"]) == 3


# ---- what is given away, settled, tied ------------------------------------------------------------------------------


def test_what_her_knowledge_implies_is_listed_with_what_gives_it_away(at, people):
    x1, x2 = people["x1"], people["x2"]
    derived = {"sum": 2 * x1 - x2, "square": x1**2, "flat": np.full(ROWS, 3.0)}
    at.write("derived.csv", Table({"x1": x1, "x2": x2, "x3": people["x3"], **derived, "p": people["p"]}).csv())
    known = {
        entry["name"]: entry["by"] for entry in at.explain("derived.csv", "--knows", "x1,x2")["user"]["already_known"]
    }
    assert known == {"x1": ["x1"], "x2": ["x2"], "sum": ["x1", "x2"], "square": ["x1"], "flat": []}
    linear = at.explain("derived.csv", "--knows", "x1,x2", "--linear")
    known = {entry["name"] for entry in linear["user"]["already_known"]}
    assert known == {"x1", "x2", "sum", "flat"}
    assert "square" in chosen(linear) and not chosen(linear) & known


def test_her_guess_is_the_prediction_so_nothing_is_left(at, people):
    at.write("sure.csv", Table(people.columns | {"sure": 3 * people["p"] - 1}).csv())
    document = at.explain("sure.csv", "--guess", "sure")
    assert document["explanation"]["features"] == []
    assert document["explanation"]["information"]["bits"] == 0
    assert "0 bits are left" in document["sentences"][0] and "nothing to explain" in document["sentences"][0]


def test_facts_that_settle_the_prediction(at, people):
    exact = Table({n: people[n] for n in NUMBERS} | {"p": people["x1"] - 2 * people["x5"]})
    at.write("exact.csv", exact.csv())
    document = at.explain("exact.csv")
    assert chosen(document) == {"x1", "x5"}  # no third fact where two do
    assert document["explanation"]["information"]["infinite"] is True
    one = at.explain("exact.csv", "-s", 1)
    assert one["explanation"]["information"]["infinite"] is False
    rest = at.explain("exact.csv", "--knows", "x1")
    assert chosen(rest) == {"x5"} and rest["explanation"]["information"]["infinite"] is True


def test_equal_sets_are_both_listed_and_the_first_is_chosen(at, people):
    twins = Table(
        {"x1": people["x1"], "x3": people["x3"], "x6": people["x6"], "twin": 5 - 2 * people["x3"], "p": people["p"]}
    )
    at.write("twins.csv", twins.csv())
    document = at.explain("twins.csv", "-s", 2)
    assert chosen(document) == {"x1", "x3"}
    assert document["alternatives"][0]["features"] == ["x1", "twin"]
    assert document["alternatives"][0]["bits"] == pytest.approx(
        document["explanation"]["information"]["bits"], abs=1e-12
    )
    assert document["alternatives"][0]["indistinguishable"] is True
    assert document["explanation"]["certificate"]["optimal"] is True
    assert "beyond rounding; ties are listed" in document["explanation"]["certificate"]["statement"]


@pytest.mark.parametrize("scale, offset", [(1e-12, 0), (1e12, 0), (1, 1e9)])
def test_units_do_not_matter(at, people, scale, offset):
    scaled = Table(
        {n: people[n] * (scale if n == "x3" else 1) + (offset if n == "x1" else 0) for n in NUMBERS}
        | {"p": people["p"]}
    )
    at.write("scaled.csv", scaled.csv())
    at.write("plain.csv", Table({n: people[n] for n in [*NUMBERS, "p"]}).csv())
    for who in ([], ["--knows", "x1"], ["--sees-mean", "x1,x2"]):
        scaled, plain = at.explain("scaled.csv", *who), at.explain("plain.csv", *who)
        if who[:1] != ["--sees-mean"]:
            assert chosen(scaled) == chosen(plain)
            plain, scaled = plain["explanation"]["information"], scaled["explanation"]["information"]
            assert scaled["bits"] == pytest.approx(plain["bits"], abs=1e-6 if offset else 1e-9)


# ---- what a tester found --------------------------------------------------------------------------------------------


def test_cells_of_a_row_are_those_of_the_file(at, people):
    at.write("cents.csv", Table({n: np.round(people[n], 2) for n in [*NUMBERS, "p"]}).csv())
    for row in range(0, 40, 7):
        shown = at.explain("cents.csv", "--row", row)["row"]
        assert shown["prediction"] == round(people["p"][row], 2)
        for part in shown["contributions"]:
            assert part["value"] == round(people[part["name"]][row], 2)


def test_ties_are_broken_alike_from_rows_and_from_moments(cli):
    rng = np.random.default_rng(5)
    t = rng.integers(0, 2, 80)
    table = Table({"t": np.where(t == 1, "yes", "no"), "x": t.astype(float), "y2": rng.normal(size=80), "p": t + 0.1 * rng.normal(size=80)})
    cli.write("t.csv", table.csv())
    cli.works("moments", "t.csv", "-o", "t.moments")
    assert chosen(cli.explain("t.csv", "-s", 1)) == chosen(cli.explain("t.moments", "-s", 1)) == {"t"}


def test_blocks_that_share_a_factor_still_fill_the_folds(at, people):
    at.write("days.csv", Table(people.columns | {"day": 20.0 * (np.arange(ROWS) // 4)}).csv())
    document = at.explain("days.csv", "--features", ",".join(NUMBERS), "--block", "day")
    assert document["explanation"]["information"]["interval_bits"] is not None


def test_sets_within_a_distance_are_all_listed(at, people):
    who = person(people)
    ranking = who.ranking(2)
    best = ranking[0][0]
    document = explain(at, "-s", 2, "--within-bits", 0.2, "--top", 0)
    listed = {frozenset(entry["features"]) for entry in document["alternatives"]}
    assert listed == {frozenset(names) for bits, names in ranking[1:] if bits >= best - 0.2}


def test_versus_explains_the_difference_of_two_models(at, people):
    rng = np.random.default_rng(8)
    other = people["p"] - 0.7 * people["x4"] + 0.1 * rng.normal(size=ROWS)
    at.write("two.csv", Table(people.columns | {"other": other}).csv())
    document = at.explain("two.csv", "--versus", "other", "-s", 1)
    assert document["prediction"] == "p - other" and chosen(document) == {"x4"}
    at.write("difference.csv", Table({n: v for n, v in people.columns.items() if n != "p"} | {"p": people["p"] - other}).csv())
    plain = at.explain("difference.csv", "-s", 1)["explanation"]["information"]["bits"]
    assert document["explanation"]["information"]["bits"] == pytest.approx(plain, abs=1e-9)
    at.works("moments", "two.csv", "-o", "two.moments")
    again = at.explain("two.moments", "--versus", "other", "-s", 1)
    assert again["explanation"]["information"]["bits"] == pytest.approx(plain, abs=1e-9)
    at.refuses("explain", "two.csv", "--prediction", "p,x1", "--versus", "other", status=2, says="one prediction")
    at.refuses("explain", "two.csv", "--prediction", "p", "--versus", "nothing", status=2, says="nothing")


def test_log_odds_of_a_probability(at, people):
    odds = people["x1"] - 0.5 * people["x2"] + 0.2 * np.sin(np.arange(ROWS))
    chance = 1 / (1 + np.exp(-odds))
    plain = {n: v for n, v in people.columns.items() if n != "p"}
    at.write("chance.csv", Table(plain | {"p": chance}).csv())
    at.write("odds.csv", Table(plain | {"p": odds}).csv())
    document = at.explain("chance.csv", "--prediction-scale", "logit", "-s", 2)
    bits = at.explain("odds.csv", "-s", 2)["explanation"]["information"]["bits"]
    assert document["prediction"] == "logit(p)"
    assert document["explanation"]["information"]["bits"] == pytest.approx(bits, abs=1e-8)
    chance[3] = 1
    at.write("sure.csv", Table(plain | {"p": chance}).csv())
    at.refuses("explain", "sure.csv", "--prediction", "p", "--prediction-scale", "logit", status=3, says=("sure.csv", "line 5", "logit"))
    assert chosen(at.explain("sure.csv", "--prediction-scale", "logit", "--resolution", 0.01, "-s", 2)) == {"x1", "x2"}


def test_what_she_reasons_from_can_still_tell_her_something(cli):
    """She adds a and b up; which of them is large she does not know, whether or not it is told to her again."""
    rng = np.random.default_rng(8)
    a, b, c = rng.normal(size=(3, 300))
    table = Table({"a": a, "b": b, "c": c, "p": a - b + 0.3 * c + 0.2 * rng.normal(size=300)})
    cli.write("t.csv", table.csv())
    given = np.column_stack([np.ones(300), a + b])
    before = np.sum((table["p"] - given @ np.linalg.lstsq(given, table["p"], rcond=None)[0]) ** 2)
    more = np.column_stack([given, a])
    after = np.sum((table["p"] - more @ np.linalg.lstsq(more, table["p"], rcond=None)[0]) ** 2)
    bits = np.log2(before / after) / 2
    who = ("--reasons-from", "a=1,b=1")
    answer = cli.explain("t.csv", *who, "-s", 1)
    assert [f["name"] for f in answer["explanation"]["features"]] == ["c"]
    assert answer["impersonal"]["all"]["features"][0] in "ab"
    if answer["impersonal"]["all"]["features"] == ["a"]:
        assert answer["impersonal"]["all"]["bits"] == pytest.approx(bits, abs=1e-9)
    judged = cli.score("t.csv", *who, "--features", "a")
    assert judged["explanation"]["information"]["bits"] == pytest.approx(bits, abs=1e-9)
    assert judged["best"]["features"] == ["a"] and judged["lost_bits"] == 0
