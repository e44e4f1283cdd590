def hanoi(n, source="A", target="C", spare="B", moves=None):
    if moves is None:
        moves = []
    if n > 0:
        hanoi(n - 1, source, spare, target, moves)
        moves.append((source, target))
        hanoi(n - 1, spare, target, source, moves)
    return moves


moves = hanoi(3)
print(len(moves), " ".join(f"{a}->{b}" for a, b in moves))
