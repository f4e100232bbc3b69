"""Makes diabetes.csv, diabetes_names.csv and diabetes_shap.csv beside this file; README.md tells what they hold.

Needs numpy, scikit-learn and shap in the versions README.md states; nothing is downloaded. Every run writes the same bytes.
"""

import csv
from pathlib import Path

import numpy as np
import shap
from sklearn.datasets import load_diabetes
from sklearn.ensemble import HistGradientBoostingRegressor

FOLDER = Path(__file__).resolve().parent
TRAINING_ROWS = 300

# column, name, unit, show: how a value x is shown to people, empty = as it is.
NAMES = [
    ("age", "age", "years", ""),
    ("sex", "sex", "(1 female, 2 male)", ""),
    ("bmi", "body mass index", "kg/m²", ""),
    ("bp", "blood pressure", "mmHg", ""),
    ("s1", "total cholesterol", "mg/dl", ""),
    ("s2", "LDL cholesterol", "mg/dl", ""),
    ("s3", "HDL cholesterol", "mg/dl", ""),
    ("s4", "cholesterol/HDL ratio", "", ""),
    ("s5", "triglycerides", "mg/dl", "exp(x)"),
    ("s6", "blood sugar", "mg/dl", ""),
    ("progression", "disease progression after one year", "points", ""),
    ("prediction", "predicted disease progression", "points", ""),
]


def training_rows(rows: int) -> np.ndarray:
    """The 300 rows, counted from 0, that the model is fitted on."""
    return np.sort(np.random.default_rng(0).permutation(rows)[:TRAINING_ROWS])


def fit(features: np.ndarray, outcome: np.ndarray) -> HistGradientBoostingRegressor:
    """100 trees of depth 3; every other setting is the library's default."""
    model = HistGradientBoostingRegressor(
        max_iter=100, max_depth=3, learning_rate=0.1, early_stopping=False, random_state=0
    )
    chosen = training_rows(len(features))
    return model.fit(features[chosen], outcome[chosen])


def write(name: str, header: list[str], rows: list) -> None:
    with open(FOLDER / name, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)


def main() -> None:
    data = load_diabetes(scaled=False)
    columns = list(data.feature_names)
    model = fit(data.data, data.target)
    predictions = model.predict(data.data)

    write(
        "diabetes.csv",
        [*columns, "progression", "prediction"],
        [
            [*(f"{value:.10g}" for value in row), f"{outcome:.10g}", f"{prediction:.2f}"]
            for row, outcome, prediction in zip(data.data, data.target, predictions)
        ],
    )
    write("diabetes_names.csv", ["column", "name", "unit", "show"], NAMES)

    explainer = shap.TreeExplainer(model)
    values = explainer.shap_values(data.data)
    assert np.allclose(values.sum(axis=1) + explainer.expected_value, predictions, atol=1e-6)
    importance = np.abs(values).mean(axis=0)
    ranking = sorted(zip(columns, importance), key=lambda pair: -pair[1])
    write("diabetes_shap.csv", ["feature", "mean_abs_shap"], [[name, f"{value:.4f}"] for name, value in ranking])

    held = np.setdiff1d(np.arange(len(data.target)), training_rows(len(data.target)))
    print(f"R² on the {len(held)} rows not fitted on: {model.score(data.data[held], data.target[held]):.3f}")


if __name__ == "__main__":
    main()
