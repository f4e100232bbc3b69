#!/usr/bin/env python3
"""Whether chance is told as a finding, whether figures hold on fresh rows, and whether a reader who bends would know much more.

Usage: bench/honesty.py [--small] [--parts useless,power,placebo,retired,fresh,cases] [--tables N] [--ways A;B]; needs lightgbm.

useless  50 columns that tell nothing: share of tables where something is told as more than chance. Every second reader knows x0.
power    49 such columns and x0 with .15 bits: share of tables where something is told, and where x0 is among it.
placebo  functions of two known columns among the candidates: share of tables where one is told.
retired  told to somebody who knows the age?
fresh    the headline's typical error by that on 20 000 fresh rows, and bits against their bits there (draws.py has the processes).
         Every second reader knows x0. Headline: cross-validated where there is such a figure, else that of the fit.
         Bits: predictive_bits, else honest_bits; fresh rows score them by the headline's own variances (information §7), or by their own
         where these are of the fit. Within: predictive_bits within 2 standard errors; else interval_bits around the fresh bits.
cases    1500 rows, two facts: bits beside what boosted trees (LightGBM, 5 folds) get from all columns and from the facts told, what the
         reader knows taken off both; codes of the warnings that speak of bits.

Exit status 1 with --check where the way "now" (of useless columns "from moments", too) misses a bar by more than chance."""
import argparse
import sys
import time

import ways  # before numpy
import draws
import lightgbm
import numpy as np
from held_out import BOOSTED, encoded, levels_of
from scipy import stats
from sklearn.model_selection import KFold

ROWS = (60, 200, 1000)
FRESH_ROWS = 20_000


class Bars:
    """What the way "now" misses. A share is missed where a share at the bar would hardly (1 %) come out so."""

    def __init__(self):
        self.missed = []

    def at_most(self, bar, hits, *place):
        if stats.binom.sf(np.sum(hits) - 1, len(hits), bar) < 0.01:
            self.missed.append((*place, f"{share(hits)}, bar ≤ {100 * bar:.0f} %"))

    def at_least(self, bar, hits, *place):
        if stats.binom.cdf(np.sum(hits), len(hits), bar) < 0.01:
            self.missed.append((*place, f"{share(hits)}, bar ≥ {100 * bar:.0f} %"))

    def between(self, low, high, values, *place):
        mean, slack = np.mean(values), 2.5 * np.std(values) / np.sqrt(len(values))
        if mean + slack < low or mean - slack > high:
            self.missed.append((*place, f"{mean:.3f}, bar {low:.3g}–{high:.3g}"))


def seeded(*numbers):
    return np.random.default_rng([19, *numbers])


def share(hits):
    """Percent, with its standard error."""
    hits = np.asarray(hits, float)
    return f"{100 * hits.mean():.1f} ± {100 * np.sqrt(max(hits.mean() * (1 - hits.mean()), 1e-9) / len(hits)):.1f} %"


def heading(title, *columns):
    print(f"\n{title}\n\n| " + " | ".join(columns) + " |\n" + "|---" * len(columns) + "|", flush=True)


def line(*cells):
    print("| " + " | ".join(str(cell) for cell in cells) + " |", flush=True)


def useless(tables, names, bars):
    heading("50 useless columns, s = 3: something told as more than chance (bar ≤ 7 %)", "columns", "prediction", "rows", *names)
    for i, shape in enumerate(draws.SHAPES):
        for classes in (1, 2, 3):
            for rows in ROWS:
                found = {way: [] for way in names}
                able = [way for way in names if classes == 1 or way != "from moments"]
                for table in range(tables):
                    x, y = draws.useless(shape, classes, rows, 50, seeded(1, i, classes, rows, table))
                    for way in able:
                        found[way].append(ways.finds(ways.fit(way, x, y, 3, knows=["x0"] if table % 2 else None)[0], way))
                place = shape, "numbers" if classes == 1 else f"{classes} classes", rows
                line(*place, *(share(found[way]) if way in able else "–" for way in names))
                for way in {"now", "from moments"} & set(able):
                    bars.at_most(0.07, found[way], "useless", way, *place)


def power(tables, names, bars):
    heading("x0 tells .15 bits, 49 columns tell nothing, s = 3: something told; x0 told (bar: something in ≥ 20, 90, 100 %, Gauss)",
            "columns", "rows", *names)  # fmt: skip
    for i, shape in enumerate(draws.SHAPES):
        for rows in ROWS:
            found = {way: [] for way in names}
            for table in range(tables):
                x, y = draws.useful(shape, rows, 50, 0.15, seeded(2, i, rows, table))
                for way in names:
                    explainer, _ = ways.fit(way, x, y, 3)
                    finds = ways.finds(explainer, way)
                    found[way].append((finds, finds and "x0" in ways.columns_told(explainer)))
            line(shape, rows, *("; ".join(share(part) for part in zip(*found[way])) for way in names))
            if "now" in names and shape == "Gauss":
                bars.at_least({60: 0.2, 200: 0.9, 1000: 0.99}[rows], [finds for finds, _ in found["now"]], "power", rows)


def placebo(tables, names, bars):
    heading("Functions of what is known, s = 3: one of them told (bar ≤ 5 %); the three columns that count, of 3", "rows", *names)
    for rows in ROWS[1:]:
        told = {way: [] for way in names}
        for table in range(tables):
            known, functions, x, y = draws.placebos(rows, seeded(3, rows, table))
            for way in names:
                columns = ways.columns_told(ways.fit(way, x, y, 3, knows=known)[0], known)
                told[way].append((bool(set(columns) & set(functions)), len(set(columns) & {"x0", "x1", "x2"})))
        line(rows, *(f"{share([t[0] for t in told[way]])}; {np.mean([t[1] for t in told[way]]):.2f}" for way in names))
        if "now" in names:
            bars.at_most(0.05, [placebo for placebo, _ in told["now"]], "placebo", rows)


def retired(tables, names, bars):
    heading("“retired” is age > 65, the reader knows the age, s = 1 (bar: already known): told; named as known; bits of what is told",
            "rows", *names)  # fmt: skip
    for rows in ROWS[1:]:
        seen = {way: [] for way in names}
        for table in range(tables):
            x, y = draws.retired(rows, seeded(4, rows, table))
            for way in names:
                explainer, _ = ways.fit(way, x, y, 1, knows=["age"])
                known = [known["name"] for known in explainer.result_["user"]["already_known"]]
                seen[way].append(("retired" in ways.columns_told(explainer), "retired" in known, explainer.bits_))
        line(rows, *(f"{share([s[0] for s in seen[way]])}; {share([s[1] for s in seen[way]])}; {np.mean([s[2] for s in seen[way]]):.3f}"
                     for way in names))  # fmt: skip
        if "now" in names:
            bars.at_least(0.99, [known and not told for told, known, _ in seen["now"]], "retired already known", rows)


def fresh_figures(explainer, way, x, y):
    """Headline ÷ fresh error, bits said, fresh bits, whether these agree (None where nothing is said)."""
    rows = explainer(x, y)
    before, after = np.mean((y - np.ravel(rows.base_values)) ** 2), np.mean(np.ravel(rows.remainder) ** 2)
    information, uncertainty = explainer.information_, explainer.uncertainty_
    validated = (uncertainty.get("cross_validated") if way != "0.1" else None) or {}
    headline = validated.get("after") or uncertainty["after"]
    if validated.get("after"):
        v0, v1 = validated["before"] ** 2, validated["after"] ** 2
        bits = 0.5 * (np.log(v0 / v1) + before / v0 - after / v1) / np.log(2)
    else:
        bits = 0.5 * np.log2(before / after)
    old = way == "0.1" or "predictive_bits" not in information
    said = information["honest_bits" if old else "predictive_bits"]
    agree = None
    if not old and information["predictive_se"] is not None:
        agree = abs(said - bits) <= 2 * information["predictive_se"]
    elif old and information["interval_bits"] is not None:
        agree = information["interval_bits"][0] <= bits <= information["interval_bits"][1]
    return headline, np.sqrt(after), np.nan if said is None else said, bits, np.nan if agree is None else agree


def fresh(tables, names, bars):
    heading("Headline ÷ fresh typical error: ratio of root mean squares (5–95 % of tables), bar .93–1.10; bits said, fresh bits, within (bar ≥ 93 %)",
            "process, s = 3", "rows", *names)  # fmt: skip
    within = {way: [] for way in names}
    for i, process in enumerate(draws.PROCESSES):
        for rows in (50, 100, 200, 500):
            figures = {way: [] for way in names}
            for table in range(tables):
                rng = seeded(5, i, rows, table)
                x, y = process.draw(rows, rng)
                new_x, new_y = process.draw(FRESH_ROWS, rng)
                for way in names:
                    explainer, _ = ways.fit(way, x, y, 3, knows=["x0"] if table % 2 else None)
                    figures[way].append(fresh_figures(explainer, way, new_x, new_y))
            cells = []
            for way in names:
                headline, error, said, bits, agree = np.array(figures[way], float).T
                low, high = np.percentile(headline / error, [5, 95])
                within[way] += list(agree[~np.isnan(agree)])
                inside = "–" if np.isnan(agree).all() else f"{100 * np.nanmean(agree):.0f} %"
                mean = "–" if np.isnan(said).all() else f"{np.nanmean(said):.3f}"
                cells.append(f"{np.sqrt(np.mean(headline**2) / np.mean(error**2)):.3f} ({low:.2f}–{high:.2f}); {mean}, {bits.mean():.3f}, {inside}")
            line(process.name, rows, *cells)
            if "now" in names:
                squares = np.array([f[:2] for f in figures["now"]], float) ** 2
                bars.between(0.93**2, 1.10**2, squares[:, 0] / squares[:, 1].mean(), "square of headline ÷ fresh", process.name, rows)
    line("within, all", "", *(share(within[way]) if within[way] else "–" for way in names))
    if within.get("now"):
        bars.at_least(0.93, within["now"], "predictive bits within 2 standard errors")


def boosted_bits(x, y, known, told):
    """Bits of boosted trees from what is told beyond what is known, 5 folds; of numbers, or of two classes by log-loss."""
    levels, classes = levels_of(x), y.dtype.kind in "US"
    target = (y == np.unique(y)[0]).astype(int) if classes else y
    losses = []
    for columns in (known, known + [name for name in told if name not in known]):
        expected = np.zeros(len(y))
        for train, test in KFold(5, shuffle=True, random_state=0).split(y):
            if not columns:
                expected[test] = target[train].mean()
                continue
            rows = encoded(x[columns], levels).to_numpy()
            settings = BOOSTED | {"n_estimators": 100 if classes else 300}
            if classes:
                expected[test] = lightgbm.LGBMClassifier(**settings).fit(rows[train], target[train]).predict_proba(rows[test])[:, 1]
            else:
                expected[test] = lightgbm.LGBMRegressor(**settings).fit(rows[train], target[train]).predict(rows[test])
        if classes:
            chance = np.clip(np.where(target == 1, expected, 1 - expected), 1e-3, 1)
            losses.append(-np.mean(np.log2(chance)))
        else:
            losses.append(0.5 * np.log2(np.mean((y - expected) ** 2)))
    return losses[0] - losses[1]


def said_bits(explainer, way):
    predictive = explainer.information_.get("predictive_bits") if way != "0.1" else None
    return explainer.bits_ if predictive is None else predictive


def cases(tables, names, bars):
    heading("1500 rows, s = 2: bits; of boosted trees from the facts told; share of those from all columns (bar ≥ .85, or a warning)",
            "prediction", "knows", "boosted, all columns", *names)  # fmt: skip
    drawn = [(name, known, lambda rng, mean=mean: draws.case(mean, 1500, rng)) for name, known, mean in draws.CASES]
    drawn.append(("class by spread of x1", [], lambda rng: draws.spread_classes(1500, rng)))
    for i, (name, known, draw) in enumerate(drawn):
        all_bits, cells = [], {way: [] for way in names}
        for table in range(tables):
            x, y = draw(seeded(6, i, table))
            all_bits.append(boosted_bits(x, y, known, list(x.columns)))
            for way in names:
                explainer, _ = ways.fit(way, x, y, 2, knows=known or None)
                columns = ways.columns_told(explainer, known)
                codes = {warning["code"] for warning in explainer.warnings_ if "bit" in warning["message"]}
                cells[way].append((said_bits(explainer, way), boosted_bits(x, y, known, columns), codes))
        line(name, ", ".join(known) or "–", f"{np.mean(all_bits):.2f}", *(case_cell(cells[way], np.mean(all_bits)) for way in names))
        if "now" in names and np.mean([bits for bits, _, _ in cells["now"]]) < 0.85 * np.mean(all_bits):
            bars.at_least(0.99, [bool(codes) for _, _, codes in cells["now"]], "warned of what is missed", name, *known)


def case_cell(runs, most):
    said, of_told = np.mean([run[0] for run in runs]), np.mean([run[1] for run in runs])
    codes = set.intersection(*(run[2] for run in runs))
    return f"{said:.3f}; {of_told:.2f}; **{said / most:.2f}**{'; ' + ', '.join(sorted(codes)) if codes else ''}"


PARTS = {"useless": (useless, 40, 400), "power": (power, 40, 400), "placebo": (placebo, 40, 400), "retired": (retired, 20, 100),
         "fresh": (fresh, 20, 200), "cases": (cases, 1, 5)}  # small and full number of tables  # fmt: skip


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--parts", default=",".join(PARTS))
    parser.add_argument("--tables", type=int, help="tables of each kind")
    parser.add_argument("--ways", default="0.1; now", help="of: " + "; ".join(ways.WAYS))
    parser.add_argument("--check", action="store_true")
    asked = parser.parse_args()
    names = ways.offered(asked.ways)
    bars = Bars()
    for part in asked.parts.split(","):
        work, small, full = PARTS[part]
        tables, start = asked.tables or (small if asked.small else full), time.time()
        work(tables, names, bars)
        print(f"\n{tables} tables each, {time.time() - start:.0f} s", flush=True)
    for missed in bars.missed:
        print("missed:", *missed, flush=True)
    return 1 if asked.check and bars.missed else 0


if __name__ == "__main__":
    sys.exit(main())
