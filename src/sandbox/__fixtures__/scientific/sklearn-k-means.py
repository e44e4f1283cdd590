import numpy as np
from sklearn.cluster import KMeans
points = np.array([[1, 2], [1, 4], [1, 0], [10, 2], [10, 4], [10, 0]], float)
model = KMeans(n_clusters=2, random_state=0, n_init="auto").fit(points)
print(sorted(model.cluster_centers_.tolist()), model.inertia_)
