"""Long calls let other threads run, hear Ctrl-C, and leave nothing behind."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
import warnings
from pathlib import Path

import numpy as np
import pytest

import explainee as xe

warnings.simplefilter("ignore", xe.ExplainerWarning)
ROOT = Path(__file__).resolve().parents[2]


def python(code, **options):
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "build/python")}
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        **options,
    )


def test_the_lock_is_free_while_the_core_works():
    """Another thread counts on while one fits; with the lock held it would stand still."""
    rng = np.random.default_rng(0)
    x = rng.normal(size=(200_000, 60))
    y = x @ rng.normal(size=60)
    beats, over = [], threading.Event()

    def beat():
        while not over.is_set():
            beats.append(time.monotonic())
            time.sleep(0.002)

    thread = threading.Thread(target=beat)
    thread.start()
    begin = time.monotonic()
    for _ in range(3):
        xe.Explainer(3, threads=1, effort="quick").fit(x, y)
    end = time.monotonic()
    over.set()
    thread.join()
    inside = [moment for moment in beats if begin < moment < end]
    assert len(inside) > (end - begin) / 0.002 / 10
    assert max(np.diff(inside)) < max(0.1, (end - begin) / 4)


@pytest.mark.parametrize("seconds", [0.3])
def test_ctrl_c_gives_the_best_so_far_soon(seconds):
    process = python("""
        import sys, time, warnings
        import numpy as np, explainee as xe
        rng = np.random.default_rng(0)
        x = rng.normal(size=(150, 120)); x += 2 * rng.normal(size=(150, 1))
        y = x @ rng.normal(size=120) + 9 * rng.normal(size=150)
        print("ready", flush=True)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            ex = xe.Explainer(12, top=0).fit(x, y)
        print(time.time(), flush=True)
        assert ex(x).values.shape == (150, 12)  # the best so far can be used
        codes = [w.message.code for w in caught if isinstance(w.message, xe.ExplainerWarning)]
        print(len(ex.features_), ex.certificate_["optimal"], ex.bits_ > 0, "interrupted" in codes)
    """)
    assert process.stdout.readline() == "ready\n"
    time.sleep(seconds + 0.5)
    sent = time.time()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    ended, rest = out.split("\n", 1)
    assert rest.split() == ["12", "False", "True", "True"]
    assert float(ended) - sent < 0.2 + 0.3 * (os.cpu_count() == 1) + 0.3, "stops soon, on a busy machine too"


def test_a_signal_handler_may_raise_something_else():
    process = python("""
        import signal
        import numpy as np, explainee as xe
        def handler(*_): raise RuntimeError("alarm")
        signal.signal(signal.SIGALRM, handler)
        rng = np.random.default_rng(0)
        x = rng.normal(size=(150, 120)); x += 2 * rng.normal(size=(150, 1))
        y = x @ rng.normal(size=120) + 9 * rng.normal(size=150)
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        try:
            xe.Explainer(12).fit(x, y)
        except RuntimeError as error:
            print(error)
    """)
    assert process.communicate(timeout=60)[0] == "alarm\n"


def test_progress_is_told_and_may_raise():
    rng = np.random.default_rng(0)
    x = rng.normal(size=(150, 120)) + 2 * rng.normal(size=(150, 1))
    y = x @ rng.normal(size=120) + 9 * rng.normal(size=150)
    told = []
    xe.Explainer(12, time_limit=0.3).fit(x, y, progress=lambda stage, fraction: told.append((stage, fraction)))
    assert told and all(isinstance(stage, str) and fraction <= 1 for stage, fraction in told)

    def refuse(stage, fraction):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        xe.Explainer(12, time_limit=5).fit(x, y, progress=refuse)


def test_fits_in_threads_are_the_same():
    rng = np.random.default_rng(0)
    x = rng.normal(size=(500, 10))
    y = x @ rng.normal(size=10)
    expected = [xe.Explainer(3).fit(x, y, knows=[k]).result_ for k in range(8)]
    found = [None] * 8

    def work(k):
        found[k] = xe.Explainer(3).fit(x, y, knows=[k]).result_

    threads = [threading.Thread(target=work, args=(k,)) for k in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == expected


def test_one_explainer_is_used_by_many_threads():
    """Each call reads the shared table on its own."""
    rng = np.random.default_rng(0)
    x = rng.normal(size=(30_000, 8))
    town = np.array(["Oslo", "Turku", "Vaasa"])[rng.integers(0, 3, 30_000)]
    table = {"town": town, "single": x[:, 0].astype(np.float32), **{f"x{i}": x[:, i] for i in range(1, 8)}}
    ex = xe.Explainer(3).fit(table, x @ rng.normal(size=8) + 3 * (town == "Oslo"), knows="x1")
    expected = ex().values
    wrong = []

    def work():
        try:
            for _ in range(10):
                if not np.array_equal(ex().values, expected):
                    wrong.append("other values")
        except BaseException as problem:
            wrong.append(problem)

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_nothing_leaks():
    """Resident memory after the first hundreds of fits stays where it is."""
    process = python("""
        import numpy as np, explainee as xe, os, warnings
        warnings.simplefilter("ignore")
        rng = np.random.default_rng(0)
        x = rng.normal(size=(60, 5)); y = x @ rng.normal(size=5)
        def resident(): return int(open("/proc/self/statm").read().split()[1]) * os.sysconf("SC_PAGESIZE")
        def work(count, effort):
            for i in range(count):
                ex = xe.Explainer(2, threads=1, effort=effort).fit(x, y, knows=[i % 5])
                ex(x[:3])
                try: ex.fit(x, y, knows="nope")
                except xe.UsageError: pass
        def grown(count, effort):
            work(count // 5, effort)
            before = resident()
            work(count, effort)
            return (resident() - before) / count
        print(grown(1500, "quick"), grown(200, "normal"))
    """)
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    quick, normal = map(float, out.split())
    assert quick < 300, f"{quick} bytes a fit"  # one page per hundred fits is noise of the allocator
    assert normal < 2000, f"{normal} bytes a fit"  # and of fewer fits more


LOOP = """
    import sys, time, warnings
    import numpy as np, explainee as xe
    warnings.simplefilter("ignore")
    rng = np.random.default_rng(0)
    x = rng.normal(size=(150, 120)); x += 2 * rng.normal(size=(150, 1))
    y = x @ rng.normal(size=120) + 9 * rng.normal(size=150)
    def fit(**more): return xe.Explainer(12, top=0, **more).fit(x, y)
"""


def said(process):
    return process.stdout.readline().strip()


def press(process):
    time.sleep(0.8)
    process.send_signal(signal.SIGINT)


def test_a_second_ctrl_c_ends_a_loop():
    process = python(
        LOOP
        + """
    try:
        for i in range(1000):
            print("fit", i, flush=True)
            ex = fit()
            assert not ex.certificate_["optimal"]
    except KeyboardInterrupt:
        print("ended", flush=True)
    print("fit again", flush=True)
    print(len(fit().features_), flush=True)
    """
    )
    assert said(process) == "fit 0"
    press(process)
    assert said(process) == "fit 1", "the first gives the best found"
    press(process)
    assert said(process) == "ended"
    assert said(process) == "fit again"
    press(process)
    assert said(process) == "12", "whoever went on after it begins anew"
    process.communicate(timeout=60)
    assert process.returncode == 0


def test_a_late_ctrl_c_is_a_first_one_again():
    process = python(
        LOOP
        + """
    from explainee import _interrupts
    _interrupts.AGAIN_SECONDS = 0.2
    for i in range(2):
        print("fit", i, flush=True)
        print(len(fit().features_), flush=True)
        time.sleep(0.3)
    """
    )
    for i in range(2):
        assert said(process) == f"fit {i}"
        press(process)
        assert said(process) == "12"
    process.communicate(timeout=60)
    assert process.returncode == 0


ASKED = ["fit(on_interrupt='raise')", "xe.score(x, y, [f'x{i}' for i in range(12)], on_interrupt='raise')"]


@pytest.mark.parametrize("call", ASKED)
def test_ctrl_c_is_raised_at_once_where_that_is_asked_for(call):
    process = python(
        LOOP
        + f"""
    print("ready", flush=True)
    try:
        {call}
    except KeyboardInterrupt:
        print("raised", flush=True)
    """
    )
    assert said(process) == "ready"
    press(process)
    assert said(process) == "raised"
    process.communicate(timeout=60)
    assert process.returncode == 0


def test_a_time_limit_is_no_ctrl_c():
    rng = np.random.default_rng(0)
    x = rng.normal(size=(150, 120)) + 2 * rng.normal(size=(150, 1))
    y = x @ rng.normal(size=120) + 9 * rng.normal(size=150)
    for _ in range(2):
        ex = xe.Explainer(12, top=0, time_limit=0.2, on_interrupt="raise").fit(x, y)
        assert not ex.certificate_["optimal"]


def test_on_interrupt_is_one_of_two():
    for call in (
        lambda: xe.Explainer(1, on_interrupt="stop").fit(np.eye(5), np.arange(5.0)),
        lambda: xe.score(np.eye(5), np.arange(5.0), ["x0"], on_interrupt=None),
    ):
        with pytest.raises(xe.UsageError, match="on_interrupt.*best, raise"):
            call()
