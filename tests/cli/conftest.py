"""Calls the program as a user would: in a folder of her own, by its command line, reading what it prints."""

from __future__ import annotations

import csv as csv_files  # `csv` is a fixture
import json
import os
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = Path(os.environ.get("EXPLAINEE", ROOT / "build" / "explainee")).resolve()
DIABETES = ROOT / "data" / "diabetes.csv"
HELSINKI = ROOT.parent / "shared" / "data" / "helsinki" / "pixels.csv"
HELSINKI_MOMENTS = ROOT / "data" / "helsinki.moments"

USAGE, UNFIT, REJECTED = 2, 3, 4  # exit statuses: wrong usage, data unfit, check failed
NOT_CAUSES = (
    "These facts tell what the prediction goes along with; they are not causes, nor a list of what the model uses."
)
QUICK_SECONDS = 5  # a refusal is instant; this leaves room for a busy machine
# Version 0.1's way of answering, which tests of the engine ask for: all rows by moments, nothing fitted, nothing decided.
PLAIN = {"--reader": "quadratic", "--family": "features", "--tell": "all"}
ANSWERING = ("explain", "score", "cohort", "families")
OTHER_NAMES = {"--reader": ("--linear", "--paper"), "--family": ("--paper",), "--tell": ("--paper",)}


@dataclass
class Outcome:
    """What one call of the program left: exit status, both outputs, how long it took."""

    status: int
    out: str
    err: str
    seconds: float

    def json(self) -> dict:
        """Standard output as strict JSON: NaN and Infinity are no JSON."""

        def no_constant(text):
            raise AssertionError(f"{text} is not JSON")

        return json.loads(self.out, parse_constant=no_constant)


class Cli:
    """The program, run in `folder`. Files that tests write and name are relative to it."""

    def __init__(self, folder: Path, plain: bool = False):
        self.folder = folder
        self.plain = plain
        self.temporary = folder / "temporary"
        self.temporary.mkdir()

    def __call__(self, *arguments, stdin: bytes | None = None, timeout: float = 60) -> Outcome:
        environment = {k: v for k, v in os.environ.items() if k != "NO_COLOR"} | {"TMPDIR": str(self.temporary)}
        arguments = [str(argument) for argument in arguments]
        if self.plain:
            arguments += self._plainly(arguments)
        start = time.monotonic()
        done = subprocess.run(
            [PROGRAM, *arguments],
            cwd=self.folder,
            env=environment,
            input=stdin if stdin is not None else b"",
            capture_output=True,
            timeout=timeout,
            check=False,
        )
        return Outcome(done.returncode, done.stdout.decode(), done.stderr.decode(), time.monotonic() - start)

    @staticmethod
    def _plainly(arguments: list[str]) -> list[str]:
        """What makes a command answer as version 0.1 did, without what it says itself."""
        if not arguments or arguments[0] not in ANSWERING or "--request" in arguments:
            return []
        said = {argument.split("=")[0] for argument in arguments}
        wanted = {k: v for k, v in PLAIN.items() if k not in said and not said.intersection(OTHER_NAMES[k])}
        if arguments[0] == "score":
            wanted.pop("--tell", None)
        if arguments[0] == "families":
            wanted.pop("--family", None)
        return [part for option in wanted.items() for part in option]

    def write(self, name: str, content: str | bytes) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def files(self) -> dict[str, bytes | None]:
        """Everything in the folder (the temporary one too), with its content."""
        found = sorted(self.folder.rglob("*"))
        return {str(p.relative_to(self.folder)): p.read_bytes() if p.is_file() else None for p in found}

    def works(self, *arguments, **more) -> Outcome:
        outcome = self(*arguments, **more)
        assert outcome.status == 0, outcome.err
        return outcome

    def explain(self, data, *arguments, prediction="p", **more) -> dict:
        """The JSON of `explain`; it must succeed and print nothing on stderr."""
        outcome = self.works("explain", data, "--prediction", prediction, "--json", *arguments, **more)
        assert outcome.err == ""
        return outcome.json()

    def score(self, data, *arguments, prediction="p", **more) -> dict:
        outcome = self.works("score", data, "--prediction", prediction, "--json", *arguments, **more)
        assert outcome.err == ""
        return outcome.json()

    def refuses(self, *arguments, status: int, says=(), never=(), **more) -> str:
        """The call must fail with one clear line on stderr, print nothing, leave no file and take no time."""
        before = self.files()
        outcome = self(*arguments, **more)
        message = outcome.err
        assert outcome.status == status, (outcome.status, message, outcome.out[:300])
        assert outcome.out == ""
        assert message.startswith("explainee: "), message
        assert message.endswith("\n") and message.count("\n") == 1, f"more than one line: {message}"
        assert len(message) < 500, f"too long to read: {message[:500]}…"
        for text in (says,) if isinstance(says, str) else says:
            assert text in message, f"{text!r} is not in: {message}"
        internals = ("std::", "terminate", "Traceback", "unexpected failure", "nan is", "avg(", "muparser", "CLI::")
        for text in (*internals, *((never,) if isinstance(never, str) else never)):
            assert text not in message, message
        assert self.files() == before, "a refused call changed or left files"
        assert outcome.seconds < QUICK_SECONDS
        return message


@pytest.fixture(scope="session", autouse=True)
def program() -> Path:
    assert PROGRAM.is_file(), f"{PROGRAM} is not built; run 'make build', or name the program in EXPLAINEE"
    return PROGRAM


def pytest_configure(config):
    config.addinivalue_line("markers", "plain: commands answer as version 0.1 did: plain columns for a quadratic reader, all told")


@pytest.fixture
def cli(tmp_path, request) -> Cli:
    return Cli(tmp_path, request.node.get_closest_marker("plain") is not None)


@pytest.fixture(scope="module")
def shared_cli(tmp_path_factory, request) -> Cli:
    """One folder for all tests of a file, for tables that are dear to write."""
    return Cli(tmp_path_factory.mktemp("shared"), request.node.get_closest_marker("plain") is not None)


# Of a cohort: everybody from one pass over the rows; and the same of an explanation for one.
ALL_AT_ONCE = ("--reader", "quadratic", "--family", "features", "--tell", "all")


class Table:
    """A small table for tests: named columns in order, numbers or texts."""

    def __init__(self, columns: dict[str, np.ndarray | list]):
        self.columns = {name: np.asarray(values) for name, values in columns.items()}

    def __getitem__(self, name) -> np.ndarray:
        return self.columns[name]

    @property
    def rows(self) -> int:
        return len(next(iter(self.columns.values())))

    def cells(self, row: int) -> list[str]:
        return [v[row] if v.dtype.kind in "UO" else repr(float(v[row])) for v in self.columns.values()]

    def csv(self, separator=",", rows=None, changed: dict[tuple[int, str], str] | None = None) -> str:
        """The table as CSV; `changed` replaces cells, (row, column) → text."""
        names = list(self.columns)
        lines = [separator.join(names)]
        for row in range(self.rows) if rows is None else rows:
            cells = self.cells(row)
            for (at, name), text in (changed or {}).items():
                if at == row:
                    cells[names.index(name)] = text
            lines.append(separator.join(cells))
        return "\n".join(lines) + "\n"


def make_table(rows=60, seed=1) -> Table:
    """Numbers a, b, c, d, a category `city` and the prediction p, which goes with a, b, d and a little with the city."""
    rng = np.random.default_rng(seed)
    a, b, c, d = rng.normal(size=(4, rows))
    city = np.array(["Oslo", "Bergen", "Turku"])[rng.integers(0, 3, rows)]
    p = a + 2 * b - d + 0.8 * (city == "Oslo") + 0.5 * rng.normal(size=rows)
    return Table({"a": a, "b": b, "c": c, "d": d, "city": city, "p": p})


@pytest.fixture(scope="session")
def table() -> Table:
    return make_table()


@pytest.fixture
def csv(cli, table) -> str:
    """The small table as t.csv in the folder of `cli`."""
    cli.write("t.csv", table.csv())
    return "t.csv"


@pytest.fixture(scope="session")
def wider_table(table) -> Table:
    """The same with weights w and a second prediction q."""
    more = {"w": 1.0 + np.arange(60) % 3, "q": table["a"] - table["c"] + np.sin(np.arange(60))}
    return Table(table.columns | more)


def refuse_table(cli, content, *arguments, status=UNFIT, says=(), name="t.csv") -> str:
    """Explaining a file with this content must be refused, naming the file."""
    cli.write(name, content)
    return cli.refuses("explain", name, "--prediction", "p", *arguments, status=status, says=(name, *says))


def read_csv(path) -> list[dict]:
    with open(path, newline="") as file:
        return list(csv_files.DictReader(file))


def row_of(cli: Cli, path: str, number: int) -> dict[str, str]:
    """A row of a CSV file without quoted cells."""
    lines = (cli.folder / path).read_text().splitlines()
    return dict(zip(lines[0].split(","), lines[1 + number].split(",")))
