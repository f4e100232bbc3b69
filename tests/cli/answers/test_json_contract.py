"""The JSON that Python, the report and other programs rely on, key by key (docs/reference/json.md)."""

import json
import re

import numpy as np
import pytest

from conftest import NOT_CAUSES, Table
from oracle import Person, residuals

NUMBER, TEXT, FLAG, LIST, NOTHING = (int, float), str, bool, list, type(None)


def maybe(*types):
    return (*(t for kind in types for t in (kind if isinstance(kind, tuple) else (kind,))), NOTHING)


INFORMATION = {
    "nats": maybe(NUMBER), "bits": maybe(NUMBER), "infinite": FLAG, "of_bits": maybe(NUMBER), "objective_bits": maybe(NUMBER),
    "corrected_bits": maybe(NUMBER), "interval_bits": maybe(LIST), "gaussian_interval_bits": maybe(LIST), "honest_bits": maybe(NUMBER),
    "stability": maybe(NUMBER), "p_value": maybe(NUMBER), "p_value_by": maybe(TEXT), "estimator": TEXT,
    "predictive_bits": maybe(NUMBER), "predictive_se": maybe(NUMBER), "found": maybe(FLAG), "reader": TEXT,
}  # fmt: skip
FEATURE = {
    "name": TEXT, "index": maybe(int), "coefficient": maybe(NUMBER, LIST), "lasso_coefficient": maybe(NUMBER), "columns": maybe(LIST),
    "stability": maybe(NUMBER), "noise": maybe(NUMBER), "shown_step": maybe(NUMBER), "cost": maybe(NUMBER),
    "used_by_model": TEXT, "marks": LIST, "shape": TEXT, "shape_points": maybe(LIST), "shape_threshold": maybe(NUMBER),
}  # fmt: skip
UNCERTAINTY = dict.fromkeys(("before", "after", "removed", "variance_removed", "helped"), maybe(NUMBER, LIST)) | {"floor": maybe(NUMBER)}
CROSS_VALIDATED = dict.fromkeys(("before", "after", "removed"), maybe(NUMBER, LIST)) | dict.fromkeys(("closer", "right_before", "right_after"), maybe(NUMBER))
UNCERTAINTY |= {"cross_validated": (CROSS_VALIDATED, None)}
LASSO = {
    "lambda": maybe(LIST), "standardised": FLAG, "equals_exact": FLAG, "equal_for": maybe(LIST),
    "max_correlation_given_user": maybe(NUMBER), "max_correlation_with_user": maybe(NUMBER),
}  # fmt: skip
NAMED_SET = {"features": LIST, "bits": maybe(NUMBER)}
CERTIFICATE = {"optimal": FLAG, "bound_bits": maybe(NUMBER), "gap": maybe(NUMBER), "nodes": int, "statement": TEXT}
EXPLANATION = {
    "method": TEXT, "family": TEXT, "sparsity": int, "cost": maybe(NUMBER), "budget": maybe(NUMBER), "features": [FEATURE], "intercept": maybe(NUMBER, LIST),
    "summary_coefficients": [{"name": TEXT, "coefficient": (int, float, list)}], "information": INFORMATION, "uncertainty": UNCERTAINTY,
    "lasso": (LASSO, None), "certificate": CERTIFICATE, "unsupported": (NAMED_SET, None),
}  # fmt: skip
CLASSES = {"names": LIST, "right_before": NUMBER, "right_after": NUMBER, "measured_by": TEXT}
ROW = {
    "index": int, "prediction": (int, float, list), "expected": (int, float, list),
    "contributions": [{"name": TEXT, "value": (int, float, str), "expected": maybe(NUMBER), "contribution": (int, float, list)}],
    "remainder": (int, float, list), "surprise_removed_bits": maybe(NUMBER), "one_in_before": maybe(NUMBER, LIST), "one_in_after": maybe(NUMBER, LIST),
}  # fmt: skip
LOCAL = {"row": int, "neighbours": int, "effective_rows": NUMBER, "width": NUMBER, "metric": LIST, "everywhere": NAMED_SET}
DOCUMENT = {
    "schema": TEXT, "rows": int, "rows_dropped": int, "effort": TEXT, "prediction": (str, list),
    "provenance": {"version": TEXT, "data_sha256": TEXT, "options": dict, "seed": int, "model_calls": maybe(int)},
    "user": {"summary": LIST, "view": TEXT, "summary_noise": [{"name": TEXT, "sd": NUMBER, "used_sd": maybe(NUMBER), "from": TEXT}], "already_known": [{"name": TEXT, "by": LIST}], "set_aside": [{"name": TEXT, "reason": TEXT}]},
    "explanation": EXPLANATION, "impersonal": {"all": (NAMED_SET, None), "unknown": (NAMED_SET, None)},
    "alternatives": [NAMED_SET | {"indistinguishable": maybe(FLAG)}], "curve": [NAMED_SET | {"sparsity": int}],
    "row": (ROW, None), "asked": ({"rows": int, "calls": int}, None), "local": (LOCAL, None), "classes": (CLASSES, None), "sentences": LIST, "warnings": [{"code": TEXT, "message": TEXT}], "diagnostics": maybe(LIST),
}  # fmt: skip


def conforms(value, shape, path="document"):
    """Every key is there (null when not computed, never absent) and has its type; further keys are welcome."""
    if isinstance(shape, dict):
        assert isinstance(value, dict), f"{path} is {value!r}"
        for key, inner in shape.items():
            assert key in value, f"{path}.{key} is absent"
            conforms(value[key], inner, f"{path}.{key}")
    elif isinstance(shape, list):
        assert isinstance(value, list), f"{path} is {value!r}"
        for i, part in enumerate(value):
            conforms(part, shape[0], f"{path}[{i}]")
    elif isinstance(shape, tuple) and shape[-1] is None:
        if value is not None:
            conforms(value, shape[0], path)
    else:
        types = shape if isinstance(shape, tuple) else (shape,)
        assert isinstance(value, types), f"{path} is {value!r}"
        assert bool in types or not isinstance(value, bool), f"{path} is {value!r}"


def finite(value):
    """No number is NaN or infinite anywhere; JSON has none."""
    if isinstance(value, dict):
        return all(finite(v) for v in value.values())
    if isinstance(value, list):
        return all(finite(v) for v in value)
    return not isinstance(value, float) or np.isfinite(value)


CALLS = {
    "nobody": [], "knows": ["--knows", "a,city", "--row", "3"], "greedy": ["--method", "greedy"],
    "lasso": ["--method", "lasso", "-s", "2", "--features", "a..d"], "weights": ["--weight", "w"],
    "penalty": ["--method", "lasso", "--lambda", "20", "--features", "a..d"],
    "block": ["--features", "city", "-s", "1", "--row", "0"], "one fold": ["--folds", "1"], "dropped": ["--missing", "drop"],
    "nothing left": ["--knows", "a,b,c,d,city,w"], "sees": ["--sees", "a > 0", "--top", "0"], "resolution": ["--resolution", "1"],
    "plain": ["--knows", "a", "--reader", "quadratic", "--family", "features", "--row", "3"], "all told": ["--tell", "all"],
    "shown": ["--noise", "a=1", "--shown-as", "b=round:1"], "understanding": ["--summary", "d", "--summary-noise", "d=0.1", "--noise-free"],
}  # fmt: skip


@pytest.fixture
def csv(cli, wider_table):
    cli.write("t.csv", wider_table.csv())
    return "t.csv"


@pytest.mark.parametrize("call", CALLS)
def test_every_key_of_explain(cli, csv, call):
    exclude = ["--exclude", "q" if call in ("weights", "nothing left") else "q,w"]
    document = cli.explain(csv, *CALLS[call], *exclude)
    conforms(document, DOCUMENT)
    assert finite(document)
    assert document["schema"] == "explainee.explanation.v1"
    assert (document["rows"], document["rows_dropped"], document["prediction"]) == (60, 0, "p")
    assert document["explanation"]["family"] == ("features" if call == "plain" else "auto")
    assert document["explanation"]["information"]["estimator"] == "gaussian"
    assert (document["row"] is not None) == ("--row" in CALLS[call])
    assert document["sentences"][-1] == NOT_CAUSES


@pytest.mark.parametrize(
    "judged", [["--features", "a,city"], ["--rule", "a > 0 and b < 1"], ["--features", "c", "--knows", "c"]]
)
def test_every_key_of_score(cli, csv, judged):
    document = cli.score(csv, *judged, "--exclude", "q,w", "--row", 3)
    conforms(document, DOCUMENT | {"best": NAMED_SET, "lost_bits": maybe(NUMBER)})
    assert finite(document)
    assert document["schema"] == "explainee.score.v1"
    assert document["explanation"]["information"]["p_value"] is not None or judged[-1] == "c"
    assert document["lost_bits"] >= -1e-12


@pytest.mark.plain
def test_several_predictions_give_lists_in_their_order(cli, csv, table):
    document = cli.explain(csv, "--exclude", "w", "--knows", "d", "--row", 4, "-s", 2, prediction="q,p")
    conforms(document, DOCUMENT)
    assert document["prediction"] == ["q", "p"]
    answer, row = document["explanation"], document["row"]
    numbers = [f for f in answer["features"] if f["columns"] is None]
    assert numbers
    lists = (
        [f["coefficient"] for f in numbers]
        + [answer["intercept"]]
        + [s["coefficient"] for s in answer["summary_coefficients"]]
    )
    assert answer["uncertainty"].pop("floor") is None  # draws are of one prediction
    assert answer["uncertainty"].pop("cross_validated") is None  # nothing was asked for that takes other rows
    lists += list(answer["uncertainty"].values()) + [
        row[k] for k in ("prediction", "expected", "remainder", "one_in_before", "one_in_after")
    ]
    lists += [part["contribution"] for part in row["contributions"]]
    assert all(isinstance(values, list) and len(values) == 2 for values in lists)
    alone = cli.explain(csv, "--exclude", "w,q", "--knows", "d", "--row", 4, "-s", 2)
    assert row["prediction"][1] == alone["row"]["prediction"] == table["p"][4]
    assert row["expected"][1] == pytest.approx(alone["row"]["expected"], rel=1e-9)
    assert answer["uncertainty"]["before"][1] == pytest.approx(alone["explanation"]["uncertainty"]["before"], rel=1e-9)


@pytest.mark.plain
def test_a_block_has_its_columns_in_place_of_a_coefficient(cli, csv, table):
    document = cli.explain(csv, "--features", "city", "-s", 1, "--row", 2)
    fact = document["explanation"]["features"][0]
    assert (fact["name"], fact["index"], fact["coefficient"]) == ("city", 4, None)
    means = {city: table["p"][table["city"] == city].mean() for city in ("Bergen", "Oslo", "Turku")}
    found = {column["name"]: column["coefficient"] for column in fact["columns"]}
    assert set(found) == {f"city={name}" for name in means}
    reference = found["city=Bergen"]
    for city, mean in means.items():
        assert found[f"city={city}"] - reference == pytest.approx(mean - means["Bergen"], abs=1e-9)
    part = document["row"]["contributions"][0]
    assert (part["name"], part["value"], part["expected"]) == ("city", table["city"][2], None)
    assert document["explanation"]["certificate"]["statement"].endswith("after charging for extra columns")


@pytest.mark.plain
def test_the_statement_says_what_is_proven(cli, csv):
    assert cli.explain(csv, "--features", "a,b,c,d", "-s", 2)["explanation"]["certificate"]["statement"] == (
        "no other set of at most 2 facts has more bits on these rows under this estimator"
    )


def test_infinite_information(cli, table):
    exact = Table({n: table[n] for n in "abc"} | {"p": 3 * table["a"] - table["b"]})
    cli.write("exact.csv", exact.csv())
    document = cli.explain("exact.csv", "-s", 2, "--row", 1)
    conforms(document, DOCUMENT)
    information, certificate = document["explanation"]["information"], document["explanation"]["certificate"]
    assert (information["bits"], information["nats"], information["infinite"]) == (None, None, True)
    assert information["interval_bits"] is None and information["corrected_bits"] is None
    assert (certificate["bound_bits"], certificate["gap"], certificate["optimal"]) == (None, 0, True)
    assert document["explanation"]["uncertainty"]["removed"] == pytest.approx(1, abs=1e-5)
    assert document["curve"][1]["bits"] is None and document["curve"][0]["bits"] > 0
    assert any("completely" in sentence for sentence in document["sentences"])
    resolved = cli.explain("exact.csv", "-s", 2, "--resolution", "0.1")["explanation"]["information"]
    assert resolved["infinite"] is False
    assert resolved["bits"] == pytest.approx(0.5 * np.log2(1 + 12 * exact["p"].var() / 0.01), rel=1e-6)


@pytest.mark.parametrize("case", ["constant", "determined"])
def test_nothing_to_explain(cli, table, case):
    p = np.full(60, 3.5) if case == "constant" else 2 * table["a"] - 1
    cli.write("t.csv", Table({n: table[n] for n in "abc"} | {"p": p}).csv())
    document = cli.explain("t.csv", *(["--knows", "a"] if case == "determined" else []), "--row", 3)
    conforms(document, DOCUMENT)
    assert finite(document)
    answer = document["explanation"]
    assert answer["features"] == [] and document["alternatives"] == []
    assert (answer["information"]["bits"], answer["information"]["infinite"]) == (0, False)
    assert answer["certificate"]["optimal"] is True and answer["certificate"]["gap"] == 0
    assert "nothing to explain" in document["sentences"][0]
    row = document["row"]
    assert (
        row["contributions"] == []
        and row["expected"] == pytest.approx(row["prediction"])
        and row["remainder"] == pytest.approx(0, abs=1e-9)
    )


def test_a_penalty_beyond_the_first_fact_chooses_none(cli, table):
    cli.write("t.csv", Table({n: table[n] for n in "abcdp"}).csv())
    document = cli.explain("t.csv", "--method", "lasso", "--lambda", 1e9)
    conforms(document, DOCUMENT)
    assert document["explanation"]["features"] == []
    assert document["explanation"]["information"]["bits"] == 0


# ---- choice and order -----------------------------------------------------------------------------------------------


def test_facts_are_ordered_by_how_much_they_move_the_prediction(cli, csv, table):
    answer = cli.explain(csv, "--exclude", "q,w", "--knows", "c", "-s", 4)["explanation"]
    moved = []
    for fact in answer["features"]:
        if fact["columns"] is None:
            part = fact["coefficient"] * table[fact["name"]]
        else:
            part = sum(c["coefficient"] * (table["city"] == c["name"].partition("=")[2]) for c in fact["columns"])
        known = np.column_stack([table["c"], table["c"] ** 2])
        moved.append(residuals(part.astype(float), known).std())
    assert len(moved) == 4 and moved == sorted(moved, reverse=True)


@pytest.mark.plain
def test_indices_are_positions_in_the_file(cli, csv):
    answer = cli.explain(csv, "--exclude", "q,w", "-s", 5)["explanation"]
    assert {f["name"]: f["index"] for f in answer["features"]} == {"a": 0, "b": 1, "c": 2, "d": 3, "city": 4}


@pytest.mark.plain
@pytest.mark.parametrize(
    "arguments, used",
    [
        (["--features", "a,b"], 2),  # the default of 3
        (["--features", "a,b,c,d", "--knows", "a,b"], 2),
        (["--features", "a,b,c,d", "--knows", "a,b", "-s", "4"], 2),  # exceeds only what is left to tell
        (["--features", "a,b,c,d", "--knows", "a,b,c", "-s", "1"], 1),
        (["--features", "a,b,c,d"], 3),
    ],
)
def test_sparsity_becomes_what_is_left(cli, csv, arguments, used):
    document = cli.explain(csv, *arguments)
    assert document["explanation"]["sparsity"] == used
    assert [point["sparsity"] for point in document["curve"]] == list(range(1, used + 1))


def test_top_says_how_many_alternatives(cli, csv):
    for top in (0, 1, 5):
        alternatives = cli.explain(csv, "--features", "a..d", "-s", 2, "--top", top)["alternatives"]
        assert len(alternatives) == top
        bits = [entry["bits"] for entry in alternatives]
        assert bits == sorted(bits, reverse=True)


def test_greedy_finds_much_and_proves_nothing(cli, csv):
    exact, greedy = cli.explain(csv, "--exclude", "q,w"), cli.explain(csv, "--exclude", "q,w", "--method", "greedy")
    assert greedy["explanation"]["method"] == "greedy"
    assert greedy["explanation"]["certificate"]["optimal"] is False
    assert greedy["explanation"]["information"]["bits"] <= exact["explanation"]["information"]["bits"] + 1e-12


# ---- one row --------------------------------------------------------------------------------------------------------

WHO = [[], ["--knows", "a"], ["--sees", "a > 0", "--summary", "city"], ["--reasons-from", "b,city"], ["--weight", "w"]]


@pytest.mark.parametrize("who", WHO)
def test_a_row_adds_up(cli, csv, table, who):
    for row in (0, 17, 59):
        document = cli.explain(csv, *who, "--exclude", "q" if "w" in who else "q,w", "--row", row)["row"]
        parts = sum(part["contribution"] for part in document["contributions"])
        assert document["prediction"] == table["p"][row]
        assert document["expected"] + parts + document["remainder"] == pytest.approx(document["prediction"], abs=1e-12)


@pytest.mark.plain
def test_a_row_against_regressions_of_its_parts(cli, csv, table):
    u = np.column_stack([table["a"], table["a"] ** 2])
    names = ("b", "c", "d")
    person = Person(table["p"], u, {n: table[n] for n in names})
    before, after = person.before, person.after(names)
    beta = person.coefficients(names)
    document = cli.explain(csv, "--knows", "a", "--features", "b,c,d", "--row", 11)
    row = document["row"]
    assert row["expected"] == pytest.approx(table["p"][11] - before[11], abs=1e-9)
    assert row["remainder"] == pytest.approx(after[11], abs=1e-9)
    for part in row["contributions"]:
        gap = residuals(table[part["name"]], u)[11]
        assert part["value"] == table[part["name"]][11]
        assert part["expected"] == pytest.approx(part["value"] - gap, abs=1e-9)
        assert part["contribution"] == pytest.approx(beta[part["name"]] * gap, abs=1e-9)
    assert row["one_in_before"] == pytest.approx(60 / np.sum(np.abs(before) >= np.abs(before[11]) - 1e-12))
    assert row["one_in_after"] == pytest.approx(60 / np.sum(np.abs(after) >= np.abs(after[11]) - 1e-12))


def test_the_mean_of_surprise_removed_is_the_information(cli, table):
    cli.write("t.csv", table.csv(rows=range(30)))
    question = ("--features", "a,b,c", "--sees", "d > 0", "-s", 2)
    removed = [cli.explain("t.csv", *question, "--row", row)["row"]["surprise_removed_bits"] for row in range(30)]
    bits = cli.explain("t.csv", *question)["explanation"]["information"]["bits"]
    assert np.mean(removed) == pytest.approx(bits, abs=1e-9)
    assert min(removed) < 0  # facts can mislead about a single row


# ---- provenance -----------------------------------------------------------------------------------------------------


def test_provenance_tells_the_question_not_the_place(cli, csv, table):
    document = cli.explain(csv, "--knows", "a", "-s", 2, "--threads", 2, "--seed", 5, "--exclude", "q,w")
    provenance = document["provenance"]
    assert provenance["seed"] == 5 and re.fullmatch(r"[0-9a-f]{64}", provenance["data_sha256"])
    assert re.fullmatch(r"\d+\.\d+\.\d+.*", provenance["version"])
    options = provenance["options"]
    assert options["knows"] == ["a"] and options["sparsity"] == 2 and options["prediction"] == ["p"]
    assert not {"threads", "json", "names", "timings", "quiet", "data", "output"} & set(options)
    cli.write("elsewhere/other.csv", (cli.folder / csv).read_bytes())
    cli.write("names.csv", "column,name,unit,show\na,apples,,\n")
    again = cli.explain("elsewhere/other.csv", "--knows", "a", "-s", 2, "--threads", 1, "--seed", 5, "--exclude", "q,w")
    assert again == document
    assert str(cli.folder) not in json.dumps(document) and csv not in json.dumps(document)
    renamed = cli.explain(csv, "--knows", "a", "-s", 2, "--seed", 5, "--exclude", "q,w", "--names", "names.csv")
    assert renamed["provenance"] == provenance
    other = cli.write("t.csv", table.csv(changed={(0, "b"): "0.25"}))
    assert (
        cli.explain(other.name, "--knows", "a", "-s", 2, "--seed", 5)["provenance"]["data_sha256"]
        != provenance["data_sha256"]
    )


def test_answers_leave_no_path_in_the_provenance(cli, csv):
    cli.write("secret/ann.csv", "row,answer\n" + "".join(f"{i},{(7 * i) % 10}\n" for i in range(40)))
    document = cli.explain(csv, "--answers", "secret/ann.csv", "-s", 1)
    assert "ann" not in json.dumps(document["provenance"])


def test_options_that_change_what_is_read_are_in_the_provenance(cli, csv):
    document = cli.explain(csv, "--categories", "c", "--separator", ",", "--exclude", "c")
    assert document["provenance"]["options"] == {"prediction": ["p"], "exclude": ["c"], "categories": ["c"]}
