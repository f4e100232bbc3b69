"""The package gives what the command line gives on the same data, to 1e-12."""

import json
import pickle
import warnings

import numpy as np
import pytest
from conftest import assert_close

import explainee as xe

warnings.simplefilter("ignore", xe.ExplainerWarning)


def documents_agree(ours, theirs):
    """All but how the answer was asked for, and the texts, which name options."""
    for document in (ours, theirs):
        document = document["provenance"]
        document.pop("options")
    assert_close(ours, theirs)


def cli(program, tmp_path, table, *arguments):
    path = tmp_path / "table.csv"
    table.to_csv(path, index=False)
    return program("explain", path, "--json", *arguments)


CASES = {
    "nobody": ((), {}, {}),
    "knows": (("--knows", "s1..s3"), {}, {"knows": "s1..s3"}),
    "linear": (("--knows", "bmi,bp", "--linear"), {}, {"knows": ["bmi", "bp"], "linear": True}),
    "guess": (("--guess", "progression"), {}, {"guess": "progression"}),
    "sees": (("--sees", "mean(s1..s6)"), {}, {"sees": "mean(s1..s6)"}),
    "reasons": (("--reasons-from", "age=2,bmi=-1"), {}, {"reasons_from": {"age": 2, "bmi": -1}}),
    "row": (("--row", "4"), {"row": 4}, {}),
    "greedy": (("--method", "greedy", "-s", "4"), {"method": "greedy", "sparsity": 4}, {}),
    "lasso": (("--method", "lasso", "-s", "2"), {"method": "lasso", "sparsity": 2}, {}),
    "honest": (("--honest", "--seed", "3"), {"honest": True, "seed": 3}, {}),
    "curves": (("--family", "features,curves"), {"family": ["features", "curves"]}, {}),
    "rules": (("--family", "rules", "-s", "1"), {"family": "rules", "sparsity": 1}, {}),
    "local": (("--local", "--row", "7"), {"local": True, "row": 7}, {}),
    "weight": (("--weight", "age"), {}, {"weight": "age"}),
    "flexible": (("--knows", "bmi", "--reader", "flexible"), {}, {"knows": "bmi", "reader": "flexible"}),
    "shapes": (
        ("--knows", "bmi", "--reader", "flexible", "--family", "auto", "--tell", "supported", "--row", "4"),
        {"family": "auto", "tell": "supported", "row": 4},
        {"knows": "bmi", "reader": "flexible"},
    ),
    "quick": (("--tell", "supported", "--effort", "quick"), {"tell": "supported", "effort": "quick"}, {}),
    "paper": (("--knows", "s1..s3", "--paper"), {"paper": True}, {"knows": "s1..s3"}),
}


@pytest.mark.parametrize("case", CASES)
def test_diabetes(case, program, tmp_path, diabetes):
    arguments, options, who = CASES[case]
    if case != "guess":
        arguments, who = (*arguments, "--label", "progression"), {**who, "label": "progression"}
    theirs = cli(program, tmp_path, diabetes, "--prediction", "prediction", *arguments)
    ours = xe.Explainer(**options).fit(diabetes, "prediction", **who).result_
    documents_agree(ours, theirs)


def test_text_and_truth(program, tmp_path, mixed):
    written = mixed.assign(truth=mixed.truth.astype(int))
    theirs = cli(program, tmp_path, written, "--prediction", "said", "--knows", "city,a")
    documents_agree(xe.Explainer().fit(mixed, "said", knows=["city", "a"]).result_, theirs)


def test_several_predictions(program, tmp_path):
    rng = np.random.default_rng(3)
    x = rng.normal(size=(300, 5))
    odds = np.exp(x @ rng.normal(size=(5, 3)))
    p = odds / odds.sum(axis=1, keepdims=True)
    import pandas as pd

    table = pd.DataFrame(np.hstack([x, p]), columns=[*"abcde", "prediction_0", "prediction_1", "prediction_2"])
    theirs = cli(program, tmp_path, table, "--prediction", "prediction_*", "-s", "2")
    ours = xe.Explainer(sparsity=2).fit(table[list("abcde")], p)
    documents_agree(ours.result_, theirs)
    e = ours()
    assert e.values.shape == (300, 2, 3)
    assert np.abs(e.base_values + e.values.sum(axis=1) + e.remainder - p).max() < 1e-12


def test_a_class(program, tmp_path, mixed):
    table = mixed.assign(truth=mixed.truth.astype(int), said=np.where(mixed.said > mixed.said.median(), "yes", "no"))
    theirs = cli(program, tmp_path, table, "--prediction", "said", "--knows", "city")
    documents_agree(xe.Explainer().fit(table, "said", knows="city").result_, theirs)


def test_answers(program, tmp_path, diabetes):
    rows = np.arange(0, 40, 4)
    answers = {"row": rows, "answer": diabetes.bmi.to_numpy()[rows] * 5}
    (tmp_path / "answers.csv").write_text(
        "row,answer\n" + "".join(f"{r},{float(a)!r}\n" for r, a in zip(rows, answers["answer"]))
    )
    who = ("--prediction", "prediction", "--label", "progression", "--answers", tmp_path / "answers.csv")
    theirs = cli(program, tmp_path, diabetes, *who)
    ours = xe.Explainer().fit(diabetes, "prediction", label="progression", answers=answers)
    documents_agree(ours.result_, theirs)


def test_score(program, tmp_path, diabetes):
    path = tmp_path / "table.csv"
    diabetes.to_csv(path, index=False)
    who = ("--prediction", "prediction", "--label", "progression", "--knows", "s1..s3", "--json")
    theirs = program("score", path, *who, "--features", "s5,bmi")
    ours = xe.score(diabetes, "prediction", ["s5", "bmi"], knows="s1..s3", label="progression")
    documents_agree(ours.result, theirs)
    theirs = program("score", path, *who, "--rule", "bmi > 30 and bp > 90")
    ours = xe.score(diabetes, "prediction", "bmi > 30 and bp > 90", knows="s1..s3", label="progression")
    documents_agree(ours.result, theirs)
    theirs = program("score", path, *who, "--features", "s5,bmi", "--paper", "--effort", "quick")
    paper = {"paper": True, "effort": "quick"}
    ours = xe.score(diabetes, "prediction", ["s5", "bmi"], knows="s1..s3", label="progression", **paper)
    documents_agree(ours.result, theirs)


def test_all_rows_and_kept_files(program, tmp_path, mixed):
    path = tmp_path / "table.csv"
    written = mixed.assign(truth=mixed.truth.astype(int))
    written.to_csv(path, index=False)
    program(
        "explain",
        path,
        "--prediction",
        "said",
        "--knows",
        "a",
        "-o",
        tmp_path / "cli.explainee",
        "--all-rows",
        tmp_path / "rows.csv",
        "--quiet",
    )
    import pandas as pd

    rows = pd.read_csv(tmp_path / "rows.csv")
    ex = xe.Explainer().fit(mixed, "said", knows="a")
    frame = ex().to_frame()
    assert list(frame.pop("marks")) == [""] * len(frame)
    for column in frame.columns:
        assert np.allclose(frame[column], rows[column], rtol=1e-12, atol=1e-12), column
    # each reads what the other wrote
    loaded = xe.load(tmp_path / "cli.explainee")
    assert loaded.features_ == ex.features_
    assert np.allclose(loaded(written).values, ex().values, rtol=1e-12, atol=1e-12)
    ex.save(tmp_path / "ours.explainee")
    told = program("apply", tmp_path / "ours.explainee", path, "--json")
    assert told["rows"] == len(mixed)
    assert abs(told["after"] - ex.uncertainty_["after"]) < 1e-9
    checked = program("check", tmp_path / "ours.explainee", path, "--json")
    assert_close(ex.check(written, "said"), checked)


def test_moments_files(program, tmp_path, diabetes):
    diabetes.to_csv(tmp_path / "table.csv", index=False)
    program("moments", tmp_path / "table.csv", "-o", tmp_path / "cli.moments", "--products", "s1..s3")
    ours = xe.Moments(products="s1..s3").update(diabetes)
    assert ours.to_bytes() == (tmp_path / "cli.moments").read_bytes()
    theirs = program("explain", tmp_path / "cli.moments", "--prediction", "prediction", "--knows", "s1..s3", "--json")
    documents_agree(xe.Explainer().fit(ours, "prediction", knows="s1..s3").result_, theirs)


def folds_of(content: bytes) -> list[int]:
    length = int.from_bytes(content[12:20], "little")
    return [fold["rows"] for fold in json.loads(content[20 : 20 + length])["folds"]]


def test_moments_of_few_rows(program, tmp_path, diabetes):
    few = diabetes.head(45)
    few.to_csv(tmp_path / "few.csv", index=False)
    for options in ((), ("--rows-per-fold", "20"), ("--rows-per-fold", "1")):
        program("moments", tmp_path / "few.csv", "-o", tmp_path / "cli.moments", *options)
        given = {"rows_per_fold": int(options[1])} if options else {}
        ours = xe.Moments(**given).update(few.head(30)).update(few.tail(15))
        assert folds_of(ours.to_bytes()) == folds_of((tmp_path / "cli.moments").read_bytes())
        assert len(folds_of(ours.to_bytes())) == {(): 4}.get(options, 2 if "20" in options else 20)
        again = pickle.loads(pickle.dumps(ours))
        assert again.to_bytes() == ours.to_bytes() and len(folds_of(again.held.to_bytes())) == 20
    with pytest.raises(xe.UsageError, match="rows_per_fold"):
        xe.Moments(rows_per_fold=0).update(few)
    with pytest.warns(xe.ExplainerWarning, match="7 rows are fewer than rows_per_fold=10"):
        xe.Moments().update(few.head(7)).to_bytes()
    texts = few.assign(city=["Oslo"] * 5 + ["Rome"] * 40)
    with pytest.warns(xe.ExplainerWarning, match=r"one text of 'city' has fewer than 10 rows \(Oslo\)"):
        xe.Moments().update(texts).to_bytes()


def test_moments_of_more_and_fewer_folds(diabetes):
    parts = [
        xe.Moments(folds=folds).update(diabetes.iloc[start : start + 100])
        for start, folds in ((0, 20), (100, 10), (200, 4))
    ]
    merged = xe.Moments().merge(parts[2]).merge(parts[0]).merge(parts[1])
    assert merged.rows == 300 and folds_of(merged.to_bytes()) == [150, 150]


def test_certificate(program, tmp_path, diabetes):
    ex = xe.Explainer(certificate=True).fit(diabetes, "prediction", label="progression")
    ex.save_certificate(tmp_path / "proof")
    assert "accepted" in program("verify", tmp_path / "proof")


def test_cohort(program, tmp_path, diabetes):
    import pandas as pd

    diabetes.to_csv(tmp_path / "table.csv", index=False)
    users = pd.DataFrame({"user": ["gp", "nurse", "lay"], "knows": ["bmi;bp", "s1;s2;s3", "age;sex"]})
    users.to_csv(tmp_path / "users.csv", index=False)
    program(
        "cohort",
        tmp_path / "table.csv",
        "--prediction",
        "prediction",
        "--label",
        "progression",
        "--users",
        tmp_path / "users.csv",
        "-o",
        tmp_path / "out.parquet",
        "--quiet",
        *("--reader", "quadratic", "--family", "features", "--tell", "all"),
    )
    theirs = pd.read_parquet(tmp_path / "out.parquet")
    plain = {"family": "features", "tell": "all"}
    ours = xe.cohort(diabetes, "prediction", users, label="progression", reader="quadratic", **plain).to_frame()
    assert list(ours.columns) == list(theirs.columns)
    assert [list(f) for f in ours.features] == [list(f) for f in theirs.features]
    assert np.allclose(ours.bits, theirs.bits, rtol=1e-12)
    single = xe.Explainer(**plain).fit(
        diabetes, "prediction", knows=["bmi", "bp"], label="progression", reader="quadratic"
    )
    assert sorted(ours.features[0]) == sorted(single.features_)
    assert abs(ours.bits[0] - single.bits_) < 1e-9
