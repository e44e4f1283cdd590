import copy

state = {"players": [{"name": "a", "hp": [10, 5]}], "turn": 1}
snapshot = copy.deepcopy(state)
shallow = copy.copy(state)
state["players"][0]["hp"][0] -= 3
state["turn"] += 1
print(state, snapshot, shallow)
