def winner(board):
    lines = [board[i : i + 3] for i in range(0, 9, 3)]
    lines += [board[i::3] for i in range(3)]
    lines += [board[0::4], board[2:7:2]]
    for line in lines:
        if line[0] != " " and line.count(line[0]) == 3:
            return line[0]
    return None


board = [" "] * 9
moves = [0, 4, 1, 8, 2]
for turn, move in enumerate(moves):
    board[move] = "XO"[turn % 2]
for i in range(0, 9, 3):
    print("|".join(board[i : i + 3]))
print("Winner:", winner(board))
