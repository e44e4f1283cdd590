class Pizza:
    count = 0

    def __init__(self, toppings):
        self.toppings = toppings
        Pizza.count += 1

    @classmethod
    def margherita(cls):
        return cls(["mozzarella", "tomatoes"])

    @staticmethod
    def area(radius):
        return 3.14159 * radius ** 2


p = Pizza.margherita()
print(p.toppings, Pizza.count, round(Pizza.area(10), 2))
