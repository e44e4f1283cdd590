import numpy as np
steps = np.random.default_rng(7).choice([-1, 1], size=1000)
walk = steps.cumsum()
print(walk.min(), walk.max(), walk[-1], np.flatnonzero(walk == 0)[:5].tolist())
