from sklearn.datasets import make_blobs
from sklearn.neighbors import KNeighborsClassifier, NearestNeighbors
from sklearn.svm import SVC
x, y = make_blobs(n_samples=200, centers=3, random_state=3)
print(KNeighborsClassifier(5).fit(x, y).score(x, y), SVC().fit(x, y).score(x, y))
print(NearestNeighbors(n_neighbors=3).fit(x).kneighbors(x[:2])[1].tolist())
