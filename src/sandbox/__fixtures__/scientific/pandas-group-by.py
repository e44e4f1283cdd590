import pandas as pd
sales = pd.DataFrame({"city": list("abcab"), "amount": [10, 20, 30, 40, 50], "day": pd.date_range("2024-01-01", periods=5)})
print(sales.groupby("city")["amount"].agg(["sum", "mean", "count"]))
print(sales.set_index("day").resample("2D")["amount"].sum())
