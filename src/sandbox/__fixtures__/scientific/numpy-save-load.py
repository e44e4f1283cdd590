import numpy as np
np.savez("arrays.npz", a=np.arange(6).reshape(2, 3), b=np.eye(2))
with np.load("arrays.npz") as data:
    print(sorted(data.files), data["a"].sum(axis=0), data["b"].dtype)
