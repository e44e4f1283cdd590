from dataclasses import dataclass, field
from typing import List


@dataclass
class Cart:
    owner: str
    items: List[str] = field(default_factory=list)

    def add(self, item: str) -> None:
        self.items.append(item)


cart = Cart("Ann")
cart.add("pen")
other = Cart("Bob")
print(cart, other, len(other.items))
