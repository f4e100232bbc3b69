"""Names and cells that nobody can see are written out wherever Python shows them; data stay exact."""

import unicodedata
import warnings

import numpy as np
import pandas as pd
import pytest
from explainee._printable import printable

import explainee as xe

EVIL = "\n\x1b[2Jaccepted\x07\x7f\x9b\u202e\u2066\u200b\u2028\ufeff\U000e0041"
UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")


def harmless(text, lines=False):
    return all((lines and c == "\n") or unicodedata.category(c) not in UNSEEN for c in text)


def test_every_character_of_unicode():
    """By Python's own table of Unicode: what the core leaves can be seen, and it leaves all letters."""
    for first in range(0, 0x110000, 0x1000):
        block = "".join(map(chr, range(first, first + 0x1000)))
        assert harmless(printable(block))
    seen = [chr(c) for c in range(0x3000) if unicodedata.category(chr(c))[0] in "LNPS" and c not in (0x115F, 0x1160)]
    assert printable("".join(seen)) == "".join(seen)
    assert printable("a\ud800b") == r"a\u{d800}b"


@pytest.fixture(scope="module")
def frame():
    rng = np.random.default_rng(0)
    a, b = rng.normal(size=(2, 120))
    city = np.where(rng.random(120) < 0.5, "Oslo" + EVIL, "Rome" + EVIL)
    return pd.DataFrame({"a" + EVIL: a, "b": b, "city" + EVIL: city, "p" + EVIL: 2 * a + b + (city == city[0])})


def test_what_is_shown(frame):
    ex = xe.Explainer(3).fit(frame, "p" + EVIL, knows="b")
    assert "a" + EVIL in ex.features_  # data
    e = ex(frame.drop(columns="p" + EVIL), frame["p" + EVIL].to_numpy())
    named = xe.Explainer(2, names={"a" + EVIL: "plain" + EVIL}).fit(frame, "p" + EVIL)
    s = xe.score(frame, "p" + EVIL, ["a" + EVIL])
    for text in (ex.text(), named.text(), repr(e[3]), ex._repr_html_(), e[3]._repr_html_()):
        assert harmless(text, lines=True), text
    for text in (repr(ex), repr(e), repr(s), *ex.sentences_, *s.sentences, *(w["message"] for w in ex.warnings_)):
        assert harmless(text), text
    assert harmless(ex.to_json(), lines=True)


def test_errors_and_warnings_are_a_line(frame):
    cases = [
        lambda: xe.Explainer(3).fit(frame, "q" + EVIL),
        lambda: xe.Explainer(3).fit(frame, "p" + EVIL, knows="nobody" + EVIL),
        lambda: xe.Explainer(3, method=EVIL).fit(frame, "p" + EVIL),
        lambda: xe.Explainer(3).set_params(**{"x" + EVIL: 1}),
        lambda: xe.Explainer(3).fit(frame.assign(**{"c" + EVIL: np.nan}), "p" + EVIL),
        lambda: xe.Explainer(3).fit(frame.assign(**{"c" + EVIL: [1.0, "x"] * 60}), "p" + EVIL),
        lambda: xe.Explainer(3).fit(frame.assign(**{"c" + EVIL: 1j}), "p" + EVIL),
        lambda: xe.load("no" + EVIL),
        lambda: xe.Moments.load("no" + EVIL),
        lambda: xe.Moments.from_bytes(b"no", "where" + EVIL),
        lambda: xe.Explainer.from_request({"schema": EVIL}),
    ]
    for case in cases:
        with pytest.raises(xe.ExplaineeError) as caught:
            case()
        assert harmless(str(caught.value)), str(caught.value)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        xe.Explainer(1).fit(frame.assign(**{"day" + EVIL: pd.Timestamp("2020-01-01")}), "p" + EVIL)
    assert any("day" in str(w.message) for w in caught)
    assert all(harmless(str(w.message)) for w in caught)


LONE = "\ud800"
ROWS = {"a": np.random.default_rng(0).normal(size=30), "p": np.arange(30.0)}
WITH_LONE_SURROGATES = {
    "column": lambda: xe.Explainer(1).fit({**ROWS, "c" + LONE: ROWS["a"]}, "p"),
    "cell": lambda: xe.Explainer(1).fit({**ROWS, "c": [LONE] * 30}, "p"),
    "prediction": lambda: xe.Explainer(1).fit(ROWS, "p" + LONE),
    "knows": lambda: xe.Explainer(1).fit(ROWS, "p", knows=LONE),
    "several": lambda: xe.Explainer(1).fit(ROWS, "p", knows=["a", LONE]),
    "label": lambda: xe.Explainer(1).fit(ROWS, "p", label=LONE),
    "sees": lambda: xe.Explainer(1).fit(ROWS, "p", sees=LONE),
    "method": lambda: xe.Explainer(1, method=LONE).fit(ROWS, "p"),
    "cost": lambda: xe.Explainer(1, cost={LONE: 1}).fit(ROWS, "p"),
    "cost as text": lambda: xe.Explainer(1, cost=LONE).fit(ROWS, "p"),
    "exclude": lambda: xe.Explainer(1, exclude=LONE).fit(ROWS, "p"),
    "names": lambda: xe.Explainer(1, names={"a": LONE}).fit(ROWS, "p"),
    "parameter": lambda: xe.Explainer().set_params(**{LONE: 1}),
    "keyword": lambda: xe.explain(ROWS, "p", **{LONE: 1}),
    "request": lambda: xe.Explainer.from_request(LONE),
    "key of a request": lambda: xe.Explainer.from_request({"schema": LONE}),
    "file": lambda: xe.load(LONE),
    "moments file": lambda: xe.Moments.load(LONE),
    "moments": lambda: xe.Moments.from_bytes(b"", LONE),
    "columns of moments": lambda: xe.Moments(features=LONE),
    "new file": lambda: xe.Explainer(1).fit(ROWS, "p").save(LONE),
    "score": lambda: xe.score(ROWS, "p", [LONE]),
    "rule": lambda: xe.score(ROWS, "p", LONE + "> 1"),
    "people": lambda: xe.cohort(ROWS, "p", {"user": [LONE], "knows": ["a"]}),
    "journal": lambda: xe.cohort(ROWS, "p", {"user": ["u"], "knows": ["a"]}, journal=LONE),
    "question": lambda: xe.Dialogue(ROWS, "p", question=LONE),
}


@pytest.mark.parametrize("case", WITH_LONE_SURROGATES)
def test_lone_surrogates_are_refused_in_words(case):
    with pytest.raises(xe.ExplaineeError) as caught:
        WITH_LONE_SURROGATES[case]()
    assert harmless(str(caught.value))


def test_json_of_rows_is_exact(frame):
    e = xe.Explainer(3).fit(frame, "p" + EVIL)(frame.drop(columns="p" + EVIL), frame["p" + EVIL].to_numpy())
    text = e.to_json()
    assert harmless(text)
    again = xe.Explanation.from_json(text)
    assert again.feature_names == e.feature_names and "a" + EVIL in e.feature_names
    assert again.data.tolist() == e.data.tolist()


def test_pictures(frame):
    plt = pytest.importorskip("matplotlib.pyplot")
    ex = xe.Explainer(3).fit(frame, "p" + EVIL, knows="b")
    e = ex(frame.drop(columns="p" + EVIL), frame["p" + EVIL].to_numpy())
    for ax in (
        e[0].plot.waterfall(show=False),
        e.plot.bar(show=False),
        e.plot.beeswarm(show=False),
        ex.plot.curve(show=False),
    ):
        texts = [
            ax.get_title("left"),
            ax.get_xlabel(),
            *(t.get_text() for t in ax.texts),
            *(t.get_text() for t in ax.get_yticklabels()),
        ]
        assert all(harmless(text, lines=True) for text in texts), texts
        assert not any("\nplain" in text or "\x1b" in text for text in texts)
        plt.close(ax.figure)
