import numpy as np
a = np.array([[3.0, 1.0], [1.0, 2.0]])
print(np.linalg.solve(a, [9, 8]).round(6).tolist(), round(np.linalg.det(a), 6))
