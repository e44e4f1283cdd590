class Safe:
    def __init__(self, code):
        self.__code = code
        self.__tries = 0

    def open(self, code):
        self.__tries += 1
        return "open" if code == self.__code else f"wrong ({self.__tries})"


safe = Safe("1234")
print(safe.open("0000"), safe.open("1234"))
try:
    print(safe.__code)
except AttributeError as e:
    print("AttributeError:", e)
