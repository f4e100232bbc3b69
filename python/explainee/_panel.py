"""Rows of a picture: labels, bars, dots and numbers that are neither cropped nor overlap."""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ._printable import printable

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ._core import PictureNumbers

__all__ = [
    "BLANK",
    "DOWN",
    "FACT",
    "FONT",
    "HALF",
    "Panel",
    "REST",
    "UP",
    "done",
    "fit",
    "further",
    "message",
    "new_figure",
    "pyplot",
    "wrap",
]

UP, DOWN, REST, FACT = "#c0392b", "#2f6fb0", "#9a9a9a", "#5b7083"
BLANK = "\u00a0"  # no line is broken here
ROW = 26.0  # points that a row of one line takes at the full font size
FONT = 10.0
HALF = 0.31  # of a bar's height


class Panel:
    """Rows from top to bottom, their labels inside the axes at the left."""

    def __init__(self, ax: Axes, labels: Sequence[str], tall: Sequence[float] | None = None) -> None:
        self.ax = ax
        ax.set_yticks([])
        if ax.figure.canvas.figure.get_layout_engine() is not None:
            ax.figure.canvas.figure.draw_without_rendering()
        self.pixels = ax.figure.dpi / 72  # per point
        self.width, height = (side / self.pixels for side in ax.get_window_extent().size)
        size = float(np.clip(self.width / 24, 6, FONT))
        lines = _label_lines([printable(label) for label in labels], self.width, size)
        heights = _heights(lines, tall)
        self.size = float(np.clip(height / sum(heights) / ROW * FONT, 5, size))
        self.y = np.cumsum(heights) - np.array(heights) / 2
        ax.set_ylim(sum(heights), 0)
        ax.set_yticks(self.y, lines, fontsize=self.size, ha="right", multialignment="right", parse_math=False)
        self.labels = max(self._width(text) for text in ax.get_yticklabels()) + 8
        ax.tick_params(axis="y", length=0, pad=8 - self.labels)
        for side in ("left", "right", "top"):
            ax.spines[side].set_visible(False)
        self.beside: list[tuple[float, float, bool]] = []

    def _width(self, text: Any) -> float:
        return text.get_window_extent().width / self.pixels

    def bar(self, row: int, start: float, end: float, colour: str) -> None:
        edge: dict[str, Any] = {"linewidth": 0.6, "edgecolor": colour}  # so that a bar of no length can be seen
        self.ax.barh(self.y[row], end - start, left=start, height=2 * HALF, color=colour, **edge)

    def join(self, above: int, below: int, x: float) -> None:
        """A thin line between two rows, from the bar or dot of one to that of the other."""
        ends = [self.y[above] + HALF * (above > 0), self.y[below] - HALF / 2]
        self.ax.plot([x, x], ends, color=REST, linewidth=0.8, zorder=0.5, solid_capstyle="butt")

    def dot(self, row: int, x: float, fill: Any = FACT) -> None:
        """Stands for a total."""
        look = {"color": FACT, "markerfacecolor": fill, "markersize": self.size * 0.7}
        self.ax.plot([x], [self.y[row]], "o", clip_on=False, **look)
        self.beside += [(x, self.size * 0.4, True), (x, self.size * 0.4, False)]

    def text(self, row: int, x: float, text: str, *, left: bool = False, bold: bool = False, gap: float = 4) -> None:
        """Words beside a bar; fit() makes room for them."""
        drawn = self.ax.annotate(
            printable(text),
            (x, self.y[row]),
            (-gap if left else gap, 0),
            textcoords="offset points",
            va="center_baseline",
            ha="right" if left else "left",
            fontsize=self.size,
            fontweight="bold" if bold else "normal",
            annotation_clip=False,
        )
        self.beside.append((x, self._width(drawn) + gap + 2, left))

    def words(self, title: str = "", below: str = "") -> None:
        """Title, and words below the axis, wrapped so that they stay above and below it."""
        if title:
            chars = int(self.width / (0.57 * (self.size + 1)))
            self.ax.set_title(wrap(title, chars, 2), loc="left", fontsize=self.size + 1, parse_math=False)
        if below:
            chars = int(self.width / (0.6 * self.size))
            self.ax.set_xlabel(wrap(printable(below), chars, 2), fontsize=self.size, parse_math=False)


def fit(panels: Sequence[Panel], values: Sequence[float], numbers: PictureNumbers) -> None:
    """One scale for all panels, with room for the labels at the left and the words beside bars."""
    low, high = float(min(values)), float(max(values))
    if high - low <= 1e-12 * max(abs(low), abs(high)):
        low, high = low - (abs(low) or 1.0) * 0.05, high + (abs(high) or 1.0) * 0.05
    labels = max(panel.labels for panel in panels)
    room = max(min(panel.width for panel in panels) - labels, 20.0)
    beside = [word for panel in panels for word in panel.beside]
    left, right = low, high
    for _ in range(60):
        unit = min((right - left) / room, (high - low) / room * 20)
        left = min([low, *(x - width * unit for x, width, leftward in beside if leftward)])
        right = max([high, *(x + width * unit for x, width, leftward in beside if not leftward)])
    unit = (right - left) / room
    ticks = _ticks(left, right, room / panels[0].size, numbers)
    for panel in panels:
        panel.ax.set_xlim(left - labels * unit, right)
        panel.ax.spines["bottom"].set_bounds(left, right)
        panel.ax.tick_params(axis="y", pad=8 - labels)
        half = panel._width(panel.ax.xaxis.label) / 2
        panel.ax.xaxis.label.set_x(min((1 + labels / panel.width) / 2, 1 - half / panel.width))
        panel.ax.set_xticks(ticks, numbers.ticks(ticks), fontsize=panel.size - 1)


def _ticks(left: float, right: float, room: float, numbers: PictureNumbers) -> list[float]:
    """Round places, so many that their labels stay apart; the room is in heights of the font."""
    from matplotlib.ticker import MaxNLocator

    slack = (right - left) * 1e-9
    for most in range(7, 0, -1):
        round_ones = MaxNLocator(most).tick_values(left, right)
        places = [float(x) for x in round_ones if left - slack <= x <= right + slack]
        if len(places) * (0.6 * max(map(len, numbers.ticks(places)), default=0) + 1.2) <= room:
            break
    return places


def pyplot() -> Any:
    try:
        import matplotlib.pyplot as plt
    except ImportError as missing:
        raise ImportError("plots need matplotlib: pip install explainee[plot]") from missing
    return plt


def new_figure(labels: Sequence[Sequence[str]], width: float = 7.0, tall: Sequence[float] | None = None) -> Any:
    """Axes side by side, one for each list of labels, high enough for all of them."""
    rows = [sum(_heights(_label_lines(one, 72 * width - 18, FONT), tall)) for one in labels]
    size = (width * len(labels), max(rows) * ROW / 72 + 1.05)
    figure, axes = pyplot().subplots(1, len(labels), figsize=size, layout="constrained", squeeze=False)
    figure.get_layout_engine().set(w_pad=0.12, h_pad=0.1)
    for ax in axes[0]:
        ax.set_yticks([])
    return axes[0]


def _label_lines(labels: Sequence[str], width: float, size: float) -> list[str]:
    return [wrap(label, max(8, int(0.42 * width / (0.56 * size))), 5) for label in labels]


def _heights(lines: Sequence[str], tall: Sequence[float] | None) -> list[float]:
    return [max(least, 0.55 * (text.count("\n") + 1) + 0.4) for text, least in zip(lines, tall or [1.0] * len(lines))]


def wrap(text: str, chars: int, most: int) -> str:
    """In lines of so many characters, broken at blanks and after _ and / where that can be; at most so many lines."""
    lines = [""]
    for word in re.findall("[ ]?[^ _/]*[_/]*", re.sub("[ \t\r\n]+", " ", text)):
        if len(lines[-1] + word) > chars and lines[-1]:
            lines.append("")
            word = word.lstrip(" ")
        while len(word) > chars:
            lines[-1], word = word[:chars], word[chars:]
            lines.append("")
        lines[-1] += word
    if len(lines) > most:
        lines = [*lines[: most - 1], lines[most - 1][: chars - 1].rstrip() + "…"]
    return "\n".join(lines)


def message(ax: Axes | None, text: str, show: bool) -> Axes:
    """A picture without data says why."""
    ax = pyplot().subplots(figsize=(7, 1.4), layout="constrained")[1] if ax is None else ax
    ax.set_axis_off()
    chars = int(ax.get_window_extent().width / ax.figure.dpi * 72 / (0.6 * FONT))
    ax.text(
        0.5,
        0.5,
        wrap(printable(text), max(chars, 8), 5),
        transform=ax.transAxes,
        ha="center",
        va="center",
        fontsize=FONT,
    )
    return done(ax, show)


def further(count: int) -> str:
    return f"{count} further fact{'s' if count > 1 else ''}"


def done(ax: Axes, show: bool) -> Axes:
    if show:
        with warnings.catch_warnings():  # a backend that only writes files has nothing to show
            warnings.filterwarnings("ignore", message=".*non-interactive.*")
            pyplot().show()
    return ax
