import random

random.seed(42)
inside = 0
trials = 2000
for _ in range(trials):
    x, y = random.random(), random.random()
    if x * x + y * y <= 1:
        inside += 1
print(f"pi is about {4 * inside / trials}")
deck = list(range(1, 11))
random.shuffle(deck)
print(deck, random.choice(deck), random.sample(deck, 3))
