import pandas as pd
import seaborn as sns
data = pd.DataFrame({"x": [1, 2, 3] * 2, "y": [2, 4, 5, 1, 2, 3], "kind": list("aaabbb")})
axes = sns.lineplot(data=data, x="x", y="y", hue="kind")
axes.figure.savefig("lines.png")
print(axes.get_xlabel(), [text.get_text() for text in axes.get_legend().get_texts()])
