people = [("Ann", 30, "ny"), ("bob", 25, "LA"), ("Cid", 30, "sf")]
print(sorted(people, key=lambda p: (-p[1], p[0].lower())))
words = ["banana", "Apple", "cherry"]
words.sort(key=str.lower)
print(words, sorted(words, key=len, reverse=True))
counts = {"x": 3, "y": 7, "z": 5}
print(max(counts, key=counts.get), sorted(counts, key=counts.get, reverse=True))
from operator import itemgetter
print(sorted(people, key=itemgetter(2)))
