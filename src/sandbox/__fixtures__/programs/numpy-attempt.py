try:
    import numpy as np
    values = np.array([1, 2, 3]).mean()
except ImportError:
    values = sum([1, 2, 3]) / 3
print(values)
