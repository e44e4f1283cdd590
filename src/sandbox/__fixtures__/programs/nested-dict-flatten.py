def flatten(data, prefix=""):
    flat = {}
    for key, value in data.items():
        path = f"{prefix}.{key}" if prefix else key
        if isinstance(value, dict):
            flat.update(flatten(value, path))
        elif isinstance(value, list):
            for i, item in enumerate(value):
                flat.update(flatten({str(i): item}, path))
        else:
            flat[path] = value
    return flat


print(flatten({"a": 1, "b": {"c": [10, {"d": None}], "e": True}}))
