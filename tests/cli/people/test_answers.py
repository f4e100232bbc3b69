"""A few answers: who she is is learnt from them and all rows, one person at a time or many."""

import csv

import numpy as np
import pytest

from conftest import DIABETES, UNFIT, USAGE

WHAT = ("--label", "progression", "-s", 2)


@pytest.fixture(scope="module")
def patients() -> dict[str, np.ndarray]:
    with open(DIABETES, newline="") as file:
        rows = list(csv.DictReader(file))
    return {name: np.array([float(row[name]) for row in rows]) for name in rows[0]}


def guesses(patients, names) -> np.ndarray:
    """What somebody says who predicts from these columns by least squares."""
    design = np.column_stack([np.ones(len(patients["bmi"])), *(patients[n] for n in names)])
    return design @ np.linalg.lstsq(design, patients["prediction"], rcond=None)[0]


def answers_of(patients, names, count, seed, noise=0.1):
    rng = np.random.default_rng(seed)
    said = guesses(patients, names)
    rows = rng.choice(len(said), size=count, replace=False)
    return rows, said[rows] + noise * said.std() * rng.normal(size=count)


def write(cli, rows, said, name="answers.csv"):
    cli.write(name, "row,answer\n" + "".join(f"{r},{a:.4f}\n" for r, a in zip(rows, said)))


def explain(cli, *more):
    return cli.explain(DIABETES, "--answers", "answers.csv", *WHAT, *more, prediction="prediction")


def best_for(patients, names):
    """The two facts that tell most to one who sees exactly that guess, and all sets' bits, from the rows."""
    facts = [n for n in patients if n not in ("progression", "prediction")]
    u = guesses(patients, names)

    def left(columns):
        design = np.column_stack([np.ones(len(u)), u, *(patients[c] for c in columns)])
        y = patients["prediction"]
        return np.var(y - design @ np.linalg.lstsq(design, y, rcond=None)[0])

    before = left(())
    return {(a, b): 0.5 * np.log2(before / left((a, b))) for i, a in enumerate(facts) for b in facts[i + 1 :]}


@pytest.mark.parametrize("names", [("bmi", "bp"), ("s5",), ("bmi", "s5", "bp")])
def test_a_dozen_answers_are_nearly_as_good_as_knowing_her(cli, patients, names):
    bits = best_for(patients, names)
    lost = []
    for seed in range(4):
        write(cli, *answers_of(patients, names, 12, seed))
        answer = explain(cli, "--seed", seed)
        told = tuple(sorted((f["name"] for f in answer["explanation"]["features"]), key=list(patients).index))
        lost.append(1 - bits[told] / max(bits.values()))
        report = answer["answers"]
        assert report["count"] == 12 and answer["rows"] == 442
        assert 0 <= report["probability_best"] <= 1 and report["expected_loss_bits"] >= 0
        assert report["contenders"][0]["features"] == sorted(told, key=list(patients).index)
    assert np.median(lost) <= 0.05, lost


def test_more_answers_leave_less_open(cli, patients):
    loss = []
    for count in (2, 20):
        write(cli, *answers_of(patients, ("bmi", "bp"), count, 5))
        loss.append(explain(cli)["answers"]["expected_loss_share"])
    assert loss[1] < loss[0]


@pytest.mark.parametrize("said", [[5], [5, 5, 5, 5, 5, 5], [1, 9, 2, 8, 1, 9, 3, 7], [0, 0, 0, 1e9, 0, 0]])
def test_answers_that_say_little(cli, patients, said):
    rng = np.random.default_rng(1)
    write(cli, rng.choice(442, size=len(said), replace=False), said)
    answer = explain(cli)
    assert answer["answers"]["count"] == len(said)
    assert answer["explanation"]["features"]
    text = cli.works("explain", DIABETES, "--prediction", "prediction", "--answers", "answers.csv", *WHAT).out
    assert "Who she is was learnt from" in text or "Of her little is known from" in text


@pytest.mark.parametrize("said", [[100, 250, 250, 90, 80, 260, 240, 70], [100] * 8,
                                  [1e300, -1e300, 5e299, 1e299, -3e299, 0, 2e299, -1e299]])
def test_who_contradicts_herself_may_be_anybody(cli, patients, said):
    """As little is known as after one answer, and that is said."""
    write(cli, [3], [100])
    little = explain(cli)["answers"]
    write(cli, [3, 3, 10, 10, 20, 20, 30, 30], said)
    answer = explain(cli)["answers"]
    assert answer["follows_none"] and answer["linear_share"] < 0.3
    assert answer["probability_best"] == pytest.approx(little["probability_best"], abs=0.1)
    assert answer["probability_best"] < 0.98 and answer["expected_loss_bits"] > 0
    text = cli.works("explain", DIABETES, "--prediction", "prediction", "--answers", "answers.csv", *WHAT).out
    assert "she may be anybody" in " ".join(text.split())


def test_the_same_row_with_contradicting_answers(cli, patients):
    write(cli, [3, 3, 3, 3], [10, 300, 10, 300])
    answer = explain(cli)["answers"]
    assert answer["count"] == 4 and answer["oddity"] == "contradictory"


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 8])
def test_constant_answers_never_make_it_surer(cli, patients, count):
    cli.write("answers.csv", "row,answer,said\n3,,skipped\n")
    before = explain(cli)["answers"]
    assert before["count"] == 0
    write(cli, [3, 50, 100, 200, 300, 310, 320, 330][:count], [150] * count)
    after = explain(cli)["answers"]
    assert after["probability_best"] <= before["probability_best"] + (0.25 if count < 3 else 0.02)
    assert (after["oddity"] == "constant") == (count >= 3)


def test_answers_at_random_are_not_trusted(cli, patients):
    rng = np.random.default_rng(4)
    sure = []
    for _ in range(8):
        write(cli, rng.choice(442, size=8, replace=False), rng.normal(152, 60, size=8))
        sure.append(explain(cli)["answers"]["probability_best"])
    assert np.median(sure) < 0.97, sure


def test_a_prediction_of_0_and_1_is_a_number_to_who_was_asked(cli, patients):
    high = (patients["prediction"] > np.median(patients["prediction"])).astype(int)
    lines = DIABETES.read_text().splitlines()
    cli.write("t.csv", "\n".join([lines[0] + ",high"] + [f"{line},{h}" for line, h in zip(lines[1:], high)]) + "\n")
    write(cli, [3, 50, 100], [0.5, 0.8, 0.1])
    answer = cli.explain("t.csv", "--answers", "answers.csv", "--features", "age..s6", prediction="high")
    assert answer["explanation"]["information"]["estimator"] == "gaussian"


def test_who_she_is_does_not_depend_on_what_may_be_told(cli, patients):
    write(cli, *answers_of(patients, ("bmi", "bp"), 8, 2))
    share = explain(cli)["answers"]["linear_share"]
    for more in (("--features", "s*"), ("-s", 1), ("--family", "bins"), ("--family", "rules"), ("--knows", "s5")):
        answer = cli.explain(DIABETES, "--answers", "answers.csv", "--label", "progression", *more, prediction="prediction")
        assert answer["answers"]["linear_share"] == pytest.approx(share, abs=0.01), more


def test_gaps_in_columns_that_are_not_told(cli, patients):
    """She might reason from them, but nobody asked for them: no reason to refuse."""
    rows, said = answers_of(patients, ("bmi", "bp"), 8, 2)
    write(cli, rows, said)
    lines = DIABETES.read_text().splitlines()
    lines[5] = "," + lines[5].split(",", 1)[1]  # of age
    cli.write("gaps.csv", "\n".join(lines) + "\n")
    answer = cli.explain("gaps.csv", "--answers", "answers.csv", "--label", "progression", "--features", "s*",
                         prediction="prediction")
    assert answer["rows"] == 442


def test_noise_that_is_said(cli, patients):
    rows, said = answers_of(patients, ("bmi", "bp"), 8, 2)
    write(cli, rows, said)
    by_option = explain(cli, "--summary-noise", "answer=8")
    cli.write("answers.csv", "row,answer,noise\n" + "".join(f"{r},{a:.4f},8\n" for r, a in zip(rows, said)))
    by_column = explain(cli)
    assert by_option["answers"] == by_column["answers"]
    assert by_option["explanation"]["features"] == by_column["explanation"]["features"]


def test_facts_that_can_be_paid_for(cli, patients):
    write(cli, *answers_of(patients, ("bmi", "bp"), 8, 2))
    answer = cli.explain(DIABETES, "--answers", "answers.csv", "--label", "progression", "--cost", "s5=5,bmi=5,*=2",
                         "--budget", 6, prediction="prediction")
    told = [f["name"] for f in answer["explanation"]["features"]]
    assert told and sum(5 if name in ("s5", "bmi") else 2 for name in told) <= 6
    for contender in answer["answers"]["contenders"]:
        assert sum(5 if name in ("s5", "bmi") else 2 for name in contender["features"]) <= 6


@pytest.mark.parametrize("way", ["person", "rows"])
def test_what_was_learnt_is_not_kept_for_other_rows(cli, patients, way):
    write(cli, *answers_of(patients, ("bmi", "bp"), 8, 2))
    call = ("explain", DIABETES, "--prediction", "prediction", "--answers", "answers.csv", *WHAT, "--answers-as", way)
    for kept in (("-o", "her.explainee"), ("--all-rows", "rows.csv")):
        cli.refuses(*call, *kept, status=USAGE, says=("--answers", "--summary"))


def test_what_she_had_in_front_of_her_is_asked_for(cli, patients):
    """A dialogue that was kept says what she knows; who leaves that out is told."""
    rows, said = answers_of(patients, ("bmi", "bp"), 8, 2)
    cli.write("answers.csv", "row,answer,said,knows\n" + "".join(f"{r},{a:.4f},answered,bmi;bp\n" for r, a in zip(rows, said)))
    codes = [w["code"] for w in explain(cli)["warnings"]]
    assert "knows_left_out" in codes
    assert "knows_left_out" not in [w["code"] for w in explain(cli, "--knows", "bmi,bp")["warnings"]]


def test_words_that_cannot_be_told_apart(cli, patients):
    write(cli, [1, 2], [3, 4])
    call = ("explain", DIABETES, "--prediction", "prediction", "--answers", "answers.csv")
    cli.refuses(*call, "--answer-words", "low", status=USAGE, says="--answer-words: give at least two")
    cli.refuses(*call, "--answer-words", "low,low", status=USAGE, says="'low' stands there twice")


def test_two_people_whose_numbers_are_long(cli, patients):
    cli.write("answers.csv", "user,row,answer\n9007199254740993,1,10\n9007199254740992,2,20\n")
    cli.refuses("explain", DIABETES, "--prediction", "prediction", "--answers", "answers.csv", status=UNFIT,
                says="2 users")


def test_words_in_an_order(cli, patients):
    rows, said = answers_of(patients, ("bmi", "bp"), 15, 3)
    words = np.array(["low", "middle", "high"])[np.digitize(said, np.quantile(guesses(patients, ("bmi", "bp")), [1 / 3, 2 / 3]))]
    cli.write("answers.csv", "row,answer\n" + "".join(f"{r},{w}\n" for r, w in zip(rows, words)))
    assert explain(cli, "--answer-words", "low,middle,high")["answers"]["count"] == 15
    call = ("explain", DIABETES, "--prediction", "prediction", "--answers", "answers.csv")
    cli.refuses(*call, "--answer-words", "low,high", status=UNFIT, says=("answers.csv, line", "middle"))
    cli.refuses(*call, status=UNFIT, says=("answers.csv", "--answer-words"))


def test_units_of_the_answers_do_not_matter(cli, patients):
    rows, said = answers_of(patients, ("bmi", "bp"), 10, 7)
    told = []
    for unit, shift in ((1, 0), (1e-4, 3)):
        cli.write("answers.csv", "row,answer\n" + "".join(f"{r},{shift + unit * a:.9g}\n" for r, a in zip(rows, said)))
        told.append([f["name"] for f in explain(cli)["explanation"]["features"]])
    assert told[0] == told[1]


def test_knowing_and_answers_add_up(cli, patients):
    write(cli, *answers_of(patients, ("bmi", "bp"), 8, 9))
    answer = explain(cli, "--knows", "s5")
    assert "s5" not in [f["name"] for f in answer["explanation"]["features"]]
    assert answer["user"]["summary"] == ["s5", "answer"]


def test_many_people_who_answered(cli, patients):
    people = {"ann": ("bmi", "bp"), "bob": ("s5",), "7": ("s1", "s2")}
    lines = []
    alone = {}
    for seed, (who, names) in enumerate(people.items()):
        rows, said = answers_of(patients, names, 9, seed)
        write(cli, rows, said)
        alone[who] = explain(cli)
        lines += [f"{who},{r},{a:.4f}\n" for r, a in zip(rows, said)]
    lines = lines[::2] + lines[1::2]
    cli.write("users.csv", "user,row,answer\n" + "".join(lines))
    cli.works("cohort", DIABETES, "--prediction", "prediction", "--users", "users.csv", "-o", "out.csv", *WHAT)
    with open(cli.folder / "out.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["user"] for row in rows] == list(people)
    for row in rows:
        explanation = alone[row["user"]]["explanation"]
        assert row["features"].split(";") == [f["name"] for f in explanation["features"]]
        assert float(row["bits"]) == pytest.approx(explanation["information"]["bits"], abs=1e-9)


def test_many_people_who_answered_in_words(cli, patients):
    rows, said = answers_of(patients, ("bmi", "bp"), 15, 3)
    words = np.array(["low", "middle", "high"])[np.digitize(said, np.quantile(guesses(patients, ("bmi", "bp")), [1 / 3, 2 / 3]))]
    cli.write("answers.csv", "row,answer\n" + "".join(f"{r},{w}\n" for r, w in zip(rows, words)))
    alone = explain(cli, "--answer-words", "low,middle,high")
    cli.write("users.csv", "user,row,answer\n" + "".join(f"ann,{r},{w}\n" for r, w in zip(rows, words)))
    call = ("cohort", DIABETES, "--prediction", "prediction", "--users", "users.csv", "-o", "out.csv", *WHAT)
    cli.works(*call, "--answer-words", "low,middle,high")
    with open(cli.folder / "out.csv", newline="") as file:
        row = next(csv.DictReader(file))
    assert row["features"].split(";") == [f["name"] for f in alone["explanation"]["features"]]
    assert float(row["bits"]) == pytest.approx(alone["explanation"]["information"]["bits"], abs=1e-9)
    cli.write("users.csv", "user,knows\nann,bmi\n")
    cli.refuses(*call, "--answer-words", "low,high", status=USAGE, says="answered no questions")


def test_one_fact_more(cli):
    first = cli.explain(DIABETES, "--label", "progression", "--next", prediction="prediction")
    name = first["explanation"]["features"][0]["name"]
    assert len(first["explanation"]["features"]) == 1
    told = cli.explain(DIABETES, "--label", "progression", "--told", name, "--next", prediction="prediction")
    by_hand = cli.explain(DIABETES, "--label", "progression", "--told", name, "-s", 1, prediction="prediction")
    assert told["explanation"]["features"] == by_hand["explanation"]["features"]
    assert told["explanation"]["features"][0]["name"] != name
    cli.refuses("explain", DIABETES, "--prediction", "prediction", "--next", "-s", 2, status=USAGE, says="--next")


def test_no_certificate_for_somebody_who_was_learnt(cli, patients):
    write(cli, *answers_of(patients, ("bmi", "bp"), 8, 9))
    call = ("explain", DIABETES, "--prediction", "prediction", "--answers", "answers.csv", *WHAT)
    outcome = cli.works(*call, "--certificate", "c.json")
    assert "learnt from answers" in outcome.out + outcome.err
    assert not (cli.folder / "c.json").exists()
