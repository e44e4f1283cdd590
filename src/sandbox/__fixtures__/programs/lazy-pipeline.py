def load(n):
    print("load", n)
    return n


numbers = (load(n) for n in range(10))
evens = (n for n in numbers if n % 2 == 0)
squares = map(lambda n: n * n, evens)
for square in squares:
    print("got", square)
    if square > 10:
        break
