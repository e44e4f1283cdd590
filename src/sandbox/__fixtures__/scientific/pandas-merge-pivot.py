import pandas as pd
people = pd.DataFrame({"id": [1, 2, 3], "name": ["Ann", "Bo", "Cy"]})
orders = pd.DataFrame({"id": [1, 1, 3], "item": ["pen", "ink", "pen"], "n": [2, 1, 7]})
both = people.merge(orders, on="id", how="left", indicator=True)
print(both)
print(both.pivot_table(index="name", columns="item", values="n", aggfunc="sum", fill_value=0))
