import json


def total(text: str) -> int:
    return sum(item["amount"] for item in json.loads(text))
