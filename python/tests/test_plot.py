"""Pictures: what they show is what the explanation says, and all of it can be read."""

from __future__ import annotations

import itertools
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")

import matplotlib.pyplot as plt  # noqa: E402
from matplotlib.colors import to_hex  # noqa: E402
from matplotlib.text import Text  # noqa: E402

import explainee as xe  # noqa: E402
from explainee import plot  # noqa: E402

LONG = "the number of admissions to any hospital in the past 5 years"
JOINED = "number_of_admissions_to_any_hospital_in_the_past_five_years"


@pytest.fixture(autouse=True)
def _tidy():
    yield
    plt.close("all")


@pytest.fixture(scope="module")
def data():
    pandas = pytest.importorskip("pandas")
    return pandas.read_csv(Path(__file__).parents[2] / "data" / "diabetes.csv")


@pytest.fixture(scope="module")
def explainer(data):
    names = {"bmi": "body mass index", "bp": "blood pressure"}
    return xe.Explainer(sparsity=3, names=names).fit(data, "prediction", knows="s1..s3", label="progression")


@pytest.fixture(scope="module")
def rows(explainer):
    return explainer()


def one(values, expected=10.0, cells=None, names=None, rest=0.5, known=True, person=""):
    values = np.array(values, dtype=float)
    cells = list(range(len(values))) if cells is None else cells
    names = [f"fact {i}" for i in range(len(values))] if names is None else names
    end = expected + values.sum() + rest
    end = {"prediction": end, "remainder": rest} if known else {}
    texts = any(isinstance(cell, str) for cell in cells)
    return xe.Explanation(
        values, expected, np.array(cells, dtype=object if texts else float), names, person=person, **end
    )


def many(count=120, facts=3, seed=1, **options):
    x = np.random.default_rng(seed).normal(size=(count, facts)) * np.arange(facts, 0, -1)
    return xe.Explanation(x, np.zeros(count), x, [f"fact {i}" for i in range(facts)], **options)


def bars(ax):
    return [(patch.get_x(), patch.get_width()) for patch in ax.patches]


def labels(ax):
    return [text.get_text().replace("\u00a0", " ").replace("\n", " ") for text in ax.get_yticklabels()]


def words(ax):
    return [text.get_text() for text in ax.texts]


def check_readable(figure):
    """No text is cropped, and none covers another or a bar."""
    figure.canvas.draw()
    whole = figure.bbox
    texts = [text for text in figure.findobj(Text) if text.get_visible() and text.get_text().strip()]
    boxes = [(text.get_text(), text.get_window_extent()) for text in texts]
    for text, box in boxes:
        inside = box.x0 >= -1 and box.y0 >= -1 and box.x1 <= whole.x1 + 1 and box.y1 <= whole.y1 + 1
        assert inside, f"cropped: {text!r} {box}"
    boxes += [("a bar", patch.get_window_extent()) for ax in figure.axes for patch in ax.patches]
    for (text, box), (other, second) in itertools.combinations(boxes, 2):
        wide = min(box.x1, second.x1) - max(box.x0, second.x0)
        high = min(box.y1, second.y1) - max(box.y0, second.y0)
        assert wide <= 1 or high <= 1 or text == other == "a bar", f"{text!r} covers {other!r}"


# --- what is drawn ----------------------------------------------------------------------------------------------------


def test_waterfall_goes_from_expected_to_prediction(rows):
    row = rows[0]
    ax = row.plot.waterfall(show=False)
    steps = [value for _, value in row.as_list()] + [float(row.remainder)]
    assert [width for _, width in bars(ax)] == pytest.approx(steps)
    starts = float(row.base_values) + np.cumsum([0, *steps[:-1]])
    assert [start for start, _ in bars(ax)] == pytest.approx(starts)
    assert sum(bars(ax)[-1]) == pytest.approx(float(row.prediction))
    assert labels(ax)[:2] == ["expected", "body mass index = 32.1"]
    assert labels(ax)[-2:] == ["the rest", "prediction"]
    signed = [f"{value:+.1f}".replace("-", "−") for value in steps]
    assert words(ax) == [f"{float(row.base_values):.1f}", *signed, "205.3"]
    assert ax.get_title(loc="left") == "For somebody who knows s1, s2 and s3"


def test_waterfall_colours_tell_up_from_down_from_the_rest():
    ax = plot.waterfall(one([2, -1]), show=False)
    assert [to_hex(patch.get_facecolor()) for patch in ax.patches] == [plot.UP, plot.DOWN, plot.REST]


def test_waterfall_of_an_unknown_prediction_leaves_out_the_rest():
    ax = plot.waterfall(one([2, -1], known=False), show=False)
    assert len(ax.patches) == 2
    assert "the rest" not in labels(ax)
    assert words(ax)[-2:] == ["11.00", "not known"]


def test_waterfall_without_facts_says_so():
    ax = plot.waterfall(one([]), show=False)
    assert labels(ax) == ["expected", "nothing to tell", "the rest", "prediction"]
    assert bars(ax)[-1] == pytest.approx((10, 0.5))


def test_title_is_as_given():
    assert plot.waterfall(one([1]), show=False, title="Ann").get_title(loc="left") == "Ann"
    assert plot.waterfall(one([1], person="knows a"), show=False, title="").get_title(loc="left") == ""


def test_bar_is_the_mean_size(rows):
    ax = rows.plot.bar(show=False)
    size = np.sort(np.abs(rows.values).mean(axis=0))[::-1]
    assert [width for _, width in bars(ax)] == pytest.approx([*size, np.abs(rows.remainder).mean()])
    assert labels(ax) == ["body mass index", "blood pressure", "sex", "the rest"]
    assert to_hex(ax.patches[-1].get_facecolor()) == plot.REST


def test_bar_puts_further_facts_together():
    e = many(facts=5, remainder=np.ones(120))
    ax = plot.bar(e, show=False, max_display=2)
    assert labels(ax) == ["fact 0", "fact 1", "3 further facts together", "the rest"]
    assert bars(ax)[2][1] == pytest.approx(np.abs(e.values[:, 2:].sum(axis=1)).mean())


def test_bar_leaves_out_rows_that_could_not_be_used():
    e = many()
    whole = np.abs(e.values[3:]).mean(axis=0)
    e.values[:3] = np.nan
    e.base_values[:3] = np.nan
    ax = plot.bar(e, show=False)
    assert sorted(width for _, width in bars(ax)) == pytest.approx(sorted(whole))
    assert "117\u00a0of\u00a0120\u00a0rows" in ax.get_xlabel()
    assert words(ax)[-1] == "not known"


def test_beeswarm_has_a_dot_per_row_at_its_contribution(rows):
    ax = rows.plot.beeswarm(show=False)
    swarms = [c for c in ax.collections if len(c.get_offsets()) == len(rows)]
    order = np.argsort(-np.abs(rows.values).mean(axis=0))
    for swarm, i in zip(swarms, order, strict=True):
        assert np.asarray(swarm.get_offsets())[:, 0] == pytest.approx(rows.values[:, i])


def test_beeswarm_dots_do_not_overlap_and_stay_in_their_row():
    ax = plot.beeswarm(many(), show=False)
    ax.figure.canvas.draw()
    swarms = [c for c in ax.collections if len(c.get_offsets()) == 120]
    bands = []
    for swarm in swarms:
        at = ax.transData.transform(swarm.get_offsets())
        apart = np.hypot(*(at[:, None] - at[None]).transpose(2, 0, 1)) + np.eye(120) * 1e9
        assert apart.min() >= np.sqrt(swarm.get_sizes()[0]) * ax.figure.dpi / 72
        bands.append((at[:, 1].min(), at[:, 1].max()))
    assert all(low > high for (low, _), (_, high) in itertools.pairwise(bands))


def test_beeswarm_is_the_same_for_the_same_seed():
    def places(seed):
        return np.vstack([c.get_offsets() for c in plot.beeswarm(many(), show=False, seed=seed).collections[1:]])

    assert np.array_equal(places(0), places(0))
    assert not np.array_equal(places(0), places(1))


def test_beeswarm_colours_low_to_high_and_texts_by_level():
    e = many(count=60, facts=2)
    cells = e.data.astype(object)
    cells[:, 1] = np.where(e.values[:, 1] > 0, "up", "down")
    e = xe.Explanation(e.values, e.base_values, cells, ["number", "text"])
    number, text = (c.get_facecolors() for c in plot.beeswarm(e, show=False).collections if len(c.get_offsets()) == 60)
    assert to_hex(number[np.argmin(e.values[:, 0])]) == plot.DOWN
    assert to_hex(number[np.argmax(e.values[:, 0])]) == plot.UP
    assert len(np.unique(text, axis=0)) == 2
    assert {"up", "down"} <= set(words(plt.gca()))


def test_beeswarm_of_very_many_rows_shows_some():
    ax = plot.beeswarm(many(count=5000, facts=1), show=False)
    assert len(ax.collections[-1].get_offsets()) == 2000
    assert "2,000\u00a0of\u00a05,000" in ax.get_xlabel()


def test_curve_shows_the_bits_and_who_comes(explainer):
    ax = explainer.plot.curve(show=False)
    dots = [line for line in ax.lines if line.get_marker() == "o"]
    assert [line.get_xdata()[0] for line in dots] == pytest.approx([point["bits"] for point in explainer.curve_])
    assert labels(ax) == ["1 fact: + body mass index", "2 facts: + blood pressure", "3 facts: + sex"]
    assert ax.get_xlabel() == "bits (each set proven best)"


def test_curve_tells_proven_from_not_and_goes_to_infinity(explainer):
    other = xe.Explainer()
    other.__dict__.update(explainer.__dict__)
    other.curve_ = [
        {"sparsity": 1, "features": ["a"], "bits": 0.5, "optimal": True},
        {"sparsity": 2, "features": ["b", "c"], "bits": None, "optimal": False},
    ]
    ax = other.plot.curve(show=False)
    fills = [to_hex(line.get_markerfacecolor()) for line in ax.lines if line.get_marker() == "o"]
    assert fills == [plot.FACT, "#ffffff"]
    assert labels(ax)[1] == "2 facts: + b, + c, − a"
    assert words(ax) == ["0.500", "∞"]
    check_readable(ax.figure)


def test_people_share_one_scale(data, explainer, rows):
    other = xe.Explainer(sparsity=2).fit(data, "prediction", label="progression")
    axes = plot.people({"Ann": rows[0], "Ben": other()[0]}, show=False)
    assert len(axes) == 2
    assert axes[0].get_xlim() == axes[1].get_xlim()
    assert axes[0].get_ylim() == axes[1].get_ylim()
    assert [ax.get_title(loc="left") for ax in axes] == ["Ann", "Ben"]
    assert [len(ax.patches) for ax in axes] == [4, 3]
    check_readable(axes[0].figure)


# --- all of it can be read --------------------------------------------------------------------------------------------

ODD = {
    "one fact": one([3]),
    "no facts": one([]),
    "negative": one([-3, -7, 2], -100, [-3, -1e-7, 2e9]),
    "long names": one([3, -2, 1], 10, [3, "a long text that somebody wrote", -5], [LONG, JOINED, "x" * 60]),
    "huge": one([3e9, -1e9], 1e10, rest=5e8),
    "tiny": one([3e-9, -1e-9], 1e-8, rest=5e-10),
    "little beside much": one([3.2, -1.2], 1e9, rest=0.1),
    "nothing moves": one([0, 0], 5, rest=0),
    "all zero": one([0.0], 0.0, rest=0),
    "down to the left": one([-1] * 6, 7, names=[LONG] * 6),
    "not known": one([3, -1], known=False),
    "not a formula": one([3, -1], names=["price in $ of $x_1$", r"a $\frac$ b"]),
    "knows much": one([1], person="knows " + ", ".join(f"column{i}" for i in range(60))),
}


@pytest.mark.parametrize("case", ODD)
def test_odd_waterfalls_can_be_read(case):
    ax = plot.waterfall(ODD[case], show=False)
    check_readable(ax.figure)


@pytest.mark.parametrize("case", ["long names", "negative", "not known"])
def test_waterfalls_in_axes_of_a_plain_figure_can_be_read(case):
    figure, axes = plt.subplots(1, 2, figsize=(10, 5))
    plot.waterfall(ODD[case], ax=axes[0], show=False)
    plot.bar(many(), ax=axes[1], show=False)
    check_readable(figure)


@pytest.mark.parametrize("scale", [1e-9, 1, 1e9])
@pytest.mark.parametrize("draw", [plot.bar, plot.beeswarm])
def test_odd_rows_can_be_read(draw, scale):
    e = many(count=40)
    cells = e.data.astype(object)
    cells[:, 1] = [["a level of the text that is long", "two", "three", "four"][i % 4] for i in range(40)]
    e = xe.Explanation(e.values * scale, e.base_values, cells, [LONG, JOINED, "c"], person="knows d")
    check_readable(draw(e, show=False, max_display=2).figure)


@pytest.mark.parametrize("own", [False, True])
def test_people_with_long_names_can_be_read(own):
    rows = {"Ben": one([2.5], rest=0), "Ann, who has worked here for many years and knows it all": ODD["long names"]}
    axes = plt.subplots(1, 2, figsize=(11, 5))[1] if own else None
    drawn = plot.people(rows, ax=axes, show=False)
    check_readable(drawn[0].figure)
    for ax in drawn:
        lefts = [text.get_window_extent().x0 for text in ax.get_yticklabels() if text.get_text()]
        assert min(lefts) >= ax.get_window_extent().x0 - 1


@pytest.mark.parametrize(
    ("draw", "e", "text"),
    [
        (plot.waterfall, xe.Explanation([np.nan], np.nan, [np.nan], ["a"]), "this row could not be used"),
        (plot.bar, xe.Explanation([[np.nan]], [np.nan], [[1.0]], ["a"]), "no row could be used"),
        (plot.beeswarm, xe.Explanation(np.empty((2, 0)), [1.0, 1.0], np.empty((2, 0)), []), "nothing to tell"),
    ],
)
def test_a_picture_without_data_says_why(draw, e, text):
    ax = draw(e, show=False)
    assert words(ax)[0].startswith(text)
    check_readable(ax.figure)


def test_huge_numbers_are_in_powers_of_1000():
    ax = plot.waterfall(one([3e9, -1e9], 1e10, rest=5e8), show=False)
    assert words(ax) == ["10.00", "+3.00", "−1.00", "+0.50", "12.50"]
    assert ax.get_xlabel() == "prediction (× 10⁹)"


# --- manners ----------------------------------------------------------------------------------------------------------


def test_given_axes_are_used_and_nothing_else_is_touched(explainer, rows):
    open_before = plt.get_fignums()
    figure, axes = plt.subplots(2, 3)
    other = axes[1, 2]
    before = (other.get_position().bounds, other.get_xlim(), figure.get_size_inches().tolist(), len(figure.axes))
    assert rows[0].plot.waterfall(ax=axes[0, 0], show=False) is axes[0, 0]
    assert rows.plot.bar(ax=axes[0, 1], show=False) is axes[0, 1]
    assert rows.plot.beeswarm(ax=axes[0, 2], show=False) is axes[0, 2]
    assert explainer.plot.curve(ax=axes[1, 0], show=False) is axes[1, 0]
    assert list(plot.people({"Ann": rows[0]}, ax=[axes[1, 1]], show=False)) == [axes[1, 1]]
    after = (other.get_position().bounds, other.get_xlim(), figure.get_size_inches().tolist(), len(figure.axes))
    assert before == after
    assert not other.patches
    assert plt.get_fignums() == [*open_before, figure.number]


def test_show_is_called_only_when_asked(monkeypatch, explainer, rows):
    calls = []
    monkeypatch.setattr(plt, "show", lambda *_, **__: calls.append(1))
    for show in (False, True):
        rows[0].plot.waterfall(show=show)
        rows.plot.bar(show=show)
        rows.plot.beeswarm(show=show)
        explainer.plot.curve(show=show)
        plot.people({"Ann": rows[0]}, show=show)
        assert len(calls) == 5 * show


def test_show_does_not_warn_without_a_screen(rows):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        rows[0].plot.waterfall()


def test_explainer_draws_the_rows_of_fit(explainer, rows):
    assert bars(explainer.plot.waterfall(4, show=False)) == bars(rows[4].plot.waterfall(show=False))
    assert bars(explainer.plot.bar(show=False)) == bars(rows.plot.bar(show=False))
    assert len(explainer.plot.beeswarm(show=False).collections) == len(rows.plot.beeswarm(show=False).collections)


def test_several_rows_and_outputs_are_told_how_to_pick():
    values = np.ones((4, 2, 2))
    e = xe.Explanation(values, np.ones((4, 2)), np.ones((4, 2)), ["a", "b"], output_names=["cat", "dog"])
    with pytest.raises(xe.UsageError, match=r'there are 4: pick one, such as e\[0, :, "cat"\]'):
        e.plot.waterfall(show=False)
    with pytest.raises(xe.UsageError, match=r'several outputs \(cat, dog\): pick one, such as e\[:, "cat"\]'):
        e[0].plot.waterfall(show=False)
    with pytest.raises(xe.UsageError, match=r'pick one, such as e\[:, :, "cat"\]'):
        e.plot.bar(show=False)
    assert len(e[0, :, "cat"].plot.waterfall(show=False).patches) == 2
    assert len(e[0][:, "cat"].plot.waterfall(show=False).patches) == 2
    assert len(e[:, :, ["dog"]].plot.bar(show=False).patches) == 2
    assert len(e[:1, :, "cat"].plot.waterfall(show=False).patches) == 2


def test_people_must_be_of_one_prediction():
    with pytest.raises(xe.UsageError, match="these differ: Ann 11.5, Ben 12.5"):
        plot.people({"Ann": one([1]), "Ben": one([2])}, show=False)
    with pytest.raises(xe.UsageError, match="at least one person"):
        plot.people({}, show=False)
    with pytest.raises(xe.UsageError, match="there are 1 people, but ax has 2 axes"):
        plot.people({"Ann": one([1])}, ax=plt.subplots(1, 2)[1], show=False)


def test_other_errors_are_clear(explainer, tmp_path):
    with pytest.raises(xe.UsageError, match="max_display must be at least 1"):
        plot.bar(many(), max_display=0)
    explainer.save(tmp_path / "kept")
    with pytest.raises(xe.UsageError, match="a loaded explainer has no curve"):
        xe.load(tmp_path / "kept").plot.curve()
    with pytest.raises(Exception, match="not fitted"):
        xe.Explainer().plot.curve()


@pytest.mark.parametrize("draw", [plot.waterfall, plot.bar, plot.beeswarm])
def test_without_matplotlib_it_says_what_to_install(monkeypatch, draw):
    for name in ("matplotlib", "matplotlib.pyplot", "matplotlib.colors"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ImportError, match=r"pip install explainee\[plot\]"):
        draw(one([1]))


def test_the_package_does_without_matplotlib():
    code = "import sys, explainee, explainee.plot; sys.exit('matplotlib' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, env={"PYTHONPATH": ":".join(sys.path)})
