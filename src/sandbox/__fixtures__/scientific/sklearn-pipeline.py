from sklearn.datasets import load_iris
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
x, y = load_iris(return_X_y=True)
print(cross_val_score(make_pipeline(StandardScaler(), LogisticRegression(max_iter=200)), x, y, cv=5).round(4).tolist())
