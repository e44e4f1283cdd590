import numpy as np
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import dijkstra
from scipy.sparse.linalg import spsolve
m = csr_matrix(np.array([[4.0, 1, 0], [1, 3, 1], [0, 1, 2]]))
print(spsolve(m.tocsc(), np.array([1.0, 2, 3])).round(6).tolist(), m.nnz)
print(dijkstra(m, indices=0).tolist())
