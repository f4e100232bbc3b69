"""The few facts that tell one person most about a model's predictions, with a proof."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core
from ._asking import AskedModel
from ._columns import is_table
from ._files import read_whole, write_both, write_whole
from ._interrupts import check_choice, obey
from ._kept import explain_rows, person_text
from ._names import PlainNames, names_table
from ._new_rows import complete_rows
from ._printable import printable
from ._request import did_you_mean, read_request
from ._rows import Pairs, Rows
from ._who import Names, Who, data_and_options, normal_options, with_request
from .errors import UsageError, warn
from .explanation import Explanation

if TYPE_CHECKING:
    from .plot import ExplainerPlots

__all__ = ["Explainer", "explain", "load"]

Progress = Callable[[str, float], None]

# Parameters that are no options of the core.
_NO_OPTIONS = ("names", "certificate", "on_interrupt")


class Explainer:
    """Finds the facts that tell one person most about predictions, and explains rows by them.

    The constructor says what kind of explanation is wanted, ``fit`` who she is. Options mean what they mean on the
    command line (``explainee explain --help``); ``lambda_`` is its ``--lambda``.

    Parameters
    ----------
    sparsity : how many facts at most (3; fewer where fewer are left after her knowledge)
    method : ``'exact'`` (proven best), ``'greedy'`` or ``'lasso'``
    family : kinds of facts: auto (every column as it tells most: as it is, bent, cut or times something known),
        features, groups, averages, bins, rules, curves, pairs, examples
    tell : ``'supported'`` (no more facts than are clearly more than chance, maybe none) or ``'all'`` (as many as
        ``sparsity`` says)
    effort : how much work goes into deciding and measuring: ``'quick'``, ``'normal'`` or ``'thorough'``
    paper : the paper to the letter: a linear reader, plain columns, all facts that are asked for
    features, exclude : choose among these columns only; never choose these. Names, globs, ranges (``'x1..x20'``)
    names : plain names for words and plots: ``{'s5': 'triglycerides'}``, or a table with the columns column, name,
        unit, show
    group, cuts, cost, noise, shown_as : ``{name: value}``, as in ``group={'blood': ['s1', 's2']}``
    missing : ``'error'``, or ``'drop'`` to leave out rows with a missing cell
    seed : of the deal of rows to folds; results are the same for every number of ``threads``
    on_interrupt : what Ctrl-C does during ``fit``: ``'best'`` keeps the best facts so far, and raises KeyboardInterrupt
        when it is pressed again within 10 seconds, so that loops can be stopped; ``'raise'`` raises it at once
    all others : ``Explainer.options()`` says what they mean

    Attributes after ``fit``
    ------------------------
    features_, bits_, coefficients_, intercept_, certificate_, alternatives_, curve_, information_, uncertainty_,
    used_by_model_ (by fact: yes, partly, no, or unknown without ``inputs``), shapes_ (by fact: ``'as it is'``,
    ``'bent'``, ``'cut'``), predictive_bits_ and predictive_se_ (what the facts tell on rows not used for choosing, and
    its standard error; None where that was not measured), found_ (whether anything is more than chance; None where that
    was not decided), unsupported_ (the best set where nothing is told, or None), asked_ (about how many drawn ``rows``
    the model was asked, in how many ``calls``; None where it was not), sentences_, warnings_, and
    ``result_``: the whole answer, as ``explainee explain --json`` prints it.

    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(200, 4))
    >>> yhat = 2 * X[:, 0] + X[:, 1]
    >>> Explainer(sparsity=1).fit(X, yhat).features_
    ['x0']
    >>> Explainer(sparsity=1).fit(X, yhat, knows="x0").features_
    ['x1']
    """

    def __init__(
        self,
        sparsity: int | None = None,
        *,
        method: str = "exact",
        family: str | Sequence[str] = "auto",
        tell: str = "supported",
        features: Names | None = None,
        exclude: Names | None = None,
        names: Any = None,
        missing: str = "error",
        effort: str = "normal",
        paper: bool = False,
        honest: bool = False,
        top: int = 3,
        within_bits: float = 0.0,
        gap: float = 0.0,
        work: float | None = None,
        time_limit: float | None = None,
        estimator: str = "auto",
        lambda_: float | None = None,
        raw_units: bool = False,
        resolution: float = 0.0,
        folds: int | None = None,
        next: bool = False,
        cost: Pairs | None = None,
        budget: float | None = None,
        group: Pairs | None = None,
        cuts: Pairs | None = None,
        windows: Pairs | None = None,
        examples: int = 20,
        like: Pairs | None = None,
        noise: Pairs | None = None,
        shown_as: Pairs | None = None,
        draws: bool = False,
        prediction_scale: str = "plain",
        row: int | str | None = None,
        local: bool = False,
        metric: str = "best",
        certificate: bool = False,
        seed: int = 0,
        threads: int = 0,
        on_interrupt: str = "best",
    ) -> None:
        self.sparsity = sparsity
        self.method = method
        self.family = family
        self.tell = tell
        self.features = features
        self.exclude = exclude
        self.names = names
        self.missing = missing
        self.effort = effort
        self.paper = paper
        self.honest = honest
        self.top = top
        self.within_bits = within_bits
        self.gap = gap
        self.work = work
        self.time_limit = time_limit
        self.estimator = estimator
        self.lambda_ = lambda_
        self.raw_units = raw_units
        self.resolution = resolution
        self.folds = folds
        self.next = next
        self.cost = cost
        self.budget = budget
        self.group = group
        self.cuts = cuts
        self.windows = windows
        self.examples = examples
        self.like = like
        self.noise = noise
        self.shown_as = shown_as
        self.draws = draws
        self.prediction_scale = prediction_scale
        self.row = row
        self.local = local
        self.metric = metric
        self.certificate = certificate
        self.seed = seed
        self.threads = threads
        self.on_interrupt = on_interrupt

    _request: dict[str, Any]  # what a request says beyond the constructor's parameters
    _text: str | None  # the answer as JSON; not there before fit
    _held: _core.Kept | None

    # --- choosing the facts ------------------------------------------------------------------------------------------

    def fit(
        self,
        X: Any,
        y: Any = None,
        *,
        knows: Names | None = None,
        told: Names | None = None,
        summary: Any = None,
        guess: Any = None,
        reasons_from: Names | Mapping[str, float] | None = None,
        retell: bool = False,
        sees: str | Sequence[str] | None = None,
        sees_mean: Names | None = None,
        answers: Any = None,
        answer_words: Sequence[str] | None = None,
        answers_as: str | None = None,
        summary_noise: Pairs | None = None,
        noise_free: bool = False,
        reader: str | None = None,
        linear: bool = False,
        label: Any = None,
        id: Any = None,
        inputs: Names | None = None,
        weight: Any = None,
        block: Any = None,
        versus: Any = None,
        ask: int | None = None,
        progress: Progress | None = None,
    ) -> Explainer:
        """Chooses the facts for one person.

        ``X``: numpy, pandas, polars or pyarrow, or :class:`Moments`. ``y``: the predictions: an array (2-D for several,
        such as class probabilities), the name of a column, or a function of X such as ``model.predict``.

        Who she is: ``knows`` columns whose values she has before her; ``summary`` what she understands of each row, an
        array, column names, or a function of X; ``guess`` the same, as her own guess of the prediction; ``sees`` an
        expression such as ``'mean(x1..x20)'``; ``reasons_from`` columns she predicts with (``{'a': 2}`` gives her
        weights); ``answers`` a table with the columns row and answer. They add up. ``reader``: how well she turns that
        into an expectation: ``'flexible'`` (bends, thresholds, products), ``'quadratic'`` or ``'linear'``.

        ``label`` (the true outcome) and ``id`` are never facts. ``id`` names the rows, a pandas index that is no plain
        count does where it is not given: the texts of ``e.id("00000003")`` and of ``row="id:00000003"``. ``inputs``:
        what the model sees, so that other facts are marked; taken from the model where ``y`` is one of its methods and
        it tells.

        ``ask``: so many rows like those of X (3000 are plenty) are drawn, and the function ``y`` is called again for
        its predictions of them: rows with the columns and types of X. They only propose facts, rows of X that took no
        part decide. The function must say of X itself what it said before.

        Ctrl-C stops the search: the best facts so far are kept, with a warning; see ``on_interrupt``. Columns that hold
        neither numbers nor text are left out with a warning.
        """
        who = Who(
            knows=knows,
            told=told,
            summary=summary,
            guess=guess,
            reasons_from=reasons_from,
            retell=retell,
            sees=sees,
            sees_mean=sees_mean,
            answers=answers,
            answer_words=answer_words,
            answers_as=answers_as,
            summary_noise=summary_noise,
            noise_free=noise_free,
            reader=reader,
            linear=linear,
            label=label,
            id=id,
            inputs=inputs,
            weight=weight,
            block=block,
            versus=versus,
        )
        request = getattr(self, "_request", {})
        who = with_request(who, request)
        y = request.get("prediction") if y is None else y
        check_choice(self.on_interrupt)
        own = {name: getattr(self, name) for name in Explainer._parameters() if name not in _NO_OPTIONS}
        given = data_and_options(X, y, who, own)
        asked = {**normal_options(own, given.columns), **given.options}
        model = None
        if ask is not None:
            model, asked["ask_rows"] = AskedModel(y, X, given.rows), ask
        answer = _core.explain(
            given.data,
            asked,
            answers=given.answers,
            names=names_table(self.names),
            keep=given.answers is None,
            certificate=self.certificate,
            progress=progress,
            model=model,
        )
        obey(answer, self.on_interrupt)
        self._take(answer, given.rows)
        self._asked = asked
        self._X = X
        self._given = {"prediction": y} | {
            name: getattr(who, name) for name in ("versus", "summary", "guess", "weight")
        }
        return self

    # --- requests ----------------------------------------------------------------------------------------------------

    @classmethod
    def from_request(cls, request: Any) -> Explainer:
        """An explainer that asks for what a request says (``explainee.request.v1``): JSON text, a dictionary or a path.

        ``fit`` then needs the rows only; what it is given in words of its own takes the place of what the request says.

        >>> import numpy as np
        >>> X = np.random.default_rng(0).normal(size=(200, 3))
        >>> asked = {"schema": "explainee.request.v1", "who": {"knows": ["x0"]}, "facts": {"sparsity": 1}}
        >>> Explainer.from_request(asked).fit(X, 2 * X[:, 0] + X[:, 1]).features_
        ['x1']
        """
        given = read_request(request)
        own = cls._parameters()
        explainer = cls(**{name: value for name, value in given.items() if name in own})
        explainer._request = {name: value for name, value in given.items() if name not in own}
        return explainer

    def to_request(self) -> str:
        """What ``fit`` asked for, as JSON: ``from_request`` and ``explainee explain --request`` read it.

        Columns that ``fit`` had as arrays are called as they are in ``result_``.
        """
        self._check_fitted()
        asked: dict[str, Any] | None = getattr(self, "_asked", None)
        if asked is None:
            raise UsageError("what was asked for is not kept with an explainer; fit it again")
        return _core.write_request(asked)

    def _take(self, answer: _core.Answer, rows: Rows | None) -> None:
        self._answer = answer
        self._interrupted = answer.interrupted
        self._text, self._held = answer.json(), answer.kept()
        self._set_result(json.loads(self._text))
        self._roles = {} if rows is None else dict(rows.roles)
        self._rows = rows
        for name in ("n_features_in_", "feature_names_in_"):
            self.__dict__.pop(name, None)
        if rows is not None:
            self.n_features_in_ = len(rows.columns)
            if not _made_names(rows.names):
                self.feature_names_in_ = np.array(rows.names, dtype=object)
        self.warnings_ = [{"code": code, "message": message} for code, message in answer.warnings()]
        for warning in self.warnings_:
            warn(warning["message"], warning["code"])

    def _set_result(self, result: dict[str, Any]) -> None:
        explanation = result["explanation"]
        self.result_ = result
        self.features_ = [fact["name"] for fact in explanation["features"]]
        self.used_by_model_ = {fact["name"]: fact["used_by_model"] for fact in explanation["features"]}
        self.shapes_ = {fact["name"]: fact["shape"] for fact in explanation["features"]}
        self.unsupported_ = explanation["unsupported"]
        self.asked_ = result["asked"]
        self.information_ = explanation["information"]
        self.predictive_bits_ = self.information_["predictive_bits"]
        self.predictive_se_ = self.information_["predictive_se"]
        self.found_ = self.information_["found"]
        self.bits_ = np.inf if self.information_["infinite"] else self.information_["bits"]
        self.coefficients_ = {fact["name"]: fact["coefficient"] for fact in explanation["features"]}
        self.intercept_ = explanation["intercept"]
        self.uncertainty_ = explanation["uncertainty"]
        self.certificate_ = explanation["certificate"]
        self.alternatives_ = result["alternatives"]
        self.curve_ = result["curve"]
        self.sentences_ = result["sentences"]
        self.warnings_ = result["warnings"]

    # --- rows --------------------------------------------------------------------------------------------------------

    def __call__(
        self,
        X: Any = None,
        y: Any = None,
        *,
        versus: Any = None,
        summary: Any = None,
        guess: Any = None,
        progress: Progress | None = None,
    ) -> Explanation:
        """Explains rows by the facts that were chosen; without ``X`` the rows of ``fit``.

        ``y``: the predictions of these rows; not needed where ``fit`` had a function or a column name, nor for the very
        X of ``fit``. Without them ``.remainder`` is NaN. ``summary`` and ``guess`` are needed where ``fit`` had them as
        arrays.
        """
        kept = self._kept()
        given = {"prediction": y, "versus": versus, "summary": summary, "guess": guess, "weight": None}
        if X is None:
            if any(value is not None for value in given.values()):
                raise UsageError(
                    "without X the rows of fit are explained, as they were given there; leave the rest out"
                )
            rows, known = self._rows_of_fit(), True
        else:
            rows, known = self._new_rows(X, kept, given)
        role = self._roles.get("id")
        name = role.names[0] if role is not None and role.way == "columns" else kept.id
        ids = rows.ids(name)
        return explain_rows(kept, rows, known, self._person(), PlainNames(self.names), progress, ids)

    def _rows_of_fit(self) -> Rows:
        rows: Rows | None = getattr(self, "_rows", None)
        if rows is None:
            raise UsageError("the rows of fit are not at hand; give X")
        return rows

    def _new_rows(self, X: Any, kept: _core.Kept, given: dict[str, Any]) -> tuple[Rows, bool]:
        rows = Rows(X)
        expected = getattr(self, "n_features_in_", None)  # scikit-learn's rule for rows without names
        if expected is not None and not is_table(X) and len(rows.columns) != expected:
            own = f"{type(self).__name__} is expecting {expected} features as input"
            raise UsageError(f"X has {len(rows.columns)} features, but {own}")
        if X is getattr(self, "_X", None):  # the very rows of fit: what was said of them there holds
            given = {role: self._given.get(role) if value is None else value for role, value in given.items()}
        return rows, complete_rows(rows, kept, self._roles, given, not self._roles)

    def check(
        self,
        X: Any,
        y: Any = None,
        *,
        versus: Any = None,
        summary: Any = None,
        guess: Any = None,
        weight: Any = None,
        progress: Progress | None = None,
    ) -> dict[str, Any]:
        """Whether the facts still tell on these rows what they told: bits then and now, ``changed``, drift."""
        kept = self._kept()
        given = {"prediction": y, "versus": versus, "summary": summary, "guess": guess, "weight": weight}
        before = self._roles.get("weight")
        if before is not None and before.way == "array" and weight is None:
            raise UsageError("weight was an array when the facts were chosen: give the weights of these rows, weight=…")
        rows, known = self._new_rows(X, kept, given)
        if not known:
            raise UsageError("check needs the predictions of these rows: check(X, yhat)")
        return json.loads(kept.check(rows.table, self.threads, progress=progress))

    def local_rows(self) -> dict[str, Any]:
        """With ``local=True``: facts of its own for each row of ``fit``, column by column."""
        self._check_fitted()
        answer = getattr(self, "_answer", None)
        rows = None if answer is None else answer.local_rows(self.threads)
        if rows is None:
            raise UsageError("facts of each row's own need local=True and the rows of fit")
        ids = self._rows_of_fit().ids()
        if ids is None:
            return rows
        texts = ids.only(rows["row"].astype(np.int64)).texts()
        return {"row": rows["row"], "id": texts, **{name: rows[name] for name in rows if name != "row"}}

    def transform(self, X: Any) -> np.ndarray:
        """The contributions of the facts, (rows, facts); of several outputs all side by side."""
        return _flat(self(X))

    def fit_transform(self, X: Any, y: Any = None, **fit_params: Any) -> np.ndarray:
        """``fit``, then the contributions for the same rows."""
        return _flat(self.fit(X, y, **fit_params)())

    # --- keeping -----------------------------------------------------------------------------------------------------

    def save(self, path: str | os.PathLike[str]) -> None:
        """Keeps the explainer in a file that ``explainee apply`` and ``explainee check`` read too."""
        write_whole(path, self._kept().write().encode())

    @classmethod
    def load(cls, path: str | os.PathLike[str], names: Any = None) -> Explainer:
        """Reads what save() or ``explainee explain -o`` wrote. It explains and checks rows; ``result_`` and plain
        ``names`` are not kept."""
        kept = _core.Kept.read(read_whole(path).decode(errors="replace"), printable(str(path)))
        self = cls(sparsity=max(1, len(kept.facts)), missing="drop" if kept.drop_missing else "error", names=names)
        self._text, self._held = None, kept
        self._roles = {}
        self.features_ = [fact["name"] for fact in kept.facts]
        then = json.loads(kept.information_json)
        self.information_ = then
        self.bits_ = np.inf if then["infinite"] else then["bits"]
        return self

    def save_certificate(self, path: str | os.PathLike[str]) -> None:
        """With ``certificate=True``: the proof, and beside it ``path.moments``, for ``explainee verify``."""
        self._check_fitted()
        proof = getattr(self, "_answer", None) and self._answer.proof()
        if not proof:
            raise UsageError(
                "there is no certificate: fit with certificate=True; warnings_ says why where there is none"
            )
        write_both(f"{os.fspath(path)}.moments", proof[1].to_bytes(), path, proof[0].encode())

    def to_json(self) -> str:
        """The whole answer, as ``explainee explain --json`` prints it."""
        self._check_fitted()
        if self._text is None:
            raise UsageError("a loaded explainer has no answer in full; fit it")
        return self._text

    def _check_fitted(self) -> None:
        if not self.__sklearn_is_fitted__():
            raise not_fitted(f"This {type(self).__name__} instance is not fitted yet: call fit(X, yhat) first")

    def _kept(self) -> _core.Kept:
        self._check_fitted()
        if self._held is None and getattr(self, "_interrupted", False):
            self._held = self._keep_best_so_far()
        if self._held is None:
            raise UsageError(
                "rows cannot be explained by this one: it was fitted from answers, of which other rows are known with "
                "doubt only, or with local=True"
            )
        return self._held

    def _keep_best_so_far(self) -> _core.Kept | None:
        """After Ctrl-C the rows were not looked at again: now they are, for the facts that were found."""
        rows: Rows | None = getattr(self, "_rows", None)
        if rows is None or not self.features_ or self.local:
            return None
        options = {**self._asked, "features": self.features_, "sparsity": len(self.features_), "tell": "all", "top": 0}
        return _core.explain(rows.table, {k: v for k, v in options.items() if k != "exclude"}, keep=True).kept()

    def __getstate__(self) -> dict[str, Any]:
        """Without the rows of fit, and with the explainer as text."""
        state = {
            name: value
            for name, value in self.__dict__.items()
            if name not in ("_answer", "_rows", "_X", "_given", "_asked")
        }
        if "_roles" in state:
            state["_roles"] = {role: given.without_function() for role, given in state["_roles"].items()}
        if state.get("_held") is not None:
            state["_held"] = state["_held"].write()
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        if isinstance(state.get("_held"), str):
            self._held = _core.Kept.read(state["_held"], "pickle")

    @staticmethod
    def options() -> dict[str, str]:
        """What every option means, of the constructor and of ``fit``.

        >>> Explainer.options()["sparsity"].startswith("how many facts at most")
        True
        """
        return {record["name"]: record["help"] for record in _core.explain_options()}

    # --- scikit-learn's manners --------------------------------------------------------------------------------------

    @classmethod
    def _parameters(cls) -> dict[str, Any]:
        """The constructor's parameters with their defaults."""
        return _parameters_of(cls)  # type: ignore[arg-type]  # mypy: a class is hashable

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The constructor's parameters."""
        return {name: getattr(self, name) for name in self._parameters()}

    def set_params(self, **params: Any) -> Explainer:
        """Sets parameters of the constructor."""
        known = list(self._parameters())
        for name, value in params.items():
            if name not in known:
                message = f"Invalid parameter '{name}' for {type(self).__name__}{did_you_mean(name, known)}"
                raise UsageError(f"{message}; there are {', '.join(known)}")
            setattr(self, name, value)
        return self

    def get_feature_names_out(self, input_features: Any = None) -> np.ndarray:
        """The facts, as transform() has them."""
        self._check_fitted()
        outputs = self._held.predictions if self._held is not None else [""]
        names = [f"{fact}.{out}" if len(outputs) > 1 else fact for fact in self.features_ for out in outputs]
        return np.array(names, dtype=object)

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "_text")

    def __sklearn_tags__(self) -> Any:
        from sklearn.utils import InputTags, Tags, TargetTags, TransformerTags

        return Tags(
            estimator_type=None,
            target_tags=TargetTags(required=True, multi_output=True),
            transformer_tags=TransformerTags(preserves_dtype=[]),
            input_tags=InputTags(string=True, categorical=True),
        )

    # --- shown -------------------------------------------------------------------------------------------------------

    @property
    def plot(self) -> ExplainerPlots:
        """curve(): bits against the number of facts; needs matplotlib."""
        from .plot import ExplainerPlots

        return ExplainerPlots(self)

    def _person(self) -> str:
        """Who she is: 'somebody who knows age and sex'; empty for nobody in particular."""
        answer: _core.Answer | None = getattr(self, "_answer", None)
        if answer is not None:
            return answer.person
        return person_text(self._held, PlainNames(self.names)) if self._held is not None else ""

    def text(self, width: int = 100) -> str:
        """The answer in words, as the command line prints it."""
        self._check_fitted()
        answer = getattr(self, "_answer", None)
        if answer is not None:
            return answer.text(width)
        return "\n".join(getattr(self, "sentences_", [])) + "\n"

    def view(self) -> dict[str, Any]:
        """What people are shown, as data (schema explainee.view.v1): figures with their texts, facts, curve, sentences
        with their weights. For pages and plots of your own: nothing is left to compute.
        """
        self._check_fitted()
        answer = getattr(self, "_answer", None)
        if answer is None:
            raise UsageError("a loaded explainer has no view; fit it")
        return json.loads(answer.view())

    def __repr__(self) -> str:
        pairs = zip(self.get_params().items(), self._parameters().values())
        given = [f"{name}={value!r}" for (name, value), default in pairs if repr(value) != repr(default)]
        text = f"{type(self).__name__}({', '.join(given)})"
        if hasattr(self, "_text"):
            bits = "all bits" if np.isinf(self.bits_) else f"{self.bits_:.3g} bits"
            text += f"  # {printable(', '.join(self.features_)) or 'nothing to tell'}: {bits}"
        return text

    def _repr_html_(self) -> str:
        import html

        body = html.escape(self.text() if hasattr(self, "_text") else repr(self))
        return f"<pre style='white-space:pre-wrap'>{body}</pre>"


def explain(X: Any, y: Any = None, **options: Any) -> Explainer:
    """Chooses the facts in one call: parameters of :class:`Explainer` and of its ``fit`` together.

    >>> import numpy as np
    >>> X = np.random.default_rng(1).normal(size=(100, 3))
    >>> explain(X, X[:, 2], sparsity=1).features_
    ['x2']
    """
    own = Explainer._parameters()
    known = [*own, *Who._fields, "ask", "progress"]
    for name in options:
        if name not in known:
            raise UsageError(f"explain() takes no '{name}'{did_you_mean(name, known)}")
    return Explainer(**{k: v for k, v in options.items() if k in own}).fit(
        X, y, **{k: v for k, v in options.items() if k not in own}
    )


load = Explainer.load


# --- pieces ---------------------------------------------------------------------------------------------------------


@lru_cache
def _parameters_of(explainer: Any) -> dict[str, Any]:
    from inspect import signature  # slow, and the same every time

    return {name: p.default for name, p in signature(explainer.__init__).parameters.items() if name != "self"}


def not_fitted(message: str) -> Exception:
    """scikit-learn's NotFittedError where it is loaded, so that its tools know it; else a UsageError."""
    import sys

    module = sys.modules.get("sklearn.exceptions")
    return module.NotFittedError(message) if module is not None else UsageError(message)


def _flat(rows: Explanation) -> np.ndarray:
    return rows.values.reshape(len(rows), -1)


def _made_names(names: list[str]) -> bool:
    return names == [f"x{i}" for i in range(len(names))]
