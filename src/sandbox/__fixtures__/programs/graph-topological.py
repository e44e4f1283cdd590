from collections import defaultdict, deque


def topological_sort(edges):
    graph = defaultdict(list)
    indegree = defaultdict(int)
    nodes = []
    for a, b in edges:
        graph[a].append(b)
        indegree[b] += 1
        for node in (a, b):
            if node not in nodes:
                nodes.append(node)
    queue = deque(n for n in nodes if indegree[n] == 0)
    order = []
    while queue:
        node = queue.popleft()
        order.append(node)
        for neighbour in graph[node]:
            indegree[neighbour] -= 1
            if indegree[neighbour] == 0:
                queue.append(neighbour)
    return order if len(order) == len(nodes) else None


print(topological_sort([("shirt", "tie"), ("tie", "jacket"), ("trousers", "shoes"), ("trousers", "jacket")]))
print(topological_sort([("a", "b"), ("b", "a")]))
