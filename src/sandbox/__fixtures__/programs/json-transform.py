import json

raw = '{"users": [{"id": 1, "name": "Ann", "tags": ["a", "b"]}, {"id": 2, "name": "Bob", "tags": []}], "total": 2}'
data = json.loads(raw)
result = {
    "names": [user["name"] for user in data["users"]],
    "tagged": {user["name"]: len(user["tags"]) for user in data["users"] if user["tags"]},
    "ok": data["total"] == len(data["users"]),
}
print(json.dumps(result, indent=2, sort_keys=True))
