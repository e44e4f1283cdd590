def solve(n):
    solutions = []

    def place(row, cols, diag1, diag2, board):
        if row == n:
            solutions.append(board[:])
            return
        for col in range(n):
            if col in cols or row + col in diag1 or row - col in diag2:
                continue
            place(row + 1, cols | {col}, diag1 | {row + col}, diag2 | {row - col}, board + [col])

    place(0, set(), set(), set(), [])
    return solutions


print(len(solve(6)), solve(4))
