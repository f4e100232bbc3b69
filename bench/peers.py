"""Peers that choose a set without proving anything, on the same problem as ours: what the scripts beside this one share.

Each gets what suits it, made outside the clock: columns scaled to variance 1, orthogonal matching pursuit the Gram matrix column by column,
LARS row by row, abess a matrix X with XᵀX = N·G, N its rows: the rows themselves, or a root of the Gram matrix where that has fewer rows (the
factor N matters: abess swaps only for an improvement above a threshold of its own). The fastest of some runs counts, with one BLAS thread
and with two: on a busy machine two can be many times slower."""
import time

import numpy as np
from abess import LinearRegression
from sklearn.linear_model import lars_path_gram, orthogonal_mp_gram
from threadpoolctl import threadpool_limits


def best_of(runs, prepare, work):
    """Seconds and answer of the fastest of some runs; no further run after 3 seconds."""
    best, spent = float("inf"), 0
    for run in range(runs):
        if spent > 3:
            break
        prepared = prepare()
        with threadpool_limits(1 + run % 2):
            start = time.perf_counter()
            answer = work(prepared)
            seconds = time.perf_counter() - start
        best, spent = min(best, seconds), spent + seconds
    return best, answer


def root(gram, cross, target):
    """X and y with XᵀX = G, Xᵀy = b and yᵀy = q: Cholesky's, or the eigenvectors' where the Gram matrix is singular."""
    whole = np.block([[gram, cross[:, None]], [cross[None, :], np.array([[target]])]])
    try:
        factor = np.linalg.cholesky(whole).T
    except np.linalg.LinAlgError:
        values, vectors = np.linalg.eigh(whole)
        factor = np.sqrt(np.maximum(values, 0))[:, None] * vectors.T
    return factor[:, :-1], factor[:, -1]


def abess(gram, cross, target, s, rows=None):
    """rows: (X, y), centred, taken instead of the root where they are fewer than the columns."""
    scale = np.sqrt(np.diag(gram))
    if rows is not None and len(rows[1]) <= len(cross):
        x, y = rows[0] / scale, rows[1]
    else:
        x, y = (np.sqrt(len(cross) + 1) * part for part in root(gram / np.outer(scale, scale), cross / scale, target))
    x = np.asfortranarray(x)
    seconds, model = best_of(6, lambda: None, lambda _: LinearRegression(support_size=s, fit_intercept=False).fit(x, y, is_normal=False))
    return seconds, sorted(int(j) for j in np.flatnonzero(model.coef_))


def omp(gram, cross, s):
    scale = np.sqrt(np.diag(gram))
    scaled, b = np.asfortranarray(gram / np.outer(scale, scale)), cross / scale
    seconds, weights = best_of(6, lambda: scaled.copy("F"), lambda g: orthogonal_mp_gram(g, b, n_nonzero_coefs=s, copy_Gram=False))
    return seconds, sorted(int(j) for j in np.flatnonzero(weights))


def lars(gram, cross, s, rows):
    """rows: how many the Gram matrix was made of. The set after s steps."""
    scale = np.sqrt(np.diag(gram))
    scaled, b = gram / np.outer(scale, scale), cross / scale
    seconds, path = best_of(6, lambda: (scaled.copy("C"), b.copy()), lambda p: lars_path_gram(
        p[1], p[0], n_samples=rows, max_iter=s, method="lar", copy_Gram=False, copy_X=False, return_path=False))
    return seconds, sorted(int(j) for j in path[1])
