nested = [[1, 2], [3], [], [4, 5, 6]]
flat = [x for row in nested for x in row]
squares = {x: x ** 2 for x in flat if x % 2}
lookup = {value: key for key, value in squares.items()}
pairs = [(x, y) for x in range(3) for y in "ab" if (x, y) != (1, "a")]
print(flat, squares, lookup, pairs)
print(any(len(row) == 0 for row in nested), all(len(row) < 4 for row in nested))
print(sum(len(row) > 1 for row in nested))
