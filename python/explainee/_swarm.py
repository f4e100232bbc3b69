"""One dot per row, coloured by the value of the fact, side by side where they would overlap."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ._panel import DOWN, REST, UP, Panel, further, wrap
from ._printable import printable

__all__ = ["any_numbers", "shades_of", "draw_key", "draw_swarms", "swarm_rows"]

_LOW_TO_HIGH = (DOWN, "#bfb4bc", UP)
_LEVELS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00")


def shades_of(cells: np.ndarray) -> tuple[list[Any], list[str] | None]:
    """A colour for each cell, and of a text the levels; none where there are too many for colours."""
    from matplotlib.colors import LinearSegmentedColormap

    if any(isinstance(cell, str) for cell in cells):
        levels = sorted({str(cell) for cell in cells if isinstance(cell, str)})
        levels = levels if len(levels) <= len(_LEVELS) else []
        return [_LEVELS[levels.index(cell)] if cell in levels else REST for cell in cells], levels
    numbers = cells.astype(float)
    known = numbers[np.isfinite(numbers)]
    low, high = np.percentile(known, [3, 97]) if len(known) else (0.0, 1.0)
    if low == high and len(known):
        low, high = known.min(), known.max()
    shade = np.clip((numbers - low) / (high - low), 0, 1) if high > low else np.full(len(numbers), 0.5)
    scale = LinearSegmentedColormap.from_list("low to high", _LOW_TO_HIGH)
    return [scale(float(x)) if x == x else REST for x in shade], None


def any_numbers(facts: Sequence[Any]) -> bool:
    return any(levels is None for _, _, _, levels in facts)


def swarm_rows(facts: Sequence[Any], others: int) -> tuple[list[str], list[float], list[int]]:
    """Labels and heights of all rows (a key below a text, one for numbers at the end), and which are the facts."""
    labels: list[str] = []
    tall: list[float] = []
    places = []
    for name, _, _, levels in facts:
        places.append(len(labels))
        keys = -(-len(levels or []) // 3)
        labels += [name] + [""] * keys
        tall += [1.8] + [0.8] * keys
    if others:
        labels.append(f"{further(others)} not shown")
        tall.append(1.0)
    if any_numbers(facts):
        labels.append("value of the fact")
        tall.append(1.0)
    return labels, tall, places


def draw_swarms(panel: Panel, facts: Sequence[Any], places: Sequence[int], rng: np.random.Generator) -> None:
    ax = panel.ax
    row = abs(ax.transData.transform((0, 1))[1] - ax.transData.transform((0, 0))[1]) / panel.pixels
    xs = [ax.transData.transform(np.c_[x, x])[:, 0] / panel.pixels for _, x, _, _ in facts]
    room = 0.8 * row
    for size in (6.0, 5.0, 4.0, 3.0):
        swarms = [_swarm(x, size, rng) for x in xs]
        if max(np.abs(up).max() for up in swarms) <= room - size / 2:
            break
    for (_, x, colours, levels), place, up in zip(facts, places, swarms):
        up *= min(1.0, (room - size / 2) / max(np.abs(up).max(), 1e-9))
        ax.scatter(x, panel.y[place] + up / row, s=(0.92 * size) ** 2, c=colours, linewidths=0, zorder=2)
        for i in range(0, len(levels or []), 3):
            pairs = list(zip(_LEVELS, levels))[i : i + 3]
            draw_key(panel, place + 1 + i // 3, [part for colour, level in pairs for part in ((colour,), level)])
    if any_numbers(facts):
        shades, _ = shades_of(np.arange(7.0))
        draw_key(panel, len(panel.y) - 1, ["low", *((shade,) for shade in shades), "high"])


def _swarm(x: np.ndarray, size: float, rng: np.random.Generator) -> np.ndarray:
    """How far each dot of this size moves up or down, in steps of its size, so that none overlap."""
    lanes = np.arange(1, len(x) + 1) // 2 * np.where(np.arange(len(x)) % 2, size, -size)
    lane = np.full(len(x), -1)
    order = np.argsort(x, kind="stable")
    first, end = np.searchsorted(x[order], x - size, "right"), np.searchsorted(x[order], x + size, "left")
    for i in rng.permutation(len(x)):
        near = lane[order[first[i] : end[i]]]
        taken = np.zeros(len(near) + 1, dtype=bool)
        taken[near[(near >= 0) & (near < len(near))]] = True
        lane[i] = np.argmin(taken)
    return lanes[lane]


def draw_key(panel: Panel, row: int, parts: Sequence[Any]) -> None:
    """Words and dots, (colour,), one after the other in a row."""
    at = panel.labels
    chars = max(4, int((panel.width - panel.labels) / 3 / (0.56 * panel.size)) - 3)
    for part in parts:
        dot = not isinstance(part, str)
        text = panel.ax.annotate(
            "●" if dot else wrap(printable(part), chars, 1),
            xytext=(at, 0),
            xy=(0, panel.y[row]),
            xycoords=panel.ax.get_yaxis_transform(),
            textcoords="offset points",
            color=part[0] if dot else None,
            va="center",
            fontsize=panel.size - 1,
            parse_math=False,
            annotation_clip=False,
        )
        at += panel._width(text) + (3 if dot else 7)
