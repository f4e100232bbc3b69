"""A model that is a function is asked about rows like X, and gets them as it got X."""

import faulthandler
import os
import signal
import threading
import time

import numpy as np
import pandas as pd
import pytest

import explainee as xe

HOW = {"family": "auto", "tell": "supported", "sparsity": 2}
WHO = {"reader": "flexible"}


def model(X):
    return X["a"] + np.abs(X["b"]) + 2.0 * (X["town"] == "Rome") + 0.1 * X["n"]


@pytest.fixture
def rows():
    rng = np.random.default_rng(4)
    count = 90
    return pd.DataFrame(
        {
            "a": rng.normal(size=count),
            "b": rng.normal(size=count).astype(np.float32),
            "n": rng.integers(0, 9, count),
            "town": pd.Categorical(np.array(["Oslo", "Rome"])[rng.integers(0, 2, count)]),
            "yes": rng.integers(0, 2, count).astype(bool),
            "day": pd.Timestamp("2024-01-01") + pd.to_timedelta(rng.integers(0, 90, count), unit="D"),
        }
    )


class Seen:
    """Keeps what it was asked about."""

    def __init__(self, function):
        self.function = function
        self.asked = []
        self.threads = set()

    def __call__(self, X):
        self.asked.append(X)
        self.threads.add(threading.get_ident())
        return self.function(X)


@pytest.mark.filterwarnings("ignore::explainee.ExplainerWarning")
def test_the_function_gets_rows_like_x(rows):
    seen = Seen(model)
    ex = xe.Explainer(**HOW).fit(rows, seen, ask=300, **WHO)
    assert ex.asked_ == {"rows": 300, "calls": 7}
    assert len(seen.asked) == 8  # X itself, X again, and six times rows like it
    assert seen.threads == {threading.get_ident()}
    for X in seen.asked[2:]:
        assert len(X) == 300
        pd.testing.assert_series_equal(X.dtypes, rows.dtypes)
        assert set(X["n"]) <= set(rows["n"])
    pd.testing.assert_frame_equal(seen.asked[1], rows)
    assert "The model was asked about 300 rows like these." in " ".join(ex.sentences_)
    assert xe.Explainer(**HOW).fit(rows, model, **WHO).asked_ is None


def test_every_make_of_rows():
    rng = np.random.default_rng(6)
    values = rng.normal(size=(80, 3)).astype(np.float32)
    seen = Seen(lambda X: np.asarray(X)[:, 0] + np.asarray(X)[:, 2] ** 2)
    ex = xe.Explainer(**HOW).fit(values, seen, ask=200, **WHO)
    assert ex.asked_["rows"] == 200
    assert all(isinstance(X, np.ndarray) and X.dtype == np.float32 and X.shape[1] == 3 for X in seen.asked)
    pa = pytest.importorskip("pyarrow")
    table = pa.table({"a": values[:, 0], "b": values[:, 1], "t": [["x", "y"][i % 2] for i in range(80)]})
    seen = Seen(lambda X: X.column("a").to_numpy() + (np.array(X.column("t").to_pylist()) == "x"))
    xe.Explainer(**HOW).fit(table, seen, ask=200, **WHO)
    assert all(X.schema == table.schema for X in seen.asked)
    columns = {"a": values[:, 0], "b": np.arange(80) % 5}
    seen = Seen(lambda X: X["a"] + X["b"])
    xe.Explainer(**HOW).fit(columns, seen, ask=200, **WHO)
    assert all(X["a"].dtype == np.float32 and X["b"].dtype == columns["b"].dtype for X in seen.asked)


def test_polars():
    pl = pytest.importorskip("polars")
    rng = np.random.default_rng(7)
    table = pl.DataFrame({"a": rng.normal(size=80), "n": rng.integers(0, 5, 80), "t": ["x", "y"] * 40})
    seen = Seen(lambda X: X["a"].to_numpy() + X["n"].to_numpy() + (X["t"].to_numpy() == "x"))
    xe.Explainer(**HOW).fit(table, seen, ask=200, **WHO)
    assert all(X.schema == table.schema for X in seen.asked)


def test_only_a_function_can_be_asked(rows):
    with pytest.raises(xe.UsageError, match="model.predict"):
        xe.Explainer().fit(rows[["a", "b"]], np.arange(90.0), ask=300)
    with pytest.raises(xe.UsageError, match="ask: 3 .*at least 10"):
        xe.Explainer().fit(rows[["a", "b"]], lambda X: X["a"], ask=3)


def test_another_model_and_one_that_fails(rows):
    X = rows[["a", "b"]]
    calls = []

    def changes(X):
        calls.append(len(X))
        return X["a"] * len(calls)

    with pytest.raises(xe.DataError, match="is not the one behind the table"):
        xe.Explainer(**HOW).fit(X, changes, ask=300, **WHO)

    def fails(X):
        if len(X) != 90:
            raise RuntimeError("only ninety rows")
        return X["a"]

    with pytest.raises(xe.UsageError, match="300 rows like X.*only ninety rows") as failed:
        xe.Explainer(**HOW).fit(X, fails, ask=300, **WHO)
    assert isinstance(failed.value.__cause__, RuntimeError)


def test_several_predictions_and_classes_are_refused(rows):
    X = rows[["a", "b"]]
    with pytest.raises(xe.UsageError, match="one of them"):
        xe.Explainer(**HOW).fit(X, lambda X: np.column_stack([X["a"], X["b"]]), ask=300, **WHO)
    with pytest.raises(xe.UsageError, match="chance of a class"):
        xe.Explainer(**HOW).fit(X, lambda X: np.where(X["a"] > 0, "yes", "no"), ask=300, **WHO)


def test_what_fails_outside_python_ends_the_work_too(rows, monkeypatch):
    endless = np.lib.stride_tricks.as_strided(np.zeros(1), shape=(2**60 - 1,), strides=(8,))
    monkeypatch.setattr("explainee._asking.AskedModel.__call__", lambda self, drawn: endless)
    faulthandler.dump_traceback_later(60, exit=True)  # instead of waiting for ever
    try:
        with pytest.raises(MemoryError):
            xe.Explainer(**HOW).fit(rows[["a", "b"]], lambda X: X["a"], ask=300, **WHO)
    finally:
        faulthandler.cancel_dump_traceback_later()


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="no such signal here")
def test_ctrl_c_reaches_the_function(rows):
    def slow(X):
        if len(X) != 90:
            time.sleep(20)
        return X["a"]

    timer = threading.Timer(1.5, lambda: os.kill(os.getpid(), signal.SIGINT))
    start = time.monotonic()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        xe.Explainer(**HOW, on_interrupt="raise").fit(rows[["a", "b"]], slow, ask=300, **WHO)
    timer.join()
    assert time.monotonic() - start < 10
