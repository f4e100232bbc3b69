"""What may be told: candidates, marks, what is set aside; and what a given explanation is worth."""

import numpy as np
import pytest

from conftest import Table
from oracle import Person, chance_of, knowing
from people_table import FACTS, NUMBERS, ROWS, agree, at, chosen, explain, people, person  # noqa: F401  fixtures too

pytestmark = pytest.mark.plain

# ---- candidates: marks, roles, what is set aside --------------------------------------------------------------------


def test_exclude_and_features(at, people):
    left_out = explain(at, "--exclude", "x1,city")
    agree(left_out, person(people, without=("x1", "city")))
    only = at.explain("people.csv", "--features", "x2,x5,x6", "-s", 2)
    agree(only, person(people, without=("x1", "x3", "x4", "city")), 2)


def test_facts_the_model_does_not_see_are_marked(at):
    marks = {f["name"]: f["marks"] for f in explain(at, "--inputs", "x1,x2", "-s", 4)["explanation"]["features"]}
    assert len(marks) == 4 and "x1" in marks
    for name, given in marks.items():
        assert ("not_an_input" in given) == (name not in ("x1", "x2"))
    unsaid = explain(at, "-s", 4)["explanation"]["features"]
    assert all("not_an_input" not in f["marks"] and f["used_by_model"] == "unknown" for f in unsaid)


def test_each_fact_says_whether_the_model_uses_it(at):
    document = explain(at, "--inputs", "x1,x2", "--family", "features,pairs", "-s", 8)
    features = document["explanation"]["features"]
    words = {(): "no", ("x1",): "yes", ("x2",): "yes", ("x1", "x2"): "yes"}
    for fact in features:
        seen = tuple(sorted(set(fact["sources"]) & {"x1", "x2"}))
        expected = "partly" if seen and set(fact["sources"]) - {"x1", "x2"} else words[seen]
        assert fact["used_by_model"] == expected
        assert ("not_an_input" in fact["marks"]) == (expected != "yes")
    assert {"partly", "no"} & {fact["used_by_model"] for fact in features}


def test_a_sign_that_depends_on_the_others_is_marked(at):
    rng = np.random.default_rng(0)
    a, noise = rng.normal(size=(2, 200))
    b = a + 0.5 * noise
    at.write("suppressed.csv", Table({"a": a, "b": b, "p": 2 * a - b + 0.3 * rng.normal(size=200)}).csv())
    facts = {f["name"]: f for f in at.explain("suppressed.csv", "-s", 2)["explanation"]["features"]}
    assert facts["b"]["coefficient"] < 0 < np.corrcoef(b, 2 * a - b)[0, 1]
    assert facts["b"]["marks"] == ["with_others"] and facts["a"]["marks"] == []
    out = at.works("explain", "suppressed.csv", "--prediction", "p", "-s", 2).out
    assert "b (higher goes with lower, together with the others)" in " ".join(out.split())


@pytest.mark.parametrize("name", ["y", "target", "label", "outcome", "id", "index", "row", "Target", "ID"])
def test_columns_with_a_suspicious_name_are_set_aside(at, people, name):
    near = people["p"] + 0.3 * np.sin(np.arange(ROWS))
    at.write("named.csv", Table({name: near, "x1": people["x1"], "x3": people["x3"], "p": people["p"]}).csv())
    document = at.explain("named.csv", "-s", 1)
    assert [entry["name"] for entry in document["user"]["set_aside"]] == [name]
    assert "--features" in document["user"]["set_aside"][0]["reason"]
    assert name not in chosen(document)
    assert chosen(at.explain("named.csv", "-s", 1, "--features", f"x1,{name}")) == {name}
    assert f"Set aside: {name}" in at.works("explain", "named.csv", "--prediction", "p").out


def test_text_that_names_rows_or_has_too_many_levels_is_set_aside(at, people):
    codes = np.array([f"case-{i}" for i in range(ROWS)])
    many = np.array([f"street {i % 13}" for i in range(ROWS)])  # more than 240/20 levels
    allowed = np.array([f"ward {i % 12}" for i in range(ROWS)])
    at.write(
        "texts.csv", Table({"case": codes, "street": many, "ward": allowed, "x1": people["x1"], "p": people["p"]}).csv()
    )
    document = at.explain("texts.csv", "-s", 2)
    assert {entry["name"] for entry in document["user"]["set_aside"]} == {"case", "street"}
    assert chosen(document) <= {"ward", "x1"}


def test_label_and_id_are_never_facts(at, people):
    document = at.explain("people.csv", "--label", "truth", "--id", "x1", "-s", 9)
    names = {f for point in document["curve"] for f in point["features"]} | chosen(document)
    assert not names & {"truth", "x1", "p"} and "x3" in names
    row = at.explain("people.csv", "--id", "city", "--row", 5)["row"]
    assert row["id"] == people["city"][5]


@pytest.mark.parametrize("noise, warned", [(0.05, True), (0.2, False)])
def test_a_column_that_looks_like_the_prediction_is_warned_of(at, people, noise, warned):
    like = people["p"] + noise * people["p"].std() * np.random.default_rng(0).normal(size=ROWS)
    assert (np.corrcoef(like, people["p"])[0, 1] ** 2 > 0.99) == warned
    at.write("like.csv", Table({"like": like, "x1": people["x1"], "p": people["p"]}).csv())
    warnings = at.explain("like.csv", "-s", 2)["warnings"]
    assert [w["code"] for w in warnings] == (["looks_like_the_prediction"] if warned else [])
    assert all("'like'" in w["message"] and "--label" in w["message"] for w in warnings)


# ---- was it worth asking? -------------------------------------------------------------------------------------------


def test_impersonal_sets_are_the_best_for_nobody_measured_on_her(at, people):
    u = knowing(people["x1"], people["x3"])
    document = explain(at, "--knows", "x1,x3")
    nobody, her = person(people), person(people, u)
    among_all = nobody.best(3)[1]
    among_unknown = person(people, without=("x1", "x3")).best(3)[1]
    impersonal = document["impersonal"]
    assert set(impersonal["all"]["features"]) == set(among_all)
    assert set(impersonal["unknown"]["features"]) == set(among_unknown)
    assert impersonal["unknown"]["bits"] == pytest.approx(her.objective(among_unknown), abs=1e-9)
    left = [name for name in among_all if name not in ("x1", "x3")]
    assert impersonal["all"]["bits"] == pytest.approx(her.bits(left), abs=0.02)  # charges for columns may differ
    assert impersonal["unknown"]["bits"] <= document["explanation"]["information"]["objective_bits"] + 1e-12


# ---- score ----------------------------------------------------------------------------------------------------------


def test_score_judges_the_named_facts(at, people):
    document = at.score("people.csv", "--features", "x2,x5", "--knows", "x1", "--exclude", "truth,guess,mood,w,q")
    her = person(people, knowing(people["x1"]), without=("x1",))
    information = document["explanation"]["information"]
    assert chosen(document) == {"x2", "x5"} and document["explanation"]["sparsity"] == 2
    assert information["bits"] == pytest.approx(her.bits(("x2", "x5")), abs=1e-9)
    # Flipped signs say much the same as F where rows are well-behaved.
    assert information["p_value"] == pytest.approx(chance_of(information["bits"], her.nu, her.r, 2), rel=0.2)
    assert information["p_value_by"] == "sign_flips"
    at.works("moments", "people.csv", "-o", "people.moments")
    summed = at.score("people.moments", "--features", "x2,x5", "--knows", "x1", "--linear", "--exclude", "truth,guess,mood,w,q")
    linear = summed["explanation"]["information"]
    assert linear["p_value"] == pytest.approx(chance_of(linear["bits"], ROWS - 1, 1, 2), rel=1e-6)
    assert linear["p_value_by"] == "equal_variances"
    assert "if errors are as large in all rows" in " ".join(summed["sentences"])
    best_bits, best = her.best(2)
    assert set(document["best"]["features"]) == set(best)
    assert document["best"]["bits"] == pytest.approx(best_bits, abs=1e-9)
    assert document["lost_bits"] == pytest.approx(best_bits - her.objective(("x2", "x5")), abs=1e-9)


def test_a_chosen_set_has_no_p_value(at):
    assert explain(at)["explanation"]["information"]["p_value"] is None


def test_score_of_a_rule(at, people):
    document = at.score("people.csv", "--rule", "x1 > 0.5 and x3 < 0", "--exclude", "truth,guess,mood,w,q")
    rule = ((people["x1"] > 0.5) & (people["x3"] < 0)).astype(float)
    judged = Person(people["p"], None, {"rule": rule})
    assert document["explanation"]["information"]["bits"] == pytest.approx(judged.bits(["rule"]), abs=1e-9)
    fact = document["explanation"]["features"][0]
    assert (fact["name"], fact["index"]) == ("x1 > 0.5 and x3 < 0", None)
    assert set(document["best"]["features"]) == set(person(people).best(1)[1])


def test_score_of_what_she_knows_already_is_nothing(at):
    document = at.score("people.csv", "--features", "x1", "--knows", "x1,x2")
    assert document["explanation"]["information"]["bits"] == pytest.approx(0, abs=1e-12)
    assert document["lost_bits"] == pytest.approx(document["best"]["bits"], abs=1e-12)


def test_names_with_commas_stand_in_quotes(at, people):
    at.write("commas.csv", '"x, one",b,p\n' + "".join(f"{x},{y},{z}\n" for x, y, z in zip(people["x1"], people["x2"], people["p"])))
    document = at.explain("commas.csv", "--knows", '"x, one"', "-s", 1)
    assert document["user"]["summary"] == ["x, one"] and chosen(document) == {"b"}
    assert chosen(at.explain("commas.csv", "--features", 'b, "x, one"', "-s", 2)) == {"b", "x, one"}
