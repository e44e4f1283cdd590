import textwrap

text = "The quick brown fox jumps over the lazy dog and runs away from the big bad wolf."
for line in textwrap.wrap(text, width=30):
    print(line)
print(textwrap.shorten(text, width=40, placeholder="..."))
