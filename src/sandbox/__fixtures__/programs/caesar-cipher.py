import string


def caesar(text, shift):
    result = []
    for char in text:
        if char in string.ascii_lowercase:
            result.append(string.ascii_lowercase[(string.ascii_lowercase.index(char) + shift) % 26])
        elif char in string.ascii_uppercase:
            result.append(string.ascii_uppercase[(string.ascii_uppercase.index(char) + shift) % 26])
        else:
            result.append(char)
    return "".join(result)


secret = caesar("Hello, World!", 3)
print(secret)
print(caesar(secret, -3))
