"""Rows taken apart for one person: prediction = what she expected + a contribution per fact + the remainder."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from . import _core
from ._ids import Ids
from ._names import PlainNames
from ._printable import escaped_json, printable
from .errors import UsageError

if TYPE_CHECKING:
    import pandas
    import shap

    from .plot import ExplanationPlots

__all__ = ["Explanation"]

_ARRAYS = ("values", "base_values", "data", "prediction", "remainder", "surprise_removed")


class Source(NamedTuple):
    """A column by whose values, beside those of others, a fact is shown; one value a row, or that of a single row."""

    column: str
    named: bool  # the column's name stands before the value
    values: Any


class Explanation:
    """What each fact contributes to each prediction, for one person.

    ``values`` is (rows, facts), with several predictions (rows, facts, outputs); ``base_values`` is what she expected,
    (rows,) or (rows, outputs). For every row ``base_values + values.sum(over facts) + remainder == prediction``.
    Rows that could not be used (``missing='drop'``) are NaN. Without predictions of the rows, ``prediction``,
    ``remainder`` and ``surprise_removed`` (in bits) are NaN.

    >>> import numpy as np
    >>> e = Explanation(np.array([[1.0, 2.0]]), [10.0], [[5.0, 6.0]], ["a", "b"], prediction=[14.0], remainder=[1.0])
    >>> e[0].as_list()
    [('b', 2.0), ('a', 1.0)]
    >>> e[:, "a"].remainder
    array([3.])
    """

    def __init__(
        self,
        values: Any,
        base_values: Any,
        data: Any,
        feature_names: Sequence[str],
        *,
        prediction: Any = None,
        remainder: Any = None,
        surprise_removed: Any = None,
        marks: Sequence[str] | str | None = None,
        output_names: Sequence[str] | None = None,
        person: str = "",
        display_names: Sequence[str] | None = None,
        plain: PlainNames | None = None,
        sources: Sequence[Sequence[Source]] | None = None,
        ids: Ids | None = None,
    ) -> None:
        self.values = np.asarray(values, dtype=float)
        self.base_values = np.asarray(base_values, dtype=float)
        self.data = _cells(data)
        self.feature_names = list(feature_names)
        unknown = np.full(self.base_values.shape, np.nan)
        self.prediction = unknown if prediction is None else np.asarray(prediction, dtype=float)
        self.remainder = unknown if remainder is None else np.asarray(remainder, dtype=float)
        rows = self.values.shape[:1] if self._many else ()
        self.surprise_removed = (
            np.full(rows, np.nan) if surprise_removed is None else np.asarray(surprise_removed, dtype=float)
        )
        self.marks = marks if marks is not None else ([""] * rows[0] if rows else "")
        self.output_names = list(output_names) if output_names is not None else ["prediction"]
        self.person = person
        self.display_names = list(display_names) if display_names is not None else list(self.feature_names)

        self._plain = plain if plain is not None else PlainNames()
        self._ids = ids
        self._sources = [list(own) for own in sources] if sources is not None else [[] for _ in self.feature_names]

    # --- shape -------------------------------------------------------------------------------------------------------

    @property
    def _many(self) -> bool:
        """Whether these are rows, and not a single one."""
        return self.data.ndim == 2

    @property
    def several_outputs(self) -> bool:
        return self.values.ndim == (3 if self._many else 2)

    @property
    def shape(self) -> tuple[int, ...]:
        return self.values.shape

    def __len__(self) -> int:
        return len(self.values)

    def __iter__(self) -> Iterator[Explanation]:
        if not self._many:
            raise TypeError("this is one row; its contributions are in .values, or as_list()")
        return (self[i] for i in range(len(self)))

    def __getitem__(self, key: Any) -> Explanation:
        """Rows first, then facts by position or name, then outputs by position or name."""
        keys = key if isinstance(key, tuple) else (key,)
        if any(part is None for part in keys):
            raise IndexError("rows, facts and outputs are chosen by positions, names, slices or masks; None is none")
        if Ellipsis in [part for part in keys if not hasattr(part, "__len__")]:
            at = next(i for i, part in enumerate(keys) if part is Ellipsis)
            missing = 1 + self._many + self.several_outputs - (len(keys) - 1)
            keys = (*keys[:at], *[slice(None)] * missing, *keys[at + 1 :])
        if not self._many:
            keys = (slice(None), *keys)
        if len(keys) > 3 or (len(keys) == 3 and not self.several_outputs):
            raise IndexError(f"too many indices: there are rows, facts{' and outputs' if self.several_outputs else ''}")
        result = self
        if len(keys) == 3:
            result = result._outputs(keys[2])
        if len(keys) > 1 and not (isinstance(keys[1], slice) and keys[1] == slice(None)):
            result = result._facts(keys[1])
        return result._rows(keys[0]) if self._many else result

    def _with(self, **changes: Any) -> Explanation:
        parts = {name: getattr(self, name) for name in (*_ARRAYS, "marks", "output_names", "person", "display_names")}
        parts |= {"feature_names": self.feature_names, "plain": self._plain, "sources": self._sources, "ids": self._ids}
        parts.update(changes)
        return Explanation(**parts)

    def _rows(self, key: Any) -> Explanation:
        if isinstance(key, str):
            return self._facts(key)
        if isinstance(key, slice) and key == slice(None):
            return self
        marks = np.array(self.marks, dtype=object)[key]
        marks = marks if isinstance(marks, str) else marks.tolist()
        sources = [[source._replace(values=source.values[key]) for source in own] for own in self._sources]
        ids = None if self._ids is None else self._ids.only(key)
        return self._with(marks=marks, sources=sources, ids=ids, **{name: getattr(self, name)[key] for name in _ARRAYS})

    def id(self, text: str) -> Explanation:
        """The row with this id: a text, as it is in the column that ``fit`` had as ``id``, or in the index of X.

        >>> import pandas as pd
        >>> e = Explanation(np.eye(2), [0.0, 0.0], np.eye(2), ["a", "b"], ids=Ids("case", pd.Index(["007", "008"])))
        >>> e.id("008").as_list()
        [('b', 1.0), ('a', 0.0)]
        """
        if not self._many:
            raise UsageError("this is one row; rows are chosen by their ids where there are several")
        if self._ids is None:
            raise UsageError("these rows have no ids: give fit the column that names them, id=…, or X such an index")
        return self[self._ids.position(text)]

    @property
    def ids(self) -> Any:
        """The texts that name the rows, of a single row its own; None where nothing names them."""
        if self._ids is None:
            return None
        return self._ids.texts() if self._many else self._ids.texts()[0]

    @property
    def row_name(self) -> str:
        """How a single row is called: 'customer 00000003'; empty where it has no id."""
        own = None if self._many else self.ids
        return f"{self._plain.name(self._ids.name)} {printable(own)}" if own and self._ids is not None else ""

    def _facts(self, key: Any) -> Explanation:
        """Fewer facts: what the others contribute goes to the remainder, so that all still adds up."""
        places = _places(key, self.feature_names, "fact")
        axis = 1 if self._many else 0
        kept = np.take(self.values, places, axis=axis)
        changed = sorted(places) != list(range(len(self.feature_names)))
        return self._with(
            values=kept,
            data=np.take(self.data, places, axis=axis),
            feature_names=[self.feature_names[i] for i in places],
            display_names=[self.display_names[i] for i in places],
            sources=[self._sources[i] for i in places],
            remainder=self.remainder + self.values.sum(axis=axis) - kept.sum(axis=axis),
            surprise_removed=np.full_like(self.surprise_removed, np.nan) if changed else self.surprise_removed,
        )

    def _outputs(self, key: Any) -> Explanation:
        places = _places(key, self.output_names, "output")
        one = isinstance(key, (str, int, np.integer))
        pick = places[0] if one else places
        return self._with(
            output_names=[self.output_names[i] for i in places],
            **{name: getattr(self, name)[..., pick] for name in ("values", "base_values", "prediction", "remainder")},
        )

    # --- as data -----------------------------------------------------------------------------------------------------

    def as_list(self) -> list[Any]:
        """(fact, contribution), largest first, of a row; of several rows a list of such lists."""
        if self._many:
            return [row.as_list() for row in self]
        size = np.abs(self.values).max(axis=1) if self.several_outputs else np.abs(self.values)
        order = np.argsort(-size, kind="stable")
        return [(self.feature_names[i], self.values[i].tolist()) for i in order]

    def to_dict(self) -> dict[str, Any]:
        """All of it as lists; NaN is None."""
        parts = {name: _plain(getattr(self, name).tolist()) for name in _ARRAYS}
        return {
            "schema": "explainee.rows.v1",
            "feature_names": self.feature_names,
            "display_names": self.display_names,
            "output_names": self.output_names,
            "person": self.person,
            "shape": list(self.shape),
            "marks": self.marks,
            "ids": self._ids and {"name": self._ids.name, "rows": self._ids.rows.tolist(), "texts": self._ids.texts()},
            "sources": [
                [{**source._asdict(), "values": _plain(np.asarray(source.values).tolist())} for source in own]
                for own in self._sources
            ],
            **parts,
        }

    def to_json(self) -> str:
        """Text that from_json() reads back, number for number."""
        return escaped_json(json.dumps(self.to_dict(), ensure_ascii=False, allow_nan=False))

    @classmethod
    def from_json(cls, text: str) -> Explanation:
        try:
            parts = json.loads(text)
            if not isinstance(parts, dict) or parts.pop("schema", None) != "explainee.rows.v1":
                raise UsageError("this is no explanation of rows (schema explainee.rows.v1)")
            return cls._from_parts(parts)
        except (json.JSONDecodeError, KeyError, TypeError) as problem:
            raise UsageError(f"this explanation of rows is damaged: {problem}") from None

    @classmethod
    def _from_parts(cls, parts: dict[str, Any]) -> Explanation:
        shape = tuple(parts.pop("shape"))
        rows = shape[:1] if isinstance(parts["surprise_removed"], list) else ()
        outputs = shape[len(rows) + 1 :]
        shapes = {
            "values": shape,
            "base_values": rows + outputs,
            "prediction": rows + outputs,
            "remainder": rows + outputs,
        }
        for name, own in {**shapes, "surprise_removed": rows}.items():
            parts[name] = np.array(parts[name], dtype=float).reshape(own)
        parts["data"] = _from_plain(parts["data"], shape[: len(rows) + 1])
        parts["sources"] = [
            [Source(own["column"], own["named"], np.array(own["values"], dtype=float).reshape(rows)) for own in fact]
            for fact in parts.get("sources", [[]] * len(parts["feature_names"]))
        ]
        if parts.get("ids") is not None:
            own = parts["ids"]
            parts["ids"] = Ids(own["name"], np.array(own["texts"], dtype=object), own["rows"])
        return cls(**parts)

    def to_frame(self) -> pandas.DataFrame:
        """One line per row: row and id where rows have ids, prediction, expected, contribution.NAME…, remainder,
        surprise_removed_bits; in pandas."""
        import pandas

        rows = (
            self
            if self._many
            else self._with(marks=[self.marks], **{name: getattr(self, name)[np.newaxis] for name in _ARRAYS})
        )
        content: dict[str, Any] = {}
        if rows._ids is not None:
            content |= {"row": rows._ids.rows, "id": rows._ids.texts()}
        for k, output in enumerate(rows.output_names):
            of = f".{output}" if rows.several_outputs else ""
            pick = (..., k) if rows.several_outputs else (...,)
            content[f"prediction{of}"] = rows.prediction[pick]
            content[f"expected{of}"] = rows.base_values[pick]
            for i, name in enumerate(rows.feature_names):
                content[f"contribution{of}.{name}"] = rows.values[(slice(None), i, *pick[1:])]
            content[f"remainder{of}"] = rows.remainder[pick]
        content["surprise_removed_bits"] = rows.surprise_removed
        content["marks"] = rows.marks
        return pandas.DataFrame(content)

    def to_shap(self, remainder: bool = True) -> shap.Explanation:
        """The same for shap's plots. ``remainder``: as one more feature, so that they still add up. Needs shap."""
        import shap

        values, data, names = self.values, self.data, list(self.display_names)
        if remainder:
            axis = 1 if self._many else 0
            values = np.concatenate([values, np.expand_dims(self.remainder, axis)], axis=axis)
            rest = np.zeros((*data.shape[:-1], 1), dtype=data.dtype)
            data = np.concatenate([data, rest], axis=-1)
            names.append("the rest")
        base = self.base_values if self.base_values.ndim else float(self.base_values)
        return shap.Explanation(values, base_values=base, data=data, feature_names=names)

    # --- shown -------------------------------------------------------------------------------------------------------

    @property
    def plot(self) -> ExplanationPlots:
        """waterfall(), bar(), beeswarm(); needs matplotlib."""
        from .plot import ExplanationPlots

        return ExplanationPlots(self)

    def __repr__(self) -> str:
        if self._many:
            outputs = f", {len(self.output_names)} outputs" if self.several_outputs else ""
            facts = printable(", ".join(self.feature_names)) or "no facts"
            return f"<explainee.Explanation: {len(self)} rows, {len(self.feature_names)} facts{outputs}: {facts}>"
        if self.several_outputs:
            return "\n".join(f"{printable(name)}\n{self[:, i]!r}" for i, name in enumerate(self.output_names))
        if np.isnan(self.base_values):
            return "this row was left out: a cell that is needed is missing"
        lines = self._lines()
        width = max(len(words) for words, _ in lines)
        named = [self.row_name] if self.row_name else []
        return "\n".join([*named, *(f"{words:<{width}}  {step['precise']:>12}" for words, step in lines)])

    def value_text(self, fact: int) -> str:
        """The value that a single row has of a fact, as people know it: '204 mg/dl'."""
        sources = [(source.column, float(source.values)) for source in self._sources[fact]]
        if sources:
            return self._plain.source_values(sources, self._sources[fact][0].named)
        return self._plain.value(self.feature_names[fact], self.data[fact])

    def _figures(self) -> tuple[float, list[tuple[str, str, float]], float | None, float | None]:
        """A single row and output as the core takes it: expected, (fact, its value, contribution), rest, prediction."""
        facts = [(self.display_names[i], self.value_text(i), float(self.values[i])) for i in range(len(self.values))]
        known = not (np.isnan(self.prediction) or np.isnan(self.remainder))
        rest, prediction = (float(self.remainder), float(self.prediction)) if known else (None, None)
        return float(self.base_values), facts, rest, prediction

    def _lines(self) -> list[tuple[str, dict[str, Any]]]:
        """A single row and output, line by line: the words, and the step they stand for."""
        view = row_views([self], end=self.output_names[0])["rows"][0]
        steps = view["steps"]
        if not view["known"]:
            missing = {"precise": "not known", "share": 0.0, "amount": 0.0}
            ends = {"rest": "the rest", "end": printable(self.output_names[0])}
            steps = [*steps[:-1], *({**missing, "kind": kind, "label": label} for kind, label in ends.items())]
        words = [f"{step['label']} = {step['value']}" if step["kind"] == "fact" else step["label"] for step in steps]
        words[0] += f"  ({printable(str(self.marks))})" if self.marks else ""
        return list(zip(words, steps))

    def _repr_html_(self) -> str:
        import html

        if self._many or self.several_outputs or np.isnan(self.base_values):
            return f"<pre>{html.escape(repr(self))}</pre>"
        cells = []
        for words, step in self._lines():
            colour = "#c0392b" if step["amount"] > 0 else "#2f6fb0"
            bar = f'<div style="background:{colour};height:0.8em;width:{120 * step["share"]:.0f}px"></div>'
            text = f"<td style='text-align:right'>{step['precise']}</td>"
            cells.append(f"<tr><td>{html.escape(words)}</td>{text}<td>{bar}</td></tr>")
        said = ", for ".join(filter(None, [self.row_name, printable(self.person)]))
        title = f"<caption>{html.escape(said)}</caption>" if said else ""
        return f"<table>{title}{''.join(cells)}</table>"


def row_views(rows: Sequence[Explanation], *, end: str = "prediction") -> dict[str, Any]:
    """Single rows of one output as steps from what she expected to the prediction, facts largest first, on one scale.

    ``rows``: a list of {known, steps}; a step has kind (start, fact, rest, end), label, value, amount, from, to, share
    (of the largest), text and precise (five digits). Where the prediction is not known there is no rest, and the end is
    what is expected with the facts. ``unit``: of the texts. All of it is made by the core's view.
    """
    return json.loads(_core.row_steps([row._figures() for row in rows], "expected", "the rest", end))


def _cells(data: Any) -> np.ndarray:
    array = np.asarray(data)
    return (
        array
        if array.dtype.kind == "O"
        else array.astype(float)
        if array.dtype.kind in "iufb"
        else array.astype(object)
    )


def _places(key: Any, names: list[str], what: str) -> list[int]:
    if isinstance(key, str):
        key = [key]
    elif isinstance(key, (int, np.integer)):
        key = [int(key)]
    elif isinstance(key, slice):
        return list(range(len(names)))[key]
    places = []
    for item in np.flatnonzero(key) if len(key) and np.asarray(key).dtype == bool else key:
        if isinstance(item, str):
            if item not in names:
                raise KeyError(f"no {what} '{item}'; there are {', '.join(names) or 'none'}")
            places.append(names.index(item))
        else:
            if not -len(names) <= item < len(names):
                raise IndexError(f"no {what} {item}; there are {len(names)}")
            places.append(range(len(names))[item])
    return places


def _plain(cells: Any) -> Any:
    if isinstance(cells, list):
        return [_plain(cell) for cell in cells]
    return None if isinstance(cells, float) and not np.isfinite(cells) else cells


def _from_plain(data: Any, shape: tuple[int, ...]) -> np.ndarray:
    cells = np.array(data, dtype=object).reshape(shape)
    if any(isinstance(cell, str) for cell in cells.flat):
        return cells
    return cells.astype(float)
