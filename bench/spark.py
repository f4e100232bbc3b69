#!/usr/bin/env python3
"""Moments of a Spark DataFrame against pyspark.ml.stat.Correlation on the same Parquet files, answers compared first.

    python bench/spark.py --rows 1000000

Needs pyspark, pyarrow and Java 17. Both read the files each time; the peer's time has the VectorAssembler in it that
its users need. Times are the best of --runs, the two taking turns, ours first. A small table starts workers before.
"""

import argparse
import json
import os
import pathlib
import struct
import sys
import tempfile
import time

import numpy as np

BUILT = pathlib.Path(__file__).resolve().parent.parent / "build" / "python"
sys.path.insert(0, str(BUILT))
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(BUILT), os.environ.get("PYTHONPATH")]))  # of the workers
os.environ["PYSPARK_PYTHON"] = sys.executable
from pyspark.ml.feature import VectorAssembler  # noqa: E402
from pyspark.ml.stat import Correlation  # noqa: E402
from pyspark.sql import SparkSession  # noqa: E402
from pyspark.sql import functions as F  # noqa: E402

from explainee import spark as xs  # noqa: E402


def start(folder):
    session = (
        SparkSession.builder.master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.driver.memory", "8g")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.local.dir", str(folder))
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("OFF")
    return session


def write_rows(session, path, rows, columns, files):
    """Columns of random numbers, each a little like the one before."""
    made = [F.randn(i).alias(f"z{i}") for i in range(columns)]
    mixed = [F.col(f"z{i}") + (0.5 * F.col(f"z{i - 1}") if i else 10) for i in range(columns)]
    rows = session.range(0, rows, 1, files).select(*made)
    rows.select(*(column.alias(f"x{i}") for i, column in enumerate(mixed))).write.parquet(str(path))


def correlations(moments):
    """Of the sum of all folds, from the moments file (docs: mathematics §8)."""
    content = moments.to_bytes()
    (length,) = struct.unpack_from("<Q", content, 12)
    header = json.loads(content[20 : 20 + length])
    count = len(header["columns"])
    folds = np.frombuffer(content[20 + length : -32]).reshape(len(header["folds"]), -1)
    weights = np.array([fold["weight"] for fold in header["folds"]])
    means = folds[:, :count]
    apart = means - weights @ means / weights.sum()
    scatter = np.zeros((count, count))
    scatter[np.tril_indices(count)] = folds[:, count:].sum(axis=0)
    scatter = scatter + np.tril(scatter, -1).T + (apart * weights[:, None]).T @ apart
    size = np.sqrt(np.diag(scatter))
    return scatter / size / size[:, None]


def peer(session, path):
    df = session.read.parquet(str(path))
    vectors = VectorAssembler(inputCols=df.columns, outputCol="v").transform(df).select("v")
    return Correlation.corr(vectors, "v").head()[0].toArray()


def timed(work):
    begin = time.perf_counter()
    answer = work()
    return time.perf_counter() - begin, answer


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--columns", type=int, default=50)
    parser.add_argument("--files", type=int, default=8)
    parser.add_argument("--runs", type=int, default=2)
    parser.add_argument("--folder", type=pathlib.Path, help="for temporary files")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        session = start(folder)
        path = pathlib.Path(folder) / "rows.parquet"
        seconds, _ = timed(lambda: write_rows(session, path, given.rows, given.columns, given.files))
        size = sum(file.stat().st_size for file in path.glob("*.parquet"))
        print(f"{given.rows}×{given.columns}, {size / 1e9:.2f} GB written in {seconds:.0f} s", flush=True)
        small = session.range(0, 20000, 1, 2).select(F.randn(1).alias("a"), F.randn(2).alias("b"))
        small.write.parquet(f"{folder}/small.parquet")  # starts workers and loads classes
        xs.moments(session.read.parquet(f"{folder}/small.parquet"))
        peer(session, f"{folder}/small.parquet")
        ours, theirs = [], []
        for _ in range(given.runs):
            seconds, made = timed(lambda: xs.moments(session.read.parquet(str(path))))
            ours.append(seconds)
            seconds, matrix = timed(lambda: peer(session, path))
            theirs.append(seconds)
            off = np.abs(correlations(made) - matrix).max()
            if made.rows != given.rows or not off < 1e-9:
                sys.exit(f"correlations differ by {off}, rows {made.rows}")
            print(f"  moments {ours[-1]:.1f} s, Correlation.corr {theirs[-1]:.1f} s, differ by {off:.1e}", flush=True)
        ratio = min(ours) / min(theirs)
        print(
            f"| moments in 20 folds on Spark, {given.rows}×{given.columns} | {min(ours):.1f} s | "
            f"Correlation.corr {min(theirs):.1f} s | {ratio:.2f} × | ≤ 1 × | {'yes' if ratio <= 1 else 'no'} |"
        )
        session.stop()
    return 0 if ratio <= 1 else 1


if __name__ == "__main__":
    sys.exit(main())
