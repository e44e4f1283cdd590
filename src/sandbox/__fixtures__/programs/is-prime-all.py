def is_prime(n):
    if n < 2:
        return False
    return all(n % d != 0 for d in range(2, int(n ** 0.5) + 1))


print([n for n in range(50) if is_prime(n)])
print(sum(is_prime(n) for n in range(100)))
print(next(n for n in range(1000, 2000) if is_prime(n)))
