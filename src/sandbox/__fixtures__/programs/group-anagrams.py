from collections import defaultdict


def group_anagrams(words):
    groups = defaultdict(list)
    for word in words:
        groups["".join(sorted(word))].append(word)
    return sorted(groups.values(), key=lambda g: (-len(g), g))


print(group_anagrams(["eat", "tea", "tan", "ate", "nat", "bat"]))
