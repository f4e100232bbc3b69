#!/usr/bin/env python3
"""Simulated people answer a few questions: how much of the achievable bits the explanation then loses.

Usage: bench/people.py [part of a heading] [count]; needs numpy and scikit-learn, Pillow for the photograph. Helsinki and the photograph are
taken from ../shared/data/helsinki beside the repository, or from the folder that EXPLAINEE_HELSINKI names; without it they are skipped.
Who is simulated stands in tests/simulated_people.h."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
from sklearn.datasets import load_diabetes
from sklearn.linear_model import LinearRegression

ROOT = pathlib.Path(__file__).resolve().parent.parent
HELSINKI = pathlib.Path(os.environ.get("EXPLAINEE_HELSINKI", ROOT.parent / "shared" / "data" / "helsinki"))
#               questions, draws
EFFORT = {"small": (6, 1000), "large": (12, 500)}


def predicted(x, y):
    """The columns and the least-squares prediction of y from all of them."""
    return np.column_stack([x, LinearRegression().fit(x, y).predict(x)])


def diabetes():
    data = load_diabetes(scaled=False)
    return predicted(data.data, data.target)


def helsinki():
    table = np.genfromtxt(HELSINKI / "pixels.csv", delimiter=",", names=True)
    return np.column_stack([*(table[f"x{i}"] for i in range(1, 21)), table["ols"]])


def window(step):
    """2000 pixels and 100 around each: five rows above and five below of ten, every step-th pixel."""
    from PIL import Image
    image = np.asarray(Image.open(HELSINKI / "photo.png").convert("RGB"), dtype=float)
    grey = np.sqrt(image[:, :, 0] ** 2 + image[:, :, 1] ** 2)
    random, reach = np.random.default_rng(100), 5 * step
    rows, columns = (random.integers(reach, size - reach, 2000) for size in grey.shape)
    places = [(i * step, (j - 5) * step) for i in [*range(-5, 0), *range(1, 6)] for j in range(10)]
    return predicted(np.column_stack([grey[rows + i, columns + j] for i, j in places]), grey[rows, columns])


def gaussian():
    """100 columns with five common factors; 20 of them make the outcome."""
    random = np.random.default_rng(7)
    x = random.normal(size=(2000, 100)) + random.normal(size=(2000, 5)) @ random.normal(size=(5, 100)) * 0.5
    weights = np.zeros(100)
    weights[random.choice(100, 20, replace=False)] = random.normal(size=20)
    return predicted(x, x @ weights + random.normal(size=2000))


TABLES = {"diabetes": ("small", diabetes), "Helsinki": ("small", helsinki), "photograph, every 2nd pixel": ("large", lambda: window(2)),
          "photograph, every pixel": ("large", lambda: window(1)), "Gaussian": ("large", gaussian)}


def ask(rows, **settings):
    """What bench_people says."""
    with tempfile.NamedTemporaryFile() as file:
        np.array(rows.shape, dtype=np.int64).tofile(file)
        np.ascontiguousarray(rows, dtype=np.float64).tofile(file)
        file.flush()
        command = [ROOT / "build" / "bench" / "bench_people", file.name, *(str(part) for pair in settings.items() for part in pair)]
        return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def at(done, who, answers, what="mean"):
    return f"{done[who][what][answers]:.4f}"


def few(tables, count):
    print("\n## who reasons from one to three features\n")
    print("| table | drawn, of them matter | impersonal | active 6: mean, median | active 12 | random 6 | random 10 | plug-in 10 | slowest answer, ms | met |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for name, (size, make) in tables.items():
        questions, draws = EFFORT[size]
        none = name == "photograph, every pixel"
        done = ask(make(), people="few", count=count, active=0 if none else 12, random=0 if none else 10, draws=draws, most=10000 if none else 40000)
        share = f"{done['drawn']}, {100 * done['kept'] / done['drawn']:.1f} %"
        if none or done["kept"] == 0:
            print(f"| {name} | {share} | – | – | – | – | – | – | – | nobody to ask |", flush=True)
            continue
        mean, median = done["active"]["mean"][questions], done["active"]["median"][questions]
        six, ten = done["active"]["mean"][6], done["random"]["mean"][10]
        met = median <= 0.01 and mean <= 0.03 and (six <= ten or max(six, ten) <= 0.01)
        print(f"| {name} | {share} | {done['impersonal']:.3f} | {at(done, 'active', 6)}, {at(done, 'active', 6, 'median')} "
              f"| {at(done, 'active', 12)}, {at(done, 'active', 12, 'median')} | {at(done, 'random', 6)} | {at(done, 'random', 10)} "
              f"| {at(done, 'plug-in', 10)} | {1e3 * done['slowest_seconds']:.0f} | {'yes' if met else '**no**'} |", flush=True)


def others(tables, count):
    print("\n## other people, all of them, whether it matters or not\n")
    print("| table | people | impersonal | active 6 | active 12 | random 10 | worse than impersonal by | met |\n|---|---|---|---|---|---|---|---|")
    for name, (size, make) in tables.items():
        if name == "photograph, every pixel":
            continue
        rows = make()
        for people in ("everything", "two", "curved", "words"):
            large = size == "large"
            done = ask(rows, people=people, count=count // 5 if large else count, active=12, random=10, draws=EFFORT[size][1], matters=-1)
            worse = max(done["active"]["mean"][6:]) - done["impersonal"]
            print(f"| {name} | {people} | {done['impersonal']:.4f} | {at(done, 'active', 6)} | {at(done, 'active', 12)} | {at(done, 'random', 10)} "
                  f"| {worse:+.4f} | {'yes' if worse <= 0.02 else '**no**'} |", flush=True)


def calibration(tables, count):
    print("\n## probability_best: said, right, how often\n")
    for name in ("diabetes", "Helsinki"):
        if name not in tables:
            continue
        rows = tables[name][1]()
        for people, matters, number in (("prior", -1, 25 * count), ("few", -1, 5 * count), ("everything", -1, 5 * count), ("curved", -1, 5 * count)):
            done = ask(rows, people=people, count=number, active=6, random=0, draws=1000, matters=matters)["calibration active"]
            bins = ", ".join(f"{said:.2f} → {right:.2f} ({times})" for said, right, times in done["bins"])
            print(f"* {name}, {people}, {number} people after 0 to 6 answers: expected calibration error {done['error']:.4f}; {bins}", flush=True)


def main():
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    tables = {name: entry for name, entry in TABLES.items() if HELSINKI.exists() or name in ("diabetes", "Gaussian")}
    for heading, part in (("few", few), ("calibration", calibration), ("others", others)):
        if wanted in heading:
            part(tables, count)


if __name__ == "__main__":
    main()
