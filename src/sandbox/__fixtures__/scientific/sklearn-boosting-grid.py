from sklearn.datasets import load_diabetes
from sklearn.ensemble import HistGradientBoostingRegressor
from sklearn.model_selection import GridSearchCV
x, y = load_diabetes(return_X_y=True)
search = GridSearchCV(HistGradientBoostingRegressor(max_iter=20, random_state=0), {"max_depth": [2, 3]}, cv=3, n_jobs=2)
print(search.fit(x, y).best_params_, round(search.best_score_, 4))
