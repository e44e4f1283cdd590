scores = {"ann": 90, "bob": 45, "cid": 70, "dee": 30}
for name in list(scores):
    if scores[name] < 50:
        del scores[name]
print(scores)
queue = ["a", "b", "c", "d"]
del queue[0]
del queue[1:]
print(queue)
