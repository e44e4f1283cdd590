from functools import reduce
from itertools import accumulate, chain, groupby, islice, zip_longest

numbers = [3, 1, 4, 1, 5, 9, 2, 6]
print(list(accumulate(numbers)), list(accumulate(numbers, max)), reduce(lambda a, b: a * b, numbers))
print(list(chain(range(3), "ab")), list(islice(numbers, 2, 6, 2)), list(zip_longest([1, 2, 3], "ab", fillvalue="-")))
for parity, group in groupby(sorted(numbers, key=lambda n: n % 2), key=lambda n: n % 2):
    print("odd" if parity else "even", list(group))
print([list(g) for _, g in groupby("aaabbc")])
