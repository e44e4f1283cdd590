from sklearn.datasets import load_wine
from sklearn.ensemble import RandomForestClassifier
from sklearn.metrics import classification_report
from sklearn.model_selection import train_test_split
x, y = load_wine(return_X_y=True)
a, b, c, d = train_test_split(x, y, random_state=0)
model = RandomForestClassifier(n_estimators=30, random_state=0, n_jobs=2).fit(a, c)
print(classification_report(d, model.predict(b)))
