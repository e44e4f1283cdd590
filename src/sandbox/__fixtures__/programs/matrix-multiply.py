def matmul(a, b):
    rows, inner, cols = len(a), len(b), len(b[0])
    result = [[0] * cols for _ in range(rows)]
    for i in range(rows):
        for j in range(cols):
            for k in range(inner):
                result[i][j] += a[i][k] * b[k][j]
    return result


def transpose(m):
    return [list(row) for row in zip(*m)]


a = [[1, 2, 3], [4, 5, 6]]
b = transpose(a)
for row in matmul(a, b):
    print(" ".join(f"{value:4d}" for value in row))
