value = 1234567.891
print(f"{value:,.2f} {value:e} {value:>15.1f}| {int(value):b}")
print("{:05d} {:+d} {:%} {:x}".format(42, 7, 0.256, 255))
for n in (1, 12, 123):
    print(f"{n:>5}|{n:<5}|{n:^5}|{n:05}")
print(format(0.5, ".0%"), format(255, "#x"))
