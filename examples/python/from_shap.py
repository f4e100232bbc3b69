# %% [markdown]
# # From SHAP to explanations for a person
#
# Notebook-style: each `# %%` is a cell. Run it as `python examples/python/from_shap.py [FOLDER]`; pictures go to FOLDER.
# It needs scikit-learn, shap and matplotlib beside explainee.

# %%
import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import shap
from sklearn.ensemble import GradientBoostingRegressor

import explainee as xe

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(sys.argv[1] if len(sys.argv) > 1 else ".")

# %% [markdown]
# ## What you do today
# A model, its SHAP values, the same picture for everybody.

# %%
patients = pd.read_csv(ROOT / "data/diabetes.csv")
X, y = patients.drop(columns=["prediction", "progression"]), patients["progression"]
model = GradientBoostingRegressor(n_estimators=100, max_depth=2, learning_rate=0.1, subsample=0.8, random_state=0)
model.fit(X[:300], y[:300])

values = shap.TreeExplainer(model)(X)
size = pd.Series(np.abs(values.values).mean(axis=0), index=X.columns).sort_values(ascending=False)
print("SHAP's first three, for everybody:", list(size.index[:3]))

# %% [markdown]
# ## The same model, for somebody
# `fit` takes the rows, the predictions and what she has before her. The model is called once, to predict.

# %%
names = pd.read_csv(ROOT / "data/diabetes_names.csv")
nurse = xe.Explainer(sparsity=3, names=names).fit(X, model.predict, knows=["s1", "s2", "s3"])
gp = xe.Explainer(sparsity=3, names=names).fit(X, model.predict, knows=["bmi", "bp"])
for title, ex in {"a lipid nurse": nurse, "a GP": gp}.items():
    print(f"For {title}: {ex.features_}, {ex.predictive_bits_:.2f} bits on rows not used for choosing")

# %% [markdown]
# ## What SHAP's facts tell her
# `score` takes the `shap.Explanation` as it is. The nurse has total, LDL and HDL cholesterol; triglycerides (s5) follow
# from them (Friedewald), so that SHAP's first fact is no news to her.

# %%
first = size.index[0]
known = [fact["name"] for fact in nurse.result_["user"]["already_known"]]
shaps = xe.score(X, model.predict, values, sparsity=3, knows=["s1", "s2", "s3"])
print(f"{first}, SHAP's first, is no news to the nurse: {first in known}")
print(f"SHAP's first three tell her {shaps.predictive_bits:.2f} bits, the best {shaps.lost_predictive_bits:.2f} more")

# %% [markdown]
# ## The shapes you know
# `.values`, `.base_values`, `.data`, `.feature_names`, slices. `base_values` is what *she* expected of each row, and
# nothing is hidden: what the facts leave open is the remainder.

# %%
e = nurse()
row = 403
print(e[row])
assert np.allclose(e.base_values + e.values.sum(axis=1) + e.remainder, model.predict(X))
assert np.isclose(e.surprise_removed.mean(), nurse.bits_)
print(e.to_frame().head(3).round(1).to_string())

# %% [markdown]
# ## Pictures
# One row for several people side by side, and the ones you know.


# %%
def save(name: str) -> None:
    plt.gcf().savefig(FOLDER / name, dpi=120)
    plt.close("all")


xe.plot.people({"a GP": gp()[row], "a lipid nurse": e[row]}, show=False)
save("people.png")
e[row].plot.waterfall(show=False)
save("waterfall.png")
e.plot.beeswarm(show=False)
save("beeswarm.png")
e.plot.bar(show=False)
save("bar.png")
nurse.plot.curve(show=False)
save("curve.png")
shap.plots.waterfall(e[row].to_shap(), show=False)  # and shap's own
save("shap_waterfall.png")

# %% [markdown]
# ## Keep it
# The file is the command line's; tomorrow's rows need no model.

# %%
nurse.save(FOLDER / "nurse.explainee")
again = xe.load(FOLDER / "nurse.explainee")
assert np.array_equal(again(X).values, e.values)
print(f"kept; still true of the last 142 rows: {not nurse.check(X[300:])['changed']}")
