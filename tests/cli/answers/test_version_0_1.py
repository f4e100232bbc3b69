"""Files that version 0.1 wrote are read today, and mean the same."""

import csv
import hashlib
import json
import pathlib
import re

import pytest

pytestmark = pytest.mark.plain

THEN = pathlib.Path(__file__).resolve().parent / "version_0_1"
ROWS = THEN / "rows.csv"
WHO = ("--prediction", "prediction", "--label", "progression", "--knows", "bmi,bp", "-s", "2")


#: What 0.1 had by rules that did not hold: intervals are now centred on the corrected value and can contain 0.
CHANGED = ("interval_bits", "gaussian_interval_bits")


def without_new_keys(now, then):
    """What `now` says of what `then` spoke of: keys may be added."""
    if isinstance(now, dict) and isinstance(then, dict):
        return {key: without_new_keys(now[key], value) for key, value in then.items() if key in now}
    if isinstance(now, list) and isinstance(then, list) and len(now) == len(then):
        return [without_new_keys(one, other) for one, other in zip(now, then)]
    return now


def test_the_answer_is_the_same(cli):
    then = json.loads((THEN / "explain.json").read_text())
    now = cli.explain(ROWS, *WHO[2:], "--honest", prediction="prediction")
    del now["provenance"]["options"]["honest"]
    information = now["explanation"]["information"]
    low, high = information["interval_bits"]
    assert 0 < low < information["corrected_bits"] < high
    for key in CHANGED:
        del information[key], then["explanation"]["information"][key]
    for document in (now, then):
        document["sentences"] = [re.sub(r" \(95 % interval [^)]*\)", "", sentence) for sentence in document["sentences"]]
    assert without_new_keys(now, then) == then


def test_an_explainer_explains_rows_as_it_did(cli):
    cli.works("apply", THEN / "rules.explainee", ROWS, "--all-rows", "now.csv")
    assert (cli.folder / "now.csv").read_text() == (THEN / "rules_rows.csv").read_text()


def test_an_explainer_written_today_names_its_enumerators(cli):
    cli.works("explain", ROWS, *WHO, "--family", "rules,features", "-o", "now.explainee", "--quiet")
    kept = json.loads((cli.folder / "now.explainee").read_text())
    texts = json.dumps(kept)
    assert '"shown": "yes_no"' in texts and '"kind": "column"' in texts
    cli.works("apply", "now.explainee", ROWS, "--all-rows", "rows.csv")
    assert len(list(csv.reader((cli.folder / "rows.csv").open()))) == 121


@pytest.mark.parametrize("shown", [17, -1, "thing"])
def test_an_unknown_enumerator_is_refused(cli, shown):
    text, _, _ = (THEN / "rules.explainee").read_text().rpartition(',"sha256":')
    changed = text.replace('"shown":2', f'"shown":{json.dumps(shown)}')
    assert changed != text
    seal = hashlib.sha256((changed + "}").encode()).hexdigest()
    cli.write("bad.explainee", f'{changed},"sha256":"{seal}"}}')
    cli.refuses("apply", "bad.explainee", ROWS, "--all-rows", "rows.csv", status=3, says="bad.explainee")


def test_a_certificate_is_refused_with_the_command_that_makes_a_new_one(cli):
    cli.refuses("verify", THEN / "proof.json", status=3, says=("proof.json", "version 0.1", "explainee explain --certificate"))


def test_moments_give_the_same_bits(cli):
    then = json.loads((THEN / "explain.json").read_text())["explanation"]
    now = cli.explain(THEN / "rows.moments", *WHO[2:], prediction="prediction")["explanation"]
    assert [f["name"] for f in now["features"]] == [f["name"] for f in then["features"]]
    assert now["information"]["bits"] == pytest.approx(then["information"]["bits"], rel=1e-12)
