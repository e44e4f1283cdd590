import json
import os

path = "records.json"
records = [{"id": i, "square": i * i} for i in range(3)]
with open(path, "w") as f:
    json.dump(records, f)
with open(path) as f:
    loaded = json.load(f)
loaded.append({"id": 99, "square": None})
print(loaded == records, len(loaded), os.path.exists(path), os.path.splitext(path))
