rows = [["id", "name"], ["1", "Ann"], ["22", "Bartholomew"]]
widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
for row in rows:
    print("|" + "|".join(cell.center(width + 2) for cell, width in zip(row, widths)) + "|")
print(" done ".center(21, "="))
