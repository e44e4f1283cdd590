lines = ["alpha 3", "beta 5", "gamma 2"]
with open("data.txt", "w") as out:
    out.writelines(line + "\n" for line in lines)
total = 0
with open("data.txt") as source, open("report.txt", "w") as report:
    for line in source:
        name, value = line.split()
        total += int(value)
        print(name.upper(), value, sep="=", file=report)
    print("total", total, file=report)
print(open("report.txt").read())
