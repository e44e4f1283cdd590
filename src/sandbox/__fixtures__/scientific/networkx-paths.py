import networkx as nx
graph = nx.Graph()
graph.add_weighted_edges_from([("a", "b", 1), ("b", "c", 2), ("a", "c", 5), ("c", "d", 1)])
print(nx.shortest_path(graph, "a", "d", weight="weight"), nx.is_connected(graph), nx.density(graph))
print(sorted(nx.minimum_spanning_tree(graph).edges))
