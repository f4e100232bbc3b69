"""Time for each person of `explainee cohort` where each is explained alone, and where all are served at once.

Usage: bench/cohort.py [rows …] (1000 10000). Made-up tables of 10 and 40 columns with a bend, a step and a product in the prediction; everybody knows three
columns of their own. Before anything is timed, answers of each kind are compared with those of `explain` with the same options. Seconds are those of the
processor, so that other work on the machine does not count; the first person, reading and the answer for nobody in particular are taken off.
"""
import csv
import json
import pathlib
import resource
import subprocess
import sys
import tempfile

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = ROOT / "build" / "explainee"
ALONE = ["--reader", "flexible", "--family", "auto", "--tell", "supported"]
AT_ONCE = ["--reader", "quadratic", "--family", "features", "--tell", "all"]
KINDS = {"quick": ([*ALONE, "--effort", "quick"], 60), "normal": ([*ALONE, "--effort", "normal"], 5), "at once": (AT_ONCE, 20000)}


def make_table(path: pathlib.Path, rows: int, columns: int) -> None:
    rng = np.random.default_rng(1)
    x = rng.normal(size=(rows, columns))
    x[:, 1] += 0.8 * x[:, 0]
    p = 1.5 * x[:, 0] - x[:, 2] + 0.7 * x[:, 3] ** 2 + 0.5 * x[:, 4] * x[:, 0] + (x[:, 5] > 0.5) + 0.3 * rng.normal(size=rows)
    names = [f"x{j}" for j in range(columns)] + ["p"]
    np.savetxt(path, np.column_stack([x, p]), delimiter=",", header=",".join(names), comments="", fmt="%.9g")


def people(columns: int, count: int) -> list[str]:
    """Different sets of three columns while there are any."""
    rng = np.random.default_rng(2)
    return [";".join(f"x{j}" for j in sorted(rng.choice(columns, 3, replace=False))) for _ in range(count)]


def serve(folder: pathlib.Path, lists: list[str], how: list[str]) -> float:
    (folder / "users.csv").write_text("user,knows\n" + "".join(f"u{i},{known}\n" for i, known in enumerate(lists)))
    call = [PROGRAM, "cohort", "t.csv", "--prediction", "p", "--users", "users.csv", "-o", "out.csv", "--threads", "2", *how]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(call, cwd=folder, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def check(folder: pathlib.Path, lists: list[str], how: list[str]) -> None:
    with open(folder / "out.csv", newline="") as file:
        rows = list(csv.DictReader(file))[:5]
    for row, known in zip(rows, lists):
        call = [PROGRAM, "explain", "t.csv", "--prediction", "p", "--json", "--knows", known.replace(";", ","), *how]
        told = json.loads(subprocess.run(call, cwd=folder, check=True, capture_output=True).stdout)["explanation"]
        names = next(csv.reader([row["features"]], delimiter=";"), [])
        same = abs(float(row["bits"]) - told["information"]["bits"]) < 1e-9
        if names != [fact["name"] for fact in told["features"]] or not same:
            sys.exit(f"{known}: cohort says {row}, explain {told}")


def main() -> None:
    rows = [int(word) for word in sys.argv[1:]] or [1000, 10000]
    print("| columns × rows | kind | different people | ms of one core each | people a second, two cores |\n|---|---|---|---|---|")
    for columns in (10, 40):
        for count in rows:
            with tempfile.TemporaryDirectory() as name:
                folder = pathlib.Path(name)
                make_table(folder / "t.csv", count, columns)
                for kind, (how, number) in KINDS.items():
                    lists = list(dict.fromkeys(people(columns, number)))
                    check_on = lists[:1] if kind == "normal" else lists[:5]
                    serve(folder, check_on, how)
                    check(folder, check_on, how)
                    start = serve(folder, lists[:1], how)
                    seconds = serve(folder, lists, how) - start
                    each = max(seconds, 1e-9) / (len(lists) - 1)
                    print(f"| {columns} × {count} | {kind} | {len(lists)} | {1000 * each:.3g} | {2 / each:.3g} |", flush=True)


if __name__ == "__main__":
    main()
