def is_palindrome(text):
    cleaned = "".join(ch.lower() for ch in text if ch.isalnum())
    return cleaned == cleaned[::-1]


for phrase in ["A man, a plan, a canal: Panama", "hello", "", "No lemon, no melon"]:
    print(f"{phrase!r}: {is_palindrome(phrase)}")
