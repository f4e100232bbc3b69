"""A request as a JSON document (explainee.request.v1) gives the answer of the flags, the whole document digit for digit."""

import json
import re

import numpy as np
import pytest

from conftest import DIABETES, ROOT, USAGE, Table

SCHEMA = "explainee.request.v1"

# Of explain: what is written on the command line, and the same as a document.
EXPLAIN = {
    "nobody": ("", {}),
    "patterns": ("--knows s1..s3,b* --linear", {"who": {"knows": ["s1..s3", "b*"], "linear": True}}),
    "told and next": ("--told bmi --next", {"who": {"told": ["bmi"]}, "facts": {"next": True}}),
    "weights": ("--reasons-from age=2,bmi=-1 --retell", {"who": {"reasons_from": {"age": 2, "bmi": -1}, "retell": True}}),
    "no weights": ("--reasons-from age,bmi", {"who": {"reasons_from": ["age", "bmi"]}}),
    "sees": ("--sees mean(s1..s6) --sees bmi>30", {"who": {"sees": ["mean(s1..s6)", "bmi>30"]}}),
    "sees the mean": ("--sees-mean s*", {"who": {"sees_mean": ["s*"]}}),
    "noise of hers": (
        "--guess progression --summary-noise progression=20 --noise-free",
        {"who": {"guess": ["progression"], "summary_noise": {"progression": 20}, "noise_free": True}},
    ),
    "noise of facts": (
        "--noise bmi=2,s*=0.5 --shown-as bp=round:10 -s 4",
        {"facts": {"noise": {"bmi": 2, "s*": 0.5}, "shown_as": {"bp": {"round": 10}}, "sparsity": 4}},
    ),
    "costs": ("--cost bmi=2.5,s*=0.5 --budget 3", {"facts": {"cost": {"bmi": 2.5, "s*": 0.5}, "budget": 3}}),
    "groups": (
        "--group blood=s1,s2 --group body=bmi,bp --family features,groups",
        {"facts": {"group": {"blood": ["s1", "s2"], "body": ["bmi", "bp"]}, "family": ["features", "groups"]}},
    ),
    "cuts": ("--family bins --cuts bmi=25,30 --cuts bp=90.5", {"facts": {"family": ["bins"], "cuts": {"bmi": [25, 30], "bp": [90.5]}}}),
    "windows": ("--family averages --windows 2,3", {"facts": {"family": ["averages"], "windows": [2, 3]}}),
    "examples": ("--like 3,17 --features s*", {"facts": {"like": [3, 17], "features": ["s*"]}}),
    "local row": ("--row 7 --local --metric all", {"rows": {"row": 7, "local": True, "metric": "all"}}),
    "lasso": ("--method lasso --lambda 50 --raw-units", {"how": {"method": "lasso", "lambda": 50, "raw_units": True}}),
    "how": (
        "--top 5 --within-bits 0.01 --gap 0.001 --folds 5 --seed 3 --honest --estimator gaussian --resolution 0.5",
        {"how": {"top": 5, "within_bits": 0.01, "gap": 0.001, "folds": 5, "seed": 3, "honest": True, "estimator": "gaussian", "resolution": 0.5}},
    ),
    "roles": (
        "--weight age --exclude sex,s6 --inputs s*,bmi --missing drop",
        {"how": {"weight": "age", "missing": "drop"}, "facts": {"exclude": ["sex", "s6"], "inputs": ["s*", "bmi"]}},
    ),
    "a difference": ("--versus progression", {"what": {"versus": "progression"}}),
}


def of_flags(text):
    return ["--sees" if word == "--sees" else word for word in text.split()]


def document(*parts):
    whole = {"schema": SCHEMA}
    for part in parts:
        for section, fields in part.items():
            whole[section] = whole.get(section, {}) | fields
    return whole


@pytest.mark.parametrize("case", EXPLAIN)
def test_a_request_is_its_flags(case, cli):
    flags, said = EXPLAIN[case]
    about = {"what": {"prediction": ["prediction"]}}
    more = []
    if "progression" not in flags:
        about["what"]["label"] = "progression"
        more = ["--label", "progression"]
    cli.write("r.json", json.dumps(document(about, said)))
    by_flags = cli.works("explain", DIABETES, "--json", "--prediction", "prediction", *more, *of_flags(flags)).json()
    by_file = cli.works("explain", DIABETES, "--json", "--request", "r.json").json()
    assert by_file == by_flags


SCORE = {
    "features": ("--features s5,bmi --knows s1..s3", {"facts": {"features": ["s5", "bmi"]}, "who": {"knows": ["s1..s3"]}}),
    "rule": ("--rule bmi>30", {"facts": {"rule": "bmi>30"}}),
    "group": ("--group blood=s1,s2 --method greedy", {"facts": {"group": {"blood": ["s1", "s2"]}}, "how": {"method": "greedy"}}),
}


@pytest.mark.parametrize("case", SCORE)
def test_score_takes_one_too(case, cli):
    flags, said = SCORE[case]
    about = {"what": {"prediction": ["prediction"], "label": "progression"}}
    cli.write("r.json", json.dumps(document(about, said)))
    by_flags = cli.works("score", DIABETES, "--json", "--prediction", "prediction", "--label", "progression", *of_flags(flags)).json()
    assert cli.works("score", DIABETES, "--json", "--request", "r.json").json() == by_flags


def test_draws_blocks_and_answers(cli):
    rng = np.random.default_rng(5)
    a, b, c = rng.normal(size=(3, 300))
    p = 2 * a + b
    rows = {"a": a, "b": b, "c": c, "p1": p + 0.1 * rng.normal(size=300), "p2": p + 0.1 * rng.normal(size=300), "day": np.arange(300) // 10}
    cli.write("t.csv", Table(rows).csv())
    cli.write("answers.csv", "row,answer\n" + "".join(f"{i},{'high' if a[i] > 0 else 'low'}\n" for i in range(0, 300, 10)))
    flags = ["--prediction", "p*", "--draws", "--block", "day", "--answers", "answers.csv", "--answer-words", "low,high", "--answers-as", "person"]
    said = {
        "what": {"prediction": ["p*"], "draws": True},
        "who": {"answers": "answers.csv", "answer_words": ["low", "high"], "answers_as": "person"},
        "how": {"block": "day"},
    }
    cli.write("r.json", json.dumps(document(said)))
    by_flags = cli.works("explain", "t.csv", "--json", *flags).json()
    assert cli.works("explain", "t.csv", "--json", "--request", "r.json").json() == by_flags


def test_flags_beside_it_take_the_place_of_its_fields(cli):
    about = {"what": {"prediction": ["prediction"], "label": "progression"}, "facts": {"sparsity": 1}, "who": {"knows": ["bmi"]}}
    cli.write("r.json", json.dumps(document(about)))
    shared = ["--json", "--prediction", "prediction", "--label", "progression"]
    both = cli.works("explain", DIABETES, "--json", "--request", "r.json", "-s", "2").json()
    assert both == cli.works("explain", DIABETES, *shared, "--knows", "bmi", "-s", "2").json()
    both = cli.works("explain", DIABETES, "--json", "--request", "r.json", "--knows", "s*").json()
    assert both == cli.works("explain", DIABETES, *shared, "--knows", "s*", "-s", "1").json()


FAULTS = {
    '{"schema": "explainee.request.v1", "who": {"nows": ["bmi"]}}': r"/who/nows: .*did you mean /who/knows",
    '{"schema": "explainee.request.v1", "who": {"sparsity": 3}}': r"/who/sparsity: .*did you mean /facts/sparsity",
    '{"schema": "explainee.request.v1", "facts": {"sparsity": 0}}': r"sparsity.*too small",
    '{"schema": "explainee.request.v1", "who": {"knows": "bmi"}}': r"/who/knows: give a list of texts",
    '{"schema": "explainee.request.v1", "what": {"prediction": ["prediction"]}, "who": {"knows": ["bmj"]}}': r"'bmj'.*bmi",
    '{"schema": "explainee.request.v2"}': r"/schema",
    "{": r"no JSON",
}


@pytest.mark.parametrize("text", FAULTS)
def test_faults_are_named(text, cli):
    cli.write("r.json", text)
    outcome = cli("explain", DIABETES, "--request", "r.json")
    assert outcome.status == USAGE
    assert re.search(FAULTS[text], outcome.err), outcome.err


def test_the_file_is_safe_and_must_be_there(cli):
    cli.write("r.json", json.dumps(document({"what": {"prediction": ["prediction"]}})))
    before = cli.files()
    outcome = cli("explain", DIABETES, "--request", "r.json", "-o", "r.json")
    assert outcome.status == USAGE
    assert cli.files() == before
    assert cli("explain", DIABETES, "--request", "none.json").status != 0


@pytest.mark.parametrize(
    "written, meant", [("--nows", "--knows"), ("--sparsty", "--sparsity"), ("--reason-from", "--reasons-from"), ("--prediction-scal=logit", "--prediction-scale")]
)
def test_a_misspelt_option_is_told_the_nearest(cli, written, meant):
    outcome = cli("explain", DIABETES, "--prediction", "prediction", written, "bmi")
    assert outcome.status == USAGE
    assert f"did you mean {meant}?" in outcome.err


def test_the_example_of_the_docs_runs(cli):
    page = (ROOT / "docs" / "reference" / "request.md").read_text()
    example = re.search(r"```json\n(.*?)```", page, re.DOTALL)[1]
    command = re.search(r"^    explainee explain (\S+) --request (\S+)$", page, re.MULTILINE)
    cli.write(command[2], example)
    flags = re.search(r"^    explainee explain (\S+) (--prediction .*)$", page, re.MULTILINE)
    assert flags[1] == command[1] == "data/diabetes.csv"
    by_file = cli.works("explain", DIABETES, "--json", "--request", command[2]).json()
    assert by_file == cli.works("explain", DIABETES, "--json", *flags[2].split()).json()
