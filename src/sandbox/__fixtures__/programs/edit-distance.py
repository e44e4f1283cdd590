def edit_distance(a, b):
    previous = list(range(len(b) + 1))
    for i, ca in enumerate(a, 1):
        current = [i]
        for j, cb in enumerate(b, 1):
            cost = previous[j - 1] + (ca != cb)
            current.append(min(previous[j] + 1, current[j - 1] + 1, cost))
        previous = current
    return previous[-1]


for pair in [("kitten", "sitting"), ("flaw", "lawn"), ("", "abc")]:
    print(pair, edit_distance(*pair))
