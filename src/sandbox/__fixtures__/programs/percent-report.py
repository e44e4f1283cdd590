items = [("Widget", 4, 3.5), ("Gadget", 10, 12.999), ("Doohickey", 1, 0.25)]
print("%-12s %5s %10s" % ("Item", "Qty", "Price"))
for name, qty, price in items:
    print("%-12s %5d %10.2f" % (name, qty, price))
total = sum(qty * price for _, qty, price in items)
print("Total: $%.2f (%d items)" % (total, len(items)))
