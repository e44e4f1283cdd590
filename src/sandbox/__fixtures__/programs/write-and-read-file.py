with open("notes.txt", "w") as f:
    f.write("first line\n")
    f.write("second line\n\nfourth line\n")

count = 0
with open("notes.txt") as f:
    for number, line in enumerate(f, start=1):
        text = line.strip()
        if text:
            count += 1
            print(f"{number}: {text}")
print("non-empty:", count)
with open("notes.txt") as f:
    words = [word for line in f for word in line.split()]
print(words)
