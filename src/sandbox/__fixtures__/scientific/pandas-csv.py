import io
import pandas as pd
pd.DataFrame({"name": ["x", "y"], "value": [1.5, None]}).to_csv("table.csv", index=False)
table = pd.read_csv("table.csv")
print(table, table.dtypes, table.isna().sum().to_dict(), sep="\n")
table.info(buf=(text := io.StringIO()), memory_usage=False)
print(text.getvalue())
