names = ["bob", "ann", "bob", "cid", "ann"]
print(list(dict.fromkeys(names)))
numbers = [3, 1, 3, 2, 1]
print(list(set(numbers)))
