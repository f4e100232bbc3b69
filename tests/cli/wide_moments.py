"""A moments file of thousands of columns, written from its description (docs/reference/files.md) without any rows."""

import hashlib
import json
import struct

import numpy as np


def write_wide_moments(path, columns: int, rows: int = 20000, rho: float = 0.9):
    """Neighbours x0, x1, … correlate at rho; p is the sum of ten of them and noise."""
    place = np.arange(columns)
    matrix = np.empty((columns + 1, columns + 1))
    matrix[:columns, :columns] = rho ** np.abs(place[:, None] - place[None, :])
    weights = np.zeros(columns)
    weights[:: columns // 10] = 1
    matrix[columns, :columns] = matrix[:columns, :columns] @ weights
    matrix[columns, columns] = 1.2 * matrix[columns, :columns] @ weights
    names = [f"x{i}" for i in range(columns)] + ["p"]
    header = {
        "columns": [
            {"kind": "number", "name": name, "source": name, "second": "", "level": "", "index": i, "shift": 0.0}
            for i, name in enumerate(names)
        ],
        "folds": [{"rows": rows, "weight": float(rows), "weight_squares": float(rows)}],
        "rows_dropped": 0,
        "seed": 0,
        "weighted": False,
        "weight_column": "",
        "block_column": "",
    }
    text = json.dumps(header).encode()
    body = b"EXPLMOM\n" + struct.pack("<IQ", 1, len(text)) + text + np.zeros(columns + 1).tobytes()
    body += (rows * matrix)[np.tril_indices(columns + 1)].tobytes()
    path.write_bytes(body + hashlib.sha256(body).digest())
