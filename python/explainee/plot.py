"""Pictures of explanations; they need matplotlib (``pip install explainee[plot]``).

Row labels stand inside the axes, so that they are not cropped whatever the figure is. ``ax`` draws into axes of your
own and leaves the rest of the figure alone; ``show=False`` does not call ``plt.show()``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ._core import PictureNumbers, fact_sizes
from ._names import PlainNames
from ._panel import BLANK, DOWN, FACT, REST, UP, Panel, done, fit, further, message, new_figure, pyplot
from ._swarm import draw_swarms, shades_of, swarm_rows
from .errors import UsageError
from .explanation import Explanation, row_views

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
    view = row_views([row])
    labels = _labels(view["rows"][0])
    panel = Panel(ax if ax is not None else new_figure([labels])[0], labels)
    panel.words(_title(row.person, row.row_name) if title is None else title)
    _draw_rows([panel], view, row.output_names[0])
    return done(panel.ax, show)


def people(rows: Mapping[str, Explanation], *, ax: Sequence[Axes] | None = None, show: bool = True) -> Any:
    """The same prediction for several people: their waterfalls side by side, on one scale."""
    if not rows:
        raise UsageError("people needs at least one person: {'Ann': e[0], …}")
    single = {name: _one_row(row) for name, row in rows.items()}
    _check_same(single)
    view = row_views(list(single.values()))
    labels = [_labels(row) for row in view["rows"]]
    axes = new_figure(labels, 4.6) if ax is None else np.ravel(np.asarray(ax, dtype=object))
    if len(axes) != len(labels):
        raise UsageError(f"there are {len(labels)} people, but ax has {len(axes)} axes")
    most = max(map(len, labels))
    panels = [Panel(one, own + [""] * (most - len(own))) for one, own in zip(axes, labels)]
    bottom = max(panel.ax.get_ylim()[0] for panel in panels)
    for panel, name in zip(panels, single):
        panel.ax.set_ylim(bottom, 0)
        panel.words(name)
    _draw_rows(panels, view, next(iter(single.values())).output_names[0])
    done(axes[0], show)
    return axes


def bar(explanation: Explanation, *, ax: Axes | None = None, show: bool = True, max_display: int = 10) -> Axes:
    """How much each fact contributes on average: the mean of |contribution|, and of |the rest|."""
    rows = _Table.of(explanation, max_display)
    if not len(rows.values):
        return message(ax, "no row could be used", show)
    sizes = rows.sizes()
    bars = [(rows.names[i], sizes["sizes"][i], FACT) for i in sizes["shown"]]
    if sizes["others"]:
        bars.append((f"{further(len(sizes['others']))} together", sizes["together"], FACT))
    if not bars:
        bars.append((_NOTHING, np.nan, FACT))
    bars.append(("the rest", sizes["rest"], REST))
    labels = [label for label, _, _ in bars]
    panel = Panel(ax if ax is not None else new_figure([labels])[0], labels)
    drawn = [size for _, size, _ in bars if not np.isnan(size)]
    numbers = PictureNumbers(drawn, drawn)
    for i, (label, size, colour) in enumerate(bars):
        if not np.isnan(size):
            panel.bar(i, 0, size, colour)
            panel.text(i, size, numbers(size))
        elif label == "the rest":
            panel.text(i, 0, "not known")
    mean = "mean " if len(rows.values) > 1 else ""
    panel.words(_title(explanation.person), f"{mean}|contribution| to {rows.output}{numbers.unit}{rows.count}")
    fit([panel], [0, *drawn], numbers)
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
    sizes = rows.sizes()
    facts = [(rows.names[i], rows.values[:, i], *shades_of(rows.data[:, i])) for i in sizes["shown"]]
    labels, tall, places = swarm_rows(facts, len(sizes["others"]))
    panel = Panel(ax if ax is not None else new_figure([labels], tall=tall)[0], labels, tall)
    values = np.concatenate([[0.0], *(x for _, x, _, _ in facts)]).tolist()
    numbers = PictureNumbers(values, values)
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
    labels, caption = PlainNames(explainer.names).curve_words(points)
    panel = Panel(ax if ax is not None else new_figure([labels])[0], labels)
    bits = [np.inf if point["bits"] is None else float(point["bits"]) for point in points]
    finite = [b for b in bits if np.isfinite(b)]
    end = max([b for b in finite if b > 0], default=1.0) * (1.0 if len(finite) == len(bits) else 1.25)
    numbers = PictureNumbers(finite, finite)
    for i, (b, point) in enumerate(zip(bits, points)):
        x = b if np.isfinite(b) else end
        panel.ax.plot([0, x], [panel.y[i]] * 2, color=REST, linewidth=1.2, linestyle="-" if b == x else ":", zorder=1)
        panel.dot(i, x, panel.ax.get_facecolor() if point.get("optimal") is False else FACT)
        panel.text(i, x, numbers(b) if b == x else "∞", gap=8)
    panel.words(_title(explainer._person()), caption)
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

    def sizes(self) -> dict[str, Any]:
        """Mean sizes of the contributions, and which facts are shown, largest first."""
        return fact_sizes(np.ascontiguousarray(self.values), np.ascontiguousarray(self.remainder), self.most)

    @property
    def count(self) -> str:
        """How many of the rows are shown, where not all are."""
        some = f"{len(self.values):,} of {self.given:,} rows".replace(" ", BLANK)
        return "" if len(self.values) == self.given else f"; {some}"


def _labels(row: Mapping[str, Any]) -> list[str]:
    """Of the steps of a row; where nothing is told a line says so, and where the prediction is not known another."""
    start, *facts, end = row["steps"]
    rest = [facts.pop()["label"]] if row["known"] else []
    told = [f"{step['label']} ={BLANK}{_together(step['value'])}" for step in facts] or [_NOTHING]
    last = [end["label"]] if row["known"] else ["expected + facts", "prediction, the rest"]
    return [start["label"], *told, *rest, *last]


def _together(value: str) -> str:
    """A short value stays on the line of its unit."""
    return value.replace(" ", BLANK) if len(value) < 16 else value


def _title(person: str, row: str = "") -> str:
    whom = f"For {person}" if person else ""
    return f"{row}, {whom[0].lower()}{whom[1:]}" if row and whom else row or whom


def _draw_rows(panels: Sequence[Panel], view: Mapping[str, Any], output: str) -> None:
    every = [step for row in view["rows"] for step in row["steps"]]
    numbers = PictureNumbers([step["to"] - step["from"] for step in every], [step["to"] for step in every])
    for panel, row in zip(panels, view["rows"]):
        start, *bars, end = row["steps"]
        panel.dot(0, start["to"])
        panel.text(0, start["to"], start["text"], gap=8)
        if not bars or bars[0]["kind"] == "rest":  # no fact is told: a bar of no length
            bars.insert(0, {**start, "kind": "rest", "text": ""})
        for i, step in enumerate(bars, 1):
            panel.join(i - 1, i, step["from"])
            panel.bar(i, step["from"], step["to"], _colour(step))
            if step["text"]:
                panel.text(i, step["to"], step["text"], left=step["to"] < step["from"])
        last = len(bars) + 1
        panel.join(last - 1, last, end["to"])
        panel.dot(last, end["to"])
        panel.text(last, end["to"], end["text"], bold=True, gap=8)
        if not row["known"]:
            panel.text(last + 1, min(step["to"] for step in row["steps"]), "not known")
        panel.words("", output + view["unit"])
    fit(panels, [step["to"] for step in every], numbers)


def _colour(step: Mapping[str, Any]) -> str:
    if step["kind"] == "rest":
        return REST
    return UP if step["amount"] > 0 else DOWN
