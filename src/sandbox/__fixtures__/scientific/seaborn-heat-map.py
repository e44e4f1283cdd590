import numpy as np
import pandas as pd
import seaborn as sns
sns.set_theme()
frame = pd.DataFrame(np.random.default_rng(0).normal(size=(30, 3)), columns=list("abc"))
axes = sns.heatmap(frame.corr(), annot=True)
print([text.get_text() for text in axes.texts])
