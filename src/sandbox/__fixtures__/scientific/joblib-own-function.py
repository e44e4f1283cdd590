from joblib import Parallel, delayed
def power(base, exponent=2):
    return base**exponent
print(Parallel(n_jobs=2, batch_size=2)(delayed(power)(n, exponent=3) for n in range(5)))
