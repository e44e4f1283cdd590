import math
from joblib import Parallel, delayed
print(Parallel(n_jobs=2)(delayed(math.sqrt)(i**2) for i in range(6)))
