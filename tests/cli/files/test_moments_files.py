"""Data that cannot travel: moments of parts, merged in any order, explain like the pooled table."""

import itertools
import json
import re
import struct

import numpy as np
import pytest

from conftest import Table

pytestmark = pytest.mark.plain

ROWS = 300
CUTS = [0, 7, 120, ROWS]  # parts that do not end where a block of folds ends
FACTS = ["x1", "x2", "x3", "x4", "city"]


def make_table() -> Table:
    rng = np.random.default_rng(31)
    x = rng.normal(size=(4, ROWS)) + np.array([0, 50, 0, 0])[:, None]
    city = np.array(["Oslo", "Bergen", "Turku"])[rng.integers(0, 3, ROWS)]
    city[:7] = "Oslo"
    city[-5:] = "Umeå"  # a level of the last part alone
    p = x[0] + 0.5 * x[0] ** 2 - x[1] + 0.3 * x[2] * x[0] + (city == "Turku") + 0.5 * rng.normal(size=ROWS)
    columns = {f"x{i + 1}": x[i] for i in range(4)}
    return Table(
        columns
        | {
            "city": city,
            "p": p,
            "w": rng.integers(1, 4, ROWS).astype(float),
            "day": (np.arange(ROWS) // 6).astype(float),
        }
    )


@pytest.fixture(scope="module")
def at(shared_cli):
    table = make_table()
    shared_cli.write("all.csv", table.csv())
    for k in range(3):
        shared_cli.write(f"part{k}.csv", table.csv(rows=range(CUTS[k], CUTS[k + 1])))
    return shared_cli


ALL_FOLDS = ("--rows-per-fold", 1)  # as the pooled table has them, however few rows a part has


def make_parts(at, *options) -> list[str]:
    """Each part's moments, as three places would make them; then the tables are not needed any more."""
    names = []
    for k in range(3):
        names.append(f"part{k}.moments")
        at.works("moments", f"part{k}.csv", "-o", names[-1], "--first-row", CUTS[k], *ALL_FOLDS, *options)
    return names


def leaves(value, path=()):
    """Every number and text of a document with its place."""
    if isinstance(value, (dict, list)):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(inner, (*path, key))
    else:
        yield path, value


PARTS = ("rows", "prediction", "user", "explanation", "impersonal", "alternatives", "curve")


#: What rows tell better, or alone: tests that hold under unequal variances, and whether rows look Gaussian.
ROWS_ONLY = {"p_value", "p_value_by", "gaussian_interval_bits"}


def same_answer(found: dict, wanted: dict, rows_at_hand=True, tolerance=1e-9):
    """The same to `tolerance`; where `wanted` came from rows and `found` did not, what takes a second pass is null."""
    for part in PARTS:
        mine, its = (
            {path: value for path, value in leaves(document[part]) if not ROWS_ONLY & set(path)}
            for document in (found, wanted)
        )
        assert mine.keys() == its.keys()
        for path, value in its.items():
            if path[-1:] == ("helped",) and rows_at_hand:
                assert mine[path] is None and value is not None
            elif isinstance(value, float):
                assert mine[path] == pytest.approx(value, abs=tolerance, rel=tolerance), (part, *path)
            elif path[-1:] != ("nodes",):
                assert mine[path] == value, (part, *path)


WHO = [
    [],
    ["--knows", "x1,x3"],
    ["--knows", "city"],
    ["--told", "x2", "--linear"],
    ["--reasons-from", "x1,x2"],
    ["--sees", "x1 + 2*x2"],
    ["--sees-mean", "x*"],
]


@pytest.fixture(scope="module")
def merged(at) -> str:
    at.works("merge", *make_parts(at, "--products", "x1,x2,x3", "--exclude", "w,day"), "-o", "merged.moments")
    return "merged.moments"


@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize("s", [1, 3])
def test_merged_parts_explain_like_the_pooled_table(at, merged, who, s):
    pooled = at.explain("all.csv", *who, "-s", s, "--exclude", "w,day", "--honest")
    from_parts = at.explain(merged, *who, "-s", s, "--honest")
    same_answer(from_parts, pooled)
    information = pooled["explanation"]["information"]
    assert information["honest_bits"] is not None and information["interval_bits"] is not None
    assert [w["code"] for w in from_parts["warnings"]] == [w["code"] for w in pooled["warnings"]]


def test_score_from_moments(at, merged):
    for who in ([], ["--knows", "x1"]):
        pooled = at.score("all.csv", "--features", "x2,city", "--exclude", "w,day", *who)
        from_parts = at.score(merged, "--features", "x2,city", *who)
        same_answer(from_parts, pooled)
        assert from_parts["best"]["features"] == pooled["best"]["features"]
        assert from_parts["lost_bits"] == pytest.approx(pooled["lost_bits"], abs=1e-9)


def test_any_order_of_merging_gives_the_same_answer(at):
    parts = make_parts(at, "--products", "x1,x2", "--exclude", "w,day")
    first = None
    for order in itertools.permutations(parts):
        at.works("merge", *order, "-o", "some.moments")
        document = at.explain("some.moments", "--knows", "x1,x2")
        first = first or document
        same_answer(document, first, rows_at_hand=False)
    at.works("merge", parts[1], parts[2], "-o", "later.moments")
    at.works("merge", "later.moments", parts[0], "-o", "nested.moments")
    same_answer(at.explain("nested.moments", "--knows", "x1,x2"), first, rows_at_hand=False)


def test_a_glob_or_a_folder_of_moments_is_merged_on_the_way(at, merged):
    make_parts(at, "--products", "x1,x2,x3", "--exclude", "w,day")
    wanted = at.explain(merged, "--knows", "x1")
    same_answer(at.explain("part?.moments", "--knows", "x1"), wanted, rows_at_hand=False)
    for k in range(3):
        at.write(f"folder/{k}.moments", (at.folder / f"part{k}.moments").read_bytes())
    same_answer(at.explain("folder", "--knows", "x1"), wanted, rows_at_hand=False)


@pytest.mark.parametrize("option, column", [("--weight", "w"), ("--block", "day")])
def test_weights_and_blocks_travel_with_the_parts(at, option, column):
    other = "day" if column == "w" else "w"
    parts = make_parts(at, option, column, "--exclude", other)
    at.works("merge", *parts, "-o", "some.moments")
    pooled = at.explain("all.csv", option, column, "--exclude", other)
    same_answer(at.explain("some.moments"), pooled)
    same_answer(at.explain("some.moments", option, column), pooled)
    plain = at.explain("all.csv", "--exclude", "w,day")["explanation"]["information"]
    assert pooled["explanation"]["information"]["interval_bits"] != pytest.approx(plain["interval_bits"], rel=1e-6)


def test_one_part_made_of_the_whole_is_the_same_to_the_last_digit(at):
    at.works("moments", "all.csv", "-o", "whole.moments", "--products", "x1", "--exclude", "w,day")
    pooled, whole = (
        at.explain(data, "--knows", "x1", *more)
        for data, more in (("all.csv", ["--exclude", "w,day"]), ("whole.moments", []))
    )
    same_answer(whole, pooled, tolerance=1e-13)
    assert whole["explanation"]["uncertainty"]["helped"] is None and whole["row"] is None


def test_levels_of_one_part_alone(at, merged):
    """Oslo alone in the first part, Umeå in the last alone: one block of four levels."""
    fact = at.explain(merged, "--features", "city", "-s", 1)["explanation"]["features"][0]
    assert [c["name"] for c in fact["columns"]] == ["city=Bergen", "city=Oslo", "city=Turku", "city=Umeå"]


def test_without_products_knowing_is_linear_with_a_warning(at):
    at.works("moments", "all.csv", "-o", "plain.moments", "--exclude", "w,day")
    document = at.explain("plain.moments", "--knows", "x1")
    assert [w["code"] for w in document["warnings"]] == ["known_linear_only"]
    assert "--products" in document["warnings"][0]["message"]
    same_answer(document, at.explain("all.csv", "--knows", "x1", "--linear", "--exclude", "w,day"))
    linear = at.explain("plain.moments", "--knows", "x1", "--linear")
    assert linear["warnings"] == []


def test_products_at_a_large_offset_keep_their_digits(at):
    table = make_table()
    table.columns["x1"] = table["x1"] + 1e6
    at.write("far.csv", table.csv())
    for k in range(3):
        at.write(f"far{k}.csv", table.csv(rows=range(CUTS[k], CUTS[k + 1])))
        at.works(
            "moments",
            f"far{k}.csv",
            "-o",
            f"far{k}.moments",
            "--first-row",
            CUTS[k],
            "--products",
            "x1,x3",
            "--exclude",
            "w,day",
            *ALL_FOLDS,
        )
    at.works("merge", "far2.moments", "far0.moments", "far1.moments", "-o", "far.moments")
    far, near = (
        at.explain("far.moments", "--knows", "x1,x3", "--honest"),
        at.explain("all.csv", "--knows", "x1,x3", "--exclude", "w,day", "--honest"),
    )
    for key in ("bits", "honest_bits"):
        assert far["explanation"]["information"][key] == pytest.approx(
            near["explanation"]["information"][key], abs=1e-7
        )


def test_set_aside_is_decided_when_explaining(at):
    table = make_table()
    names = np.array([f"house {i}" for i in range(ROWS)])
    streets = np.array([f"street {i % 40}" for i in range(ROWS)])
    at.write(
        "texts.csv",
        Table(
            {"y": table["p"], "house": names, "street": streets, "x1": table["x1"], "x2": table["x2"], "p": table["p"]}
        ).csv(),
    )
    at.works("moments", "texts.csv", "-o", "texts.moments")
    pooled, kept = at.explain("texts.csv"), at.explain("texts.moments")
    for document in (pooled, kept):
        assert {entry["name"] for entry in document["user"]["set_aside"]} == {"y", "house", "street"}
        del document["user"]["set_aside"]
    same_answer(kept, pooled)


def test_dropped_rows_are_counted_in_the_file(at):
    table = make_table()
    at.write("holes.csv", table.csv(changed={(3, "x1"): "", (90, "p"): "nan"}))
    at.works("moments", "holes.csv", "-o", "holes.moments", "--missing", "drop", "--exclude", "w,day")
    document = at.explain("holes.moments")
    assert (document["rows"], document["rows_dropped"]) == (ROWS - 2, 2)
    same_answer(document, at.explain("holes.csv", "--missing", "drop", "--exclude", "w,day"))


@pytest.mark.parametrize(
    "arguments, says",
    [
        (["--row", "3"], "--row"),
        (["--answers", "answers.csv"], "--answers"),
        (["--sees", "x1 > 0"], "'x1 > 0'"),
        (["--sees", "x1 * x2"], "'x1 * x2'"),
        (["--sees", "round(x1, 1)"], "round(x1, 1)"),
        (["--weight", "x1"], "--weight"),
        (["--block", "x1"], "--block"),
        (["--folds", "7"], "--folds"),
        (["--seed", "4"], "--seed"),
        (["--categories", "x1"], "--categories"),
        (["--numbers", "city"], "--numbers"),
    ],
)
def test_what_needs_rows_is_refused_with_a_sentence(at, merged, arguments, says):
    at.write("answers.csv", "row,answer\n" + "".join(f"{i},{i % 7}\n" for i in range(50)))
    at.refuses("explain", merged, "--prediction", "p", *arguments, status=2, says=("merged.moments", says))


def test_a_rule_needs_rows_too(at, merged):
    at.refuses(
        "score", merged, "--prediction", "p", "--rule", "x1 > 0", status=2, says=("merged.moments", "'x1 > 0'", "rows")
    )


def test_unknown_columns_in_a_moments_file(at, merged):
    at.refuses("explain", merged, "--prediction", "q", status=2, says=("merged.moments", "'q'", "x1"))
    at.refuses(
        "explain", merged, "--prediction", "p", "--knows", "day", status=2, says=("merged.moments", "--knows", "'day'")
    )


def test_what_is_written_is_said_and_nothing_else_is_left(cli):
    cli.write("all.csv", make_table().csv())
    before = set(cli.files())
    outcome = cli.works("moments", "all.csv", "-o", "kept.moments", "--exclude", "w,day")
    assert outcome.err.count("\n") == 1 and "city" in outcome.err and "Umeå" in outcome.err  # five rows
    assert re.search(r"\b300 rows\b.*\b20 folds\b.*kept\.moments", outcome.out)
    assert set(cli.files()) == before | {"kept.moments"}
    again = (cli.folder / "kept.moments").read_bytes()
    cli.works("moments", "all.csv", "-o", "kept.moments", "--exclude", "w,day", "--threads", 1)
    assert (cli.folder / "kept.moments").read_bytes() == again
    assert b"all.csv" not in again  # data that cannot travel do not tell where they lay


def test_a_moments_file_is_small_whatever_the_rows(cli):
    table = make_table()
    cli.write("all.csv", table.csv())
    cli.write("many.csv", table.csv(rows=list(range(ROWS)) * 10))
    sizes = []
    for name in ("all", "many"):
        cli.works("moments", f"{name}.csv", "-o", f"{name}.moments")
        sizes.append((cli.folder / f"{name}.moments").stat().st_size)
    assert sizes[1] < 1.02 * sizes[0]


def test_features_of_moments_name_what_is_kept(at):
    at.works("moments", "all.csv", "-o", "some.moments", "--features", "x1,x2,p")
    document = at.explain("some.moments")
    assert {name for point in document["curve"] for name in point["features"]} == {"x1", "x2"}
    same_answer(document, at.explain("all.csv", "--features", "x1,x2"))


# ---- few rows -------------------------------------------------------------------------------------------------------


def header_of(content: bytes) -> dict:
    return json.loads(content[20 : 20 + struct.unpack("<Q", content[12:20])[0]])


def folds_of(at, name: str) -> list[int]:
    return [fold["rows"] for fold in header_of((at.folder / name).read_bytes())["folds"]]


@pytest.mark.parametrize("rows, folds", [(7, 1), (19, 1), (25, 2), (45, 4), (70, 5), (130, 10), (210, 20), (300, 20)])
def test_no_fold_has_so_few_rows_that_they_could_be_read_off(at, rows, folds):
    at.write("few.csv", make_table().csv(rows=range(rows)))
    outcome = at.works("moments", "few.csv", "-o", "few.moments", "--features", "x1..x4,p")
    found = folds_of(at, "few.moments")
    assert len(found) == folds and sum(found) == rows and min(found) >= min(10, rows)
    assert ("fewer than --rows-per-fold 10" in outcome.err) == (rows < 10)
    at.works("moments", "few.csv", "-o", "few.moments", "--features", "x1..x4,p", "--rows-per-fold", 2, "--folds", 15)
    found = folds_of(at, "few.moments")
    assert 15 % len(found) == 0 and min(found) >= 2
    at.works("moments", "few.csv", "-o", "few.moments", "--features", "x1..x4,p", *ALL_FOLDS)
    assert len(folds_of(at, "few.moments")) == 20


def test_a_heavy_row_is_not_hidden_by_light_ones(at):
    table = make_table()
    table.columns["w"] = np.where(np.arange(ROWS) % 20 == 3, 1e6, 1.0)
    at.write("heavy.csv", table.csv())
    at.works("moments", "heavy.csv", "-o", "heavy.moments", "--features", "x1..x4,p", "--weight", "w")
    assert folds_of(at, "heavy.moments") == [ROWS]  # fifteen rows carry all


def test_blocks_stay_whole(at):
    at.works("moments", "all.csv", "-o", "block.moments", "--features", "x1..x4,p", "--block", "day")
    found = folds_of(at, "block.moments")
    assert len(found) > 1 and all(rows % 6 == 0 and rows >= 10 for rows in found)


def test_parts_of_more_and_fewer_folds_are_merged(at):
    """7, 113 and 180 rows are kept in 1, 10 and 10 folds; without the first the others keep theirs."""
    names = []
    for k in range(3):
        names.append(f"few{k}.moments")
        at.works("moments", f"part{k}.csv", "-o", names[-1], "--first-row", CUTS[k], "--exclude", "w,day")
    assert [len(folds_of(at, name)) for name in names] == [1, 10, 10]
    for order in ([0, 1, 2], [2, 0, 1], [1, 2, 0]):
        at.works("merge", *(names[k] for k in order), "-o", "some.moments")
        assert folds_of(at, "some.moments") == [ROWS]
        found, pooled = at.explain("some.moments"), at.explain("all.csv", "--exclude", "w,day", "--folds", 1)
        same_answer(found, pooled)
    at.works("merge", names[1], names[2], "-o", "some.moments")
    assert len(folds_of(at, "some.moments")) == 10
    assert at.explain("some.moments")["explanation"]["information"]["interval_bits"] is not None


def test_rare_texts_are_named(at):
    outcome = at.works("moments", "all.csv", "-o", "some.moments", "--features", "x1,city,p")
    assert "one text of 'city' has fewer than 10 rows (Umeå)" in outcome.err and "--exclude city" in outcome.err
    assert at.works("moments", "all.csv", "-o", "some.moments", "--features", "x1,p").err == ""
    assert at.works("moments", "all.csv", "-o", "some.moments", "--rows-per-fold", 5).err == ""
