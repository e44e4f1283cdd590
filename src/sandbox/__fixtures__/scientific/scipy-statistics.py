import numpy as np
from scipy import stats
rng = np.random.default_rng(1)
a, b = rng.normal(0, 1, 50), rng.normal(0.5, 1, 50)
t = stats.ttest_ind(a, b)
print(round(t.statistic, 6), round(t.pvalue, 6), round(stats.pearsonr(a, b).statistic, 6))
print(stats.linregress(np.arange(10), 3 * np.arange(10) + 1).slope)
