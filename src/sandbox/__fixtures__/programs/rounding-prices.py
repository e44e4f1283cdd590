prices = [2.675, 1.005, 0.125, 19.999, 5]
print([round(p, 2) for p in prices])
print(round(sum(prices), 1), round(1234.5678, -2), round(2.5), round(3.5))
vat = {p: round(p * 1.19, 2) for p in prices}
print(vat)
