def sieve(limit):
    is_prime = [True] * (limit + 1)
    is_prime[0] = is_prime[1] = False
    for i in range(2, int(limit ** 0.5) + 1):
        if is_prime[i]:
            is_prime[i * i :: i] = [False] * len(is_prime[i * i :: i])
    return [i for i, prime in enumerate(is_prime) if prime]


primes = sieve(100)
print(primes)
print(f"Found {len(primes)} primes; sum {sum(primes)}")
