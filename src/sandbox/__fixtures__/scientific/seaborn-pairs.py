import numpy as np
import pandas as pd
import seaborn as sns
frame = pd.DataFrame(np.random.default_rng(0).normal(size=(40, 2)), columns=["a", "b"])
frame["kind"] = ["p", "q"] * 20
grid = sns.pairplot(frame, hue="kind")
grid.savefig("pairs.png")
print(grid.axes.shape, sns.kdeplot(frame["a"]).get_xlabel())
