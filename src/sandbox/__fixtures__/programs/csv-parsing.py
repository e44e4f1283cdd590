data = """name,department,salary
Alice,Engineering,85000
Bob,Marketing,62000
Carol,Engineering,95000
Dave,Sales,58000
Eve,Marketing,71000"""

lines = data.strip().split("\n")
header = lines[0].split(",")
rows = [dict(zip(header, line.split(","))) for line in lines[1:]]
by_department = {}
for row in rows:
    by_department.setdefault(row["department"], []).append(int(row["salary"]))
for department, salaries in sorted(by_department.items()):
    average = sum(salaries) / len(salaries)
    print(f"{department}: avg={average:.2f} max={max(salaries)} n={len(salaries)}")
best = max(rows, key=lambda r: int(r["salary"]))
print("Top earner:", best["name"])
