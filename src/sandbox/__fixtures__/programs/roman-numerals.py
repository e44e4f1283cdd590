def to_roman(num):
    table = [
        (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"),
        (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
    ]
    out = ""
    for value, symbol in table:
        count, num = divmod(num, value)
        out += symbol * count
    return out


def from_roman(text):
    values = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
    total = 0
    for ch, nxt in zip(text, text[1:] + " "):
        value = values[ch]
        total += -value if nxt != " " and values[nxt] > value else value
    return total


for n in [1, 4, 9, 14, 40, 90, 400, 1994, 2024]:
    print(n, to_roman(n), from_roman(to_roman(n)) == n)
