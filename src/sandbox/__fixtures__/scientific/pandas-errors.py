import pandas as pd
frame = pd.DataFrame({"a": [1, 2]})
for work in (lambda: frame["b"], lambda: frame.loc[9], lambda: pd.to_datetime("no date"), lambda: frame.astype("datetime64[ns]").a.dt.nothing):
    try:
        work()
    except Exception as error:
        print(type(error).__name__, str(error)[:60])
