s = "  Hello, World! Hello!  "
print(s.strip().lower().replace("hello", "bye"), s.count("Hello"), s.find("World"), s.strip().split(", "))
print("a-b_c d".translate(str.maketrans("-_", "  ")), "title case here".title(), "abc".zfill(6), "x=1;y=2".partition(";"))
print([c for c in "Hello" if c in "aeiou"], "".join(reversed("abc")), "ab" * 3, "%".join("abc"))
