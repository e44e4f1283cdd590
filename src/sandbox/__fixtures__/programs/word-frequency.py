import re
from collections import Counter

text = """The quick brown fox jumps over the lazy dog.
The dog barks; the fox runs away. A fox is a fox."""

words = re.findall(r"[a-z]+", text.lower())
counts = Counter(words)
for word, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
    print(f"{word:<8}{count:>3}")
print("total:", sum(counts.values()), "unique:", len(counts))
