from enum import Enum


class Color(Enum):
    RED = 1
    GREEN = 2
    BLUE = 3


for color in Color:
    print(color.name, color.value)
print(Color(2), Color["BLUE"])
