from itertools import permutations

word = "abc"
perms = sorted(set("".join(p) for p in permutations(word)))
print(perms)
print(len(perms))
