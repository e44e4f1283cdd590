a = {1, 2, 3, 4}
b = {3, 4, 5}
print(sorted(a | b), sorted(a & b), sorted(a - b), sorted(a ^ b))
print(a <= b, {3, 4} <= a, {3, 4} < {3, 4}, a.issuperset({1}))
unique = sorted(set("mississippi"))
print(unique, len(unique))
