"""Pictures of explanations; they need matplotlib (``pip install explainee[plot]``).

Row labels stand inside the axes, so that they are not cropped whatever the figure is. ``ax`` draws into axes of your
own and leaves the rest of the figure alone; ``show=False`` does not call ``plt.show()``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ._names import PlainNames
from ._panel import BLANK, DOWN, FACT, REST, UP, Numbers, Panel, done, fit, further, message, new_figure, pyplot
from ._swarm import draw_swarms, shades_of, swarm_rows
from .errors import UsageError
from .explanation import Explanation

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from .explainer import Explainer

__all__ = ["ExplainerPlots", "ExplanationPlots", "bar", "beeswarm", "curve", "people", "waterfall"]

_MOST_DOTS = 2000
_NOTHING = "nothing to tell"


# --- the plots ------------------------------------------------------------------------------------------------------


def waterfall(explanation: Explanation, *, ax: Axes | None = None, show: bool = True, title: str | None = None) -> Axes:
    """One row: from what she expected, fact by fact, to the prediction."""
    row = _one_row(explanation)
    if np.isnan(row.base_values):
        return message(ax, "this row could not be used: a cell is missing", show)
    story = _Story.of(row)
    panel = Panel(ax if ax is not None else new_figure([story.labels])[0], story.labels)
    panel.words(_title(row.person) if title is None else title)
    _draw_stories([panel], [story], row.output_names[0])
    return done(panel.ax, show)


def people(rows: Mapping[str, Explanation], *, ax: Sequence[Axes] | None = None, show: bool = True) -> Any:
    """The same prediction for several people: their waterfalls side by side, on one scale."""
    if not rows:
        raise UsageError("people needs at least one person: {'Ann': e[0], …}")
    single = {name: _one_row(row) for name, row in rows.items()}
    _check_same(single)
    stories = [_Story.of(row) for row in single.values()]
    axes = (
        new_figure([story.labels for story in stories], 4.6) if ax is None else np.ravel(np.asarray(ax, dtype=object))
    )
    if len(axes) != len(stories):
        raise UsageError(f"there are {len(stories)} people, but ax has {len(axes)} axes")
    most = max(len(story.labels) for story in stories)
    panels = [Panel(one, story.labels + [""] * (most - len(story.labels))) for one, story in zip(axes, stories)]
    bottom = max(panel.ax.get_ylim()[0] for panel in panels)
    for panel, name in zip(panels, single):
        panel.ax.set_ylim(bottom, 0)
        panel.words(name)
    _draw_stories(panels, stories, next(iter(single.values())).output_names[0])
    done(axes[0], show)
    return axes


def bar(explanation: Explanation, *, ax: Axes | None = None, show: bool = True, max_display: int = 10) -> Axes:
    """How much each fact contributes on average: the mean of |contribution|, and of |the rest|."""
    rows = _Table.of(explanation, max_display)
    if not len(rows.values):
        return message(ax, "no row could be used", show)
    bars = [(rows.names[i], rows.size[i], FACT) for i in rows.shown]
    if rows.others:
        together = np.abs(rows.values[:, rows.others].sum(axis=1)).mean()
        bars.append((f"{further(len(rows.others))} together", together, FACT))
    if not bars:
        bars.append((_NOTHING, np.nan, FACT))
    known = rows.remainder[~np.isnan(rows.remainder)]
    bars.append(("the rest", np.abs(known).mean() if len(known) else np.nan, REST))
    labels = [label for label, _, _ in bars]
    panel = Panel(ax if ax is not None else new_figure([labels])[0], labels)
    sizes = [size for _, size, _ in bars if not np.isnan(size)]
    numbers = Numbers(sizes, sizes)
    for i, (label, size, colour) in enumerate(bars):
        if not np.isnan(size):
            panel.bar(i, 0, size, colour)
            panel.text(i, size, numbers(size))
        elif label == "the rest":
            panel.text(i, 0, "not known")
    mean = "mean " if len(rows.values) > 1 else ""
    panel.words(_title(explanation.person), f"{mean}|contribution| to {rows.output}{numbers.unit}{rows.count}")
    fit([panel], [0, *sizes], numbers)
    return done(panel.ax, show)


def beeswarm(
    explanation: Explanation, *, ax: Axes | None = None, show: bool = True, max_display: int = 10, seed: int = 0
) -> Axes:
    """One dot per row and fact, coloured by the fact's value; at most 2000 rows, drawn at random.

    Dots are moved up and down until they do not overlap; a fact with too many like contributions is squeezed.
    """
    pyplot()
    rows = _Table.of(explanation, max_display)
    if not len(rows.values) or not rows.names:
        return message(ax, _NOTHING if len(rows.values) else "no row could be used", show)
    rng = np.random.default_rng(seed)
    if len(rows.values) > _MOST_DOTS:
        rows.only(np.sort(rng.choice(len(rows.values), _MOST_DOTS, replace=False)))
    facts = [(rows.names[i], rows.values[:, i], *shades_of(rows.data[:, i])) for i in rows.shown]
    labels, tall, places = swarm_rows(facts, len(rows.others))
    panel = Panel(ax if ax is not None else new_figure([labels], tall=tall)[0], labels, tall)
    values = np.concatenate([[0.0], *(x for _, x, _, _ in facts)]).tolist()
    numbers = Numbers(values, values)
    panel.words(_title(explanation.person), f"contribution to {rows.output}{numbers.unit}{rows.count}")
    panel.beside = [(min(values), 4, True), (max(values), 4, False)]
    fit([panel], values, numbers)
    panel.ax.vlines([0.0] * len(places), panel.y[places] - 0.9, panel.y[places] + 0.9, REST, linewidth=0.8, zorder=0)
    draw_swarms(panel, facts, places, rng)
    return done(panel.ax, show)


def curve(explainer: Explainer, *, ax: Axes | None = None, show: bool = True) -> Axes:
    """Bits against the number of facts, with the facts that come (+) and go (−); full dots are proven best."""
    explainer._check_fitted()
    points = getattr(explainer, "curve_", None)
    if points is None:
        raise UsageError("a loaded explainer has no curve; fit it")
    if not points:
        return message(ax, _NOTHING, show)
    plain = PlainNames(explainer.names)
    labels = [_change(points, k, plain) for k in range(len(points))]
    panel = Panel(ax if ax is not None else new_figure([labels])[0], labels)
    bits = [np.inf if point["bits"] is None else float(point["bits"]) for point in points]
    finite = [b for b in bits if np.isfinite(b)]
    end = max([b for b in finite if b > 0], default=1.0) * (1.0 if len(finite) == len(bits) else 1.25)
    numbers = Numbers(finite, finite)
    for i, (b, point) in enumerate(zip(bits, points)):
        x = b if np.isfinite(b) else end
        panel.ax.plot([0, x], [panel.y[i]] * 2, color=REST, linewidth=1.2, linestyle="-" if b == x else ":", zorder=1)
        panel.dot(i, x, panel.ax.get_facecolor() if point.get("optimal") is False else FACT)
        panel.text(i, x, numbers(b) if b == x else "∞", gap=8)
    panel.words(_title(explainer._person()), _proven(points))
    fit([panel], [0, end, *finite], numbers)
    return done(panel.ax, show)


class ExplanationPlots:
    """The plots of an explanation: ``e[0].plot.waterfall()``, ``e.plot.bar()``, ``e.plot.beeswarm()``."""

    def __init__(self, explanation: Explanation) -> None:
        self._explanation = explanation

    def waterfall(self, *, ax: Axes | None = None, show: bool = True, title: str | None = None) -> Axes:
        """One row: from what she expected, fact by fact, to the prediction."""
        return waterfall(self._explanation, ax=ax, show=show, title=title)

    def bar(self, *, ax: Axes | None = None, show: bool = True, max_display: int = 10) -> Axes:
        """The mean of |contribution| of each fact."""
        return bar(self._explanation, ax=ax, show=show, max_display=max_display)

    def beeswarm(self, *, ax: Axes | None = None, show: bool = True, max_display: int = 10, seed: int = 0) -> Axes:
        """One dot per row and fact, coloured by the fact's value."""
        return beeswarm(self._explanation, ax=ax, show=show, max_display=max_display, seed=seed)


class ExplainerPlots:
    """The plots of an explainer: ``ex.plot.curve()``, and those of the rows of ``fit``."""

    def __init__(self, explainer: Explainer) -> None:
        self._explainer = explainer

    def curve(self, *, ax: Axes | None = None, show: bool = True) -> Axes:
        """Bits against the number of facts."""
        return curve(self._explainer, ax=ax, show=show)

    def waterfall(self, row: int, *, ax: Axes | None = None, show: bool = True, title: str | None = None) -> Axes:
        """One row of ``fit``: from what she expected, fact by fact, to the prediction."""
        return waterfall(self._explainer()[row], ax=ax, show=show, title=title)

    def bar(self, *, ax: Axes | None = None, show: bool = True, max_display: int = 10) -> Axes:
        """The mean of |contribution| of each fact over the rows of ``fit``."""
        return bar(self._explainer(), ax=ax, show=show, max_display=max_display)

    def beeswarm(self, *, ax: Axes | None = None, show: bool = True, max_display: int = 10, seed: int = 0) -> Axes:
        """One dot per row of ``fit`` and fact, coloured by the fact's value."""
        return beeswarm(self._explainer(), ax=ax, show=show, max_display=max_display, seed=seed)


# --- what is shown --------------------------------------------------------------------------------------------------


def _one_output(explanation: Explanation) -> Explanation:
    if not explanation.several_outputs:
        return explanation
    rows = "" if explanation.data.ndim == 1 else ":, "
    if len(explanation.output_names) > 1:
        names = ", ".join(explanation.output_names)
        first = explanation.output_names[0]
        raise UsageError(f'there are several outputs ({names}): pick one, such as e[{rows}:, "{first}"]')
    return explanation[:, 0] if explanation.data.ndim == 1 else explanation[:, :, 0]


def _one_row(explanation: Explanation) -> Explanation:
    if explanation.data.ndim == 2 and len(explanation) != 1:
        output = f', :, "{explanation.output_names[0]}"' if explanation.several_outputs else ""
        raise UsageError(f"a waterfall shows one row, and there are {len(explanation)}: pick one, such as e[0{output}]")
    row = _one_output(explanation)
    return row if row.data.ndim == 1 else row[0]


def _check_same(rows: Mapping[str, Explanation]) -> None:
    for name, row in rows.items():
        if np.isnan(row.base_values):
            raise UsageError(f"the row of {name} could not be used: a cell is missing")
    known = {name: float(row.prediction) for name, row in rows.items() if not np.isnan(row.prediction)}
    first = next(iter(known.values()), 0.0)
    if not np.allclose(list(known.values()), first, rtol=1e-6, atol=1e-300):
        texts = ", ".join(f"{name} {value:.6g}" for name, value in known.items())
        raise UsageError(f"people are compared on one prediction, and these differ: {texts}")


@dataclass
class _Story:
    """A waterfall row by row: (from, to, colour) of each bar, between what she expected and the end."""

    labels: list[str]
    bars: list[tuple[float, float, str]]
    expected: float
    known: bool

    @classmethod
    def of(cls, row: Explanation) -> _Story:
        at = expected = float(row.base_values)
        bars, labels = [], ["expected"]
        for i in np.argsort(-np.abs(row.values), kind="stable"):
            step = float(row.values[i])
            bars.append((at, at + step, UP if step > 0 else DOWN))
            labels.append(f"{row.display_names[i]} ={BLANK}{_together(row.value_text(i))}")
            at += step
        if not bars:
            bars.append((at, at, REST))
            labels.append(_NOTHING)
        known = not (np.isnan(row.prediction) or np.isnan(row.remainder))
        if known:
            bars.append((at, float(row.prediction), REST))
        labels += ["the rest", "prediction"] if known else ["expected + facts", "prediction, the rest"]
        return cls(labels, bars, expected, known)

    @property
    def ends(self) -> list[float]:
        return [self.expected, *(end for _, end, _ in self.bars)]


@dataclass
class _Table:
    """Rows that could be used, and which facts are shown, largest first."""

    values: np.ndarray
    data: np.ndarray
    remainder: np.ndarray
    names: list[str]
    output: str
    given: int
    most: int

    @classmethod
    def of(cls, explanation: Explanation, most: int) -> _Table:
        if most < 1:
            raise UsageError("max_display must be at least 1")
        e = _one_output(explanation)
        values, data, base = np.atleast_2d(e.values), np.atleast_2d(e.data), np.atleast_1d(e.base_values)
        used = ~np.isnan(base) & ~np.isnan(values).any(axis=1)
        rest = np.atleast_1d(e.remainder)
        return cls(values[used], data[used], rest[used], e.display_names, e.output_names[0], len(base), most)

    def only(self, rows: np.ndarray) -> None:
        self.values, self.data, self.remainder = self.values[rows], self.data[rows], self.remainder[rows]

    @property
    def size(self) -> np.ndarray:
        return np.abs(self.values).mean(axis=0)

    @property
    def shown(self) -> list[int]:
        return np.argsort(-self.size, kind="stable")[: self.most].tolist()

    @property
    def others(self) -> list[int]:
        return np.argsort(-self.size, kind="stable")[self.most :].tolist()

    @property
    def count(self) -> str:
        """How many of the rows are shown, where not all are."""
        some = f"{len(self.values):,} of {self.given:,} rows".replace(" ", BLANK)
        return "" if len(self.values) == self.given else f"; {some}"


def _change(points: Sequence[Mapping[str, Any]], k: int, plain: PlainNames) -> str:
    """How a set of facts differs from the one before."""
    before = points[k - 1]["features"] if k else []
    now = points[k]["features"]
    come = [f"+{BLANK}" + plain.name(name) for name in now if name not in before]
    go = [f"−{BLANK}" + plain.name(name) for name in before if name not in now]
    count = points[k]["sparsity"]
    return f"{count} fact{'s' if count > 1 else ''}: {', '.join(come + go) or 'the same'}"


def _proven(points: Sequence[Mapping[str, Any]]) -> str:
    marks = {bool(point["optimal"]) for point in points if point.get("optimal") is not None}
    if len(marks) == 2:
        return "bits (full dots: proven best)"
    if not marks:
        return "bits"
    return "bits (each set proven best)" if marks == {True} else "bits (not proven best)"


def _together(value: str) -> str:
    """A short value stays on the line of its unit."""
    return value.replace(" ", BLANK) if len(value) < 16 else value


def _title(person: str) -> str:
    return f"For {person}" if person else ""


def _draw_stories(panels: Sequence[Panel], stories: Sequence[_Story], output: str) -> None:
    ends = [x for story in stories for x in story.ends]
    numbers = Numbers([b - a for story in stories for a, b, _ in story.bars], ends)
    for panel, story in zip(panels, stories):
        panel.dot(0, story.expected)
        panel.text(0, story.expected, numbers(story.expected), gap=8)
        for i, (start, end, colour) in enumerate(story.bars, 1):
            panel.join(i - 1, i, start)
            panel.bar(i, start, end, colour)
            if story.labels[i] != _NOTHING:
                panel.text(i, end, numbers(end - start, signed=True), left=end < start)
        last = len(story.bars) + 1
        panel.join(last - 1, last, story.ends[-1])
        panel.dot(last, story.ends[-1])
        panel.text(last, story.ends[-1], numbers(story.ends[-1]), bold=True, gap=8)
        if not story.known:
            panel.text(last + 1, min(story.ends), "not known")
        panel.words("", output + numbers.unit)
    fit(panels, ends, numbers)
