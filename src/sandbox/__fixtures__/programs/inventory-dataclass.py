from dataclasses import dataclass


@dataclass
class Item:
    name: str
    price: float
    quantity: int = 0

    def total(self) -> float:
        return self.price * self.quantity


items = [Item("pen", 1.5, 10), Item("book", 12.25, 2), Item("lamp", 30.0)]
for item in items:
    print(item, item.total())
print(f"Total: {sum(i.total() for i in items):.2f}")
print(items[0] == Item("pen", 1.5, 10))
