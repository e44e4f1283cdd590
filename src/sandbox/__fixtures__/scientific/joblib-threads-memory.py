from joblib import Memory, Parallel, delayed, dump, load
def work(n):
    return n * n
print(Parallel(n_jobs=4, prefer="threads")(delayed(work)(n) for n in range(8)))
cached = Memory("cache", verbose=0).cache(work)
print(cached(5), cached(5), cached.check_call_in_cache(5))
dump({"a": [1, 2]}, "data.joblib")
print(load("data.joblib"))
