from itertools import combinations

numbers = [3, 34, 4, 12, 5, 2]
target = 9
solutions = []
for size in range(1, len(numbers) + 1):
    for combo in combinations(numbers, size):
        if sum(combo) == target:
            solutions.append(combo)
print(solutions)
